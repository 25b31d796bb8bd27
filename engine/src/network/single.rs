//! The best route of one train that runs to so many cities, places or hexes, or all routes good enough.
//!
//! Depth-first over hops, from a city with an own station outwards: first one arm, then the other. What an arm can
//! still bring is bounded by the best walks ([`super::walks`]).

use super::bits::{PlaceSet, SideSet};
use super::graph::{Graph, MOST_LINKS};
use super::hops::{Hop, HopEnd, Hops};
use super::walks::{Arm, NEVER, SCALE, Table};

/// One way of counting a route: what each stop is worth, provided that the needs are met.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Worth of cities and off-board ends, by vertex.
    pub worth: Vec<i32>,
    /// Needs that a city or off-board end meets, by vertex, as bits.
    pub meets: Vec<u8>,
    /// All needs, as the lowest bits.
    pub needs: u8,
}

/// What bounds the length of a route, and what it may run to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// Cities. Towns count nothing and are paid; one end may lie off the board (18Ardennes).
    #[default]
    Cities,
    /// Hexes entered. All stops are paid; both ends may lie off the board (1826, H trains).
    Hexes,
    /// Cities and off-board areas. Towns count nothing and pay nothing; both ends may lie off the board (1826, E and TGV).
    Places,
}

impl Measure {
    /// What a hop uses up.
    pub(super) fn cost(self, hop: &Hop) -> usize {
        match (self, hop.end) {
            // A city is never free, so that tables can be filled in order.
            (Measure::Hexes, HopEnd::City) => usize::from(hop.entered.max(1)),
            (Measure::Hexes, _) => usize::from(hop.entered),
            (Measure::Cities, HopEnd::City) => 1,
            (Measure::Cities, _) => 0,
            (Measure::Places, HopEnd::Town) => 0,
            (Measure::Places, _) => 1,
        }
    }

    /// What is left of the length at the city from which both arms run.
    pub(super) fn after_root(self, most: u8) -> usize {
        match self {
            Measure::Hexes => usize::from(most),
            Measure::Cities | Measure::Places => usize::from(most).saturating_sub(1),
        }
    }

    fn pays_towns(self) -> bool {
        self != Measure::Places
    }

    fn off_board_ends(self) -> u8 {
        match self {
            // A second one adds nothing (ARD-6.4.1-07).
            Measure::Cities => 1,
            Measure::Hexes | Measure::Places => 2,
        }
    }
}

/// A kind of train that is paid for every stop of its route that counts.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Cities at most; with another [`Measure`] places or hexes.
    pub cities: u8,
    /// Ways of counting; a route earns the best that it qualifies for.
    pub modes: Vec<Mode>,
}

/// A route found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it earns.
    pub worth: i32,
    /// Scaled worth less the prices of its sides.
    pub(super) net: i32,
    /// Sides used.
    pub sides: SideSet,
    /// The city from which both arms run, by vertex.
    pub(super) root: u16,
    /// Hops of the first arm, then those of the second; how many are of the first.
    pub(super) hops: Vec<u32>,
    pub(super) first_arm: u8,
}

/// Where a company's trains run.
pub(super) struct Net<'a> {
    pub graph: &'a Graph,
    pub hops: &'a Hops,
    /// Cities with own stations, by vertex.
    pub own: Vec<usize>,
}

/// Collects routes.
pub(super) enum Wanted {
    /// The best one; its net worth must reach this.
    Best(i32),
    /// All whose net worth reaches this, at most so many.
    All(i32, usize),
}

/// What a search came to.
pub(super) struct Outcome {
    pub found: Vec<Found>,
    /// Neither the budget nor the number of routes wanted cut it off.
    pub whole: bool,
}

/// Searches. `prices` are scaled francs by side, `taken` sides may not be used. `nodes` counts down.
pub(super) fn search(
    net: &Net,
    (kind, measure): (&Kind, Measure),
    prices: &[i32],
    taken: &SideSet,
    wanted: Wanted,
    nodes: &mut u64,
) -> Outcome {
    let mut search = Search::new(net, measure, prices, taken, wanted, nodes);
    for mode in &kind.modes {
        search.run(mode, kind.cities);
    }
    Outcome {
        found: search.found,
        whole: !search.cut,
    }
}

struct Search<'a> {
    net: &'a Net<'a>,
    measure: Measure,
    taken: &'a SideSet,
    /// Scaled worth of a hop's towns less the prices of its sides, by hop; `NEVER` where a side is taken.
    nets: Vec<i32>,
    wanted: Wanted,
    found: Vec<Found>,
    nodes: &'a mut u64,
    cut: bool,
    stack: Vec<u32>,
    first_arm: usize,
}

impl<'a> Search<'a> {
    fn new(
        net: &'a Net<'a>,
        measure: Measure,
        prices: &[i32],
        taken: &'a SideSet,
        wanted: Wanted,
        nodes: &'a mut u64,
    ) -> Search<'a> {
        let free = prices.iter().all(|price| *price == 0);
        let nets = net
            .hops
            .hops
            .iter()
            .map(|hop| {
                if hop.sides.meets(taken) {
                    return NEVER;
                }
                let cost: i32 = if free {
                    0
                } else {
                    hop.sides
                        .iter()
                        .map(|side| prices.get(side).copied().unwrap_or(0))
                        .sum()
                };
                let towns = if measure.pays_towns() { hop.worth } else { 0 };
                towns * SCALE - cost
            })
            .collect();
        Search {
            net,
            measure,
            taken,
            nets,
            wanted,
            found: Vec::new(),
            nodes,
            cut: false,
            stack: Vec::new(),
            first_arm: 0,
        }
    }

    fn least(&self) -> i32 {
        match self.wanted {
            Wanted::Best(least) | Wanted::All(least, _) => least,
        }
    }

    fn run(&mut self, mode: &Mode, cities: u8) {
        let cities = self.measure.after_root(cities);
        // A table is work too: a node for every 64 of its steps.
        let steps = self.nets.len() * (cities + 1) * (usize::from(mode.needs) + 1);
        *self.nodes = self.nodes.saturating_sub(steps as u64 / 64);
        let table = Table::new(self.net, &self.nets, mode, self.measure, cities);
        // The station with the most to hope for first; later ones must do without it.
        let mut roots: Vec<(i32, usize)> = Vec::new();
        for &root in &self.net.own {
            let needs = usize::from(mode.needs & !mode.meets[root]);
            let mut hope = NEVER;
            for first in 0..MOST_LINKS {
                let arm = Arm::second(&table, root, first, cities);
                hope = hope.max(arm.with_first(&table, root, first, cities, needs));
            }
            roots.push((hope.saturating_add(mode.worth[root] * SCALE), root));
        }
        roots.sort_by_key(|&(hope, root)| (-hope, root));
        let mut banned: Vec<usize> = Vec::new();
        for (hope, root) in roots {
            if hope >= self.least() {
                self.explore(mode, &table, root, &banned, cities);
            }
            banned.push(root);
        }
    }

    fn explore(
        &mut self,
        mode: &Mode,
        table: &Table,
        root: usize,
        banned: &[usize],
        cities: usize,
    ) {
        let needs = usize::from(mode.needs & !mode.meets[root]);
        let worth = mode.worth[root] * SCALE;
        let mut places = PlaceSet::one(usize::from(self.net.graph.places[root]));
        for &other in banned {
            // A route over an earlier station was found from there. Another circle of its hex is no station.
            let place = usize::from(self.net.graph.places[other]);
            let shared = (self.net.graph.places.iter())
                .filter(|other| usize::from(**other) == place)
                .count();
            if shared == 1 {
                places.insert(place);
            }
        }
        for first in 0..MOST_LINKS {
            let arm = Arm::second(table, root, first, cities);
            let hope = arm.with_first(table, root, first, cities, needs);
            if worth.saturating_add(hope) < self.least() {
                continue;
            }
            let mut walk = Walk {
                mode,
                table,
                arm: &arm,
                root,
                first,
                banned,
            };
            let state = State {
                at: root,
                left: cities,
                needs,
                net: worth,
                worth: mode.worth[root],
                places,
                stops: 1,
                off_board: 0,
            };
            self.first(&mut walk, &state, true);
        }
    }

    /// Lengthens the first arm.
    fn first(&mut self, walk: &mut Walk, state: &State, fresh: bool) {
        if !self.count() {
            return;
        }
        if !fresh {
            self.first_arm = self.stack.len();
            self.second(walk, state, true);
        }
        for (index, hop) in self.hops_from(state.at) {
            if fresh && usize::from(hop.exit) != walk.first {
                continue;
            }
            let Some((next, goes_on)) = self.step(walk, state, index, hop) else {
                continue;
            };
            let entry = if goes_on { hop.entry } else { u8::MAX };
            let hope = walk.arm.with_rest(
                walk.table,
                if goes_on {
                    Some((next.at, entry))
                } else {
                    None
                },
                next.left,
                next.needs,
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
    fn second(&mut self, walk: &mut Walk, state: &State, fresh: bool) {
        if !self.count() {
            return;
        }
        if state.needs == 0 && state.stops >= 2 {
            self.offer(walk, state);
        }
        let at = if fresh { walk.root } else { state.at };
        for (index, hop) in self.hops_from(at) {
            if fresh && usize::from(hop.exit) <= walk.first {
                continue;
            }
            let Some((next, goes_on)) = self.step(walk, state, index, hop) else {
                continue;
            };
            let hope = if goes_on {
                walk.table.rest(next.left, next.at, hop.entry, next.needs)
            } else if next.needs == 0 {
                0
            } else {
                continue;
            };
            if next.net.saturating_add(hope) < self.least() {
                continue;
            }
            self.stack.push(index as u32);
            if goes_on {
                self.second(walk, &next, false);
            } else if next.stops >= 2 {
                self.offer(walk, &next);
            }
            self.stack.pop();
        }
    }

    fn hops_from(&self, vertex: usize) -> impl Iterator<Item = (usize, &'a Hop)> + use<'a> {
        let hops = self.net.hops;
        let (first, last) = hops.ranges.get(vertex).copied().unwrap_or((0, 0));
        (first as usize..last as usize).zip(hops.from(vertex))
    }

    /// The state after a hop, and whether the route may go on from there; `None` if the hop can't be made.
    fn step(&self, walk: &Walk, state: &State, index: usize, hop: &Hop) -> Option<(State, bool)> {
        let net = self.nets.get(index).copied().filter(|net| *net != NEVER)?;
        if state.places.meets(&hop.places) {
            return None;
        }
        let left = state.left.checked_sub(self.measure.cost(hop))?;
        let towns = if self.measure.pays_towns() {
            hop.worth
        } else {
            0
        };
        let to = usize::from(hop.to);
        let mut next = State {
            at: to,
            left,
            net: state.net + net,
            worth: state.worth + towns,
            places: state.places.or(&hop.places),
            stops: state.stops
                + if self.measure.pays_towns() {
                    u32::from(hop.towns)
                } else {
                    0
                },
            ..*state
        };
        if hop.end != HopEnd::Town {
            next.net += walk.mode.worth[to] * SCALE;
            next.worth += walk.mode.worth[to];
            next.needs &= !usize::from(walk.mode.meets[to]);
        }
        match hop.end {
            HopEnd::Town => Some((next, false)),
            HopEnd::City => {
                if walk.banned.contains(&to) {
                    return None;
                }
                next.stops += 1;
                Some((next, !self.net.graph.end_only[to]))
            }
            HopEnd::Offboard => {
                next.off_board += 1;
                // In 18Ardennes the ferry is no stop that a route needs.
                next.stops += u32::from(self.measure != Measure::Cities);
                (next.off_board <= self.measure.off_board_ends()).then_some((next, false))
            }
        }
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
        let mut sides = SideSet::EMPTY;
        for &index in &self.stack {
            if let Some(hop) = self.net.hops.hops.get(index as usize) {
                sides = sides.or(&hop.sides);
            }
        }
        debug_assert!(!sides.meets(self.taken));
        let found = Found {
            worth: state.worth,
            net: state.net,
            sides,
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

/// What stays the same in one walk from a root.
struct Walk<'a> {
    mode: &'a Mode,
    table: &'a Table,
    arm: &'a Arm,
    root: usize,
    first: usize,
    banned: &'a [usize],
}

/// A route under construction.
#[derive(Clone, Copy)]
struct State {
    at: usize,
    left: usize,
    needs: usize,
    net: i32,
    worth: i32,
    places: PlaceSet,
    stops: u32,
    off_board: u8,
}
