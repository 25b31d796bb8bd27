//! The replay tool: on the reference games where they are at hand, and on small traces of its own.

use engine::Game;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tests::replay::trace::{Header, Move};
use tests::replay::{Report, open, run};

/// The reference games of a title agree with ours, but for a few that are exempt.
fn reference_games_agree(slug: &str, one: &str, most_exempt: u64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/replays")
        .join(slug);
    if !folder.is_dir() {
        println!("SKIPPED: no reference games in {}", folder.display());
        return;
    }
    // Without optimisation one game is enough.
    let path = if cfg!(debug_assertions) {
        folder.join(format!("{one}.jsonl.gz"))
    } else {
        folder
    };
    let report = run(&[path]).expect("the reference games can be read");
    for note in &report.notes {
        println!("{note}");
    }
    println!("{report}");
    assert!(report.is_clean(), "{report}");
    assert!(
        report.exempt * 100 <= most_exempt * report.games,
        "more than {most_exempt}% of the games are exempt: {report}"
    );
}

#[test]
fn reference_games_of_18ardennes_agree() {
    reference_games_agree("18ardennes", "fixture_1", 5);
}

#[test]
fn reference_games_of_1873_agree() {
    reference_games_agree("1873", "fixture_1", 5);
}

/// Moderators of the recorded games moved by hand what the program refused, and five random games come to a bankruptcy.
#[test]
fn reference_games_of_1835_agree() {
    reference_games_agree("1835", "random_3p_1", 25);
}

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("replays-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn write(&self, name: &str, lines: &[Value]) {
        let text: Vec<String> = lines.iter().map(Value::to_string).collect();
        std::fs::write(self.0.join(name), text.join("\n")).expect("a file for the test");
    }

    fn report(&self) -> Report {
        run(std::slice::from_ref(&self.0)).expect("the folder can be read")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The first lines of a game, each with the state after it.
fn lines(slug: &str, line: impl Fn(usize, &str) -> Value) -> Vec<Value> {
    let header = Header {
        slug: slug.into(),
        name: "short".into(),
        players: vec!["P1".into(), "P2".into(), "P3".into()],
        options: Vec::new(),
        recorded: false,
    };
    let mut adapter = open(&header).expect("an adapter");
    let mut game = Game::new(adapter.setup()).expect("a game");
    let mut lines = vec![json!({
        "slug": header.slug,
        "name": header.name,
        "players": header.players,
        "initial": adapter.digest(&game),
    })];
    for (n, player) in header.players.iter().enumerate() {
        let mut line = line(n, player);
        let entry = adapter
            .entry(&game, &Move::of(&line))
            .expect("a bid can be said");
        game.enter(entry).expect("a bid is accepted");
        line["after"] = adapter.digest(&game);
        lines.push(line);
    }
    lines
}

/// The first bids of a game of 18Ardennes.
fn bids() -> Vec<Value> {
    lines("18ardennes", |n, player| {
        json!({
            "n": n,
            "actor": {"kind": "player", "id": player},
            "type": "bid",
            "target": {"kind": "minor", "id": "15"},
            "price": 100 + 5 * n,
        })
    })
}

/// The first bids for the start premium of a game of Harzbahn 1873.
fn premiums() -> Vec<Value> {
    lines("1873", |n, player| {
        json!({
            "n": n,
            "actor": {"kind": "player", "id": player},
            "type": "bid_premium",
            "price": 10 * n,
        })
    })
}

fn attempt(price: i64, actor: &str, kind: &str, reason: &str) -> Value {
    json!({
        "trace": "short",
        "n": 1,
        "action": {
            "actor": {"kind": "player", "id": actor},
            "type": kind,
            "target": {"kind": "minor", "id": "15"},
            "price": price,
        },
        "attempt": "bid below the minimum",
        "reason": reason,
    })
}

#[test]
fn equal_states_agree() {
    for (name, lines) in [("bids", bids()), ("premiums", premiums())] {
        let folder = Folder::new(&format!("equal-{name}"));
        folder.write("short.jsonl", &lines);
        let report = folder.report();
        assert!(report.is_clean(), "{:?}", report.notes);
        assert_eq!((report.games, report.compared), (1, 3));
        assert_eq!(
            report.to_string(),
            "replays: 1 games, 3 actions compared, 0 skipped, 0 divergences, 0 exempt (0 lines not compared), \
             0 rejected, 0 rejected for another reason, 0 accepted wrongly"
        );
    }
}

/// Another value in the second line is a divergence after it.
fn diverges(name: &str, mut lines: Vec<Value>, pointer: &str, value: Value) {
    *lines[2].pointer_mut(pointer).expect("the key is there") = value;
    let folder = Folder::new(&format!("{name}{}", pointer.replace('/', "-")));
    folder.write("short.jsonl", &lines);
    let report = folder.report();
    assert_eq!(report.divergences, 1, "{pointer}: {:?}", report.notes);
    assert!(
        report.notes[0].contains("short after line 1"),
        "{:?}",
        report.notes
    );
}

#[test]
fn any_other_value_is_a_divergence() {
    for (pointer, value) in [
        ("/after/bank", json!(9_899)),
        ("/after/players/P2/cash", json!(1)),
        ("/after/extra/auction/player", json!("P3")),
        ("/after/tiles", json!({"E11": {"tile": "9", "rotation": 0}})),
        ("/after/round/turn", json!(2)),
        ("/price", json!(115)),
    ] {
        diverges("bids", bids(), pointer, value);
    }
    for (pointer, value) in [
        ("/after/bank", json!(1)),
        ("/after/players/P2/value", json!(1)),
        ("/after/extra/premium_bids/P2", json!(20)),
        ("/after/companies/12/connected", json!(true)),
        ("/after/companies/HW/slots", json!(4)),
        ("/after/companies/NWE/concession_phase", json!("2")),
        ("/after/depot/remaining", json!([])),
        ("/after/round/turn", json!(2)),
        ("/price", json!(30)),
    ] {
        diverges("premiums", premiums(), pointer, value);
    }
}

#[test]
fn a_refused_line_is_a_divergence() {
    let mut lines = bids();
    lines[3]["price"] = json!(105);
    let folder = Folder::new("refused");
    folder.write("short.jsonl", &lines);
    let report = folder.report();
    assert_eq!(report.divergences, 1);
    assert!(
        report.notes[0].contains("ARD-3.2.1-05"),
        "{:?}",
        report.notes
    );
}

#[test]
fn attempts_are_judged_by_their_answer() {
    let low = "bid is below the minimum";
    for (attempt, sums) in [
        (attempt(100, "P2", "bid", low), (0, 1, 0, 0)),
        (attempt(100, "P2", "bid", "no such reason"), (0, 0, 1, 0)),
        (attempt(100, "P3", "bid", low), (0, 0, 1, 0)),
        (attempt(105, "P2", "bid", low), (0, 0, 0, 1)),
        (attempt(100, "P2", "juggle", low), (1, 0, 0, 0)),
    ] {
        let folder = Folder::new("attempts");
        folder.write("short.jsonl", &bids());
        folder.write("rejected.jsonl", std::slice::from_ref(&attempt));
        let report = folder.report();
        assert_eq!(
            (
                report.divergences,
                report.rejected,
                report.other_rule,
                report.accepted
            ),
            sums,
            "{attempt}: {:?}",
            report.notes
        );
    }
}

#[test]
fn an_attempt_out_of_reach_is_a_divergence() {
    let mut late = attempt(100, "P2", "bid", "bid is below the minimum");
    late["n"] = json!(7);
    let folder = Folder::new("late");
    folder.write("short.jsonl", &bids());
    folder.write("rejected.jsonl", &[late]);
    assert_eq!(folder.report().divergences, 1);
}

#[test]
fn a_title_without_adapter_is_a_divergence() {
    let folder = Folder::new("title");
    folder.write(
        "other.jsonl",
        &[json!({"slug": "1899", "name": "other", "players": ["P1"], "initial": {}})],
    );
    let report = folder.report();
    assert_eq!((report.games, report.divergences), (1, 1));
    assert!(report.notes[0].contains("1899"), "{:?}", report.notes);
}

#[test]
fn a_path_that_is_not_there_is_an_error() {
    assert!(run(&[PathBuf::from("no-such-folder")]).is_err());
}
