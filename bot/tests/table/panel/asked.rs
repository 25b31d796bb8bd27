//! What is shown before it is done, and what becomes of wrong or late presses.

use super::{NAMES, mark, path, press, table, ways};
use crate::room::Room;
use bot::reply::Reply;
use engine::action::{Action, By};
use engine::ids::Seat;
use engine::{Game, Setup};

#[test]
fn what_cannot_be_taken_back_alone_is_shown_first() {
    let room = Room::started();
    let softly = |line: &str| room.ask_softly(&Room::request("anna"), line);
    let before = room.digest();
    for line in ["bid 3 120", "/bid 3 120", "BID 3 120", "/do bid 3 120"] {
        let reply = softly(line);
        assert!(!reply.is_refusal(), "{}", reply.text());
        assert!(reply.text().contains("Not done yet"), "{}", reply.text());
        let ids: Vec<&str> = reply
            .buttons()
            .iter()
            .map(|button| path(&button.id))
            .collect();
        assert_eq!(ids, ["bid 3 120", "bid 3"]);
        assert_eq!(room.digest(), before);
    }
    assert!(!press(&room, "anna", "c:1:@:bid 3 120", None).is_refusal());
    assert_ne!(room.digest(), before);
    // Said with an exclamation mark it is done at once, in every way of typing.
    for (user, line) in [
        ("ben", "bid 3 125!"),
        ("clara", "/bid 3 130!"),
        ("anna", "/do bid 3 135!"),
        ("ben", "bid 3 140 !"),
    ] {
        let before = room.digest();
        let reply = room.ask_softly(&Room::request(user), line);
        assert!(reply.text().starts_with("✔"), "{line}: {}", reply.text());
        assert_ne!(room.digest(), before);
    }
    // Passing in an auction needs no second word.
    let reply = room.ask_softly(&Room::request("clara"), "pass");
    assert!(reply.text().starts_with("✔"), "{}", reply.text());
}

#[test]
fn what_may_have_been_meant_is_offered() {
    let room = Room::started();
    room.say("@anna bid 14 100");
    room.say("@ben pass");
    room.say("@clara pass");
    let game_before = room.digest();
    let hex = {
        let page = room.say("@anna /play");
        let lay = ways(&page)
            .into_iter()
            .find(|(id, _)| path(id).starts_with("lay"))
            .expect("a lay");
        path(&lay.0).to_string()
    };
    assert!(hex.starts_with("lay"));
    // Only the hex, a tile without its turning, or a word too short: the candidates, as text and as buttons.
    for line in [
        "lay f10",
        "lay F10 99@1",
        "lay F10 57",
        "la F10",
        "F10",
        "lay F10 8",
    ] {
        let reply = room.say(&format!("@anna {line}"));
        assert!(reply.is_refusal(), "{line}: {}", reply.text());
        assert!(
            reply.text().contains("Did you mean `lay F10"),
            "{line}: {}",
            reply.text()
        );
        let buttons = ways(&reply);
        assert!(
            buttons
                .iter()
                .any(|(id, _)| path(id).starts_with("lay F10 ")),
            "{line}: {buttons:?}"
        );
        assert_eq!(room.digest(), game_before);
    }
    let chosen = ways(&room.say("@anna lay F10"))
        .into_iter()
        .find(|(id, _)| path(id).starts_with("lay F10 "))
        .expect("a tile");
    let page = press(&room, "anna", &chosen.0, None);
    assert_eq!(page.pictures().len(), 1);
    let sure = page.buttons().first().expect("a confirmation").id.clone();
    assert_eq!(path(&sure), path(&chosen.0));
    assert!(!press(&room, "anna", &sure, None).is_refusal());
    assert_ne!(room.digest(), game_before);
}

#[test]
fn made_up_presses_are_answered_and_do_nothing() {
    let room = Room::started();
    let before = room.digest();
    for (user, id, value, says) in [
        ("zoe", "p:1:@", None, "You do not sit at this table."),
        ("zoe", "p:1:@:bid", None, "You do not sit at this table."),
        (
            "zoe",
            "c:1:@:bid 3 100",
            None,
            "You do not sit at this table.",
        ),
        (
            "ben",
            "p:1:@:bid>",
            Some("bid 3"),
            "It is not your decision",
        ),
        ("ben", "c:1:@:bid 3 100", None, "It is not your decision"),
        ("anna", "p:1:7:bid", None, "The game has moved on"),
        ("anna", "c:1:7:bid 3 100", None, "The game has moved on"),
        ("anna", "p:1:@:bid>", None, "Nothing was chosen."),
        ("anna", "p:1:@:bid>", Some("bid 99"), "There is no company"),
        ("anna", "p:1:@:bid>", Some("bid 3 101"), ""),
        (
            "anna",
            "p:1:@:bid 3 _",
            Some("many"),
            "\"many\" is no amount",
        ),
        ("anna", "p:1:@:bid 3 _", Some("-5"), "\"-5\" is no amount"),
        ("anna", "p:1:@:bid 3 _", Some("99999999999"), ""),
        ("anna", "p:1:@:bid 3 _", Some("701"), ""),
        ("anna", "p:1:@:bid?", Some("@everyone"), "Nothing here fits"),
        ("anna", "p:1:@:run", None, ""),
        (
            "anna",
            "p:1:@:run other 7",
            None,
            "There are no trains to run now.",
        ),
        ("anna", "p:1:@:run =AAAA", None, ""),
        ("anna", "p:1:@:run?", Some("D18 D16"), ""),
        ("anna", "p:1:@:lay F10", None, ""),
        ("anna", "c:1:@:lay F10 57@9", None, ""),
        ("anna", "c:1:@:", None, ""),
        ("anna", "p:99:4", None, "There is no game 99."),
        ("anna", "q:1:@:bid", None, "This button is not one of ours"),
    ] {
        let reply = press(&room, user, id, value);
        assert!(reply.is_refusal(), "{id} {value:?}: {}", reply.text());
        assert!(
            reply.text().starts_with(says),
            "{id} {value:?}: {}",
            reply.text()
        );
        assert_eq!(room.digest(), before, "{id}");
    }
    // Odd but harmless: an unknown page number is the last page, a long value is no path.
    assert!(!press(&room, "anna", "p:1:@:bid#99", None).is_refusal());
    assert!(press(&room, "anna", "p:1:@:bid>", Some(&"x".repeat(3000))).is_refusal());
    assert!(!press(&room, "anna", "p:1:@:bid 3 _", Some("f.120")).is_refusal());
    assert_eq!(room.digest(), before);
}

#[test]
fn of_two_who_press_at_once_one_is_told_that_the_game_went_on() {
    let room = Room::started();
    let id = &format!("c:1:{}:bid 3 100", mark(&room));
    let replies: Vec<Reply> = std::thread::scope(|scope| {
        let press = || room.tables.press(&Room::request("anna"), id, None);
        let hands: Vec<_> = (0..4).map(|_| scope.spawn(press)).collect();
        hands
            .into_iter()
            .map(|hand| hand.join().expect("no panic"))
            .collect()
    });
    let done = replies.iter().filter(|reply| !reply.is_refusal()).count();
    assert_eq!(done, 1);
    for reply in replies.iter().filter(|reply| reply.is_refusal()) {
        assert!(
            reply.text().starts_with("The game has moved on"),
            "{}",
            reply.text()
        );
    }
    assert_eq!(room.awaited(), ["ben"]);
}

#[test]
fn a_purchase_says_what_rusts_and_a_dividend_who_receives_what() {
    let whole = bot::demo::by_itself("18ardennes", 3, 4).expect("it comes to its end");
    let room = table("18ardennes", 4);
    let mut game = Game::new(Setup::new("18ardennes", 4)).expect("a game");
    let (mut phases, mut noted, mut dividends, mut runs) = (0, 0, 0, 0);
    for entry in whole.log() {
        let By::Seat(seat) = entry.by else { continue };
        let user = NAMES[seat.index()];
        let text = match &entry.action {
            Action::Run(_) => "run auto".to_string(),
            action => game.print(action),
        };
        match &entry.action {
            Action::Train(_) => {
                let began = game.preview(seat, &entry.action).expect("it is legal");
                let began = began
                    .events
                    .iter()
                    .any(|event| matches!(event, engine::Event::PhaseBegan { .. }));
                let softly = room.ask_softly(&Room::request(user), &text);
                if began {
                    phases += 1;
                    assert!(
                        softly.text().contains("starts a phase"),
                        "{}",
                        softly.text()
                    );
                    noted += usize::from(softly.text().contains("The new phase: "));
                    assert!(!room.say(&format!("@{user} {text}")).is_refusal());
                } else {
                    assert!(softly.text().starts_with("✔"), "{}", softly.text());
                }
            }
            action => {
                let panel = room.say(&format!("@{user} /play"));
                if matches!(action, Action::Pay(_)) {
                    dividends += 1;
                    assert!(panel.text().contains("price"), "{}", panel.text());
                }
                if matches!(action, Action::Run(_)) {
                    runs += 1;
                    let page = room.say(&format!("@{user} /press p:1:{}:run", mark(&room)));
                    assert!(page.text().contains("proven best"), "{}", page.text());
                    assert_eq!(page.pictures().len(), 1);
                }
                let reply = room.say(&format!("@{user} {text}"));
                assert!(!reply.is_refusal(), "{text}: {}", reply.text());
            }
        }
        game.apply(seat, &entry.action).expect("it is legal");
        assert_eq!(room.digest(), game.digest(), "{text}");
    }
    assert!(phases >= 4 && noted > 0, "{phases} {noted}");
    assert!(dividends > 20 && runs > 20, "{dividends} {runs}");
}

/// A room at the first step of the game by itself at which a company runs trains that earn something.
fn at_a_run(title: &str) -> (Room, Game, Seat) {
    let whole = bot::demo::by_itself(title, 3, 4).expect("it comes to its end");
    let mut game = Game::new(whole.setup().clone()).expect("a game");
    for (entries, entry) in whole.log().iter().enumerate() {
        if let (By::Seat(seat), Action::Run(_)) = (entry.by, &entry.action)
            && game.best_runs().is_some_and(|best| best.total > 0)
        {
            let room = Room::at(title, &NAMES[..4], &game, entries);
            return (room, game, seat);
        }
        game.enter(entry.clone()).expect("it replays");
    }
    panic!("no train runs");
}

#[test]
fn own_routes_typed_with_the_sign_are_run_at_once() {
    for title in ["18ardennes", "1873"] {
        let (room, mut game, seat) = at_a_run(title);
        let user = NAMES[seat.index()];
        let best = Action::Run(game.best_runs().expect("runs").runs);
        let text = game.print(&best);
        let routes = text.strip_prefix("run ").expect("runs");
        // Without the sign they are shown, with it they are run.
        let shown = press(&room, user, "f:p:1:@:run?", Some(routes));
        assert_eq!(room.digest(), game.digest(), "{}", shown.text());
        let refused = press(&room, user, "f:p:1:@:run?", Some("Z99!"));
        assert!(refused.is_refusal(), "{}", refused.text());
        let done = press(&room, user, "f:p:1:@:run?", Some(&format!("{routes}!")));
        assert!(done.text().starts_with('✔'), "{}", done.text());
        game.apply(seat, &best).expect("it is legal");
        assert_eq!(room.digest(), game.digest());
    }
}

#[test]
fn the_table_says_which_typed_moves_are_asked_back() {
    let bid = |setting: &str| {
        let room = Room::started();
        if !setting.is_empty() {
            let line = format!("/game settings confirm {setting}");
            let reply = room.ask(&Room::request("anna"), &line);
            assert!(!reply.is_refusal(), "{}", reply.text());
        }
        let first = room.ask_softly(&Room::request("anna"), "bid 1 100");
        assert!(!first.is_refusal(), "{}", first.text());
        let pass = room.ask_softly(&Room::request("ben"), "pass");
        (first.text().starts_with('✔'), pass)
    };
    // A bid is asked back by default, a pass is not.
    let (done, _) = bid("");
    assert!(!done);
    let (done, pass) = bid("never");
    assert!(done && pass.text().starts_with('✔'), "{}", pass.text());
    let (done, _) = bid("always");
    assert!(!done);
    let room = Room::started();
    room.say("@anna /game settings confirm always");
    room.say("@anna bid 1 100");
    let asked = room.ask_softly(&Room::request("ben"), "pass");
    assert!(
        asked.text().contains("asks every typed move back"),
        "{}",
        asked.text()
    );
    // The sign says that one is sure; nonsense is refused, not asked back.
    assert!(
        room.ask_softly(&Room::request("ben"), "bid 1 1!")
            .is_refusal()
    );
    let pass = room.ask_softly(&Room::request("ben"), "pass!");
    assert!(pass.text().starts_with('✔'), "{}", pass.text());
    // A button is no typed move.
    let pass = press(&room, "clara", "m:1:@:pass", None);
    assert!(pass.text().starts_with('✔'), "{}", pass.text());
}
