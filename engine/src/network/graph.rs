//! The track that a company's trains can use, as a graph.
//!
//! Vertices are stops, switches, and *forks*: sides of a hex over which more than one piece of its track runs (Reims,
//! the plain switches of 1826). Links are the plain track between two of them. A fork is crossed in one direction: it is
//! two vertices, one for each, that share their place, so that no way turns back on itself there. A way that meets no
//! place twice uses no track twice, so that the searches need not look at sides within one route.

use super::bits::{PlaceSet, SideSet};
use super::route::{Side, inner_side, side};
use crate::action::RunStep;
use crate::board::{Board, End, Map, OPPOSITE, StopKind};
use crate::ids::{HexId, StopRef};
use std::collections::BTreeMap;

/// What a vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vertex {
    /// A city, town or off-board area.
    Stop(StopRef),
    /// A switch in the middle of a hex.
    Switch(HexId),
    /// A side over which several pieces of track run, crossed outwards from this hex.
    Fork(HexId, u8),
}

/// Plain track from one vertex to another.
#[derive(Clone, Debug)]
pub struct Link {
    /// The vertex at its end.
    pub to: u16,
    /// Sides used.
    pub sides: SideSet,
    /// Hexes from end to end, those of the ends included.
    pub hexes: Vec<HexId>,
}

/// Links at a vertex at most: six sides and track to other stops of the hex.
pub const MOST_LINKS: usize = 8;

/// The usable track of a company.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Kind of stop, by vertex; `None` for switches and forks.
    pub kinds: Vec<Option<StopKind>>,
    /// Where a route may end but not pass, by vertex.
    pub end_only: Vec<bool>,
    /// Place, by vertex: circles of one hex share it, and the two directions over a fork.
    pub places: Vec<u16>,
    /// Links, by vertex at which they begin; none begin where a route can't pass.
    pub around: Vec<Vec<Link>>,
    /// The sides by their number in [`SideSet`]s.
    pub sides: Vec<Side>,
    /// More sides, vertices or links at a vertex than fit: the graph is not whole.
    pub overflow: bool,
}

impl Graph {
    /// The track that routes through the `starts` can use. `passes` says whether a stop may be passed; `joins`
    /// whether a route may run from a stop straight on to an off-board area.
    pub fn new(
        map: &Map,
        board: &Board,
        starts: &[StopRef],
        passes: impl Fn(StopRef) -> bool,
        joins: impl Fn(StopRef, StopRef) -> bool,
    ) -> Graph {
        let mut builder = Builder {
            map,
            board,
            graph: Graph::default(),
            numbers: BTreeMap::new(),
            side_numbers: BTreeMap::new(),
        };
        for &start in starts {
            builder.vertex(Vertex::Stop(start));
        }
        let mut next = 0;
        while let Some(&vertex) = builder.graph.vertices.get(next) {
            let passable = match vertex {
                Vertex::Stop(at) => starts.contains(&at) || builder.passable(at, &passes),
                _ => true,
            };
            if passable {
                for (to, sides, hexes) in builder.ways_from(vertex) {
                    if let (Vertex::Stop(from), Vertex::Stop(end)) = (vertex, to)
                        && builder.kind(end) == Some(StopKind::Offboard)
                        && !joins(from, end)
                    {
                        continue;
                    }
                    let to = builder.vertex(to);
                    let link = Link { to, sides, hexes };
                    builder.graph.around[next].push(link);
                }
            } else {
                builder.graph.end_only[next] = true;
            }
            builder.graph.overflow |= builder.graph.around[next].len() > MOST_LINKS;
            next += 1;
        }
        let mut graph = builder.graph;
        graph.overflow |=
            graph.sides.len() > SideSet::CAPACITY || graph.vertices.len() > PlaceSet::CAPACITY;
        graph
    }

    /// The same without the stops of a hex: no route comes there.
    pub fn without(mut self, hex: HexId) -> Graph {
        let gone: Vec<bool> = (self.vertices.iter())
            .map(|vertex| matches!(vertex, Vertex::Stop(at) if at.hex == hex))
            .collect();
        let is_gone = |vertex: usize| gone.get(vertex).copied().unwrap_or(false);
        for (vertex, links) in self.around.iter_mut().enumerate() {
            links.retain(|link| !is_gone(vertex) && !is_gone(usize::from(link.to)));
        }
        self
    }

    /// The vertex of a stop, if a route gets there.
    pub fn number(&self, at: StopRef) -> Option<usize> {
        self.vertices
            .iter()
            .position(|vertex| *vertex == Vertex::Stop(at))
    }

    /// The stop of a vertex.
    pub fn stop(&self, vertex: usize) -> Option<StopRef> {
        match self.vertices.get(vertex) {
            Some(Vertex::Stop(at)) => Some(*at),
            _ => None,
        }
    }

    /// The steps of a way: a vertex, then links one after the other, each by its number at the vertex where the one
    /// before ended. Stops in `scored` are marked.
    pub fn steps(&self, from: usize, links: &[u8], scored: &[usize]) -> Vec<RunStep> {
        let mut steps: Vec<RunStep> = Vec::new();
        let mut at = from;
        self.visit(at, scored, &mut steps);
        for &number in links {
            let Some(link) = self
                .around
                .get(at)
                .and_then(|links| links.get(usize::from(number)))
            else {
                break;
            };
            for &hex in &link.hexes {
                if steps.last().is_none_or(|last| last.hex != hex) {
                    steps.push(RunStep {
                        hex,
                        stop: None,
                        scored: false,
                    });
                }
            }
            at = usize::from(link.to);
            self.visit(at, scored, &mut steps);
        }
        steps
    }

    /// The steps of a way given by its vertices. Stops in `scored` are marked.
    pub fn steps_over(&self, way: &[usize], scored: &[usize]) -> Vec<RunStep> {
        let mut steps: Vec<RunStep> = Vec::new();
        let mut before: Option<usize> = None;
        for &vertex in way {
            if let Some(from) = before {
                let link = |a: usize, b: usize| {
                    self.around
                        .get(a)
                        .and_then(|links| links.iter().find(|link| usize::from(link.to) == b))
                };
                let hexes: Vec<HexId> = match link(from, vertex) {
                    Some(link) => link.hexes.clone(),
                    None => link(vertex, from)
                        .map(|link| link.hexes.iter().rev().copied().collect())
                        .unwrap_or_default(),
                };
                for hex in hexes {
                    if steps.last().is_none_or(|last| last.hex != hex) {
                        steps.push(RunStep {
                            hex,
                            stop: None,
                            scored: false,
                        });
                    }
                }
            }
            self.visit(vertex, scored, &mut steps);
            before = Some(vertex);
        }
        steps
    }

    fn visit(&self, vertex: usize, scored: &[usize], steps: &mut Vec<RunStep>) {
        if let Some(at) = self.stop(vertex) {
            let step = RunStep {
                hex: at.hex,
                stop: Some(at.stop),
                scored: scored.contains(&vertex),
            };
            match steps.last_mut() {
                Some(last) if last.hex == at.hex && last.stop.is_none() => *last = step,
                _ => steps.push(step),
            }
        }
    }
}

struct Builder<'a> {
    map: &'a Map,
    board: &'a Board,
    graph: Graph,
    numbers: BTreeMap<Vertex, u16>,
    side_numbers: BTreeMap<Side, usize>,
}

impl Builder<'_> {
    fn kind(&self, at: StopRef) -> Option<StopKind> {
        self.board
            .face(self.map, at.hex)
            .stops
            .get(usize::from(at.stop))
            .map(|stop| stop.kind)
    }

    fn passable(&self, at: StopRef, passes: &impl Fn(StopRef) -> bool) -> bool {
        self.kind(at) != Some(StopKind::Offboard) && passes(at)
    }

    /// The number of a vertex; a new one if it has none yet.
    fn vertex(&mut self, vertex: Vertex) -> u16 {
        if let Some(&number) = self.numbers.get(&vertex) {
            return number;
        }
        let number = self.graph.vertices.len() as u16;
        let kind = match vertex {
            Vertex::Stop(at) => self.kind(at),
            _ => None,
        };
        let same_place = self
            .graph
            .vertices
            .iter()
            .zip(&self.graph.kinds)
            .zip(&self.graph.places)
            .find(|((other, other_kind), _)| match (vertex, other) {
                (Vertex::Stop(a), Vertex::Stop(b)) => {
                    a.hex == b.hex && kind == Some(StopKind::City) && **other_kind == kind
                }
                (Vertex::Fork(a, out), Vertex::Fork(b, back)) => {
                    side(self.map, a, out) == side(self.map, *b, *back)
                }
                _ => false,
            })
            .map(|(_, place)| *place);
        self.numbers.insert(vertex, number);
        self.graph.vertices.push(vertex);
        self.graph.kinds.push(kind);
        self.graph.end_only.push(false);
        self.graph.places.push(same_place.unwrap_or(number));
        self.graph.around.push(Vec::new());
        number
    }

    fn side_number(&mut self, side: Side) -> usize {
        if let Some(&number) = self.side_numbers.get(&side) {
            return number;
        }
        let number = self.graph.sides.len();
        self.side_numbers.insert(side, number);
        self.graph.sides.push(side);
        number
    }

    /// Whether a hex on either hand has more than one piece of track over the side.
    fn is_fork(&self, hex: HexId, edge: u8) -> bool {
        let over = |hex: HexId, edge: u8| {
            self.board
                .track(self.map, hex)
                .paths
                .iter()
                .filter(|path| !path.state && path.other(End::Edge(edge)).is_some())
                .count()
        };
        over(hex, edge) > 1
            || self
                .map
                .neighbour(hex, edge)
                .is_some_and(|next| over(next, opposite(edge)) > 1)
    }

    fn ways_from(&mut self, vertex: Vertex) -> Vec<(Vertex, SideSet, Vec<HexId>)> {
        let mut found = Vec::new();
        match vertex {
            Vertex::Stop(at) => {
                self.ways_in(at.hex, End::Stop(at.stop), SideSet::EMPTY, &mut found)
            }
            Vertex::Switch(hex) => self.ways_in(hex, End::Junction, SideSet::EMPTY, &mut found),
            Vertex::Fork(hex, edge) => {
                if let Some((crossed, next)) =
                    side(self.map, hex, edge).zip(self.map.neighbour(hex, edge))
                {
                    let used = SideSet::one(self.side_number(crossed));
                    self.ways_in(next, End::Edge(opposite(edge)), used, &mut found);
                }
            }
        }
        found
    }

    /// Every way from an end of track in a hex to the next vertex.
    fn ways_in(
        &mut self,
        hex: HexId,
        end: End,
        used: SideSet,
        found: &mut Vec<(Vertex, SideSet, Vec<HexId>)>,
    ) {
        let track = self.board.track(self.map, hex);
        for (index, path) in track.paths.iter().enumerate() {
            let Some(other) = path.other(end) else {
                continue;
            };
            if path.state {
                continue;
            }
            let way = match (end, other) {
                (End::Stop(_), End::Stop(stop)) => {
                    let number = self.side_number(inner_side(hex, index));
                    let mut sides = used;
                    sides.insert(number);
                    Some((Vertex::Stop(StopRef { hex, stop }), sides, vec![hex]))
                }
                (_, End::Stop(stop)) => {
                    Some((Vertex::Stop(StopRef { hex, stop }), used, vec![hex]))
                }
                (_, End::Junction) => Some((Vertex::Switch(hex), used, vec![hex])),
                (_, End::Edge(edge)) => self.run_on(hex, edge, used),
            };
            found.extend(way);
        }
    }

    /// From a side of a hex, outward, to the next vertex; `None` if the track ends.
    fn run_on(
        &mut self,
        mut hex: HexId,
        mut edge: u8,
        mut sides: SideSet,
    ) -> Option<(Vertex, SideSet, Vec<HexId>)> {
        let mut hexes = vec![hex];
        // Plain track in a ring without any vertex would never end.
        for _ in 0..2 * self.map.hexes.len() {
            let crossed = side(self.map, hex, edge)?;
            let number = self.side_number(crossed);
            sides.insert(number);
            if self.is_fork(hex, edge) {
                return Some((Vertex::Fork(hex, edge), sides, hexes));
            }
            hex = self.map.neighbour(hex, edge)?;
            let enters = End::Edge(opposite(edge));
            let track = self.board.track(self.map, hex);
            let other = track
                .paths
                .iter()
                .find_map(|path| path.other(enters).filter(|_| !path.state))?;
            hexes.push(hex);
            match other {
                End::Stop(stop) => {
                    return Some((Vertex::Stop(StopRef { hex, stop }), sides, hexes));
                }
                End::Junction => return Some((Vertex::Switch(hex), sides, hexes)),
                End::Edge(next) => edge = next,
            }
        }
        None
    }
}

fn opposite(edge: u8) -> u8 {
    OPPOSITE.get(usize::from(edge)).copied().unwrap_or(0)
}
