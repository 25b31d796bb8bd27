//! Votes, offers, invitations and what a host is asked at night: named without a ping, and called for at waking, once,
//! if it still is a question then.

use crate::room::{BEGAN, Folder, Room};
use bot::store::{PostRow, Store};

const HOUR: i64 = 3600;

/// Nights of Berlin lie between these hours after the beginning.
const NIGHT: i64 = 9;
const MORNING: i64 = 18;

/// A table at night, whose turn's post is out; these sleep.
fn night(sleepers: &[&str]) -> Room {
    let room = Room::started();
    asleep(&room, sleepers);
    room
}

fn asleep(room: &Room, sleepers: &[&str]) {
    for who in sleepers {
        room.done(&format!("@{who} /me zone Berlin"));
    }
    for who in ["anna", "ben", "clara"] {
        room.done(&format!("@{who} /me remind interval:never"));
    }
    room.deliver();
    room.tick_after(NIGHT * HOUR);
    room.deliver();
}

/// New posts since, with who is pinged by them.
fn sent(room: &Room) -> Vec<PostRow> {
    let mut sent = room.deliver();
    sent.retain(|post| post.message.is_none());
    sent
}

/// Whom the posts of the hours from one to another ping, hour by hour.
fn pinged(room: &Room, from: i64, until: i64) -> Vec<(i64, Vec<String>)> {
    let mut found = Vec::new();
    for hour in from..=until {
        room.tick_after(hour * HOUR);
        let posts = sent(room).into_iter().map(|post| post.body.mentions);
        found.extend(posts.filter(|who| !who.is_empty()).map(|who| (hour, who)));
    }
    found
}

fn only(mut posts: Vec<PostRow>) -> PostRow {
    assert_eq!(posts.len(), 1, "{posts:?}");
    posts.remove(0)
}

#[test]
fn a_vote_at_night_calls_whoever_sleeps_when_he_wakes_once() {
    let room = night(&["ben"]);
    room.done("@anna /game end confirm:yes");
    let vote = only(sent(&room));
    assert_eq!(vote.body.mentions, ["clara"]);
    assert!(vote.text().starts_with("<@ben> <@clara> anna "), "{vote:?}");
    assert_eq!(pinged(&room, NIGHT + 1, MORNING - 1), []);
    assert_eq!(room.tick_after(MORNING * HOUR - 1), 0);
    assert_eq!(room.tick_after(MORNING * HOUR), 1);
    let call = only(sent(&room));
    assert_eq!(call.body.mentions, ["ben"]);
    assert_eq!(call.channel, "console");
    let head = format!(
        "<@ben> **You are asked**, since <t:{}:R>: anna proposes to end the game",
        BEGAN + NIGHT * HOUR
    );
    assert!(call.text().starts_with(&head), "{}", call.text());
    assert_eq!(pinged(&room, MORNING + 1, MORNING + 40), [], "once");
    // Its buttons are the vote's own, for those who are asked.
    assert!(
        room.press("zoe", &call.body.buttons, "Agree").is_refusal(),
        "a stranger"
    );
    let heard = room.press("ben", &call.body.buttons, "Agree");
    assert_eq!(heard.text(), "You have agreed. It waits for clara.");
    let edited = room.deliver();
    let call = edited.iter().find(|post| post.id == call.id);
    let call = call.expect("the call is over");
    assert!(call.closed && call.buttons().is_empty(), "{call:?}");
    assert!(call.text().starts_with("ben was called: anna"), "{call:?}");
    let vote = edited.iter().find(|post| post.id == vote.id);
    assert!(vote.is_some_and(|post| !post.closed), "{vote:?}");
}

#[test]
fn whoever_answers_at_night_is_not_called_for_it() {
    let room = night(&["ben", "clara"]);
    room.done("@anna /game end confirm:yes");
    let vote = only(sent(&room));
    assert_eq!(vote.body.mentions, Vec::<String>::new());
    room.press("ben", &vote.body.buttons, "Agree");
    assert_eq!(
        pinged(&room, NIGHT + 1, 2 * MORNING),
        [(MORNING, vec!["clara".to_string()])]
    );
    // Refused: the asker is told by day, and nobody is called for it.
    let room = night(&["ben", "anna"]);
    room.done("@clara /game end confirm:yes");
    let vote = only(sent(&room));
    room.press("ben", &vote.body.buttons, "Refuse");
    assert_eq!(
        only(sent(&room)).body.mentions,
        ["clara"],
        "she is awake, and is told"
    );
    assert_eq!(pinged(&room, NIGHT + 1, 2 * MORNING), []);
}

#[test]
fn a_call_that_lies_in_the_outbox_when_it_is_answered_is_never_sent() {
    let room = night(&["ben"]);
    room.done("@anna /game end confirm:yes");
    let vote = only(sent(&room));
    room.tick_after(MORNING * HOUR);
    let waiting = room.pending();
    assert_eq!(waiting.len(), 1);
    room.press("ben", &vote.body.buttons, "Refuse");
    let posts = sent(&room);
    assert!(posts.iter().all(|post| post.id != waiting[0].id));
    // One that lies until the next night waits for the morning after it.
    let room = night(&["ben"]);
    room.done("@anna /game end confirm:yes");
    sent(&room);
    room.tick_after(MORNING * HOUR);
    assert_eq!(room.pending().len(), 1);
    room.tables.store().set_clock(BEGAN + (NIGHT + 24) * HOUR);
    assert_eq!(sent(&room), []);
    assert_eq!(
        pinged(&room, NIGHT + 25, MORNING + 40),
        [(MORNING + 24, vec!["ben".to_string()])]
    );
}

#[test]
fn what_was_asked_at_night_is_kept_over_a_restart_and_follows_his_hours() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let open = || Room::over(Store::open(&path).expect("a store"));
    let room = open();
    room.start();
    asleep(&room, &["ben"]);
    room.done("@anna /game end confirm:yes");
    sent(&room);
    drop(room);
    let room = open();
    room.tick_after(NIGHT * HOUR);
    room.done("@ben /me quiet 22-10 every day");
    assert_eq!(
        pinged(&room, NIGHT + 1, MORNING + 30),
        [(MORNING + 2, vec!["ben".to_string()])]
    );
    drop(room);
    let room = open();
    assert_eq!(pinged(&room, MORNING + 31, MORNING + 60), []);
}

#[test]
fn who_wants_messages_is_asked_by_one_with_a_link() {
    let room = Room::new();
    let ask = |user: &str, line: &str| {
        let request = bot::table::Request {
            channel: "77".into(),
            guild: Some("55".into()),
            ..Room::request(user)
        };
        let reply = room.ask(&request, line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    };
    ask("anna", "/game new seating:joined");
    ask("ben", "/game join");
    ask("clara", "/game join");
    ask("ben", "/me remind where:message");
    ask("anna", "/game start");
    room.deliver();
    ask("anna", "/game end confirm:yes");
    let vote = only(sent(&room));
    assert_eq!(vote.body.mentions, ["clara"]);
    assert_eq!(room.tick_after(60), 1);
    let call = only(sent(&room));
    assert_eq!(call.channel, "dm:ben");
    let link = format!("https://discord.com/channels/55/77/m{}", vote.id);
    assert!(call.text().ends_with(&link), "{}", call.text());
    assert_eq!(call.buttons(), [], "they are heard in the channel");
    // Discord refuses it: it goes to the channel, and pings him there.
    ask("clara", "/game settings");
    ask("anna", "/game settings changes vote");
    room.deliver();
    ask("clara", "/game settings acting host");
    sent(&room);
    assert_eq!(room.tick_after(120), 1);
    let refused = room.pending().pop().expect("a call");
    assert_eq!(refused.channel, "dm:ben");
    let begun = room.tables.store().begin(refused.id).expect("begin");
    assert!(
        room.tables
            .store()
            .shut(begun.expect("due").id)
            .expect("shut")
    );
    let call = only(sent(&room));
    assert_eq!((call.channel.as_str(), call.body.mentions.len()), ("77", 1));
}

#[test]
fn an_invitation_at_night_calls_in_the_morning_unless_he_has_come() {
    for comes in [false, true] {
        let room = Room::new();
        room.done("@anna /game new seating:joined");
        room.done("@dora /me zone Berlin");
        room.tick_after(NIGHT * HOUR);
        room.deliver();
        room.done("@anna /game invite dora");
        let invitation = only(sent(&room));
        assert_eq!(invitation.body.mentions, Vec::<String>::new());
        assert!(invitation.text().starts_with("<@dora> anna invites you"));
        if comes {
            room.press("dora", &invitation.body.buttons, "Sit down");
            let edited = room.deliver();
            let invitation = edited.iter().find(|post| post.id == invitation.id);
            let invitation = invitation.expect("an edit");
            assert_eq!(invitation.text(), "anna has invited <@dora> to this table.");
            assert_eq!(pinged(&room, NIGHT + 1, MORNING + 30), []);
        } else {
            assert_eq!(
                pinged(&room, NIGHT + 1, MORNING + 30),
                [(MORNING, vec!["dora".to_string()])]
            );
        }
    }
}

/// What a host is asked at two in the morning, in Berlin.
#[test]
fn a_sleeping_host_is_asked_when_he_wakes_also_after_an_outage_and_not_once_it_is_over() {
    for case in ["asleep", "outage", "answered"] {
        let room = Room::started();
        room.done("@anna /game settings time 12h");
        room.done("@anna /game settings overtime host");
        room.done("@anna bid 1 100");
        for who in ["anna", "ben", "clara"] {
            room.done(&format!("@{who} /me remind interval:never"));
        }
        room.done("@anna /me zone Berlin");
        // Her night begins before his time is up, or a minute after it.
        let begins = if case == "outage" { "2:01-8" } else { "22-8" };
        room.done(&format!("@anna /me quiet {begins}"));
        room.deliver();
        room.tick_after(9 * HOUR);
        room.deliver();
        room.tick_after(12 * HOUR);
        let question = room.last_post();
        assert!(
            question
                .body
                .text
                .starts_with("<@anna> The time of ben is up"),
            "{question:?}"
        );
        let mut loud = question.body.mentions.clone();
        if case == "outage" {
            // Discord could not be reached until she slept.
            assert_eq!(loud, ["anna"]);
            room.tables.store().set_clock(BEGAN + 13 * HOUR);
            loud.clear();
        }
        assert_eq!(loud, Vec::<String>::new(), "{case}");
        let sent = only(sent(&room));
        assert_eq!((sent.id, sent.body.mentions), (question.id, loud), "{case}");
        if case == "answered" {
            room.done("@ben bid 1 105");
            room.deliver();
            let said = pinged(&room, 14, 21);
            assert!(said.iter().all(|(_, who)| who != &["anna"]), "{said:?}");
            continue;
        }
        assert_eq!(
            pinged(&room, 14, 41),
            [(MORNING, vec!["anna".to_string()])],
            "{case}"
        );
        // His move is made: what is asked about it is over, and so is the call.
        room.done("@ben bid 1 105");
        let edited = room.deliver();
        let closed: Vec<String> = (edited.iter().filter(|post| post.closed))
            .map(PostRow::text)
            .collect();
        let past = "anna was called: The time of ben is up";
        assert!(
            closed.iter().any(|text| text.starts_with(past)),
            "{closed:?}"
        );
    }
}

/// A train that another player could sell is offered to whoever is to move, and sleeps.
#[test]
fn an_offer_at_night_is_called_for_in_the_morning_unless_it_is_void() {
    let (room, game, seat, (owner, action)) =
        crate::standing::stand("18ardennes", 1..12, 3, crate::standing::on_sale);
    let names = crate::standing::NAMES;
    let (taker, giver) = (names[seat.index()], names[owner.index()]);
    asleep(&room, &[taker]);
    room.done(&format!("@{giver} /deal offer {}", game.print(&action)));
    let offer = only(sent(&room));
    assert_eq!(offer.body.mentions, Vec::<String>::new());
    assert_eq!(
        pinged(&room, NIGHT + 1, MORNING + 20),
        [(MORNING, vec![taker.to_string()])]
    );
    // Withdrawn in the next night: the call for it goes with it; a new one is made, and void before he wakes.
    room.press(giver, &offer.body.buttons, "Withdraw");
    let edited = room.deliver();
    assert_eq!(edited.iter().filter(|post| post.closed).count(), 2);
    room.tick_after((NIGHT + 24) * HOUR);
    room.deliver();
    room.done(&format!("@{giver} /deal offer {}", game.print(&action)));
    let offer = only(sent(&room));
    assert_eq!(offer.body.mentions, Vec::<String>::new());
    room.press(giver, &offer.body.buttons, "Withdraw");
    assert_eq!(pinged(&room, NIGHT + 25, MORNING + 40), []);
}
