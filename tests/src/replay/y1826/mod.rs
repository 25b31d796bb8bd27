//! 1826 as the Rails moderator records it.

mod answers;
mod digest;
mod legal;
mod lists;
mod moves;

use super::legal::Offers;
use super::trace::{Header, Move};
use super::{Adapter, Answer, Exception, Exempt, Listed};
use engine::action::BondDeal;
use engine::event::Event;
use engine::ids::{CompanyId, Seat};
use engine::{Action, By, Entry, Game, Payout, Setup, Topic};
use serde_json::Value;
use std::cell::RefCell;

/// The adapter of a trace.
pub struct Y1826 {
    name: String,
    /// Players in seating order.
    players: Vec<String>,
    /// The line that is to be entered now.
    now: RefCell<Option<Move>>,
    /// What the line entered last leaves to do.
    left: RefCell<Left>,
}

/// What a line leaves to do.
#[derive(Clone, Debug, Default)]
struct Left {
    /// Starting value named with a purchase.
    value: Option<i32>,
    /// Players whom the reference passed after the line.
    passed: Vec<Seat>,
    /// A purchase that waits for the president's sales.
    purchase: Option<Action>,
}

/// Who a recorded action names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Actor {
    Player(Seat),
    Company(CompanyId),
}

impl Y1826 {
    /// An adapter for the trace of that header.
    pub fn new(header: &Header) -> Y1826 {
        Y1826 {
            name: header.name.clone(),
            players: header.players.clone(),
            now: RefCell::new(None),
            left: RefCell::new(Left::default()),
        }
    }

    fn seat(&self, name: &str) -> Option<Seat> {
        let mut players = self.players.iter();
        players.position(|player| player == name).map(Seat::from)
    }

    fn player(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("?", String::as_str)
    }

    fn actor(&self, game: &Game, play: &Move) -> Option<Actor> {
        match play.actor() {
            ("player", id) => self.seat(id).map(Actor::Player),
            (_, id) => game.definition().company(id).map(Actor::Company),
        }
    }

    fn by(&self, game: &Game, actor: Actor) -> By {
        match actor {
            Actor::Player(seat) => By::Seat(seat),
            Actor::Company(company) => {
                let seat = game.shared().director(game.definition(), company);
                seat.map_or(By::Engine(Seat(0)), By::Seat)
            }
        }
    }

    /// The runs that a line of a dividend stands for: the best, or earnings as typed.
    fn run(&self, game: &Game, play: &Move) -> Option<Action> {
        let revenue = play.number("revenue")?;
        let best = game.best_runs()?;
        if i64::from(best.total) == revenue {
            return Some(Action::Run(best.runs));
        }
        let typed = game
            .setup()
            .options
            .iter()
            .any(|name| name == "revenue_as_typed");
        // Without the option the difference shows as a divergence.
        Some(if typed {
            Action::Earn(i32::try_from(revenue).ok()?)
        } else {
            Action::Run(best.runs)
        })
    }

    /// Whether the company is asked to run, and its run leaves nothing to decide.
    fn run_is_all(&self, game: &Game, play: &Move) -> bool {
        let Some((ask, action)) = game.decision().zip(self.run(game, play)) else {
            return false;
        };
        let mut trial = game.clone();
        let entered = trial.enter(Entry {
            by: By::Seat(ask.seat),
            action,
        });
        entered.is_ok()
            && trial
                .decision()
                .is_none_or(|next| next.topic != Topic::Dividend || next.company != ask.company)
    }

    /// Whether the game converts in any step.
    fn any_time(game: &Game) -> bool {
        let mut options = game.setup().options.iter();
        options.any(|name| name == "convert_and_algerie_any_time")
    }

    fn seat_entry(seat: Seat, action: Action) -> Option<Entry> {
        Some(Entry {
            by: By::Seat(seat),
            action,
        })
    }
}

/// The questions that a recorded action answers.
fn topics(play: &Move) -> &'static [Topic] {
    let at = |key: &str| {
        play.get("at")
            .and_then(|at| at.get(key))
            .and_then(Value::as_str)
            .unwrap_or("")
    };
    let major = play.actor().0 == "major";
    match (play.kind(), at("round"), at("step")) {
        ("buy" | "bid", ..) => &[Topic::Privates, Topic::Bid],
        ("pass", "start", _) => &[Topic::Privates, Topic::Bid],
        ("par", ..) => &[Topic::StockTurn, Topic::NameValue],
        ("buy_share", ..) if major => &[Topic::Trade],
        ("sell_shares", ..) if major => &[Topic::Trade],
        ("buy_share" | "sell_bonds", ..) => &[Topic::StockTurn],
        ("sell_shares", ..) => &[Topic::StockTurn, Topic::Trains, Topic::RaiseMoney],
        ("buy_bonds", ..) if major => &[Topic::Redeem],
        ("buy_bonds", ..) => &[Topic::StockTurn],
        ("pass" | "done", "stock", _) => &[Topic::StockTurn],
        ("lay_tile", ..) | ("skip" | "done", _, "lay_track") => &[Topic::Track],
        ("convert", _, "buy_train") => &[Topic::Trains],
        ("convert", _, "calc_revenue") => &[Topic::Run, Topic::Dividend],
        ("convert", _, "lay_track") => &[Topic::Track, Topic::Convert],
        ("convert", ..) => &[Topic::Convert, Topic::Token],
        ("place_token" | "place_bonus_token", ..) | ("skip" | "done", _, "lay_token") => {
            &[Topic::Token]
        }
        ("dividend", ..) => &[Topic::Dividend],
        ("use_private", ..) => &[
            Topic::Trains,
            Topic::Track,
            Topic::Convert,
            Topic::Token,
            Topic::Run,
            Topic::Dividend,
        ],
        ("buy_train", ..) | ("done" | "skip", _, "buy_train") => &[Topic::Trains],
        ("repay_loans", ..) | ("done", _, "repay_loans") => &[Topic::Repay],
        ("done" | "pass", "treasury_trading", _) => &[Topic::Redeem, Topic::Trade],
        ("discard_train", ..) => &[Topic::Discard],
        ("exchange_tokens", ..) => &[Topic::Stations],
        _ => &[],
    }
}

impl Adapter for Y1826 {
    fn setup(&self) -> Setup {
        let mut setup = Setup::new("1826", self.players.len() as u8);
        setup.options = lists::options(&self.name);
        setup
    }

    fn fits(&self, game: &Game, play: &Move) -> bool {
        *self.now.borrow_mut() = Some(play.clone());
        let (Some(actor), Some(ask)) = (self.actor(game, play), game.decision()) else {
            return false;
        };
        let his = match actor {
            Actor::Player(seat) => ask.seat == seat,
            Actor::Company(company) => ask.company == Some(company),
        };
        if !his {
            return false;
        }
        let any_time = Self::any_time(game);
        match play.kind() {
            "convert" if !any_time => ask.topic == Topic::Convert,
            "dividend" if ask.topic == Topic::Run => self.run_is_all(game, play),
            "exchange_tokens" => {
                ask.topic == Topic::Stations && moves::stations(game, play).len() <= 1
            }
            // The pass of the reference ends both steps: it is meant for the last that asks.
            "done" if ask.topic == Topic::Redeem => {
                let mut later = game.clone();
                let passed = later.apply(ask.seat, &Action::Pass).is_ok();
                let next = later.decision();
                passed
                    && next.is_none_or(|next| {
                        next.topic != Topic::Trade || next.company != ask.company
                    })
            }
            _ => topics(play).contains(&ask.topic),
        }
    }

    fn entry(&self, game: &Game, play: &Move) -> Result<Entry, String> {
        let actor = self
            .actor(game, play)
            .ok_or("an actor that the game does not know")?;
        let topic = game.decision().map(|ask| ask.topic);
        let action = match play.kind() {
            "dividend" if topic == Some(Topic::Run) => {
                self.run(game, play).ok_or("no run can be made")?
            }
            _ => moves::action(self, game, play)?,
        };
        let seats = play
            .get("auto_passed")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter_map(|name| self.seat(name));
        let value = play
            .number("start_price")
            .and_then(|value| i32::try_from(value).ok());
        let passed = seats.collect();
        let mut left = self.left.borrow_mut();
        left.value = value;
        left.passed = passed;
        Ok(Entry {
            by: self.by(game, actor),
            action,
        })
    }

    fn bars(&self, game: &Game, play: &Move) -> Option<&'static str> {
        let actor = self.actor(game, play)?;
        match actor {
            Actor::Company(company) => {
                let in_turn = game.decision().and_then(|ask| ask.company);
                (in_turn != Some(company)).then_some("GAME")
            }
            Actor::Player(_) => {
                // Ours has one word for the offering before and the treasury after floating.
                let company = play.text("company")?;
                let company = game.definition().company(company)?;
                let (_, state) = game.y1826()?;
                let gone = play.kind() == "buy_share"
                    && play.text("from") == Some("ipo")
                    && state.is_floated(company);
                gone.then_some("E26-4.1.2-05")
            }
        }
    }

    fn may_wait(&self, game: &Game, play: &Move) -> bool {
        let topic = game.decision().map(|ask| ask.topic);
        topic == Some(Topic::Trains)
            && (play.kind() == "buy_train" || self.left.borrow().purchase.is_some())
            || matches!(play.kind(), "use_private" | "convert")
    }

    fn filler(&self, game: &Game, _: &[Move]) -> Option<Entry> {
        let Some(ask) = game.decision() else {
            let mut trial = game.clone();
            trial.automate(&mut Vec::new());
            return trial.log().get(game.log().len()).cloned();
        };
        let now = self.now.borrow();
        let now = now.as_ref()?;
        let left = self.left.borrow();
        // A pass belongs to the turn in which it was made.
        if now.is_pass()
            && let (Some(Actor::Company(company)), of) = (self.actor(game, now), ask.company)
            && of != Some(company)
            && ask.topic != Topic::Stations
        {
            return None;
        }
        let action = match ask.topic {
            Topic::NameValue => Action::Form(ask.company?, left.value?),
            Topic::Bid if game.legal(ask.seat).choices.len() == 1 => Action::Pass,
            Topic::Privates | Topic::Bid => return None,
            Topic::StockTurn if left.passed.contains(&ask.seat) => Action::Pass,
            Topic::StockTurn => return None,
            Topic::Run if now.kind() == "dividend" => self.run(game, now)?,
            Topic::Run => Action::Run(game.best_runs()?.runs),
            Topic::Dividend => Action::Pay(Payout::Nothing),
            Topic::Consent => Action::Agree,
            Topic::Trains => {
                let pass = game.check(ask.seat, &Action::Pass).is_ok();
                let borrow = game.check(ask.seat, &Action::Borrow).is_ok();
                match &left.purchase {
                    Some(purchase) if !pass && game.check(ask.seat, purchase).is_ok() => {
                        purchase.clone()
                    }
                    Some(_) if !pass && borrow => Action::Borrow,
                    _ if now.kind() == "buy_train" && borrow => Action::Borrow,
                    _ if now.kind() == "buy_train" => {
                        Action::Bond(BondDeal::Issue(moves::issue(game, ask.seat)?))
                    }
                    _ if pass => Action::Pass,
                    _ => return None,
                }
            }
            Topic::Stations if now.kind() == "exchange_tokens" => {
                moves::stations(game, now).into_iter().next()?
            }
            Topic::Stations => Action::Pass,
            Topic::Discard => game.legal(ask.seat).actions().next()?.clone(),
            _ => Action::Pass,
        };
        Self::seat_entry(ask.seat, action)
    }

    fn implied(&self, game: &Game, play: &Move) -> bool {
        match play.kind() {
            "reach_destinations" | "correction_mode" | "request_turn" => true,
            // The president must sell first: the purchase is made with the last sale.
            "buy_train" => {
                let waits = moves::deferred(game, play);
                let found = waits.is_some();
                self.left.borrow_mut().purchase = waits;
                found
            }
            _ => false,
        }
    }

    fn is_pass(&self, play: &Move) -> bool {
        play.is_pass()
    }

    fn chained(&self, game: &Game, play: &Move) -> bool {
        // A lot with a certificate is sold when its value is named.
        let named = game
            .decision()
            .is_some_and(|ask| ask.topic == Topic::NameValue);
        let lent = play.number("loans").is_some_and(|loans| loans > 0);
        match play.kind() {
            "exchange_tokens" => true,
            "par" => named,
            "buy_train" => lent,
            // The loans come with the purchase in the reference.
            "sell_shares" => self.left.borrow().purchase.is_some(),
            // Interest is paid with the run in ours.
            "dividend" | "convert" | "reach_destinations" => true,
            // Who can only pass has passed.
            "pass" | "bid" => game.decision().is_some_and(|ask| ask.topic == Topic::Bid),
            _ => false,
        }
    }

    fn outcome(&self, play: &Move, events: &[Event]) -> Option<String> {
        let revenue = play.number("revenue")?;
        let found = events.iter().find_map(|event| match event {
            Event::Dividend { revenue, .. } => Some(*revenue),
            _ => None,
        })?;
        let held: i32 = events
            .iter()
            .map(|event| match event {
                Event::HeldBack { sum, .. } => *sum,
                _ => 0,
            })
            .sum();
        let _ = held;
        (play.kind() == "dividend" && i64::from(found) > revenue)
            .then(|| format!("revenue: ours {found}, theirs {revenue}: {}", play.show()))
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

    fn skipped(&self, play: &Move, list: Option<&Value>) -> Option<String> {
        legal::skipped(play, list)
    }

    fn offers(&self, game: &Game, _play: &Move, list: &Value) -> Offers {
        legal::offers(self, game, list)
    }

    fn listed(&self) -> &'static [Listed] {
        answers::LISTED
    }
}
