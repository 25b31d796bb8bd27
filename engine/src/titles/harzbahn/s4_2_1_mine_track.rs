//! Section 4.2.1: track building by a mine, and the connection of mines.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_mine_track(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_mine_track(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let _ = (rules, company);
        Vec::new()
    }
    pub(super) fn do_mine_track(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
    /// Connects every mine from whose hex track now leads to the state railway (H73-4.2.1-08).
    pub(super) fn connect_mines(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        let _ = (rules, events);
    }
}
