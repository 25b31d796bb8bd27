//! Section 6.1: recapitalisation of an insolvent company.

use super::{Harz, HarzRules, Step};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, KindId, Seat, TrainId};
use crate::rolling_stock::TrainHolder;
use crate::rules::TrainRun;

/// What the reorganisation of steps vi to ix buys; fixed before step ii (H73-RUL-31).
struct Plan {
    /// Standard trains of a railway, as kinds.
    trains: Vec<KindId>,
    /// Machines of a public mining company, each with the mines that get its markers, in that order.
    machines: Vec<(KindId, Vec<CompanyId>)>,
    /// What all that costs, in Marks.
    cost: i32,
}

impl Harz {
    /// The company is insolvent: by case a if it can't pay its compulsory train, else by case b (H73-6-01), when all
    /// its money has gone to the maintenance (H73-6-04). The value does not fall here (H73-6-02, 03). Ends its turn.
    pub(super) fn recapitalise(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        compulsory: bool,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::Insolvent { company });
        self.put_into_receivership(rules, company, events);
        let plan = self.reorganisation(rules, company, compulsory);
        self.raise_funds(rules, company, plan.cost, events);
        if rules.options.scrap_before_purchase && !compulsory {
            self.scrap_due(rules, company, events);
        }
        // vi), viii): H73-6.1-08, 09.
        for kind in plan.trains {
            self.pay_unit(rules, company, kind, events);
            self.take_unit(rules, company, kind, events);
        }
        // ix): H73-6.1-11, 12.
        for (kind, mines) in plan.machines {
            let TrainRun::Machine(size) = rules.definition.train(kind).run else {
                continue;
            };
            self.pay_unit(rules, company, kind, events);
            self.take_unit(rules, company, kind, events);
            for mine in mines {
                if let Some(facts) = self.mine_mut(mine) {
                    facts.machine = size;
                    events.push(Event::MachinePlaced { mine, size });
                }
            }
        }
        // H73-6.1-09, 13, H73-RUL-30: by the phase that is valid after the purchase.
        if !compulsory && !rules.options.scrap_before_purchase {
            self.scrap_due(rules, company, events);
        }
        // H73-6.1-15.
        self.set_step(Step::End);
    }

    /// i): H73-6.1-01, 15. No director, the shares of players in the pool, a concession gone.
    fn put_into_receivership(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if let Some(flag) = self.receivership.get_mut(company.index()) {
            *flag = true;
        }
        if let Some(line) = self.line_mut(company) {
            line.pending = false;
        }
        self.rights.retain(|right| right.company != company);
        for seat in (0..rules.players).map(Seat) {
            self.move_shares(
                rules,
                company,
                Holder::Player(seat),
                Holder::Pool,
                u8::MAX,
                events,
            );
        }
        let from = self.shared.company(company).director;
        if let Some(facts) = self.shared.company_mut(company) {
            facts.director = None;
        }
        if from.is_some() {
            events.push(Event::DirectorChanged {
                company,
                from,
                to: None,
            });
        }
    }

    /// ii) to v): shares to the pool for their value and at last a grant, until the cost is covered (H73-6.1-03).
    fn raise_funds(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        cost: i32,
        events: &mut Vec<Event>,
    ) {
        let value = self.value(rules, company);
        // ii): H73-6.1-02.
        let offering = Holder::Company(company);
        let unsold = self.shares(rules, company, offering);
        self.move_shares(rules, company, offering, Holder::Pool, unsold, events);
        self.pay_new_shares(company, unsold, value, events);
        // iii), iv): H73-6.1-04, 05; of ten shares there is no further split.
        for _ in 0..2 {
            if self.shared.treasury(company) < cost {
                let new = self.split(rules, company, Holder::Pool, events);
                self.pay_new_shares(company, new, value, events);
            }
        }
        // v): H73-6.1-06.
        let grant = cost - self.shared.treasury(company);
        if grant <= 0 {
            return;
        }
        self.shared.pay(
            events,
            Account::Bank,
            Account::Company(company),
            grant,
            Cause::Grant,
        );
        // H73-6.1-07, H73-RUL-29: less than the value leaves the marker alone.
        if grant > value || grant == value && !rules.options.grant_must_exceed {
            self.move_value(rules, company, grant, events);
        }
    }

    /// The bank pays the value for each of so many shares that went to the pool.
    fn pay_new_shares(
        &mut self,
        company: CompanyId,
        shares: u8,
        value: i32,
        events: &mut Vec<Event>,
    ) {
        self.shared.pay(
            events,
            Account::Bank,
            Account::Company(company),
            value.saturating_mul(i32::from(shares)),
            Cause::Issue,
        );
    }

    fn pay_unit(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        kind: KindId,
        events: &mut Vec<Event>,
    ) {
        let price = rules.definition.train(kind).price;
        self.shared.pay(
            events,
            Account::Company(company),
            Account::Bank,
            price,
            Cause::Train,
        );
    }

    /// What steps vi to ix will buy.
    fn reorganisation(&self, rules: &HarzRules, company: CompanyId, compulsory: bool) -> Plan {
        if rules.is_mining(company) {
            return self.machine_plan(rules, company);
        }
        // H73-6.1-08, 09, 10: the QLB's local train is free of maintenance.
        let needed = compulsory
            || rules.special.local.0 != company
                && !self.shared.trains(company).any(|train| {
                    matches!(rules.definition.train(train.kind).run, TrainRun::Runs(_))
                        && self.upkeep_of(rules, train.id) == 0
                });
        let trains: Vec<KindId> = self
            .shared
            .depot
            .top(&rules.definition)
            .filter(|_| needed)
            .into_iter()
            .collect();
        let cost = trains
            .iter()
            .map(|kind| rules.definition.train(*kind).price)
            .sum();
        Plan {
            trains,
            machines: Vec::new(),
            cost,
        }
    }

    /// Just as many machines as replace all markers with maintenance, in order of the mines' entry (H73-6.1-11).
    /// Spare markers replace smaller ones in that order (H73-6.1-12, H73-RUL-32).
    fn machine_plan(&self, rules: &HarzRules, company: CompanyId) -> Plan {
        let definition = &rules.definition;
        let mut plan = Plan {
            trains: Vec::new(),
            machines: Vec::new(),
            cost: 0,
        };
        let mut pits: Vec<(CompanyId, u8)> = self
            .pits(company)
            .iter()
            .map(|mine| (*mine, self.mine(*mine).machine))
            .collect();
        let mut obsolete: Vec<CompanyId> = pits
            .iter()
            .filter(|(_, size)| self.machine_upkeep(rules, *size) > 0)
            .map(|(mine, _)| *mine)
            .collect();
        for (kind, size) in self.next_machines(rules, pits.len()) {
            if obsolete.is_empty() {
                break;
            }
            let count = usize::from(size).min(obsolete.len());
            let mut mines: Vec<CompanyId> = obsolete.drain(..count).collect();
            let spare = usize::from(size) - count;
            let smaller: Vec<CompanyId> = pits
                .iter()
                .filter(|(mine, has)| *has < size && !mines.contains(mine))
                .map(|(mine, _)| *mine)
                .take(spare)
                .collect();
            mines.extend(smaller);
            for (mine, has) in &mut pits {
                if mines.contains(mine) {
                    *has = size;
                }
            }
            plan.cost = plan.cost.saturating_add(definition.train(kind).price);
            plan.machines.push((kind, mines));
        }
        plan
    }

    /// Machines that the next units of the supply can be bought as, so many at most, with their sizes.
    fn next_machines(&self, rules: &HarzRules, most: usize) -> Vec<(KindId, u8)> {
        let definition = &rules.definition;
        (0..definition.trains.len())
            .map(KindId::from)
            .filter_map(|kind| match definition.train(kind).run {
                TrainRun::Machine(size) => Some((kind, size)),
                _ => None,
            })
            .flat_map(|(kind, size)| {
                let left = self.shared.depot.left(definition, kind);
                let count = left.map_or(most, |left| usize::from(left).min(most));
                std::iter::repeat_n((kind, size), count)
            })
            .take(most)
            .collect()
    }

    /// Maintenance of a machine of that size in the present phase, per mine.
    fn machine_upkeep(&self, rules: &HarzRules, size: u8) -> i32 {
        let tables = rules.special.upkeep.get(usize::from(self.shared.phase));
        tables
            .zip(usize::from(size).checked_sub(1))
            .and_then(|(upkeep, index)| upkeep.machine.get(index).copied())
            .unwrap_or(0)
    }

    /// All trains and switchers that cost maintenance now leave the game (H73-6.1-09, 13).
    fn scrap_due(&mut self, rules: &HarzRules, company: CompanyId, events: &mut Vec<Event>) {
        let due: Vec<TrainId> = self
            .shared
            .trains(company)
            .map(|train| train.id)
            .filter(|train| self.upkeep_of(rules, *train) > 0)
            .collect();
        for train in due {
            let on = self
                .pits(company)
                .iter()
                .copied()
                .find(|mine| self.mine(*mine).switcher == Some(train));
            match on {
                Some(mine) => self.scrap_switcher(mine, events),
                None => self.shared.move_train(events, train, TrainHolder::Gone),
            }
        }
    }
}
