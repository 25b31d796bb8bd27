//! Companies that are run out until their trains, their routes or the phase really change.

use crate::room::Room;
use crate::standing::name;
use bot::demo::player::{Dice, choose};
use bot::store::OrderRow;
use engine::action::{Action, By};
use engine::ids::{CompanyId, Seat};
use engine::legal::Topic;
use engine::titles::Mark;
use engine::{Entry, Game};
use serde_json::Value;

/// The game of a room, followed entry by entry.
struct Mirror {
    game: Game,
    ids: Vec<i64>,
}

impl Mirror {
    fn of(title: &str) -> Mirror {
        let game = Game::new(engine::Setup::new(title, 3)).expect("a game");
        Mirror {
            game,
            ids: Vec::new(),
        }
    }

    /// Takes in what was done, and gives what was done by order.
    fn follow(&mut self, room: &Room, seen: &mut dyn FnMut(&Game, Seat, &Action)) {
        let store = room.tables.store();
        let (row, _) = store.game(1).expect("a game").expect("there");
        for stored in store.branch(1, row.head).expect("a log") {
            if self.ids.contains(&stored.id) {
                continue;
            }
            let seat = Seat(stored.action.seat);
            let action = self.game.parse(&stored.action.text).expect("notation");
            if stored.action.how.is_automatic() {
                seen(&self.game, seat, &action);
            }
            let by = match stored.action.kind.name() {
                "engine" => By::Engine(seat),
                _ => By::Seat(seat),
            };
            self.game.enter(Entry { by, action }).expect("legal");
            self.ids.push(stored.id);
        }
    }
}

/// What a company is like, by a reading of its own: trains or machines, the sum of its best runs, the phase.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    trains: Vec<String>,
    best: Option<i32>,
    phase: String,
}

fn shape(game: &Game, company: CompanyId) -> Shape {
    let definition = game.definition();
    let trains = game.shared().trains(company);
    let mut trains: Vec<String> = trains
        .map(|train| definition.train_name(train.id))
        .collect();
    trains.extend(game.marks().iter().filter_map(|mark| match mark {
        Mark::Mine {
            mine,
            machine,
            switcher,
            owner,
            ..
        } if *mine == company || *owner == Some(company) => {
            Some(format!("{mine:?} {machine} {switcher}"))
        }
        _ => None,
    }));
    Shape {
        trains,
        best: game.best_runs_of(company).map(|best| best.total),
        phase: game.phase_name().to_string(),
    }
}

/// An order to run a company out, with what the company was like then.
struct Given {
    number: i64,
    company: CompanyId,
    until: &'static str,
    then: Shape,
    runs: Option<String>,
}

/// Why an order ended, checked against what has changed.
fn ended(game: &Game, given: &Given, row: &OrderRow) -> &'static str {
    let now = shape(game, given.company);
    let why = row.why.as_str();
    let fits = |wanted: &str| ["any", wanted].contains(&given.until);
    if why.starts_with("Phase ") {
        assert!(fits("phase") && now.phase != given.then.phase, "{why}");
        assert_eq!(why, format!("Phase {} has begun.", now.phase));
        return "phase";
    }
    if why.starts_with("The trains of ") {
        assert!(
            fits("trains") && now.trains != given.then.trains,
            "{why}: {now:?}"
        );
        return match now.trains.len() < given.then.trains.len() {
            true => "fewer trains",
            false => "other trains",
        };
    }
    if why.starts_with("The best routes of ") {
        let old = given.runs.as_ref().and_then(|runs| match game.parse(runs) {
            Ok(Action::Run(runs)) => game.run_sums(given.company, &runs).ok(),
            _ => None,
        });
        assert!(fits("routes"), "{why}");
        assert!(
            old.is_none_or(|sums| Some(sums.total) != now.best),
            "{why}: {now:?}"
        );
        return "routes";
    }
    if why.starts_with("You no longer direct ") {
        let director = game.shared().director(game.definition(), given.company);
        assert_ne!(director, Some(Seat(row.seat)), "{why}");
        return "director";
    }
    assert!(
        why.contains("has closed") || why.contains("is not possible now"),
        "{why}"
    );
    "closed"
}

/// Whoever directs a company that may run orders it run out, again and again; says why the orders ended.
fn run_out(title: &str, seed: u64, moves: usize) -> (Vec<&'static str>, usize) {
    let room = Room::new();
    room.done(&format!("@anna /game new title:{title} seating:joined"));
    room.done("@ben /game join");
    room.done("@clara /game join");
    room.done("@anna /game start");
    let mut mirror = Mirror::of(title);
    let mut given: Vec<Given> = Vec::new();
    let (mut reasons, mut acts, mut turn) = (Vec::new(), 0, 0);
    let mut dice = Dice::new(seed);
    for _ in 0..moves {
        let Some(ask) = mirror.game.decision().filter(|_| !mirror.game.is_over()) else {
            break;
        };
        let company = ask.company.filter(|_| ask.topic == Topic::Run);
        let fresh = company.filter(|one| given.iter().all(|order| order.company != *one));
        if let Some(company) = fresh
            && shape(&mirror.game, company).best.unwrap_or(0) > 0
        {
            let until = ["trains", "routes", "phase", "any"][turn % 4];
            turn += 1;
            let id = &mirror.game.definition().at(company).id;
            let then = shape(&mirror.game, company);
            room.done(&format!(
                "@{} /auto run company:{id} until:{until} rest:ask",
                name(ask.seat)
            ));
            let rows = room.tables.store().all_orders(1).expect("orders");
            let row = rows.last().expect("an order");
            let terms: Value = serde_json::from_str(&row.terms).expect("JSON");
            given.push(Given {
                number: row.number,
                company,
                until,
                then,
                runs: terms["shape"]["runs"].as_str().map(String::from),
            });
        } else {
            let action = choose(&mirror.game, ask.seat, &mut dice).expect("something to do");
            let text = match &action {
                Action::Run(_) => "run auto".to_string(),
                action => mirror.game.print(action),
            };
            room.done(&format!("@{} {text}", name(ask.seat)));
        }
        mirror.follow(&room, &mut |game, _, _| {
            acts += 1;
            // Nothing is run or paid for a company that has changed.
            let company = game.decision().and_then(|ask| ask.company);
            let order = given.iter().find(|order| Some(order.company) == company);
            if let Some(order) = order {
                let now = shape(game, order.company);
                let same = match order.until {
                    "trains" => now.trains == order.then.trains,
                    "phase" => now.phase == order.then.phase,
                    "any" => (&now.trains, &now.phase) == (&order.then.trains, &order.then.phase),
                    _ => true,
                };
                assert!(same, "{title}: {now:?} was {:?}", order.then);
            }
        });
        for row in room.tables.store().all_orders(1).expect("orders") {
            if row.ended.is_some()
                && let Some(index) = given.iter().position(|one| one.number == row.number)
            {
                reasons.push(ended(&mirror.game, &given.remove(index), &row));
            }
        }
    }
    (reasons, acts)
}

#[test]
fn running_out_ends_when_trains_routes_or_the_phase_really_change() {
    let (mut all, mut seen): (Vec<&str>, Vec<(&str, usize, usize)>) = Default::default();
    for (title, seed, moves) in [
        ("18ardennes", 1, 420),
        ("1873", 1, 700),
        ("1835", 1, 420),
        ("1826", 1, 420),
    ] {
        let (reasons, acts) = run_out(title, seed, moves);
        println!("{title}: {acts} moves by order, ended by {reasons:?}");
        seen.push((title, acts, reasons.len()));
        all.extend(reasons);
    }
    for (title, acts, ends) in seen {
        assert!(acts > 4 && ends > 1, "{title}: {acts} moves, {ends} ended");
    }
    for reason in ["fewer trains", "other trains", "routes", "phase"] {
        assert!(all.contains(&reason), "{reason}: {all:?}");
    }
}
