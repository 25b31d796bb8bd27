//! The tables: components, set-up, market, bases, founders.

use crate::board::{Bonus, Occupant};
use crate::finance::Holder;
use crate::game::{Game, Setup};
use crate::ids::{PaperId, Seat, StopRef};
use crate::rolling_stock::{Depot, TrainHolder};
use crate::rules::{CompanyKind, Definition, PaperDef};
use crate::scenario::{Checks, rule_tests};
use crate::titles::ardennes::Special;

fn game(t: &mut Checks, players: u8) -> Option<Game> {
    t.good(Game::new(Setup::new("18ardennes", players)), "a new game")
}

/// Definition and special section as the title reads them.
fn data(t: &mut Checks) -> Option<(Definition, Special)> {
    let definition = t.good(
        Definition::parse(crate::titles::ardennes::DEFINITION),
        "definition",
    )?;
    let special = t.good(Special::read(&definition), "special section")?;
    Some((definition, special))
}

rule_tests! {
    "ARD-1.1-01" => fn papers_of_companies(t) {
        let Some((definition, _)) = data(t) else { return };
        let of = |kind| {
            let companies = definition.company_ids();
            companies.filter(|&id| definition.at(id).kind == kind).collect::<Vec<_>>()
        };
        let (minors, majors) = (of(CompanyKind::Minor), of(CompanyKind::Major));
        let names: Vec<&str> = minors.iter().map(|&id| definition.at(id).id.as_str()).collect();
        t.eq(names.join(" "), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15".into(), "minors");
        let mut names: Vec<&str> = majors.iter().map(|&id| definition.at(id).id.as_str()).collect();
        names.sort_unstable();
        t.eq(names.join(" "), "BE BY E N NL P".into(), "public companies");
        let papers = |company| -> Vec<(u8, bool)> {
            definition.papers.iter().filter_map(|paper| match paper {
                PaperDef::Share { company: of, units, director, .. } if *of == company => {
                    Some((*units, *director))
                }
                _ => None,
            }).collect()
        };
        for id in minors {
            t.eq(papers(id), vec![(2, true)], "a minor is one charter of two shares");
        }
        for id in majors {
            let mut list = papers(id);
            list.sort_unstable();
            t.eq(list.len(), 9, "certificates");
            t.eq(list.iter().map(|(units, _)| units).sum::<u8>(), 10, "shares");
            t.eq(list.iter().filter(|paper| **paper == (1, false)).count(), 8, "singles");
            t.eq(list.iter().filter(|paper| **paper == (2, true)).count(), 1, "president's");
        }
    }

    "ARD-3.1-05", "ARD-3.1-07" => fn bonus_tokens_at_the_start(t) {
        let Some(game) = game(t, 3) else { return };
        let map = &game.definition().map;
        let on_map = |bonus| {
            let mut hexes: Vec<String> = game.shared().board.tokens().iter()
                .filter(|token| token.what == Occupant::Bonus(bonus))
                .map(|token| map.at(token.at.hex).name.clone())
                .collect();
            hexes.sort();
            hexes.join(" ")
        };
        t.eq(on_map(Bonus::Ferry), "E5 F4 G3".into(), "ferry tokens in circles");
        t.eq(on_map(Bonus::Mine), "H10".into(), "mining tokens in circles");
        t.eq(game.shared().board.tokens().len(), 4, "nothing else lies on the map");
        let Some((_, state)) = game.ardennes() else { return };
        let mut waiting: Vec<String> = state.waiting.iter()
            .map(|(hex, bonus)| format!("{} {}", bonus.name(), map.at(*hex).name))
            .collect();
        waiting.sort();
        t.eq(
            waiting.join(", "),
            "ferry F4, ferry G3, mine H10, mine I21, mine I21".into(),
            "tokens that wait: one of Saarbrücken's is Minor 7's",
        );
    }

    "ARD-3.1-09" => fn trains_leave_the_stack_in_order(t) {
        let Some((definition, _)) = data(t) else { return };
        let mut depot = Depot::new(&definition);
        let mut seen = String::new();
        for _ in 0..40 {
            let Some(top) = depot.top(&definition) else { break };
            seen.push_str(&definition.train(top).name);
            depot.take(&definition, top, TrainHolder::Gone);
        }
        let order = ["2".repeat(15), "3".repeat(7), "4".repeat(5), "5".repeat(3), "6".repeat(10)];
        t.eq(seen, order.concat(), "kinds in the order of the stack");
    }

    "ARD-3.1-09" => fn only_the_top_kind_is_for_sale(t) {
        t.scenario("18ardennes", "\
# ARD-3.1-09 — only the top kind
minor 10 at 60 by P1; treasury 10 2000
or 2.1 10 trains
! P1: train 3 from depot = ARD-6.8-04
! P1: train 6 from depot = ARD-6.8-04
= only P1: train 2 from depot | pass
again: stack 3; phase 2
! P1: train 2 from depot = ARD-6.8-04
= only P1: train 3 from depot | pass
again: phase 3; stack 4
= only P1: train 4 from depot | pass
again: phase 4; stack 5
= only P1: train 5 from depot | pass
again: phase 5; stack 6
= only P1: train 6 from depot | pass
! P1: train 5 from depot = ARD-6.8-04
");
    }

    "ARD-3.1-10" => fn seats_are_drawn_once(t) {
        for players in 3..=5u8 {
            let mut setup = Setup::new("18ardennes", players);
            t.eq(setup.seating(), (0..usize::from(players)).collect(), "as listed without a seed");
            let mut orders = Vec::new();
            for seed in 0..200 {
                setup.seed = Some(seed);
                let order = setup.seating();
                let mut sorted = order.clone();
                sorted.sort_unstable();
                t.eq(sorted, (0..usize::from(players)).collect(), "everybody has a seat");
                t.eq(setup.clone().seating(), order.clone(), "the same seed, the same order");
                if !orders.contains(&order) {
                    orders.push(order);
                }
            }
            let all = (1..=usize::from(players)).product::<usize>();
            // 200 draws meet all orders of three or four, and most of the 120 of five.
            t.that(orders.len() * 10 >= all * 6, format!("{players}: {} orders", orders.len()));
            let game = t.good(Game::new(setup), "a game with a seed");
            let first = game.as_ref().and_then(Game::decision).map(|ask| ask.seat);
            t.eq(first, Some(Seat(0)), "marker 1 is the first auctioneer");
            let priority = game.map(|game| game.shared().table.priority);
            t.eq(priority, Some(Seat(0)), "and holds priority");
        }
    }

    "ARD-4-01", "ARD-RUL-03" => fn market_line(t) {
        let Some((definition, special)) = data(t) else { return };
        let line: Vec<i32> = definition.chart.cells().map(|(_, cell)| cell.price).collect();
        let should = vec![
            0, 50, 55, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300,
            320, 340, 360, 380, 400,
        ];
        t.eq(line, should, "the market");
        t.that(definition.chart.cells().all(|(_, cell)| cell.row == 0), "one line");
        t.eq(special.minor_start.clone(), vec![50, 55, 60, 70, 80, 90], "minors' starting values");
        t.eq(special.major_start.clone(), vec![140, 160, 180, 200, 220], "public companies'");
        for (values, mark) in [(&special.minor_start, "minor_start"), (&special.major_start, "major_start")] {
            let marked: Vec<i32> = definition.chart.cells()
                .filter(|(_, cell)| cell.marks.iter().any(|name| name == mark))
                .map(|(_, cell)| cell.price)
                .collect();
            t.eq(&marked, values, format!("spaces marked {mark}"));
        }
    }

    "ARD-RUL-03" => fn trains_tokens_tiles(t) {
        let Some((definition, _)) = data(t) else { return };
        let trains: Vec<String> = definition.trains.iter()
            .map(|train| format!("{} {:?} {}", train.name, train.count, train.price))
            .collect();
        t.eq(
            trains.join(", "),
            "2 Some(15) 100, 3 Some(7) 200, 4 Some(5) 400, 5 Some(3) 500, 6 None 600, 4D None 800".into(),
            "trains",
        );
        for id in definition.company_ids() {
            let should = if definition.at(id).kind == CompanyKind::Minor { 2 } else { 6 };
            t.eq(definition.at(id).tokens, should, "stations");
        }
        let counts: Vec<String> = definition.map.tile_ids()
            .map(|id| definition.map.face(id))
            .map(|face| match face.count {
                Some(count) => format!("{}x{count}", face.id),
                None => face.id.clone(),
            })
            .collect();
        t.eq(
            counts.join(" "),
            "3x4 4x8 5x2 6x4 7 8 9 57x6 58x9 201x2 202x4 621x4 14x3 15x7 80x3 81x3 82x6 83x6 141x5 \
             142x5 143x2 144x2 207x6 208x6 405x2 580x1 619x3 622x4 X10x1 X11x1 63x6 216x6 431x2 583x1 \
             X20x1 X21x1 X22x1".into(),
            "tiles in the box",
        );
    }

    "ARD-12-02", "ARD-RUL-05" => fn bases_of_minors(t) {
        let Some((definition, _)) = data(t) else { return };
        let bases: Vec<String> = definition.company_ids()
            .map(|id| definition.at(id))
            .filter_map(|company| {
                let home = company.home?;
                Some(format!("{} {}/{}", company.id, definition.map.at(home.hex).name, home.stop))
            })
            .collect();
        // Circle 0 is the western one of Amsterdam and Paris, circle 1 of Frankfurt.
        t.eq(
            bases.join(", "),
            "1 B8/0, 2 B8/1, 3 E15/0, 4 G25/0, 5 J24/0, 6 H6/0, 7 I21/0, 8 M7/0, 9 M7/1, 10 D18/0, \
             11 B16/0, 12 K11/0, 13 E9/0, 14 F10/0, 15 E25/1".into(),
            "bases",
        );
        for (hex, stop, west) in [("B8", 0, true), ("B8", 1, false), ("M7", 0, true), ("M7", 1, false), ("E25", 1, true)] {
            let Some(hex) = definition.map.hex(hex) else { continue };
            let face = definition.map.face(definition.map.at(hex).printed);
            let exits = face.at(0).stop_exits.get(stop).copied().unwrap_or(0);
            // Side 1 is west, side 4 east.
            t.eq(exits & (1 << 1) != 0, west, "the circle with track to the west");
        }
    }

    "ARD-12-01", "ARD-RUL-03" => fn founders_from_their_base(t) {
        let Some((definition, special)) = data(t) else { return };
        for (company, minors) in [
            ("BY", "4 5 7 15"),
            ("N", "6 8"),
            ("E", "5 7 9 12"),
            ("NL", "1 2 3 13"),
            ("BE", "3 6 13 14"),
            ("P", "3 10 11 15"),
        ] {
            let Some(id) = definition.company(company) else { continue };
            let found: Vec<&str> = definition.company_ids()
                .map(|minor| definition.at(minor))
                .filter(|minor| minor.home.is_some_and(|home| special.qualifies(id, home)))
                .map(|minor| minor.id.as_str())
                .collect();
            t.eq(found.join(" "), minors.into(), format!("founders of {company}"));
        }
    }

    "ARD-RUL-03" => fn qualifying_cities(t) {
        let Some((definition, special)) = data(t) else { return };
        for (company, places) in [
            ("BE", "E9 E15 F4 F10 H6 H10"),
            ("BY", "E25 G25 H26 I21 J24"),
            ("E", "I21 J18 J24 K11 M7/1"),
            ("N", "G3 H6 K5 M7/0"),
            ("NL", "B8 B12 C7 E5 E9 E15"),
            ("P", "B16 D18 E15 E25"),
        ] {
            let Some(id) = definition.company(company) else { continue };
            let found: Vec<String> = definition.map.hex_ids()
                .filter_map(|hex| {
                    let name = &definition.map.at(hex).name;
                    let in_circle = |stop| special.qualifies(id, StopRef { hex, stop });
                    match (in_circle(0), in_circle(1)) {
                        (true, true) => Some(name.clone()),
                        (true, false) => Some(format!("{name}/0")),
                        (false, true) => Some(format!("{name}/1")),
                        (false, false) => None,
                    }
                })
                .collect();
            t.eq(found.join(" "), places.into(), format!("qualifying cities of {company}"));
        }
    }

    "ARD-12-01" => fn the_auction_offers_the_founders(t) {
        let Some(rules) = game(t, 3) else { return };
        // One player owns all minors: the bids that are listed are the pairs of the table.
        let mut text = String::from("# ARD-12-01 — founders\nphase 3; cash P1 900\n");
        for minor in 1..=15 {
            text.push_str(&format!("minor {minor} at 60 by P1\n"));
        }
        text.push_str("sr 2 auction P1\n");
        let mut bids = Vec::new();
        for (company, minors) in [
            ("BY", "4 5 7 15"), ("N", "6 8"), ("E", "5 7 9 12"), ("NL", "1 2 3 13"),
            ("BE", "3 6 13 14"), ("P", "3 10 11 15"),
        ] {
            bids.extend(minors.split(' ').map(|minor| format!("bid {company} 0 with {minor}")));
        }
        bids.push("pass".into());
        text.push_str(&format!("= only P1: {}\n", bids.join(" | ")));
        t.scenario(&rules.setup().title, &text);
    }

    "ARD-1.1-03" => fn papers_start_in_the_offering(t) {
        for players in 3..=5 {
            let Some(game) = game(t, players) else { return };
            t.eq(game.shared().cash.total(), 12_000, "all money");
            let held = (0..game.definition().papers.len())
                .map(PaperId::from)
                .filter(|&paper| matches!(game.shared().papers.holder(paper), Holder::Player(_)))
                .count();
            t.eq(held, 0, "nobody holds a paper");
        }
    }
}
