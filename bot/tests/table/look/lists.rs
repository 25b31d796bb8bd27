//! Lists of games.

use super::{played, told};
use crate::room::Room;
use bot::table::Request;

#[test]
fn my_games_are_listed_across_channels_those_on_me_first() {
    let room = Room::new();
    let ask = |user: &str, channel: &str, text: &str| {
        let request = Request {
            channel: channel.into(),
            ..Room::request(user)
        };
        let reply = room.ask(&request, text);
        assert!(!reply.is_refusal(), "{text}: {}", reply.text());
        reply
    };
    assert!(
        ask("anna", "7", "/game list")
            .text()
            .starts_with("You sit at no table.")
    );
    for (channel, users) in [
        ("101", ["anna", "ben", "clara"]),
        ("102", ["ben", "anna", "clara"]),
    ] {
        ask(
            users[0],
            channel,
            "/game new title:18ardennes seating:joined",
        );
        ask(users[1], channel, "/game join");
        ask(users[2], channel, "/game join");
        ask(users[0], channel, "/game start");
    }
    ask("clara", "103", "/game new title:1873");
    ask("anna", "103", "/game join");
    let mine = ask("anna", "7", "/game list");
    let text = mine.text();
    let place = |part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part:?} in {text}"))
    };
    assert!(place("**On you: 1**") < place("<#101> **18Ardennes** · game 1"));
    assert!(place("<#101>") < place("open a lot, since <t:"));
    assert!(place("open a lot") < place("**Waiting for others: 1**"));
    assert!(place("**Waiting for others: 1**") < place("<#102>"));
    assert!(place("ben: open a lot") < place("**Gathering players: 1**"));
    assert!(
        place("**Gathering players: 1**")
            < place("<#103> **Harzbahn 1873** · game 3 · 2 at the table")
    );
    // It follows what is done, there and back.
    ask("anna", "101", "bid 1 100");
    assert!(
        ask("anna", "7", "/game list")
            .text()
            .starts_with("Nothing waits for you.")
    );
    assert!(
        ask("ben", "7", "/game list")
            .text()
            .contains("**On you: 2**")
    );
    ask("anna", "101", "/game undo");
    assert!(
        ask("anna", "7", "/game list")
            .text()
            .contains("**On you: 1**")
    );
    // A game that has ended is no longer listed.
    ask("clara", "103", "/game end confirm:yes");
    assert!(!ask("anna", "7", "/game list").text().contains("<#103>"));
    assert!(!ask("zoe", "7", "/game list").text().contains("<#101>"));
}

#[test]
fn since_when_a_player_is_awaited_outlives_what_others_do() {
    let room = Room::started();
    let store = room.tables.store();
    let before = store.awaited(1).expect("store");
    assert_eq!(before.len(), 1);
    assert_eq!((before[0].seat, before[0].name.as_str()), (0, "anna"));
    assert_eq!(before[0].decision, "open a lot");
    assert_eq!(before[0].since, crate::room::BEGAN);
    room.say("@anna bid 1 100");
    let after = store.awaited(1).expect("store");
    assert_eq!(
        (after[0].seat, after[0].decision.as_str()),
        (1, "bid or pass")
    );
}

#[test]
fn finished_games_are_counted() {
    let room = played(usize::MAX);
    assert!(
        room.tables
            .glance("console")
            .is_some_and(|glance| glance.over)
    );
    let mut won = 0;
    for user in ["anna", "ben", "clara", "david"] {
        let record = told(&room, &format!("@{user} /game record"));
        assert!(
            record.text().contains("**18Ardennes**: 1 finished"),
            "{}",
            record.text()
        );
        assert!(record.text().contains("against "), "{}", record.text());
        won += usize::from(record.text().contains("1 won"));
    }
    assert!(won >= 1);
    let none = told(&room, "@anna /game record title:1873");
    assert!(
        none.text()
            .starts_with("You have finished no game here yet")
    );
    assert!(
        told(&room, "@zoe /game record")
            .text()
            .starts_with("You have finished no game")
    );
    // Charts and logs of a whole game.
    for line in [
        "@zoe /show worth",
        "@zoe /show revenue",
        "@zoe /game log round:SR2",
        "@zoe /show map mode:routes",
    ] {
        told(&room, line);
    }
}

#[test]
fn lists_are_right_without_summaries_and_with_old_ones() {
    let folder = crate::room::Folder::new();
    let path = folder.path().join("games.db");
    let sql = |text: &str| {
        rusqlite::Connection::open(&path)
            .expect("open")
            .execute_batch(text)
            .expect("sql");
    };
    let room = Room::over(bot::store::Store::open(&path).expect("open"));
    room.start();
    room.say("@anna bid 1 100");
    let before = told(&room, "@ben /game list");
    assert!(before.text().contains("**On you: 1**"), "{}", before.text());
    assert!(
        before.text().contains("Initial auction, move 1"),
        "{}",
        before.text()
    );
    for damage in [
        "DELETE FROM summaries; DELETE FROM awaited;",
        "UPDATE summaries SET head = NULL, round = 'old'; UPDATE awaited SET seat = 2, decision = 'old';",
    ] {
        sql(damage);
        let again = told(&room, "@ben /game list");
        assert!(again.text().contains("**On you: 1**"), "{}", again.text());
        assert!(
            again.text().contains("Initial auction, move 1"),
            "{}",
            again.text()
        );
        assert!(
            again.text().contains("bid or pass, since"),
            "{}",
            again.text()
        );
    }
}
