//! Harzbahn 1873 as the Ruby engine of 18xx.games records it.

mod answers;
mod digest;
mod lists;
mod memory;
mod moves;
mod runs;

use super::fields::{company_named, other_revenue};
use super::trace::{Header, Move};
use super::{Adapter, Answer, Exception, Exempt, Listed};
use engine::event::Event;
use engine::ids::{CompanyId, Seat};
use engine::titles::harzbahn::{Done, Frame};
use engine::{Action, By, Entry, Game, Payout, Setup, Topic};
use serde_json::Value;
use std::cell::RefCell;

/// The adapter of a trace.
pub struct Harz {
    /// Players in seating order.
    players: Vec<String>,
    /// The game uses the map of the All-Aboard edition.
    all_aboard: bool,
    memory: memory::Memory,
    /// The public mining company that is being formed: the reference names it and its mines in three lines.
    forming: RefCell<Option<Forming>>,
}

/// A public mining company that is being formed.
#[derive(Clone, Copy, Debug)]
struct Forming {
    company: CompanyId,
    seat: Seat,
    /// Its first mine and the line that named it.
    first: Option<(CompanyId, i64)>,
}

/// Who a recorded action names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Actor {
    Player(Seat),
    Company(CompanyId),
}

impl Harz {
    /// An adapter for the trace of that header.
    pub fn new(header: &Header) -> Harz {
        Harz {
            players: header.players.clone(),
            all_aboard: header.options.iter().any(|name| name == "aag_variant"),
            memory: memory::Memory::new(),
            forming: RefCell::new(None),
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

    fn actor(&self, game: &Game, play: &Move) -> Option<Actor> {
        match play.actor() {
            ("player", id) => self.seat(id).map(Actor::Player),
            (_, id) => game.definition().company(id).map(Actor::Company),
        }
    }

    /// In whose name the action stands: a company's is its director's, a mine's its owner's, one in receivership is
    /// run by the engine.
    fn by(&self, game: &Game, play: &Move, actor: Actor) -> By {
        match actor {
            Actor::Player(seat) => By::Seat(seat),
            Actor::Company(_) if play.kind() == "merge_mine" => match *self.forming.borrow() {
                Some(forming) => By::Seat(forming.seat),
                None => By::Engine(Seat(0)),
            },
            Actor::Company(company) => {
                let seat = game
                    .harzbahn()
                    .and_then(|(rules, state)| state.controller(rules, company));
                seat.map_or(By::Engine(Seat(0)), By::Seat)
            }
        }
    }

    /// Keeps what the lines say of a public mining company that is being formed.
    fn note(&self, game: &Game, play: &Move) {
        let mut forming = self.forming.borrow_mut();
        match play.kind() {
            "form_public_mine" => {
                let company =
                    moves::target(play).and_then(|id| company_named(game.definition(), id));
                let seat = self.seat(play.actor().1);
                *forming = company.ok().zip(seat).map(|(company, seat)| Forming {
                    company,
                    seat,
                    first: None,
                });
            }
            "merge_mine" => {
                let mine = play
                    .text("mine")
                    .and_then(|id| game.definition().company(id));
                if let (Some(forming), Some(mine)) = (forming.as_mut(), mine) {
                    forming.first.get_or_insert((mine, play.n()));
                }
            }
            _ => *forming = None,
        }
    }

    /// What the player in turn in the stock round has done so far.
    fn done(&self, game: &Game) -> Option<(Seat, Done)> {
        game.harzbahn()
            .and_then(|(_, state)| match state.frames.last() {
                Some(Frame::Stock { turn, done, .. }) => Some((*turn, *done)),
                _ => None,
            })
    }
}

/// The questions that a recorded action answers.
fn topics(play: &Move) -> &'static [Topic] {
    let mine = play.actor().0 == "mine";
    match (play.kind(), play.text("step").unwrap_or("")) {
        ("bid_premium", _) | ("pass", "premium") => &[Topic::Premium],
        ("draft", _) | ("pass", "draft") => &[Topic::TakeLot],
        ("bid", _) | ("pass", "concession_auction") => &[Topic::Concessions, Topic::Bid],
        ("par" | "buy_share" | "sell_shares" | "merge_mine", _)
        | ("pass", "buy_sell_par_shares") => &[Topic::StockTurn],
        ("lay_tile", _) | ("pass", "track") => &[Topic::Track, Topic::ConcessionRoute],
        ("place_token", _) | ("pass", "token") => &[Topic::Token],
        ("run_routes", _) => &[Topic::Run],
        ("dividend", _) => &[Topic::Dividend],
        ("buy_train" | "scrap_train", _) | ("pass", "buy_train") => {
            &[Topic::Machines, Topic::Trains]
        }
        ("swap_switchers", _) | ("pass", "reassign_switcher") => &[Topic::Switchers],
        ("buy_mine", _) | ("pass", "buy_mine") => &[Topic::BuyMine],
        ("close_mine", _) => &[Topic::CloseMine],
        // The reference calls the last step of a mine by the name of the issue.
        ("pass", "convert") if mine => &[Topic::CloseMine],
        ("convert", _) | ("pass", "convert") => &[Topic::Convert],
        _ => &[],
    }
}

impl Adapter for Harz {
    fn setup(&self) -> Setup {
        let mut setup = Setup::new("1873", self.players.len() as u8);
        setup.options = engine::game::preset("1873", "as-18xx-games").unwrap_or_default();
        if self.all_aboard {
            setup.options.push("all_aboard_map".into());
        }
        setup
    }

    fn fits(&self, game: &Game, play: &Move) -> bool {
        let Some(actor) = self.actor(game, play) else {
            return false;
        };
        let Some(ask) = game.decision() else {
            // In receivership nobody is asked.
            let step = play.text("step") == Some("reassign_switcher");
            return matches!(actor, Actor::Company(company)
                if digest::in_turn(game) == Some(company)
                    && (step || matches!(play.kind(), "run_routes" | "swap_switchers")));
        };
        if !topics(play).contains(&ask.topic) {
            return false;
        }
        match actor {
            Actor::Player(seat) => ask.seat == seat,
            Actor::Company(_) if play.kind() == "merge_mine" => {
                self.by(game, play, actor) == By::Seat(ask.seat)
            }
            Actor::Company(company) => ask.company == Some(company),
        }
    }

    fn entry(&self, game: &Game, play: &Move) -> Result<Entry, String> {
        let actor = self
            .actor(game, play)
            .ok_or("an actor that the game does not know")?;
        let action = moves::action(self, game, play)?;
        Ok(Entry {
            by: self.by(game, play, actor),
            action,
        })
    }

    fn bars(&self, game: &Game, play: &Move) -> Option<&'static str> {
        let actor = self.actor(game, play)?;
        // Between the lines of a formation the reference waits for the mines; ours has it in one action of two mines.
        if play.kind() == "pass" && play.text("step") == Some("form") {
            let forming = *self.forming.borrow();
            let his = forming.is_some_and(|forming| actor == Actor::Player(forming.seat));
            return Some(if his { "H73-3.2.5-02" } else { "GAME" });
        }
        // The slots of ours are the two mines of an exchange.
        let mines = moves::mines_of(game.definition(), play).len();
        if play.kind() == "swap_switchers" && (mines, moves::slots(play)) != (2, 2) {
            return Some("H73-4.3.1-02");
        }
        // Ours has no shares of players on sale.
        let from_player = play
            .text("source")
            .is_some_and(|name| self.seat(name).is_some());
        if play.kind() == "buy_share" && from_player {
            return Some("H73-3.2.3-01");
        }
        // An entry names a seat; that the company is not the one in turn can be seen only here.
        let Actor::Company(company) = actor else {
            return None;
        };
        let in_turn = match game.decision() {
            Some(ask) => ask.company,
            None => digest::in_turn(game),
        };
        (play.kind() != "merge_mine" && in_turn != Some(company)).then_some("GAME")
    }

    fn may_wait(&self, game: &Game, play: &Move) -> bool {
        // After a formation or an option the turn goes on in ours, for that company alone.
        matches!(
            play.kind(),
            "par" | "buy_share" | "sell_shares" | "merge_mine"
        ) && self
            .done(game)
            .is_some_and(|(_, done)| done != Done::Nothing)
    }

    fn filler(&self, game: &Game, _: &[Move]) -> Option<Entry> {
        let Some(ask) = game.decision() else {
            let mut trial = game.clone();
            trial.automate(&mut Vec::new());
            return trial.log().get(game.log().len()).cloned();
        };
        let action = match ask.topic {
            Topic::ConcessionRoute => return None,
            Topic::Run => Action::Run(Vec::new()),
            Topic::Dividend => Action::Pay(Payout::Nothing),
            Topic::UniteAnswer | Topic::MineAnswer | Topic::TrainAnswer => Action::Agree,
            _ => Action::Pass,
        };
        Some(Entry {
            by: By::Seat(ask.seat),
            action,
        })
    }

    fn implied(&self, game: &Game, play: &Move) -> bool {
        self.note(game, play);
        match play.kind() {
            // What is connected, ours sees with the tile.
            "connect_mines" | "form_public_mine" => true,
            "merge_mine" => self
                .forming
                .borrow()
                .is_some_and(|forming| forming.first.is_some_and(|(_, line)| line == play.n())),
            _ => false,
        }
    }

    fn chained(&self, _: &Game, play: &Move) -> bool {
        // A formation waits for its last line, ours for the passes before it.
        matches!(
            play.kind(),
            "connect_mines" | "form_public_mine" | "merge_mine"
        )
    }

    fn outcome(&self, play: &Move, events: &[Event]) -> Option<String> {
        other_revenue(play, events, false)
    }

    fn digest(&mut self, game: &Game) -> Value {
        self.memory.follow(game);
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
}
