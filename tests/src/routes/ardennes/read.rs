//! Reading what traces say of boards and routes.

use anyhow::{Context, Result};
use engine::board::StopKind;
use engine::titles::ardennes::scenario::Scenario;
use engine::{Run, RunStep};
use serde_json::Value;

/// The entries of an object, none of anything else.
pub(super) fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The number of a card: 2 of `6-2`.
pub(super) fn card(id: &str) -> Result<u16> {
    let number = id.rsplit('-').next().context("train id")?;
    Ok(number.parse()?)
}

/// The stop whose track leads to the sides that the token names.
pub(super) fn stop_of(scenario: &Scenario, hex: &str, token: &Value) -> Result<u8> {
    let map = &scenario.rules().definition.map;
    let id = map.hex(hex).context("hex")?;
    let sides = token["exits"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .fold(0u8, |mask, side| mask | 1 << side);
    let exits = &scenario.shared().board.track(map, id).stop_exits;
    let by_exits = exits.iter().position(|mask| *mask == sides && sides != 0);
    Ok(by_exits.map_or_else(
        || token["stop"].as_i64().unwrap_or(0).max(0) as u8,
        |index| index as u8,
    ))
}

/// A recorded route: its hexes in order, and its stops by kind and number.
pub(super) fn recorded_run(scenario: &Scenario, route: &Value) -> Result<Run> {
    let definition = &scenario.rules().definition;
    let map = &definition.map;
    let board = &scenario.shared().board;
    let kind = route["train"].as_str().context("train")?;
    let stack = definition.stack_of(definition.kind(kind).context("kind")?);
    let mut steps: Vec<RunStep> = Vec::new();
    for segment in route["segments"].as_array().into_iter().flatten() {
        let text = segment.as_str().context("segment")?;
        let (hex, ends) = text.split_once(':').context("segment")?;
        let hex = map.hex(hex).context("hex")?;
        for end in ends.split('-') {
            let stop = named_stop(board.face(map, hex), end);
            let step = RunStep {
                hex,
                stop,
                scored: false,
            };
            match steps.last_mut() {
                Some(last) if *last == step => {}
                Some(last) if last.hex == hex && last.stop.is_none() => *last = step,
                Some(last) if last.hex == hex && stop.is_none() => {}
                _ => steps.push(step),
            }
        }
    }
    Ok(Run {
        train: engine::ids::TrainId {
            stack,
            number: card(route["train_id"].as_str().context("train id")?)?,
        },
        steps,
    })
}

/// `c1` is the second city of the face, `t0` its first town, `o0` its off-board area; a side is no stop.
fn named_stop(face: &engine::board::Face, end: &str) -> Option<u8> {
    let kind = match end.as_bytes().first()? {
        b'c' => StopKind::City,
        b't' => StopKind::Town,
        b'o' => StopKind::Offboard,
        _ => return None,
    };
    let number: usize = end.get(1..)?.parse().ok()?;
    face.stops
        .iter()
        .enumerate()
        .filter(|(_, stop)| stop.kind == kind)
        .nth(number)
        .map(|(index, _)| index as u8)
}
