//! `/game nudge`: the host calls whoever is awaited once more.
//!
//! It is one call among the others: it counts as one, the next reminder is counted from it, and it keeps to what the
//! player has said. Nobody is called in his quiet hours or while he is away, whoever asks for it: the host learns when
//! the player is there, and one who sleeps is called when he wakes. Who has pressed "No more for this turn" is left in
//! peace. Nobody is nudged within an hour of his last call, nor twice within [`GAP`] in a game.

use super::super::due::{self, Handled};
use super::super::{Open, Refusal, Request, Tables, seats};
use super::{moment, remind};
use crate::people::{Event, HOUR, What};
use crate::reply::Reply;
use crate::store::{Awaiting, Change, Committed, Due, Step};
use crate::text;

/// Seconds between two nudges of a player in a game.
const GAP: i64 = 6 * HOUR;

/// What becomes of a nudge of somebody.
enum Fate {
    /// He is called now: the number of the call.
    Now(i64),
    /// He sleeps, and is called by the nudge when he wakes.
    Wakes(i64),
    /// He is not called by it: why.
    Not(String),
}

fn fate(standing: &Awaiting, nudged: Option<i64>, now: i64) -> Fate {
    let last = standing.wait.last(What::Call);
    if let Some(at) = nudged.filter(|at| now - at < GAP) {
        return Fate::Not(format!(
            "was nudged <t:{at}:R>, and can be again {}",
            moment(at + GAP)
        ));
    }
    if let Some(said) = last.filter(|said| now - said.at < HOUR) {
        return Fate::Not(format!("was called only <t:{}:R>", said.at));
    }
    if let Some(until) = standing.rhythm.away_until(now) {
        return Fate::Not(format!("is away until {}", moment(until)));
    }
    let put_off = standing.wait.put_off.as_ref();
    match put_off.map(|off| off.until) {
        Some(None) => {
            return Fate::Not("does not want to be called again for this turn".into());
        }
        Some(Some(until)) if until > now => {
            return Fate::Not(format!("has asked to be called {}", moment(until)));
        }
        _ => {}
    }
    if standing.rhythm.awake(now) {
        return Fate::Now(last.map_or(0, |said| said.number + 1));
    }
    let Some(wakes) = standing.rhythm.wakes(now) else {
        return Fate::Not("has no waking hours in sight".into());
    };
    match standing.next_call() {
        Some((at, Event::Call(_))) if at <= wakes => {
            Fate::Not(format!("sleeps, and is called {} anyway", moment(wakes)))
        }
        _ => Fate::Wakes(wakes),
    }
}

/// `/game nudge`.
pub(in crate::table) fn nudge(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
) -> Result<Reply, Refusal> {
    if !request.moderator {
        seats::host_only(open, request, "nudge whoever is awaited")?;
    }
    open.playing()?;
    let now = tables.now();
    let standings = tables.store().standings(open.row.id)?;
    if standings.is_empty() {
        return Err(Refusal::new(
            "The game waits for nobody who could be called.",
        ));
    }
    let nudged = tables.store().nudged(open.row.id)?;
    let by = text::escape(&text::clean_name(&request.name));
    let (mut steps, mut posts, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for standing in &standings {
        let user = &standing.person.user;
        let name = open.name_of(user);
        let before = (nudged.iter()).find(|(known, _)| known == user);
        match fate(standing, before.map(|(_, at)| *at), now) {
            Fate::Now(number) => {
                let (more, body) = remind::calling(tables, open, standing, number, Some(&by))?;
                steps.extend(more);
                posts.extend(body);
                steps.push(Step::Said(
                    user.clone(),
                    standing.wait.stamp,
                    What::Call,
                    number,
                ));
                steps.push(Step::Nudged(user.clone()));
                lines.push(format!("{name} is called."));
            }
            Fate::Wakes(at) => {
                let stamp = standing.wait.stamp;
                steps.push(Step::Nudged(user.clone()));
                steps.push(Step::Plan(Due {
                    at,
                    kind: due::NUDGE.into(),
                    game: Some(open.row.id),
                    user: Some(user.clone()),
                    payload: serde_json::json!({ "stamp": stamp, "by": by }).to_string(),
                    ..Due::default()
                }));
                lines.push(format!("{name} sleeps, and is called {}.", moment(at)));
            }
            Fate::Not(why) => lines.push(format!("{name} {why}.")),
        }
    }
    let reply = lines.join("\n");
    if steps.is_empty() {
        return Err(Refusal::new(lines.join(" ")));
    }
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "nudge",
        detail: text::clip(&text::plain(&lines.join(" ")), 400),
        still: true,
        steps,
        posts,
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => Ok(Reply::new(reply)),
    }
}

/// Somebody who slept when he was nudged may be awake now.
pub(in crate::table) fn woken(
    tables: &Tables,
    open: &mut Open,
    due: &Due,
    now: i64,
) -> Result<Handled, Refusal> {
    let user = due.user.clone().unwrap_or_default();
    let payload: serde_json::Value = serde_json::from_str(&due.payload).unwrap_or_default();
    let (stamp, by) = (payload["stamp"].as_i64(), payload["by"].as_str());
    if open.playing().is_err() || open.row.lost {
        return Ok(Handled::Nothing);
    }
    let standings = tables.store().standings(open.row.id)?;
    let standing = (standings.into_iter())
        .find(|one| one.person.user == user && Some(one.wait.stamp) == stamp);
    // His move is made.
    let Some(standing) = standing else {
        return Ok(Handled::Nothing);
    };
    match fate(&standing, None, now) {
        Fate::Now(number) => {
            let (mut steps, posts) = remind::calling(tables, open, &standing, number, by)?;
            steps.push(Step::Done(due.id));
            super::done(tables, open, &standing, (What::Call, number), steps, posts)
        }
        // He has changed his hours, or the clock has changed.
        Fate::Wakes(at) => Ok(Handled::Later(at)),
        Fate::Not(_) => Ok(Handled::Nothing),
    }
}
