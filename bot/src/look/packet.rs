//! `/show packet`: what is laid out for sale at the start.

use crate::narration::company_name;
use crate::table::Play;
use crate::text;
use engine::Game;
use engine::action::Lot;
use engine::finance::Holder;
use engine::titles::{PacketItem, PacketState};

/// Whether something of it is still to be bought.
pub(crate) fn unsold(game: &Game) -> bool {
    let left = |item: &PacketItem| !matches!(item.state, PacketState::Sold(_));
    game.packet().iter().flatten().any(left)
}

/// The packet in words, row by row.
pub(super) fn words(play: &Play) -> String {
    let game = &play.game;
    let definition = game.definition();
    let rows = game.packet();
    if rows.is_empty() {
        return format!("{} has no start packet.", text::escape(&definition.title));
    }
    let item = |item: &PacketItem| {
        let id = match item.lot {
            Lot::Private(private) => definition.private_at(private).id.clone(),
            Lot::Company(company) => company_name(definition, company),
        };
        let with = item.with.map_or(String::new(), |(company, percent)| {
            format!(" with {percent}% of {}", company_name(definition, company))
        });
        let price = definition.money.print(item.price);
        match item.state {
            PacketState::Open => format!("**{id} {price}**{with}"),
            PacketState::Waiting => format!("{id} {price}{with}"),
            PacketState::Sold(Holder::Player(seat)) => {
                format!("~~{id}~~ {}", play.names.seat(seat))
            }
            PacketState::Sold(_) => format!("~~{id}~~"),
        }
    };
    let mut lines: Vec<String> = (1..)
        .zip(&rows)
        .map(|(number, row)| {
            let items: Vec<String> = row.iter().map(item).collect();
            format!("Row {number}: {}", items.join(", "))
        })
        .collect();
    lines.push(if unsold(game) {
        "What is in bold may be bought now; what is struck out is sold, or out of the game.".into()
    } else {
        "All of it is sold.".into()
    });
    text::clip(&lines.join("\n"), text::MESSAGE)
}
