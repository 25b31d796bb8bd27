//! `/show map market company trains tiles`: the words beside the pictures.

use super::grid;
use crate::narration::{company_name, hex_name, part};
use crate::table::Play;
use crate::text;
use engine::board::Colour;
use engine::finance::Holder;
use engine::ids::{CellId, CompanyId, KindId};
use engine::rolling_stock::TrainHolder;
use engine::shared::Status;

/// What the map's picture is of.
pub(super) fn map(play: &Play) -> String {
    let head = format!("The map, {} (move {}).", play.game.round_name(), play.len());
    std::iter::once(head.as_str())
        .chain(play.game.map_notes().iter().copied())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Companies on the stock market by price, in the order of their stacks, what moved last, what moves a price.
pub(super) fn market(play: &Play, moved: &[(CompanyId, CellId)]) -> String {
    let definition = play.game.definition();
    let money = &definition.money;
    let shared = play.game.shared();
    let order = shared.markers.in_order(&definition.chart);
    if order.is_empty() {
        return "No company is on the stock market yet.".into();
    }
    let mut prices: Vec<(i32, Vec<String>)> = Vec::new();
    for company in order {
        let price = shared.price(definition, company).unwrap_or(0);
        let name = company_name(definition, company);
        match prices.last_mut() {
            Some((known, names)) if *known == price => names.push(name),
            _ => prices.push((price, vec![name])),
        }
    }
    let stacks: Vec<String> = (prices.into_iter())
        .map(|(price, names)| format!("{} {}", money.print(price), names.join(", ")))
        .collect();
    let mut lines = vec![format!(
        "The stock market, highest first; who stands first at a price operates first: {}.",
        stacks.join("; ")
    )];
    let moves: Vec<String> = (moved.iter())
        .filter_map(|(company, from)| {
            let to = shared.price(definition, *company)?;
            let from = definition.chart.price(*from);
            let name = company_name(definition, *company);
            Some(format!(
                "{name} {} → {}",
                money.print(from),
                money.print(to)
            ))
        })
        .collect();
    if !moves.is_empty() {
        lines.push(format!("Moved in the last turn: {}.", moves.join(", ")));
    }
    lines.push("What moves a price:".into());
    lines.extend(
        play.game
            .market_notes()
            .iter()
            .map(|note| format!("- {note}.")),
    );
    text::clip(&lines.join("\n"), text::MESSAGE)
}

/// A company's sheet.
pub(super) fn company(play: &Play, company: CompanyId) -> String {
    let game = &play.game;
    let definition = game.definition();
    let shared = game.shared();
    let money = &definition.money;
    let data = definition.at(company);
    let state = shared.company(company);
    let mut lines = vec![format!(
        "**{}** — {}{}",
        company_name(definition, company),
        data.name,
        data.nickname
            .as_ref()
            .map(|nick| format!(" ({nick})"))
            .unwrap_or_default()
    )];
    lines.push(match state.status {
        Status::Unopened => "Not yet in play.".into(),
        Status::Closed => "Out of the game.".into(),
        Status::Open => format!(
            "Treasury {}, price {}, president {}.",
            money.print(shared.treasury(company)),
            shared
                .price(definition, company)
                .map_or("none".into(), |price| money.print(price)),
            shared
                .director(definition, company)
                .map_or("nobody".into(), |seat| play.names.seat(seat))
        ),
    });
    let trains: Vec<String> = shared
        .trains(company)
        .map(|train| {
            let mark = if train.obsolete { ", obsolete" } else { "" };
            format!(
                "{} ({}{mark})",
                definition.train(train.kind).name,
                definition.train_name(train.id)
            )
        })
        .collect();
    if state.status == Status::Open {
        let held = if trains.is_empty() {
            "none".to_string()
        } else {
            trains.join(", ")
        };
        lines.push(match game.train_limit(company) {
            0 => format!("Trains: {held}."),
            limit => format!("Trains: {held} (limit {limit})."),
        });
        let mut shares: Vec<String> = Vec::new();
        for seat in &shared.table.order {
            let units = shared.units(definition, company, Holder::Player(*seat));
            if units > 0 {
                let part = part(definition, company, units);
                shares.push(format!("{} {part}", play.names.seat(*seat)));
            }
        }
        for (holder, name) in [
            (Holder::Company(company), "treasury"),
            (Holder::Pool, "market"),
        ] {
            let units = shared.units(definition, company, holder);
            if units > 0 {
                shares.push(format!("{name} {}", part(definition, company, units)));
            }
        }
        lines.push(match definition.percent(company, state.units) {
            Some(_) => format!("Shares: {}.", shares.join(", ")),
            None => format!("Shares, of {}: {}.", state.units, shares.join(", ")),
        });
        let mut stations: Vec<String> = shared
            .board
            .markers(company)
            .map(|at| {
                let name = hex_name(definition, at.hex);
                if shared.board.has_station(at, company) {
                    name
                } else {
                    format!("{name}, inactive")
                }
            })
            .collect();
        stations.dedup();
        let placed = if stations.is_empty() {
            "none".to_string()
        } else {
            stations.join(", ")
        };
        lines.push(format!("Stations: {placed}; {} left.", state.tokens_left));
    }
    lines.extend(game.company_notes(company));
    let homes: Vec<String> = (data.homes.iter())
        .map(|home| hex_name(definition, home.hex))
        .collect();
    if !homes.is_empty() {
        lines.push(format!("Home: {}.", homes.join(", ")));
    }
    text::clip(&lines.join("\n"), text::MESSAGE)
}

/// Trains: price, what is left, what is in the market, who owns which; and the phases.
pub(super) fn trains(play: &Play) -> String {
    let definition = play.game.definition();
    let shared = play.game.shared();
    let mut rows = vec![["train", "price", "left"].map(String::from).to_vec()];
    for (index, train) in definition.trains.iter().enumerate() {
        let left = shared
            .depot
            .left(definition, KindId::from(index))
            .map_or("no limit".into(), |left| left.to_string());
        rows.push(vec![
            train.name.clone(),
            definition.money.print(train.price),
            left,
        ]);
    }
    let mut owned: Vec<String> = Vec::new();
    for company in definition.company_ids() {
        let trains: Vec<String> = shared
            .trains(company)
            .map(|train| definition.train_name(train.id))
            .collect();
        if !trains.is_empty() {
            owned.push(format!(
                "{}: {}",
                company_name(definition, company),
                trains.join(", ")
            ));
        }
    }
    let market: Vec<String> = shared
        .depot
        .of(TrainHolder::Pool)
        .map(|train| definition.train_name(train.id))
        .collect();
    if !market.is_empty() {
        owned.push(format!("market: {}", market.join(", ")));
    }
    let text = format!(
        "Phase {}.\n{}\n{}",
        play.game.phase_name(),
        grid(&rows),
        owned.join("; ")
    );
    text::clip(&text, text::MESSAGE)
}

/// Tiles left in the box, by colour.
pub(super) fn tiles(play: &Play) -> String {
    let map = &play.game.definition().map;
    let board = &play.game.shared().board;
    let mut lines = Vec::new();
    for (colour, name) in [
        (Colour::Yellow, "Yellow"),
        (Colour::Green, "Green"),
        (Colour::Brown, "Brown"),
        (Colour::Grey, "Grey"),
    ] {
        let tiles: Vec<String> = map
            .tile_ids()
            .filter(|face| map.face(*face).colour == colour)
            .map(|face| match board.left(face) {
                Some(0) => format!("~~{}~~", map.face(face).id),
                Some(left) => format!("{} ×{left}", map.face(face).id),
                None => format!("{} ∞", map.face(face).id),
            })
            .collect();
        if !tiles.is_empty() {
            lines.push(format!("**{name}**: {}", tiles.join(", ")));
        }
    }
    text::clip(
        &format!("Tiles left in the box:\n{}", lines.join("\n")),
        text::MESSAGE,
    )
}
