//! Games of 18xx.games in the JSON that it lets its players copy.
//!
//! The record is a list of everything that was clicked: what was undone stands in it, and so do programmed actions; what
//! a programmed action did stands inside the action that set it off. [`undone`] brings that into one row of actions that
//! stood in the end, which the engine's translator of the title turns into entries.

mod undone;

use super::{Brought, guard, names, settle};
use crate::text;
use engine::import::{self, Misfit};
use engine::{Game, Setup};
use serde_json::Value;
use undone::Step;

/// Whether a file is such a record.
pub(super) fn is_record(value: &Value) -> bool {
    value.get("title").is_some_and(Value::is_string)
        && value.get("players").is_some_and(Value::is_array)
        && value.get("actions").is_some_and(Value::is_array)
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// Reads a record.
pub(super) fn read(value: &Value) -> Result<Brought, String> {
    let title = value.get("title").and_then(Value::as_str).unwrap_or("");
    let slug = import::titles()
        .iter()
        .find(|(theirs, _)| *theirs == title)
        .map(|(_, slug)| *slug)
        .ok_or_else(|| {
            let known: Vec<&str> = import::titles().iter().map(|(theirs, _)| *theirs).collect();
            format!(
                "This is a game of {} at 18xx.games; {} can be imported from there.",
                text::escape(&text::clip(title, 60)),
                known.join(" and ")
            )
        })?;
    let players = list(value, "players");
    guard::sizes(list(value, "actions").len(), players.len())?;
    let steps = undone::standing(list(value, "actions"))?;
    let ids: Vec<Value> = players
        .iter()
        .map(|player| player.get("id").cloned().unwrap_or_default())
        .collect();
    let finished = value.get("status").and_then(Value::as_str) == Some("finished");
    let fields: Vec<_> = steps.iter().map(|step| step.fields.clone()).collect();
    let game = import::fold(setup(slug, players.len(), value)?, &ids, &fields, finished)
        .map_err(|misfit| sentence(&steps, &misfit))?;
    let digests = digests(&game)?;
    let given = players.iter().map(|player| {
        let name = player.get("name").and_then(Value::as_str);
        name.unwrap_or_default().to_string()
    });
    let mut brought = Brought {
        names: names(given),
        digests,
        hows: Vec::new(),
        origin: origin(value),
        ended: finished && !game.is_over(),
        remarks: Vec::new(),
        game,
    };
    if !finished {
        let more = settle(&mut brought.game);
        brought.digests.extend(more);
    }
    brought.remarks = remarks(value, &ids, &brought);
    Ok(brought)
}

fn setup(slug: &str, players: usize, value: &Value) -> Result<Setup, String> {
    let mut setup = Setup::new(slug, u8::try_from(players).unwrap_or(u8::MAX));
    setup.options = engine::game::preset(slug, "as-18xx-games").unwrap_or_default();
    let settings = value.get("settings").unwrap_or(&Value::Null);
    for rule in list(settings, "optional_rules") {
        let name = rule.as_str().unwrap_or_default();
        match import::option(slug, name) {
            Some(option) => setup.options.push(option.into()),
            None => {
                return Err(format!(
                    "The game is played with the optional rule `{}`, which is not known here. Nothing was imported.",
                    text::in_code(&text::clip(name, 60))
                ));
            }
        }
    }
    setup.options.sort();
    Ok(setup)
}

fn origin(value: &Value) -> String {
    match value.get("id") {
        Some(Value::Number(id)) => format!("18xx.games, game {id}"),
        _ => "18xx.games".into(),
    }
}

/// The digest after each entry.
fn digests(game: &Game) -> Result<Vec<String>, String> {
    let sorry = |why: engine::Rejection| format!("The game cannot be folded again: {why}.");
    let mut again = Game::new(game.setup().clone()).map_err(sorry)?;
    let mut digests = Vec::new();
    for entry in game.log() {
        again.enter(entry.clone()).map_err(sorry)?;
        digests.push(again.digest());
    }
    Ok(digests)
}

/// Which action does not fit, what it was taken for, and why not.
fn sentence(steps: &[Step], misfit: &Misfit) -> String {
    let which = match steps.get(misfit.index) {
        Some(step) => step.name(),
        None => "The set-up".into(),
    };
    let understood = match &misfit.understood {
        Some(text) => format!(
            ", understood as `{}`,",
            text::in_code(&text::clip(text, 120))
        ),
        None => String::new(),
    };
    let rule = match misfit.rule {
        Some("GAME") | None => String::new(),
        Some(rule) => format!(" ({rule})"),
    };
    let why = text::clip(misfit.why.trim_end_matches('.'), 400);
    format!(
        "{which}{understood} does not fit: {}{rule}. Nothing was imported.",
        text::escape(&why)
    )
}

/// Where the record and our rules part at the end.
fn remarks(value: &Value, ids: &[Value], brought: &Brought) -> Vec<String> {
    let mut remarks = Vec::new();
    if brought.ended {
        remarks
            .push("The record ends before the rules end the game; it is kept as it stood.".into());
    }
    for (id, seat) in ids.iter().zip(brought.game.seats()) {
        let key = match id {
            Value::String(id) => id.clone(),
            other => other.to_string(),
        };
        let theirs = value.get("result").and_then(|result| result.get(&key));
        let ours = brought.game.worth(seat);
        if brought.game.is_over()
            && theirs
                .and_then(Value::as_i64)
                .is_some_and(|theirs| theirs != i64::from(ours))
        {
            let name = brought.names.get(seat.index()).map_or("", String::as_str);
            remarks.push(format!(
                "{} ends with {ours} by our rules, and with {} in the record.",
                text::escape(name),
                theirs.map(Value::to_string).unwrap_or_default()
            ));
        }
    }
    remarks
}
