//! Two hundred games of eight hundred players in thirty zones over sixty days, with absences, restarts, orders and both
//! changes of the clocks, within a minute or two of a machine's time: half of them in autumn, half in spring. A checker
//! that shares no code with the product judges every message and every automatic move; `proofs` shows that it would
//! find what can go wrong.

mod changes;
mod court;
mod idle;
mod judge;
mod orders;
mod people;
mod proofs;
mod table;
mod world;

use judge::Judge;
use orders::Seen;
use std::collections::BTreeMap;
use std::sync::RwLock;
use world::{Plan, World};

/// What measures its time runs alone; all others run beside each other.
static ALONE: RwLock<()> = RwLock::new(());

/// 20 September 2026, 00:00 UTC: the clocks change on 27 September, 4 and 25 October and 1 November, by zone.
const AUTUMN: i64 = 1_789_862_400;

/// 17 February 2027, 00:00 UTC: the clocks change on 14 March, 26 to 28 March and 4 April.
const SPRING: i64 = 1_802_822_400;

/// Half the games, for sixty days.
fn live(seed: u64, start: i64) -> Judge {
    let begun = std::time::Instant::now();
    let mut world = World::new(Plan {
        seed,
        games: 100,
        people: 400,
        start,
        days: 60,
        restarts: 8,
    });
    world.live();
    println!("{:?} in {:.1?}", world.tally, begun.elapsed());
    println!("{}", world.court.judge.report());
    world.court.judge.clone()
}

#[test]
fn nobody_is_called_at_the_wrong_time() {
    let _beside = ALONE.read();
    let halves = std::thread::scope(|scope| {
        let spring = scope.spawn(|| live(6, SPRING));
        let autumn = live(5, AUTUMN);
        [autumn, spring.join().expect("spring")]
    });
    let mut orders = Seen::default();
    for judge in &halves {
        assert!(judge.faults.is_empty());
        // What never happens is never wrong: there was something of every kind to judge.
        for (what, seen, least) in [
            ("first calls", judge.first, 3000),
            ("calls after waking", judge.woken, 700),
            ("after a change of the clocks", judge.changed_nights, 5),
            ("calls again", judge.again, 2000),
            ("warnings", judge.warned, 300),
            ("messages", judge.messages, 1200),
            ("\"not now\"", judge.put_off, 700),
            ("absences", judge.absences, 60),
            ("moves by the clock", judge.by_clock, 200),
            ("tables told", judge.enough, 80),
        ] {
            assert!(seen >= least, "{what}: {seen}");
        }
        orders.add(&judge.orders);
    }
    println!("{orders:?}");
    seen(&orders);
}

/// Every kind of order was set and acted, and orders ended for many kinds of reasons.
fn seen(orders: &Seen) {
    let count = |of: &BTreeMap<&str, usize>, kind: &str| of.get(kind).copied().unwrap_or_default();
    for kind in [
        "pass",
        "bid",
        "auction",
        "buy",
        "run and pay",
        "run and withhold",
        "accept",
        "refuse",
        "queue",
    ] {
        assert!(count(&orders.set, kind) > 0, "set: {kind}");
        assert!(count(&orders.moves, kind) > 0, "acted: {kind}");
    }
    for kind in [
        "round over",
        "auction over",
        "a trade",
        "a start",
        "lot won",
        "above the limit",
        "held",
        "other trains",
        "another phase",
        "all made",
        "not possible",
        "cancelled",
    ] {
        assert!(count(&orders.ended, kind) > 0, "ended: {kind}");
    }
    for (what, seen) in [
        ("refused", orders.refused),
        ("seen in the log", orders.logged),
        ("owners told", orders.told),
        ("owners told by message", orders.by_message),
    ] {
        assert!(seen > 0, "{what}");
    }
}
