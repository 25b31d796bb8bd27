//! `/game list` and `/game record`: a user's games in all channels, and how those that are finished ended.

use super::page;
use crate::command::Command;
use crate::reply::Reply;
use crate::store::{Finished, Sitting, State};
use crate::table::{Refusal, Request, Tables, lock};
use crate::text;
use engine::game::titles;
use std::collections::BTreeMap;

/// Name on the box.
fn on_box(title: &str) -> &str {
    titles()
        .iter()
        .find(|(name, _)| *name == title)
        .map_or(title, |(_, on_box)| on_box)
}

/// The user's games that have not ended. Games are folded only where no summary of their position is kept.
fn sittings(tables: &Tables, user: &str) -> Result<Vec<Sitting>, Refusal> {
    let found = tables.store().sittings(user)?;
    let mut stale = false;
    for sitting in &found {
        if sitting.game.state != State::Playing || sitting.stand.is_some() {
            continue;
        }
        let open = tables.game(sitting.game.id)?;
        let open = lock(&open);
        if let Some(play) = &open.play
            && play.fault.is_none()
        {
            let head = open.row.head;
            tables
                .store()
                .summarise(open.row.id, head, play.summary())?;
            stale = true;
        }
    }
    if stale {
        Ok(tables.store().sittings(user)?)
    } else {
        Ok(found)
    }
}

/// Where a game stands in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    OnMe,
    Others,
    Gathering,
}

fn rank(sitting: &Sitting) -> Rank {
    if sitting.game.state == State::Lobby {
        Rank::Gathering
    } else if sitting
        .awaited
        .iter()
        .any(|one| Some(one.seat) == sitting.seat)
    {
        Rank::OnMe
    } else {
        Rank::Others
    }
}

fn line(sitting: &Sitting) -> String {
    let game = &sitting.game;
    let head = format!(
        "{} **{}** · game {}",
        text::channel(&game.channel),
        on_box(&game.title),
        game.id
    );
    let stand = match &sitting.stand {
        Some((round, moves)) => format!(" · {round}, move {moves}"),
        None => String::new(),
    };
    match rank(sitting) {
        Rank::Gathering => format!("{head} · {} at the table", sitting.members),
        Rank::OnMe => {
            let own = (sitting.awaited.iter()).filter(|one| Some(one.seat) == sitting.seat);
            let parts: Vec<String> = own
                .map(|one| format!("{}, since {}", one.decision, text::when(one.since)))
                .collect();
            format!("{head}{stand}\n  {}", parts.join("; "))
        }
        Rank::Others => {
            let parts: Vec<String> = (sitting.awaited.iter())
                .map(|one| {
                    format!(
                        "{}: {}, since {}",
                        text::escape(&one.name),
                        one.decision,
                        text::when(one.since)
                    )
                })
                .collect();
            let waits = if parts.is_empty() {
                "cannot be played on: /game status there says why".to_string()
            } else {
                parts.join("; ")
            };
            format!("{head}{stand}\n  {waits}")
        }
    }
}

/// A user's games, those that wait for him first.
pub(crate) fn list(
    tables: &Tables,
    request: &Request,
    command: &Command,
) -> Result<Reply, Refusal> {
    let mut games = sittings(tables, &request.user)?;
    if games.is_empty() {
        return Ok(Reply::new(
            "You sit at no table. /game new opens one, /game join sits down at one in its channel.",
        ));
    }
    // Who has waited longest comes first.
    let since = |sitting: &Sitting| sitting.awaited.iter().map(|one| one.since).min();
    games.sort_by_key(|sitting| (rank(sitting), since(sitting), sitting.game.id));
    let count = |wanted: Rank| {
        games
            .iter()
            .filter(|sitting| rank(sitting) == wanted)
            .count()
    };
    let mut lines: Vec<String> = Vec::new();
    let mut last: Option<Rank> = None;
    for sitting in &games {
        let own = rank(sitting);
        let head = match own {
            Rank::OnMe => format!("**On you: {}**", count(own)),
            Rank::Others => format!("**Waiting for others: {}**", count(own)),
            Rank::Gathering => format!("**Gathering players: {}**", count(own)),
        };
        let mut text = line(sitting);
        if last != Some(own) {
            text = format!("{head}\n{text}");
        }
        last = Some(own);
        lines.push(text);
    }
    let nothing = if count(Rank::OnMe) == 0 {
        "Nothing waits for you.\n"
    } else {
        ""
    };
    let pages = page::of_lines(lines);
    let at = page::asked(command, pages.len(), 0);
    let buttons = page::turning(command, at, pages.len(), ["Before", "More"]);
    let shown = pages.get(at).cloned().unwrap_or_default();
    Ok(Reply::new(format!("{nothing}{}", shown.join("\n"))).with_buttons(buttons))
}

/// What a user's finished games of a title come to.
#[derive(Default)]
struct Tally {
    played: usize,
    won: usize,
    ranks: usize,
    best: Option<i32>,
    /// Against whom: name, games, games ahead of him, games even.
    others: BTreeMap<String, (String, usize, usize, usize)>,
}

/// A user's finished games: won, and against whom.
pub(crate) fn record(
    tables: &Tables,
    request: &Request,
    command: &Command,
) -> Result<Reply, Refusal> {
    for game in tables.store().without_results(&request.user)? {
        let open = tables.game(game)?;
        let open = lock(&open);
        if let Some(play) = &open.play
            && play.game.is_over()
        {
            let head = open.row.head;
            tables.store().summarise(game, head, play.summary())?;
        }
    }
    let mut rows = tables.store().finished(&request.user)?;
    if let Some(title) = command.get("title") {
        rows.retain(|row| row.title == title);
    }
    if rows.is_empty() {
        return Ok(Reply::new(
            "You have finished no game here yet; games that the host ended do not count.",
        ));
    }
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for game in rows.chunk_by(|a, b| a.game == b.game) {
        let Some(own) = game.iter().find(|row| row.user.0 == request.user) else {
            continue;
        };
        note(tallies.entry(own.title.as_str()).or_default(), own, game);
    }
    let mut lines: Vec<String> = Vec::new();
    for (title, tally) in &tallies {
        let average = tally.ranks as f64 / tally.played.max(1) as f64;
        lines.push(format!(
            "**{}**: {} finished, {} won, rank {average:.1} on average, best worth {}.",
            on_box(title),
            tally.played,
            tally.won,
            tally.best.unwrap_or(0)
        ));
        let mut others: Vec<_> = tally.others.values().collect();
        others.sort_by_key(|(name, played, ..)| (std::cmp::Reverse(*played), name.clone()));
        for (name, played, ahead, even) in others.into_iter().take(12) {
            let even = match even {
                0 => String::new(),
                even => format!(", even in {even}"),
            };
            lines.push(format!(
                "  against {}: ahead in {ahead} of {played}{even}",
                text::escape(name)
            ));
        }
    }
    Ok(Reply::new(text::fit("", &lines, "", text::MESSAGE)).shared(&command.line()))
}

fn note(tally: &mut Tally, own: &Finished, game: &[Finished]) {
    tally.played += 1;
    tally.won += usize::from(own.rank == 1);
    tally.ranks += usize::from(own.rank);
    tally.best = tally.best.max(Some(own.worth));
    for other in game.iter().filter(|row| row.user.0 != own.user.0) {
        let known = tally.others.entry(other.user.0.clone()).or_default();
        // The name of the latest game.
        known.0.clone_from(&other.user.1);
        known.1 += 1;
        known.2 += usize::from(own.rank < other.rank);
        known.3 += usize::from(own.rank == other.rank);
    }
}
