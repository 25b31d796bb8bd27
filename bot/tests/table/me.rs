//! `/me`: what somebody says about himself, and what follows from it.

use crate::room::{BEGAN, Room};
use bot::command::find;
use bot::table::Request;

const HOUR: i64 = 3600;

#[test]
fn the_page_says_what_is_known_and_what_follows() {
    let room = Room::started();
    let page = room.done("@anna /me show");
    for line in [
        "• I do not know where you live: you have no quiet hours, and are called at any hour.",
        "• You are called again as each table does (every 24 h if it has not agreed otherwise), 5 times at most about one decision; then the table is told.",
        "• You are called by a mention in the game's channel.",
        "• You are not told when you are next.",
    ] {
        assert!(page.text().contains(line), "{}", page.text());
    }
    let called = format!(
        "#console waits for you (open a lot): you are called again <t:{}:f>",
        BEGAN + 24 * HOUR
    );
    assert!(page.text().contains(&called), "{}", page.text());
    let page = room.say("@anna /press me:zone = münchen");
    assert!(
        page.text().starts_with("You live in Munich, Germany (Europe/Berlin), where it is Mon 14:00 now. Nobody calls you there from 22:00 to 08:00"),
        "{}",
        page.text()
    );
    assert!(
        page.text()
            .contains("quiet hours: every day 22:00 to 08:00."),
        "{}",
        page.text()
    );
    let page = room.say("@anna /press me:quiet = 23-7 Fri, Sat");
    assert!(
        page.text().contains("Fri, Sat 23:00 to 07:00"),
        "{}",
        page.text()
    );
    let page = room.press_reply("anna", &page, "No quiet hours");
    assert!(
        page.text().contains("You have no quiet hours"),
        "{}",
        page.text()
    );
    let page = room.say("@anna /press me:every = 3 h");
    assert!(
        page.text().contains("called again every 3 h"),
        "{}",
        page.text()
    );
    let page = room.say("@anna /press me:most = 1");
    assert!(
        page.text().contains("once about one decision"),
        "{}",
        page.text()
    );
    let page = room.press_reply("anna", &page, "Tell me when I am next");
    assert!(
        page.text().contains("• You are told when you are next."),
        "{}",
        page.text()
    );
    let page = room.press_reply("anna", &page, "Call me by message");
    assert!(
        page.text().contains("by a message of mine"),
        "{}",
        page.text()
    );
    assert_eq!(page.menus().len(), 2);
    // Nothing of it was told to the table.
    assert!(
        room.pending()
            .iter()
            .all(|post| !post.text().contains("Berlin"))
    );
    // What he sees is the same after a restart, for it lies in the store.
    assert_eq!(
        room.tables.store().person("anna").expect("a person").every,
        Some(3 * HOUR)
    );
}

#[test]
fn what_cannot_be_is_refused_in_one_sentence() {
    let room = Room::started();
    for (line, why) in [
        ("/me zone Atlantis", "I know no city or time zone"),
        ("/me zone UTC+2", "I know no city or time zone"),
        ("/me zone Bremerhafen", "I know no city or time zone"),
        ("/me quiet 22-8", "I do not know where you live"),
        ("/me remind interval:0", "from 1 h to 7 days"),
        ("/me remind interval:8 days", "from 1 h to 7 days"),
        ("/me remind most:0", "a whole number from 1 to 20"),
        ("/me remind where:pigeon", "there are channel, message"),
        ("/me away yesterday", "no date"),
        ("/me away 2020-01-01", "past"),
        ("/me away 2037-06-02", "more than 10 years"),
        ("/me away until:3 days game:99", "You sit in no game 99"),
        ("/me away until:3 days game:mine", "no game"),
        ("/me back", "You are not away"),
    ] {
        let said = room.refused(&format!("@anna {line}"));
        assert!(said.contains(why), "{line}: {said}");
    }
    room.done("@anna /me zone Asia/Kathmandu");
    for (line, why) in [
        ("/me quiet 0-24", "cover the whole week"),
        ("/me quiet 25-8", "are no hours"),
        ("/me quiet hours:22-8 days:someday", "no weekdays"),
        ("/press me:every = 0 h", "from 1 h to 7 days"),
        ("/press me:most = 99", "not one of ours"),
        ("/press me:fly", "not one of ours"),
        ("/press n:1:x:hour", "not one of ours"),
        ("/press k:1:7:more", "That decision is made"),
    ] {
        let said = room.refused(&format!("@anna {line}"));
        assert!(said.contains(why), "{line}: {said}");
    }
    // A whole day is a choice; seven are not, one after the other either.
    for day in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] {
        room.done(&format!("@anna /me quiet hours:0-24 days:{day}"));
    }
    assert!(
        room.refused("@anna /me quiet hours:0-24 days:Sun")
            .contains("cover the whole week")
    );
    let near = room.refused("@anna /me zone Münch");
    assert!(near.contains("Did you mean Munich, Germany"), "{near}");
}

#[test]
fn cities_and_zones_are_suggested() {
    let room = Room::started();
    let suggest = |path: &str, focused: &str, typed: &str| {
        let spec = find(path).expect(path);
        let found = room.tables.suggest(
            &Request {
                user: "anna".into(),
                channel: "console".into(),
                ..Request::default()
            },
            spec,
            &[],
            focused,
            typed,
        );
        assert!(found.len() <= 25);
        for one in &found {
            assert!(
                one.name.chars().count() <= 100 && (1..=100).contains(&one.value.chars().count())
            );
        }
        found
    };
    let found = suggest("me zone", "place", "mun");
    assert_eq!(found[0].value, "Munich, Germany");
    assert!(
        found[0]
            .name
            .starts_with("Munich, Germany · Europe/Berlin · Mon 14:00"),
        "{}",
        found[0].name
    );
    assert_eq!(
        suggest("me zone", "place", "lord")[0].value,
        "Australia/Lord_Howe"
    );
    assert_eq!(suggest("me zone", "place", "").len(), 25);
    assert!(
        suggest("me away", "game", "")
            .iter()
            .any(|one| one.value == "1")
    );
    assert!(
        suggest("me remind", "interval", "2")
            .iter()
            .any(|one| one.value == "2 days")
    );
    for one in suggest("me away", "until", "") {
        assert!(
            !room
                .say(&format!("@anna /me away until:{}", one.value))
                .is_refusal(),
            "{}",
            one.value
        );
    }
    for one in suggest("me remind", "interval", "") {
        room.done(&format!("@anna /me remind interval:{}", one.value));
    }
    room.done("@anna /me zone Tokyo");
    for one in suggest("me quiet", "hours", "") {
        room.done(&format!("@anna /me quiet {}", one.value));
    }
}

#[test]
fn where_somebody_lives_is_asked_once_when_he_sits_down() {
    let room = Room::new();
    let first = room.done("@anna /game new seating:joined");
    assert!(first.text().contains("/me zone"), "{}", first.text());
    assert!(
        first
            .buttons()
            .iter()
            .any(|button| button.asks() == Some("me:zone"))
    );
    let joined = room.done("@ben /game join");
    assert!(joined.text().contains("/me zone"), "{}", joined.text());
    room.done("@ben /game leave");
    let again = room.done("@ben /game join");
    assert!(!again.text().contains("/me zone"), "{}", again.text());
    room.done("@clara /me zone Lyon");
    let known = room.done("@clara /game join");
    assert!(!known.text().contains("/me zone"), "{}", known.text());
}
