//! Posts to the channel: what happened since the last one, two pictures, and who is next.

use super::open::{Open, Play};
use super::{Refusal, Tables, lock, panel};
use crate::pictures::Caption;
use crate::reply::{Picture, fitting};
use crate::store::{GameId, PostBody, Shot};
use crate::text;
use std::sync::Arc;

/// The post at the end of a turn.
pub(super) fn turn(
    open: &Open,
    play: &Play,
    since: usize,
    version: i64,
    milestone: bool,
) -> PostBody {
    let seats = play.awaited_seats();
    let mut mentions = open.users_of(&seats);
    let head = if play.game.is_over() {
        mentions = open
            .members
            .iter()
            .map(|member| member.user.clone())
            .collect();
        format!("{} **The game is over.**", pings(&mentions))
    } else {
        let questions: Vec<String> = play
            .awaited()
            .iter()
            .map(|ask| play.question(ask))
            .collect();
        let mut questions = questions;
        questions.dedup();
        format!(
            "{} **{}** — your decision: {}",
            pings(&mentions),
            play.game.round_name(),
            questions.join("; ")
        )
    };
    let tail = if play.game.is_over() {
        score(play)
    } else {
        String::new()
    };
    let buttons = match seats.as_slice() {
        [seat] => panel::quick(open.row.id, version, play, *seat),
        _ => vec![panel::choices(open.row.id, version)],
    };
    PostBody {
        text: text::fit(&head, &play.story(since), &tail, text::MESSAGE),
        mentions,
        buttons: if play.game.is_over() {
            Vec::new()
        } else {
            fitting(buttons)
        },
        shot: Some(Shot { head: None, since }),
        milestone,
    }
}

/// A post of words only.
pub(super) fn words(text: &str, mentions: Vec<String>) -> PostBody {
    PostBody {
        text: text::clip(text, text::MESSAGE),
        mentions,
        ..PostBody::default()
    }
}

/// Mentions of users.
pub(super) fn pings(users: &[String]) -> String {
    let pings: Vec<String> = users.iter().map(|user| format!("<@{user}>")).collect();
    pings.join(" ")
}

/// The final score, best first.
pub(crate) fn score(play: &Play) -> String {
    let money = &play.game.definition().money;
    let lines: Vec<String> = play
        .game
        .ranking()
        .into_iter()
        .map(|(rank, seat, worth)| {
            format!("{rank}. {} {}", play.names.seat(seat), money.print(worth))
        })
        .collect();
    format!("Final score: {}", lines.join(", "))
}

/// The caption of a position's pictures, with what changed after the first `since` entries.
pub(crate) fn caption(open: &Open, play: &Play, since: usize) -> Caption {
    let changed = play.told.iter().skip(since);
    Caption {
        line: format!("game {} · move {}", open.row.id, play.len()),
        names: play.names.all().to_vec(),
        hexes: changed
            .clone()
            .flat_map(|told| told.hexes.iter().copied())
            .collect(),
        stops: changed
            .clone()
            .flat_map(|told| told.stops.iter().copied())
            .collect(),
        companies: changed
            .flat_map(|told| told.companies.iter().copied())
            .collect(),
        ..Caption::default()
    }
}

/// Draws the pictures of a post, of the position that it told of even if the game has moved on.
pub(super) fn draw(tables: &Tables, id: GameId, shot: Shot) -> Result<Vec<Picture>, Refusal> {
    let open = tables.game(id)?;
    let (game, caption) = {
        let open = lock(&open);
        match &open.play {
            Some(play) if play.ids.last().copied() == shot.head && play.fault.is_none() => {
                (play.game.clone(), caption(&open, play, shot.since))
            }
            _ => {
                let actions = tables.store().branch(id, shot.head)?;
                let play = Play::fold(&open.row, &open.members, &actions)?;
                let caption = caption(&open, &play, shot.since);
                (play.game, caption)
            }
        }
    };
    let title = &game.definition().title;
    let round = game.round_name();
    let map = tables.pictures().map(&game, &caption).map(|bytes| Picture {
        name: "map.png".into(),
        alt: format!("{title}: the map, {round}"),
        bytes: Arc::new(bytes),
    });
    let market = tables
        .pictures()
        .market(&game, &caption)
        .map(|bytes| Picture {
            name: "market.png".into(),
            alt: format!("{title}: the stock market, {round}"),
            bytes: Arc::new(bytes),
        });
    Ok(map.into_iter().chain(market).collect())
}
