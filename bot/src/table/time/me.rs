//! `/me`: what somebody says about himself, and what follows from it.

use super::super::{Refusal, Request, Tables, vote};
use super::away;
use crate::command::{Command, MeVerb, Spec};
use crate::people::{Person, Place, Quiet, find, local, matching, read_hours, read_interval};
use crate::reply::Reply;
use crate::store::Button;
use crate::suggest::{MOST as SHOWN, Suggestion, narrow};
use crate::text;

mod page;

use page::page;

/// Commands under `/me`.
pub(in crate::table) fn me(
    tables: &Tables,
    request: &Request,
    command: &Command,
    verb: MeVerb,
) -> Result<Reply, Refusal> {
    let get = |name: &str| command.get(name);
    match verb {
        MeVerb::Show => page(tables, request),
        MeVerb::Zone => set_zone(tables, request, get("place").unwrap_or_default()),
        MeVerb::Quiet => set_quiet(
            tables,
            request,
            get("hours").unwrap_or_default(),
            get("days").unwrap_or_default(),
        ),
        MeVerb::Remind => {
            let given = ["interval", "most", "where", "next"].map(get);
            if given.iter().all(Option::is_none) {
                return page(tables, request);
            }
            let mut person = tables.store().person(&request.user)?;
            if let Some(interval) = get("interval") {
                person.every = read_interval(interval).map_err(Refusal::new)?;
            }
            if let Some(most) = command.number("most") {
                person.most = Some(most);
            }
            if let Some(place) = get("where") {
                set_place(&mut person, place == "message");
            }
            if let Some(next) = get("next") {
                person.next = next == "yes";
            }
            keep(tables, request, &person)
        }
        MeVerb::Away => away::away(
            tables,
            request,
            get("until").unwrap_or_default(),
            get("game"),
        ),
        MeVerb::Record => crate::look::shown(tables, request, get("shown") == Some("yes")),
        MeVerb::Back => away::back(tables, request, get("game")),
    }
}

/// A press on the page, or a text typed into one of its forms: what follows `me:`.
pub(in crate::table) fn press(
    tables: &Tables,
    request: &Request,
    rest: &str,
    value: Option<&str>,
) -> Result<Reply, Refusal> {
    let mut person = tables.store().person(&request.user)?;
    match (rest, value) {
        ("", _) => return page(tables, request),
        ("zone", Some(place)) => return set_zone(tables, request, place),
        ("quiet", Some(hours)) => {
            // The days may follow the hours: `23-7 Fri, Sat`.
            let hours = hours.trim();
            let split = hours
                .find([' ', ','])
                .filter(|_| !hours.contains(" to ") && !hours.contains(" - "));
            let (hours, days) = split.map_or((hours, ""), |at| hours.split_at(at));
            return set_quiet(tables, request, hours, days.trim_start_matches([' ', ',']));
        }
        ("loud", _) => return set_quiet(tables, request, "none", ""),
        ("every", Some(every)) => person.every = read_interval(every).map_err(Refusal::new)?,
        ("most", Some(most)) => match most.parse() {
            Ok(most @ 1..=20) => person.most = Some(most),
            _ => return Err(vote::unknown()),
        },
        ("message", _) => set_place(&mut person, true),
        ("channel", _) => set_place(&mut person, false),
        ("next", _) => person.next = true,
        ("unasked", _) => person.next = false,
        ("away", Some(until)) => return away::away(tables, request, until, None),
        ("back", _) => return away::back(tables, request, None),
        ("later", _) => {
            return Ok(Reply::new(
                "Nobody knows when your night is, so you are called at any hour. /me zone tells me whenever you like.",
            ));
        }
        _ => return Err(vote::unknown()),
    }
    keep(tables, request, &person)
}

/// Whoever asks for messages once more has opened them again.
fn set_place(person: &mut Person, message: bool) {
    person.place = if message {
        Place::Message
    } else {
        Place::Channel
    };
    person.shut = false;
}

fn keep(tables: &Tables, request: &Request, person: &Person) -> Result<Reply, Refusal> {
    tables.store().keep_person(person)?;
    page(tables, request)
}

/// Asks where somebody lives.
pub(in crate::table) fn ask_zone(why: &str) -> Reply {
    Reply::new(format!(
        "{why} In which city, or which time zone, do you live? Then nobody calls you at night."
    ))
    .with_buttons([
        Button {
            weight: crate::store::Weight::Main,
            ..Button::asking("Name my city", "me:zone")
        },
        Button::new("Not now", "me:later"),
    ])
}

/// Asks where somebody lives, once, with the answer to what he has just done.
pub(in crate::table) fn ask_once(
    tables: &Tables,
    request: &Request,
    reply: Reply,
) -> Result<Reply, Refusal> {
    let mut person = tables.store().person(&request.user)?;
    if person.asked || person.zone.is_some() {
        return Ok(reply);
    }
    person.asked = true;
    tables.store().keep_person(&person)?;
    Ok(reply
        .with_line(
            "In which city do you live? With /me zone I know, and nobody calls you at night.",
        )
        .with_buttons([Button::asking("Name my city", "me:zone")]))
}

fn set_zone(tables: &Tables, request: &Request, typed: &str) -> Result<Reply, Refusal> {
    let Some(found) = find(typed) else {
        let near: Vec<String> = (matching(typed, 4).into_iter())
            .map(|one| text::escape(&one.place))
            .collect();
        let near = match near.is_empty() || typed.trim().is_empty() {
            true => "Name a larger city nearby, or a zone such as Europe/Berlin.".to_string(),
            false => format!("Did you mean {}?", near.join("; ")),
        };
        return Err(Refusal::new(format!(
            "I know no city or time zone {}. {near}",
            text::quoted(typed)
        )));
    };
    let mut person = tables.store().person(&request.user)?;
    person.zone = Some(found.zone.clone());
    person.asked = true;
    tables.store().keep_person(&person)?;
    let night = match person.quiet {
        None => " Nobody calls you there from 22:00 to 08:00; choose other quiet hours, or none.",
        Some(_) => "",
    };
    let done = format!(
        "You live in {} ({}), where it is {} now.{night}",
        text::escape(&found.place),
        found.zone,
        local(&found.zone, tables.now())
    );
    Ok(page(tables, request)?.headed(&done))
}

fn set_quiet(
    tables: &Tables,
    request: &Request,
    hours: &str,
    days: &str,
) -> Result<Reply, Refusal> {
    let mut person = tables.store().person(&request.user)?;
    let known = match &person.quiet {
        Some(quiet) => quiet.clone(),
        None => person.quiet().clone(),
    };
    let quiet = read_hours(&known, hours, days).map_err(Refusal::new)?;
    if person.zone.is_none() && quiet != Quiet::NONE {
        return Ok(
            ask_zone("Quiet hours go by your own clock, and I do not know where you live.")
                .refused(),
        );
    }
    person.quiet = Some(quiet);
    keep(tables, request, &person)
}

/// Values for the options of `/me`.
pub(in crate::table) fn suggest(
    tables: &Tables,
    request: &Request,
    spec: &'static Spec,
    focused: &str,
    typed: &str,
) -> Vec<Suggestion> {
    let plain = |list: &[&str]| -> Vec<Suggestion> {
        list.iter()
            .map(|value| crate::suggest::plain(value, value))
            .collect()
    };
    let found = match (spec.name(), focused) {
        ("zone", _) => {
            let now = tables.now();
            let places = matching(typed, SHOWN).into_iter();
            // What fits by another name is not narrowed once more.
            return places
                .map(|one| Suggestion {
                    name: text::clip(
                        &format!("{} · {} · {}", one.place, one.zone, local(&one.zone, now)),
                        100,
                    ),
                    value: one.place.clone(),
                })
                .collect();
        }
        ("quiet", "hours") => plain(&[
            "22:00-08:00",
            "23:00-07:00",
            "21:00-09:00",
            "00:00-08:00",
            "none",
        ]),
        ("quiet", _) => plain(&[
            "every day",
            "Mon-Fri",
            "Sat, Sun",
            "Mon",
            "Tue",
            "Wed",
            "Thu",
            "Fri",
            "Sat",
            "Sun",
        ]),
        ("remind", "interval") => plain(&[
            "table", "never", "1 h", "3 h", "6 h", "12 h", "24 h", "2 days", "3 days", "7 days",
        ]),
        ("away", "until") => plain(&[
            "tomorrow", "3 days", "1 week", "2 weeks", "monday", "1 month",
        ]),
        ("away" | "back", "game") => {
            let sittings = tables.store().sittings(&request.user).unwrap_or_default();
            sittings
                .into_iter()
                .map(|one| {
                    let here = if one.game.channel == request.channel {
                        ", here"
                    } else {
                        ""
                    };
                    let label = format!("Game {} of {}{here}", one.game.id, one.game.title);
                    crate::suggest::plain(&label, &one.game.id.to_string())
                })
                .collect()
        }
        _ => Vec::new(),
    };
    narrow(found, typed)
}
