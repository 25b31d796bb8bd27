//! Moves made ahead: `/plan queue`, and changing the list.

use super::queue::{of_company, seen, verb};
use super::set::{keep, seated, set};
use super::terms::{Item, Terms};
use super::verdict::{self, Verdict, View};
use super::{PRESS, conflict, page, wanted};
use crate::command::Command;
use crate::reply::Reply;
use crate::store::{Button, Ended, OrderRow, OrderStep, Step};
use crate::table::{Open, Play, Refusal, Request, Tables, panel};
use crate::text;
use engine::ids::Seat;

/// Moves made ahead.
const ITEMS: usize = 50;

/// The user's moves made ahead, if he has any.
fn queued(open: &Open, user: &str) -> Option<(OrderRow, Vec<Item>)> {
    let own = open.orders.iter().filter(|row| row.user == user);
    own.filter_map(|row| match Terms::read(&row.terms) {
        Some(Terms::Queue { items }) => Some((row.clone(), items)),
        _ => None,
    })
    .next()
}

/// `/plan queue`: shows the moves made ahead, or adds to them.
pub(in crate::table) fn queue(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    command: &Command,
    trial: Option<Vec<(String, Option<String>)>>,
) -> Result<Reply, Refusal> {
    let (play, seat) = seated(open, request)?;
    let typed = command.get("action");
    if typed.is_none() && trial.is_none() {
        return Ok(shown(open, request));
    }
    if typed.is_some() && trial.is_some() {
        return Err(Refusal::new(
            "Either an action or a trial is queued, not both.",
        ));
    }
    let company = match command.get("company") {
        Some(name) => Some(wanted::directed(play, seat, name)?),
        None => None,
    };
    let most = command
        .number("most")
        .and_then(|sum| i32::try_from(sum).ok());
    let same = command.get("only") == Some("same");
    let wished: Vec<(String, Option<String>)> = match (typed, trial) {
        (Some(typed), _) => {
            let text = typed.trim().trim_end_matches('!').trim_end();
            let own = play.game.asks().into_iter().find(|ask| ask.seat == seat);
            let asked = own.and_then(|ask| ask.company);
            let asked = asked.map(|company| play.game.definition().at(company).id.clone());
            let step = match play.game.parse(text) {
                Ok(action) => of_company(&action),
                // The best runs are named by no hexes.
                Err(_) => (verb(text) == "run").then_some(true),
            };
            let turn = match step {
                Some(false) => company,
                _ => company.or(asked),
            };
            if step == Some(true) && turn.is_none() {
                return Err(Refusal::new(
                    "In whose turn is that to be done? Add the company, such as `company:BE`.",
                ));
            }
            vec![(text.to_string(), turn)]
        }
        (None, Some(moves)) if moves.is_empty() => {
            return Err(Refusal::new(
                "In this trial you have made no move of your own.",
            ));
        }
        (None, Some(moves)) => moves
            .into_iter()
            .map(|(text, of)| (text, company.clone().or(of)))
            .collect(),
        (None, None) => Vec::new(),
    };
    let (row, mut items) = match queued(open, &request.user) {
        Some((row, items)) => (Some(row), items),
        None => (None, Vec::new()),
    };
    let first = items.is_empty();
    for (text, company) in wished {
        items.push(item(play, seat, text, company, (same, most))?);
    }
    if items.len() > ITEMS {
        return Err(Refusal::new(format!(
            "{ITEMS} moves can be made ahead, not more."
        )));
    }
    let terms = Terms::Queue { items };
    conflict::refuse(play, &request.user, &terms, &open.orders)?;
    if first && let Some(why) = stillborn(open, play, seat, &terms) {
        return Err(Refusal::new(why));
    }
    match row {
        None => set(tables, open, request, terms).map(|reply| hint(open, request, reply)),
        Some(row) => {
            let step = Step::Order(OrderStep::Acted(row.number, 0, terms.write()));
            let head = format!("**Order {}** now has {}.", row.number, terms.words(play));
            keep(tables, open, request, (vec![step], None), "queue", &head)
                .map(|reply| hint(open, request, reply))
        }
    }
}

/// The answer with the list as it stands.
fn hint(open: &Open, request: &Request, reply: Reply) -> Reply {
    let list = shown(open, request);
    let buttons: Vec<_> = list.buttons().into_iter().cloned().collect();
    reply.with_line(list.text()).with_buttons(buttons)
}

/// A move as it is kept: in notation where it can be read now.
fn item(
    play: &Play,
    seat: Seat,
    text: String,
    company: Option<String>,
    (same, most): (bool, Option<i32>),
) -> Result<Item, Refusal> {
    let asked = play.awaited_seats().contains(&seat);
    let read = match asked {
        true => panel::read_action(play, seat, &text).ok(),
        false => None,
    };
    let parsed = play.game.parse(&text);
    // What is right only in a position cannot be read before it is there.
    let later = matches!(text.as_str(), "run" | "run auto");
    let action = match (parsed, read) {
        (Ok(action), _) => Some(action),
        (Err(_), Some(action)) => Some(action),
        (Err(_), None) if later => None,
        (Err(why), None) => return Err(play.refused(why)),
    };
    let text = match &action {
        Some(action) if !later => play.game.print(action),
        _ => text,
    };
    let view = match asked {
        true => View::new(play, seat, play.told.len()),
        false => {
            let other = play.awaited_seats().first().copied().unwrap_or(seat);
            View::new(play, other, play.told.len())
        }
    };
    let seen = match (same, &action) {
        (true, Some(action)) => Some(seen(&view, action)),
        _ => None,
    };
    Ok(Item {
        text,
        company,
        seen,
        most,
    })
}

/// Why the first of the moves cannot even be made now, where it is asked for.
fn stillborn(open: &Open, play: &Play, seat: Seat, terms: &Terms) -> Option<String> {
    let row = OrderRow {
        number: 0,
        user: String::new(),
        seat: seat.0,
        terms: String::new(),
        head: open.row.head,
        acts: 0,
        ended: None,
        why: String::new(),
    };
    match verdict::verdict(play, &row, terms) {
        Verdict::End(Ended::Stopped, why) => Some(why),
        _ => None,
    }
}

/// The moves made ahead, with buttons.
pub(super) fn shown(open: &Open, request: &Request) -> Reply {
    let Some((row, items)) = queued(open, &request.user) else {
        return Reply::new("You have made no moves ahead; /plan queue with an action begins.");
    };
    let money = |sum: i32| match &open.play {
        Some(play) => play.game.definition().money.print(sum),
        None => sum.to_string(),
    };
    let mut lines = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let own = || " in a turn of your own".to_string();
        let turn = item.company.as_deref().map_or_else(own, |company| {
            format!(" in the turn of {}", text::escape(company))
        });
        let same = match item.seen.is_some() {
            true => ", if price, bid and owner are the same",
            false => "",
        };
        let most = item.most.map_or(String::new(), |most| {
            format!(", for {} or less", money(most))
        });
        lines.push(format!(
            "{}. `{}`{turn}{same}{most}",
            index + 1,
            text::in_code(&text::clip(&item.text, 150))
        ));
    }
    let head = format!(
        "**Moves made ahead** (order {}): each is made as soon as it is your decision, if it is legal then; the first that is not stops the rest.",
        row.number
    );
    let game = open.row.id;
    let drops = (1..=items.len().min(8)).map(|number| {
        Button::new(
            format!("Drop {number}"),
            format!(
                "{}:{game}:drop:{}:{number}:{}",
                PRESS,
                row.number,
                items.len()
            ),
        )
    });
    let all = Button::new(
        "Drop all",
        format!("{}:{game}:cancel:{}", PRESS, row.number),
    );
    Reply::new(text::fit(&head, &lines, "", text::MESSAGE))
        .with_buttons(drops)
        .with_buttons([all])
}

fn none() -> Refusal {
    Refusal::new("You have made no moves ahead.")
}

/// `/plan unqueue`.
pub(in crate::table) fn unqueue(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    command: &Command,
) -> Result<Reply, Refusal> {
    let number = command
        .number("move")
        .and_then(|number| usize::try_from(number).ok());
    drop_move(tables, open, request, number)
}

/// Drops one of the moves, or all.
pub(super) fn drop_move(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    number: Option<usize>,
) -> Result<Reply, Refusal> {
    let (row, mut items) = queued(open, &request.user).ok_or_else(none)?;
    let Some(number) = number.filter(|_| items.len() > 1) else {
        if number.is_some_and(|number| number != 1) {
            return Err(Refusal::new("There is no such move; there is 1."));
        }
        return page::cancel(tables, open, request, &row.number.to_string());
    };
    if number == 0 || number > items.len() {
        return Err(Refusal::new(format!(
            "There is no move {number}; there are {}.",
            items.len()
        )));
    }
    items.remove(number - 1);
    changed(tables, open, request, &row, items)
}

/// `/plan requeue`.
pub(in crate::table) fn requeue(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    command: &Command,
) -> Result<Reply, Refusal> {
    let (row, mut items) = queued(open, &request.user).ok_or_else(none)?;
    let place = |name: &str| {
        let number = command
            .number(name)
            .and_then(|number| usize::try_from(number).ok());
        number
            .and_then(|number| number.checked_sub(1))
            .filter(|index| *index < items.len())
            .ok_or_else(|| Refusal::new(format!("Moves are numbered from 1 to {}.", items.len())))
    };
    let (from, to) = (place("move")?, place("to")?);
    let moved = items.remove(from);
    items.insert(to, moved);
    changed(tables, open, request, &row, items)
}

fn changed(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    row: &OrderRow,
    items: Vec<Item>,
) -> Result<Reply, Refusal> {
    let terms = Terms::Queue { items };
    let step = Step::Order(OrderStep::Acted(row.number, 0, terms.write()));
    keep(tables, open, request, (vec![step], None), "queue", "Done.")
        .map(|reply| hint(open, request, reply))
}
