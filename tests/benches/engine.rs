//! How long the engine takes: the fold of a recorded game, and what may be done at every position of the replays.

use criterion::Criterion;
use engine::{Entry, Game, Setup};
use std::hint::black_box;
use std::time::{Duration, Instant};
use tests::{script, shared, traces};

fn main() {
    let (source, setup, entries) = recorded();
    println!("fold: {source}, {} entries", entries.len());
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            let begun = Instant::now();
            let game = Game::replay(setup.clone(), black_box(&entries)).expect("it replays");
            black_box(&game);
            begun.elapsed()
        })
        .collect();
    report("fold (target under 5 ms)", &mut times);
    legal(&setup, &entries);

    let mut criterion = Criterion::default().configure_from_args().sample_size(50);
    criterion.bench_function("fold of the recorded game", |bencher| {
        bencher.iter(|| Game::replay(setup.clone(), black_box(&entries)));
    });
    criterion.final_summary();
}

/// The game that is folded: all checks are on, only the search for best runs is not part of a fold.
fn recorded() -> (String, Setup, Vec<Entry>) {
    let path = shared::need(
        "replays/18ardennes/fixture_1.jsonl.gz",
        "the recorded game fixture_1; the demo's game is folded instead",
    );
    match path {
        Some(path) => {
            let game = script::trace_game(&path).expect("the trace replays");
            (
                "fixture_1".into(),
                game.setup().clone(),
                game.log().to_vec(),
            )
        }
        None => {
            let played = script::of_console("the demo's game", bot::demo::GAME);
            let played = played.expect("it replays");
            let mut game = Game::new(played.setup).expect("the set-up is right");
            for step in &played.steps {
                game.apply(step.seat, &step.action).expect("it is legal");
            }
            (played.source, game.setup().clone(), game.log().to_vec())
        }
    }
}

/// `legal()` at every position of the replays.
fn legal(setup: &Setup, entries: &[Entry]) {
    let mut games = Vec::new();
    if let Some(folder) = shared::need("replays/18ardennes", "legal() over all replays") {
        for path in traces::find(&[folder]).expect("the folder can be listed") {
            match script::trace_game(&path) {
                Ok(game) => games.push((
                    traces::trace_name(&path),
                    game.setup().clone(),
                    game.log().to_vec(),
                )),
                Err(why) => println!(
                    "left out: {}",
                    format!("{why:#}").lines().next().unwrap_or("")
                ),
            }
        }
    } else {
        games.push(("the demo's game".into(), setup.clone(), entries.to_vec()));
    }
    let mut times = Vec::new();
    let mut worst = (Duration::ZERO, String::new());
    for (name, setup, entries) in &games {
        let mut game = Game::new(setup.clone()).expect("the set-up is right");
        for (number, entry) in entries.iter().enumerate() {
            for ask in game.asks() {
                let begun = Instant::now();
                black_box(game.legal(ask.seat));
                let took = begun.elapsed();
                times.push(took);
                if took > worst.0 {
                    worst = (
                        took,
                        format!("{name}, entry {number}, to {}", ask.topic.name()),
                    );
                }
            }
            game.enter(entry.clone()).expect("it replays");
        }
    }
    println!("legal(): {} games, the slowest at {}", games.len(), worst.1);
    report(
        "legal() (targets: p99 under 5 ms, none over 20 ms)",
        &mut times,
    );
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times
            .get(index.min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    };
    println!(
        "{what}: {} times, p50 {:.2?}, p90 {:.2?}, p99 {:.2?}, p99.9 {:.2?}, max {:.2?}",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}
