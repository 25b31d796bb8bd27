//! What survives: restarts, repeated requests, strange files.

use crate::room::{Folder, Room};
use bot::store::{Fault, Store};
use std::path::Path;

fn sql(path: &Path, text: &str) {
    rusqlite::Connection::open(path)
        .expect("open")
        .execute_batch(text)
        .expect("sql");
}

#[test]
fn a_restart_goes_on_where_it_was() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let (digest, pending) = {
        let room = Room::over(Store::open(&path).expect("open"));
        room.start();
        room.say("@anna bid 1 100");
        room.say("@ben bid 1 105");
        room.say("@ben /game undo");
        (room.digest(), room.pending())
    };
    let room = Room::over(Store::open(&path).expect("open"));
    assert_eq!(room.digest(), digest);
    assert_eq!(room.pending(), pending);
    assert_eq!(room.tables.replays(1), Ok(1));
    assert!(!room.say("@ben /game redo").is_refusal());
    assert!(!room.say("@clara bid 1 110").is_refusal());
}

#[test]
fn a_repeated_request_is_answered_as_before_and_done_once() {
    let room = Room::started();
    let mut request = Room::request("anna");
    request.id = Some("i1".into());
    let first = room.ask(&request, "bid 1 100");
    let (digest, posts) = (room.digest(), room.pending().len());
    let again = room.ask(&request, "bid 1 100");
    assert_eq!(first.text(), again.text());
    assert!(!again.is_refusal());
    assert_eq!((room.digest(), room.pending().len()), (digest, posts));
    // Also over a restart of the service, and for lobbies.
    let other = Room::over(room.tables.store().clone());
    assert_eq!(other.ask(&request, "bid 1 100").text(), first.text());
    assert_eq!(other.tables.glance("console").expect("a game").actions, 1);
    let mut open = Room::request("zoe");
    open.channel = "attic".into();
    open.id = Some("i2".into());
    let first = room.ask(&open, "/game new");
    assert_eq!(room.ask(&open, "/game new").text(), first.text());
    assert_eq!(room.tables.store().games().expect("games").len(), 2);
}

#[test]
fn two_services_over_one_store_never_mix() {
    let one = Room::started();
    let two = Room::over(one.tables.store().clone());
    assert_eq!(two.awaited(), ["anna"]);
    assert!(!one.say("@anna bid 1 100").is_refusal());
    // The second still believes that Anna is to move; the store knows better, and it looks again.
    assert_eq!(
        two.say("@anna bid 2 100").text(),
        "The game has moved on meanwhile; nothing was changed."
    );
    assert_eq!(two.digest(), one.digest());
    assert!(!two.say("@ben bid 1 105").is_refusal());
}

#[test]
fn a_game_that_no_longer_replays_is_read_only() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    {
        let room = Room::over(Store::open(&path).expect("open"));
        room.start();
        room.say("@anna bid 1 100");
        room.say("@ben bid 1 105");
    }
    sql(
        &path,
        "UPDATE actions SET digest = 'other' WHERE number = 2",
    );
    let room = Room::over(Store::open(&path).expect("open"));
    let said = room.refused("@clara bid 1 110");
    assert!(
        said.contains("action 2 (bid 1 105) leads to another position than it did"),
        "{said}"
    );
    assert!(
        room.say("@clara /game status")
            .text()
            .contains("can only be read")
    );
    assert!(!room.say("@clara /show map").is_refusal());
    room.refused("@ben /game undo");
    assert!(room.tables.replays(1).is_err());
}

#[test]
fn strange_files_are_refused_in_one_sentence() {
    let folder = Folder::new();
    let newer = folder.path().join("newer.db");
    drop(Store::open(&newer).expect("open"));
    sql(&newer, "PRAGMA user_version = 99");
    assert!(matches!(Store::open(&newer), Err(Fault::Newer(_))));
    let garbage = folder.path().join("garbage.db");
    std::fs::write(&garbage, "This is no database.".repeat(500)).expect("write");
    assert!(matches!(Store::open(&garbage), Err(Fault::Corrupt(..))));
    let missing = folder.path().join("no/such/folder/games.db");
    assert!(matches!(Store::open(&missing), Err(Fault::Unusable(..))));
    assert!(matches!(
        Store::open(folder.path()),
        Err(Fault::Unusable(..))
    ));
    // A file cut in the middle.
    let cut = folder.path().join("cut.db");
    {
        let room = Room::over(Store::open(&cut).expect("open"));
        room.start();
    }
    sql(&cut, "PRAGMA wal_checkpoint(TRUNCATE)");
    let whole = std::fs::read(&cut).expect("read");
    std::fs::write(&cut, &whole[..whole.len() / 2]).expect("write");
    assert!(matches!(Store::open(&cut), Err(Fault::Corrupt(..))));
}

#[test]
fn a_backup_holds_everything_and_overwrites_nothing() {
    let folder = Folder::new();
    let room = Room::over(Store::open(&folder.path().join("games.db")).expect("open"));
    room.start();
    room.say("@anna bid 1 100");
    let copy = folder.path().join("copy.db");
    room.tables.store().backup(&copy).expect("backup");
    assert!(room.tables.store().backup(&copy).is_err());
    let restored = Room::over(Store::open(&copy).expect("open"));
    assert_eq!(restored.digest(), room.digest());
    assert_eq!(restored.tables.store().integrity(), Ok(Vec::new()));
}

#[test]
fn an_exported_game_plays_again() {
    let room = Room::new();
    for line in bot::demo::GAME
        .lines()
        .filter(|line| line.starts_with('@'))
        .take(200)
    {
        room.say(line);
    }
    let script = room.tables.script(1).expect("script");
    let other = Room::new();
    let mut speaker = "anna";
    for line in script.lines().filter(|line| !line.starts_with('#')) {
        let text = match line.strip_prefix('@').and_then(|line| line.split_once(' ')) {
            Some((name, text)) => {
                speaker = name;
                text
            }
            None => line,
        };
        let reply = other.ask(&Room::request(speaker), text);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    }
    assert_eq!(other.digest(), room.digest());
}

#[test]
fn failed_posts_wait_or_are_given_up_in_order() {
    let room = Room::started();
    let store = room.tables.store();
    let posts = room.pending();
    store
        .undelivered(posts[0].id, "no answer", false)
        .expect("outbox");
    assert_eq!(room.pending()[0].tries, 1);
    store
        .undelivered(posts[0].id, "no access", true)
        .expect("outbox");
    store
        .delivered(&posts[1], Some("m1".into()))
        .expect("outbox");
    let left: Vec<i64> = room.pending().iter().map(|post| post.id).collect();
    assert_eq!(
        left,
        posts[2..].iter().map(|post| post.id).collect::<Vec<_>>()
    );
}
