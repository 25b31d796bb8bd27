//! Rules 6.4.1 to 6.5.1 of 18Ardennes: what runs are legal and what they earn. Each test is named for its rule row.

use engine::ids::{CompanyId, TrainId};
use engine::network::Proof;
use engine::titles::ardennes::Options;
use engine::titles::ardennes::scenario::Scenario;
use engine::{Run, RunStep};
use std::sync::OnceLock;

mod bonuses;
mod routes;
mod tee;

/// The printed map under the rules of the book.
pub fn map() -> Scenario {
    static BLANK: OnceLock<Scenario> = OnceLock::new();
    BLANK
        .get_or_init(|| Scenario::new(4, Options::default()).unwrap())
        .cleared()
}

pub fn with_option(name: &str) -> Scenario {
    let options = Options::read("18Ardennes", &[name.to_string()]).unwrap();
    Scenario::new(4, options).unwrap()
}

/// Tiles as `H6 621 0, I5 58 1`: hex, tile, turning.
pub fn lay(scenario: Scenario, tiles: &str) -> Scenario {
    tiles.split(',').fold(scenario, |scenario, tile| {
        let [hex, id, rot] = tile.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{tile}")
        };
        scenario.tile(hex, id, rot.parse().unwrap())
    })
}

pub fn company(scenario: &Scenario, name: &str) -> CompanyId {
    scenario.check_built().unwrap();
    scenario.rules().definition.company(name).unwrap()
}

/// Runs as `2-0 H6 I5 M7/1; 6-1 G3* H2`: card, then hexes with `/n` for a stop and `*` for one that a 4D scores.
pub fn runs(scenario: &Scenario, text: &str) -> Vec<Run> {
    let definition = &scenario.rules().definition;
    text.split(';')
        .map(|run| {
            let mut words = run.split_whitespace();
            let (kind, number) = words.next().unwrap().split_once('-').unwrap();
            let train = TrainId {
                stack: definition.kind(kind).unwrap(),
                number: number.parse().unwrap(),
            };
            let steps = words
                .map(|word| {
                    let name = word.trim_end_matches('*');
                    let (hex, stop) = match name.split_once('/') {
                        Some((hex, stop)) => (hex, Some(stop.parse().unwrap())),
                        None => (name, None),
                    };
                    RunStep {
                        hex: definition.map.hex(hex).unwrap(),
                        stop,
                        scored: word.ends_with('*'),
                    }
                })
                .collect();
            Run { train, steps }
        })
        .collect()
}

/// What the runs earn.
#[track_caller]
pub fn earn(scenario: &Scenario, who: &str, text: &str) -> i32 {
    let list = runs(scenario, text);
    match scenario.check(company(scenario, who), &list) {
        Ok((_, total)) => total,
        Err(rejection) => panic!("{text}: {rejection}"),
    }
}

/// By which rule the runs are refused.
#[track_caller]
pub fn refused(scenario: &Scenario, who: &str, text: &str) -> &'static str {
    let list = runs(scenario, text);
    match scenario.check(company(scenario, who), &list) {
        Ok((_, total)) => panic!("{text}: accepted for {total}"),
        Err(rejection) => rejection.rule,
    }
}

/// What the best runs earn; they must be legal and proven.
#[track_caller]
pub fn best(scenario: &Scenario, who: &str) -> i32 {
    let id = company(scenario, who);
    let best = scenario.best(id, 10_000_000);
    assert_eq!(best.proof, Proof::Proven);
    let (_, total) = scenario.check(id, &best.runs).unwrap();
    assert_eq!(total, best.total);
    total
}
