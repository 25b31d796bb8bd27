//! `/game log`: what was done and what came of it, a round at a time.

use super::history::History;
use super::page;
use crate::command::Command;
use crate::reply::Reply;
use crate::store::Button;
use crate::table::{Open, Play, Refusal};
use crate::text;
use engine::By;
use engine::action::Entry;

/// An entry with its story, and what was taken back before it.
fn lines(open: &Open, play: &Play, index: usize, entry: &Entry) -> Vec<String> {
    let name = play.who(index);
    let who = match entry.by {
        By::Seat(_) => play.how(index).who(name),
        By::Host(_) => format!("the host for {name}"),
        By::Engine(_) => format!("{name} (no choice)"),
    };
    let mut lines: Vec<String> = traces(open, index);
    let action = text::clip(&play.game.print(&entry.action), 200);
    lines.push(format!(
        "{}. {who}: `{}`",
        index + 1,
        text::in_code(&action)
    ));
    let story = play
        .told
        .get(index)
        .map(|told| told.lines.join("; "))
        .unwrap_or_default();
    if !story.is_empty() {
        lines.push(format!("  {}", text::clip(&story, 900)));
    }
    // What was taken back after the last that stands.
    if index + 1 == play.game.log().len() {
        lines.extend(traces(open, index + 1));
    }
    lines
}

fn traces(open: &Open, stands: usize) -> Vec<String> {
    open.traces_at(stands)
        .map(|trace| format!("↩ {trace}"))
        .collect()
}

/// The last actions, or those of a round, on pages.
pub(crate) fn log(open: &Open, command: Option<&Command>) -> Result<Reply, Refusal> {
    let Some(play) = open.play.as_ref().filter(|play| !play.is_empty()) else {
        let taken = traces(open, 0);
        return Ok(Reply::new(text::fit(
            "Nothing has been done yet.",
            &taken,
            "",
            text::MESSAGE,
        )));
    };
    let log = play.game.log();
    let Some(command) = command else {
        return Ok(Reply::new("Nothing is asked for."));
    };
    let count = command
        .number("count")
        .and_then(|count| usize::try_from(count).ok());
    let entry = |index: usize| {
        let entry = log.get(index).map(|entry| lines(open, play, index, entry));
        entry.unwrap_or_default().join("\n")
    };
    if let (Some(count), None) = (count, command.get("round")) {
        let first = log.len().saturating_sub(count);
        let told: Vec<String> = (first..log.len()).map(entry).collect();
        let pages = page::of_lines(told);
        let at = page::asked(command, pages.len(), pages.len());
        let buttons = page::turning(command, at, pages.len(), ["Earlier", "Later"]);
        let lines = pages.get(at).cloned().unwrap_or_default();
        return Ok(Reply::new(lines.join("\n"))
            .with_buttons(buttons)
            .shared(&command.line()));
    }
    let history = History::of(&play.game);
    let round = match command.get("round") {
        Some(name) => history.round(name).ok_or_else(|| {
            let known: Vec<&str> = (history.rounds.iter())
                .map(|round| round.name.as_str())
                .collect();
            Refusal::new(format!(
                "There was no round {} in this game; there were {}.",
                text::quoted(name),
                text::clip(&known.join(", "), 1500)
            ))
        })?,
        // The round in which something was done last.
        None => (history.rounds.iter())
            .rposition(|round| round.end > round.first)
            .unwrap_or(0),
    };
    let Some(played) = history.rounds.get(round) else {
        return Ok(Reply::new("Nothing has been done yet."));
    };
    let told: Vec<String> = (played.first..played.end).map(entry).collect();
    let pages = page::of_lines(told);
    // Where a round is asked for it is read from its beginning, else from its end.
    let standard = match command.get("round") {
        Some(_) => 0,
        None => pages.len(),
    };
    let at = page::asked(command, pages.len(), standard);
    let named = command.line_with(&[("round", &played.name)]);
    let named = page::pressed(&named, None)?;
    let mut buttons = page::turning(&named, at, pages.len(), ["Earlier", "Later"]);
    let other = |index: usize, arrow: &str| -> Option<Button> {
        let round = history.rounds.get(index)?;
        let line = format!("/game log round:{}", round.name);
        Some(page::link(format!("{arrow} {}", round.name), &line))
    };
    buttons.extend(round.checked_sub(1).and_then(|before| other(before, "◀")));
    buttons.extend(other(round + 1, "▶"));
    let part = match pages.len() {
        0 | 1 => String::new(),
        count => format!(", page {} of {count}", at + 1),
    };
    let mut head = format!("**{}**{part}", played.name);
    if played.first == played.end {
        head.push_str(if round + 1 == history.rounds.len() {
            "\nNothing has been done in it yet."
        } else {
            "\nNobody had anything to decide in it; what happened stands with the move before."
        });
    }
    let lines = pages.get(at).cloned().unwrap_or_default();
    Ok(Reply::new(format!("{head}\n{}", lines.join("\n")))
        .with_buttons(buttons)
        .shared(&named.line()))
}

/// The rounds of a game, the present one first, with how much was done in each.
pub(crate) fn rounds(play: &Play) -> Vec<(String, String)> {
    let history = History::of(&play.game);
    (history.rounds.iter().rev())
        .map(|round| {
            let label = match round.end - round.first {
                0 => round.name.clone(),
                1 => format!("{} · move {}", round.name, round.end),
                _ => format!(
                    "{} · moves {} to {}",
                    round.name,
                    round.first + 1,
                    round.end
                ),
            };
            (round.name.clone(), label)
        })
        .collect()
}
