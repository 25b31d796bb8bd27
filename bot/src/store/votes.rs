//! Votes and offers of a table.

use super::kept::Kept;
use super::rows::GameId;
use super::{Fault, Store};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

/// Where a vote or an offer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It waits for answers.
    Open,
    /// All agreed, and it is done.
    Carried,
    /// Somebody refused.
    Refused,
    /// Whoever asked took it back.
    Withdrawn,
    /// What it was about has changed.
    Void,
    /// Not all answered in time.
    Expired,
}

impl Standing {
    const ALL: [(Standing, &'static str); 6] = [
        (Standing::Open, "open"),
        (Standing::Carried, "carried"),
        (Standing::Refused, "refused"),
        (Standing::Withdrawn, "withdrawn"),
        (Standing::Void, "void"),
        (Standing::Expired, "expired"),
    ];

    pub(super) fn name(self) -> &'static str {
        Standing::ALL
            .iter()
            .find(|(standing, _)| *standing == self)
            .map_or("void", |(_, name)| name)
    }

    fn read(text: &str) -> Standing {
        Standing::ALL
            .iter()
            .find(|(_, name)| *name == text)
            .map_or(Standing::Void, |(standing, _)| *standing)
    }
}

/// A vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoteRow {
    /// Its game.
    pub game: GameId,
    /// Its number in the game, from 1.
    pub number: i64,
    /// Who asked.
    pub user: String,
    /// What is asked: JSON.
    pub motion: String,
    /// Void as soon as the position changes.
    pub bound: bool,
    /// Where it stands.
    pub standing: Standing,
    /// Who is asked, and what he answered.
    pub ballots: Vec<(String, Option<bool>)>,
}

/// An offer: an action that another seat may take, with the word of whoever offers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferRow {
    /// Its game.
    pub game: GameId,
    /// Its number in the game, from 1.
    pub number: i64,
    /// Who offers.
    pub user: String,
    /// His seat.
    pub giver: u8,
    /// The seat whose action it is.
    pub taker: u8,
    /// The action in canonical notation.
    pub text: String,
    /// Where it stands.
    pub standing: Standing,
}

pub(super) fn open_vote(
    work: &Transaction<'_>,
    game: GameId,
    vote: &VoteRow,
    at: i64,
) -> Result<(), Fault> {
    work.exec(
        "INSERT INTO votes (game, number, user, motion, bound, state, at) VALUES (?1, ?2, ?3, ?4, ?5, 'open', ?6)",
        params![game, vote.number, vote.user, vote.motion, vote.bound, at],
    )?;
    for (user, yes) in &vote.ballots {
        work.exec(
            "INSERT INTO ballots (game, number, user, yes, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![game, vote.number, user, yes, yes.map(|_| at)],
        )?;
    }
    Ok(())
}

/// Posts of votes or offers that are about to be void lose their buttons.
fn close_posts(work: &Transaction<'_>, game: GameId, what: &str) -> Result<(), Fault> {
    work.exec(
        &format!(
            "UPDATE outbox SET closed = 1, edit = edit + 1
             WHERE game = ?1 AND kind = 'words' AND closed = 0 AND json_extract(body, '$.mark') IN ({what})"
        ),
        [game],
    )?;
    Ok(())
}

/// The position changed: what was bound to it is void.
pub(super) fn void_bound(work: &Transaction<'_>, game: GameId, at: i64) -> Result<(), Fault> {
    close_posts(
        work,
        game,
        "SELECT 'vote:' || number FROM votes WHERE game = ?1 AND state = 'open' AND bound = 1
         UNION SELECT 'offer:' || number FROM offers WHERE game = ?1 AND state = 'open'",
    )?;
    work.exec(
        "UPDATE votes SET state = 'void', done = ?2 WHERE game = ?1 AND state = 'open' AND bound = 1",
        params![game, at],
    )?;
    work.exec(
        "UPDATE offers SET state = 'void', done = ?2 WHERE game = ?1 AND state = 'open'",
        params![game, at],
    )?;
    Ok(())
}

/// The game ended before its time: nothing is left to be voted on.
pub(super) fn void_all(work: &Transaction<'_>, game: GameId, at: i64) -> Result<(), Fault> {
    void_bound(work, game, at)?;
    close_posts(
        work,
        game,
        "SELECT 'vote:' || number FROM votes WHERE game = ?1 AND state = 'open'",
    )?;
    work.exec(
        "UPDATE votes SET state = 'void', done = ?2 WHERE game = ?1 AND state = 'open'",
        params![game, at],
    )?;
    Ok(())
}

fn vote(connection: &Connection, game: GameId, number: i64) -> rusqlite::Result<Option<VoteRow>> {
    let found = connection
        .one(
            "SELECT user, motion, bound, state FROM votes WHERE game = ?1 AND number = ?2",
            params![game, number],
            |row| {
                Ok(VoteRow {
                    game,
                    number,
                    user: row.get(0)?,
                    motion: row.get(1)?,
                    bound: row.get(2)?,
                    standing: Standing::read(&row.get::<_, String>(3)?),
                    ballots: Vec::new(),
                })
            },
        )
        .optional()?;
    let Some(mut vote) = found else {
        return Ok(None);
    };
    let mut query = connection.prepare_cached(
        "SELECT user, yes FROM ballots WHERE game = ?1 AND number = ?2 ORDER BY rowid",
    )?;
    let rows = query.query_map(params![game, number], |row| Ok((row.get(0)?, row.get(1)?)))?;
    vote.ballots = rows.collect::<Result<_, _>>()?;
    Ok(Some(vote))
}

impl Store {
    /// A vote of a game.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn vote(&self, game: GameId, number: i64) -> Result<Option<VoteRow>, Fault> {
        self.run(move |connection| Ok(vote(connection, game, number)?))
    }

    /// The open votes of a game, oldest first, and the number that the next one gets.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn votes(&self, game: GameId) -> Result<(Vec<VoteRow>, i64), Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT number, state FROM votes WHERE game = ?1 ORDER BY number",
            )?;
            let rows = query.query_map([game], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            })?;
            let (mut open, mut next) = (Vec::new(), 1);
            for row in rows {
                let (number, state) = row?;
                next = number + 1;
                if Standing::read(&state) == Standing::Open {
                    open.extend(vote(connection, game, number)?);
                }
            }
            Ok((open, next))
        })
    }

    /// The offers of a game, oldest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn offers(&self, game: GameId) -> Result<Vec<OfferRow>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT number, user, giver, taker, text, state FROM offers WHERE game = ?1 ORDER BY number",
            )?;
            let rows = query.query_map([game], |row| {
                Ok(OfferRow {
                    game,
                    number: row.get(0)?,
                    user: row.get(1)?,
                    giver: row.get(2)?,
                    taker: row.get(3)?,
                    text: row.get(4)?,
                    standing: Standing::read(&row.get::<_, String>(5)?),
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}
