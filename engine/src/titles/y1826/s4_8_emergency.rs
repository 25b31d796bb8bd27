//! Sections 4.8 and 4.9: loans, bonds and the president's money for a train that must be bought.

use super::s3_sales::SaleIn;
use super::s4_1_stock::BOND;
use super::{Rules, Step, Y1826};
use crate::action::{Action, BondDeal};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, KindId, Seat};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;

/// A loan (E26-4.8.1-01).
pub(super) const LOAN: i32 = 500;
/// Loans of a company at most (E26-4.8.1-02).
pub(super) const MOST_LOANS: u8 = 2;

impl Y1826 {
    /// E26-4.8-01: a company without a train must get one.
    pub(super) fn must_buy(&self, company: CompanyId) -> bool {
        self.shared.trains(company).next().is_none()
    }

    /// The price of the cheapest train that the bank offers; `None` if it has none.
    pub(super) fn cheapest_train(&self, rules: &Rules) -> Option<i32> {
        let definition = &rules.definition;
        let pool = self.shared.depot.of(TrainHolder::Pool);
        let kinds: Vec<KindId> = pool
            .map(|train| train.kind)
            .chain(self.shared.depot.top(definition))
            .collect();
        kinds
            .into_iter()
            .map(|kind| definition.train(kind).price)
            .min()
    }

    /// What the treasury lacks to the cheapest train that must be bought.
    pub(super) fn short_of_train(&self, rules: &Rules, company: CompanyId) -> i32 {
        match self.cheapest_train(rules) {
            Some(price) if self.must_buy(company) => price - self.shared.treasury(company),
            _ => 0,
        }
    }

    /// Whether everything that must come before the president's help is used up (E26-4.8.1-05).
    pub(super) fn president_helps(&self, rules: &Rules, company: CompanyId) -> bool {
        self.short_of_train(rules, company) > 0
            && self.loans_of(company) >= MOST_LOANS
            && !self.may_issue(rules, company)
    }

    /// A loan (E26-4.8.1-01, 02, E26-4.9-01).
    pub(super) fn plan_borrow(&self, rules: &Rules, company: CompanyId) -> Result<i32, Rejection> {
        let id = rules.id(company);
        let loans = self.loans_of(company);
        let short = self.short_of_train(rules, company);
        require!(
            self.must_buy(company),
            "E26-4.9-01",
            "{id} has a train: loans are only taken where a train must be bought or interest lacks"
        );
        require!(
            loans < MOST_LOANS,
            "E26-4.8.1-02",
            "{id} has {loans} loans, more than {MOST_LOANS} are never taken"
        );
        require!(
            short > 0,
            "E26-4.8.4-02",
            "the treasury of {id}, {}, pays for a train: no loan is needed",
            rules.money(self.shared.treasury(company))
        );
        require!(
            !self.may_issue(rules, company),
            "E26-4.8.3-01",
            "{id} issues its {} bonds before it takes a loan",
            self.bonds.treasury
        );
        Ok(0)
    }

    /// The loan comes, the marker goes one left (E26-4.8.1-03).
    pub(super) fn take_loan(&mut self, rules: &Rules, company: CompanyId, events: &mut Vec<Event>) {
        if let Some(loans) = self.loans.get_mut(company.index()) {
            *loans += 1;
        }
        events.push(Event::LoansTaken { company, count: 1 });
        self.pay(
            events,
            Account::Bank,
            Account::Company(company),
            LOAN,
            Cause::Borrowed,
        );
        self.left(rules, company, 1, events);
    }

    /// Bonds, as many as are needed and no more (E26-4.8.3-01, E26-4.8.4-02).
    pub(super) fn plan_issue(
        &self,
        rules: &Rules,
        company: CompanyId,
        count: u8,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        require!(
            company == rules.special.sncf.company,
            "E26-4.6.3-16",
            "only the SNCF has bonds"
        );
        let short = self.short_of_train(rules, company);
        require!(
            self.must_buy(company) && short > 0 && !rules.options.loans_before_bonds,
            "E26-4.6.3-16",
            "{id} issues bonds only where it must buy a train that its treasury does not pay"
        );
        let needed = (short + BOND - 1) / BOND;
        let most = needed.min(i32::from(self.bonds.treasury));
        require!(
            count > 0 && i32::from(count) <= most,
            "E26-4.8.4-02",
            "{id} lacks {}: it issues {most} bonds at most",
            rules.money(short)
        );
        Ok(0)
    }

    /// What the president does to help: selling, or giving up.
    pub(super) fn plan_help(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        require!(
            self.president_helps(rules, company),
            "E26-4.8.1-05",
            "{id} needs no help of its president: {}",
            if self.must_buy(company) {
                "its own money, bonds and two loans come first"
            } else {
                "it has a train"
            }
        );
        let short = self.short_of_train(rules, company);
        let cash = self.shared.player_cash(seat);
        match *action {
            Action::Sell(other, units) => {
                require!(
                    cash < short,
                    "E26-4.8.1-06",
                    "your {} pay the {} that lack: nothing need be sold",
                    rules.money(cash),
                    rules.money(short)
                );
                self.plan_sale(rules, seat, other, units, SaleIn::Forced(company))?;
                Ok(0)
            }
            Action::Bankrupt => {
                let most = cash + self.salable(rules, seat, SaleIn::Forced(company));
                require!(
                    most < short,
                    "E26-4.8.2-01",
                    "{} can be raised, {} lack for the cheapest train: you can pay",
                    rules.money(most),
                    rules.money(short)
                );
                Ok(0)
            }
            _ => reject!("E26-4.8.1-05", "the president sells shares or pays"),
        }
    }

    /// Who pays so much for a bank train: the treasury, and the president where he must (E26-4.8.1-05 to 07).
    pub(super) fn judge_price(
        &self,
        rules: &Rules,
        company: CompanyId,
        price: i32,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        let treasury = self.shared.treasury(company);
        if treasury >= price {
            return Ok(price);
        }
        if !self.must_buy(company) {
            reject!(
                "E26-4.7.9-02",
                "the train costs {}, {id} has {}",
                rules.money(price),
                rules.money(treasury)
            )
        }
        if let Some(least) = self.cheapest_train(rules).filter(|least| price > *least) {
            reject!(
                "E26-4.8.1-07",
                "the train costs {}, {id} has {}: only the cheapest, at {}, is bought with the president's help",
                rules.money(price),
                rules.money(treasury),
                rules.money(least)
            )
        }
        let short = price - treasury;
        require!(
            self.president_helps(rules, company),
            "E26-4.8.1-01",
            "{id} lacks {} for this train: it takes {} first",
            rules.money(short),
            if self.may_issue(rules, company) {
                "bonds"
            } else {
                "a loan"
            }
        );
        let cash = self
            .president(rules, company)
            .map_or(0, |seat| self.shared.player_cash(seat));
        require!(
            cash >= short,
            "E26-4.8.1-06",
            "{} lack, the president has {}: he must sell shares",
            rules.money(short),
            rules.money(cash)
        );
        Ok(price)
    }

    /// Loans and bonds taken, and shares sold, for a train.
    pub(super) fn do_emergency(
        &mut self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Borrow => {
                self.take_loan(rules, company, events);
                self.set_step(Step::Trains { borrowed: true });
            }
            Action::Bond(BondDeal::Issue(count)) => {
                self.issue_bonds(company, count, events);
                self.set_step(Step::Trains { borrowed: true });
            }
            Action::Sell(other, units) => self.do_sale(rules, seat, other, units, events),
            _ => {}
        }
    }
}
