//! 1826: the flow of the game, section by section of its rulebook.

mod facts;
mod flow;
mod ledger;
mod notes;
mod options;
pub(crate) mod position;
mod raise;
pub(crate) mod rule_tests;
mod s1_setup;
mod s2_phases;
mod s3_market;
mod s3_sales;
mod s4_10_fit;
mod s4_10_track;
mod s4_1_2_buying;
mod s4_1_stock;
mod s4_2_auction;
mod s4_2_initial;
mod s4_3_privates;
mod s4_4_forming;
mod s4_5_destinations;
mod s4_6_exchange;
mod s4_6_merger;
mod s4_6_stations;
mod s4_7_10_treasury;
mod s4_7_3_tokens;
mod s4_7_4_best;
mod s4_7_4_runs;
mod s4_7_5_interest;
mod s4_7_7_dividend;
mod s4_7_9_trains;
mod s4_7_turn;
mod s4_8_2_bankruptcy;
mod s4_8_emergency;
mod s5_end;
pub(crate) mod sane;
mod special;
mod title;
mod trial;

pub use options::{OPTIONS, Options};
pub use s4_7_4_runs::Earned;
pub use special::{National, Special};

use crate::action::{Action, CompanySet};
use crate::ids::{CompanyId, HexId, PrivateId, Seat};
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
        "Most worth when the bank has run out: cash, shares and bonds. A loan takes 50 off its company's price.",
    ),
    (
        "Start",
        "Six private companies: buy the cheapest or bid on another. Two of them bring a president's certificate.",
    ),
    (
        "Companies",
        "Five shares of 20% until the company reaches its destination and converts to ten of 10%. Half of the shares float it.",
    ),
    (
        "Capital",
        "3 x its value with five shares, 5 x with ten, from phase 10H on 10 x. There is no par: shares cost the market price.",
    ),
    (
        "Selling",
        "To the market, never more than half a company there; the price falls one row a share. Who sold may not buy it again in the round.",
    ),
    (
        "Prices",
        "A dividend of at least the price moves right, nothing moves left, a loan left, a loan repaid right, sold out up.",
    ),
    (
        "Trains",
        "H trains count hexes, E and TGV cities. 6H ends 2H and may form the Etat, 10H ends 4H, E ends 6H; the SNCF may form then.",
    ),
    (
        "Money",
        "A company that needs a train takes up to two loans of 500; then its president pays what is missing.",
    ),
    (
        "Map",
        "Nobody runs through Paris. Belgium opens when the Etat Belge has operated. Stations cost 20 a hex of track.",
    ),
];

/// What never changes in a game of 1826.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Map, tiles, companies …
    pub definition: Definition,
    /// What this title has alone.
    pub special: Special,
    /// Departures in use.
    pub options: Options,
    /// What is played otherwise than in the first revision.
    pub fixes: Fixes,
    /// Number of players.
    pub players: u8,
}

/// A bid that stands on a private (E26-4.2-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// What for.
    pub lot: PrivateId,
    /// Who.
    pub seat: Seat,
    /// His last bid; only the highest of a lot is set aside.
    pub amount: i32,
}

/// Who holds how many bonds of the SNCF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bonds {
    /// By seat.
    pub players: Vec<u8>,
    /// In the market.
    pub pool: u8,
    /// In the SNCF's treasury, or not yet in play.
    pub treasury: u8,
}

impl Bonds {
    /// Bonds outside the treasury.
    pub fn out(&self) -> u8 {
        self.pool + self.players.iter().sum::<u8>()
    }

    /// Bonds of a player.
    pub fn of(&self, seat: Seat) -> u8 {
        self.players.get(seat.index()).copied().unwrap_or(0)
    }
}

/// Steps of a company's turn, in the order of section 4.7.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// 4.7.1: track; yellow tiles laid so far, and whether an upgrade used the turn.
    Track { laid: u8, upgraded: bool },
    /// 4.7.2: converting.
    Convert,
    /// 4.7.3: one station, and the mail.
    Token { placed: bool },
    /// 4.7.4: running.
    Run,
    /// 4.7.5 and 4.7.6: interest on loans, then on bonds; `lacking` is still to be raised.
    Interest {
        revenue: i32,
        due: i32,
        lacking: i32,
        bonds: bool,
    },
    /// 4.7.7: the earnings wait for a decision.
    Dividend { revenue: i32 },
    /// 4.7.9: trains; loans or bonds were taken for a train not yet bought.
    Trains { borrowed: bool },
    /// 4.7.10: repaying loans.
    Repay,
    /// 4.7.11: redeeming bonds; from whom some were taken.
    Redeem { from: Option<Seat> },
    /// 4.7.12: trading own shares; the price before the first sale.
    Trade {
        price: i32,
        sold: bool,
        bought: bool,
    },
}

/// What the game waits in. The top of the stack is asked.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// 4.2: the initial stock round while a private is unsold; `acted`: the turn is over, lots with bids are sold.
    Privates {
        turn: Seat,
        passes: Vec<Seat>,
        acted: bool,
    },
    /// 4.2: several have bid for the cheapest private.
    Bidding {
        lot: PrivateId,
        price: i32,
        leader: Seat,
        bidders: Vec<Seat>,
        turn: Seat,
    },
    /// 4.2: the owner of a president's certificate that came with a private names the starting value.
    NameValue { company: CompanyId, seat: Seat },
    /// 4.1: the stock round.
    Stock {
        turn: Seat,
        passes: Vec<Seat>,
        sold_now: Vec<CompanyId>,
        acted: bool,
    },
    /// 4.7: an operating round; `number` in its set, `done` have operated or do not operate in it.
    Operating {
        number: u8,
        done: Vec<CompanyId>,
        opened: bool,
    },
    /// 4.7: a company's turn.
    Turn {
        company: CompanyId,
        step: Step,
        first: bool,
    },
    /// 4.3, 4.7.9, 4.10: what needs the consent of others.
    Consent {
        company: CompanyId,
        action: Action,
        asker: Seat,
        waiting: Vec<Seat>,
    },
    /// 2: what a new phase brings, in the order of E26-RUL-22.
    Phase {
        buyer: CompanyId,
        stage: u8,
        merged: bool,
    },
    /// 4.6.2, 4.6.3: the president of a national chooses stations; how many are left by merged company.
    Stations {
        national: CompanyId,
        picks: Vec<(CompanyId, u8)>,
    },
    /// E26-RUL-20: companies over a lowered limit discard.
    Discards { owed: Vec<CompanyId> },
    /// 5: over.
    Over,
}

/// A position of 1826.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Y1826 {
    /// What every title has.
    pub shared: Shared,
    pub(crate) frames: Vec<Frame>,
    /// Companies that have floated; the Etat and the SNCF from their formation on.
    pub(crate) floated: CompanySet,
    /// Companies that floated in the last stock round: they may lay two yellow tiles (E26-4.7.1-02).
    pub(crate) fresh: CompanySet,
    /// Bids on privates.
    pub(crate) bids: Vec<Standing>,
    /// Who sold which company in this stock round.
    pub(crate) sold: Vec<(Seat, CompanyId)>,
    /// Loans by company.
    pub(crate) loans: Vec<u8>,
    /// Bonds of the SNCF.
    pub(crate) bonds: Bonds,
    /// Where the Mail token lies, and for whom.
    pub mail: Option<(CompanyId, HexId)>,
    /// Who has the Train-Limit token.
    pub(crate) extra_train: Option<CompanyId>,
    /// Operating rounds in the present set (E26-2-03).
    pub(crate) rounds_in_set: u8,
}

impl Rules {
    /// Whether the company is the Etat or the SNCF.
    pub fn is_national(&self, company: CompanyId) -> bool {
        self.special.national(company).is_some()
    }

    /// A company's printed name.
    pub(crate) fn id(&self, company: CompanyId) -> &str {
        &self.definition.at(company).id
    }

    /// A sum as printed.
    pub(crate) fn money(&self, sum: i32) -> String {
        self.definition.money.print(sum)
    }
}

impl Y1826 {
    /// Whether the company has floated and is in play.
    pub fn is_floated(&self, company: CompanyId) -> bool {
        self.floated.contains(company) && self.shared.is_open(company)
    }

    /// Loans of the company.
    pub fn loans_of(&self, company: CompanyId) -> u8 {
        self.loans.get(company.index()).copied().unwrap_or(0)
    }

    /// The bonds.
    pub fn bonds(&self) -> &Bonds {
        &self.bonds
    }

    /// The company that the Mail token serves, and where.
    pub fn mail(&self) -> Option<(CompanyId, HexId)> {
        self.mail
    }

    /// The company with the Train-Limit token.
    pub fn extra_train(&self) -> Option<CompanyId> {
        self.extra_train
    }

    /// Bids that stand on privates, highest last within a lot.
    pub fn standing(&self) -> &[Standing] {
        &self.bids
    }

    /// The frames, the top one last.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Who sold which company in this stock round.
    pub fn sold(&self) -> &[(Seat, CompanyId)] {
        &self.sold
    }
}
