//! How long decisions took. A wait ends when its decision is made, is nobody's any more, or passes to another player;
//! it is kept with the change that ended it.

use super::kept::Kept;
use super::people;
use super::rows::{GameId, Member, State};
use super::{Fault, Store};
use rusqlite::{Connection, OptionalExtension, params};

/// Time that a player's decisions took in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// His id with the adapter.
    pub user: String,
    /// Name to show, not escaped.
    pub name: String,
    /// He sits there no longer.
    pub gone: bool,
    /// Decisions that he made.
    pub decisions: i64,
    /// Seconds that they took in all.
    pub whole: i64,
    /// Seconds of these in which he was neither asleep nor away.
    pub awake: i64,
    /// Such seconds of the longest.
    pub longest: i64,
    /// Since when he is awaited now, if he is.
    pub since: Option<i64>,
}

/// The same with its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePace {
    /// The game.
    pub game: GameId,
    /// Its channel.
    pub channel: String,
    /// Its title as in commands.
    pub title: String,
    /// Where it stands.
    pub state: State,
    /// The time.
    pub pace: Pace,
}

/// Keeps that a seat was awaited until now.
pub(super) fn ended(
    work: &Connection,
    game: GameId,
    (seat, decision): (u8, &str),
    since: i64,
    until: i64,
) -> rusqlite::Result<()> {
    let user: Option<String> = work
        .prepare_cached("SELECT user FROM members WHERE game = ?1 AND seat = ?2 AND gone = 0")?
        .query_row(params![game, seat], |row| row.get(0))
        .optional()?;
    let Some(user) = user else {
        return Ok(());
    };
    let open = Member {
        user,
        name: String::new(),
        seat: Some(seat),
    };
    // A clock that was set back took nobody's time.
    if open.is_open() || until < since {
        return Ok(());
    }
    let rhythm = people::rhythm(work, &people::person(work, &open.user)?, game)?;
    let awake = rhythm.awake_between(since, until);
    work.prepare_cached(
        "INSERT INTO waits (game, user, decision, since, until, awake) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![game, open.user, decision, since, until, awake])?;
    Ok(())
}

/// A seat passes to another player: his time begins now.
pub(super) fn passes(work: &Connection, game: GameId, out: &str, at: i64) -> rusqlite::Result<()> {
    let mut query = work.prepare_cached(
        "SELECT a.seat, a.decision, a.since FROM awaited a JOIN members m ON m.game = a.game AND m.seat = a.seat
         WHERE a.game = ?1 AND m.user = ?2 AND m.gone = 0",
    )?;
    let found: Option<(u8, String, i64)> = query
        .query_row(params![game, out], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    if let Some((seat, decision, since)) = found {
        ended(work, game, (seat, &decision), since, at)?;
        work.exec(
            "UPDATE awaited SET since = ?3 WHERE game = ?1 AND seat = ?2",
            params![game, seat, at],
        )?;
    }
    Ok(())
}

/// The game is ended before its time: nobody is awaited any more.
pub(super) fn all_ended(work: &Connection, game: GameId, at: i64) -> rusqlite::Result<()> {
    let mut query =
        work.prepare_cached("SELECT seat, decision, since FROM awaited WHERE game = ?1")?;
    let waits: Vec<(u8, String, i64)> = query
        .query_map([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    for (seat, decision, since) in waits {
        ended(work, game, (seat, &decision), since, at)?;
    }
    work.exec("DELETE FROM awaited WHERE game = ?1", [game])?;
    Ok(())
}

impl Store {
    /// The time that players' decisions took in a game, in table order; who has left it comes last.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn pace(&self, game: GameId) -> Result<Vec<Pace>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT m.user, m.name, m.gone, count(w.id), coalesce(sum(w.until - w.since), 0),
                        coalesce(sum(w.awake), 0), coalesce(max(w.awake), 0),
                        (SELECT a.since FROM awaited a WHERE a.game = m.game AND a.seat = m.seat AND m.gone = 0)
                 FROM members m LEFT JOIN waits w ON w.game = m.game AND w.user = m.user
                 WHERE m.game = ?1 AND m.seat IS NOT NULL
                 GROUP BY m.user HAVING m.gone = 0 OR count(w.id) > 0 ORDER BY m.gone, m.seat, m.user",
            )?;
            let rows = query.query_map([game], |row| {
                Ok(Pace {
                    user: row.get(0)?,
                    name: row.get(1)?,
                    gone: row.get(2)?,
                    decisions: row.get(3)?,
                    whole: row.get(4)?,
                    awake: row.get(5)?,
                    longest: row.get(6)?,
                    since: row.get(7)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// The time that a user's decisions took, by game, the latest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn pace_of(&self, user: &str) -> Result<Vec<GamePace>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT g.id, g.channel, g.title, g.state, m.name, m.gone, count(w.id),
                        coalesce(sum(w.until - w.since), 0), coalesce(sum(w.awake), 0), coalesce(max(w.awake), 0),
                        (SELECT a.since FROM awaited a WHERE a.game = m.game AND a.seat = m.seat AND m.gone = 0)
                 FROM members m JOIN games g ON g.id = m.game LEFT JOIN waits w ON w.game = g.id AND w.user = m.user
                 WHERE m.user = ?1 AND m.seat IS NOT NULL
                 GROUP BY g.id ORDER BY g.state <> 'playing', g.id DESC",
            )?;
            let rows = query.query_map([&user], |row| {
                Ok(GamePace {
                    game: row.get(0)?,
                    channel: row.get(1)?,
                    title: row.get(2)?,
                    state: State::read(&row.get::<_, String>(3)?),
                    pace: Pace {
                        user: user.clone(),
                        name: row.get(4)?,
                        gone: row.get(5)?,
                        decisions: row.get(6)?,
                        whole: row.get(7)?,
                        awake: row.get(8)?,
                        longest: row.get(9)?,
                        since: row.get(10)?,
                    },
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Whom the host of a game has nudged, and when last.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn nudged(&self, game: GameId) -> Result<Vec<(String, i64)>, Fault> {
        self.run(move |connection| {
            let mut query =
                connection.prepare_cached("SELECT user, at FROM nudges WHERE game = ?1")?;
            let rows = query.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Whether a user lets others see how his finished games ended.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn shows_record(&self, user: &str) -> Result<bool, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            Ok(connection
                .prepare_cached("SELECT 1 FROM shown_records WHERE user = ?1")?
                .exists([user])?)
        })
    }

    /// A user lets others see how his finished games ended, or no longer.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn show_record(&self, user: &str, shown: bool) -> Result<(), Fault> {
        let (user, at) = (user.to_string(), self.now());
        self.run(move |connection| {
            match shown {
                true => connection.exec(
                    "INSERT OR IGNORE INTO shown_records (user, at) VALUES (?1, ?2)",
                    params![user, at],
                )?,
                false => connection.exec("DELETE FROM shown_records WHERE user = ?1", [user])?,
            };
            Ok(())
        })
    }
}
