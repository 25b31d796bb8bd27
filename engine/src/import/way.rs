//! Recorded routes as runs: the record names the hexes between two stops, not the stops themselves.

use crate::action::{Run, RunStep};
use crate::board::{End, Oriented};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{HexId, TrainId};
use crate::network::trace;
use crate::{Action, By, Entry};
use serde_json::Value;
use std::cell::Cell;

/// Chains and ways tried for one route at most, and sets of runs for one action.
const TRIED: usize = 400;

/// What one train may have run, the likeliest first.
pub(crate) struct Alternative {
    pub(crate) train: TrainId,
    pub(crate) ways: Vec<Vec<RunStep>>,
}

/// The ways that the connections of a recorded route may mean on our board.
///
/// # Errors
/// What cannot be read, or that no track leads there.
pub(crate) fn ways(game: &Game, route: &Value) -> Result<Vec<Vec<RunStep>>, String> {
    let map = &game.definition().map;
    let mut pieces: Vec<Vec<HexId>> = Vec::new();
    for connection in route
        .get("connections")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let mut hexes = Vec::new();
        for name in connection.as_array().into_iter().flatten() {
            let name = name.as_str().unwrap_or_default();
            let hex = map.hex(name);
            hexes.push(hex.ok_or_else(|| format!("there is no hex {name:?}"))?);
        }
        if hexes.is_empty() {
            return Err("a route has an empty connection".into());
        }
        pieces.push(hexes);
    }
    if pieces.is_empty() {
        return Err("a route has no connections".into());
    }
    if pieces.len() > 60 || pieces.iter().any(|piece| piece.len() > 200) {
        return Err("a route is too long".into());
    }
    let mut found = Vec::new();
    let mut tried = 0;
    for chain in chains(&pieces) {
        let mut steps = Vec::new();
        stops(game, &chain, 0, &mut steps, &mut found, &mut tried);
        if found.len() >= TRIED {
            break;
        }
    }
    if found.is_empty() {
        let names: Vec<&str> = pieces
            .iter()
            .flatten()
            .map(|hex| map.at(*hex).name.as_str())
            .collect();
        return Err(format!(
            "no track leads along the route {}",
            names.join("-")
        ));
    }
    Ok(found)
}

/// A hex of a chain; whether the train stops there.
type Link = (HexId, bool);

/// The orders and directions in which the pieces follow one another, without mirror images.
fn chains(pieces: &[Vec<HexId>]) -> Vec<Vec<Link>> {
    let mut found: Vec<Vec<Link>> = Vec::new();
    let mut budget = 5_000;
    for first in 0..pieces.len() {
        for turned in [false, true] {
            let mut used = vec![false; pieces.len()];
            let mut chain: Vec<Link> = Vec::new();
            if let Some(flag) = used.get_mut(first) {
                *flag = true;
            }
            append(
                &mut chain,
                pieces.get(first).map_or(&[], Vec::as_slice),
                turned,
            );
            follow(pieces, &used, chain, &mut found, &mut budget);
        }
        // As a rule the pieces stand in their order: only where that leads nowhere is another beginning tried.
        if !found.is_empty() && first == 0 {
            break;
        }
    }
    found
}

/// Puts a piece at the end; its first hex is the chain's last.
fn append(chain: &mut Vec<Link>, piece: &[HexId], turned: bool) {
    let mut hexes: Vec<HexId> = piece.to_vec();
    if turned {
        hexes.reverse();
    }
    // A piece within one hex leads from a stop of it to another.
    if let [only] = hexes[..] {
        hexes.push(only);
    }
    let last = hexes.len().saturating_sub(1);
    let skip = usize::from(!chain.is_empty());
    for (index, hex) in hexes.into_iter().enumerate().skip(skip) {
        chain.push((hex, index == 0 || index == last));
    }
}

fn follow(
    pieces: &[Vec<HexId>],
    used: &[bool],
    chain: Vec<Link>,
    found: &mut Vec<Vec<Link>>,
    budget: &mut u32,
) {
    if *budget == 0 || found.len() >= TRIED {
        return;
    }
    *budget -= 1;
    if used.iter().all(|used| *used) {
        let mut mirror = chain.clone();
        mirror.reverse();
        if !found.contains(&chain) && !found.contains(&mirror) {
            found.push(chain);
        }
        return;
    }
    let Some((end, _)) = chain.last().copied() else {
        return;
    };
    for (index, piece) in pieces.iter().enumerate() {
        if used.get(index).copied().unwrap_or(true) {
            continue;
        }
        for turned in [false, true] {
            let start = if turned { piece.last() } else { piece.first() };
            if start != Some(&end) || turned && piece.first() == piece.last() {
                continue;
            }
            let mut longer = chain.clone();
            append(&mut longer, piece, turned);
            let mut taken = used.to_vec();
            if let Some(flag) = taken.get_mut(index) {
                *flag = true;
            }
            follow(pieces, &taken, longer, found, budget);
        }
    }
}

/// Names the stops of a chain in every way that the track allows.
fn stops(
    game: &Game,
    chain: &[Link],
    at: usize,
    steps: &mut Vec<RunStep>,
    found: &mut Vec<Vec<RunStep>>,
    tried: &mut usize,
) {
    if *tried >= 50 * TRIED || found.len() >= TRIED {
        return;
    }
    *tried += 1;
    let map = &game.definition().map;
    let board = &game.shared().board;
    let Some((hex, stays)) = chain.get(at).copied() else {
        if trace(map, board, steps).is_ok() {
            found.push(steps.clone());
        }
        return;
    };
    let track = board.track(map, hex);
    let before = at
        .checked_sub(1)
        .and_then(|at| chain.get(at))
        .map(|link| link.0);
    let after = chain.get(at + 1).map(|link| link.0);
    let side = |other: Option<HexId>| {
        other
            .filter(|other| *other != hex)
            .and_then(|other| map.edge_between(hex, other))
    };
    let step = |stop| RunStep {
        hex,
        stop,
        scored: false,
    };
    if !stays {
        steps.push(step(None));
        stops(game, chain, at + 1, steps, found, tried);
        steps.pop();
        return;
    }
    let inside = (before == Some(hex))
        .then(|| steps.last().and_then(|step| step.stop))
        .flatten();
    for stop in 0..board.face(map, hex).stops.len() as u8 {
        let reached =
            |edge: Option<u8>| edge.is_none_or(|edge| joined(track, End::Edge(edge), stop));
        let inner = inside.is_none_or(|from| from != stop && joined(track, End::Stop(from), stop));
        if !reached(side(before)) || !reached(side(after)) || !inner {
            continue;
        }
        steps.push(step(Some(stop)));
        stops(game, chain, at + 1, steps, found, tried);
        steps.pop();
    }
}

fn joined(track: &Oriented, end: End, stop: u8) -> bool {
    let stop = End::Stop(stop);
    let touches = |a: End, b: End| {
        track
            .paths
            .iter()
            .any(|path| !path.state && path.other(a) == Some(b))
    };
    touches(end, stop) || touches(end, End::Junction) && touches(stop, End::Junction)
}

/// The set of runs that is accepted and earns what is recorded; else the first that is accepted, else the first.
pub(crate) fn combined(
    game: &Game,
    by: By,
    trains: &[Alternative],
    recorded: Option<i32>,
    earned: &dyn Fn(&[Event]) -> Option<i32>,
    work: &Cell<u32>,
) -> Vec<Entry> {
    let here = game.detached();
    let entry = |picks: &[usize]| Entry {
        by,
        action: Action::Run(
            trains
                .iter()
                .zip(picks)
                .map(|(train, pick)| Run {
                    train: train.train,
                    steps: train.ways.get(*pick).cloned().unwrap_or_default(),
                })
                .collect(),
        ),
    };
    let mut picks = vec![0usize; trains.len()];
    let mut accepted: Option<Entry> = None;
    let first = entry(&picks);
    for _ in 0..5 * TRIED {
        let candidate = entry(&picks);
        work.set(work.get().saturating_sub(1));
        if work.get() == 0 {
            break;
        }
        if let Ok(events) = here.clone().enter(candidate.clone()) {
            if recorded.is_none() || earned(&events) == recorded {
                return vec![candidate];
            }
            accepted.get_or_insert(candidate);
        }
        // The next choice: the last train's varies first.
        let mut at = trains.len();
        loop {
            let Some(index) = at.checked_sub(1) else {
                return vec![accepted.unwrap_or(first)];
            };
            at = index;
            let most = trains.get(at).map_or(0, |train| train.ways.len());
            if let Some(pick) = picks.get_mut(at) {
                *pick += 1;
                if *pick < most {
                    break;
                }
                *pick = 0;
            }
        }
    }
    vec![accepted.unwrap_or(first)]
}
