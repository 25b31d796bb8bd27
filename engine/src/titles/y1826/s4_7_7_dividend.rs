//! Sections 4.7.7 and 4.7.8: paying out or keeping the earnings, and what the marker does.

use super::{Rules, Step, Y1826};
use crate::action::{Action, Payout};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::CompanyId;
use crate::rejection::Rejection;

impl Y1826 {
    pub(super) fn plan_dividend(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pay(_) => Ok(0),
            _ => self.wrong_step(rules, step, company, action),
        }
    }

    /// Pays (E26-4.7.7-02 to 06), then moves the marker (E26-4.7.8-01).
    pub(super) fn pay_dividend(
        &mut self,
        rules: &Rules,
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
        let account = Account::Company(company);
        // E26-RUL-05.
        let kept = match payout {
            Payout::Full => 0,
            Payout::Half => revenue / 20 * 10,
            Payout::Nothing => revenue,
        };
        self.pay(events, Account::Bank, account, kept, Cause::Withheld);
        let paid = revenue - kept;
        let share = paid / i32::from(self.shared.company(company).units.max(1));
        for (holder, units) in self.paid_holders(rules, company) {
            let sum = share * i32::from(units);
            self.pay(events, Account::Bank, holder, sum, Cause::Dividend);
        }
        if paid == 0 {
            // E26-3.5-08.
            self.left(rules, company, 1, events);
        } else if paid >= self.price(rules, company) {
            // E26-3.5-09, 10, E26-RUL-04.
            self.right(rules, company, 1, events);
        }
    }
}
