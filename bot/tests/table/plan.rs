//! Private trials: their whole story in both titles, and that nobody else ever sees them.

mod bounds;
mod rebase;

use crate::room::{Folder, Room};
use bot::command::find;
use bot::reply::Reply;
use bot::store::Store;

/// A table at which a recorded game has been played so far.
fn at(room: &Room, title: &str, actions: usize) {
    let lines = match title {
        "18ardennes" => bot::demo::GAME.to_string(),
        _ => bot::demo::record(title, 1, 4).expect("a recording"),
    };
    let mut done = 0;
    for line in lines.lines().filter(|line| line.starts_with('@')) {
        if !line.contains(" /game ") {
            if done == actions {
                return;
            }
            done += 1;
        }
        let reply = room.say(line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    }
}

fn table(title: &str, actions: usize) -> Room {
    let room = Room::new();
    at(&room, title, actions);
    room
}

/// The lines of the recording from an action on.
fn rest(title: &str, actions: usize) -> Vec<String> {
    let lines = match title {
        "18ardennes" => bot::demo::GAME.to_string(),
        _ => bot::demo::record(title, 1, 4).expect("a recording"),
    };
    lines
        .lines()
        .filter(|line| line.starts_with('@') && !line.contains(" /game "))
        .skip(actions)
        .map(String::from)
        .collect()
}

fn values(room: &Room, user: &str, command: &str, focused: &str, typed: &str) -> Vec<String> {
    let spec = find(command).expect("a command");
    let found = room
        .tables
        .suggest(&Room::request(user), spec, &[], focused, typed);
    assert!(found.len() <= 25);
    for one in &found {
        assert!((1..=100).contains(&one.name.chars().count()), "{one:?}");
        assert!((1..=100).contains(&one.value.chars().count()), "{one:?}");
    }
    found.into_iter().map(|one| one.value).collect()
}

/// Says something that must be done, and keeps to Discord's limits.
fn done(room: &Room, line: &str) -> Reply {
    let reply = room.say(line);
    assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    limits(&reply);
    reply
}

fn limits(reply: &Reply) {
    assert!(reply.text().encode_utf16().count() <= 2000);
    assert!(reply.rows().len() <= 5);
    for button in reply.buttons() {
        assert!((1..=100).contains(&button.id.len()), "{button:?}");
        assert!(
            (1..=80).contains(&button.label.chars().count()),
            "{button:?}"
        );
    }
}

/// What the page says about the position: its last line.
fn stand(reply: &Reply) -> String {
    reply.text().lines().last().unwrap_or_default().to_string()
}

fn button(reply: &Reply, label: &str) -> String {
    let buttons = reply.buttons();
    let found = buttons.iter().find(|button| button.label == label);
    found
        .unwrap_or_else(|| panic!("no button {label:?} in {buttons:?}"))
        .id
        .clone()
}

/// A spectator plans through a game of each title: begins at any turn, tries whatever is offered, undoes it all; the
/// game never notices.
#[test]
fn the_story_of_a_trial() {
    for (title, actions) in [
        ("18ardennes", 12),
        ("18ardennes", 130),
        ("18ardennes", 420),
        ("1873", 40),
        ("1873", 260),
        ("1873", 700),
    ] {
        let room = table(title, actions);
        let (digest, posts) = (room.digest(), room.pending());
        let mut tried = 0;
        let turns = values(&room, "zoe", "plan start", "turn", "");
        assert!(turns.len() > 2, "{title} at {actions}: {turns:?}");
        for (number, turn) in turns.iter().enumerate().step_by(3) {
            let start = done(
                &room,
                &format!("@zoe /plan start turn:{turn} name:idea {number}"),
            );
            assert!(
                start
                    .text()
                    .starts_with(&format!("**TRIAL «idea {number}»**"))
            );
            assert!(
                start
                    .text()
                    .contains("only you see it. Game 1, made at move")
            );
            let before = stand(&start);
            let mut steps = 0;
            for step in 0..12 {
                let offered = values(&room, "zoe", "plan try", "action", "");
                let Some(action) = offered.get((step * 7 + number) % offered.len().max(1)) else {
                    break;
                };
                let reply = done(&room, &format!("@zoe /plan try {action}"));
                assert!(reply.text().contains("\n✔ `"), "{}", reply.text());
                steps += 1;
            }
            tried += steps;
            for kind in ["map", "market", "runs"] {
                let reply = room.say(&format!("@zoe /plan {kind}"));
                limits(&reply);
                for picture in reply.pictures() {
                    let real = picture.name.starts_with("game-");
                    assert!(
                        real || picture.name.starts_with("trial-"),
                        "{}",
                        picture.name
                    );
                    assert!(real || picture.alt.starts_with("TRIAL"), "{}", picture.alt);
                }
                assert!(kind == "runs" || reply.pictures().len() == 1, "{kind}");
            }
            done(&room, "@zoe /plan show");
            for what in ["players", "trains", "tiles"] {
                let reply = done(&room, &format!("@zoe /plan show {what}"));
                assert!(reply.text().starts_with("**TRIAL"), "{}", reply.text());
            }
            if steps > 0 {
                let back = done(&room, &format!("@zoe /plan undo {steps}"));
                assert_eq!(stand(&back), before, "{title} at {actions}, {turn}");
            }
            assert!(room.refused("@zoe /plan undo").contains("nothing to undo"));
        }
        assert!(tried > 20, "{title} at {actions}: {tried}");
        assert_eq!(room.digest(), digest);
        assert_eq!(room.pending(), posts);
    }
}

/// By buttons alone: as it stands, run and pay for somebody else, look, undo.
#[test]
fn a_trial_by_buttons() {
    let room = table("18ardennes", 130);
    let digest = room.digest();
    let mut page = done(&room, "@zoe /plan start");
    assert!(page.text().contains("«now»"), "{}", page.text());
    let first = stand(&page);
    let mut pressed = 0;
    for _ in 0..10 {
        let buttons = page.buttons();
        let go = buttons.iter().find(|button| button.id.contains(":a:"));
        let Some(id) = go.map(|button| button.id.clone()) else {
            break;
        };
        page = done(&room, &format!("@zoe /press {id}"));
        pressed += 1;
    }
    assert!(pressed > 2);
    let typed = room.say(&format!(
        "@zoe /press {} = {}",
        page.buttons()
            .iter()
            .find_map(|button| button.asks())
            .expect("a form"),
        values(&room, "zoe", "plan try", "action", "")[0]
    ));
    assert!(!typed.is_refusal(), "{}", typed.text());
    pressed += 1;
    page = typed;
    for label in ["Map", "Market", "My trials"] {
        let reply = done(&room, &format!("@zoe /press {}", button(&page, label)));
        assert_eq!(reply.pictures().len(), usize::from(label != "My trials"));
    }
    for _ in 0..pressed {
        page = done(&room, &format!("@zoe /press {}", button(&page, "Undo")));
    }
    assert_eq!(stand(&page), first);
    assert!(page.buttons().iter().all(|button| button.label != "Undo"));
    assert_eq!(room.digest(), digest);
}

/// Nobody else sees, lists, opens, compares, drops or presses what is mine.
#[test]
fn a_trial_is_its_owners_alone() {
    let room = table("18ardennes", 130);
    let page = done(&room, "@anna /plan start name:secret line");
    let action = values(&room, "anna", "plan try", "action", "")[0].clone();
    let page = done(&room, &format!("@anna /plan try {action}"))
        .with_buttons(page.buttons().into_iter().cloned());
    done(&room, "@anna /plan note the secret is out");
    let listed = done(&room, "@anna /plan list");
    let menu = listed.menus()[0].clone();
    let shown = done(&room, "@anna /plan show").text().to_string();
    for user in ["ben", "zoe"] {
        for line in [
            "/plan show",
            "/plan map",
            "/plan runs",
            "/plan try pass",
            "/plan undo",
            "/plan rebase",
            "/plan open secret line",
            "/plan drop secret line",
            "/plan name mine",
            "/plan compare secret secret",
            "/plan jump BE",
        ] {
            let said = room.refused(&format!("@{user} {line}"));
            assert!(
                said.contains("You have no trial of this game"),
                "{line}: {said}"
            );
        }
        assert!(
            !done(&room, &format!("@{user} /plan list"))
                .text()
                .contains("secret")
        );
        assert!(
            !done(&room, &format!("@{user} /plan note"))
                .text()
                .contains("secret")
        );
        for (command, option) in [
            ("plan open", "trial"),
            ("plan try", "action"),
            ("plan drop", "trial"),
        ] {
            assert!(values(&room, user, command, option, "").is_empty());
        }
        for button in page.buttons() {
            let id = button.asks().unwrap_or(&button.id);
            let said = room.refused(&format!("@{user} /press {id} = {action}"));
            assert!(said.contains("You have no such trial"), "{id}: {said}");
        }
        let chosen = &menu.entries[0].value;
        let said = room.refused(&format!("@{user} /press {} = {chosen}", menu.id));
        assert!(said.contains("You have no such trial"), "{said}");
        // Not even by showing it to all.
        for line in ["/plan show", "/plan map", "/plan list"] {
            let said = room.refused(&format!("@anna /press s:{line}"));
            assert!(said.contains("not one of ours"), "{said}");
        }
    }
    // A number given to another's trial does not give it away either.
    done(&room, "@ben /plan start name:my own");
    assert!(!done(&room, "@ben /plan list").text().contains("secret"));
    assert_eq!(done(&room, "@anna /plan show").text(), shown);
    // Nothing of it was said in public.
    for post in room.pending() {
        assert!(!post.body.text.contains("secret") && !post.body.text.contains("TRIAL"));
    }
}

/// Trials outlive a restart; their buttons still work, stale ones say so.
#[test]
fn a_trial_survives_a_restart() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let (shown, pages) = {
        let room = Room::over(Store::open(&path).expect("open"));
        at(&room, "18ardennes", 130);
        done(&room, "@zoe /plan start name:north");
        let mut pages = Vec::new();
        for _ in 0..4 {
            let action = values(&room, "zoe", "plan try", "action", "")[0].clone();
            pages.push(done(&room, &format!("@zoe /plan try {action}")));
        }
        done(&room, "@zoe /plan note think of the ferry");
        (done(&room, "@zoe /plan show").text().to_string(), pages)
    };
    let room = Room::over(Store::open(&path).expect("open"));
    assert_eq!(done(&room, "@zoe /plan show").text(), shown);
    assert!(
        done(&room, "@zoe /plan note")
            .text()
            .contains("think of the ferry")
    );
    let stale = button(&pages[1], "Undo");
    assert!(
        room.refused(&format!("@zoe /press {stale}"))
            .contains("has changed since")
    );
    assert_eq!(done(&room, "@zoe /plan show").text(), shown);
    let fresh = button(&pages[3], "Undo");
    let back = done(&room, &format!("@zoe /press {fresh}"));
    assert_eq!(stand(&back), stand(&pages[2]));
    // Twice the same button, or two presses at once: the second does nothing.
    assert!(
        room.refused(&format!("@zoe /press {fresh}"))
            .contains("has changed since")
    );
}

/// The same request is carried out once, also by another service over the same store.
#[test]
fn a_repeated_request_is_one_step() {
    let room = table("18ardennes", 130);
    let ask = |room: &Room, id: &str, line: &str| {
        let mut request = Room::request("zoe");
        request.id = Some(id.into());
        room.ask(&request, line)
    };
    let first = ask(&room, "p1", "/plan start name:once");
    let other = Room::over(room.tables.store().clone());
    for room in [&room, &other] {
        assert_eq!(
            ask(room, "p1", "/plan start name:once").text(),
            first.text()
        );
    }
    assert!(done(&room, "@zoe /plan list").text().contains("(1 of 20)"));
    let action = values(&room, "zoe", "plan try", "action", "")[0].clone();
    let line = format!("/plan try {action}");
    let step = ask(&room, "p2", &line);
    assert!(!step.is_refusal());
    for room in [&room, &other] {
        assert_eq!(ask(room, "p2", &line).text(), step.text());
    }
    done(&room, "@zoe /plan undo");
    assert!(room.refused("@zoe /plan undo").contains("nothing to undo"));
}
