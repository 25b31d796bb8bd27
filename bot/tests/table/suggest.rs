//! Autocomplete.

use crate::room::Room;
use bot::command::find;

fn values(
    room: &Room,
    user: &str,
    command: &str,
    filled: &[(&str, &str)],
    focused: &str,
    typed: &str,
) -> Vec<String> {
    let filled: Vec<(String, String)> = filled
        .iter()
        .map(|(name, value)| ((*name).to_string(), (*value).to_string()))
        .collect();
    let spec = find(command).expect("a command");
    let found = room
        .tables
        .suggest(&Room::request(user), spec, &filled, focused, typed);
    assert!(found.len() <= 25);
    for one in &found {
        assert!((1..=100).contains(&one.name.chars().count()), "{one:?}");
        assert!((1..=100).contains(&one.value.chars().count()), "{one:?}");
    }
    found.into_iter().map(|one| one.value).collect()
}

#[test]
fn only_what_is_legal_is_offered() {
    let room = Room::started();
    assert_eq!(values(&room, "anna", "bid", &[], "lot", "").len(), 15);
    assert_eq!(
        values(&room, "anna", "bid", &[], "lot", "1")
            .first()
            .map(String::as_str),
        Some("1")
    );
    assert_eq!(
        values(&room, "anna", "bid", &[("lot", "3")], "amount", "")[..3],
        ["100", "105", "110"]
    );
    assert!(values(&room, "anna", "bid", &[("lot", "BE")], "amount", "").is_empty());
    assert!(values(&room, "anna", "buy", &[], "paper", "").is_empty());
    assert!(values(&room, "ben", "bid", &[], "lot", "").is_empty());
    assert!(values(&room, "zoe", "bid", &[], "lot", "").is_empty());
    assert_eq!(
        values(&room, "anna", "do", &[], "action", "bid 7"),
        ["bid 7 100"]
    );
}

#[test]
fn tiles_are_offered_by_hex() {
    let room = Room::started();
    // Whoever wins a minor lays the tile of its home.
    room.say("@anna bid 14 100");
    room.say("@ben pass");
    room.say("@clara pass");
    let hexes = values(&room, "anna", "lay", &[], "hex", "");
    assert_eq!(hexes.len(), 1, "{hexes:?}");
    let tiles = values(&room, "anna", "lay", &[("hex", &hexes[0])], "tile", "");
    assert!(
        !tiles.is_empty()
            && tiles
                .iter()
                .all(|tile| tile.contains('@') || tile.parse::<u32>().is_ok())
    );
    let reply = room.say(&format!("@anna /lay {} {}", hexes[0], tiles[0]));
    assert!(!reply.is_refusal(), "{}", reply.text());
}

#[test]
fn look_ups_are_offered_without_a_game() {
    let room = Room::new();
    assert_eq!(
        values(&room, "zoe", "ref tile", &[], "tile", "57"),
        ["57", "957"]
    );
    assert_eq!(
        values(&room, "zoe", "ref company", &[], "company", "dutch state"),
        ["NL"]
    );
    assert_eq!(
        values(&room, "zoe", "ref hex", &[], "hex", "amster"),
        ["B8", "A13"]
    );
    assert_eq!(
        values(&room, "zoe", "ref train", &[], "train", "4")[..5],
        ["4", "4D", "4T", "4M", "4S"]
    );
    assert!(!values(&room, "zoe", "game new", &[], "options", "").is_empty());
    assert!(values(&room, "zoe", "show company", &[], "company", "").is_empty());
}

/// Whatever is offered for a single option is accepted, at positions all over the recorded game.
#[test]
fn what_is_offered_is_accepted() {
    let room = Room::new();
    let mut tried = 0;
    for (number, line) in bot::demo::GAME
        .lines()
        .filter(|line| line.starts_with('@'))
        .enumerate()
    {
        if number % 40 == 39
            && let Some(user) = room.awaited().first().cloned()
        {
            for value in values(&room, &user, "do", &[], "action", "")
                .into_iter()
                .take(5)
            {
                let reply = room.say(&format!("@{user} {value}"));
                assert!(!reply.is_refusal(), "{value}: {}", reply.text());
                let digest = room.digest();
                room.done(&format!("@{user} /game undo"));
                assert_ne!(room.digest(), digest, "{value} was not taken back");
                tried += 1;
            }
        }
        room.say(line);
    }
    assert!(tried > 30, "{tried}");
}
