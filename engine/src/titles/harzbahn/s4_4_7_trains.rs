//! Section 4.4.7: trains and switchers of railways.

use super::{Harz, HarzRules, Step};
use crate::action::{Action, TrainSource};
use crate::event::Event;
use crate::ids::{CompanyId, TrainId};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::rules::TrainRun;

impl Harz {
    /// Whether the railway must still buy its compulsory train (H73-4.4.7-01).
    pub(super) fn owes_train(&self, rules: &HarzRules, company: CompanyId) -> bool {
        rules.is_railway(company) && self.line(company).pending
    }

    /// What the step of trains begins with. Returns whether the flow goes on without a question.
    pub(super) fn settle_first_train(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> bool {
        if company == rules.special.local.0 {
            // H73-4.4.7-06.
            self.concession_done(rules, company, events);
            true
        } else if self.shared.treasury(company) <= 0 {
            // H73-4.4.7-04.
            self.recapitalise(rules, company, true, events);
            true
        } else {
            false
        }
    }

    /// Whether the railway would keep what H73-4.4.7-09 asks of it without that card.
    pub(super) fn keeps_standard(
        &self,
        rules: &HarzRules,
        railway: CompanyId,
        without: TrainId,
    ) -> bool {
        let least = least_size(rules, railway);
        // H73-4.4.9-03: the QLB has its local train.
        railway == rules.special.local.0
            || self.shared.trains(railway).any(|train| {
                let run = rules.definition.train(train.kind).run;
                train.id != without && matches!(run, TrainRun::Runs(size) if size >= least)
            })
    }

    pub(super) fn plan_trains(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => {
                let top = self.shared.depot.top(&rules.definition);
                if let Some(top) = top.filter(|_| self.owes_train(rules, company)) {
                    let next = TrainSource::Stack(top, None);
                    let unit = rules.definition.train(top);
                    // H73-4.4.7-04: passing is the way into insolvency, and only open where the bank's next is too dear.
                    require!(
                        self.plan_purchase(rules, company, next).is_err(),
                        "H73-4.4.7-01",
                        "{} must buy its compulsory train, and can: {} costs {}",
                        rules.name(company),
                        unit.name,
                        rules.money(unit.price)
                    );
                }
                Ok(0)
            }
            Action::Train(source) => self.plan_purchase(rules, company, source),
            Action::Discard(train) => self.plan_scrap(rules, company, train),
            _ => self.wrong_step(rules, company, Step::Trains, action),
        }
    }

    /// Whether the railway may scrap the card.
    fn plan_scrap(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        train: TrainId,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        let card = rules.definition.train_name(train);
        let own = self.shared.trains(company).find(|own| own.id == train);
        let Some(own) = own else {
            reject!("H73-4.4.7-07", "{name} does not own {card}")
        };
        match rules.definition.train(own.kind).run {
            TrainRun::Diesel => reject!("H73-4.4.7-10", "a D is not scrapped"),
            TrainRun::Runs(_) => require!(
                self.keeps_standard(rules, company, train),
                "H73-4.4.7-09",
                "{card} is {name}'s last standard train{}",
                if least_size(rules, company) > 1 {
                    " of size 2 or more"
                } else {
                    ""
                }
            ),
            _ => {}
        }
        // The recorded games have its only switcher scrapped.
        let switcher = matches!(rules.definition.train(own.kind).run, TrainRun::Switcher(_));
        require!(
            !rules.options.qlb_keeps_last
                || company != rules.special.local.0
                || switcher
                || self.shared.trains(company).count() > 1,
            "H73-RUL-41",
            "{card} is all that {name} has"
        );
        Ok(0)
    }

    pub(super) fn legal_trains(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let stacks = rules.kinds().map(|kind| TrainSource::Stack(kind, None));
        let own = self.shared.trains(company);
        let mut choices: Vec<Choice> = stacks
            .map(Action::Train)
            .chain(own.map(|train| Action::Discard(train.id)))
            .chain([Action::Pass])
            .filter(|action| self.plan_trains(rules, company, action).is_ok())
            .map(Choice::One)
            .collect();
        choices.extend(self.legal_trades(rules, company));
        choices
    }

    pub(super) fn do_trains(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            // H73-4.4.7-04.
            Action::Pass if self.owes_train(rules, company) => {
                self.recapitalise(rules, company, true, events);
            }
            Action::Pass => self.set_step(Step::Issue),
            Action::Train(source) => self.do_purchase(rules, company, source, events),
            Action::Discard(train) => self.scrap(train, events),
            _ => {}
        }
    }
}

/// The least size of the standard train that the railway always has (H73-4.4.7-09).
pub(super) fn least_size(rules: &HarzRules, railway: CompanyId) -> u8 {
    if railway == rules.special.two_routes {
        2
    } else {
        1
    }
}
