//! Look-ups and sheets: with and without a game, in any title, by buttons; what people get wrong.

mod lists;

use crate::room::Room;
use bot::reply::{Reply, SHARE};
use bot::table::Request;
use bot::text::{MESSAGE, length};

/// What a look-up says; it must be no refusal, and change nothing.
fn told(room: &Room, line: &str) -> Reply {
    let reply = room.say(line);
    assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    assert!(length(reply.text()) <= MESSAGE);
    reply
}

/// The first lines of the demo's recorded game, up to some line.
fn played(lines: usize) -> Room {
    let room = Room::new();
    let game = bot::demo::GAME.lines().filter(|line| line.starts_with('@'));
    for line in game.take(lines) {
        let reply = room.say(line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    }
    room
}

/// Presses the button whose label begins so, as the user.
fn press(room: &Room, user: &str, reply: &Reply, label: &str) -> Reply {
    let buttons = reply.buttons();
    let button = buttons
        .iter()
        .find(|button| button.label.starts_with(label))
        .unwrap_or_else(|| panic!("no {label:?} among {buttons:?}"));
    room.tables.press(&Room::request(user), &button.id, None)
}

#[test]
fn look_ups_need_no_game() {
    let room = Room::new();
    for (line, parts) in [
        (
            "@zoe /ref tile 57",
            &["**Tile 57** (yellow)", "Upgraded to"][..],
        ),
        (
            "@zoe /ref tile tile:#14 turning:2",
            &["**Tile 14** (green)", "Upgrade of"],
        ),
        (
            "@zoe /ref train 4D",
            &["Only a 10-share company may own one", "f.800"],
        ),
        (
            "@zoe /ref train 2",
            &["The first 4 ends it", "15 in the box"],
        ),
        (
            "@zoe /ref train 2T",
            &[
                "250 M",
                "It makes 2 runs",
                "1 operating round.",
                "maintenance",
                "phase 2",
            ],
        ),
        (
            "@zoe /ref phase 4",
            &["**Phase 4** with the first 4", "2s rust"],
        ),
        (
            "@zoe /ref company BY",
            &["E25", "Minors 4, 5, 7 and 15 have one"],
        ),
        (
            "@zoe /ref company 12 title:1873",
            &["In the first stock round its owner alone may form HW"],
        ),
        (
            "@zoe /ref company HW",
            &["only the owner of mine 12 forms it", "earns 50 M more"],
        ),
        (
            "@zoe /ref hex J24",
            &["Strasbourg", "qualifies to open BY or E", "takes"][..2],
        ),
        (
            "@zoe /ref hex C12 title:1873",
            &["built on from phase 3 on", "WBE must build here"],
        ),
        ("@zoe /ref hex strasb", &["**J24** Strasbourg"]),
        (
            "@zoe /ref rule ARD-5.2.1-03",
            &["**ARD-5.2.1-03**", "Qualifying cities"],
        ),
        ("@zoe /ref title 1873", &["Harzbahn 1873", "**Selling.**"]),
    ] {
        let reply = told(&room, line);
        for part in parts {
            assert!(
                reply.text().contains(part),
                "{line}: {part:?} in {}",
                reply.text()
            );
        }
        let buttons = reply.buttons();
        let share = buttons.iter().find(|button| button.label == "Show to all");
        assert!(
            share.is_some_and(|button| button.id.starts_with(SHARE)),
            "{line}"
        );
        assert!(room.pending().is_empty());
    }
}

#[test]
fn a_name_leads_to_the_title_that_has_it_and_to_the_others() {
    let room = Room::new();
    // Tile 57 is of one title only in the other's box; a rule's word is in both.
    let train = told(&room, "@zoe /ref train 3M");
    assert!(train.text().contains("**Machine 3M**"), "{}", train.text());
    let rules = told(&room, "@zoe /ref rule about:share");
    assert!(
        rules.text().contains("of 18Ardennes on share"),
        "{}",
        rules.text()
    );
    let other = press(&room, "zoe", &rules, "In Harzbahn 1873");
    assert!(
        other.text().contains("of Harzbahn 1873 on share"),
        "{}",
        other.text()
    );
    // The channel's game decides where there is one, and the title of one's own games elsewhere.
    room.say("@anna /game new title:1873");
    let here = told(&room, "@zoe /ref title");
    assert!(here.text().contains("Harzbahn 1873"));
    let attic = Request {
        channel: "attic".into(),
        ..Room::request("anna")
    };
    assert!(
        room.ask(&attic, "/ref title")
            .text()
            .contains("Harzbahn 1873")
    );
    let zoe = Request {
        channel: "attic".into(),
        ..Room::request("zoe")
    };
    assert!(room.ask(&zoe, "/ref title").text().contains("18Ardennes"));
}

#[test]
fn what_is_not_known_is_answered_with_what_is() {
    let room = Room::new();
    for (line, part) in [
        ("@zoe /ref tile 9999", "has no tile \"9999\"; it has "),
        ("@zoe /ref tile 57@9", "\"9\" is no turning: 0 to 5 are."),
        ("@zoe /ref train 99", "has no train \"99\"; it has "),
        (
            "@zoe /ref train 2T title:18ardennes",
            "18Ardennes has no train",
        ),
        (
            "@zoe /ref hex Q99",
            "has no hex \"Q99\"; coordinates look like",
        ),
        ("@zoe /ref hex title:1873 hex:ro", "may be "),
        (
            "@zoe /ref company Pacific",
            "There is no company \"Pacific\"",
        ),
        (
            "@zoe /ref phase 17",
            "has no phase \"17\"; it has 2, 3, 4, 5, 6.",
        ),
        ("@zoe /ref rule qwertz", "No rule of 18Ardennes speaks of"),
        ("@zoe /ref tile 57 title:chess", "\"chess\" is no title"),
        ("@zoe /show map", "This channel has no game"),
        ("@zoe /game log", "This channel has no game"),
        (
            "@zoe /press w:/ref rule about:token page:-3",
            "not one of ours",
        ),
        ("@zoe /press w:/pass", "not one of ours"),
        ("@zoe /press w:", "not one of ours"),
        ("@zoe /press s:/game list", "not one of ours"),
    ] {
        let reply = room.say(line);
        assert!(reply.is_refusal(), "{line}: {}", reply.text());
        assert!(reply.text().contains(part), "{line}: {}", reply.text());
        assert!(!reply.text().contains('\n'), "{line}: {}", reply.text());
    }
    // A page that is not there is the last one.
    let last = told(&room, "@zoe /ref rule about:token page:998");
    assert!(last.text().contains("page "), "{}", last.text());
    let long = format!("@zoe /ref rule about:{}", "token ".repeat(300));
    told(&room, &long);
    for hostile in ["**@everyone**", "<@1>", "`x`", "\u{202e}token", "🚂🚂"] {
        let reply = room.say(&format!("@zoe /ref rule about:{hostile}"));
        assert!(!reply.text().contains("**@everyone**") && !reply.text().contains("<@1>"));
    }
}

#[test]
fn rules_come_on_pages_with_a_menu() {
    let room = Room::new();
    let first = told(&room, "@zoe /ref rule about:6.4 title:18ardennes");
    let menu = first.menus()[0].clone();
    assert!(menu.entries.len() > 4);
    let row = room.tables.press(
        &Room::request("zoe"),
        &menu.id,
        Some(&menu.entries[1].value),
    );
    assert!(
        row.text()
            .starts_with(&format!("**{}**", menu.entries[1].value)),
        "{}",
        row.text()
    );
    let next = press(&room, "zoe", &first, "More");
    assert!(next.text().contains("page 2 of"), "{}", next.text());
    assert_ne!(next.text(), first.text());
    let back = press(&room, "zoe", &next, "Before");
    assert_eq!(back.text(), first.text());
    // From a rule to its neighbour.
    let neighbour = press(&room, "zoe", &row, "▶");
    assert!(
        neighbour.text().starts_with("**ARD-6.4"),
        "{}",
        neighbour.text()
    );
    // Without words: the sections, and from there the rules.
    let sections = told(&room, "@zoe /ref rule title:1873");
    let menu = sections.menus()[0].clone();
    for entry in &menu.entries {
        let rules = room
            .tables
            .press(&Room::request("zoe"), &menu.id, Some(&entry.value));
        assert!(!rules.is_refusal(), "{}: {}", entry.value, rules.text());
    }
    // A value made by hand.
    let wrong = room
        .tables
        .press(&Room::request("zoe"), &menu.id, Some("zzz qqq"));
    assert!(wrong.is_refusal(), "{}", wrong.text());
}

#[test]
fn every_look_up_can_be_shown_to_all() {
    let room = played(250);
    for line in [
        "@zoe /show map mode:owners",
        "@zoe /show market",
        "@zoe /show players",
        "@zoe /show worth",
        "@zoe /ref hex J24",
        "@zoe /ref rule about:4D train",
        "@zoe /game log",
    ] {
        let own = told(&room, line);
        let shown = press(&room, "zoe", &own, "Show to all");
        assert!(!shown.is_refusal(), "{line}: {}", shown.text());
        assert!(shown.text().starts_with("zoe shows"), "{}", shown.text());
        assert!(shown.rows().is_empty());
        assert_eq!(shown.pictures().len(), own.pictures().len(), "{line}");
    }
}

#[test]
fn maps_come_in_six_ways() {
    let room = played(400);
    let plain = told(&room, "@zoe /show map");
    assert_eq!(plain.pictures().len(), 1);
    for (label, part) in [
        ("Names", "Coordinates and names"),
        ("Owners", "the player who decides"),
        ("Last changes", "Changed in the last turn"),
        ("Last runs", "Last runs, OR"),
        ("At the start", "at the start of the game"),
    ] {
        let other = press(&room, "zoe", &plain, label);
        assert!(other.text().contains(part), "{label}: {}", other.text());
        assert_eq!(other.pictures().len(), 1, "{label}");
        let back = press(&room, "zoe", &other, "Plain map");
        assert_eq!(back.text(), plain.text());
    }
    let since = told(&room, "@zoe /show map since:10");
    assert!(
        since.text().starts_with("Changed since move 10"),
        "{}",
        since.text()
    );
    for (line, part) in [
        (
            "@zoe /show map since:100000",
            "nothing can have changed since move 100000",
        ),
        (
            "@zoe /show map mode:upside-down",
            "is no mode; there are plain, names",
        ),
        ("@zoe /show map company:Pacific", "There is no company"),
        ("@zoe /show map company:NL", "has not run any train yet"),
    ] {
        let said = room.refused(line);
        assert!(said.contains(part), "{line}: {said}");
    }
    let own = told(&room, "@anna /show map mode:changes");
    assert!(
        own.buttons()
            .iter()
            .any(|button| button.label == "Since my last move")
    );
    let one = told(&room, "@zoe /show map company:9");
    assert!(one.text().contains("**minor 9**"), "{}", one.text());
}

#[test]
fn sheets_say_what_could_be_raised_and_who_is_next() {
    let room = played(400);
    let players = told(&room, "@zoe /show players");
    for part in [
        "Order: anna → ben",
        "Priority deal: ",
        "raise",
        "could sell",
    ] {
        assert!(
            players.text().contains(part),
            "{part:?} in {}",
            players.text()
        );
    }
    let market = told(&room, "@zoe /show market");
    assert!(
        market.text().contains("What moves a price:"),
        "{}",
        market.text()
    );
    for (line, part) in [
        ("@zoe /show worth", "Worth as in the final score"),
        ("@zoe /show revenue", "What companies earned"),
        ("@zoe /show revenue company:9", "What companies earned"),
        ("@zoe /show tiles", "Tiles left in the box"),
        ("@zoe /show company 9", "**minor 9**"),
        ("@zoe /ref train 2", "Owned by"),
        ("@zoe /ref tile 57", "left"),
        ("@zoe /ref company 9", "In this game"),
        ("@zoe /ref hex M7", "Stations: "),
        ("@zoe /ref phase", "(now)"),
    ] {
        let reply = told(&room, line);
        assert!(reply.text().contains(part), "{line}: {}", reply.text());
    }
    assert!(
        room.refused("@zoe /show revenue company:NL")
            .contains("not earned anything yet")
    );
}

#[test]
fn the_log_is_read_round_by_round() {
    let room = played(400);
    let last = told(&room, "@zoe /game log");
    let spec = bot::command::find("game log").expect("a command");
    let rounds = room
        .tables
        .suggest(&Room::request("zoe"), spec, &[], "round", "");
    assert!(
        rounds.len() > 3 && rounds.iter().any(|one| one.value == "OR 1.1"),
        "{rounds:?}"
    );
    let round = told(&room, "@zoe /game log round:or1.1");
    assert!(round.text().starts_with("**OR 1.1**"), "{}", round.text());
    let before = press(&room, "zoe", &round, "◀");
    assert!(
        !before.is_refusal() && before.text().starts_with("**"),
        "{}",
        before.text()
    );
    let mut page = round;
    let mut pages = 1;
    while page.buttons().iter().any(|button| button.label == "Later") {
        page = press(&room, "zoe", &page, "Later");
        assert!(
            page.text().starts_with("**OR 1.1**, page"),
            "{}",
            page.text()
        );
        pages += 1;
    }
    assert!(pages > 1);
    assert!(
        room.refused("@zoe /game log round:SR9")
            .contains("There was no round \"SR9\"")
    );
    let count = told(&room, "@zoe /game log count:3");
    assert!(
        count
            .text()
            .lines()
            .filter(|line| line.contains(". "))
            .count()
            >= 3
    );
    assert!(last.text().starts_with("**"));
}

#[test]
fn names_of_all_titles_are_suggested_where_there_is_no_game() {
    let room = Room::new();
    let values = |command: &str, focused: &str, typed: &str| {
        let spec = bot::command::find(command).expect("a command");
        let found = room
            .tables
            .suggest(&Room::request("zoe"), spec, &[], focused, typed);
        assert!(found.len() <= 25);
        found
    };
    let trains = values("ref train", "train", "2t");
    assert!(
        trains
            .iter()
            .any(|one| one.value == "2T" && one.name.contains("Harzbahn 1873")),
        "{trains:?}"
    );
    assert!(
        values("ref train", "train", "4d")
            .iter()
            .any(|one| one.value == "4D")
    );
    let rules = values("ref rule", "about", "shares");
    assert!(
        rules.iter().any(|one| one.value.starts_with("ARD-")),
        "{rules:?}"
    );
    assert!(
        rules.iter().any(|one| one.value.starts_with("H73-")),
        "{rules:?}"
    );
    // At a table that has not begun, too, and of its title alone.
    room.say("@anna /game new title:1873");
    let here = values("ref train", "train", "");
    assert!(here.iter().any(|one| one.value == "3M"));
    assert!(here.iter().all(|one| one.value != "4D"));
}
