//! Taking back and restoring. Who acted last may take it back until somebody else has acted; later only the host may.
//! Nothing is lost: the game's head moves along its tree of actions.

use super::open::{Open, Play};
use super::{Refusal, Request, Tables, post};
use crate::reply::Reply;
use crate::store::{ActionId, Change, Committed, State, TurnPost};
use crate::text;
use engine::action::By;

/// Takes back the last `count` actions with what the engine added.
pub(super) fn undo(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    count: usize,
) -> Result<Reply, Refusal> {
    let play = undoable(open)?;
    let mut keep = play.len();
    let mut taken: Vec<String> = Vec::new();
    for _ in 0..count {
        let Some(index) = play.game.log()[..keep]
            .iter()
            .rposition(|entry| !matches!(entry.by, By::Engine(_)))
        else {
            break;
        };
        let entry = &play.game.log()[index];
        let text = play.game.print(&entry.action);
        may(open, play, request, entry.by.seat(), &text, "take it back")?;
        taken.push(text);
        keep = index;
    }
    if taken.len() < count {
        return Err(Refusal::new(match taken.len() {
            0 => "There is nothing to take back.".to_string(),
            only => format!("Only {only} actions can be taken back."),
        }));
    }
    // What is one act for the rules is taken back whole.
    let whole = play.game.whole(keep);
    for entry in play.game.log()[whole..keep].iter().rev() {
        if !matches!(entry.by, By::Engine(_)) {
            taken.push(play.game.print(&entry.action));
        }
    }
    keep = whole;
    let head = keep
        .checked_sub(1)
        .and_then(|last| play.ids.get(last))
        .copied();
    let mut redo = open.row.redo.clone();
    redo.extend(open.row.head);
    taken.reverse();
    let what = format!("takes back {}", list(&taken));
    turn_to(tables, open, request, "undo", head, redo, &what)
}

/// Restores what was taken back last.
pub(super) fn redo(tables: &Tables, open: &mut Open, request: &Request) -> Result<Reply, Refusal> {
    let play = undoable(open)?;
    let mut redo = open.row.redo.clone();
    let Some(head) = redo.pop() else {
        return Err(Refusal::new("There is nothing to restore."));
    };
    let actions = tables.store().branch(open.row.id, Some(head))?;
    let back: Vec<_> = actions.iter().skip(play.len()).collect();
    let Some(first) = back.first() else {
        return Err(Refusal::new("There is nothing to restore."));
    };
    let seat = engine::ids::Seat(first.action.seat);
    may(open, play, request, seat, &first.action.text, "restore it")?;
    let texts: Vec<String> = back
        .iter()
        .filter(|row| row.action.kind != crate::store::ByKind::Engine)
        .map(|row| row.action.text.clone())
        .collect();
    let what = format!("restores {}", list(&texts));
    turn_to(tables, open, request, "redo", Some(head), redo, &what)
}

fn undoable(open: &Open) -> Result<&Play, Refusal> {
    match (&open.play, open.row.state) {
        (Some(play), State::Over) if play.fault.is_none() => Ok(play),
        _ => open.playing(),
    }
}

/// Whether the asker may take back or restore an action of `seat`.
fn may(
    open: &Open,
    play: &Play,
    request: &Request,
    seat: engine::ids::Seat,
    text: &str,
    what: &str,
) -> Result<(), Refusal> {
    let own = open.seat_of(&request.user) == Some(seat);
    if own || request.user == open.row.host {
        return Ok(());
    }
    Err(Refusal::new(format!(
        "`{}` is {}'s action: only he or the host, {}, may {what}.",
        text::in_code(&text::clip(text, 200)),
        play.names.seat(seat),
        open.name_of(&open.row.host)
    )))
}

fn list(texts: &[String]) -> String {
    let shown: Vec<String> = texts
        .iter()
        .take(5)
        .map(|text| format!("`{}`", text::in_code(&text::clip(text, 80))))
        .collect();
    let more = texts.len().saturating_sub(5);
    if more == 0 {
        shown.join(", ")
    } else {
        format!("{} and {more} more", shown.join(", "))
    }
}

/// Moves the game's head, and tells the channel if it had been told of what changes.
fn turn_to(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    what: &'static str,
    head: Option<ActionId>,
    redo: Vec<ActionId>,
    said: &str,
) -> Result<Reply, Refusal> {
    let actions = tables.store().branch(open.row.id, head)?;
    let play = Play::fold(&open.row, &open.members, &actions)?;
    if let Some(fault) = &play.fault {
        return Err(Refusal::new(fault.clone()));
    }
    let over = play.game.is_over();
    let state = if over { State::Over } else { State::Playing };
    let at = crate::store::now();
    let (mut turn, call) = post::told(open, open.play.as_ref(), &play, at);
    if let TurnPost::Begins(body, _) | TurnPost::Goes(body) = &mut turn
        && let Some(shot) = &mut body.shot
    {
        shot.head = head;
    }
    // The actor's own steps within his turn are his own affair; the post shows where they led.
    let posts = match &turn {
        TurnPost::Goes(_) if call.is_none() => Vec::new(),
        _ => {
            let actor = crate::text::escape(&crate::text::clean_name(&request.name));
            vec![post::words(&format!("{actor} {said}."), Vec::new())]
        }
    };
    let posted = play.len();
    let reply = Reply::new(format!("Done: {said}. Now {}.", play.waiting()));
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what,
        detail: said.to_string(),
        rewind: Some(head),
        redo: redo.clone(),
        state: Some(state),
        posted: Some(posted),
        posts,
        turn: Some(turn),
        call,
        at,
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
