//! Section 3.2.5: forming a public mining company of two mines.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::ids::Seat;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_unite(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        first: CompanyId,
        second: CompanyId,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, company, first, second);
        Err(Rejection::new("GAME", "not yet"))
    }
    /// Unites at once, or asks the owner of the second mine.
    pub(super) fn do_unite(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        first: CompanyId,
        second: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, company, first, second, events);
    }
    pub(super) fn plan_unite_answer(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn do_unite_answer(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, action, events);
    }
}
