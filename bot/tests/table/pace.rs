//! Pace: time that decisions took, all games of a server, how finished games ended.

mod nudge;

use crate::room::{BEGAN, Room};
use bot::reply::Reply;
use bot::table::Request;

const HOUR: i64 = 3600;

fn told(room: &Room, line: &str) -> Reply {
    let reply = room.say(line);
    assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    reply
}

/// A line of the table's grid: what stands after a name.
fn row(text: &str, name: &str) -> String {
    let line = text
        .lines()
        .find(|line| line.starts_with(name))
        .unwrap_or_else(|| panic!("no {name} in {text}"));
    let cells: Vec<&str> = line.split("  ").filter(|cell| !cell.is_empty()).collect();
    cells[1..]
        .iter()
        .map(|cell| cell.trim())
        .collect::<Vec<_>>()
        .join(" | ")
}

#[test]
fn each_decision_counts_from_when_it_fell_to_a_player_until_it_was_made() {
    let room = Room::started();
    room.tick_after(2 * HOUR);
    room.done("@anna bid 1 100");
    room.tick_after(2 * HOUR + 600);
    room.done("@ben pass");
    room.tick_after(2 * HOUR + 630);
    room.done("@clara pass");
    let shown = told(&room, "@zoe /show pace");
    let text = shown.text();
    assert!(text.starts_with("**Pace of game 1**"), "{text}");
    assert_eq!(
        row(text, "anna"),
        "1 | 2 h 00 min | 2 h 00 min | 2 h 00 min"
    );
    assert_eq!(row(text, "ben"), "1 | 10 min | 10 min | 10 min");
    assert_eq!(row(text, "clara"), "1 | 30 s | 30 s | 30 s");
    let awaited = room.awaited();
    assert!(
        text.contains(&format!(
            "Awaited now: {} since <t:{}:R>.",
            awaited[0].split(':').next().unwrap_or_default(),
            BEGAN + 2 * HOUR + 630
        )),
        "{text} {awaited:?}"
    );
    // What is taken back took its time all the same; who is awaited again waits anew.
    room.tick_after(3 * HOUR);
    room.done("@clara /game undo");
    room.tick_after(3 * HOUR + 60);
    room.done("@clara pass");
    let text = told(&room, "@zoe /show pace").text().to_string();
    assert_eq!(row(&text, "clara"), "2 | 1 min | 45 s | 1 min");
}

#[test]
fn a_clock_that_is_set_back_takes_nobodys_time() {
    let room = Room::started();
    room.tick_after(-7200);
    room.done("@anna bid 1 100");
    let text = told(&room, "@anna /show pace").text().to_string();
    assert_eq!(row(&text, "anna"), "1 | 0 s | 0 s | 0 s");
}

#[test]
fn own_time_in_all_games_is_shown_to_oneself() {
    let room = Room::started();
    room.tick_after(2 * HOUR);
    room.done("@anna bid 1 100");
    let mine = told(&room, "@anna /show pace of:me");
    assert!(
        mine.text().starts_with(
            "**Your pace in one game**: 1 decisions in 2 h 00 min of your waking hours (2 h 00 min by the clock)"
        ),
        "{}",
        mine.text()
    );
    assert!(mine.text().contains("#console **18Ardennes** · game 1"));
    assert!(
        !mine
            .buttons()
            .iter()
            .any(|button| button.label.contains("Show to all")),
        "{:?}",
        mine.buttons()
    );
    let shared = room.say("@ben /press s:/show pace of:me");
    assert!(shared.is_refusal(), "{}", shared.text());
    let none = told(&room, "@zoe /show pace of:me");
    assert_eq!(none.text(), "You have decided nothing in any game yet.");
    // A table that has not begun has no pace.
    let other = Room::new();
    other.done("@anna /game new");
    assert!(
        other
            .refused("@anna /show pace")
            .contains("has not started")
    );
}

#[test]
fn time_passes_on_with_the_seat() {
    let room = Room::started();
    room.tick_after(HOUR);
    room.done("@anna /game substitute out:anna in:dora");
    for voter in ["ben", "clara", "dora"] {
        let post = (room.pending().into_iter())
            .rfind(|post| !post.buttons().is_empty() && post.body.mark.starts_with("vote"));
        if let Some(post) = post {
            let yes = &post.body.buttons[0].id;
            room.say(&format!("@{voter} /press {yes}"));
        }
    }
    room.tick_after(HOUR + 300);
    room.done("@dora bid 1 100");
    let text = told(&room, "@zoe /show pace").text().to_string();
    assert_eq!(row(&text, "dora"), "1 | 5 min | 5 min | 5 min", "{text}");
    assert_eq!(
        row(&text, "anna (left)"),
        "1 | 1 h 00 min | 1 h 00 min | 1 h 00 min"
    );
}

fn at(user: &str, channel: &str, guild: &str) -> Request {
    Request {
        user: user.into(),
        name: user.into(),
        channel: channel.into(),
        guild: Some(guild.into()),
        ..Request::default()
    }
}

/// Tables of two servers: 101 to 103 are played at the first, 104 gathers there, 201 is another's.
fn servers() -> Room {
    let room = Room::new();
    let games = [
        ("101", "1", ["anna", "ben", "clara"]),
        ("102", "1", ["dora", "emil", "fred"]),
        ("103", "1", ["gina", "hans", "ida"]),
        ("201", "2", ["anna", "ben", "clara"]),
    ];
    for (number, (channel, guild, users)) in games.into_iter().enumerate() {
        room.tick_after(60 * number as i64);
        for (place, user) in users.into_iter().enumerate() {
            let line = match place {
                0 => "/game new seating:joined",
                _ => "/game join",
            };
            let reply = room.ask(&at(user, channel, guild), line);
            assert!(!reply.is_refusal(), "{}", reply.text());
        }
        let reply = room.ask(&at(users[0], channel, guild), "/game start");
        assert!(!reply.is_refusal(), "{}", reply.text());
    }
    room.ask(&at("zoe", "104", "1"), "/game new title:1873");
    room
}

#[test]
fn hosts_and_moderators_see_all_games_of_their_server() {
    let room = servers();
    let list = "/game list of:server";
    room.tick_after(HOUR);
    room.ask(&at("anna", "101", "1"), "bid 1 100");
    let all = room.ask(&at("zoe", "7", "1"), list);
    let text = all.text();
    assert!(
        text.starts_with("**Games of this server: 3 played, 1 gathering players.**"),
        "{text}"
    );
    let place = |part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part:?} in {text}"))
    };
    // Who has been awaited longest comes first, whoever asks.
    assert!(place("<#102>") < place("<#103>"));
    assert!(place("<#103>") < place("<#101>"));
    assert!(place("<#101>") < place("<#104>"));
    assert!(place(&format!("dora: open a lot, since <t:{}:R>", BEGAN + 60)) < place("<#103>"));
    assert!(place(&format!("ben: bid or pass, since <t:{}:R>", BEGAN + HOUR)) > place("<#101>"));
    assert!(!text.contains("<#201>"));
    // Others have no need of it.
    let no = room.ask(&at("ben", "101", "1"), list);
    assert!(no.is_refusal() && no.text().contains("Only moderators and hosts"));
    // A moderator hosts nothing and sees everything; also what plays among itself.
    let moderator = Request {
        moderator: true,
        ..at("mona", "7", "1")
    };
    let closed = room.ask(
        &at("gina", "103", "1"),
        "/game settings setting:onlookers value:closed",
    );
    assert!(!closed.is_refusal(), "{}", closed.text());
    assert!(room.ask(&moderator, list).text().contains("<#103>"));
    assert!(
        room.ask(&at("gina", "7", "1"), list)
            .text()
            .contains("<#103>")
    );
    let text = room.ask(&at("dora", "7", "1"), list).text().to_string();
    assert!(!text.contains("<#103>"), "{text}");
    assert!(text.contains("One more plays among itself."), "{text}");
    let none = room.ask(
        &Request {
            moderator: true,
            ..at("mona", "7", "3")
        },
        list,
    );
    assert_eq!(none.text(), "No game is played on this server.");
}

#[test]
fn many_games_of_a_server_come_on_pages() {
    let room = Room::new();
    for number in 0..60 {
        room.tick_after(number);
        let channel = (1000 + number).to_string();
        for (user, line) in [
            ("anna", "/game new seating:joined"),
            ("ben", "/game join"),
            ("clara", "/game join"),
            ("anna", "/game start"),
        ] {
            let reply = room.ask(&at(user, &channel, "1"), line);
            assert!(!reply.is_refusal(), "{}", reply.text());
        }
    }
    let mut seen = Vec::new();
    for page in 1..20 {
        let reply = room.ask(
            &at("anna", "7", "1"),
            &format!("/game list of:server page:{page}"),
        );
        assert!(reply.text().chars().count() <= 2000);
        let channels = reply.text().lines().filter_map(|line| {
            let rest = line.strip_prefix("<#")?;
            rest.split('>').next()?.parse::<i64>().ok()
        });
        seen.extend(channels);
        let more = reply
            .buttons()
            .into_iter()
            .find(|button| button.label == "More")
            .cloned();
        match more {
            Some(more) => assert_eq!(more.id, format!("w:/game list of:server page:{}", page + 1)),
            None => break,
        }
    }
    assert_eq!(seen, (1000..1060).collect::<Vec<i64>>());
}

/// A finished game of a recording, in a channel of its own.
fn finished(room: &Room, channel: &str, names: [&str; 4]) {
    let players = ["anna", "ben", "clara", "david"];
    for line in bot::demo::GAME.lines().filter(|line| line.starts_with('@')) {
        let (user, line) = line[1..].split_once(' ').expect("@name text");
        let seat = (players.iter().position(|name| *name == user)).expect("one of the four");
        let reply = room.ask(&at(names[seat], channel, "1"), line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    }
}

#[test]
fn finished_games_are_shown_to_others_only_if_a_player_wants_it() {
    let room = Room::new();
    finished(&room, "101", ["anna", "ben", "clara", "david"]);
    finished(&room, "102", ["anna", "ben", "emil", "fred"]);
    let own = told(&room, "@anna /game record");
    let text = own.text();
    assert!(text.contains("**18Ardennes**: 2 finished"), "{text}");
    assert!(text.contains("of 2"), "{text}");
    assert!(text.contains("Game 2 · 18Ardennes · <t:"), "{text}");
    assert!(text.contains("Game 1 · 18Ardennes · <t:"), "{text}");
    assert!(text.contains("1. ") && text.contains("4. "), "{text}");
    // Between oneself and another: only the games of both.
    let text = told(&room, "@clara /game record against:<@emil>")
        .text()
        .to_string();
    assert_eq!(text, "You have finished no game with <@emil> here yet.");
    let text = told(&room, "@clara /game record against:anna")
        .text()
        .to_string();
    assert!(
        text.contains("1 finished") && text.contains("against anna: ahead in "),
        "{text}"
    );
    assert!(!text.contains("against ben"), "{text}");
    // Another's games are his own affair, but for those that one played with him.
    let text = told(&room, "@clara /game record player:anna")
        .text()
        .to_string();
    assert!(
        text.starts_with("<@anna> shows only what you played together.\n"),
        "{text}"
    );
    assert!(
        text.contains("1 finished") && !text.contains("Game 2"),
        "{text}"
    );
    let text = told(&room, "@zoe /game record player:anna")
        .text()
        .to_string();
    assert!(
        text.ends_with("You have finished no game with <@anna> here yet.")
            || text.starts_with("You have finished no game with <@anna>"),
        "{text}"
    );
    let no = room.refused("@zoe /game record player:anna against:ben");
    assert_eq!(no, "<@anna> does not show finished games to others.");
    // She wants it shown: her wins, and against whom else wants it.
    let pressed = room.press_reply("anna", &own, "Let others see this");
    assert!(!pressed.is_refusal(), "{}", pressed.text());
    let text = told(&room, "@zoe /game record player:anna")
        .text()
        .to_string();
    assert!(
        text.starts_with("Finished games of anna:\n**18Ardennes**: 2 finished"),
        "{text}"
    );
    assert!(
        !text.contains("against") && !text.contains("Game 1"),
        "{text}"
    );
    let no = room.refused("@zoe /game record player:anna against:ben");
    assert_eq!(no, "<@ben> does not show finished games to others.");
    let own = told(&room, "@ben /game record");
    room.press_reply("ben", &own, "Let others see this");
    let text = told(&room, "@zoe /game record player:anna against:ben")
        .text()
        .to_string();
    assert!(text.starts_with("anna against ben:\n"), "{text}");
    assert!(
        text.contains("against ben: ahead in ") && text.contains("of 2"),
        "{text}"
    );
    let text = told(&room, "@zoe /game record player:anna")
        .text()
        .to_string();
    assert!(
        text.contains("against ben") && !text.contains("against clara"),
        "{text}"
    );
    // And no longer.
    let own = told(&room, "@anna /game record");
    room.press_reply("anna", &own, "Hide this from others");
    room.refused("@zoe /game record player:anna against:ben");
    assert!(
        room.refused("@anna /game record player:ben against:ben")
            .contains("against himself")
    );
    assert!(
        room.refused("@anna /game record player:'; drop")
            .contains("is no user")
    );
    // What is not there.
    let text = told(&room, "@anna /game record title:1873")
        .text()
        .to_string();
    assert!(
        text.starts_with("You have finished no game here yet"),
        "{text}"
    );
}

#[test]
fn hours_of_sleep_are_nobodys_time() {
    let room = Room::started();
    room.done("@ben /me zone Asia/Tokyo");
    room.done("@anna bid 1 100");
    // An hour before his night, ten hours of it, and half an hour of the morning.
    room.tick_after(11 * HOUR + 1800);
    room.done("@ben pass");
    let text = told(&room, "@zoe /show pace").text().to_string();
    assert_eq!(
        row(&text, "ben"),
        "1 | 1 h 30 min | 1 h 30 min | 1 h 30 min"
    );
    let text = told(&room, "@ben /show pace of:me").text().to_string();
    assert!(
        text.contains("1 h 30 min of your waking hours (11 h 30 min by the clock)"),
        "{text}"
    );
}

#[test]
fn whether_others_see_a_record_is_said_with_me() {
    let room = Room::new();
    assert!(
        told(&room, "@anna /me record yes")
            .text()
            .starts_with("Others see your wins")
    );
    assert!(room.tables.store().shows_record("anna").expect("store"));
    assert!(
        told(&room, "@anna /me record no")
            .text()
            .starts_with("Others see of your")
    );
    assert!(!room.tables.store().shows_record("anna").expect("store"));
}
