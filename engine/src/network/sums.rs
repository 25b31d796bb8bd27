//! The sum of runs, worked out.

use crate::ids::{HexId, StopRef, TrainId};

/// What a run earns, item by item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSum {
    /// The train.
    pub train: TrainId,
    /// What the stops that count add, in order of the run; what was counted for an earlier run adds nothing.
    pub stops: Vec<(StopRef, i32)>,
    /// Bonuses by name.
    pub bonuses: Vec<(String, i32)>,
    /// The sum of the items.
    pub total: i32,
}

/// What runs earn together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSums {
    /// By run.
    pub runs: Vec<RunSum>,
    /// What belongs to no run: forts, a built-in train.
    pub extras: Vec<(String, i32)>,
    /// All of it.
    pub total: i32,
}

impl RunSums {
    /// Sums of runs, and what belongs to none.
    pub(crate) fn new(runs: Vec<RunSum>, mut extras: Vec<(String, i32)>) -> RunSums {
        extras.retain(|(_, sum)| *sum != 0);
        let total = runs.iter().map(|run| run.total).sum::<i32>()
            + extras.iter().map(|(_, sum)| sum).sum::<i32>();
        RunSums {
            runs,
            extras,
            total,
        }
    }
}

impl RunSum {
    /// A sum of its items; those of nothing are left out.
    pub(crate) fn new(
        train: TrainId,
        stops: Vec<(StopRef, i32)>,
        mut bonuses: Vec<(String, i32)>,
    ) -> RunSum {
        bonuses.retain(|(_, sum)| *sum != 0);
        let total = stops.iter().map(|(_, sum)| sum).sum::<i32>()
            + bonuses.iter().map(|(_, sum)| sum).sum::<i32>();
        RunSum {
            train,
            stops,
            bonuses,
            total,
        }
    }
}

/// Hexes at which the runs stop, each once, in order.
pub(crate) fn stops_of(runs: &[crate::action::Run]) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = Vec::new();
    for step in runs.iter().flat_map(|run| &run.steps) {
        if step.stop.is_some() && !hexes.contains(&step.hex) {
            hexes.push(step.hex);
        }
    }
    hexes
}
