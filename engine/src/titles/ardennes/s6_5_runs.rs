//! 6.5 Train operation and earnings: what runs are legal and what they earn; 6.4.3: what forts add.
//!
//! A run names its hexes in order (see [`crate::network::follow`]). A ferry is a step like others: the ferry's hex with
//! its stop 0, at an end of the run. On runs of a 4D exactly the scored cities are marked; a ferry carries no mark.

pub(crate) use super::s6_5_best::{best, best_without};
use super::s6_5_view::View;
use super::{ArdRules, Ardennes, FortPlace};
use crate::action::Run;
use crate::ids::{CompanyId, StopRef, TrainId};
use crate::network::{RunSum, RunSums, Side, reach};
use crate::rejection::{Rejection, require};

/// What runs earn, without forts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Earned {
    /// Francs of each run, in the order of the runs.
    pub(crate) revenues: Vec<i32>,
    /// Their sum.
    pub(crate) total: i32,
}

/// Judges a set of runs of a company; whether it is a best set is not asked here.
///
/// # Errors
/// The first rule broken: trains, then each run's way, then its length, then track shared by trains.
pub(crate) fn check(
    state: &Ardennes,
    rules: &ArdRules,
    company: CompanyId,
    runs: &[Run],
) -> Result<Earned, Rejection> {
    let view = View::new(state, rules, company);
    let mut earned = Earned {
        revenues: Vec::with_capacity(runs.len()),
        total: 0,
    };
    let mut used: Vec<(Side, TrainId)> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let kind = view.train(run.train)?;
        let name = rules.definition.train_name(run.train);
        require!(
            !runs
                .iter()
                .take(index)
                .any(|other| other.train == run.train),
            "ARD-6.5-01",
            "the train {name} makes one run, not two"
        );
        let route = view.route(run)?;
        view.judge(kind, &route)?;
        if !view.is_four(kind) {
            for &side in &route.sides {
                if let Some((_, other)) = used.iter().find(|(taken, _)| *taken == side) {
                    return Err(view.shared_track(side, *other));
                }
            }
            used.extend(route.sides.iter().map(|&side| (side, run.train)));
        }
        let revenue = view.earnings(kind, &route);
        earned.revenues.push(revenue);
        earned.total += revenue;
    }
    Ok(earned)
}

/// The runs with every stop named, and with the best cities marked on runs of a 4D that mark none.
///
/// # Errors
/// The first step that is no way; nothing else is judged.
pub(crate) fn canonical(
    state: &Ardennes,
    rules: &ArdRules,
    company: CompanyId,
    runs: &[Run],
) -> Result<Vec<Run>, Rejection> {
    let view = View::new(state, rules, company);
    runs.iter()
        .map(|run| {
            let kind = view.train(run.train)?;
            let mut route = view.route(run)?;
            if view.is_four(kind) && route.visits.iter().all(|visit| !visit.scored) {
                view.mark_best(kind, &mut route);
            }
            Ok(Run {
                train: run.train,
                steps: route.steps,
            })
        })
        .collect()
}

/// The sum of legal runs, worked out.
///
/// # Errors
/// As for [`check`].
pub(crate) fn sums(
    state: &Ardennes,
    rules: &ArdRules,
    company: CompanyId,
    runs: &[Run],
) -> Result<RunSums, Rejection> {
    check(state, rules, company, runs)?;
    let view = View::new(state, rules, company);
    let mut sums = Vec::with_capacity(runs.len());
    for run in runs {
        let kind = view.train(run.train)?;
        let (stops, bonuses) = view.items(kind, &view.route(run)?);
        sums.push(RunSum::new(run.train, stops, bonuses));
    }
    let forts = forts(state, rules, company, !runs.is_empty());
    Ok(RunSums::new(sums, vec![("forts".into(), forts)]))
}

/// Money of the company's forts: 10 for each fort and each of Paris and Strasbourg on its routes (ARD-6.4.3-05 to 07,
/// ARD-RUL-27). `ran` says whether a train runs in this turn (ARD-DEP-04).
pub(crate) fn forts(state: &Ardennes, rules: &ArdRules, company: CompanyId, ran: bool) -> i32 {
    let forts = state
        .forts
        .iter()
        .filter(|fort| **fort == FortPlace::Company(company))
        .count() as i32;
    let has_train = state.shared.trains(company).any(|train| !train.face_down);
    let by_hex = rules.options.forts_need_run;
    if forts == 0 || !has_train || by_hex && !ran {
        return 0;
    }
    let view = View::new(state, rules, company);
    let starts: Vec<StopRef> = view.board.stations(company).collect();
    let found = reach(view.map, view.board, &starts, |at| view.blocked(at));
    let cities = rules
        .special
        .fort_cities
        .iter()
        .filter(|&&hex| {
            if by_hex {
                found.comes_to(hex)
            } else {
                (0..view.board.face(view.map, hex).stops.len() as u8)
                    .any(|stop| found.has_stop(StopRef { hex, stop }))
            }
        })
        .count() as i32;
    10 * forts * cities
}
