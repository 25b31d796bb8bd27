//! Section 4.1: trains and switchers sold between companies.

use super::{Harz, HarzRules, Offer};
use crate::action::Action;
use crate::event::Event;
use crate::ids::Seat;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_trade(&self, rules: &HarzRules, offer: &Offer) -> Result<i32, Rejection> {
        let _ = (rules, offer);
        Err(Rejection::new("GAME", "not yet"))
    }
    /// Sells at once, or asks the seller.
    pub(super) fn do_trade(&mut self, rules: &HarzRules, offer: Offer, events: &mut Vec<Event>) {
        let _ = (rules, offer, events);
    }
    pub(super) fn plan_trade_answer(
        &self,
        rules: &HarzRules,
        seat: Seat,
        offer: &Offer,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, offer, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn do_trade_answer(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        offer: Offer,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, offer, action, events);
    }
}
