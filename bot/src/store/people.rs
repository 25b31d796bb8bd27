//! What people say about themselves: where they live, when and how they are called.

use super::kept::Kept;
use super::waits::replan_all;
use super::{Fault, GameId, Store};
use crate::people::{Person, Place, Rhythm};
use rusqlite::{Connection, OptionalExtension, Row, params};

fn person_row(row: &Row<'_>) -> rusqlite::Result<Person> {
    let quiet: Option<String> = row.get("quiet")?;
    Ok(Person {
        user: row.get("user")?,
        zone: row.get("zone")?,
        quiet: quiet.and_then(|json| serde_json::from_str(&json).ok()),
        every: row.get("every")?,
        most: row.get("most")?,
        place: match row.get::<_, String>("place")?.as_str() {
            "message" => Place::Message,
            _ => Place::Channel,
        },
        shut: row.get("shut")?,
        next: row.get("next")?,
        asked: row.get("asked")?,
    })
}

pub(super) fn person(work: &Connection, user: &str) -> rusqlite::Result<Person> {
    let mut query = work.prepare_cached("SELECT * FROM people WHERE user = ?1")?;
    let known = query.query_row([user], person_row).optional()?;
    Ok(known.unwrap_or_else(|| Person {
        user: user.into(),
        ..Person::default()
    }))
}

/// When somebody may be called about a game.
pub(super) fn rhythm(work: &Connection, person: &Person, game: GameId) -> rusqlite::Result<Rhythm> {
    let mut query = work.prepare_cached(
        "SELECT since, coalesce(ended, until) FROM absences WHERE user = ?1 AND (game IS NULL OR game = ?2)",
    )?;
    let rows = query.query_map(params![person.user, game], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok(person.rhythm(rows.collect::<Result<_, _>>()?))
}

/// Who is not to be called by a post of this game at that moment: he sleeps, is away, or wants a message of his own.
pub(super) fn silent(
    work: &Connection,
    game: GameId,
    user: &str,
    at: i64,
) -> rusqlite::Result<bool> {
    let person = person(work, user)?;
    Ok(person.by_message() || !rhythm(work, &person, game)?.awake(at))
}

/// Whether somebody may be called about a game at that moment.
pub(super) fn wakes(
    work: &Connection,
    game: GameId,
    user: &str,
    at: i64,
) -> rusqlite::Result<bool> {
    let person = person(work, user)?;
    Ok(rhythm(work, &person, game)?.awake(at))
}

impl Store {
    /// What somebody has said about himself.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn person(&self, user: &str) -> Result<Person, Fault> {
        let user = user.to_string();
        self.run(move |connection| Ok(person(connection, &user)?))
    }

    /// Keeps what somebody says about himself; what is due in his games is computed anew.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn keep_person(&self, person: &Person) -> Result<(), Fault> {
        let (person, now) = (person.clone(), self.now());
        self.change(move |work| {
            let quiet = person.quiet.as_ref().and_then(|quiet| serde_json::to_string(quiet).ok());
            let place = match person.place {
                Place::Channel => "channel",
                Place::Message => "message",
            };
            work.exec(
                "INSERT OR REPLACE INTO people (user, zone, quiet, every, most, place, shut, next, asked)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    person.user, person.zone, quiet, person.every, person.most, place, person.shut, person.next,
                    person.asked
                ],
            )?;
            Ok(replan_all(work, &person.user, now)?)
        })
    }

    /// When somebody may be called about a game.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn rhythm(&self, user: &str, game: GameId) -> Result<Rhythm, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            let person = person(connection, &user)?;
            Ok(rhythm(connection, &person, game)?)
        })
    }

    /// Discord does not let the bot write to this user: what was for him alone about a game goes to the game's channel,
    /// where he is called from now on. False if there is no channel to fall back to.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn shut(&self, id: i64) -> Result<bool, Fault> {
        let now = self.now();
        self.change(move |work| {
            let found: Option<(GameId, String, bool)> = work
                .one(
                    "SELECT o.game, o.channel, g.lost FROM outbox o JOIN games g ON g.id = o.game WHERE o.id = ?1",
                    [id],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
                )
                .optional()?;
            let Some((_, channel, lost)) = found else {
                return Ok(false);
            };
            let Some(user) = channel.strip_prefix("dm:") else {
                return Ok(false);
            };
            work.exec(
                "INSERT INTO people (user, shut) VALUES (?1, 1) ON CONFLICT (user) DO UPDATE SET shut = 1",
                [user],
            )?;
            replan_all(work, user, now)?;
            if lost {
                return Ok(false);
            }
            let moved = work.exec(
                "UPDATE outbox SET channel = (SELECT channel FROM games WHERE id = game), sending = 0, tries = 0,
                     error = 'no message to this user may be sent'
                 WHERE id = ?1 AND state = 'pending' AND closed = 0",
                [id],
            )?;
            Ok(moved == 1)
        })
    }
}
