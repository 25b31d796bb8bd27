//! Section 4.4.1: track building by a railway.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_track(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, first, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_track(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        first: bool,
    ) -> Vec<Choice> {
        let _ = (rules, company, first);
        Vec::new()
    }
    pub(super) fn do_track(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
}
