//! `/game settings`: what the table has agreed on, in sentences with a button each.

use super::agreed::{Agreed, Changes, Seating};
use super::open::Open;
use super::seats::{self, host_only};
use super::vote::{self, Motion};
use super::{Refusal, Request, Tables, orders, post, takeback};
use crate::reply::Reply;
use crate::store::{Button, State, Step};

/// The page, or one setting with its values, or a change.
pub(super) fn settings(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    name: Option<&str>,
    value: Option<&str>,
) -> Result<Reply, Refusal> {
    match (name, value) {
        (None, None) => Ok(page(open)),
        (None, Some(_)) => Err(Refusal::new("Say which setting is to change.")),
        (Some(name), None) => one(open, name),
        (Some(name), Some(value)) => change(tables, open, request, name, value),
    }
}

/// The sentence of a value, for votes.
pub(super) fn sentence(name: &str, value: &str) -> String {
    let mut agreed = Agreed::default();
    agreed.choose(name, value);
    agreed
        .settings()
        .iter()
        .find(|setting| setting.name == name)
        .map_or("", super::agreed::Setting::sentence)
        .to_string()
}

fn over(open: &Open) -> bool {
    !matches!(open.row.state, State::Lobby | State::Playing)
}

fn page(open: &Open) -> Reply {
    let agreed = open.agreed();
    let game = open.row.id;
    let shown: Vec<_> = agreed
        .settings()
        .into_iter()
        .filter(|setting| setting.name != "seating" || open.row.state == State::Lobby)
        .collect();
    let lines: Vec<String> = shown
        .iter()
        .map(|setting| format!("• {}", setting.sentence()))
        .collect();
    let who = if over(open) {
        "The game has ended: nothing changes any more.".to_string()
    } else if agreed.changes == Changes::Vote && open.row.state == State::Playing {
        "Whoever wants another rule presses its button; all are asked.".to_string()
    } else {
        format!("The host, {}, changes them.", open.name_of(&open.row.host))
    };
    let buttons = shown.iter().map(|setting| {
        let value = setting.values.iter().find(|one| one.name == setting.value);
        let label = value.map_or("", |one| one.label);
        Button::new(
            format!("{}: {label}", capital(setting.about)),
            format!("g:{game}:set:{}", setting.name),
        )
    });
    let reply = Reply::new(format!(
        "**Table of game {game}**\n{}\n{who}",
        lines.join("\n")
    ));
    if over(open) {
        reply
    } else {
        reply.with_buttons(buttons)
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

fn no_such(name: &str) -> Refusal {
    let known: Vec<&str> = Agreed::default()
        .settings()
        .iter()
        .map(|setting| setting.name)
        .collect();
    Refusal::new(format!(
        "There is no setting {:?}; there are {}.",
        crate::text::clip(name, 40),
        known.join(", ")
    ))
}

/// One setting with a button for each value.
fn one(open: &Open, name: &str) -> Result<Reply, Refusal> {
    let agreed = open.agreed();
    let setting = agreed
        .settings()
        .into_iter()
        .find(|setting| setting.name == name)
        .ok_or_else(|| no_such(name))?;
    let game = open.row.id;
    let lines: Vec<String> = setting
        .values
        .iter()
        .map(|one| {
            let mark = if one.name == setting.value {
                "**Now:** "
            } else {
                ""
            };
            format!("• {mark}{}", one.sentence)
        })
        .collect();
    let buttons = setting
        .values
        .iter()
        .filter(|one| one.name != setting.value)
        .map(|one| Button::main(one.label, format!("g:{game}:set:{name}:{}", one.name)))
        .chain([Button::new("Back", format!("g:{game}:set"))]);
    Ok(Reply::new(format!(
        "**{}**\n{}",
        capital(setting.about),
        lines.join("\n")
    ))
    .with_buttons(buttons))
}

/// Changes a setting, or asks the table to.
fn change(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    name: &str,
    value: &str,
) -> Result<Reply, Refusal> {
    if over(open) {
        return Err(Refusal::new(
            "The game has ended: nothing changes any more.",
        ));
    }
    let mut agreed = open.agreed();
    let before = agreed.settings();
    let known = before
        .iter()
        .find(|setting| setting.name == name)
        .ok_or_else(|| no_such(name))?;
    if known.value == value {
        return Err(Refusal::new(format!(
            "That holds already: {}",
            known.sentence()
        )));
    }
    if !agreed.choose(name, value) {
        let values: Vec<&str> = known.values.iter().map(|one| one.name).collect();
        return Err(Refusal::new(format!(
            "{name} has the values {}.",
            values.join(", ")
        )));
    }
    if name == "seating" && open.row.state != State::Lobby {
        return Err(Refusal::new("The seats are given: the game has started."));
    }
    if agreed.seating == Seating::Set && agreed.order.is_empty() && name == "seating" {
        agreed.order = open
            .members
            .iter()
            .map(|member| member.user.clone())
            .collect();
    }
    let by_vote = open.agreed().changes == Changes::Vote && open.row.state == State::Playing;
    if !by_vote {
        host_only(open, request, "change the settings")?;
        return apply_to(tables, open, request, (name, agreed), Vec::new());
    }
    if open.seat_of(&request.user).is_none() && request.user != open.row.host {
        return Err(Refusal::new("You do not sit at this table."));
    }
    let voters = takeback::everybody(open, request);
    let motion = Motion::Setting {
        name: name.into(),
        value: value.into(),
    };
    let said = format!("proposes: {}", sentence(name, value));
    vote::ask(tables, open, request, motion, voters, &said)
}

/// What a vote has carried.
pub(super) fn apply(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    (name, value): (&str, &str),
    steps: Vec<Step>,
) -> Result<Reply, Refusal> {
    let mut agreed = open.agreed();
    agreed.choose(name, value);
    apply_to(tables, open, request, (name, agreed), steps)
}

fn apply_to(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    (name, agreed): (&str, Agreed),
    mut steps: Vec<Step>,
) -> Result<Reply, Refusal> {
    if name == "orders" {
        steps.extend(orders::given_up(open, agreed.orders));
    }
    let settings = agreed.settings();
    let sentence = settings
        .iter()
        .find(|setting| setting.name == name)
        .map_or("", super::agreed::Setting::sentence);
    let said = format!("The table's rules change: {sentence}");
    seats::settle(
        tables,
        open,
        request,
        (agreed, steps),
        (post::words(&said, Vec::new()), "Done."),
    )?;
    if name == "orders" {
        open.orders = tables.store().orders(open.row.id)?;
    }
    Ok(page(open))
}

/// A press on one of the pages: what follows `set`.
pub(super) fn press(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    rest: &str,
) -> Result<Reply, Refusal> {
    match rest.split_once(':') {
        None if rest.is_empty() => Ok(page(open)),
        None => one(open, rest),
        Some((name, value)) => change(tables, open, request, name, value),
    }
}
