//! Moving a game's head along its tree of actions, and telling the channel of it.

use super::Play;
use super::open::{Open, Trace};
use super::{Refusal, Request, Tables, orders, post};
use crate::reply::Reply;
use crate::store::{ActionId, Change, Committed, State, Step, TurnPost};
use crate::text;

/// Where the head goes, and what is said of it.
pub(super) struct Turning {
    /// `undo` or `redo`, for the journal.
    pub(super) what: &'static str,
    /// The new head.
    pub(super) head: Option<ActionId>,
    /// Former heads that may be restored then.
    pub(super) redo: Vec<ActionId>,
    /// `takes back moves 7–9 …`.
    pub(super) said: String,
    /// For the journal.
    pub(super) detail: String,
    /// Who asked for it.
    pub(super) user: String,
    /// His name, escaped.
    pub(super) name: String,
    /// What the table agrees on with it.
    pub(super) steps: Vec<Step>,
}

impl Turning {
    /// By whoever sends the request.
    pub(super) fn by(request: &Request) -> Turning {
        Turning {
            what: "undo",
            head: None,
            redo: Vec::new(),
            said: String::new(),
            detail: String::new(),
            user: request.user.clone(),
            name: text::escape(&text::clean_name(&request.name)),
            steps: Vec::new(),
        }
    }
}

/// Moves the game's head, and tells the channel if it had been told of what changes.
pub(super) fn turn_to(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    turning: Turning,
) -> Result<Reply, Refusal> {
    let Turning { head, redo, .. } = turning;
    let said = &turning.said;
    let detail = turning.detail;
    let actions = tables.store().branch(open.row.id, head)?;
    let play = Play::fold(&open.row, &open.members, &actions)?;
    if let Some(fault) = &play.fault {
        return Err(Refusal::new(fault.clone()));
    }
    let over = play.game.is_over();
    let state = if over { State::Over } else { State::Playing };
    let at = tables.now();
    let (mut turn, call) = post::told(open, open.play.as_ref(), &play, at);
    if let TurnPost::Begins(body, _) | TurnPost::Goes(body) = &mut turn
        && let Some(shot) = &mut body.shot
    {
        shot.head = head;
    }
    // The actor's own steps within his turn are his own affair; the post shows where they led.
    let posts = match &turn {
        TurnPost::Goes(_) if call.is_none() && turning.steps.is_empty() => Vec::new(),
        _ => vec![post::words(
            &format!("{} {said}.", turning.name),
            Vec::new(),
        )],
    };
    let reply = Reply::new(format!("Done: {said}. Now {}.", play.waiting()));
    let user = turning.user.clone();
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        user: turning.user,
        what: turning.what,
        detail: detail.clone(),
        rewind: Some(head),
        redo: redo.clone(),
        state: Some(state),
        summary: Some(play.summary()),
        posts,
        turn: Some(turn),
        call,
        at,
        steps: turning.steps,
        request: request.id.clone(),
        reply: reply.text().to_string(),
        ..Change::default()
    })?;
    match committed {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, _) => {
            open.row.version = version;
            open.row.head = head;
            open.row.redo = redo;
            open.row.state = state;
            open.traces
                .push(Trace::new(&turning.name, turning.what, &detail, play.len()));
            let gone = open
                .play
                .as_ref()
                .map(|before| before.hows(&play))
                .unwrap_or_default();
            open.play = Some(play);
            orders::turned(tables, open, &user, &gone);
            Ok(reply)
        }
    }
}
