//! Trials on the present position, and side by side.

use super::{button, done, rest, stand, table, values};
use engine::Game;
use engine::action::{Action, By};

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
