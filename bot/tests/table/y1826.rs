//! A table of 1826: what a decision would change for each player is said before it is taken.

use crate::room::Room;
use bot::reply::Reply;
use serde_json::Value;

const NAMES: [&str; 3] = ["anna", "ben", "clara"];

/// The frozen game of 1826 that three play by the rulebook, taken in up to before its action of that number, which must
/// be this one.
fn before(at: usize, done: &str) -> Room {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/tests/corpus/1826_1_rulebook_3p.json"
    );
    let text = std::fs::read_to_string(path).expect("the frozen game");
    let mut game: Value = serde_json::from_str(&text).expect("JSON");
    let actions = game["actions"].as_array_mut().expect("actions");
    assert_eq!(actions[at]["do"], done);
    actions.truncate(at);
    for key in ["over", "score"] {
        game.as_object_mut().expect("an object").remove(key);
    }
    let room = Room::new();
    let reply = room.import(game.to_string());
    assert!(!reply.is_refusal(), "{}", reply.text());
    for name in NAMES {
        room.say(&format!("@{name} /game join"));
    }
    room
}

/// The page that shows the action before it is done.
fn page(room: &Room, user: &str, action: &str) -> Reply {
    let panel = room.done(&format!("@{user} /play"));
    let id = (panel.buttons().iter())
        .map(|button| button.id.clone())
        .find(|id| id.starts_with("p:"))
        .expect("a button that leads on");
    let mut parts = id.splitn(4, ':');
    let (game, version) = (
        parts.nth(1).expect("a game"),
        parts.next().expect("a version"),
    );
    let request = Room::request(user);
    let digest = room.digest();
    let id = format!("p:{game}:{version}:{action}");
    let reply = room.tables.press(&request, &id, None);
    assert!(!reply.is_refusal(), "{action}: {}", reply.text());
    assert_eq!(room.digest(), digest, "it is only shown");
    reply
}

fn tells(reply: &Reply, parts: &[&str]) {
    for part in parts {
        assert!(reply.text().contains(part), "{part}: {}", reply.text());
    }
}

#[test]
fn a_conversion_and_its_decline_say_what_they_change() {
    let room = before(23, "convert");
    let panel = room.done("@anna /play");
    tells(
        &panel,
        &[
            "**Convert**: ",
            "40% → 20%",
            "**Pass (do not convert)**: nothing changes for anybody.",
        ],
    );
}

#[test]
fn who_is_asked_sees_what_consent_would_change() {
    let room = before(28, "refuse");
    let panel = room.done("@clara /play");
    tells(
        &panel,
        &[
            "**Agree**: ",
            "You: no longer has Chemins de Fer",
            "**Refuse**: nothing changes for anybody.",
        ],
    );
}

#[test]
fn the_train_that_forms_a_national_says_what_each_player_then_holds() {
    let room = before(525, "train 10H from depot");
    let reply = page(&room, "anna", "train 10H from depot");
    tells(
        &reply,
        &[
            "You: ",
            "SNCF 0% → ",
            "president of ",
            "ben: ",
            "clara: ",
            "worth ",
        ],
    );
}

#[test]
fn a_loan_says_what_it_costs_those_who_hold_the_company() {
    let room = before(556, "borrow");
    let reply = page(&room, "anna", "borrow");
    tells(
        &reply,
        &[
            "You: worth ",
            "The treasury of ",
            "Then it is your decision again",
        ],
    );
}

#[test]
fn bonds_are_told_as_they_move() {
    let room = before(592, "bond buy");
    let reply = page(&room, "ben", "bond buy");
    tells(&reply, &["You: bonds 0 → 1", "You then have "]);
    let room = before(549, "bond issue 2");
    let reply = page(&room, "ben", "bond issue 2");
    tells(&reply, &["2 bonds", "The treasury of "]);
}
