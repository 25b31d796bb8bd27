//! Words that name somebody, and questions that are no decision of the game: votes, offers, invitations, what a host is
//! asked.
//!
//! Who sleeps or is away is named without a ping. What he is asked he is called for when he wakes, once, if it still
//! stands then; who wants messages is called by one.

use super::calls::{open_marked, overtake};
use super::kept::Kept;
use super::outbox::{COLUMNS, post_row};
use super::people::{person, rhythm};
use super::rows::{GameId, PostBody, PostRow};
use super::{Fault, Store};
use rusqlite::{Connection, OptionalExtension, params};

/// The kind of what falls due when somebody may be called who is asked something.
pub(crate) const ASK: &str = "ask";

/// How the mark of a call for such a question begins.
const MARK: &str = "ask:";

/// The mark of the call that tells a user of the question of a post.
pub(crate) fn mark(user: &str, post: i64) -> String {
    format!("{MARK}{user}:{post}")
}

/// Whom such a call is for, and the post of the question.
pub(super) fn unmark(mark: &str) -> Option<(&str, i64)> {
    let (user, post) = mark.strip_prefix(MARK)?.rsplit_once(':')?;
    Some((user, post.parse().ok()?))
}

/// What a plan of this kind needs to know.
fn payload(post: i64) -> String {
    format!("{{\"post\":{post}}}")
}

/// Leaves words for the channel of a game, or for a user alone.
pub(super) fn post(
    work: &Connection,
    game: GameId,
    user: Option<&str>,
    body: &PostBody,
    at: i64,
) -> Result<(), Fault> {
    let mut body = body.clone();
    let mut later = Vec::new();
    match user {
        Some(user) => {
            let person = person(work, user)?;
            body.soft = !rhythm(work, &person, game)?.awake(at);
        }
        None => later = hush(work, game, &mut body, at)?,
    }
    let json = serde_json::to_string(&body).map_err(|error| Fault::Sqlite(error.to_string()))?;
    let channel = user.map(|user| format!("dm:{user}"));
    work.exec(
        "INSERT INTO outbox (game, channel, kind, body, at)
         VALUES (?1, coalesce(?2, (SELECT channel FROM games WHERE id = ?1)), 'words', ?3, ?4)",
        params![game, channel, json, at],
    )?;
    let post = work.last_insert_rowid();
    for (user, wakes) in later {
        plan(work, game, post, &user, wakes)?;
    }
    Ok(())
}

/// Leaves pings only for those who may be called now. Who is asked and is not pinged, and when he may be called.
fn hush(
    work: &Connection,
    game: GameId,
    body: &mut PostBody,
    at: i64,
) -> rusqlite::Result<Vec<(String, i64)>> {
    let (mut loud, mut later) = (Vec::new(), Vec::new());
    for user in std::mem::take(&mut body.mentions) {
        let person = person(work, &user)?;
        let rhythm = rhythm(work, &person, game)?;
        let asked = body.asked.contains(&user);
        if rhythm.awake(at) && !(asked && person.by_message()) {
            loud.push(user);
        } else if asked && let Some(wakes) = rhythm.wakes(at) {
            later.push((user, wakes));
        }
    }
    body.mentions = loud;
    Ok(later)
}

/// Somebody is called for the question of a post at that time.
pub(super) fn plan(
    work: &Connection,
    game: GameId,
    post: i64,
    user: &str,
    at: i64,
) -> rusqlite::Result<()> {
    work.prepare_cached(
        "INSERT INTO due (at, kind, game, user, payload) SELECT ?1, ?2, ?3, ?4, ?5
         WHERE NOT EXISTS (SELECT 1 FROM due WHERE game = ?3 AND kind = ?2 AND user = ?4 AND payload = ?5
                           AND done IS NULL)",
    )?
    .execute(params![at, ASK, game, user, payload(post)])?;
    Ok(())
}

/// The same for somebody whom a post that lay for long does not ping any more.
pub(super) fn plan_waking(
    work: &Connection,
    game: GameId,
    post: i64,
    user: &str,
    now: i64,
) -> rusqlite::Result<()> {
    let person = person(work, user)?;
    match rhythm(work, &person, game)?.wakes(now) {
        Some(at) => plan(work, game, post, user, at),
        None => Ok(()),
    }
}

/// A question reads so from now on. Whoever was not pinged by it is not pinged by this.
pub(super) fn repost(
    work: &Connection,
    game: GameId,
    body: &PostBody,
    closed: bool,
) -> Result<(), Fault> {
    let mut query = work.prepare_cached(
        "SELECT id, body FROM outbox
         WHERE game = ?1 AND kind = 'words' AND closed = 0 AND json_extract(body, '$.mark') = ?2",
    )?;
    let known: Vec<(i64, String)> = query
        .query_map(params![game, body.mark], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect::<Result<_, _>>()?;
    for (id, before) in known {
        let before: PostBody = serde_json::from_str(&before).unwrap_or_default();
        let mut body = body.clone();
        body.mentions.retain(|user| before.mentions.contains(user));
        let json =
            serde_json::to_string(&body).map_err(|error| Fault::Sqlite(error.to_string()))?;
        work.exec(
            "UPDATE outbox SET body = ?2, closed = ?3, edit = edit + 1 WHERE id = ?1",
            params![id, json, closed],
        )?;
    }
    Ok(())
}

/// What somebody has said about himself has changed, or the clock: when he is called for what he is asked.
pub(super) fn replan(work: &Connection, user: &str, now: i64) -> rusqlite::Result<()> {
    let mut query = work.prepare_cached(
        "SELECT id, game FROM due WHERE kind = ?1 AND user = ?2 AND done IS NULL AND at > ?3",
    )?;
    let known: Vec<(i64, GameId)> = query
        .query_map(params![ASK, user, now], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect::<Result<_, _>>()?;
    if known.is_empty() {
        return Ok(());
    }
    let person = person(work, user)?;
    for (id, game) in known {
        // Who may never be called now may change his mind: it is looked at again at its old time.
        if let Some(at) = rhythm(work, &person, game)?.wakes(now) {
            work.exec("UPDATE due SET at = ?2 WHERE id = ?1", params![id, at])?;
        }
    }
    Ok(())
}

/// The same for everybody.
pub(super) fn replan_all(work: &Connection, now: i64) -> rusqlite::Result<()> {
    let users: Vec<String> = work
        .prepare_cached(
            "SELECT DISTINCT user FROM due WHERE kind = ?1 AND done IS NULL AND user IS NOT NULL",
        )?
        .query_map([ASK], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for user in users {
        replan(work, &user, now)?;
    }
    Ok(())
}

/// The post of a question and when it was asked, if a user has not answered it and it still stands.
fn question(work: &Connection, post: i64, user: &str) -> rusqlite::Result<Option<(PostRow, i64)>> {
    let found = work
        .prepare_cached(&format!(
            "SELECT {COLUMNS}, at FROM outbox WHERE id = ?1 AND kind = 'words' AND closed = 0"
        ))?
        .query_row([post], |row| Ok((post_row(row)?, row.get("at")?)))
        .optional()?;
    Ok(found.filter(|(post, _)| post.body.asked.iter().any(|asked| asked == user)))
}

/// Calls for questions that are answered, or over, are over as well: one that nobody has seen is never sent.
pub(super) fn over(work: &Connection, game: GameId) -> rusqlite::Result<()> {
    for (id, mark) in open_marked(work, game, MARK)? {
        let stands = match unmark(&mark) {
            Some((user, post)) => question(work, post, user)?.is_some(),
            None => false,
        };
        if !stands {
            overtake(work, id)?;
        }
    }
    Ok(())
}

impl Store {
    /// The post of a question and when it was asked, if a user has not answered it and it still stands.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn question(&self, post: i64, user: &str) -> Result<Option<(PostRow, i64)>, Fault> {
        let user = user.to_string();
        self.run(move |connection| Ok(question(connection, post, &user)?))
    }
}
