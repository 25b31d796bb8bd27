//! What a company reaches by routes that use no side and no stop twice, not even in a ring.
//!
//! The flood of [`super::reach`] may run round a ring and come back over the side by which it went in. Here every place
//! that it found must show a route: the shortest way is one nearly always; for the others all ways are tried, each
//! only as long as the place can still be reached over what it has not used.

use super::reach::{Reach, walk};
use crate::board::{Board, End, Map, OPPOSITE, StopKind};
use crate::ids::{HexId, StopRef};

/// Steps of search for one place at most; a place that takes longer counts as reached.
const STEPS: u32 = 20_000;

/// Nobody's number.
const NONE: u32 = u32::MAX;

/// A place in a direction: a stop, or a side by which a hex is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    hex: HexId,
    end: End,
    /// What it uses up: the same for both directions over a side.
    uses: u32,
    /// A route may go on from here.
    passable: bool,
}

struct Net {
    nodes: Vec<Node>,
    /// Where a route may go next.
    next: Vec<Vec<u32>>,
    /// Uses in all.
    uses: usize,
}

/// What routes from `starts` reach. A route uses no track and no stop twice; it may lead through several circles of
/// one city. `blocked` as in [`super::reach`].
pub fn ways(
    map: &Map,
    board: &Board,
    starts: &[StopRef],
    blocked: impl Fn(StopRef) -> bool,
) -> Reach {
    let flood = walk(map, board, starts, &blocked);
    let net = Net::new(map, board, &flood, &blocked);
    let mut found = Reach {
        arrivals: vec![0; map.hexes.len()],
        stops: vec![0; map.hexes.len()],
        paths: flood.paths,
        starts: flood.starts,
    };
    let own: Vec<u32> = net.find(|node| match node.end {
        End::Stop(stop) => starts.contains(&StopRef {
            hex: node.hex,
            stop,
        }),
        _ => false,
    });
    let before = net.shortest(&own);
    for (at, node) in net.nodes.iter().enumerate() {
        let at = at as u32;
        if net.is_simple(&before, at) || net.has_way(&own, at) {
            let index = node.hex.index();
            let (list, bit) = match node.end {
                End::Stop(stop) => (&mut found.stops, stop),
                End::Edge(edge) => (&mut found.arrivals, edge),
                End::Junction => continue,
            };
            if let Some(mask) = list.get_mut(index) {
                *mask |= 1 << bit;
            }
        }
    }
    // Track counts where one of its ends was come to.
    for hex in map.hex_ids() {
        let index = hex.index();
        let (sides, stops) = (found.arrivals_at(hex), found.stops.get(index).copied());
        let there = |end| match end {
            End::Edge(edge) => sides & (1 << edge) != 0,
            End::Stop(stop) => stops.is_some_and(|mask| mask & (1 << stop) != 0),
            End::Junction => true,
        };
        if let Some(mask) = found.paths.get_mut(index) {
            for (number, path) in board.track(map, hex).paths.iter().enumerate().take(32) {
                if !there(path.a) && !there(path.b) {
                    *mask &= !(1 << number);
                }
            }
        }
    }
    found
}

impl Net {
    fn new(map: &Map, board: &Board, flood: &Reach, blocked: &impl Fn(StopRef) -> bool) -> Net {
        let mut nodes = Vec::new();
        let mut number = vec![[NONE; 16]; map.hexes.len()];
        let mut sides: Vec<(HexId, u8)> = Vec::new();
        let mut uses = 0u32;
        for hex in map.hex_ids() {
            let index = hex.index();
            let slots = match number.get_mut(index) {
                Some(slots) => slots,
                None => continue,
            };
            let stops = flood.stops.get(index).copied().unwrap_or(0);
            for stop in (0..8u8).filter(|stop| stops & (1 << stop) != 0) {
                let at = StopRef { hex, stop };
                let kind = (board.face(map, hex).stops)
                    .get(usize::from(stop))
                    .map(|stop| stop.kind);
                let ends = kind.is_none_or(|kind| kind == StopKind::Offboard) || blocked(at);
                if let Some(slot) = slots.get_mut(6 + usize::from(stop)) {
                    *slot = nodes.len() as u32;
                }
                nodes.push(Node {
                    hex,
                    end: End::Stop(stop),
                    uses,
                    passable: flood.starts.contains(&at) || !ends,
                });
                uses += 1;
            }
            for edge in (0..6u8).filter(|edge| flood.arrivals_at(hex) & (1 << edge) != 0) {
                let side = match map.neighbour(hex, edge) {
                    Some(other) if other < hex => (other, opposite(edge)),
                    _ => (hex, edge),
                };
                let known = sides.iter().position(|known| *known == side);
                let used = known.unwrap_or_else(|| {
                    sides.push(side);
                    sides.len() - 1
                });
                if let Some(slot) = slots.get_mut(usize::from(edge)) {
                    *slot = nodes.len() as u32;
                }
                nodes.push(Node {
                    hex,
                    end: End::Edge(edge),
                    uses: used as u32,
                    passable: true,
                });
            }
        }
        // Sides are numbered after the stops.
        for node in &mut nodes {
            if matches!(node.end, End::Edge(_)) {
                node.uses += uses;
            }
        }
        let get = |hex: HexId, slot: usize| {
            let slots = number.get(hex.index())?;
            slots.get(slot).copied().filter(|at| *at != NONE)
        };
        let mut next = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let mut list = Vec::new();
            if node.passable {
                let paths = &board.track(map, node.hex).paths;
                for to in leads(paths, node.end) {
                    let to = match to {
                        End::Stop(stop) => get(node.hex, 6 + usize::from(stop)),
                        End::Edge(edge) => map
                            .neighbour(node.hex, edge)
                            .and_then(|hex| get(hex, usize::from(opposite(edge)))),
                        End::Junction => None,
                    };
                    list.extend(to);
                }
            }
            next.push(list);
        }
        Net {
            nodes,
            next,
            uses: uses as usize + sides.len(),
        }
    }

    fn find(&self, wanted: impl Fn(&Node) -> bool) -> Vec<u32> {
        (0..self.nodes.len() as u32)
            .filter(|&at| self.node(at).is_some_and(&wanted))
            .collect()
    }

    fn node(&self, at: u32) -> Option<&Node> {
        self.nodes.get(at as usize)
    }

    fn uses_of(&self, at: u32) -> usize {
        self.node(at).map_or(0, |node| node.uses as usize)
    }

    fn after(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        let list = self.next.get(at as usize);
        list.into_iter().flatten().copied()
    }

    /// The place before each place on a shortest way; a start is before itself.
    fn shortest(&self, own: &[u32]) -> Vec<u32> {
        let mut before = vec![NONE; self.nodes.len()];
        let mut line: Vec<u32> = own.to_vec();
        for &at in own {
            if let Some(slot) = before.get_mut(at as usize) {
                *slot = at;
            }
        }
        let mut head = 0;
        while let Some(&at) = line.get(head) {
            head += 1;
            for to in self.after(at) {
                if let Some(slot) = before.get_mut(to as usize)
                    && *slot == NONE
                {
                    *slot = at;
                    line.push(to);
                }
            }
        }
        before
    }

    /// Whether the shortest way is a route.
    fn is_simple(&self, before: &[u32], at: u32) -> bool {
        let mut used = vec![false; self.uses];
        let mut at = at;
        loop {
            match used.get_mut(self.uses_of(at)) {
                Some(slot) if !*slot => *slot = true,
                _ => return false,
            }
            match before.get(at as usize) {
                Some(&last) if last == at => return true,
                Some(&last) if last != NONE => at = last,
                _ => return false,
            }
        }
    }

    /// Whether any route leads there.
    fn has_way(&self, own: &[u32], goal: u32) -> bool {
        let mut steps = STEPS;
        own.iter().any(|&at| {
            let mut used = vec![false; self.uses];
            self.search(at, goal, &mut used, &mut steps)
        })
    }

    fn search(&self, at: u32, goal: u32, used: &mut Vec<bool>, steps: &mut u32) -> bool {
        if at == goal || *steps == 0 {
            return true;
        }
        *steps -= 1;
        let mine = self.uses_of(at);
        if let Some(slot) = used.get_mut(mine) {
            *slot = true;
        }
        let found = self.may_come(at, goal, used)
            && self.after(at).any(|to| {
                let free = used.get(self.uses_of(to)).is_some_and(|used| !used);
                free && self.search(to, goal, used, steps)
            });
        if let Some(slot) = used.get_mut(mine) {
            *slot = false;
        }
        found
    }

    /// Whether a walk over what is not used leads from one place to the other.
    fn may_come(&self, from: u32, goal: u32, used: &[bool]) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for to in self.after(at) {
                if used.get(self.uses_of(to)).is_none_or(|used| *used) {
                    continue;
                }
                if to == goal {
                    return true;
                }
                if let Some(slot) = seen.get_mut(to as usize)
                    && !*slot
                {
                    *slot = true;
                    work.push(to);
                }
            }
        }
        false
    }
}

fn opposite(edge: u8) -> u8 {
    OPPOSITE.get(usize::from(edge)).copied().unwrap_or(0)
}

/// Where track leads from an end inside a hex, over a switch, too.
fn leads(paths: &[crate::board::Path], from: End) -> Vec<End> {
    let mut found = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        match path.other(from) {
            Some(End::Junction) => {
                let arms = paths.iter().enumerate().filter(|(arm, _)| *arm != index);
                found.extend(arms.filter_map(|(_, path)| path.other(End::Junction)));
            }
            Some(to) => found.push(to),
            None => {}
        }
    }
    found
}
