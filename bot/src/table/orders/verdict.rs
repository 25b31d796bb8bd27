//! What an order does at a position: it waits, it acts, or it ends. A verdict reads the position and what has happened
//! since the order was set, and nothing else; the engine's `legal()` says what may be done.

use super::terms::{Offer, Round, Terms, Until};
use super::{bidding, queue, running, stock};
use crate::store::{Ended, How, OrderRow};
use crate::table::Play;
use crate::table::facts::{Fact, is_auction};
use engine::action::Action;
use engine::event::RoundKind;
use engine::ids::{CompanyId, Seat};
use engine::legal::{Ask, Choice, Scope, Topic};
use std::cell::OnceCell;

/// What an order does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing: why not, where that is worth a word.
    Wait(&'static str),
    /// This.
    Act(Action),
    /// It is over, and why.
    End(Ended, String),
}

impl Verdict {
    pub fn done(why: impl Into<String>) -> Verdict {
        Verdict::End(Ended::Done, why.into())
    }

    pub fn stopped(why: impl Into<String>) -> Verdict {
        Verdict::End(Ended::Stopped, why.into())
    }
}

/// The order is none of this decision.
pub(super) const NOT_NOW: Verdict = Verdict::Wait("");

/// What an order sees.
pub(super) struct View<'p> {
    pub play: &'p Play,
    pub seat: Seat,
    /// Entries made before it was set.
    pub base: usize,
    /// The one question that the game waits for its owner to answer, if it is one.
    pub ask: Option<Ask>,
    /// What he may do, once somebody has asked.
    choices: OnceCell<Vec<Choice>>,
}

impl<'p> View<'p> {
    /// For an order set after so many entries.
    pub fn new(play: &'p Play, seat: Seat, base: usize) -> View<'p> {
        let mut asks = play.awaited();
        asks.retain(|ask| ask.seat == seat);
        let ask = match asks.as_slice() {
            [ask] => Some(*ask),
            _ => None,
        };
        View {
            play,
            seat,
            base,
            ask,
            choices: OnceCell::new(),
        }
    }

    pub fn topic(&self) -> Option<Topic> {
        self.ask.map(|ask| ask.topic)
    }

    /// What he may do: nothing where he is not asked.
    pub fn choices(&self) -> &[Choice] {
        self.choices.get_or_init(|| match self.ask {
            Some(_) => self.play.game.legal(self.seat).choices,
            None => Vec::new(),
        })
    }

    /// Whether exactly this may be done.
    pub fn may(&self, action: &Action) -> bool {
        self.choices()
            .iter()
            .any(|choice| matches!(choice, Choice::One(one) if one == action))
    }

    /// Passes where that is legal.
    pub fn pass(&self) -> Verdict {
        if self.may(&Action::Pass) {
            Verdict::Act(Action::Pass)
        } else {
            Verdict::Wait("you must do something else than pass")
        }
    }

    /// What has happened since the order was set, and by whom.
    pub fn since(&self) -> impl Iterator<Item = (Seat, Fact)> {
        let log = self.play.game.log();
        let told = self.play.told.iter().enumerate().skip(self.base);
        told.flat_map(move |(index, told)| {
            let by = log
                .get(index)
                .map_or(Seat(u8::MAX), |entry| entry.by.seat());
            told.facts.iter().map(move |fact| (by, *fact))
        })
    }

    /// Entries of the owner from one on: what he did, and how.
    pub fn own(&self, from: usize) -> impl Iterator<Item = (&Action, How)> {
        let log = self.play.game.log().iter().enumerate().skip(from);
        let own = log.filter(|(_, entry)| {
            entry.by.seat() == self.seat && !matches!(entry.by, engine::By::Engine(_))
        });
        own.map(|(index, entry)| (&entry.action, self.play.how(index)))
    }

    /// Where the stock round stands for which the order is meant.
    pub fn stock_round(&self, round: &Round) -> Span {
        let rounds = self.since().filter_map(|(_, fact)| match fact {
            // An auction within a stock round does not end it.
            Fact::Round(RoundKind::CompanyAuction) => None,
            Fact::Round(kind) => Some(kind == RoundKind::Stock),
            _ => None,
        });
        Span::of(round, rounds)
    }

    /// Where the auction stands for which the order is meant.
    pub fn auction(&self, round: &Round) -> Span {
        if let Some(name) = &round.within {
            return match self.play.game.round_name() == *name {
                true => Span::During,
                false => Span::Over,
            };
        }
        let rounds = self.since().filter_map(|(_, fact)| match fact {
            Fact::Round(kind) => Some(is_auction(kind)),
            _ => None,
        });
        Span::of(round, rounds)
    }

    pub fn money(&self, sum: i32) -> String {
        self.play.game.definition().money.print(sum)
    }

    pub fn company_name(&self, company: CompanyId) -> String {
        crate::narration::company_name(self.play.game.definition(), company)
    }

    pub fn name(&self, seat: Seat) -> String {
        self.play.names.seat(seat)
    }
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    Before,
    During,
    Over,
}

impl Span {
    /// From the rounds that have begun since: whether each is of the kind.
    fn of(round: &Round, mut rounds: impl Iterator<Item = bool>) -> Span {
        let begun = round.within.is_some() || rounds.any(|of_kind| of_kind);
        match (begun, rounds.next()) {
            (false, _) => Span::Before,
            (true, None) => Span::During,
            (true, Some(_)) => Span::Over,
        }
    }
}

/// Whether a question is that of a stock turn, or of one in which a start packet is sold.
pub(super) fn in_stock_round(topic: Topic) -> bool {
    matches!(topic, Topic::StockTurn | Topic::Packet)
}

/// Whether a question belongs to an auction.
pub(super) fn in_auction(topic: Topic) -> bool {
    topic.scope() == Scope::Bidding || matches!(topic, Topic::OpenLot | Topic::Concessions)
}

/// How many entries stood when the order was set; `None` if one of them was taken back since.
pub(super) fn base(play: &Play, order: &OrderRow) -> Option<usize> {
    match order.head {
        None => Some(0),
        Some(head) => play
            .ids
            .iter()
            .rposition(|id| *id == head)
            .map(|index| index + 1),
    }
}

/// What an order does now.
pub(super) fn verdict(play: &Play, order: &OrderRow, terms: &Terms) -> Verdict {
    let Some(base) = base(play, order) else {
        return Verdict::stopped("The move after which it was set was taken back.");
    };
    let view = View::new(play, Seat(order.seat), base);
    match terms {
        Terms::Pass {
            until,
            round,
            first,
        } => stock::pass(&view, *until, round, *first),
        Terms::Buy { .. } => stock::buy(&view, terms),
        Terms::Bid { .. } => bidding::bid(&view, terms),
        Terms::Auction { lots, below, round } => bidding::pass(&view, lots, *below, round),
        Terms::Run { .. } => running::run(&view, terms),
        Terms::Answer {
            what,
            yes,
            from,
            least,
        } => answer(&view, *what, *yes, *from, *least),
        Terms::Queue { items } => queue::next(&view, items),
    }
}

/// Accepts or refuses what somebody proposes.
fn answer(
    view: &View<'_>,
    what: Offer,
    yes: bool,
    from: Option<u8>,
    least: Option<i32>,
) -> Verdict {
    if !view.topic().is_some_and(|topic| what.asks(topic)) {
        return NOT_NOW;
    }
    let Some((by, proposal)) = proposal(view) else {
        return NOT_NOW;
    };
    if from.is_some_and(|from| from != by.0) {
        return NOT_NOW;
    }
    if let Some(least) = least
        && proposal.amount().is_none_or(|sum| sum < least)
    {
        return Verdict::Wait("less is offered than you want");
    }
    let word = if yes { Action::Agree } else { Action::Refuse };
    match view.may(&word) {
        true => Verdict::Act(word),
        false => Verdict::Wait("this answer is not possible"),
    }
}

/// Who proposed what is to be answered.
fn proposal<'v>(view: &'v View<'_>) -> Option<(Seat, &'v Action)> {
    let mut log = view.play.game.log().iter().rev();
    let entry = log.find(|entry| !matches!(entry.by, engine::By::Engine(_)))?;
    Some((entry.by.seat(), &entry.action))
}

/// Why an order to pass stops, from what others have done since.
pub(super) fn exposed(view: &View<'_>, until: Until, first: bool) -> Option<String> {
    let definition = view.play.game.definition();
    let shared = view.play.game.shared();
    let mine = |company: CompanyId| {
        let holder = engine::finance::Holder::Player(view.seat);
        shared.units(definition, company, holder) > 0
    };
    let trade = matches!(until, Until::Anything | Until::Trade);
    let start = matches!(until, Until::Anything | Until::Start);
    let priority = matches!(until, Until::Anything | Until::Priority);
    for (by, fact) in view.since() {
        match fact {
            Fact::Traded(company, seat)
                if trade && by != view.seat && seat != view.seat && mine(company) =>
            {
                return Some(format!(
                    "{} traded in {}, of which you hold a share.",
                    view.name(seat),
                    view.company_name(company)
                ));
            }
            Fact::Started(company) if start && by != view.seat => {
                return Some(format!("{} has started.", view.company_name(company)));
            }
            Fact::Priority(seat) if priority && first && seat != view.seat => {
                return Some(format!("The priority deal went to {}.", view.name(seat)));
            }
            _ => {}
        }
    }
    if priority && shared.table.priority == view.seat {
        let mut after = view.play.game.clone();
        if after.apply(view.seat, &Action::Pass).is_ok()
            && after.shared().table.priority != view.seat
        {
            return Some("Passing now would lose you the priority deal.".into());
        }
    }
    None
}
