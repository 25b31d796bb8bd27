//! Whether a lay lengthens a route or enriches a city (ARD-6.3-06 to 08, ARD-RUL-23).

use super::reach::{Reach, reach_without};
use crate::board::{Board, End, Map, Oriented, Revenue, StopKind, joins_edges, stop_after};
use crate::ids::{FaceId, HexId, StopRef};

/// What a new face does for the company that lays it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extends {
    /// A route covers at least one new piece of track.
    pub new_track: bool,
    /// A city that a route reached before the lay is worth more on the new face.
    pub richer_city: bool,
}

impl Extends {
    /// Whether the lay does either.
    pub fn any(self) -> bool {
        self.new_track || self.richer_city
    }
}

/// What laying `face` in turning `rot` on `hex` does for the company whose `reach` on the board *before* the lay is
/// given. `blocked` is asked for stops that can't be passed, the stops of `hex` being those of the new face with the
/// tokens that will lie there.
///
/// A route that covers new track comes to the hex on old track, so that only the new face must be searched.
pub fn extends(
    map: &Map,
    board: &Board,
    hex: HexId,
    face: FaceId,
    rot: u8,
    reach: &Reach,
    blocked: impl Fn(StopRef) -> bool,
) -> Extends {
    let old_face = board.face(map, hex);
    let old = board.track(map, hex);
    let new_face = map.face(face);
    let new = new_face.at(rot);
    let successor: Vec<Option<u8>> = (0..old_face.stops.len())
        .map(|stop| stop_after(old, new, old_face, new_face, stop as u8))
        .collect();
    let richer_city = old_face.stops.iter().enumerate().any(|(index, stop)| {
        let next = successor
            .get(index)
            .copied()
            .flatten()
            .and_then(|to| new_face.stops.get(usize::from(to)));
        let reached = reach.has_stop(StopRef {
            hex,
            stop: index as u8,
        });
        stop.kind == StopKind::City
            && reached
            && next.is_some_and(|next| is_more(&next.revenue, &stop.revenue))
    });
    // A route that went through one circle can't end in the other: for hexes that keep two of them only routes
    // that have not been there before count.
    let circles = new_face
        .stops
        .iter()
        .filter(|stop| stop.kind == StopKind::City)
        .count();
    let arrivals = if circles > 1 {
        let elsewhere: Vec<StopRef> = reach
            .starts
            .iter()
            .filter(|start| start.hex != hex)
            .copied()
            .collect();
        let shut: Vec<StopRef> = (0..old_face.stops.len() as u8)
            .map(|stop| StopRef { hex, stop })
            .collect();
        reach_without(map, board, &elsewhere, &blocked, &shut).arrivals_at(hex)
    } else {
        reach.arrivals_at(hex)
    };
    let own: Vec<u8> = reach
        .starts
        .iter()
        .filter(|start| start.hex == hex)
        .filter_map(|start| successor.get(usize::from(start.stop)).copied().flatten())
        .collect();
    let old_way = |a: End, b: End| match (a, b) {
        (End::Edge(a), End::Edge(b)) => joins_edges(old, a, b),
        (End::Edge(edge), End::Stop(stop)) | (End::Stop(stop), End::Edge(edge)) => successor
            .iter()
            .zip(&old.stop_exits)
            .any(|(to, exits)| *to == Some(stop) && exits & (1 << edge) != 0),
        (End::Stop(a), End::Stop(b)) => old.paths.iter().any(|path| {
            let after = |end| match end {
                End::Stop(stop) => successor.get(usize::from(stop)).copied().flatten(),
                _ => None,
            };
            let ends = (after(path.a), after(path.b));
            ends == (Some(a), Some(b)) || ends == (Some(b), Some(a))
        }),
        _ => true,
    };
    let passable = |stop: u8| own.contains(&stop) || !blocked(StopRef { hex, stop });
    Extends {
        new_track: covers_new(new, arrivals, &own, passable, old_way),
        richer_city,
    }
}

/// Whether new track of the lay joins, at its far edge, a piece of track of the hex that a route covers: a reference that
/// goes on from there asks for no route over the new piece itself. `turned` is what ways reach that may turn in a ring.
#[allow(clippy::too_many_arguments)]
pub fn joins_far_edge(
    map: &Map,
    board: &Board,
    hex: HexId,
    face: FaceId,
    rot: u8,
    reach: &Reach,
    turned: &Reach,
    blocked: impl Fn(StopRef) -> bool,
) -> bool {
    let side = |end| match end {
        End::Edge(edge) => 1 << edge,
        _ => 0,
    };
    let old = board.track(map, hex);
    let through = (old.paths.iter().enumerate())
        .filter(|(number, _)| reach.covers(hex, *number))
        .fold(0, |sides, (_, path)| sides | side(path.a) | side(path.b));
    let round = turned.arrivals_at(hex);
    let joins = |a, b| round & side(a) != 0 && through & side(b) != 0;
    let branch = map.face(face).at(rot).paths.iter().any(|path| {
        !joins_edges_of(old, path.a, path.b) && (joins(path.a, path.b) || joins(path.b, path.a))
    });
    let near = reach.arriving(hex, round & (reach.arrivals_at(hex) | through));
    branch || extends(map, board, hex, face, rot, &near, blocked).new_track
}

fn joins_edges_of(old: &Oriented, a: End, b: End) -> bool {
    matches!((a, b), (End::Edge(a), End::Edge(b)) if joins_edges(old, a, b))
}

/// Searches the new face from the sides and stops that routes come from for a way that the old one had not.
fn covers_new(
    new: &Oriented,
    arrivals: u8,
    own: &[u8],
    passable: impl Fn(u8) -> bool,
    old_way: impl Fn(End, End) -> bool,
) -> bool {
    let mut work: Vec<End> = (0..6)
        .filter(|side| arrivals & new.exits & (1 << side) != 0)
        .map(End::Edge)
        .chain(own.iter().map(|&stop| End::Stop(stop)))
        .collect();
    let mut seen = work.clone();
    while let Some(from) = work.pop() {
        for (index, path) in new.paths.iter().enumerate() {
            let Some(to) = path.other(from) else {
                continue;
            };
            // A switch is no end: go on over each of its other arms.
            let ends: Vec<End> = if to == End::Junction {
                new.paths
                    .iter()
                    .enumerate()
                    .filter(|&(other, _)| other != index)
                    .filter_map(|(_, arm)| arm.other(End::Junction))
                    .collect()
            } else {
                vec![to]
            };
            for to in ends {
                if !old_way(from, to) {
                    return true;
                }
                if let End::Stop(stop) = to
                    && !seen.contains(&to)
                    && passable(stop)
                {
                    seen.push(to);
                    work.push(to);
                }
            }
        }
    }
    false
}

fn is_more(new: &Revenue, old: &Revenue) -> bool {
    match (new, old) {
        (Revenue::Fixed(new), Revenue::Fixed(old)) => new > old,
        (Revenue::ByPhase(table), old) => table.iter().any(|(key, new)| *new > old.at(key)),
        (new, Revenue::ByPhase(table)) => table.iter().any(|(key, old)| new.at(key) > *old),
    }
}
