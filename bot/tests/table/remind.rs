//! Who is called when: once, again after an interval, in waking hours, by mention or message, and never after the move.

use crate::room::{BEGAN, Folder, Room};
use bot::store::{PostRow, Store};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Sends what waits, and gives what was said about decisions.
fn calls(room: &Room) -> Vec<PostRow> {
    let mut sent = room.deliver();
    sent.retain(|post| post.body.mark.starts_with("call:call:") && !post.closed);
    sent
}

/// Lets an hour pass after the other, and says at which hours somebody was called.
fn hours(room: &Room, from: i64, until: i64) -> Vec<i64> {
    let mut found = Vec::new();
    for hour in from..=until {
        room.tick_after(hour * HOUR);
        found.extend(calls(room).iter().map(|_| hour));
    }
    found
}

#[test]
fn whoever_is_awaited_is_called_again_each_day_and_after_five_times_no_more() {
    let room = Room::started();
    assert_eq!(room.turn_post().body.mentions, ["anna"]);
    room.deliver();
    assert_eq!(room.tick_after(DAY - 1), 0);
    assert_eq!(room.tick_after(DAY), 1);
    let sent = calls(&room);
    assert_eq!(sent.len(), 1);
    let body = &sent[0].body;
    assert_eq!(
        (sent[0].channel.as_str(), body.mentions.len()),
        ("console", 1)
    );
    assert!(
        body.text
            .starts_with("<@anna> It is still **your decision**: "),
        "{}",
        body.text
    );
    assert!(
        body.text
            .ends_with(&format!("since <t:{BEGAN}:R> · reminder 1 of 5")),
        "{}",
        body.text
    );
    let labels: Vec<&str> = body
        .buttons
        .iter()
        .map(|button| button.label.as_str())
        .collect();
    assert_eq!(
        labels,
        [
            "All choices",
            "Again in 1 h",
            "This evening",
            "Tomorrow morning",
            "No more for this turn"
        ]
    );
    assert_eq!(room.tick_after(DAY + 60), 0, "never twice");
    assert_eq!(hours(&room, 25, 24 * 9), [48, 72, 96, 120]);
    let told: Vec<String> = room
        .journal()
        .into_iter()
        .filter(|line| line.contains("called no more"))
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("anna has been called 6 times since 1 Jun 12:00 UTC"),
        "{told:?}"
    );
}

#[test]
fn nothing_is_sent_after_the_move() {
    let room = Room::started();
    room.deliver();
    room.tick_after(DAY);
    // It lies in the outbox when she moves.
    let waiting = room.pending();
    assert_eq!(waiting.len(), 1);
    room.done("@anna bid 1 100");
    let sent = room.deliver();
    assert!(sent.iter().all(|post| post.id != waiting[0].id), "{sent:?}");
    assert_eq!(room.turn_post_after(), None);
    // One that was seen loses its buttons.
    room.tick_after(2 * DAY);
    let seen = calls(&room);
    assert_eq!(seen[0].body.mentions, ["ben"]);
    room.done("@ben bid 1 105");
    let edited = room.deliver();
    let edited = edited
        .iter()
        .find(|post| post.id == seen[0].id)
        .expect("an edit");
    assert!(edited.closed && edited.buttons().is_empty());
    assert!(
        edited.text().starts_with("ben was called: "),
        "{}",
        edited.text()
    );
}

#[test]
fn nobody_is_called_in_his_quiet_hours_and_everybody_when_he_wakes() {
    let room = Room::started();
    room.done("@ben /me zone Berlin");
    // Half past ten in the evening.
    room.tick_after(8 * HOUR + 1800);
    room.done("@anna bid 1 100");
    let post = room.deliver().pop().expect("the post of the turn");
    assert!(
        post.text().contains("<@ben>") && post.body.mentions.is_empty(),
        "{post:?}"
    );
    assert_eq!(hours(&room, 9, 17), Vec::<i64>::new());
    assert_eq!(room.tick_after(18 * HOUR - 1), 0);
    assert_eq!(room.tick_after(18 * HOUR), 1);
    let sent = calls(&room);
    assert!(
        sent[0]
            .body
            .text
            .starts_with("<@ben> It is **your decision**: "),
        "{:?}",
        sent[0].body
    );
    assert_eq!(sent[0].body.mentions, ["ben"]);
    // A day later he is called again, but not while he sleeps longer on that day.
    room.done("@ben /me quiet 22-11 Wed");
    room.done("@ben /me quiet 22-11 Tue");
    assert_eq!(hours(&room, 19, 48), [45]);
    // What lies in the outbox until night waits there until he wakes.
    room.done("@ben /me remind interval:10h");
    assert_eq!(room.tick_after(55 * HOUR), 1);
    let late = room.pending().pop().expect("a call");
    room.tables.store().set_clock(BEGAN + 59 * HOUR);
    assert_eq!(calls(&room).len(), 0, "he sleeps");
    assert_eq!(room.tick_after(69 * HOUR), 1);
    let sent = calls(&room);
    assert_eq!(sent.len(), 1);
    assert!(
        sent[0].id > late.id && sent[0].body.text.contains("reminder 2 of 5"),
        "{sent:?}"
    );
}

#[test]
fn not_now_is_heard() {
    let room = Room::started();
    room.deliver();
    room.tick_after(DAY);
    let first = calls(&room).pop().expect("a call").body;
    assert!(
        room.press("ben", &first.buttons, "Again in 1 h")
            .text()
            .contains("does not wait for you")
    );
    assert!(
        room.press("zoe", &first.buttons, "Again in 1 h")
            .text()
            .contains("for whoever is called")
    );
    // Where nobody knows when her evening is she is asked where she lives.
    let asked = room.press("anna", &first.buttons, "This evening");
    assert!(
        asked.is_refusal() && asked.text().contains("In which city"),
        "{}",
        asked.text()
    );
    assert_eq!(asked.buttons()[0].asks(), Some("me:zone"));
    let said = room.say("@anna /press me:zone = New York City");
    assert!(said.text().contains("America/New_York"), "{}", said.text());
    let said = room.press("anna", &first.buttons, "Again in 1 h");
    assert_eq!(
        said.text(),
        format!(
            "You are called again <t:{0}:f> (<t:{0}:R>).",
            BEGAN + 25 * HOUR
        )
    );
    assert_eq!(hours(&room, 24, 26), [25]);
    room.tick_after(26 * HOUR);
    let second = room.tables.store().standings(1).expect("standings");
    assert_eq!(second[0].wait.said.len(), 3);
    // 14:00 UTC is ten in the morning there: this evening is at 23:00 UTC, tomorrow morning at 12:00 UTC.
    assert!(
        room.press("anna", &first.buttons, "This evening")
            .text()
            .contains(&format!("<t:{}:f>", BEGAN + 35 * HOUR))
    );
    assert_eq!(hours(&room, 26, 36), [35]);
    assert!(
        room.press("anna", &first.buttons, "Tomorrow morning")
            .text()
            .contains(&format!("<t:{}:f>", BEGAN + 48 * HOUR))
    );
    assert_eq!(hours(&room, 36, 50), [48]);
    assert!(
        room.press("anna", &first.buttons, "No more")
            .text()
            .starts_with("You are not called again for this turn.")
    );
    assert_eq!(hours(&room, 51, 51 + 24 * 6), Vec::<i64>::new());
    room.done("@anna bid 1 100");
    let late = room.press("anna", &first.buttons, "Again in 1 h");
    assert!(
        late.text().contains("does not wait for you any more"),
        "{}",
        late.text()
    );
}

#[test]
fn messages_carry_a_link_and_fall_back_to_the_channel() {
    let room = Room::new();
    let mut request = Room::request("anna");
    request.channel = "77".into();
    request.guild = Some("55".into());
    let ask = |user: &str, line: &str| {
        let request = bot::table::Request {
            user: user.into(),
            name: user.into(),
            ..request.clone()
        };
        let reply = room.ask(&request, line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
        reply
    };
    ask("anna", "/game new seating:joined");
    for user in ["ben", "clara"] {
        ask(user, "/game join");
    }
    assert!(
        ask("ben", "/me remind where:message")
            .text()
            .contains("by a message of mine")
    );
    ask("anna", "/game start");
    ask("anna", "bid 1 100");
    let turn = room.deliver();
    assert!(
        turn.iter()
            .all(|post| !post.body.mentions.contains(&"ben".to_string())),
        "{turn:?}"
    );
    // The next minute he is told by a message of his own.
    assert_eq!(room.tick_after(60), 1);
    let sent = calls(&room);
    assert_eq!(sent[0].channel, "dm:ben");
    let message = turn
        .iter()
        .rev()
        .find_map(|post| (post.kind == bot::store::PostKind::Turn).then_some(post.id));
    let link = format!(
        "https://discord.com/channels/55/77/m{}",
        message.expect("a post of the turn")
    );
    assert!(sent[0].body.text.contains(&link), "{}", sent[0].body.text);
    // He presses where he reads it.
    let mut own = Room::request("ben");
    own.channel = "dm".into();
    let id = &sent[0].body.buttons[0].id;
    assert!(
        room.tables
            .press(&own, id, None)
            .text()
            .starts_with("You are called again"),
        "{id}"
    );
    // Discord refuses the next one: it goes to the channel, and so do those after it.
    assert_eq!(room.tick_after(HOUR + 60), 1);
    let refused = room.pending().pop().expect("a call");
    assert_eq!(refused.channel, "dm:ben");
    let begun = room
        .tables
        .store()
        .begin(refused.id)
        .expect("begin")
        .expect("it is due");
    assert!(room.tables.store().shut(begun.id).expect("shut"));
    let sent = calls(&room);
    assert_eq!(
        (
            sent.len(),
            sent[0].channel.as_str(),
            sent[0].body.mentions.len()
        ),
        (1, "77", 1)
    );
    let page = ask("ben", "/me show");
    assert!(
        page.text().contains("Discord does not let me write to you"),
        "{}",
        page.text()
    );
    room.tick_after(2 * DAY);
    assert_eq!(calls(&room)[0].channel, "77");
    ask("ben", "/me remind where:message");
    room.tick_after(4 * DAY);
    assert_eq!(calls(&room)[0].channel, "dm:ben");
}

#[test]
fn a_restart_a_day_of_downtime_and_a_clock_set_back_lose_and_double_nothing() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let open = |seconds: i64| {
        let store = Store::open(&path).expect("a store");
        let room = Room::over(store);
        room.tables.store().set_clock(BEGAN + seconds);
        room
    };
    let room = open(0);
    room.start();
    room.done("@anna /me remind most:20");
    room.deliver();
    room.tick_after(DAY);
    assert_eq!(calls(&room).len(), 1);
    drop(room);
    // The same minute again.
    let room = open(DAY);
    assert_eq!((room.tick_after(DAY), calls(&room).len()), (0, 0));
    drop(room);
    // It was down for two and a half days: one call, and the next a day after it.
    let room = open(3 * DAY + 12 * HOUR);
    assert_eq!(hours(&room, 84, 84 + 25), [84, 108]);
    drop(room);
    // The clock is set back by ten days while the bot is down: the wait goes on from there.
    let room = open(-6 * DAY);
    assert_eq!(hours(&room, -144, -144 + 50), [-120, -96]);
    // And by two days while it runs.
    assert_eq!(hours(&room, -144, -144 + 30), [-120]);
    // Forward by a month: one call.
    assert_eq!(hours(&room, 24 * 30, 24 * 30 + 5).len(), 1);
}

#[test]
fn each_has_his_own_interval_and_number_and_some_want_none() {
    let room = Room::started();
    room.deliver();
    room.done("@anna /me remind interval:1h most:2");
    assert_eq!(hours(&room, 1, 30), [1, 2]);
    room.done("@anna bid 1 100");
    room.done("@ben /me remind interval:never");
    assert_eq!(hours(&room, 31, 30 + 24 * 9), Vec::<i64>::new());
    room.done("@ben bid 1 105");
    room.done("@anna /game settings reminders half-day");
    let start = 30 + 24 * 9;
    assert_eq!(hours(&room, start, start + 13), [start + 12]);
    // Who changes his mind is heard at once.
    room.done("@clara /me remind interval:7 days");
    assert_eq!(hours(&room, start + 13, start + 100), Vec::<i64>::new());
    room.done("@clara /me remind interval:table");
    assert_eq!(room.tick_after((start + 100) * HOUR), 1);
}

#[test]
fn who_is_next_is_told_if_he_wants_it_once_a_turn() {
    let room = Room::started();
    room.done("@clara /me remind next:yes");
    room.deliver();
    room.done("@anna bid 1 100");
    let next = |posts: Vec<PostRow>| -> Vec<String> {
        let mut posts = posts;
        posts.retain(|post| post.text().contains("You are next") && !post.closed);
        posts.iter().map(|post| post.text()).collect()
    };
    assert_eq!(
        next(room.deliver()),
        ["<@clara> You are next. Now ben: bid or pass."]
    );
    room.done("@ben bid 1 105");
    let edits = room.deliver();
    assert!(
        edits
            .iter()
            .any(|post| post.closed && post.text() == "clara was told that he is next."),
        "{edits:?}"
    );
    // The bidding goes on: once is enough.
    room.done("@clara bid 1 110");
    room.done("@anna bid 1 115");
    assert_eq!(next(room.deliver()), Vec::<String>::new());
    room.done("@ben pass");
    room.done("@clara pass");
    // Ben opens the next lot, clara bids after him. At night nobody is told.
    room.done("@clara /me zone Berlin");
    room.tick_after(10 * HOUR);
    room.deliver();
    room.done("@ben bid 2 100");
    assert_eq!(next(room.deliver()), Vec::<String>::new());
    // By a message of his own, and not once it is his turn.
    room.done("@ben /me remind next:yes where:message");
    room.done("@clara pass");
    let waiting: Vec<PostRow> = room
        .pending()
        .into_iter()
        .filter(|post| post.channel == "dm:ben")
        .collect();
    assert_eq!(waiting.len(), 1, "{:?}", room.pending());
    assert!(
        waiting[0].text().contains("You are next. Now anna"),
        "{waiting:?}"
    );
    room.done("@anna bid 2 105");
    assert_eq!(next(room.deliver()), Vec::<String>::new());
}

#[test]
fn a_newcomer_is_not_called_for_what_another_has_left() {
    let room = Room::started();
    room.deliver();
    room.tick_after(23 * HOUR);
    room.done("@ben /game substitute anna dora");
    let post = room.last_post().body;
    room.press("dora", &post.buttons, "Agree");
    room.press("clara", &post.buttons, "Agree");
    let turn = room.deliver();
    assert!(
        turn.iter().any(|post| post.body.mentions == ["dora"]),
        "{turn:?}"
    );
    assert_eq!(hours(&room, 24, 48), [47]);
}
