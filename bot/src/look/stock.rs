//! `/show players`: cash, shares and worth.

use super::grid;
use crate::narration::company_name;
use crate::table::{Open, Play};
use engine::finance::Holder;
use engine::titles::Mark;

/// Cash, shares and worth of all players, shares by company.
pub(super) fn players(_open: &Open, play: &Play) -> String {
    let game = &play.game;
    let definition = game.definition();
    let shared = game.shared();
    let money = &definition.money;
    let mut rows = vec![["", "cash", "certs", "worth"].map(String::from).to_vec()];
    let mut holdings: Vec<String> = Vec::new();
    for seat in &shared.table.order {
        let (held, limit) = game.certificates(*seat);
        rows.push(vec![
            play.names.raw(*seat).to_string(),
            money.print(shared.player_cash(*seat)),
            super::against(held, limit),
            money.print(game.worth(*seat)),
        ]);
        let holder = Holder::Player(*seat);
        let mut owned: Vec<String> = Vec::new();
        for company in definition.company_ids() {
            let units = shared.units(definition, company, holder);
            if units == 0 {
                continue;
            }
            let president = shared.director(definition, company) == Some(*seat);
            let name = company_name(definition, company);
            owned.push(match (president, units) {
                (true, 1) => format!("**{name}**"),
                (true, units) => format!("**{name} {units}**"),
                (false, units) => format!("{name} {units}"),
            });
        }
        for (index, private) in definition.privates.iter().enumerate() {
            if shared.papers.private_holder(definition, index.into()) == holder {
                owned.push(private.name.clone());
            }
        }
        for mark in game.marks() {
            if let Mark::Claim {
                company,
                seat: owner,
                option,
            } = mark
                && owner == *seat
            {
                let what = if option { "option on" } else { "concession of" };
                owned.push(format!("{what} {}", company_name(definition, company)));
            }
        }
        let owned = if owned.is_empty() {
            "nothing".to_string()
        } else {
            owned.join(", ")
        };
        holdings.push(format!("{}: {owned}", play.names.seat(*seat)));
    }
    format!("{}\n{}", grid(&rows), holdings.join("\n"))
}
