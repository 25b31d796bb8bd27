//! `/ref tile`: a tile in all its turnings, and its chart of upgrades.

use super::{Book, low, stops, unknown};
use crate::command::Command;
use crate::reply::{Picture, Reply};
use crate::table::Refusal;
use engine::ids::FaceId;
use engine::rules::Definition;
use std::sync::Arc;

/// The tile that a command names, with the turning that may be named with it.
pub(super) fn find(
    definition: &Definition,
    command: &Command,
) -> Result<(FaceId, Option<u8>), Refusal> {
    let map = &definition.map;
    let name = command.get("tile").unwrap_or_default();
    let (number, turning) = match name.split_once('@') {
        Some((number, turning)) => (number, Some(turning)),
        None => (name, None),
    };
    let number = number.trim().trim_start_matches('#').to_ascii_uppercase();
    let Some(face) = map.tile(&number) else {
        let known: Vec<&str> = map
            .tile_ids()
            .map(|face| map.face(face).id.as_str())
            .collect();
        return Err(unknown("tile", name, &definition.title, &known));
    };
    let turning = command.get("turning").or(turning);
    let rot = match turning.map(|turning| (turning, turning.parse::<u8>())) {
        None => None,
        Some((_, Ok(rot))) if rot < 6 => Some(rot),
        Some((turning, _)) => {
            return Err(Refusal::new(format!(
                "{} is no turning: 0 to 5 are.",
                crate::text::quoted(turning)
            )));
        }
    };
    Ok((face, rot))
}

/// A tile.
pub(super) fn tile(book: &Book<'_>, command: &Command) -> Result<Reply, Refusal> {
    let definition = book.blank.definition();
    let map = &definition.map;
    let (face, rot) = find(definition, command)?;
    let data = map.face(face);
    let shared = book.game.map(|game| game.shared());
    let mut count = match data.count {
        Some(count) => format!("{count} in the box"),
        None => "without limit".to_string(),
    };
    if let Some(left) = shared.and_then(|shared| shared.board.left(face)) {
        count.push_str(&match left {
            0 => ", none left".to_string(),
            left => format!(", {left} left"),
        });
    }
    let mut lines = vec![format!(
        "**Tile {}** ({}), {count}{}.",
        data.id,
        low(data.colour),
        if data.labels.is_empty() {
            String::new()
        } else {
            format!(", label {}", data.labels.join(" "))
        }
    )];
    lines.extend(stops(&data.stops));
    let named = |face: FaceId| {
        let id = &map.face(face).id;
        match shared.and_then(|shared| shared.board.left(face)) {
            Some(0) => format!("{id} (none left)"),
            _ => id.clone(),
        }
    };
    let before: Vec<String> = map
        .tile_ids()
        .filter(|other| map.face(*other).upgrades.contains(&face))
        .map(named)
        .collect();
    let printed: Vec<&str> = (map.hexes.iter())
        .filter(|hex| map.face(hex.printed).upgrades.contains(&face))
        .map(|hex| hex.name.as_str())
        .collect();
    if !printed.is_empty() {
        lines.push(if printed.len() > 12 {
            format!("Laid on {} hexes as printed.", printed.len())
        } else {
            format!("Laid on {} as printed.", printed.join(", "))
        });
    }
    if !before.is_empty() {
        lines.push(format!("Upgrade of {}.", before.join(", ")));
    }
    let after: Vec<String> = data.upgrades.iter().map(|face| named(*face)).collect();
    lines.push(if after.is_empty() {
        "It is never upgraded.".into()
    } else {
        format!("Upgraded to {}.", after.join(", "))
    });
    if let Some(game) = book.game {
        let board = &game.shared().board;
        let lies: Vec<String> = map
            .hex_ids()
            .filter(|hex| board.placed(*hex).face == face)
            .map(|hex| crate::narration::hex_name(definition, hex))
            .collect();
        if !lies.is_empty() {
            lines.push(format!("It lies on {}.", lies.join(", ")));
        }
    }
    let pictures = book.tables.pictures();
    let id = data.id.to_lowercase();
    let turnings = match rot {
        Some(rot) => pictures.tile(definition, face, rot),
        None => pictures.turnings(definition, shared, face),
    };
    let turnings = turnings.map(|bytes| Picture {
        name: format!("tile-{id}.png"),
        alt: match rot {
            Some(rot) => format!("Tile {}, turning {rot}", data.id),
            None => format!("Tile {} in all its turnings", data.id),
        },
        bytes: Arc::new(bytes),
    });
    let chart = pictures
        .upgrades(definition, shared, face)
        .map(|bytes| Picture {
            name: format!("tile-{id}-upgrades.png"),
            alt: format!("What tile {} is laid on, and what it becomes", data.id),
            bytes: Arc::new(bytes),
        });
    let text = crate::text::clip(&lines.join("\n"), crate::text::MESSAGE);
    Ok(Reply::new(text).with_picture(turnings).with_picture(chart))
}
