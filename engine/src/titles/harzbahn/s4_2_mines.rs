//! Section 4.2: the turn of an independent mine, but for its track (4.2.1) and its machines (4.2.4).

use super::{Harz, HarzRules, Step};
use crate::action::{Action, Payout};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::CompanyId;
use crate::rejection::Rejection;
use crate::rolling_stock::TrainHolder;

impl Harz {
    /// The steps of H73-4.2-01 that nobody decides.
    pub(super) fn settle_mine(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        events: &mut Vec<Event>,
    ) -> bool {
        match step {
            // H73-4.2.1-02: a connected mine has no track step.
            Step::MineTrack if self.mine(company).connected => {
                self.set_step(Step::MineProduction);
                true
            }
            Step::MineProduction => {
                self.produce_mine(rules, company, events);
                true
            }
            Step::MineTrack | Step::Machines | Step::CloseMine => false,
            _ => {
                self.end_turn(company);
                true
            }
        }
    }

    /// What a mine produces now, before maintenance (H73-4.2.2-01, 02).
    pub(crate) fn mine_revenue(&self, rules: &HarzRules, mine: CompanyId) -> i32 {
        let Some(printed) = rules.special.mine(mine) else {
            return 0;
        };
        let now = self.mine(mine);
        if !now.connected {
            return printed.base;
        }
        let of = |table: &[i32; 5], size: u8| {
            let index = usize::from(size).checked_sub(1);
            index
                .and_then(|index| table.get(index).copied())
                .unwrap_or(0)
        };
        let switcher = now
            .switcher
            .map_or(0, |card| self.switcher_size(rules, card));
        of(&printed.machine, now.machine) + of(&printed.switcher, switcher)
    }

    /// H73-4.2.2 and H73-4.2.3: production, maintenance, and the profit halved.
    fn produce_mine(&mut self, rules: &HarzRules, mine: CompanyId, events: &mut Vec<Event>) {
        // H73-4.2.2-03: whatever was connected in this turn counts already.
        let revenue = self.mine_revenue(rules, mine);
        let maintenance = self.maintenance(rules, mine);
        events.push(Event::Produced {
            company: mine,
            revenue,
            maintenance,
        });
        let profit = revenue - maintenance;
        if !self.pay_shortfall(mine, profit, events) {
            // H73-4.2.2-05.
            self.close_mine(rules, mine, events);
            self.set_step(Step::End);
            return;
        }
        if profit > 0 {
            // H73-4.2.3-01. All sums are even; were one odd, its owner would get the rest, as in H73-4.3.2-02.
            let half = profit / 2;
            events.push(Event::Dividend {
                company: mine,
                revenue: profit,
                payout: Payout::Half,
            });
            if let Some(owner) = self.mine_owner(rules, mine) {
                self.shared.pay(
                    events,
                    Account::Bank,
                    Account::Player(owner),
                    profit - half,
                    Cause::Dividend,
                );
            }
            self.shared.pay(
                events,
                Account::Bank,
                Account::Company(mine),
                half,
                Cause::Withheld,
            );
        }
        self.set_step(Step::Machines);
    }

    /// What maintenance takes beyond the revenue comes from the treasury (H73-4.2.2-04, H73-4.3.1-04), all that is
    /// there if it does not reach (H73-RUL-28). Returns whether it reached.
    pub(super) fn pay_shortfall(
        &mut self,
        company: CompanyId,
        profit: i32,
        events: &mut Vec<Event>,
    ) -> bool {
        let owed = profit.saturating_neg().max(0);
        let has = self.shared.treasury(company).max(0);
        self.shared.pay(
            events,
            Account::Company(company),
            Account::Bank,
            owed.min(has),
            Cause::Maintenance,
        );
        owed <= has
    }

    /// H73-4.2.5-01, 02: the certificate to the bank, the marker turned, switcher and larger machine removed.
    fn close_mine(&mut self, rules: &HarzRules, mine: CompanyId, events: &mut Vec<Event>) {
        if let Some(paper) = self.shared.papers.director_paper(&rules.definition, mine) {
            self.shared.move_paper(events, paper, Holder::Reserved);
        }
        self.scrap_switcher(mine, events);
        if let Some(facts) = self.mine_mut(mine) {
            facts.open = false;
            facts.machine = 1;
        }
        events.push(Event::MineClosed { mine });
    }

    /// The switcher of a mine leaves the game.
    pub(super) fn scrap_switcher(&mut self, mine: CompanyId, events: &mut Vec<Event>) {
        if let Some(card) = self.mine_mut(mine).and_then(|facts| facts.switcher.take()) {
            self.shared.move_train(events, card, TrainHolder::Gone);
        }
    }

    pub(super) fn plan_close_mine(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Close | Action::Pass => Ok(0),
            _ => self.wrong_step(rules, company, Step::CloseMine, action),
        }
    }

    pub(super) fn do_close_mine(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        if *action == Action::Close {
            if let Some(owner) = self.mine_owner(rules, company) {
                let treasury = self.shared.treasury(company);
                self.shared.pay(
                    events,
                    Account::Company(company),
                    Account::Player(owner),
                    treasury,
                    Cause::Mine,
                );
            }
            self.close_mine(rules, company, events);
        }
        self.set_step(Step::End);
    }
}
