//! What trials refuse, and to whom.

use super::{button, done, table, values};
use crate::room::Room;

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
