//! The best runs of a company: the parts of the search put together.

use super::bits::SideSet;
use super::four;
use super::graph::Graph;
use super::hops::Hops;
use super::joint;
use super::single::{Found, Kind, Measure, Net, Outcome, Wanted, search};
use super::{Optimum, Proof};
use crate::action::{Run, RunStep};
use crate::ids::TrainId;

/// A train that takes part in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Train {
    /// The card.
    pub id: TrainId,
    /// How it runs.
    pub way: Way,
}

/// How a train runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Counts all stops; the kind's number in [`Problem::kinds`].
    All(usize),
    /// Any length, the best cities; the number in [`Problem::fours`]. It may use the track of other trains.
    Four(usize),
    /// Is bounded by something else than cities; the kind's number in [`Problem::kinds`].
    Measured(usize, Measure),
    /// The same on track that other trains use too.
    Beside(usize, Measure),
}

/// Earnings of a set of cities, given in order of vertices, with an end off the board by its number in
/// [`Problem::ends`], or none.
pub type SetWorth<'a> = Box<dyn Fn(&[usize], Option<usize>) -> i32 + 'a>;

/// A kind of train that scores its best few cities.
pub struct FourKind<'a> {
    /// Cities scored at most.
    pub most: usize,
    /// What it earns.
    pub worth: SetWorth<'a>,
}

/// What is to be solved.
pub struct Problem<'a> {
    /// The track.
    pub graph: &'a Graph,
    /// Cities with own stations, by vertex; every route needs one.
    pub own: Vec<usize>,
    /// Ends off the board that may be run to: port and ferry, by vertex.
    pub ends: Vec<(usize, usize)>,
    /// Worth of towns, by vertex.
    pub towns: Vec<i32>,
    /// Kinds that count all stops.
    pub kinds: Vec<Kind>,
    /// Kinds that score a few cities.
    pub fours: Vec<FourKind<'a>>,
    /// The trains.
    pub trains: Vec<Train>,
    /// Divides all sums of francs that can occur.
    pub unit: i32,
}

/// Solves the problem with at most so many nodes of search.
pub fn best(problem: &Problem, budget: u64) -> Optimum {
    let mut nodes = budget;
    let mut runs = Vec::new();
    let mut total = 0;
    let mut bound = 0i32;
    if problem.graph.overflow {
        return Optimum {
            runs,
            total,
            proof: Proof::AtMost(i32::MAX),
        };
    }
    // Trains that share no track together; each that may share is alone.
    let mut groups: Vec<Vec<(TrainId, usize, Measure)>> = vec![Vec::new()];
    for train in &problem.trains {
        match train.way {
            Way::All(kind) => groups[0].push((train.id, kind, Measure::Cities)),
            Way::Measured(kind, measure) => groups[0].push((train.id, kind, measure)),
            Way::Beside(kind, measure) => groups.push(vec![(train.id, kind, measure)]),
            Way::Four(_) => {}
        }
    }
    groups.retain(|group| !group.is_empty());
    if !groups.is_empty() {
        let hops = Hops::new(problem.graph, &problem.towns, nodes);
        nodes -= hops.nodes.min(nodes);
        let net = Net {
            graph: problem.graph,
            hops: &hops,
            own: problem.own.clone(),
        };
        for group in groups {
            let mut kinds: Vec<(usize, Measure)> = group
                .iter()
                .map(|&(_, kind, measure)| (kind, measure))
                .collect();
            kinds.sort_unstable();
            kinds.dedup();
            let trains: Vec<usize> = group
                .iter()
                .filter_map(|&(_, kind, measure)| kinds.binary_search(&(kind, measure)).ok())
                .collect();
            let sorts: Vec<(&Kind, Measure)> = kinds
                .iter()
                .filter_map(|&(kind, measure)| Some((problem.kinds.get(kind)?, measure)))
                .collect();
            let sorted = Sorted {
                net: &net,
                kinds: sorts,
            };
            let answer = joint::solve(&sorted, &trains, problem.unit, &mut nodes);
            for ((train, ..), found) in group.iter().zip(&answer.routes) {
                if let Some(found) = found {
                    runs.push(Run {
                        train: *train,
                        steps: steps(&net, found),
                    });
                }
            }
            total += answer.total;
            bound = if hops.cut {
                i32::MAX
            } else {
                bound.saturating_add(answer.bound)
            };
        }
    }
    for (number, kind) in problem.fours.iter().enumerate() {
        let mut cards = problem
            .trains
            .iter()
            .filter(|train| train.way == Way::Four(number))
            .peekable();
        if cards.peek().is_none() {
            continue;
        }
        let task = four::Task {
            graph: problem.graph,
            most: kind.most,
            own: &problem.own,
            ends: &problem.ends,
            worth: &kind.worth,
        };
        let answer = four::solve(&task, &mut nodes);
        for train in cards {
            bound = bound.saturating_add(answer.bound);
            if let Some(route) = &answer.route {
                total += route.worth;
                runs.push(Run {
                    train: train.id,
                    steps: problem.graph.steps_over(&route.way, &route.scored),
                });
            }
        }
    }
    Optimum {
        runs,
        total,
        proof: if bound <= total {
            Proof::Proven
        } else {
            Proof::AtMost(bound)
        },
    }
}

/// Trains that share no track, each kind with what bounds it, for the joint search.
struct Sorted<'a> {
    net: &'a Net<'a>,
    kinds: Vec<(&'a Kind, Measure)>,
}

impl joint::Routes for Sorted<'_> {
    fn kinds(&self) -> usize {
        self.kinds.len()
    }

    fn sides(&self) -> usize {
        self.net.graph.sides.len()
    }

    fn search(
        &self,
        kind: usize,
        prices: &[i32],
        taken: &SideSet,
        wanted: Wanted,
        nodes: &mut u64,
    ) -> Outcome {
        match self.kinds.get(kind) {
            Some(&kind) => search(self.net, kind, prices, taken, wanted, nodes),
            None => Outcome {
                found: Vec::new(),
                whole: true,
            },
        }
    }
}

/// The steps of a route: the first arm backwards to the root, then the second.
fn steps(net: &Net, found: &Found) -> Vec<RunStep> {
    let (first, second) = found
        .hops
        .split_at(usize::from(found.first_arm).min(found.hops.len()));
    let arm = |hops: &[u32]| {
        let mut links: Vec<u8> = Vec::new();
        for &index in hops {
            if let Some(hop) = net.hops.hops.get(index as usize) {
                links.extend_from_slice(net.hops.way(hop));
            }
        }
        net.graph.steps(usize::from(found.root), &links, &[])
    };
    let mut steps = arm(first);
    steps.reverse();
    steps.pop();
    steps.extend(arm(second));
    steps
}
