//! Running games keep the rules that they began with.

use crate::room::{Folder, Room};
use bot::store::Store;
use engine::rules::revisions;
use serde_json::{Value, json};

/// A database that the program wrote before it knew of revisions (commit 4d42a84): two games in progress.
const OLD: &[u8] = include_bytes!("samples/before_revisions.db");

/// Digests of its games, as that program said them.
const OLD_DIGESTS: &str = include_str!("samples/before_revisions.txt");

#[test]
fn a_stored_old_game_opens_and_goes_on() {
    let folder = Folder::new();
    let path = folder.path().join("old.db");
    std::fs::write(&path, OLD).expect("a copy");
    let room = Room::over(Store::open(&path).expect("it is brought up to date"));
    let games = room.tables.store().games().expect("games");
    assert_eq!(games.len(), 2);
    for (game, line) in games.iter().zip(OLD_DIGESTS.lines()) {
        let (channel, digest) = line.split_once(' ').expect("channel and digest");
        assert_eq!(game.channel, channel);
        assert_eq!(game.revision, 1);
        assert!(room.tables.replays(game.id).is_ok());
        let glance = room.tables.glance(channel).expect("a game");
        assert_eq!(glance.digest, digest, "{channel}");
        assert!(!glance.awaited.is_empty());
    }
    // Whoever is awaited goes on, by buttons or typed.
    let glance = room.tables.glance("console").expect("a game");
    let user = glance.awaited.first().expect("somebody").clone();
    let reply = room.say(&format!("@{user} pass"));
    assert!(!reply.is_refusal(), "{}", reply.text());
    assert_ne!(room.digest(), glance.digest);
    let said = room.say(&format!("@{user} /game rules"));
    assert!(said.text().contains("rules version 1"), "{}", said.text());
    let file: Value = serde_json::from_str(&room.exported()).expect("JSON");
    assert_eq!(file["rules"], json!(1));
    drop(room);
    // And after a restart.
    let room = Room::over(Store::open(&path).expect("store"));
    assert!(room.tables.replays(1).is_ok() && room.tables.replays(2).is_ok());
}

#[test]
fn a_new_game_takes_the_newest_rules() {
    let room = Room::started();
    let newest = revisions::newest("18ardennes");
    let said = room.say("@ben /game rules");
    assert!(
        said.text()
            .contains(&format!("rules version {newest}, the newest")),
        "{}",
        said.text()
    );
    assert!(
        room.refused("@ben /game rules adopt:newest")
            .contains("Only the host")
    );
    assert!(
        room.refused("@anna /game rules adopt:newest")
            .contains("already")
    );
}

/// A file of a game that stands shortly after its first dividend was paid, under a revision.
fn paid(revision: u16) -> String {
    let setup = engine::Setup {
        revision,
        ..engine::Setup::new("18ardennes", 3)
    };
    let mut game = engine::Game::new(setup).expect("a game");
    let mut dice = bot::demo::player::Dice::new(5);
    let mut digests = Vec::new();
    let mut seen = 0;
    while digests.len() < 400 && seen < 3 {
        let ask = game.decision().expect("somebody");
        let action = bot::demo::player::choose(&game, ask.seat, &mut dice).expect("an action");
        seen += usize::from(matches!(action, engine::Action::Pay(engine::Payout::Full)));
        let before = game.log().len();
        game.apply(ask.seat, &action).expect("it is legal");
        let mut again =
            engine::Game::replay(game.setup().clone(), &game.log()[..before]).expect("it folds");
        for entry in &game.log()[before..] {
            again.enter(entry.clone()).expect("it folds");
            digests.push(again.digest());
        }
    }
    assert_eq!(seen, 3);
    let names = ["anna", "ben", "clara"].map(String::from);
    bot::transfer::write(&game, &names, &digests, &[])
}

#[test]
fn a_game_is_bound_to_its_revision() {
    let old = paid(1);
    let probe = paid(revisions::PROBE);
    assert_ne!(old, probe);
    for file in [&old, &probe] {
        let room = Room::new();
        let reply = room.import(file.clone());
        assert!(!reply.is_refusal(), "{}", reply.text());
        assert!(room.tables.replays(1).is_ok());
    }
    // The same moves under the other rules lead elsewhere: it is seen, and nothing is taken for what it is not.
    let mut value: Value = serde_json::from_str(&old).expect("JSON");
    value["rules"] = json!(revisions::PROBE);
    let reply = Room::new().import(value.to_string());
    assert!(
        reply.is_refusal() && reply.text().contains("another position"),
        "{}",
        reply.text()
    );
}

#[test]
fn other_rules_are_adopted_from_the_start_or_from_here_on() {
    // Before anything parts the two, the whole game is as if it had begun by the newer rules.
    let room = Room::started();
    room.say("@anna bid 15 120");
    let before = room.digest();
    let reply = room
        .tables
        .adopt("console", "anna", revisions::PROBE)
        .expect("adopted");
    assert!(reply.contains("is played by rules version"), "{reply}");
    assert_eq!(room.digest(), before);
    let row = &room.tables.store().games().expect("games")[0];
    assert_eq!(row.revision, revisions::PROBE);
    assert!(!room.say("@ben bid 15 125").is_refusal());

    // Once they part, the newer rules hold from here on, by an entry that can be taken back.
    let folder = Folder::new();
    let path = folder.path().join("x.db");
    let room = Room::over(Store::open(&path).expect("store"));
    assert!(
        !room
            .brings("anna", "console", "/game import file:x seat:1", paid(1))
            .is_refusal()
    );
    let before = room.tables.glance("console").expect("a game");
    let reply = room
        .tables
        .adopt("console", "anna", revisions::PROBE)
        .expect("adopted");
    assert!(reply.contains("From here on"), "{reply}");
    let after = room.tables.glance("console").expect("a game");
    assert_eq!(after.actions, before.actions + 1);
    assert_eq!(after.digest, before.digest);
    let row = &room.tables.store().games().expect("games")[0];
    assert_eq!(row.revision, 1);
    let said = room.say("@anna /game rules");
    assert!(
        said.text()
            .contains(&format!("version {}, begun by version 1", revisions::PROBE)),
        "{}",
        said.text()
    );
    let posts: String = room
        .pending()
        .iter()
        .map(|post| post.body.text.clone())
        .collect();
    assert!(posts.contains("It holds from here on"), "{posts}");
    let again = room.tables.adopt("console", "anna", revisions::PROBE);
    assert!(again.is_err_and(|why| why.contains("already")));
    // A restart folds it by the rules that held when.
    drop(room);
    let room = Room::over(Store::open(&path).expect("store"));
    assert_eq!(room.digest(), after.digest);
    let said = room.say("@anna /game rules");
    assert!(
        said.text().contains("begun by version 1"),
        "{}",
        said.text()
    );
    // Players cannot type it.
    let typed = room.say("@anna /game status");
    assert!(!typed.is_refusal());
}

#[test]
fn rules_are_no_action_of_a_seat() {
    let room = Room::started();
    let why = room.refused(&format!("@anna rules {}", revisions::PROBE));
    assert!(!why.is_empty());
}
