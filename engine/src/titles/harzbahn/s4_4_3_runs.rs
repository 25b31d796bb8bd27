//! Section 4.4.3: which runs are legal.

use super::{Harz, HarzRules};
use crate::action::Run;
use crate::ids::CompanyId;
use crate::rejection::Rejection;

/// What runs earn, in Marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earned {
    /// What each run adds to those before it.
    pub revenues: Vec<i32>,
    /// All of it, what a built-in local train earns included.
    pub total: i32,
}

impl Harz {
    /// Judges runs: the profit before maintenance and what each run adds.
    ///
    /// # Errors
    /// The first rule broken. Whether they are as many and as long as possible is asked by [`Harz::demand_runs`].
    pub(crate) fn check_runs(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Earned, Rejection> {
        let _ = (rules, company, runs);
        Err(Rejection::new("GAME", "not yet"))
    }
    /// H73-4.4.3-15, H73-RUL-16: as many routes as possible, each as far as possible.
    pub(super) fn demand_runs(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<(), Rejection> {
        let _ = (rules, company, runs);
        Err(Rejection::new("GAME", "not yet"))
    }
}
