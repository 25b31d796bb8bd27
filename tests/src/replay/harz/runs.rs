//! Recorded routes as runs of ours.

use super::moves;
use crate::replay::trace::Move;
use engine::board::{Face, StopKind};
use engine::{Game, Run, RunStep};
use serde_json::Value;

/// The runs of the action; one train makes several.
pub(super) fn runs(game: &Game, play: &Move) -> Result<Vec<Run>, String> {
    let mut runs = Vec::new();
    for route in play
        .get("routes")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let card = route
            .get("train_id")
            .and_then(Value::as_str)
            .ok_or("a route has no train")?;
        runs.push(Run {
            train: moves::train_named(game, card)
                .ok_or_else(|| format!("there is no train {card}"))?,
            steps: steps(game, route)?,
        });
    }
    Ok(runs)
}

/// Hexes and stops of a route, from its segments: `B17:0-4` passes, `D15:c0-3` leaves a town.
fn steps(game: &Game, route: &Value) -> Result<Vec<RunStep>, String> {
    let definition = game.definition();
    let mut steps: Vec<RunStep> = Vec::new();
    for segment in route
        .get("segments")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let text = segment.as_str().unwrap_or("");
        let wrong = || format!("the piece of track {text:?} can't be read");
        let (name, ends) = text.split_once(':').ok_or_else(wrong)?;
        let hex = definition.map.hex(name).ok_or_else(wrong)?;
        let face = game.shared().board.face(&definition.map, hex);
        let (from, to) = ends.split_once('-').ok_or_else(wrong)?;
        let stops = [end(face, from), end(face, to)];
        if stops.iter().any(Result::is_err) {
            return Err(wrong());
        }
        let mut visited = stops.into_iter().flatten().flatten().peekable();
        let plain = visited.peek().is_none().then_some(None);
        for stop in plain.into_iter().chain(visited.map(Some)) {
            let stays = stop.is_some()
                && steps
                    .last()
                    .is_some_and(|last| last.hex == hex && last.stop == stop);
            if !stays {
                steps.push(RunStep {
                    hex,
                    stop,
                    scored: false,
                });
            }
        }
    }
    Ok(steps)
}

/// The stop that an end of a segment names, `None` for a side. `c1` is the second city of the face.
fn end(face: &Face, text: &str) -> Result<Option<u8>, ()> {
    if text.parse::<u8>().is_ok() {
        return Ok(None);
    }
    let kinds: &[StopKind] = match text.as_bytes().first() {
        Some(b'c') => &[StopKind::City],
        Some(b't') => &[StopKind::Town, StopKind::Plant, StopKind::Dot],
        _ => return Err(()),
    };
    let number: usize = text.get(1..).and_then(|rest| rest.parse().ok()).ok_or(())?;
    face.stops
        .iter()
        .enumerate()
        .filter(|(_, stop)| kinds.contains(&stop.kind))
        .nth(number)
        .map(|(index, _)| Some(index as u8))
        .ok_or(())
}
