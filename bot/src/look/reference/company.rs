//! `/ref company`: home, stations, what only it can, who may open it; with its sheet where there is a game.

use super::{Book, kind};
use crate::command::Command;
use crate::look::named;
use crate::reply::{Picture, Reply};
use crate::table::Refusal;
use crate::text;
use engine::Game;
use engine::finance::Holder;
use engine::ids::CompanyId;
use engine::shared::Status;
use std::sync::Arc;

/// A company.
pub(super) fn company(book: &Book<'_>, command: &Command) -> Result<Reply, Refusal> {
    let definition = book.blank.definition();
    let company = named(book.blank, command)?;
    let data = definition.at(company);
    let game = book.present();
    let mut lines = vec![format!(
        "**{}** — {}{} ({}).",
        data.id,
        data.name,
        data.nickname
            .as_ref()
            .map(|nick| format!(", {nick}"))
            .unwrap_or_default(),
        kind(data.kind)
    )];
    let homes: Vec<String> = (data.homes.iter())
        .map(|home| crate::narration::hex_name(definition, home.hex))
        .collect();
    if !homes.is_empty() {
        lines.push(format!("Home: {}.", homes.join(", ")));
    }
    if data.tokens > 0 {
        lines.push(format!("Station tokens: {}.", data.tokens));
    }
    lines.extend(game.company_facts(company));
    lines.extend(game.company_notes(company));
    let tiles: Vec<&str> = data
        .home_tiles
        .iter()
        .map(|face| definition.map.face(*face).id.as_str())
        .collect();
    if !tiles.is_empty() {
        lines.push(format!(
            "Its home gets one of the tiles {} at the start.",
            tiles.join(", ")
        ));
    }
    let mut picture = None;
    if let Some(game) = book.game {
        let shared = game.shared();
        lines.push(match shared.company(company).status {
            Status::Unopened => "In this game it is not yet in play.".into(),
            Status::Closed => "In this game it is out of play.".into(),
            Status::Open if belongs(game, company).is_some() => format!(
                "In this game it belongs to {}.",
                belongs(game, company).unwrap_or_default()
            ),
            Status::Open => {
                let who = shared.director(definition, company);
                let who = who.and_then(|seat| book.names.get(seat.index()));
                let who = who.map_or("nobody".to_string(), |name| text::escape(name));
                let price = shared.price(definition, company);
                let price = price.map_or(String::new(), |price| {
                    format!(" price {},", definition.money.print(price))
                });
                format!(
                    "In this game {who} decides for it;{price} treasury {}.",
                    definition.money.print(shared.treasury(company))
                )
            }
        });
        let caption = crate::pictures::Caption {
            line: book.caption.clone(),
            names: book.names.to_vec(),
            ..Default::default()
        };
        picture = (book.tables.pictures())
            .company(game, company, &caption)
            .map(|bytes| Picture {
                name: "company.png".into(),
                alt: format!("Sheet of {}", data.id),
                bytes: Arc::new(bytes),
            });
    }
    let text = text::clip(&lines.join("\n"), text::MESSAGE);
    Ok(Reply::new(text).with_picture(picture))
}

/// The company that a company belongs to, as mines may.
fn belongs(game: &Game, company: CompanyId) -> Option<String> {
    let definition = game.definition();
    let papers = &game.shared().papers;
    let paper = papers.director_paper(definition, company)?;
    match papers.holder(paper) {
        Holder::Company(owner) if owner != company => {
            Some(crate::narration::company_name(definition, owner))
        }
        _ => None,
    }
}
