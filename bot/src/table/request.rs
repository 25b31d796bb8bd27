//! Who asks, and why he is refused.

use crate::store::Fault;
use engine::Rejection;

/// Who asks for something, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Id of the request, if the adapter has one: the same is never carried out twice.
    pub id: Option<String>,
    /// Who: his id with the adapter.
    pub user: String,
    /// His name to show.
    pub name: String,
    /// The channel.
    pub channel: String,
    /// The channel's server.
    pub guild: Option<String>,
    /// He keeps order on that server: he may manage it or its messages.
    pub moderator: bool,
    /// What the bot may not do in the channel, as Discord names it: `Send Messages`.
    pub lacks: Vec<&'static str>,
}

impl Request {
    /// A sentence about what the bot may not do in the channel, if it may not do all.
    pub(super) fn lack(&self) -> Option<String> {
        if self.lacks.is_empty() {
            return None;
        }
        Some(format!(
            "I lack rights in this channel: an administrator has to allow me {}.",
            self.lacks.join(" and ")
        ))
    }
}

/// Why nothing was done: one sentence for the asker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal(pub(crate) String);

impl Refusal {
    pub(crate) fn new(text: impl Into<String>) -> Refusal {
        Refusal(text.into())
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal(match fault {
            Fault::Moved => "The game has moved on meanwhile; nothing was changed.".into(),
            Fault::Taken => "This channel has a game already: one at a time.".into(),
            other => format!("Nothing was changed: {other}."),
        })
    }
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Refusal {
        Refusal(sentence(&rejection))
    }
}

/// A rejection as a sentence with its rule.
pub(crate) fn sentence(rejection: &Rejection) -> String {
    let text = rejection.text.trim_end_matches('.');
    let mut chars = text.chars();
    let text = match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect::<String>(),
        None => "This is not allowed".into(),
    };
    if rejection.rule == "GAME" {
        format!("{text}.")
    } else {
        format!("{text} ({}).", rejection.rule)
    }
}
