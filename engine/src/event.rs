//! What happened, with typed fields. Narration, pings and highlighting on the map come from these.

use crate::action::{Payout, Run, Source};
use crate::board::Bonus;
use crate::finance::{Account, Holder};
use crate::ids::{
    CellId, CompanyId, FaceId, HexId, KindId, PaperId, PrivateId, Seat, StopRef, TrainId,
};
use crate::rolling_stock::TrainHolder;

/// What money moved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// Starting cash.
    Setup,
    /// A bid paid.
    Bid,
    /// Money for a company's treasury at its start.
    Capital,
    /// A share bought.
    Share,
    /// Shares sold.
    Sale,
    /// A private bought or sold.
    Private,
    /// Income of a private.
    Income,
    /// What a minor lacks to the price of a share.
    Shortfall,
    /// A treasury that passes on with its company.
    Merger,
    /// Treasury shares issued.
    Issue,
    /// Terrain.
    Terrain,
    /// A station.
    Token,
    /// A dividend, or the company's own part of it.
    Dividend,
    /// Earnings kept.
    Withheld,
    /// A train.
    Train,
    /// A director's help for a train.
    Help,
    /// The estate of a bankrupt.
    Estate,
    /// What a mine or a public mining company produces.
    Production,
    /// Maintenance of machines, trains and switchers.
    Maintenance,
    /// Terrain given back to the owner for building on another's concession route.
    Reimbursement,
    /// What a railway owes for parts of its concession route that others built.
    RouteCost,
    /// A mine.
    Mine,
    /// A concession or an item of the start auction.
    Concession,
    /// The bank's grant to an insolvent company.
    Grant,
    /// What the bank lends a company for a train, or keeps of its income until that is repaid.
    Loan,
    /// A loan taken or repaid (1826).
    Borrowed,
    /// Interest on loans or bonds.
    Interest,
    /// A bond.
    Bond,
}

/// Something that happened. The fields say what their names and types say; sums are in the title's currency.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Money moved.
    Paid {
        from: Account,
        to: Account,
        sum: i32,
        cause: Cause,
    },
    /// A paper changed hands.
    PaperMoved {
        paper: PaperId,
        from: Holder,
        to: Holder,
    },
    /// A marker was placed or moved; `to` is `None` when it left the chart.
    MarkerMoved {
        company: CompanyId,
        from: Option<CellId>,
        to: Option<CellId>,
    },
    /// A tile was laid; `cost` in the title's currency.
    TileLaid {
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
        cost: i32,
    },
    /// A station was placed.
    TokenPlaced {
        company: CompanyId,
        at: StopRef,
        cost: i32,
    },
    /// A station left the map.
    TokenRemoved { company: CompanyId, at: StopRef },
    /// One company's station took another's place.
    TokenReplaced {
        company: CompanyId,
        old: CompanyId,
        at: StopRef,
    },
    /// A company claimed a bonus token's right.
    BonusClaimed {
        company: CompanyId,
        at: StopRef,
        bonus: Bonus,
    },
    /// A bonus token lies in a circle (again).
    BonusPlaced { at: StopRef, bonus: Bonus },
    /// A company took a fort.
    FortTaken { company: CompanyId, hex: HexId },
    /// A company lost forts out of the game.
    FortsGone { count: u8 },
    /// A train changed hands.
    TrainMoved {
        train: TrainId,
        kind: KindId,
        from: Option<TrainHolder>,
        to: TrainHolder,
    },
    /// A kind of train became obsolete or left the game.
    TrainsRusted { kind: KindId },
    /// A phase began (index in the definition's list).
    PhaseBegan { phase: u8 },
    /// A bid was made.
    BidMade {
        seat: Seat,
        lot: crate::action::Lot,
        amount: i32,
    },
    /// A lot was won.
    LotWon {
        seat: Seat,
        lot: crate::action::Lot,
        amount: i32,
    },
    /// A seat passed.
    Passed { seat: Seat },
    /// A company started or was formed at a price.
    CompanyStarted {
        company: CompanyId,
        seat: Seat,
        price: i32,
    },
    /// A company left the game.
    CompanyClosed { company: CompanyId },
    /// A company has ten shares now.
    Converted { company: CompanyId },
    /// A company has another director, or none.
    DirectorChanged {
        company: CompanyId,
        from: Option<Seat>,
        to: Option<Seat>,
    },
    /// A minor was exchanged for a share.
    Exchanged {
        minor: CompanyId,
        company: CompanyId,
        seat: Seat,
        from: Source,
    },
    /// Somebody was asked something.
    Asked { seat: Seat },
    /// He answered.
    Answered { seat: Seat, yes: bool },
    /// Shares were sold.
    Sold {
        seat: Seat,
        company: CompanyId,
        units: u8,
        sum: i32,
    },
    /// A private was bought or sold.
    PrivateTraded {
        seat: Seat,
        private: PrivateId,
        bought: bool,
    },
    /// A company ran its trains: earnings without `extra` (bonuses that belong to no train).
    Ran {
        company: CompanyId,
        runs: Vec<Run>,
        revenues: Vec<i32>,
        extra: i32,
    },
    /// Earnings were paid out or kept.
    Dividend {
        company: CompanyId,
        revenue: i32,
        payout: Payout,
    },
    /// A seat is out of the game.
    Bankrupt { seat: Seat },
    /// A round began; `number` counts operating rounds in their set.
    RoundBegan {
        kind: RoundKind,
        turn: u16,
        number: u8,
    },
    /// A company's turn began.
    TurnBegan { company: CompanyId },
    /// The priority deal moved.
    Priority { seat: Seat },
    /// A bid was made for the start premium.
    PremiumBid { seat: Seat, amount: i32 },
    /// The start premium is now so high.
    PremiumSet { amount: i32 },
    /// A mine is connected with the state railway.
    MineConnected { mine: CompanyId },
    /// A mine has a machine of that size.
    MachinePlaced { mine: CompanyId, size: u8 },
    /// A switcher is on a mine.
    SwitcherPlaced { mine: CompanyId, train: TrainId },
    /// A mine closed.
    MineClosed { mine: CompanyId },
    /// A mine belongs to a public mining company.
    MineJoined { mine: CompanyId, company: CompanyId },
    /// What mines produced, before maintenance.
    Produced {
        company: CompanyId,
        revenue: i32,
        maintenance: i32,
    },
    /// A concession is on offer from now on.
    ConcessionActive { company: CompanyId },
    /// A concession or purchase option went back to the bank.
    RightLost { company: CompanyId, seat: Seat },
    /// A railway floated.
    Floated { company: CompanyId },
    /// A tile is kept for a hex of a company's concession route.
    TileReserved {
        company: CompanyId,
        hex: HexId,
        face: FaceId,
    },
    /// A station was turned: active or not.
    StationTurned {
        company: CompanyId,
        at: StopRef,
        active: bool,
    },
    /// A company is insolvent and in receivership.
    Insolvent { company: CompanyId },
    /// A company left receivership.
    Released { company: CompanyId, seat: Seat },
    /// The bank ran out: the game ends when the present set is over.
    BankBroken,
    /// A company reached the end of the chart: the game ends with the present round.
    ChartEnd { company: CompanyId },
    /// A company took loans from the bank.
    LoansTaken { company: CompanyId, count: u8 },
    /// It repaid loans, or they lapsed.
    LoansGone { company: CompanyId, count: u8 },
    /// Bonds changed hands.
    BondsMoved { from: Holder, to: Holder, count: u8 },
    /// The power of a private was used for a company, on a hex where it is one of a place.
    PowerUsed {
        private: PrivateId,
        company: CompanyId,
        hex: Option<HexId>,
    },
    /// Part of the earnings was held back for interest.
    HeldBack { company: CompanyId, sum: i32 },
    /// A company merged into another.
    Merged { company: CompanyId, into: CompanyId },
    /// From here on other rules hold.
    RulesAdopted { from: u16, to: u16 },
    /// The game is over.
    GameOver,
}

/// Kinds of round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoundKind {
    /// The auction that opens the game.
    InitialAuction,
    /// An auction for public companies.
    CompanyAuction,
    /// An auction of concessions and purchase options (Harzbahn 1873).
    ConcessionAuction,
    /// A stock round.
    Stock,
    /// An operating round.
    Operating,
}
