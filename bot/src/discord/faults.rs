//! What Discord or the network refused, in words that hold no secret: addresses of interactions contain tokens.

use serenity::http::HttpError;

/// What to do after a failed request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// It may work later.
    Later,
    /// It was done, only the answer could not be read.
    Done,
    /// It will never work.
    Never,
}

/// Sorts an error.
pub(super) fn sort(error: &serenity::Error) -> Sort {
    match error {
        serenity::Error::Json(_) => Sort::Done,
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            let status = answer.status_code.as_u16();
            if status >= 500 || status == 429 || status == 408 {
                Sort::Later
            } else {
                Sort::Never
            }
        }
        serenity::Error::Http(HttpError::Request(_)) | serenity::Error::Io(_) => Sort::Later,
        _ => Sort::Never,
    }
}

/// Discord's own number for the refusal.
pub(super) fn code(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => Some(answer.error.code),
        _ => None,
    }
}

/// The error in words, without addresses.
pub(super) fn describe(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            let places: Vec<String> = answer
                .error
                .errors
                .iter()
                .map(|error| format!("{}: {}", error.path, error.message))
                .collect();
            format!(
                "Discord answers {} ({}: {}) {}",
                answer.status_code.as_u16(),
                answer.error.code,
                answer.error.message,
                places.join("; ")
            )
            .trim_end()
            .to_string()
        }
        serenity::Error::Http(HttpError::Request(error)) => {
            let why = if error.is_timeout() {
                "no answer in time"
            } else if error.is_connect() {
                "no connection"
            } else {
                "the request failed on its way"
            };
            why.to_string()
        }
        serenity::Error::Json(error) => format!("the answer cannot be read: {error}"),
        other => other.to_string(),
    }
}
