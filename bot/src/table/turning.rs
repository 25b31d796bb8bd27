//! Moving a game's head along its tree of actions, and telling the channel of it.

use super::open::{Open, Play};
use super::{Refusal, Request, Tables, panel, post};
use crate::reply::Reply;
use crate::store::{ActionId, Change, Committed, PostBody, Shot, State, Step};
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
    let (actor, said) = (&turning.name, &turning.said);
    let before = open.play.as_ref().map(Play::awaited_seats);
    let actions = tables.store().branch(open.row.id, head)?;
    let play = Play::fold(&open.row, &open.members, &actions)?;
    if let Some(fault) = &play.fault {
        return Err(Refusal::new(fault.clone()));
    }
    let over = play.game.is_over();
    let state = if over { State::Over } else { State::Playing };
    let known = open.row.posted.min(play.len());
    let voted = !turning.steps.is_empty();
    let public =
        open.row.posted > play.len() || before != Some(play.awaited_seats()) || over || voted;
    let version = open.row.version + 1;
    let posts = if public {
        let mentions = open.users_of(&play.awaited_seats());
        let questions: Vec<String> = play
            .awaited()
            .iter()
            .map(|ask| play.question(ask))
            .collect();
        let head_line = if over {
            format!("{actor} {said}. {}", post::score(&play))
        } else {
            format!(
                "{} {actor} {said}. **{}** — your decision: {}",
                post::pings(&mentions),
                play.game.round_name(),
                questions.join("; ")
            )
        };
        let buttons = match play.awaited_seats().as_slice() {
            [seat] => panel::quick(open.row.id, version, &play, *seat),
            _ => Vec::new(),
        };
        vec![PostBody {
            buttons: crate::reply::fitting(buttons),
            shot: Some(Shot { head, since: known }),
            ..post::words(&head_line, mentions)
        }]
    } else {
        Vec::new()
    };
    let posted = if public { play.len() } else { known };
    let reply = Reply::new(format!("Done: {said}. Now {}.", play.waiting()));
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        user: turning.user,
        what: turning.what,
        detail: turning.detail,
        rewind: Some(head),
        redo: redo.clone(),
        state: Some(state),
        posted: Some(posted),
        posts,
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
            open.row.posted = posted;
            open.play = Some(play);
            Ok(reply)
        }
    }
}
