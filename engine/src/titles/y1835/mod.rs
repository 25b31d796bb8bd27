//! 1835: the flow of the game, section by section of its rulebook.

mod facts;
mod flow;
mod i_packet;
mod ii_privates;
mod iv_directors;
mod ix_best;
mod ix_runs;
mod ledger;
mod notes;
mod options;
pub(crate) mod position;
mod raise;
pub(crate) mod rule_tests;
mod setup;
mod special;
mod trial;
mod v_turns;
mod vi_reach;
mod vi_tiles;
mod view;
mod viii_markers;
mod x_income;
mod xii_bankruptcy;
mod xii_forced;
mod xii_phases;
mod xii_trains;
mod xiii_exchange;
mod xiii_prussian;
mod xiv_share_round;
mod xv_flotation;
mod xv_purchases;
mod xv_sales;
mod xvi_end;

pub use options::{OPTIONS, Options};
pub use special::{Item, Special};

use crate::action::{Lot, TrainSource};
use crate::ids::{CompanyId, KindId, Seat, TrainId};
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
        "Most money when the bank has run out: cash and shares at the index price.",
    ),
    (
        "Start",
        "A packet of minors, privates and the first shares is bought row by row; some items bring a share along.",
    ),
    (
        "Companies",
        "Eight, in three groups; each floats when half of it is sold and is paid for every share sold. The Prussian grows out of minors and privates.",
    ),
    (
        "Selling",
        "To the pool, never more than half a company there, not before it floats; one row down a sale. More than half of a company may take shares from others at 1½ times the price.",
    ),
    (
        "Prices",
        "A dividend moves right, none moves left; sold out at the end of a share round moves up.",
    ),
    (
        "Trains",
        "2 to 6+6; an n+n counts n large and n small towns. The 4 ends the 2s, the 4+4 the 2+2s, the 6 the 3s, the 6+6 the 3+3s. A company must own one; the director pays what is missing.",
    ),
    (
        "Prussian",
        "Opened with the first 4-train at the earliest, with the first 4+4 at the latest; the first 5-train exchanges what is left.",
    ),
];

/// What never changes in a game of 1835.
#[derive(Clone, Debug)]
pub struct Y35Rules {
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

/// What a seller is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The train.
    pub train: TrainId,
    /// Its owner.
    pub seller: CompanyId,
    /// The buyer.
    pub buyer: CompanyId,
    /// Price, in marks.
    pub price: i32,
}

/// Steps of a company's turn, in the order of section V.3.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// 3.1, 3.2: track; yellow tiles laid so far, and whether a promotion used the turn.
    Track { laid: u8, promoted: bool },
    /// 3.3: a station; whether the one of the turn is placed.
    Token { placed: bool },
    /// 3.4: running.
    Run,
    /// 3.5: the earnings wait for a decision.
    Dividend { revenue: i32 },
    /// 3.7: trains.
    Trains,
}

/// A round that begins once its questions are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// A share round.
    Share,
    /// An operating round, by its number in the set.
    Operating(u8),
}

/// A consequence that waits for its turn.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Todo {
    /// Companies over the limit hand back trains, clockwise from a seat; the Prussian too or not (E35-RUL-26).
    Discards { from: Seat, prussian: bool },
    /// The owner of M2 is asked (E35-XIII-01, 02).
    AskOpening,
    /// The Prussian opens without a question (E35-XII-30).
    ForceOpening,
    /// The players are asked in turn, from a seat on (E35-XIII-07, 18).
    Exchanges { from: Seat },
    /// Everything left is exchanged (E35-XIII-20).
    ForceExchange,
    /// The directorship of the Prussian is looked at (E35-XIII-11).
    Directorship,
    /// The questions of a round that begins (E35-V.2-01, E35-XIII-18).
    Questions,
    /// The round begins.
    Begin(Round),
}

/// What the game waits in. The top of the stack is asked.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Consequences, the next one first.
    After { todo: Vec<Todo> },
    /// XIV, XV: the share round; `turns` counts turns begun in the first round.
    Share {
        turn: Seat,
        passes: Vec<Seat>,
        bought: bool,
        sold: bool,
        turns: u8,
    },
    /// V: an operating round; `done` have operated or stay out.
    Operating {
        number: u8,
        done: Vec<CompanyId>,
        opened: bool,
    },
    /// V.3: a company's turn; `first` is its first, `owned` whether it began with a train.
    Turn {
        company: CompanyId,
        step: Step,
        first: bool,
        owned: bool,
    },
    /// XII: a seller is asked.
    Answer { offer: Offer },
    /// XII: the company hands back a train.
    Discard { company: CompanyId },
    /// XIII: the owner of M2 is asked.
    Opening,
    /// XIII: the first of these is asked.
    Exchange { left: Vec<Seat> },
    /// IV.3: the outgoing director chooses what he takes; `sold` says that it goes to the pool.
    Swap {
        company: CompanyId,
        from: Seat,
        to: Seat,
        sold: bool,
    },
    /// VIII.10: Baden's station is chosen; `by` if not by Baden's director.
    Home { by: Option<Seat> },
    /// XII: shares are sold for this train.
    Raise {
        company: CompanyId,
        source: TrainSource,
    },
    /// XVI: over.
    Over,
}

/// A position of 1835.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Y1835 {
    /// The common part.
    #[doc(hidden)]
    pub shared: Shared,
    pub(crate) frames: Vec<Frame>,
    /// Who sold which company in this share round.
    pub(crate) sold: Vec<(Seat, CompanyId)>,
    /// Who sold which company in the present turn, and at what price first.
    pub(crate) sold_now: Vec<(CompanyId, i32)>,
    /// Companies that floated in this share round.
    pub(crate) floated: Vec<CompanyId>,
    /// Who bought last in this share round.
    pub(crate) last_buyer: Option<Seat>,
    /// Share rounds that ended with privates unsold (E35-OPT-02).
    pub(crate) unsold_rounds: u8,
    /// Operating rounds of the present set, fixed when the share round ends (E35-XIV.5-01).
    pub(crate) rounds_in_set: u8,
    /// The Ostbayern laid a tile in this operating round.
    pub(crate) east_used: bool,
    /// The Pfalzbahnen have laid their tile, have placed their station.
    pub(crate) pfalz_used: (bool, bool),
    /// Minors and privates that had income in this operating round (E35-XIII-13).
    pub(crate) earned: Vec<Lot>,
    /// What was exchanged in this operating round before it began to be counted (E35-RUL-28).
    pub(crate) folded: Vec<Lot>,
    /// Units whose dividend the bank keeps in this operating round (E35-XIII-17).
    pub(crate) docked: Vec<(Seat, u8)>,
    /// Who owned M2 when the Prussian opened.
    pub(crate) opener: Option<Seat>,
    /// Loans of companies (E35-XII-22).
    pub(crate) loans: Vec<(CompanyId, i32)>,
    /// Kinds of train of which one was sold.
    pub(crate) kinds_sold: Vec<KindId>,
}
