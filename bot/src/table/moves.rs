//! Actions: from notation to a durable entry, an answer to the actor, and a post when the turn goes on.

use super::agreed::Confirm;
use super::panel::Page;
use super::{Open, Play, Refusal, Request, Tables, panel, post, preview};
use crate::reply::Reply;
use crate::store::{ByKind, Change, Committed, How, NewAction, PostBody, State, Step};
use crate::text;
use engine::action::{Action, By};
use engine::ids::Seat;

/// How a player came to say what he does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sure {
    /// He typed it.
    Typed,
    /// He pressed a button that names it.
    Pressed,
    /// He saw what it leads to, or said that he need not.
    Confirmed,
}

/// Carries out an action that a player typed or pressed. What nobody can take back alone is shown first, unless he says
/// that he is sure: with `!` at the end, or by the button of a preview.
pub(super) fn act(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    typed: &str,
    sure: Sure,
) -> Result<Page, Refusal> {
    super::time::go_on(tables, open, request)?;
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
    let typed = typed.trim();
    let sure = match (sure, open.agreed().confirm) {
        _ if typed.ends_with(SURE) => Sure::Confirmed,
        (Sure::Typed, Confirm::Never) => Sure::Confirmed,
        (sure, _) => sure,
    };
    let typed = typed.trim_end_matches(SURE).trim_end();
    let action = match panel::read_action(play, seat, typed) {
        Ok(action) => action,
        Err(why) => {
            return match panel::kind_alone(open, play, seat, typed, &why.0) {
                Some(page) => Ok(page),
                None => candidates(open, play, seat, typed, why),
            };
        }
    };
    let auto = matches!(typed, "run" | "run auto");
    if sure == Sure::Typed && open.agreed().confirm == Confirm::Always {
        play.game
            .check(seat, &action)
            .map_err(|why| play.refused(why))?;
        let why = "This table asks every typed move back.";
        return panel::confirm(open, play, seat, &action, Some(why));
    }
    if sure != Sure::Confirmed && !auto && preview::may_be_grave(&action) {
        let mut ahead = play.game.clone();
        let events = ahead
            .apply(seat, &action)
            .map_err(|why| play.refused(why))?;
        if let Some(why) = preview::grave(&play.game, &action, &events) {
            return panel::confirm(open, play, seat, &action, Some(why));
        }
    }
    // A rule says no: for a tile the others of its hex may be meant, for anything else the reason is enough.
    if matches!(action, Action::Lay(..))
        && let Err(why) = play.game.check(seat, &action)
    {
        return candidates(open, play, seat, typed, play.refused(why));
    }
    let sent = Sent {
        by: By::Seat(seat),
        user: &request.user,
        action,
        how: How::Hand,
    };
    carry(tables, open, request, &[sent], Extra::default()).map(Page::plain)
}

/// An action, for which seat, in whose name, and how it came about.
pub(super) struct Sent<'a> {
    pub(super) by: By,
    pub(super) user: &'a str,
    pub(super) action: Action,
    pub(super) how: How,
}

/// What else goes with actions.
#[derive(Default)]
pub(super) struct Extra {
    /// What the table agrees on with them.
    pub(super) steps: Vec<Step>,
    /// What the channel is told besides, always: the post about the turn comes after it.
    pub(super) said: Option<PostBody>,
    /// For the journal, in place of the action.
    pub(super) detail: Option<String>,
}

/// A position after actions, with what is to be stored.
struct Carried {
    trial: Play,
    actions: Vec<NewAction>,
    hands: Vec<String>,
}

/// The live game acts and adds what needs no decision; the trial folds the same entries one by one, as every later
/// start will, and only what both agree on is stored.
fn play_out(play: &Play, sent: &[Sent<'_>], at: i64) -> Result<Carried, Refusal> {
    let refused = |why: engine::Rejection| {
        let text = play.names.in_words(&why.text);
        Refusal::from(engine::Rejection { text, ..why })
    };
    let mut live = play.game.clone();
    let mut trial = play.clone();
    let (mut actions, mut hands) = (Vec::new(), Vec::new());
    for one in sent {
        let known = live.log().len();
        live.apply_by(one.by, &one.action).map_err(refused)?;
        for entry in live.log().iter().skip(known) {
            let (kind, by) = match entry.by {
                By::Seat(seat) => (ByKind::Seat, seat),
                By::Host(seat) => (ByKind::Host, seat),
                By::Engine(seat) => (ByKind::Engine, seat),
            };
            let text = trial.game.print(&entry.action);
            let (story, digest) = trial.enter(entry.clone())?;
            // What the engine adds has no other cause than the rules.
            let how = match kind {
                ByKind::Engine => How::Hand,
                ByKind::Seat | ByKind::Host => one.how,
            };
            trial.keep(story, at, how);
            hands.push(one.user.to_string());
            actions.push(NewAction {
                kind,
                how,
                seat: by.0,
                text,
                digest,
            });
        }
    }
    if trial.game.digest() != live.digest() || actions.is_empty() {
        return Err(Refusal::new(
            "The engine disagrees with itself about this action; nothing was changed. Please report it.",
        ));
    }
    Ok(Carried {
        trial,
        actions,
        hands,
    })
}

/// Carries out actions, all or none, and tells of them.
pub(super) fn carry(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    sent: &[Sent<'_>],
    extra: Extra,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let at = tables.now();
    let Carried {
        mut trial,
        actions,
        hands,
    } = play_out(play, sent, at)?;
    let done: Vec<String> = sent
        .iter()
        .map(|one| trial.game.print(&one.action))
        .collect();
    let done = done.join("; ");
    let over = trial.game.is_over();
    let (turn, call) = post::told(open, Some(play), &trial, at);
    let posts: Vec<PostBody> = extra.said.into_iter().collect();
    let reply = answer(
        &done,
        &trial.story(play.len()),
        &trial,
        open.seat_of(&request.user),
        open.row.id,
    );
    let state = over.then_some(State::Over);
    let mut steps = extra.steps;
    steps.extend(super::time::next(open, play, &trial));
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "act",
        detail: extra.detail.unwrap_or(done),
        actions,
        hands,
        steps,
        state,
        summary: Some(trial.summary()),
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
        Committed::Now(_, version, ids) => {
            open.row.version = version;
            open.row.head = ids.last().copied();
            open.row.redo.clear();
            if let Some(state) = state {
                open.row.state = state;
            }
            trial.ids.extend(ids);
            open.play = Some(trial);
            Ok(reply)
        }
    }
}

/// Ends a typed action that is to be done at once.
pub(crate) const SURE: char = '!';

/// An action as scripts type it: it is done at once.
pub fn for_sure(text: &str, action: &Action) -> String {
    if preview::may_be_grave(action) {
        format!("{text}{SURE}")
    } else {
        text.to_string()
    }
}

/// The refusal of what was typed, with the actions that may have been meant.
fn candidates(
    open: &Open,
    play: &super::Play,
    seat: Seat,
    typed: &str,
    why: Refusal,
) -> Result<Page, Refusal> {
    let meant = panel::meant(&play.game, seat, typed);
    if meant.is_empty() {
        return Err(why);
    }
    panel::offer(open, play, seat, &meant, &why.0)
}

/// What the actor is told.
fn answer(
    done: &str,
    story: &[String],
    after: &super::Play,
    seat: Option<Seat>,
    game: i64,
) -> Reply {
    let head = format!("✔ `{}`", text::in_code(&text::clip(done, 400)));
    if after.game.is_over() {
        return Reply::new(text::fit(&head, story, "", text::MESSAGE));
    }
    let mine = seat.filter(|seat| after.game.asks().iter().any(|ask| ask.seat == *seat));
    let next = if let Some(seat) = mine {
        let mine: Vec<String> = after
            .game
            .asks()
            .iter()
            .filter(|ask| ask.seat == seat)
            .map(|ask| after.question(ask))
            .collect();
        match after.awaited_seats().contains(&seat) {
            true => format!("**Still your decision**: {}.", mine.join("; ")),
            false => format!("Now {}. You may still withdraw it.", after.waiting()),
        }
    } else if seat.is_some() {
        format!("Your turn is over. Now {}.", after.waiting())
    } else {
        format!("Now {}.", after.waiting())
    };
    let reply = Reply::new(text::fit(&head, story, &next, text::MESSAGE));
    match mine {
        Some(seat) => reply.with_buttons(panel::quick(game, after.mark(), after, seat)),
        None => reply,
    }
}
