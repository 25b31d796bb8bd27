//! Sections 2 and 6.8.1: a train that begins a phase, trains that go, discards over a lowered limit (ARD-RUL-29).

use super::{ArdRules, Ardennes, Frame};
use crate::action::Action;
use crate::event::Event;
use crate::ids::{CompanyId, KindId, TrainId};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;

impl Ardennes {
    /// ARD-2-01: the first train of a kind starts its phase at once, before anything else.
    pub(super) fn begin_phase(
        &mut self,
        rules: &ArdRules,
        kind: KindId,
        buyer: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        let name = &definition.train(kind).name;
        let Some(phase) = definition
            .phases
            .iter()
            .position(|phase| phase.on_trains.contains(name))
        else {
            return;
        };
        if phase <= usize::from(self.shared.phase) {
            return;
        }
        self.shared.phase = phase as u8;
        events.push(Event::PhaseBegan { phase: phase as u8 });
        match definition
            .phases
            .get(phase)
            .map(|phase| phase.name.as_str())
        {
            Some("4") => self.retire_twos(rules, events),
            Some("6") => self.scrap(rules, "3", |_| true, events),
            _ => {}
        }
        // ARD-RUL-29: discards, the buyer first, then in operating order.
        let mut owed: Vec<CompanyId> = vec![buyer];
        owed.extend(
            self.order(rules)
                .into_iter()
                .filter(|&company| company != buyer),
        );
        owed.retain(|&company| self.over_limit(rules, company));
        if !owed.is_empty() {
            self.frames.push(Frame::Discards { owed });
        }
    }

    /// ARD-2.3-02, ARD-2.3-03, ARD-6.8.1-03.
    pub(super) fn retire_twos(&mut self, rules: &ArdRules, events: &mut Vec<Event>) {
        let done = self.operated_now();
        self.scrap(
            rules,
            "2",
            |holder| !matches!(holder, TrainHolder::Company(company) if !done.contains(&company)),
            events,
        );
        let Some(two) = rules.definition.kind("2") else {
            return;
        };
        let last: Vec<TrainId> = self
            .shared
            .depot
            .all()
            .iter()
            .filter(|train| train.kind == two && matches!(train.holder, TrainHolder::Company(_)))
            .map(|train| train.id)
            .collect();
        for train in last {
            if let Some(state) = self.shared.depot.get_mut(train) {
                state.obsolete = true;
            }
        }
    }

    /// Takes trains of a kind out of the game.
    pub(super) fn scrap(
        &mut self,
        rules: &ArdRules,
        kind: &str,
        which: impl Fn(TrainHolder) -> bool,
        events: &mut Vec<Event>,
    ) {
        let Some(kind) = rules.definition.kind(kind) else {
            return;
        };
        events.push(Event::TrainsRusted { kind });
        let going: Vec<TrainId> = self
            .shared
            .depot
            .all()
            .iter()
            .filter(|train| {
                train.kind == kind && train.holder != TrainHolder::Gone && which(train.holder)
            })
            .map(|train| train.id)
            .collect();
        for train in going {
            self.shared.move_train(events, train, TrainHolder::Gone);
        }
    }

    pub(super) fn plan_discard(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        train: TrainId,
        rule: &'static str,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let state = self.shared.trains(company).find(|state| state.id == train);
        let name = definition.train_name(train);
        let Some(state) = state else {
            reject!(rule, "{} does not own {name}", definition.at(company).id)
        };
        require!(
            !state.obsolete,
            "ARD-6.8.1-01",
            "{name} waits for its last run and counts for no limit"
        );
        Ok(0)
    }

    pub(super) fn legal_discard(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        rule: &'static str,
    ) -> Vec<Choice> {
        self.shared
            .trains(company)
            .map(|train| train.id)
            .filter(|&train| self.plan_discard(rules, company, train, rule).is_ok())
            .map(|train| Choice::One(Action::Discard(train)))
            .collect()
    }

    /// Steps over companies that fit, and lets companies without president discard their cheapest train.
    pub(super) fn settle_discards(
        &mut self,
        rules: &ArdRules,
        owed: &[CompanyId],
        events: &mut Vec<Event>,
    ) -> bool {
        let Some(&company) = owed.first() else {
            self.frames.pop();
            return true;
        };
        if !self.over_limit(rules, company) {
            if let Some(Frame::Discards { owed }) = self.frames.last_mut() {
                owed.remove(0);
            }
            return true;
        }
        if self.director(rules, company).is_none() {
            self.discard_cheapest(rules, company, events);
            return true;
        }
        false
    }

    pub(super) fn discard_cheapest(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let cheapest = self
            .shared
            .trains(company)
            .filter(|train| !train.obsolete)
            .min_by_key(|train| (rules.definition.train(train.kind).price, train.id))
            .map(|train| train.id);
        if let Some(train) = cheapest {
            self.send_to_market(train, events);
        }
    }
}
