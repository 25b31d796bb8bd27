//! Section 4.3.4: a public mining company buys a mine.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::ids::Seat;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_buy_mine(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_buy_mine(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let _ = (rules, company);
        Vec::new()
    }
    pub(super) fn do_buy_mine(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
    pub(super) fn plan_mine_answer(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, seat, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn do_mine_answer(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, seat, action, events);
    }
}
