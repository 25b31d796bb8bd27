//! Orders for stock rounds: passing, and buying a share when it can be had.

use super::terms::{Round, Terms, Until, company};
use super::verdict::{NOT_NOW, Span, Verdict, View, exposed, in_stock_round};
use crate::store::How;
use engine::action::{Action, Source};
use engine::ids::CompanyId;
use engine::legal::{Choice, Topic};
use engine::shared::Status;

/// Passes in one stock round.
pub(super) fn pass(view: &View<'_>, until: Until, round: &Round, first: bool) -> Verdict {
    match view.stock_round(round) {
        Span::Over => return Verdict::done("The stock round is over."),
        Span::Before => return NOT_NOW,
        Span::During => {}
    }
    if !view.topic().is_some_and(in_stock_round) {
        return NOT_NOW;
    }
    // Judged only when he would be asked: what is taken back before, or what he could not answer anyway, stops nothing.
    if let Some(why) = exposed(view, until, first) {
        return Verdict::stopped(why);
    }
    view.pass()
}

/// Buys a share when it can be had, and ends the turn.
pub(super) fn buy(view: &View<'_>, terms: &Terms) -> Verdict {
    let Terms::Buy {
        company: id,
        from,
        percent: wanted,
        most,
        pass,
        round,
    } = terms
    else {
        return NOT_NOW;
    };
    let game = &view.play.game;
    let Some(company) = company(game, id) else {
        return Verdict::stopped("There is no such company.");
    };
    if *pass {
        match view.stock_round(round) {
            Span::Over => return Verdict::done("The stock round is over."),
            Span::Before => return NOT_NOW,
            Span::During => {}
        }
    }
    let turn = view.topic() == Some(Topic::StockTurn);
    // One a turn, and then the turn ends.
    let bought = turn
        && view
            .own(view.play.turn.began.max(view.base))
            .any(|(done, how)| {
                how == How::Order && share(done).is_some_and(|(of, _)| of == company)
            });
    if bought && view.may(&Action::Pass) {
        return Verdict::Act(Action::Pass);
    }
    let held = game.percent(company, view.seat);
    if held >= u32::from(*wanted) {
        return Verdict::done(format!(
            "You hold {held} % of {}.",
            view.company_name(company)
        ));
    }
    if game.shared().company(company).status == Status::Closed {
        return Verdict::stopped(format!("{} has closed.", view.company_name(company)));
    }
    if !turn || bought {
        return NOT_NOW;
    }
    let mut found: Vec<(i32, Action)> = Vec::new();
    for choice in view.choices() {
        if let Choice::One(action) = choice
            && let Some((of, source)) = share(action)
            && of == company
            && from.as_deref().is_none_or(|from| from == source)
            && let Ok(cost) = game.check(view.seat, action)
            && most.is_none_or(|most| cost <= most)
        {
            found.push((cost, action.clone()));
        }
    }
    match found.into_iter().min_by_key(|(cost, _)| *cost) {
        Some((_, action)) => Verdict::Act(action),
        None if *pass => view.pass(),
        None => Verdict::Wait("it cannot be had now"),
    }
}

/// The share that is bought, and where it comes from.
fn share(action: &Action) -> Option<(CompanyId, &'static str)> {
    match action {
        Action::Buy(of, source) => Some((*of, place(*source))),
        Action::BuyPaper(of, _, None) => Some((*of, place(Source::Market))),
        _ => None,
    }
}

/// Where a share comes from, as players say it.
pub(super) fn place(source: Source) -> &'static str {
    match source {
        Source::Treasury => "treasury",
        Source::Market => "market",
    }
}
