//! The judge finds what can go wrong. A true run of some weeks over the change of the clocks is kept as it was seen;
//! with one fault put into it the judge must find just that fault.

use crate::court::{Court, Event};
use crate::judge::Kind;
use crate::orders::What;
use crate::world::{Plan, World};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// 12 October 2026, 00:00 UTC.
const START: i64 = 1_791_763_200;

/// Some weeks as they were seen.
struct Record {
    opening: Court,
    tape: Vec<Event>,
    /// The minutes of the tape, by index.
    restarts: Vec<i64>,
}

fn record() -> &'static Record {
    static RECORD: OnceLock<Record> = OnceLock::new();
    RECORD.get_or_init(|| {
        let mut world = World::new(Plan {
            seed: 11,
            games: 24,
            people: 96,
            start: START,
            days: 22,
            restarts: 4,
        });
        world.tape = Some(Vec::new());
        world.live();
        println!("{:?}", world.tally);
        println!("{}", world.court.judge.report());
        assert!(world.court.judge.faults.is_empty());
        Record {
            opening: world.opening.take().expect("it was kept"),
            tape: world.tape.take().expect("it was kept"),
            restarts: world.restarted.clone(),
        }
    })
}

/// What the judge finds in a tape.
fn faults(opening: &Court, tape: &[Event]) -> BTreeSet<&'static str> {
    let mut court = opening.clone();
    for event in tape {
        court.hear(event);
    }
    for (kind, (count, some)) in &court.judge.faults {
        println!("  {kind}: {count}, {:.300}", some[0]);
    }
    court.judge.faults.keys().copied().collect()
}

impl Record {
    /// What concerns one game: the others wait for nobody.
    fn of(&self, game: usize) -> (Court, Vec<Event>) {
        let mut opening = self.opening.clone();
        for (number, table) in opening.games.iter_mut().enumerate() {
            if number != game {
                table.waits.clear();
            }
        }
        let concerns = |event: &&Event| event.game().is_none_or(|own| own == game);
        let tape = self.tape.iter().filter(concerns).cloned().collect();
        (opening, tape)
    }
}

/// A call in the tape of a game.
struct Called {
    game: usize,
    /// Its index in that tape.
    index: usize,
    who: usize,
    now: i64,
}

/// The calls of a tape by whom they wake, some of each game. `fits` sees the court just before.
fn calls(fits: impl Fn(&Court, usize, &Called) -> bool) -> Vec<(Court, Vec<Event>, Called)> {
    let record = record();
    let mut found = Vec::new();
    for game in 0..record.opening.games.len() {
        let (opening, tape) = record.of(game);
        let mut court = opening.clone();
        let mut some = 0;
        for (index, event) in tape.iter().enumerate() {
            if let Event::Sent { sent, now } = event
                && let [who] = sent.whom[..]
                && sent.kind == Kind::Call
                && some < 2
            {
                let called = Called {
                    game,
                    index,
                    who,
                    now: *now,
                };
                let seats = &court.games[game].seats;
                let seat = seats.iter().position(|sits| *sits == who).expect("he sits");
                if fits(&court, seat, &called) {
                    found.push((opening.clone(), tape.clone(), called));
                    some += 1;
                }
            }
            court.hear(event);
        }
    }
    found.truncate(6);
    found
}

/// Each of these tapes with its fault is found out, and for at least one of them nothing else is.
fn finds(fault: &'static str, tapes: Vec<(Court, Vec<Event>)>) {
    assert!(!tapes.is_empty(), "{fault}: nothing to try it with");
    let mut alone = 0;
    for (opening, tape) in &tapes {
        let found = faults(opening, tape);
        assert!(found.contains(fault), "{fault} is not found, but {found:?}");
        alone += usize::from(found.len() == 1);
    }
    println!(
        "{fault}: {} tried, {alone} with no other fault",
        tapes.len()
    );
    assert!(alone > 0, "{fault} is never found alone");
}

/// Whether somebody was woken by it: he had slept while he was awaited.
fn wakes(court: &Court, seat: usize, called: &Called) -> bool {
    let wait = court.games[called.game].waits.get(&(seat as u8));
    let human = &court.people[called.who];
    wait.is_some_and(|wait| {
        wait.calls.is_empty()
            && !wait.own
            && !wait.blind
            && wait.since + 3 * 3600 < called.now
            && (1..90).all(|minutes| human.sleeps(called.now - 60 * minutes - 60))
    })
}

/// The tape with an event moved to a time.
fn moved(mut tape: Vec<Event>, index: usize, to: i64) -> Vec<Event> {
    let Event::Sent { mut sent, .. } = tape.remove(index) else {
        panic!("a call");
    };
    sent.at = to;
    let at = tape
        .iter()
        .position(|event| matches!(event, Event::Minute { now } if *now >= to));
    let at = at.unwrap_or(tape.len());
    tape.insert(at, Event::Sent { sent, now: to });
    tape
}

#[test]
fn what_is_true_is_no_fault() {
    let record = record();
    assert!(faults(&record.opening, &record.tape).is_empty());
    for game in 0..3 {
        let (opening, tape) = record.of(game);
        assert!(faults(&opening, &tape).is_empty());
    }
}

#[test]
fn calls_in_quiet_hours_are_found() {
    let tapes = calls(wakes)
        .into_iter()
        .map(|(opening, tape, called)| (opening, moved(tape, called.index, called.now - 1800)));
    finds("in quiet hours", tapes.collect());
}

#[test]
fn an_hour_off_after_a_change_of_the_clocks_is_found() {
    let changed = |court: &Court, seat: usize, called: &Called| {
        let human = &court.people[called.who];
        wakes(court, seat, called) && human.offset(called.now) < human.offset(called.now - 86_400)
    };
    // Whoever reckons with yesterday's offset calls an hour early when the clocks were set back.
    let tapes = calls(changed)
        .into_iter()
        .map(|(opening, tape, called)| (opening, moved(tape, called.index, called.now - 3600)));
    finds("in quiet hours", tapes.collect());
    // And an hour late when they were set forward.
    let tapes = calls(changed)
        .into_iter()
        .map(|(opening, tape, called)| (opening, moved(tape, called.index, called.now + 3600)));
    finds("missing", tapes.collect());
}

#[test]
fn calls_doubled_by_a_restart_are_found() {
    let restarts = &record().restarts;
    let near = |_: &Court, _: usize, called: &Called| {
        restarts
            .iter()
            .any(|at| (0..6 * 3600).contains(&(called.now - at)))
    };
    let tapes = calls(near).into_iter().map(|(opening, mut tape, called)| {
        let Event::Sent { mut sent, now } = tape[called.index].clone() else {
            panic!("a call");
        };
        sent.at = now;
        tape.insert(called.index + 1, Event::Sent { sent, now });
        (opening, tape)
    });
    finds("doubled or early", tapes.collect());
}

#[test]
fn calls_that_are_missing_after_waking_are_found() {
    let tapes = calls(wakes).into_iter().map(|(opening, mut tape, called)| {
        tape.remove(called.index);
        (opening, tape)
    });
    finds("missing", tapes.collect());
}

#[test]
fn calls_after_the_move_are_found() {
    let mut tapes = Vec::new();
    for (opening, mut tape, called) in calls(|_, _, _| true) {
        // Once more as soon as the game does not wait for him, if he is awake then.
        let mut court = opening.clone();
        let seats = opening.games[called.game].seats.clone();
        let seat = seats
            .iter()
            .position(|sits| *sits == called.who)
            .expect("he sits") as u8;
        let mut now = called.now;
        for index in 0..tape.len() {
            court.hear(&tape[index]);
            if let Event::Minute { now: minute } = tape[index] {
                now = minute;
            }
            let human = &court.people[called.who];
            let gone = !court.games[called.game].waits.contains_key(&seat);
            if index > called.index && gone {
                if !human.sleeps(now) && !human.is_away(now, called.game) {
                    let Event::Sent { mut sent, .. } = tape[called.index].clone() else {
                        panic!("a call");
                    };
                    sent.at = now;
                    tape.insert(index + 1, Event::Sent { sent, now });
                    tapes.push((opening, tape));
                }
                break;
            }
        }
    }
    finds("after the move", tapes);
}

/// Tapes of games in which an order acts: the index of the first such action, and of the order.
fn ordered(fits: impl Fn(&What) -> bool) -> Vec<(Court, Vec<Event>, usize, usize)> {
    let record = record();
    let mut found = Vec::new();
    for game in 0..record.opening.games.len() {
        let (opening, tape) = record.of(game);
        let mut court = opening.clone();
        for (index, event) in tape.iter().enumerate() {
            let before: Vec<usize> = court.games[game]
                .orders
                .iter()
                .map(|order| order.acts.len())
                .collect();
            court.hear(event);
            let orders = court.games[game].orders.iter().zip(&before);
            let acted = orders
                .clone()
                .find(|(order, before)| order.acts.len() > **before && fits(&order.what));
            let Some((order, 0)) = acted else { continue };
            let number = order.number;
            let set = tape.iter().position(
                |event| matches!(event, Event::Ordered { order, .. } if order.number == number),
            );
            found.push((
                opening.clone(),
                tape.clone(),
                set.expect("it was set"),
                index,
            ));
            break;
        }
    }
    found.truncate(5);
    found
}

const OUTSIDE: &str = "automatic outside its condition";

#[test]
fn what_is_done_against_an_order_is_found() {
    // It says less than what was done.
    let changed = |fits: fn(&What) -> bool, change: fn(&mut What)| {
        let tapes = ordered(fits)
            .into_iter()
            .map(|(opening, mut tape, set, _)| {
                if let Event::Ordered { order, .. } = &mut tape[set] {
                    change(&mut order.what);
                }
                (opening, tape)
            });
        tapes.collect::<Vec<_>>()
    };
    let bids = changed(
        |what| matches!(what, What::Bid { pass: false, .. }),
        |what| {
            if let What::Bid { most, .. } = what {
                *most = 1;
            }
        },
    );
    let runs = changed(
        |what| matches!(what, What::Run { .. }),
        |what| {
            if let What::Run { company, .. } = what {
                *company = "none".into();
            }
        },
    );
    let passes = changed(
        |what| matches!(what, What::Auction { .. }),
        |what| {
            if let What::Auction { below, .. } = what {
                *below = Some(100_000);
            }
        },
    );
    for tapes in [bids, runs, passes] {
        assert!(!tapes.is_empty());
        for (opening, tape) in tapes {
            let found = faults(&opening, &tape);
            assert!(found.contains(OUTSIDE), "{found:?}");
        }
    }
}

#[test]
fn what_an_order_does_too_late_or_too_early_is_found() {
    // Before it was set.
    let early = ordered(|_| true)
        .into_iter()
        .filter(|(_, _, set, act)| *act == set + 1);
    let early = early.map(|(opening, mut tape, set, act)| {
        tape.swap(set, act);
        (opening, tape)
    });
    let early: Vec<(Court, Vec<Event>)> = early.collect();
    assert!(!early.is_empty());
    for (opening, tape) in early {
        assert!(faults(&opening, &tape).contains(OUTSIDE));
    }
    // After it was cancelled.
    let mut tapes = Vec::new();
    for (opening, mut tape, set, act) in ordered(|_| true) {
        let Event::Ordered { game, order } = &tape[set] else {
            panic!("an order");
        };
        let cancels = Event::Cancels {
            game: *game,
            number: order.number,
        };
        tape.insert(act, cancels);
        tapes.push((opening, tape));
    }
    for (opening, tape) in tapes {
        assert!(faults(&opening, &tape).contains(OUTSIDE));
    }
}

/// Every event of the tapes of games with orders changed by `change`, which says whether it did.
fn with(change: impl Fn(&mut Event) -> bool) -> Vec<(Court, Vec<Event>)> {
    let tapes = ordered(|_| true)
        .into_iter()
        .filter_map(|(opening, mut tape, ..)| {
            tape.iter_mut().any(&change).then_some((opening, tape))
        });
    tapes.collect()
}

#[test]
fn what_is_not_told_is_found() {
    finds(
        "not in the log as automatic",
        with(|event| match event {
            Event::Logged { text, .. } if text.contains("(by order)") => {
                *text = text.replace(" (by order)", "");
                true
            }
            _ => false,
        }),
    );
    finds(
        "its owner was not told",
        with(|event| match event {
            Event::Reads {
                text, whole: true, ..
            } => {
                text.clear();
                true
            }
            _ => false,
        }),
    );
    finds(
        "ended without its reason",
        with(|event| match event {
            Event::Ended { why, state, .. } if state != "cancelled" => {
                *why = "It rained.".into();
                true
            }
            _ => false,
        }),
    );
    finds(
        "not by hand, and not marked",
        with(|event| match event {
            Event::Acts { stored, .. } => match stored.iter_mut().find(|one| one.how == "order") {
                Some(one) => {
                    one.how = "hand".into();
                    true
                }
                None => false,
            },
            _ => false,
        }),
    );
}
