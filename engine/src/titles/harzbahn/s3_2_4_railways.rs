//! Section 3.2.4 and 3.2.3.1: forming a railway, and its flotation.

use super::{Harz, HarzRules};
use crate::event::Event;
use crate::ids::CompanyId;
use crate::ids::Seat;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_form(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        value: i32,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, company, value);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn do_form(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        value: i32,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, company, value, events);
    }
    /// Floats the railway if three of its shares have left the offering (H73-3.2.3.1-01).
    pub(super) fn check_flotation(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, events);
    }
}
