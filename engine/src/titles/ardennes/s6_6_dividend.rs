//! Sections 6.6 and 6.7: paying out or keeping the earnings, and what the marker does.

use super::{ArdRules, Ardennes, Step};
use crate::action::{Action, Payout};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::CompanyId;
use crate::rejection::{Rejection, reject};
use crate::rolling_stock::{TrainHolder, TrainState};
use crate::rules::Fix;

impl Ardennes {
    /// Trains that may run now (ARD-6.1-10: not those face down).
    pub(crate) fn runners(&self, company: CompanyId) -> impl Iterator<Item = &TrainState> {
        self.shared.trains(company).filter(|train| !train.face_down)
    }

    pub(super) fn plan_dividend(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        first: bool,
        revenue: i32,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pay(Payout::Full | Payout::Nothing) => Ok(0),
            Action::Pay(Payout::Half) => reject!("ARD-6.6-01", "all is paid out or all is kept"),
            _ => self.wrong_step(rules, Step::Dividend { revenue }, company, first, action),
        }
    }

    /// ARD-6.6-02 to 07, then the marker (ARD-6.7-01).
    pub(super) fn pay_dividend(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        revenue: i32,
        payout: Payout,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::Dividend {
            company,
            revenue,
            payout,
        });
        if payout != Payout::Full || revenue == 0 {
            self.pay(
                rules,
                events,
                Account::Bank,
                Account::Company(company),
                revenue,
                Cause::Withheld,
            );
            // ARD-4.2-05, ARD-4.2-14, ARD-4.2.1-01: the floor of 50 holds here in the reference too.
            if self.price(rules, company) == 0 && !self.is_minor(rules, company) {
                // Only ARD-DEP-03 gets a public company into Grey; the reference's floor lifts it out again.
                self.rise(rules, company, 1, events);
            } else {
                self.fall(rules, company, 1, false, events);
            }
            return;
        }
        if self.is_minor(rules, company) {
            // ARD-6.6-02, ARD-RUL-35.
            let half = revenue / 2;
            if let Some(owner) = self.director(rules, company) {
                self.pay(
                    rules,
                    events,
                    Account::Bank,
                    Account::Player(owner),
                    half,
                    Cause::Dividend,
                );
            }
            self.pay(
                rules,
                events,
                Account::Bank,
                Account::Company(company),
                revenue - half,
                Cause::Dividend,
            );
        } else {
            let units = i32::from(self.shared.company(company).units.max(1));
            let share = revenue / units;
            for seat in self.shared.table.order.clone() {
                let held = i32::from(self.units_of(rules, company, seat));
                self.pay(
                    rules,
                    events,
                    Account::Bank,
                    Account::Player(seat),
                    held * share,
                    Cause::Dividend,
                );
            }
            let own = i32::from(self.units(rules, company, Holder::Company(company)));
            self.pay(
                rules,
                events,
                Account::Bank,
                Account::Company(company),
                own * share,
                Cause::Dividend,
            );
        }
        let price = self.price(rules, company);
        let ten = self.shared.company(company).units == 10;
        let steps = if price == 0 {
            // ARD-4.2-09.
            1
        } else if revenue >= 2 * price && !ten {
            2
        } else {
            u8::from(revenue >= price)
        };
        let steps = steps + u8::from(rules.fixes.has(Fix::Probe));
        self.rise(rules, company, steps, events);
    }

    /// ARD-2.3-03: obsolete trains go after their last run; ARD-6.1-11: face-down ones are turned up.
    pub(super) fn after_dividend(&mut self, company: CompanyId, events: &mut Vec<Event>) {
        let trains: Vec<TrainState> = self.shared.trains(company).copied().collect();
        for train in trains {
            if train.obsolete {
                self.shared.move_train(events, train.id, TrainHolder::Gone);
            } else if train.face_down
                && let Some(state) = self.shared.depot.get_mut(train.id)
            {
                state.face_down = false;
            }
        }
    }

    pub(super) fn do_dividend(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        revenue: i32,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Action::Pay(payout) = *action else { return };
        self.pay_dividend(rules, company, revenue, payout, events);
        self.after_dividend(company, events);
        self.set_step(Step::TurnUp);
    }
}
