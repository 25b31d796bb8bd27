//! Private notes on a game: they follow their writer to whatever device he plays on.

use super::desk::Desk;
use crate::reply::Reply;
use crate::store::Saved;
use crate::table::Refusal;
use crate::text;

/// Lines of notes on a game.
const LINES: usize = 40;

/// Characters of a line.
const LINE: usize = 300;

fn read(desk: &Desk<'_>) -> Result<Vec<String>, Refusal> {
    let stored = desk.tables.store().notes(desk.game, &desk.request.user)?;
    Ok(stored
        .and_then(|lines| serde_json::from_str(&lines).ok())
        .unwrap_or_default())
}

/// The notes as they are read, numbered; the last ones where they do not all fit.
fn shown(desk: &Desk<'_>, lines: &[String]) -> Reply {
    if lines.is_empty() {
        return Reply::new(
            "You have no notes on this game; /plan note and some words adds a line.",
        );
    }
    let head = format!("**Your notes on game {}** — only you see them.", desk.game);
    let mut room = text::MESSAGE - text::length(&head) - 40;
    let mut kept: Vec<String> = Vec::new();
    for (index, line) in lines.iter().enumerate().rev() {
        let line = format!("{}. {}", index + 1, text::escape(line));
        let length = text::length(&line) + 1;
        if length > room {
            kept.push(format!("… {} lines before", index + 1));
            break;
        }
        room -= length;
        kept.push(line);
    }
    kept.push(head);
    kept.reverse();
    Reply::new(kept.join("\n"))
}

/// `/plan note`: the notes, or a line more.
pub(super) fn note(desk: &Desk<'_>, line: Option<&str>) -> Result<Reply, Refusal> {
    let mut lines = read(desk)?;
    let Some(line) = line else {
        return Ok(shown(desk, &lines));
    };
    if lines.len() >= LINES {
        return Err(Refusal::new(format!(
            "You have {LINES} lines of notes on this game, which is the most; /plan strike makes room."
        )));
    }
    let line = text::one_line(line);
    if line.is_empty() {
        return Err(Refusal::new("A line of notes needs something to read."));
    }
    if text::length(&line) > LINE {
        return Err(Refusal::new(format!(
            "A line of notes holds {LINE} characters, this has {}.",
            text::length(&line)
        )));
    }
    lines.push(line);
    write(desk, &lines)
}

/// `/plan strike`.
pub(super) fn strike(desk: &Desk<'_>, number: i64) -> Result<Reply, Refusal> {
    let mut lines = read(desk)?;
    let index = usize::try_from(number)
        .ok()
        .and_then(|it| it.checked_sub(1));
    match index.filter(|index| *index < lines.len()) {
        Some(index) => {
            lines.remove(index);
            write(desk, &lines)
        }
        None => Err(Refusal::new(format!(
            "Your notes have no line {number}: there are {}.",
            lines.len()
        ))),
    }
}

fn write(desk: &Desk<'_>, lines: &[String]) -> Result<Reply, Refusal> {
    let reply = shown(desk, lines);
    Ok(match desk.write_notes(lines, &reply)? {
        Saved::Before(before) => Reply::new(before),
        Saved::Now(..) => reply,
    })
}
