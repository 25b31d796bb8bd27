//! Calls for questions that are no decision of the game, to whoever slept or was away when they were asked.

use super::super::due::Handled;
use super::super::{Open, Refusal, Tables, post};
use super::{keep, marked, remind};
use crate::people::Person;
use crate::store::{Due, PostBody, PostRow, State, Step, ask_mark};
use crate::text;

/// Somebody may be called now who is asked something.
pub(in crate::table) fn asked(
    tables: &Tables,
    open: &mut Open,
    due: &Due,
    now: i64,
) -> Result<Handled, Refusal> {
    let user = due.user.clone().unwrap_or_default();
    let payload: serde_json::Value = serde_json::from_str(&due.payload).unwrap_or_default();
    let post = payload["post"].as_i64().unwrap_or_default();
    let Some((question, since)) = tables.store().question(post, &user)? else {
        return Ok(Handled::Nothing);
    };
    if !concerns(open, &question, &user) {
        return Ok(Handled::Nothing);
    }
    // Where the channel is gone he may be called once there is another.
    if open.row.lost {
        return Ok(Handled::Later(now + crate::people::DAY));
    }
    let rhythm = tables.store().rhythm(&user, open.row.id)?;
    if !rhythm.awake(now) {
        return Ok(rhythm.wakes(now).map_or(Handled::Nothing, Handled::Later));
    }
    let person = tables.store().person(&user)?;
    let body = call(tables, open, &person, (&question, since))?;
    let detail = text::clip(&text::plain(&body.text), 400);
    let mut steps = vec![Step::Done(due.id)];
    let mut posts = Vec::new();
    match person.by_message() {
        true => steps.push(Step::Direct(user, body)),
        false => posts.push(body),
    }
    keep(tables, open, detail, steps, posts)
}

/// Whether an open question still is one for him: an invitation not if he sits here or nobody can sit down, what a
/// host is asked only for the host.
fn concerns(open: &Open, question: &PostRow, user: &str) -> bool {
    let mark = question.body.mark.as_str();
    let state = open.row.state;
    if mark.starts_with("invite:") {
        let sits = open.members.iter().any(|member| member.user == user);
        let joins = state == State::Lobby || question.body.buttons.is_empty();
        return !sits && joins && state != State::Ended;
    }
    match mark {
        "lobby" => state == State::Lobby && open.row.host == user,
        _ if mark.starts_with("call:late:") => state == State::Playing && open.row.host == user,
        _ => state != State::Ended,
    }
}

/// What calls him: the question once more with its buttons, or by a message of his own with a link to it.
fn call(
    tables: &Tables,
    open: &Open,
    person: &Person,
    (question, since): (&PostRow, i64),
) -> Result<PostBody, Refusal> {
    let user = &person.user;
    let mut said = question.body.text.as_str();
    while let Some((_, rest)) = said
        .strip_prefix("<@")
        .and_then(|rest| rest.split_once('>'))
    {
        said = rest.trim_start();
    }
    let first = said.lines().next().unwrap_or_default();
    let past = format!(
        "{} was called: {}",
        open.user_named(user),
        text::clip(first.trim_end_matches(':'), 300)
    );
    let head = format!("<@{user}> **You are asked**, since <t:{since}:R>: ");
    let place = match person.by_message() {
        true => format!(
            "\n**{}**, game {}: {}",
            tables
                .blank(Some(&open.row.title), None)?
                .definition()
                .title,
            open.row.id,
            remind::link(open, question.message.clone())
        ),
        false => String::new(),
    };
    let room = text::MESSAGE.saturating_sub(text::length(&head) + text::length(&place));
    let text = format!("{head}{}{place}", text::clip(said, room));
    Ok(marked(
        &ask_mark(user, question.id),
        &past,
        PostBody {
            buttons: match person.by_message() {
                // They are heard in the game's channel only.
                true => Vec::new(),
                false => question.body.buttons.clone(),
            },
            ..post::words(&text, vec![user.clone()])
        },
    ))
}
