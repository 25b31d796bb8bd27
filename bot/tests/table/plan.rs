//! Private trials: their whole story in both titles, and that nobody else ever sees them.

use crate::room::{Folder, Room};
use bot::command::find;
use bot::reply::Reply;
use bot::store::Store;
use engine::Game;
use engine::action::{Action, By};

/// A table at which a recorded game has been played so far.
fn at(room: &Room, title: &str, actions: usize) {
    let lines = match title {
        "18ardennes" => bot::demo::GAME.to_string(),
        _ => bot::demo::record(title, 1, 4).expect("a recording"),
    };
    let mut done = 0;
    for line in lines.lines().filter(|line| line.starts_with('@')) {
        if !line.contains(" /game ") {
            if done == actions {
                return;
            }
            done += 1;
        }
        let reply = room.say(line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    }
}

fn table(title: &str, actions: usize) -> Room {
    let room = Room::new();
    at(&room, title, actions);
    room
}

/// The lines of the recording from an action on.
fn rest(title: &str, actions: usize) -> Vec<String> {
    let lines = match title {
        "18ardennes" => bot::demo::GAME.to_string(),
        _ => bot::demo::record(title, 1, 4).expect("a recording"),
    };
    lines
        .lines()
        .filter(|line| line.starts_with('@') && !line.contains(" /game "))
        .skip(actions)
        .map(String::from)
        .collect()
}

fn values(room: &Room, user: &str, command: &str, focused: &str, typed: &str) -> Vec<String> {
    let spec = find(command).expect("a command");
    let found = room
        .tables
        .suggest(&Room::request(user), spec, &[], focused, typed);
    assert!(found.len() <= 25);
    for one in &found {
        assert!((1..=100).contains(&one.name.chars().count()), "{one:?}");
        assert!((1..=100).contains(&one.value.chars().count()), "{one:?}");
    }
    found.into_iter().map(|one| one.value).collect()
}

/// Says something that must be done, and keeps to Discord's limits.
fn done(room: &Room, line: &str) -> Reply {
    let reply = room.say(line);
    assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    limits(&reply);
    reply
}

fn limits(reply: &Reply) {
    assert!(reply.text().encode_utf16().count() <= 2000);
    assert!(reply.rows().len() <= 5);
    for button in reply.buttons() {
        assert!((1..=100).contains(&button.id.len()), "{button:?}");
        assert!(
            (1..=80).contains(&button.label.chars().count()),
            "{button:?}"
        );
    }
}

/// What the page says about the position: its last line.
fn stand(reply: &Reply) -> String {
    reply.text().lines().last().unwrap_or_default().to_string()
}

fn button(reply: &Reply, label: &str) -> String {
    let buttons = reply.buttons();
    let found = buttons.iter().find(|button| button.label == label);
    found
        .unwrap_or_else(|| panic!("no button {label:?} in {buttons:?}"))
        .id
        .clone()
}

/// A spectator plans through a game of each title: begins at any turn, tries whatever is offered, undoes it all; the
/// game never notices.
#[test]
fn the_story_of_a_trial() {
    for (title, actions) in [
        ("18ardennes", 12),
        ("18ardennes", 130),
        ("18ardennes", 420),
        ("1873", 40),
        ("1873", 260),
        ("1873", 700),
    ] {
        let room = table(title, actions);
        let (digest, posts) = (room.digest(), room.pending());
        let mut tried = 0;
        let turns = values(&room, "zoe", "plan start", "turn", "");
        assert!(turns.len() > 2, "{title} at {actions}: {turns:?}");
        for (number, turn) in turns.iter().enumerate().step_by(3) {
            let start = done(
                &room,
                &format!("@zoe /plan start turn:{turn} name:idea {number}"),
            );
            assert!(
                start
                    .text()
                    .starts_with(&format!("**TRIAL «idea {number}»**"))
            );
            assert!(
                start
                    .text()
                    .contains("only you see it. Game 1, made at move")
            );
            let before = stand(&start);
            let mut steps = 0;
            for step in 0..12 {
                let offered = values(&room, "zoe", "plan try", "action", "");
                let Some(action) = offered.get((step * 7 + number) % offered.len().max(1)) else {
                    break;
                };
                let reply = done(&room, &format!("@zoe /plan try {action}"));
                assert!(reply.text().contains("\n✔ `"), "{}", reply.text());
                steps += 1;
            }
            tried += steps;
            for kind in ["map", "market", "runs"] {
                let reply = room.say(&format!("@zoe /plan {kind}"));
                limits(&reply);
                for picture in reply.pictures() {
                    let real = picture.name.starts_with("game-");
                    assert!(
                        real || picture.name.starts_with("trial-"),
                        "{}",
                        picture.name
                    );
                    assert!(real || picture.alt.starts_with("TRIAL"), "{}", picture.alt);
                }
                assert!(kind == "runs" || reply.pictures().len() == 1, "{kind}");
            }
            done(&room, "@zoe /plan show");
            for what in ["players", "trains", "tiles"] {
                let reply = done(&room, &format!("@zoe /plan show {what}"));
                assert!(reply.text().starts_with("**TRIAL"), "{}", reply.text());
            }
            if steps > 0 {
                let back = done(&room, &format!("@zoe /plan undo {steps}"));
                assert_eq!(stand(&back), before, "{title} at {actions}, {turn}");
            }
            assert!(room.refused("@zoe /plan undo").contains("nothing to undo"));
        }
        assert!(tried > 20, "{title} at {actions}: {tried}");
        assert_eq!(room.digest(), digest);
        assert_eq!(room.pending(), posts);
    }
}

/// By buttons alone: as it stands, run and pay for somebody else, look, undo.
#[test]
fn a_trial_by_buttons() {
    let room = table("18ardennes", 130);
    let digest = room.digest();
    let mut page = done(&room, "@zoe /plan start");
    assert!(page.text().contains("«now»"), "{}", page.text());
    let first = stand(&page);
    let mut pressed = 0;
    for _ in 0..10 {
        let buttons = page.buttons();
        let go = buttons.iter().find(|button| button.id.contains(":a:"));
        let Some(id) = go.map(|button| button.id.clone()) else {
            break;
        };
        page = done(&room, &format!("@zoe /press {id}"));
        pressed += 1;
    }
    assert!(pressed > 2);
    let typed = room.say(&format!(
        "@zoe /press {} = {}",
        page.buttons()
            .iter()
            .find_map(|button| button.asks())
            .expect("a form"),
        values(&room, "zoe", "plan try", "action", "")[0]
    ));
    assert!(!typed.is_refusal(), "{}", typed.text());
    pressed += 1;
    page = typed;
    for label in ["Map", "Market", "My trials"] {
        let reply = done(&room, &format!("@zoe /press {}", button(&page, label)));
        assert_eq!(reply.pictures().len(), usize::from(label != "My trials"));
    }
    for _ in 0..pressed {
        page = done(&room, &format!("@zoe /press {}", button(&page, "Undo")));
    }
    assert_eq!(stand(&page), first);
    assert!(page.buttons().iter().all(|button| button.label != "Undo"));
    assert_eq!(room.digest(), digest);
}

/// Nobody else sees, lists, opens, compares, drops or presses what is mine.
#[test]
fn a_trial_is_its_owners_alone() {
    let room = table("18ardennes", 130);
    let page = done(&room, "@anna /plan start name:secret line");
    let action = values(&room, "anna", "plan try", "action", "")[0].clone();
    let page = done(&room, &format!("@anna /plan try {action}"))
        .with_buttons(page.buttons().into_iter().cloned());
    done(&room, "@anna /plan note the secret is out");
    let listed = done(&room, "@anna /plan list");
    let menu = listed.menus()[0].clone();
    let shown = done(&room, "@anna /plan show").text().to_string();
    for user in ["ben", "zoe"] {
        for line in [
            "/plan show",
            "/plan map",
            "/plan runs",
            "/plan try pass",
            "/plan undo",
            "/plan rebase",
            "/plan open secret line",
            "/plan drop secret line",
            "/plan name mine",
            "/plan compare secret secret",
            "/plan jump BE",
        ] {
            let said = room.refused(&format!("@{user} {line}"));
            assert!(
                said.contains("You have no trial of this game"),
                "{line}: {said}"
            );
        }
        assert!(
            !done(&room, &format!("@{user} /plan list"))
                .text()
                .contains("secret")
        );
        assert!(
            !done(&room, &format!("@{user} /plan note"))
                .text()
                .contains("secret")
        );
        for (command, option) in [
            ("plan open", "trial"),
            ("plan try", "action"),
            ("plan drop", "trial"),
        ] {
            assert!(values(&room, user, command, option, "").is_empty());
        }
        for button in page.buttons() {
            let id = button.asks().unwrap_or(&button.id);
            let said = room.refused(&format!("@{user} /press {id} = {action}"));
            assert!(said.contains("You have no such trial"), "{id}: {said}");
        }
        let chosen = &menu.entries[0].value;
        let said = room.refused(&format!("@{user} /press {} = {chosen}", menu.id));
        assert!(said.contains("You have no such trial"), "{said}");
        // Not even by showing it to all.
        for line in ["/plan show", "/plan map", "/plan list"] {
            let said = room.refused(&format!("@anna /press s:{line}"));
            assert!(said.contains("not one of ours"), "{said}");
        }
    }
    // A number given to another's trial does not give it away either.
    done(&room, "@ben /plan start name:my own");
    assert!(!done(&room, "@ben /plan list").text().contains("secret"));
    assert_eq!(done(&room, "@anna /plan show").text(), shown);
    // Nothing of it was said in public.
    for post in room.pending() {
        assert!(!post.body.text.contains("secret") && !post.body.text.contains("TRIAL"));
    }
}

/// Trials outlive a restart; their buttons still work, stale ones say so.
#[test]
fn a_trial_survives_a_restart() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let (shown, pages) = {
        let room = Room::over(Store::open(&path).expect("open"));
        at(&room, "18ardennes", 130);
        done(&room, "@zoe /plan start name:north");
        let mut pages = Vec::new();
        for _ in 0..4 {
            let action = values(&room, "zoe", "plan try", "action", "")[0].clone();
            pages.push(done(&room, &format!("@zoe /plan try {action}")));
        }
        done(&room, "@zoe /plan note think of the ferry");
        (done(&room, "@zoe /plan show").text().to_string(), pages)
    };
    let room = Room::over(Store::open(&path).expect("open"));
    assert_eq!(done(&room, "@zoe /plan show").text(), shown);
    assert!(
        done(&room, "@zoe /plan note")
            .text()
            .contains("think of the ferry")
    );
    let stale = button(&pages[1], "Undo");
    assert!(
        room.refused(&format!("@zoe /press {stale}"))
            .contains("has changed since")
    );
    assert_eq!(done(&room, "@zoe /plan show").text(), shown);
    let fresh = button(&pages[3], "Undo");
    let back = done(&room, &format!("@zoe /press {fresh}"));
    assert_eq!(stand(&back), stand(&pages[2]));
    // Twice the same button, or two presses at once: the second does nothing.
    assert!(
        room.refused(&format!("@zoe /press {fresh}"))
            .contains("has changed since")
    );
}

/// The same request is carried out once, also by another service over the same store.
#[test]
fn a_repeated_request_is_one_step() {
    let room = table("18ardennes", 130);
    let ask = |room: &Room, id: &str, line: &str| {
        let mut request = Room::request("zoe");
        request.id = Some(id.into());
        room.ask(&request, line)
    };
    let first = ask(&room, "p1", "/plan start name:once");
    let other = Room::over(room.tables.store().clone());
    for room in [&room, &other] {
        assert_eq!(
            ask(room, "p1", "/plan start name:once").text(),
            first.text()
        );
    }
    assert!(done(&room, "@zoe /plan list").text().contains("(1 of 20)"));
    let action = values(&room, "zoe", "plan try", "action", "")[0].clone();
    let line = format!("/plan try {action}");
    let step = ask(&room, "p2", &line);
    assert!(!step.is_refusal());
    for room in [&room, &other] {
        assert_eq!(ask(room, "p2", &line).text(), step.text());
    }
    done(&room, "@zoe /plan undo");
    assert!(room.refused("@zoe /plan undo").contains("nothing to undo"));
}

/// The trial says when the game has moved on, replays on the present position as far as it goes, and says where it
/// stops; what was stays.
#[test]
fn a_trial_is_rebased() {
    let room = table("18ardennes", 130);
    let moves = room.tables.glance("console").expect("a game").actions;
    let next = rest("18ardennes", 130);
    // The real players' own next moves, tried before they make them.
    done(&room, "@zoe /plan start name:guess");
    for line in next.iter().take(3) {
        let action = line.split_once(' ').expect("@name action").1;
        done(&room, &format!("@zoe /plan try {action}"));
    }
    let same = room.refused("@zoe /plan rebase");
    assert!(
        same.contains("still stands where this trial was made"),
        "{same}"
    );
    done(&room, &next[0]);
    let shown = done(&room, "@zoe /plan show");
    assert!(
        shown.text().contains(&format!(
            "made at move {moves}.\nThe game has moved on: it is at move "
        )),
        "{}",
        shown.text()
    );
    let digest = room.digest();
    // Its first step was done in the game: it does not fit again.
    let stuck = room.refused("@zoe /plan rebase");
    assert!(
        stuck.contains("Step 1 of 3") && stuck.contains("does not fit any more"),
        "{stuck}"
    );
    assert!(stuck.contains("stays as it was"), "{stuck}");
    // A company's turn is run ahead to from wherever the game stands.
    let turn = values(&room, "zoe", "plan start", "turn", "")[0].clone();
    done(&room, &format!("@zoe /plan start turn:{turn} name:ahead"));
    let mut steps = 0;
    for _ in 0..3 {
        if let Some(action) = values(&room, "zoe", "plan try", "action", "").first() {
            done(&room, &format!("@zoe /plan try {action}"));
            steps += 1;
        }
    }
    assert_eq!(room.digest(), digest);
    done(&room, &next[1]);
    let digest = room.digest();
    let page = done(&room, "@zoe /plan show");
    let rebased = done(
        &room,
        &format!(
            "@zoe /press {}",
            button(&page, "Replay on the present position")
        ),
    );
    assert!(
        rebased.text().contains("Rebased from move"),
        "{}",
        rebased.text()
    );
    let whole = rebased
        .text()
        .contains(&format!("all {} steps stand", steps + 1));
    let part =
        rebased.text().contains("as far as it goes") && rebased.text().contains("stays as it was");
    assert!(whole || part, "{}", rebased.text());
    assert!(
        !rebased.text().contains("has moved on"),
        "{}",
        rebased.text()
    );
    assert_eq!(room.digest(), digest);
    // What the game took back is still the base of what was made there.
    done(&room, "@zoe /plan start name:later");
    let user = next[1].split(' ').next().expect("@name");
    done(&room, &format!("{user} /game undo"));
    let shown = done(&room, "@zoe /plan show");
    assert!(
        shown.text().contains("The game has moved on"),
        "{}",
        shown.text()
    );
}

/// What fits becomes another trial, the old one stays: a company lays in the game what was tried for it, so that its
/// next turn cannot lay the same again.
#[test]
fn a_rebase_that_goes_half_way_loses_nothing() {
    let game = bot::demo::by_itself("18ardennes", 3, 4).expect("the recorded game");
    let mut live = Game::new(game.setup().clone()).expect("a set-up");
    let mut found = None;
    let mut actions = 0;
    for entry in game.log() {
        let company = live.decision().and_then(|ask| ask.company);
        if let (Action::Lay(..), Some(company), true) = (&entry.action, company, actions > 100) {
            let id = live.definition().at(company).id.clone();
            found = Some((id, live.print(&entry.action)));
            break;
        }
        actions += usize::from(matches!(entry.by, By::Seat(_)));
        live.enter(entry.clone()).expect("recorded");
    }
    let (company, lay) = found.expect("somebody lays a tile");
    let room = table("18ardennes", actions);
    done(&room, &format!("@zoe /plan start turn:{company} name:mine"));
    let tried = done(&room, &format!("@zoe /plan try {lay}"));
    for line in rest("18ardennes", actions).iter().take(12) {
        done(&room, line);
    }
    let digest = room.digest();
    let reply = done(&room, "@zoe /plan rebase");
    let text = reply.text();
    assert!(text.starts_with("**TRIAL «mine 2»**"), "{text}");
    assert!(text.contains("as far as it goes. Step 2 of 2"), "{text}");
    assert!(
        text.contains(&format!("`{lay}`, does not fit any more: ")),
        "{text}"
    );
    assert!(text.contains("(ARD-"), "{text}");
    assert!(
        text.contains("The old trial «mine» stays as it was."),
        "{text}"
    );
    let old = done(&room, "@zoe /plan open mine");
    assert_eq!(stand(&old), stand(&tried));
    assert!(done(&room, "@zoe /plan list").text().contains("«mine 2»"));
    assert_eq!(room.digest(), digest);
}

#[test]
fn two_trials_are_compared() {
    for (title, actions) in [("18ardennes", 420), ("1873", 260)] {
        let room = table(title, actions);
        let turn = values(&room, "zoe", "plan start", "turn", "")[0].clone();
        for name in ["north", "south"] {
            done(&room, &format!("@zoe /plan start turn:{turn} name:{name}"));
            for step in 0..3 {
                let offered = values(&room, "zoe", "plan try", "action", "");
                let at = if name == "north" {
                    step
                } else {
                    offered.len() - 1 - step.min(offered.len() - 1)
                };
                if let Some(action) = offered.get(at) {
                    done(&room, &format!("@zoe /plan try {action}"));
                }
            }
        }
        let reply = done(&room, "@zoe /plan compare north south");
        let text = reply.text();
        assert!(
            text.contains("**A «north»**") && text.contains("**B «south»**"),
            "{text}"
        );
        for word in ["game", "treasury", "tiles laid", "round"] {
            assert!(text.contains(word), "{word}: {text}");
        }
        assert_eq!(reply.pictures().len(), 2);
        assert!(
            reply
                .pictures()
                .iter()
                .all(|it| it.alt.starts_with("TRIAL "))
        );
        assert!(
            room.refused("@zoe /plan compare north north")
                .contains("needs two")
        );
        assert!(
            room.refused("@zoe /plan compare north east")
                .contains("Which trial is «east»?")
        );
    }
}

#[test]
fn bad_input_has_its_own_clear_end() {
    let room = Room::new();
    assert!(room.refused("@zoe /plan start").contains("no game"));
    room.say("@anna /game new seating:joined");
    assert!(room.refused("@anna /plan start").contains("not started"));
    let room = table("18ardennes", 130);
    let refused = |line: &str| room.refused(&format!("@zoe {line}"));
    assert!(refused("/plan start turn:XYZ").contains("no company and no player «XYZ»"));
    assert!(refused("/plan start turn:seat 99").contains("no company and no player"));
    assert!(refused("/plan start turn:BE").contains("not formed yet (ARD-6-01)"));
    // Names are shown, never interpreted; they are short, and none is empty.
    let long = "x".repeat(1000);
    for (name, shown) in [
        (
            "@everyone **boss** <@1>",
            "«\\@everyone \\*\\*boss\\*\\* \\<\\@1\\>»".to_string(),
        ),
        (long.as_str(), format!("«{}»", "x".repeat(32))),
        ("\u{202e}evil\u{200f} name", "«evil name»".to_string()),
        ("🚂🚂", "«🚂🚂»".to_string()),
        ("'); DROP TABLE trials; --", "DROP TABLE".to_string()),
    ] {
        let page = done(&room, &format!("@zoe /plan start name:{name}"));
        assert!(page.text().contains(&shown), "{}", page.text());
    }
    assert!(refused("/plan start name:\u{202e}\u{200f}").contains("needs something to read"));
    assert!(refused("/plan start name:EVIL NAME").contains("already"));
    assert!(refused("/plan name 🚂🚂").contains("Another of your trials"));
    done(&room, "@zoe /plan name good one");
    assert!(done(&room, "@zoe /plan show").text().contains("«good one»"));
    // An illegal action has its rule, and changes nothing.
    let shown = done(&room, "@zoe /plan show").text().to_string();
    for line in [
        "/plan try lay A1 57@2",
        "/plan try fly",
        "/plan try bankrupt",
        "/plan try train 4D",
    ] {
        let said = refused(line);
        assert!(said.len() > 10, "{said}");
        assert_eq!(done(&room, "@zoe /plan show").text(), shown);
    }
    assert!(refused("/plan try token Z99").len() > 10);
    assert!(refused("/plan undo 7").contains("undo"));
    assert!(refused("/plan open nothing").contains("Which trial is «nothing»?"));
    assert!(refused("/plan drop good").contains("whole name"));
    assert!(refused("/plan show company company:QQ").contains("no company"));
    assert!(refused("/plan runs QQ").contains("no company"));
    assert!(refused("/plan jump QQ").contains("no company and no player"));
    // Ids made by hand.
    for id in [
        "t:",
        "t:1",
        "t:x:y:undo",
        "t:1:0",
        "t:1:0:a:",
        "t:1:0:dance",
        "t:99999:0:map",
        "t:-1:-1:undo",
        "t:0:1:open",
        "t:0:2:open",
        "t:9223372036854775808:0:undo",
        "t:1:0:a:lay A1 1@1",
        "t:0:1:open:x",
    ] {
        let said = refused(&format!("/press {id}"));
        assert!(said.len() > 10, "{id}: {said}");
    }
    assert!(refused("/press t:0:1:open = nonsense").contains("not one of ours"));
    // As many as one keeps.
    for number in 6..=20 {
        done(&room, &format!("@zoe /plan start name:number {number}"));
    }
    assert!(refused("/plan start").contains("which is the most"));
    done(&room, "@zoe /plan drop number 7");
    done(&room, "@zoe /plan start name:one more");
    // Notes.
    done(&room, "@zoe /plan note **bold** <@1>");
    assert!(
        done(&room, "@zoe /plan note")
            .text()
            .contains("1. \\*\\*bold")
    );
    assert!(refused(&format!("/plan note {long}")).contains("300 characters"));
    assert!(refused("/plan strike 9").contains("no line 9"));
    done(&room, "@zoe /plan strike 1");
    assert!(done(&room, "@zoe /plan note").text().contains("no notes"));
    for number in 0..40 {
        done(&room, &format!("@zoe /plan note line {number}"));
    }
    assert!(refused("/plan note one more").contains("which is the most"));
}

/// Where only players may look at the game, only players may try it out: by command, button and suggestion.
#[test]
fn a_closed_table_is_not_planned_by_onlookers() {
    let room = table("18ardennes", 130);
    let page = done(&room, "@zoe /plan start");
    let id = button(&page, "Map");
    done(&room, "@anna /game settings onlookers closed");
    for line in [
        "/plan start".to_string(),
        "/plan show".into(),
        format!("/press {id}"),
    ] {
        let said = room.refused(&format!("@zoe {line}"));
        assert!(said.contains("only its players"), "{line}: {said}");
    }
    assert!(values(&room, "zoe", "plan start", "turn", "").is_empty());
    done(&room, "@ben /plan start");
}

/// A button of a trial of another game than the channel's does nothing.
#[test]
fn a_trial_belongs_to_its_game() {
    let room = table("18ardennes", 130);
    let page = done(&room, "@zoe /plan start");
    let attic = bot::table::Request {
        channel: "attic".into(),
        ..Room::request("zoe")
    };
    room.ask(&attic, "/game new seating:joined");
    let said = room.ask(&attic, &format!("/press {}", button(&page, "Map")));
    assert!(
        said.is_refusal() && said.text().contains("another game"),
        "{}",
        said.text()
    );
    assert!(room.ask(&attic, "/plan list").text().contains("no trial"));
}

/// After the end trials can be looked at and dropped, none can be begun.
#[test]
fn after_the_end_there_is_nothing_to_try() {
    let room = table("18ardennes", usize::MAX);
    assert!(room.refused("@zoe /plan start").contains("over"));
    assert!(done(&room, "@zoe /plan list").text().contains("no trial"));
}
