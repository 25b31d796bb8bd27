//! Sections 3.4, 4.1.1 and 4.8.1: what a player may sell, and what a sale does.

use super::{Frame, Rules, Y1826};
use crate::action::Action;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, reject, require};

/// Where a player sells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaleIn {
    /// In his turn of a stock round.
    Stock,
    /// To raise money for this company.
    Forced(CompanyId),
}

impl Y1826 {
    /// Whether the company was sold in the present turn of the stock round.
    fn sold_now(&self, company: CompanyId) -> bool {
        self.frames.iter().any(
            |frame| matches!(frame, Frame::Stock { sold_now, .. } if sold_now.contains(&company)),
        )
    }

    /// Judges a sale of so many shares.
    pub(super) fn plan_sale(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        units: u8,
        place: SaleIn,
    ) -> Result<(), Rejection> {
        require!(
            company.index() < rules.definition.companies.len() && units > 0,
            "E26-4.1.1-01",
            "say which company's shares and how many, at least one"
        );
        let id = rules.id(company);
        let have = self.units_of(rules, company, seat);
        require!(
            have >= units,
            "E26-4.1.1-01",
            "you have {have} shares of {id}, not {units}"
        );
        require!(
            self.is_floated(company) && self.shared.company(company).operated,
            "E26-4.1.1-07",
            "{id} has not operated: its shares cannot be sold yet"
        );
        if place == SaleIn::Stock && self.sold_now(company) && !rules.options.several_sales_a_turn {
            reject!(
                "E26-4.1.1-06",
                "you sold {id} in this turn: all shares of a company are sold in one sale a turn"
            )
        }
        let (pool, most) = (
            self.units(rules, company, Holder::Pool),
            self.most_in_pool(company),
        );
        require!(
            pool + units <= most,
            "E26-3.4-08",
            "the market holds {pool} shares of {id}, {most} are the limit: {units} more do not fit"
        );
        if self.president(rules, company) != Some(seat) {
            return Ok(());
        }
        // E26-3.4-07, E26-4.1.1-08: the president's certificate only moves to a player who then has more.
        let rest = have - units;
        let top = self.director_units(rules, company);
        let next = self
            .successor(rules, company, seat, top)
            .filter(|(_, units)| *units > rest);
        if have - top < units {
            require!(
                next.is_some(),
                "E26-3.4-07",
                "this would sell the president's certificate of {id}, and no other player holds {top} shares or more than you would keep"
            );
        }
        if place == SaleIn::Forced(company) {
            require!(
                next.is_none(),
                "E26-4.8.1-06",
                "a sale to raise money for {id} may not cost you its presidency"
            );
        }
        Ok(())
    }

    /// All sales that are allowed.
    pub(super) fn sales<'a>(
        &'a self,
        rules: &'a Rules,
        seat: Seat,
        place: SaleIn,
    ) -> impl Iterator<Item = Action> + 'a {
        rules
            .definition
            .company_ids()
            .flat_map(|company| (1..=10).map(move |units| (company, units)))
            .filter(move |&(company, units)| {
                self.plan_sale(rules, seat, company, units, place).is_ok()
            })
            .map(|(company, units)| Action::Sell(company, units))
    }

    /// What all sales together would bring: the most of each company in one sale.
    pub(super) fn salable(&self, rules: &Rules, seat: Seat, place: SaleIn) -> i32 {
        let most = |company| {
            (1..=10u8)
                .rev()
                .find(|&units| self.plan_sale(rules, seat, company, units, place).is_ok())
                .unwrap_or(0)
        };
        rules
            .definition
            .company_ids()
            .map(|company| i32::from(most(company)) * self.price(rules, company))
            .sum()
    }

    /// Sells shares to the market (E26-4.1.1-04, 05): the president's certificate passes first if it must.
    pub(super) fn do_sale(
        &mut self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        units: u8,
        events: &mut Vec<Event>,
    ) {
        let sum = self.price(rules, company) * i32::from(units);
        self.pay(
            events,
            Account::Bank,
            Account::Player(seat),
            sum,
            Cause::Sale,
        );
        let singles = self.singles(rules, company, Holder::Player(seat)).len();
        if singles < usize::from(units) {
            let least = self.director_units(rules, company);
            if let Some((next, _)) = self.successor(rules, company, seat, least) {
                self.swap_president(rules, company, seat, next, Holder::Player(seat), events);
            }
        }
        let from = Holder::Player(seat);
        self.move_singles(rules, company, from, Holder::Pool, units, events);
        events.push(Event::Sold {
            seat,
            company,
            units,
            sum,
        });
        self.check_president(rules, company, events);
        self.fall(rules, company, units, events);
    }

    /// Sells everything that may be sold, each company in one sale.
    pub(super) fn sell_all(
        &mut self,
        rules: &Rules,
        seat: Seat,
        place: SaleIn,
        events: &mut Vec<Event>,
    ) {
        for company in rules.definition.company_ids() {
            let most = (1..=10u8)
                .rev()
                .find(|&units| self.plan_sale(rules, seat, company, units, place).is_ok());
            if let Some(units) = most {
                self.do_sale(rules, seat, company, units, events);
            }
        }
    }
}
