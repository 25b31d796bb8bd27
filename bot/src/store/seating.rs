//! Games that are opened or go to another channel, and who sits down or gets up.

use super::change::Change;
use super::kept::Kept;
use super::rows::GameId;
use super::{Fault, pace};
use rusqlite::{Transaction, params};

/// Somebody who sits down or gets up in the lobby, or gets his seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joining {
    /// Sits down, with the name to show.
    Joins(String, String),
    /// Gets up.
    Leaves(String),
    /// Is given a seat.
    Sits(String, u8),
    /// Takes somebody's seat and place: who goes, who comes, with the name to show.
    Replaces(String, String, String),
}

/// A game that is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Its channel.
    pub channel: String,
    /// The channel's server.
    pub guild: Option<String>,
    /// Title as in commands.
    pub title: String,
    /// Draws the seats.
    pub seed: Option<u64>,
    /// Options in use.
    pub options: Vec<String>,
    /// Revision of the rules.
    pub revision: u16,
    /// Where it is brought in from, if it is.
    pub origin: Option<String>,
}

pub(super) fn open(work: &Transaction<'_>, change: &Change, at: i64) -> Result<GameId, Fault> {
    let opening = &change.opening;
    let options = serde_json::to_string(&opening.options).unwrap_or_else(|_| "[]".into());
    let inserted = work.exec(
        "INSERT INTO games (channel, guild, title, seed, options, host, state, engine, created, changed,
                            revision, origin)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'lobby', ?7, ?8, ?8, ?9, ?10)",
        params![
            opening.channel,
            opening.guild,
            opening.title,
            opening.seed.map(u64::cast_signed),
            options,
            change.user,
            env!("CARGO_PKG_VERSION"),
            at,
            opening.revision.max(1),
            opening.origin
        ],
    );
    match inserted {
        Ok(_) => Ok(work.last_insert_rowid()),
        Err(error)
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) =>
        {
            Err(Fault::Taken)
        }
        Err(error) => Err(error.into()),
    }
}

/// Takes a game to another channel; its post of the turn is to be sent anew there.
pub(super) fn moves_to(
    work: &Transaction<'_>,
    game: GameId,
    channel: &str,
    guild: Option<&str>,
) -> Result<(), Fault> {
    let moved = work.exec(
        "UPDATE games SET channel = ?2, guild = ?3, lost = 0 WHERE id = ?1",
        params![game, channel, guild],
    );
    match moved {
        Ok(_) => {}
        Err(error)
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) =>
        {
            return Err(Fault::Taken);
        }
        Err(error) => return Err(error.into()),
    }
    work.exec(
        "UPDATE outbox SET channel = ?2 WHERE game = ?1 AND state = 'pending' AND channel NOT LIKE 'dm:%'",
        params![game, channel],
    )?;
    Ok(())
}

pub(super) fn seat(
    work: &Transaction<'_>,
    game: GameId,
    joining: &[Joining],
    (stamp, at): (i64, i64),
) -> Result<(), Fault> {
    for step in joining {
        match step {
            Joining::Joins(user, name) => work.exec(
                "INSERT INTO members (game, user, name, place)
                 VALUES (?1, ?2, ?3, (SELECT 1 + coalesce(max(place), 0) FROM members WHERE game = ?1))
                 ON CONFLICT (game, user) DO UPDATE SET gone = 0, name = excluded.name, place = excluded.place",
                params![game, user, name],
            )?,
            Joining::Leaves(user) => work.exec(
                "UPDATE members SET gone = 1 WHERE game = ?1 AND user = ?2",
                params![game, user],
            )?,
            Joining::Sits(user, seat) => work.exec(
                "UPDATE members SET seat = ?3 WHERE game = ?1 AND user = ?2",
                params![game, user, seat],
            )?,
            Joining::Replaces(out, user, name) => {
                pace::passes(work, game, out, at)?;
                work.exec(
                    "INSERT INTO members (game, user, name, place, seat)
                     SELECT ?1, ?3, ?4, place, seat FROM members WHERE game = ?1 AND user = ?2 AND gone = 0
                     ON CONFLICT (game, user) DO UPDATE SET gone = 0, name = excluded.name,
                     place = excluded.place, seat = excluded.seat",
                    params![game, out, user, name],
                )?;
                super::orders::gets_up(work, game, out, at)?;
                // What his seat is awaited for falls to the newcomer now.
                work.exec(
                    "UPDATE awaited SET since = ?3, stamp = ?4 WHERE game = ?1
                     AND seat = (SELECT seat FROM members WHERE game = ?1 AND user = ?2)",
                    params![game, user, at, stamp],
                )?;
                work.exec(
                    "UPDATE members SET gone = 1 WHERE game = ?1 AND user = ?2",
                    params![game, out],
                )?
            }
        };
    }
    Ok(())
}
