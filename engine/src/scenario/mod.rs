//! Rule scenarios: positions, actions and assertions as text, and Rust tests that carry rule ids.
//!
//! A scenario states one or a few rows of a title's rule matrix. The format is described in
//! `engine/tests/rules/README.md`. Nothing here reads files: callers hand in the text.

mod assert;
mod checks;
mod format;
mod invariants;
mod names;
mod position;
mod run;

pub(crate) use assert::{pairs, same, same_set};
pub(crate) use checks::rule_tests;
pub use checks::{Checks, RuleTest, registered};
pub use format::{Scenario, Step, parse};
pub use invariants::faults;
pub(crate) use names::{Names, number};
pub(crate) use position::{Common, Facts, Keep, Place};

use crate::game::Game;

/// A position that a title built from the lines of a scenario.
pub(crate) struct Built {
    /// The game that stands there.
    pub game: Game,
    /// The engine acts by itself after every action, as in a live game.
    pub auto: bool,
    /// All money of the position.
    pub money: i64,
}

/// What became of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Rule ids of the heading.
    pub ids: Vec<String>,
    /// The rest of the heading, or the name of a Rust test.
    pub name: String,
    /// Line of the heading in its text, from 1; 0 for a Rust test.
    pub line: usize,
    /// Refusals and assertions that were checked.
    pub assertions: usize,
    /// What went wrong, each with its line.
    pub failures: Vec<String>,
}

impl Outcome {
    /// Whether its ids count as covered: it asserted something and nothing failed.
    pub fn counts(&self) -> bool {
        self.assertions > 0 && self.failures.is_empty()
    }
}

/// Runs every scenario of a text.
///
/// # Errors
/// What is malformed, with the line.
pub fn run_text(title: &str, text: &str) -> Result<Vec<Outcome>, String> {
    Ok(parse(text)?
        .iter()
        .map(|scenario| run::run(title, scenario))
        .collect())
}

/// A game that stands where the facts of a scenario say, one a line or parted by `;`: for tests.
///
/// # Errors
/// What is malformed or contradicts itself.
pub fn game_at(title: &str, facts: &str) -> Result<Game, String> {
    let facts: Vec<(usize, &str)> = (1..)
        .zip(facts.lines())
        .flat_map(|(line, text)| text.split(';').map(move |fact| (line, fact.trim())))
        .filter(|(_, fact)| !fact.is_empty())
        .collect();
    Ok(run::build(title, &facts)?.game)
}

/// Runs every registered Rust test of a title.
pub fn run_rule_tests(title: &str) -> Vec<Outcome> {
    registered(title).iter().map(RuleTest::outcome).collect()
}

/// The ids that stand in the first column of a rule matrix's tables (`| ARD-6.4-02 | …`), in order.
pub fn matrix_ids(matrix: &str) -> Vec<String> {
    matrix
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .filter_map(|line| line.split(" |").next())
        .filter(|cell| is_id(cell))
        .map(str::to_string)
        .collect()
}

/// Whether a word looks like a rule id: `ARD-6.4-02`, `ARD-RUL-14`.
pub(crate) fn is_id(word: &str) -> bool {
    let mut parts = word.split('-');
    let (Some(title), Some(section), Some(number), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    title.len() >= 2
        && title
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
        && !section.is_empty()
        && number.len() == 2
        && number.chars().all(|c| c.is_ascii_digit())
}
