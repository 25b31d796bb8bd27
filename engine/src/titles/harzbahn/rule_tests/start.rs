//! The start turn order, and the table of concessions.

use crate::game::{Game, Setup};
use crate::scenario::rule_tests;

rule_tests! {
    "H73-2-02" => fn start_order(t) {
        let mut setup = Setup::new("1873", 4);
        t.eq(setup.seating(), vec![0, 1, 2, 3], "as listed without a seed");
        let mut orders = Vec::new();
        for seed in 0..40 {
            setup.seed = Some(seed);
            let order = setup.seating();
            t.eq(setup.seating(), order.clone(), "the same seed, the same order");
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
        t.that(orders.len() > 10, "other seeds, other orders");
        let Some(game) = t.good(Game::new(setup), "a new game") else { return };
        // Its first player opens the auction.
        let first = game.shared().table.order.first().copied();
        t.eq(game.decision().map(|ask| ask.seat), first, "who opens");
    }

    "H73-2.1-21" => fn concession_costs(t) {
        let Some(game) = t.good(Game::new(Setup::new("1873", 3)), "a new game") else { return };
        let Some((rules, _)) = game.harzbahn() else {
            t.that(false, "another title");
            return;
        };
        let costs: Vec<String> = rules.special.concessions.iter().map(|concession| {
            format!("{} {}", rules.name(concession.company), concession.cost)
        }).collect();
        t.eq(costs.join(" "), "HBE 0 GHE 150 NWE 500 SHE 300 KEZ 100 WBE 0 QLB 0".into(), "costs");
        for concession in &rules.special.concessions {
            let parts: i32 = concession.build.iter().map(|part| part.cost).sum();
            t.eq(parts, concession.cost, rules.name(concession.company));
            let routes: Vec<usize> = concession.routes.iter().map(Vec::len).collect();
            t.eq(routes.is_empty(), rules.name(concession.company) == "QLB", "routes");
        }
    }
}
