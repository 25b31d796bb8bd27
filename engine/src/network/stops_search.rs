//! The search for one train that counts its stops: depth-first from each own station, one arm and then the other.

use super::bits::{PlaceSet, SideSet};
use super::graph::MOST_LINKS;
use super::single::{Found, Wanted};
use super::stops::{Capacity, GROUPS, Net};
use super::stops_table::{Bounds, Left, Leg};
use super::walks::{NEVER, SCALE};

pub(super) struct Search<'a> {
    pub(super) net: &'a Net<'a>,
    /// Scaled price of each leg; `NEVER` where a side is taken.
    pub(super) nets: Vec<i32>,
    pub(super) wanted: Wanted,
    pub(super) found: Vec<Found>,
    pub(super) nodes: &'a mut u64,
    pub(super) cut: bool,
    pub(super) stack: Vec<u32>,
    pub(super) first_arm: usize,
}

/// What stays the same in one walk from a root.
struct Walk<'a> {
    bounds: &'a Bounds,
    root: usize,
    first: usize,
    banned: &'a [usize],
    /// Large stops are counted apart.
    split: bool,
}

/// A route under construction.
#[derive(Clone, Copy)]
struct State {
    at: usize,
    /// Link by which the route came to `at`.
    entry: u8,
    left: Left,
    net: i32,
    worth: i32,
    places: PlaceSet,
    sides: SideSet,
    groups: [u8; GROUPS],
    stops: u32,
}

impl<'a> Search<'a> {
    fn least(&self) -> i32 {
        match self.wanted {
            Wanted::Best(least) | Wanted::All(least, _) => least,
        }
    }

    pub(super) fn run(&mut self, capacity: Capacity) {
        let problem = self.net.problem;
        let split = capacity.large.is_some();
        let most = Left {
            large: capacity.large.unwrap_or(0),
            all: capacity.all,
        };
        let cells = usize::from(most.all) * (usize::from(most.large) + 1);
        *self.nodes = self
            .nodes
            .saturating_sub((self.nets.len() * cells) as u64 / 64);
        let bounds = Bounds::new(
            problem.graph,
            &self.net.legs,
            &self.nets,
            &problem.worth,
            &problem.large,
            most,
            split,
        );
        let mut roots: Vec<(i32, usize)> = Vec::new();
        for &root in &problem.own {
            let left = after(most, self.is_large(root), split);
            let Some(left) = left else { continue };
            let mut hope = NEVER;
            for first in 0..MOST_LINKS {
                hope = hope.max(pair(&bounds, root, first, left));
            }
            let worth = problem.worth.get(root).copied().unwrap_or(0) * SCALE;
            roots.push((hope.saturating_add(worth), root));
        }
        roots.sort_by_key(|&(hope, root)| (-hope, root));
        let mut banned: Vec<usize> = Vec::new();
        for (hope, root) in roots {
            if hope >= self.least()
                && let Some(left) = after(most, self.is_large(root), split)
            {
                self.explore(&bounds, root, &banned, left, split);
            }
            banned.push(root);
        }
    }

    fn is_large(&self, vertex: usize) -> bool {
        self.net.problem.large.get(vertex).copied().unwrap_or(true)
    }

    fn explore(&mut self, bounds: &Bounds, root: usize, banned: &[usize], left: Left, split: bool) {
        let worth = self.net.problem.worth.get(root).copied().unwrap_or(0);
        let mut groups = [0u8; GROUPS];
        if let Some(group) = self.net.group.get(root).copied().flatten() {
            groups[group] = 1;
        }
        for first in 0..MOST_LINKS {
            let hope = pair(bounds, root, first, left);
            if (worth * SCALE).saturating_add(hope) < self.least() {
                continue;
            }
            let walk = Walk {
                bounds,
                root,
                first,
                banned,
                split,
            };
            let state = State {
                at: root,
                entry: u8::MAX,
                left,
                net: worth * SCALE,
                worth,
                places: PlaceSet::one(root),
                sides: SideSet::EMPTY,
                groups,
                stops: 1,
            };
            self.first(&walk, &state, true);
        }
    }

    fn second_hope(walk: &Walk, left: Left) -> i32 {
        (walk.first + 1..MOST_LINKS)
            .map(|exit| walk.bounds.by(left, walk.root, exit))
            .fold(0, i32::max)
    }

    /// Lengthens the first arm.
    fn first(&mut self, walk: &Walk, state: &State, fresh: bool) {
        if !self.count() {
            return;
        }
        if !fresh {
            self.first_arm = self.stack.len();
            self.second(walk, state, true);
        }
        for (index, leg) in self.net.legs.from(state.at) {
            if fresh && usize::from(leg.exit) != walk.first {
                continue;
            }
            let Some((next, goes_on)) = self.step(walk, state, index, leg, state.entry) else {
                continue;
            };
            let hope = walk.bounds.split(
                next.left,
                |left| {
                    if goes_on {
                        walk.bounds.rest(left, next.at, leg.entry)
                    } else {
                        0
                    }
                },
                |left| Self::second_hope(walk, left),
            );
            if next.net.saturating_add(hope) < self.least() {
                continue;
            }
            self.stack.push(index as u32);
            if goes_on {
                self.first(walk, &next, false);
            } else {
                self.first_arm = self.stack.len();
                self.second(walk, &next, true);
            }
            self.stack.pop();
        }
    }

    /// Lengthens the second arm; `fresh`: it still has to leave the root.
    fn second(&mut self, walk: &Walk, state: &State, fresh: bool) {
        if !self.count() {
            return;
        }
        if state.stops >= 2 {
            self.offer(walk, state);
        }
        let (at, entry) = if fresh {
            (walk.root, walk.first as u8)
        } else {
            (state.at, state.entry)
        };
        for (index, leg) in self.net.legs.from(at) {
            if fresh && usize::from(leg.exit) <= walk.first {
                continue;
            }
            let from = State { at, ..*state };
            let Some((next, goes_on)) = self.step(walk, &from, index, leg, entry) else {
                continue;
            };
            let hope = if goes_on {
                walk.bounds.rest(next.left, next.at, leg.entry)
            } else {
                0
            };
            if next.net.saturating_add(hope) < self.least() {
                continue;
            }
            self.stack.push(index as u32);
            if goes_on {
                self.second(walk, &next, false);
            } else {
                self.offer(walk, &next);
            }
            self.stack.pop();
        }
    }

    /// The state after a leg, and whether the route may go on from there; `None` if the leg can't be made.
    fn step(
        &self,
        walk: &Walk,
        state: &State,
        index: usize,
        leg: &Leg,
        entry: u8,
    ) -> Option<(State, bool)> {
        let price = self.nets.get(index).copied().filter(|net| *net != NEVER)?;
        let problem = self.net.problem;
        let to = usize::from(leg.to);
        if state.places.has(to) || walk.banned.contains(&to) || leg.sides.meets(&state.sides) {
            return None;
        }
        let left = after(state.left, self.is_large(to), walk.split)?;
        let mut groups = state.groups;
        if let Some(group) = self.net.group.get(to).copied().flatten() {
            let (_, most) = problem.groups.get(group)?;
            let count = groups.get_mut(group)?;
            if *count >= *most {
                return None;
            }
            *count += 1;
        }
        let toll = problem
            .toll
            .as_ref()
            .filter(|toll| toll.vertex == state.at)
            .filter(|toll| {
                let bank = |link: u8| toll.banks.get(usize::from(link)).copied().unwrap_or(0);
                let (a, b) = (bank(entry), bank(leg.exit));
                a != 0 && b != 0 && a != b
            })
            .map_or(0, |toll| toll.sum);
        let worth = problem.worth.get(to).copied().unwrap_or(0) - toll;
        let mut places = state.places;
        places.insert(to);
        let next = State {
            at: to,
            entry: leg.entry,
            left,
            net: state.net + worth * SCALE - price,
            worth: state.worth + worth,
            places,
            sides: state.sides.or(&leg.sides),
            groups,
            stops: state.stops + 1,
        };
        let ends = problem.graph.end_only.get(to).copied().unwrap_or(true);
        Some((next, !ends))
    }

    fn count(&mut self) -> bool {
        if self.cut || *self.nodes == 0 {
            self.cut = true;
            return false;
        }
        *self.nodes -= 1;
        true
    }

    fn offer(&mut self, walk: &Walk, state: &State) {
        if state.net < self.least() {
            return;
        }
        let found = Found {
            worth: state.worth,
            net: state.net,
            sides: state.sides,
            root: walk.root as u16,
            hops: self.stack.clone(),
            first_arm: self.first_arm as u8,
        };
        match &mut self.wanted {
            Wanted::Best(least) => {
                *least = state.net + 1;
                self.found.clear();
                self.found.push(found);
            }
            Wanted::All(_, most) => {
                if self.found.len() >= *most {
                    self.cut = true;
                } else {
                    self.found.push(found);
                }
            }
        }
    }
}

/// What is left after one more stop; `None` if the train takes no more.
fn after(left: Left, large: bool, split: bool) -> Option<Left> {
    let all = left.all.checked_sub(1)?;
    let large = if split && large {
        left.large.checked_sub(1)?
    } else {
        left.large
    };
    Some(Left { large, all })
}

/// The most that two arms bring from a root, the first leaving by link `first`.
fn pair(bounds: &Bounds, root: usize, first: usize, left: Left) -> i32 {
    bounds.split(
        left,
        |left| bounds.by(left, root, first),
        |left| {
            (first + 1..MOST_LINKS)
                .map(|exit| bounds.by(left, root, exit))
                .fold(0, i32::max)
        },
    )
}
