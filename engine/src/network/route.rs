//! The way of one train on the board: a run's steps turned into the stops that it visits and the track that it uses.
//!
//! **Notation of steps.** A step is a hex of the way. `stop` names the stop visited there; the first and the last step
//! are stops. A hex stands twice in a row where the train goes from one of its stops straight to another (yellow
//! Ruhr: `B16/0 B16/1`). `None` is plain track; where the two sides have no plain track between them but exactly one
//! stop joins them, or at an end of the way exactly one stop has track to the side, `None` is read as that stop. An
//! off-board area (a ferry) is a step like others, with its stop. [`Route::steps`] is the canonical form: every stop
//! named.

use crate::action::RunStep;
use crate::board::{Board, End, Map, Oriented, StopKind};
use crate::ids::{HexId, StopRef};

/// A stop on a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Which.
    pub at: StopRef,
    /// What it is.
    pub kind: StopKind,
    /// The run marks it as scored.
    pub scored: bool,
}

/// A side between two hexes, named by the hex for which it is side 0, 1 or 2; or track from stop to stop inside a hex,
/// which touches no side, numbered from 6.
pub type Side = (HexId, u8);

/// A connected way on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Stops in order.
    pub visits: Vec<Visit>,
    /// Sides crossed, in order. Two pieces of track of a face share track exactly if they share a side.
    pub sides: Vec<Side>,
    /// The steps with every stop named.
    pub steps: Vec<RunStep>,
}

/// Why steps are no route. Titles turn it into a rejection with their own rule id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// There are no steps.
    Empty,
    /// The hex is not on the map.
    NoHex,
    /// The two hexes, one after the other in the run, are no neighbours.
    Apart(HexId, HexId),
    /// The hex has no such stop.
    NoStop(HexId, u8),
    /// An end of the run names no stop and none can be meant.
    NoEnd(HexId),
    /// The hex has no track for this step of the way.
    NoTrack(HexId),
    /// The side is crossed twice.
    SideTwice(HexId, u8),
    /// A stop of the hex, or another circle of the same city, is visited twice.
    StopTwice(HexId),
}

impl Broken {
    /// What is wrong, and what would be right. `ends` says where routes of the title begin and end: `in a city`.
    pub fn words(&self, map: &Map, ends: &str) -> String {
        let name = |hex: HexId| map.at(hex).name.as_str();
        let place = |hex: HexId| match &map.at(hex).place {
            Some(place) => format!("{place} ({})", name(hex)),
            None => name(hex).to_string(),
        };
        match *self {
            Broken::Empty => "a run names at least two hexes".into(),
            Broken::NoHex => "a hex of the run is not on the map".into(),
            Broken::Apart(from, to) => format!(
                "{} and {} are no neighbours; name every hex of the way in order",
                name(from),
                name(to)
            ),
            Broken::NoStop(hex, stop) => format!("{} has no stop number {stop}", place(hex)),
            Broken::NoEnd(hex) => {
                format!(
                    "a route begins and ends {ends}; name the stop in {}",
                    place(hex)
                )
            }
            Broken::NoTrack(hex) => format!("{} has no track for this way", place(hex)),
            Broken::SideTwice(hex, edge) => format!(
                "the route uses the track between {} and {} twice",
                name(hex),
                map.neighbour(hex, edge).map_or("the edge", name)
            ),
            Broken::StopTwice(hex) => format!("the route visits {} twice", place(hex)),
        }
    }
}

/// The name of a side that both its hexes agree on; `None` at the edge of the map.
pub fn side(map: &Map, hex: HexId, edge: u8) -> Option<Side> {
    match edge {
        0..3 => Some((hex, edge)),
        3..6 => map.neighbour(hex, edge).map(|next| (next, edge - 3)),
        _ => None,
    }
}

/// The name of the track from stop to stop that is path number `path` of the hex's face.
pub(super) fn inner_side(hex: HexId, path: usize) -> Side {
    (hex, 6 + path as u8)
}

/// Whether two stops count as one place of a route: the same stop, or two cities of one hex.
pub fn same_place(a: Visit, b: Visit) -> bool {
    a.at == b.at || a.at.hex == b.at.hex && a.kind == StopKind::City && b.kind == StopKind::City
}

/// Follows the steps over the track of the board.
///
/// # Errors
/// The first fault along the way; then sides crossed twice, then places visited twice.
pub fn follow(map: &Map, board: &Board, steps: &[RunStep]) -> Result<Route, Broken> {
    let route = trace(map, board, steps)?;
    for (index, &visit) in route.visits.iter().enumerate() {
        if route
            .visits
            .iter()
            .take(index)
            .any(|&other| same_place(visit, other))
        {
            return Err(Broken::StopTwice(visit.at.hex));
        }
    }
    Ok(route)
}

/// The same for a way that may come to a place again.
///
/// # Errors
/// The first fault along the way; then sides crossed twice.
pub fn trace(map: &Map, board: &Board, steps: &[RunStep]) -> Result<Route, Broken> {
    if steps.is_empty() {
        return Err(Broken::Empty);
    }
    if steps.iter().any(|step| step.hex.index() >= map.hexes.len()) {
        return Err(Broken::NoHex);
    }
    // The side over which each step leaves; `None` between two stops of one hex and at the end.
    let mut leaves: Vec<Option<u8>> = Vec::with_capacity(steps.len());
    for pair in steps.windows(2) {
        if let [from, to] = pair {
            leaves.push(if from.hex == to.hex {
                None
            } else {
                Some(
                    map.edge_between(from.hex, to.hex)
                        .ok_or(Broken::Apart(from.hex, to.hex))?,
                )
            });
        }
    }
    let mut route = Route::default();
    let mut inside: Option<u8> = None;
    let mut before: Option<&RunStep> = None;
    for (index, step) in steps.iter().enumerate() {
        let track = board.track(map, step.hex);
        let comes = before
            .filter(|before| before.hex != step.hex)
            .and_then(|before| map.edge_between(step.hex, before.hex));
        let goes = leaves.get(index).copied().flatten();
        let stop = stop_of(map, board, step, comes, goes)?;
        // From where this step was entered to its stop, or through.
        let entry = match (inside, comes) {
            (Some(stop), _) => Some(End::Stop(stop)),
            (None, Some(edge)) => Some(End::Edge(edge)),
            (None, None) => None,
        };
        match stop {
            Some(stop) => {
                if entry.is_some_and(|entry| !joined(track, entry, End::Stop(stop))) {
                    return Err(Broken::NoTrack(step.hex));
                }
                if let Some(from @ End::Stop(_)) = entry {
                    let inner = (track.paths.iter())
                        .position(|path| path.other(from) == Some(End::Stop(stop)));
                    route
                        .sides
                        .extend(inner.map(|path| inner_side(step.hex, path)));
                }
                if goes.is_some_and(|edge| !joined(track, End::Stop(stop), End::Edge(edge))) {
                    return Err(Broken::NoTrack(step.hex));
                }
            }
            None => match (comes, goes) {
                (Some(a), Some(b)) if joined(track, End::Edge(a), End::Edge(b)) => {}
                (Some(_), Some(_)) => return Err(Broken::NoTrack(step.hex)),
                _ => return Err(Broken::NoEnd(step.hex)),
            },
        }
        if let Some(stop) = stop {
            let kind = board
                .face(map, step.hex)
                .stops
                .get(usize::from(stop))
                .map(|stop| stop.kind)
                .ok_or(Broken::NoStop(step.hex, stop))?;
            route.visits.push(Visit {
                at: StopRef {
                    hex: step.hex,
                    stop,
                },
                kind,
                scored: step.scored,
            });
        }
        route.steps.push(RunStep { stop, ..*step });
        if let Some(edge) = goes {
            route
                .sides
                .push(side(map, step.hex, edge).ok_or(Broken::NoTrack(step.hex))?);
        }
        // Track from a stop straight to the next stop of the same hex.
        let stays = steps
            .get(index + 1)
            .is_some_and(|next| next.hex == step.hex);
        inside = if stays { stop } else { None };
        before = Some(step);
    }
    let mut seen: Vec<Side> = route.sides.clone();
    seen.sort_unstable();
    for pair in seen.windows(2) {
        if let [a, b] = pair
            && a == b
        {
            return Err(Broken::SideTwice(a.0, a.1));
        }
    }
    Ok(route)
}

/// The stop of a step: the one named, or the one that can be meant.
fn stop_of(
    map: &Map,
    board: &Board,
    step: &RunStep,
    comes: Option<u8>,
    goes: Option<u8>,
) -> Result<Option<u8>, Broken> {
    let face = board.face(map, step.hex);
    if let Some(stop) = step.stop {
        return if usize::from(stop) < face.stops.len() {
            Ok(Some(stop))
        } else {
            Err(Broken::NoStop(step.hex, stop))
        };
    }
    let track = board.track(map, step.hex);
    let sides: Vec<End> = comes.into_iter().chain(goes).map(End::Edge).collect();
    if let [a, b] = sides.as_slice()
        && joined(track, *a, *b)
    {
        return Ok(None);
    }
    let mut fitting = (0..face.stops.len() as u8).filter(|&stop| {
        sides
            .iter()
            .all(|&edge| joined(track, edge, End::Stop(stop)))
    });
    match (fitting.next(), fitting.next()) {
        (Some(stop), None) => Ok(Some(stop)),
        _ => Ok(None),
    }
}

/// Whether a piece of track joins the two ends, directly or over a switch.
fn joined(track: &Oriented, a: End, b: End) -> bool {
    let touches = |end: End, other: End| {
        track
            .paths
            .iter()
            .any(|path| !path.state && path.other(end) == Some(other))
    };
    touches(a, b) || a != b && touches(a, End::Junction) && touches(b, End::Junction)
}
