//! What a player has ordered: as stored, and in words.

use engine::Game;
use engine::action::{Action, Lot, Payout};
use engine::ids::CompanyId;
use engine::legal::Topic;
use serde::{Deserialize, Serialize};

/// What stops passing in a stock round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Until {
    /// Any of the three.
    Anything,
    /// Somebody buys or sells in a company of mine.
    Trade,
    /// A company starts.
    Start,
    /// The priority deal would be lost.
    Priority,
    /// Nothing but the end of the round.
    Always,
}

/// The round that an order is meant for: the one in which it was set, else the next of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Round {
    /// Its name, where the order was set in it.
    pub within: Option<String>,
}

/// What is taken from a company's earnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Pay {
    Full,
    Half,
    Nothing,
}

impl Pay {
    pub fn action(self) -> Action {
        Action::Pay(match self {
            Pay::Full => Payout::Full,
            Pay::Half => Payout::Half,
            Pay::Nothing => Payout::Nothing,
        })
    }

    pub fn words(self) -> &'static str {
        match self {
            Pay::Full => "pays out",
            Pay::Half => "pays out half",
            Pay::Nothing => "keeps the earnings",
        }
    }
}

/// What ends running a company out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Change {
    /// Any of the three.
    Any,
    Trains,
    Routes,
    Phase,
}

/// What a company was like when its order was set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Shape {
    /// Its trains, machines and switchers.
    pub trains: String,
    /// Its best runs, in notation; none if it cannot run.
    pub runs: Option<String>,
    /// The phase.
    pub phase: String,
}

/// Kinds of offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Offer {
    /// A minor for a share.
    Exchange,
    /// A train of a company of mine.
    Train,
    /// A mine of mine.
    Mine,
    /// A company formed with what is mine.
    Company,
    /// What needs my consent besides.
    Consent,
    /// What `/deal offer` puts before me.
    Deal,
    /// All of them.
    All,
}

impl Offer {
    /// Whether a question is an offer of this kind.
    pub fn asks(self, topic: Topic) -> bool {
        match self {
            Offer::Exchange => topic == Topic::ExchangeAnswer,
            Offer::Train => topic == Topic::TrainAnswer,
            Offer::Mine => topic == Topic::MineAnswer,
            Offer::Company => topic == Topic::UniteAnswer,
            Offer::Consent => topic == Topic::Consent,
            Offer::Deal => false,
            Offer::All => topic.is_answer(),
        }
    }

    /// Whether deals of `/deal offer` are meant.
    pub fn is_deal(self) -> bool {
        matches!(self, Offer::Deal | Offer::All)
    }

    /// Whether both could be asked by one offer.
    pub fn meets(self, other: Offer) -> bool {
        self == other || self == Offer::All || other == Offer::All
    }

    pub fn words(self) -> &'static str {
        match self {
            Offer::Exchange => "exchanges of minors",
            Offer::Train => "offers for a train",
            Offer::Mine => "offers for a mine",
            Offer::Company => "new companies with a mine of yours",
            Offer::Consent => "what needs your consent",
            Offer::Deal => "deals offered with /deal",
            Offer::All => "all offers",
        }
    }
}

/// A move made ahead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Item {
    /// As typed or as a trial has it.
    pub text: String,
    /// The company in whose turn it is meant; none for turns of one's own.
    pub company: Option<String>,
    /// Only if what it is about is still as seen.
    pub seen: Option<Seen>,
    /// Only if it costs this or less.
    pub most: Option<i32>,
}

/// What could be seen of what a move is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seen {
    /// The price of the company.
    pub price: Option<i32>,
    /// Who decides for it, or owns it.
    pub owner: Option<u8>,
    /// What the least bid is or it would cost.
    pub cost: Option<i32>,
}

/// What an order says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Terms {
    /// Passes this stock round.
    Pass {
        until: Until,
        round: Round,
        /// The priority deal was his.
        first: bool,
    },
    /// Bids for a lot by the least bid.
    Bid {
        lot: String,
        most: i32,
        /// The minor pledged.
        with: Option<String>,
        /// Beyond it he is out; else he is asked.
        pass: bool,
        round: Round,
    },
    /// Passes in an auction.
    Auction {
        /// Unless one of these can be had.
        lots: Vec<String>,
        /// Unless something can be had for less.
        below: Option<i32>,
        round: Round,
    },
    /// Buys shares of a company.
    Buy {
        company: String,
        /// Only from there.
        from: Option<String>,
        percent: u8,
        /// For this or less.
        most: Option<i32>,
        /// Where it cannot be had he passes; else he is asked.
        pass: bool,
        round: Round,
    },
    /// Runs a company out.
    Run {
        company: String,
        pay: Pay,
        until: Change,
        /// Everything else in its turn is passed; else he is asked.
        pass: bool,
        shape: Shape,
    },
    /// Answers offers.
    Answer {
        what: Offer,
        yes: bool,
        from: Option<u8>,
        /// Accepts only at this or more.
        least: Option<i32>,
    },
    /// Moves made ahead.
    Queue { items: Vec<Item> },
}

impl Terms {
    pub fn read(json: &str) -> Option<Terms> {
        serde_json::from_str(json).ok()
    }

    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether nobody else may ever see it before it acts, whatever the table has agreed.
    pub fn is_plan(&self) -> bool {
        matches!(self, Terms::Queue { .. })
    }
}

/// What stands for the start premium among lots.
pub(super) const PREMIUM: &str = "premium";

/// A lot as bids name it.
pub(super) fn lot(game: &Game, id: &str) -> Option<Lot> {
    match game.parse(&format!("bid {id} 100")) {
        Ok(Action::Bid { lot, .. }) => Some(lot),
        _ => None,
    }
}

/// A company by its printed name.
pub(super) fn company(game: &Game, id: &str) -> Option<CompanyId> {
    game.definition().company(id)
}
