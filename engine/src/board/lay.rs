//! The checks of a tile lay that need no network: colour, fit, prohibited sides, kept track, circles.

use super::face::{Colour, End, Face, Oriented};
use super::map::Map;
use super::state::Board;
use crate::ids::{FaceId, HexId};

/// Why a face cannot lie on a hex in a turning. Titles turn it into a rejection with their own rule id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayFault {
    /// The hex is never built on, or the face is no tile.
    NotBuildable,
    /// The tile does not replace what lies there (kind, letter or colour).
    NoUpgrade,
    /// No copy is left in the box.
    NoneLeft,
    /// Track would run to this prohibited side (0–5).
    ProhibitedSide(u8),
    /// A printed railhead at this side (0–5) would not be joined.
    Railhead(u8),
    /// Track of the old face would be lost.
    TrackLost,
}

/// Checks colour, fit, supply, prohibited sides, railheads and kept track, in this order.
///
/// # Errors
/// The first [`LayFault`] met.
pub fn check_face(
    map: &Map,
    board: &Board,
    hex: HexId,
    face: FaceId,
    rot: u8,
) -> Result<(), LayFault> {
    let old = board.placed(hex);
    let old_face = map.face(old.face);
    if !map.is_tile(face)
        || matches!(old_face.colour, Colour::Grey | Colour::Red | Colour::Blue)
            && old_face.upgrades.is_empty()
    {
        return Err(LayFault::NotBuildable);
    }
    if !old_face.upgrades.contains(&face) {
        return Err(LayFault::NoUpgrade);
    }
    if !board.in_supply(face) {
        return Err(LayFault::NoneLeft);
    }
    let place = map.at(hex);
    let new = map.face(face).at(rot);
    if let Some(edge) = (0..6).find(|edge| new.exits & place.blocked & (1 << edge) != 0) {
        return Err(LayFault::ProhibitedSide(edge));
    }
    if !map.is_tile(old.face)
        && let Some(edge) = (0..6).find(|edge| place.railheads & !new.exits & (1 << edge) != 0)
    {
        return Err(LayFault::Railhead(edge));
    }
    if !keeps_track(old_face.at(old.rot), new, old_face, map.face(face)) {
        return Err(LayFault::TrackLost);
    }
    Ok(())
}

/// Whether every way through the old face is still there: sides joined stay joined, and sides that led to a stop
/// lead to that stop's successor.
fn keeps_track(old: &Oriented, new: &Oriented, old_face: &Face, new_face: &Face) -> bool {
    if old.exits & !new.exits != 0 {
        return false;
    }
    for path in &old.paths {
        match (path.a, path.b) {
            (End::Edge(a), End::Edge(b)) if !joins_edges(new, a, b) => return false,
            (End::Edge(edge), End::Stop(stop)) | (End::Stop(stop), End::Edge(edge)) => {
                let Some(to) = stop_after(old, new, old_face, new_face, stop) else {
                    return false;
                };
                if new
                    .stop_exits
                    .get(to as usize)
                    .is_none_or(|mask| mask & (1 << edge) == 0)
                {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

/// Whether the two sides are joined by plain track, a switch or over one stop.
pub fn joins_edges(track: &Oriented, a: u8, b: u8) -> bool {
    let direct = track
        .paths
        .iter()
        .any(|path| path.other(End::Edge(a)) == Some(End::Edge(b)));
    let by_stop = track
        .stop_exits
        .iter()
        .any(|mask| mask & (1 << a) != 0 && mask & (1 << b) != 0);
    let to_junction = |edge| {
        track
            .paths
            .iter()
            .any(|path| path.other(End::Edge(edge)) == Some(End::Junction))
    };
    direct || by_stop || (to_junction(a) && to_junction(b))
}

/// The stop of the new face that takes over from `stop` of the old one: the one that its sides lead to; without
/// sides the one of the same index, else the first of the same kind.
pub fn stop_after(
    old: &Oriented,
    new: &Oriented,
    old_face: &Face,
    new_face: &Face,
    stop: u8,
) -> Option<u8> {
    let exits = old.stop_exits.get(stop as usize).copied().unwrap_or(0);
    if exits != 0
        && let Some(found) = new.stop_exits.iter().position(|mask| mask & exits == exits)
    {
        return Some(found as u8);
    }
    if exits != 0 {
        return None;
    }
    let kind = old_face.stops.get(stop as usize)?.kind;
    if new_face
        .stops
        .get(stop as usize)
        .is_some_and(|next| next.kind == kind)
    {
        return Some(stop);
    }
    new_face
        .stops
        .iter()
        .position(|next| next.kind == kind)
        .map(|index| index as u8)
}
