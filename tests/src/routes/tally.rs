//! What comes out of the comparison.

use std::fmt;
use std::time::Duration;

/// How many positions came out how.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Ours earn more, and everybody accepts them.
    pub better: usize,
    /// Those of the better ones that only the judges accepted, because the replay ends before, by its list.
    pub behind: usize,
    /// Ours earn the same.
    pub equal: usize,
    /// Ours earn less, or somebody refuses them.
    pub worse: usize,
    /// The search could not prove its answer.
    pub unproven: usize,
    /// How long each search took.
    pub times: Vec<Duration>,
}

impl Tally {
    /// Positions looked at.
    pub fn positions(&self) -> usize {
        self.times.len()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = |part: f64| {
            let index = ((times.len() as f64 * part).ceil() as usize).max(1) - 1;
            let time = times.get(index).copied().unwrap_or_default();
            format!("{:.1} ms", time.as_secs_f64() * 1000.0)
        };
        write!(
            f,
            "routes: {} positions, {} better, {} equal, {} worse, {} unproven, p50 {} p99 {} max {}",
            self.positions(),
            self.better,
            self.equal,
            self.worse,
            self.unproven,
            at(0.5),
            at(0.99),
            at(1.0)
        )
    }
}
