//! The end before the end: by agreement, by the host where the table allows it, by a moderator; and leaving.

use super::agreed::EarlyEnd;
use super::open::Open;
use super::vote::{self, Motion};
use super::{Refusal, Request, Tables, due, post, seats, takeback};
use crate::reply::Reply;
use crate::store::{Button, Change, Committed, PostBody, State, Step, TurnPost};
use crate::text;
use engine::ids::Seat;

/// `/game end`.
pub(super) fn end(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    confirm: Option<&str>,
) -> Result<Reply, Refusal> {
    let host = request.user == open.row.host;
    let alone = match open.row.state {
        State::Lobby => host || request.moderator,
        State::Playing => {
            request.moderator
                || (host && open.agreed().ending == EarlyEnd::Host)
                || sole(open, request)
        }
        State::Over | State::Ended => {
            return Err(Refusal::new(
                "The last game of this channel has ended already.",
            ));
        }
    };
    if alone {
        if confirm != Some("yes") {
            return Err(Refusal::new(
                "This ends the game for all, for good: say /game end confirm:yes if you mean it.",
            ));
        }
        let who = if host {
            "The host has".to_string()
        } else {
            format!("{}, a moderator of the server, has", asker(request))
        };
        let said = format!("{who} ended game {}.{}", open.row.id, standing(open));
        return finish(tables, open, request, &said, Vec::new());
    }
    if open.row.state == State::Lobby {
        return Err(Refusal::new(format!(
            "Only the host, {}, may end the game.",
            open.name_of(&open.row.host)
        )));
    }
    if open.seat_of(&request.user).is_none() && !host {
        return Err(Refusal::new("You do not sit at this table."));
    }
    if confirm != Some("yes") {
        let voters = takeback::everybody(open, request);
        return Ok(Reply::new(format!(
            "At this table the game ends early only if all agree: {} would be asked.{}",
            open.names_of(&voters),
            standing(open)
        ))
        .with_buttons([
            Button::main("Ask them to end it as it stands", propose_id(open)),
            Button::new("Play on", format!("v:{}:leave", open.row.id)),
        ]));
    }
    propose(tables, open, request)
}

fn propose_id(open: &Open) -> String {
    format!("g:{}:end", open.row.id)
}

/// Nobody else is left to be asked.
fn sole(open: &Open, request: &Request) -> bool {
    open.seat_of(&request.user).is_some() && takeback::everybody(open, request).is_empty()
}

/// Asks all players to end the game as it stands.
pub(super) fn propose(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
) -> Result<Reply, Refusal> {
    open.playing()?;
    if open.seat_of(&request.user).is_none() && request.user != open.row.host {
        return Err(Refusal::new("You do not sit at this table."));
    }
    let voters = takeback::everybody(open, request);
    let said = format!("proposes to end the game as it stands.{}", standing(open));
    vote::ask(tables, open, request, Motion::End, voters, &said)
}

/// All have agreed to end it.
pub(super) fn agreed(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    carried: &vote::Carried,
) -> Result<Reply, Refusal> {
    let said = format!(
        "All have agreed to end game {}.{}",
        open.row.id,
        standing(open)
    );
    finish(tables, open, request, &said, carried.steps.clone())
}

fn asker(request: &Request) -> String {
    text::escape(&text::clean_name(&request.name))
}

fn standing(open: &Open) -> String {
    open.play
        .as_ref()
        .map(|play| {
            format!(
                " {}",
                post::score(play).replacen("Final score", "As it stood", 1)
            )
        })
        .unwrap_or_default()
}

/// Ends the game for good, with its standing recorded.
fn finish(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    said: &str,
    mut steps: Vec<Step>,
) -> Result<Reply, Refusal> {
    let users: Vec<String> = open
        .members
        .iter()
        .filter(|member| !member.is_open())
        .map(|member| member.user.clone())
        .collect();
    steps.extend([Step::Drop(due::LOBBY_ASK), Step::Drop(due::LOBBY_END)]);
    let reply = "The game is ended.";
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "end",
        detail: text::plain(said),
        state: Some(State::Ended),
        steps,
        posts: vec![post::words(said, users)],
        turn: Some(TurnPost::Ends),
        request: request.id.clone(),
        reply: reply.into(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, _) => {
            open.row.version = version;
            open.row.state = State::Ended;
            open.row.redo.clear();
            Ok(Reply::new(reply))
        }
    }
}

/// `/game leave` in a running game: what the table can do about it.
pub(super) fn leave(open: &Open, request: &Request) -> Result<Reply, Refusal> {
    open.playing()?;
    if open.seat_of(&request.user).is_none() {
        return Err(Refusal::new("You do not sit at this table."));
    }
    let game = open.row.id;
    if open.agreed().leaving.contains(&request.user) {
        return Ok(Reply::new(
            "You have asked for a substitute. Until somebody takes your seat it is yours.",
        )
        .with_buttons([
            Button::main("Stay after all", format!("g:{game}:leaving:no")),
            Button::new("Propose to end the game", propose_id(open)),
        ]));
    }
    Ok(Reply::new(
        "The game is running: your seat can be taken by somebody else, or all agree to end the game as it stands. Until then it is yours.",
    )
    .with_buttons([
        Button::main("Ask for a substitute", format!("g:{game}:leaving:yes")),
        Button::new("Propose to end the game", propose_id(open)),
        Button::new("Stay", format!("v:{game}:leave")),
    ]))
}

fn seat_mark(seat: Seat) -> String {
    format!("seat:{}", seat.0)
}

/// Offers a seat. The button is gone as soon as its owner stays, or somebody else sits there.
pub(super) fn seat_post(open: &Open, user: &str, seat: Seat, said: &str) -> PostBody {
    let id = format!("g:{}:take:{}", open.row.id, seat.0);
    PostBody {
        past: format!("A substitute for {} was looked for.", open.name_of(user)),
        mark: seat_mark(seat),
        buttons: vec![Button::main("Take the seat", id)],
        ..post::words(said, Vec::new())
    }
}

/// Somebody asks for a substitute for himself, or stays after all.
pub(super) fn leaving(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    go: bool,
) -> Result<Reply, Refusal> {
    open.playing()?;
    let Some(seat) = open.seat_of(&request.user) else {
        return Err(Refusal::new("You do not sit at this table."));
    };
    let mut agreed = open.agreed();
    let asked = agreed.leaving.contains(&request.user);
    if asked == go {
        return Err(Refusal::new(if go {
            "You have asked for a substitute already."
        } else {
            "You have not asked for a substitute."
        }));
    }
    let name = open.name_of(&request.user);
    let (said, reply) = if go {
        agreed.leaving.push(request.user.clone());
        (
            format!(
                "{name} looks for a substitute. Who takes the seat? The other players are asked then."
            ),
            "The table is asked. Until somebody takes your seat it is yours.",
        )
    } else {
        agreed.leaving.retain(|user| *user != request.user);
        (format!("{name} stays."), "You stay.")
    };
    let (body, steps) = if go {
        (seat_post(open, &request.user, seat, &said), Vec::new())
    } else {
        (
            post::words(&said, Vec::new()),
            vec![Step::Shut(seat_mark(seat))],
        )
    };
    seats::settle(tables, open, request, (agreed, steps), (body, reply))
}
