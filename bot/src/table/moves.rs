//! Actions: from notation to a durable entry, an answer to the actor, and a post when the turn goes on.

use super::agreed::Confirm;
use super::panel::Page;
use super::{Open, Play, Refusal, Request, Tables, orders, panel, post, preview};
use crate::reply::Reply;
use crate::store::{ByKind, Change, Committed, How, NewAction, PostBody, State, Step};
use crate::text;
use engine::Game;
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
    if action.lay().is_some()
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
pub(super) struct Carried {
    /// The live game: it acts and adds what needs no decision.
    live: Game,
    /// It folds the same entries one by one, as every later start will.
    pub(super) trial: Play,
    actions: Vec<NewAction>,
    hands: Vec<String>,
    /// The two do not agree: nothing of it may be stored.
    pub(super) broken: bool,
}

impl Carried {
    fn of(play: &Play) -> Carried {
        Carried {
            live: play.game.clone(),
            trial: play.clone(),
            actions: Vec::new(),
            hands: Vec::new(),
            broken: false,
        }
    }

    /// Carries out one action more. Only what the live game and the fold agree on is kept.
    pub(super) fn add(
        &mut self,
        by: By,
        user: &str,
        action: &Action,
        how: How,
        at: i64,
    ) -> Result<(), Refusal> {
        let known = self.live.log().len();
        // What is refused has changed nothing.
        self.live
            .apply_by(by, action)
            .map_err(|why| self.trial.refused(why))?;
        self.broken = true;
        for entry in self.live.log().iter().skip(known) {
            // What the engine adds has no other cause than the rules.
            let (kind, by, how) = match entry.by {
                By::Seat(seat) => (ByKind::Seat, seat, how),
                By::Host(seat) => (ByKind::Host, seat, how),
                By::Engine(seat) => (ByKind::Engine, seat, How::Hand),
            };
            let text = self.trial.game.print(&entry.action);
            let (story, digest) = self.trial.enter(entry.clone())?;
            self.trial.keep(story, at, how);
            self.hands.push(user.to_string());
            self.actions.push(NewAction {
                kind,
                how,
                seat: by.0,
                text,
                digest,
            });
        }
        if self.trial.digest() != self.live.digest() || self.live.log().len() == known {
            return Err(Refusal::new(
                "The engine disagrees with itself about this action; nothing was changed. Please report it.",
            ));
        }
        self.broken = false;
        Ok(())
    }
}

/// Carries out actions, all or none, and tells of them; then standing orders have their say.
pub(super) fn carry(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    sent: &[Sent<'_>],
    extra: Extra,
) -> Result<Reply, Refusal> {
    let before = open.playing()?.told.len();
    let done: Vec<String> = (sent.iter())
        .map(|one| open.playing().map(|play| play.game.print(&one.action)))
        .collect::<Result<_, _>>()?;
    let done = done.join("; ");
    let told = |open: &Open, after: &Play| {
        let story = after.story(before);
        answer(
            &done,
            &story,
            after,
            open.seat_of(&request.user),
            open.row.id,
        )
    };
    let detail = extra.detail.clone().unwrap_or_else(|| done.clone());
    let work = Work {
        request,
        what: "act",
        detail,
        sent,
        extra,
        turned: None,
    };
    match commit(tables, open, work, &told)? {
        Done::Before(reply) => Ok(Reply::new(reply)),
        Done::Now { more } => {
            if more {
                orders::go_on(tables, open);
            }
            Ok(told(open, open.playing_or_over()?))
        }
    }
}

/// What is to be committed.
pub(super) struct Work<'a> {
    pub(super) request: &'a Request,
    /// For the journal.
    pub(super) what: &'static str,
    pub(super) detail: String,
    pub(super) sent: &'a [Sent<'a>],
    pub(super) extra: Extra,
    /// Moves were taken back or restored before it.
    pub(super) turned: Option<&'a orders::Turned>,
}

/// How it went.
pub(super) enum Done {
    /// The same request was answered before.
    Before(String),
    /// It is durable; orders may have more to do.
    Now { more: bool },
}

/// Makes actions durable with all that standing orders do after them. Without actions it is the steps alone, and what
/// orders do at once.
pub(super) fn commit(
    tables: &Tables,
    open: &mut Open,
    work: Work<'_>,
    told: &dyn Fn(&Open, &Play) -> Reply,
) -> Result<Done, Refusal> {
    let play = open.playing()?;
    let at = tables.now();
    let mut carried = Carried::of(play);
    for one in work.sent {
        carried.add(one.by, one.user, &one.action, one.how, at)?;
    }
    let standing = orders::with(&open.orders, &work.extra.steps);
    let followed = orders::follow(open, &standing, &mut carried, at, work.turned)?;
    let Carried {
        mut trial,
        actions,
        hands,
        ..
    } = carried;
    let mut steps = work.extra.steps;
    steps.extend(followed.steps);
    for (user, body) in followed.whispers {
        if orders::by_message(tables, open.row.id, &user, at)? {
            steps.push(Step::Direct(user, body));
        }
    }
    let moved = !actions.is_empty();
    if !moved && steps.is_empty() {
        return Ok(Done::Now { more: false });
    }
    let ordered = steps.iter().any(|step| matches!(step, Step::Order(_)));
    let over = trial.game.is_over();
    let (turn, call) = match moved {
        true => {
            let (turn, call) = post::told(open, Some(play), &trial, at);
            (Some(turn), call)
        }
        false => (None, None),
    };
    let reply = told(open, &trial);
    let state = (over && moved).then_some(State::Over);
    if moved {
        steps.extend(super::time::next(open, play, &trial));
    }
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        user: work.request.user.clone(),
        what: work.what,
        detail: work.detail,
        still: !moved,
        actions,
        hands,
        steps,
        state,
        summary: moved.then(|| trial.summary()),
        posts: work.extra.said.into_iter().collect(),
        turn,
        call,
        also: followed.also,
        at,
        request: work.request.id.clone(),
        reply: reply.text().to_string(),
        ..Change::default()
    })?;
    match committed {
        Committed::Before(reply) => Ok(Done::Before(reply)),
        Committed::Now(_, version, ids) => {
            open.row.version = version;
            if moved {
                open.row.head = ids.last().copied();
                open.row.redo.clear();
                trial.ids.extend(ids);
                open.play = Some(trial);
            }
            if let Some(state) = state {
                open.row.state = state;
                open.orders.clear();
            } else if ordered {
                open.orders = tables.store().orders(open.row.id)?;
            }
            Ok(Done::Now {
                more: followed.more,
            })
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
