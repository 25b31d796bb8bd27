//! `/ref rule` and `/ref title`: the rule matrix in our own words, and a title on one screen.

use crate::command::Command;
use crate::reply::Reply;
use crate::table::Refusal;
use crate::text;
use engine::Game;
use engine::game::{rule_rows, sketch};
use engine::rules::RuleRow;

/// Rows that a search shows at most.
const SHOWN: usize = 6;

/// A rule by its id, or the rows that fit some words best.
pub(super) fn rule(blank: &Game, command: &Command) -> Result<Reply, Refusal> {
    let definition = blank.definition();
    let about = command.get("about").unwrap_or_default().trim();
    let found = search(rule_rows(&definition.slug), about);
    match found.as_slice() {
        [] => Err(Refusal::new(format!(
            "No rule of {} speaks of {:?}; try other words, or a section such as 4.4.",
            definition.title,
            text::clip(about, 60)
        ))),
        [only] => Ok(Reply::new(text::clip(&whole(only), text::MESSAGE))),
        [first, rest @ ..] => {
            let mut lines = vec![whole(first), String::new(), "Also:".to_string()];
            lines.extend(
                rest.iter().take(SHOWN).map(|row| {
                    format!("`{}` {}", row.id, text::clip(&text::escape(&row.text), 160))
                }),
            );
            if rest.len() > SHOWN {
                lines.push(format!("… and {} more.", rest.len() - SHOWN));
            }
            Ok(Reply::new(text::fit("", &lines, "", text::MESSAGE)))
        }
    }
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
            let score = words
                .iter()
                .map(|word| {
                    // The beginning of a word in the rule itself counts most.
                    let stem = word.strip_suffix('s').unwrap_or(word);
                    4 * usize::from(text.contains(stem)) + usize::from(rest.contains(stem))
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
    scored.into_iter().map(|(_, row)| row).take(40).collect()
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
