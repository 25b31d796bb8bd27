//! `/show players`: cash, shares, worth, what could be raised, who acts after whom.

use super::grid;
use crate::narration::{company_name, part};
use crate::table::{Open, Play};
use crate::text;
use engine::finance::Holder;
use engine::ids::Seat;
use engine::titles::Mark;

/// Cash, shares and worth of all players, shares by company.
pub(super) fn players(open: &Open, play: &Play) -> String {
    let game = &play.game;
    let definition = game.definition();
    let shared = game.shared();
    let money = &definition.money;
    let mut rows = vec![
        ["", "cash", "raise", "certs", "worth"]
            .map(String::from)
            .to_vec(),
    ];
    let mut holdings: Vec<String> = Vec::new();
    for seat in &shared.table.order {
        let (held, limit) = game.certificates(*seat);
        rows.push(vec![
            play.names.raw(*seat).to_string(),
            money.print(shared.player_cash(*seat)),
            money.print(game.raise(*seat).total()),
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
            let part = part(definition, company, units);
            owned.push(match (president, units) {
                (true, 1) => format!("**{name}**"),
                (true, _) if part == "100%" => format!("**{name}**"),
                (true, _) => format!("**{name} {part}**"),
                (false, _) => format!("{name} {part}"),
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
    let absent = open
        .absent()
        .map_or_else(String::new, |absent| format!("\n{absent}"));
    let head = format!(
        "{}{absent}\n{}\n{}",
        turns(play),
        grid(&rows),
        holdings.join("\n")
    );
    let mut lines = vec![
        "**raise**: cash and all that may be sold at once, by the limits of the market and of presidencies.".to_string(),
    ];
    lines.extend(
        shared
            .table
            .order
            .iter()
            .filter_map(|seat| sales(play, *seat)),
    );
    text::clip(&text::fit(&head, &lines, "", text::MESSAGE), text::MESSAGE)
}

/// Who acts after whom, who decides now, who has the priority deal.
fn turns(play: &Play) -> String {
    let shared = play.game.shared();
    let order: Vec<String> = shared
        .table
        .order
        .iter()
        .map(|seat| play.names.seat(*seat))
        .collect();
    let mut text = format!("Order: {}.", order.join(" → "));
    if !play.game.is_over() {
        text.push_str(&format!(
            " Now {}. Priority deal: {}.",
            play.waiting(),
            play.names.seat(shared.table.priority)
        ));
        if let [seat] = play.awaited_seats().as_slice() {
            let next = shared.table.after(*seat);
            if next != *seat {
                text.push_str(&format!(" Next at the table: {}.", play.names.seat(next)));
            }
        }
    }
    text
}

/// What a player would sell to raise most.
fn sales(play: &Play, seat: Seat) -> Option<String> {
    let definition = play.game.definition();
    let raise = play.game.raise(seat);
    let shares = raise.shares.iter().map(|(company, units, sum)| {
        format!(
            "{} {} for {}",
            company_name(definition, *company),
            part(definition, *company, *units),
            definition.money.print(*sum)
        )
    });
    let privates = raise.privates.iter().map(|(private, sum)| {
        let name = &definition.private_at(*private).name;
        format!("{name} for {}", definition.money.print(*sum))
    });
    let bonds = (raise.bonds.0 > 0).then(|| {
        format!(
            "{} bonds for {}",
            raise.bonds.0,
            definition.money.print(raise.bonds.1)
        )
    });
    let parts: Vec<String> = shares.chain(privates).chain(bonds).collect();
    if parts.is_empty() {
        return None;
    }
    let train = raise.train_of.map_or(String::new(), |company| {
        format!(" (for a train of {})", company_name(definition, company))
    });
    Some(format!(
        "{} could sell {}{train}.",
        play.names.seat(seat),
        parts.join(", ")
    ))
}
