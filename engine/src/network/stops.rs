//! The best routes of trains that count every stop (1835): so many stops in all, or so many large ones and so many
//! small ones, where a small one may take a large one's place.
//!
//! Depth-first over legs from stop to stop, from an own station outwards: first one arm, then the other, bounded by the
//! best walks. The joint search over several trains is that of [`super::joint`].

use super::bits::SideSet;
use super::graph::Graph;
use super::joint::{self, Routes};
use super::single::{Found, Outcome, Wanted};
use super::stops_search::Search;
use super::stops_table::Legs;
use super::walks::NEVER;
use super::{Optimum, Proof};
use crate::action::Run;
use crate::ids::TrainId;

/// What a train may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Large stops at most; `None` for a train that makes no difference.
    pub large: Option<u8>,
    /// Stops in all.
    pub all: u8,
}

/// What a route pays for passing a stop from one bank to the other.
#[derive(Clone, Debug)]
pub struct Toll {
    /// The stop, by vertex.
    pub vertex: usize,
    /// Bank by link of the vertex: 0 for none.
    pub banks: Vec<u8>,
    /// What it costs.
    pub sum: i32,
}

/// What is to be solved.
pub struct Counted<'a> {
    /// The track.
    pub graph: &'a Graph,
    /// Stops with own stations, by vertex; every route needs one.
    pub own: Vec<usize>,
    /// Worth of stops, by vertex.
    pub worth: Vec<i32>,
    /// Which stops are large, by vertex.
    pub large: Vec<bool>,
    /// Stops of which a route may visit so many only.
    pub groups: Vec<(Vec<usize>, u8)>,
    /// A stop that costs a toll.
    pub toll: Option<Toll>,
    /// Kinds of train.
    pub kinds: Vec<Capacity>,
    /// The trains with the number of their kind.
    pub trains: Vec<(TrainId, usize)>,
    /// Divides all sums that can occur.
    pub unit: i32,
}

/// Groups that a state counts at most.
pub(super) const GROUPS: usize = 4;

pub(super) struct Net<'a> {
    pub(super) problem: &'a Counted<'a>,
    pub(super) legs: Legs,
    /// Group of each vertex.
    pub(super) group: Vec<Option<usize>>,
}

/// Solves the problem with at most so many nodes of search.
pub fn best_counted(problem: &Counted, budget: u64) -> Optimum {
    let mut nodes = budget;
    if problem.graph.overflow || problem.groups.len() > GROUPS {
        return Optimum {
            runs: Vec::new(),
            total: 0,
            proof: Proof::AtMost(i32::MAX),
        };
    }
    let mut group = vec![None; problem.graph.vertices.len()];
    for (number, (vertices, _)) in problem.groups.iter().enumerate() {
        for &vertex in vertices {
            if let Some(place) = group.get_mut(vertex) {
                *place = Some(number);
            }
        }
    }
    let net = Net {
        problem,
        legs: Legs::new(problem.graph),
        group,
    };
    let trains: Vec<usize> = problem.trains.iter().map(|(_, kind)| *kind).collect();
    let answer = joint::solve(&net, &trains, problem.unit, &mut nodes);
    let mut runs = Vec::new();
    for ((train, _), found) in problem.trains.iter().zip(&answer.routes) {
        if let Some(found) = found {
            runs.push(Run {
                train: *train,
                steps: net.steps(found),
            });
        }
    }
    Optimum {
        runs,
        total: answer.total,
        proof: if answer.bound <= answer.total {
            Proof::Proven
        } else {
            Proof::AtMost(answer.bound)
        },
    }
}

impl Net<'_> {
    /// The steps of a route: the first arm backwards to the root, then the second.
    fn steps(&self, found: &Found) -> Vec<crate::action::RunStep> {
        let (first, second) = found
            .hops
            .split_at(usize::from(found.first_arm).min(found.hops.len()));
        let arm = |legs: &[u32]| {
            let mut links: Vec<u8> = Vec::new();
            for &index in legs {
                if let Some(leg) = self.legs.legs.get(index as usize) {
                    links.extend_from_slice(&leg.links);
                }
            }
            self.problem
                .graph
                .steps(usize::from(found.root), &links, &[])
        };
        let mut steps = arm(first);
        steps.reverse();
        steps.pop();
        steps.extend(arm(second));
        steps
    }
}

impl Routes for Net<'_> {
    fn kinds(&self) -> usize {
        self.problem.kinds.len()
    }

    fn sides(&self) -> usize {
        self.problem.graph.sides.len()
    }

    fn search(
        &self,
        kind: usize,
        prices: &[i32],
        taken: &SideSet,
        wanted: Wanted,
        nodes: &mut u64,
    ) -> Outcome {
        let Some(capacity) = self.problem.kinds.get(kind).copied() else {
            return Outcome {
                found: Vec::new(),
                whole: true,
            };
        };
        let nets = self
            .legs
            .legs
            .iter()
            .map(|leg| {
                if leg.sides.meets(taken) {
                    NEVER
                } else {
                    leg.sides
                        .iter()
                        .map(|side| prices.get(side).copied().unwrap_or(0))
                        .sum()
                }
            })
            .collect();
        let mut search = Search {
            net: self,
            nets,
            wanted,
            found: Vec::new(),
            nodes,
            cut: false,
            stack: Vec::new(),
            first_arm: 0,
        };
        search.run(capacity);
        Outcome {
            found: search.found,
            whole: !search.cut,
        }
    }
}
