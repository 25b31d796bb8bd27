//! Reach and best runs of 18Ardennes on a dense board, every hex upgraded as far as the box allows; best assignments of
//! routes of Harzbahn 1873, and of many trains of 1835 and of TGV and E trains of 1826, in recorded games.

use criterion::{Criterion, criterion_group, criterion_main};
use engine::board::{OPPOSITE, check_face};
use engine::ids::{CompanyId, StopRef};
use engine::network::{Proof, extends, reach};
use engine::rolling_stock::TrainHolder;
use engine::rules::CompanyKind;
use engine::titles::ardennes::Options;
use engine::titles::ardennes::scenario::Scenario;
use engine::{Definition, Game, Shared};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Nodes of search for one company; every position here is proven within them.
const CEILING: u64 = 20_000_000;

/// Upgrades every hex as often as possible, each time with the tile and turning that meets most track of the
/// neighbours; stations of one company and of others that block.
fn dense() -> Scenario {
    let blank = Scenario::new(4, Options::default()).expect("the title's data");
    let definition = blank.rules().definition.clone();
    let map = &definition.map;
    let mut scenario = blank;
    for round in 0..3 {
        for hex in map.hex_ids() {
            let board = &scenario.shared().board;
            let meets = |exits: u8| -> u32 {
                (0..6u8)
                    .filter(|edge| exits & (1 << edge) != 0)
                    .map(|edge| match map.neighbour(hex, edge) {
                        Some(next) => {
                            let theirs = board.track(map, next).exits;
                            2 + u32::from(theirs & (1 << OPPOSITE[edge as usize]) != 0)
                        }
                        None => 0,
                    })
                    .sum()
            };
            let best = (board.face(map, hex).upgrades.iter())
                .flat_map(|&tile| (0..6).map(move |rot| (tile, rot)))
                .filter(|&(tile, rot)| check_face(map, board, hex, tile, rot).is_ok())
                .max_by_key(|&(tile, rot)| {
                    let turn = (hex.0 + rot + round) % 6;
                    (meets(map.face(tile).at(rot).exits), turn)
                });
            if let Some((tile, rot)) = best {
                scenario = scenario.tile(&map.at(hex).name, &map.face(tile).id, rot);
            }
        }
    }
    scenario = scenario.open("BE", 10).open("NL", 10);
    for hex in ["F10", "D18", "H6", "M7"] {
        scenario = scenario.station("BE", hex, 0);
    }
    for hex in ["E9", "B12", "J18"] {
        scenario = scenario.station("NL", hex, 0).station("P", hex, 0);
    }
    scenario.check_built().expect("a board");
    scenario
}

fn routes(c: &mut Criterion) {
    let board = dense();
    let definition = board.rules().definition.clone();
    let company = definition.company("BE").expect("BE");
    let map = &definition.map;
    let lying = &board.shared().board;
    let starts: Vec<StopRef> = lying.stations(company).collect();
    let blocked = |at| lying.full_for(map, at, company);
    c.bench_function("reach on a dense board", |b| {
        b.iter(|| reach(map, lying, black_box(&starts), blocked));
    });
    let found = reach(map, lying, &starts, blocked);
    let (hex, tile) = (map.hex("H10").expect("H10"), map.tile("63").expect("63"));
    c.bench_function("extends on a dense board", |b| {
        b.iter(|| extends(map, lying, hex, tile, black_box(0), &found, blocked));
    });
    let mut group = c.benchmark_group("best runs on a dense board");
    group.sample_size(10);
    for trains in [
        &["2", "3"][..],
        &["4"],
        &["5", "6"],
        &["4D"],
        &["6", "4D"],
        &["3", "3", "3"],
    ] {
        let mut position = board.clone();
        for (number, kind) in trains.iter().enumerate() {
            position = position.train("BE", kind, number as u16);
        }
        position.check_built().expect("trains");
        let best = position.best(company, CEILING);
        println!("{}: {} {:?}", trains.join(" "), best.total, best.proof);
        assert!(
            matches!(best.proof, Proof::Proven),
            "{} is over the ceiling",
            trains.join(" ")
        );
        group.bench_function(trains.join(" "), |b| {
            b.iter(|| position.best(black_box(company), CEILING));
        });
    }
    group.finish();
}

/// The best assignment of routes at every recorded run of Harzbahn 1873, and at those of a game of the bot with itself.
fn networks(c: &mut Criterion) {
    let mut times: Vec<(Duration, String)> = Vec::new();
    let mut unproven = 0;
    let mut measure = |game: &Game, what: String| {
        let begun = Instant::now();
        let best = game.best_runs();
        times.push((begun.elapsed(), what));
        unproven += u32::from(best.is_some_and(|best| !matches!(best.proof, Proof::Proven)));
    };
    if let Some(folder) = tests::shared::need("replays/1873", "runs of recorded games of 1873") {
        for path in tests::traces::find(&[folder]).expect("the folder can be listed") {
            let trace = tests::replay::trace::Trace::read(&path).expect("a trace");
            tests::replay::watched(&trace, &mut |game, play, entry| {
                if matches!(entry.action, engine::Action::Run(_)) {
                    measure(game, format!("{} line {}", trace.header.name, play.n()));
                }
            });
        }
    }
    let own = bot::demo::by_itself("1873", 1, 4).expect("it comes to its end");
    let mut game = Game::new(own.setup().clone()).expect("the set-up is right");
    for (number, entry) in own.log().iter().enumerate() {
        if matches!(entry.action, engine::Action::Run(_)) {
            measure(
                &game,
                format!("a game of the bot with itself, entry {number}"),
            );
        }
        game.enter(entry.clone()).expect("it replays");
    }
    times.sort();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times.get(index.min(times.len().saturating_sub(1)))
    };
    let took = |share: f64| at(share).map_or(Duration::ZERO, |(took, _)| *took);
    println!(
        "1873, best assignment (targets: p99 under 100 ms, none over 2 s): {} times, {unproven} unproven, p50 {:.2?}, p99 {:.2?}, max {:.2?}",
        times.len(),
        took(0.5),
        took(0.99),
        took(1.0)
    );
    for (took, what) in times.iter().rev().take(5) {
        println!("  {took:.2?} {what}");
    }
    let _ = c;
}

/// Four trains of two kinds for a company of 1835.
const KINDS_1835: [&[&str]; 4] = [
    &["5", "5", "3+3", "3+3"],
    &["6", "6", "4", "4"],
    &["6", "6", "6+6", "6+6"],
    &["4+4", "4+4", "5+5", "5+5"],
];

/// Late trains of 1826: a TGV runs on track of the others, an E skips towns.
const KINDS_1826: [&[&str]; 4] = [
    &["E", "E"],
    &["TGV", "E"],
    &["TGV", "10H"],
    &["TGV", "E", "10H"],
];

/// The best runs at every hundredth line of recorded games of a title, each major company with the trains of a set in
/// turn, put into its hands by `arm`.
fn armed(
    title: &str,
    what: &str,
    sets: &[&[&str]],
    arm: impl Fn(&Game, CompanyId, &[&str]) -> Option<Game>,
) {
    let folder = format!("replays/{title}");
    let Some(folder) = tests::shared::need(&folder, "positions of recorded games") else {
        return;
    };
    let mut times: Vec<(Duration, String)> = Vec::new();
    let (mut unproven, mut earning, mut whole) = (0, 0, 0);
    for path in tests::traces::find(&[folder]).expect("the folder can be listed") {
        let trace = tests::replay::trace::Trace::read(&path).expect("a trace");
        tests::replay::watched(&trace, &mut |game, play, _| {
            if play.n() % 100 != 99 {
                return;
            }
            let definition = game.definition();
            let open = (definition.company_ids()).filter(|company| {
                let kind = definition.at(*company).kind;
                matches!(kind, CompanyKind::Major | CompanyKind::National)
                    && game.shared().is_open(*company)
            });
            for (company, set) in open.zip(sets.iter().cycle()) {
                let Some(armed) = arm(game, company, set) else {
                    continue;
                };
                let begun = Instant::now();
                let best = armed.best_runs_of(company);
                let id = &definition.at(company).id;
                let line = play.n();
                let name = format!("{} line {line}: {id}, {}", trace.header.name, set.join(" "));
                times.push((begun.elapsed(), name));
                whole += u32::from(armed.shared().trains(company).count() == set.len());
                if let Some(best) = best {
                    unproven += u32::from(best.proof != Proof::Proven);
                    earning += u32::from(best.total > 0);
                }
            }
        });
    }
    times.sort();
    let took = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        let last = times.len().saturating_sub(1);
        times
            .get(index.min(last))
            .map_or(Duration::ZERO, |(took, _)| *took)
    };
    println!(
        "{title}, {what}: {} times, {whole} with all trains of the set, {earning} earn, {unproven} unproven, p50 {:.2?}, p99 {:.2?}, max {:.2?}",
        times.len(),
        took(0.5),
        took(0.99),
        took(1.0)
    );
    for (took, what) in times.iter().rev().take(3) {
        println!("  {took:.2?} {what}");
    }
}

/// Takes a company's trains and gives it others.
fn equip(shared: &mut Shared, definition: &Definition, company: CompanyId, set: &[&str]) {
    let own: Vec<_> = shared.trains(company).map(|train| train.id).collect();
    for train in own {
        shared.depot.move_to(train, TrainHolder::Pool);
    }
    for name in set {
        let kind = definition.kind(name).expect("a kind");
        let holder = TrainHolder::Company(company);
        shared.depot.take(definition, kind, holder);
    }
}

fn many_trains(_: &mut Criterion) {
    let what = "four trains of two kinds (target: p99 under 100 ms)";
    armed("1835", what, &KINDS_1835, |game, company, set| {
        let (rules, state) = game.y1835()?;
        let mut state = state.clone();
        equip(&mut state.shared, &rules.definition, company, set);
        let setup = game.setup().clone();
        Some(Game::at_y1835_position(setup, rules.clone(), state))
    });
    let what = "E, TGV on shared track, 10H (targets: p99 under 200 ms, none over 2 s)";
    armed("1826", what, &KINDS_1826, |game, company, set| {
        let (rules, state) = game.y1826()?;
        let mut state = state.clone();
        let phase = if set.contains(&"TGV") { "TGV" } else { "E" };
        let phases = &rules.definition.phases;
        state.shared.phase = phases.iter().position(|other| other.name == phase)? as u8;
        equip(&mut state.shared, &rules.definition, company, set);
        let setup = game.setup().clone();
        Some(Game::at_1826_position(setup, rules.clone(), state))
    });
}

criterion_group!(benches, routes, networks, many_trains);
criterion_main!(benches);
