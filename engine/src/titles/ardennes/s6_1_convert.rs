//! Sections 6.1 and 6.2: converting, acquiring shares right after, issuing treasury shares.

use super::{ArdRules, Ardennes, Step};
use crate::action::{Action, Source};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

impl Ardennes {
    pub(super) fn plan_convert(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = &rules.definition.at(company).id;
        match action {
            Action::Pass => Ok(0),
            Action::Convert => {
                require!(
                    !first,
                    "ARD-6.1-01",
                    "{id} cannot convert in its first turn"
                );
                require!(
                    self.shared.company(company).units == 5,
                    "ARD-6.1-04",
                    "{id} has ten shares already"
                );
                Ok(0)
            }
            _ => self.wrong_step(rules, Step::Convert, company, first, action),
        }
    }

    /// ARD-6.1-02, ARD-6.1-03.
    pub(super) fn do_convert(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if let Some(facts) = self.shared.company_mut(company) {
            facts.units = 10;
        }
        self.move_singles(
            rules,
            company,
            Holder::Reserved,
            Holder::Company(company),
            5,
            events,
        );
        events.push(Event::Converted { company });
    }

    /// ARD-6.1-05 to 09: only the president, only this company, cash in hand and minors.
    pub(super) fn plan_acquire(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        match action {
            Action::Pass => Ok(0),
            Action::Buy(other, source) => {
                require!(
                    *other == company,
                    "ARD-6.1-05",
                    "right after its conversion only shares of {} can be acquired, not of {}",
                    definition.at(company).id,
                    definition.at(*other).id
                );
                self.plan_buy(rules, seat, company, *source, false)
            }
            Action::Exchange {
                minor,
                company: other,
                from,
            } => {
                require!(
                    *other == company,
                    "ARD-6.1-05",
                    "right after its conversion only shares of {} can be acquired, not of {}",
                    definition.at(company).id,
                    definition.at(*other).id
                );
                self.plan_exchange(rules, seat, *minor, company, *from, true)
            }
            Action::Sell(..) | Action::SellPrivate(_) => {
                reject!(
                    "ARD-6.1-06",
                    "no shares are sold after a conversion: only cash in hand and minors count"
                )
            }
            _ => self.wrong_step(rules, Step::Acquire, company, first, action),
        }
    }

    pub(super) fn legal_acquire(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        first: bool,
    ) -> Vec<Choice> {
        let mut domain = Vec::new();
        for source in [Source::Treasury, Source::Market] {
            domain.push(Action::Buy(company, source));
            for minor in
                Self::minors(rules).filter(|&minor| self.director(rules, minor) == Some(seat))
            {
                domain.push(Action::Exchange {
                    minor,
                    company,
                    from: source,
                });
            }
        }
        domain.push(Action::Pass);
        domain
            .into_iter()
            .filter(|action| {
                self.plan_acquire(rules, seat, company, first, action)
                    .is_ok()
            })
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_acquire(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Buy(_, source) => self.do_buy(rules, seat, company, source, events),
            Action::Exchange { minor, from, .. } => {
                self.exchange_now(rules, seat, minor, company, from, true, false, events)
            }
            _ => self.set_step(Step::Issue),
        }
    }

    /// ARD-6.2-01, ARD-6.2-03 to 05.
    pub(super) fn plan_issue(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = &rules.definition.at(company).id;
        match action {
            Action::Pass => Ok(0),
            Action::Issue(units) => {
                require!(!first, "ARD-6.2-01", "{id} cannot issue in its first turn");
                require!(
                    *units > 0,
                    "ARD-6.2-01",
                    "at least one share must be issued"
                );
                let own = self.units(rules, company, Holder::Company(company));
                require!(
                    *units <= own,
                    "ARD-6.2-03",
                    "{id} has {own} treasury shares, not {units}"
                );
                let room = self.market_room(rules, company);
                require!(
                    *units <= room,
                    "ARD-6.2-03",
                    "the open market takes {room} more of {id}, not {units}: it holds at most half of a company"
                );
                Ok(0)
            }
            _ => self.wrong_step(rules, Step::Issue, company, first, action),
        }
    }

    /// ARD-6.2-02, ARD-RUL-22, ARD-4.2-10.
    pub(super) fn do_issue(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        units: u8,
        events: &mut Vec<Event>,
    ) {
        let sum = i32::from(units) * self.price(rules, company);
        self.move_singles(
            rules,
            company,
            Holder::Company(company),
            Holder::Pool,
            units,
            events,
        );
        self.pay(
            rules,
            events,
            Account::Bank,
            Account::Company(company),
            sum,
            Cause::Issue,
        );
        self.fall(
            rules,
            company,
            units,
            rules.options.no_floor_outside_dividends,
            events,
        );
    }
}
