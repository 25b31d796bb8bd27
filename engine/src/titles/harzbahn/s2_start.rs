//! Section 2.1: the start auction. Part 1 bids for the start premium, part 2 sells the items.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::Seat;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_premium(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_premium(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        let _ = (rules, seat);
        Vec::new()
    }
    pub(super) fn do_premium(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, action, events);
    }
    pub(super) fn plan_draft(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_draft(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        let _ = (rules, seat);
        Vec::new()
    }
    pub(super) fn do_draft(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, action, events);
    }
    pub(super) fn settle_draft(&mut self, rules: &HarzRules, events: &mut Vec<Event>) -> bool {
        let _ = (rules, events);
        false
    }
}
