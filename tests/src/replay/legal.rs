//! Our offers beside those that a reference lists with its lines.

use std::collections::BTreeMap;
use std::fmt;

/// A choice that only one side offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which list.
    pub list: String,
    /// We offer it, the reference does not.
    pub only_ours: bool,
    /// The choice.
    pub line: String,
    /// The rule by which it is right; `None` if it is on no list.
    pub rule: Option<&'static str>,
}

/// The comparison of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// Lists compared.
    pub lists: u64,
    /// What differs.
    pub differences: Vec<Difference>,
}

/// Sums over many positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Lists compared.
    pub lists: u64,
    /// Differences by list, side and rule.
    pub known: BTreeMap<(String, bool, &'static str), u64>,
    /// Differences on no list.
    pub unknown: Vec<String>,
}

impl Sums {
    /// Adds one position.
    pub fn add(&mut self, place: &str, offers: Offers) {
        self.lists += offers.lists;
        for difference in offers.differences {
            let side = difference.only_ours;
            match difference.rule {
                Some(rule) => *self.known.entry((difference.list, side, rule)).or_default() += 1,
                None => self.unknown.push(format!(
                    "{place}: {}: only {}: {}",
                    difference.list,
                    if side { "ours" } else { "theirs" },
                    difference.line
                )),
            }
        }
    }

    /// Adds other sums.
    pub fn join(&mut self, other: Sums) {
        self.lists += other.lists;
        for (key, count) in other.known {
            *self.known.entry(key).or_default() += count;
        }
        self.unknown.extend(other.unknown);
    }
}

impl fmt::Display for Sums {
    /// The known kinds and the line that ends the report.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((list, ours, rule), count) in &self.known {
            let side = if *ours { "ours" } else { "theirs" };
            writeln!(f, "legal: {list}: only {side}, {rule}: {count}")?;
        }
        write!(
            f,
            "legal: {} lists compared, {} differences by the list, {} others",
            self.lists,
            self.known.values().sum::<u64>(),
            self.unknown.len()
        )
    }
}
