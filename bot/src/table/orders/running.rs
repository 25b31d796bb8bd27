//! Orders for companies: the best routes are run and the earnings paid, turn after turn, until something changes.

use super::answer::best_runs;
use super::terms::{Change, Shape, Terms, company};
use super::verdict::{NOT_NOW, Verdict, View};
use engine::Game;
use engine::action::Action;
use engine::ids::CompanyId;
use engine::legal::Choice;
use engine::shared::Status;
use engine::titles::Mark;

/// What a company is like now.
pub(super) fn shape(game: &Game, company: CompanyId) -> Shape {
    let definition = game.definition();
    let mut trains: Vec<String> = game
        .shared()
        .trains(company)
        .map(|train| definition.train_name(train.id))
        .collect();
    // Mines have machines and switchers.
    for mark in game.marks() {
        if let Mark::Mine {
            mine,
            machine,
            switcher,
            owner,
            ..
        } = mark
            && (mine == company || owner == Some(company))
        {
            trains.push(format!("{}:{machine}/{switcher}", definition.at(mine).id));
        }
    }
    let best = game.best_runs_of(company).map(|best| best.runs);
    Shape {
        trains: trains.join(" "),
        runs: best
            .filter(|runs| !runs.is_empty())
            .map(|runs| game.print(&Action::Run(runs))),
        phase: game.phase_name().to_string(),
    }
}

/// Why the order stops: what has changed since it was set.
fn changed(view: &View<'_>, company: CompanyId, until: Change, shape: &Shape) -> Option<String> {
    let game = &view.play.game;
    let name = view.company_name(company);
    if matches!(until, Change::Any | Change::Phase) && game.phase_name() != shape.phase {
        return Some(format!("Phase {} has begun.", game.phase_name()));
    }
    if matches!(until, Change::Any | Change::Trains) {
        let now = self::shape(game, company).trains;
        if now != shape.trains {
            return Some(format!("The trains of {name} are others now."));
        }
    }
    if matches!(until, Change::Any | Change::Routes) && !still_best(game, company, shape) {
        return Some(format!("The best routes of {name} are others now."));
    }
    None
}

/// Whether the runs of then are still the best, or as good as any.
fn still_best(game: &Game, company: CompanyId, shape: &Shape) -> bool {
    let Some(best) = game.best_runs_of(company) else {
        return shape.runs.is_none();
    };
    let Some(runs) = &shape.runs else {
        return best.runs.is_empty();
    };
    let total =
        |runs: &[engine::action::Run]| game.run_sums(company, runs).map(|sums| sums.total).ok();
    match game.parse(runs) {
        Ok(Action::Run(runs)) => total(&runs).is_some_and(|sum| Some(sum) >= total(&best.runs)),
        _ => false,
    }
}

/// Runs a company out.
pub(super) fn run(view: &View<'_>, terms: &Terms) -> Verdict {
    let Terms::Run {
        company: id,
        pay,
        until,
        pass,
        shape,
    } = terms
    else {
        return NOT_NOW;
    };
    let game = &view.play.game;
    let Some(company) = company(game, id) else {
        return Verdict::stopped("There is no such company.");
    };
    let shared = game.shared();
    if shared.company(company).status == Status::Closed {
        return Verdict::stopped(format!("{} has closed.", view.company_name(company)));
    }
    if shared.director(game.definition(), company) != Some(view.seat) {
        return Verdict::stopped(format!(
            "You no longer direct {}.",
            view.company_name(company)
        ));
    }
    if view.ask.and_then(|ask| ask.company) != Some(company) {
        return NOT_NOW;
    }
    // An answer to somebody is no part of running.
    if view.topic().is_some_and(engine::legal::Topic::is_answer) {
        return NOT_NOW;
    }
    if let Some(why) = changed(view, company, *until, shape) {
        return Verdict::stopped(why);
    }
    if view.choices().contains(&Choice::Runs) {
        return match best_runs(game) {
            Some(runs) => Verdict::Act(runs),
            None => Verdict::Wait("no best routes are known"),
        };
    }
    let pays = |choice: &Choice| matches!(choice, Choice::One(Action::Pay(_)));
    if view.choices().iter().any(pays) {
        return match view.may(&pay.action()) {
            true => Verdict::Act(pay.action()),
            false => Verdict::stopped("What you ordered about the earnings is not possible now."),
        };
    }
    match *pass {
        true => view.pass(),
        false => Verdict::Wait("this you decide yourself"),
    }
}
