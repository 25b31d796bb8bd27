//! What a seat may do: one flat vocabulary for all titles. A title answers to a part of it.

use crate::ids::{CompanyId, FaceId, HexId, KindId, PrivateId, Seat, TrainId};

/// Something that is auctioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lot {
    /// A company: a minor, or the right to form a public company.
    Company(CompanyId),
    /// A private company.
    Private(PrivateId),
}

/// Where a paper comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The company's treasury.
    Treasury,
    /// The open market.
    Market,
}

/// A few companies of a title, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompanySet(u64);

impl CompanySet {
    /// The set with this company, too. Companies beyond the 64th are left out; no title has so many.
    pub fn with(self, company: CompanyId) -> CompanySet {
        CompanySet(self.0 | 1u64.checked_shl(u32::from(company.0)).unwrap_or(0))
    }

    /// Whether the company is in it.
    pub fn contains(self, company: CompanyId) -> bool {
        self.0 & 1u64.checked_shl(u32::from(company.0)).unwrap_or(0) != 0
    }

    /// The companies, in the order of the definition.
    pub fn iter(self) -> impl Iterator<Item = CompanyId> {
        (0..64u8)
            .map(CompanyId)
            .filter(move |company| self.contains(*company))
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<CompanyId> for CompanySet {
    fn from_iter<I: IntoIterator<Item = CompanyId>>(companies: I) -> CompanySet {
        companies
            .into_iter()
            .fold(CompanySet::default(), CompanySet::with)
    }
}

/// What else is agreed in a sale between companies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Terms {
    /// The seller pays the maintenance due on it (Harzbahn 1873); else the buyer does.
    pub seller_pays: bool,
    /// The mine of the buyer that gets it, in place of what it has.
    pub on: Option<CompanyId>,
}

/// Where a train comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrainSource {
    /// The stack: the kind, and the train handed in, if any.
    Stack(KindId, Option<TrainId>),
    /// The open market; a train handed in, if any.
    Market(TrainId, Option<TrainId>),
    /// The stack, for these mines of the buyer (Harzbahn 1873: machines and switchers).
    Onto(KindId, CompanySet),
    /// Another company, at a price in the title's currency.
    Company(TrainId, CompanyId, i32, Terms),
}

/// What is done with bonds (1826).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BondDeal {
    /// A player buys one from the open market.
    Buy,
    /// A player sells so many to it.
    Sell(u8),
    /// The company issues so many to it, where it must.
    Issue(u8),
    /// The company redeems so many from the open market, or from a player.
    Redeem(Option<Seat>, u8),
}

/// Share certificates of one company by size, as a number of each; `director` stands for the director's certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parcel {
    /// Of 5%.
    pub fives: u8,
    /// Of 10%.
    pub tens: u8,
    /// Of 20%.
    pub twenties: u8,
    /// The percentage of the director's certificate, too.
    pub director: bool,
}

impl Parcel {
    /// Percent of the certificates, the director's left out.
    pub fn percent(self) -> u16 {
        5 * u16::from(self.fives) + 10 * u16::from(self.tens) + 20 * u16::from(self.twenties)
    }

    /// Whether it names nothing.
    pub fn is_empty(self) -> bool {
        self == Parcel::default()
    }

    /// The number of certificates of that many percent.
    pub fn of(self, percent: u8) -> u8 {
        match percent {
            5 => self.fives,
            10 => self.tens,
            20 => self.twenties,
            _ => 0,
        }
    }

    /// With one more certificate of that many percent; unchanged for a size that there is not.
    pub fn with(mut self, percent: u8) -> Parcel {
        let count = match percent {
            5 => &mut self.fives,
            10 => &mut self.tens,
            20 => &mut self.twenties,
            _ => return self,
        };
        *count = count.saturating_add(1);
        self
    }
}

/// What happens to the earnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Payout {
    /// All paid out.
    Full,
    /// Half paid out.
    Half,
    /// All kept.
    Nothing,
}

/// A hex of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunStep {
    /// The hex.
    pub hex: HexId,
    /// The stop visited there; `None` where the train passes plain track.
    pub stop: Option<u8>,
    /// A 4D scores this stop.
    pub scored: bool,
}

/// The run of one train: the hexes in order, each joined to the next; a hex stands twice in a row where the train
/// goes from one stop of it to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The train.
    pub train: TrainId,
    /// Its way.
    pub steps: Vec<RunStep>,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Nothing (more) in this step.
    Pass,
    /// Opens a lot or raises the bid on it; for a public company with a minor as pledge.
    Bid {
        /// What for.
        lot: Lot,
        /// How much, in the title's currency.
        amount: i32,
        /// The minor pledged.
        with: Option<CompanyId>,
    },
    /// Takes a lot for what the rules say, without bidding.
    Take(Lot),
    /// Bids for the start premium, in the title's currency (Harzbahn 1873).
    Premium(i32),
    /// Sells shares of a company to the open market: units.
    Sell(CompanyId, u8),
    /// Sells a private to the open market.
    SellPrivate(PrivateId),
    /// Buys one share.
    Buy(CompanyId, Source),
    /// Sells certificates of several sizes in one sale (1835).
    SellPapers(CompanyId, Parcel),
    /// Buys one certificate of that many percent: from the open market, or from a player who cannot refuse (1835).
    BuyPaper(CompanyId, u8, Option<Seat>),
    /// Takes these certificates for the director's (1835).
    Receive(Parcel),
    /// Exchanges a minor or private for a share of the Prussian (1835).
    Fold(Lot),
    /// Buys a director's certificate or charter out of the open market.
    BuyDirector(CompanyId),
    /// Buys a private from the open market.
    BuyPrivate(PrivateId),
    /// Forms a company at a starting value.
    Form(CompanyId, i32),
    /// Forms a public mining company of two mines, the actor's first (Harzbahn 1873).
    Unite {
        /// The public mining company.
        company: CompanyId,
        /// A mine of the actor.
        first: CompanyId,
        /// The other.
        second: CompanyId,
    },
    /// Buys so many shares of a company in receivership on a purchase option (Harzbahn 1873).
    Exercise(CompanyId, u8),
    /// Offers a minor to a company for one of its shares.
    Exchange {
        /// The minor.
        minor: CompanyId,
        /// The company.
        company: CompanyId,
        /// Which share.
        from: Source,
    },
    /// Says yes to what was asked.
    Agree,
    /// Says no.
    Refuse,
    /// Declines a station token that a minor brings: hex and stop.
    DeclineToken(HexId, u8),
    /// Declines a train that a minor brings.
    DeclineTrain(TrainId),
    /// Keeps so many of the forts that a minor brings.
    KeepForts(u8),
    /// Discards a train.
    Discard(TrainId),
    /// Turns a 5-share company into a 10-share company; in Harzbahn 1873 also one of two shares into one of five.
    Convert,
    /// Puts so many treasury shares into the open market.
    Issue(u8),
    /// Lays a tile: hex, tile, turning 0–5.
    Lay(HexId, FaceId, u8),
    /// Lays a tile by a private's power: the private, hex, tile, turning 0–5 (1835, 1826).
    LayBy(PrivateId, HexId, FaceId, u8),
    /// Places a station: hex and stop.
    Token(HexId, u8),
    /// Places a station by a private's power: the private, hex and stop (1835).
    TokenBy(PrivateId, HexId, u8),
    /// Places a station in place of another company's inactive one (Harzbahn 1873): hex, stop, that company.
    Replace(HexId, u8, CompanyId),
    /// Takes a fort from a hex.
    Fort(HexId),
    /// Runs trains.
    Run(Vec<Run>),
    /// Decides on the earnings.
    Pay(Payout),
    /// Buys a train.
    Train(TrainSource),
    /// Exchanges the switchers of two mines of a public mining company (Harzbahn 1873).
    Swap(CompanyId, CompanyId),
    /// Buys a mine for a public mining company, at a price in the title's currency (Harzbahn 1873).
    Mine(CompanyId, i32),
    /// Closes the mine (Harzbahn 1873).
    Close,
    /// Declares bankruptcy.
    Bankrupt,
    /// Uses the power of a private, on a hex where it is one of a place.
    Use(PrivateId, Option<HexId>),
    /// The company takes a loan from the bank (1826).
    Borrow,
    /// It repays so many loans (1826).
    Repay(u8),
    /// It buys so many of its own shares from the open market (1826).
    BuyBack(u8),
    /// Deals in bonds (1826).
    Bond(BondDeal),
    /// Names the earnings, unchecked, in the title's currency: only where an option lets trains earn what is typed.
    Earn(i32),
    /// From here on the game is played by this revision of the rules: entered by the host for the table.
    Rules(u16),
}

impl Action {
    /// The amount of money that the actor names, if the action has one.
    pub fn amount(&self) -> Option<i32> {
        match self {
            Action::Bid { amount, .. }
            | Action::Premium(amount)
            | Action::Mine(_, amount)
            | Action::Earn(amount) => Some(*amount),
            Action::Train(TrainSource::Company(_, _, price, _)) => Some(*price),
            _ => None,
        }
    }

    /// The tile that the action lays, by whatever right: hex, tile, turning.
    pub fn lay(&self) -> Option<(HexId, FaceId, u8)> {
        match *self {
            Action::Lay(hex, face, rot) | Action::LayBy(_, hex, face, rot) => {
                Some((hex, face, rot))
            }
            _ => None,
        }
    }

    /// The private by whose power it is done.
    pub fn by_private(&self) -> Option<PrivateId> {
        match *self {
            Action::LayBy(private, ..) | Action::TokenBy(private, ..) => Some(private),
            _ => None,
        }
    }

    /// The same action with another amount; unchanged if it has none.
    pub fn with_amount(&self, sum: i32) -> Action {
        let mut action = self.clone();
        match &mut action {
            Action::Bid { amount, .. }
            | Action::Premium(amount)
            | Action::Mine(_, amount)
            | Action::Earn(amount) => *amount = sum,
            Action::Train(TrainSource::Company(_, _, price, _)) => *price = sum,
            _ => {}
        }
        action
    }
}

/// Who put an entry into the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// The seat itself.
    Seat(Seat),
    /// The host for a seat.
    Host(Seat),
    /// The engine, where the seat had no choice.
    Engine(Seat),
}

impl By {
    /// The seat in whose name the entry stands.
    pub fn seat(self) -> Seat {
        match self {
            By::Seat(seat) | By::Host(seat) | By::Engine(seat) => seat,
        }
    }
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who.
    pub by: By,
    /// What.
    pub action: Action,
}
