//! Time that runs out: warned of before, never in the night, always as the table has agreed; and what the table may do
//! when somebody has vanished.

use crate::room::{BEGAN, Room};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn told(room: &Room) -> Vec<String> {
    room.deliver().iter().map(|post| post.text()).collect()
}

/// At which hours something was said, and how it begins.
fn hours(room: &Room, from: i64, until: i64) -> Vec<(i64, String)> {
    let mut found = Vec::new();
    for hour in from..=until {
        room.tick_after(hour * HOUR);
        found.extend(told(room).into_iter().map(|text| (hour, text)));
    }
    found
}

#[test]
fn without_a_word_nobody_is_pressed_for_time() {
    let room = Room::started();
    room.done("@anna /me remind interval:never");
    room.deliver();
    assert_eq!(hours(&room, 1, 160), []);
    let page = room.done("@anna /game settings");
    for line in [
        "• Nobody is pressed for time.",
        "• While a player is away, the game waits for him and his time stands still.",
    ] {
        assert!(page.text().contains(line), "{}", page.text());
    }
    // The page holds them all: a sentence and a button each.
    let settings = bot::table::Agreed::default().settings().len();
    assert_eq!(page.buttons().len() + 1, settings, "all but the seats'");
    assert!(
        page.text().ends_with("The host, anna, changes them."),
        "{}",
        page.text()
    );
}

#[test]
fn a_warning_comes_before_and_the_clock_passes_after() {
    let room = Room::started();
    room.done("@anna /game settings time 24h");
    room.done("@anna /game settings overtime pass");
    room.done("@anna bid 1 100");
    room.done("@ben /me remind interval:never");
    let posts = room.deliver();
    let until = format!("Time to decide: <@ben> until <t:{}:f>.", BEGAN + DAY);
    assert!(
        posts.iter().any(|post| post.text().contains(&until)),
        "{posts:?}"
    );
    let said = hours(&room, 1, 24);
    assert_eq!(said[0].0, 18);
    assert!(
        said[0]
            .1
            .starts_with("<@ben> Your time to decide in #console ends <t:"),
        "{said:?}"
    );
    assert!(
        said[0]
            .1
            .ends_with("Then the clock passes for you where that is legal."),
        "{said:?}"
    );
    assert_eq!(said[1].0, 24);
    assert!(
        said[1].1.starts_with("<@ben> The time of ben is up: "),
        "{said:?}"
    );
    assert_eq!(room.awaited(), ["clara"]);
    let log = room.done("@clara /game log");
    assert!(log.text().contains("clock"), "{}", log.text());
    assert!(
        room.journal()
            .iter()
            .any(|line| line.contains("clock: pass")),
        "{:?}",
        room.journal()
    );
    // His own table page tells her when hers ends.
    let page = room.done("@clara /me show");
    assert!(
        page.text()
            .contains(&format!("your time ends <t:{}:f>", BEGAN + 2 * DAY)),
        "{}",
        page.text()
    );
}

#[test]
fn nobodys_time_ends_in_his_sleep_or_while_he_is_away() {
    let room = Room::started();
    room.done("@anna /game settings time 12h");
    room.done("@anna bid 1 100");
    room.done("@ben /me zone Berlin");
    room.done("@ben /me remind interval:never");
    room.deliver();
    // Twelve hours from noon UTC is two in the morning: he wakes at six UTC and has an hour.
    let said = hours(&room, 1, 30);
    let when: Vec<i64> = said.iter().map(|(hour, _)| *hour).collect();
    assert_eq!(when, [18, 19], "{said:?}");
    assert_eq!(
        said[1].1,
        "The time of ben is up: bid or pass. The game waits on."
    );
    assert_eq!(room.awaited(), ["ben"]);
    room.done("@ben bid 1 105");
    room.deliver();
    // Clara is away for four days: her twelve hours begin when she is back.
    room.done("@clara /me remind interval:never");
    room.done("@clara /me away until:4 days");
    room.deliver();
    let said = hours(&room, 31, 30 + 96 + 13);
    let when: Vec<i64> = said.iter().map(|(hour, _)| *hour).collect();
    assert_eq!(when, [126, 135, 138], "back, warned, late: {said:?}");
}

#[test]
fn a_bank_counts_waking_hours_only() {
    let room = Room::started();
    room.done("@anna /game settings time bank-60");
    room.done("@anna bid 1 100");
    room.done("@ben /me zone Berlin");
    room.done("@ben /me remind interval:never");
    room.deliver();
    // Eight hours on the first day, fourteen on each of the next: the sixtieth lies on the fifth day.
    let said = hours(&room, 1, 24 * 5);
    let when: Vec<i64> = said.iter().map(|(hour, _)| *hour).collect();
    assert_eq!(when, [18 + 72 + 4, 18 + 72 + 10], "{said:?}");
    room.done("@ben bid 1 105");
    room.done("@clara pass");
    room.done("@anna bid 1 110");
    room.deliver();
    // What is left is four waking hours for each decision.
    let page = room.done("@ben /me show");
    assert!(page.text().contains("your time ends"), "{}", page.text());
    let said = hours(&room, 24 * 5, 24 * 5 + 5);
    assert!(
        said.iter()
            .any(|(hour, text)| *hour == 24 * 5 + 4 && text.contains("is up")),
        "{said:?}"
    );
}

#[test]
fn the_host_decides_where_the_table_wants_it() {
    let room = Room::started();
    room.done("@anna /game settings time 12h");
    room.done("@anna /game settings overtime host");
    room.done("@anna bid 1 100");
    room.deliver();
    room.tick_after(9 * HOUR);
    room.tick_after(12 * HOUR);
    let post = room.last_post().body;
    assert_eq!(post.mentions, ["anna"]);
    assert!(
        post.text.starts_with("<@anna> The time of ben is up: "),
        "{}",
        post.text
    );
    assert!(
        room.press("clara", &post.buttons, "Give 24")
            .text()
            .contains("The host, anna, decides this.")
    );
    assert!(!room.press("anna", &post.buttons, "Give 24").is_refusal());
    room.deliver();
    let said: Vec<i64> = hours(&room, 12, 36)
        .iter()
        .filter(|(_, text)| text.contains("is up"))
        .map(|(hour, _)| *hour)
        .collect();
    assert_eq!(said, [36]);
    let post = room.tables.store().standings(1).expect("standings")[0]
        .wait
        .stamp;
    let done = room.say(&format!("@anna /press k:1:{post}:act"));
    assert_eq!(done.text(), "The clock has moved.");
    assert_eq!(room.awaited(), ["clara"]);
    assert!(
        told(&room)
            .iter()
            .any(|text| text.contains("anna lets the clock move for ben"))
    );
    assert!(
        room.say(&format!("@anna /press k:1:{post}:act"))
            .is_refusal(),
        "once only"
    );
}

#[test]
fn where_nothing_can_be_done_for_him_the_table_is_told() {
    let room = Room::started();
    room.done("@anna /game settings time 12h");
    room.done("@anna /game settings overtime play");
    room.done("@anna /me remind interval:never");
    room.deliver();
    // To open the first lot somebody has to choose one.
    let said = hours(&room, 1, 40);
    let last = said.last().expect("a word");
    assert_eq!(
        (last.0, room.awaited()),
        (12, vec!["anna".to_string()]),
        "{said:?}"
    );
    assert!(
        last.1
            .contains("There is a choice here that nobody can make"),
        "{said:?}"
    );
}

#[test]
fn a_table_may_go_on_without_whoever_has_vanished() {
    let room = Room::started();
    room.done("@anna /game settings silence three-days");
    room.done("@anna bid 1 100");
    room.done("@ben /me remind interval:never");
    room.deliver();
    let said = hours(&room, 1, 71);
    assert_eq!(said, []);
    room.tick_after(3 * DAY);
    let post = room.last_post().body;
    assert!(
        post.text.starts_with(&format!(
            "Nothing has been heard of ben since <t:{BEGAN}:f>"
        )),
        "{}",
        post.text
    );
    assert!(
        room.press("zoe", &post.buttons, "Vote: the clock")
            .text()
            .contains("do not sit")
    );
    assert!(
        room.press("ben", &post.buttons, "Vote: the clock")
            .text()
            .contains("just make your move")
    );
    assert!(
        !room
            .press("clara", &post.buttons, "Vote: the clock")
            .is_refusal()
    );
    let vote = room.last_post().body;
    assert_eq!(vote.mentions, ["anna"], "ben is not asked: {vote:?}");
    assert!(!room.press("anna", &vote.buttons, "Agree").is_refusal());
    let word = room.last_post().body;
    assert!(
        word.text
            .starts_with("From now on the clock answers for ben"),
        "{}",
        word.text
    );
    room.tick_after(3 * DAY + 60);
    assert_eq!(room.awaited(), ["clara"]);
    room.done("@clara pass");
    // As soon as he is here he decides for himself.
    assert_eq!(
        room.press("ben", &word.buttons, "I am here").text(),
        "Welcome back: you decide for yourself again."
    );
    let waits = room.awaited();
    room.tick_after(3 * DAY + 120);
    assert_eq!(room.awaited(), waits);
}

#[test]
fn a_seat_of_somebody_who_vanished_is_offered_and_taken() {
    let room = Room::started();
    room.deliver();
    room.tick_after(7 * DAY);
    room.tick_after(7 * DAY + 60);
    let posts = room.pending();
    let post = posts
        .iter()
        .find(|post| post.body.text.starts_with("Nothing has been heard of anna"))
        .expect("a word");
    room.press("ben", &post.body.buttons, "Vote: look for");
    let vote = room.last_post().body;
    room.press("clara", &vote.buttons, "Agree");
    let offer = room.last_post().body;
    assert!(
        offer
            .text
            .starts_with("The table looks for somebody who takes over the seat of anna."),
        "{}",
        offer.text
    );
    room.press("dora", &offer.buttons, "Take the seat");
    let vote = room.last_post().body;
    for user in ["ben", "clara"] {
        room.press(user, &vote.buttons, "Agree");
    }
    assert_eq!(room.awaited(), ["dora"]);
    // Her time begins now.
    let standing = &room.tables.store().standings(1).expect("standings")[0];
    assert_eq!(
        (standing.person.user.as_str(), standing.wait.since),
        ("dora", BEGAN + 7 * DAY + 60)
    );
}
