//! Orders for auctions: bidding up to an amount, and passing.

use super::terms::{PREMIUM, Round, Terms, company, lot};
use super::verdict::{NOT_NOW, Span, Verdict, View, in_auction};
use crate::table::Play;
use crate::table::facts::Fact;
use engine::action::{Action, Lot};
use engine::ids::{CompanyId, Seat};
use engine::legal::{Choice, Range, Scope};

/// What a choice of an auction is for, the pledge with it, and the least that it costs.
#[derive(Clone, Debug)]
pub(super) struct Chance {
    /// The lot; none is the start premium.
    pub lot: Option<Lot>,
    pub with: Option<CompanyId>,
    pub least: i32,
    pub range: Option<Range>,
    pub action: Action,
}

/// Everything that can be bid for or taken.
pub(super) fn chances(view: &View<'_>) -> Vec<Chance> {
    let mut found = Vec::new();
    for choice in view.choices() {
        let (action, range) = match choice {
            Choice::Amount(action, range) => (action.with_amount(range.min), Some(*range)),
            Choice::One(action) => (action.clone(), None),
            Choice::Runs => continue,
        };
        let (lot, with) = match &action {
            Action::Bid { lot, with, .. } => (Some(*lot), *with),
            Action::Take(lot) => (Some(*lot), None),
            Action::Premium(_) => (None, None),
            _ => continue,
        };
        let least = match action.amount() {
            Some(sum) => sum,
            None => view.play.game.check(view.seat, &action).unwrap_or(i32::MAX),
        };
        found.push(Chance {
            lot,
            with,
            least,
            range,
            action,
        });
    }
    found
}

/// A chance's lot as orders name it.
pub(super) fn name(play: &Play, chance: &Chance) -> String {
    let definition = play.game.definition();
    match chance.lot {
        None => PREMIUM.into(),
        Some(Lot::Company(company)) => definition.at(company).id.clone(),
        Some(Lot::Private(private)) => definition.private_at(private).id.clone(),
    }
}

/// Whether a chance is for a lot named so.
fn is_for(view: &View<'_>, chance: &Chance, id: &str) -> bool {
    match id {
        PREMIUM => chance.lot.is_none(),
        _ => chance.lot.is_some() && chance.lot == lot(&view.play.game, id),
    }
}

/// Bids for a lot by the least bid, never beyond what was said.
pub(super) fn bid(view: &View<'_>, terms: &Terms) -> Verdict {
    let Terms::Bid {
        lot: id,
        most,
        with,
        pass,
        round,
    } = terms
    else {
        return NOT_NOW;
    };
    let wanted = lot(&view.play.game, id);
    let won = view.since().find_map(|(_, fact)| match fact {
        Fact::Won(lot, seat, sum) if id != PREMIUM && Some(lot) == wanted => Some((seat, sum)),
        _ => None,
    });
    if let Some((seat, sum)) = won {
        let sum = view.money(sum);
        return Verdict::done(match seat == view.seat {
            true => format!("You have won it for {sum}."),
            false => format!("{} has won it for {sum}.", view.name(seat)),
        });
    }
    match view.auction(round) {
        Span::Over => return Verdict::done("The auction is over."),
        Span::Before => return NOT_NOW,
        Span::During => {}
    }
    // Which lot is opened is for the player to say.
    if view
        .topic()
        .is_none_or(|topic| topic.scope() != Scope::Bidding)
    {
        return NOT_NOW;
    }
    let pledge = with
        .as_deref()
        .and_then(|with| company(&view.play.game, with));
    let chances: Vec<Chance> = chances(view)
        .into_iter()
        .filter(|chance| chance.range.is_some() && is_for(view, chance, id))
        .filter(|chance| with.is_none() || chance.with == pledge)
        .collect();
    let chance = match chances.as_slice() {
        [] => return NOT_NOW,
        [chance] => chance,
        _ => return Verdict::stopped("Several minors could be pledged for it: set it with one."),
    };
    if leading(view, wanted) == Some(view.seat) {
        return match *pass {
            true => view.pass(),
            false => Verdict::Wait("your bid is the highest"),
        };
    }
    if chance.least <= *most {
        return Verdict::Act(chance.action.clone());
    }
    if !*pass {
        return Verdict::stopped(format!(
            "The least bid is {} now, above your {}.",
            view.money(chance.least),
            view.money(*most)
        ));
    }
    view.pass()
}

/// Whose bid on a lot stands: nobody outbids himself, where bids stand over turns.
fn leading(view: &View<'_>, lot: Option<Lot>) -> Option<Seat> {
    let told = view.play.told.iter().rev();
    let facts = told.flat_map(|told| told.facts.iter().rev());
    let mut of_lot = facts.filter_map(|fact| match fact {
        Fact::Bid(on, seat) if Some(*on) == lot => Some(Some(*seat)),
        Fact::Won(on, ..) if Some(*on) == lot => Some(None),
        _ => None,
    });
    of_lot.next().flatten()
}

/// Whether several lots are bid for at once.
pub(super) fn side_by_side(play: &Play) -> bool {
    let asks = play.awaited();
    let bidding = asks
        .iter()
        .filter(|ask| ask.topic.scope() == Scope::Bidding);
    bidding.into_iter().any(|ask| {
        let found = chances(&View::new(play, ask.seat, play.told.len()));
        let mut lots: Vec<Option<Lot>> = (found.iter())
            .filter(|chance| chance.range.is_some())
            .map(|chance| chance.lot)
            .collect();
        lots.dedup();
        lots.len() > 1
    })
}

/// Passes in an auction, unless something that he named can be had.
pub(super) fn pass(view: &View<'_>, lots: &[String], below: Option<i32>, round: &Round) -> Verdict {
    match view.auction(round) {
        Span::Over => return Verdict::done("The auction is over."),
        Span::Before => return NOT_NOW,
        Span::During => {}
    }
    if !view.topic().is_some_and(in_auction) {
        return NOT_NOW;
    }
    let chances = chances(view);
    if lots
        .iter()
        .any(|id| chances.iter().any(|chance| is_for(view, chance, id)))
    {
        return Verdict::Wait("what you named can be had");
    }
    if below.is_some_and(|below| chances.iter().any(|chance| chance.least < below)) {
        return Verdict::Wait("something can be had for less than you named");
    }
    view.pass()
}
