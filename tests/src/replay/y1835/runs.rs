//! Runs that earn what is recorded: the lines name the revenue, not the routes.

use engine::{Game, Run};

/// Runs of the company in turn that earn the sum; the best where no sum is given.
pub(super) fn runs(game: &Game, revenue: Option<i32>) -> Result<Vec<Run>, String> {
    let best = game.best_runs().ok_or("no company is to run")?;
    match revenue {
        None => Ok(best.runs),
        Some(sum) if sum == best.total => Ok(best.runs),
        Some(0) => Ok(Vec::new()),
        Some(sum) => Err(format!(
            "the best runs earn {}, {sum} is recorded",
            best.total
        )),
    }
}
