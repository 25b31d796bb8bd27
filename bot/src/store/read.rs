//! Reading games and the outbox.

use super::How;
use super::kept::Kept;
use super::rows::{
    ActionId, ActionRow, ByKind, GameId, GameRow, JournalRow, Member, NewAction, State,
};
use super::{Fault, Store};
use rusqlite::{OptionalExtension, Row, params};
use std::collections::HashMap;

pub(super) fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let list = |text: String| serde_json::from_str(&text).unwrap_or_default();
    let redo = |text: String| serde_json::from_str(&text).unwrap_or_default();
    Ok(GameRow {
        id: row.get("id")?,
        channel: row.get("channel")?,
        guild: row.get("guild")?,
        title: row.get("title")?,
        seed: row.get::<_, Option<i64>>("seed")?.map(i64::cast_unsigned),
        options: list(row.get("options")?),
        host: row.get("host")?,
        state: State::read(&row.get::<_, String>("state")?),
        version: row.get("version")?,
        head: row.get("head")?,
        redo: redo(row.get("redo")?),
        revision: u16::try_from(row.get::<_, i64>("revision")?).unwrap_or(u16::MAX),
        origin: row.get("origin")?,
        agreed: row.get("agreed")?,
        former: serde_json::from_str(&row.get::<_, String>("former")?).unwrap_or_default(),
        changed: row.get("changed")?,
        lost: row.get("lost")?,
    })
}

fn action_row(row: &Row<'_>) -> rusqlite::Result<ActionRow> {
    Ok(ActionRow {
        id: row.get("id")?,
        parent: row.get("parent")?,
        action: NewAction {
            kind: ByKind::read(&row.get::<_, String>("kind")?),
            how: How::read(&row.get::<_, String>("how")?),
            seat: row.get("seat")?,
            text: row.get("text")?,
            digest: row.get("digest")?,
        },
        user: row.get("user")?,
        at: row.get("at")?,
    })
}

impl Store {
    /// The game that is last in the channel: the active one, else the one that ended last.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn game_in(&self, channel: &str) -> Result<Option<GameId>, Fault> {
        let channel = channel.to_string();
        self.run(move |connection| {
            Ok(connection
                .one(
                    "SELECT id FROM games WHERE channel = ?1
                     ORDER BY state IN ('lobby', 'playing') DESC, id DESC LIMIT 1",
                    [channel],
                    |row| row.get(0),
                )
                .optional()?)
        })
    }

    /// Every game, oldest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn games(&self) -> Result<Vec<GameRow>, Fault> {
        self.run(|connection| {
            let mut query = connection.prepare_cached("SELECT * FROM games ORDER BY id")?;
            let rows = query.query_map([], game_row)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// A game's row and who sits there, in the order of joining.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn game(&self, game: GameId) -> Result<Option<(GameRow, Vec<Member>)>, Fault> {
        self.run(move |connection| {
            let Some(row) = connection
                .one("SELECT * FROM games WHERE id = ?1", [game], game_row)
                .optional()?
            else {
                return Ok(None);
            };
            let mut query = connection.prepare_cached(
                "SELECT user, name, seat FROM members WHERE game = ?1 AND gone = 0 ORDER BY place",
            )?;
            let members = query.query_map([game], |row| {
                Ok(Member {
                    user: row.get(0)?,
                    name: row.get(1)?,
                    seat: row.get(2)?,
                })
            })?;
            Ok(Some((row, members.collect::<Result<_, _>>()?)))
        })
    }

    /// The actions that lead to `head`, oldest first. What was taken back and does not lead there is left out.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn branch(&self, game: GameId, head: Option<ActionId>) -> Result<Vec<ActionRow>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached("SELECT * FROM actions WHERE game = ?1")?;
            let rows = query.query_map([game], action_row)?;
            let mut by_id: HashMap<ActionId, ActionRow> = HashMap::new();
            for row in rows {
                let row = row?;
                by_id.insert(row.id, row);
            }
            let mut branch = Vec::new();
            let mut at = head;
            while let Some(row) = at.and_then(|id| by_id.remove(&id)) {
                at = row.parent;
                branch.push(row);
            }
            branch.reverse();
            Ok(branch)
        })
    }

    /// The last lines of a game's journal, oldest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn journal(&self, game: GameId, lines: usize) -> Result<Vec<JournalRow>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT user, what, detail, at FROM
                 (SELECT * FROM journal WHERE game = ?1 ORDER BY id DESC LIMIT ?2) ORDER BY id",
            )?;
            let rows = query.query_map(params![game, lines as i64], |row| {
                Ok(JournalRow {
                    user: row.get(0)?,
                    what: row.get(1)?,
                    detail: row.get(2)?,
                    at: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// A small value kept between starts.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn setting(&self, key: &'static str) -> Result<Option<String>, Fault> {
        self.run(move |connection| {
            Ok(connection
                .one("SELECT value FROM settings WHERE key = ?1", [key], |row| {
                    row.get(0)
                })
                .optional()?)
        })
    }

    /// Keeps a small value.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn set(&self, key: &'static str, value: String) -> Result<(), Fault> {
        self.run(move |connection| {
            connection.exec(
                "INSERT INTO settings (key, value) VALUES (?1, ?2)
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                params![key, value],
            )?;
            Ok(())
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
}
