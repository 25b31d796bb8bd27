//! What a position waits for and what may be done: the single source for menus, autocomplete, previews, automatic
//! passes and validation.

use crate::action::Action;
use crate::ids::{CompanyId, Seat};

/// Whether the asked seat is the one that the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Duty {
    /// The game waits for it.
    Must,
    /// It may speak up, the game does not wait (a proposer may withdraw).
    May,
}

/// What a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Choosing a lot and opening the bidding.
    OpenLot,
    /// Bidding on a lot.
    Bid,
    /// Taking a lot in a sale without bidding.
    TakeLot,
    /// Laying the first tile of a company's home.
    HomeTile,
    /// Bidding for public companies.
    CompanyAuction,
    /// A turn of the stock round.
    StockTurn,
    /// Answering an exchange.
    ExchangeAnswer,
    /// Declining tokens of an exchanged minor.
    DeclineTokens,
    /// Declining trains of an exchanged minor.
    DeclineTrains,
    /// Keeping forts of an exchanged minor.
    KeepForts,
    /// Discarding trains over the limit.
    Discard,
    /// Converting.
    Convert,
    /// Acquiring shares after a conversion.
    Acquire,
    /// Issuing treasury shares.
    Issue,
    /// Laying track.
    Track,
    /// Placing a station.
    Token,
    /// Taking forts.
    Forts,
    /// Running trains.
    Run,
    /// Paying out or keeping earnings.
    Dividend,
    /// Buying trains.
    Trains,
    /// Answering an offer for a train.
    TrainAnswer,
    /// Bidding for the start premium (Harzbahn 1873).
    Premium,
    /// Opening the auction of a concession or purchase option (Harzbahn 1873).
    Concessions,
    /// Agreeing to a public mining company with one's mine (Harzbahn 1873).
    UniteAnswer,
    /// Moving switchers among mines (Harzbahn 1873).
    Switchers,
    /// Buying a mine (Harzbahn 1873).
    BuyMine,
    /// Answering an offer for a mine (Harzbahn 1873).
    MineAnswer,
    /// Buying machines and switchers (Harzbahn 1873).
    Machines,
    /// Closing the mine or keeping it (Harzbahn 1873).
    CloseMine,
    /// Building the concession route (Harzbahn 1873).
    ConcessionRoute,
    /// Buying or bidding for a private company (1826).
    Privates,
    /// Naming a company's starting value (1826).
    NameValue,
    /// Using the power of a private in another's turn (1826).
    Power,
    /// Answering what another may only do with one's consent (1826).
    Consent,
    /// Raising money for interest (1826).
    RaiseMoney,
    /// Repaying loans (1826).
    Repay,
    /// Redeeming bonds (1826).
    Redeem,
    /// A company trading its own shares (1826).
    Trade,
    /// Choosing stations of merged companies (1826).
    Stations,
    /// Buying out of the start packet (1835).
    Packet,
    /// Opening the Prussian or not (1835).
    OpenPrussian,
    /// Exchanging minors and privates for shares of the Prussian (1835).
    JoinPrussian,
    /// Choosing what is taken for the director's certificate (1835).
    SwapDirector,
    /// Choosing the station of a home (1835).
    HomeStation,
    /// Selling shares to pay for a train (1835).
    Raise,
}

/// Where a decision stands in the flow of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// It is the asked seat's own turn.
    Turn,
    /// Somebody answers within a turn, which then goes on.
    Within,
    /// One of many quick bids.
    Bidding,
}

impl Topic {
    /// Whether somebody else's proposal is answered: both have a say in it.
    pub fn is_answer(self) -> bool {
        matches!(
            self,
            Topic::ExchangeAnswer
                | Topic::TrainAnswer
                | Topic::UniteAnswer
                | Topic::MineAnswer
                | Topic::Consent
        )
    }

    /// Whether this is a turn of its own, or a word within one.
    pub fn scope(self) -> Scope {
        match self {
            Topic::Bid
            | Topic::TakeLot
            | Topic::CompanyAuction
            | Topic::Premium
            | Topic::Privates => Scope::Bidding,
            Topic::ExchangeAnswer
            | Topic::DeclineTokens
            | Topic::DeclineTrains
            | Topic::KeepForts
            | Topic::Discard
            | Topic::TrainAnswer
            | Topic::UniteAnswer
            | Topic::MineAnswer
            | Topic::NameValue
            | Topic::Power
            | Topic::Consent
            | Topic::Stations
            | Topic::OpenPrussian
            | Topic::JoinPrussian
            | Topic::SwapDirector
            | Topic::HomeStation
            | Topic::Raise => Scope::Within,
            Topic::OpenLot
            | Topic::HomeTile
            | Topic::StockTurn
            | Topic::Convert
            | Topic::Acquire
            | Topic::Issue
            | Topic::Track
            | Topic::Token
            | Topic::Forts
            | Topic::Run
            | Topic::Dividend
            | Topic::Trains
            | Topic::Concessions
            | Topic::Switchers
            | Topic::BuyMine
            | Topic::Machines
            | Topic::CloseMine
            | Topic::ConcessionRoute
            | Topic::RaiseMoney
            | Topic::Repay
            | Topic::Redeem
            | Topic::Trade
            | Topic::Packet => Scope::Turn,
        }
    }

    /// A short name, for logs and status lines.
    pub fn name(self) -> &'static str {
        match self {
            Topic::OpenLot => "open a lot",
            Topic::Bid => "bid or pass",
            Topic::TakeLot => "take a lot",
            Topic::HomeTile => "lay the home tile",
            Topic::CompanyAuction => "bid for a public company or pass",
            Topic::StockTurn => "stock turn",
            Topic::ExchangeAnswer => "agree to the exchange or refuse",
            Topic::DeclineTokens => "decline tokens or keep the rest",
            Topic::DeclineTrains => "decline trains or keep the rest",
            Topic::KeepForts => "keep forts",
            Topic::Discard => "discard a train",
            Topic::Convert => "convert or pass",
            Topic::Acquire => "acquire shares or pass",
            Topic::Issue => "issue shares or pass",
            Topic::Track => "lay track or pass",
            Topic::Token => "place a station or pass",
            Topic::Forts => "take forts or pass",
            Topic::Run => "run trains",
            Topic::Dividend => "pay out or withhold",
            Topic::Trains => "buy trains or pass",
            Topic::TrainAnswer => "agree to sell the train or refuse",
            Topic::Premium => "bid for the start premium or pass",
            Topic::Concessions => "open an auction or pass",
            Topic::UniteAnswer => "agree to the public mining company or refuse",
            Topic::Switchers => "move switchers or go on",
            Topic::BuyMine => "buy a mine or pass",
            Topic::MineAnswer => "agree to sell the mine or refuse",
            Topic::Machines => "buy machines and switchers or pass",
            Topic::CloseMine => "close the mine or keep it",
            Topic::ConcessionRoute => "build the concession route",
            Topic::Privates => "buy or bid for a private, or pass",
            Topic::NameValue => "name the starting value",
            Topic::Power => "use a private's power",
            Topic::Consent => "agree or refuse",
            Topic::RaiseMoney => "raise money for the interest",
            Topic::Repay => "repay loans or pass",
            Topic::Redeem => "redeem bonds or pass",
            Topic::Trade => "trade the company's own shares or pass",
            Topic::Stations => "choose stations to take over or pass",
            Topic::Packet => "buy from the start packet or pass",
            Topic::OpenPrussian => "open the Prussian or wait",
            Topic::JoinPrussian => "exchange for Prussian shares or keep the rest",
            Topic::SwapDirector => "choose the shares taken for the director's certificate",
            Topic::HomeStation => "choose the home station",
            Topic::Raise => "sell shares for the train",
        }
    }
}

/// One question to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Who is asked.
    pub seat: Seat,
    /// For which company, if for one.
    pub company: Option<CompanyId>,
    /// About what.
    pub topic: Topic,
    /// Whether the game waits for it.
    pub duty: Duty,
}

/// Amounts that may be named, in the title's currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Least.
    pub min: i32,
    /// Most.
    pub max: i32,
    /// Step from `min` on.
    pub step: i32,
}

impl Range {
    /// Whether the amount is one of the range.
    pub fn contains(self, amount: i32) -> bool {
        amount >= self.min && amount <= self.max && (amount - self.min) % self.step.max(1) == 0
    }
}

/// One thing that may be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Exactly this.
    One(Action),
    /// This with any amount of the range (see [`Action::with_amount`]).
    Amount(Action, Range),
    /// Runs of the company's trains: not listed, but judged by the same plan as [`Action::Run`].
    Runs,
}

/// Everything that a seat may do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legal {
    /// The choices, in a fixed order.
    pub choices: Vec<Choice>,
}

impl Legal {
    /// Whether the action is listed. Runs are listed as a kind: for them only the plan can tell.
    pub fn contains(&self, action: &Action) -> bool {
        self.choices.iter().any(|choice| match choice {
            Choice::One(one) => one == action,
            Choice::Amount(template, range) => action.amount().is_some_and(|amount| {
                range.contains(amount) && &template.with_amount(amount) == action
            }),
            Choice::Runs => matches!(action, Action::Run(_)),
        })
    }

    /// The actions with amounts at their least, without runs.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.choices.iter().filter_map(|choice| match choice {
            Choice::One(action) | Choice::Amount(action, _) => Some(action),
            Choice::Runs => None,
        })
    }
}
