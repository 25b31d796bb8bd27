//! The replay tool: on the reference games where they are at hand, and on small traces of its own.

use engine::Game;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tests::replay::trace::{Header, Move};
use tests::replay::{Report, open, run};

#[test]
fn reference_games_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/replays/18ardennes");
    if !folder.is_dir() {
        println!("SKIPPED: no reference games in {}", folder.display());
        return;
    }
    // Without optimisation one game is enough.
    let path = if cfg!(debug_assertions) {
        folder.join("fixture_1.jsonl.gz")
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
        report.exempt * 20 <= report.games,
        "more than 5% of the games are exempt: {report}"
    );
}

#[test]
fn runs_are_fed_to_the_replayed_game() {
    let Some(path) = tests::shared::need(
        "replays/18ardennes/fixture_1.jsonl.gz",
        "runs are not fed to a recorded game",
    ) else {
        return;
    };
    // What is recorded at line 135 is taken when fed; nothing at all, and too much, are not.
    let trace = tests::replay::trace::Trace::read(&path).expect("a trace");
    let mut recorded = None;
    tests::replay::watched(&trace, &mut |_, play, entry| {
        if let (135, engine::Action::Run(runs)) = (play.n(), &entry.action) {
            recorded = Some(runs.clone());
        }
    });
    let runs = recorded.expect("a company runs at line 135");
    let faults = |n: i64, runs: &[engine::Run], total: i64| {
        let fed = std::collections::BTreeMap::from([(n, (runs.to_vec(), total))]);
        tests::routes::feed(&path, &fed).expect("it can be replayed")
    };
    assert!(faults(135, &runs, 70).is_empty());
    for (n, runs, total, why) in [
        (135, &runs[..], 80, "counts Some(70), not 80"),
        (135, &[], 70, "counts Some(0), not 70"),
        (140, &runs[..], 70, "refuses them"),
        (136, &runs[..], 70, "asks for no run there"),
    ] {
        match faults(n, runs, total).get(&n) {
            Some(tests::routes::Fault::Refused(text)) => assert!(text.contains(why), "{text}"),
            other => panic!("line {n}, {total}: {other:?}"),
        }
    }
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

/// The first bids of a game, each with the state after it.
fn bids() -> Vec<Value> {
    let header = Header {
        slug: "18ardennes".into(),
        name: "short".into(),
        players: vec!["P1".into(), "P2".into(), "P3".into()],
        options: Vec::new(),
    };
    let mut adapter = open(&header).expect("an adapter");
    let mut game = Game::new(adapter.setup()).expect("a game");
    let mut lines = vec![json!({
        "slug": header.slug,
        "name": header.name,
        "players": header.players,
        "initial": adapter.digest(&game),
    })];
    for (n, price) in [100, 105, 110].into_iter().enumerate() {
        let mut line = json!({
            "n": n,
            "actor": {"kind": "player", "id": header.players[n]},
            "type": "bid",
            "target": {"kind": "minor", "id": "15"},
            "price": price,
        });
        let entry = adapter
            .entry(&game, &Move::of(&line))
            .expect("a bid can be said");
        game.enter(entry).expect("a bid is accepted");
        line["after"] = adapter.digest(&game);
        lines.push(line);
    }
    lines
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
    let folder = Folder::new("equal");
    folder.write("short.jsonl", &bids());
    let report = folder.report();
    assert!(report.is_clean(), "{:?}", report.notes);
    assert_eq!((report.games, report.compared), (1, 3));
    assert_eq!(
        report.to_string(),
        "replays: 1 games, 3 actions compared, 0 skipped, 0 divergences, 0 exempt (0 lines not compared), \
         0 rejected, 0 rejected for another reason, 0 accepted wrongly"
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
        let mut lines = bids();
        *lines[2].pointer_mut(pointer).expect("the key is there") = value;
        let folder = Folder::new(&format!("other{}", pointer.replace('/', "-")));
        folder.write("short.jsonl", &lines);
        let report = folder.report();
        assert_eq!(report.divergences, 1, "{pointer}: {:?}", report.notes);
        assert!(
            report.notes[0].contains("short after line 1"),
            "{:?}",
            report.notes
        );
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
