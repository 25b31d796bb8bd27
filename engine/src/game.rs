//! A game: its set-up and its list of entries. The position is their fold.

use crate::action::{Action, By, Entry};
use crate::event::Event;
use crate::ids::Seat;
use crate::ledger;
use crate::legal::{Ask, Legal};
use crate::notation;
use crate::rejection::{Rejection, reject, require};
use crate::rules::Definition;
use crate::shared::{Ending, Shared};
use crate::titles::Title;
use crate::titles::ardennes::{ArdRules, Ardennes};
use crate::titles::harzbahn::{Harz, HarzRules};
use crate::titles::y1826::{Rules as Rules1826, Y1826};
use crate::titles::y1835::{Y35Rules, Y1835};
use std::sync::Arc;

#[derive(Clone, Debug)]
enum Position {
    Ardennes(Arc<ArdRules>, Ardennes),
    Harz(Arc<HarzRules>, Harz),
    Y1826(Arc<Rules1826>, Y1826),
    Y1835(Arc<Y35Rules>, Y1835),
}

/// The one place that knows which title a position is of.
macro_rules! each {
    ($position:expr, |$rules:ident, $state:ident| $body:expr) => {
        match $position {
            Position::Ardennes($rules, $state) => {
                let $rules: &ArdRules = $rules;
                $body
            }
            Position::Harz($rules, $state) => {
                let $rules: &HarzRules = $rules;
                $body
            }
            Position::Y1826($rules, $state) => {
                let $rules: &Rules1826 = $rules;
                $body
            }
            Position::Y1835($rules, $state) => {
                let $rules: &Y35Rules = $rules;
                $body
            }
        }
    };
}

mod changes;
mod entries;
mod setup;
mod trial;
mod view;

pub use changes::Change;
pub use setup::{Setup, options, preset, rule_rows, sketch, titles};
pub use trial::Jump;

/// What a seat would pay, and what follows, without doing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// What the actor or his company pays, in the title's currency.
    pub cost: i32,
    /// What would happen.
    pub events: Vec<Event>,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    log: Vec<Entry>,
    position: Position,
    /// What the log is folded onto, where that is not the start of the set-up (a trial).
    base: Option<Arc<Position>>,
}

/// Default budget of a search for the best runs, in nodes.
pub const SEARCH_BUDGET: u64 = 20_000_000;

impl Game {
    /// The start of a game.
    ///
    /// # Errors
    /// `GAME` for an unknown title or option, the title's own rule for a wrong number of players.
    pub fn new(setup: Setup) -> Result<Game, Rejection> {
        setup::known(&setup.title, setup.revision)?;
        let position = match setup.title.as_str() {
            "18ardennes" => {
                let rules = ArdRules::new(&setup)?;
                let state = Ardennes::new(&rules);
                Position::Ardennes(Arc::new(rules), state)
            }
            "1873" => {
                let rules = HarzRules::new(&setup)?;
                let state = Harz::new(&rules);
                Position::Harz(Arc::new(rules), state)
            }
            "1826" => {
                let rules = Rules1826::new(&setup)?;
                let state = Y1826::new(&rules);
                Position::Y1826(Arc::new(rules), state)
            }
            "1835" => {
                let rules = Y35Rules::new(&setup)?;
                let state = Y1835::new(&rules);
                Position::Y1835(Arc::new(rules), state)
            }
            other => {
                let known: Vec<&str> = titles().iter().map(|(name, _)| *name).collect();
                reject!(
                    "GAME",
                    "there is no title {other:?}; there are: {}",
                    known.join(", ")
                )
            }
        };
        Ok(Game {
            setup,
            log: Vec::new(),
            position,
            base: None,
        })
    }

    /// Folds entries without any automation: the same set-up and entries give the same position everywhere.
    ///
    /// # Errors
    /// The first entry that is refused, with its number from 0.
    pub fn replay(setup: Setup, entries: &[Entry]) -> Result<Game, (usize, Rejection)> {
        let mut game = Game::new(setup).map_err(|rejection| (0, rejection))?;
        for (index, entry) in entries.iter().enumerate() {
            game.enter(entry.clone())
                .map_err(|rejection| (index, rejection))?;
        }
        Ok(game)
    }

    /// The revision of the rules that the game is played by now.
    pub fn revision(&self) -> u16 {
        each!(&self.position, |rules, _state| rules.fixes.revision())
    }

    /// The same position without the entries that led to it, to try something on.
    pub(crate) fn detached(&self) -> Game {
        Game {
            setup: self.setup.clone(),
            log: Vec::new(),
            position: self.position.clone(),
            base: None,
        }
    }

    /// Forgets the entries that led here: whoever tries many things keeps them himself.
    pub(crate) fn forget(&mut self) {
        self.log.clear();
    }

    /// The set-up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The entries so far.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The definition of the title.
    pub fn definition(&self) -> &Definition {
        each!(&self.position, |rules, _state| &rules.definition)
    }

    /// The common part of the position.
    pub fn shared(&self) -> &Shared {
        each!(&self.position, |_rules, state| state.shared())
    }

    /// The position of 18Ardennes, for its tests and reports.
    pub fn ardennes(&self) -> Option<(&ArdRules, &Ardennes)> {
        match &self.position {
            Position::Ardennes(rules, state) => Some((rules, state)),
            _ => None,
        }
    }

    /// The position of Harzbahn 1873, for its tests and reports.
    pub fn harzbahn(&self) -> Option<(&HarzRules, &Harz)> {
        match &self.position {
            Position::Harz(rules, state) => Some((rules, state)),
            _ => None,
        }
    }

    /// The position of 1826, for its tests and reports.
    pub fn y1826(&self) -> Option<(&Rules1826, &Y1826)> {
        match &self.position {
            Position::Y1826(rules, state) => Some((rules, state)),
            _ => None,
        }
    }

    /// The position of 1835, for its tests and reports.
    pub fn y1835(&self) -> Option<(&Y35Rules, &Y1835)> {
        match &self.position {
            Position::Y1835(rules, state) => Some((rules, state)),
            _ => None,
        }
    }

    /// A game of 1835 that stands at a made-up position, for tests.
    #[doc(hidden)]
    pub fn at_y1835_position(setup: Setup, rules: Y35Rules, state: Y1835) -> Game {
        Game::based(setup, Position::Y1835(Arc::new(rules), state))
    }

    /// A game of Harzbahn 1873 that stands at a made-up position, for tests.
    #[doc(hidden)]
    pub fn at_harz_position(setup: Setup, rules: HarzRules, state: Harz) -> Game {
        Game::based(setup, Position::Harz(Arc::new(rules), state))
    }

    /// A game that stands at a made-up position, for tests.
    #[doc(hidden)]
    pub fn at_position(setup: Setup, rules: ArdRules, state: Ardennes) -> Game {
        Game::based(setup, Position::Ardennes(Arc::new(rules), state))
    }

    /// A game of 1826 that stands at a made-up position, for tests.
    #[doc(hidden)]
    pub fn at_1826_position(setup: Setup, rules: Rules1826, state: Y1826) -> Game {
        Game::based(setup, Position::Y1826(Arc::new(rules), state))
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.shared().ending == Ending::Over
    }

    /// What is awaited of whom. Empty when the game is over.
    pub fn asks(&self) -> Vec<Ask> {
        each!(&self.position, |rules, state| state.asks(rules))
    }

    /// The first question that the game waits for.
    pub fn decision(&self) -> Option<Ask> {
        self.asks()
            .into_iter()
            .find(|ask| ask.duty == crate::legal::Duty::Must)
    }

    /// Everything that the seat may do.
    pub fn legal(&self, seat: Seat) -> Legal {
        each!(&self.position, |rules, state| state.legal(rules, seat))
    }

    /// Whether the action would be accepted, and what it costs.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, seat: Seat, action: &Action) -> Result<i32, Rejection> {
        each!(&self.position, |rules, state| state
            .plan(rules, By::Seat(seat), action)
            .map(|deed| deed.cost))
    }

    /// What the action would do, without doing it.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn preview(&self, seat: Seat, action: &Action) -> Result<Preview, Rejection> {
        let mut trial = self.clone();
        let cost = self.check(seat, action)?;
        let events = trial.enter(Entry {
            by: By::Seat(seat),
            action: action.clone(),
        })?;
        Ok(Preview { cost, events })
    }

    /// Carries out a seat's action and whatever the engine does by itself after it.
    ///
    /// # Errors
    /// The rule that forbids it; then nothing has changed.
    pub fn apply(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, Rejection> {
        self.apply_by(By::Seat(seat), action)
    }

    /// The same, also for a host acting for a seat.
    ///
    /// # Errors
    /// The rule that forbids it; then nothing has changed.
    pub fn apply_by(&mut self, by: By, action: &Action) -> Result<Vec<Event>, Rejection> {
        let mut events = self.act(by, action)?;
        self.automate(&mut events);
        Ok(events)
    }

    /// The action in its canonical short text.
    pub fn print(&self, action: &Action) -> String {
        notation::print(self.definition(), action)
    }

    /// Parses canonical notation; see [`Game::read`] for what players type.
    ///
    /// # Errors
    /// What is malformed, and how it should look.
    pub fn parse(&self, text: &str) -> Result<Action, Rejection> {
        notation::parse(self.definition(), text)
    }

    /// Reads what a player types for the seat: canonical notation, or a shorter form that the present choices make
    /// clear (`run auto`, `train 3`, `token E9`, `buy BE`).
    ///
    /// # Errors
    /// What is malformed or ambiguous, with the candidates.
    pub fn read(&self, seat: Seat, text: &str) -> Result<Action, Rejection> {
        require!(text.len() <= 4000, "GAME", "this is too long for an action");
        notation::read(self, seat, text)
    }

    /// The position as canonical text in printed names, one fact a line.
    pub fn ledger(&self) -> String {
        let mut lines = ledger::shared(self.definition(), self.shared());
        each!(&self.position, |rules, state| state
            .ledger(rules, &mut lines));
        lines.join("\n")
    }

    /// Hash of the ledger, 32 hexadecimal digits.
    pub fn digest(&self) -> String {
        ledger::digest(&self.ledger())
    }
}
