//! `/ref rule` and `/ref title`: the rule matrix in our own words, and a title on one screen.

use super::page::{self, LOOK};
use crate::command::Command;
use crate::reply::{Menu, Reply};
use crate::store::Button;
use crate::table::Refusal;
use crate::text;
use engine::Game;
use engine::game::{rule_rows, sketch};
use engine::rules::RuleRow;

/// Rows that stand on a page.
const SHOWN: usize = 8;

/// A rule by its id, the rows of a section or topic, those that fit some words best; without words the sections.
pub(super) fn rule(blank: &Game, command: &Command) -> Result<Reply, Refusal> {
    let definition = blank.definition();
    let rows = rule_rows(&definition.slug);
    let about = command.get("about").unwrap_or_default().trim();
    // More words than these find nothing more, and would not fit into a button.
    let about: String = about.chars().take(48).collect();
    let about = about.trim();
    if about.is_empty() {
        return Ok(sections(blank, rows, command));
    }
    let found = search(rows, about);
    match found.as_slice() {
        [] => Err(Refusal::new(format!(
            "No rule of {} speaks of {}; try other words, a topic such as trains, or a section such as 4.4.",
            definition.title,
            text::quoted(about)
        ))),
        [only] => Ok(
            Reply::new(text::clip(&whole(only), text::MESSAGE)).with_buttons(beside(
                &definition.slug,
                rows,
                only,
            )),
        ),
        found => {
            let command = page::pressed(
                &command.line_with(&[("about", about), ("title", &definition.slug)]),
                None,
            )?;
            let pages: Vec<&[&RuleRow]> = found.chunks(SHOWN).collect();
            let at = page::asked(&command, pages.len(), 0);
            let shown = pages.get(at).copied().unwrap_or_default();
            let part = match pages.len() {
                1 => String::new(),
                count => format!(", page {} of {count}", at + 1),
            };
            let mut lines = vec![format!(
                "{} rules of {} on {}{part}:",
                found.len(),
                definition.title,
                text::escape(about)
            )];
            lines.extend(
                shown.iter().map(|row| {
                    format!("`{}` {}", row.id, text::clip(&text::escape(&row.text), 200))
                }),
            );
            let menu = Menu::new(
                format!("{LOOK}/ref rule title:{} about:", definition.slug),
                "Read one with its example",
            );
            let menu = shown.iter().fold(menu, |menu, row| {
                menu.entry(text::clip(&row.text, 100), &row.id, &row.id)
            });
            let buttons = page::turning(&command, at, pages.len(), ["Before", "More"]);
            Ok(Reply::new(text::clip(&lines.join("\n"), text::MESSAGE))
                .with_menu(menu)
                .with_buttons(buttons))
        }
    }
}

/// The sections to choose from.
fn sections(blank: &Game, rows: &[RuleRow], command: &Command) -> Reply {
    let definition = blank.definition();
    let mut known: Vec<(&str, usize)> = Vec::new();
    for row in rows {
        match known.iter_mut().find(|(name, _)| *name == row.section) {
            Some((_, count)) => *count += 1,
            None => known.push((&row.section, 1)),
        }
    }
    let pages: Vec<&[(&str, usize)]> = known.chunks(20).collect();
    let at = page::asked(command, pages.len(), 0);
    let shown = pages.get(at).copied().unwrap_or_default();
    let mut lines = vec![format!(
        "The rules of {} by section. Or name words, a topic or an id: /ref rule about:…",
        definition.title
    )];
    lines.extend(
        shown
            .iter()
            .map(|(name, count)| format!("{} ({count})", text::escape(name))),
    );
    let menu = Menu::new(
        format!("{LOOK}/ref rule title:{} about:", definition.slug),
        "Choose a section",
    );
    let menu = shown.iter().fold(menu, |menu, (name, count)| {
        let rules = format!("{count} rules");
        // Rows are found by the heading's number, or by the whole heading.
        menu.entry(*name, text::clip(name, 48), rules)
    });
    let titled = command.line_with(&[("title", &definition.slug)]);
    let buttons = match page::pressed(&titled, None) {
        Ok(command) => page::turning(&command, at, pages.len(), ["Before", "More"]),
        Err(_) => Vec::new(),
    };
    Reply::new(text::clip(&lines.join("\n"), text::MESSAGE))
        .with_menu(menu)
        .with_buttons(buttons)
}

/// Buttons to the rows before and after.
fn beside(slug: &str, rows: &[RuleRow], row: &RuleRow) -> Vec<Button> {
    let at = rows.iter().position(|other| other.id == row.id);
    let to = |index: Option<usize>, arrow: &str| {
        let row = rows.get(index?)?;
        let line = format!("/ref rule title:{slug} about:{}", row.id);
        Some(page::link(format!("{arrow} {}", row.id), &line))
    };
    let before = to(at.and_then(|at| at.checked_sub(1)), "◀");
    let after = to(at.map(|at| at + 1), "▶");
    before.into_iter().chain(after).collect()
}

/// A row with its example.
fn whole(row: &RuleRow) -> String {
    let example = if row.example.is_empty() {
        String::new()
    } else {
        format!("\n> {}", text::escape(&text::clip(&row.example, 600)))
    };
    format!(
        "**{}** — {}\n{}{example}",
        row.id,
        text::escape(&row.section),
        text::escape(&text::clip(&row.text, 800))
    )
}

/// The rows that fit, best first: an exact id, ids that begin so, rows that hold all words, rows that hold some of
/// them if none holds all.
pub(crate) fn search<'r>(rows: &'r [RuleRow], about: &str) -> Vec<&'r RuleRow> {
    let about = about.to_lowercase();
    if about.is_empty() {
        return Vec::new();
    }
    let id = |row: &RuleRow| row.id.to_lowercase();
    if let Some(row) = rows.iter().find(|row| id(row) == about) {
        return vec![row];
    }
    // A heading as a whole.
    let headed: Vec<&RuleRow> = rows
        .iter()
        .filter(|row| {
            let section = row.section.to_lowercase();
            let section: String = section.chars().take(48).collect();
            section.trim() == about
        })
        .collect();
    if !headed.is_empty() {
        return headed;
    }
    // `4.4.1`, `H73-4.4.1` or `RUL`: everything of the section.
    let begins: Vec<&RuleRow> = rows
        .iter()
        .filter(|row| {
            let id = id(row);
            let short = id.split_once('-').map_or("", |(_, rest)| rest);
            [id.as_str(), short].iter().any(|id| {
                id.strip_prefix(about.as_str())
                    .is_some_and(|rest| rest.starts_with(['-', '.']))
            })
        })
        .collect();
    if !begins.is_empty() {
        return begins;
    }
    let words: Vec<&str> = about
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| word.len() > 2)
        .collect();
    let mut scored: Vec<(usize, &RuleRow)> = rows
        .iter()
        .map(|row| {
            let (text, rest) = (
                row.text.to_lowercase(),
                format!("{} {}", row.section, row.example).to_lowercase(),
            );
            let topic = row.section.to_lowercase();
            let score = words
                .iter()
                .map(|word| {
                    // The beginning of a word in the rule itself counts most.
                    let stem = word.strip_suffix('s').unwrap_or(word);
                    4 * usize::from(text.contains(stem))
                        + usize::from(rest.contains(stem))
                        + usize::from(topic.contains(stem))
                })
                .sum();
            (score, row)
        })
        .filter(|(score, _)| *score > 0)
        .collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let all = 4 * words.len();
    if scored.first().is_some_and(|(score, _)| *score >= all) {
        scored.retain(|(score, _)| *score >= all);
    }
    scored.into_iter().map(|(_, row)| row).take(64).collect()
}

/// A title on one screen.
pub(super) fn title(blank: &Game) -> Reply {
    let definition = blank.definition();
    let mut lines = vec![format!(
        "**{}**{} by {}, {} to {} players.",
        definition.title,
        if definition.subtitle.is_empty() {
            String::new()
        } else {
            format!(" — {}", definition.subtitle)
        },
        definition.designer,
        definition.players.min,
        definition.players.max
    )];
    lines.extend(
        sketch(&definition.slug)
            .iter()
            .map(|(head, line)| format!("**{head}.** {line}")),
    );
    Reply::new(text::fit("", &lines, "", text::MESSAGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(about: &str) -> Vec<String> {
        search(rule_rows("1873"), about)
            .into_iter()
            .map(|row| row.id.clone())
            .collect()
    }

    #[test]
    fn an_id_finds_its_row_alone() {
        assert_eq!(ids("h73-4.4.1-14"), ["H73-4.4.1-14"]);
    }

    #[test]
    fn a_section_finds_its_rows() {
        let found = ids("4.4.2");
        assert!(found.len() >= 10 && found.iter().all(|id| id.starts_with("H73-4.4.2-")));
        assert!(ids("h73-rul").len() > 40);
    }

    #[test]
    fn words_find_rows_that_hold_them_all() {
        assert!(ids("reserved tiles").contains(&"H73-4.4.1-15".to_string()));
        assert!(ids("maintenance phase 3").contains(&"H73-5-04".to_string()));
        assert!(ids("qwertz").is_empty());
    }
}
