//! Sections 4.7.10 to 4.7.12: repaying loans, redeeming bonds, trading own shares.

use super::s4_1_stock::BOND;
use super::s4_8_emergency::LOAN;
use super::{Rules, Step, Y1826};
use crate::action::{Action, BondDeal};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

impl Y1826 {
    /// Whether the step of repaying asks anything.
    pub(super) fn may_repay(&self, company: CompanyId) -> bool {
        self.loans_of(company) > 0 && self.shared.treasury(company) >= LOAN
    }

    /// E26-4.7.10-01.
    pub(super) fn plan_repay(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let count = match *action {
            Action::Pass => return Ok(0),
            Action::Repay(count) => count,
            _ => return self.wrong_step(rules, step, company, action),
        };
        let id = rules.id(company);
        let (loans, cash) = (self.loans_of(company), self.shared.treasury(company));
        require!(
            count > 0 && count <= loans,
            "E26-4.7.10-01",
            "{id} has {loans} loans, not {count}"
        );
        let cost = LOAN * i32::from(count);
        require!(
            cash >= cost,
            "E26-4.7.10-01",
            "repaying {count} costs {}, {id} has {}",
            rules.money(cost),
            rules.money(cash)
        );
        Ok(cost)
    }

    /// E26-4.7.10-02.
    pub(super) fn do_repay(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let cost = LOAN * i32::from(count);
        self.pay(
            events,
            Account::Company(company),
            Account::Bank,
            cost,
            Cause::Borrowed,
        );
        if let Some(loans) = self.loans.get_mut(company.index()) {
            *loans = loans.saturating_sub(count);
        }
        events.push(Event::LoansGone { company, count });
        self.right(rules, company, count, events);
    }

    /// From whom bonds may be redeemed now: from the market while some lie there (E26-4.7.11-02), else from a player,
    /// from one only in a turn (E26-4.7.11-03).
    fn judge_redeem_from(
        &self,
        rules: &Rules,
        taken: Option<Seat>,
        from: Option<Seat>,
    ) -> Result<u8, Rejection> {
        let Some(seat) = from else {
            require!(
                self.bonds.pool > 0,
                "E26-4.7.11-02",
                "no bond lies in the market: name the player whose bonds are redeemed"
            );
            return Ok(self.bonds.pool);
        };
        require!(
            self.bonds.pool == 0,
            "E26-4.7.11-02",
            "{} bonds lie in the market: those are redeemed first",
            self.bonds.pool
        );
        require!(
            taken.is_none_or(|taken| taken == seat) || rules.options.bonds_from_several_players,
            "E26-4.7.11-03",
            "in one turn bonds are redeemed from one player only: here from seat {}",
            taken.map_or(0, |taken| taken.0 + 1)
        );
        Ok(self.bonds.of(seat))
    }

    /// Whether the step of redeeming asks anything.
    pub(super) fn may_redeem(
        &self,
        rules: &Rules,
        company: CompanyId,
        taken: Option<Seat>,
    ) -> bool {
        company == rules.special.sncf.company
            && self.bonds.out() > 0
            && self.shared.treasury(company) >= BOND
            && (self.bonds.pool > 0
                || self.shared.table.order.iter().any(|&seat| {
                    self.judge_redeem_from(rules, taken, Some(seat))
                        .is_ok_and(|count| count > 0)
                }))
    }

    /// E26-4.7.11-01 to 03.
    pub(super) fn plan_redeem(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Step::Redeem { from: taken } = step else {
            return self.wrong_step(rules, step, company, action);
        };
        let (from, count) = match *action {
            Action::Pass => return Ok(0),
            Action::Bond(BondDeal::Redeem(from, count)) => (from, count),
            _ => return self.wrong_step(rules, step, company, action),
        };
        let there = self.judge_redeem_from(rules, taken, from)?;
        require!(
            count > 0 && count <= there,
            "E26-4.7.11-01",
            "{there} bonds are there, not {count}"
        );
        let cost = BOND * i32::from(count);
        let cash = self.shared.treasury(company);
        require!(
            cash >= cost,
            "E26-4.7.11-01",
            "{count} bonds cost {}, {} has {}",
            rules.money(cost),
            rules.id(company),
            rules.money(cash)
        );
        Ok(cost)
    }

    pub(super) fn do_redeem(
        &mut self,
        company: CompanyId,
        from: Option<Seat>,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let (to, holder) = match from {
            Some(seat) => (Account::Player(seat), Holder::Player(seat)),
            None => (Account::Bank, Holder::Pool),
        };
        let cost = BOND * i32::from(count);
        self.pay(events, Account::Company(company), to, cost, Cause::Bond);
        self.move_bonds(holder, Holder::Company(company), count, events);
        if from.is_some() {
            self.set_step(Step::Redeem { from });
        }
    }

    /// Whether the step of trading own shares asks anything.
    pub(super) fn may_trade(
        &self,
        rules: &Rules,
        company: CompanyId,
        sold: bool,
        bought: bool,
    ) -> bool {
        let own = self.singles(rules, company, Holder::Company(company)).len();
        let pool = self.units(rules, company, Holder::Pool);
        let sells = !bought && own > 0 && pool < self.most_in_pool(company);
        let buys = !sold && pool > 0 && self.shared.treasury(company) >= self.price(rules, company);
        sells || buys
    }

    /// E26-4.7.12-01 to 04, E26-RUL-31.
    pub(super) fn plan_trade(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Step::Trade { sold, bought, .. } = step else {
            return self.wrong_step(rules, step, company, action);
        };
        let id = rules.id(company);
        let pool = self.units(rules, company, Holder::Pool);
        match *action {
            Action::Pass => Ok(0),
            Action::Issue(units) => {
                require!(
                    !bought,
                    "E26-4.7.12-02",
                    "{id} bought own shares in this turn: it may not sell any"
                );
                let own = self.singles(rules, company, Holder::Company(company)).len();
                require!(
                    units > 0 && usize::from(units) <= own,
                    "E26-4.7.12-01",
                    "{own} shares of {id} lie in its treasury, not {units}"
                );
                let most = self.most_in_pool(company);
                require!(
                    pool + units <= most,
                    "E26-4.7.12-03",
                    "the market holds {pool} shares of {id}, {most} are the limit"
                );
                Ok(0)
            }
            Action::BuyBack(units) => {
                require!(
                    !sold,
                    "E26-4.7.12-02",
                    "{id} sold own shares in this turn: it may not buy any"
                );
                require!(
                    units > 0 && units <= pool,
                    "E26-4.7.12-01",
                    "{pool} shares of {id} lie in the market, not {units}"
                );
                let cost = self.price(rules, company) * i32::from(units);
                let cash = self.shared.treasury(company);
                require!(
                    cash >= cost,
                    "E26-4.7.12-04",
                    "{units} shares cost {}, {id} has {}",
                    rules.money(cost),
                    rules.money(cash)
                );
                Ok(cost)
            }
            _ => self.wrong_step(rules, step, company, action),
        }
    }

    pub(super) fn do_trade(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some((_, Step::Trade { price, .. }, _)) = self.turn() else {
            return;
        };
        let (account, own) = (Account::Company(company), Holder::Company(company));
        match *action {
            Action::Issue(units) => {
                let sum = price * i32::from(units);
                self.pay(events, Account::Bank, account, sum, Cause::Issue);
                self.move_singles(rules, company, own, Holder::Pool, units, events);
                self.fall(rules, company, units, events);
                self.set_step(Step::Trade {
                    price,
                    sold: true,
                    bought: false,
                });
            }
            Action::BuyBack(units) => {
                let sum = self.price(rules, company) * i32::from(units);
                self.pay(events, account, Account::Bank, sum, Cause::Share);
                self.move_singles(rules, company, Holder::Pool, own, units, events);
                self.set_step(Step::Trade {
                    price,
                    sold: false,
                    bought: true,
                });
            }
            _ => self.end_turn(company),
        }
    }

    /// Everything that the steps after trains offer.
    pub(super) fn legal_treasury(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
    ) -> Vec<Choice> {
        let mut domain = vec![Action::Pass];
        domain.extend((1..=2).map(Action::Repay));
        let sources = std::iter::once(None).chain(self.shared.table.order.iter().map(|&s| Some(s)));
        for from in sources {
            domain.extend((1..=10).map(|count| Action::Bond(BondDeal::Redeem(from, count))));
        }
        domain.extend((1..=10).map(Action::Issue));
        domain.extend((1..=10).map(Action::BuyBack));
        domain
            .into_iter()
            .filter(|action| {
                match step {
                    Step::Repay => self.plan_repay(rules, company, step, action),
                    Step::Redeem { .. } => self.plan_redeem(rules, company, step, action),
                    _ => self.plan_trade(rules, company, step, action),
                }
                .is_ok()
            })
            .map(Choice::One)
            .collect()
    }

    /// An action of another step: the order of steps is E26-4.7-05, unless a rule of its own says why not.
    pub(super) fn wrong_step(
        &self,
        rules: &Rules,
        step: Step,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        let first = self.turn().is_some_and(|(_, _, first)| first);
        match action {
            Action::Issue(_) | Action::BuyBack(_) if first => reject!(
                "E26-4.7.12-01",
                "{id} trades no shares of its own in its first operating round"
            ),
            Action::Borrow => reject!(
                "E26-4.9-01",
                "a loan is taken where a train must be bought or interest lacks, not at will"
            ),
            Action::Bond(BondDeal::Issue(_)) => reject!(
                "E26-4.6.3-16",
                "bonds are issued only where the SNCF must raise money"
            ),
            Action::Repay(_) if matches!(step, Step::Trade { .. } | Step::Redeem { .. }) => {
                reject!(
                    "E26-4.7.10-01",
                    "{id} has {} loans and {}: the step of repaying asks only who has a loan and {}",
                    self.loans_of(company),
                    rules.money(self.shared.treasury(company)),
                    rules.money(LOAN)
                )
            }
            Action::Lay(..) | Action::LayBy(..) => {
                let two = self.yellow_lays(company) == 2;
                reject!(
                    if two { "E26-4.7.1-02" } else { "E26-4.7.1-01" },
                    "{id} has made its lays, or passed them: the step of track is over"
                )
            }
            Action::Token(..) if self.shared.company(company).tokens_left == 0 => {
                reject!("E26-4.7.3-01", "{id} has no station left")
            }
            Action::Convert if self.shared.company(company).units == 10 => {
                reject!("E26-4.5-06", "{id} has ten shares already")
            }
            _ => reject!(
                "E26-4.7-05",
                "{id} is at the step «{}»: the steps of a turn have a fixed order",
                step.topic().name()
            ),
        }
    }
}
