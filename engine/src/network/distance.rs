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
            let mut left = PATIENCE;
            (cost..=cost.saturating_add(40)).find(|&most| {
                starts.iter().any(|&start| {
                    let seen = PlaceSet::one(place(graph, start));
                    reaches(graph, start, vertex, most, seen, &mut left)
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

fn reaches(
    graph: &Graph,
    at: usize,
    goal: usize,
    most: u16,
    seen: PlaceSet,
    left: &mut u32,
) -> bool {
    if at == goal {
        return true;
    }
    if *left == 0 {
        return false;
    }
    *left -= 1;
    graph.around[at].iter().any(|link| {
        let to = usize::from(link.to);
        let here = place(graph, to);
        let cost = entered(graph, at, &link.hexes);
        if seen.has(here) || cost > most {
            return false;
        }
        let mut seen = seen;
        seen.insert(here);
        reaches(graph, to, goal, most - cost, seen, left)
    })
}
