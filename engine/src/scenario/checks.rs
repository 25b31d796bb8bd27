//! Rust tests that carry rule ids, for what scenarios do not reach.

use super::Outcome;
use std::fmt::Debug;

/// Counts assertions and keeps what failed; a test goes on after a failure.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    assertions: usize,
    failures: Vec<String>,
}

impl Checks {
    /// The condition must hold.
    pub fn that(&mut self, holds: bool, what: impl Into<String>) {
        self.assertions += 1;
        if !holds {
            self.failures.push(what.into());
        }
    }

    /// Both must be equal.
    pub fn eq<T: PartialEq + Debug>(&mut self, is: T, should: T, what: impl Into<String>) {
        self.assertions += 1;
        if is != should {
            self.failures
                .push(format!("{}: is {is:?}, should be {should:?}", what.into()));
        }
    }

    /// Must be refused by the rule.
    pub fn refused<T>(
        &mut self,
        result: Result<T, crate::Rejection>,
        rule: &str,
        what: impl Into<String>,
    ) {
        self.assertions += 1;
        match result {
            Ok(_) => self.failures.push(format!(
                "{}: accepted, should be refused by {rule}",
                what.into()
            )),
            Err(rejection) if rejection.rule != rule => self.failures.push(format!(
                "{}: refused by {rejection}, should be {rule}",
                what.into()
            )),
            Err(_) => {}
        }
    }

    /// The value of a result that must be good; a bad one is a failure.
    pub fn good<T, E: std::fmt::Display>(
        &mut self,
        result: Result<T, E>,
        what: impl Into<String>,
    ) -> Option<T> {
        self.assertions += 1;
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.failures.push(format!("{}: {error}", what.into()));
                None
            }
        }
    }

    /// Takes over what a scenario text gave: every failure and the number of assertions.
    pub fn scenario(&mut self, title: &str, text: &str) {
        match super::run_text(title, text) {
            Ok(outcomes) => {
                for outcome in outcomes {
                    self.assertions += outcome.assertions;
                    self.failures.extend(outcome.failures);
                }
            }
            Err(fault) => self.failures.push(fault),
        }
    }
}

/// A Rust test with the rows that it covers.
#[derive(Clone, Copy)]
pub struct RuleTest {
    /// Its name.
    pub name: &'static str,
    /// Rule ids.
    pub ids: &'static [&'static str],
    /// The test.
    pub run: fn(&mut Checks),
}

impl RuleTest {
    /// Runs it.
    pub fn outcome(&self) -> Outcome {
        let mut checks = Checks::default();
        (self.run)(&mut checks);
        Outcome {
            ids: self.ids.iter().map(|id| (*id).to_string()).collect(),
            name: self.name.to_string(),
            line: 0,
            assertions: checks.assertions,
            failures: checks.failures,
        }
    }
}

/// The registered tests of a title.
pub fn registered(title: &str) -> Vec<RuleTest> {
    match title {
        "18ardennes" => crate::titles::ardennes::rule_tests::all(),
        "1873" => crate::titles::harzbahn::rule_tests::all(),
        "1826" => crate::titles::y1826::rule_tests::all(),
        "1835" => crate::titles::y1835::rule_tests::all(),
        _ => Vec::new(),
    }
}

/// Registers tests with their rule ids: `rule_tests! { "ARD-4-01" => fn market(t) { t.eq(…); } }` makes the functions
/// and `TESTS`, which the title's `rule_tests::all` must include.
macro_rules! rule_tests {
    ($($(#[$doc:meta])* $($id:literal),+ => fn $name:ident($t:ident) $body:block)*) => {
        $($(#[$doc])* fn $name($t: &mut $crate::scenario::Checks) $body)*

        /// The tests of this module.
        pub(crate) const TESTS: &[$crate::scenario::RuleTest] = &[
            $($crate::scenario::RuleTest {
                name: stringify!($name),
                ids: &[$($id),+],
                run: $name,
            },)*
        ];
    };
}

pub(crate) use rule_tests;
