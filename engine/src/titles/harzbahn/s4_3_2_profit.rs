//! Section 4.3.2, 4.3.3, 4.4.5, 4.4.6: distribution of a profit and what it does to the value.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_dividend(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        profit: i32,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, profit, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_dividend(&self) -> Vec<Choice> {
        let _ = ();
        Vec::new()
    }
    pub(super) fn do_dividend(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        profit: i32,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, profit, action, events);
    }
    /// Moves the marker for so much distributed (H73-4.3.3); 0 is a fall.
    pub(super) fn move_value(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        distributed: i32,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, distributed, events);
    }
}
