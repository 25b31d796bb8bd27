//! `/game record`: how finished games ended, of a user, of one who lets others see it, and between two.

use super::list::on_box;
use super::page;
use crate::command::Command;
use crate::reply::Reply;
use crate::store::{Button, Finished};
use crate::table::{Refusal, Request, Tables, lock, user_typed};
use crate::text;
use std::collections::BTreeMap;

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

/// Whose games are asked for, and what of them the asker may see.
struct Wish {
    /// Whose.
    whose: String,
    /// Against whom alone.
    against: Option<String>,
    /// What is said before.
    note: String,
}

fn wish(tables: &Tables, request: &Request, command: &Command) -> Result<Wish, Refusal> {
    let asked = |option: &str| command.get(option).map(user_typed).transpose();
    let (player, against) = (asked("player")?, asked("against")?);
    let me = request.user.clone();
    let whose = player.unwrap_or_else(|| me.clone());
    if against.as_ref() == Some(&whose) {
        return Err(Refusal::new("Nobody plays against himself."));
    }
    let note = String::new();
    // Games at which he sat himself are the asker's own.
    if whose == me {
        return Ok(Wish {
            whose,
            against,
            note,
        });
    }
    if against.as_ref() == Some(&me) {
        return Ok(Wish {
            whose: me,
            against: Some(whose),
            note,
        });
    }
    let store = tables.store();
    let hides = |user: &str| -> Result<bool, Refusal> { Ok(!store.shows_record(user)?) };
    match &against {
        Some(other) => {
            for user in [&whose, other] {
                if hides(user)? {
                    return Err(Refusal::new(format!(
                        "<@{user}> does not show finished games to others."
                    )));
                }
            }
        }
        None if hides(&whose)? => {
            return Ok(Wish {
                note: format!("<@{whose}> shows only what you played together.\n"),
                against: Some(whose),
                whose: me,
            });
        }
        None => {}
    }
    Ok(Wish {
        whose,
        against,
        note,
    })
}

/// Finished games: won, against whom, and how each ended.
pub(crate) fn record(
    tables: &Tables,
    request: &Request,
    command: &Command,
) -> Result<Reply, Refusal> {
    let wish = wish(tables, request, command)?;
    let own = wish.whose == request.user;
    for game in tables.store().without_results(&wish.whose)? {
        let open = tables.game(game)?;
        let open = lock(&open);
        if let Some(play) = &open.play
            && play.game.is_over()
        {
            let head = open.row.head;
            tables.store().summarise(game, head, play.summary())?;
        }
    }
    let mut rows = tables.store().finished(&wish.whose)?;
    if let Some(title) = command.get("title") {
        rows.retain(|row| row.title == title);
    }
    let mut games: Vec<&[Finished]> = rows.chunk_by(|a, b| a.game == b.game).collect();
    if let Some(other) = &wish.against {
        games.retain(|game| game.iter().any(|row| row.user.0 == *other));
    }
    let buttons = if own && wish.against.is_none() {
        vec![opt(tables.store().shows_record(&request.user)?)]
    } else {
        Vec::new()
    };
    if games.is_empty() {
        let said = match (&wish.against, own) {
            (Some(other), true) => format!("You have finished no game with <@{other}> here yet."),
            (Some(other), false) => {
                format!(
                    "<@{}> and <@{other}> have finished no game here yet.",
                    wish.whose
                )
            }
            (None, true) => {
                "You have finished no game here yet; games that the host ended do not count.".into()
            }
            (None, false) => format!("<@{}> has finished no game here yet.", wish.whose),
        };
        return Ok(Reply::new(said).with_buttons(buttons));
    }
    let mut lines = tallied(tables, request, &wish, &games)?;
    // Of another's games, those are shown that the asker knows: he sat there.
    let seen = games
        .iter()
        .rev()
        .filter(|game| own || game.iter().any(|row| row.user.0 == request.user));
    lines.extend(seen.map(|game| ending(game)));
    let head = match own {
        true => wish.note.clone(),
        false => {
            let name = |user: &str| {
                let mut all = games.iter().rev().flat_map(|game| game.iter());
                let found = all.find(|row| row.user.0 == user);
                found.map_or_else(|| "somebody".into(), |row| text::escape(&row.user.1))
            };
            match &wish.against {
                Some(other) => format!("{} against {}:\n", name(&wish.whose), name(other)),
                None => format!("Finished games of {}:\n", name(&wish.whose)),
            }
        }
    };
    let pages = page::of_lines(lines);
    let at = page::asked(command, pages.len(), 0);
    let shown = pages.get(at).cloned().unwrap_or_default();
    let turning = page::turning(command, at, pages.len(), ["Before", "More"]);
    Ok(Reply::new(format!("{head}{}", shown.join("\n")))
        .with_buttons(turning.into_iter().chain(buttons))
        .shared(&command.line()))
}

/// The button that lets others see one's record, or no longer.
fn opt(shown: bool) -> Button {
    match shown {
        true => Button::new("Hide this from others", "record:hide"),
        false => Button::new("Let others see this", "record:show"),
    }
}

/// A press of that button, or `/me` said so.
pub(crate) fn shown(tables: &Tables, request: &Request, shown: bool) -> Result<Reply, Refusal> {
    tables.store().show_record(&request.user, shown)?;
    let said = match shown {
        true => {
            "Others see your wins by title with /game record, and how you fared against each other if he shows his too."
        }
        false => "Others see of your finished games only those that they played with you.",
    };
    Ok(Reply::new(said).with_buttons([opt(shown)]))
}

/// How it went by title, and against whom.
fn tallied(
    tables: &Tables,
    request: &Request,
    wish: &Wish,
    games: &[&[Finished]],
) -> Result<Vec<String>, Refusal> {
    let own = wish.whose == request.user;
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for game in games {
        if let Some(row) = game.iter().find(|row| row.user.0 == wish.whose) {
            note(tallies.entry(row.title.as_str()).or_default(), row, game);
        }
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
        let mut others: Vec<_> = tally.others.iter().collect();
        others.sort_by_key(|(_, (name, played, ..))| (std::cmp::Reverse(*played), name.clone()));
        let mut told = 0;
        for (user, (name, played, ahead, even)) in others {
            let wanted = match &wish.against {
                Some(other) => user == other,
                // How somebody fared against others is told if these show theirs too.
                None => own || *user == request.user || tables.store().shows_record(user)?,
            };
            if !wanted || told == 12 {
                continue;
            }
            told += 1;
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
    Ok(lines)
}

/// How a game ended, in one line.
fn ending(game: &[Finished]) -> String {
    let Some(first) = game.first() else {
        return String::new();
    };
    let ranks: Vec<String> = (game.iter())
        .map(|row| format!("{}. {} {}", row.rank, text::escape(&row.user.1), row.worth))
        .collect();
    format!(
        "Game {} · {} · <t:{}:D>: {}",
        first.game,
        on_box(&first.title),
        first.ended,
        ranks.join(", ")
    )
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
