//! Sections X and XI: paying out or keeping the income, and what the marker does.

use super::{Y35Rules, Y1835};
use crate::action::{Lot, Payout};
use crate::event::{Cause, Event};
use crate::finance::{Account, Dir, Holder};
use crate::ids::CompanyId;

/// So many units' part of a sum, rounded up (E35-X-10, E35-RUL-19).
fn part(revenue: i32, units: u8) -> i32 {
    let whole = i32::from(super::setup::UNITS);
    (revenue * i32::from(units) + whole - 1) / whole
}

impl Y1835 {
    /// Moves a marker one step to the first neighbour that there is; without one it stays (XI, XIV.4, XV.8).
    pub(super) fn move_price(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        dirs: &[Dir],
        events: &mut Vec<Event>,
    ) {
        if let Some(cell) = self.shared.markers.cell(company) {
            let to = rules.definition.chart.walk(cell, dirs, 1, i32::MIN);
            self.shared.move_marker(events, company, to);
        }
    }

    /// What the company owes the bank.
    pub(super) fn loan_of(&self, company: CompanyId) -> i32 {
        self.loans
            .iter()
            .find(|(of, _)| *of == company)
            .map_or(0, |(_, sum)| *sum)
    }

    /// The income step, then the marker.
    pub(super) fn pay_income(
        &mut self,
        rules: &Y35Rules,
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
        let own = Account::Company(company);
        if rules.is_minor(company) {
            // E35-III-06, E35-XIII-13.
            self.earned.push(Lot::Company(company));
            let half = revenue / 2;
            if let Some(seat) = self.director(rules, company) {
                self.pay(
                    events,
                    Account::Bank,
                    Account::Player(seat),
                    half,
                    Cause::Dividend,
                );
            }
            self.pay(events, Account::Bank, own, revenue - half, Cause::Dividend);
            return;
        }
        if payout != Payout::Full || revenue == 0 {
            // What the bank keeps for its loan it has not paid.
            self.shared
                .pay(events, Account::Bank, own, revenue, Cause::Withheld);
            self.repay(company, revenue, events);
            self.check_bank(events);
            // E35-XI-03, 04.
            self.move_price(rules, company, &[Dir::Left, Dir::Down], events);
            return;
        }
        // E35-X-07 to 10, E35-XIII-17.
        let prussian = company == rules.special.prussian;
        for seat in self.shared.table.order.clone() {
            let docked: u8 = if prussian {
                self.docked
                    .iter()
                    .filter(|(of, _)| *of == seat)
                    .map(|(_, units)| *units)
                    .sum()
            } else {
                0
            };
            let units = self.held_units(rules, company, seat).saturating_sub(docked);
            self.pay(
                events,
                Account::Bank,
                Account::Player(seat),
                part(revenue, units),
                Cause::Dividend,
            );
        }
        let pool = self.shared.units(&rules.definition, company, Holder::Pool);
        self.pay(
            events,
            Account::Bank,
            own,
            part(revenue, pool),
            Cause::Dividend,
        );
        // E35-XI-01, 02.
        self.move_price(rules, company, &[Dir::Right, Dir::Up], events);
    }

    /// E35-XII-26, E35-RUL-25: the bank keeps the income until its loan is repaid.
    fn repay(&mut self, company: CompanyId, revenue: i32, events: &mut Vec<Event>) {
        let back = self.loan_of(company).min(revenue);
        if back == 0 {
            return;
        }
        self.pay(
            events,
            Account::Company(company),
            Account::Bank,
            back,
            Cause::Loan,
        );
        for (of, sum) in &mut self.loans {
            if *of == company {
                *sum -= back;
            }
        }
        self.loans.retain(|(_, sum)| *sum > 0);
    }
}
