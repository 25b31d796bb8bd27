//! The page of `/me`: what is known of somebody, when he is called next, and buttons to change it.

use super::super::super::{Refusal, Request, Tables};
use super::super::moment;
use crate::people::{DAY, Event, HOUR, MOST, Person, Place, Quiet, city, local};
use crate::reply::{Control, Menu, Reply};
use crate::store::{Button, State};
use crate::text;

/// An interval in words: `24 h`, `2 days`.
fn span(seconds: i64) -> String {
    match (seconds % DAY, seconds / DAY) {
        (0, days) if days > 1 => format!("{days} days"),
        _ if seconds % HOUR == 0 => format!("{} h", seconds / HOUR),
        _ => format!("{} min", seconds / 60),
    }
}

/// Everything that is set, with what follows from it.
pub(super) fn page(tables: &Tables, request: &Request) -> Result<Reply, Refusal> {
    let store = tables.store();
    let person = store.person(&request.user)?;
    let now = tables.now();
    let absences = store.absences(&request.user)?;
    let mut lines = vec!["**What I know of you**".to_string()];
    lines.push(match &person.zone {
        Some(zone) => format!(
            "• You live in the zone of {} ({zone}), where it is {} now.",
            city(zone),
            local(zone, now)
        ),
        None => {
            "• I do not know where you live: you have no quiet hours, and are called at any hour."
                .into()
        }
    });
    if person.zone.is_some() {
        let quiet = person.quiet();
        let rhythm = person.rhythm(Vec::new());
        let state = match rhythm.awake(now) {
            true => String::new(),
            false => match rhythm.wakes(now) {
                Some(at) => format!(" They end {}.", moment(at)),
                None => String::new(),
            },
        };
        lines.push(match quiet {
            quiet if *quiet == Quiet::NONE => {
                "• You have no quiet hours: you are called at any hour.".into()
            }
            quiet => format!(
                "• Nobody calls you in your quiet hours: {}.{state}",
                quiet.words()
            ),
        });
    }
    let most = person.most.unwrap_or(MOST);
    let times = if most == 1 {
        "once".to_string()
    } else {
        format!("{most} times at most")
    };
    lines.push(match person.every {
        Some(0) => "• You are called once about a decision, and never again.".into(),
        Some(every) => format!(
            "• You are called again every {}, {times} about one decision; then the table is told.",
            span(every)
        ),
        None => format!(
            "• You are called again as each table does (every 24 h if it has not agreed otherwise), {times} about one decision; then the table is told."
        ),
    });
    lines.push(match (person.place, person.shut) {
        (Place::Channel, _) => "• You are called by a mention in the game's channel.".into(),
        (Place::Message, false) => "• You are called by a message of mine, with a link to the channel.".into(),
        (Place::Message, true) => {
            "• You wanted messages, but Discord does not let me write to you: allow direct messages from members of the server, and choose messages again. Until then you are called in the channel.".into()
        }
    });
    lines.push(match person.next {
        true => "• You are told when you are next.".into(),
        false => "• You are not told when you are next.".into(),
    });
    for one in &absences {
        let place = one
            .game
            .map_or("all your games".into(), |game| format!("game {game}"));
        lines.push(format!(
            "• You are away from {place} until {}.",
            moment(one.until)
        ));
    }
    lines.extend(calls(tables, request)?);
    Ok(Reply::new(text::fit("", &lines, "", text::MESSAGE))
        .with_controls(controls(&person, absences.is_empty())))
}

/// When he is called next in each game that waits for him.
fn calls(tables: &Tables, request: &Request) -> Result<Vec<String>, Refusal> {
    let mut lines = Vec::new();
    let now = tables.now();
    for sitting in tables.store().sittings(&request.user)? {
        let own = sitting
            .awaited
            .iter()
            .any(|one| Some(one.seat) == sitting.seat);
        if sitting.game.state != State::Playing || !own {
            continue;
        }
        let standings = tables.store().standings(sitting.game.id)?;
        let Some(standing) = standings
            .into_iter()
            .find(|one| one.person.user == request.user)
        else {
            continue;
        };
        let called = match standing.next_call() {
            Some((at, Event::Call(_))) => format!("you are called again {}", moment(at.max(now))),
            Some((at, _)) => format!(
                "the table is told {} that you do not answer",
                moment(at.max(now))
            ),
            None => "you are not called again".into(),
        };
        let time = match standing.wait.limit(&standing.rhythm, &standing.terms) {
            Some((_, late)) => format!("; your time ends {}", moment(late)),
            None => String::new(),
        };
        lines.push(format!(
            "• {} waits for you ({}): {called}{time}.",
            text::channel(&sitting.game.channel),
            standing.wait.decision
        ));
    }
    Ok(lines)
}

fn controls(person: &Person, here: bool) -> Vec<Control> {
    let every = [
        "1 h", "3 h", "6 h", "12 h", "24 h", "2 days", "3 days", "7 days",
    ];
    let every = every.into_iter().fold(
        Menu::new("me:every", "How often you are called again")
            .entry(
                "As each table does",
                "table",
                "every 24 h if it has not agreed otherwise",
            )
            .entry("Never", "never", "once about each decision"),
        |menu, span| menu.entry(format!("Every {span}"), span, ""),
    );
    let most = [1, 2, 3, 5, 8, 12, 20].into_iter().fold(
        Menu::new("me:most", "How often at most about one decision"),
        |menu, most| {
            let label = if most == 1 {
                "Once".to_string()
            } else {
                format!("{most} times")
            };
            menu.entry(label, most.to_string(), "")
        },
    );
    let mut buttons = vec![Button::asking("Where I live", "me:zone")];
    if person.zone.is_some() {
        buttons.push(Button::asking("Quiet hours, such as 22-8", "me:quiet"));
        if *person.quiet() != Quiet::NONE {
            buttons.push(Button::new("No quiet hours", "me:loud"));
        }
    }
    buttons.push(match person.by_message() {
        false => Button::new("Call me by message", "me:message"),
        true => Button::new("Call me in the channel", "me:channel"),
    });
    buttons.push(match person.next {
        false => Button::new("Tell me when I am next", "me:next"),
        true => Button::new("Do not tell me when I am next", "me:unasked"),
    });
    buttons.push(match here {
        true => Button::asking("I am away until …", "me:away"),
        false => Button::main("I am back", "me:back"),
    });
    let menus = [every, most].map(Control::Menu);
    buttons
        .into_iter()
        .map(Control::Button)
        .chain(menus)
        .collect()
}
