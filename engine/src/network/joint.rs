//! The best set of routes for several trains that share no track.
//!
//! Every side gets a price. At any prices the sum of each train's best route *net of prices*, plus all prices, is at
//! least the best total: who shares no track pays each price at most once. Prices are moved until that bound is close
//! to the best set found; then each train's routes that are worse than its best by no more than the distance are
//! listed, and the best disjoint choice among them is searched. No better set can have a route outside the lists.

use super::bits::SideSet;
use super::choice::{Choice, choose};
use super::single::{Found, Outcome, Wanted};
use super::walks::SCALE;

/// The answer for a set of trains.
pub(super) struct Joint {
    /// A route for each train, in the order of the trains.
    pub routes: Vec<Option<Found>>,
    /// What they earn together.
    pub total: i32,
    /// Nothing over this exists; equal to the total if that is proven.
    pub bound: i32,
}

/// Where routes of single trains are searched.
pub(super) trait Routes {
    /// Kinds of train.
    fn kinds(&self) -> usize;
    /// Sides of the graph.
    fn sides(&self) -> usize;
    /// Routes of one train; see [`super::single::search`].
    fn search(
        &self,
        kind: usize,
        prices: &[i32],
        taken: &SideSet,
        wanted: Wanted,
        nodes: &mut u64,
    ) -> Outcome;
}

/// Routes listed for one kind of train at most.
const LONGEST_LIST: usize = 20_000;
/// Rounds of moving prices between two attempts to list.
const ROUNDS: usize = 8;

/// Finds the best set of routes. `trains` gives each train's kind; `unit` divides every sum of francs.
pub(super) fn solve(net: &dyn Routes, trains: &[usize], unit: i32, nodes: &mut u64) -> Joint {
    let mut solver = Solver {
        net,
        trains,
        unit: unit.max(1) * SCALE,
        nodes,
        prices: vec![0; net.sides()],
        best: vec![None; trains.len()],
        total: 0,
        bound: i32::MAX,
        step: 1.0,
    };
    solver.run();
    let total = solver.total;
    let bound = (solver.bound / solver.unit * unit.max(1)).max(total);
    Joint {
        routes: solver.best,
        total,
        bound,
    }
}

struct Solver<'a> {
    net: &'a dyn Routes,
    trains: &'a [usize],
    /// Every total is a multiple of this, scaled.
    unit: i32,
    nodes: &'a mut u64,
    prices: Vec<i32>,
    best: Vec<Option<Found>>,
    /// In francs.
    total: i32,
    /// Scaled.
    bound: i32,
    step: f64,
}

impl Solver<'_> {
    fn run(&mut self) {
        let mut stale = 0;
        let mut limit = 200;
        for round in 0.. {
            let Some(heads) = self.heads() else {
                return;
            };
            let bound = self.bound_of(&heads);
            if bound < self.bound {
                stale = 0;
            } else {
                stale += 1;
                if stale >= 4 {
                    stale = 0;
                    self.step *= 0.6;
                }
            }
            self.bound = self.bound.min(bound);
            self.greedy(&heads);
            if self.proven() || *self.nodes == 0 {
                return;
            }
            // Lists belong to the prices of this round.
            if round % ROUNDS == 0 || self.step < 0.02 {
                let last = self.step < 0.02;
                let (cap, patience) = if last {
                    (LONGEST_LIST, u64::MAX)
                } else {
                    (limit, limit as u64 * 4)
                };
                if self.list(&heads, bound, cap, patience) || *self.nodes == 0 || last {
                    return;
                }
                limit *= 2;
            }
            if !self.reprice(&heads, bound) {
                return;
            }
        }
    }

    fn proven(&self) -> bool {
        self.bound < self.total * SCALE + self.unit
    }

    fn search(&mut self, kind: usize, prices: &[i32], taken: &SideSet, wanted: Wanted) -> Outcome {
        self.net.search(kind, prices, taken, wanted, self.nodes)
    }

    /// The best route of each kind at the present prices, `None` where none is worth its price; nothing at all if
    /// the budget ran out.
    fn heads(&mut self) -> Option<Vec<Option<Found>>> {
        let prices = std::mem::take(&mut self.prices);
        let mut heads = Vec::with_capacity(self.net.kinds());
        let mut whole = true;
        for kind in 0..self.net.kinds() {
            let mut outcome = self.search(kind, &prices, &SideSet::EMPTY, Wanted::Best(1));
            whole &= outcome.whole;
            heads.push(outcome.found.pop());
        }
        self.prices = prices;
        whole.then_some(heads)
    }

    fn bound_of(&self, heads: &[Option<Found>]) -> i32 {
        let routes: i32 = self
            .trains
            .iter()
            .map(|&kind| net_of(heads.get(kind)))
            .sum();
        routes + self.prices.iter().sum::<i32>()
    }

    /// Takes the trains in order, each with its best route beside the earlier ones, at present prices and then at
    /// none; keeps the set if it is the best so far.
    fn greedy(&mut self, heads: &[Option<Found>]) {
        let prices = std::mem::take(&mut self.prices);
        let free = vec![0; prices.len()];
        let trains = self.trains;
        let mut set: Vec<Option<Found>> = Vec::with_capacity(trains.len());
        let mut taken = SideSet::EMPTY;
        for &kind in trains {
            let head = heads.get(kind).cloned().flatten();
            let found = match head {
                Some(head) if !head.sides.meets(&taken) => Some(head),
                _ => {
                    let wanted = Wanted::Best(1);
                    self.search(kind, &prices, &taken, wanted).found.pop()
                }
            };
            if let Some(found) = &found {
                taken = taken.or(&found.sides);
            }
            set.push(found);
        }
        // Each train again, with all others in place.
        for (index, &kind) in trains.iter().enumerate() {
            let others = set
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != index)
                .filter_map(|(_, found)| found.as_ref())
                .fold(SideSet::EMPTY, |all, found| all.or(&found.sides));
            let Some(slot) = set.get_mut(index) else {
                continue;
            };
            let least = slot.as_ref().map_or(0, |found| found.worth) * SCALE + 1;
            let better = self.search(kind, &free, &others, Wanted::Best(least));
            if let Some(better) = better.found.into_iter().next_back() {
                *slot = Some(better);
            }
        }
        self.prices = prices;
        self.keep(set);
    }

    fn keep(&mut self, set: Vec<Option<Found>>) {
        let total = set.iter().flatten().map(|found| found.worth).sum();
        if total > self.total {
            self.total = total;
            self.best = set;
        }
    }

    /// Moves the prices: up where routes compete, down where nobody runs. `false` if there is nothing to move.
    fn reprice(&mut self, heads: &[Option<Found>], bound: i32) -> bool {
        let mut use_of = vec![0i32; self.prices.len()];
        for &kind in self.trains {
            if let Some(Some(head)) = heads.get(kind) {
                for side in head.sides.iter() {
                    if let Some(count) = use_of.get_mut(side) {
                        *count += 1;
                    }
                }
            }
        }
        let square: i32 = use_of
            .iter()
            .zip(&self.prices)
            .filter(|&(count, price)| *price > 0 || *count > 1)
            .map(|(count, _)| (count - 1) * (count - 1))
            .sum();
        if square == 0 {
            return false;
        }
        let distance = (bound - self.total * SCALE).max(self.unit);
        let step = self.step * f64::from(distance) / f64::from(square);
        for (count, price) in use_of.iter().zip(&mut self.prices) {
            if *price > 0 || *count > 1 {
                let move_by = (step * f64::from(count - 1)).round() as i32;
                *price = (*price + move_by).max(0);
            }
        }
        true
    }

    /// Lists the routes that a better set could have, and searches the best choice. `false` if a list got too long.
    fn list(&mut self, heads: &[Option<Found>], bound: i32, cap: usize, patience: u64) -> bool {
        let slack = bound - (self.total * SCALE + self.unit);
        let prices = std::mem::take(&mut self.prices);
        let mut lists: Vec<Vec<Found>> = Vec::new();
        let mut whole = true;
        for kind in 0..self.net.kinds() {
            let least = net_of(heads.get(kind)) - slack;
            let outcome = self.search(kind, &prices, &SideSet::EMPTY, Wanted::All(least, cap));
            whole &= outcome.whole;
            if !whole {
                break;
            }
            let mut list = outcome.found;
            list.sort_by(|a, b| b.net.cmp(&a.net).then_with(|| a.hops.cmp(&b.hops)));
            lists.push(list);
        }
        self.prices = prices;
        if !whole {
            return false;
        }
        let heads: Vec<i32> = (0..self.net.kinds())
            .map(|kind| net_of(heads.get(kind)))
            .collect();
        let choice = Choice {
            lists: &lists,
            trains: self.trains,
            heads: &heads,
            prices: &self.prices,
            unit: self.unit,
            bound,
            target: self.total * SCALE + self.unit,
        };
        let given = patience.min(*self.nodes);
        let mut left = given;
        let (set, cut) = choose(choice, &mut left);
        *self.nodes -= given - left;
        if let Some(set) = set {
            self.keep(set);
        }
        if !cut {
            // Every better set would have been in the lists.
            self.bound = self.bound.min(self.total * SCALE);
        }
        !cut
    }
}

fn net_of(head: Option<&Option<Found>>) -> i32 {
    head.and_then(Option::as_ref).map_or(0, |found| found.net)
}
