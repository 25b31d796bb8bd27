//! Absence: said once, seen by every table, over by itself.

use crate::room::{BEGAN, Room};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// What the channel was told and has not been sent yet, in words.
fn told(room: &Room) -> Vec<String> {
    room.deliver().iter().map(|post| post.text()).collect()
}

#[test]
fn the_table_sees_who_is_away_and_nobody_calls_him_until_he_is_back() {
    let room = Room::started();
    room.deliver();
    let said = room.done("@anna /me away 3 days");
    let until = BEGAN + 3 * DAY;
    assert!(
        said.text()
            .starts_with(&format!("You are away in your game until <t:{until}:f>")),
        "{}",
        said.text()
    );
    assert_eq!(
        told(&room),
        [format!(
            "anna is away until <t:{until}:f>. Nobody calls him meanwhile, and his time stands still."
        )]
    );
    for line in ["@ben /game status", "@ben /show players"] {
        let seen = room.done(line);
        assert!(
            seen.text()
                .contains(&format!("Away: anna until <t:{until}:f>.")),
            "{}",
            seen.text()
        );
    }
    assert!(
        room.done("@anna /me show")
            .text()
            .contains("You are away from all your games until")
    );
    for hour in 0..72 {
        assert_eq!(room.tick_after(hour * HOUR), 0, "{hour}");
    }
    room.tick_after(3 * DAY);
    room.tick_after(3 * DAY + 60);
    let said = told(&room);
    assert_eq!(said[0], "anna is back.");
    assert!(
        said[1].starts_with("<@anna> It is still **your decision**"),
        "{said:?}"
    );
    assert_eq!(said.len(), 2);
    assert!(!room.done("@ben /game status").text().contains("Away:"));
    assert!(room.refused("@anna /me back").contains("not away"));
}

#[test]
fn what_falls_to_him_meanwhile_pings_him_when_he_is_back_and_not_before() {
    let room = Room::started();
    room.done("@ben /me away until:friday");
    room.deliver();
    room.done("@anna bid 1 100");
    let post = room.last_post().body;
    assert!(
        post.mentions.is_empty() && post.text.contains("<@ben>"),
        "{post:?}"
    );
    room.deliver();
    assert_eq!(room.tick_after(2 * DAY), 0);
    let back = room.done("@ben /me back");
    assert!(back.text().starts_with("Welcome back"), "{}", back.text());
    assert_eq!(told(&room), ["ben is back."]);
    room.tick_after(2 * DAY + 60);
    let said = told(&room);
    assert!(
        said.len() == 1 && said[0].starts_with("<@ben> It is **your decision**"),
        "{said:?}"
    );
    // Its end, planned before, brings nothing more.
    for hour in 0..72 {
        room.tick_after(2 * DAY + hour * HOUR + 120);
    }
    assert!(told(&room).iter().all(|text| !text.contains("ben is back")));
}

#[test]
fn away_from_one_game_is_not_away_from_another() {
    let room = Room::started();
    let elsewhere = |user: &str, line: &str| {
        let mut request = Room::request(user);
        request.channel = "attic".into();
        room.ask(&request, line)
    };
    for (user, line) in [
        ("anna", "/game new seating:joined"),
        ("ben", "/game join"),
        ("clara", "/game join"),
        ("anna", "/game start"),
    ] {
        assert!(!elsewhere(user, line).is_refusal());
    }
    room.deliver();
    let said = elsewhere("anna", "/me away until:1 week game:here");
    assert!(
        said.text().starts_with("You are away in game 2 until"),
        "{}",
        said.text()
    );
    let posts = room.deliver();
    assert_eq!((posts.len(), posts[0].channel.as_str()), (1, "attic"));
    room.tick_after(DAY);
    let posts = room.deliver();
    assert_eq!((posts.len(), posts[0].channel.as_str()), (1, "console"));
    // A second word about all games: it replaces nothing of the first, and is told where it is news.
    room.done("@anna /me away until:2 days");
    assert!(
        room.refused("@anna /me back game:1")
            .contains("away from all your games")
    );
    assert_eq!(told(&room).len(), 2);
    room.done("@anna /me back game:2");
    assert_eq!(told(&room).len(), 0, "from all games she is away still");
    room.done("@anna /me back");
    assert_eq!(told(&room), ["anna is back.", "anna is back."]);
}

#[test]
fn the_clock_answers_for_whoever_is_away_where_the_table_has_agreed_to_it() {
    let room = Room::started();
    room.done("@anna /game settings absence answers");
    room.done("@anna bid 1 100");
    room.deliver();
    let said = room.done("@ben /me away until:2 days");
    assert!(!said.is_refusal());
    assert!(told(&room)[0].ends_with(
        "Meanwhile the clock passes for him where that is legal, and else runs best and pays."
    ));
    assert_eq!(room.awaited(), ["ben"]);
    assert_eq!(room.tick_after(60), 1);
    assert_eq!(room.awaited(), ["clara"]);
    let log = room.done("@clara /game log");
    assert!(log.text().contains("away"), "{}", log.text());
    assert!(
        room.journal()
            .iter()
            .any(|line| line.contains("away: pass")),
        "{:?}",
        room.journal()
    );
    // He decides himself when he is back.
    room.done("@ben /me back");
    room.done("@clara pass");
    assert_eq!(room.tick_after(120), 0);
}

#[test]
fn whoever_sits_down_while_away_is_seen_to_be() {
    let room = Room::new();
    room.done("@ben /me away until:2 weeks");
    room.start();
    let until = BEGAN + 14 * DAY;
    let seen = room.done("@clara /game status");
    assert!(
        seen.text()
            .contains(&format!("Away: ben until <t:{until}:f>.")),
        "{}",
        seen.text()
    );
}
