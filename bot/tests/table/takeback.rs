//! Taking back and restoring: own moves, moves of others by vote or by the host, the end of a game.

use crate::room::{Folder, Room};
use bot::demo::player::{Dice, choose};
use bot::store::Store;

/// Anna, Ben and Clara after three bids.
fn after_three() -> (Room, Vec<String>) {
    let room = Room::started();
    let mut digests = vec![room.digest()];
    for line in ["@anna bid 1 100", "@ben bid 1 105", "@clara bid 1 110"] {
        room.done(line);
        digests.push(room.digest());
    }
    (room, digests)
}

#[test]
fn the_start_of_a_turn_is_one_step_away() {
    // A company's turn of several steps by one player, found in a game that plays itself.
    let game = bot::demo::by_itself("18ardennes", 5, 3).expect("it comes to its end");
    let names = ["anna", "ben", "clara"];
    let lays = |at: usize| {
        let entry = &game.log()[at];
        matches!(entry.by, engine::By::Seat(_)) && matches!(entry.action, engine::Action::Lay(..))
    };
    let at = (1..game.log().len())
        .find(|&at| lays(at) && lays(at - 1) && game.log()[at].by == game.log()[at - 1].by)
        .expect("two tiles in one turn");
    let room = Room::at("18ardennes", &names, &game, at + 1);
    let mover = names[game.log()[at].by.seat().index()];
    let later = room.digest();
    let reply = room.done(&format!("@{mover} /game undo to:turn"));
    let glance = room.tables.glance("console").expect("a game");
    let before = engine::Game::replay(game.setup().clone(), &game.log()[..glance.actions])
        .expect("it replays");
    assert_eq!(glance.digest, before.digest());
    assert!(glance.actions < at, "both tiles are gone");
    // The turn began where the company or the round was another, or somebody else moved.
    let first = &game.log()[glance.actions];
    assert_eq!(first.by, game.log()[at].by);
    if glance.actions > 0 {
        let earlier = engine::Game::replay(game.setup().clone(), &game.log()[..glance.actions - 1])
            .expect("it replays");
        let company = |game: &engine::Game| game.asks().first().and_then(|ask| ask.company);
        let other = company(&earlier) != company(&before)
            || earlier.round_name() != before.round_name()
            || game.log()[glance.actions - 1].by != first.by;
        assert!(other, "an earlier step of the same turn stands");
    }
    // And one press brings it back.
    assert!(!room.press_reply(mover, &reply, "Restore").is_refusal());
    assert_eq!(room.digest(), later);
    assert!(
        room.press_reply(mover, &reply, "Restore").is_refusal(),
        "an old button"
    );
    let other = names.iter().find(|name| **name != mover).expect("another");
    let said = room.refused(&format!("@{other} /game undo to:turn"));
    assert!(said.contains("moved last"), "{said}");
}

#[test]
fn moves_of_others_need_their_word() {
    let (room, digests) = after_three();
    let page = room.done("@anna /game undo to:1");
    assert_eq!(
        page.text(),
        "**Moves 1–3** would go:\n1. anna: `bid 1 100`\n2. ben: `bid 1 105`\n3. clara: `bid 1 110`\n\
         Moves of ben and clara are among them, so that needs their word."
    );
    assert!(
        !room
            .press_reply("anna", &page, "Ask ben and clara")
            .is_refusal()
    );
    let post = room.last_post().body;
    assert_eq!(post.mentions, ["ben", "clara"]);
    assert!(
        post.text.contains("wants to take back moves 1–3"),
        "{}",
        post.text
    );
    assert!(post.text.contains("3. clara: `bid 1 110`"));
    assert_eq!(room.digest(), digests[3]);
    // The buttons of the decision itself still hold: a question is no move.
    assert_eq!(room.awaited(), ["anna"]);

    for (who, label, said) in [
        (
            "anna",
            "Agree",
            "You have agreed already; it waits for ben and clara.",
        ),
        ("zoe", "Agree", "Only ben and clara are asked here."),
        ("zoe", "Refuse", "Only ben and clara are asked here."),
        ("ben", "Withdraw", "Only anna may withdraw this."),
    ] {
        let reply = room.press(who, &post.buttons, label);
        assert!(reply.is_refusal());
        assert_eq!(reply.text(), said);
    }
    assert!(!room.press("ben", &post.buttons, "Agree").is_refusal());
    assert!(
        room.last_post()
            .body
            .text
            .contains("Agreed: ben. It waits for clara.")
    );
    assert_eq!(
        room.press("ben", &post.buttons, "Agree").text(),
        "You have agreed already; it waits for clara."
    );
    assert_eq!(room.digest(), digests[3]);
    assert!(!room.press("clara", &post.buttons, "Agree").is_refusal());
    assert_eq!(room.digest(), digests[0]);
    assert_eq!(room.awaited(), ["anna"]);
    assert!(
        room.journal()
            .contains(&"undo: moves 1–3 (vote)".to_string())
    );
    let done = room.press("clara", &post.buttons, "Agree");
    assert!(
        done.is_refusal() && done.text().contains("All have agreed"),
        "{}",
        done.text()
    );

    // The trace stays for everybody, also after a restart.
    for room in [&room, &Room::over(room.tables.store().clone())] {
        let log = room.done("@zoe /game log");
        assert!(
            bot::text::plain(log.text()).contains("↩ anna took back moves 1–3 (vote)."),
            "{}",
            log.text()
        );
    }

    // What the vote took back comes back by their word as well.
    let page = room.done("@anna /game redo");
    assert!(
        page.text().starts_with("**Moves 1–3** would come back:"),
        "{}",
        page.text()
    );
    assert!(!room.press_reply("anna", &page, "Ask").is_refusal());
    let post = room.last_post().body;
    for who in ["clara", "ben"] {
        assert!(!room.press(who, &post.buttons, "Agree").is_refusal());
    }
    assert_eq!(room.digest(), digests[3]);
}

#[test]
fn a_vote_ends_by_refusal_by_withdrawal_and_by_a_move() {
    let (room, digests) = after_three();
    let ask = |room: &Room| {
        let page = room.done("@anna /game undo 3");
        room.press_reply("anna", &page, "Ask");
        room.last_post().body.buttons
    };
    let buttons = ask(&room);
    let page = room.done("@anna /game undo 3");
    let again = room.press_reply("anna", &page, "Ask");
    assert!(
        again
            .text()
            .starts_with("A vote on taking back is open already"),
        "{}",
        again.text()
    );
    assert!(!room.press("ben", &buttons, "Agree").is_refusal());
    assert!(!room.press("clara", &buttons, "Refuse").is_refusal());
    assert!(
        room.last_post()
            .body
            .text
            .starts_with("<@anna> clara refuses")
    );
    let late = room.press("ben", &buttons, "Agree");
    assert_eq!(late.text(), "This vote is over. It was refused.");

    let buttons = ask(&room);
    assert!(!room.press("anna", &buttons, "Withdraw").is_refusal());
    assert_eq!(
        room.press("ben", &buttons, "Agree").text(),
        "This vote is over. It was withdrawn."
    );

    let buttons = ask(&room);
    room.done("@anna pass");
    assert_eq!(
        room.press("ben", &buttons, "Agree").text(),
        "This vote is over. The game has moved on since: it is void."
    );
    assert_ne!(room.digest(), digests[0]);
    // A page of an older position opens no vote.
    let page = room.done("@anna /game undo 2");
    room.done("@ben bid 1 115");
    let old = room.press_reply("anna", &page, "Ask");
    assert!(
        old.is_refusal() && old.text().contains("moved on"),
        "{}",
        old.text()
    );
}

#[test]
fn the_table_says_how_free_taking_back_is() {
    let (room, digests) = after_three();
    room.done("@anna /game settings takeback never");
    assert!(
        room.refused("@clara /game undo")
            .starts_with("At this table no move is taken back")
    );
    room.done("@anna /game settings takeback ask");
    let page = room.done("@clara /game undo");
    assert!(
        page.text()
            .contains("own moves go only if all others agree: anna and ben"),
        "{}",
        page.text()
    );
    assert!(
        !room
            .press_reply("clara", &page, "Ask anna and ben")
            .is_refusal()
    );
    let buttons = room.last_post().body.buttons;
    room.press("anna", &buttons, "Agree");
    room.press("ben", &buttons, "Agree");
    assert_eq!(room.digest(), digests[2]);
    // The host decides: at once for himself, after a look at what goes; others ask him.
    room.done("@anna /game settings takeback free");
    room.done("@anna /game settings beyond host");
    let page = room.done("@anna /game undo 2");
    assert!(
        page.text()
            .contains("You are the host: it is yours to decide."),
        "{}",
        page.text()
    );
    assert_eq!(room.digest(), digests[2]);
    assert!(
        !room
            .press_reply("anna", &page, "Take them back for all")
            .is_refusal()
    );
    assert_eq!(room.digest(), digests[0]);
    room.done("@anna /game redo");
    assert_eq!(room.digest(), digests[2]);
    let page = room.done("@clara /game undo");
    room.press_reply("clara", &page, "Ask anna");
    assert!(!room.press_post("anna", "Agree").is_refusal());
    assert_eq!(room.digest(), digests[1]);
    assert!(
        room.refused("@zoe /game undo")
            .starts_with("You do not sit")
    );
}

#[test]
fn the_end_of_a_game_goes_only_by_the_word_of_all() {
    let room = Room::new();
    for line in bot::demo::GAME.lines().filter(|line| line.starts_with('@')) {
        room.say(line);
    }
    assert!(room.tables.glance("console").expect("a game").over);
    let end = room.digest();
    // Even the host alone, on a table where he decides, whatever was agreed.
    let page = room.done("@anna /game undo");
    let ids: Vec<String> = page.buttons().iter().map(|one| one.id.clone()).collect();
    let forged = ids[0].replace(":ask", ":now");
    let reply = room.say(&format!("@anna /press {forged}"));
    assert_eq!(room.digest(), end);
    assert!(
        !reply.is_refusal(),
        "a forged id only asks: {}",
        reply.text()
    );
    let post = room.last_post().body;
    assert!(!post.mentions.contains(&"anna".to_string()));
    let (last, rest) = post.mentions.split_last().expect("others play");
    for user in rest {
        assert!(!room.press(user, &post.buttons, "Agree").is_refusal());
        assert_eq!(room.digest(), end);
    }
    assert!(!room.press(last, &post.buttons, "Agree").is_refusal());
    assert!(!room.tables.glance("console").expect("a game").over);
}

#[test]
fn made_up_ids_do_nothing() {
    let (room, digests) = after_three();
    let version = "6";
    for id in [
        format!("v:1:undo:{version}:99:now"),
        format!("v:1:undo:{version}:-1:now"),
        format!("v:1:undo:{version}:0:steal"),
        "v:1:undo:0:0:now".into(),
        "v:1:undo".into(),
        "v:1:redo:6:3:ask".into(),
        "v:1:redo:6:3:now".into(),
        "v:1:9:yes".into(),
        "v:1:x:yes".into(),
        "v:7:1:yes".into(),
        "v:1:".into(),
        "v:1:again:x".into(),
    ] {
        let said = room.refused(&format!("@anna /press {id}"));
        assert!(!said.is_empty());
    }
    assert_eq!(room.digest(), digests[3]);
}

/// Random games in which every few moves something is taken back, voted on, restored or refused.
#[test]
fn whatever_is_voted_the_position_is_the_fold_of_what_stands() {
    let names = ["anna", "ben", "clara"];
    let folder = Folder::new();
    let mut votes = 0;
    for (seed, title) in [
        (1, "18ardennes"),
        (2, "1873"),
        (3, "18ardennes"),
        (4, "1873"),
    ] {
        let path = folder.path().join(format!("{seed}.db"));
        let room = Room::over(Store::open(&path).expect("open"));
        room.done(&format!("@anna /game new title:{title} seating:joined"));
        room.done("@ben /game join");
        room.done("@clara /game join");
        room.done("@anna /game start");
        let mut dice = Dice::new(seed);
        let mut known = 0;
        for _ in 0..160 {
            step(&room, &names, &mut dice, &mut votes);
            let (row, _) = room.tables.store().game(1).expect("store").expect("a game");
            let branch = room.tables.store().branch(1, row.head).expect("branch");
            let setup = engine::Setup {
                title: title.into(),
                players: 3,
                seed: None,
                options: Vec::new(),
                revision: row.revision,
            };
            let mut fold = engine::Game::new(setup).expect("set-up");
            for stored in &branch {
                let seat = engine::ids::Seat(stored.action.seat);
                let by = match stored.action.kind {
                    bot::store::ByKind::Seat => engine::By::Seat(seat),
                    bot::store::ByKind::Host => engine::By::Host(seat),
                    bot::store::ByKind::Engine => engine::By::Engine(seat),
                };
                let action = fold.parse(&stored.action.text).expect("notation");
                fold.enter(engine::Entry { by, action })
                    .expect("it was legal");
                assert_eq!(fold.digest(), stored.action.digest);
            }
            assert_eq!(fold.digest(), room.digest(), "seed {seed}");
            let count: i64 = rusqlite::Connection::open(&path)
                .expect("open")
                .query_row("SELECT count(*) FROM actions", [], |row| row.get(0))
                .expect("count");
            assert!(count >= known, "actions were deleted");
            known = count;
        }
        // What a restart makes of it is the same.
        let other = Room::over(Store::open(&path).expect("open"));
        assert_eq!(other.digest(), room.digest());
        assert!(other.tables.replays(1).is_ok());
    }
    assert!(votes > 20, "{votes} votes were carried");
}

fn step(room: &Room, names: &[&str], dice: &mut Dice, votes: &mut usize) {
    let who = names[dice.below(names.len())];
    match dice.below(10) {
        0 => {
            room.say(&format!("@{who} /game undo to:turn"));
        }
        1 | 2 => {
            let verb = if dice.below(3) == 0 { "redo" } else { "undo" };
            let count = 1 + dice.below(4);
            let line = match verb {
                "redo" => format!("@{who} /game redo"),
                _ => format!("@{who} /game undo {count}"),
            };
            let before = room.digest();
            let page = room.say(&line);
            let ask = page.buttons().first().map(|button| button.id.clone());
            if room.digest() != before || !ask.as_ref().is_some_and(|id| id.ends_with("ask")) {
                return;
            }
            assert!(
                !room
                    .say(&format!("@{who} /press {}", ask.unwrap_or_default()))
                    .is_refusal()
            );
            let post = room.last_post().body;
            let refuse = dice.below(4) == 0;
            for user in &post.mentions {
                assert_eq!(room.digest(), before, "not before all have agreed");
                let label = if refuse { "Refuse" } else { "Agree" };
                room.press(user, &post.buttons, label);
            }
            if !refuse {
                assert_ne!(room.digest(), before, "all agreed: {}", post.text);
                *votes += 1;
            }
        }
        _ => {
            let Some(user) = room.awaited().first().cloned() else {
                return;
            };
            // The same player as in the demo chooses, from a game folded by the store.
            let (row, _) = room.tables.store().game(1).expect("store").expect("a game");
            let branch = room.tables.store().branch(1, row.head).expect("branch");
            let setup = engine::Setup {
                title: row.title,
                players: 3,
                seed: None,
                options: Vec::new(),
                revision: row.revision,
            };
            let mut game = engine::Game::new(setup).expect("set-up");
            for stored in &branch {
                let seat = engine::ids::Seat(stored.action.seat);
                let by = match stored.action.kind {
                    bot::store::ByKind::Engine => engine::By::Engine(seat),
                    _ => engine::By::Seat(seat),
                };
                let action = game.parse(&stored.action.text).expect("notation");
                game.enter(engine::Entry { by, action })
                    .expect("it was legal");
            }
            let seat = names.iter().position(|name| *name == user).expect("a seat");
            let seat = engine::ids::Seat::from(seat);
            if let Some(action) = choose(&game, seat, dice) {
                room.done(&format!("@{user} {}", game.print(&action)));
            }
        }
    }
}
