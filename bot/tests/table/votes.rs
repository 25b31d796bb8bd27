//! Votes on the end and on settings, what expires, and everything that is pressed twice or by the wrong person.

use crate::room::{Folder, Room};
use bot::store::Store;

const DAY: i64 = 24 * 3600;

#[test]
fn a_game_ends_early_only_if_all_agree() {
    let room = Room::started();
    room.done("@anna bid 1 100");
    for line in ["@anna /game end", "@ben /game end"] {
        let page = room.done(line);
        assert!(page.text().contains("only if all agree"), "{}", page.text());
        assert!(page.text().contains("As it stood: 1. "), "{}", page.text());
    }
    assert!(
        room.refused("@zoe /game end confirm:yes")
            .starts_with("You do not sit")
    );
    room.done("@ben /game end confirm:yes");
    let post = room.last_post().body;
    assert_eq!(post.mentions, ["anna", "clara"]);
    // The game goes on meanwhile.
    room.done("@ben bid 1 105");
    assert!(!room.press("clara", &post.buttons, "Agree").is_refusal());
    assert!(!room.press("anna", &post.buttons, "Agree").is_refusal());
    let said = room.last_post().body;
    assert!(
        said.text
            .starts_with("All have agreed to end game 1. As it stood: 1. "),
        "{}",
        said.text
    );
    assert_eq!(said.mentions.len(), 3);
    assert!(room.refused("@clara bid 1 110").contains("ended"));
    assert!(room.say("@anna /game status").text().contains("ended"));
    assert!(
        !room.say("@anna /game new").is_refusal(),
        "the channel is free again"
    );
}

#[test]
fn a_moderator_may_end_what_nobody_else_will() {
    let room = Room::started();
    let mut request = Room::request("dora");
    assert!(room.ask(&request, "/game end confirm:yes").is_refusal());
    request.moderator = true;
    assert!(
        room.ask(&request, "/game end")
            .text()
            .contains("confirm:yes")
    );
    assert!(!room.ask(&request, "/game end confirm:yes").is_refusal());
    assert!(
        room.last_post()
            .body
            .text
            .starts_with("dora, a moderator of the server, has ended game 1.")
    );
}

#[test]
fn settings_are_sentences_with_a_button_each() {
    let room = Room::started();
    let page = room.done("@zoe /game settings");
    assert!(
        page.text().contains("• Nobody moves for another."),
        "{}",
        page.text()
    );
    assert!(page.text().contains("The host, anna, changes them."));
    assert!(
        page.buttons()
            .iter()
            .all(|button| button.id.starts_with("g:1:set:"))
    );
    let one = room.press_reply("anna", &page, "Acting for others");
    assert!(
        one.text().contains("**Now:** Nobody moves for another."),
        "{}",
        one.text()
    );
    assert!(
        room.press_reply("ben", &one, "The host").is_refusal(),
        "a player who is not the host"
    );
    let after = room.press_reply("anna", &one, "The host");
    assert!(
        after
            .text()
            .contains("• The host may move for a player who is away"),
        "{}",
        after.text()
    );
    assert!(
        room.last_post()
            .body
            .text
            .starts_with("The table's rules change: The host may move")
    );
    for (line, said) in [
        ("@anna /game settings acting host", "That holds already"),
        (
            "@anna /game settings acting everybody",
            "acting has the values nobody, host, moderators.",
        ),
        (
            "@anna /game settings weather fine",
            "There is no setting \"weather\"",
        ),
        ("@anna /game settings seating lot", "The seats are given"),
        ("@anna /game settings seating set", "The seats are given"),
        ("@anna /press g:1:set:acting:cat", "acting has the values"),
        ("@anna /press g:1:set:a:b:c", "There is no setting"),
    ] {
        let text = room.refused(line);
        assert!(text.starts_with(said), "{line}: {text}");
    }
    // A change is no move: buttons of the decision hold on.
    let panel = room.done("@anna /play");
    room.done("@anna /game settings onlookers closed");
    let button = panel.buttons()[0].id.clone();
    assert!(!room.say(&format!("@anna /press {button}")).is_refusal());
    // Nobody else looks any more.
    for line in [
        "@zoe /play",
        "@zoe /show map",
        "@zoe /game status",
        "@zoe /game log",
        "@zoe /game watch",
    ] {
        assert!(room.refused(line).contains("among itself"), "{line}");
    }
    assert!(!room.say("@ben /show map").is_refusal());
}

#[test]
fn settings_change_by_vote_if_the_table_wants_that() {
    let room = Room::started();
    room.done("@anna /game settings changes vote");
    room.done("@ben /game settings acting host");
    let post = room.last_post().body;
    assert_eq!(post.mentions, ["anna", "clara"]);
    assert!(
        post.text.contains("ben proposes: The host may move"),
        "{}",
        post.text
    );
    room.press("anna", &post.buttons, "Agree");
    assert!(
        !room
            .done("@anna /game settings")
            .text()
            .contains("• The host may move")
    );
    room.press("clara", &post.buttons, "Agree");
    assert!(
        room.done("@anna /game settings")
            .text()
            .contains("• The host may move")
    );
    let votes = room.done("@anna /game votes");
    assert_eq!(votes.text(), "No vote is open at this table.");
}

#[test]
fn open_votes_are_shown_with_their_buttons_and_survive_a_restart() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let buttons = {
        let room = Room::over(Store::open(&path).expect("open"));
        room.start();
        room.done("@anna /game settings acting host");
        room.done("@ben /game end confirm:yes");
        room.last_post().body.buttons
    };
    let room = Room::over(Store::open(&path).expect("open"));
    assert!(
        room.done("@zoe /game settings")
            .text()
            .contains("• The host may move")
    );
    let page = room.done("@clara /game votes");
    assert!(
        page.text()
            .contains("asked by ben. Waiting for anna and clara."),
        "{}",
        page.text()
    );
    assert!(!room.press_reply("clara", &page, "Agree").is_refusal());
    assert!(!room.press("anna", &buttons, "Agree").is_refusal());
    assert!(room.last_post().body.text.starts_with("All have agreed"));
}

#[test]
fn the_same_press_twice_counts_once_and_two_at_once_do_not_cross() {
    let room = Room::started();
    room.done("@ben /game end confirm:yes");
    let buttons = room.last_post().body.buttons;
    let yes = format!("/press {}", buttons[0].id);
    let mut request = Room::request("anna");
    request.id = Some("i7".into());
    let first = room.ask(&request, &yes);
    let posts = room.pending().len();
    assert_eq!(room.ask(&request, &yes).text(), first.text());
    assert_eq!(room.pending().len(), posts);
    // The last two answers come at the same moment: one of them carries it, and it is carried once.
    let room = Room::started();
    room.done("@ben /game end confirm:yes");
    let buttons = room.last_post().body.buttons;
    let yes = format!("/press {}", buttons[0].id);
    std::thread::scope(|scope| {
        for who in ["anna", "clara", "anna", "clara"] {
            let (room, yes) = (&room, &yes);
            scope.spawn(move || room.ask(&Room::request(who), yes));
        }
    });
    let ends = room
        .journal()
        .iter()
        .filter(|line| line.starts_with("end: All have agreed"))
        .count();
    assert_eq!(ends, 1);
}

#[test]
fn a_question_that_nobody_answers_ends_by_itself_once() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let buttons = {
        let room = Room::over(Store::open(&path).expect("open"));
        room.start();
        room.done("@anna /game settings reminders never");
        room.done("@anna /game settings silence never");
        room.done("@ben /game end confirm:yes");
        assert_eq!(room.tick_after(6 * DAY), 0);
        room.last_post().body.buttons
    };
    let room = Room::over(Store::open(&path).expect("open"));
    assert_eq!(room.tick_after(8 * DAY), 1);
    let said = room.last_post().body;
    assert_eq!(said.mentions, ["ben"]);
    assert!(
        said.text.contains("anna and clara did not answer"),
        "{}",
        said.text
    );
    assert_eq!(room.tick_after(9 * DAY), 0);
    assert!(
        room.press("anna", &buttons, "Agree")
            .text()
            .contains("Not all had answered in time")
    );
    // What was answered in time needs nothing.
    room.done("@ben /game end confirm:yes");
    room.press_post("ben", "Withdraw");
    let posts = room.pending().len();
    assert_eq!(room.tick_after(20 * DAY), 0);
    assert_eq!(room.pending().len(), posts);
}

#[test]
fn an_abandoned_table_asks_before_it_closes() {
    let room = Room::new();
    room.done("@anna /game new");
    assert_eq!(room.tick_after(6 * DAY), 0);
    assert_eq!(room.tick_after(7 * DAY + 60), 1);
    let post = room.last_post().body;
    assert_eq!(post.mentions, ["anna"]);
    assert!(post.text.contains("Is it still wanted?"), "{}", post.text);
    assert_eq!(room.tick_after(7 * DAY + 120), 0, "asked once");
    assert!(room.press("zoe", &post.buttons, "Keep").is_refusal());
    assert!(room.press("zoe", &post.buttons, "Close").is_refusal());
    assert!(!room.press("anna", &post.buttons, "Keep").is_refusal());
    // The count begins anew: it is asked again, not closed.
    assert_eq!(room.tick_after(14 * DAY), 0);
    assert_eq!(room.tick_after(14 * DAY + 180), 1);
    assert!(room.last_post().body.text.contains("Is it still wanted?"));
    // Somebody comes: all is well.
    room.done("@ben /game join");
    assert_eq!(room.tick_after(21 * DAY), 0);
    assert_eq!(
        room.tick_after(21 * DAY + 240),
        1,
        "it asks, for it is not closed"
    );
    assert!(room.last_post().body.text.contains("Is it still wanted?"));
    assert_eq!(room.tick_after(26 * DAY), 1);
    assert!(
        room.last_post()
            .body
            .text
            .starts_with("Nobody wanted to keep this table: game 1 is closed")
    );
    assert_eq!(room.tick_after(99 * DAY), 0);
    assert!(room.refused("@clara /game join").contains("has ended"));
    // A started game is never asked.
    let room = Room::started();
    room.tick_after(99 * DAY);
    let asked = |post: &bot::store::PostRow| post.text().contains("still wanted");
    assert!(!room.pending().iter().any(asked));
}
