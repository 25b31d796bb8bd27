//! Trials: a fork that runs ahead to a turn is a game under the real rules.

mod support;

use engine::board::Placed;
use engine::finance::Holder;
use engine::ids::{CompanyId, Seat};
use engine::shared::Ending;
use engine::{Action, Choice, Event, Game, Jump, Setup, Topic};
use support::{Draw, choose, invariants, setups};

/// Plays games of the list and shows positions of all their rounds.
fn positions(steps: usize, seed: u64, one_in: usize, mut look: impl FnMut(&Game, &mut Draw)) {
    for (index, setup) in setups().into_iter().enumerate() {
        let mut draw = Draw::new(seed + index as u64);
        let mut game = Game::new(setup).expect("a set-up of the list");
        for _ in 0..steps {
            if draw.one_in(one_in) {
                look(&game, &mut draw);
            }
            let Some((seat, action)) = choose(&game, &mut draw) else {
                break;
            };
            game.apply(seat, &action).expect("listed");
        }
        look(&game, &mut draw);
    }
}

/// Whether all titles are played, so that numbers can be asked for.
fn all_titles() -> bool {
    std::env::var("ROUNDHOUSE_TITLE").is_err()
}

/// Whether the company has turns in which somebody decides, said without the code under test.
fn operates(game: &Game, company: CompanyId) -> bool {
    let decided = match game.harzbahn() {
        Some((rules, state)) => {
            company != rules.special.external && !state.in_receivership(company)
        }
        None => game.shared().director(game.definition(), company).is_some(),
    };
    decided && game.operating_order().contains(&company)
}

/// Companies or seats whose turn can be tried are exactly those that have one; the trial is sane, is a game of its
/// own, goes on under the rules, and the game does not notice.
#[test]
fn a_trial_is_a_sane_game_of_its_own() {
    let (mut turns, mut stocks, mut refused, mut played, mut rounds) = (0, 0, 0, 0, Vec::new());
    positions(2500, 31, 40, |game, draw| {
        let before = (game.digest(), game.log().len());
        let round = game.round_name();
        let kind = round.split(' ').next().unwrap_or_default().to_string();
        if !rounds.contains(&kind) {
            rounds.push(kind);
        }
        let known = engine::game::rule_rows(&game.definition().slug);
        let is_rule = |rule: &str| rule == "GAME" || known.iter().any(|row| row.id == rule);
        for company in game.definition().company_ids() {
            let may = operates(game, company) && !game.is_over();
            match game.jump(Jump::Turn(company)) {
                Ok((_, events)) => {
                    assert!(may, "{round}: {company:?} has no turn");
                    let trial = game.trial_turn(company).expect("the same");
                    let here = game.asks().iter().any(|ask| ask.company == Some(company));
                    let began = |event: &Event| *event == Event::TurnBegan { company };
                    assert!(here || events.iter().any(began), "{round}: no turn began");
                    sane(&trial);
                    turns += 1;
                    if draw.one_in(12) {
                        played += play_on(trial, draw);
                    }
                }
                Err(why) => {
                    let ends = game.shared().ending != Ending::Open || game.harzbahn().is_some();
                    assert!(!may || ends, "{round}: {company:?} may operate, but: {why}");
                    assert!(is_rule(why.rule), "{why:?}");
                    assert!(!why.text.is_empty() && !why.text.contains('\n'));
                    refused += 1;
                }
            }
        }
        for seat in game.seats() {
            match game.trial_stock(seat) {
                Ok(trial) => {
                    sane(&trial);
                    // Where he has no choice he has passed already.
                    let (jumped, _) = game.jump(Jump::Stock(seat)).expect("the same");
                    let ask = jumped.decision().expect("a question");
                    let stock = ask.topic != Topic::StockTurn || ask.seat == seat;
                    assert!(stock, "{round}: {ask:?}");
                    assert!(jumped.round_name().starts_with("SR"), "{round}");
                    stocks += 1;
                    if draw.one_in(6) {
                        played += play_on(trial, draw);
                    }
                }
                Err(why) => {
                    let ends = game.is_over()
                        || game.shared().ending != Ending::Open
                        || game.shared().table.is_out(seat)
                        || game
                            .harzbahn()
                            .is_some_and(|(_, state)| state.sets_of_three > 0);
                    assert!(ends, "{round}: {seat:?} has no stock turn: {why}");
                    assert!(is_rule(why.rule), "{why:?}");
                }
            }
        }
        assert_eq!(before, (game.digest(), game.log().len()));
    });
    if !all_titles() {
        return;
    }
    assert!(turns > 2000 && stocks > 1000 && refused > 1000 && played > 2000);
    for kind in ["SR", "OR", "AR", "Start", "Initial", "Auction", "Game"] {
        assert!(
            rounds.iter().any(|known| known == kind),
            "{kind}: {rounds:?}"
        );
    }
}

fn sane(trial: &Game) {
    invariants(trial);
    assert!(trial.is_over() || trial.decision().is_some(), "dead end");
    let alone = trial
        .log()
        .iter()
        .all(|entry| matches!(entry.by, engine::By::Engine(_)));
    assert!(alone, "the log starts with the trial");
}

/// Plays some steps in a trial; taking all back leads to its start.
fn play_on(mut trial: Game, draw: &mut Draw) -> usize {
    let start = trial.digest();
    let first = trial.log().len();
    let mut count = 0;
    for _ in 0..60 {
        let Some((seat, action)) = choose(&trial, draw) else {
            assert!(trial.is_over(), "dead end:\n{}", trial.ledger());
            break;
        };
        trial.apply(seat, &action).expect("listed");
        invariants(&trial);
        count += 1;
    }
    if count > 0 {
        let mut back = trial.clone();
        back.undo(count).expect("as many as were done");
        assert_eq!(back.digest(), start);
        assert_eq!(back.log().len(), first);
        assert!(back.undo(1).is_err(), "nothing before the start");
    }
    count
}

/// Passes until the next turn begins, if passing is all that is needed for it: the events on the way.
fn passed_on(game: &Game) -> Option<(Game, Vec<Event>)> {
    let mut real = game.clone();
    let mut events = Vec::new();
    let asked = game.decision()?;
    for _ in 0..12 {
        let ask = real.decision()?;
        let new = ask.company.is_some() && ask.company != asked.company
            || ask.topic == Topic::StockTurn && (ask.seat, asked.topic) != (asked.seat, ask.topic);
        if new && !events.is_empty() {
            return Some((real, events));
        }
        events.extend(real.apply(ask.seat, &Action::Pass).ok()?);
    }
    None
}

/// Where nothing but passes lies between, the trial is the very position that the real game comes to.
#[test]
fn a_trial_is_what_passing_leads_to() {
    let (mut turns, mut stocks, mut ends) = (0, 0, 0);
    positions(4000, 77, 3, |game, _| {
        // Bids and offers are void in a trial, and passing would accept or award.
        let round = game.round_name();
        let Some(asked) = game.decision() else { return };
        if !matches!(
            asked.topic,
            Topic::StockTurn
                | Topic::Concessions
                | Topic::Trains
                | Topic::Convert
                | Topic::Machines
                | Topic::CloseMine
        ) {
            return;
        }
        let Some((real, events)) = passed_on(game) else {
            return;
        };
        // Nothing but passing: not that a company fails for want of money.
        let quiet = |event: &Event| matches!(event, Event::Passed { .. });
        let new =
            |event: &Event| matches!(event, Event::TurnBegan { .. } | Event::RoundBegan { .. });
        if !events.iter().take_while(|event| !new(event)).all(quiet) {
            return;
        }
        let began: Vec<CompanyId> = events
            .iter()
            .filter_map(|event| match event {
                Event::TurnBegan { company } => Some(*company),
                _ => None,
            })
            .collect();
        let ask = real.decision().expect("a question");
        // Whose turn went by itself on the way has his trial there.
        let his = Event::Passed { seat: ask.seat };
        if began.is_empty() && events.contains(&his) {
            return;
        }
        // What goes by itself after the first turn that began goes by itself in the trial.
        let trial = match (began.first(), ask.topic) {
            (Some(&company), _) if operates(&real, company) => {
                turns += 1;
                game.trial_turn(company)
            }
            (None, Topic::StockTurn) => {
                stocks += 1;
                game.trial_stock(ask.seat)
            }
            _ => return,
        };
        if real.round_name() != round {
            ends += 1;
        }
        let trial = trial.unwrap_or_else(|why| panic!("{round}: {why}"));
        let (tried, real) = (trial.ledger(), real.ledger());
        let lines = |of: &str, other: &str| -> Vec<String> {
            let of = of
                .lines()
                .filter(|line| !other.lines().any(|known| known == *line));
            of.map(String::from).collect()
        };
        assert_eq!(
            lines(&tried, &real),
            lines(&real, &tried),
            "from {round} by {events:?}"
        );
        assert!(tried == real);
    });
    assert!(
        !all_titles() || turns > 300 && stocks > 300 && ends > 100,
        "{turns} {stocks} {ends}"
    );
}

/// What decides about the lays of a company besides its own facts.
fn ground(game: &Game, company: CompanyId) -> (Vec<Placed>, String, String) {
    let map = &game.definition().map;
    let board = &game.shared().board;
    let tokens: Vec<String> = board
        .tokens()
        .iter()
        .map(|token| format!("{token:?}"))
        .collect();
    let own = format!(
        "{} {:?} {:?}",
        game.shared().treasury(company),
        game.shared().company(company),
        game.phase_name()
    );
    (
        map.hex_ids().map(|hex| board.placed(hex)).collect(),
        tokens.join(" "),
        own,
    )
}

fn lays(game: &Game) -> Vec<String> {
    let Some(ask) = game.decision() else {
        return Vec::new();
    };
    let legal = game.legal(ask.seat);
    let mut lays: Vec<String> = legal
        .actions()
        .filter(|action| matches!(action, Action::Lay(..)))
        .map(|action| game.print(action))
        .collect();
    lays.sort();
    lays
}

/// Where the real game comes to a company's turn with the same map, it may lay what the trial said.
#[test]
fn the_lays_of_a_trial_are_those_of_the_real_turn() {
    let (mut same, mut some) = (0, 0);
    positions(2500, 5, 60, |game, draw| {
        let companies: Vec<CompanyId> = game.definition().company_ids().collect();
        for company in companies {
            if game.asks().iter().any(|ask| ask.company == Some(company)) {
                continue;
            }
            let Ok(trial) = game.trial_turn(company) else {
                continue;
            };
            let Some(tried) = trial.decision() else {
                continue;
            };
            if tried.company != Some(company) {
                continue;
            }
            let mut real = game.clone();
            for _ in 0..60 {
                let Some(ask) = real.decision() else { break };
                if ask.company == Some(company) && ask.topic == tried.topic {
                    break;
                }
                // Everybody does as little as the rules let him.
                let legal = real.legal(ask.seat);
                let action = if legal.contains(&Action::Pass) {
                    Action::Pass
                } else if legal.choices.contains(&Choice::Runs) {
                    Action::Run(real.best_runs().map(|best| best.runs).unwrap_or_default())
                } else {
                    match choose(&real, draw) {
                        Some((_, action)) => action,
                        None => break,
                    }
                };
                real.apply(ask.seat, &action).expect("listed");
            }
            let there = real
                .decision()
                .is_some_and(|ask| ask.company == Some(company) && ask.topic == tried.topic);
            // Others' first turns free what the map holds for them.
            let others = |game: &Game| -> Vec<bool> {
                let ids = game.definition().company_ids();
                ids.map(|id| game.shared().company(id).operated).collect()
            };
            if !there
                || ground(&real, company) != ground(&trial, company)
                || others(&real) != others(&trial)
            {
                continue;
            }
            let (expected, got) = (lays(&real), lays(&trial));
            assert_eq!(got, expected, "{company:?} from {}", game.round_name());
            same += 1;
            some += usize::from(!got.is_empty());
        }
    });
    assert!(!all_titles() || same > 100 && some > 50, "{same} {some}");
}

fn said(setup: Setup, lines: &[&str]) -> Game {
    let mut game = Game::new(setup).expect("a set-up");
    for line in lines {
        let seat = game.decision().expect("a question").seat;
        let action = game.read(seat, line).expect("readable");
        game.apply(seat, &action).expect("legal");
    }
    game
}

/// A bid that is open is void in a trial; a home tile that is owed is asked first; who has no turn is refused.
#[test]
fn a_trial_from_the_initial_auction() {
    let game = said(Setup::new("18ardennes", 3), &["bid 14 100", "pass", "pass"]);
    let id = |name: &str| game.definition().company(name).unwrap();
    assert_eq!(game.decision().unwrap().topic, Topic::HomeTile);
    // His own home is not laid yet, so that the trial asks for it, and then for his track.
    let mut trial = game.trial_turn(id("14")).unwrap();
    let ask = trial.decision().unwrap();
    assert_eq!((ask.topic, ask.company), (Topic::HomeTile, Some(id("14"))));
    let (seat, home) = (
        ask.seat,
        trial.legal(ask.seat).actions().next().unwrap().clone(),
    );
    trial.apply(seat, &home).unwrap();
    assert_eq!(trial.decision().unwrap().topic, Topic::Track);
    assert_eq!(trial.round_name(), "OR 1.1");
    let why = game.trial_turn(id("3")).unwrap_err();
    assert_eq!(why.rule, "ARD-6-01");
    assert_eq!(why.text, "Minor 3 has no turn: nobody has bought it yet");
    assert_eq!(
        game.trial_turn(id("BE")).unwrap_err().text,
        "BE has no turn: it is not formed yet"
    );
    let stock = game.trial_stock(Seat(2)).unwrap();
    assert_eq!(stock.round_name(), "SR 2");
    assert_eq!(game.trial_turn(CompanyId(250)).unwrap_err().rule, "GAME");
    assert_eq!(game.trial_stock(Seat(9)).unwrap_err().rule, "GAME");
    // A trial can be run ahead again: several turns are planned one after the other.
    let mut on = stock.trial_turn(id("14")).unwrap();
    assert_eq!(on.round_name(), "OR 2.1");
    while on
        .decision()
        .is_some_and(|ask| ask.topic == Topic::HomeTile)
    {
        let seat = on.decision().unwrap().seat;
        let home = on.legal(seat).actions().next().unwrap().clone();
        on.apply(seat, &home).unwrap();
    }
    let paid = on.shared().papers.of_company(on.definition(), id("14"));
    assert!(
        paid.into_iter()
            .any(|(paper, _, _)| on.shared().papers.holder(paper) == Holder::Player(Seat(0)))
    );
}

/// Harzbahn 1873: no mine is bought during the premium; a half-built concession route is not left behind.
#[test]
fn a_trial_leaves_nothing_half_done() {
    let game = Game::new(Setup::new("1873", 3)).unwrap();
    let id = |name: &str| game.definition().company(name).unwrap();
    assert_eq!(game.trial_turn(id("1")).unwrap_err().rule, "H73-4-01");
    assert_eq!(game.trial_turn(id("MHE")).unwrap_err().rule, "H73-4.5-01");
    assert_eq!(game.trial_turn(id("HBE")).unwrap_err().rule, "H73-4-02");
    assert_eq!(game.trial_stock(Seat(1)).unwrap().round_name(), "SR 1");
    let mut seen = 0;
    positions(2500, 900, 1, |game, draw| {
        let amid = game
            .decision()
            .filter(|ask| ask.topic == Topic::ConcessionRoute);
        let laid = game.log().len();
        let Some(ask) = amid.filter(|_| game.whole(laid) < laid) else {
            return;
        };
        seen += 1;
        let railway = ask.company.expect("whose route");
        for company in game.definition().company_ids() {
            let Ok(trial) = game.trial_turn(company) else {
                continue;
            };
            if company == railway {
                // Its own turn is under way.
                assert_eq!(trial.digest(), game.digest());
                continue;
            }
            invariants(&trial);
            let mut before = game.clone();
            before.undo(1).expect("the first tile");
            assert_eq!(trial.digest(), before.trial_turn(company).unwrap().digest());
        }
        if draw.one_in(3) {
            play_on(game.fork(), draw);
        }
    });
    assert!(!all_titles() || seen > 5, "{seen}");
}
