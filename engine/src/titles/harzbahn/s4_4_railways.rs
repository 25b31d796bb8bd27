//! Section 4.4: the turn of a railway.

use super::{Harz, HarzRules, Step};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn settle_railway(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        first: bool,
        events: &mut Vec<Event>,
    ) -> bool {
        let _ = (rules, company, step, first, events);
        false
    }
    pub(super) fn plan_run(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    /// Runs, turns stations, pays maintenance, leaves the profit to be distributed.
    pub(super) fn do_run(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
}
