//! Section 4.4.2: stations.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_station(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_station(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let _ = (rules, company);
        Vec::new()
    }
    pub(super) fn do_station(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
}
