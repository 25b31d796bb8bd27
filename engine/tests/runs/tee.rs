//! 6.5.1: Trans-Europ Express.

use super::*;
use engine::board::Bonus::Ferry;

const EAST_WEST: &str = "F4 14 0, F6 4 1, F8 8 1, E9 207 5, F10 208 1, F12 9 1, F14 3 1, E13 58 3, D14 58 4, \
                         D16 9 1, D18 207 5, E19 4 2";

fn east_west() -> Scenario {
    lay(map(), EAST_WEST)
        .station("NL", "F4", 0)
        .station("NL", "E9", 0)
        .station("NL", "F10", 0)
        .right("NL", Ferry, "F4")
        .train("NL", "4", 0)
}

#[test]
fn ard_6_5_1_01_east_west() {
    let way = "4-0 F2 F4 F6 F8 E9 F10 F12 F14 E13 D14 D16 D18";
    assert_eq!(earn(&east_west(), "NL", way), 190 + 40 + 3 * 30);
    // To any of the eastern cities, but not short of them.
    let way = "4-0 F2 F4 F6 F8 E9 F10 F12 F14 E13 D14";
    assert_eq!(earn(&east_west(), "NL", way), 150 + 40);
}

#[test]
fn ard_6_5_1_02_ends_on_the_ferry_and_may_run_on() {
    let way = "4-0 F2 F4 F6 F8 E9 F10 F12 F14 E13 D14 D16 D18 E19";
    assert_eq!(earn(&east_west(), "NL", way), 200 + 40 + 3 * 30);
    assert_eq!(best(&east_west(), "NL"), 330);
    let way = "4-0 F4 F6 F8 E9 F10 F12 F14 E13 D14 D16 D18";
    assert_eq!(earn(&east_west(), "NL", way), 190);
}

const NORTH_SOUTH: &str = "B16 X11 0, C17 9 2, D18 207 0, E17 8 1, E15 14 0, F14 58 1, F12 8 4, G11 58 3, H12 9 2, \
                           I13 58 0, J12 9 0, K9 8 4, L8 9 0, M7 583 1, M9 9 1, M11 9 1";

const FROM_RUHR: &str = "B16 C17 D18 E17 E15 F14 F12 G11 H12 I13 J12 K11 K9 L8 M7/1";

#[test]
fn ard_6_5_1_03_north_south() {
    let position = lay(map(), NORTH_SOUTH)
        .station("P", "E15", 0)
        .station("P", "D18", 0)
        .train("P", "5", 0);
    let sum = 60 + 40 + 30 + 30 + 80;
    assert_eq!(
        earn(&position, "P", &format!("5-0 {FROM_RUHR}")),
        sum + 2 * 30
    );
    let on = format!("5-0 {FROM_RUHR} M9 M11 M13");
    assert_eq!(earn(&position, "P", &on), sum + 20 + 2 * 30);
    // A fifth city is Reims, which the way above passes by.
    assert_eq!(
        earn(&position, "P", &on.replace("K11", "K11/0")),
        sum + 50 + 2 * 30
    );
    assert_eq!(best(&position, "P"), sum + 50 + 2 * 30);
    // Amsterdam to the Ruhr is north to north.
    let position = lay(map(), "B10 9 1, B12 57 1, B14 9 1, B16 X11 0")
        .station("2", "B8", 1)
        .train("2", "3", 0);
    assert_eq!(earn(&position, "2", "3-0 B8/1 B10 B12 B14 B16"), 110);
}

#[test]
fn ard_6_5_1_04_for_each_own_station_on_the_route() {
    let sum = 60 + 40 + 30 + 30 + 80;
    let way = format!("5-0 {FROM_RUHR}");
    let base = || {
        lay(map(), NORTH_SOUTH)
            .station("P", "E15", 0)
            .train("P", "5", 0)
    };
    assert_eq!(earn(&base(), "P", &way), sum + 30);
    // The western circle of Paris is not on the route.
    let west = base().station("P", "M7", 0);
    assert_eq!(earn(&west, "P", &way), sum + 30);
    let east = base().station("P", "M7", 1);
    assert_eq!(earn(&east, "P", &way), sum + 60);
}

const BOTH: &str = "G3 63 0, H2 4 0, J2 9 2, K3 9 2, L4 8 0, M5 9 1, M7 583 1, L6 8 3, K7 8 4, K9 9 1, J12 9 0, \
                    I13 58 0, H12 9 2, G11 58 3, F12 8 4, F14 3 1, E13 58 3, D14 58 4, D16 9 1, D18 207 0, \
                    C17 9 2, B16 X11 0";

const FROM_FERRY: &str = "G1 G3 H2 I1 J2 K3 L4 M3 M5 M7/0 L6 K7 K9 K11 J12 I13 H12 G11 F12 F14 E13 D14 D16 D18 \
                          C17 B16";

fn both(blank: Scenario, kind: &str) -> Scenario {
    lay(blank, BOTH)
        .station("P", "G3", 0)
        .station("P", "M7", 0)
        .station("P", "D18", 0)
        .right("P", Ferry, "G3")
        .train("P", kind, 0)
}

#[test]
fn ard_6_5_1_05_both_kinds() {
    let position = both(map(), "4");
    assert_eq!(
        earn(&position, "P", &format!("4-0 {FROM_FERRY}")),
        320 + 40 + 3 * 60
    );
    assert_eq!(best(&position, "P"), 540);
}

/// The way of [`FROM_FERRY`] with marks on some of its cities.
fn marked(cities: &str) -> String {
    let marked: Vec<String> = FROM_FERRY
        .split_whitespace()
        .map(|word| {
            let hex = word.split('/').next().unwrap();
            format!("{word}{}", if cities.contains(hex) { "*" } else { "" })
        })
        .collect();
    format!("6-0 {}", marked.join(" "))
}

#[test]
fn ard_6_5_1_06_a_4d_scores_what_the_tee_needs() {
    let position = both(map(), "4D");
    assert_eq!(
        earn(&position, "P", &marked("G3 M7 D18 B16")),
        (220 + 3 * 60) * 2 + 80
    );
    assert_eq!(best(&position, "P"), 880);
    // Without the Ruhr: East-West alone. Without the Port: North-South alone, and no ferry.
    assert_eq!(
        earn(&position, "P", &marked("G3 M7 D18")),
        (160 + 3 * 30) * 2 + 80
    );
    assert_eq!(
        earn(&position, "P", &marked("M7 D18 B16")),
        (180 + 2 * 30) * 2
    );
    // An own station that is not scored counts nothing.
    assert_eq!(
        earn(&position, "P", &marked("G3 D18")),
        (80 + 2 * 30) * 2 + 80
    );
}

#[test]
fn ard_dep_15_tee_without_the_port() {
    let position = both(with_option("tee_without_port"), "4D");
    assert_eq!(
        earn(&position, "P", &marked("M7 D18 B16")),
        (180 + 2 * 60) * 2
    );
}
