//! Recorded routes as runs of ours.

use super::{Actor, Ardennes, moves, trains};
use crate::replay::fields::ran;
use crate::replay::trace::Move;
use engine::board::{Face, StopKind};
use engine::{Action, Entry, Game, Run, RunStep};
use serde_json::Value;

/// Cities that a 4D scores.
const SCORED: usize = 4;
/// Choices of cities tried at most.
const TRIED: usize = 2000;

/// The runs of the action.
pub(super) fn runs(
    adapter: &Ardennes,
    game: &Game,
    play: &Move,
    actor: Actor,
) -> Result<Vec<Run>, String> {
    let mut runs = Vec::new();
    let mut choices = None;
    for route in play
        .get("routes")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let text = |key: &str| route.get(key).and_then(Value::as_str);
        let card = text("train_id").ok_or("a route has no train")?;
        let train = moves::train_named(game.definition(), card)
            .ok_or_else(|| format!("there is no train {card}"))?;
        let steps = steps(game, route)?;
        if text("train") == Some("4D") {
            let cities = cities(game, &steps);
            if cities.len() > SCORED {
                choices = Some((runs.len(), best_first(&cities)));
            }
            runs.push(Run {
                train,
                steps: scored(steps, cities.iter().map(|(at, _)| *at)),
            });
        } else {
            runs.push(Run { train, steps });
        }
    }
    match choices {
        None => Ok(runs),
        Some((at, choices)) => choose(adapter, game, play, actor, runs, at, &choices),
    }
}

/// Which cities a 4D scores is not recorded: the choice that earns what is recorded, else the first accepted, else
/// the first.
fn choose(
    adapter: &Ardennes,
    game: &Game,
    play: &Move,
    actor: Actor,
    runs: Vec<Run>,
    at: usize,
    choices: &[Vec<usize>],
) -> Result<Vec<Run>, String> {
    let recorded = play.number("revenue_total");
    let by = adapter.by(game, actor);
    let mut accepted: Option<Vec<Run>> = None;
    let mut first: Option<Vec<Run>> = None;
    for choice in choices.iter().take(TRIED) {
        let mut candidate = runs.clone();
        if let Some(run) = candidate.get_mut(at) {
            run.steps = scored(std::mem::take(&mut run.steps), choice.iter().copied());
        }
        let entry = Entry {
            by,
            action: Action::Run(candidate.clone()),
        };
        if let Ok(events) = game.clone().enter(entry) {
            let earned =
                ran(&events).map(|(runs, extra)| i64::from(runs.iter().sum::<i32>() + extra));
            if earned == recorded {
                return Ok(candidate);
            }
            accepted.get_or_insert_with(|| candidate.clone());
        }
        first.get_or_insert(candidate);
    }
    accepted
        .or(first)
        .ok_or_else(|| format!("no cities for the trains {}", trains(game, &runs)))
}

/// The steps with those at the indices scored and no other.
fn scored(mut steps: Vec<RunStep>, at: impl Iterator<Item = usize>) -> Vec<RunStep> {
    for step in &mut steps {
        step.scored = false;
    }
    for index in at {
        if let Some(step) = steps.get_mut(index) {
            step.scored = true;
        }
    }
    steps
}

/// The cities of a route: index of the step, value of the city.
fn cities(game: &Game, steps: &[RunStep]) -> Vec<(usize, i32)> {
    let map = &game.definition().map;
    steps
        .iter()
        .enumerate()
        .filter_map(|(index, step)| {
            let face = game.shared().board.face(map, step.hex);
            let stop = face.stops.get(usize::from(step.stop?))?;
            (stop.kind == StopKind::City).then(|| (index, stop.revenue.at(game.phase_name())))
        })
        .collect()
}

/// Every choice of cities to score, by the sum of their values, best first.
fn best_first(cities: &[(usize, i32)]) -> Vec<Vec<usize>> {
    let mut choices: Vec<(i32, Vec<usize>)> = Vec::new();
    for mask in 0u32..(1 << cities.len().min(20)) {
        if mask.count_ones() as usize != SCORED {
            continue;
        }
        let chosen = || {
            cities
                .iter()
                .enumerate()
                .filter(|(bit, _)| mask & (1 << bit) != 0)
                .map(|(_, city)| *city)
        };
        choices.push((
            chosen().map(|(_, value)| value).sum(),
            chosen().map(|(index, _)| index).collect(),
        ));
    }
    choices.sort_by_key(|(sum, _)| -sum);
    choices.into_iter().map(|(_, choice)| choice).collect()
}

/// Hexes and stops of a route, from its segments: `E17:0-3` passes, `G6:c0-5` leaves a city, `B16:c0-t0` goes from a
/// city to the town of the same hex.
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
        if visited.peek().is_none() {
            steps.push(RunStep {
                hex,
                stop: None,
                scored: false,
            });
        }
        for stop in visited {
            let stays = steps
                .last()
                .is_some_and(|last| last.hex == hex && last.stop == Some(stop));
            if !stays {
                steps.push(RunStep {
                    hex,
                    stop: Some(stop),
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
    let kind = match text.as_bytes().first() {
        Some(b'c') => StopKind::City,
        Some(b't') => StopKind::Town,
        Some(b'o') => StopKind::Offboard,
        _ => return Err(()),
    };
    let number: usize = text.get(1..).and_then(|rest| rest.parse().ok()).ok_or(())?;
    face.stops
        .iter()
        .enumerate()
        .filter(|(_, stop)| stop.kind == kind)
        .nth(number)
        .map(|(index, _)| Some(index as u8))
        .ok_or(())
}
