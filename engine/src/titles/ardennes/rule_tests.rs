//! Rust tests that carry rule ids, where scenarios as text do not reach. Each module registers its own with
//! [`rule_tests!`](crate::scenario).

use crate::scenario::RuleTest;

/// Every registered test of the title.
pub(crate) fn all() -> Vec<RuleTest> {
    [s12_tables::TESTS].concat()
}

mod s12_tables {
    use crate::scenario::rule_tests;
    rule_tests! {}
}
