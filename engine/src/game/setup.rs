//! How a game begins, and what there is to begin with: titles, options, presets, rule matrices.

use crate::rejection::{Rejection, require};
use crate::rules::{RuleRow, revisions, rows};
use crate::titles::OptionDef;
use std::sync::OnceLock;

/// How a game begins. Together with the entries it is all that has to be stored.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Setup {
    /// The title's name in commands: `18ardennes`.
    pub title: String,
    /// How many play.
    pub players: u8,
    /// Draws the table order; without it the players sit as listed.
    pub seed: Option<u64>,
    /// Options switched on, by name; see [`options`].
    #[serde(default)]
    pub options: Vec<String>,
    /// The revision of the title's rules that the game begins with; 0, or none where it is stored, is the first.
    #[serde(default)]
    pub revision: u16,
}

impl Setup {
    /// Players seated as listed, no options, the newest revision of the rules.
    pub fn new(title: &str, players: u8) -> Setup {
        Setup {
            title: title.into(),
            players,
            seed: None,
            options: Vec::new(),
            revision: revisions::newest(title),
        }
    }

    /// Which player sits on each seat: the index in the list of players, by seat. Drawn from the seed
    /// (ARD-3.1-10); the same seed gives the same order everywhere.
    pub fn seating(&self) -> Vec<usize> {
        let mut seats: Vec<usize> = (0..usize::from(self.players)).collect();
        if let Some(seed) = self.seed {
            let mut state = seed;
            for last in (1..seats.len()).rev() {
                // SplitMix64.
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut draw = state;
                draw = (draw ^ (draw >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                draw = (draw ^ (draw >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                draw ^= draw >> 31;
                seats.swap(last, (draw % (last as u64 + 1)) as usize);
            }
        }
        seats
    }
}

/// The titles that can be played: name in commands and name on the box.
pub fn titles() -> &'static [(&'static str, &'static str)] {
    &[
        ("18ardennes", "18Ardennes"),
        ("1873", "Harzbahn 1873"),
        ("1835", "1835"),
        ("1826", "1826"),
    ]
}

pub(super) fn option_defs(title: &str) -> &'static [OptionDef] {
    match title {
        "18ardennes" => crate::titles::ardennes::OPTIONS,
        "1873" => crate::titles::harzbahn::OPTIONS,
        "1826" => crate::titles::y1826::OPTIONS,
        "1835" => crate::titles::y1835::OPTIONS,
        _ => &[],
    }
}

/// The options of a title: name, rule or departure, what it does. Empty for an unknown title.
pub fn options(title: &str) -> Vec<(&'static str, &'static str, &'static str)> {
    option_defs(title)
        .iter()
        .map(|def| (def.name, def.rule, def.text))
        .collect()
}

/// The rows of a title's rule matrix, in its order. Empty for an unknown title.
pub fn rule_rows(title: &str) -> &'static [RuleRow] {
    static ARDENNES: OnceLock<Vec<RuleRow>> = OnceLock::new();
    static HARZBAHN: OnceLock<Vec<RuleRow>> = OnceLock::new();
    static Y1826_ROWS: OnceLock<Vec<RuleRow>> = OnceLock::new();
    static Y1835: OnceLock<Vec<RuleRow>> = OnceLock::new();
    match title {
        "18ardennes" => ARDENNES.get_or_init(|| rows(crate::titles::ardennes::RULES)),
        "1873" => HARZBAHN.get_or_init(|| rows(crate::titles::harzbahn::RULES)),
        "1826" => Y1826_ROWS.get_or_init(|| rows(crate::titles::y1826::RULES)),
        "1835" => Y1835.get_or_init(|| rows(crate::titles::y1835::RULES)),
        _ => &[],
    }
}

/// A title on one screen, in short lines: aim, start, selling, prices, capital, trains, end.
pub fn sketch(title: &str) -> &'static [(&'static str, &'static str)] {
    match title {
        "18ardennes" => crate::titles::ardennes::SKETCH,
        "1873" => crate::titles::harzbahn::SKETCH,
        "1826" => crate::titles::y1826::SKETCH,
        "1835" => crate::titles::y1835::SKETCH,
        _ => &[],
    }
}

/// The options that make a title play as the reference engine of its recorded games does.
pub fn preset(title: &str, name: &str) -> Option<Vec<String>> {
    match (title, name) {
        (_, "rulebook") => Some(Vec::new()),
        ("18ardennes" | "1873", "as-18xx-games") | ("1826" | "1835", "as-rails") => Some(
            option_defs(title)
                .iter()
                .filter(|def| def.departure)
                .map(|def| def.name.to_string())
                .collect(),
        ),
        _ => None,
    }
}

/// Refuses a revision that this program does not play.
pub(super) fn known(title: &str, revision: u16) -> Result<(), Rejection> {
    require!(
        revisions::known(title, revision),
        "GAME",
        "this program plays {title} by rules versions up to {}, not {revision}: a newer program is needed",
        revisions::newest(title)
    );
    Ok(())
}
