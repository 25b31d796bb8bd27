//! `/ref train`: price, number, way of running, what it starts and what ends it, who owns it.

use super::{Book, unknown};
use crate::command::Command;
use crate::narration::company_name;
use crate::reply::Reply;
use crate::table::Refusal;
use engine::Game;
use engine::ids::KindId;
use engine::rolling_stock::TrainHolder;
use engine::rules::{Definition, TrainRun};

/// The kind of train that a command names.
pub(super) fn find(definition: &Definition, command: &Command) -> Result<KindId, Refusal> {
    let name = command.get("train").unwrap_or_default();
    definition.kind(name).ok_or_else(|| {
        let known: Vec<&str> = (definition.trains.iter())
            .map(|train| train.name.as_str())
            .collect();
        unknown("train", name, &definition.title, &known)
    })
}

/// A kind of train.
pub(super) fn train(book: &Book<'_>, command: &Command) -> Result<Reply, Refusal> {
    let definition = book.blank.definition();
    let kind = find(definition, command)?;
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
        TrainRun::Runs(1) => "1 run".into(),
        TrainRun::Runs(count) => format!("{count} runs in a connected network"),
        TrainRun::Diesel => "any number of connected runs, between stations of its own".into(),
        TrainRun::Machine(_) | TrainRun::Switcher(_) => String::new(),
    };
    let what = match data.run {
        TrainRun::Machine(_) => "Machine",
        TrainRun::Switcher(_) => "Switcher",
        _ => "Train",
    };
    let count = match data.count {
        Some(count) => format!("{count} in the box"),
        None => "without limit".into(),
    };
    let mut lines = vec![format!(
        "**{what} {}**: {}, {count}.",
        data.name,
        definition.money.print(data.price)
    )];
    if !run.is_empty() {
        lines.push(match data.run {
            TrainRun::Runs(_) | TrainRun::Diesel => format!("It makes {run}."),
            _ => format!("It runs to {run}."),
        });
    }
    if let Some(stack) = &data.same_stack_as {
        lines.push(format!("It is the other face of the {stack} trains."));
    }
    let notes = book.blank.phase_notes();
    for (index, phase) in definition.phases.iter().enumerate() {
        if phase.on_trains.contains(&data.name) {
            let limits: Vec<String> = (phase.train_limit.iter())
                .map(|(kind, limit)| format!("{kind} {limit}"))
                .collect();
            let limits = if limits.is_empty() {
                String::new()
            } else {
                format!(", train limits {}", limits.join(", "))
            };
            let note = notes.get(index).filter(|note| !note.is_empty());
            let note = note.map_or(String::new(), |note| format!(" {note}."));
            let rounds = match phase.operating_rounds {
                1 => "1 operating round".to_string(),
                rounds => format!("{rounds} operating rounds"),
            };
            lines.push(format!(
                "The first one begins phase {}: {rounds}{limits}.{note}",
                phase.name
            ));
        }
    }
    lines.extend(book.blank.train_facts(kind));
    if let Some(game) = book.game {
        lines.extend(now(game, kind));
    }
    let text = crate::text::clip(&lines.join("\n"), crate::text::MESSAGE);
    Ok(Reply::new(text))
}

/// Where the trains of a kind are now.
fn now(game: &Game, kind: KindId) -> Vec<String> {
    let definition = game.definition();
    let depot = &game.shared().depot;
    let mut lines = Vec::new();
    if let Some(left) = depot.left(definition, definition.stack_of(kind)) {
        lines.push(match left {
            0 => "In this game none is left in the depot.".into(),
            1 => "In this game 1 is left in the depot.".into(),
            left => format!("In this game {left} are left in the depot."),
        });
    }
    let mut owners: Vec<String> = Vec::new();
    let (mut pool, mut gone) = (0, 0);
    for train in depot.all().iter().filter(|train| train.kind == kind) {
        match train.holder {
            TrainHolder::Company(company) => {
                let name = company_name(definition, company);
                owners.push(if train.obsolete {
                    format!("{name} (last run)")
                } else {
                    name
                });
            }
            TrainHolder::Pool => pool += 1,
            TrainHolder::Gone => gone += 1,
        }
    }
    if !owners.is_empty() {
        lines.push(format!("Owned by {}.", owners.join(", ")));
    }
    if pool > 0 {
        lines.push(format!("In the market: {pool}."));
    }
    if gone > 0 {
        lines.push(format!("Out of the game: {gone}."));
    }
    lines
}
