//! `/ref`: tiles, trains, hexes and companies of a title, with or without a game.

use super::named;
use crate::command::{Command, RefVerb};
use crate::pictures::Pictures;
use crate::reply::{Picture, Reply};
use crate::table::Refusal;
use crate::text;
use engine::Game;
use engine::board::{Revenue, Stop, StopKind};
use engine::rules::{Definition, TrainRun};
use std::sync::Arc;

/// Looks something up.
pub(crate) fn reference(
    pictures: &dyn Pictures,
    blank: &Game,
    verb: RefVerb,
    command: &Command,
) -> Result<Reply, Refusal> {
    let definition = blank.definition();
    match verb {
        RefVerb::Tile => tile(pictures, definition, command),
        RefVerb::Train => train(definition, command),
        RefVerb::Hex => hex(pictures, blank, command),
        RefVerb::Company => company(blank, command),
        RefVerb::Phase => phase(pictures, blank, command),
        RefVerb::Rule => super::rules::rule(blank, command),
        RefVerb::Title => Ok(super::rules::title(blank)),
    }
}

fn unknown(what: &str, name: &str, title: &str, known: &[&str]) -> Refusal {
    Refusal::new(format!(
        "{title} has no {what} {:?}; it has {}.",
        text::clip(name, 40),
        text::clip(&known.join(", "), 600)
    ))
}

fn tile(
    pictures: &dyn Pictures,
    definition: &Definition,
    command: &Command,
) -> Result<Reply, Refusal> {
    let map = &definition.map;
    let name = command.get("tile").unwrap_or_default();
    let (number, turning) = name.split_once('@').unwrap_or((name, "0"));
    let number = number.trim_start_matches('#').to_ascii_uppercase();
    let Some(face) = map.tile(&number) else {
        let known: Vec<&str> = map
            .tile_ids()
            .map(|face| map.face(face).id.as_str())
            .collect();
        return Err(unknown("tile", name, &definition.title, &known));
    };
    let rot = command
        .get("turning")
        .unwrap_or(turning)
        .parse::<u8>()
        .ok()
        .filter(|rot| *rot < 6)
        .ok_or_else(|| Refusal::new(format!("{turning:?} is no turning: 0 to 5 are.")))?;
    let data = map.face(face);
    let mut lines = vec![format!(
        "**Tile {}** ({}), {}{}.",
        data.id,
        format!("{:?}", data.colour).to_lowercase(),
        data.count.map_or("without limit".into(), |count| format!(
            "{count} in the box"
        )),
        if data.labels.is_empty() {
            String::new()
        } else {
            format!(", label {}", data.labels.join(" "))
        }
    )];
    lines.extend(stops(&data.stops));
    let before: Vec<&str> = map
        .tile_ids()
        .filter(|other| map.face(*other).upgrades.contains(&face))
        .map(|other| map.face(other).id.as_str())
        .collect();
    let after: Vec<&str> = data
        .upgrades
        .iter()
        .map(|face| map.face(*face).id.as_str())
        .collect();
    if !before.is_empty() {
        lines.push(format!("Upgrade of {}.", before.join(", ")));
    }
    lines.push(if after.is_empty() {
        "It is never upgraded.".into()
    } else {
        format!("Upgraded to {}.", after.join(", "))
    });
    let picture = pictures.tile(definition, face, rot).map(|bytes| Picture {
        name: format!("tile-{}-{rot}.png", data.id.to_lowercase()),
        alt: format!("Tile {}, turning {rot}", data.id),
        bytes: Arc::new(bytes),
    });
    Ok(Reply::new(lines.join("\n")).with_picture(picture))
}

fn stops(stops: &[Stop]) -> Vec<String> {
    stops
        .iter()
        .map(|stop| {
            let kind = match stop.kind {
                StopKind::City if stop.slots == 1 => "City with 1 circle".into(),
                StopKind::City => format!("City with {} circles", stop.slots),
                StopKind::Town => "Town".into(),
                StopKind::Offboard => "Off-board area".into(),
                StopKind::Halt => "Halt".into(),
                StopKind::Plant => "Plant".into(),
                StopKind::Dot => "Dot".into(),
                StopKind::Mine => "Mine".into(),
            };
            let revenue = match &stop.revenue {
                Revenue::Fixed(value) => value.to_string(),
                Revenue::ByPhase(table) => {
                    let parts: Vec<String> = table
                        .iter()
                        .map(|(phase, value)| format!("{value} ({phase})"))
                        .collect();
                    parts.join(", ")
                }
            };
            format!("{kind}: {revenue}.")
        })
        .collect()
}

fn train(definition: &Definition, command: &Command) -> Result<Reply, Refusal> {
    let name = command.get("train").unwrap_or_default();
    let Some(kind) = definition.kind(name) else {
        let known: Vec<&str> = definition
            .trains
            .iter()
            .map(|train| train.name.as_str())
            .collect();
        return Err(unknown("train", name, &definition.title, &known));
    };
    let data = definition.train(kind);
    let run = match data.run {
        TrainRun::Cities(count) => format!("{count} cities; towns on the way are free and paid"),
        TrainRun::Four(count) => {
            format!("any length; the best {count} cities count, doubled; towns are ignored")
        }
        TrainRun::Stops(count) => format!("{count} stops"),
        TrainRun::Plus(large, small) => format!("{large} large and {small} small stops"),
        TrainRun::Hexes(count) => format!("{count} hexes"),
        TrainRun::Reach(count) => format!("{count} places, towns not counted"),
        TrainRun::Runs(count) => format!("{count} runs in a connected network"),
        TrainRun::Diesel => "any number of connected runs, between stations of its own".into(),
        TrainRun::Machine(_) => String::new(),
        TrainRun::Switcher(_) => String::new(),
    };
    let what = match data.run {
        TrainRun::Machine(_) => "Machine",
        TrainRun::Switcher(_) => "Switcher",
        _ => "Train",
    };
    let mut lines = vec![format!(
        "**{what} {}**: {}, {}.",
        data.name,
        definition.money.print(data.price),
        match data.count {
            Some(count) => format!("{count} in the box"),
            None => "without limit".into(),
        }
    )];
    if !run.is_empty() {
        lines.push(format!("It runs to {run}."));
    }
    if let Some(stack) = &data.same_stack_as {
        lines.push(format!("It is the other face of the {stack} trains."));
    }
    for phase in &definition.phases {
        if phase.on_trains.contains(&data.name) {
            let limits: Vec<String> = phase
                .train_limit
                .iter()
                .map(|(kind, limit)| format!("{kind} {limit}"))
                .collect();
            let limits = if limits.is_empty() {
                String::new()
            } else {
                format!(", train limits {}", limits.join(", "))
            };
            lines.push(format!(
                "The first one begins phase {}: {} operating rounds{limits}.",
                phase.name, phase.operating_rounds
            ));
        }
    }
    Ok(Reply::new(lines.join("\n")))
}

fn hex(pictures: &dyn Pictures, blank: &Game, command: &Command) -> Result<Reply, Refusal> {
    let definition = blank.definition();
    let map = &definition.map;
    let name = command.get("hex").unwrap_or_default();
    let by_place = || {
        map.hex_ids().find(|hex| {
            map.at(*hex)
                .place
                .as_deref()
                .is_some_and(|place| place.eq_ignore_ascii_case(name))
        })
    };
    let Some(hex) = map.hex(&name.to_ascii_uppercase()).or_else(by_place) else {
        return Err(Refusal::new(format!(
            "{} has no hex {:?}; coordinates look like {}.",
            definition.title,
            text::clip(name, 40),
            map.hexes.first().map_or("A1", |hex| hex.name.as_str())
        )));
    };
    let data = map.at(hex);
    let face = map.face(data.printed);
    let mut lines = vec![format!(
        "**{}**{}: printed {}{}.",
        data.name,
        data.place
            .as_ref()
            .map(|place| format!(" {place}"))
            .unwrap_or_default(),
        format!("{:?}", face.colour).to_lowercase(),
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
            format!("{colour:?}").to_lowercase()
        ));
    }
    let next: Vec<&str> = face
        .upgrades
        .iter()
        .map(|face| map.face(*face).id.as_str())
        .collect();
    if !next.is_empty() {
        lines.push(format!("Takes {}.", next.join(", ")));
    }
    if let Some(phase) = &data.closed_until {
        lines.push(format!("It is built on from phase {phase} on."));
    }
    let notes = blank.hex_notes();
    lines.extend(
        notes
            .into_iter()
            .filter(|(at, _)| *at == hex)
            .map(|(_, note)| format!("{note}.")),
    );
    let homes: Vec<&str> = definition
        .companies
        .iter()
        .filter(|company| company.homes.iter().any(|home| home.hex == hex))
        .map(|company| company.id.as_str())
        .collect();
    if !homes.is_empty() {
        lines.push(format!("Home of {}.", homes.join(", ")));
    }
    let picture = pictures
        .tile(definition, data.printed, 0)
        .map(|bytes| Picture {
            name: format!("hex-{}.png", data.name.to_lowercase()),
            alt: format!("Hex {} as printed", data.name),
            bytes: Arc::new(bytes),
        });
    Ok(Reply::new(lines.join("\n")).with_picture(picture))
}

fn company(blank: &Game, command: &Command) -> Result<Reply, Refusal> {
    let definition = blank.definition();
    let company = named(blank, command)?;
    let data = definition.at(company);
    let mut lines = vec![format!(
        "**{}** — {}{} ({}).",
        data.id,
        data.name,
        data.nickname
            .as_ref()
            .map(|nick| format!(", {nick}"))
            .unwrap_or_default(),
        format!("{:?}", data.kind).to_lowercase()
    )];
    let homes: Vec<String> = (data.homes.iter())
        .map(|home| crate::narration::hex_name(definition, home.hex))
        .collect();
    if !homes.is_empty() {
        lines.push(format!("Home: {}.", homes.join(", ")));
    }
    if data.tokens > 0 {
        lines.push(format!("Station tokens: {}.", data.tokens));
    }
    lines.extend(blank.company_notes(company));
    let tiles: Vec<&str> = data
        .home_tiles
        .iter()
        .map(|face| definition.map.face(*face).id.as_str())
        .collect();
    if !tiles.is_empty() {
        lines.push(format!(
            "Its home gets one of the tiles {} at the start.",
            tiles.join(", ")
        ));
    }
    Ok(Reply::new(lines.join("\n")))
}

/// One phase, or all of them with the table of trains.
fn phase(pictures: &dyn Pictures, blank: &Game, command: &Command) -> Result<Reply, Refusal> {
    let definition = blank.definition();
    let notes = blank.phase_notes();
    let wanted = command.get("phase").unwrap_or_default().trim();
    let mut lines = Vec::new();
    for (index, phase) in definition.phases.iter().enumerate() {
        if !wanted.is_empty() && !phase.name.eq_ignore_ascii_case(wanted) {
            continue;
        }
        let begins = if phase.on_trains.is_empty() {
            "from the start".to_string()
        } else {
            format!("with the first {}", phase.on_trains.join(" or "))
        };
        let colours: Vec<String> = (phase.tiles.iter())
            .map(|colour| format!("{colour:?}").to_lowercase())
            .collect();
        let limits: Vec<String> = (phase.train_limit.iter())
            .map(|(kind, limit)| format!("{kind} {limit}"))
            .collect();
        let limits = if limits.is_empty() {
            String::new()
        } else {
            format!(", train limits {}", limits.join(", "))
        };
        let note = notes.get(index).map_or("", String::as_str);
        let stop = if note.is_empty() { "" } else { " " };
        lines.push(format!(
            "**Phase {}** {begins}: {} operating rounds a set, {} tiles{limits}.{stop}{note}",
            phase.name,
            phase.operating_rounds,
            colours.join(", ")
        ));
    }
    if lines.is_empty() {
        let known: Vec<&str> = (definition.phases.iter())
            .map(|phase| phase.name.as_str())
            .collect();
        return Err(unknown("phase", wanted, &definition.title, &known));
    }
    let caption = crate::pictures::Caption::default();
    let picture = (wanted.is_empty())
        .then(|| pictures.trains(blank, &caption))
        .flatten()
        .map(|bytes| Picture {
            name: "trains.png".into(),
            alt: format!("Trains and phases of {}", definition.title),
            bytes: Arc::new(bytes),
        });
    let text = text::fit("", &lines, "", text::MESSAGE);
    Ok(Reply::new(text).with_picture(picture))
}
