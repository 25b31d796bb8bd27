//! Section 4.3: the turn of a public mining company: moving switchers and production (4.3.1, 4.3.7).

use super::{Harz, HarzRules, Step};
use crate::action::{Action, Payout};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::CompanyId;
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

impl Harz {
    /// The steps of H73-4.3-01 that nobody decides.
    pub(super) fn settle_mining(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        events: &mut Vec<Event>,
    ) -> bool {
        match step {
            Step::Switchers if !self.swap_matters(rules, company) => {
                self.set_step(Step::Production);
                true
            }
            Step::Production => {
                self.produce_mining(rules, company, events);
                true
            }
            Step::Switchers => false,
            Step::Dividend { .. } | Step::BuyMine | Step::Machines | Step::Issue
                if self.director(rules, company).is_some() =>
            {
                false
            }
            // H73-6.2-02: in receivership nothing is bought or issued.
            _ => {
                self.end_turn(company);
                true
            }
        }
    }

    /// What its mines produce now, before maintenance (H73-4.3.1-01, H73-4.3.7-01).
    pub(crate) fn mining_revenue(&self, rules: &HarzRules, company: CompanyId) -> i32 {
        let mines: i32 = self
            .pits(company)
            .iter()
            .map(|mine| self.mine_revenue(rules, *mine))
            .sum();
        let (works, _, extra) = rules.special.works;
        mines + if works == company { extra } else { 0 }
    }

    /// Size of the switcher on a mine; 0 without one.
    fn switcher_on(&self, rules: &HarzRules, mine: CompanyId) -> u8 {
        self.mine(mine)
            .switcher
            .map_or(0, |card| self.switcher_size(rules, card))
    }

    /// Whether moving switchers could change what is produced: not in receivership (H73-6.2-02), not while no mine is connected
    /// (H73-4.3.1-03), not if all switchers are alike, and not if every mine is connected and has one, as a step in
    /// size adds the same to every mine. The reference asks under the same conditions.
    fn swap_matters(&self, rules: &HarzRules, company: CompanyId) -> bool {
        let pits = self.pits(company);
        let sizes: Vec<u8> = pits
            .iter()
            .map(|mine| self.switcher_on(rules, *mine))
            .collect();
        let connected = |mine: &CompanyId| self.mine(*mine).connected;
        (self.director(rules, company).is_some() || rules.options.receivership_swaps)
            && sizes.windows(2).any(|pair| pair.first() != pair.last())
            && pits.iter().any(connected)
            && !(pits.iter().all(connected) && sizes.iter().all(|size| *size > 0))
    }

    /// H73-4.3.1: production and maintenance; the profit waits for the director, if there is one.
    fn produce_mining(&mut self, rules: &HarzRules, company: CompanyId, events: &mut Vec<Event>) {
        let revenue = self.mining_revenue(rules, company);
        let maintenance = self.maintenance(rules, company);
        events.push(Event::Produced {
            company,
            revenue,
            maintenance,
        });
        let profit = revenue - maintenance;
        if !self.pay_shortfall(company, profit, events) {
            // H73-4.3.1-05, H73-6.2-09.
            self.recapitalise(rules, company, false, events);
        } else if self.director(rules, company).is_none() {
            // H73-6.2-02: withheld, and the value stays.
            if profit > 0 {
                events.push(Event::Dividend {
                    company,
                    revenue: profit,
                    payout: Payout::Nothing,
                });
                self.shared.pay(
                    events,
                    Account::Bank,
                    Account::Company(company),
                    profit,
                    Cause::Withheld,
                );
            }
            self.set_step(Step::End);
        } else if profit > 0 {
            self.set_step(Step::Dividend { profit });
        } else {
            // H73-4.3.2-05, H73-4.3.3-01.
            self.move_value(rules, company, 0, events);
            self.set_step(Step::BuyMine);
        }
    }

    pub(super) fn plan_switchers(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let (first, second) = match action {
            Action::Pass => return Ok(0),
            Action::Swap(first, second) => (*first, *second),
            _ => return self.wrong_step(rules, company, Step::Switchers, action),
        };
        let name = rules.name(company);
        let pits = self.pits(company);
        for mine in [first, second] {
            require!(
                pits.contains(&mine),
                "H73-4.3.1-02",
                "{} is not one of {name}'s mines: switchers move among its own mines only",
                rules.name(mine)
            );
        }
        let (one, other) = (rules.name(first), rules.name(second));
        if first == second {
            reject!(
                "H73-4.3.1-02",
                "switchers are exchanged between two mines; {one} is named twice"
            )
        }
        require!(
            self.mine(first).switcher.is_some() || self.mine(second).switcher.is_some(),
            "H73-4.3.1-02",
            "neither {one} nor {other} has a switcher"
        );
        Ok(0)
    }

    pub(super) fn legal_switchers(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let pits = self.pits(company);
        let swaps = pits
            .iter()
            .flat_map(|&first| pits.iter().map(move |&second| Action::Swap(first, second)));
        swaps
            .chain([Action::Pass])
            .filter(|action| self.plan_switchers(rules, company, action).is_ok())
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_switchers(
        &mut self,
        _rules: &HarzRules,
        _company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Action::Swap(first, second) = *action else {
            self.set_step(Step::Production);
            return;
        };
        let (here, there) = (self.mine(first).switcher, self.mine(second).switcher);
        for (mine, switcher) in [(first, there), (second, here)] {
            if let Some(facts) = self.mine_mut(mine) {
                facts.switcher = switcher;
            }
            if let Some(train) = switcher {
                events.push(Event::SwitcherPlaced { mine, train });
            }
        }
    }
}
