//! The sum of runs worked out, other runs, and what a company reaches, at positions of whole random games.

mod support;

use engine::{Action, Event, Game};
use support::{Draw, choose, setups};

#[test]
fn sums_add_up_to_what_is_earned_and_other_runs_are_legal() {
    let (mut checked, mut others) = (0, 0);
    for (index, setup) in setups().into_iter().enumerate() {
        let mut game = Game::new(setup).expect("a game");
        let mut draw = Draw::new(900 + index as u64);
        for _ in 0..900 {
            let Some((seat, action)) = choose(&game, &mut draw) else {
                break;
            };
            let company = game.decision().and_then(|ask| ask.company);
            let before = game.clone();
            let Ok(events) = game.apply(seat, &action) else {
                continue;
            };
            let (Action::Run(runs), Some(company)) = (&action, company) else {
                continue;
            };
            let sums = before.run_sums(company, runs).expect("legal runs");
            for run in &sums.runs {
                let items: i32 = run.stops.iter().map(|(_, sum)| sum).sum();
                let bonuses: i32 = run.bonuses.iter().map(|(_, sum)| sum).sum();
                assert_eq!(items + bonuses, run.total);
            }
            let ran = events.iter().find_map(|event| match event {
                Event::Ran {
                    company: ran,
                    revenues,
                    extra,
                    ..
                } if *ran == company => Some((revenues.clone(), *extra)),
                _ => None,
            });
            let (revenues, extra) = ran.expect("it ran");
            let totals: Vec<i32> = sums.runs.iter().map(|run| run.total).collect();
            assert_eq!(totals, revenues);
            assert_eq!(sums.total, revenues.iter().sum::<i32>() + extra);
            checked += 1;
            // Stops that are left out are found again, and every stop of a run is reached.
            let bare: Vec<engine::Run> = runs
                .iter()
                .map(|run| {
                    let mut run = run.clone();
                    for step in &mut run.steps {
                        step.scored = false;
                    }
                    run
                })
                .collect();
            let whole = before.whole_runs(company, &bare).expect("a way");
            let again = before.run_sums(company, &whole).expect("legal runs").total;
            assert_eq!(again, sums.total);
            let reached = before.reached(company);
            for (at, _) in sums.runs.iter().flat_map(|run| &run.stops) {
                assert!(reached.iter().any(|stop| stop.hex == at.hex), "{at:?}");
            }
            if draw.one_in(4) {
                let best = before.best_runs().expect("runs");
                for other in before.other_runs(&best) {
                    assert!(other.runs != best.runs && other.total <= best.total);
                    let mut trial = before.clone();
                    trial
                        .apply(seat, &Action::Run(other.runs))
                        .expect("it is legal");
                    others += 1;
                }
            }
        }
    }
    assert!(checked > 300 && others > 20, "{checked} {others}");
}
