//! Orders of players as the checker knows them: what was typed and what the answer promised. What an order does at a
//! position is worked out here from that, from the log and from the rules; nothing is asked of the product.

mod judge;
mod stand;

use crate::table::Table;
use engine::Game;
use engine::action::{Action, Lot};
use engine::ids::{CompanyId, Seat};
use engine::legal::Range;
use engine::titles::Mark;

pub use judge::Seen;
pub use stand::{Stand, stand};

/// What was ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// `/auto pass`: what stops it.
    Pass { until: &'static str },
    /// `/auto bid`.
    Bid { lot: String, most: i32, pass: bool },
    /// `/auto auction`.
    Auction {
        lots: Vec<String>,
        below: Option<i32>,
    },
    /// `/auto buy`.
    Buy {
        company: String,
        percent: u32,
        from: Option<&'static str>,
        most: Option<i32>,
        pass: bool,
    },
    /// `/auto run`.
    Run {
        company: String,
        pay: &'static str,
        until: &'static str,
        pass: bool,
    },
    /// `/auto answer`.
    Answer {
        what: &'static str,
        yes: bool,
        from: Option<u8>,
        least: Option<i32>,
    },
    /// `/plan queue`: what is left of it.
    Queue { items: Vec<Item> },
}

impl What {
    /// Its kind, for counts.
    pub fn kind(&self) -> &'static str {
        match self {
            What::Pass { .. } => "pass",
            What::Bid { .. } => "bid",
            What::Auction { .. } => "auction",
            What::Buy { .. } => "buy",
            What::Run { pay: "full", .. } => "run and pay",
            What::Run { pay: "half", .. } => "run and pay half",
            What::Run { .. } => "run and withhold",
            What::Answer { yes: true, .. } => "accept",
            What::Answer { .. } => "refuse",
            What::Queue { .. } => "queue",
        }
    }
}

/// A move made ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// In notation.
    pub text: String,
    /// In whose turn, if in a company's.
    pub company: Option<String>,
    /// For this or less.
    pub most: Option<i32>,
    /// What was seen when it was made ahead, if it only holds as long as that is the same.
    pub same: Option<Sight>,
}

/// Price and director of the company that a move is about, and the least bid.
pub type Sight = (Option<i32>, Option<u8>, Option<i32>);

/// What an order was set in.
#[derive(Clone, Debug, Default)]
pub struct Then {
    /// Entries made before.
    pub base: usize,
    /// For which stock round and auction it is meant, by number.
    pub stock: u32,
    pub auction: u32,
    /// The priority deal was his.
    pub first: bool,
    /// Trains and machines of its company, its best runs, the phase.
    pub trains: Vec<String>,
    pub runs: Option<Vec<engine::action::Run>>,
    pub phase: String,
}

/// An order.
#[derive(Clone, Debug)]
pub struct Order {
    /// Its number at the table.
    pub number: i64,
    /// Whose.
    pub seat: u8,
    /// What was typed.
    pub what: What,
    /// What the answer said.
    pub promised: String,
    /// What it was set in.
    pub then: Then,
    /// What it did: entries of the log.
    pub acts: Vec<usize>,
    /// Why it has to end, by all that was found since.
    pub over: Vec<(&'static str, &'static str)>,
    /// Its owner has cancelled it.
    pub cancelled: bool,
    /// How it ended, and why.
    pub ended: Option<(String, String)>,
    /// Its owner was told.
    pub told: bool,
    /// He is to be told by message at once: since when.
    pub owed: Option<i64>,
}

impl Order {
    /// An order that was just set: what holds now is kept.
    pub fn new(number: i64, seat: u8, what: What, promised: String) -> Order {
        Order {
            number,
            seat,
            what,
            promised,
            then: Then::default(),
            acts: Vec::new(),
            over: Vec::new(),
            cancelled: false,
            ended: None,
            told: false,
            owed: None,
        }
    }

    /// Keeps what it was set in.
    pub fn set_in(&mut self, table: &Table) {
        let (game, flow) = (&table.game, &table.flow);
        let next = |kind: &str| u32::from(self.promised.contains(&format!("the next {kind}")));
        self.then = Then {
            base: game.log().len(),
            stock: flow.stock.0 + next("stock round"),
            auction: flow.auction.0 + next("auction"),
            first: game.shared().table.priority == Seat(self.seat),
            ..Then::default()
        };
        if let What::Run { company, .. } = &self.what
            && let Some(company) = game.definition().company(company)
        {
            self.then.trains = trains(game, company);
            self.then.runs = game.best_runs_of(company).map(|best| best.runs);
            self.then.phase = game.phase_name().to_string();
        }
    }
}

/// Trains, machines and switchers of a company, sorted.
fn trains(game: &Game, company: CompanyId) -> Vec<String> {
    let mut names: Vec<String> = (game.shared().trains(company))
        .map(|train| game.definition().train_name(train.id))
        .collect();
    names.extend(game.marks().into_iter().filter_map(|mark| match mark {
        Mark::Mine {
            mine,
            machine,
            switcher,
            owner,
            ..
        } if mine == company || owner == Some(company) => {
            Some(format!("{mine:?} {machine} {switcher}"))
        }
        _ => None,
    }));
    names.sort();
    names
}

/// A lot's name.
pub fn lot_name(game: &Game, lot: Lot) -> String {
    match lot {
        Lot::Company(company) => game.definition().at(company).id.clone(),
        Lot::Private(private) => game.definition().private_at(private).id.clone(),
    }
}

/// What a seat may bid for or take: the lot's name, the least that it costs, the range where there is one.
pub fn offers(game: &Game, seat: Seat) -> Vec<(String, i32, Option<Range>, Action)> {
    let mut found = Vec::new();
    for choice in game.legal(seat).choices {
        let (action, range) = match choice {
            engine::Choice::One(action) => (action, None),
            engine::Choice::Amount(action, range) => (action.with_amount(range.min), Some(range)),
            engine::Choice::Runs => continue,
        };
        let name = match &action {
            Action::Bid { lot, .. } | Action::Take(lot) => lot_name(game, *lot),
            Action::Premium(_) => "premium".into(),
            _ => continue,
        };
        let cost = match range {
            Some(range) => range.min,
            None => game.check(seat, &action).unwrap_or(i32::MAX),
        };
        found.push((name, cost, range, action));
    }
    found
}

/// What can be seen of what a move is about; only of what is bought or bid for.
pub fn sight(game: &Game, seat: Seat, action: &Action) -> Option<Sight> {
    let (company, least) = match action {
        Action::Buy(company, _) => (*company, None),
        Action::Bid {
            lot: Lot::Company(company),
            ..
        } => {
            let id = lot_name(game, Lot::Company(*company));
            let offers = offers(game, seat);
            let offer = offers.into_iter().find(|(name, ..)| *name == id);
            (*company, offer.map(|(_, cost, ..)| cost))
        }
        _ => return None,
    };
    let definition = game.definition();
    Some((
        game.shared().price(definition, company),
        game.shared()
            .director(definition, company)
            .map(|seat| seat.0),
        least,
    ))
}
