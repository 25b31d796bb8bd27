//! Section 5: phases and maintenance.

use super::{Harz, HarzRules};
use crate::event::Event;
use crate::ids::CompanyId;
use crate::ids::KindId;
use crate::ids::TrainId;

impl Harz {
    /// A unit or diesel railcar of that kind has left the supply: it may start a phase.
    pub(super) fn check_phase(&mut self, rules: &HarzRules, kind: KindId, events: &mut Vec<Event>) {
        let _ = (rules, kind, events);
    }
    /// Maintenance that the company owes in its turn now, in Marks (H73-5-04 to 06).
    pub(crate) fn maintenance(&self, rules: &HarzRules, company: CompanyId) -> i32 {
        let _ = (rules, company);
        0
    }
    /// Maintenance due on one card now (H73-4.2.4-06).
    pub(crate) fn upkeep_of(&self, rules: &HarzRules, train: TrainId) -> i32 {
        let _ = (rules, train);
        0
    }
}
