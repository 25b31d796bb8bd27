//! `/game list`: a user's games in all channels, and for who keeps order all games of a server.

use super::page;
use crate::command::Command;
use crate::reply::Reply;
use crate::store::{Fault, Sitting, State};
use crate::table::{Agreed, Onlookers, Refusal, Request, Tables, lock};
use crate::text;
use engine::game::titles;

/// Name on the box.
pub(super) fn on_box(title: &str) -> &str {
    titles()
        .iter()
        .find(|(name, _)| *name == title)
        .map_or(title, |(_, on_box)| on_box)
}

/// Most games that are folded for one list: whoever asks waits for it.
const FOLDED: usize = 50;

/// Games that have not ended. They are folded only where no summary of their position is kept.
fn sittings(
    tables: &Tables,
    read: impl Fn(&Tables) -> Result<Vec<Sitting>, Fault>,
) -> Result<Vec<Sitting>, Refusal> {
    let found = read(tables)?;
    let mut stale = false;
    let unknown = (found.iter())
        .filter(|sitting| sitting.game.state == State::Playing && sitting.stand.is_none());
    for sitting in unknown.take(FOLDED) {
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
    if stale { Ok(read(tables)?) } else { Ok(found) }
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

/// Since when somebody is awaited there.
fn since(sitting: &Sitting) -> Option<i64> {
    sitting.awaited.iter().map(|one| one.since).min()
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
    if command.get("of") == Some("server") {
        return server(tables, request, command);
    }
    let mut games = sittings(tables, |tables| tables.store().sittings(&request.user))?;
    if games.is_empty() {
        return Ok(Reply::new(
            "You sit at no table. /game new opens one, /game join sits down at one in its channel.",
        ));
    }
    // What has waited longest comes first.
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

/// All games of a server, for its moderators and for hosts of games there: who is awaited for what and since when, what
/// has waited longest first. Tables that play among themselves are shown to moderators and their own players only.
fn server(tables: &Tables, request: &Request, command: &Command) -> Result<Reply, Refusal> {
    let guild = request.guild.as_deref();
    let mut games = sittings(tables, |tables| {
        tables.store().at_server(guild, &request.user)
    })?;
    let hosts = games.iter().any(|one| one.game.host == request.user);
    if !request.moderator && !hosts {
        return Err(Refusal::new(
            "Only moderators and hosts of games here see all games of the server; /game list shows your own.",
        ));
    }
    if games.is_empty() {
        return Ok(Reply::new("No game is played on this server."));
    }
    let all = games.len();
    games.retain(|one| {
        let inside = request.moderator || one.sits || one.game.host == request.user;
        inside || Agreed::read(&one.game.agreed).onlookers != Onlookers::Closed
    });
    let hidden = all - games.len();
    let stage = |one: &Sitting| match (one.game.state, one.awaited.is_empty()) {
        (State::Lobby, _) => 2,
        // What cannot be played on needs a look.
        (_, true) => 0,
        _ => 1,
    };
    games.sort_by_key(|one| (stage(one), since(one), one.game.id));
    let count = |state: State| games.iter().filter(|one| one.game.state == state).count();
    let head = format!(
        "**Games of this server: {} played, {} gathering players.** What has waited longest comes first.{}",
        count(State::Playing),
        count(State::Lobby),
        match hidden {
            0 => String::new(),
            1 => " One more plays among itself.".into(),
            more => format!(" {more} more play among themselves."),
        }
    );
    // Whoever looks at all games is not the one who is awaited: names everywhere.
    let lines = games.iter().map(|one| {
        let seat = None;
        line(&Sitting {
            seat,
            ..one.clone()
        })
    });
    let pages = page::of_lines(lines.collect());
    let at = page::asked(command, pages.len(), 0);
    let buttons = page::turning(command, at, pages.len(), ["Before", "More"]);
    let shown = pages.get(at).cloned().unwrap_or_default();
    Ok(Reply::new(format!("{head}\n{}", shown.join("\n"))).with_buttons(buttons))
}
