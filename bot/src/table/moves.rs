//! Actions: from notation to a durable entry, an answer to the actor, and a post when the turn goes on.

use super::open::Open;
use super::{Refusal, Request, Tables, panel, post};
use crate::reply::Reply;
use crate::store::{ByKind, Change, Committed, NewAction, State};
use crate::text;
use engine::action::By;

/// Carries out an action that a player typed or pressed.
pub(super) fn act(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    typed: &str,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let seat = open
        .seat_of(&request.user)
        .ok_or_else(|| Refusal::new("You do not sit at this table."))?;
    if !play.game.asks().iter().any(|ask| ask.seat == seat) {
        return Err(Refusal::new(format!(
            "It is not your decision: the game waits for {}.",
            play.waiting()
        )));
    }
    let refused = |why: engine::Rejection| {
        let text = play.names.in_words(&why.text);
        Refusal::from(engine::Rejection { text, ..why })
    };
    let action = play.game.read(seat, typed).map_err(refused)?;
    // The live game acts and adds what needs no decision; the trial folds the same entries one by one, as every
    // later start will, and only what both agree on is stored.
    let mut live = play.game.clone();
    live.apply(seat, &action).map_err(refused)?;
    let mut trial = play.clone();
    let mut actions = Vec::new();
    let at = crate::store::now();
    for entry in live.log().iter().skip(play.game.log().len()) {
        let (kind, by) = match entry.by {
            By::Seat(seat) => (ByKind::Seat, seat),
            By::Host(seat) => (ByKind::Host, seat),
            By::Engine(seat) => (ByKind::Engine, seat),
        };
        let text = trial.game.print(&entry.action);
        let (story, digest) = trial.enter(entry.clone())?;
        trial.keep(story, at);
        actions.push(NewAction {
            kind,
            seat: by.0,
            text,
            digest,
        });
    }
    if trial.game.digest() != live.digest() || actions.is_empty() {
        return Err(Refusal::new(
            "The engine disagrees with itself about this action; nothing was changed. Please report it.",
        ));
    }

    let done = trial.game.print(&action);
    let over = trial.game.is_over();
    let entries = trial.told.len();
    let (turn, call) = post::told(open, Some(play), &trial, at);
    let reply = answer(&done, &trial.story(play.len()), &trial, seat, open.row.id);
    let state = over.then_some(State::Over);
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "act",
        detail: done,
        actions,
        state,
        posted: Some(entries),
        turn: Some(turn),
        call,
        at,
        request: request.id.clone(),
        reply: reply.text().to_string(),
        ..Change::default()
    })?;
    match committed {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, ids) => {
            open.row.version = version;
            open.row.head = ids.last().copied();
            open.row.redo.clear();
            open.row.posted = entries;
            if let Some(state) = state {
                open.row.state = state;
            }
            trial.ids.extend(ids);
            open.play = Some(trial);
            Ok(reply)
        }
    }
}

/// What the actor is told.
fn answer(
    done: &str,
    story: &[String],
    after: &super::Play,
    seat: engine::ids::Seat,
    game: i64,
) -> Reply {
    let head = format!("✔ `{}`", text::in_code(&text::clip(done, 400)));
    if after.game.is_over() {
        return Reply::new(text::fit(&head, story, "", text::MESSAGE));
    }
    let again = after.game.asks().iter().any(|ask| ask.seat == seat);
    let next = if again {
        let mine: Vec<String> = after
            .game
            .asks()
            .iter()
            .filter(|ask| ask.seat == seat)
            .map(|ask| after.question(ask))
            .collect();
        format!("**Still your decision**: {}.", mine.join("; "))
    } else {
        format!("Your turn is over. Now {}.", after.waiting())
    };
    let reply = Reply::new(text::fit(&head, story, &next, text::MESSAGE));
    if again {
        reply.with_buttons(panel::quick(game, after.mark(), after, seat))
    } else {
        reply
    }
}
