//! 1835 as the Rails moderator records it.

mod answers;
mod digest;
mod legal;
mod lists;
mod moves;
mod runs;

use super::legal::Offers;
use super::trace::{Header, Move};
use super::{Adapter, Answer, Exception, Exempt, Listed};
use engine::action::Lot;
use engine::event::Event;
use engine::ids::{CompanyId, Seat};
use engine::titles::y1835::{Frame, Step};
use engine::{Action, By, Entry, Game, Payout, Setup, Topic};
use serde_json::Value;
use std::cell::RefCell;

/// The adapter of a trace.
pub struct Y1835 {
    /// The trace.
    trace: String,
    /// Players in seating order.
    players: Vec<String>,
    options: Vec<String>,
    recorded: bool,
    memory: RefCell<Memory>,
}

/// What earlier lines said that later questions of ours need.
#[derive(Clone, Debug, Default)]
struct Memory {
    /// What each seat exchanged when it was asked last.
    folds: Vec<(Seat, Vec<Lot>)>,
    /// Baden's station as the lay on its home named it.
    station: Option<u8>,
    /// The deal before the line was a purchase: the outgoing director then takes small certificates.
    small: bool,
    /// The same for what follows the line.
    small_next: bool,
    /// Company and revenue of the line that is being entered.
    revenue: Option<(CompanyId, i32)>,
}

impl Y1835 {
    /// An adapter for the trace of that header.
    pub fn new(header: &Header) -> Y1835 {
        Y1835 {
            trace: header.name.clone(),
            players: header.players.clone(),
            options: header.options.clone(),
            recorded: header.recorded,
            memory: RefCell::default(),
        }
    }

    fn seat(&self, name: &str) -> Option<Seat> {
        self.players
            .iter()
            .position(|player| player == name)
            .map(Seat::from)
    }

    fn name(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("?", String::as_str)
    }

    /// Who decides: a player, or the one who decides for the company.
    fn actor(&self, play: &Move) -> Option<Seat> {
        let (kind, id) = play.actor();
        if kind == "player" {
            return self.seat(id);
        }
        play.get("actor")
            .and_then(|actor| actor.get("player"))
            .and_then(Value::as_str)
            .and_then(|name| self.seat(name))
    }

    /// The company that acts.
    fn company(&self, game: &Game, play: &Move) -> Option<CompanyId> {
        let (kind, id) = play.actor();
        (kind != "player")
            .then(|| game.definition().company(id))
            .flatten()
    }

    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|name| name == option)
    }

    /// Keeps what the line says.
    fn note(&self, game: &Game, play: &Move) {
        let mut memory = self.memory.borrow_mut();
        memory.revenue = None;
        memory.small = memory.small_next;
        match play.kind() {
            "exchange" => {
                memory.small_next = false;
                let lots: Vec<Lot> = play
                    .get("fold")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .filter_map(|name| moves::lot(game.definition(), name.as_str()?).ok())
                    .collect();
                if let Some(seat) = self.actor(play) {
                    memory.folds.retain(|(of, _)| *of != seat);
                    memory.folds.push((seat, lots));
                }
            }
            "lay_tile" => {
                memory.station = play
                    .get("relay_tokens")
                    .and_then(|tokens| tokens.get("BA"))
                    .and_then(Value::as_u64)
                    .and_then(|stop| u8::try_from(stop.saturating_sub(1)).ok())
                    .or(memory.station);
            }
            "buy_share" | "par" => memory.small_next = true,
            "sell_shares" | "form" | "buy_train" => memory.small_next = false,
            "dividend" => {
                let revenue = play
                    .number("revenue")
                    .and_then(|sum| i32::try_from(sum).ok());
                memory.revenue = self.company(game, play).zip(revenue);
            }
            _ => {}
        }
    }

    /// Whether our flow decides about the earnings by itself.
    fn automatic(&self, game: &Game, play: &Move) -> bool {
        let minor = play.actor().0 == "minor";
        let loan = self.company(game, play).is_some_and(|company| {
            game.y1835()
                .is_some_and(|(_, state)| state.loans().iter().any(|(of, _)| *of == company))
        });
        minor || loan || play.number("revenue") == Some(0)
    }
}

/// The questions that a recorded action answers.
fn topics(play: &Move) -> &'static [Topic] {
    match play.kind() {
        "buy" => &[Topic::Packet, Topic::StockTurn],
        "par" | "buy_share" => &[Topic::StockTurn],
        "sell_shares" => &[Topic::StockTurn, Topic::Packet, Topic::Raise],
        "pass" => &[Topic::Packet, Topic::StockTurn],
        "done" => &[Topic::Packet, Topic::StockTurn, Topic::Trains],
        "skip" => &[Topic::Track, Topic::Token],
        "lay_tile" => &[Topic::Track],
        "place_token" => &[Topic::Token, Topic::Track],
        "place_home_token" => &[Topic::HomeStation],
        "dividend" => &[Topic::Run, Topic::Dividend],
        "buy_train" => &[Topic::Trains],
        "discard_train" => &[Topic::Discard],
        "form" => &[Topic::OpenPrussian],
        "exchange" => &[Topic::JoinPrussian],
        "adjust_share_price" => &[Topic::StockTurn],
        _ => &[],
    }
}

/// The step of the reference that a line was made in.
fn step(play: &Move) -> &str {
    play.get("at")
        .and_then(|at| at.get("step"))
        .and_then(Value::as_str)
        .unwrap_or("")
}

impl Adapter for Y1835 {
    fn setup(&self) -> Setup {
        let mut setup = Setup::new("1835", self.players.len() as u8);
        let all = engine::game::preset("1835", "as-rails").unwrap_or_default();
        setup.options = all
            .into_iter()
            .filter(|name| {
                self.recorded || !lists::REPAIRED.iter().any(|repaired| repaired == name)
            })
            .collect();
        for (option, name) in [
            ("Variant=Clemens", "clemens_start"),
            ("Variant=Snake", "snake_start"),
            ("MinorsRequireFloatedBY=yes", "minors_wait_for_bavaria"),
            ("UnlimitedTiles=Yes", "unlimited_tiles"),
            ("LDIncome=30M", "leipzig_income_30"),
        ] {
            if self.has(option) {
                setup.options.push(name.into());
            }
        }
        setup
    }

    fn fits(&self, game: &Game, play: &Move) -> bool {
        let Some(ask) = game.decision() else {
            return false;
        };
        let automatic = self.automatic(game, play);
        let asked = match (play.kind(), ask.topic) {
            ("dividend", Topic::Run) => automatic,
            ("skip", Topic::Track) => step(play) == "lay_track",
            ("skip", Topic::Token) => step(play) == "lay_token",
            ("place_token", Topic::Track) => play.text("private").is_some(),
            (_, topic) => topics(play).contains(&topic),
        };
        let discards = play.kind() == "discard_train";
        let company = if discards {
            play.text("company")
                .and_then(|id| game.definition().company(id))
        } else {
            self.company(game, play)
        };
        let raise = ask.topic == Topic::Raise;
        asked
            && match company {
                Some(company) if !raise => ask.company == Some(company),
                _ => self.actor(play) == Some(ask.seat),
            }
    }

    fn entry(&self, game: &Game, play: &Move) -> Result<Entry, String> {
        let seat = match game.decision() {
            // After a formation the reference names the wrong player for a company.
            Some(ask) if play.actor().0 != "player" => ask.seat,
            _ => self
                .actor(play)
                .ok_or("an actor that the game does not know")?,
        };
        let defect = lists::DEFECTS
            .iter()
            .find(|(trace, line, _)| *trace == self.trace && *line == play.n());
        if let Some((_, _, why)) = defect {
            return Err((*why).into());
        }
        let entry = Entry {
            by: By::Seat(seat),
            action: moves::action(self, game, play)?,
        };
        if matches!(play.kind(), "buy_train" | "sell_shares") && moves::ruins(game, &entry) {
            return Err("the reference declares a bankruptcy with this line".into());
        }
        Ok(entry)
    }

    fn bars(&self, _: &Game, _: &Move) -> Option<&'static str> {
        None
    }

    fn may_wait(&self, game: &Game, play: &Move) -> bool {
        // In later rounds our turn goes on after a purchase.
        let bought = game.y1835().is_some_and(|(_, state)| {
            matches!(
                state.frames().last(),
                Some(Frame::Share { bought: true, .. } | Frame::Share { sold: true, .. })
            )
        });
        if bought
            && matches!(
                play.kind(),
                "buy" | "buy_share" | "par" | "sell_shares" | "pass"
            )
        {
            return true;
        }
        // Who cannot pay for anything is passed over, also into the next round.
        if play.kind() == "buy" {
            return true;
        }
        // A private's station can be placed in two steps.
        game.decision().is_some_and(|ask| {
            matches!(
                (play.kind(), ask.topic),
                ("place_token", Topic::Track) | ("skip", Topic::Track)
            )
        })
    }

    fn filler(&self, game: &Game, coming: &[Move]) -> Option<Entry> {
        let ask = game.decision()?;
        let memory = self.memory.borrow();
        let action = match ask.topic {
            Topic::Run => {
                let company = ask.company?;
                let revenue = memory
                    .revenue
                    .filter(|(of, _)| *of == company)
                    .map(|(_, sum)| sum);
                Action::Run(runs::runs(game, revenue).unwrap_or_default())
            }
            Topic::Dividend => Action::Pay(Payout::Nothing),
            Topic::TrainAnswer => Action::Agree,
            Topic::OpenPrussian => Action::Refuse,
            Topic::JoinPrussian => {
                let lot = memory
                    .folds
                    .iter()
                    .find(|(seat, _)| *seat == ask.seat)
                    .and_then(|(_, lots)| {
                        lots.iter()
                            .copied()
                            .find(|lot| moves::owns(game, ask.seat, *lot))
                    });
                lot.map_or(Action::Pass, Action::Fold)
            }
            Topic::SwapDirector => moves::swap(game, ask.seat, memory.small)?,
            Topic::HomeStation => {
                let (rules, _) = game.y1835()?;
                Action::Token(rules.special.mannheim, memory.station?)
            }
            Topic::Discard => {
                coming
                    .iter()
                    .take_while(|play| play.kind() == "discard_train")
                    .find(|play| self.fits(game, play))
                    .and_then(|play| self.entry(game, play).ok())?
                    .action
            }
            Topic::Raise => return None,
            _ => Action::Pass,
        };
        Some(Entry {
            by: By::Seat(ask.seat),
            action,
        })
    }

    fn chained(&self, game: &Game, play: &Move) -> bool {
        let round = play
            .get("at")
            .and_then(|at| at.get("round"))
            .and_then(Value::as_str);
        // The reference looks at the Prussian's directorship after its discards (E35-RUL-27).
        if play.kind() == "discard_train" && round == Some("prussian_formation") {
            return true;
        }
        // Our turn of the first round has gone on.
        play.kind() == "done"
            && game.decision().is_some_and(|ask| {
                ask.topic == Topic::StockTurn && Some(ask.seat) != self.actor(play)
            })
    }

    fn implied(&self, game: &Game, play: &Move) -> bool {
        self.note(game, play);
        let turn = game.y1835().and_then(|(_, state)| state.in_turn());
        let company = self.company(game, play);
        let mine = turn.filter(|(of, _)| Some(*of) == company);
        match (play.kind(), step(play)) {
            ("request_turn" | "correction_mode", _) => true,
            // Our turn of the first round ends with the purchase.
            ("done", _) if company.is_none() => game.decision().is_some_and(|ask| {
                matches!(ask.topic, Topic::Packet | Topic::StockTurn)
                    && Some(ask.seat) != self.actor(play)
            }),
            // Our step is over where nothing more can be laid or placed.
            ("skip", "lay_track") => {
                mine.is_some_and(|(_, step)| !matches!(step, Step::Track { .. }))
            }
            ("skip", "lay_token") => mine
                .is_some_and(|(_, step)| !matches!(step, Step::Track { .. } | Step::Token { .. })),
            _ => false,
        }
    }

    fn outcome(&self, play: &Move, events: &[Event]) -> Option<String> {
        moves::outcome(play, events)
    }

    fn digest(&mut self, game: &Game) -> Value {
        digest::digest(self, game)
    }

    fn exceptions(&self) -> &'static [Exception] {
        lists::EXCEPTIONS
    }

    fn exempt(&self) -> &'static [Exempt] {
        lists::EXEMPT
    }

    fn answers(&self) -> &'static [Answer] {
        answers::ANSWERS
    }

    fn listed(&self) -> &'static [Listed] {
        answers::LISTED
    }

    fn offers(&self, game: &Game, _play: &Move, list: &Value) -> Offers {
        legal::offers(self, game, list)
    }
}
