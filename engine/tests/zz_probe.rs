mod support;
use engine::{Action, Game, Setup, Topic};
use std::collections::BTreeMap;
use support::{Draw, choose, domain, lays};
fn main_() {
    let seeds: u64 = std::env::var("SEEDS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(10);
    let dom: usize = std::env::var("DOM")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(0);
    let verbose = std::env::var("V").is_ok();
    let mut problems: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for (si, setup) in support::setups().into_iter().enumerate() {
        for seed in 0..seeds {
            let mut draw = Draw::new(seed * 100 + si as u64 + 5000);
            let mut game = Game::new(setup.clone()).unwrap();
            let mut trail: Vec<String> = Vec::new();
            let mut topics: BTreeMap<&'static str, usize> = BTreeMap::new();
            let mut note = |kind: String, detail: String, game: &Game, trail: &[String]| {
                let e = problems.entry(kind).or_insert((0, String::new()));
                e.0 += 1;
                if e.1.is_empty() {
                    let n = trail.len();
                    e.1 = format!(
                        "setup {si} seed {seed} {:?} options {} {}\n{detail}\nlast: {}\n{}",
                        setup.players,
                        setup.options.len(),
                        game.round_name(),
                        trail[n.saturating_sub(6)..].join(" | "),
                        if std::env::var("L").is_ok() {
                            game.ledger()
                        } else {
                            String::new()
                        }
                    );
                }
            };
            let mut stop = "limit";
            for _ in 0..6000 {
                let faults = engine::scenario::faults(&game, i64::from(game.definition().bank));
                if !faults.is_empty() {
                    note(
                        format!("fault {}", faults[0].split(':').last().unwrap_or("")),
                        faults.join("; "),
                        &game,
                        &trail,
                    );
                    stop = "fault";
                    break;
                }
                let Some(ask) = game.decision() else {
                    if !game.is_over() {
                        note("dead end".into(), String::new(), &game, &trail);
                    }
                    stop = "over";
                    break;
                };
                *topics.entry(ask.topic.name()).or_default() += 1;
                let rare = !matches!(
                    ask.topic,
                    Topic::Track
                        | Topic::Trains
                        | Topic::Run
                        | Topic::Bid
                        | Topic::Token
                        | Topic::Dividend
                        | Topic::StockTurn
                        | Topic::Machines
                );
                if dom > 0 && draw.one_in(if rare { dom } else { dom * 8 }) {
                    let mut all = domain(&game);
                    if matches!(ask.topic, Topic::Track | Topic::ConcessionRoute) && draw.one_in(2)
                    {
                        all.extend(lays(&game));
                    }
                    for ask in game.asks() {
                        let legal = game.legal(ask.seat);
                        for action in &all {
                            if matches!(action, Action::Run(_)) {
                                continue;
                            }
                            let checked = game.check(ask.seat, action);
                            if legal.contains(action) != checked.is_ok() {
                                let text = game.print(action);
                                let w = text.split(' ').next().unwrap().to_string();
                                note(
                                    format!(
                                        "law {} {} listed {}",
                                        ask.topic.name(),
                                        w,
                                        legal.contains(action)
                                    ),
                                    format!(
                                        "P{} {:?}: {text}: {checked:?}",
                                        ask.seat.0 + 1,
                                        ask.company.map(|c| game.definition().at(c).id.clone())
                                    ),
                                    &game,
                                    &trail,
                                );
                            }
                        }
                    }
                }
                let Some((seat, action)) = choose(&game, &mut draw) else {
                    note(
                        format!("no choice {}", ask.topic.name()),
                        String::new(),
                        &game,
                        &trail,
                    );
                    stop = "nochoice";
                    break;
                };
                trail.push(format!(
                    "{}: P{} {}",
                    game.round_name(),
                    seat.0 + 1,
                    game.print(&action)
                ));
                if let Err(r) = game.apply(seat, &action) {
                    note(
                        format!("listed but refused {} {}", ask.topic.name(), r.rule),
                        r.text,
                        &game,
                        &trail,
                    );
                    stop = "refused";
                    break;
                }
            }
            if verbose {
                println!(
                    "setup {si} players {} options {} seed {seed}: {stop} {} entries {} phase {} ending {:?} values {:?} {:?}",
                    setup.players,
                    setup.options.len(),
                    game.log().len(),
                    game.round_name(),
                    game.phase_name(),
                    game.shared().ending,
                    game.definition()
                        .company_ids()
                        .filter_map(|c| game
                            .shared()
                            .price(game.definition(), c)
                            .map(|p| format!("{}:{p}", game.definition().at(c).id)))
                        .collect::<Vec<_>>(),
                    topics
                );
            }
        }
    }
    for (kind, (count, first)) in &problems {
        println!("### {kind} × {count}\n{first}\n");
    }
}
#[test]
fn probe() {
    main_();
}
