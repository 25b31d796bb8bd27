//! Section 3.2.6: exercising a purchase option.

use super::{Harz, HarzRules};
use crate::event::Event;
use crate::ids::CompanyId;
use crate::ids::Seat;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_exercise(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        count: u8,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, company, count);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn do_exercise(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, company, count, events);
    }
}
