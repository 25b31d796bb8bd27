//! Ways from one stop to the next, and the best *walks* over them: bounds for trains that count every stop.

use super::bits::{PlaceSet, SideSet};
use super::graph::{Graph, MOST_LINKS};
use super::walks::{NEVER, SCALE};

/// A way from a stop to the next one.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    /// The stop at its end, by vertex.
    pub to: u16,
    /// Number of the link by which it leaves.
    pub exit: u8,
    /// Number of the link at the end over which it would go back.
    pub entry: u8,
    /// Sides used.
    pub sides: SideSet,
    /// Its links, each by its number at the vertex where the one before ended.
    pub links: Vec<u8>,
}

/// All legs, by the stop at which they begin.
#[derive(Clone, Debug, Default)]
pub(super) struct Legs {
    pub legs: Vec<Leg>,
    /// First leg of each vertex and one past the last.
    pub ranges: Vec<(u32, u32)>,
}

impl Legs {
    /// Every leg between stops. A way does not turn back at a fork: what comes from one hex goes on into the other.
    pub fn new(graph: &Graph) -> Legs {
        let mut legs = Legs::default();
        for vertex in 0..graph.vertices.len() {
            let first = legs.legs.len() as u32;
            if graph.kinds.get(vertex).copied().flatten().is_some() {
                let mut way = Vec::new();
                let mut seen = PlaceSet::one(vertex);
                walk(
                    graph,
                    vertex,
                    SideSet::EMPTY,
                    &mut seen,
                    &mut way,
                    &mut legs.legs,
                );
            }
            legs.ranges.push((first, legs.legs.len() as u32));
        }
        legs
    }

    /// The legs of a vertex with their numbers.
    pub fn from(&self, vertex: usize) -> impl Iterator<Item = (usize, &Leg)> {
        let (first, last) = self.ranges.get(vertex).copied().unwrap_or((0, 0));
        (first as usize..last as usize).zip(
            self.legs
                .get(first as usize..last as usize)
                .unwrap_or_default(),
        )
    }
}

/// What a way may meet once: a stop, or a fork in whichever direction.
fn mark(graph: &Graph, vertex: usize) -> usize {
    match graph.kinds.get(vertex).copied().flatten() {
        Some(_) => vertex,
        None => graph
            .places
            .get(vertex)
            .map_or(vertex, |place| usize::from(*place)),
    }
}

fn walk(
    graph: &Graph,
    at: usize,
    sides: SideSet,
    seen: &mut PlaceSet,
    way: &mut Vec<u8>,
    found: &mut Vec<Leg>,
) {
    let Some(links) = graph.around.get(at) else {
        return;
    };
    for (number, link) in links.iter().enumerate() {
        let to = usize::from(link.to);
        if seen.has(mark(graph, to)) {
            continue;
        }
        let all = sides.or(&link.sides);
        way.push(number as u8);
        if graph.kinds.get(to).copied().flatten().is_some() {
            let entry = graph
                .around
                .get(to)
                .and_then(|links| {
                    // A fork is two vertices of one place, one for each direction.
                    let place = |vertex: usize| graph.places.get(vertex);
                    links.iter().position(|back| {
                        place(usize::from(back.to)) == place(at) && back.sides == link.sides
                    })
                })
                .map_or(u8::MAX, |entry| entry as u8);
            found.push(Leg {
                to: link.to,
                exit: way.first().copied().unwrap_or(0),
                entry,
                sides: all,
                links: way.clone(),
            });
        } else {
            let before = *seen;
            seen.insert(mark(graph, to));
            walk(graph, to, all, seen, way, found);
            *seen = before;
        }
        way.pop();
    }
}

/// How much a train may still take: large stops (any number for a plain train) and stops in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    pub large: u8,
    pub all: u8,
}

/// Best walks by what is left, stop, and link by which it is left; scaled and net of prices.
pub(super) struct Bounds {
    /// Whether large stops are counted apart.
    split: bool,
    alls: usize,
    vertices: usize,
    best: Vec<i32>,
    /// Best link, its number, second best.
    top: Vec<(i32, u8, i32)>,
}

impl Bounds {
    /// The table up to `most`; `nets` is the scaled price of each leg (`NEVER` where a side is taken).
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        graph: &Graph,
        legs: &Legs,
        nets: &[i32],
        worth: &[i32],
        large: &[bool],
        most: Left,
        split: bool,
    ) -> Bounds {
        let larges = if split {
            usize::from(most.large) + 1
        } else {
            1
        };
        let alls = usize::from(most.all) + 1;
        let vertices = graph.vertices.len();
        let mut table = Bounds {
            split,
            alls,
            vertices,
            best: vec![NEVER; larges * alls * vertices * MOST_LINKS],
            top: vec![(0, u8::MAX, 0); larges * alls * vertices],
        };
        for all in 1..alls {
            for big in 0..larges {
                let row = big * alls + all;
                for vertex in 0..vertices {
                    for (index, leg) in legs.from(vertex) {
                        let price = nets.get(index).copied().unwrap_or(NEVER);
                        let to = usize::from(leg.to);
                        let is_large = large.get(to).copied().unwrap_or(true);
                        if price == NEVER || split && is_large && big == 0 {
                            continue;
                        }
                        let after = Left {
                            large: if split {
                                (big - usize::from(is_large)) as u8
                            } else {
                                0
                            },
                            all: (all - 1) as u8,
                        };
                        let rest = if graph.end_only.get(to).copied().unwrap_or(true) {
                            0
                        } else {
                            table.rest(after, to, leg.entry)
                        };
                        let sum = worth.get(to).copied().unwrap_or(0) * SCALE - price + rest;
                        let place = (row * vertices + vertex) * MOST_LINKS + usize::from(leg.exit);
                        if let Some(best) = table.best.get_mut(place) {
                            *best = (*best).max(sum);
                        }
                    }
                    let mut top = (NEVER, u8::MAX, NEVER);
                    for exit in 0..MOST_LINKS {
                        let sum = table.best[(row * vertices + vertex) * MOST_LINKS + exit];
                        if sum > top.0 {
                            top = (sum, exit as u8, top.0);
                        } else if sum > top.2 {
                            top.2 = sum;
                        }
                    }
                    table.top[row * vertices + vertex] = top;
                }
            }
        }
        for (row, top) in table.top.iter_mut().enumerate() {
            if (row / vertices).is_multiple_of(alls) {
                *top = (NEVER, u8::MAX, NEVER);
            }
        }
        table
    }

    fn row(&self, left: Left) -> usize {
        let big = if self.split {
            usize::from(left.large)
        } else {
            0
        };
        big * self.alls + usize::from(left.all)
    }

    /// The best walk that leaves a stop by a link.
    pub fn by(&self, left: Left, vertex: usize, exit: usize) -> i32 {
        self.best
            .get((self.row(left) * self.vertices + vertex) * MOST_LINKS + exit)
            .copied()
            .unwrap_or(NEVER)
    }

    /// What a walk can still bring that came to a stop over link `entry`; it may end there.
    pub fn rest(&self, left: Left, vertex: usize, entry: u8) -> i32 {
        match self.top.get(self.row(left) * self.vertices + vertex) {
            Some((first, exit, _)) if *exit != entry => (*first).max(0),
            Some((_, _, second)) => (*second).max(0),
            None => 0,
        }
    }

    /// The most of two parts that share what is left.
    pub fn split(
        &self,
        left: Left,
        first: impl Fn(Left) -> i32,
        second: impl Fn(Left) -> i32,
    ) -> i32 {
        let larges = if self.split { left.large } else { 0 };
        let mut most = NEVER;
        for large in 0..=larges {
            for all in 0..=left.all {
                let rest = Left {
                    large: larges - large,
                    all: left.all - all,
                };
                let sum = first(Left { large, all }).saturating_add(second(rest));
                most = most.max(sum);
            }
        }
        most
    }
}
