//! The post of a turn: one stands, it is edited while the turn goes on, and nobody is called twice or in vain.

use crate::room::Room;
use bot::store::{PostKind, PostRow};

fn of(posts: &[PostRow], kind: PostKind) -> Vec<&PostRow> {
    posts.iter().filter(|post| post.kind == kind).collect()
}

/// A table whose posts so far have been sent.
fn told() -> Room {
    let room = Room::started();
    room.deliver();
    room
}

#[test]
fn a_turn_has_one_post_with_two_pictures_and_the_mention() {
    let room = Room::started();
    let done = room.deliver();
    let turns = of(&done, PostKind::Turn);
    // The table that gathered players lost its buttons; then the turn's words, then its pictures.
    let last = turns.last().expect("a turn");
    assert!(last.body.shot.is_some() && !last.closed);
    assert_eq!(last.body.mentions, ["anna"]);
    assert!(last.text().contains("your decision"), "{}", last.text());
    assert!(last.text().contains(":R>"), "since when: {}", last.text());
    assert!(!last.buttons().is_empty());
    assert_eq!(room.tables.draw(last).len(), 2);
    assert_eq!(room.deliver(), [], "nothing is left to do");
}

#[test]
fn within_a_turn_the_post_is_edited_and_the_next_player_called() {
    let room = told();
    room.say("@anna bid 1 100");
    let done = room.deliver();
    let shape: Vec<(PostKind, bool)> = done
        .iter()
        .map(|post| (post.kind, post.message.is_some()))
        .collect();
    assert_eq!(shape, [(PostKind::Call, false), (PostKind::Turn, true)]);
    assert_eq!(done[0].body.mentions, ["ben"]);
    assert!(done[1].text().contains("anna bids"), "{}", done[1].text());
    // The next bid takes the buttons from ben's call.
    room.say("@ben bid 1 105");
    let done = room.deliver();
    let closed: Vec<&PostRow> = done.iter().filter(|post| post.closed).collect();
    assert_eq!(closed.len(), 1);
    assert_eq!(closed[0].body.mentions, ["ben"]);
    assert!(closed[0].buttons().is_empty());
}

#[test]
fn nobody_is_called_for_a_decision_that_was_made_meanwhile() {
    let room = told();
    room.say("@anna bid 1 100");
    room.say("@ben bid 1 105");
    room.say("@clara bid 1 110");
    let done = room.deliver();
    let calls = of(&done, PostKind::Call);
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].body.mentions, ["anna"]);
    let turns = of(&done, PostKind::Turn);
    assert_eq!(turns.len(), 1, "one edit for three bids");
    for name in ["anna bids", "ben bids", "clara bids"] {
        assert!(turns[0].text().contains(name), "{}", turns[0].text());
    }
}

#[test]
fn a_new_turn_closes_the_post_of_the_last_and_sums_it_up() {
    let room = told();
    for line in ["@anna bid 1 100", "@ben pass", "@clara pass"] {
        room.say(line);
    }
    let done = room.deliver();
    let turns = of(&done, PostKind::Turn);
    let new = turns.iter().find(|post| !post.closed).expect("a new turn");
    assert_eq!(new.body.mentions, room.awaited());
    assert!(new.text().contains("Last turn: "), "{}", new.text());
    let old = turns.iter().find(|post| post.closed).expect("the old turn");
    assert!(old.buttons().is_empty());
    assert!(old.text().contains("anna"), "{}", old.text());
    assert!(!old.text().contains("<@"), "{}", old.text());
    assert!(!old.text().contains("your decision"), "{}", old.text());
}

#[test]
fn turns_that_were_never_posted_are_told_by_the_next_post() {
    let room = Room::started();
    let lines = [
        "@anna bid 1 100",
        "@ben pass",
        "@clara pass",
        "@ben bid 2 100",
    ];
    for line in lines {
        assert!(!room.say(line).is_refusal(), "{line}");
    }
    let done = room.deliver();
    let turns: Vec<&PostRow> = of(&done, PostKind::Turn)
        .into_iter()
        .filter(|post| post.body.shot.is_some() && post.message.is_none())
        .collect();
    assert_eq!(turns.len(), 1, "one post of the newest position");
    for said in ["anna bids", "ben bids"] {
        assert!(turns[0].text().contains(said), "{}", turns[0].text());
    }
    assert!(of(&done, PostKind::Call).is_empty());
}

#[test]
fn a_post_in_hand_is_not_overtaken() {
    let room = Room::started();
    let store = room.tables.store();
    let post = room.turn_post();
    let taken = store.begin(post.id).expect("outbox").expect("it waits");
    for line in ["@anna bid 1 100", "@ben pass", "@clara pass"] {
        room.say(line);
    }
    store.delivered(&taken, Some("m".into())).expect("outbox");
    let done = room.deliver();
    let old = done.iter().find(|row| row.id == post.id).expect("edited");
    assert!(old.closed && old.buttons().is_empty());
}

#[test]
fn a_deleted_message_of_a_turn_that_goes_on_is_sent_again() {
    let room = told();
    let done = {
        room.say("@anna bid 1 100");
        room.deliver()
    };
    let turn = of(&done, PostKind::Turn)[0].clone();
    room.tables.store().vanished(turn.id).expect("outbox");
    let again = room.deliver();
    assert_eq!(again[0].id, turn.id);
    assert!(again[0].message.is_none());
    // A turn that is over is not told again.
    for line in ["@ben pass", "@clara pass"] {
        room.say(line);
    }
    room.deliver();
    room.tables.store().vanished(turn.id).expect("outbox");
    assert_eq!(room.deliver(), []);
}

#[test]
fn the_first_post_of_a_table_has_buttons_that_work() {
    let room = Room::new();
    room.say("@anna /game new seating:joined");
    let post = room.turn_post();
    let sit = &post.buttons()[0];
    let reply = room.tables.press(&Room::request("ben"), &sit.id, None);
    assert!(!reply.is_refusal(), "{}", reply.text());
    assert!(room.turn_post().text().contains("anna, ben"));
}

#[test]
fn a_lost_channel_is_told_to_the_host_and_the_game_goes_on_elsewhere() {
    let room = told();
    room.say("@anna bid 1 100");
    let digest = room.digest();
    room.tables.channel_gone("console");
    room.tables.channel_gone("console");
    let told = room.deliver();
    assert_eq!(told.len(), 1, "once");
    assert_eq!(told[0].channel, "dm:anna");
    assert!(told[0].text().contains("/game bring game:1"));
    let mut elsewhere = Room::request("ben");
    elsewhere.channel = "attic".into();
    let stranger = Room::request("zoe");
    assert!(room.ask(&stranger, "/game bring 1").is_refusal());
    let reply = room.ask(&elsewhere, "/game bring 1");
    assert!(!reply.is_refusal(), "{}", reply.text());
    let there = room.deliver();
    assert!(there.iter().all(|post| post.channel == "attic"));
    assert_eq!(room.tables.glance("attic").expect("a game").digest, digest);
    let reply = room.ask(&elsewhere, "bid 1 105");
    assert!(!reply.is_refusal(), "{}", reply.text());
}

#[test]
fn a_game_in_its_channel_is_brought_elsewhere_by_the_host_alone() {
    let room = told();
    let mut ben = Room::request("ben");
    ben.channel = "attic".into();
    let said = room.ask(&ben, "/game bring 1");
    assert!(said.text().contains("only the host"), "{}", said.text());
    let mut anna = Room::request("anna");
    anna.channel = "attic".into();
    assert!(!room.ask(&anna, "/game bring 1").is_refusal());
    assert!(
        room.say("@anna bid 1 100").is_refusal(),
        "not here any more"
    );
}

#[test]
fn where_the_bot_may_not_write_no_table_is_opened() {
    let room = Room::new();
    let mut request = Room::request("anna");
    request.lacks = vec!["Send Messages"];
    let reply = room.ask(&request, "/game new");
    assert!(reply.is_refusal());
    assert!(reply.text().contains("Send Messages"), "{}", reply.text());
    // A game that runs is not held up, and the actor hears why nobody else does.
    room.start();
    let reply = room.ask(&request, "bid 1 100");
    assert!(!reply.is_refusal());
    assert!(reply.text().contains("Send Messages"), "{}", reply.text());
}
