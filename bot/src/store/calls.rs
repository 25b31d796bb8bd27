//! Posts that call somebody: what was said about a decision, and what becomes of it when the decision is made.

use super::Fault;
use super::asks::{self, post};
use super::kept::Kept;
use super::people::{person, rhythm, silent, wakes};
use super::rows::{GameId, PostBody};
use super::waits::{Standing, replan};
use crate::people::What;
use rusqlite::{Connection, OptionalExtension, params};

/// How the mark of a post begins that tells somebody that he is next.
const NEXT: &str = "next:";

/// How the mark of a message begins that tells somebody how an order of his ended.
pub(crate) const ORDER: &str = "order:";

/// How the mark of a post about a decision begins.
pub(super) const CALL: &str = "call:";

/// What a mark says: what was done about whose decision.
fn unmark(mark: &str) -> Option<(What, &str, i64)> {
    let (what, rest) = mark.strip_prefix(CALL)?.split_once(':')?;
    let (user, stamp) = rest.rsplit_once(':')?;
    Some((What::read(what)?, user, stamp.parse().ok()?))
}

/// Who was told that he is next is so no longer once another turn has begun, or he himself is awaited.
pub(super) fn next_over(
    work: &Connection,
    game: GameId,
    standings: &[Standing],
) -> rusqlite::Result<()> {
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
        let known = mark
            .strip_prefix(NEXT)
            .and_then(|rest| rest.rsplit_once(':'));
        let stands = known.is_some_and(|(user, turn)| {
            turn.parse().ok() == began && standings.iter().all(|one| one.person.user != user)
        });
        if !stands {
            overtake(work, id)?;
        }
    }
    Ok(())
}

/// Posts about other decisions than these are over: those that nobody has seen are never sent.
pub(super) fn take_back(
    work: &Connection,
    game: GameId,
    standings: &[Standing],
) -> rusqlite::Result<()> {
    for (id, mark) in open_marked(work, game, CALL)? {
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

/// The posts of a game that stand and whose mark begins so, with their marks; the beginning ends with a colon.
pub(super) fn open_marked(
    work: &Connection,
    game: GameId,
    start: &str,
) -> rusqlite::Result<Vec<(i64, String)>> {
    // A semicolon follows the colon in ASCII: the range is one look into the index.
    let mut query = work.prepare_cached(
        "SELECT id, json_extract(body, '$.mark') FROM outbox
         WHERE game = ?1 AND kind = 'words' AND closed = 0
         AND json_extract(body, '$.mark') >= ?2 AND json_extract(body, '$.mark') < ?3",
    )?;
    let end = start.replace(':', ";");
    query
        .query_map(params![game, start, end], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect()
}

/// A post is over: if nobody has seen it, it is never sent.
pub(super) fn overtake(work: &Connection, post: i64) -> rusqlite::Result<()> {
    work.prepare_cached(
        "UPDATE outbox SET closed = 1, edit = edit + 1,
             state = CASE WHEN state = 'pending' AND sending = 0 THEN 'overtaken' ELSE state END
         WHERE id = ?1",
    )?
    .execute([post])?;
    Ok(())
}

/// Whether a post may go out now: a reminder that lay until night, or until somebody was away, may not. It is taken
/// back, and due when he wakes; how an order of his ended, and that he is next, he is not told by message then.
pub(super) fn may_go(work: &Connection, post: i64, now: i64) -> rusqlite::Result<bool> {
    let mut query = work.prepare_cached(
        "SELECT game, json_extract(body, '$.mark') FROM outbox
         WHERE id = ?1 AND state = 'pending' AND kind = 'words'
         AND substr(json_extract(body, '$.mark'), 1, instr(json_extract(body, '$.mark'), ':')) IN ('call:', 'next:', 'order:', 'ask:')",
    )?;
    let found: Option<(GameId, String)> = query
        .query_row([post], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((game, mark)) = found else {
        return Ok(true);
    };
    if let Some((user, question)) = asks::unmark(&mark) {
        let person = person(work, user)?;
        let awake = rhythm(work, &person, game)?.awake(now);
        if !awake {
            work.exec("UPDATE outbox SET sending = 0 WHERE id = ?1", [post])?;
            overtake(work, post)?;
            asks::plan_waking(work, game, question, user, now)?;
        }
        return Ok(awake);
    }
    let decision = match unmark(&mark) {
        Some((what @ (What::Call | What::Warn), user, stamp)) => Some((what, user, stamp)),
        Some(_) => return Ok(true),
        None => None,
    };
    let user = match decision {
        Some((_, user, _)) => user,
        // What was to be known at once is read when he looks.
        None => match mark.strip_prefix(ORDER) {
            Some(user) => user,
            None => mark
                .strip_prefix(NEXT)
                .and_then(|rest| rest.rsplit_once(':'))
                .map_or("", |(user, _)| user),
        },
    };
    let person = person(work, user)?;
    if rhythm(work, &person, game)?.awake(now) {
        return Ok(true);
    }
    // In hand when the bot fell: it is not any more, or it would be taken back again and again.
    work.exec("UPDATE outbox SET sending = 0 WHERE id = ?1", [post])?;
    overtake(work, post)?;
    let Some((what, user, stamp)) = decision else {
        return Ok(false);
    };
    work.exec(
        "DELETE FROM said WHERE game = ?1 AND user = ?2 AND stamp = ?3 AND what = ?4 AND number =
         (SELECT max(number) FROM said WHERE game = ?1 AND user = ?2 AND stamp = ?3 AND what = ?4)",
        params![game, user, stamp, what.name()],
    )?;
    replan(work, game, now)?;
    Ok(false)
}

/// How long a post may lie before it is looked at once more.
const FRESH: i64 = 120;

/// A post that lay while Discord could not be reached pings nobody who sleeps by now, or is away: whom the post of a
/// turn was to call, or who is asked something, is called when he wakes.
pub(super) fn quieten(work: &Connection, post: i64, now: i64) -> rusqlite::Result<()> {
    let mut query = work.prepare_cached(
        "SELECT game, kind <> 'words', body FROM outbox WHERE id = ?1 AND state = 'pending' AND sending = 0
         AND (kind <> 'words' OR at < ?2) AND coalesce(json_extract(body, '$.mark'), '') NOT LIKE 'call:call:%'
         AND coalesce(json_extract(body, '$.mark'), '') NOT LIKE 'call:warn:%'",
    )?;
    let found: Option<(GameId, bool, String)> = query
        .query_row(params![post, now - FRESH], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let Some((game, calls, body)) = found else {
        return Ok(());
    };
    let Ok(mut body) = serde_json::from_str::<PostBody>(&body) else {
        return Ok(());
    };
    let (mut loud, mut asleep) = (Vec::new(), Vec::new());
    for user in body.mentions {
        match wakes(work, game, &user, now)? {
            true => loud.push(user),
            false => asleep.push(user),
        }
    }
    if asleep.is_empty() {
        return Ok(());
    }
    body.mentions = loud;
    if let Ok(json) = serde_json::to_string(&body) {
        work.exec(
            "UPDATE outbox SET body = ?2 WHERE id = ?1",
            params![post, json],
        )?;
    }
    for user in asleep.iter().filter(|_| !calls) {
        if body.asked.contains(user) {
            asks::plan_waking(work, game, post, user, now)?;
        }
    }
    for user in asleep.iter().filter(|_| calls) {
        work.exec(
            "DELETE FROM said WHERE game = ?1 AND user = ?2 AND what = 'call' AND number = 0
             AND stamp = (SELECT a.stamp FROM awaited a JOIN members m ON m.game = a.game AND m.seat = a.seat
                          WHERE a.game = ?1 AND m.user = ?2 AND m.gone = 0)
             AND NOT EXISTS (SELECT 1 FROM said later WHERE later.game = said.game AND later.user = said.user
                             AND later.stamp = said.stamp AND later.what = 'call' AND later.number > 0)",
            params![game, user],
        )?;
    }
    replan(work, game, now)
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
    let news = work
        .prepare_cached(
            "INSERT OR IGNORE INTO said (game, user, stamp, what, number, at) VALUES (?1, ?2, ?3, 'next', 0, ?4)",
        )?
        .execute(params![game, user, turn as i64, at])?;
    if news == 0 {
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
