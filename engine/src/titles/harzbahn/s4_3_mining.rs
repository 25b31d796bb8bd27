//! Section 4.3: the turn of a public mining company.

use super::{Harz, HarzRules, Step};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn settle_mining(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        events: &mut Vec<Event>,
    ) -> bool {
        let _ = (rules, company, step, events);
        false
    }
    /// What its mines produce now, before maintenance (H73-4.3.1-01, H73-4.3.7-01).
    pub(crate) fn mining_revenue(&self, rules: &HarzRules, company: CompanyId) -> i32 {
        let _ = (rules, company);
        0
    }
    pub(super) fn plan_switchers(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_switchers(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let _ = (rules, company);
        Vec::new()
    }
    pub(super) fn do_switchers(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
}
