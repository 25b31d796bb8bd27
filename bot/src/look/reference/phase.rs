//! `/ref phase`: one phase, or all of them with the table of trains.

use super::{Book, low, unknown};
use crate::command::Command;
use crate::reply::{Picture, Reply};
use crate::table::Refusal;
use crate::text;
use std::sync::Arc;

/// One phase, or all of them with the table of trains.
pub(super) fn phase(book: &Book<'_>, command: &Command) -> Result<Reply, Refusal> {
    let definition = book.blank.definition();
    let notes = book.blank.phase_notes();
    let wanted = command.get("phase").unwrap_or_default().trim();
    let present = book.game.map(|game| usize::from(game.shared().phase));
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
        let colours: Vec<String> = phase.tiles.iter().map(low).collect();
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
        let now = if present == Some(index) { " (now)" } else { "" };
        let rounds = match phase.operating_rounds {
            1 => "1 operating round".to_string(),
            rounds => format!("{rounds} operating rounds"),
        };
        lines.push(format!(
            "**Phase {}**{now} {begins}: {rounds} a set, {} tiles{limits}.{stop}{note}",
            phase.name,
            colours.join(", ")
        ));
    }
    if lines.is_empty() {
        let known: Vec<&str> = (definition.phases.iter())
            .map(|phase| phase.name.as_str())
            .collect();
        return Err(unknown("phase", wanted, &definition.title, &known));
    }
    let caption = crate::pictures::Caption {
        line: book.caption.clone(),
        names: book.names.to_vec(),
        ..Default::default()
    };
    let picture = (wanted.is_empty())
        .then(|| book.tables.pictures().trains(book.present(), &caption))
        .flatten()
        .map(|bytes| Picture {
            name: "trains.png".into(),
            alt: format!("Trains and phases of {}", definition.title),
            bytes: Arc::new(bytes),
        });
    let text = text::fit("", &lines, "", text::MESSAGE);
    Ok(Reply::new(text).with_picture(picture))
}
