//! People: where they live, when they may be called, how often, and what follows from it.
//!
//! Nothing here reads a clock or a database: moments go in, moments come out, so that every due time can be computed
//! anew at any time and is always the same.

mod ask;
mod due;
mod hours;
mod zones;

pub use ask::{hours as read_hours, interval as read_interval, until as read_until};
pub use due::{Clock, Event, Overtime, PutOff, Said, Terms, Wait, What, next, next_call};
pub use hours::{NIGHT, Quiet, Rhythm};
pub use zones::{Found, city, find, local, matching, zone};

/// Seconds of an hour.
pub const HOUR: i64 = 3600;

/// Seconds of a day.
pub const DAY: i64 = 24 * HOUR;

/// How often somebody is called again about one decision if he has not said.
pub const MOST: i64 = 5;

/// Where somebody wants to be called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// By a mention in the game's channel.
    #[default]
    Channel,
    /// By a message of his own.
    Message,
}

/// What somebody has said about himself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// His id with the adapter.
    pub user: String,
    /// The name of his time zone, if he has said where he lives.
    pub zone: Option<String>,
    /// When he is not to be called; where he has not said, [`NIGHT`] if his zone is known.
    pub quiet: Option<Quiet>,
    /// Seconds after which he is called again; 0 is never, nothing is as the table does.
    pub every: Option<i64>,
    /// How often he is called again about one decision.
    pub most: Option<i64>,
    /// Where he wants to be called.
    pub place: Place,
    /// Discord has refused a message to him: he is called in the channel.
    pub shut: bool,
    /// He wants to be told when he is next.
    pub next: bool,
    /// He has been asked where he lives.
    pub asked: bool,
}

impl Person {
    /// When he may be called, given when he is away.
    pub fn rhythm(&self, away: Vec<(i64, i64)>) -> Rhythm {
        let zone = self.zone.as_deref().and_then(zone);
        Rhythm::new(zone, self.quiet().clone(), away)
    }

    /// His quiet hours: none where nobody knows when his night is.
    pub fn quiet(&self) -> &Quiet {
        match (&self.zone, &self.quiet) {
            (None, _) => &Quiet::NONE,
            (Some(_), Some(quiet)) => quiet,
            (Some(_), None) => &NIGHT,
        }
    }

    /// Whether he is called by a message of his own.
    pub fn by_message(&self) -> bool {
        self.place == Place::Message && !self.shut
    }
}
