//! Whoever is awaited has not been heard of for long: the table may go on without him.

use super::super::due::Handled;
use super::super::vote::{self, Carried, Motion};
use super::super::{Open, Refusal, Request, Tables, ending, post, seats, substitute};
use super::{done, marked, naming};
use crate::people::What;
use crate::reply::{Reply, fitting};
use crate::store::{Awaiting, Button, PostBody, Step};
use engine::ids::Seat;

/// The table is told, once, what it may do.
pub(super) fn silent(
    tables: &Tables,
    open: &mut Open,
    standing: &Awaiting,
) -> Result<Handled, Refusal> {
    let user = &standing.person.user;
    let name = open.name_of(user);
    let game = open.row.id;
    let id = |what: &str| format!("k:{game}:{}:{what}", standing.wait.stamp);
    let text = format!(
        "Nothing has been heard of {name} since <t:{}:f>, and the game waits for him: {}. The table may vote on going on without him.",
        standing.wait.since, standing.wait.decision
    );
    let past = format!("Nothing had been heard of {name} for long.");
    let body = marked(
        &standing.mark(What::Silent),
        &past,
        PostBody {
            buttons: fitting([
                Button::new("Vote: look for a substitute", id("seek")),
                Button::new("Vote: the clock answers for him", id("answers")),
            ]),
            ..naming(&text)
        },
    );
    done(
        tables,
        open,
        standing,
        (What::Silent, 0),
        Vec::new(),
        vec![body],
    )
}

/// Somebody wants the table to go on without him.
pub(super) fn propose(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    standing: &Awaiting,
    answers: bool,
) -> Result<Reply, Refusal> {
    open.playing()?;
    let out = standing.person.user.clone();
    if request.user == out {
        return Err(Refusal::new("It is your decision: just make your move."));
    }
    if open.seat_of(&request.user).is_none() && request.user != open.row.host {
        return Err(Refusal::new("You do not sit at this table."));
    }
    if standing.wait.last(What::Silent).is_none() {
        return Err(vote::unknown());
    }
    let name = open.name_of(&out);
    let agreed = open.agreed();
    let (motion, said, known) = match answers {
        true => (
            Motion::Answers { out: out.clone() },
            format!(
                "proposes that the clock answers for {name} until he is back: it passes where that is legal, and else runs best and pays."
            ),
            agreed.answered.contains(&out),
        ),
        false => (
            Motion::Seek { out: out.clone() },
            format!("proposes to look for somebody who takes over the seat of {name}."),
            agreed.leaving.contains(&out),
        ),
    };
    if known {
        return Err(Refusal::new("The table has agreed on that already."));
    }
    let mut voters = substitute::deciders(open, request, &out);
    voters.retain(|user| !agreed.answered.contains(user));
    if voters.is_empty() {
        let carried = Carried {
            user: request.user.clone(),
            voters: Vec::new(),
            steps: Vec::new(),
        };
        return match answers {
            true => answered(tables, open, request, &out, &carried),
            false => sought(tables, open, request, &out, &carried),
        };
    }
    vote::ask(tables, open, request, motion, voters, &said)
}

/// The table has agreed that answers are given for somebody.
pub(in crate::table) fn answered(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    out: &str,
    carried: &Carried,
) -> Result<Reply, Refusal> {
    open.playing()?;
    let seat = seat(open, out)?;
    let mut agreed = open.agreed();
    agreed.answered.retain(|user| user != out);
    agreed.answered.push(out.to_string());
    let name = open.name_of(out);
    let text = format!(
        "From now on the clock answers for {name}: it passes where that is legal, and else runs best and pays. As soon as {name} moves or says that he is here, he decides for himself again."
    );
    let past = format!("The clock answered for {name}.");
    let id = format!("k:{}:0:here", open.row.id);
    let body = marked(
        &mark(seat),
        &past,
        PostBody {
            buttons: fitting([Button::new(
                format!("I am here ({})", crate::text::plain(&name)),
                id,
            )]),
            ..naming(&text)
        },
    );
    seats::settle(
        tables,
        open,
        request,
        (agreed, carried.steps.clone()),
        (body, "Done."),
    )
}

/// The table has agreed to look for a substitute.
pub(in crate::table) fn sought(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    out: &str,
    carried: &Carried,
) -> Result<Reply, Refusal> {
    open.playing()?;
    let seat = seat(open, out)?;
    let mut agreed = open.agreed();
    agreed.leaving.retain(|user| user != out);
    agreed.leaving.push(out.to_string());
    let said = format!(
        "The table looks for somebody who takes over the seat of {}. Who takes it? The other players are asked then.",
        open.name_of(out)
    );
    let body = ending::seat_post(open, out, seat, &said);
    seats::settle(
        tables,
        open,
        request,
        (agreed, carried.steps.clone()),
        (body, "Done."),
    )
}

fn seat(open: &Open, user: &str) -> Result<Seat, Refusal> {
    open.seat_of(user)
        .ok_or_else(|| Refusal::new("He does not sit at this table any more."))
}

fn mark(seat: Seat) -> String {
    format!("answers:{}", seat.0)
}

/// Somebody is here again: the table no longer answers for him. False if it did not.
pub(in crate::table) fn go_on(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
) -> Result<bool, Refusal> {
    let mut agreed = open.agreed();
    let Some(seat) = open
        .seat_of(&request.user)
        .filter(|_| agreed.answered.contains(&request.user))
    else {
        return Ok(false);
    };
    agreed.answered.retain(|user| *user != request.user);
    let said = format!(
        "{} is here again and decides for himself.",
        open.name_of(&request.user)
    );
    let by = Request {
        // What he is about to do has the request's own id.
        id: None,
        ..request.clone()
    };
    let steps = vec![Step::Shut(mark(seat))];
    seats::settle(
        tables,
        open,
        &by,
        (agreed, steps),
        (post::words(&said, Vec::new()), "Done."),
    )?;
    Ok(true)
}
