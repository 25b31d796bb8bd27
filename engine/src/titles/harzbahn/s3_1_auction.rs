//! Section 3.1: the auction round.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::Seat;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    /// An auction round begins.
    pub(super) fn begin_auction_round(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        let _ = (rules, events);
    }
    pub(super) fn plan_auction(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_auction(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        let _ = (rules, seat);
        Vec::new()
    }
    pub(super) fn do_auction(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, action, events);
    }
    pub(super) fn settle_auction(&mut self, rules: &HarzRules, events: &mut Vec<Event>) -> bool {
        let _ = (rules, events);
        false
    }
}
