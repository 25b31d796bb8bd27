//! Games taken out as files and brought in.

use crate::room::{Folder, Room};
use bot::command::{Line, read_line};
use bot::reply::Reply;
use bot::table::Request;
use serde_json::{Value, json};

impl Room {
    /// `/game import` with a file sent along.
    pub fn brings(
        &self,
        user: &str,
        channel: &str,
        line: &str,
        bytes: impl Into<Vec<u8>>,
    ) -> Reply {
        let request = Request {
            channel: channel.into(),
            ..Room::request(user)
        };
        match read_line(line) {
            Ok(Line::Command(command)) => self
                .tables
                .handle(&request, &command.with_file(bytes.into())),
            other => panic!("{other:?}"),
        }
    }

    pub fn import(&self, bytes: impl Into<Vec<u8>>) -> Reply {
        self.brings("anna", "console", "/game import file:game.json", bytes)
    }

    /// The game of the room as `/game export` hands it out.
    pub fn exported(&self) -> String {
        let reply = self.say("@anna /game export");
        let [file] = reply.files() else {
            panic!("one file: {}", reply.text());
        };
        String::from_utf8(file.bytes.to_vec()).expect("text")
    }
}

/// A game of three that has begun, with a few moves.
fn begun() -> Room {
    let room = Room::started();
    for line in [
        "@anna bid 15 120",
        "@ben bid 15 125",
        "@clara pass",
        "@anna pass",
    ] {
        assert!(!room.say(line).is_refusal(), "{line}");
    }
    room
}

fn edited(text: &str, edit: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(text).expect("JSON");
    edit(&mut value);
    value.to_string()
}

#[test]
fn a_game_goes_out_and_comes_in_again() {
    let room = begun();
    let file = room.exported();
    let value: Value = serde_json::from_str(&file).expect("JSON");
    assert_eq!(value["format"], "roundhouse-game");
    assert_eq!(value["seats"], json!(["anna", "ben", "clara"]));
    assert_eq!(value["actions"][1]["do"], "bid 15 125");
    assert_eq!(value["actions"][1]["seat"], 2);

    let other = Room::new();
    let reply = other.brings(
        "anna",
        "console",
        "/game import file:game.json seat:anna",
        file.clone(),
    );
    assert!(!reply.is_refusal(), "{}", reply.text());
    assert_eq!(other.digest(), room.digest());
    // Ben's seat is open and his turn: nobody is pinged who does not play.
    assert_eq!(other.awaited(), Vec::<String>::new());
    assert!(
        other
            .pending()
            .iter()
            .all(|post| !post.body.text.contains("seat:"))
    );
    assert!(other.say("@ben pass").is_refusal());
    // He takes the seat where his name stood, whoever else comes gets what is left.
    let reply = other.say("@ben /game join");
    assert!(
        reply.text().starts_with("You play on for ben."),
        "{}",
        reply.text()
    );
    assert_eq!(other.awaited(), ["ben"]);
    assert!(
        other
            .pending()
            .iter()
            .any(|post| post.body.mentions == ["ben"])
    );
    let reply = other.say("@dora /game join seat:3");
    assert!(
        reply.text().starts_with("You play on for clara."),
        "{}",
        reply.text()
    );
    assert!(other.refused("@emil /game join").contains("started"));
    // And it goes on as the first one does.
    for table in [&room, &other] {
        let reply = table.say("@ben bid 4 100");
        assert!(!reply.is_refusal(), "{}", reply.text());
    }
    assert_eq!(other.digest(), room.digest());
    assert!(!other.say("@dora pass").is_refusal());
    // What was brought in goes out again, with the names of those who play now.
    assert!(other.exported().contains("\"dora\""));
}

#[test]
fn open_seats_are_taken_by_buttons_once() {
    let room = Room::new();
    let file = begun().exported();
    assert!(!room.import(file).is_refusal());
    let labels: Vec<String> = room
        .pending()
        .iter()
        .flat_map(|post| post.body.buttons.clone())
        .map(|button| format!("{} {}", button.label, button.id))
        .filter(|text| text.contains(" x:"))
        .collect();
    assert_eq!(
        labels,
        [
            "Play on for anna x:1:0",
            "Play on for ben x:1:1",
            "Play on for clara x:1:2"
        ]
    );
    assert!(!room.say("@eve /press x:1:1").is_refusal());
    assert_eq!(room.awaited(), ["eve"]);
    assert!(room.refused("@fritz /press x:1:1").contains("taken"));
    assert!(
        room.refused("@eve /press x:1:2")
            .contains("sit at this table already")
    );
    assert!(room.refused("@fritz /press x:2:0").contains("earlier game"));
    assert!(room.refused("@fritz /press x:1:9").contains("taken"));
    assert!(
        room.refused("@fritz /press x:1:no")
            .contains("not one of ours")
    );
    assert!(
        room.refused("@fritz /game join seat:nobody")
            .contains("there are anna")
    );
    assert!(room.refused("@fritz /game join seat:2").contains("taken"));
}

#[test]
fn a_channel_with_a_game_takes_no_other() {
    let room = begun();
    let file = room.exported();
    let reply = room.import(file);
    assert!(
        reply.is_refusal() && reply.text().contains("one at a time"),
        "{}",
        reply.text()
    );
}

#[test]
fn a_lobby_has_nothing_to_export_yet() {
    let room = Room::new();
    room.say("@anna /game new");
    assert!(
        room.refused("@anna /game export")
            .contains("has not started")
    );
    assert!(
        Room::new()
            .refused("@anna /game export")
            .contains("no game")
    );
}

/// Refusals of one file each: what is said, and that nothing is there afterwards.
fn refuses(bytes: impl Into<Vec<u8>>, part: &str) {
    let room = Room::new();
    let reply = room.import(bytes);
    assert!(reply.is_refusal(), "{part}: {}", reply.text());
    assert!(reply.text().contains(part), "{part}: {}", reply.text());
    assert!(!reply.text().contains('\n'), "{}", reply.text());
    assert!(room.pending().is_empty());
    assert_eq!(room.tables.store().games().expect("games"), []);
}

#[test]
fn what_is_no_game_is_refused() {
    refuses(vec![b'x'; 20 * 1024 * 1024], "too large: 20.0 MB");
    refuses("", "empty");
    refuses(vec![0xff, 0xfe, 0x00], "no text");
    refuses(
        "{\"format\": \"roundhouse-game\", ",
        "no sound JSON: line 1",
    );
    refuses("[".repeat(100_000), "nested too deeply");
    refuses("{}", "but no game");
    refuses("[1, 2, 3]", "but no game");
    refuses("\"text\"", "but no game");
    refuses(
        "{\"title\": \"**1830** @everyone\", \"players\": [], \"actions\": []}",
        "a game of \\*\\*1830\\*\\* \\@everyone at 18xx.games",
    );
    refuses("{\"format\": \"roundhouse-game\"}", "no sound game");
    refuses(
        "{\"format\": \"roundhouse-game\", \"version\": 9}",
        "version 9 of its format",
    );
    let without = Room::new().say("@anna /game import file:x.json");
    assert!(
        without.text().contains("did not come along"),
        "{}",
        without.text()
    );
}

#[test]
fn a_file_that_does_not_fit_is_refused_where_it_does_not() {
    let file = begun().exported();
    let with = |edit: &dyn Fn(&mut Value)| edited(&file, |value| edit(value));
    // An illegal action in the middle: its number, its text, its rule.
    refuses(
        with(&|value| value["actions"][1]["do"] = json!("bid 15 120")),
        "Action 2 of 4 (`bid 15 120`, by seat 2) does not fit",
    );
    refuses(
        with(&|value| value["actions"][1]["do"] = json!("bid 15 120")),
        "ARD\\-3.2.1\\-05",
    );
    refuses(
        with(&|value| value["actions"][2]["do"] = json!("fly `x`")),
        "Action 3 of 4 (`fly 'x'`",
    );
    refuses(
        with(&|value| value["actions"][0]["seat"] = json!(3)),
        "Action 1 of 4",
    );
    refuses(
        with(&|value| value["actions"][0]["seat"] = json!(9)),
        "a seat that there is not",
    );
    refuses(
        with(&|value| value["actions"][0]["seat"] = json!(0)),
        "a seat that there is not",
    );
    refuses(
        with(&|value| value["actions"][0]["seat"] = json!(900)),
        "no sound game",
    );
    refuses(
        with(&|value| value["actions"][0]["by"] = json!("me")),
        "neither by a seat",
    );
    refuses(
        with(&|value| value["actions"][3]["digest"] = json!("0000")),
        "Action 4 of 4",
    );
    refuses(
        with(&|value| value["actions"][3]["digest"] = json!("0000")),
        "another position",
    );
    refuses(with(&|value| value["title"] = json!("1830")), "no title");
    refuses(
        with(&|value| value["rules"] = json!(7777)),
        "a newer program is needed",
    );
    refuses(
        with(&|value| value["options"] = json!(["fast"])),
        "no option",
    );
    refuses(
        with(&|value| value["seats"] = json!(["a", "b", "c", "d", "e", "f"])),
        "3 to 5 players, not 6",
    );
    refuses(
        with(&|value| value["seats"] = json!(vec!["a"; 13])),
        "13 players",
    );
    refuses(
        with(&|value| {
            let act = value["actions"][0].clone();
            value["actions"] = Value::Array(vec![act; 20_001]);
        }),
        // So many actions make the file itself too large, or are too many.
        "20001 actions",
    );
    refuses(
        with(&|value| value["actions"] = json!("none")),
        "no sound game",
    );
}

#[test]
fn names_are_made_harmless_and_told_apart() {
    let file = edited(&begun().exported(), |value| {
        value["seats"] = json!([
            "**Boss** <@1>",
            "\u{202e}Ann\u{0000}a\n@everyone",
            "**Boss** <@1>"
        ]);
    });
    let room = Room::new();
    let reply = room.import(file);
    assert!(!reply.is_refusal(), "{}", reply.text());
    let text: String = room
        .pending()
        .iter()
        .map(|post| post.body.text.clone())
        .collect();
    assert!(
        text.contains(r"\*\*Boss\*\* \<\@1\>, Anna \@everyone, \*\*Boss\*\* \<\@1\> 2"),
        "{text}"
    );
    assert!(
        room.pending()
            .iter()
            .all(|post| post.body.mentions.is_empty())
    );
}

#[test]
fn a_finished_game_is_kept_as_one() {
    let game = bot::demo::by_itself("1873", 3, 2).expect("a game");
    let digests: Vec<String> = {
        let mut again = engine::Game::new(game.setup().clone()).expect("a game");
        let step = |entry: &engine::Entry| {
            again.enter(entry.clone()).expect("it folds");
            again.digest()
        };
        game.log().iter().map(step).collect()
    };
    let names = ["Anna".to_string(), "Ben".to_string()];
    let file = bot::transfer::write(&game, &names, &digests, &[]);
    let room = Room::new();
    let reply = room.import(file.clone());
    assert!(!reply.is_refusal(), "{}", reply.text());
    assert!(room.last_post().body.text.contains("Final score: 1. "));
    let glance = room.tables.glance("console").expect("a game");
    assert!(glance.over);
    assert_eq!(glance.digest, game.digest());
    // The channel is free for another.
    assert!(!room.say("@anna /game new").is_refusal());
    // The same file comes out again.
    let out = room.tables.exported(1).expect("a file");
    assert_eq!(out, file);
}

#[test]
fn a_request_with_an_id_brings_a_game_in_once() {
    let room = Room::new();
    let file = begun().exported();
    let request = Request {
        id: Some("7".into()),
        ..Room::request("anna")
    };
    let Ok(Line::Command(command)) = read_line("/game import file:x") else {
        panic!("a command");
    };
    let command = command.with_file(file.into_bytes());
    let first = room.tables.handle(&request, &command);
    let second = room.tables.handle(&request, &command);
    assert!(
        !first.is_refusal() && first.text() == second.text(),
        "{}",
        second.text()
    );
    assert_eq!(room.tables.store().games().expect("games").len(), 1);
}

#[test]
fn a_brought_game_outlives_a_restart() {
    let folder = Folder::new();
    let path = folder.path().join("x.db");
    let file = begun().exported();
    let room = Room::over(bot::store::Store::open(&path).expect("store"));
    assert!(!room.import(file).is_refusal());
    room.say("@ben /game join");
    let digest = room.digest();
    drop(room);
    let room = Room::over(bot::store::Store::open(&path).expect("store"));
    assert_eq!(room.digest(), digest);
    assert_eq!(room.awaited(), ["ben"]);
    assert!(!room.say("@clara /press x:1:2").is_refusal());
    assert!(room.tables.replays(1).is_ok());
}
