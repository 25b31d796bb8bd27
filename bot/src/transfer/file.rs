//! The program's own file of a game.
//!
//! ```json
//! {
//!  "format": "roundhouse-game", "version": 1, "program": "0.1.0",
//!  "title": "18ardennes", "rules": 1, "options": [], "seed": null,
//!  "seats": ["Anna", "Ben", "Clara"],
//!  "actions": [
//!   {"by": "seat", "seat": 1, "do": "bid 15 120", "digest": "…"},
//!   {"by": "seat", "how": "order", "seat": 2, "do": "pass", "digest": "…"}
//!  ],
//!  "over": false, "score": []
//! }
//! ```
//!
//! `rules` is the revision that the game began with, `seats` are names in table order, `seat` counts them from 1, `by` is
//! the seat itself, the host for it, or the engine; `how` says if it was done in the seat's name without its hand. Each digest is that of the position after the action. Nothing in the
//! file says who somebody is on Discord.

use super::{Brought, guard, kind, names, settle};
use crate::store::How;
use crate::text;
use engine::action::By;
use engine::ids::Seat;
use engine::{Entry, Game, Setup};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the format.
pub const FORMAT: &str = "roundhouse-game";

/// Its version.
const VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    format: String,
    version: u32,
    #[serde(default)]
    program: String,
    title: String,
    #[serde(default)]
    rules: u16,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    seed: Option<u64>,
    seats: Vec<String>,
    actions: Vec<Act>,
    #[serde(default)]
    over: bool,
    #[serde(default)]
    score: Vec<Place>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Act {
    by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    how: Option<String>,
    seat: u8,
    #[serde(rename = "do")]
    text: String,
    digest: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Place {
    rank: u8,
    name: String,
    worth: i32,
}

/// A game as a file: names by seat, the digest after each entry, and how each came about (by hand where it says
/// nothing).
pub fn write(game: &Game, names: &[String], digests: &[String], hows: &[How]) -> String {
    let setup = game.setup();
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let score = if game.is_over() {
        let places = game.ranking().into_iter();
        places
            .map(|(rank, seat, worth)| Place {
                rank,
                name: name(seat),
                worth,
            })
            .collect()
    } else {
        Vec::new()
    };
    let head = Saved {
        format: FORMAT.into(),
        version: VERSION,
        program: env!("CARGO_PKG_VERSION").into(),
        title: setup.title.clone(),
        rules: setup.revision.max(1),
        options: setup.options.clone(),
        seed: setup.seed,
        seats: game.seats().map(name).collect(),
        actions: Vec::new(),
        over: game.is_over(),
        score,
    };
    let how = |index: usize| hows.get(index).filter(|how| how.is_automatic());
    let acts = game.log().iter().zip(digests).enumerate();
    let acts = acts.map(|(index, (entry, digest))| Act {
        by: kind(entry.by).name().into(),
        how: how(index).map(|how| how.name().into()),
        seat: entry.by.seat().0 + 1,
        text: game.print(&entry.action),
        digest: digest.clone(),
    });
    // One action a line: such files are read and compared by people, too.
    let acts: Vec<String> = acts
        .filter_map(|act| serde_json::to_string(&act).ok())
        .map(|line| format!("  {line}"))
        .collect();
    let head = serde_json::to_string_pretty(&head).unwrap_or_default();
    let list = if acts.is_empty() {
        "\"actions\": []".to_string()
    } else {
        format!("\"actions\": [\n{}\n  ]", acts.join(",\n"))
    };
    head.replacen("\"actions\": []", &list, 1) + "\n"
}

/// Reads such a file.
pub(super) fn read(value: Value) -> Result<Brought, String> {
    let version = value.get("version").and_then(Value::as_u64).unwrap_or(0);
    if version > u64::from(VERSION) {
        return Err(format!(
            "The file is of version {version} of its format, and this program reads up to {VERSION}: a newer one is needed."
        ));
    }
    let saved: Saved = serde_json::from_value(value).map_err(|error| {
        let why = text::escape(&text::clip(&error.to_string(), 200));
        format!("The file is no sound game: {why}.")
    })?;
    guard::sizes(saved.actions.len(), saved.seats.len())?;
    let setup = Setup {
        title: saved.title,
        players: u8::try_from(saved.seats.len()).unwrap_or(u8::MAX),
        seed: saved.seed,
        options: saved.options,
        revision: saved.rules,
    };
    let mut game = Game::new(setup).map_err(|why| {
        let why = text::escape(&text::clip(&why.to_string(), 300));
        format!("The game in the file cannot be set up: {why}.")
    })?;
    let (mut digests, mut hows) = (Vec::new(), Vec::new());
    for (index, act) in saved.actions.iter().enumerate() {
        enter(&mut game, act).map_err(|why| {
            format!(
                "Action {} of {} (`{}`, by {}) {why}. Nothing was imported.",
                index + 1,
                saved.actions.len(),
                text::in_code(&text::clip(&act.text, 120)),
                whose(act)
            )
        })?;
        digests.push(act.digest.clone());
        hows.push(act.how.as_deref().map_or(How::Hand, How::read));
    }
    digests.extend(settle(&mut game));
    Ok(Brought {
        game,
        names: names(saved.seats),
        digests,
        hows,
        origin: "a file of Roundhouse".into(),
        ended: false,
        remarks: Vec::new(),
    })
}

/// Whose action the file says it is.
fn whose(act: &Act) -> String {
    match act.by.as_str() {
        "seat" => format!("seat {}", act.seat),
        "host" => format!("the host for seat {}", act.seat),
        "engine" => format!("the engine for seat {}", act.seat),
        other => format!("`{}`", text::in_code(&text::clip(other, 10))),
    }
}

/// Enters an action of the file; what is wrong with it, as the end of a sentence.
fn enter(game: &mut Game, act: &Act) -> Result<(), String> {
    let refused = |why: engine::Rejection| {
        let why = text::escape(&text::clip(&why.to_string(), 400));
        format!("does not fit: {why}")
    };
    let seat = act
        .seat
        .checked_sub(1)
        .filter(|seat| *seat < game.setup().players)
        .map(Seat)
        .ok_or("is for a seat that there is not")?;
    let by = match act.by.as_str() {
        "seat" => By::Seat(seat),
        "host" => By::Host(seat),
        "engine" => By::Engine(seat),
        _ => return Err("is neither by a seat nor by the host nor by the engine".into()),
    };
    if act.text.len() > 4000 {
        return Err("is too long for an action".into());
    }
    let action = game.parse(&act.text).map_err(refused)?;
    game.enter(Entry { by, action }).map_err(refused)?;
    if game.digest() != act.digest {
        return Err(format!(
            "leads to another position than the file says (digest {})",
            text::in_code(&text::clip(&act.digest, 40))
        ));
    }
    Ok(())
}
