//! Section 4.4.1, 4.6: the concession route: its parts, its building, tiles kept for it.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::ids::HexId;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_route(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_route(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let _ = (rules, company);
        Vec::new()
    }
    pub(super) fn do_route(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
    /// Whether the track of a company's concession route stands in the hex.
    pub(crate) fn part_built(&self, rules: &HarzRules, company: CompanyId, hex: HexId) -> bool {
        let _ = (rules, company, hex);
        false
    }
}
