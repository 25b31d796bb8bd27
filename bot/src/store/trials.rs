//! Private trials and notes. Every query names the user: nobody reads or changes what is another's.

use super::kept::Kept;
use super::rows::{ActionId, GameId};
use super::{Fault, Store};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

/// Number of a trial.
pub type TrialId = i64;

/// A trial as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialRow {
    /// Its number.
    pub id: TrialId,
    /// The game that it forks.
    pub game: GameId,
    /// Whose it is.
    pub user: String,
    /// Its name, cleaned but not escaped.
    pub name: String,
    /// The game's action after which it was made; `None` is the start.
    pub head: Option<ActionId>,
    /// How many actions of the game that were.
    pub moves: usize,
    /// What was done in it, as JSON.
    pub steps: String,
    /// Rises with every change.
    pub version: i64,
    /// When it was changed last, in seconds since 1970.
    pub changed: i64,
}

/// What happens to a trial or to notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialChange {
    /// A new one, at hand from now on.
    Start {
        /// Its name.
        name: String,
        /// The game's action after which it begins.
        head: Option<ActionId>,
        /// How many actions of the game that are.
        moves: usize,
        /// What is done in it.
        steps: String,
    },
    /// Another base, other steps, or another name; it must have that version.
    Keep {
        /// Which one, at which version.
        trial: (TrialId, i64),
        /// Its name.
        name: String,
        /// The game's action after which it begins.
        head: Option<ActionId>,
        /// How many actions of the game that are.
        moves: usize,
        /// What is done in it.
        steps: String,
    },
    /// It is at hand from now on.
    Open(TrialId),
    /// It is gone.
    Drop(TrialId),
    /// The user's notes on the game, as JSON.
    Notes(String),
}

/// A change with who asked for it, and what he is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialWrite {
    /// The game.
    pub game: GameId,
    /// The user.
    pub user: String,
    /// What happens.
    pub change: TrialChange,
    /// Id of the request.
    pub request: Option<String>,
    /// What the asker is answered, kept with the request's id.
    pub reply: String,
}

/// How it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is durable: the trial and its version (0 and 0 for notes).
    Now(TrialId, i64),
    /// The same request was carried out before and answered so.
    Before(String),
}

fn trial_row(row: &Row<'_>) -> rusqlite::Result<TrialRow> {
    Ok(TrialRow {
        id: row.get("id")?,
        game: row.get("game")?,
        user: row.get("user")?,
        name: row.get("name")?,
        head: row.get("head")?,
        moves: usize::try_from(row.get::<_, i64>("moves")?).unwrap_or(0),
        steps: row.get("steps")?,
        version: row.get("version")?,
        changed: row.get("changed")?,
    })
}

impl Store {
    /// A user's trials of a game, the one at hand first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn trials(&self, game: GameId, user: &str) -> Result<Vec<TrialRow>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT * FROM trials WHERE game = ?1 AND user = ?2 ORDER BY opened DESC, id DESC",
            )?;
            let rows = query.query_map(params![game, user], trial_row)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// One of a user's trials.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn trial(&self, trial: TrialId, user: &str) -> Result<Option<TrialRow>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            Ok(connection
                .one(
                    "SELECT * FROM trials WHERE id = ?1 AND user = ?2",
                    params![trial, user],
                    trial_row,
                )
                .optional()?)
        })
    }

    /// A user's notes on a game, as JSON.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn notes(&self, game: GameId, user: &str) -> Result<Option<String>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            Ok(connection
                .one(
                    "SELECT lines FROM notes WHERE game = ?1 AND user = ?2",
                    params![game, user],
                    |row| row.get(0),
                )
                .optional()?)
        })
    }

    /// Makes a change durable, together with the request that asked for it.
    ///
    /// # Errors
    /// [`Fault::Moved`] if the trial is gone or has another version, else what SQLite says; then nothing is written.
    pub fn save_trial(&self, write: TrialWrite) -> Result<Saved, Fault> {
        let at = self.now();
        self.run(move |connection| save(connection, &write, at))
    }
}

fn save(connection: &mut Connection, write: &TrialWrite, at: i64) -> Result<Saved, Fault> {
    let work = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    if let Some(request) = &write.request {
        let before: Option<String> = work
            .one(
                "SELECT reply FROM interactions WHERE id = ?1",
                [request],
                |row| row.get(0),
            )
            .optional()?;
        if let Some(reply) = before {
            return Ok(Saved::Before(reply));
        }
    }
    let (id, version) = carry_out(&work, write, at)?;
    if let Some(request) = &write.request {
        work.exec(
            "INSERT INTO interactions (id, game, reply, at) VALUES (?1, ?2, ?3, ?4)",
            params![request, write.game, write.reply, at],
        )?;
    }
    work.commit()?;
    Ok(Saved::Now(id, version))
}

fn carry_out(work: &Transaction<'_>, write: &TrialWrite, at: i64) -> Result<(TrialId, i64), Fault> {
    let (game, user) = (write.game, &write.user);
    let next: i64 = work.one(
        "SELECT coalesce(max(opened), 0) + 1 FROM trials WHERE user = ?1 AND game = ?2",
        params![user, game],
        |row| row.get(0),
    )?;
    let one = |changed: usize| match changed {
        1 => Ok(()),
        _ => Err(Fault::Moved),
    };
    match &write.change {
        TrialChange::Start {
            name,
            head,
            moves,
            steps,
        } => {
            work.exec(
                "INSERT INTO trials (game, user, name, head, moves, steps, opened, created, changed)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
                params![game, user, name, head, *moves as i64, steps, next, at],
            )?;
            Ok((work.last_insert_rowid(), 0))
        }
        TrialChange::Keep {
            trial: (id, version),
            name,
            head,
            moves,
            steps,
        } => {
            one(work.exec(
                "UPDATE trials SET name = ?5, head = ?6, moves = ?7, steps = ?8, opened = ?9, changed = ?10,
                 version = version + 1 WHERE id = ?1 AND user = ?2 AND game = ?3 AND version = ?4",
                params![id, user, game, version, name, head, *moves as i64, steps, next, at],
            )?)?;
            Ok((*id, version + 1))
        }
        TrialChange::Open(id) => {
            one(work.exec(
                "UPDATE trials SET opened = ?4 WHERE id = ?1 AND user = ?2 AND game = ?3",
                params![id, user, game, next],
            )?)?;
            let version = work.one("SELECT version FROM trials WHERE id = ?1", [id], |row| {
                row.get(0)
            })?;
            Ok((*id, version))
        }
        TrialChange::Drop(id) => {
            one(work.exec(
                "DELETE FROM trials WHERE id = ?1 AND user = ?2 AND game = ?3",
                params![id, user, game],
            )?)?;
            Ok((*id, 0))
        }
        TrialChange::Notes(lines) => {
            work.exec(
                "INSERT INTO notes (user, game, lines, changed) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (user, game) DO UPDATE SET lines = excluded.lines, changed = excluded.changed",
                params![user, game, lines, at],
            )?;
            Ok((0, 0))
        }
    }
}
