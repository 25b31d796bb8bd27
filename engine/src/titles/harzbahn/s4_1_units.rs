//! Section 4.1: the supply of units, diesel railcars and switchers, and purchases from the bank.

use super::{Harz, HarzRules};
use crate::action::Action;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::ids::KindId;
use crate::ids::TrainId;
use crate::legal::Choice;
use crate::rejection::Rejection;

impl Harz {
    pub(super) fn plan_machines(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_machines(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let _ = (rules, company);
        Vec::new()
    }
    pub(super) fn do_machines(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
    pub(super) fn plan_trains(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let _ = (rules, company, first, action);
        Err(Rejection::new("GAME", "not yet"))
    }
    pub(super) fn legal_trains(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        first: bool,
    ) -> Vec<Choice> {
        let _ = (rules, company, first);
        Vec::new()
    }
    pub(super) fn do_trains(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, company, action, events);
    }
    /// Takes the next unit for a company as that kind; may start a phase. Payment is the caller's.
    pub(super) fn take_unit(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        kind: KindId,
        events: &mut Vec<Event>,
    ) -> TrainId {
        let _ = (rules, company, kind, events);
        TrainId {
            stack: KindId(0),
            number: 0,
        }
    }
}
