//! Whom games wait for, and what is due about it.
//!
//! What is due about a decision is computed anew with every change ([`replan`]): its row in `due` is only kept so that
//! asking what has fallen due is one look into an index. What was done stands in `said`.

use super::asks;
use super::calls::{CALL, next_over, take_back};
use super::kept::Kept;
use super::people::{person, rhythm};
use super::rows::{GameId, Member};
use super::{Fault, Store};
use crate::people::{Clock, Event, Person, PutOff, Rhythm, Said, Terms, Wait, What, next};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

/// The kind of what falls due about a decision.
pub(crate) const WAIT: &str = "wait";

/// Somebody whom a game waits for, with all that decides when he is called.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Who.
    pub person: Person,
    /// What for, and what was done about it.
    pub wait: Wait,
    /// When he may be called.
    pub rhythm: Rhythm,
    /// What his table has agreed on.
    pub terms: Terms,
}

impl Standing {
    /// What is due next, and when.
    pub fn next(&self, now: i64) -> Option<(i64, Event)> {
        next(&self.wait, &self.person, &self.rhythm, &self.terms, now)
    }

    /// When he is called next, or the table is told that he has been called often enough.
    pub fn next_call(&self) -> Option<(i64, Event)> {
        crate::people::next_call(&self.wait, &self.person, &self.rhythm, &self.terms)
    }

    /// The mark of posts about this decision, which are over when it is made.
    pub fn mark(&self, what: What) -> String {
        format!(
            "{CALL}{}:{}:{}",
            what.name(),
            self.person.user,
            self.wait.stamp
        )
    }
}

/// Whom a game waits for. Nobody where it is not being played, or has lost its channel.
fn standings(work: &Connection, game: GameId) -> rusqlite::Result<Vec<Standing>> {
    let mut query = work.prepare_cached(
        "SELECT agreed FROM games WHERE id = ?1 AND state = 'playing' AND lost = 0",
    )?;
    let agreed: Option<String> = query.query_row([game], |row| row.get(0)).optional()?;
    let Some(agreed) = agreed else {
        return Ok(Vec::new());
    };
    let agreed = crate::table::Agreed::read(&agreed);
    let terms = agreed.terms();
    let mut query = work.prepare_cached(
        "SELECT m.user, a.seat, a.decision, a.since, a.stamp,
                p.at, p.until, p.stamp = a.stamp AS own, p.turn = s.turn_began AND s.turn_seat = a.seat AS turn
         FROM awaited a JOIN members m ON m.game = a.game AND m.seat = a.seat AND m.gone = 0
         LEFT JOIN summaries s ON s.game = a.game
         LEFT JOIN put_offs p ON p.game = a.game AND p.user = m.user
         WHERE a.game = ?1 ORDER BY a.seat",
    )?;
    let rows = query.query_map([game], |row| {
        let user: String = row.get(0)?;
        let until: Option<i64> = row.get(6)?;
        let own = row.get::<_, Option<bool>>(7)?.unwrap_or(false);
        let turn = row.get::<_, Option<bool>>(8)?.unwrap_or(false) && until.is_none();
        let put_off = match row.get::<_, Option<i64>>(5)? {
            Some(at) if own || turn => Some(PutOff { at, until }),
            _ => None,
        };
        let wait = Wait {
            seat: row.get(1)?,
            decision: row.get(2)?,
            since: row.get(3)?,
            stamp: row.get(4)?,
            put_off,
            ..Wait::default()
        };
        Ok((user, wait))
    })?;
    let mut found = Vec::new();
    for row in rows {
        let (user, mut wait) = row?;
        if Member::open_user(&user) {
            continue;
        }
        let mut query = work.prepare_cached(
            "SELECT what, number, at FROM said WHERE game = ?1 AND user = ?2 AND stamp = ?3",
        )?;
        let said = query.query_map(params![game, user, wait.stamp], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?))
        })?;
        for row in said {
            let (what, number, at) = row?;
            if let Some(what) = What::read(&what) {
                wait.said.push(Said { what, number, at });
            }
        }
        wait.answers = agreed.answered.contains(&user);
        if let Clock::Bank(_) = terms.clock {
            wait.used = work
                .prepare_cached(
                    "SELECT coalesce(sum(awake), 0) FROM waits WHERE game = ?1 AND user = ?2",
                )?
                .query_row(params![game, user], |row| row.get(0))?;
        }
        let person = person(work, &user)?;
        found.push(Standing {
            rhythm: rhythm(work, &person, game)?,
            person,
            wait,
            terms,
        });
    }
    Ok(found)
}

/// Until when those who are awaited have time, in a line; nothing where nobody is pressed for time.
pub(super) fn until(work: &Connection, game: GameId) -> rusqlite::Result<String> {
    let limits: Vec<String> = (standings(work, game)?.iter())
        .filter_map(|one| {
            let (_, late) = one.wait.limit(&one.rhythm, &one.terms)?;
            Some(format!("<@{}> until <t:{late}:f>", one.person.user))
        })
        .collect();
    Ok(match limits.is_empty() {
        true => String::new(),
        false => format!("Time to decide: {}.", limits.join(", ")),
    })
}

/// Computes anew what is due about the decisions of a game, and takes back the reminders of those that are made.
pub(super) fn replan(work: &Connection, game: GameId, now: i64) -> rusqlite::Result<()> {
    let standings = standings(work, game)?;
    let mut known: Vec<(i64, String, i64)> = work
        .prepare_cached(
            "SELECT id, user, at FROM due WHERE game = ?1 AND kind = 'wait' AND done IS NULL",
        )?
        .query_map([game], |row| {
            let user: Option<String> = row.get(1)?;
            Ok((row.get(0)?, user.unwrap_or_default(), row.get(2)?))
        })?
        .collect::<Result<_, _>>()?;
    for standing in &standings {
        let user = &standing.person.user;
        let Some((at, _)) = standing.next(now) else {
            continue;
        };
        match known.iter().position(|(_, other, _)| other == user) {
            Some(index) => {
                let (id, _, planned) = known.swap_remove(index);
                if planned != at {
                    work.prepare_cached("UPDATE due SET at = ?2 WHERE id = ?1")?
                        .execute(params![id, at])?;
                }
            }
            None => {
                work.prepare_cached(
                    "INSERT INTO due (at, kind, game, user) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![at, WAIT, game, user])?;
            }
        }
    }
    for (id, ..) in known {
        work.prepare_cached("DELETE FROM due WHERE id = ?1")?
            .execute([id])?;
    }
    take_back(work, game, &standings)?;
    next_over(work, game, &standings)?;
    asks::over(work, game)
}

/// The games that wait for somebody.
fn awaiting(work: &Connection, user: &str) -> rusqlite::Result<Vec<GameId>> {
    let mut query = work.prepare_cached(
        "SELECT m.game FROM members m JOIN awaited a ON a.game = m.game AND a.seat = m.seat
         WHERE m.user = ?1 AND m.gone = 0",
    )?;
    query.query_map([user], |row| row.get(0))?.collect()
}

pub(super) fn replan_all(work: &Connection, user: &str, now: i64) -> rusqlite::Result<()> {
    for game in awaiting(work, user)? {
        replan(work, game, now)?;
    }
    asks::replan(work, user, now)
}

impl Store {
    pub(super) fn change<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Transaction<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        self.run(move |connection| {
            let work =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let done = job(&work)?;
            work.commit()?;
            Ok(done)
        })
    }

    /// Whom a game waits for, with all that decides when he is called.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn standings(&self, game: GameId) -> Result<Vec<Standing>, Fault> {
        self.run(move |connection| Ok(standings(connection, game)?))
    }

    /// The message of the turn that a game's channel shows, if it has been sent.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn turn_message(&self, game: GameId) -> Result<Option<String>, Fault> {
        self.run(move |connection| {
            let found: Option<Option<String>> = connection
                .one(
                    "SELECT message FROM outbox WHERE game = ?1 AND kind = 'turn' AND kind <> 'words' AND closed = 0
                     ORDER BY id DESC LIMIT 1",
                    [game],
                    |row| row.get(0),
                )
                .optional()?;
            Ok(found.flatten())
        })
    }

    /// When something was last written about a game, by the clock of that time.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn latest(&self) -> Result<Option<i64>, Fault> {
        self.run(move |connection| {
            let mut query =
                connection.prepare_cached("SELECT at FROM journal ORDER BY id DESC LIMIT 1")?;
            Ok(query.query_row([], |row| row.get(0)).optional()?)
        })
    }

    /// The clock was set back: whoever was awaited or called at a time to come was so now.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn set_back(&self) -> Result<(), Fault> {
        let now = self.now();
        self.change(move |work| {
            work.exec("UPDATE awaited SET since = ?1 WHERE since > ?1", [now])?;
            work.exec("UPDATE said SET at = ?1 WHERE at > ?1", [now])?;
            work.exec("UPDATE put_offs SET at = ?1 WHERE at > ?1", [now])?;
            work.exec("UPDATE nudges SET at = ?1 WHERE at > ?1", [now])?;
            work.exec(
                "UPDATE absences SET since = ?1 WHERE since > ?1 AND ended IS NULL",
                [now],
            )?;
            let games: Vec<GameId> = work
                .prepare_cached("SELECT DISTINCT game FROM awaited")?
                .query_map([], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            for game in games {
                replan(work, game, now)?;
            }
            Ok(asks::replan_all(work, now)?)
        })
    }
}
