//! The clocks of the players really do change within the days that are played.

use crate::people::{Human, ZONES};
use crate::{AUTUMN, SPRING};
use std::collections::BTreeSet;
use tests::play::Dice;

/// Moments at which the clock of somebody there changes, and by how many seconds.
fn changes(zone: usize, start: i64) -> Vec<(i64, i32)> {
    let human = Human::draw(zone, &mut Dice::new(1));
    let hours = (0..60 * 24).map(|hour| start + hour * 3600);
    hours
        .filter_map(|at| {
            let by = human.offset(at + 3600) - human.offset(at);
            (by != 0).then_some((at, by))
        })
        .collect()
}

#[test]
fn the_clocks_change_in_both_windows() {
    let all = |start: i64| -> Vec<Vec<(i64, i32)>> {
        (0..ZONES.len()).map(|zone| changes(zone, start)).collect()
    };
    let (autumn, spring) = (all(AUTUMN), all(SPRING));
    for (name, window) in [("autumn", &autumn), ("spring", &spring)] {
        let zones = window.iter().filter(|changes| !changes.is_empty()).count();
        let all = || window.iter().flatten();
        let days: BTreeSet<i64> = all().map(|(at, _)| at / 86_400).collect();
        let forward = all().filter(|(_, by)| *by > 0).count();
        let back = all().filter(|(_, by)| *by < 0).count();
        let halves = all().filter(|(_, by)| by.abs() == 1800).count();
        println!(
            "{name}: {zones} zones on {} days, {forward} forward, {back} back",
            days.len()
        );
        assert!(zones >= 17 && days.len() >= 4, "{name}: {zones} {days:?}");
        assert!(forward >= 4 && back >= 4, "{name}: {forward} {back}");
        assert_eq!(halves, 1, "{name}");
    }
    // One there and one back for whoever lives there.
    let both = autumn
        .iter()
        .zip(&spring)
        .filter(|(one, other)| !one.is_empty() && !other.is_empty());
    assert!(both.count() >= 16);
}
