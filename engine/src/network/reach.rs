//! What track a company reaches from its stations by a route of any length.

use crate::board::{Board, End, Map, OPPOSITE};
use crate::ids::{HexId, StopRef};

/// What a flood found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// By hex: sides over which a route comes into the hex from its neighbour, bit e for side e.
    pub arrivals: Vec<u8>,
    /// By hex: stops reached, bit s for stop s (a full city counts, the route may end there).
    pub stops: Vec<u8>,
    /// By hex: pieces of track covered, bit i for path i of the face.
    pub paths: Vec<u32>,
}

impl Reach {
    /// Whether a route gets to the stop.
    pub fn has_stop(&self, at: StopRef) -> bool {
        self.stops
            .get(at.hex.index())
            .is_some_and(|mask| mask & (1 << at.stop) != 0)
    }

    /// Whether any track of the hex, or a stop of it, is on a route.
    pub fn touches(&self, hex: HexId) -> bool {
        let index = hex.index();
        self.stops.get(index).is_some_and(|mask| *mask != 0)
            || self.paths.get(index).is_some_and(|mask| *mask != 0)
    }
}

/// Floods the track from `starts`. A route never turns back on itself; it may not pass a stop for which `blocked`
/// says so, but may end there.
pub fn reach(
    map: &Map,
    board: &Board,
    starts: &[StopRef],
    blocked: impl Fn(StopRef) -> bool,
) -> Reach {
    let hexes = map.hexes.len();
    let mut found = Reach {
        arrivals: vec![0; hexes],
        stops: vec![0; hexes],
        paths: vec![0; hexes],
    };
    let mut work: Vec<(HexId, End)> = Vec::new();
    // Each (hex, end, path by which it was left) is expanded at most once.
    let mut left: Vec<u32> = vec![0; hexes * 2];
    for &start in starts {
        if let Some(mask) = found.stops.get_mut(start.hex.index()) {
            *mask |= 1 << start.stop;
        }
        leave(
            map,
            board,
            start.hex,
            End::Stop(start.stop),
            None,
            &mut found,
            &mut left,
            &mut work,
        );
    }
    while let Some((hex, end)) = work.pop() {
        match end {
            End::Edge(edge) => {
                let Some(next) = map.neighbour(hex, edge) else {
                    continue;
                };
                let side = OPPOSITE.get(edge as usize).copied().unwrap_or(0);
                let Some(arrivals) = found.arrivals.get_mut(next.index()) else {
                    continue;
                };
                if *arrivals & (1 << side) != 0 {
                    continue;
                }
                *arrivals |= 1 << side;
                leave(
                    map,
                    board,
                    next,
                    End::Edge(side),
                    None,
                    &mut found,
                    &mut left,
                    &mut work,
                );
            }
            End::Stop(stop) => {
                let at = StopRef { hex, stop };
                let Some(mask) = found.stops.get_mut(hex.index()) else {
                    continue;
                };
                *mask |= 1 << stop;
                if !blocked(at) {
                    leave(map, board, hex, end, None, &mut found, &mut left, &mut work);
                }
            }
            End::Junction => leave(map, board, hex, end, None, &mut found, &mut left, &mut work),
        }
    }
    found
}

/// Goes on from an end over every path of the hex that touches it.
#[allow(clippy::too_many_arguments)]
fn leave(
    map: &Map,
    board: &Board,
    hex: HexId,
    end: End,
    _by: Option<usize>,
    found: &mut Reach,
    left: &mut [u32],
    work: &mut Vec<(HexId, End)>,
) {
    for (index, path) in board.track(map, hex).paths.iter().enumerate() {
        let Some(other) = path.other(end) else {
            continue;
        };
        if path.state {
            continue;
        }
        if let Some(paths) = found.paths.get_mut(hex.index()) {
            *paths |= 1 << index;
        }
        // Direction matters: once from a to b, once from b to a.
        let direction = usize::from(path.a != end);
        let Some(done) = left.get_mut(hex.index() * 2 + direction) else {
            continue;
        };
        if *done & (1 << index) != 0 {
            continue;
        }
        *done |= 1 << index;
        work.push((hex, other));
    }
}
