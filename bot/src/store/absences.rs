//! Who is away, from which games, and until when.

use super::asks::post;
use super::kept::Kept;
use super::rows::{GameId, PostBody};
use super::waits::replan_all;
use super::{Fault, Store};
use rusqlite::{OptionalExtension, Row, Transaction, params};

/// The kind of what falls due when an absence is over.
pub(crate) const BACK: &str = "back";

/// Somebody is away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absence {
    /// Its number.
    pub id: i64,
    /// Who.
    pub user: String,
    /// From which game; `None` is all.
    pub game: Option<GameId>,
    /// Since when, in seconds since 1970.
    pub since: i64,
    /// Until when.
    pub until: i64,
}

fn absence(row: &Row<'_>) -> rusqlite::Result<Absence> {
    Ok(Absence {
        id: row.get("id")?,
        user: row.get("user")?,
        game: row.get("game")?,
        since: row.get("since")?,
        until: row.get("until")?,
    })
}

/// Ends absences; the games of theirs that wait for him are planned anew.
fn end(work: &Transaction<'_>, user: &str, ids: &[i64], now: i64) -> Result<(), Fault> {
    for id in ids {
        work.exec(
            "UPDATE absences SET ended = min(until, ?2) WHERE id = ?1 AND ended IS NULL",
            params![id, now],
        )?;
        work.exec(
            "DELETE FROM due WHERE game IS NULL AND kind = ?1 AND user = ?2 AND payload = ?3 AND done IS NULL",
            params![BACK, user, id.to_string()],
        )?;
    }
    replan_all(work, user, now)?;
    Ok(())
}

impl Store {
    /// The absences of a user that go on.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn absences(&self, user: &str) -> Result<Vec<Absence>, Fault> {
        let (user, now) = (user.to_string(), self.now());
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT * FROM absences WHERE user = ?1 AND ended IS NULL AND until > ?2 ORDER BY id",
            )?;
            let rows = query.query_map(params![user, now], absence)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// An absence by its number, if it has not ended.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn absence(&self, id: i64) -> Result<Option<Absence>, Fault> {
        self.run(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT * FROM absences WHERE id = ?1 AND ended IS NULL")?;
            Ok(query.query_row([id], absence).optional()?)
        })
    }

    /// Who of a game's players is away, and until when.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn away_in(&self, game: GameId) -> Result<Vec<(String, i64)>, Fault> {
        let now = self.now();
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT a.user, max(a.until) FROM members m JOIN absences a ON a.user = m.user
                 WHERE m.game = ?1 AND m.gone = 0 AND (a.game IS NULL OR a.game = ?1)
                 AND a.ended IS NULL AND a.until > ?2 GROUP BY a.user",
            )?;
            let rows = query.query_map(params![game, now], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Somebody is away, in one game or in all; an earlier word about the same is replaced. His tables read these posts.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn leave(
        &self,
        user: &str,
        game: Option<GameId>,
        until: i64,
        posts: Vec<(GameId, PostBody)>,
    ) -> Result<(), Fault> {
        let (user, now) = (user.to_string(), self.now());
        self.change(move |work| {
            let ids: Vec<i64> = work
                .prepare_cached(
                    "SELECT id FROM absences WHERE user = ?1 AND game IS ?2 AND ended IS NULL",
                )?
                .query_map(params![user, game], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            end(work, &user, &ids, now)?;
            work.exec(
                "INSERT INTO absences (user, game, since, until) VALUES (?1, ?2, ?3, ?4)",
                params![user, game, now, until],
            )?;
            let id = work.last_insert_rowid();
            work.exec(
                "INSERT INTO due (at, kind, user, payload) VALUES (?1, ?2, ?3, ?4)",
                params![until, BACK, user, id.to_string()],
            )?;
            for (game, body) in &posts {
                post(work, *game, None, body, now)?;
            }
            Ok(replan_all(work, &user, now)?)
        })
    }

    /// Somebody is back: these absences have ended. His tables read these posts.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn back(
        &self,
        user: &str,
        absences: &[i64],
        posts: Vec<(GameId, PostBody)>,
    ) -> Result<(), Fault> {
        let (user, ids, now) = (user.to_string(), absences.to_vec(), self.now());
        self.change(move |work| {
            end(work, &user, &ids, now)?;
            for (game, body) in &posts {
                post(work, *game, None, body, now)?;
            }
            Ok(())
        })
    }
}
