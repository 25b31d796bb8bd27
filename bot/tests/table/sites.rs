//! Games of 18xx.games brought in.

use crate::room::Room;
use serde_json::{Value, json};
use std::path::Path;

const ARDENNES: &str = include_str!("samples/18ardennes.json");
const HARZ: &str = include_str!("samples/1873.json");

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn edited(text: &str, edit: impl FnOnce(&mut Value)) -> String {
    let mut value = value(text);
    edit(&mut value);
    value.to_string()
}

/// A finished game that people played, where the reference material lies beside the project.
fn shared(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/imports");
    let text = std::fs::read_to_string(folder.join(name)).ok();
    if text.is_none() {
        eprintln!("SKIPPED: ../shared/imports/{name} is missing");
    }
    text
}

fn refuses(file: String, part: &str) {
    let room = Room::new();
    let reply = room.import(file);
    assert!(reply.is_refusal(), "{part}: {}", reply.text());
    assert!(reply.text().contains(part), "{part}: {}", reply.text());
    assert!(room.pending().is_empty());
    assert_eq!(room.tables.store().games().expect("games"), []);
}

#[test]
fn a_running_game_comes_in_and_goes_on() {
    let room = Room::new();
    let reply = room.brings("anna", "console", "/game import file:x seat:1", ARDENNES);
    assert!(!reply.is_refusal(), "{}", reply.text());
    let said: String = room
        .pending()
        .iter()
        .map(|post| post.body.text.clone())
        .collect();
    assert!(said.contains("18xx.games, game 900001"), "{said}");
    assert!(said.contains(r"\*\*Ben\*\* \<\@1\>, Clara"), "{said}");
    // What was undone did not happen: minor 15 went for 105 and minor 4 for 100, both to Ben.
    let file = value(&room.exported());
    let acts: Vec<&str> = file["actions"]
        .as_array()
        .expect("actions")
        .iter()
        .filter_map(|act| act["do"].as_str())
        .collect();
    assert_eq!(
        acts,
        [
            "bid 15 100",
            "bid 15 105",
            "pass",
            "pass",
            "bid 4 100",
            "pass",
            "pass",
            "lay G25 621@2"
        ]
    );
    assert!(
        file["options"]
            .as_array()
            .expect("options")
            .contains(&json!("any_routes"))
    );
    // Clara is next to open a lot; whoever sits down for her does.
    assert!(!room.say("@clara /game join").is_refusal());
    assert_eq!(room.awaited(), ["clara"]);
    assert!(!room.say("@clara bid 7 100").is_refusal());
    assert!(!room.say("@anna bid 7 105").is_refusal());
}

#[test]
fn optional_rules_and_programmed_passes_come_along() {
    let room = Room::new();
    let reply = room.brings("anna", "console", "/game import file:x seat:Ben", HARZ);
    assert!(!reply.is_refusal(), "{}", reply.text());
    let file = value(&room.exported());
    assert!(
        file["options"]
            .as_array()
            .expect("options")
            .contains(&json!("all_aboard_map"))
    );
    assert_eq!(file["actions"][3]["do"], "take 12");
    assert_eq!(file["actions"][4]["do"], "pass");
    assert_eq!(file["actions"][4]["seat"], 1);
    assert_eq!(room.awaited(), ["anna"], "she plays on for Ben");
}

#[test]
fn a_record_is_refused_at_the_first_action_that_does_not_fit() {
    let with = |edit: &dyn Fn(&mut Value)| edited(ARDENNES, |value| edit(value));
    refuses(
        with(&|value| value["actions"][4]["price"] = json!(100)),
        "Action 5 (number 5, `bid`), understood as `bid 15 100`, does not fit",
    );
    refuses(
        with(&|value| value["actions"][4]["price"] = json!(100)),
        "ARD-3.2.1-05",
    );
    refuses(
        with(&|value| value["actions"][12]["hex"] = json!("Z99")),
        "Action 13 (number 13, `lay_tile`) does not fit: there is no hex",
    );
    refuses(
        with(&|value| value["actions"][12]["tile"] = json!("57-0")),
        "Action 13 (number 13, `lay_tile`), understood as `lay G25 57@2`, does not fit",
    );
    refuses(
        with(&|value| value["actions"][9]["entity"] = json!(13)),
        "Action 10 (number 10, `bid`)",
    );
    refuses(
        with(&|value| value["actions"][9]["entity"] = json!(99)),
        "a player who does not play",
    );
    refuses(
        with(&|value| value["actions"][9]["type"] = json!("teleport")),
        "Action 10 (number 10, `teleport`)",
    );
    refuses(
        with(&|value| value["actions"][3]["action_id"] = json!(77)),
        "Action 4 of the file takes back",
    );
    refuses(
        with(&|value| value["actions"][4] = json!(5)),
        "Action 5 of the file is no action",
    );
    refuses(
        with(&|value| value["title"] = json!("1846")),
        "a game of 1846 at 18xx.games",
    );
    refuses(
        with(&|value| value["players"] = json!([{"id": 11, "name": "Anna"}])),
        "The set-up does not fit: 18Ardennes is for 3 to 5 players",
    );
    refuses(
        with(&|value| value["settings"]["optional_rules"] = json!(["short_game"])),
        "the optional rule `short_game`",
    );
}

#[test]
fn finished_games_of_people_come_in_whole() {
    for (name, entries) in [
        ("18ardennes_finished.json", 810),
        ("1873_finished_4p.json", 1195),
        ("1873_hotseat_2p.json", 1153),
    ] {
        let Some(text) = shared(name) else { continue };
        let room = Room::new();
        let reply = room.import(text.clone());
        assert!(!reply.is_refusal(), "{name}: {}", reply.text());
        let glance = room.tables.glance("console").expect("a game");
        assert!(glance.over, "{name}");
        assert_eq!(glance.actions, entries, "{name}");
        // What each player ended with is what the record says.
        let record = value(&text);
        let game = room.tables.exported(1).expect("a file");
        let file = value(&game);
        let score = file["score"].as_array().expect("a score");
        for player in record["players"].as_array().expect("players") {
            let theirs = &record["result"][player["id"].to_string()];
            let ours = score.iter().find(|place| place["name"] == player["name"]);
            assert_eq!(
                ours.map(|place| &place["worth"]),
                Some(theirs),
                "{name} {player}"
            );
        }
        assert!(room.tables.replays(1).is_ok(), "{name}");
        // And the export of it comes in again elsewhere.
        let again = Room::new();
        assert!(!again.import(game).is_refusal(), "{name}");
        assert_eq!(again.digest(), room.digest(), "{name}");
    }
}

#[test]
fn a_record_cut_short_goes_on_anywhere() {
    for name in ["18ardennes_finished.json", "1873_finished_4p.json"] {
        let Some(text) = shared(name) else { continue };
        let record = value(&text);
        let all = record["actions"].as_array().expect("actions").len();
        for cut in (1..12).map(|part| part * all / 12) {
            let part = edited(&text, |value| {
                value["status"] = json!("active");
                value["actions"]
                    .as_array_mut()
                    .expect("actions")
                    .truncate(cut);
            });
            let room = Room::new();
            let reply = room.import(part);
            assert!(!reply.is_refusal(), "{name} {cut}: {}", reply.text());
            let glance = room.tables.glance("console").expect("a game");
            assert!(!glance.over, "{name} {cut}");
            // Somebody is awaited and finds something to do.
            for user in ["u1", "u2", "u3", "u4"] {
                assert!(!room.say(&format!("@{user} /game join")).is_refusal());
            }
            let awaited = room.awaited();
            let first = awaited.first().expect("somebody");
            let page = room.say(&format!("@{first} /play"));
            assert!(!page.is_refusal(), "{name} {cut}: {}", page.text());
        }
    }
}

#[test]
fn a_wrong_action_in_a_long_record_is_named() {
    let Some(text) = shared("1873_finished_4p.json") else {
        return;
    };
    let record = value(&text);
    let list = record["actions"].as_array().expect("actions");
    let at = list
        .iter()
        .rposition(|action| action["type"] == "lay_tile")
        .expect("a lay");
    refuses(
        edited(&text, |value| value["actions"][at]["rotation"] = json!(5)),
        &format!("Action {} (number ", at + 1),
    );
    let at = list
        .iter()
        .rposition(|action| action["type"] == "run_routes")
        .expect("a run");
    refuses(
        edited(&text, |value| {
            value["actions"][at]["routes"][0]["revenue"] = json!(10)
        }),
        "the runs earn ",
    );
}
