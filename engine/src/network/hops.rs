//! Ways from one city to the next, towns on the way included: the steps of the search for trains that count cities.

use super::bits::{PlaceSet, SideSet};
use super::graph::Graph;
use crate::board::StopKind;
use crate::ids::HexId;

/// A way from a city over towns to another city, or to an end of the route in a town or off-board area.
#[derive(Clone, Debug)]
pub(super) struct Hop {
    /// The city at which it begins, by vertex.
    pub from: u16,
    /// Number of the link by which it leaves.
    pub exit: u8,
    /// Where it ends, by vertex.
    pub to: u16,
    /// Number of the link at the end over which it would go back; any other number if there is none.
    pub entry: u8,
    /// What its end is.
    pub end: HopEnd,
    /// Worth of the towns on it, its end included.
    pub worth: i32,
    /// Towns on it, its end included.
    pub towns: u8,
    /// Hexes that it enters.
    pub entered: u8,
    /// Places used, its end included, its beginning not.
    pub places: PlaceSet,
    /// Sides used.
    pub sides: SideSet,
    /// First and last link in [`Hops::links`].
    pub links: (u32, u32),
}

/// What a hop ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HopEnd {
    /// A city; the route may go on if it can be passed.
    City,
    /// A town: the route ends.
    Town,
    /// An off-board area: the route ends.
    Offboard,
}

/// All hops of a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Hops {
    /// The hops, by the city at which they begin.
    pub hops: Vec<Hop>,
    /// First hop of each vertex and one past the last.
    pub ranges: Vec<(u32, u32)>,
    /// Numbers of links, for the ways.
    pub links: Vec<u8>,
    /// The search was cut off: not all hops are there.
    pub cut: bool,
    /// Nodes of search used.
    pub nodes: u64,
}

impl Hops {
    /// Every hop from every city that can be passed. `worth` is the worth of a stop by vertex.
    pub fn new(graph: &Graph, worth: &[i32], budget: u64) -> Hops {
        let mut search = Search {
            graph,
            worth,
            hops: Hops::default(),
            way: Vec::new(),
            budget,
            most: 0,
        };
        let cities = (graph.kinds.iter())
            .filter(|kind| **kind == Some(StopKind::City))
            .count();
        for vertex in 0..graph.vertices.len() {
            let first = search.hops.hops.len() as u32;
            if graph.kinds.get(vertex) == Some(&Some(StopKind::City)) {
                let places = PlaceSet::one(place(graph, vertex));
                search.most = search.hops.hops.len() + MOST_HOPS / cities.max(1);
                let so_far = SoFar {
                    hex: graph.stop(vertex).map(|at| at.hex),
                    ..SoFar::default()
                };
                search.go_on(vertex, vertex, places, so_far);
            }
            let last = search.hops.hops.len() as u32;
            search.hops.ranges.push((first, last));
        }
        search.hops
    }

    /// The hops that begin at a vertex.
    pub fn from(&self, vertex: usize) -> &[Hop] {
        self.ranges
            .get(vertex)
            .and_then(|&(first, last)| self.hops.get(first as usize..last as usize))
            .unwrap_or_default()
    }

    /// The links of a hop.
    pub fn way(&self, hop: &Hop) -> &[u8] {
        self.links
            .get(hop.links.0 as usize..hop.links.1 as usize)
            .unwrap_or_default()
    }
}

fn place(graph: &Graph, vertex: usize) -> usize {
    graph
        .places
        .get(vertex)
        .map_or(usize::MAX, |place| usize::from(*place))
}

/// A hop under construction.
#[derive(Clone, Copy, Default)]
struct SoFar {
    places: PlaceSet,
    sides: SideSet,
    worth: i32,
    towns: u8,
    entered: u8,
    /// The hex that it has come to.
    hex: Option<HexId>,
}

struct Search<'a> {
    graph: &'a Graph,
    worth: &'a [i32],
    hops: Hops,
    way: Vec<u8>,
    budget: u64,
    /// Hops that may be there when the present city is done.
    most: usize,
}

/// Hops at most. Boards that the boxes allow have some hundreds, so that all of a city's share is never used up.
const MOST_HOPS: usize = 60_000;

impl Search<'_> {
    /// Goes on from a vertex: `seen` are the places that may not be met again.
    fn go_on(&mut self, from: usize, at: usize, seen: PlaceSet, before: SoFar) {
        let graph = self.graph;
        let Some(links) = graph.around.get(at) else {
            return;
        };
        for (number, link) in links.iter().enumerate() {
            let to = usize::from(link.to);
            let here = place(graph, to);
            if seen.has(here) {
                continue;
            }
            if self.hops.nodes >= self.budget || self.hops.hops.len() >= self.most {
                self.hops.cut = true;
                return;
            }
            self.hops.nodes += 1;
            let mut seen = seen;
            seen.insert(here);
            let mut so_far = before;
            so_far.places.insert(here);
            so_far.sides = before.sides.or(&link.sides);
            for &hex in &link.hexes {
                if so_far.hex != Some(hex) {
                    so_far.hex = Some(hex);
                    so_far.entered = so_far.entered.saturating_add(1);
                }
            }
            self.way.push(number as u8);
            match graph.kinds.get(to).copied().flatten() {
                Some(StopKind::City) => self.record(from, at, HopEnd::City, link, so_far),
                Some(StopKind::Offboard) => self.record(from, at, HopEnd::Offboard, link, so_far),
                Some(_) => {
                    so_far.worth += self.worth.get(to).copied().unwrap_or(0);
                    so_far.towns = so_far.towns.saturating_add(1);
                    self.record(from, at, HopEnd::Town, link, so_far);
                    self.go_on(from, to, seen, so_far);
                }
                None => self.go_on(from, to, seen, so_far),
            }
            self.way.pop();
        }
    }

    fn record(
        &mut self,
        from: usize,
        before: usize,
        end: HopEnd,
        last: &super::graph::Link,
        so_far: SoFar,
    ) {
        let to = usize::from(last.to);
        // The link back from the end: the one over the same sides.
        let entry = self
            .graph
            .around
            .get(to)
            .and_then(|links| {
                links.iter().position(|back| {
                    place(self.graph, usize::from(back.to)) == place(self.graph, before)
                        && back.sides == last.sides
                })
            })
            .map_or(u8::MAX, |entry| entry as u8);
        let first = self.hops.links.len() as u32;
        self.hops.links.extend_from_slice(&self.way);
        self.hops.hops.push(Hop {
            from: from as u16,
            exit: self.way.first().copied().unwrap_or(0),
            to: to as u16,
            entry,
            end,
            worth: so_far.worth,
            towns: so_far.towns,
            entered: so_far.entered,
            places: so_far.places,
            sides: so_far.sides,
            links: (first, self.hops.links.len() as u32),
        });
    }
}
