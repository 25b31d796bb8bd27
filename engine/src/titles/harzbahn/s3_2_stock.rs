//! Section 3.2: the stock round: turns, sales, purchases, passing, the end and the new turn order.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::Seat;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    /// A stock round begins.
    pub(super) fn begin_stock_round(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        let _ = (rules, events);
    }
    pub(super) fn plan_stock(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_stock(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        let _ = (rules, seat);
        Vec::new()
    }
    pub(super) fn do_stock(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, action, events);
    }
}
