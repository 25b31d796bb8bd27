//! Recorded choices, bids and purchases of 18Ardennes.

use super::asks;
use crate::action::{Lot, RunStep};
use crate::board::StopKind;
use crate::ids::{HexId, PrivateId, TrainId};
use crate::import::{Foreign, card};
use crate::legal::Topic;
use crate::rolling_stock::TrainHolder;
use crate::rules::Definition;
use crate::{Action, Game, TrainSource};

/// Cities that a 4D scores.
const SCORED: usize = 4;

/// The choices of cities that a 4D scores, by the sum of their values, best first: the record does not name them.
pub(super) fn choices(game: &Game, steps: &[RunStep]) -> Vec<Vec<RunStep>> {
    let map = &game.definition().map;
    let cities: Vec<(usize, i32)> = steps
        .iter()
        .enumerate()
        .filter_map(|(index, step)| {
            let face = game.shared().board.face(map, step.hex);
            let stop = face.stops.get(usize::from(step.stop?))?;
            (stop.kind == StopKind::City).then(|| (index, stop.revenue.at(game.phase_name())))
        })
        .take(16)
        .collect();
    let most = cities.len().min(SCORED);
    let mut choices: Vec<(i32, Vec<RunStep>)> = Vec::new();
    for mask in 0u32..(1 << cities.len()) {
        if mask.count_ones() as usize != most {
            continue;
        }
        let mut scored = steps.to_vec();
        let mut sum = 0;
        for (bit, (index, value)) in cities.iter().enumerate() {
            if mask & (1 << bit) != 0
                && let Some(step) = scored.get_mut(*index)
            {
                step.scored = true;
                sum += value;
            }
        }
        choices.push((sum, scored));
    }
    choices.sort_by_key(|(sum, _)| -sum);
    choices.into_iter().map(|(_, steps)| steps).collect()
}

pub(super) fn bid(game: &Game, play: &Foreign) -> Result<Action, String> {
    let definition = game.definition();
    let (lot, with) = match (play.text("company"), play.text("corporation")) {
        (Some(_), Some(_)) => (
            Lot::Company(play.company(definition, "company")?),
            Some(play.company(definition, "corporation")?),
        ),
        (Some(id), None) => (Lot::Private(private(definition, id)?), None),
        _ => (Lot::Company(play.company(definition, "corporation")?), None),
    };
    // The record calls the discount sale of the private a bid.
    if asks(game, Topic::TakeLot) {
        return Ok(Action::Take(lot));
    }
    Ok(Action::Bid {
        lot,
        amount: play.number("price")?,
        with,
    })
}

/// The record's number of the first city of a face that has two: labels and the signs of TEE ends count before.
pub(super) fn first_city(face: &str) -> usize {
    match face {
        "B8" | "E25" | "M7" | "M27" => 2,
        "C7" | "X10" => 1,
        _ => 0,
    }
}

pub(super) fn private(definition: &Definition, id: &str) -> Result<PrivateId, String> {
    definition
        .private(id)
        .ok_or_else(|| format!("there is no private {id:?}"))
}

/// The hex of a fort: they are numbered by hex, in the order of the map.
pub(super) fn fort(game: &Game, name: &str) -> Option<HexId> {
    let number: usize = name.strip_prefix("Ft")?.parse().ok()?;
    let (rules, _) = game.ardennes()?;
    let hexes = rules.special.forts.iter().copied();
    hexes.into_iter().nth(number.checked_sub(1)?)
}

pub(super) fn choose(game: &Game, play: &Foreign) -> Result<Action, String> {
    match play.text("choice") {
        Some("approve") => Ok(Action::Agree),
        Some("deny") => Ok(Action::Refuse),
        Some(name) if name.starts_with("Ft") => {
            let hex = fort(game, name);
            Ok(Action::Fort(
                hex.ok_or_else(|| format!("there is no fort {name:?}"))?,
            ))
        }
        Some(text) => text
            .parse()
            .map(Action::KeepForts)
            .map_err(|_| format!("there is no choice {text:?}")),
        None => Ok(Action::KeepForts(play.small("choice")?)),
    }
}

pub(super) fn train(game: &Game, play: &Foreign) -> Result<TrainId, String> {
    let name = play.need("train")?;
    card(game.definition(), name).ok_or_else(|| format!("there is no train {name:?}"))
}

pub(super) fn purchase(game: &Game, play: &Foreign) -> Result<TrainSource, String> {
    let definition = game.definition();
    let wanted = train(game, play)?;
    let old = match play.text("exchange") {
        Some(name) => {
            Some(card(definition, name).ok_or_else(|| format!("there is no train {name:?}"))?)
        }
        None => None,
    };
    match game.shared().depot.get(wanted).map(|state| state.holder) {
        Some(TrainHolder::Company(seller)) => Ok(TrainSource::Company(
            wanted,
            seller,
            play.number("price")?,
            Default::default(),
        )),
        Some(TrainHolder::Pool) => Ok(TrainSource::Market(wanted, old)),
        Some(TrainHolder::Gone) => Err(format!(
            "the train {} is out of the game",
            definition.train_name(wanted)
        )),
        None => {
            let name = play
                .text("variant")
                .unwrap_or(&definition.train(wanted.stack).name);
            let kind = definition
                .kind(name)
                .ok_or_else(|| format!("there is no train {name:?}"))?;
            Ok(TrainSource::Stack(kind, old))
        }
    }
}
