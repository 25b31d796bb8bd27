//! Replaying reference games: every recorded action is entered in our engine, and the state after it is compared.
//!
//! An [`Adapter`] of the title translates between the two: it sees the header and the fields of the actions, never
//! the state of a trace.

pub mod ardennes;
mod compare;
mod fields;
mod game;
pub mod harz;
pub mod legal;
mod rejected;
mod report;
pub mod trace;
mod ways;
pub mod y1826;
pub mod y1835;

pub use compare::{Exception, How};
pub use game::{Outcome, Watch, replayed, watched};
pub use rejected::{Answer, Listed};
pub use report::{Report, run, run_with};

use engine::event::Event;
use engine::{Entry, Game, Setup};
use serde_json::Value;
use trace::{Header, Move};

/// A recorded move that breaks the rulebook in a way that deserves no option: the comparison of its trace ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exempt {
    /// Name of the trace.
    pub trace: &'static str,
    /// The line.
    pub line: i64,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// How.
    pub why: &'static str,
}

/// Translates the traces of one title. One adapter serves one trace from its start to its end.
pub trait Adapter {
    /// The set-up of the game.
    fn setup(&self) -> Setup;

    /// Whether our game now asks the question that the recorded action answers.
    fn fits(&self, game: &Game, play: &Move) -> bool;

    /// The recorded action as an entry for our game.
    ///
    /// # Errors
    /// Why it can't be expressed.
    fn entry(&self, game: &Game, play: &Move) -> Result<Entry, String>;

    /// The rule by which the bridge itself refuses an attempt, where our entries can't carry what is wrong with it.
    fn bars(&self, game: &Game, play: &Move) -> Option<&'static str>;

    /// Whether an action that is refused although the question fits may be meant for a later question.
    fn may_wait(&self, game: &Game, play: &Move) -> bool;

    /// What is entered where our flow asks something for which the reference has no line, or only a later one of
    /// the `coming`.
    fn filler(&self, game: &Game, coming: &[Move]) -> Option<Entry>;

    /// Whether the action says that nothing (more) is done.
    fn is_pass(&self, play: &Move) -> bool {
        play.kind() == "pass"
    }

    /// Whether the action goes on with a chain of consequences of the one before, so that the state in between need
    /// not be comparable.
    fn chained(&self, game: &Game, play: &Move) -> bool;

    /// Whether our flow has carried out the recorded action by itself with the one before.
    fn implied(&self, game: &Game, play: &Move) -> bool;

    /// What the recorded action says about its own outcome and our events do not.
    fn outcome(&self, play: &Move, events: &[Event]) -> Option<String>;

    /// Our position in the layout of the traces' states.
    fn digest(&mut self, game: &Game) -> Value;

    /// Where the comparison makes exceptions.
    fn exceptions(&self) -> &'static [Exception];

    /// Where the comparison of a trace ends.
    fn exempt(&self) -> &'static [Exempt];

    /// Which rules may answer which reason of the reference for a refusal.
    fn answers(&self) -> &'static [Answer];

    /// Refusals by other rules that are right all the same.
    fn listed(&self) -> &'static [Listed];

    /// Why the reference has a pass for which our flow has no question; `None` if it offers nothing else either, so that
    /// both say the same.
    fn skipped(&self, _play: &Move, _list: Option<&Value>) -> Option<String> {
        Some("a pass for which we have no question".into())
    }

    /// Our offers beside the `legal` of the line, where the traces have one and the adapter can read it.
    fn offers(&self, _game: &Game, _play: &Move, _list: &Value) -> legal::Offers {
        legal::Offers::default()
    }
}

/// The adapter for a trace; `None` for a title that has none.
pub fn open(header: &Header) -> Option<Box<dyn Adapter>> {
    match header.slug.as_str() {
        "18ardennes" => Some(Box::new(ardennes::Ardennes::new(header))),
        "1873" => Some(Box::new(harz::Harz::new(header))),
        "1826" => Some(Box::new(y1826::Y1826::new(header))),
        "1835" => Some(Box::new(y1835::Y1835::new(header))),
        _ => None,
    }
}
