//! The panel: everything reached by pressing, previews, and what is typed.

mod asked;

use crate::room::Room;
use bot::reply::{Control, Reply};
use bot::text::{MESSAGE, length};
use engine::Game;
use engine::action::{Action, By};
use engine::ids::Seat;
use engine::legal::Choice;
use std::collections::BTreeMap;

const NAMES: [&str; 5] = ["anna", "ben", "clara", "david", "emil"];

/// A room with a game of a title that has started, seated as listed.
fn table(title: &str, players: usize) -> Room {
    let room = Room::new();
    room.say(&format!("@anna /game new title:{title} seating:joined"));
    for name in &NAMES[1..players] {
        room.say(&format!("@{name} /game join"));
    }
    assert!(!room.say("@anna /game start").is_refusal());
    room
}

/// Presses a button; `@` in its id stands for the present position.
fn press(room: &Room, user: &str, id: &str, value: Option<&str>) -> Reply {
    let request = Room::request(user);
    let id = id.strip_prefix("f:").unwrap_or(id);
    let id = &match id.contains('@') && id.split(':').nth(2) == Some("@") {
        true => id.replacen('@', &mark(room), 1),
        false => id.to_string(),
    };
    let reply = room.tables.press(&request, id, value);
    within_limits(&reply);
    reply
}

/// What Discord takes.
fn within_limits(reply: &Reply) {
    assert!((1..=MESSAGE).contains(&length(reply.text())));
    assert!(reply.rows().len() <= 5 && reply.pictures().len() <= 10);
    for row in reply.rows() {
        assert!(row.len() <= 5);
    }
    for button in reply.buttons() {
        assert!(
            (1..=80).contains(&length(&button.label)),
            "{}",
            button.label
        );
        assert!((1..=100).contains(&length(&button.id)), "{}", button.id);
    }
    for menu in reply.menus() {
        assert!(length(&menu.id) <= 100 && (1..=25).contains(&menu.entries.len()));
        for entry in &menu.entries {
            assert!((1..=100).contains(&length(&entry.label)));
            assert!((1..=100).contains(&length(&entry.value)));
            assert!(length(&entry.about) <= 100);
        }
    }
}

/// What of an id comes after game and version.
fn path(id: &str) -> &str {
    let id = id.strip_prefix("f:").unwrap_or(id);
    id.splitn(4, ':').nth(3).unwrap_or("")
}

/// Everything that may be pressed: id and, for an entry, its value.
fn ways(reply: &Reply) -> Vec<(String, Option<String>)> {
    let mut all = Vec::new();
    for control in reply.rows().iter().flatten() {
        match control {
            Control::Button(button) => all.push((button.id.clone(), None)),
            Control::Menu(menu) => all.extend(
                menu.entries
                    .iter()
                    .map(|entry| (menu.id.clone(), Some(entry.value.clone()))),
            ),
            Control::Break => {}
        }
    }
    all
}

fn leads(from: &str, to: &str) -> bool {
    to == from
        || to
            .strip_prefix(from)
            .is_some_and(|rest| rest.starts_with(' '))
}

/// How an action is pressed: the presses without those that only turn pages, and the id that does it.
fn reach(room: &Room, user: &str, first: &Reply, action: &Action, text: &str) -> (usize, String) {
    let mut reply = first.clone();
    let mut presses = 0;
    let mut done: Vec<String> = Vec::new();
    let sum = action
        .amount()
        .map(|sum| sum.to_string())
        .unwrap_or_default();
    let leads = |to: &str| {
        let named = to.split(' ').any(|word| word == "_") && to.replace('_', &sum) == text;
        leads(to, text) || named
    };
    for _ in 0..40 {
        let all = ways(&reply);
        let does = all
            .iter()
            .find(|(id, _)| (id.starts_with("c:") || id.starts_with("m:")) && path(id) == text);
        if let Some((id, _)) = does {
            return (presses + 1, id.clone());
        }
        // The way that leads furthest.
        let onward = all
            .iter()
            .filter(|(id, _)| id.starts_with("p:") && !path(id).contains('#'))
            .filter(|(id, value)| {
                let to = value.as_deref().unwrap_or(path(id));
                !to.is_empty() && leads(to) && !done.iter().any(|known| known == to)
            })
            .max_by_key(|(id, value)| value.as_deref().unwrap_or(path(id)).len());
        if let Some((id, value)) = onward {
            done.push(value.as_deref().unwrap_or(path(id)).to_string());
            reply = press(room, user, id, value.as_deref());
            presses += 1;
            continue;
        }
        // An amount that is not listed is typed.
        let form = all
            .iter()
            .find(|(id, _)| id.starts_with("f:") && path(id).replace('_', &sum) == text);
        if let Some((id, _)) = form {
            reply = press(room, user, id, Some(&sum));
            presses += 1;
            continue;
        }
        let more = reply
            .buttons()
            .into_iter()
            .find(|button| button.label.starts_with("More"));
        match more {
            Some(button) => reply = press(room, user, &button.id.clone(), None),
            None => break,
        }
    }
    panic!(
        "{text} is not reached from {}: {:?}",
        reply.text(),
        ways(&reply)
    );
}

/// Plays a whole game of a title by panels alone. Gives the presses by number.
fn by_panels(title: &str, seed: u64, players: u8) -> BTreeMap<usize, usize> {
    let whole = bot::demo::by_itself(title, seed, players).expect("it comes to its end");
    let room = table(title, usize::from(players));
    let mut game = Game::new(whole.setup().clone()).expect("a game");
    let mut counts = BTreeMap::new();
    for entry in whole.log() {
        let By::Seat(seat) = entry.by else { continue };
        let user = NAMES[seat.index()];
        let first = room.say(&format!("@{user} /play"));
        within_limits(&first);
        let text = match &entry.action {
            Action::Run(_) => "run auto".to_string(),
            action => game.print(action),
        };
        let (presses, id) = reach(&room, user, &first, &entry.action, &text);
        let reply = press(&room, user, &id, None);
        assert!(!reply.is_refusal(), "{text}: {}", reply.text());
        let mut presses = presses;
        if room.digest() == game.digest() {
            // Asked again: what is pressed on a first page is confirmed, too.
            let sure = ways(&reply)
                .into_iter()
                .find(|(id, _)| id.starts_with("c:"))
                .expect("a confirmation");
            assert!(!press(&room, user, &sure.0, None).is_refusal());
            presses += 1;
        }
        game.apply(seat, &entry.action).expect("it is legal");
        assert_eq!(room.digest(), game.digest(), "{text}");
        assert!(presses <= 4, "{text} takes {presses} presses");
        *counts.entry(presses).or_default() += 1;
    }
    assert!(room.tables.glance("console").expect("a game").over);
    counts
}

/// What ids of the present position carry.
fn mark(room: &Room) -> String {
    let awaited = room.awaited();
    let user = awaited.first().expect("somebody is awaited");
    let panel = room.say(&format!("@{user} /play"));
    let buttons = panel.buttons();
    let id = buttons.first().map_or("", |button| button.id.as_str());
    id.split(':').nth(2).unwrap_or("").to_string()
}

#[test]
fn a_game_of_18ardennes_is_played_by_panels_alone() {
    let counts = by_panels("18ardennes", 3, 4);
    println!("18Ardennes by panels, actions by presses: {counts:?}");
    assert!(counts.values().sum::<usize>() > 300);
}

#[test]
fn a_game_of_1835_is_played_by_panels_alone() {
    let counts = by_panels("1835", 3, 4);
    println!("1835 by panels, actions by presses: {counts:?}");
    assert!(counts.values().sum::<usize>() > 300);
}

#[test]
fn a_game_of_1873_is_played_by_panels_alone() {
    let counts = by_panels("1873", 3, 4);
    println!("Harzbahn 1873 by panels, actions by presses: {counts:?}");
    assert!(counts.values().sum::<usize>() > 300);
}

#[test]
fn a_game_of_1826_is_played_by_panels_alone() {
    let counts = by_panels("1826", 3, 4);
    println!("1826 by panels, actions by presses: {counts:?}");
    assert!(counts.values().sum::<usize>() > 300);
}

/// Whether a choice is reached from the first page in four presses, page turning apart, the last of which does it.
fn all_is_reached(room: &Room, game: &Game, seat: Seat) -> usize {
    let user = NAMES[seat.index()];
    let first = room.say(&format!("@{user} /play"));
    within_limits(&first);
    // Pages by path, walked once each; what a press does or shows with the presses that it takes.
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut forms: BTreeMap<String, usize> = BTreeMap::new();
    let mut seen: Vec<String> = Vec::new();
    let mut work = vec![(first, 0usize)];
    let legal = game.legal(seat);
    let texts: Vec<String> = legal.actions().map(|action| game.print(action)).collect();
    while let Some((reply, presses)) = work.pop() {
        for (id, value) in ways(&reply) {
            if id.starts_with("o:") {
                // A standing order is no choice of the present decision.
                continue;
            }
            let to = value.clone().unwrap_or_else(|| path(&id).to_string());
            let does = id.starts_with("c:") || id.starts_with("m:");
            let note = |map: &mut BTreeMap<String, usize>, to: &str, presses: usize| {
                let least = map.entry(to.to_string()).or_insert(presses);
                *least = (*least).min(presses);
            };
            if does {
                note(&mut found, &to, presses + 1);
            } else if id.starts_with("f:") {
                if to.contains('_') {
                    // Typing the amount, then confirming.
                    note(&mut forms, &to, presses + 2);
                }
            } else if texts.contains(&to) {
                // Shows the action; confirming it is one press more.
                note(&mut found, &to, presses + 2);
            } else if !to.is_empty() && !to.ends_with('?') && !seen.contains(&to) {
                seen.push(to.clone());
                let turned = usize::from(!to.contains('#'));
                let next = press(room, user, &id, value.as_deref());
                assert!(!next.is_refusal(), "{to}: {}", next.text());
                work.push((next, presses + turned));
            }
        }
    }
    let mut count = 0;
    for choice in &legal.choices {
        count += 1;
        let (texts, blank) = match choice {
            Choice::One(action) => (vec![game.print(action)], None),
            Choice::Runs => (vec!["run auto".to_string()], None),
            Choice::Amount(action, range) => {
                let most =
                    range.min + (range.max - range.min) / range.step.max(1) * range.step.max(1);
                let print = |sum| game.print(&action.with_amount(sum));
                let blank = print(987_654_321).replace("987654321", "_");
                (vec![print(range.min), print(most)], Some(blank))
            }
        };
        for text in texts {
            let presses = found.get(&text).copied().unwrap_or(99);
            assert!(presses <= 4, "{text} takes {presses} presses: {found:?}");
        }
        if let Some(blank) = blank {
            let presses = forms.get(&blank).copied().unwrap_or(99);
            assert!(presses <= 4, "{blank} takes {presses} presses: {forms:?}");
        }
    }
    count
}

#[test]
fn every_choice_is_reached_at_positions_of_whole_games() {
    for (title, seed, players) in [
        ("18ardennes", 11, 3),
        ("1873", 12, 3),
        ("18ardennes", 13, 5),
        ("1873", 14, 5),
        ("1826", 15, 4),
    ] {
        let whole = bot::demo::by_itself(title, seed, players).expect("it comes to its end");
        let room = table(title, usize::from(players));
        let mut game = Game::new(whole.setup().clone()).expect("a game");
        let (mut tried, mut positions) = (0, 0);
        for (number, entry) in whole.log().iter().enumerate() {
            let By::Seat(seat) = entry.by else { continue };
            if number % 23 == 5 {
                tried += all_is_reached(&room, &game, seat);
                positions += 1;
            }
            let text = match &entry.action {
                Action::Run(_) => "run auto".to_string(),
                action => game.print(action),
            };
            let reply = room.say(&format!("@{} {text}", NAMES[seat.index()]));
            assert!(!reply.is_refusal(), "{text}: {}", reply.text());
            game.apply(seat, &entry.action).expect("it is legal");
        }
        println!("{title}: {tried} choices at {positions} positions");
        assert!(positions > 10 && tried > 100);
    }
}
