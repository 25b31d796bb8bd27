//! Revisions of the rules as this program plays them.
//!
//! A change of behaviour is *widening*: it accepts more, and nothing that was accepted comes out otherwise. Such a change
//! needs nothing here, as what the engine does by itself stands in the log. Or it *changes outcomes*: then the old
//! behaviour stays behind a [`Fix`], the code asks `rules.fixes.has(Fix::…)` at the one place where they part, and a new
//! [`Revision`] names it. A game keeps the revision that it began with ([`Setup::revision`]); a table may adopt the
//! newest by an entry of its log ([`Action::Rules`]), effective from there. Logs of every revision are frozen under
//! `engine/tests/corpus` and folded by the tests: a forgotten switch turns them red.
//!
//! [`Setup::revision`]: crate::Setup::revision
//! [`Action::Rules`]: crate::Action::Rules

/// Something that is played otherwise since some revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fix {
    /// For the tests of the mechanism alone, known to no table: a marker that a full dividend moves goes one further.
    #[doc(hidden)]
    Probe,
}

/// A revision of a title's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The title, as in set-ups.
    pub title: &'static str,
    /// Its number, from 2 on, without gaps.
    pub number: u16,
    /// What it changes.
    pub fix: Fix,
    /// The rule that was not kept before.
    pub rule: &'static str,
    /// What is played otherwise since, in one sentence for players.
    pub text: &'static str,
}

/// The revision that games without a number began with.
pub const FIRST: u16 = 1;

/// A number that tests of the mechanism use: the first revision and [`Fix::Probe`].
#[doc(hidden)]
pub const PROBE: u16 = 9_999;

/// All revisions, by title and number.
pub const REVISIONS: &[Revision] = &[];

/// The revisions of a title after the one given, oldest first.
pub fn since(title: &str, revision: u16) -> impl Iterator<Item = &'static Revision> + use<'_> {
    REVISIONS
        .iter()
        .filter(move |entry| entry.title == title && entry.number > revision)
}

/// The newest revision of a title.
pub fn newest(title: &str) -> u16 {
    since(title, 0)
        .map(|entry| entry.number)
        .max()
        .unwrap_or(FIRST)
}

/// Whether this program plays the revision; 0 stands for the first.
pub fn known(title: &str, revision: u16) -> bool {
    revision <= newest(title) || revision == PROBE
}

/// The fixes in force in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixes {
    title: &'static str,
    revision: u16,
}

impl Fixes {
    /// Those of a revision.
    pub fn of(title: &'static str, revision: u16) -> Fixes {
        Fixes {
            title,
            revision: revision.max(FIRST),
        }
    }

    /// The title.
    pub fn title(self) -> &'static str {
        self.title
    }

    /// The revision.
    pub fn revision(self) -> u16 {
        self.revision
    }

    /// Whether a fix is in force.
    pub fn has(self, fix: Fix) -> bool {
        if self.revision == PROBE {
            return fix == Fix::Probe;
        }
        REVISIONS.iter().any(|entry| {
            entry.title == self.title && entry.fix == fix && entry.number <= self.revision
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_are_numbered_without_gaps_and_name_rules() {
        for (title, _) in crate::game::titles() {
            let numbers: Vec<u16> = since(title, 0).map(|entry| entry.number).collect();
            let expected: Vec<u16> = (2..2 + numbers.len() as u16).collect();
            assert_eq!(numbers, expected, "{title}");
            for entry in since(title, 0) {
                let rows = crate::game::rule_rows(title);
                assert!(
                    rows.iter().any(|row| row.id == entry.rule),
                    "{}",
                    entry.rule
                );
                assert!(Fixes::of(entry.title, entry.number).has(entry.fix));
                assert!(!Fixes::of(entry.title, entry.number - 1).has(entry.fix));
            }
            assert!(!known(title, newest(title) + 1));
        }
    }
}
