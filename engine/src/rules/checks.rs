//! Checks of a definition that hold in every title: what the data promises each other.

use super::definition::Definition;
use crate::board::{Board, Colour, LayFault, check_face};

/// Everything that the type system can't say about a definition.
pub(super) fn check(definition: &Definition) -> Result<(), String> {
    let map = &definition.map;
    if map.hexes.len() > 250
        || map.hexes.is_empty()
        || map.faces.len() > 1000
        || definition.companies.is_empty()
    {
        return Err("the map is empty or too large".into());
    }
    if definition.trains.is_empty() || definition.phases.is_empty() {
        return Err("no trains or no phases".into());
    }
    for face in &map.faces {
        for path in &face.at(0).paths {
            for end in [path.a, path.b] {
                if let crate::board::End::Stop(stop) = end
                    && usize::from(stop) >= face.stops.len()
                {
                    return Err(format!(
                        "face {} has a path to a stop that it lacks",
                        face.id
                    ));
                }
            }
        }
        for upgrade in &face.upgrades {
            let next = map.face(*upgrade);
            if next.colour <= face.colour && face.colour != Colour::White {
                return Err(format!("{} is no later tile than {}", next.id, face.id));
            }
        }
    }
    for company in &definition.companies {
        if let Some(home) = company.home {
            let face = map.face(map.at(home.hex).printed);
            if usize::from(home.stop) >= face.stops.len() {
                return Err(format!("the home stop of {} does not exist", company.id));
            }
        }
    }
    // Every listed upgrade fits in some turning, wherever it lies: tiles below are tried in all six.
    let mut board = Board::new(map);
    for hex in map.hex_ids() {
        let printed = map.face(map.at(hex).printed);
        for upgrade in &printed.upgrades {
            if (0..6).all(|rot| {
                matches!(
                    check_face(map, &board, hex, *upgrade, rot),
                    Err(LayFault::TrackLost)
                )
            }) {
                return Err(format!(
                    "{} can never keep the track of {}",
                    map.face(*upgrade).id,
                    printed.id
                ));
            }
        }
    }
    let _ = &mut board;
    for train in &definition.trains {
        if let Some(stack) = &train.same_stack_as
            && definition.kind(stack).is_none()
        {
            return Err(format!(
                "train {} shares the stack of an unknown kind",
                train.name
            ));
        }
    }
    for phase in &definition.phases {
        if phase
            .on_trains
            .iter()
            .any(|name| definition.kind(name).is_none())
        {
            return Err(format!("phase {} starts with an unknown train", phase.name));
        }
    }
    Ok(())
}
