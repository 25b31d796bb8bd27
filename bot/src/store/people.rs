//! What people say about themselves, and what follows from it for the games that wait for them.
//!
//! What is due about a decision is computed anew with every change ([`replan`]): its row in `due` is only kept so that
//! asking what has fallen due is one look into an index. What was done stands in `said`.

use super::rows::{GameId, Member, PostBody};
use super::{Fault, Store};
use crate::people::{Clock, Event, Person, Place, PutOff, Rhythm, Said, Terms, Wait, What, next};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

/// The kind of what falls due about a decision.
pub(crate) const WAIT: &str = "wait";

/// The kind of what falls due when an absence is over.
pub(crate) const BACK: &str = "back";

/// How the mark of a post begins that tells somebody that he is next.
const NEXT: &str = "next:";

/// How the mark of a post about a decision begins.
const CALL: &str = "call:";

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

/// What a mark says: what was done about whose decision.
fn unmark(mark: &str) -> Option<(What, &str, i64)> {
    let (what, rest) = mark.strip_prefix(CALL)?.split_once(':')?;
    let (user, stamp) = rest.rsplit_once(':')?;
    Some((What::read(what)?, user, stamp.parse().ok()?))
}

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
    next_over(work, game)
}

/// Who was told in another turn that he is next is so no longer.
fn next_over(work: &Connection, game: GameId) -> rusqlite::Result<()> {
    let mut query = work.prepare_cached(
        "SELECT o.id, json_extract(o.body, '$.mark'), s.turn_began FROM outbox o
         LEFT JOIN summaries s ON s.game = o.game
         WHERE o.game = ?1 AND o.kind = 'words' AND o.closed = 0
         AND json_extract(o.body, '$.mark') >= 'next:' AND json_extract(o.body, '$.mark') < 'next;'",
    )?;
    let open: Vec<(i64, String, Option<i64>)> = query
        .query_map([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    for (id, mark, began) in open {
        let turn = mark.rsplit(':').next().and_then(|turn| turn.parse().ok());
        if began != turn {
            overtake(work, id)?;
        }
    }
    Ok(())
}

/// Posts about other decisions than these are over: those that nobody has seen are never sent.
fn take_back(work: &Connection, game: GameId, standings: &[Standing]) -> rusqlite::Result<()> {
    let mut query = work.prepare_cached(
        "SELECT id, json_extract(body, '$.mark') FROM outbox
         WHERE game = ?1 AND kind = 'words' AND closed = 0
         AND json_extract(body, '$.mark') >= 'call:' AND json_extract(body, '$.mark') < 'call;'",
    )?;
    let open: Vec<(i64, String)> = query
        .query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (id, mark) in open {
        let Some((_, user, stamp)) = unmark(&mark) else {
            continue;
        };
        let stands =
            (standings.iter()).any(|one| one.person.user == user && one.wait.stamp == stamp);
        if !stands {
            overtake(work, id)?;
        }
    }
    Ok(())
}

/// A post is over: if nobody has seen it, it is never sent.
fn overtake(work: &Connection, post: i64) -> rusqlite::Result<()> {
    work.prepare_cached(
        "UPDATE outbox SET closed = 1, edit = edit + 1,
             state = CASE WHEN state = 'pending' AND sending = 0 THEN 'overtaken' ELSE state END
         WHERE id = ?1",
    )?
    .execute([post])?;
    Ok(())
}

/// Whether a post may go out now: a reminder that lay until night, or until somebody was away, may not. It is taken
/// back, and due when he wakes.
pub(super) fn may_go(work: &Connection, post: i64, now: i64) -> rusqlite::Result<bool> {
    let mut query = work.prepare_cached(
        "SELECT game, json_extract(body, '$.mark') FROM outbox
         WHERE id = ?1 AND state = 'pending' AND kind = 'words' AND json_extract(body, '$.mark') LIKE 'call:%'",
    )?;
    let found: Option<(GameId, String)> = query
        .query_row([post], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((game, mark)) = found else {
        return Ok(true);
    };
    let Some((what @ (What::Call | What::Warn), user, stamp)) = unmark(&mark) else {
        return Ok(true);
    };
    let person = person(work, user)?;
    if rhythm(work, &person, game)?.awake(now) {
        return Ok(true);
    }
    overtake(work, post)?;
    work.execute(
        "DELETE FROM said WHERE game = ?1 AND user = ?2 AND stamp = ?3 AND what = ?4 AND number =
         (SELECT max(number) FROM said WHERE game = ?1 AND user = ?2 AND stamp = ?3 AND what = ?4)",
        params![game, user, stamp, what.name()],
    )?;
    replan(work, game, now)?;
    Ok(false)
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

/// Tells somebody that he is next, if he wants to know it and neither sleeps nor is away; once a turn.
pub(super) fn tell_next(
    work: &Connection,
    game: GameId,
    user: &str,
    turn: usize,
    [in_channel, alone]: &[PostBody; 2],
    at: i64,
) -> Result<(), Fault> {
    let person = person(work, user)?;
    if !person.next || !rhythm(work, &person, game)?.awake(at) {
        return Ok(());
    }
    let (body, to) = match person.by_message() {
        true => (alone, Some(user)),
        false => (in_channel, None),
    };
    let mark = format!("{NEXT}{user}:{turn}");
    let told: i64 = work.query_row(
        "SELECT count(*) FROM outbox WHERE game = ?1 AND kind = 'words' AND closed = 0
         AND json_extract(body, '$.mark') = ?2",
        params![game, mark],
        |row| row.get(0),
    )?;
    if told > 0 {
        return Ok(());
    }
    let body = PostBody {
        mark,
        ..body.clone()
    };
    post(work, game, to, &body, at)
}

/// Keeps who has been called for the decisions that fell to somebody with this change: he is there himself, or a post
/// has pinged him. The others are called as soon as they may be.
pub(super) fn called(
    work: &Connection,
    game: GameId,
    stamp: i64,
    (there, pinged): (&[&str], &[&str]),
    at: i64,
) -> rusqlite::Result<()> {
    let mut query = work.prepare_cached(
        "SELECT m.user FROM awaited a JOIN members m ON m.game = a.game AND m.seat = a.seat AND m.gone = 0
         WHERE a.game = ?1 AND a.stamp = ?2",
    )?;
    let users: Vec<String> = query
        .query_map(params![game, stamp], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for user in users {
        let knows = there.contains(&user.as_str())
            || pinged.contains(&user.as_str()) && !silent(work, game, &user, at)?;
        if knows {
            say(work, game, &user, stamp, (What::Call, 0), at)?;
        }
    }
    Ok(())
}

/// Keeps that something was done about a decision; an error if it was done before.
pub(super) fn say(
    work: &Connection,
    game: GameId,
    user: &str,
    stamp: i64,
    (what, number): (What, i64),
    at: i64,
) -> rusqlite::Result<()> {
    work.prepare_cached(
        "INSERT INTO said (game, user, stamp, what, number, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![game, user, stamp, what.name(), number, at])?;
    Ok(())
}

/// The games that wait for somebody.
fn awaiting(work: &Connection, user: &str) -> rusqlite::Result<Vec<GameId>> {
    let mut query = work.prepare_cached(
        "SELECT m.game FROM members m JOIN awaited a ON a.game = m.game AND a.seat = m.seat
         WHERE m.user = ?1 AND m.gone = 0",
    )?;
    query.query_map([user], |row| row.get(0))?.collect()
}

fn replan_all(work: &Connection, user: &str, now: i64) -> rusqlite::Result<()> {
    for game in awaiting(work, user)? {
        replan(work, game, now)?;
    }
    Ok(())
}

/// Leaves a post for the channel of a game, or for a user alone.
pub(super) fn post(
    work: &Connection,
    game: GameId,
    user: Option<&str>,
    body: &PostBody,
    at: i64,
) -> Result<(), Fault> {
    let json = serde_json::to_string(body).map_err(|error| Fault::Sqlite(error.to_string()))?;
    let channel = user.map(|user| format!("dm:{user}"));
    work.execute(
        "INSERT INTO outbox (game, channel, kind, body, at)
         VALUES (?1, coalesce(?2, (SELECT channel FROM games WHERE id = ?1)), 'words', ?3, ?4)",
        params![game, channel, json, at],
    )?;
    Ok(())
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
        work.execute(
            "UPDATE absences SET ended = min(until, ?2) WHERE id = ?1 AND ended IS NULL",
            params![id, now],
        )?;
        work.execute(
            "DELETE FROM due WHERE kind = ?1 AND user = ?2 AND payload = ?3",
            params![BACK, user, id.to_string()],
        )?;
    }
    replan_all(work, user, now)?;
    Ok(())
}

impl Store {
    fn change<T: Send + 'static>(
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
            work.execute(
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

    /// Whom a game waits for, with all that decides when he is called.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn standings(&self, game: GameId) -> Result<Vec<Standing>, Fault> {
        self.run(move |connection| Ok(standings(connection, game)?))
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

    /// The message of the turn that a game's channel shows, if it has been sent.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn turn_message(&self, game: GameId) -> Result<Option<String>, Fault> {
        self.run(move |connection| {
            let found: Option<Option<String>> = connection
                .query_row(
                    "SELECT message FROM outbox WHERE game = ?1 AND kind = 'turn' AND closed = 0
                     ORDER BY id DESC LIMIT 1",
                    [game],
                    |row| row.get(0),
                )
                .optional()?;
            Ok(found.flatten())
        })
    }

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
            work.execute(
                "INSERT INTO absences (user, game, since, until) VALUES (?1, ?2, ?3, ?4)",
                params![user, game, now, until],
            )?;
            let id = work.last_insert_rowid();
            work.execute(
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

    /// Discord does not let the bot write to this user: what was for him alone about a game goes to the game's channel,
    /// where he is called from now on. False if there is no channel to fall back to.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn shut(&self, id: i64) -> Result<bool, Fault> {
        let now = self.now();
        self.change(move |work| {
            let found: Option<(GameId, String, bool)> = work
                .query_row(
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
            work.execute(
                "INSERT INTO people (user, shut) VALUES (?1, 1) ON CONFLICT (user) DO UPDATE SET shut = 1",
                [user],
            )?;
            replan_all(work, user, now)?;
            if lost {
                return Ok(false);
            }
            let moved = work.execute(
                "UPDATE outbox SET channel = (SELECT channel FROM games WHERE id = game), sending = 0, tries = 0,
                     error = 'no message to this user may be sent'
                 WHERE id = ?1 AND state = 'pending' AND closed = 0",
                [id],
            )?;
            Ok(moved == 1)
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
            work.execute("UPDATE awaited SET since = ?1 WHERE since > ?1", [now])?;
            work.execute("UPDATE said SET at = ?1 WHERE at > ?1", [now])?;
            work.execute("UPDATE put_offs SET at = ?1 WHERE at > ?1", [now])?;
            work.execute(
                "UPDATE absences SET since = ?1 WHERE since > ?1 AND ended IS NULL",
                [now],
            )?;
            let games: Vec<GameId> = work
                .prepare("SELECT DISTINCT game FROM awaited")?
                .query_map([], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            for game in games {
                replan(work, game, now)?;
            }
            Ok(())
        })
    }
}
