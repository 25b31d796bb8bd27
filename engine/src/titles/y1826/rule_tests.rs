//! Rust tests that carry rule ids, for what scenarios do not reach.

use super::{Rules, s4_6_exchange};
use crate::board::Colour;
use crate::game::{Game, Setup};
use crate::ids::Seat;
use crate::scenario::{RuleTest, rule_tests};

/// All of them.
pub(crate) fn all() -> Vec<RuleTest> {
    TESTS.to_vec()
}

fn rules() -> Option<Rules> {
    Rules::new(&Setup::new("1826", 4)).ok()
}

rule_tests! {
    /// The order is drawn from the seed; seat 1 then opens the game.
    "E26-1.1-04" => fn turn_order(t) {
        for players in 2..=6u8 {
            let mut setup = Setup::new("1826", players);
            let all: Vec<usize> = (0..usize::from(players)).collect();
            let mut orders: Vec<Vec<usize>> = Vec::new();
            for seed in 0..40 {
                setup.seed = Some(seed);
                let order = setup.seating();
                let mut sorted = order.clone();
                sorted.sort_unstable();
                t.eq(sorted, all.clone(), "everybody has a seat");
                t.eq(setup.clone().seating(), order.clone(), "the same seed, the same order");
                if !orders.contains(&order) {
                    orders.push(order);
                }
            }
            t.that(orders.len() > 1, format!("{players} players: one order only"));
            let first = t.good(Game::new(setup), "a game with a seed").and_then(|game| game.decision());
            t.eq(first.map(|ask| ask.seat), Some(Seat(0)), "player 1 opens the game");
        }
    }

    /// The chart cell by cell.
    "E26-3-01", "E26-3.2-01", "E26-3.3-01" => fn market_chart(t) {
        let rows: [&[i32]; 7] = [
            &[82, 90, 100, 110, 122, 135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400],
            &[75, 82, 90, 100, 110, 122, 135, 150, 165, 180, 200, 220, 245, 270],
            &[70, 75, 82, 90, 100, 110, 122, 135, 150, 165, 180],
            &[65, 70, 75, 82, 90, 100, 110, 122],
            &[60, 65, 70, 75, 82, 90],
            &[50, 60, 65, 70, 75],
            &[40, 50, 60, 65],
        ];
        let Some(rules) = rules() else { return t.that(false, "no rules") };
        let mut is: Vec<Vec<i32>> = vec![Vec::new(); 7];
        let (mut yellow, mut par) = (Vec::new(), Vec::new());
        for (_, cell) in rules.definition.chart.cells() {
            if let Some(row) = is.get_mut(usize::from(cell.row)) {
                row.push(cell.price);
            }
            let name = format!("{}{}", char::from(b'A' + cell.column), cell.row + 1);
            for mark in &cell.marks {
                match mark.as_str() {
                    "yellow" => yellow.push(name.clone()),
                    _ => par.push((name.clone(), cell.price)),
                }
            }
        }
        let rows: Vec<Vec<i32>> = rows.iter().map(|row| row.to_vec()).collect();
        t.eq(is, rows, "rows");
        t.eq(yellow, ["A5", "A6", "B6", "A7", "B7", "C7"].map(String::from).to_vec(), "yellow");
        let starts = [("D1", 110), ("D2", 100), ("D3", 90), ("D4", 82), ("D5", 75)];
        t.eq(par, starts.map(|(cell, price)| (cell.to_string(), price)).to_vec(), "start");
        t.eq(rules.special.start_values, vec![110, 100, 90, 82, 75], "values");
    }

    /// The box: tiles by number, and what each turns into.
    "E26-8-01", "E26-8-06", "E26-8-07", "E26-RUL-02", "E26-RUL-26", "E26-RUL-34" => fn tiles(t) {
        let supply: [(&str, u16); 45] = [
            ("3", 2), ("4", 6), ("5", 2), ("6", 2), ("7", 4), ("8", 18), ("9", 23), ("57", 4), ("58", 6),
            ("14", 3), ("15", 3), ("16", 1), ("19", 1), ("20", 1), ("23", 5), ("24", 5), ("25", 3), ("26", 1),
            ("27", 1), ("28", 1), ("29", 1), ("87", 2), ("88", 2), ("141", 1), ("142", 1), ("143", 1), ("203", 1),
            ("204", 2), ("514", 1), ("619", 3), ("39", 1), ("40", 1), ("41", 2), ("42", 2), ("43", 3), ("44", 1),
            ("45", 2), ("46", 2), ("47", 3), ("63", 5), ("70", 1), ("515", 1), ("611", 2), ("513", 3), ("516", 1),
        ];
        let Some(rules) = rules() else { return t.that(false, "no rules") };
        let map = &rules.definition.map;
        for (id, count) in supply {
            let is = map.tile(id).map(|face| map.face(face).count);
            t.eq(is, Some(Some(count)), format!("tile {id}"));
        }
        t.eq(map.tile_ids().count(), 45, "kinds");
        let all: u16 = supply.iter().map(|(_, count)| count).sum();
        t.eq(all, 137, "tiles in all");
        t.that(map.tile("169").is_none(), "169 is a slip for 619");
        for hex in map.hex_ids() {
            let printed = map.face(map.at(hex).printed);
            t.that(printed.colour != Colour::Red || printed.upgrades.is_empty(), "off-map hexes have no upgrade");
        }
    }

    /// What upgrades to what.
    "E26-8-02", "E26-8-03", "E26-8-04", "E26-8-05" => fn upgrades(t) {
        let table: [(&str, &[&str]); 22] = [
            ("3", &["87", "88", "141", "142", "143", "204"]), ("4", &["87", "88", "141", "142", "204"]),
            ("58", &["87", "88", "141", "142", "143", "203", "204"]), ("87", &[]), ("203", &[]),
            ("5", &["14", "15", "619"]), ("6", &["14", "15", "619"]), ("57", &["14", "15", "619"]),
            ("7", &["26", "27", "28", "29"]), ("8", &["16", "19", "23", "24", "25", "28", "29"]),
            ("9", &["19", "20", "23", "24", "26", "27"]), ("16", &["43", "70"]), ("19", &["45", "46"]),
            ("20", &["44", "47"]), ("23", &["41", "43", "45", "47"]), ("24", &["42", "43", "46", "47"]),
            ("25", &["40", "45", "46"]), ("26", &["42", "44", "45"]), ("27", &["41", "44", "46"]),
            ("28", &["39", "43", "46", "70"]), ("29", &["39", "43", "45", "70"]), ("43", &[]),
        ];
        let Some(rules) = rules() else { return t.that(false, "no rules") };
        let map = &rules.definition.map;
        for (id, next) in table {
            let is: Vec<String> = map
                .tile(id)
                .map(|face| &map.face(face).upgrades)
                .into_iter()
                .flatten()
                .map(|face| map.face(*face).id.clone())
                .collect();
            t.eq(is, next.iter().map(|id| (*id).to_string()).collect::<Vec<_>>(), format!("tile {id}"));
        }
    }

    /// Destinations, homes, privates, cash.
    "E26-4.5-01", "E26-4.6-01", "E26-4.3-01", "E26-3.4-03", "E26-1.1-02" => fn printed_facts(t) {
        let Some(rules) = rules() else { return t.that(false, "no rules") };
        let definition = &rules.definition;
        let facts = [
            ("Paris", "G9", 2, Some("E5")), ("PO", "G9", 0, Some("K5")), ("Nord", "G9", 3, Some("C11")),
            ("Est", "G9", 4, Some("F16")), ("Ouest", "G9", 1, Some("H2")), ("PLM", "G9", 5, Some("L14")),
            ("Midi", "M3", 9, Some("N16")), ("GC", "L14", 9, Some("M3")), ("Als", "G19", 9, Some("L14")),
            ("Belg", "C13", 9, None),
        ];
        for (id, home, edge, destination) in facts {
            let Some(company) = definition.company(id) else { return t.that(false, id) };
            let place = |hex| definition.map.at(hex).name.clone();
            let at = definition.at(company).home;
            t.eq(at.map(|at| place(at.hex)), Some(home.to_string()), id);
            if edge < 6
                && let Some(at) = at
            {
                let track = definition.map.face(definition.map.at(at.hex).printed).at(0);
                t.eq(track.stop_exits.get(usize::from(at.stop)).copied(), Some(1 << edge), id);
            }
            t.eq(rules.special.destination(company).map(place), destination.map(String::from), id);
        }
        let privates: Vec<(i32, i32)> = definition.privates.iter().map(|lot| (lot.value, lot.income)).collect();
        t.eq(privates, vec![(20, 5), (40, 10), (70, 15), (110, 20), (160, 25), (220, 30)], "privates");
        let limits: Vec<u8> = rules.special.certificate_limit.values().copied().collect();
        t.eq(limits, vec![28, 20, 16, 13, 11], "certificate limits");
        let cash: Vec<i32> = definition.players.cash.values().copied().collect();
        t.eq(cash, vec![900, 600, 450, 360, 300], "cash");
    }

    /// The exchange as a function.
    "E26-4.6.2-13", "E26-4.6.2-11", "E26-4.6.3-05" => fn exchanges(t) {
        let of = |players: &[u8], treasuries, pool, papers| -> Vec<(u8, u8)> {
            let got = s4_6_exchange::exchange(players, treasuries, pool, papers, false);
            got.iter().map(|got| (got.shares, got.bonds)).collect()
        };
        t.eq(of(&[6, 4], 4, 4, (10, 0)), vec![(3, 0), (2, 0), (2, 0), (2, 0)], "18 shares: nine given out");
        t.eq(of(&[3], 0, 2, (10, 0)), vec![(1, 0), (0, 0), (1, 0)], "the market's odd share is lost");
        t.eq(of(&[12, 10], 4, 4, (10, 10)), vec![(6, 0), (4, 1), (0, 2), (0, 2)], "ten shares and five bonds");
        t.eq(of(&[4], 6, 30, (10, 10)), vec![(2, 0), (3, 0), (5, 10)], "ten shares, ten bonds, the rest lost");
    }
}
