//! Rust tests that carry rule ids, where scenarios as text do not reach. Each module registers its own with
//! `rule_tests!` (see `engine/src/scenario/checks.rs`) and adds its `TESTS` here.

mod start;

use crate::scenario::RuleTest;

/// Every registered test of the title.
pub(crate) fn all() -> Vec<RuleTest> {
    [start::TESTS].concat()
}
