//! Scripted faults of the HTTP side.

use super::route::RouteKind;
use std::{sync::Arc, time::Duration};
use tokio::sync::watch;

/// What happens to a request instead of (or after) its proper treatment.
#[derive(Clone, Debug)]
pub struct Fault {
    pub(super) act: Act,
    pub(super) headers: Vec<(String, String)>,
    pub(super) after_effect: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Act {
    Answer {
        status: u16,
        body: String,
        content_type: &'static str,
    },
    Hang,
    Drop,
    Hold(Arc<Gate>),
}

impl Fault {
    /// An answer with this status and Discord's JSON error body.
    pub fn error(status: u16, code: u64, message: &str) -> Self {
        let body = serde_json::json!({"code": code, "message": message}).to_string();
        Self::answer(status, body, "application/json")
    }

    /// An answer with any body.
    pub fn answer(status: u16, body: String, content_type: &'static str) -> Self {
        Self::of(Act::Answer {
            status,
            body,
            content_type,
        })
    }

    /// 429 with `retry_after`; `global` for the limit of the whole bot.
    pub fn rate_limited(after: Duration, global: bool) -> Self {
        let seconds = after.as_secs_f64();
        let body = serde_json::json!({
            "message": "You are being rate limited.", "retry_after": seconds, "global": global,
        });
        let scope = if global { "global" } else { "user" };
        let mut fault = Self::answer(429, body.to_string(), "application/json")
            .header("retry-after", &format!("{seconds}"))
            .header("x-ratelimit-scope", scope);
        if global {
            fault = fault.header("x-ratelimit-global", "true");
        }
        fault
    }

    /// 500 with Discord's JSON body.
    pub fn server_error() -> Self {
        Self::error(500, 0, "500: Internal Server Error")
    }

    /// 502 with a page of HTML, as the proxy in front of Discord sends it.
    pub fn bad_gateway() -> Self {
        let page =
            "<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>";
        Self::answer(502, page.to_owned(), "text/html")
    }

    /// 403, missing permissions.
    pub fn forbidden() -> Self {
        Self::error(403, 50013, "Missing Permissions")
    }

    /// No answer, for ever.
    pub fn hang() -> Self {
        Self::of(Act::Hang)
    }

    /// The connection ends without an answer.
    pub fn drop_connection() -> Self {
        Self::of(Act::Drop)
    }

    /// The request waits at a gate until the test opens it, then goes on as usual.
    pub fn hold() -> (Self, Arc<Gate>) {
        let gate = Arc::new(Gate::default());
        (Self::of(Act::Hold(gate.clone())), gate)
    }

    /// The request is carried out first; only its answer is lost or replaced.
    #[must_use]
    pub fn after_effect(mut self) -> Self {
        self.after_effect = true;
        self
    }

    /// Adds a response header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    fn of(act: Act) -> Self {
        Self {
            act,
            headers: Vec::new(),
            after_effect: false,
        }
    }
}

/// A gate at which requests wait.
#[derive(Debug)]
pub struct Gate {
    waiting: watch::Sender<usize>,
    open: watch::Sender<bool>,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            waiting: watch::channel(0).0,
            open: watch::channel(false).0,
        }
    }
}

impl Gate {
    /// Returns once `count` requests have come to the gate.
    pub async fn arrived(&self, count: usize) {
        let mut waiting = self.waiting.subscribe();
        let _ = waiting.wait_for(|n| *n >= count).await;
    }

    /// Lets all requests through, now and later.
    pub fn open(&self) {
        self.open.send_replace(true);
    }

    pub(super) async fn pass(&self) {
        self.waiting.send_modify(|n| *n += 1);
        let mut open = self.open.subscribe();
        let _ = open.wait_for(|open| *open).await;
    }
}

/// The faults still to come, each for one kind of route.
#[derive(Debug, Default)]
pub struct Faults {
    scripted: Vec<Scripted>,
}

#[derive(Debug)]
struct Scripted {
    kind: RouteKind,
    skip: usize,
    left: usize,
    fault: Fault,
}

impl Faults {
    /// Lets `skip` requests of this kind pass, then spoils `times`.
    pub fn script(&mut self, kind: RouteKind, skip: usize, times: usize, fault: Fault) {
        self.scripted.push(Scripted {
            kind,
            skip,
            left: times,
            fault,
        });
    }

    /// Forgets all faults still to come.
    pub fn clear(&mut self) {
        self.scripted.clear();
    }

    /// The fault for the next request of this kind, if one is due.
    pub fn next(&mut self, kind: RouteKind) -> Option<Fault> {
        let at = self.scripted.iter().position(|s| s.kind == kind)?;
        let scripted = &mut self.scripted[at];
        if scripted.skip > 0 {
            scripted.skip -= 1;
            return None;
        }
        let fault = scripted.fault.clone();
        scripted.left = scripted.left.saturating_sub(1);
        if scripted.left == 0 {
            self.scripted.remove(at);
        }
        Some(fault)
    }
}
