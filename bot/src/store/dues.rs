//! What falls due at a time.

use super::kept::Kept;
use super::rows::GameId;
use super::{Fault, Store};
use rusqlite::{Row, params};

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

pub(super) fn payload(due: &Due) -> &str {
    if due.payload.is_empty() {
        "{}"
    } else {
        &due.payload
    }
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

impl Store {
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
