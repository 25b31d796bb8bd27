//! Who may look at a game and who may move for another.

use super::agreed::{Acting, Onlookers};
use super::moves::{self, Extra, Sent};
use super::open::Open;
use super::{Refusal, Request, Tables, post};
use crate::reply::Reply;
use crate::store::{Change, Committed, How, State, Step};
use crate::text;
use engine::action::By;
use engine::ids::Seat;

/// `/game watch`: follows the game, or no longer.
pub(super) fn watch(tables: &Tables, open: &Open, request: &Request) -> Result<Reply, Refusal> {
    if open
        .members
        .iter()
        .any(|member| member.user == request.user)
    {
        return Err(Refusal::new(
            "You sit at this table: it is in your list anyway.",
        ));
    }
    if open.agreed().onlookers == Onlookers::Closed {
        return Err(Refusal::new("This table plays among itself."));
    }
    let follow = !tables
        .store()
        .followed(&request.user)?
        .contains(&open.row.id);
    let reply = if follow {
        "You follow this game: /game list shows it. The same again ends it."
    } else {
        "You follow this game no longer."
    };
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "watch",
        detail: if follow { "yes" } else { "no" }.into(),
        still: true,
        steps: vec![Step::Follow(request.user.clone(), follow)],
        request: request.id.clone(),
        reply: reply.into(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => Ok(Reply::new(reply)),
    }
}

/// Whether the asker may look at the game through the bot.
pub(crate) fn may_look(open: &Open, request: &Request) -> Result<(), Refusal> {
    let closed = open.agreed().onlookers == Onlookers::Closed
        && matches!(open.row.state, State::Lobby | State::Playing);
    let inside = request.moderator
        || request.user == open.row.host
        || open
            .members
            .iter()
            .any(|member| member.user == request.user);
    if closed && !inside {
        Err(Refusal::new(
            "This table plays among itself: only its players look at the game.",
        ))
    } else {
        Ok(())
    }
}

/// `/game act`: a move for somebody else, where the table allows it; everybody sees it.
pub(super) fn act_for(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    whom: &str,
    typed: &str,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let host = request.user == open.row.host;
    match open.agreed().acting {
        Acting::Nobody => {
            return Err(Refusal::new(
                "At this table nobody moves for another; the host may change that in /game settings.",
            ));
        }
        Acting::Host if !host => {
            return Err(Refusal::new(format!(
                "At this table only the host, {}, moves for another.",
                open.name_of(&open.row.host)
            )));
        }
        Acting::Moderators if !host && !request.moderator => {
            return Err(Refusal::new(
                "At this table only the host and the server's moderators move for another.",
            ));
        }
        _ => {}
    }
    let member = open
        .member_named(whom)
        .ok_or_else(|| Refusal::new("Nobody of that name sits at this table."))?;
    if member.user == request.user {
        return Err(Refusal::new("That is your own seat: just make your move."));
    }
    let seat = Seat(member.seat.unwrap_or(u8::MAX));
    let name = text::escape(&member.name);
    if !play.game.asks().iter().any(|ask| ask.seat == seat) {
        return Err(Refusal::new(format!(
            "{name} is not asked: the game waits for {}.",
            play.waiting()
        )));
    }
    // A move for somebody else is seen by all and is not asked back.
    let typed = typed.trim().trim_end_matches('!').trim_end();
    let action = play
        .game
        .read(seat, typed)
        .map_err(|why| play.refused(why))?;
    let by = text::escape(&text::clean_name(&request.name));
    let role = if host { "the host" } else { "a moderator" };
    let done = play.game.print(&action);
    let shown = text::in_code(&text::clip(&done, 300));
    let said = format!(
        "<@{}> {by}, {role}, moves for {name}: `{shown}`.",
        member.user
    );
    let extra = Extra {
        said: Some(post::words(&said, vec![member.user.clone()])),
        detail: Some(format!("for {}: {done}", member.name)),
        steps: Vec::new(),
    };
    let sent = Sent {
        by: By::Host(seat),
        user: &request.user,
        action,
        how: How::Hand,
    };
    moves::carry(tables, open, request, &[sent], extra)
}
