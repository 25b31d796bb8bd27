//! How far the stops of a graph are, in hexes along the track (E26-4.7.3-02).
//!
//! The shortest walk over directed links is found first. It is a route unless it meets a place twice, which only a
//! ring of track could bring about; then routes are searched one by one.

use super::bits::PlaceSet;
use super::graph::{Graph, Vertex};
use crate::ids::HexId;

/// Nodes of search for one stop at most, where the shortest walk is no route.
const PATIENCE: u32 = 100_000;

/// By vertex: hexes that the shortest route from one of the `starts` enters; `None` where no route gets.
pub fn distances(graph: &Graph, starts: &[usize]) -> Vec<Option<u16>> {
    let count = graph.vertices.len();
    let mut best: Vec<Option<(u16, Option<usize>)>> = vec![None; count];
    let mut done = vec![false; count];
    for &start in starts {
        if let Some(slot) = best.get_mut(start) {
            *slot = Some((0, None));
        }
    }
    loop {
        let next = (0..count)
            .filter(|&vertex| !done[vertex])
            .filter_map(|vertex| best[vertex].map(|(cost, _)| (cost, vertex)))
            .min();
        let Some((cost, at)) = next else { break };
        done[at] = true;
        for link in &graph.around[at] {
            let to = usize::from(link.to);
            let sum = cost + entered(graph, at, &link.hexes);
            if best[to].is_none_or(|(known, _)| sum < known) {
                best[to] = Some((sum, Some(at)));
            }
        }
    }
    (0..count)
        .map(|vertex| {
            let (cost, _) = best[vertex]?;
            if is_route(graph, &best, vertex) {
                return Some(cost);
            }
            let mut search = Search {
                graph,
                goal: vertex,
                least: least(graph, vertex),
                left: PATIENCE,
            };
            (cost..=cost.saturating_add(40)).find(|&most| {
                starts.iter().any(|&start| {
                    let seen = PlaceSet::one(place(graph, start));
                    search.reaches(start, most, seen)
                })
            })
        })
        .collect()
}

fn place(graph: &Graph, vertex: usize) -> usize {
    graph
        .places
        .get(vertex)
        .map_or(usize::MAX, |place| usize::from(*place))
}

fn hex_of(graph: &Graph, vertex: usize) -> Option<HexId> {
    match graph.vertices.get(vertex)? {
        Vertex::Stop(at) => Some(at.hex),
        Vertex::Switch(hex) | Vertex::Fork(hex, _) => Some(*hex),
    }
}

/// Hexes that the link enters.
fn entered(graph: &Graph, from: usize, hexes: &[HexId]) -> u16 {
    let mut at = hex_of(graph, from);
    let mut count = 0;
    for &hex in hexes {
        if at != Some(hex) {
            at = Some(hex);
            count += 1;
        }
    }
    count
}

/// Whether the walk that was found to the vertex meets no place twice.
fn is_route(graph: &Graph, best: &[Option<(u16, Option<usize>)>], vertex: usize) -> bool {
    let mut seen = PlaceSet::EMPTY;
    let mut at = Some(vertex);
    while let Some(here) = at {
        if seen.has(place(graph, here)) {
            return false;
        }
        seen.insert(place(graph, here));
        at = best.get(here).copied().flatten().and_then(|(_, from)| from);
    }
    true
}

/// By vertex: hexes that any walk from there to the goal enters at least.
fn least(graph: &Graph, goal: usize) -> Vec<u16> {
    let mut least = vec![u16::MAX; graph.vertices.len()];
    if let Some(slot) = least.get_mut(goal) {
        *slot = 0;
    }
    loop {
        let mut better = false;
        for (at, links) in graph.around.iter().enumerate() {
            let sums = links.iter().filter_map(|link| {
                let rest = *least.get(usize::from(link.to))?;
                rest.checked_add(entered(graph, at, &link.hexes))
            });
            let best = sums.min().unwrap_or(u16::MAX);
            if let Some(slot) = least.get_mut(at)
                && best < *slot
            {
                *slot = best;
                better = true;
            }
        }
        if !better {
            return least;
        }
    }
}

/// A search for a route to a stop, place by place.
struct Search<'a> {
    graph: &'a Graph,
    goal: usize,
    /// What a walk to the goal costs at least, by vertex.
    least: Vec<u16>,
    /// Nodes that may still be looked at.
    left: u32,
}

impl Search<'_> {
    fn reaches(&mut self, at: usize, most: u16, seen: PlaceSet) -> bool {
        if at == self.goal {
            return true;
        }
        if self.left == 0 || !self.may_come(at, seen) {
            return false;
        }
        self.left -= 1;
        let graph = self.graph;
        graph.around[at].iter().any(|link| {
            let to = usize::from(link.to);
            let here = place(graph, to);
            let cost = entered(graph, at, &link.hexes);
            let rest = self.least.get(to).copied().unwrap_or(u16::MAX);
            if seen.has(here) || cost.saturating_add(rest) > most {
                return false;
            }
            let mut seen = seen;
            seen.insert(here);
            self.reaches(to, most - cost, seen)
        })
    }

    /// Whether a walk over places that were not seen leads on to the goal.
    fn may_come(&self, from: usize, seen: PlaceSet) -> bool {
        let mut known = vec![false; self.graph.vertices.len()];
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for link in &self.graph.around[at] {
                let to = usize::from(link.to);
                if seen.has(place(self.graph, to)) {
                    continue;
                }
                if to == self.goal {
                    return true;
                }
                if let Some(slot) = known.get_mut(to)
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
