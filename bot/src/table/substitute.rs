//! Substitutes: somebody takes over a seat with everything that belongs to it, if those agree whom the table names.

use super::agreed::Substitutes;
use super::open::{Open, Trace};
use super::seats::{admitted, free_name, user};
use super::vote::{self, Motion};
use super::{Refusal, Request, Tables, post};
use crate::reply::Reply;
use crate::store::{Change, Committed, Joining, Standing, Step};
use crate::text;
use engine::ids::Seat;

/// `/game substitute`.
pub(super) fn substitute(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    out: &str,
    into: &str,
) -> Result<Reply, Refusal> {
    open.playing()?;
    let host = request.user == open.row.host;
    if open.seat_of(&request.user).is_none() && !host {
        return Err(Refusal::new("You do not sit at this table."));
    }
    let out = open
        .member_named(out)
        .ok_or_else(|| Refusal::new("Nobody of that name sits at this table."))?
        .user
        .clone();
    let into = user(into)?;
    if open.members.iter().any(|member| member.user == into) {
        return Err(Refusal::new(format!(
            "{} sits at this table already.",
            open.name_of(&into)
        )));
    }
    let mut voters = deciders(open, request, &out);
    voters.push(into.clone());
    let said = format!(
        "proposes that <@{into}> takes over the seat of {}, with everything that belongs to it.",
        open.name_of(&out)
    );
    let motion = Motion::Substitute {
        out,
        into,
        name: None,
    };
    vote::ask(tables, open, request, motion, voters, &said)
}

/// Who decides on a substitute for somebody, besides the asker.
pub(super) fn deciders(open: &Open, request: &Request, out: &str) -> Vec<String> {
    let mut voters = match open.agreed().substitutes {
        Substitutes::Host => vec![open.row.host.clone()],
        Substitutes::Vote => open
            .members
            .iter()
            .map(|member| member.user.clone())
            .collect(),
    };
    voters.retain(|user| *user != request.user && user != out);
    voters
}

/// "Take the seat" of somebody who looks for a substitute.
pub(super) fn take(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    seat: &str,
) -> Result<Reply, Refusal> {
    open.playing()?;
    let seat = seat.parse::<u8>().map_err(|_| vote::unknown())?;
    let out = open
        .member_at(Seat(seat))
        .map(|member| member.user.clone())
        .filter(|user| open.agreed().leaving.contains(user))
        .ok_or_else(|| Refusal::new("Nobody looks for a substitute there any more."))?;
    if open
        .members
        .iter()
        .any(|member| member.user == request.user)
    {
        return Err(Refusal::new("You sit at this table already."));
    }
    admitted(tables, open, request)?;
    let voters = deciders(open, request, &out);
    let name = text::clean_name(&request.name);
    if voters.is_empty() {
        let carried = vote::Carried {
            user: request.user.clone(),
            voters: Vec::new(),
            steps: Vec::new(),
        };
        return replace(
            tables,
            open,
            request,
            (&out, &request.user, &name),
            &carried,
        );
    }
    let said = format!("would take over the seat of {}.", open.name_of(&out));
    let motion = Motion::Substitute {
        out,
        into: request.user.clone(),
        name: Some(name),
    };
    vote::ask(tables, open, request, motion, voters, &said)
}

/// A seat passes on: its history stays with whoever made it.
pub(super) fn replace(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    (out, into, name): (&str, &str, &str),
    carried: &vote::Carried,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let gone = open
        .members
        .iter()
        .find(|member| member.user == out)
        .cloned()
        .ok_or_else(|| Refusal::new("He does not sit at this table any more."))?;
    if open.members.iter().any(|member| member.user == into) {
        return Err(Refusal::new(format!(
            "{} sits at this table already.",
            open.name_of(into)
        )));
    }
    let name = free_name(&open.members, name);
    let mut opened = open.clone();
    for member in &mut opened.members {
        if member.user == out {
            member.user = into.to_string();
            member.name.clone_from(&name);
        }
    }
    let seat = gone.seat.unwrap_or(u8::MAX);
    opened
        .row
        .former
        .push((seat, open.row.head.unwrap_or(0), gone.name.clone()));
    let mut agreed = open.agreed();
    agreed.leaving.retain(|user| user != out);
    agreed.answered.retain(|user| user != out);
    opened.row.agreed = agreed.write();
    let mut steps = carried.steps.clone();
    let closing = steps.iter().find_map(|step| match step {
        Step::CloseVote(number, _) => Some(*number),
        _ => None,
    });
    steps.extend(vote::drop_others(tables, open, closing.unwrap_or(0))?);
    for offer in tables.store().offers(open.row.id)? {
        if offer.standing == Standing::Open && (offer.giver == seat || offer.taker == seat) {
            steps.push(Step::CloseOffer(offer.number, Standing::Void));
            steps.push(Step::Shut(format!("offer:{}", offer.number)));
        }
    }
    steps.push(Step::Shut(format!("seat:{seat}")));
    steps.push(Step::Shut(format!("answers:{seat}")));
    steps.push(Step::Shut(super::seats::invitation(into)));
    steps.push(Step::Former(opened.row.former.clone()));
    steps.push(Step::Agreed(opened.row.agreed.clone()));
    steps.push(Step::Follow(into.to_string(), false));
    let mut said = format!(
        "<@{into}> {} takes over the seat of {}.",
        text::escape(&name),
        text::escape(&gone.name)
    );
    if open.row.host == out {
        let heir = opened.members.iter().find(|member| member.user != into);
        let heir = heir.map_or(into, |member| member.user.as_str()).to_string();
        opened.row.host.clone_from(&heir);
        said.push_str(&format!(
            " The host's role passes to {}.",
            opened.name_of(&heir)
        ));
        steps.push(Step::Host(heir));
    }
    // Orders are their owner's alone: nobody takes them over.
    opened.orders.retain(|order| order.user != out);
    let mut after = play.clone();
    after.rename(&opened.members);
    let at = tables.now();
    let turn = post::anew(&opened, &after, at);
    let reply = "The seat has passed on.";
    let detail = format!("{name} for {}", gone.name);
    opened
        .traces
        .push(Trace::new("", "substitute", &detail, after.len()));
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "substitute",
        detail,
        redo: open.row.redo.clone(),
        joining: vec![Joining::Replaces(out.into(), into.into(), name)],
        steps,
        posts: vec![post::words(&said, vec![into.to_string()])],
        turn: Some(turn),
        at,
        request: request.id.clone(),
        reply: reply.into(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, _) => {
            opened.row.version = version;
            opened.play = Some(after);
            *open = opened;
            open.see_absent(tables.store());
            Ok(Reply::new(reply))
        }
    }
}
