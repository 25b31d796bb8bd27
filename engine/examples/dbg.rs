#[path = "../tests/support/mod.rs"]
mod support;
use engine::{Game, Setup};
use support::{Draw, choose};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let base: u64 = args[1].parse().unwrap();
    for (index, setup) in support::setups().into_iter().enumerate() {
        let mut draw = Draw::new(base + index as u64);
        let mut game = Game::new(setup.clone()).unwrap();
        let mut last: Vec<String> = Vec::new();
        for step in 0..4000 {
            let money = i64::from(game.definition().bank);
            let faults = engine::scenario::faults(&game, money);
            if !faults.is_empty() {
                println!("setup {index} {setup:?} step {step}: {faults:?}");
                for line in last.iter().rev().take(12).rev() {
                    println!("   {line}");
                }
                break;
            }
            let route = game
                .decision()
                .is_some_and(|ask| ask.topic == engine::Topic::ConcessionRoute);
            if draw.one_in(if route { 2 } else { 200 }) && !game.log().is_empty() {}
            let Some((seat, action)) = choose(&game, &mut draw) else {
                if !game.is_over() {
                    println!("dead end {index} {}", game.round_name());
                } else {
                    println!(
                        "over {index} after {step} {} {}",
                        game.phase_name(),
                        game.shared().turn
                    );
                }
                break;
            };
            let text = game.print(&action);
            let before = game.round_name();
            match game.apply(seat, &action) {
                Ok(events) => last.push(format!(
                    "{before} P{} {text}: {} events {:?}",
                    seat.0 + 1,
                    events.len(),
                    events.iter().take(9).collect::<Vec<_>>()
                )),
                Err(e) => {
                    println!("refused {text}: {e}");
                    break;
                }
            }
        }
    }
}
