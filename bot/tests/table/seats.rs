//! Seats: invitations, order, the host's role, substitutes, acting for another, options.

use crate::room::{Folder, Room};
use bot::store::Store;

#[test]
fn options_are_explained_and_switched_one_by_one() {
    let room = Room::new();
    let opened = room.done("@anna /game new title:1873");
    let page = room.press_reply("anna", &opened, "Options");
    assert!(
        page.text().starts_with("It is played by the rulebook"),
        "{}",
        page.text()
    );
    let menu = page.menus()[0].clone();
    let all = engine::game::options("1873");
    assert_eq!(menu.entries.len(), all.len());
    for (entry, (name, _, about)) in menu.entries.iter().zip(&all) {
        assert_eq!(entry.value, *name);
        assert!(
            about.starts_with(entry.about.trim_end_matches('…')),
            "{}",
            entry.about
        );
    }
    let switched = room.done(&format!("@anna /press {} = all_aboard_map", menu.id));
    assert!(
        switched.text().contains("all\\_aboard\\_map"),
        "{}",
        switched.text()
    );
    assert!(
        room.last_post()
            .body
            .text
            .starts_with("It will be played with all")
    );
    assert!(
        room.refused(&format!("@ben /press {} = any_routes", menu.id))
            .starts_with("Only the host")
    );
    assert!(
        room.refused(&format!("@anna /press {} = flying", menu.id))
            .contains("has no option")
    );
    let preset = room.press_reply("anna", &switched, "As 18xx.games");
    assert!(preset.text().contains("any\\_routes"));
    let preset = room.press_reply("anna", &preset, "By the rulebook");
    assert!(preset.text().starts_with("It is played by the rulebook"));
    room.done(&format!("@anna /press {} = all_aboard_map", menu.id));
    room.done("@ben /game join");
    room.done("@anna /game start");
    let (row, _) = room.tables.store().game(1).expect("store").expect("a game");
    assert_eq!(row.options, ["all_aboard_map"]);
    assert!(
        room.refused(&format!("@anna /press {} = any_routes", menu.id))
            .contains("has started")
    );
}

#[test]
fn a_table_by_invitation_lets_in_who_is_invited() {
    let room = Room::new();
    room.done("@anna /game new entry:invited");
    assert!(
        room.refused("@ben /game join")
            .starts_with("This table is by invitation")
    );
    assert!(
        room.refused("@ben /press l:1:join")
            .starts_with("This table is by invitation")
    );
    assert!(
        room.refused("@ben /game invite ben")
            .starts_with("You do not sit")
    );
    room.done("@anna /game invite ben");
    let post = room.last_post().body;
    assert_eq!(post.mentions, ["ben"]);
    assert!(
        post.text
            .starts_with("<@ben> anna invites you to this table of **18Ardennes**")
    );
    assert!(!room.press("ben", &post.buttons, "Sit down").is_refusal());
    assert!(
        room.refused("@ben /game invite clara")
            .starts_with("Only the host")
    );
    for (line, said) in [
        ("@anna /game invite ben", "ben sits at this table already."),
        ("@anna /game invite <@&5>", "\"<@&5>\" is no user"),
        ("@anna /game invite x');DROP--", "\"x');DROP--\" is no user"),
    ] {
        let text = room.refused(line);
        assert!(text.starts_with(said), "{line}: {text}");
    }
    room.done("@anna /game invite <@clara>");
    room.done("@clara /game join");
}

#[test]
fn seats_are_set_by_the_host() {
    let room = Room::new();
    room.done("@anna /game new seed:7");
    for name in ["ben", "clara", "david"] {
        room.done(&format!("@{name} /game join"));
    }
    assert!(
        room.done("@ben /game seats")
            .text()
            .starts_with("Seats are drawn by lot")
    );
    assert!(
        room.refused("@ben /game seats clara ben")
            .starts_with("Only the host")
    );
    assert!(
        room.refused("@anna /game seats clara zoe")
            .contains("\"zoe\"")
    );
    assert!(
        room.refused("@anna /game seats clara clara")
            .contains("twice")
    );
    let page = room.done("@anna /game seats clara anna");
    assert_eq!(
        page.text(),
        "The host has set the seats: clara, anna, ben, david."
    );
    let menu = page.menus()[0].id.clone();
    assert!(
        room.refused(&format!("@ben /press {menu} = david"))
            .starts_with("Only the host")
    );
    let page = room.done(&format!("@anna /press {menu} = david"));
    assert_eq!(
        page.text(),
        "The host has set the seats: david, clara, anna, ben."
    );
    assert!(
        room.refused(&format!("@anna /press {menu} = zoe"))
            .contains("does not sit")
    );
    room.done("@anna /game start");
    let order = "The game begins. Table order: david, clara, anna, ben.";
    assert!(room.pending().iter().any(|post| post.body.text == order));
    assert_eq!(room.awaited(), ["david"]);
    assert_eq!(
        room.done("@anna /game seats").text(),
        "Table order: david, clara, anna, ben."
    );
    assert!(
        room.refused(&format!("@anna /press {menu} = ben"))
            .contains("has started")
    );
}

#[test]
fn the_hosts_role_passes_on() {
    let room = Room::new();
    room.done("@anna /game new");
    room.done("@ben /game join");
    room.done("@clara /game join");
    assert!(
        room.refused("@ben /game host ben")
            .starts_with("Only the host")
    );
    assert!(
        room.refused("@anna /game host zoe")
            .contains("somebody who sits")
    );
    assert!(
        room.refused("@anna /game host anna")
            .contains("is the host already")
    );
    room.done("@anna /game host ben");
    assert!(
        room.refused("@anna /game start")
            .starts_with("Only the host, ben")
    );
    // Who leaves the lobby leaves his role to whoever sits there longest.
    room.done("@ben /game leave");
    assert!(
        room.last_post()
            .body
            .text
            .contains("The host's role passes to anna."),
        "{}",
        room.last_post().body.text
    );
    room.done("@david /game join");
    room.done("@anna /game start");
    let mut request = Room::request("mod");
    assert!(room.ask(&request, "/game host clara").is_refusal());
    request.moderator = true;
    assert!(!room.ask(&request, "/game host clara").is_refusal());
    assert!(
        room.refused("@anna /game settings acting host")
            .starts_with("Only the host, clara")
    );
    // Nobody is left: it stays with whoever opened it.
    let room = Room::new();
    room.done("@anna /game new");
    room.done("@anna /game leave");
    room.done("@ben /game join");
    room.done("@clara /game join");
    room.done("@david /game join");
    room.done("@anna /game start");
}

#[test]
fn a_seat_passes_on_by_the_tables_vote_with_its_history() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let room = Room::over(Store::open(&path).expect("open"));
    room.start();
    room.done("@anna bid 1 100");
    for (line, said) in [
        (
            "@zoe /game substitute ben zoe",
            "You do not sit at this table.",
        ),
        ("@anna /game substitute zoe dora", "Nobody of that name"),
        (
            "@anna /game substitute ben clara",
            "clara sits at this table already.",
        ),
        (
            "@anna /game substitute ben @everyone!",
            "\"@everyone!\" is no user",
        ),
    ] {
        let text = room.refused(line);
        assert!(text.starts_with(said), "{line}: {text}");
    }
    room.done("@anna /game substitute out:ben in:dora");
    let post = room.last_post().body;
    assert_eq!(post.mentions, ["clara", "dora"]);
    assert!(
        post.text
            .contains("anna proposes that <@dora> takes over the seat of ben"),
        "{}",
        post.text
    );
    let digest = room.digest();
    // Ben has no say; he goes on until somebody else sits there.
    assert!(room.press("ben", &post.buttons, "Agree").is_refusal());
    let mut dora = Room::request("dora");
    dora.name = "**Dora** @everyone \u{202e}".repeat(40);
    assert!(
        !room
            .ask(&dora, &format!("/press {}", post.buttons[0].id))
            .is_refusal()
    );
    assert!(
        room.refused("@dora bid 1 105")
            .starts_with("You do not sit")
    );
    room.done("@ben bid 1 105");
    assert!(!room.press("clara", &post.buttons, "Agree").is_refusal());
    let name = r"\*\*Dora\*\* \@everyone \*\*Dora\*\* \@eve";
    let posts = room.pending();
    let said = &posts[posts.len() - 2].body;
    assert_eq!(
        said.text,
        format!("<@dora> {name} takes over the seat of ben.")
    );
    assert_eq!(said.mentions, ["dora"]);
    assert_ne!(room.digest(), digest);
    assert!(room.refused("@ben bid 1 200").starts_with("You do not sit"));
    room.done("@clara bid 1 110");
    room.done("@anna bid 1 115");
    assert_eq!(room.awaited(), ["dora"]);
    room.done("@dora bid 1 120");
    let check = |room: &Room| {
        let log = room.done("@anna /game log");
        let text = log.text();
        assert!(text.contains("ben bids f.105 for minor 1"), "{text}");
        assert!(text.contains("Dora\\*\\* \\@everyone"), "{text}");
        assert!(text.contains("eve bids f.120"), "{text}");
    };
    check(&room);
    let (row, _) = room.tables.store().game(1).expect("store").expect("a game");
    let branch = room.tables.store().branch(1, row.head).expect("branch");
    let users: Vec<&str> = branch.iter().map(|action| action.user.as_str()).collect();
    assert_eq!(users, ["anna", "ben", "clara", "anna", "dora"]);
    // After a restart as well.
    let again = Room::over(Store::open(&path).expect("open"));
    assert_eq!(again.digest(), room.digest());
    check(&again);
    let sitters = again.tables.store().sitters(1).expect("store");
    assert!(
        sitters
            .iter()
            .any(|(user, name)| user == "ben" && name == "ben")
    );
}

#[test]
fn the_host_may_decide_on_substitutes_where_the_table_says_so() {
    let room = Room::started();
    room.done("@anna /game settings substitutes host");
    room.done("@anna /game substitute out:ben in:dora");
    assert_eq!(room.last_post().body.mentions, ["dora"]);
    assert!(
        room.press_post("zoe", "Agree").is_refusal(),
        "only the newcomer accepts"
    );
    room.press_post("dora", "Refuse");
    assert!(room.last_post().body.text.contains("dora refuses"));
    // Somebody else proposes: the host is asked.
    room.done("@clara /game substitute out:ben in:emil");
    assert_eq!(room.last_post().body.mentions, ["anna", "emil"]);
    let buttons = room.last_post().body.buttons;
    room.press("emil", &buttons, "Agree");
    room.press("anna", &buttons, "Agree");
    assert!(
        room.refused("@ben /game leave")
            .starts_with("You do not sit")
    );
    // The host's own seat: his role goes to who sits there longest.
    room.done("@anna /game substitute out:anna in:frida");
    let buttons = room.last_post().body.buttons;
    assert!(!room.press("frida", &buttons, "Agree").is_refusal());
    let posts = room.pending();
    let said = &posts[posts.len() - 2].body.text;
    assert!(said.contains("The host's role passes to emil."), "{said}");
    assert_eq!(room.awaited(), ["frida"]);
    assert_eq!(room.last_post().body.mentions, ["frida"]);
}

#[test]
fn who_leaves_a_running_game_asks_for_a_substitute() {
    let room = Room::started();
    let page = room.done("@ben /game leave");
    assert!(
        !room
            .press_reply("ben", &page, "Ask for a substitute")
            .is_refusal()
    );
    let buttons = room.last_post().body.buttons;
    assert!(
        room.press_reply("ben", &page, "Ask for a substitute")
            .is_refusal(),
        "twice"
    );
    assert!(
        room.press("clara", &buttons, "Take the seat").is_refusal(),
        "she has one"
    );
    assert!(
        room.refused("@dora /press g:1:take:0")
            .contains("Nobody looks for a substitute"),
        "a seat that nobody gives up"
    );
    let page = room.done("@ben /game leave");
    room.press_reply("ben", &page, "Stay after all");
    assert!(room.press("dora", &buttons, "Take the seat").is_refusal());
    let page = room.done("@ben /game leave");
    room.press_reply("ben", &page, "Ask for a substitute");
    let buttons = room.last_post().body.buttons;
    assert!(!room.press("dora", &buttons, "Take the seat").is_refusal());
    let post = room.last_post().body;
    assert_eq!(post.mentions, ["anna", "clara"]);
    let twice = room.press("emil", &buttons, "Take the seat");
    assert!(
        twice.text().starts_with("A vote on a substitute is open"),
        "{}",
        twice.text()
    );
    room.press("anna", &post.buttons, "Agree");
    room.press("clara", &post.buttons, "Agree");
    room.done("@anna bid 1 100");
    assert_eq!(room.awaited(), ["dora"]);
    // Or all agree to end it.
    let page = room.done("@clara /game leave");
    room.press_reply("clara", &page, "Propose to end");
    assert_eq!(room.last_post().body.mentions, ["anna", "dora"]);
}

#[test]
fn acting_for_another_is_limited_and_visible() {
    let room = Room::started();
    room.done("@anna bid 1 100");
    assert!(
        room.refused("@anna /game act ben bid 1 105")
            .starts_with("At this table nobody moves for another")
    );
    room.done("@anna /game settings acting host");
    for (line, said) in [
        (
            "@clara /game act ben bid 1 105",
            "At this table only the host, anna,",
        ),
        ("@anna /game act zoe bid 1 105", "Nobody of that name"),
        (
            "@anna /game act clara bid 1 105",
            "clara is not asked: the game waits for ben",
        ),
        ("@anna /game act anna bid 1 105", "That is your own seat"),
        ("@anna /game act ben bid 1 1", "The bid must be"),
    ] {
        let text = room.refused(line);
        assert!(
            text.starts_with(said) || said.starts_with("The bid"),
            "{line}: {text}"
        );
    }
    let count = room.pending().len();
    room.done("@anna /game act ben bid 1 105");
    let posts = room.pending();
    assert_eq!(
        posts[count].body.text,
        "<@ben> anna, the host, moves for ben: `bid 1 105`."
    );
    assert_eq!(posts[count].body.mentions, ["ben"]);
    assert!(
        room.done("@clara /game log")
            .text()
            .contains("the host for ben: `bid 1 105`")
    );
    let (row, _) = room.tables.store().game(1).expect("store").expect("a game");
    let branch = room.tables.store().branch(1, row.head).expect("branch");
    let last = branch.last().expect("an action");
    assert_eq!(
        (last.user.as_str(), last.action.kind),
        ("anna", bot::store::ByKind::Host)
    );
    // Whose seat it is takes it back as his own.
    room.done("@ben /game undo");
    assert_eq!(room.awaited(), ["ben"]);
    room.done("@anna /game settings acting moderators");
    let mut request = Room::request("dora");
    assert!(room.ask(&request, "/game act ben bid 1 105").is_refusal());
    request.moderator = true;
    assert!(!room.ask(&request, "/game act ben bid 1 105").is_refusal());
    assert_eq!(room.awaited(), ["clara"]);
}

#[test]
fn onlookers_follow_a_game() {
    let room = Room::started();
    assert!(
        room.refused("@anna /game watch")
            .starts_with("You sit at this table")
    );
    room.done("@zoe /game watch");
    assert_eq!(room.tables.store().followed("zoe"), Ok(vec![1]));
    room.done("@zoe /game watch");
    assert_eq!(room.tables.store().followed("zoe"), Ok(Vec::new()));
}
