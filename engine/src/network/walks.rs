//! Bounds for the search of routes: the best *walks* over hops.
//!
//! A walk may visit places twice, but does not turn back at once: what a route can still earn is never more than what
//! a walk can.

use super::graph::MOST_LINKS;
use super::hops::HopEnd;
use super::single::{Measure, Mode, Net};

/// Scaled francs: prices of sides need finer steps than francs.
pub(super) const SCALE: i32 = 64;

/// Less than any sum.
pub(super) const NEVER: i32 = i32::MIN / 4;

/// Best walks by cities left, city, link by which it is left, and needs still to be met; all scaled and net of prices.
pub(super) struct Table {
    /// Number of sets of needs.
    pub states: usize,
    /// Row of each vertex that is a city.
    rows: Vec<usize>,
    count: usize,
    best: Vec<i32>,
    /// For each (cities left, city, needs) the best link, its number, and the second best.
    top: Vec<(i32, u8, i32)>,
}

impl Table {
    /// The table for so much length, `cities` more cities than the first or what else is measured. `nets` is the scaled net worth of each hop's towns.
    pub fn new(net: &Net, nets: &[i32], mode: &Mode, measure: Measure, cities: usize) -> Table {
        let graph = net.graph;
        let states = usize::from(mode.needs) + 1;
        let mut rows = vec![usize::MAX; graph.vertices.len()];
        let mut count = 0;
        for (row, range) in rows.iter_mut().zip(&net.hops.ranges) {
            if range.0 < range.1 {
                *row = count;
                count += 1;
            }
        }
        let mut table = Table {
            states,
            rows,
            count,
            best: vec![NEVER; (cities + 1) * count * MOST_LINKS * states],
            top: vec![(NEVER, u8::MAX, NEVER); (cities + 1) * count * states],
        };
        for left in 0..=cities {
            for (hop, &towns) in net.hops.hops.iter().zip(nets) {
                if towns == NEVER {
                    continue;
                }
                let (from, to) = (usize::from(hop.from), usize::from(hop.to));
                let Some(first) = table.at(left, from, usize::from(hop.exit), 0) else {
                    continue;
                };
                let sum = match hop.end {
                    HopEnd::Town => towns,
                    _ => towns + mode.worth[to] * SCALE,
                };
                let cost = measure.cost(hop);
                let meets = match hop.end {
                    HopEnd::Town => 0,
                    _ => usize::from(mode.meets[to]),
                };
                for needs in 0..states {
                    let after = needs & !meets;
                    let goes_on = hop.end == HopEnd::City && !graph.end_only[to];
                    let rest = if cost > left {
                        NEVER
                    } else if goes_on {
                        table.rest(left - cost, to, hop.entry, after)
                    } else if after == 0 {
                        0
                    } else {
                        NEVER
                    };
                    let best = &mut table.best[first + needs];
                    *best = (*best).max(sum.saturating_add(rest));
                }
            }
            table.rank(left);
        }
        table
    }

    /// Finds the two best links of every city.
    fn rank(&mut self, left: usize) {
        for row in left * self.count..(left + 1) * self.count {
            for needs in 0..self.states {
                let mut top = (NEVER, u8::MAX, NEVER);
                for exit in 0..MOST_LINKS {
                    let sum = self.best[(row * MOST_LINKS + exit) * self.states + needs];
                    if sum > top.0 {
                        top = (sum, exit as u8, top.0);
                    } else if sum > top.2 {
                        top.2 = sum;
                    }
                }
                self.top[row * self.states + needs] = top;
            }
        }
    }

    fn row(&self, left: usize, vertex: usize) -> Option<usize> {
        let row = self.rows.get(vertex).copied()?;
        (row < self.count).then(|| left * self.count + row)
    }

    fn at(&self, left: usize, vertex: usize, exit: usize, needs: usize) -> Option<usize> {
        let row = self.row(left, vertex)?;
        Some((row * MOST_LINKS + exit) * self.states + needs)
    }

    /// The best walk that leaves a city by a link.
    pub fn by(&self, left: usize, vertex: usize, exit: usize, needs: usize) -> i32 {
        self.at(left, vertex, exit, needs)
            .and_then(|index| self.best.get(index))
            .copied()
            .unwrap_or(NEVER)
    }

    /// What a walk can still bring that came to a city over link `entry`; it may end there if no needs are left.
    pub fn rest(&self, left: usize, vertex: usize, entry: u8, needs: usize) -> i32 {
        let stop = if needs == 0 { 0 } else { NEVER };
        let top = self
            .row(left, vertex)
            .and_then(|row| self.top.get(row * self.states + needs));
        match top {
            Some((first, exit, _)) if *exit != entry => stop.max(*first),
            Some((_, _, second)) => stop.max(*second),
            None => stop,
        }
    }
}

/// What the second arm can bring at most, by cities left and needs: it leaves the root by a later link than the first.
pub(super) struct Arm {
    states: usize,
    best: Vec<i32>,
}

impl Arm {
    /// For the second arm from a root whose first arm leaves by link `first`.
    pub fn second(table: &Table, root: usize, first: usize, cities: usize) -> Arm {
        let mut best = vec![NEVER; (cities + 1) * table.states];
        for left in 0..=cities {
            for needs in 0..table.states {
                let stop = if needs == 0 { 0 } else { NEVER };
                best[left * table.states + needs] = (first + 1..MOST_LINKS)
                    .map(|exit| table.by(left, root, exit, needs))
                    .fold(stop, i32::max);
            }
        }
        Arm {
            states: table.states,
            best,
        }
    }

    fn at(&self, left: usize, needs: usize) -> i32 {
        self.best
            .get(left * self.states + needs)
            .copied()
            .unwrap_or(NEVER)
    }

    /// Most that both arms can bring from the root, the first leaving by link `first`.
    pub fn with_first(
        &self,
        table: &Table,
        root: usize,
        first: usize,
        left: usize,
        needs: usize,
    ) -> i32 {
        self.split(left, needs, |part, needs| {
            table.by(part, root, first, needs)
        })
    }

    /// Most that the rest of the first arm, if it goes on from a city entered over a link, and the second bring.
    pub fn with_rest(
        &self,
        table: &Table,
        goes_on: Option<(usize, u8)>,
        left: usize,
        needs: usize,
    ) -> i32 {
        match goes_on {
            None => self.at(left, needs),
            Some((at, entry)) => self.split(left, needs, |part, needs| {
                table.rest(part, at, entry, needs)
            }),
        }
    }

    fn split(&self, left: usize, needs: usize, first: impl Fn(usize, usize) -> i32) -> i32 {
        let mut most = NEVER;
        // Every subset of the needs for the first arm, the others for the second.
        let mut part = needs;
        loop {
            for cities in 0..=left {
                most = most
                    .max(first(cities, part).saturating_add(self.at(left - cities, needs & !part)));
            }
            if part == 0 {
                return most.max(NEVER);
            }
            part = (part - 1) & needs;
        }
    }
}
