//! 18Ardennes: the flow of the game, section by section of its rulebook.

mod facts;
mod flow;
pub(crate) mod import;
mod ledger;
mod notes;
mod options;
pub(crate) mod position;
mod raise;
pub(crate) mod rule_tests;
mod s3_2_4_starting;
mod s3_2_auction;
mod s3_setup;
mod s4_market_limits;
mod s5_1_stock_turn;
mod s5_2_auction;
mod s5_3_1_declining;
mod s5_3_1_exchange;
mod s5_3_forming;
mod s6_1_convert;
mod s6_3_track;
mod s6_4_tokens_forts;
mod s6_5_best;
mod s6_5_runs;
mod s6_5_view;
mod s6_6_dividend;
mod s6_8_1_phases;
mod s6_8_5_money;
mod s6_8_6_bankruptcy;
mod s6_8_trains;
mod s6_turn;
mod s7_end;
#[doc(hidden)]
pub mod scenario;
mod special;
mod trial;
mod view;

pub use options::{OPTIONS, Options};
pub use special::Special;

use crate::board::Bonus;
use crate::ids::{CompanyId, HexId, PrivateId, Seat, TrainId};
use crate::rules::{Definition, Fixes};
use crate::shared::Shared;

/// The definition of the title, as data.
pub const DEFINITION: &str = include_str!("definition.json");

/// The rows of its rule matrix, as text.
pub const RULES: &str = include_str!("rules.md");

/// The title on one screen.
pub const SKETCH: &[(&str, &str)] = &[
    (
        "Aim",
        "Most worth when the bank has run out: cash and shares.",
    ),
    (
        "Start",
        "An auction sells 15 minors, one after the other; each brings a home, a treasury and two station tokens.",
    ),
    (
        "Public companies",
        "Opened from phase 3 on by pledging a minor in an auction; five shares, ten after converting. The rest is capital as it is sold.",
    ),
    (
        "Selling",
        "To the open market, any number a turn, never more than half a company there. Only a president's sales move the price: one left a share.",
    ),
    (
        "Prices",
        "A dividend of the price or more moves right, none moves left. Shares in the open market at the end of a stock round: one left.",
    ),
    (
        "Trains",
        "2 to 6 and 4D; the 4 ends the 2s, the 6 the 3s. A company must own a train at the end of its turn; a president pays what is missing.",
    ),
    (
        "Map",
        "Ferries, mines and forts pay bonuses; the ends of TEE routes pay the 4D.",
    ),
];

/// What never changes in a game of 18Ardennes.
#[derive(Clone, Debug)]
pub struct ArdRules {
    /// Map, tiles, companies …
    pub definition: Definition,
    /// What this title has alone.
    pub special: Special,
    /// Departures and variants in use.
    pub options: Options,
    /// What is played otherwise than in the first revision.
    pub fixes: Fixes,
    /// Number of players.
    pub players: u8,
}

/// A right from a bonus token: the company's station in that hex replaced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Right {
    /// Who has it.
    pub company: CompanyId,
    /// Port or mine.
    pub hex: HexId,
    /// Which kind.
    pub bonus: Bonus,
}

/// Where a fort is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FortPlace {
    /// On its hex.
    Map(HexId),
    /// With a company.
    Company(CompanyId),
    /// Out of the game.
    Gone,
}

/// A bid that stands in the auction for public companies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The public company.
    pub company: CompanyId,
    /// Who leads.
    pub seat: Seat,
    /// At how much.
    pub amount: i32,
    /// The minor pledged.
    pub minor: CompanyId,
}

/// What a seller is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The train.
    pub train: TrainId,
    /// Its owner.
    pub seller: CompanyId,
    /// The buyer.
    pub buyer: CompanyId,
    /// Price, in francs.
    pub price: i32,
}

/// Steps of a company's turn, in the order of section 6.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// 6.1: converting.
    Convert,
    /// 6.1: the president acquires shares right after.
    Acquire,
    /// 6.2: issuing.
    Issue,
    /// 6.3: track; yellow tiles laid so far, and whether an upgrade used the turn.
    Track { laid: u8, upgraded: bool },
    /// 6.4: one station.
    Token,
    /// 6.4.3: forts.
    Forts,
    /// 6.5: running.
    Run,
    /// 6.6: the earnings wait for a decision.
    Dividend { revenue: i32 },
    /// 6.7 done; over the limit after trains were turned up.
    TurnUp,
    /// 6.8: trains.
    Trains { raised: bool, last_sale: i32 },
}

/// What the game waits in. The top of the stack is asked.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// 3.2: the initial auction. `auctioneer` opens, or opened the lot under `bidding`.
    Lots {
        auctioneer: Seat,
        bidding: Option<Bidding>,
    },
    /// 3.2.2: the discount sale; `last` is the last auctioneer or buyer.
    Discount { last: Seat },
    /// 3.2.4: the winner lays his home tile.
    HomeTile { company: CompanyId },
    /// 5.2: the auction for public companies.
    CompanyAuction {
        turn: Seat,
        passes: Vec<Seat>,
        bids: Vec<Standing>,
    },
    /// 5.1: the stock round.
    Stock {
        turn: Seat,
        passes: Vec<Seat>,
        sold_now: Vec<CompanyId>,
        acted: bool,
    },
    /// 5.1.3: the president is asked for an exchange.
    Approval {
        minor: CompanyId,
        company: CompanyId,
    },
    /// 5.3.1: what the minor brings is kept or declined.
    Decline {
        minor: CompanyId,
        company: CompanyId,
        stage: DeclineStage,
        brought: Vec<TrainId>,
        converted: bool,
        /// The stock turn goes on afterwards (option `approved_exchange_free`).
        goes_on: bool,
    },
    /// 6: an operating round; `number` in its set, `done` have operated.
    Operating {
        number: u8,
        done: Vec<CompanyId>,
        opened: bool,
    },
    /// 6: a company's turn.
    Turn {
        company: CompanyId,
        step: Step,
        first: bool,
    },
    /// 6.8.3: a seller is asked.
    Answer { offer: Offer },
    /// ARD-RUL-29: companies over a lowered limit discard.
    Discards { owed: Vec<CompanyId> },
    /// 7: over.
    Over,
}

/// The bidding for a lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bidding {
    /// What for.
    pub lot: crate::action::Lot,
    /// The high bid.
    pub price: i32,
    /// Who leads.
    pub leader: Seat,
    /// Who is still in, the leader included, in table order from the auctioneer.
    pub bidders: Vec<Seat>,
    /// Whose answer is awaited.
    pub turn: Seat,
}

/// What of an exchanged minor is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeclineStage {
    /// Its station tokens; ARD-RUL-16.
    Tokens,
    /// Its trains.
    Trains,
    /// Trains over the limit.
    Limit,
    /// Its forts.
    Forts,
}

/// A position of 18Ardennes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ardennes {
    pub(crate) shared: Shared,
    pub(crate) frames: Vec<Frame>,
    /// Bonus rights of companies.
    pub(crate) rights: Vec<Right>,
    /// The five forts.
    pub(crate) forts: Vec<FortPlace>,
    /// Bonus tokens that wait for a second circle.
    pub(crate) waiting: Vec<(HexId, Bonus)>,
    /// Bonus tokens declined in this operating round: nobody may claim there before the next (ARD-5.3.1-19).
    pub(crate) declined: Vec<(HexId, Bonus)>,
    /// A public company was once won: qualifying cities bind no more (ARD-RUL-11).
    pub(crate) pc_won: bool,
    /// Public companies won and not yet formed.
    pub(crate) owed: Vec<Standing>,
    /// Who sold which company in this stock round.
    pub(crate) sold: Vec<(Seat, CompanyId)>,
    /// Who sold which private in this stock round.
    pub(crate) sold_private: Vec<(Seat, PrivateId)>,
    /// Minors refused by companies in this stock round.
    pub(crate) refused: Vec<(CompanyId, CompanyId)>,
    /// Companies formed in this stock round.
    pub(crate) formed: Vec<CompanyId>,
    /// Who bought or sold last in this stock round.
    pub(crate) last_to_act: Option<Seat>,
    /// Tokens given back by joined circles that the reference places free of charge (ARD-DEP-17).
    pub(crate) free_tokens: Vec<CompanyId>,
    /// Trains bought in this operating round (ARD-DEP-06).
    pub(crate) bought_now: Vec<TrainId>,
}
