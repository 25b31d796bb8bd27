//! The track network of a position: what a company reaches, and the best runs of its trains.

mod best;
mod bits;
mod choice;
mod distance;
mod extends;
mod four;
mod graph;
mod hops;
mod joint;
mod packing;
mod reach;
mod route;
mod single;
mod stops;
mod stops_search;
mod stops_table;
mod sums;
mod walks;
mod ways;

pub use best::{FourKind, Problem, Train, Way, best};
pub use bits::{PlaceSet, SideSet};
pub use distance::distances;
pub use extends::{Extends, extends, joins_far_edge};
pub use graph::Graph;
pub use packing::{Crew, Item, Packed, Packing, Worth, pack};
pub use reach::{Reach, connected, reach, walk};
pub use route::{Broken, Route, Side, Visit, follow, same_place, side, trace};
pub use single::{Kind, Measure, Mode};
pub use stops::{Capacity, Counted, Toll, best_counted};
pub(crate) use sums::stops_of;
pub use sums::{RunSum, RunSums};
pub use ways::ways;

use crate::action::Run;

/// The answer of a search for the best runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The runs, one a train that runs.
    pub runs: Vec<Run>,
    /// Earnings of the runs, in the title's currency, without bonuses that belong to no train.
    pub total: i32,
    /// Whether no set of runs can earn more.
    pub proof: Proof,
}

/// How sure an [`Optimum`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing better exists.
    Proven,
    /// The search gave up after its budget of nodes; nothing over this total exists.
    AtMost(i32),
}

/// The greatest common divisor; 0 of nothing.
pub(crate) fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
