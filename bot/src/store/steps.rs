//! What a table agrees on, as steps of a [`Change`](super::Change), and what falls due.

use super::calls;
use super::kept::Kept;
use super::rows::{GameId, PostBody};
use super::{Fault, OrderStep, Store};
use crate::people::What;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

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

    fn name(self) -> &'static str {
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

/// Something to be done at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Its number; 0 while it is not stored.
    pub id: i64,
    /// When, in seconds since 1970.
    pub at: i64,
    /// What.
    pub kind: String,
    /// About which game.
    pub game: Option<GameId>,
    /// For whom.
    pub user: Option<String>,
    /// What its kind needs to know: JSON.
    pub payload: String,
}

/// A step of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The host's role passes on.
    Host(String),
    /// Options of the lobby.
    Options(Vec<String>),
    /// What draws the seats.
    Seed(Option<u64>),
    /// The table's settings: JSON.
    Agreed(String),
    /// Who sat where before: seat, the last action of his time, name.
    Former(Vec<(u8, i64, String)>),
    /// Somebody is invited.
    Invite(String),
    /// Somebody follows the game, or no longer.
    Follow(String, bool),
    /// A vote is opened, with its number and ballots.
    OpenVote(VoteRow),
    /// A voter answers.
    Cast(i64, String, bool),
    /// What an open vote is about is told more exactly: JSON.
    Motion(i64, String),
    /// A vote ends.
    CloseVote(i64, Standing),
    /// An offer is made, with its number.
    OpenOffer(OfferRow),
    /// An offer ends.
    CloseOffer(i64, Standing),
    /// Something will fall due.
    Plan(Due),
    /// A post that carries this mark reads so from now on, and is closed or not.
    Repost(PostBody, bool),
    /// A post that carries this mark is over; a call that nobody has seen is never sent.
    Shut(String),
    /// What of this kind was to fall due for the game is dropped.
    Drop(&'static str),
    /// What fell due is done: never a second time.
    Done(i64),
    /// What becomes of a standing order.
    Order(OrderStep),
    /// Something was done about the decision of a user: which, what, and the number of its kind.
    Said(String, i64, What, i64),
    /// "Not now": a user, which decision, until when (`None`: no more calls), and after how many actions the turn began
    /// if it is his own.
    PutOff(String, i64, Option<i64>, Option<usize>),
    /// A message for a user alone.
    Direct(String, PostBody),
    /// A user is next, in the turn that began after so many actions: if he wants to know it, the first of these goes to
    /// the channel, or the second to him alone.
    Next(String, usize, Box<[PostBody; 2]>),
    /// The host has nudged a user.
    Nudged(String),
    /// Words for the channel, before what the change itself tells.
    Tell(PostBody),
}

pub(super) fn take(
    work: &Transaction<'_>,
    game: GameId,
    step: &Step,
    at: i64,
) -> Result<(), Fault> {
    match step {
        Step::Host(user) => {
            work.exec(
                "UPDATE games SET host = ?2 WHERE id = ?1",
                params![game, user],
            )?;
        }
        Step::Options(options) => {
            let options = serde_json::to_string(options).unwrap_or_else(|_| "[]".into());
            work.exec(
                "UPDATE games SET options = ?2 WHERE id = ?1",
                params![game, options],
            )?;
        }
        Step::Seed(seed) => {
            work.exec(
                "UPDATE games SET seed = ?2 WHERE id = ?1",
                params![game, seed.map(u64::cast_signed)],
            )?;
        }
        Step::Agreed(agreed) => {
            work.exec(
                "UPDATE games SET agreed = ?2 WHERE id = ?1",
                params![game, agreed],
            )?;
        }
        Step::Former(former) => {
            let former = serde_json::to_string(former).unwrap_or_else(|_| "[]".into());
            work.exec(
                "UPDATE games SET former = ?2 WHERE id = ?1",
                params![game, former],
            )?;
        }
        Step::Invite(user) => {
            work.exec(
                "INSERT OR IGNORE INTO invitations (game, user, at) VALUES (?1, ?2, ?3)",
                params![game, user, at],
            )?;
        }
        Step::Follow(user, true) => {
            work.exec(
                "INSERT OR IGNORE INTO followers (game, user, at) VALUES (?1, ?2, ?3)",
                params![game, user, at],
            )?;
        }
        Step::Follow(user, false) => {
            work.exec(
                "DELETE FROM followers WHERE game = ?1 AND user = ?2",
                params![game, user],
            )?;
        }
        Step::OpenVote(vote) => open_vote(work, game, vote, at)?,
        Step::Cast(number, user, yes) => {
            let cast = work.exec(
                "UPDATE ballots SET yes = ?4, at = ?5
                 WHERE game = ?1 AND number = ?2 AND user = ?3
                 AND EXISTS (SELECT 1 FROM votes WHERE game = ?1 AND number = ?2 AND state = 'open')",
                params![game, number, user, yes, at],
            )?;
            one(cast)?;
        }
        Step::Motion(number, motion) => {
            work.exec(
                "UPDATE votes SET motion = ?3 WHERE game = ?1 AND number = ?2",
                params![game, number, motion],
            )?;
        }
        Step::CloseVote(number, standing) => {
            let closed = work.exec(
                "UPDATE votes SET state = ?3, done = ?4 WHERE game = ?1 AND number = ?2 AND state = 'open'",
                params![game, number, standing.name(), at],
            )?;
            one(closed)?;
        }
        Step::OpenOffer(offer) => {
            work.exec(
                "INSERT INTO offers (game, number, user, giver, taker, text, state, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'open', ?7)",
                params![
                    game,
                    offer.number,
                    offer.user,
                    offer.giver,
                    offer.taker,
                    offer.text,
                    at
                ],
            )?;
        }
        Step::CloseOffer(number, standing) => {
            let closed = work.exec(
                "UPDATE offers SET state = ?3, done = ?4 WHERE game = ?1 AND number = ?2 AND state = 'open'",
                params![game, number, standing.name(), at],
            )?;
            one(closed)?;
        }
        Step::Plan(due) => {
            work.exec(
                "INSERT INTO due (at, kind, game, user, payload) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![due.at, due.kind, game, due.user, payload(due)],
            )?;
        }
        Step::Repost(body, closed) => {
            let json =
                serde_json::to_string(body).map_err(|error| Fault::Sqlite(error.to_string()))?;
            work.exec(
                "UPDATE outbox SET body = ?3, closed = ?4, edit = edit + 1
                 WHERE game = ?1 AND kind = 'words' AND closed = 0 AND json_extract(body, '$.mark') = ?2",
                params![game, body.mark, json, closed],
            )?;
        }
        Step::Shut(mark) => {
            work.exec(
                "UPDATE outbox SET closed = 1, edit = edit + 1,
                     state = CASE WHEN state = 'pending' AND sending = 0 AND ?2 LIKE 'call:%'
                             THEN 'overtaken' ELSE state END
                 WHERE game = ?1 AND kind = 'words' AND closed = 0 AND json_extract(body, '$.mark') = ?2",
                params![game, mark],
            )?;
        }
        Step::Drop(kind) => {
            work.exec(
                "UPDATE due SET done = ?3 WHERE game = ?1 AND kind = ?2 AND done IS NULL",
                params![game, kind, at],
            )?;
        }
        Step::Order(step) => super::orders::take(work, game, step, at)?,
        Step::Done(id) => {
            let done = work.exec(
                "UPDATE due SET done = ?2 WHERE id = ?1 AND done IS NULL",
                params![id, at],
            )?;
            one(done)?;
        }
        Step::Said(user, stamp, what, number) => {
            calls::say(work, game, user, *stamp, (*what, *number), at)?;
        }
        Step::PutOff(user, stamp, until, turn) => {
            work.exec(
                "INSERT OR REPLACE INTO put_offs (game, user, stamp, at, until, turn) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![game, user, stamp, at, until, turn.map(|turn| turn as i64)],
            )?;
        }
        Step::Next(user, turn, bodies) => calls::tell_next(work, game, user, *turn, bodies, at)?,
        Step::Tell(body) => calls::post(work, game, None, body, at)?,
        Step::Direct(user, body) => calls::post(work, game, Some(user), body, at)?,
        Step::Nudged(user) => {
            work.exec(
                "INSERT OR REPLACE INTO nudges (game, user, at) VALUES (?1, ?2, ?3)",
                params![game, user, at],
            )?;
        }
    }
    Ok(())
}

/// What somebody else was quicker to do is not done again.
fn one(changed: usize) -> Result<(), Fault> {
    if changed == 1 {
        Ok(())
    } else {
        Err(Fault::Moved)
    }
}

fn payload(due: &Due) -> &str {
    if due.payload.is_empty() {
        "{}"
    } else {
        &due.payload
    }
}

fn open_vote(work: &Transaction<'_>, game: GameId, vote: &VoteRow, at: i64) -> Result<(), Fault> {
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

fn due_row(row: &Row<'_>) -> rusqlite::Result<Due> {
    Ok(Due {
        id: row.get("id")?,
        at: row.get("at")?,
        kind: row.get("kind")?,
        game: row.get("game")?,
        user: row.get("user")?,
        payload: row.get("payload")?,
    })
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

    /// Whether a user was invited to a table.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn is_invited(&self, game: GameId, user: &str) -> Result<bool, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            Ok(connection.one(
                "SELECT count(*) FROM invitations WHERE game = ?1 AND user = ?2",
                params![game, user],
                |row| Ok(row.get::<_, i64>(0)? > 0),
            )?)
        })
    }

    /// The games that a user follows without sitting there, oldest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn followed(&self, user: &str) -> Result<Vec<GameId>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT game FROM followers WHERE user = ?1 ORDER BY game")?;
            let rows = query.query_map([user], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Everybody who ever sat at a table, by id, with the name shown: also those whose seat somebody else took.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn sitters(&self, game: GameId) -> Result<Vec<(String, String)>, Fault> {
        self.run(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT user, name FROM members WHERE game = ?1 ORDER BY place")?;
            let rows = query.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// What was taken back, restored, or whose seat passed on: who asked, what, more about it, and how many actions
    /// stood then. Oldest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn traces(&self, game: GameId) -> Result<Vec<(String, String, String, usize)>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT user, what, detail, stands FROM journal
                 WHERE game = ?1 AND stands IS NOT NULL ORDER BY id",
            )?;
            let rows = query.query_map([game], |row| {
                let stands = usize::try_from(row.get::<_, i64>(3)?).unwrap_or(0);
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, stands))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// What has fallen due, the earliest first; of the same moment first who is back, for the rest follows from it.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn due(&self, at: i64, most: usize) -> Result<Vec<Due>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT * FROM due WHERE done IS NULL AND at <= ?1 ORDER BY at, kind <> 'back', id LIMIT ?2",
            )?;
            let rows = query.query_map(params![at, most as i64], due_row)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Lets something fall due later, without a change of a game.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn plan(&self, due: Due) -> Result<(), Fault> {
        self.run(move |connection| {
            connection.exec(
                "INSERT INTO due (at, kind, game, user, payload) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![due.at, due.kind, due.game, due.user, payload(&due)],
            )?;
            Ok(())
        })
    }

    /// What fell due needs nothing to be done, or is put off until `later`.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn settle(&self, id: i64, later: Option<i64>) -> Result<(), Fault> {
        let now = self.now();
        self.run(move |connection| {
            match later {
                Some(at) => connection.exec(
                    "UPDATE due SET at = ?2 WHERE id = ?1 AND done IS NULL",
                    params![id, at],
                )?,
                None => connection.exec(
                    "UPDATE due SET done = ?2 WHERE id = ?1 AND done IS NULL",
                    params![id, now],
                )?,
            };
            Ok(())
        })
    }
}
