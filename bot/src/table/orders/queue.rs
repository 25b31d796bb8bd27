//! Moves made ahead: the first waits for its moment, then they follow one another; the first that cannot be made stops
//! the rest.

use super::bidding;
use super::terms::{Item, Seen, company};
use super::verdict::{NOT_NOW, Verdict, View};
use crate::store::How;
use crate::table::panel;
use engine::Game;
use engine::action::{Action, Lot, TrainSource};
use engine::ids::{CompanyId, Seat};
use engine::legal::{Choice, Scope};
use engine::rolling_stock::TrainHolder;

/// What the first move does now.
pub(super) fn next(view: &View<'_>, items: &[Item]) -> Verdict {
    let Some(item) = items.first() else {
        return Verdict::done("All its moves are made.");
    };
    let begun = view.own(view.base).any(|(_, how)| how == How::Queue);
    let own = view
        .own(view.base)
        .skip_while(|(_, how)| *how != How::Queue)
        .any(|(_, how)| how != How::Queue);
    if own {
        return stop(item, "you have made another move meanwhile");
    }
    let game = &view.play.game;
    let meant = item.company.as_deref().and_then(|id| company(game, id));
    if let Some(company) = meant
        && game.shared().director(game.definition(), company) != Some(view.seat)
    {
        let name = view.company_name(company);
        return stop(item, &format!("you do not direct {name} any more"));
    }
    let Some(ask) = view.ask else {
        return NOT_NOW;
    };
    if ask.company != meant {
        return NOT_NOW;
    }
    let offered = view
        .choices()
        .iter()
        .any(|choice| verb_of(view, choice) == verb(&item.text));
    let elsewhere = ask.topic.scope() == Scope::Within || !begun;
    if !offered && elsewhere {
        return Verdict::Wait("its moment has not come");
    }
    let action = match panel::read_action(view.play, view.seat, &item.text) {
        Ok(action) => action,
        Err(why) => return stop(item, &why.0),
    };
    let cost = match view.play.game.check(view.seat, &action) {
        Ok(cost) => cost,
        Err(why) => return stop(item, &view.play.refused(why).0),
    };
    // What the rules demand beyond the shape of an action, as of one by hand.
    if let Err(why) = view.play.game.clone().apply(view.seat, &action) {
        return stop(item, &view.play.refused(why).0);
    }
    if let Some(most) = item.most
        && cost > most
    {
        return stop(
            item,
            &format!(
                "it costs {} now, above your {}",
                view.money(cost),
                view.money(most)
            ),
        );
    }
    if let Some(then) = &item.seen
        && let Some(why) = differs(view, then, &seen(view, &action))
    {
        return stop(item, &why);
    }
    Verdict::Act(action)
}

fn stop(item: &Item, why: &str) -> Verdict {
    let text = crate::text::in_code(&crate::text::clip(&item.text, 100));
    let why = why.trim_end_matches('.');
    Verdict::stopped(format!("`{text}` was not made: {why}."))
}

/// The kind of a move.
pub(super) fn verb(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.to_lowercase()
}

fn verb_of(view: &View<'_>, choice: &Choice) -> String {
    match choice {
        Choice::Runs => "run".into(),
        Choice::One(action) | Choice::Amount(action, _) => verb(&view.play.game.print(action)),
    }
}

/// Whether a move is a step in a company's turn, or one of the player's own turn; `None` where it may be either.
pub(super) fn of_company(action: &Action) -> Option<bool> {
    match action {
        Action::Lay(..)
        | Action::LayBy(..)
        | Action::Token(..)
        | Action::TokenBy(..)
        | Action::Replace(..)
        | Action::Run(_)
        | Action::Pay(_)
        | Action::Earn(_)
        | Action::Train(_)
        | Action::Issue(_)
        | Action::Borrow
        | Action::Repay(_)
        | Action::BuyBack(_) => Some(true),
        Action::Buy(..)
        | Action::BuyPaper(..)
        | Action::BuyDirector(_)
        | Action::Form(..)
        | Action::Bid { .. }
        | Action::Premium(_)
        | Action::Take(_) => Some(false),
        _ => None,
    }
}

/// The company that a move is about, if it is about one.
fn about(game: &Game, action: &Action) -> Option<CompanyId> {
    match action {
        Action::Sell(company, _)
        | Action::SellPapers(company, _)
        | Action::BuyPaper(company, ..)
        | Action::Buy(company, _)
        | Action::BuyDirector(company)
        | Action::Form(company, _)
        | Action::Exercise(company, _)
        | Action::Exchange { company, .. }
        | Action::Unite { company, .. }
        | Action::Mine(company, _)
        | Action::Replace(_, _, company)
        | Action::Train(TrainSource::Company(_, company, ..))
        | Action::Bid {
            lot: Lot::Company(company),
            ..
        }
        | Action::Take(Lot::Company(company)) => Some(*company),
        Action::Train(TrainSource::Market(train, _)) => {
            match game.shared().depot.get(*train).map(|state| state.holder) {
                Some(TrainHolder::Company(company)) => Some(company),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What can be seen of what a move is about: price, owner, and what it costs or must be bid.
pub(super) fn seen(view: &View<'_>, action: &Action) -> Seen {
    let game = &view.play.game;
    let company = about(game, action);
    let definition = game.definition();
    let bid = || {
        let chances = bidding::chances(view);
        let of = |action: &Action| match action {
            Action::Bid { lot, .. } => Some(*lot),
            _ => None,
        };
        let chance = chances.iter().find(|chance| chance.lot == of(action));
        chance.map(|chance| chance.least)
    };
    Seen {
        price: company.and_then(|company| game.shared().price(definition, company)),
        owner: company
            .and_then(|company| game.shared().director(definition, company))
            .map(|seat| seat.0),
        cost: match action {
            Action::Bid { .. } | Action::Premium(_) => bid(),
            _ => None,
        },
    }
}

fn differs(view: &View<'_>, then: &Seen, now: &Seen) -> Option<String> {
    let sum = |sum: Option<i32>| sum.map_or("none".into(), |sum| view.money(sum));
    let who = |seat: Option<u8>| seat.map_or("nobody".into(), |seat| view.name(Seat(seat)));
    if then.price != now.price {
        return Some(format!(
            "the price is {}, it was {}",
            sum(now.price),
            sum(then.price)
        ));
    }
    if then.owner != now.owner {
        return Some(format!(
            "it belongs to {}, it was {}",
            who(now.owner),
            who(then.owner)
        ));
    }
    if then.cost.is_some() && then.cost != now.cost {
        return Some(format!(
            "the least bid is {}, it was {}",
            sum(now.cost),
            sum(then.cost)
        ));
    }
    None
}
