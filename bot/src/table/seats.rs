//! Who sits where: invitations, the order of seats, the host's role.

use super::Play;
use super::agreed::{Admission, Agreed, Seating};
use super::open::{Open, bare};
use super::vote;
use super::{Refusal, Request, Tables, lobby, post};
use crate::reply::{Menu, Reply};
use crate::store::{Button, Change, Committed, Member, PostBody, State, Step};
use crate::text;

/// A user as an adapter knows him: what Discord and the console call an id.
pub(crate) fn user(typed: &str) -> Result<String, Refusal> {
    let id = bare(typed);
    let fits = (1..=40).contains(&id.chars().count())
        && id
            .chars()
            .all(|char| char.is_alphanumeric() || "_.-".contains(char));
    if fits {
        Ok(id.to_string())
    } else {
        Err(Refusal::new(format!(
            "{:?} is no user: pick one from the list.",
            text::clip(typed, 40)
        )))
    }
}

pub(super) fn host_only(open: &Open, request: &Request, what: &str) -> Result<(), Refusal> {
    if request.user == open.row.host {
        Ok(())
    } else {
        Err(Refusal::new(format!(
            "Only the host, {}, may {what}.",
            open.name_of(&open.row.host)
        )))
    }
}

/// A change of what is agreed, without a change of the position, and what the channel reads.
pub(super) fn settle(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    (agreed, mut steps): (Agreed, Vec<Step>),
    (body, reply): (PostBody, &str),
) -> Result<Reply, Refusal> {
    let written = agreed.write();
    steps.push(Step::Agreed(written.clone()));
    let mut after = open.clone();
    after.row.agreed.clone_from(&written);
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "table",
        detail: text::plain(&body.text),
        still: true,
        steps,
        posts: vec![body],
        turn: lobby::gathers(tables, &after)?,
        request: request.id.clone(),
        reply: reply.to_string(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => {
            open.row.agreed = written;
            Ok(Reply::new(reply))
        }
    }
}

/// Whether somebody may sit down, as far as invitations go.
pub(super) fn admitted(tables: &Tables, open: &Open, request: &Request) -> Result<(), Refusal> {
    let invited = open.agreed().entry == Admission::Open
        || request.user == open.row.host
        || tables.store().is_invited(open.row.id, &request.user)?;
    if invited {
        Ok(())
    } else {
        Err(Refusal::new(format!(
            "This table is by invitation: the host, {}, invites with /game invite.",
            open.name_of(&open.row.host)
        )))
    }
}

/// The mark of an invitation, which is over when he sits down.
pub(super) fn invitation(user: &str) -> String {
    format!("invite:{user}")
}

/// `/game invite`.
pub(super) fn invite(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    whom: &str,
) -> Result<Reply, Refusal> {
    if !matches!(open.row.state, State::Lobby | State::Playing) {
        return Err(Refusal::new("The last game of this channel has ended."));
    }
    let sits = open
        .members
        .iter()
        .any(|member| member.user == request.user);
    if !sits && request.user != open.row.host {
        return Err(Refusal::new("You do not sit at this table."));
    }
    if open.agreed().entry == Admission::Invited {
        host_only(open, request, "invite somebody")?;
    }
    let whom = user(whom)?;
    if open.members.iter().any(|member| member.user == whom) {
        return Err(Refusal::new(format!(
            "{} sits at this table already.",
            open.name_of(&whom)
        )));
    }
    let name = text::escape(&text::clean_name(&request.name));
    let said = format!(
        "<@{whom}> {name} invites you to this table of **{}**.",
        tables
            .blank(Some(&open.row.title), None)?
            .definition()
            .title
    );
    let buttons = match open.row.state {
        State::Lobby => vec![Button::main("Sit down", format!("l:{}:join", open.row.id))],
        _ => Vec::new(),
    };
    let reply = "The invitation is on its way.";
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "invite",
        detail: whom.clone(),
        still: true,
        steps: vec![Step::Invite(whom.clone())],
        posts: vec![PostBody {
            past: format!("{name} has invited <@{whom}> to this table."),
            mark: invitation(&whom),
            buttons: crate::reply::fitting(buttons),
            ..post::asking(&said, vec![whom])
        }],
        request: request.id.clone(),
        reply: reply.into(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => Ok(Reply::new(reply)),
    }
}

/// `/game seats`: how seats are given, and the order if the host sets it.
pub(super) fn seats(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    order: Option<&str>,
) -> Result<Reply, Refusal> {
    if open.row.state != State::Lobby {
        return match (&open.play, order) {
            (Some(play), None) => Ok(Reply::new(format!("Table order: {}.", in_order(play)))),
            _ => Err(Refusal::new("The seats are given: the game has started.")),
        };
    }
    let Some(order) = order else {
        return Ok(page(open));
    };
    host_only(open, request, "set the seats")?;
    let mut users: Vec<String> = Vec::new();
    for word in order.split([',', ' ']).filter(|word| !word.is_empty()) {
        let member = open.member_named(word).ok_or_else(|| {
            Refusal::new(format!(
                "Nobody called {:?} sits at this table.",
                text::clip(word, 40)
            ))
        })?;
        if users.contains(&member.user) {
            return Err(Refusal::new(format!(
                "{} stands twice in the order.",
                text::escape(&member.name)
            )));
        }
        users.push(member.user.clone());
    }
    let mut agreed = open.agreed();
    agreed.seating = Seating::Set;
    agreed.order = users;
    seat_by(tables, open, request, agreed)
}

fn in_order(play: &Play) -> String {
    let names: Vec<String> = play
        .game
        .seats()
        .map(|seat| play.names.seat(seat))
        .collect();
    names.join(", ")
}

/// The page of `/game seats`.
fn page(open: &Open) -> Reply {
    let agreed = open.agreed();
    let game = open.row.id;
    let order: Vec<String> = seating(&agreed, &open.members)
        .into_iter()
        .map(|member| text::escape(&member.name))
        .collect();
    let said = match agreed.seating {
        Seating::Lot => "Seats are drawn by lot when the game starts.".to_string(),
        Seating::Joined => format!("Seats are in the order of joining: {}.", order.join(", ")),
        Seating::Set => format!("The host has set the seats: {}.", order.join(", ")),
    };
    let menu = seating(&agreed, &open.members).into_iter().fold(
        Menu::new(format!("g:{game}:first"), "Put somebody first"),
        |menu, member| menu.entry(&member.name, &member.user, ""),
    );
    Reply::new(said)
        .with_buttons([
            Button::new("By lot", format!("g:{game}:seats:lot")),
            Button::new("In the order of joining", format!("g:{game}:seats:joined")),
        ])
        .with_menu(menu)
}

/// Members in the order in which they would sit, as far as it is no lot.
pub(super) fn seating<'m>(agreed: &Agreed, members: &'m [Member]) -> Vec<&'m Member> {
    let mut sorted: Vec<&Member> = members.iter().collect();
    if agreed.seating == Seating::Set {
        let place = |member: &&Member| {
            let at = agreed.order.iter().position(|user| *user == member.user);
            at.unwrap_or(usize::MAX)
        };
        sorted.sort_by_key(place);
    }
    sorted
}

/// A press on that page: `lot`, `joined`, or who sits first.
pub(super) fn pressed(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    how: &str,
    first: Option<&str>,
) -> Result<Reply, Refusal> {
    if open.row.state != State::Lobby {
        return Err(Refusal::new("The seats are given: the game has started."));
    }
    host_only(open, request, "set the seats")?;
    let mut agreed = open.agreed();
    match (how, first) {
        ("lot", _) => agreed.seating = Seating::Lot,
        ("joined", _) => agreed.seating = Seating::Joined,
        ("first", Some(first)) => {
            if !open.members.iter().any(|member| member.user == first) {
                return Err(Refusal::new("He does not sit at this table any more."));
            }
            let mut order: Vec<String> = seating(&agreed, &open.members)
                .into_iter()
                .map(|member| member.user.clone())
                .collect();
            order.retain(|user| user != first);
            order.insert(0, first.to_string());
            agreed.seating = Seating::Set;
            agreed.order = order;
        }
        _ => return Err(vote::unknown()),
    }
    seat_by(tables, open, request, agreed)
}

fn seat_by(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    agreed: Agreed,
) -> Result<Reply, Refusal> {
    let order: Vec<String> = seating(&agreed, &open.members)
        .into_iter()
        .map(|member| text::escape(&member.name))
        .collect();
    let said = match agreed.seating {
        Seating::Lot => "Seats are drawn by lot.".to_string(),
        Seating::Joined => "Seats are in the order of joining.".to_string(),
        Seating::Set => format!("The host has set the seats: {}.", order.join(", ")),
    };
    settle(
        tables,
        open,
        request,
        (agreed, Vec::new()),
        (post::words(&said, Vec::new()), "Done."),
    )?;
    Ok(page(open))
}

/// `/game host`: the role passes on.
pub(super) fn host(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    to: &str,
) -> Result<Reply, Refusal> {
    if !request.moderator {
        host_only(open, request, "pass on the host's role")?;
    }
    let member = open
        .member_named(to)
        .ok_or_else(|| Refusal::new("The host's role passes to somebody who sits at the table."))?;
    let (user, name) = (member.user.clone(), text::escape(&member.name));
    if user == open.row.host {
        return Err(Refusal::new(format!("{name} is the host already.")));
    }
    let by = text::escape(&text::clean_name(&request.name));
    let said = format!("{by} passes the host's role to {name}.");
    let mut after = open.clone();
    after.row.host.clone_from(&user);
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "host",
        detail: name,
        still: true,
        steps: vec![Step::Host(user.clone())],
        posts: vec![post::words(&said, Vec::new())],
        turn: lobby::gathers(tables, &after)?,
        request: request.id.clone(),
        reply: "Done.".into(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => {
            open.row.host = user;
            Ok(Reply::new("Done."))
        }
    }
}

/// A name that nobody else at the table has.
pub(super) fn free_name(members: &[Member], wished: &str) -> String {
    let clean = text::clean_name(wished);
    let mut name = clean.clone();
    let mut number = 2;
    while members.iter().any(|member| member.name == name) {
        name = format!("{} {number}", text::clip(&clean, 28));
        number += 1;
    }
    name
}
