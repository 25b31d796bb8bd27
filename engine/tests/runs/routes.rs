//! 6.5: routes and their length, track shared, the 4D.

use super::bonuses::{gent_line, saar};
use super::*;
use engine::board::Bonus::{Ferry, Mine};
use engine::ids::{HexId, KindId};

/// Antwerp, Brussels, Charleroi.
fn brussels_line() -> Scenario {
    lay(map(), "E9 621 2, F10 202 0, G9 8 3, H10 57 2")
}

/// Paris east to Troyes.
fn troyes_line() -> Scenario {
    lay(map(), "M9 9 1, M11 9 1")
}

#[test]
fn ard_6_5_02_own_station_on_one_line() {
    let position = brussels_line().station("13", "E9", 0).train("1", "3", 0);
    assert_eq!(refused(&position, "1", "3-0 E9 F10"), "ARD-6.5-02");
    assert_eq!(best(&position, "1"), 0);
    let position = troyes_line().station("8", "M7", 0).train("8", "2", 0);
    assert_eq!(refused(&position, "8", "2-0 M7/1 M9 M11 M13"), "ARD-6.5-02");
    assert_eq!(best(&position, "8"), 0);
    // A station anywhere on the route will do.
    let position = brussels_line().station("14", "F10", 0).train("14", "3", 0);
    assert_eq!(earn(&position, "14", "3-0 E9 F10 G9 H10"), 80);
    // Unbroken track from stop to stop.
    for broken in [
        "3-0 E9 F10 G9",
        "3-0 E9 H10",
        "3-0 F10 F12",
        "3-0 E9/1 F10",
        "3-0 F10 F8 F6",
    ] {
        assert_eq!(refused(&position, "14", broken), "ARD-6.5-02", "{broken}");
    }
}

#[test]
fn ard_6_5_03_one_more_city_or_town() {
    let position = saar("57 1").station("5", "J24", 0).train("5", "2", 0);
    assert_eq!(refused(&position, "5", "2-0 J24"), "ARD-6.5-03");
    let position = gent_line()
        .station("NL", "F4", 0)
        .right("NL", Ferry, "F4")
        .train("NL", "2", 0);
    assert_eq!(refused(&position, "NL", "2-0 F4 F2"), "ARD-6.5-03");
    let alone = lay(map(), "F4 57 1")
        .station("NL", "F4", 0)
        .right("NL", Ferry, "F4")
        .train("NL", "2", 0);
    assert_eq!(best(&alone, "NL"), 0);
}

#[test]
fn ard_6_5_04_towns_are_free_cities_are_not() {
    let position = lay(map(), "D18 621 1, D16 9 1, D14 58 4, E13 3 3, E15 57 1")
        .station("10", "D18", 0)
        .train("10", "2", 0);
    assert_eq!(earn(&position, "10", "2-0 D18 D16 D14 E13 E15"), 70);
    assert_eq!(best(&position, "10"), 70);
    let position = brussels_line()
        .station("14", "F10", 0)
        .train("14", "2", 0)
        .train("14", "3", 0);
    assert_eq!(refused(&position, "14", "2-0 E9 F10 G9 H10"), "ARD-6.5-04");
    assert_eq!(earn(&position, "14", "3-0 E9 F10 G9 H10"), 80);
    // Only a 4D marks.
    assert_eq!(refused(&position, "14", "3-0 E9* F10"), "ARD-6.5-04");
}

#[test]
fn ard_6_5_05_ends_in_towns() {
    let tiles = "E13 4 0, D14 3 0, D12 58 4, E11 8 1, E9 201 4, F10 202 2, F12 9 1, F14 4 1";
    let position = lay(map(), tiles).station("13", "E9", 0).train("13", "2", 0);
    assert_eq!(
        earn(&position, "13", "2-0 E13 D14 D12 E11 E9 F10 F12 F14"),
        100
    );
    assert_eq!(best(&position, "13"), 100);
}

#[test]
fn ard_6_5_06_a_city_and_a_town() {
    let position = lay(map(), "E23 4 1, E21 4 1")
        .station("15", "E25", 1)
        .train("15", "2", 0);
    assert_eq!(earn(&position, "15", "2-0 E25/1 E23"), 40);
    assert_eq!(earn(&position, "15", "2-0 E25 E23 E21"), 50);
    assert_eq!(best(&position, "15"), 50);
}

#[test]
fn ard_6_5_07_no_track_twice() {
    let position = lay(map(), "E23 4 1, E21 4 1")
        .station("15", "E25", 1)
        .train("15", "2", 0);
    assert_eq!(
        refused(&position, "15", "2-0 E21 E23 E25/1 E23 E21"),
        "ARD-6.5-07"
    );
    // The bypass of Reims shares its sides with the city's track.
    let position = lay(map(), "K9 9 1")
        .station("12", "K11", 0)
        .train("12", "2", 0);
    assert_eq!(refused(&position, "12", "2-0 K9 K11/0 K9"), "ARD-6.5-02");
}

#[test]
fn ard_6_5_08_no_place_twice() {
    let position = lay(map(), "L6 7 4, L8 7 0")
        .station("8", "M7", 0)
        .train("8", "3", 0);
    assert_eq!(refused(&position, "8", "3-0 M7/0 L6 L8 M7/1"), "ARD-6.5-08");
    assert_eq!(best(&position, "8"), 0);
    // A ring back to the same city: from Antwerp over Brussels and E11.
    let position = lay(map(), "E9 216 1, F10 208 2, E11 7 0")
        .station("13", "E9", 0)
        .train("13", "3", 0);
    assert_eq!(refused(&position, "13", "3-0 E9 F10 E11 E9"), "ARD-6.5-08");
    assert_eq!(best(&position, "13"), 90);
}

#[test]
fn ard_6_5_09_city_and_town_of_the_ruhr() {
    let position = map().station("11", "B16", 0).train("11", "2", 0);
    assert_eq!(earn(&position, "11", "2-0 B16/0 B16/1"), 40);
    assert_eq!(best(&position, "11"), 40);
}

#[test]
fn ard_6_5_10_full_cities_end_a_route() {
    let base = || {
        brussels_line()
            .station("13", "E9", 0)
            .train("13", "3", 0)
            .train("13", "4D", 0)
    };
    let full = base().station("14", "F10", 0);
    assert_eq!(refused(&full, "13", "3-0 E9 F10 G9 H10"), "ARD-6.5-10");
    assert_eq!(refused(&full, "13", "6-0 E9* F10 G9 H10*"), "ARD-6.5-10");
    assert_eq!(earn(&full, "13", "3-0 E9 F10"), 60);
    assert_eq!(best(&full, "13"), 60 + 120);
    assert_eq!(earn(&base(), "13", "3-0 E9 F10 G9 H10"), 80);
    // An own station opens it.
    let own = base().station("13", "F10", 0);
    assert_eq!(earn(&own, "13", "3-0 E9 F10 G9 H10"), 80);
}

#[test]
fn ard_3_1_08_bonus_tokens_block() {
    let position = brussels_line()
        .station("13", "E9", 0)
        .bonus(Mine, "F10", 0)
        .train("13", "3", 0);
    assert_eq!(refused(&position, "13", "3-0 E9 F10 G9 H10"), "ARD-6.5-10");
    assert_eq!(earn(&position, "13", "3-0 E9 F10"), 60);
}

#[test]
fn ard_6_5_11_trains_share_no_track() {
    let position = brussels_line()
        .station("14", "F10", 0)
        .train("14", "3", 0)
        .train("14", "3", 1);
    let text = "3-0 E9 F10 G9 H10; 3-1 F10 E9";
    assert_eq!(refused(&position, "14", text), "ARD-6.5-11");
    assert_eq!(earn(&position, "14", "3-0 E9 F10; 3-1 F10 G9 H10"), 60 + 50);
    assert_eq!(best(&position, "14"), 110);
    // Track inside a hex is track too.
    let ruhr = map()
        .station("11", "B16", 0)
        .train("11", "2", 0)
        .train("11", "2", 1);
    let text = "2-0 B16/0 B16/1; 2-1 B16/1 B16/0";
    assert_eq!(refused(&ruhr, "11", text), "ARD-6.5-11");
    assert_eq!(best(&ruhr, "11"), 40);
}

#[test]
fn ard_6_5_12_a_4d_shares_track() {
    let position = brussels_line()
        .station("14", "F10", 0)
        .train("14", "6", 0)
        .train("14", "4D", 1);
    let text = "6-0 E9 F10 G9 H10; 6-1 E9* F10* G9 H10*";
    assert_eq!(earn(&position, "14", text), 80 + 160);
    assert_eq!(best(&position, "14"), 240);
}

/// The Ruhr 80, Antwerp 50, Brussels 60, Charleroi, Lille 50, all on one line.
fn long_line(charleroi: &str) -> Scenario {
    let tiles = "B16 X21 0, C15 8 1, C13 8 4, D12 4 0, E11 8 1, E9 216 1, F10 X22 0, G9 8 3, H8 4 1, H6 216 0";
    lay(map(), &format!("{tiles}, H10 {charleroi}"))
}

#[test]
fn ard_6_5_13_a_4d_scores_its_best_four() {
    let position = long_line("63 0")
        .station("BE", "H10", 0)
        .train("BE", "4D", 0);
    let line = |marks: &str| {
        let way = "B16 C15 C13 D12 E11 E9 F10 G9 H10 H8 H6";
        let marked: Vec<String> = way
            .split(' ')
            .map(|hex| format!("{hex}{}", if marks.contains(hex) { "*" } else { "" }))
            .collect();
        format!("6-0 {}", marked.join(" "))
    };
    assert_eq!(earn(&position, "BE", &line("B16 F10 E9 H10")), 460);
    assert_eq!(best(&position, "BE"), 460);
    let id = company(&position, "BE");
    let free = position.canonical(id, &runs(&position, &line(""))).unwrap();
    assert_eq!(position.check(id, &free).map(|(_, total)| total), Ok(460));
    // Without the own station, five, none, a town.
    for marks in ["B16 F10 E9 H6", "B16 F10 E9 H10 H6", "", "B16 F10 H10 H8"] {
        assert_eq!(
            refused(&position, "BE", &line(marks)),
            "ARD-6.5-13",
            "{marks}"
        );
    }
}

#[test]
fn ard_6_5_14_a_4d_needs_two_cities() {
    let position = troyes_line()
        .station("9", "M7", 1)
        .train("9", "4D", 0)
        .train("9", "2", 0);
    assert_eq!(
        refused(&position, "9", "6-0 M7/1* M9 M11 M13"),
        "ARD-6.5-14"
    );
    assert_eq!(earn(&position, "9", "2-0 M7/1 M9 M11 M13"), 60);
    assert_eq!(best(&position, "9"), 60);
}

#[test]
fn ard_6_5_15_a_4d_scores_its_mine() {
    let position = long_line("15 0")
        .station("BE", "H10", 0)
        .station("BE", "F10", 0)
        .right("BE", Mine, "H10")
        .train("BE", "4D", 0);
    assert_eq!(earn(&position, "BE", "6-0 E9* F10* G9 H10* H8 H6*"), 440);
    assert_eq!(earn(&position, "BE", "6-0 E9* F10* G9 H10 H8 H6*"), 320);
}

/// Brugge 30 with its ferry, Antwerp 50, Brussels 60, the Ruhr 80.
fn brugge_line(blank: Scenario) -> Scenario {
    let tiles = "F4 14 0, F6 4 1, F8 8 1, E9 216 4, F10 X22 0, E11 9 0, D12 4 0, C13 8 4, C15 8 1, B16 X21 0";
    lay(blank, tiles)
        .station("NL", "F4", 0)
        .station("NL", "F10", 0)
        .right("NL", Ferry, "F4")
        .train("NL", "4D", 0)
}

#[test]
fn ard_6_5_16_a_4d_scores_the_port_for_its_ferry() {
    let position = brugge_line(map());
    let way = "6-0 F2 F4* F6 F8 E9* F10* E11 D12 C13 C15 B16*";
    assert_eq!(earn(&position, "NL", way), 520);
    assert_eq!(best(&position, "NL"), 520);
    let way = "6-0 F2 F4 F6 F8 E9* F10* E11 D12 C13 C15 B16*";
    assert_eq!(earn(&position, "NL", way), 380);
    // Not ending on the ferry.
    let way = "6-0 F4* F6 F8 E9* F10* E11 D12 C13 C15 B16*";
    assert_eq!(earn(&position, "NL", way), 440);
}

#[test]
fn ard_dep_19_any_port_of_the_ferry() {
    let build = |blank: Scenario| {
        lay(blank, "F4 5 0, G3 6 1")
            .station("N", "F4", 0)
            .station("N", "G3", 0)
            .right("N", Ferry, "F4")
            .right("N", Ferry, "G3")
            .train("N", "4D", 0)
    };
    assert_eq!(earn(&build(map()), "N", "6-0 F2 F4 G3*"), 40);
    let position = build(with_option("any_port_for_ferry"));
    assert_eq!(earn(&position, "N", "6-0 F2 F4 G3*"), 40 + 80);
}

#[test]
fn ard_6_5_17_all_routes_and_forts() {
    let position = lay(map(), "M9 9 1, M11 9 1, L8 9 0, K9 8 4")
        .station("E", "M7", 1)
        .train("E", "2", 0)
        .train("E", "2", 1)
        .forts("E", 1);
    let text = "2-0 M7/1 M9 M11 M13; 2-1 M7/1 L8 K9 K11/0";
    assert_eq!(earn(&position, "E", text), 60 + 70);
    assert_eq!(best(&position, "E"), 130);
    assert_eq!(position.fort_money(company(&position, "E"), true), 10);
}

#[test]
fn ard_6_5_01_own_trains_one_run_each() {
    let position = brussels_line()
        .station("14", "F10", 0)
        .train("14", "2", 0)
        .train("14", "2", 2)
        .obsolete("2", 2)
        .train("NL", "3", 0);
    assert_eq!(refused(&position, "14", "3-0 E9 F10"), "ARD-6.5-01");
    assert_eq!(refused(&position, "14", "5-0 E9 F10"), "ARD-6.5-01");
    assert_eq!(
        refused(&position, "14", "2-0 E9 F10; 2-0 F10 G9 H10"),
        "ARD-6.5-01"
    );
    // A card on its last run runs (ARD-2.3-03).
    assert_eq!(earn(&position, "14", "2-0 E9 F10; 2-2 F10 G9 H10"), 110);
    assert_eq!(best(&position, "14"), 110);
}

#[test]
fn ard_6_1_10_trains_face_down_do_not_run() {
    let position = brussels_line()
        .station("14", "F10", 0)
        .train("14", "2", 0)
        .face_down("2", 0);
    assert_eq!(refused(&position, "14", "2-0 E9 F10"), "ARD-6.1-10");
    assert_eq!(best(&position, "14"), 0);
}

/// Ids that no definition minted are refused like any other nonsense.
#[test]
fn garbage_is_refused() {
    let position = brussels_line().station("14", "F10", 0).train("14", "2", 0);
    let id = company(&position, "14");
    let good = runs(&position, "2-0 E9 F10").remove(0);
    for hex in [0u8, 138, 139, 255] {
        for stop in [None, Some(0), Some(7), Some(255)] {
            for steps in 0..4 {
                let step = RunStep {
                    hex: HexId(hex),
                    stop,
                    scored: true,
                };
                let mut bad = good.clone();
                bad.steps.extend(std::iter::repeat_n(step, steps));
                bad.steps.reverse();
                let refused = position.check(id, std::slice::from_ref(&bad));
                assert_eq!(refused.is_err(), steps > 0);
                let _ = position.canonical(id, &[bad]);
            }
        }
    }
    let mut bad = good.clone();
    bad.train.stack = KindId(200);
    assert!(position.check(id, &[bad]).is_err());
    assert!(position.check(CompanyId(250), &[good]).is_err());
    assert_eq!(position.best(CompanyId(250), 1000).total, 0);
    assert_eq!(position.fort_money(CompanyId(250), true), 0);
}
