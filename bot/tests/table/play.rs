//! Moves, posts, taking back, buttons.

use crate::room::Room;
use bot::text::{MESSAGE, length};

#[test]
fn a_move_is_answered_and_the_next_is_called() {
    let room = Room::started();
    assert_eq!(room.last_post().body.mentions, ["anna"]);
    let reply = room.say("@anna /bid 1 100");
    assert!(
        reply.text().starts_with("✔ `bid 1 100`"),
        "{}",
        reply.text()
    );
    let post = room.last_post();
    assert_eq!(post.body.mentions, ["ben"]);
    assert!(
        post.body
            .text
            .starts_with("<@ben> **Initial auction** — your decision: bid or pass")
    );
    assert!(post.text().contains("anna bids f.100 for minor 1"));
    let pictures = room.tables.draw(&post);
    let names: Vec<&str> = pictures
        .iter()
        .map(|picture| picture.name.as_str())
        .collect();
    assert_eq!(names, ["map.png", "market.png"]);
}

#[test]
fn refusals_teach_and_change_nothing() {
    let room = Room::started();
    for (line, start) in [
        (
            "@ben bid 1 100",
            "It is not your decision: the game waits for anna: open a lot.",
        ),
        ("@zoe bid 1 100", "You do not sit at this table."),
        ("@anna bid 99 100", "There is no company \"99\""),
        ("@anna bid 1", "After \"bid\" an amount is missing"),
        ("@anna dance", "\"dance\" is no action"),
        ("@anna bid 1 99999999", "\"99999999\" is not an amount"),
        ("@anna /game redo", "There is nothing to restore."),
        ("@anna /game undo", "There is nothing to take back."),
    ] {
        let said = room.refused(line);
        assert!(said.starts_with(start), "{line}: {said}");
    }
    // Where a rule decides, it is named.
    for line in [
        "@anna bid 1 1000",
        "@anna bid 1 101",
        "@anna pass",
        "@anna lay F10 57@2",
    ] {
        let said = room.refused(line);
        assert!(
            said.contains("(ARD-") || said.contains("GAME") || !said.is_empty(),
            "{line}: {said}"
        );
    }
    let said = room.refused("@anna bid 1 101");
    assert!(said.contains("(ARD-"), "{said}");
}

#[test]
fn taking_back_belongs_to_who_acted_until_somebody_else_has() {
    let room = Room::started();
    let first = room.digest();
    room.say("@anna bid 1 100");
    let second = room.digest();
    room.say("@ben bid 1 105");
    let third = room.digest();
    // Moves of others are listed, with the one whose word is needed; nothing happens yet.
    let page = room.say("@clara /game undo");
    assert!(
        page.text()
            .starts_with("**Move 2** would go:\n2. ben: `bid 1 105`\nMoves of ben are among them"),
        "{}",
        page.text()
    );
    assert_eq!(page.buttons()[0].label, "Ask ben");
    let page = room.say("@ben /game undo 2");
    assert!(page.text().contains("1. anna: `bid 1 100`"));
    assert_eq!(page.buttons()[0].label, "Ask anna");
    assert_eq!(room.digest(), third);
    assert!(
        room.say("@ben /game undo")
            .text()
            .contains("takes back move 2: `bid 1 105`")
    );
    assert_eq!(room.digest(), second);
    assert_eq!(room.turn_post().body.mentions, ["ben"]);
    assert!(!room.say("@ben /game redo").is_refusal());
    assert_eq!(room.digest(), third);
    // Step by step to the start, and forward again.
    assert!(!room.say("@ben /game undo").is_refusal());
    assert!(!room.say("@anna /game undo").is_refusal());
    assert_eq!(room.digest(), first);
    assert!(!room.say("@anna /game redo").is_refusal());
    assert_eq!(room.digest(), second);
    // A new action closes the way forward; what was taken back stays in the store.
    assert!(!room.say("@ben pass").is_refusal());
    assert_eq!(
        room.refused("@ben /game redo"),
        "There is nothing to restore."
    );
    let journal = room.tables.store().journal(1, 100).expect("journal");
    let what: Vec<&str> = journal.iter().map(|line| line.what.as_str()).collect();
    assert_eq!(
        what,
        [
            "new", "join", "join", "start", "act", "act", "undo", "redo", "undo", "undo", "redo",
            "act"
        ]
    );
}

#[test]
fn a_stale_button_does_no_harm() {
    let room = Room::started();
    let panel = room.say("@anna /play");
    let bid = panel.buttons().first().expect("a button").id.clone();
    let page = room.say(&format!("@anna /press {bid} 3 100"));
    let old = page.buttons().first().expect("a button").id.clone();
    assert!(
        old.starts_with("c:1:") && old.ends_with(":bid 3 100"),
        "{old}"
    );
    assert!(
        room.refused(&format!("@ben /press {old}"))
            .starts_with("It is not your decision")
    );
    assert!(!room.say(&format!("@anna /press {old}")).is_refusal());
    let said = room.refused(&format!("@anna /press {old}"));
    assert!(
        said.starts_with("The game has moved on since this button was made"),
        "{said}"
    );
    for nonsense in [
        "x",
        "m:1",
        "m:1:x:pass",
        "m:999:1:pass",
        "q:1:4",
        "l:1:dance",
        "m:::",
        "l:77:join",
    ] {
        let said = room.refused(&format!("@anna /press {nonsense}"));
        assert!(!said.is_empty());
    }
    let mut elsewhere = Room::request("ben");
    elsewhere.channel = "attic".into();
    let button = room
        .last_post()
        .body
        .buttons
        .first()
        .expect("a button")
        .id
        .clone();
    assert!(
        room.ask(&elsewhere, &format!("/press {button}"))
            .is_refusal()
    );
    assert!(!room.say(&format!("@ben /press {button}")).is_refusal());
}

#[test]
fn looking_works_for_everybody_and_changes_nothing() {
    let room = Room::started();
    let digest = room.digest();
    for line in [
        "@zoe /game status",
        "@zoe /game log",
        "@zoe /play",
        "@zoe /show map",
        "@zoe /show market",
        "@zoe /show players",
        "@zoe /show company 7",
        "@zoe /show company BE",
        "@zoe /show trains",
        "@zoe /show tiles",
        "@zoe /ref tile 57",
        "@zoe /ref train 4D",
        "@zoe /ref hex B8",
        "@zoe /ref hex amsterdam",
        "@zoe /ref company 7",
        "@zoe /ref phase",
        "@zoe /ref rule tokens",
        "@zoe /ref title",
    ] {
        let reply = room.say(line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
        assert!(length(reply.text()) <= MESSAGE);
    }
    assert_eq!(room.say("@zoe /show map").pictures().len(), 1);
    assert_eq!(room.digest(), digest);
    assert!(room.refused("@zoe /ref tile 9999").contains("has no tile"));
    assert!(room.refused("@zoe /ref train 9").contains("has no train"));
    assert!(room.refused("@zoe /ref hex Z99").contains("has no hex"));
    assert!(
        room.refused("@zoe /show company XX")
            .contains("There is no company")
    );
}

#[test]
fn a_refusal_names_players() {
    let room = Room::new();
    for line in [
        "@anna /game new title:1873 seating:joined",
        "@ben /game join",
        "@anna /game start",
        "@anna premium 0",
        "@ben pass",
        "@anna take HBE",
        "@ben pass",
        "@anna pass",
        "@anna pass",
    ] {
        let reply = room.say(line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    }
    let text = room.refused("@ben form HBE 120");
    assert!(text.contains("belongs to anna"), "{text}");
}

#[test]
fn rules_phases_and_titles_can_be_looked_up() {
    let room = Room::new();
    let one = room.say("@zoe /ref rule H73-4.4.1-14 title:1873");
    assert!(one.text().starts_with("**H73-4.4.1-14**"), "{}", one.text());
    let words = room.say("@zoe /ref rule about:\"reserved tile\" title:1873");
    assert!(words.text().contains("`H73-4.4.1-15`"), "{}", words.text());
    let section = room.say("@zoe /ref rule about:6.4 title:18ardennes");
    assert!(section.text().contains("ARD-6.4-0"), "{}", section.text());
    assert!(
        room.refused("@zoe /ref rule about:qwertz title:1873")
            .contains("No rule of Harzbahn 1873 speaks of")
    );
    let phase = room.say("@zoe /ref phase phase:3 title:1873");
    assert!(
        phase
            .text()
            .starts_with("**Phase 3** with the first 3T or 3M")
    );
    assert_eq!(phase.text().lines().count(), 1);
    let all = room.say("@zoe /ref phase title:1873");
    assert_eq!((all.text().lines().count(), all.pictures().len()), (6, 1));
    assert!(
        room.refused("@zoe /ref phase phase:9 title:1873")
            .contains("has no phase")
    );
    for (title, name) in engine::game::titles() {
        let screen = room.say(&format!("@zoe /ref title title:{title}"));
        assert!(screen.text().starts_with(&format!("**{name}**")));
        assert!(screen.text().lines().count() > 5);
    }
}

#[test]
fn references_need_no_game() {
    let room = Room::new();
    assert!(room.say("@zoe /ref tile 57").text().contains("Tile 57"));
    assert!(
        room.say("@zoe /show map")
            .text()
            .starts_with("This channel has no game")
    );
}

/// The recorded game, by what each message carries.
#[test]
fn a_whole_game_keeps_discords_limits() {
    let room = Room::new();
    let mut seen = 0;
    for line in bot::demo::GAME.lines().filter(|line| line.starts_with('@')) {
        let reply = room.say(line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
        assert!(length(reply.text()) <= MESSAGE);
        assert!(reply.buttons().len() <= 25);
        if let Some(user) = room.awaited().first() {
            let panel = room.say(&format!("@{user} /play"));
            assert!(length(panel.text()) <= MESSAGE, "{}", panel.text());
            assert!(
                panel
                    .buttons()
                    .iter()
                    .all(|button| button.id.len() <= 100 && !button.label.is_empty())
            );
        }
        for post in room.pending() {
            assert!((1..=MESSAGE).contains(&length(&post.text())));
            assert!(post.body.buttons.len() <= 25);
            for user in &post.body.mentions {
                assert!(
                    post.text().contains(&format!("<@{user}>")),
                    "{}",
                    post.text()
                );
            }
            room.tables.store().delivered(&post, None).expect("outbox");
            seen += 1;
        }
    }
    let glance = room.tables.glance("console").expect("a game");
    assert!(glance.over, "{}", glance.round);
    assert!(glance.score.starts_with("Final score: 1. "));
    assert!(seen > 200, "{seen} posts");
    // The end may be taken back by all together, and comes again.
    assert!(room.refused("@anna pass").starts_with("The game is over"));
    let page = room.say("@anna /game undo");
    assert!(
        page.text().contains("its end goes only if all agree"),
        "{}",
        page.text()
    );
    let ask = page.buttons()[0].id.clone();
    assert!(!room.say(&format!("@anna /press {ask}")).is_refusal());
    let others: Vec<String> = room.last_post().body.mentions;
    for (count, user) in others.iter().enumerate() {
        assert!(
            room.tables.glance("console").expect("a game").over,
            "{count}"
        );
        let reply = room.say(&format!("@{user} /press v:1:1:yes"));
        assert!(!reply.is_refusal(), "{}", reply.text());
    }
    assert!(!room.tables.glance("console").expect("a game").over);
    let redo = room.say("@anna /game redo");
    if let Some(ask) = redo.buttons().first().map(|button| button.id.clone()) {
        assert!(!room.say(&format!("@anna /press {ask}")).is_refusal());
        for user in room.last_post().body.mentions {
            assert!(!room.say(&format!("@{user} /press v:1:2:yes")).is_refusal());
        }
    }
    assert_eq!(room.tables.glance("console"), Some(glance));
}

#[test]
fn what_is_one_act_is_taken_back_whole() {
    // A game in which a concession route of several tiles is built: it stops after the second tile or a later one.
    let game = bot::demo::by_itself("1873", 1, 4).expect("it comes to its end");
    let log = game.log();
    let lays = |entry: Option<&engine::Entry>| {
        entry.is_some_and(|entry| matches!(entry.action, engine::Action::Lay(..)))
    };
    let (amid, begun) = (2..log.len())
        .filter(|&at| lays(log.get(at - 1)) && lays(log.get(at - 2)))
        .map(|at| (at, game.whole(at)))
        .find(|(at, begun)| begun + 2 <= *at)
        .expect("a route of several tiles");
    let names = ["anna", "ben", "clara", "david"];
    let room = Room::new();
    room.say("@anna /game new title:1873 seating:joined");
    for name in &names[1..] {
        room.say(&format!("@{name} /game join"));
    }
    room.say("@anna /game start");
    let mut last = "";
    for entry in &log[..amid] {
        let engine::By::Seat(seat) = entry.by else {
            continue;
        };
        last = names[seat.index()];
        let line = format!("@{last} {}", game.print(&entry.action));
        assert!(!room.say(&line).is_refusal(), "{line}");
    }
    let stands = |count: usize| {
        let game = engine::Game::replay(game.setup().clone(), &log[..count]);
        game.expect("it replays").digest()
    };
    assert_eq!(room.digest(), stands(amid));
    let reply = room.say(&format!("@{last} /game undo"));
    assert!(!reply.is_refusal(), "{}", reply.text());
    assert_eq!(room.digest(), stands(begun));
    let reply = room.say(&format!("@{last} /game redo"));
    assert!(!reply.is_refusal(), "{}", reply.text());
    assert_eq!(room.digest(), stands(amid));
}
