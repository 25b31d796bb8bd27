//! Section 4.2: the turn of an independent mine.

use super::{Harz, HarzRules, Step};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn settle_mine(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        events: &mut Vec<Event>,
    ) -> bool {
        let _ = (rules, company, step, events);
        false
    }
    /// What a mine produces now, before maintenance (H73-4.2.2-01, 02).
    pub(crate) fn mine_revenue(&self, rules: &HarzRules, mine: CompanyId) -> i32 {
        let _ = (rules, mine);
        0
    }
    pub(super) fn plan_close_mine(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn do_close_mine(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
}
