//! Section 4.5: the MHE.

use super::{Harz, HarzRules};
use crate::event::Event;
use crate::ids::CompanyId;

impl Harz {
    /// The whole turn of the MHE.
    pub(super) fn settle_external(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> bool {
        let _ = (rules, company, events);
        false
    }
}
