//! The best runs against brute force on small random boards.

mod support;
mod walker;

use engine::ids::{CompanyId, HexId};
use engine::network::{Proof, follow, same_place};
use engine::titles::ardennes::Options;
use engine::titles::ardennes::scenario::Scenario;
use engine::{Run, RunStep};
use support::Draw;
use walker::{Walker, all_stops, board, company};

struct Legal {
    revenue: i32,
    sides: Vec<(HexId, u8)>,
}

/// Every legal route of a card, dearest first.
fn routes(scenario: &Scenario, who: CompanyId, ways: &[Vec<RunStep>], card: usize) -> Vec<Legal> {
    let definition = &scenario.rules().definition;
    let train = scenario.shared().trains(who).nth(card).unwrap().id;
    let mut list = Vec::new();
    for steps in ways {
        let run = Run {
            train,
            steps: steps.clone(),
        };
        let run = scenario.canonical(who, &[run]).expect("a way");
        if let Ok((revenues, _)) = scenario.check(who, &run) {
            let route = follow(&definition.map, &scenario.shared().board, &run[0].steps).unwrap();
            let different = |(index, visit)| {
                route.visits[..index]
                    .iter()
                    .all(|other| !same_place(visit, *other))
            };
            assert!(route.visits.iter().copied().enumerate().all(different));
            list.push(Legal {
                revenue: revenues[0],
                sides: route.sides,
            });
        }
    }
    list.sort_by_key(|legal| -legal.revenue);
    list
}

fn best_of(lists: &[Vec<Legal>], used: &mut Vec<(HexId, u8)>, so_far: i32, best: &mut i32) {
    let Some((list, rest)) = lists.split_first() else {
        *best = (*best).max(so_far);
        return;
    };
    let hope: i32 = rest
        .iter()
        .filter_map(|list| list.first())
        .map(|legal| legal.revenue)
        .sum();
    best_of(rest, used, so_far, best);
    for legal in list {
        if so_far + legal.revenue + hope <= *best {
            break;
        }
        if legal.sides.iter().any(|side| used.contains(side)) {
            continue;
        }
        let before = used.len();
        used.extend(&legal.sides);
        best_of(rest, used, so_far + legal.revenue, best);
        used.truncate(before);
    }
}

/// The optimiser finds what brute force finds, on boards of every region and for several sets of trains.
#[test]
fn ard_6_5_01_best_runs_equal_brute_force() {
    let blank = Scenario::new(4, Options::default()).unwrap();
    let strange = Scenario::new(4, Options::as_18xx_games()).unwrap();
    let sets: &[&[&str]] = &[
        &["2"],
        &["3"],
        &["4"],
        &["6"],
        &["4D"],
        &["2", "2"],
        &["3", "2"],
        &["3", "3", "2"],
        &["4", "3"],
        &["2", "4D"],
        &["2", "2", "2"],
        &["4", "4"],
        &["3", "4D", "2"],
    ];
    let mut judged = 0;
    let mut earning = 0;
    for seed in 0..800 {
        let mut draw = Draw::new(seed + 1);
        let trains = sets[draw.number(sets.len())];
        let rules = if draw.one_in(3) { &strange } else { &blank };
        let scenario = board(rules, &mut draw, trains);
        let who = company(&scenario, "BE");
        let Some(walker) = Walker::from(&scenario, &all_stops(&scenario), &|_| true, 4000) else {
            continue;
        };
        let ways = walker.ways;
        let mut brute = 0;
        let mut lists = Vec::new();
        for (card, kind) in trains.iter().enumerate() {
            let list = routes(&scenario, who, &ways, card);
            if *kind == "4D" {
                brute += list.first().map_or(0, |legal| legal.revenue);
            } else {
                lists.push(list);
            }
        }
        let mut joint = 0;
        best_of(&lists, &mut Vec::new(), 0, &mut joint);
        brute += joint;
        let best = scenario.best(who, 10_000_000);
        assert_eq!(best.proof, Proof::Proven, "seed {seed}");
        assert_eq!(best.total, brute, "seed {seed}, trains {trains:?}");
        let (_, total) = scenario.check(who, &best.runs).expect("our runs are legal");
        assert_eq!(total, best.total, "seed {seed}");
        // The direction of a run and the order of runs mean nothing.
        let mut turned = best.runs.clone();
        turned.reverse();
        for run in &mut turned {
            run.steps.reverse();
        }
        assert_eq!(
            scenario.check(who, &turned).map(|(_, total)| total),
            Ok(total)
        );
        judged += 1;
        earning += usize::from(brute > 0);
    }
    assert!(
        judged > 300 && earning > 140,
        "{judged} boards, {earning} with earnings"
    );
}
