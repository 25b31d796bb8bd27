//! `/ref hex`: what is printed there, what it costs and pays, what lies there now; with the hex and its neighbours.

use super::{Book, low, stops};
use crate::command::Command;
use crate::narration::company_name;
use crate::reply::{Picture, Reply};
use crate::table::Refusal;
use crate::text;
use engine::board::Occupant;
use engine::ids::{HexId, StopRef};
use engine::rules::Definition;
use std::sync::Arc;

/// The hex that a command names, by coordinate or place.
pub(super) fn find(definition: &Definition, command: &Command) -> Result<HexId, Refusal> {
    let map = &definition.map;
    let name = command.get("hex").unwrap_or_default();
    // `E15 (Liège)` as lists show it, too.
    let first = name.split([' ', '/']).next().unwrap_or(name);
    let place = |hex: HexId| {
        map.at(hex)
            .place
            .as_deref()
            .unwrap_or_default()
            .to_lowercase()
    };
    let wanted = name.to_lowercase();
    if let Some(hex) = map.hex(&first.to_ascii_uppercase()) {
        return Ok(hex);
    }
    if let Some(hex) = map.hex_ids().find(|hex| place(*hex) == wanted) {
        return Ok(hex);
    }
    let like: Vec<HexId> = (map.hex_ids())
        .filter(|hex| wanted.chars().count() >= 2 && place(*hex).contains(&wanted))
        .collect();
    match like.as_slice() {
        [one] => Ok(*one),
        [] => Err(Refusal::new(format!(
            "{} has no hex {}; coordinates look like {}.",
            definition.title,
            text::quoted(name),
            map.hexes.first().map_or("A1", |hex| hex.name.as_str())
        ))),
        more => {
            let names: Vec<String> = (more.iter().take(8))
                .map(|hex| crate::narration::hex_name(definition, *hex))
                .collect();
            Err(Refusal::new(format!(
                "{} may be {}.",
                text::quoted(name),
                names.join(", ")
            )))
        }
    }
}

/// A hex.
pub(super) fn hex(book: &Book<'_>, command: &Command) -> Result<Reply, Refusal> {
    let definition = book.blank.definition();
    let map = &definition.map;
    let hex = find(definition, command)?;
    let data = map.at(hex);
    let face = map.face(data.printed);
    let mut lines = vec![format!(
        "**{}**{}: printed {}{}.",
        data.name,
        data.place
            .as_ref()
            .map(|place| format!(" {place}"))
            .unwrap_or_default(),
        low(face.colour),
        if face.labels.is_empty() {
            String::new()
        } else {
            format!(", label {}", face.labels.join(" "))
        }
    )];
    lines.extend(stops(&face.stops));
    if data.cost > 0 {
        lines.push(format!(
            "The first tile costs {}{}.",
            definition.money.print(data.cost),
            data.terrain
                .as_ref()
                .map(|terrain| format!(" ({terrain})"))
                .unwrap_or_default()
        ));
    }
    if let Some((label, colour)) = &data.future_label {
        lines.push(format!(
            "It gets the label {label} with {} tiles.",
            low(colour)
        ));
    }
    if let Some(phase) = &data.closed_until {
        lines.push(format!("It is built on from phase {phase} on."));
    }
    let notes = book.blank.hex_notes();
    lines.extend(
        notes
            .into_iter()
            .filter(|(at, _)| *at == hex)
            .map(|(_, note)| format!("{note}.")),
    );
    lines.extend(book.blank.hex_facts(hex));
    let homes: Vec<String> = definition
        .company_ids()
        .filter(|id| definition.at(*id).homes.iter().any(|home| home.hex == hex))
        .map(|id| company_name(definition, id))
        .collect();
    if !homes.is_empty() {
        lines.push(format!("Home of {}.", homes.join(", ")));
    }
    let game = book.present();
    let placed = game.shared().board.placed(hex);
    let now = map.face(placed.face);
    if map.is_tile(placed.face) {
        lines.push(format!(
            "Tile {}@{} lies there ({}).",
            now.id,
            placed.rot,
            low(now.colour)
        ));
        lines.extend(stops(&now.stops));
    }
    if book.game.is_some() {
        lines.extend(stations(book, hex, now.stops.len()));
    }
    let next: Vec<&str> = (now.upgrades.iter())
        .map(|face| map.face(*face).id.as_str())
        .collect();
    lines.push(if next.is_empty() {
        "It takes no tile.".into()
    } else {
        format!("Takes {}.", next.join(", "))
    });
    let caption = crate::pictures::Caption {
        line: book.caption.clone(),
        names: book.names.to_vec(),
        ..Default::default()
    };
    let picture = (book.tables.pictures())
        .part(game, &caption, hex)
        .map(|bytes| Picture {
            name: format!("hex-{}.png", data.name.to_lowercase()),
            alt: format!("Hex {} with its neighbours", data.name),
            bytes: Arc::new(bytes),
        });
    let text = text::clip(&lines.join("\n"), text::MESSAGE);
    Ok(Reply::new(text).with_picture(picture))
}

/// Who has a station there, and how many circles are free.
fn stations(book: &Book<'_>, hex: HexId, count: usize) -> Vec<String> {
    let game = book.present();
    let definition = game.definition();
    let board = &game.shared().board;
    let face = board.face(&definition.map, hex);
    let (mut held, mut free): (Vec<String>, u8) = (Vec::new(), 0);
    for stop in 0..count as u8 {
        let at = StopRef { hex, stop };
        let slots = face
            .stops
            .get(usize::from(stop))
            .map_or(0, |stop| stop.slots);
        for slot in 0..slots {
            match board.occupant(at, slot) {
                Some(Occupant::Station(company)) => held.push(company_name(definition, company)),
                Some(Occupant::Inactive(company)) => {
                    held.push(format!("{}, inactive", company_name(definition, company)));
                }
                Some(Occupant::Bonus(bonus)) => held.push(format!("{} token", bonus.name())),
                None => free += 1,
            }
        }
    }
    let mut lines = Vec::new();
    if !held.is_empty() {
        lines.push(format!("Stations: {}.", held.join(", ")));
    }
    if free > 0 {
        lines.push(match free {
            1 => "1 circle is free.".into(),
            free => format!("{free} circles are free."),
        });
    }
    lines
}
