//! Runs of ours, fed to a replayed game in place of the recorded ones.

use crate::replay::trace::Trace;
use crate::replay::watched;
use anyhow::Result;
use engine::event::Event;
use engine::{Action, Game, Run};
use std::collections::BTreeMap;
use std::path::Path;

/// Runs that are to be fed, by the line that they replace, with what they earn together.
pub type Fed = BTreeMap<i64, (Vec<Run>, i64)>;

/// Why runs were not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game refuses them, counts them otherwise, or never asks for them.
    Refused(String),
    /// The replay ends before, by its list of exemptions: nobody could try.
    Behind(&'static str),
}

/// Replays the trace and has the game itself apply the runs in place of the recorded ones, each on a copy; the
/// replay goes on with the record. Gives back by line what is wrong with those that were not taken.
///
/// # Errors
/// A trace that cannot be read.
pub fn feed(path: &Path, fed: &Fed) -> Result<BTreeMap<i64, Fault>> {
    let trace = Trace::read(path)?;
    let mut verdicts: BTreeMap<i64, Result<(), String>> = BTreeMap::new();
    let outcome = watched(&trace, &mut |game, play, entry| {
        if let (Some((runs, total)), Action::Run(_)) = (fed.get(&play.n()), &entry.action) {
            verdicts.insert(play.n(), apply(game.clone(), entry.by, runs, *total));
        }
    });
    let mut faults = BTreeMap::new();
    for n in fed.keys() {
        let fault = match (
            verdicts.remove(n),
            outcome.exempt,
            outcome.divergences.first(),
        ) {
            (Some(Ok(())), _, _) => continue,
            (Some(Err(text)), _, _) => Fault::Refused(text),
            (None, Some(exempt), None) if exempt.line <= *n => Fault::Behind(exempt.why),
            (None, _, Some(text)) => Fault::Refused(format!("the replay ends: {text}")),
            (None, _, None) => Fault::Refused("the replayed game asks for no run there".into()),
        };
        faults.insert(*n, fault);
    }
    Ok(faults)
}

/// Whether the game takes the runs and counts them as expected.
fn apply(mut game: Game, by: engine::By, runs: &[Run], total: i64) -> Result<(), String> {
    let events = game
        .apply_by(by, &Action::Run(runs.to_vec()))
        .map_err(|rejection| format!("the replayed game refuses them: {rejection}"))?;
    let counted = events.iter().find_map(|event| match event {
        Event::Ran { revenues, .. } => {
            Some(revenues.iter().map(|sum| i64::from(*sum)).sum::<i64>())
        }
        _ => None,
    });
    if counted == Some(total) {
        Ok(())
    } else {
        Err(format!("the replayed game counts {counted:?}, not {total}"))
    }
}
