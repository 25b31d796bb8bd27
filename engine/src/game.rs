//! A game: its set-up and its list of entries. The position is their fold.

use crate::action::{Action, By, Entry};
use crate::event::Event;
use crate::ids::{CompanyId, Seat};
use crate::ledger;
use crate::legal::{Ask, Choice, Legal};
use crate::network::Optimum;
use crate::notation;
use crate::rejection::{Rejection, reject, require};
use crate::rules::{Definition, RuleRow, rows};
use crate::shared::{Ending, Shared};
use crate::titles::ardennes::{ArdRules, Ardennes};
use crate::titles::harzbahn::{Harz, HarzRules};
use crate::titles::y1826::{Rules as Rules1826, Y1826};
use crate::titles::{Mark, OptionDef, Title};
use std::sync::{Arc, OnceLock};

/// How a game begins. Together with the entries it is all that has to be stored.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Setup {
    /// The title's name in commands: `18ardennes`.
    pub title: String,
    /// How many play.
    pub players: u8,
    /// Draws the table order; without it the players sit as listed.
    pub seed: Option<u64>,
    /// Options switched on, by name; see [`options`].
    #[serde(default)]
    pub options: Vec<String>,
}

impl Setup {
    /// Players seated as listed, no options.
    pub fn new(title: &str, players: u8) -> Setup {
        Setup {
            title: title.into(),
            players,
            seed: None,
            options: Vec::new(),
        }
    }

    /// Which player sits on each seat: the index in the list of players, by seat. Drawn from the seed
    /// (ARD-3.1-10); the same seed gives the same order everywhere.
    pub fn seating(&self) -> Vec<usize> {
        let mut seats: Vec<usize> = (0..usize::from(self.players)).collect();
        if let Some(seed) = self.seed {
            let mut state = seed;
            for last in (1..seats.len()).rev() {
                // SplitMix64.
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut draw = state;
                draw = (draw ^ (draw >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                draw = (draw ^ (draw >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                draw ^= draw >> 31;
                seats.swap(last, (draw % (last as u64 + 1)) as usize);
            }
        }
        seats
    }
}

/// The titles that can be played: name in commands and name on the box.
pub fn titles() -> &'static [(&'static str, &'static str)] {
    &[
        ("18ardennes", "18Ardennes"),
        ("1873", "Harzbahn 1873"),
        ("1826", "1826"),
    ]
}

fn option_defs(title: &str) -> &'static [OptionDef] {
    match title {
        "18ardennes" => crate::titles::ardennes::OPTIONS,
        "1873" => crate::titles::harzbahn::OPTIONS,
        "1826" => crate::titles::y1826::OPTIONS,
        _ => &[],
    }
}

/// The options of a title: name, rule or departure, what it does. Empty for an unknown title.
pub fn options(title: &str) -> Vec<(&'static str, &'static str, &'static str)> {
    option_defs(title)
        .iter()
        .map(|def| (def.name, def.rule, def.text))
        .collect()
}

/// The rows of a title's rule matrix, in its order. Empty for an unknown title.
pub fn rule_rows(title: &str) -> &'static [RuleRow] {
    static ARDENNES: OnceLock<Vec<RuleRow>> = OnceLock::new();
    static HARZBAHN: OnceLock<Vec<RuleRow>> = OnceLock::new();
    static Y1826_ROWS: OnceLock<Vec<RuleRow>> = OnceLock::new();
    match title {
        "18ardennes" => ARDENNES.get_or_init(|| rows(crate::titles::ardennes::RULES)),
        "1873" => HARZBAHN.get_or_init(|| rows(crate::titles::harzbahn::RULES)),
        "1826" => Y1826_ROWS.get_or_init(|| rows(crate::titles::y1826::RULES)),
        _ => &[],
    }
}

/// A title on one screen, in short lines: aim, start, selling, prices, capital, trains, end.
pub fn sketch(title: &str) -> &'static [(&'static str, &'static str)] {
    match title {
        "18ardennes" => crate::titles::ardennes::SKETCH,
        "1873" => crate::titles::harzbahn::SKETCH,
        "1826" => crate::titles::y1826::SKETCH,
        _ => &[],
    }
}

/// The options that make a title play as the reference engine of its recorded games does.
pub fn preset(title: &str, name: &str) -> Option<Vec<String>> {
    match (title, name) {
        (_, "rulebook") => Some(Vec::new()),
        ("18ardennes" | "1873", "as-18xx-games") | ("1826", "as-rails") => Some(
            option_defs(title)
                .iter()
                .filter(|def| def.departure)
                .map(|def| def.name.to_string())
                .collect(),
        ),
        _ => None,
    }
}

#[derive(Clone, Debug)]
enum Position {
    Ardennes(Arc<ArdRules>, Ardennes),
    Harz(Arc<HarzRules>, Harz),
    Y1826(Arc<Rules1826>, Y1826),
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
        }
    };
}

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
}

/// Default budget of a search for the best runs, in nodes.
pub const SEARCH_BUDGET: u64 = 20_000_000;

impl Game {
    /// The start of a game.
    ///
    /// # Errors
    /// `GAME` for an unknown title or option, the title's own rule for a wrong number of players.
    pub fn new(setup: Setup) -> Result<Game, Rejection> {
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

    /// A game of Harzbahn 1873 that stands at a made-up position, for tests.
    #[doc(hidden)]
    pub fn at_harz_position(setup: Setup, rules: HarzRules, state: Harz) -> Game {
        Game {
            setup,
            log: Vec::new(),
            position: Position::Harz(Arc::new(rules), state),
        }
    }

    /// A game that stands at a made-up position, for tests.
    #[doc(hidden)]
    pub fn at_position(setup: Setup, rules: ArdRules, state: Ardennes) -> Game {
        Game {
            setup,
            log: Vec::new(),
            position: Position::Ardennes(Arc::new(rules), state),
        }
    }

    /// A game of 1826 that stands at a made-up position, for tests.
    #[doc(hidden)]
    pub fn at_1826_position(setup: Setup, rules: Rules1826, state: Y1826) -> Game {
        Game {
            setup,
            log: Vec::new(),
            position: Position::Y1826(Arc::new(rules), state),
        }
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

    /// Carries out an action with all that the rules demand of a live game, but lets the engine do nothing after it.
    ///
    /// # Errors
    /// The rule that forbids it; then nothing has changed.
    #[doc(hidden)]
    pub fn act(&mut self, by: By, action: &Action) -> Result<Vec<Event>, Rejection> {
        each!(&self.position, |rules, state| {
            state.plan(rules, by, action)?;
            state.demand(rules, action)?;
        });
        self.enter(Entry {
            by,
            action: action.clone(),
        })
    }

    /// Carries out one entry and nothing else.
    ///
    /// # Errors
    /// The rule that forbids it; then nothing has changed.
    pub fn enter(&mut self, entry: Entry) -> Result<Vec<Event>, Rejection> {
        let mut events = Vec::new();
        each!(&mut self.position, |rules, state| {
            let deed = state.plan(rules, entry.by, &entry.action)?;
            state.carry_out(rules, &deed, &mut events);
        });
        self.log.push(entry);
        Ok(events)
    }

    /// Lets the engine act where nobody has a choice: each step becomes an entry of its own, so that a fold needs
    /// no automation. Never a purchase, never a bankruptcy.
    pub fn automate(&mut self, events: &mut Vec<Event>) {
        // A game has a few thousand entries; the bound turns a fault into a stop instead of a hang.
        for _ in 0..10_000 {
            let Some(entry) = self.automatic() else {
                return;
            };
            match self.enter(entry) {
                Ok(more) => events.extend(more),
                Err(_) => return,
            }
        }
    }

    fn automatic(&self) -> Option<Entry> {
        if let Some(action) = each!(&self.position, |rules, state| state.engine_action(rules)) {
            return Some(Entry {
                by: By::Engine(Seat(0)),
                action,
            });
        }
        let asks = self.asks();
        let [ask] = asks.as_slice() else { return None };
        let legal = self.legal(ask.seat);
        let action = match legal.choices.as_slice() {
            [Choice::One(action @ (Action::Pass | Action::Discard(_) | Action::Pay(_)))] => {
                action.clone()
            }
            [Choice::Runs] => {
                let best = self.best_runs()?;
                if best.total != 0 || !best.runs.is_empty() {
                    return None;
                }
                Action::Run(Vec::new())
            }
            _ => return None,
        };
        Some(Entry {
            by: By::Engine(ask.seat),
            action,
        })
    }

    /// Takes back the last `count` entries of seats or hosts with what the engine added after them; gives back all
    /// that was taken, oldest first.
    ///
    /// # Errors
    /// `GAME` if there are fewer.
    pub fn undo(&mut self, count: usize) -> Result<Vec<Entry>, Rejection> {
        let mut left = count;
        let mut keep = self.log.len();
        while left > 0 {
            let Some(index) = self.log[..keep]
                .iter()
                .rposition(|entry| !matches!(entry.by, By::Engine(_)))
            else {
                reject!(
                    "GAME",
                    "there are only {} actions to take back, not {count}",
                    count - left
                )
            };
            keep = index;
            left -= 1;
        }
        keep = self.whole(keep);
        let game = self.folded(keep)?;
        let taken = self.log.split_off(keep);
        *self = game;
        Ok(taken)
    }

    /// How many entries to keep, at most `keep`, so that what is one act for the rules (a concession route of
    /// Harzbahn 1873) is kept or taken back whole.
    pub fn whole(&self, mut keep: usize) -> usize {
        let amid = |keep| {
            self.folded(keep)
                .is_ok_and(|game| each!(&game.position, |_rules, state| state.amid()))
        };
        while keep > 0 && amid(keep) {
            keep -= 1;
        }
        keep
    }

    /// The game after its first `count` entries.
    fn folded(&self, count: usize) -> Result<Game, Rejection> {
        let entries = self.log.get(..count).unwrap_or_default();
        Game::replay(self.setup.clone(), entries).map_err(|(_, rejection)| rejection)
    }

    /// The best runs of the company that is to run now; `None` if none is.
    pub fn best_runs(&self) -> Option<Optimum> {
        let company = self.asks().first().and_then(|ask| ask.company)?;
        self.best_runs_of(company)
    }

    /// The best runs that the company's trains could make on the present map.
    pub fn best_runs_of(&self, company: CompanyId) -> Option<Optimum> {
        each!(&self.position, |rules, state| state.best_runs(
            rules,
            company,
            SEARCH_BUDGET
        ))
    }

    /// Marks on the map that only some titles have.
    pub fn marks(&self) -> Vec<Mark> {
        each!(&self.position, |rules, state| state.marks(rules))
    }

    /// Short texts of the title in hexes, such as what a ferry pays.
    pub fn hex_notes(&self) -> Vec<(crate::ids::HexId, String)> {
        each!(&self.position, |rules, _state| rules.hex_notes())
    }

    /// How to read the title's marks on the map, in short sentences.
    pub fn map_notes(&self) -> &'static [&'static str] {
        each!(&self.position, |rules, _state| rules.map_notes())
    }

    /// What only the title knows about a company as it stands, in short sentences.
    pub fn company_notes(&self, company: CompanyId) -> Vec<String> {
        each!(&self.position, |rules, state| state
            .company_notes(rules, company))
    }

    /// What moves a price, in short lines.
    pub fn market_notes(&self) -> Vec<String> {
        each!(&self.position, |rules, _state| rules.market_notes())
    }

    /// What happens when a phase begins, by phase.
    pub fn phase_notes(&self) -> Vec<String> {
        each!(&self.position, |rules, _state| rules.phase_notes())
    }

    /// A player's worth as in the final score, in the title's currency.
    pub fn worth(&self, seat: Seat) -> i32 {
        each!(&self.position, |rules, state| state.worth(rules, seat))
    }

    /// Seats by worth, best first; equal worth shares the rank (from 1) unless the title breaks the tie.
    pub fn ranking(&self) -> Vec<(u8, Seat, i32)> {
        let tie = |seat| each!(&self.position, |_rules, state| state.tie_break(seat));
        let mut worths: Vec<(Seat, (i32, i32))> = self
            .seats()
            .map(|seat| (seat, (self.worth(seat), tie(seat))))
            .collect();
        worths.sort_by_key(|(seat, worth)| (std::cmp::Reverse(*worth), *seat));
        let ranks: Vec<u8> = worths
            .iter()
            .map(|(_, worth)| 1 + worths.iter().filter(|(_, other)| other > worth).count() as u8)
            .collect();
        worths
            .into_iter()
            .zip(ranks)
            .map(|((seat, (worth, _)), rank)| (rank, seat, worth))
            .collect()
    }

    /// Every seat.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..usize::from(self.setup.players)).map(Seat::from)
    }

    /// Certificates that count for the seat, and the limit.
    pub fn certificates(&self, seat: Seat) -> (u8, u8) {
        each!(&self.position, |rules, state| state
            .certificates(rules, seat))
    }

    /// How many trains the company may own now.
    pub fn train_limit(&self, company: CompanyId) -> u8 {
        each!(&self.position, |rules, state| state
            .train_limit(rules, company))
    }

    /// Companies in the order in which they would operate now.
    pub fn operating_order(&self) -> Vec<CompanyId> {
        each!(&self.position, |rules, state| state.operating_order(rules))
    }

    /// The round as players name it: `SR 3`, `OR 3.2`.
    pub fn round_name(&self) -> String {
        each!(&self.position, |_rules, state| state.round_name())
    }

    /// Name of the phase.
    pub fn phase_name(&self) -> &str {
        self.definition()
            .phases
            .get(usize::from(self.shared().phase))
            .map_or("", |phase| phase.name.as_str())
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
