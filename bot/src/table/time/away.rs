//! `/me away` and `/me back`: said once, and every table of his sees it.

use super::super::due::Handled;
use super::super::{Open, Refusal, Request, Tables, lock, post};
use super::moment;
use crate::people::read_until;
use crate::reply::Reply;
use crate::store::{Absence, Due, GameId, PostBody, State};
use crate::text;

/// The games of a user that go on.
fn games(tables: &Tables, user: &str) -> Result<Vec<GameId>, Refusal> {
    let sittings = tables.store().sittings(user)?;
    Ok(sittings
        .into_iter()
        .map(|sitting| sitting.game.id)
        .collect())
}

/// The game that is meant: one of his by its number, or this channel's.
fn game(tables: &Tables, request: &Request, typed: &str) -> Result<GameId, Refusal> {
    let id = match typed.trim().to_lowercase().as_str() {
        "here" | "this" => {
            let here = tables.here(request)?;
            lock(&here).row.id
        }
        number => number.trim_start_matches("game ").parse().map_err(|_| {
            Refusal::new(format!(
                "{:?} is no game: say its number, here, or nothing for all your games.",
                text::clip(typed, 40)
            ))
        })?,
    };
    match games(tables, &request.user)?.contains(&id) {
        true => Ok(id),
        false => Err(Refusal::new(format!(
            "You sit in no game {id} that goes on."
        ))),
    }
}

/// What a table reads about somebody, if it is being played: `anna is away until …`.
fn post_in(
    tables: &Tables,
    game: GameId,
    user: &str,
    said: impl Fn(&Open, &str) -> String,
) -> Result<Option<(GameId, PostBody)>, Refusal> {
    let open = tables.game(game)?;
    let open = lock(&open);
    let shown = matches!(open.row.state, State::Lobby | State::Playing) && !open.row.lost;
    Ok(shown.then(|| {
        (
            game,
            post::words(&said(&open, &open.name_of(user)), Vec::new()),
        )
    }))
}

/// What is known in memory of who is away.
fn refresh(tables: &Tables, games: &[GameId]) -> Result<(), Refusal> {
    for game in games {
        let open = tables.game(*game)?;
        lock(&open).see_absent(tables.store());
    }
    Ok(())
}

/// `/me away`.
pub(super) fn away(
    tables: &Tables,
    request: &Request,
    until: &str,
    typed: Option<&str>,
) -> Result<Reply, Refusal> {
    let person = tables.store().person(&request.user)?;
    let zone = person.zone.as_deref().and_then(crate::people::zone);
    let known = zone.is_some();
    let zone = zone.unwrap_or(jiff::tz::TimeZone::UTC);
    let now = tables.now();
    // On the console `3 days` comes as two words.
    let whole = typed.map(|more| format!("{until} {more}"));
    let whole = whole.and_then(|whole| read_until(&whole, &zone, now).ok());
    let (until, typed) = match (whole, read_until(until, &zone, now)) {
        (_, Ok(at)) => (at, typed),
        (Some(at), Err(_)) => (at, None),
        (None, Err(why)) => return Err(Refusal::new(why)),
    };
    let one = match typed {
        Some(typed) => Some(game(tables, request, typed)?),
        None => None,
    };
    let games = match one {
        Some(game) => vec![game],
        None => games(tables, &request.user)?,
    };
    let mut posts = Vec::new();
    for game in &games {
        posts.extend(post_in(tables, *game, &request.user, |open, name| {
            let meanwhile = match (open.row.state, open.agreed().terms().answers) {
                (State::Lobby, _) => "",
                (_, false) => " Nobody calls him meanwhile, and his time stands still.",
                (_, true) => {
                    " Meanwhile the clock passes for him where that is legal, and else runs best and pays."
                }
            };
            format!("{name} is away until <t:{until}:f>.{meanwhile}")
        })?);
    }
    tables.store().leave(&request.user, one, until, posts)?;
    refresh(tables, &games)?;
    let place = match (one, games.len()) {
        (Some(game), _) => format!("in game {game}"),
        (None, 0) => "in every game that you sit down to".into(),
        (None, 1) => "in your game".into(),
        (None, count) => format!("in all your {count} games"),
    };
    let zone = match known {
        true => "",
        false => " I do not know where you live, so days begin at midnight UTC; /me zone tells me.",
    };
    Ok(Reply::new(format!(
        "You are away {place} until {}. You are called when you are back; /me back ends it before.{zone}",
        moment(until)
    )))
}

/// `/me back`.
pub(super) fn back(
    tables: &Tables,
    request: &Request,
    typed: Option<&str>,
) -> Result<Reply, Refusal> {
    let mut known = tables.store().absences(&request.user)?;
    let one = match typed {
        Some(typed) => Some(game(tables, request, typed)?),
        None => None,
    };
    if let Some(game) = one {
        if !known.iter().any(|absence| absence.game == Some(game))
            && known.iter().any(|absence| absence.game.is_none())
        {
            return Err(Refusal::new(
                "You are away from all your games, not from this one alone: /me back without a game ends it.",
            ));
        }
        known.retain(|absence| absence.game == Some(game));
    }
    // Where the table answers for him he decides for himself again, too.
    let mut here = false;
    for game in games(tables, &request.user)? {
        if one.is_none_or(|own| own == game) {
            let open = tables.game(game)?;
            here |= super::go_on(tables, &mut lock(&open), request)?;
        }
    }
    if known.is_empty() && here {
        return Ok(Reply::new("Welcome back: you decide for yourself again."));
    }
    if known.is_empty() {
        return Err(Refusal::new("You are not away."));
    }
    finish(tables, &request.user, &known)?;
    Ok(Reply::new(
        "Welcome back: your tables know it, and you are called again.",
    ))
}

/// Ends absences and tells the tables, where no other absence goes on.
fn finish(tables: &Tables, user: &str, absences: &[Absence]) -> Result<(), Refusal> {
    let ids: Vec<i64> = absences.iter().map(|one| one.id).collect();
    let others: Vec<Absence> = (tables.store().absences(user)?.into_iter())
        .filter(|one| !ids.contains(&one.id))
        .collect();
    let mut concerned = Vec::new();
    let mut posts = Vec::new();
    for game in games(tables, user)? {
        let ours = absences
            .iter()
            .any(|one| one.game.is_none_or(|own| own == game));
        let still = others
            .iter()
            .any(|one| one.game.is_none_or(|own| own == game));
        if ours {
            concerned.push(game);
        }
        if ours && !still {
            posts.extend(post_in(tables, game, user, |_, name| {
                format!("{name} is back.")
            })?);
        }
    }
    tables.store().back(user, &ids, posts)?;
    refresh(tables, &concerned)
}

/// An absence is over by itself.
pub(in crate::table) fn ended(tables: &Tables, due: &Due) -> Result<Handled, Refusal> {
    let id = due.payload.trim().parse().unwrap_or(0);
    let Some(absence) = tables.store().absence(id)? else {
        return Ok(Handled::Nothing);
    };
    if absence.until > tables.now() {
        return Ok(Handled::Later(absence.until));
    }
    finish(tables, &absence.user.clone(), &[absence])?;
    Ok(Handled::Done)
}
