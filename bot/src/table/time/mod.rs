//! Across time zones: who is called when, who is away, whose time is up.
//!
//! What is due about a decision falls due by the store's plan; here it is computed once more from what holds now, and
//! carried out if it still is due. What is done is kept with it, so that it is never done twice.

mod asked;
mod away;
mod clocks;
mod me;
mod next;
mod nudge;
mod remind;
mod vanished;

pub(super) use asked::asked;
pub(super) use away::ended;
pub(super) use clocks::press as press_clock;
pub(super) use me::{ask_once, me, press as press_me, suggest};
pub(super) use next::next;
pub(super) use nudge::{nudge, woken};
pub(super) use remind::press as press_call;
pub(super) use vanished::{answered, go_on, sought};

use super::due::Handled;
use super::{Open, Refusal, Tables, post};
use crate::people::{Event, What};
use crate::store::{Awaiting, Change, Committed, Due, PostBody, State, Step};
use crate::text;

/// A moment, so that every reader sees it in his own time, and how far off it is.
fn moment(at: i64) -> String {
    format!("<t:{at}:f> (<t:{at}:R>)")
}

/// Something about a decision has fallen due.
pub(super) fn wait(
    tables: &Tables,
    open: &mut Open,
    due: &Due,
    now: i64,
) -> Result<Handled, Refusal> {
    let user = due.user.clone().unwrap_or_default();
    if open.row.state != State::Playing || open.row.lost {
        return Ok(Handled::Nothing);
    }
    // A game whose log this version cannot follow waits for a newer one.
    if open.playing().is_err() {
        return Ok(Handled::Later(now + crate::people::DAY));
    }
    let standings = tables.store().standings(open.row.id)?;
    let Some(standing) = standings.into_iter().find(|one| one.person.user == user) else {
        return Ok(Handled::Nothing);
    };
    let Some((at, event)) = standing.next(now) else {
        return Ok(Handled::Nothing);
    };
    if at > now {
        return Ok(Handled::Later(at));
    }
    // What was due while the bot did not run, or a moment before his night, waits until he wakes.
    let calls = matches!(event, Event::Call(_) | Event::Warn | Event::Late);
    if calls && !standing.rhythm.awake(now) {
        let wakes = match event {
            // Nobody's time ends as he wakes.
            Event::Late => standing.rhythm.after(now, crate::people::HOUR),
            _ => standing.rhythm.wakes(now),
        };
        return Ok(wakes.map_or(Handled::Nothing, Handled::Later));
    }
    match event {
        Event::Call(number) => remind::call(tables, open, &standing, number),
        Event::Enough => remind::enough(tables, open, &standing),
        Event::Warn => clocks::warn(tables, open, &standing),
        Event::Late => clocks::late(tables, open, &standing),
        Event::Answer => clocks::answer(tables, open, &standing),
        Event::Silent => vanished::silent(tables, open, &standing),
    }
}

/// Keeps that something was done about a decision, with what is said; the position stays.
fn done(
    tables: &Tables,
    open: &mut Open,
    standing: &Awaiting,
    (what, number): (What, i64),
    mut steps: Vec<Step>,
    posts: Vec<PostBody>,
) -> Result<Handled, Refusal> {
    let user = standing.person.user.clone();
    let detail = posts.first().map_or_else(
        || format!("{} {number} for {user}", what.name()),
        |body| text::clip(&text::plain(&body.text), 400),
    );
    steps.push(Step::Said(user, standing.wait.stamp, what, number));
    keep(tables, open, detail, steps, posts)
}

/// Keeps what was done about something that had fallen due, with what is said; the position stays.
fn keep(
    tables: &Tables,
    open: &Open,
    detail: String,
    steps: Vec<Step>,
    posts: Vec<PostBody>,
) -> Result<Handled, Refusal> {
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        what: "time",
        detail,
        still: true,
        steps,
        posts,
        ..Change::default()
    })?;
    match committed {
        Committed::Before(_) => Ok(Handled::Nothing),
        Committed::Now(..) => Ok(Handled::Done),
    }
}

/// A post that has this mark until it is over.
fn marked(mark: &str, past: &str, body: PostBody) -> PostBody {
    PostBody {
        mark: mark.into(),
        past: past.into(),
        ..body
    }
}

/// Words that name somebody without calling him.
fn naming(text: &str) -> PostBody {
    post::words(text, Vec::new())
}
