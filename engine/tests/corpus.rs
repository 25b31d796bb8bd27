//! Frozen games: logs of every revision of the rules, as `/game export` writes them, fold to the positions that they led to
//! when they were recorded. Nothing here is ever recorded anew: a red test means that old games would be changed.
//!
//! A new revision adds files of its own:
//! `roundhouse record-demo --title TITLE --seed N --players N --moves N --preset NAME --file`.

use engine::action::By;
use engine::ids::Seat;
use engine::rules::revisions;
use engine::{Entry, Game, Setup};
use serde_json::Value;
use std::path::Path;

struct Frozen {
    name: String,
    setup: Setup,
    acts: Vec<Value>,
}

fn corpus() -> Vec<Frozen> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).expect("the folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        found.push(Frozen {
            name: path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned(),
            setup: Setup {
                title: value["title"].as_str().expect("a title").into(),
                players: value["seats"].as_array().expect("seats").len() as u8,
                seed: value["seed"].as_u64(),
                options: serde_json::from_value(value["options"].clone()).expect("options"),
                revision: value["rules"].as_u64().expect("a revision") as u16,
            },
            acts: value["actions"].as_array().expect("actions").clone(),
        });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Folds a frozen game; the number of its first action that leads elsewhere, if one does.
fn parts(frozen: &Frozen, revision: u16) -> Option<(usize, String)> {
    let setup = Setup {
        revision,
        ..frozen.setup.clone()
    };
    let mut game = Game::new(setup).expect("a game");
    for (index, act) in frozen.acts.iter().enumerate() {
        let seat = Seat(act["seat"].as_u64().expect("a seat") as u8 - 1);
        let by = match act["by"].as_str().expect("by") {
            "seat" => By::Seat(seat),
            "host" => By::Host(seat),
            _ => By::Engine(seat),
        };
        let text = act["do"].as_str().expect("an action");
        let entered = game
            .parse(text)
            .and_then(|action| game.enter(Entry { by, action }));
        if let Err(why) = entered {
            return Some((index, why.to_string()));
        }
        if game.digest() != act["digest"] {
            return Some((index, "another position".into()));
        }
    }
    None
}

#[test]
fn frozen_games_fold_to_what_they_were() {
    let corpus = corpus();
    for frozen in &corpus {
        let found = parts(frozen, frozen.setup.revision);
        assert_eq!(found, None, "{}", frozen.name);
        assert!(frozen.acts.len() > 100, "{}", frozen.name);
    }
    // Every revision of every title that games may still be played by has its own.
    for title in ["18ardennes", "1873", "1835", "1826"] {
        for revision in 1..=revisions::newest(title) {
            assert!(
                corpus
                    .iter()
                    .any(|frozen| frozen.setup.title == title && frozen.setup.revision == revision),
                "{title} lacks a frozen game of revision {revision}"
            );
        }
    }
}

#[test]
fn another_revision_is_noticed() {
    // The switch of the tests pays no heed to any rulebook: with it a paid dividend leads elsewhere.
    let corpus = corpus();
    let frozen = corpus
        .iter()
        .find(|frozen| frozen.setup.title == "18ardennes");
    let frozen = frozen.expect("a frozen game");
    let (index, why) = parts(frozen, revisions::PROBE).expect("they part");
    assert_eq!(frozen.acts[index]["do"], "pay full");
    assert_eq!(why, "another position");
}

#[test]
fn a_revision_that_nobody_knows_is_refused() {
    let setup = Setup {
        revision: revisions::newest("1873") + 1,
        ..Setup::new("1873", 2)
    };
    let why = Game::new(setup).expect_err("it is unknown");
    assert_eq!(why.rule, "GAME");
    assert!(why.text.contains("a newer program is needed"), "{why}");
    // A set-up without a number is of the first.
    let setup: Setup =
        serde_json::from_str("{\"title\": \"1873\", \"players\": 2, \"seed\": null}")
            .expect("a set-up");
    assert_eq!(
        Game::new(setup).expect("a game").revision(),
        revisions::FIRST
    );
}

#[test]
fn other_rules_hold_from_their_entry_on() {
    let mut game = Game::new(Setup {
        revision: revisions::FIRST,
        ..Setup::new("18ardennes", 3)
    })
    .expect("a game");
    let rules = game
        .parse(&format!("rules {}", revisions::PROBE))
        .expect("an action");
    assert_eq!(game.print(&rules), format!("rules {}", revisions::PROBE));
    let before = game.digest();
    let mut enter = |by| {
        game.enter(Entry {
            by,
            action: rules.clone(),
        })
    };
    assert_eq!(
        enter(By::Seat(Seat(0))).expect_err("a seat may not").rule,
        "GAME"
    );
    assert_eq!(
        enter(By::Engine(Seat(0)))
            .expect_err("the engine may not")
            .rule,
        "GAME"
    );
    enter(By::Host(Seat(0))).expect("the host may");
    assert_eq!(enter(By::Host(Seat(0))).expect_err("once").rule, "GAME");
    assert_eq!(game.revision(), revisions::PROBE);
    assert_eq!(game.digest(), before, "nothing on the table moved");
    let ask = game.decision().expect("somebody");
    assert!(!game.legal(ask.seat).contains(&rules));
    assert!(game.check(ask.seat, &rules).is_err());
    let again = Game::replay(game.setup().clone(), game.log()).expect("it folds");
    assert_eq!(again.revision(), revisions::PROBE);
    game.undo(1).expect("taken back");
    assert_eq!(game.revision(), revisions::FIRST);
}
