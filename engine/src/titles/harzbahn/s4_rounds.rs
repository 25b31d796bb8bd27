//! Section 4: operating rounds, their sets, and the order of the companies.

use super::{Harz, HarzRules};
use crate::event::Event;
use crate::ids::CompanyId;

impl Harz {
    /// Companies in the order in which they would operate now (H73-4-01, 02, 04).
    pub(crate) fn order(&self, rules: &HarzRules) -> Vec<CompanyId> {
        let _ = (rules,);
        Vec::new()
    }
    /// A set of operating rounds begins.
    pub(super) fn begin_operating(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        let _ = (rules, events);
    }
    /// The next company of the order, or the end of the round.
    pub(super) fn settle_operating(&mut self, rules: &HarzRules, events: &mut Vec<Event>) -> bool {
        let _ = (rules, events);
        false
    }
}
