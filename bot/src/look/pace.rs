//! `/show pace`: the time that decisions took in players' waking hours, at a table or in all games of a user. What each
//! took in all games is his own matter: nobody is judged in a quick game by what he does in a slow one.

use super::list::on_box;
use super::{grid, page};
use crate::command::Command;
use crate::reply::Reply;
use crate::store::{Pace, State};
use crate::table::{Refusal, Request, Tables, lock, may_look};
use crate::text;

/// Shows the pace of the channel's game, or of the asker in all games.
pub(super) fn pace(
    tables: &Tables,
    request: &Request,
    command: &Command,
) -> Result<Reply, Refusal> {
    match command.get("of") {
        Some("me") => of_user(tables, request, command),
        _ => of_table(tables, request, command),
    }
}

fn of_table(tables: &Tables, request: &Request, command: &Command) -> Result<Reply, Refusal> {
    let open = tables.here(request)?;
    let open = lock(&open);
    may_look(&open, request)?;
    if open.play.is_none() {
        return Err(open.not_started());
    }
    let paces = tables.store().pace(open.row.id)?;
    let mut rows = vec![
        ["", "decisions", "in all", "each", "longest"]
            .map(String::from)
            .to_vec(),
    ];
    let mut waits = Vec::new();
    for one in &paces {
        let gone = if one.gone { " (left)" } else { "" };
        rows.push(cells(format!("{}{gone}", one.name), one));
        if let Some(since) = one.since.filter(|_| open.row.state == State::Playing) {
            waits.push(format!(
                "{} since {}",
                text::escape(&one.name),
                text::when(since)
            ));
        }
    }
    let now = match waits.is_empty() {
        true => String::new(),
        false => format!("Awaited now: {}.\n", waits.join(", ")),
    };
    let said = format!(
        "**Pace of game {}**: time that decisions took, in each player's waking hours.\n{now}{}",
        open.row.id,
        grid(&rows)
    );
    Ok(Reply::new(text::clip(&said, text::MESSAGE)).shared(&command.line()))
}

fn cells(name: String, pace: &Pace) -> Vec<String> {
    vec![
        name,
        pace.decisions.to_string(),
        span(pace.awake),
        span(pace.awake / pace.decisions.max(1)),
        span(pace.longest),
    ]
}

fn of_user(tables: &Tables, request: &Request, command: &Command) -> Result<Reply, Refusal> {
    let mut paces = tables.store().pace_of(&request.user)?;
    paces.retain(|one| one.pace.decisions > 0 || one.pace.since.is_some());
    if paces.is_empty() {
        return Ok(Reply::new("You have decided nothing in any game yet."));
    }
    let sum = |take: fn(&Pace) -> i64| paces.iter().map(|one| take(&one.pace)).sum::<i64>();
    let (decisions, awake, whole) = (
        sum(|pace| pace.decisions),
        sum(|pace| pace.awake),
        sum(|pace| pace.whole),
    );
    let head = format!(
        "**Your pace in {}**: {decisions} decisions in {} of your waking hours ({} by the clock), {} each. \
         Only you see this.",
        match paces.len() {
            1 => "one game".to_string(),
            count => format!("{count} games"),
        },
        span(awake),
        span(whole),
        span(awake / decisions.max(1)),
    );
    let lines = paces.iter().map(|one| {
        let pace = &one.pace;
        let state = match (one.state, pace.since) {
            (State::Playing, Some(since)) => format!(" · awaited since {}", text::when(since)),
            (State::Playing, None) => String::new(),
            (State::Over, _) => " · over".into(),
            _ => " · ended".into(),
        };
        format!(
            "{} **{}** · game {}{state}\n  {} decisions in {}, {} each, longest {}",
            text::channel(&one.channel),
            on_box(&one.title),
            one.game,
            pace.decisions,
            span(pace.awake),
            span(pace.awake / pace.decisions.max(1)),
            span(pace.longest),
        )
    });
    let pages = page::of_lines(lines.collect());
    let at = page::asked(command, pages.len(), 0);
    let buttons = page::turning(command, at, pages.len(), ["Before", "More"]);
    let shown = pages.get(at).cloned().unwrap_or_default();
    Ok(Reply::new(format!("{head}\n{}", shown.join("\n"))).with_buttons(buttons))
}

/// A span of time in its two largest units: `3 d 4 h`, `12 min`, `40 s`.
pub(crate) fn span(seconds: i64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{} s", seconds.max(0)),
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes:02} min"),
        (days, hours, _) => format!("{days} d {hours:02} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::span;

    #[test]
    fn spans_have_two_units_at_most() {
        let spans = [0, 59, 60, 3599, 3600, 86_399, 86_400, 1_000_000].map(span);
        let read = [
            "0 s",
            "59 s",
            "1 min",
            "59 min",
            "1 h 00 min",
            "23 h 59 min",
            "1 d 00 h",
            "11 d 13 h",
        ];
        assert_eq!(spans, read);
        assert_eq!(span(-5), "0 s");
    }
}
