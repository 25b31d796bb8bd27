//! Looking at a game and looking things up: words and pictures, never a change.

mod reference;
mod rules;
mod sheet;
mod status;
mod stock;

pub(crate) use reference::reference;
pub(crate) use rules::search;
pub(crate) use status::{log, status};

use crate::command::{Command, ShowVerb};
use crate::pictures::{Caption, Pictures};
use crate::reply::{Picture, Reply};
use crate::table::{Open, Play, Refusal};
use engine::Game;
use engine::ids::CompanyId;
use std::sync::Arc;

/// The words of `/show`.
pub(crate) fn show(
    open: &Open,
    play: &Play,
    verb: ShowVerb,
    command: &Command,
) -> Result<String, Refusal> {
    Ok(match verb {
        ShowVerb::Map => sheet::map(play),
        ShowVerb::Market => sheet::market(play),
        ShowVerb::Players => stock::players(open, play),
        ShowVerb::Company => sheet::company(play, named(&play.game, command)?),
        ShowVerb::Trains => sheet::trains(play),
        ShowVerb::Tiles => sheet::tiles(play),
    })
}

/// The company that a command names.
fn named(game: &Game, command: &Command) -> Result<CompanyId, Refusal> {
    let name = command.get("company").unwrap_or_default();
    let definition = game.definition();
    definition
        .company(name.trim_start_matches('#'))
        .or_else(|| {
            definition.company_ids().find(|id| {
                let company = definition.at(*id);
                company.name.eq_ignore_ascii_case(name)
                    || company
                        .nickname
                        .as_deref()
                        .is_some_and(|nick| nick.eq_ignore_ascii_case(name))
            })
        })
        .ok_or_else(|| {
            let known: Vec<&str> = definition
                .companies
                .iter()
                .map(|company| company.id.as_str())
                .collect();
            Refusal::new(format!(
                "There is no company {:?}; there are {}.",
                crate::text::clip(name, 40),
                known.join(", ")
            ))
        })
}

/// The answer of `/show` with its pictures.
pub(crate) fn show_pictures(
    pictures: &dyn Pictures,
    game: &Game,
    caption: &Caption,
    verb: ShowVerb,
    command: &Command,
    text: String,
) -> Reply {
    let bytes = match verb {
        ShowVerb::Map => pictures.map(game, caption),
        ShowVerb::Market => pictures.market(game, caption),
        ShowVerb::Company => named(game, command)
            .ok()
            .and_then(|company| pictures.company(game, company, caption)),
        ShowVerb::Trains => pictures.trains(game, caption),
        ShowVerb::Players => pictures.players(game, caption),
        ShowVerb::Tiles => None,
    };
    let name = command.spec.name();
    Reply::new(text).with_picture(bytes.map(|bytes| Picture {
        name: format!("{name}.png"),
        alt: format!("{}: {name}, {}", game.definition().title, game.round_name()),
        bytes: Arc::new(bytes),
    }))
}

/// A table in a code block: columns as wide as their longest cell, numbers to the right.
pub(crate) fn grid(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let lines: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, width))| {
                    let cell = crate::text::in_code(cell);
                    let space = " ".repeat(width.saturating_sub(cell.chars().count()));
                    if column == 0 {
                        format!("{cell}{space}")
                    } else {
                        format!("{space}{cell}")
                    }
                })
                .collect();
            cells.join("  ").trim_end().to_string()
        })
        .collect();
    format!("```\n{}\n```", lines.join("\n"))
}

/// Certificates held against their limit; 0 is none.
fn against(held: u8, limit: u8) -> String {
    match limit {
        0 => held.to_string(),
        limit => format!("{held}/{limit}"),
    }
}
