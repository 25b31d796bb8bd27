//! Setting orders: `/auto …`.

use super::page;
use super::terms::Terms;
use super::{conflict, go_on, wanted};
use crate::command::{AutoVerb, Command};
use crate::reply::Reply;
use crate::store::{OrderRow, OrderStep, Step};
use crate::table::agreed::Orders;
use crate::table::moves::{self, Done, Extra, Work};
use crate::table::{Open, Play, Refusal, Request, Tables, panel, post};
use crate::text;
use engine::ids::Seat;

/// Orders of a player in a game.
const MOST: usize = 20;

/// `/auto …`.
pub(in crate::table) fn auto(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    command: &Command,
    verb: AutoVerb,
) -> Result<Reply, Refusal> {
    match verb {
        AutoVerb::List => page::list(tables, open, request),
        AutoVerb::Cancel => {
            let which = command.get("order").unwrap_or_default();
            page::cancel(tables, open, request, which)
        }
        _ => {
            let (play, seat) = seated(open, request)?;
            let terms = wanted::wanted(open, play, seat, command, verb)?;
            set(tables, open, request, terms)
        }
    }
}

/// The game, and the seat of whoever may set orders in it.
pub(super) fn seated<'o>(open: &'o Open, request: &Request) -> Result<(&'o Play, Seat), Refusal> {
    let play = open.playing()?;
    let seat = open
        .seat_of(&request.user)
        .ok_or_else(|| Refusal::new("You do not sit at this table."))?;
    if open.agreed().orders == Orders::Never {
        return Err(Refusal::new(
            "At this table everybody makes his own moves: /game settings shows what was agreed.",
        ));
    }
    Ok((play, seat))
}

/// Keeps an order; where it is its owner's decision it acts at once.
pub(super) fn set(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    terms: Terms,
) -> Result<Reply, Refusal> {
    let (play, seat) = seated(open, request)?;
    conflict::refuse(play, &request.user, &terms, &open.orders)?;
    let own = open.orders.iter().filter(|row| row.user == request.user);
    if own.count() >= MOST {
        return Err(Refusal::new(format!(
            "You have {MOST} standing orders in this game, which is the most; /auto cancel ends one."
        )));
    }
    let number = tables.store().next_order(open.row.id)?;
    let row = OrderRow {
        number,
        user: request.user.clone(),
        seat: seat.0,
        terms: terms.write(),
        head: open.row.head,
        acts: 0,
        ended: None,
        why: String::new(),
    };
    let shown = open.agreed().orders == Orders::Open && !terms.is_plan();
    let said = shown.then(|| {
        let name = play.names.seat(seat);
        let words = terms.words_of_him(play);
        post::words(
            &format!("{name} has an order (/auto): it {words}."),
            Vec::new(),
        )
    });
    let words = terms.words(play);
    let private = match shown {
        true => "The table sees it.",
        false => "Nobody else sees it before it acts.",
    };
    let head = format!("**Order {number}** {words}. {private} /auto list shows yours.");
    let step = Step::Order(OrderStep::Set(row));
    keep(tables, open, request, (vec![step], said), "set", &head)
}

/// Stores steps about orders, lets them act at once, and tells the owner what came of it.
pub(super) fn keep(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    (steps, said): (Vec<Step>, Option<crate::store::PostBody>),
    what: &'static str,
    head: &str,
) -> Result<Reply, Refusal> {
    let (before, known) = (open.playing()?.told.len(), open.row.id);
    let told = move |after: &Open, play: &Play| {
        let story = play.story(before);
        let mut reply = Reply::new(text::fit(head, &story, "", text::MESSAGE));
        if let Some(seat) = after.seat_of(&request.user)
            && !story.is_empty()
            && play.awaited_seats().contains(&seat)
        {
            reply = reply.with_buttons(panel::quick(known, play.mark(), play, seat));
        }
        reply
    };
    let work = Work {
        request,
        what: "auto",
        detail: what.into(),
        sent: &[],
        extra: Extra {
            steps,
            said,
            detail: None,
        },
        turned: None,
    };
    match moves::commit(tables, open, work, &told)? {
        Done::Before(reply) => Ok(Reply::new(reply)),
        Done::Now { more } => {
            if more {
                go_on(tables, open);
            }
            Ok(told(open, open.playing_or_over()?))
        }
    }
}
