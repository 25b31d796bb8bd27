//! Looking at a game and looking things up: words and pictures, never a change.

mod charts;
mod history;
mod list;
mod log;
mod pace;
mod packet;
mod page;
mod record;
mod reference;
mod rules;
mod sheet;
mod show;
mod status;
mod stock;

pub(crate) use list::list;
pub(crate) use log::{log, rounds};
pub(crate) use page::{LOOK, is_public, pressed};
pub(crate) use record::{record, shown};
pub(crate) use reference::reference;
pub(crate) use rules::search;
pub(crate) use show::{sheet_picture, sheet_words, show};
pub(crate) use status::status;

use crate::command::Command;
use crate::table::Refusal;
use engine::Game;
use engine::ids::CompanyId;

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
                "There is no company {}; there are {}.",
                crate::text::quoted(name),
                known.join(", ")
            ))
        })
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
