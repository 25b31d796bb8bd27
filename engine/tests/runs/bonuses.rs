//! 6.4.1 to 6.4.3: ferries, mines, forts.

use super::*;
use engine::board::Bonus::{Ferry, Mine};

/// Lille, Arras, Boulogne, Calais, Dunkerque and its ferry G1.
fn lille_line() -> Scenario {
    lay(map(), "H6 621 0, I5 58 1, I3 9 1, H2 4 0, G3 5 0")
}

#[test]
fn ard_6_4_1_05_ferry_bonus_by_train() {
    for (kind, bonus) in [("2", 20), ("3", 30), ("4", 40), ("5", 50), ("6", 60)] {
        let position = lille_line()
            .station("6", "H6", 0)
            .station("6", "G3", 0)
            .right("6", Ferry, "G3")
            .train("6", kind, 0);
        let text = format!("{kind}-0 H6 I5 I3 I1 H2 G3 G1");
        assert_eq!(earn(&position, "6", &text), 90 + bonus);
        assert_eq!(best(&position, "6"), 90 + bonus);
        let through = format!("{kind}-0 H2 G3 G1 G3");
        assert_eq!(refused(&position, "6", &through), "ARD-6.5-07");
    }
    let position = lille_line()
        .station("6", "G3", 0)
        .right("6", Ferry, "G3")
        .train("6", "4D", 0);
    assert_eq!(
        earn(&position, "6", "6-0 H6* I5 I3 I1 H2 G3* G1"),
        2 * 50 + 80
    );
}

#[test]
fn ard_6_4_1_05_a_route_ends_on_the_ferry() {
    let position = lay(map(), "G3 15 0, H2 4 0, F4 57 1")
        .station("N", "G3", 0)
        .station("N", "F4", 0)
        .right("N", Ferry, "G3")
        .right("N", Ferry, "F4")
        .train("N", "3", 0);
    assert_eq!(refused(&position, "N", "3-0 H2 G3 F2 F4"), "ARD-6.4.1-05");
}

/// Brussels, Gent, Brugge and its ferry.
pub fn gent_line() -> Scenario {
    lay(map(), "F4 57 1, F6 4 1, F8 9 1, F10 621 1")
}

#[test]
fn ard_6_4_1_06_no_rights_no_ferry() {
    let position = gent_line()
        .station("14", "F10", 0)
        .station("NL", "F4", 0)
        .right("NL", Ferry, "F4")
        .train("14", "2", 0);
    assert_eq!(
        refused(&position, "14", "2-0 F10 F8 F6 F4 F2"),
        "ARD-6.4.1-06"
    );
    assert_eq!(earn(&position, "14", "2-0 F10 F8 F6 F4"), 60);
    assert_eq!(best(&position, "14"), 60);
    // A station alone is no right.
    let position = gent_line()
        .station("14", "F10", 0)
        .station("14", "F4", 0)
        .train("14", "2", 0);
    assert_eq!(
        refused(&position, "14", "2-0 F2 F4 F6 F8 F10"),
        "ARD-6.4.1-06"
    );
    assert_eq!(best(&position, "14"), 60);
}

#[test]
fn ard_6_4_1_07_second_ferry_adds_nothing() {
    let position = lay(map(), "F4 5 0, G3 6 1")
        .station("N", "F4", 0)
        .station("N", "G3", 0)
        .right("N", Ferry, "F4")
        .right("N", Ferry, "G3")
        .train("N", "3", 0);
    assert_eq!(earn(&position, "N", "3-0 F2 F4 G3 G1"), 20 + 20 + 30);
    assert_eq!(best(&position, "N"), 70);
}

/// Dunkerque with both its ferries, Calais and Brugge.
fn dunkerque() -> Scenario {
    lay(map(), "G3 15 0, H2 4 0, F4 5 0")
        .station("N", "G3", 0)
        .right("N", Ferry, "G3")
        .train("N", "3", 0)
}

#[test]
fn ard_6_4_1_08_two_trains_on_two_ferries() {
    let position = dunkerque().train("N", "2", 0);
    let text = "2-0 H2 G3 G1; 3-0 F2 G3 F4";
    assert_eq!(earn(&position, "N", text), (10 + 30 + 20) + (30 + 20 + 30));
    // Boulogne has track to Calais too.
    assert_eq!(best(&position, "N"), 160);
}

#[test]
fn ard_6_4_1_09_a_link_serves_one_train() {
    let position = dunkerque().train("N", "3", 1);
    let text = "3-0 H2 G3 G1; 3-1 F4 G3 G1";
    assert_eq!(refused(&position, "N", text), "ARD-6.4.1-09");
    let position = dunkerque().train("N", "4D", 0);
    let text = "3-0 H2 G3 G1; 6-0 F4* G3* G1";
    assert_eq!(earn(&position, "N", text), 10 + 30 + 30 + 2 * 50 + 80);
}

/// Metz, Saarbrücken, Strasbourg.
pub fn saar(tile: &str) -> Scenario {
    lay(
        map(),
        &format!("I21 {tile}, I23 8 5, J24 621 2, I19 8 4, J18 57 0"),
    )
}

#[test]
fn ard_6_4_2_02_mine_city_counts_twice() {
    let position = saar("57 1").station("7", "I21", 0).train("7", "2", 0);
    assert_eq!(earn(&position, "7", "2-0 I21 I23 J24"), 50);
    let position = position.right("7", Mine, "I21");
    assert_eq!(earn(&position, "7", "2-0 I21 I23 J24"), 70);
    assert_eq!(best(&position, "7"), 70);
    let position = position.train("7", "3", 0);
    assert_eq!(earn(&position, "7", "3-0 J18 I19 I21 I23 J24"), 90);
}

#[test]
fn ard_6_4_2_03_doubled_for_each_train() {
    let position = saar("14 0")
        .station("7", "I21", 0)
        .right("7", Mine, "I21")
        .train("7", "2", 0)
        .train("7", "2", 1);
    let text = "2-0 I21 I23 J24; 2-1 J18 I19 I21";
    assert_eq!(earn(&position, "7", text), (60 + 30) + (20 + 60));
    assert_eq!(best(&position, "7"), 170);
}

#[test]
fn ard_6_4_2_04_both_mines_on_one_route() {
    let line = "H10 63 0, H12 9 1, H14 9 1, H16 9 1, H18 4 1, H20 8 5, I21 63 0";
    let position = lay(map(), line)
        .station("E", "I21", 0)
        .right("E", Mine, "I21")
        .right("E", Mine, "H10")
        .train("E", "2", 0);
    let text = "2-0 H10 H12 H14 H16 H18 H20 I21";
    assert_eq!(earn(&position, "E", text), 160 + 10);
    assert_eq!(best(&position, "E"), 170);
}

#[test]
fn ard_6_4_3_05_forts_with_paris_strasbourg_or_both() {
    let position = saar("57 1").station("7", "I21", 0).train("7", "2", 0);
    let position = position.forts("7", 2);
    assert_eq!(position.fort_money(company(&position, "7"), true), 20);
    let position = saar("57 1")
        .station("E", "I21", 0)
        .station("E", "M7", 1)
        .train("E", "2", 0)
        .forts("E", 3);
    assert_eq!(position.fort_money(company(&position, "E"), true), 60);
    let position = map().station("E", "M7", 1).train("E", "2", 0).forts("E", 1);
    assert_eq!(position.fort_money(company(&position, "E"), true), 10);
    // Others' forts are not counted.
    let position = position.forts("BY", 2);
    assert_eq!(position.fort_money(company(&position, "E"), true), 10);
}

#[test]
fn ard_6_4_3_06_forts_need_a_train_and_no_run() {
    let base = || saar("57 1").station("E", "J18", 0).forts("E", 2);
    let none = base();
    let id = company(&none, "E");
    assert_eq!(none.fort_money(id, false), 0);
    // A 2 can't get from Metz to Strasbourg, a route can.
    let two = base().train("E", "2", 0);
    assert_eq!(two.fort_money(id, false), 20);
    assert_eq!(two.clone().face_down("2", 0).fort_money(id, false), 0);
    assert_eq!(two.clone().obsolete("2", 0).fort_money(id, false), 20);
    // A full city on the way.
    assert_eq!(two.clone().station("BY", "I21", 0).fort_money(id, false), 0);
    // A full city at the end.
    assert_eq!(two.station("BY", "J24", 0).fort_money(id, false), 20);
}

#[test]
fn ard_dep_04_forts_need_a_run_and_reach_by_hex() {
    let tiles = "I21 57 1, I23 8 5, I19 8 4, J18 57 0";
    let build = |blank: Scenario| {
        lay(blank, tiles)
            .station("E", "J18", 0)
            .train("E", "2", 0)
            .forts("E", 1)
    };
    let position = build(with_option("forts_need_run"));
    let id = company(&position, "E");
    assert_eq!(position.fort_money(id, false), 0);
    // Strasbourg has no tile: its hex is touched, its city is not.
    assert_eq!(position.fort_money(id, true), 10);
    assert_eq!(build(map()).fort_money(id, true), 0);
}

#[test]
fn ard_6_4_3_07_fort_money_is_no_revenue() {
    let position = saar("57 1")
        .station("E", "I21", 0)
        .train("E", "4D", 0)
        .forts("E", 2);
    assert_eq!(earn(&position, "E", "6-0 I21* I23 J24*"), 100);
    assert_eq!(position.fort_money(company(&position, "E"), true), 20);
}
