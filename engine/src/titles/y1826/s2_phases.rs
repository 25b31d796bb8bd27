//! Section 2: a train that begins a phase, and all that follows, in the order of E26-RUL-22; train limits.

use super::{Frame, Rules, Y1826};
use crate::action::Action;
use crate::event::Event;
use crate::ids::{CompanyId, KindId, TrainId};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;
use crate::shared::Status;

impl Y1826 {
    /// Name of the phase.
    pub(super) fn phase_name<'r>(&self, rules: &'r Rules) -> &'r str {
        let phase = rules.definition.phases.get(usize::from(self.shared.phase));
        phase.map_or("", |phase| phase.name.as_str())
    }

    /// How many trains the company may own (E26-2-05, E26-2-06, E26-4.3-11).
    pub(crate) fn limit_of(&self, rules: &Rules, company: CompanyId) -> u8 {
        let kind = if rules.is_national(company) {
            "national"
        } else if self.shared.company(company).units == 5 {
            "five_share"
        } else {
            "major"
        };
        let phase = rules.definition.phases.get(usize::from(self.shared.phase));
        let printed = phase
            .and_then(|phase| {
                phase
                    .train_limit
                    .get(kind)
                    .or(phase.train_limit.get("major"))
            })
            .copied()
            .unwrap_or(0);
        printed + u8::from(self.extra_train == Some(company))
    }

    pub(super) fn over_limit(&self, rules: &Rules, company: CompanyId) -> bool {
        self.shared.trains(company).count() > usize::from(self.limit_of(rules, company))
    }

    /// E26-2-01: the first train of a kind begins its phase at once.
    pub(super) fn begin_phase(
        &mut self,
        rules: &Rules,
        kind: KindId,
        buyer: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let name = &rules.definition.train(kind).name;
        let Some(phase) = rules
            .definition
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
        self.frames.push(Frame::Phase {
            buyer,
            stage: 0,
            merged: false,
        });
    }

    /// Goes on with what the phase brings: scrapping, privates or tokens, growing, merger; the supply of 10H; discards.
    pub(super) fn settle_phase(
        &mut self,
        rules: &Rules,
        buyer: CompanyId,
        (stage, merged): (u8, bool),
        events: &mut Vec<Event>,
    ) {
        if let Some(Frame::Phase { stage, .. }) = self.frames.last_mut() {
            *stage += 1;
        }
        let phase = self.phase_name(rules).to_string();
        match stage {
            0 => self.change_phase(rules, &phase, buyer, events),
            1 => {
                if phase == "10H" {
                    self.set_supply(rules, events);
                }
            }
            _ => {
                self.frames.pop();
                if merged && rules.options.merger_spares_excess_trains {
                    return;
                }
                // E26-2-16, E26-RUL-20: the buyer first, then in operating order.
                let mut owed: Vec<CompanyId> = vec![buyer];
                let order = self.order(rules);
                owed.extend(order.into_iter().filter(|&company| company != buyer));
                let rest = rules.definition.company_ids();
                let more: Vec<CompanyId> = rest.filter(|company| !owed.contains(company)).collect();
                owed.extend(more);
                owed.retain(|&company| self.over_limit(rules, company));
                if !owed.is_empty() {
                    self.frames.push(Frame::Discards { owed });
                }
            }
        }
    }

    fn change_phase(
        &mut self,
        rules: &Rules,
        phase: &str,
        buyer: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let special = &rules.special;
        match phase {
            "6H" => {
                self.scrap(rules, "2H", events);
                // E26-4.5-10, E26-RUL-11.
                for company in self.small(rules, false) {
                    self.grow(rules, company, events);
                }
                self.try_merger(rules, special.etat.company, buyer, events);
            }
            "10H" => {
                self.scrap(rules, "4H", events);
                // E26-2-11.
                for private in Self::privates(rules) {
                    self.close_private(rules, private, events);
                }
                // E26-4.5-09.
                for floated in [true, false] {
                    for company in self.small(rules, floated) {
                        self.grow(rules, company, events);
                    }
                }
                self.try_merger(rules, special.sncf.company, buyer, events);
            }
            "E" => {
                self.scrap(rules, "6H", events);
                // E26-2-12, E26-4.3-12.
                self.mail = None;
                if !rules.options.train_limit_token_stays {
                    self.extra_train = None;
                }
                self.try_merger(rules, special.sncf.company, buyer, events);
            }
            _ => {}
        }
    }

    /// Takes trains of a kind out of the game (E26-2-07).
    fn scrap(&mut self, rules: &Rules, kind: &str, events: &mut Vec<Event>) {
        let Some(kind) = rules.definition.kind(kind) else {
            return;
        };
        events.push(Event::TrainsRusted { kind });
        let going: Vec<TrainId> = self
            .shared
            .depot
            .all()
            .iter()
            .filter(|train| train.kind == kind && train.holder != TrainHolder::Gone)
            .map(|train| train.id)
            .collect();
        for train in going {
            self.shared.move_train(events, train, TrainHolder::Gone);
        }
    }

    /// E26-4.6.3-18, E26-RUL-18: one 10H less for each company under ten, two at least.
    fn set_supply(&mut self, rules: &Rules, events: &mut Vec<Event>) {
        let (kind, all, least) = rules.special.supply;
        let special = &rules.special;
        let companies = rules
            .definition
            .company_ids()
            .filter(|&company| {
                let status = self.shared.company(company).status;
                if company == special.etat.company {
                    status == Status::Open
                } else {
                    status != Status::Closed
                }
            })
            .count() as u16;
        let printed = rules.definition.train(kind).count.unwrap_or(0);
        let short = all.saturating_sub(companies);
        let supply = printed.saturating_sub(short).max(least.min(printed));
        for _ in supply..printed {
            let train = self
                .shared
                .depot
                .take(&rules.definition, kind, TrainHolder::Gone);
            events.push(Event::TrainMoved {
                train,
                kind,
                from: None,
                to: TrainHolder::Gone,
            });
        }
    }

    pub(super) fn plan_discard(
        &self,
        rules: &Rules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        let limit = self.limit_of(rules, company);
        let Action::Discard(train) = *action else {
            reject!(
                "E26-2-16",
                "{id} has more trains than its limit of {limit}: discard one first"
            )
        };
        require!(
            self.shared.trains(company).any(|state| state.id == train),
            "E26-2-16",
            "{id} does not own {}",
            rules.definition.train_name(train)
        );
        Ok(0)
    }

    pub(super) fn legal_discard(&self, company: CompanyId) -> Vec<Choice> {
        self.shared
            .trains(company)
            .map(|train| Choice::One(Action::Discard(train.id)))
            .collect()
    }

    /// Steps over companies that fit; a company without president discards its cheapest train.
    pub(super) fn settle_discards(
        &mut self,
        rules: &Rules,
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
        if self.president(rules, company).is_some() {
            return false;
        }
        let cheapest = self
            .shared
            .trains(company)
            .min_by_key(|train| (rules.definition.train(train.kind).price, train.id))
            .map(|train| train.id);
        if let Some(train) = cheapest {
            self.shared.move_train(events, train, TrainHolder::Pool);
        }
        true
    }
}
