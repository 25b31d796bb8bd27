//! Rust tests that carry rule ids, where scenarios as text do not reach.

use crate::finance::Dir;
use crate::game::{Game, Setup};
use crate::rules::PaperDef;
use crate::scenario::{RuleTest, rule_tests};

/// Every registered test of the title.
pub(crate) fn all() -> Vec<RuleTest> {
    TESTS.to_vec()
}

rule_tests! {
    "E35-GEN-02", "E35-GEN-03", "E35-IV.1-04" => fn certificates(t) {
        let Some(game) = t.good(Game::new(Setup::new("1835", 4)), "a new game") else { return };
        let Some((rules, _)) = game.y1835() else { return t.that(false, "another title") };
        let definition = &rules.definition;
        let ids: Vec<&str> = definition.companies.iter().map(|company| company.id.as_str()).collect();
        t.eq(ids.join(" "), "M1 M2 M3 M4 M5 M6 BY SX BA WT HE MS OL PR".into(), "companies");
        let privates: Vec<&str> = definition.privates.iter().map(|private| private.id.as_str()).collect();
        t.eq(privates.join(" "), "NF LD BB HB OBB PfB".into(), "privates");
        t.refused(game.parse("take XY"), "GAME", "an unknown company");
        let mut all = 0;
        for (id, list) in [
            ("BY", "D20 10 10 10 10 10 10 10 10"),
            ("SX", "D20 10 10 10 10 10 10 10 10"),
            ("BA", "D20 10 10 10 10 10 10 20"),
            ("WT", "D20 10 10 10 10 10 10 20"),
            ("HE", "D20 10 10 10 10 10 10 20"),
            ("MS", "D20 20 20 10 10 10 10"),
            ("OL", "D20 20 20 10 10 10 10"),
            ("PR", "D10 10 10 10 10 10 10 10 5 5 5 5"),
        ] {
            let company = definition.company(id);
            let papers: Vec<(u8, bool)> = definition.papers.iter().filter_map(|paper| match paper {
                PaperDef::Share { company: of, units, director, .. } if Some(*of) == company => {
                    Some((units * 5, *director))
                }
                _ => None,
            }).collect();
            all += papers.len();
            let sum: u8 = papers.iter().map(|(percent, _)| *percent).sum();
            t.eq(sum, 100, id);
            let names: Vec<String> = papers.iter().map(|(percent, director)| {
                format!("{}{percent}", if *director { "D" } else { "" })
            }).collect();
            t.eq(names.join(" "), list.to_string(), id);
        }
        t.eq(all, 68, "certificates in all");
    }

    "E35-GEN-04" => fn tiles(t) {
        let Some(game) = t.good(Game::new(Setup::new("1835", 4)), "a new game") else { return };
        let map = &game.definition().map;
        let mut counts = [0u16; 3];
        for tile in map.tile_ids() {
            let face = map.face(tile);
            let row = match face.colour {
                crate::board::Colour::Yellow => 0,
                crate::board::Colour::Green => 1,
                _ => 2,
            };
            counts[row] += face.count.unwrap_or(0);
        }
        t.eq(counts, [63, 53, 31], "yellow, green and brown tiles");
    }

    "E35-X-02", "E35-X-03" => fn values(t) {
        use crate::board::{Colour, StopKind};
        let Some(game) = t.good(Game::new(Setup::new("1835", 4)), "a new game") else { return };
        let map = &game.definition().map;
        let mut seen = 0;
        for tile in map.tile_ids() {
            let face = map.face(tile);
            let is = |label: &str| face.labels.iter().any(|own| own == label);
            for stop in &face.stops {
                let should = match (stop.kind, face.colour) {
                    (StopKind::Town, _) => 10,
                    (_, Colour::Yellow) => if is("Y") { 30 } else { 20 },
                    (_, Colour::Green) => if is("Y") || is("B") { 40 } else { 30 },
                    _ if is("B") || is("H") => 60,
                    _ => if is("Y") { 50 } else { 40 },
                };
                seen += 1;
                for phase in ["1", "2", "3"] {
                    t.eq(stop.revenue.at(phase), should, format!("tile {} in phase {phase}", face.id));
                }
            }
        }
        t.eq(seen, 50, "stations on tiles");
        for (hex, values) in [
            ("E19", [30, 30, 30]),
            ("C11", [40, 40, 40]),
            ("L14", [30, 30, 30]),
            ("J8", [40, 40, 40]),
            ("C13", [10, 10, 10]),
            ("D6", [10, 10, 10]),
            ("F12", [20, 20, 20]),
            ("C5", [10, 10, 10]),
            ("C21", [20, 20, 40]),
            ("H22", [20, 30, 40]),
        ] {
            let stops = map.hex(hex).map(|hex| &map.face(map.at(hex).printed).stops);
            t.that(stops.is_some_and(|stops| !stops.is_empty()), hex);
            for stop in stops.into_iter().flatten() {
                t.eq(["1", "2", "3"].map(|phase| stop.revenue.at(phase)), values, hex);
            }
        }
    }

    "E35-PREP-10", "E35-RUL-02" => fn trains(t) {
        let Some(game) = t.good(Game::new(Setup::new("1835", 4)), "a new game") else { return };
        let list: Vec<String> = game.definition().trains.iter().map(|train| {
            format!("{}x{}@{}", train.name, train.count.unwrap_or(0), train.price)
        }).collect();
        t.eq(
            list.join(" "),
            "2x9@80 2+2x4@120 3x4@180 3+3x3@270 4x3@360 4+4x1@440 5x2@500 5+5x1@600 6x2@600 6+6x4@720".into(),
            "roster",
        );
        let cards: u16 = game.definition().trains.iter().filter_map(|train| train.count).sum();
        t.eq(cards, 33, "cards (E35-RUL-02)");
    }

    "E35-PREP-11", "E35-XI-02", "E35-XI-04", "E35-XIV.4-02", "E35-XV.8-03" => fn index(t) {
        let Some(game) = t.good(Game::new(Setup::new("1835", 4)), "a new game") else { return };
        let chart = &game.definition().chart;
        let mut rows: Vec<Vec<i32>> = vec![Vec::new(); 7];
        let mut firsts = [u8::MAX; 7];
        for (_, cell) in chart.cells() {
            rows[usize::from(cell.row)].push(cell.price);
            firsts[usize::from(cell.row)] = firsts[usize::from(cell.row)].min(cell.column);
        }
        t.eq(firsts, [4, 2, 0, 0, 0, 0, 0], "first columns");
        t.eq(rows[0].clone(), vec![132, 148, 166, 186, 208, 232, 258, 286, 316, 348, 382, 418], "row 1");
        t.eq(
            rows[1].clone(),
            vec![98, 108, 120, 134, 150, 168, 188, 210, 234, 260, 288, 318, 350, 384],
            "row 2",
        );
        t.eq(
            rows[2].clone(),
            vec![82, 86, 92, 100, 110, 122, 136, 152, 170, 190, 212, 236, 262, 290, 320],
            "row 3",
        );
        t.eq(rows[3].clone(), vec![78, 84, 88, 94, 102, 112, 124, 138, 154, 172, 192, 214], "row 4");
        t.eq(rows[4].clone(), vec![72, 80, 86, 90, 96, 104, 114, 126, 140], "row 5");
        t.eq(rows[5].clone(), vec![64, 74, 82, 88, 92, 98, 106], "row 6");
        t.eq(rows[6].clone(), vec![54, 66, 76, 84, 90], "row 7");
        let at = |name: &str| {
            let mut bytes = name.bytes();
            let column = bytes.next().unwrap_or(0) - b'A';
            let row = bytes.next().unwrap_or(0) - b'1';
            chart.find(row, column)
        };
        for (from, dirs, to) in [
            ("C3", &[Dir::Right][..], "D3"),
            ("C3", &[Dir::Down][..], "C4"),
            ("C2", &[Dir::Left][..], "C2"),
            ("B3", &[Dir::Right, Dir::Up][..], "C3"),
            ("L4", &[Dir::Right, Dir::Up][..], "L3"),
            ("P2", &[Dir::Right, Dir::Up][..], "P1"),
            ("P1", &[Dir::Right, Dir::Up][..], "P1"),
            ("C2", &[Dir::Left, Dir::Down][..], "C3"),
            ("E1", &[Dir::Left, Dir::Down][..], "E2"),
            ("A7", &[Dir::Left, Dir::Down][..], "A7"),
            ("F1", &[Dir::Up][..], "F1"),
            ("A3", &[Dir::Up][..], "A3"),
            ("F6", &[Dir::Down][..], "F6"),
        ] {
            let start = at(from);
            let end = start.map(|cell| chart.walk(cell, dirs, 1, i32::MIN));
            t.eq(end, at(to), from);
        }
    }
}
