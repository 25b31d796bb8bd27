//! Two hundred games of eight hundred players in thirty zones over sixty days, with absences, restarts and both
//! changes of the clocks, within a minute or two of a machine's time. A checker that shares no code with the product
//! judges every message.

mod idle;
mod judge;
mod people;
mod table;
mod world;

use world::{Plan, World};

/// The tests of this file measure time: one after the other.
static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// 20 September 2026, 00:00 UTC: the clocks change on 27 September, 4 and 25 October and 1 November, by zone.
const AUTUMN: i64 = 1_789_862_400;

#[test]
fn nobody_is_called_at_the_wrong_time() {
    let _alone = ALONE.lock();
    let begun = std::time::Instant::now();
    let mut world = World::new(Plan {
        seed: 5,
        games: 200,
        people: 800,
        start: AUTUMN,
        days: 60,
        restarts: 8,
    });
    world.live();
    println!("{:?} in {:.1?}", world.tally, begun.elapsed());
    println!("{}", world.judge.report());
    let judge = &world.judge;
    assert!(judge.faults.is_empty());
    // What never happens is never wrong: there was something of every kind to judge.
    for (what, seen, least) in [
        ("first calls", judge.first, 6000),
        ("calls after waking", judge.woken, 1500),
        ("calls again", judge.again, 4000),
        ("warnings", judge.warned, 600),
        ("messages", judge.messages, 2500),
        ("\"not now\"", judge.put_off, 1500),
        ("absences", judge.absences, 120),
        ("moves by the clock", judge.by_clock, 500),
        ("tables told", judge.enough, 200),
    ] {
        assert!(seen >= least, "{what}: {seen}");
    }
}
