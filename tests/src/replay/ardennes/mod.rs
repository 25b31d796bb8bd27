//! 18Ardennes as the Ruby engine of 18xx.games records it.

mod answers;
mod digest;
mod lists;
mod memory;
mod moves;
mod runs;

use super::fields::other_revenue;
use super::trace::{Header, Move};
use super::{Adapter, Answer, Exception, Exempt, Listed};
use engine::event::Event;
use engine::ids::{CompanyId, Seat};
use engine::rolling_stock::TrainHolder;
use engine::{Action, By, Entry, Game, Payout, Run, Setup, Topic};
use serde_json::Value;

/// The adapter of a trace.
pub struct Ardennes {
    /// Players in seating order.
    players: Vec<String>,
    memory: memory::Memory,
}

/// Who a recorded action names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Actor {
    Player(Seat),
    Company(CompanyId),
}

impl Ardennes {
    /// An adapter for the trace of that header.
    pub fn new(header: &Header) -> Ardennes {
        Ardennes {
            players: header.players.clone(),
            memory: memory::Memory::new(),
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

    /// In whose name the action stands: a company's is its president's, one on autopilot is run by the engine.
    fn by(&self, game: &Game, actor: Actor) -> By {
        match actor {
            Actor::Player(seat) => By::Seat(seat),
            Actor::Company(company) => match game.shared().director(game.definition(), company) {
                Some(seat) => By::Seat(seat),
                None => By::Engine(Seat(0)),
            },
        }
    }
}

/// The questions that a recorded action answers.
fn topics(play: &Move) -> &'static [Topic] {
    match (play.kind(), play.text("step").unwrap_or("")) {
        ("bid", _) if play.text("minor").is_some() => &[Topic::CompanyAuction],
        ("bid", _) => &[Topic::OpenLot, Topic::Bid, Topic::TakeLot],
        ("buy_minor", _) => &[Topic::TakeLot],
        ("lay_tile", _) => &[Topic::Track, Topic::HomeTile],
        ("buy_share" | "exchange_minor", _) => &[Topic::StockTurn, Topic::Acquire],
        ("par" | "buy_private", _) => &[Topic::StockTurn],
        ("sell_shares" | "sell_private" | "bankrupt", _) => &[Topic::StockTurn, Topic::Trains],
        ("choose", "exchange_approval") => &[Topic::ExchangeAnswer],
        ("choose", "decline_forts") => &[Topic::KeepForts],
        ("choose" | "pass", "collect_forts") => &[Topic::Forts],
        ("remove_token", _) | ("pass", "decline_tokens") => &[Topic::DeclineTokens],
        ("discard_train", _) => &[Topic::DeclineTrains, Topic::Discard],
        ("pass", "decline_trains") => &[Topic::DeclineTrains],
        ("convert", _) | ("pass", "convert") => &[Topic::Convert],
        ("issue_shares", _) | ("pass", "issue_shares") => &[Topic::Issue],
        ("place_token" | "replace_token", _) | ("pass", "token") => &[Topic::Token],
        ("run_routes", _) => &[Topic::Run],
        ("dividend", _) => &[Topic::Dividend],
        ("buy_train", _) | ("pass", "buy_train") => &[Topic::Trains],
        ("pass", "minor_auction") => &[Topic::Bid],
        ("pass", "major_auction") => &[Topic::CompanyAuction],
        ("pass", "buy_sell_par_shares_companies") => &[Topic::StockTurn],
        ("pass", "post_conversion_shares") => &[Topic::Acquire],
        ("pass", "track") => &[Topic::Track],
        _ => &[],
    }
}

impl Adapter for Ardennes {
    fn setup(&self) -> Setup {
        let mut setup = Setup::new("18ardennes", self.players.len() as u8);
        setup.options = engine::game::preset("18ardennes", "as-18xx-games").unwrap_or_default();
        setup
    }

    fn fits(&self, game: &Game, play: &Move) -> bool {
        let Some(actor) = self.actor(game, play) else {
            return false;
        };
        let Some(ask) = game.decision() else {
            // A company on autopilot: nobody is asked.
            return matches!(actor, Actor::Company(company)
                if digest::in_turn(game) == Some(company) && play.kind() == "run_routes");
        };
        if !topics(play).contains(&ask.topic) {
            return false;
        }
        match actor {
            Actor::Player(seat) => ask.seat == seat,
            Actor::Company(company) if play.kind() == "exchange_minor" => {
                self.by(game, actor) == By::Seat(ask.seat) && ask.company != Some(company)
            }
            Actor::Company(company) => ask.company == Some(company),
        }
    }

    fn entry(&self, game: &Game, play: &Move) -> Result<Entry, String> {
        let actor = self
            .actor(game, play)
            .ok_or("an actor that the game does not know")?;
        let action = moves::action(self, game, play, actor)?;
        Ok(Entry {
            by: self.by(game, actor),
            action,
        })
    }

    fn bars(&self, game: &Game, play: &Move) -> Option<&'static str> {
        // An entry names a seat; that the company is not the one in turn can be seen only here.
        let actor = self.actor(game, play)?;
        let ask = game.decision()?;
        let Actor::Company(company) = actor else {
            return None;
        };
        let other = play.kind() != "exchange_minor"
            && ask.company.is_some_and(|asked| asked != company)
            && self.by(game, actor) == By::Seat(ask.seat);
        other.then_some("GAME")
    }

    fn may_wait(&self, game: &Game, play: &Move) -> bool {
        // The same verb stands for two questions that can follow each other.
        match play.kind() {
            "sell_shares" | "sell_private" => game
                .decision()
                .is_some_and(|ask| ask.topic == Topic::Trains),
            "discard_train" => game
                .decision()
                .is_some_and(|ask| ask.topic == Topic::DeclineTrains),
            "buy_share" | "exchange_minor" => game
                .decision()
                .is_some_and(|ask| ask.topic == Topic::Acquire),
            _ => false,
        }
    }

    fn filler(&self, game: &Game, coming: &[Move]) -> Option<Entry> {
        let Some(ask) = game.decision() else {
            let mut trial = game.clone();
            trial.automate(&mut Vec::new());
            return trial.log().get(game.log().len()).cloned();
        };
        let action = match ask.topic {
            Topic::OpenLot | Topic::TakeLot | Topic::HomeTile | Topic::KeepForts => return None,
            // The order of discards at a change of phase makes no difference (ARD-RUL-29).
            Topic::Discard => {
                coming
                    .iter()
                    .take_while(|play| play.kind() == "discard_train")
                    .find(|play| self.fits(game, play))
                    .and_then(|play| self.entry(game, play).ok())?
                    .action
            }
            Topic::Run => Action::Run(Vec::new()),
            Topic::Dividend => Action::Pay(Payout::Nothing),
            Topic::ExchangeAnswer | Topic::TrainAnswer => Action::Agree,
            _ => Action::Pass,
        };
        Some(Entry {
            by: By::Seat(ask.seat),
            action,
        })
    }

    fn implied(&self, game: &Game, play: &Move) -> bool {
        // ARD-6.8.6-11: a company on autopilot pays out.
        let pays = play.kind() == "dividend" && play.text("kind") == Some("payout");
        if pays {
            return self
                .actor(game, play)
                .is_some_and(|actor| matches!(self.by(game, actor), By::Engine(_)));
        }
        // Discarded before its line, in our order.
        let card = play
            .text("train_id")
            .and_then(|name| moves::train_named(game.definition(), name));
        play.kind() == "discard_train"
            && card
                .and_then(|card| game.shared().depot.get(card))
                .is_some_and(|train| train.holder == TrainHolder::Pool)
    }

    fn chained(&self, game: &Game, play: &Move) -> bool {
        // The reference hands out Minor 7's mining right with its home tile, the rulebook with the start
        // (ARD-3.2.4-12).
        let home = game
            .decision()
            .is_some_and(|ask| ask.topic == Topic::HomeTile);
        home || self.implied(game, play)
            || matches!(
                (play.kind(), play.text("step").unwrap_or("")),
                ("remove_token" | "discard_train", _)
                    | ("pass", "decline_tokens" | "decline_trains")
                    | ("choose", "decline_forts")
            )
    }

    fn outcome(&self, play: &Move, events: &[Event]) -> Option<String> {
        other_revenue(play, events, true)
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

/// The trains of runs, for reports.
fn trains(game: &Game, runs: &[Run]) -> String {
    let names: Vec<String> = runs
        .iter()
        .map(|run| game.definition().train_name(run.train))
        .collect();
    names.join(", ")
}
