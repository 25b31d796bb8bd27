//! Summaries of positions: who is awaited for what and since when, how finished games ended. They spare folding games
//! for a list of them.

use super::kept::Kept;
use super::pace;
use super::read::game_row;
use super::rows::{ActionId, GameId, GameRow};
use super::waits;
use super::{Fault, Store};
use rusqlite::{Connection, Row, params};
use std::collections::HashMap;

/// What a list says of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The round as players name it.
    pub round: String,
    /// Number of actions.
    pub moves: usize,
    /// Seats that the game waits for, and for which decision.
    pub awaited: Vec<(u8, String)>,
    /// The final score, once the game is over: seat, rank from 1, worth.
    pub results: Vec<(u8, u8, i32)>,
    /// Whose turn it is, if it is somebody's, and after how many actions it began.
    pub turn: (Option<u8>, usize),
}

/// A seat that a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// The seat.
    pub seat: u8,
    /// Who sits there: name to show, not escaped.
    pub name: String,
    /// For which decision.
    pub decision: String,
    /// Since when, in seconds since 1970.
    pub since: i64,
}

/// A game as a list of games shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// The game.
    pub game: GameRow,
    /// The user's seat, once drawn.
    pub seat: Option<u8>,
    /// Whether the user sits there.
    pub sits: bool,
    /// How many sit there.
    pub members: usize,
    /// Round and number of actions; `None` if no summary of the present position is kept.
    pub stand: Option<(String, usize)>,
    /// Whom it waits for.
    pub awaited: Vec<Awaited>,
}

/// A finished game of a user against another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The game.
    pub game: GameId,
    /// When it ended, in seconds since 1970.
    pub ended: i64,
    /// Its title as in commands.
    pub title: String,
    /// Who it is about: id with the adapter and name to show, not escaped.
    pub user: (String, String),
    /// His rank, from 1.
    pub rank: u8,
    /// His worth.
    pub worth: i32,
}

/// Writes the summary of the position with that head. `acted`: seats that have acted, and wait anew. Decisions that
/// fall to somebody with it get that stamp.
pub(super) fn write(
    work: &Connection,
    game: GameId,
    head: Option<ActionId>,
    summary: &Summary,
    acted: &[u8],
    (stamp, at): (i64, i64),
) -> rusqlite::Result<()> {
    let mut query =
        work.prepare_cached("SELECT seat, decision, since, stamp FROM awaited WHERE game = ?1")?;
    let before: Vec<(u8, String, i64, i64)> = query
        .query_map([game], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?
        .collect::<Result<_, _>>()?;
    for (seat, decision, since, _) in &before {
        let goes_on =
            (summary.awaited.iter()).any(|(known, what)| known == seat && what == decision);
        if !goes_on || acted.contains(seat) {
            pace::ended(work, game, (*seat, decision), *since, at)?;
        }
    }
    work.exec("DELETE FROM awaited WHERE game = ?1", [game])?;
    for (seat, decision) in &summary.awaited {
        let (since, stamp) = before
            .iter()
            .find(|(known, what, ..)| known == seat && what == decision && !acted.contains(seat))
            .map_or((at, stamp), |(_, _, since, stamp)| (*since, *stamp));
        work.exec(
            "INSERT OR IGNORE INTO awaited (game, seat, decision, since, stamp) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![game, seat, decision, since, stamp],
        )?;
    }
    work.exec("DELETE FROM results WHERE game = ?1", [game])?;
    for (seat, rank, worth) in &summary.results {
        work.exec(
            "INSERT OR IGNORE INTO results (game, seat, rank, worth) VALUES (?1, ?2, ?3, ?4)",
            params![game, seat, rank, worth],
        )?;
    }
    work.exec(
        "INSERT OR REPLACE INTO summaries (game, head, round, moves, turn_seat, turn_began)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            game,
            head,
            summary.round,
            summary.moves as i64,
            summary.turn.0,
            summary.turn.1 as i64
        ],
    )?;
    Ok(())
}

fn sitting(row: &Row<'_>) -> rusqlite::Result<Sitting> {
    let fresh: bool = row.get("fresh")?;
    let stand = if fresh {
        let moves: i64 = row.get("moves")?;
        Some((row.get("round")?, usize::try_from(moves).unwrap_or(0)))
    } else {
        None
    };
    let members: i64 = row.get("members")?;
    Ok(Sitting {
        game: game_row(row)?,
        seat: row.get("own_seat")?,
        sits: row.get("sits")?,
        members: usize::try_from(members).unwrap_or(0),
        stand,
        awaited: Vec::new(),
    })
}

fn waiting(connection: &Connection, game: GameId) -> rusqlite::Result<Vec<Awaited>> {
    let mut query = connection.prepare_cached(
        "SELECT a.seat, coalesce(m.name, 'somebody'), a.decision, a.since
         FROM awaited a LEFT JOIN members m ON m.game = a.game AND m.seat = a.seat AND m.gone = 0
         WHERE a.game = ?1 ORDER BY a.seat",
    )?;
    let rows = query.query_map([game], |row| {
        Ok(Awaited {
            seat: row.get(0)?,
            name: row.get(1)?,
            decision: row.get(2)?,
            since: row.get(3)?,
        })
    })?;
    rows.collect()
}

impl Store {
    /// Whom a game waits for, and since when; empty when it waits for nobody.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn awaited(&self, game: GameId) -> Result<Vec<Awaited>, Fault> {
        self.run(move |connection| Ok(waiting(connection, game)?))
    }

    /// The games that have not ended at which a user sits, with what is known of them.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn sittings(&self, user: &str) -> Result<Vec<Sitting>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT g.*, m.seat AS own_seat, 1 AS sits, s.round, s.moves, s.head IS g.head AND s.game IS NOT NULL AS fresh,
                        (SELECT count(*) FROM members o WHERE o.game = g.id AND o.gone = 0) AS members
                 FROM members m JOIN games g ON g.id = m.game LEFT JOIN summaries s ON s.game = g.id
                 WHERE m.user = ?1 AND m.gone = 0 AND g.state IN ('lobby', 'playing') ORDER BY g.id",
            )?;
            let rows = query.query_map([user], sitting)?;
            let mut sittings: Vec<Sitting> = rows.collect::<Result<_, _>>()?;
            for sitting in &mut sittings {
                sitting.awaited = waiting(connection, sitting.game.id)?;
            }
            Ok(sittings)
        })
    }

    /// The games of a server that have not ended, with what is known of them, as a user sees them.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn at_server(&self, guild: Option<&str>, user: &str) -> Result<Vec<Sitting>, Fault> {
        let (guild, user) = (guild.map(str::to_string), user.to_string());
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT g.*, m.seat AS own_seat, m.user IS NOT NULL AS sits, s.round, s.moves,
                        s.head IS g.head AND s.game IS NOT NULL AS fresh,
                        (SELECT count(*) FROM members o WHERE o.game = g.id AND o.gone = 0) AS members
                 FROM games g LEFT JOIN members m ON m.game = g.id AND m.user = ?2 AND m.gone = 0
                 LEFT JOIN summaries s ON s.game = g.id
                 WHERE g.guild IS ?1 AND g.state IN ('lobby', 'playing') ORDER BY g.id",
            )?;
            let rows = query.query_map(params![guild, user], sitting)?;
            let mut found: Vec<Sitting> = rows.collect::<Result<_, _>>()?;
            let mut places: HashMap<GameId, usize> = HashMap::new();
            for (place, sitting) in found.iter().enumerate() {
                places.insert(sitting.game.id, place);
            }
            let mut query = connection.prepare_cached(
                "SELECT a.game, a.seat, coalesce(m.name, 'somebody'), a.decision, a.since
                 FROM games g JOIN awaited a ON a.game = g.id
                 LEFT JOIN members m ON m.game = a.game AND m.seat = a.seat AND m.gone = 0
                 WHERE g.guild IS ?1 AND g.state IN ('lobby', 'playing') AND g.state = 'playing'
                 ORDER BY a.game, a.seat",
            )?;
            let rows = query.query_map([guild], |row| {
                let awaited = Awaited {
                    seat: row.get(1)?,
                    name: row.get(2)?,
                    decision: row.get(3)?,
                    since: row.get(4)?,
                };
                Ok((row.get::<_, GameId>(0)?, awaited))
            })?;
            for row in rows {
                let (game, awaited) = row?;
                if let Some(sitting) = places.get(&game).and_then(|place| found.get_mut(*place)) {
                    sitting.awaited.push(awaited);
                }
            }
            Ok(found)
        })
    }

    /// Keeps a summary made anew, if the game still has that head.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn summarise(
        &self,
        game: GameId,
        head: Option<ActionId>,
        summary: Summary,
    ) -> Result<(), Fault> {
        let now = self.now();
        self.run(move |connection| {
            let work = connection.transaction()?;
            let (same, changed, version): (bool, i64, i64) = work.one(
                "SELECT head IS ?2, changed, version FROM games WHERE id = ?1",
                params![game, head],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?;
            if same {
                // Nobody was awaited before the game last changed; then he was called.
                let at = changed.min(now);
                write(&work, game, head, &summary, &[], (version, at))?;
                work.exec(
                    "INSERT OR IGNORE INTO said (game, user, stamp, what, number, at)
                     SELECT a.game, m.user, a.stamp, 'call', 0, a.since FROM awaited a
                     JOIN members m ON m.game = a.game AND m.seat = a.seat AND m.gone = 0 WHERE a.game = ?1",
                    [game],
                )?;
                waits::replan(&work, game, now)?;
            }
            work.commit()?;
            Ok(())
        })
    }

    /// Finished games at which a user sat and whose results are not kept yet.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn without_results(&self, user: &str) -> Result<Vec<GameId>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT g.id FROM members m JOIN games g ON g.id = m.game
                 WHERE m.user = ?1 AND m.gone = 0 AND g.state = 'over'
                   AND NOT EXISTS (SELECT 1 FROM results r WHERE r.game = g.id) ORDER BY g.id",
            )?;
            let rows = query.query_map([user], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// The results of all finished games at which a user sat, his own and the others', by game and rank.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn finished(&self, user: &str) -> Result<Vec<Finished>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT g.id, g.title, o.user, o.name, r.rank, r.worth,
                        coalesce((SELECT a.at FROM actions a WHERE a.id = g.head), g.changed)
                 FROM members m JOIN games g ON g.id = m.game
                 JOIN members o ON o.game = g.id AND o.gone = 0
                 JOIN results r ON r.game = g.id AND r.seat = o.seat
                 WHERE m.user = ?1 AND m.gone = 0 AND m.seat IS NOT NULL AND g.state = 'over'
                 ORDER BY g.id, r.rank, r.seat",
            )?;
            let rows = query.query_map([user], |row| {
                Ok(Finished {
                    game: row.get(0)?,
                    title: row.get(1)?,
                    user: (row.get(2)?, row.get(3)?),
                    rank: row.get(4)?,
                    worth: row.get(5)?,
                    ended: row.get(6)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}
