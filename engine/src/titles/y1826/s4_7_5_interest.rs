//! Sections 4.7.5 and 4.7.6: interest on loans and bonds, and what happens where money lacks (E26-RUL-19).

use super::s3_sales::SaleIn;
use super::s4_1_stock::BOND;
use super::{Rules, Step, Y1826};
use crate::action::Action;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

/// Interest on a loan (E26-4.7.5-01).
const LOAN_INTEREST: i32 = 50;
/// Interest on a bond (E26-4.7.6-01).
const BOND_INTEREST: i32 = 10;
/// What lacks while nothing has been looked at yet.
const UNKNOWN: i32 = i32::MIN;

impl Y1826 {
    /// The step that settles interest after a run.
    pub(super) fn interest_step(&self, company: CompanyId, revenue: i32) -> Step {
        Step::Interest {
            revenue,
            due: LOAN_INTEREST * i32::from(self.loans_of(company)),
            lacking: UNKNOWN,
            bonds: false,
        }
    }

    /// Settles what is due; `false` where the president must sell.
    pub(super) fn settle_interest(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> bool {
        let Some((
            _,
            Step::Interest {
                mut revenue,
                due,
                mut lacking,
                bonds,
            },
            _,
        )) = self.turn()
        else {
            return false;
        };
        let account = Account::Company(company);
        if lacking == UNKNOWN {
            lacking = 0;
            let treasury = self.shared.treasury(company);
            if treasury < due {
                // E26-4.7.5-03, 04: all of it out of the earnings; the treasury fills up.
                let held = revenue.min(due);
                if held > 0 {
                    // The bank keeps what it would have paid out: that alone does not break it (E26-5-01).
                    self.shared
                        .pay(events, Account::Bank, account, held, Cause::Withheld);
                    events.push(Event::HeldBack { company, sum: held });
                }
                revenue -= held;
                lacking = due - held;
                if !rules.options.interest_spares_treasury {
                    lacking = (lacking - treasury).max(0);
                }
            }
        }
        if lacking > 0 {
            lacking -= self.raise_interest(rules, company, lacking, events);
        }
        if lacking > 0 {
            self.set_step(Step::Interest {
                revenue,
                due,
                lacking,
                bonds,
            });
            return false;
        }
        if bonds {
            if due > 0 {
                self.pay_bonds(company, due, events);
            }
            self.set_step(Step::Dividend { revenue });
        } else {
            self.pay(events, account, Account::Bank, due, Cause::Interest);
            let out = if company == rules.special.sncf.company {
                i32::from(self.bonds.out())
            } else {
                0
            };
            self.set_step(Step::Interest {
                revenue,
                due: BOND_INTEREST * out,
                lacking: UNKNOWN,
                bonds: true,
            });
        }
        true
    }

    /// Bonds, then loans, then the president's cash; gives back what came in of the sum (E26-RUL-19, E26-4.8.3-01).
    fn raise_interest(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        lacking: i32,
        events: &mut Vec<Event>,
    ) -> i32 {
        let mut raised = 0;
        while raised < lacking && self.may_issue(rules, company) {
            self.issue_bonds(company, 1, events);
            raised += BOND;
        }
        while raised < lacking && self.loans_of(company) < 2 {
            self.take_loan(rules, company, events);
            raised += super::s4_8_emergency::LOAN;
        }
        if raised < lacking
            && let Some(seat) = self.president(rules, company)
        {
            let help = lacking - raised;
            if self.shared.player_cash(seat) >= help {
                self.pay(
                    events,
                    Account::Player(seat),
                    Account::Company(company),
                    help,
                    Cause::Help,
                );
                raised += help;
            }
        } else if raised < lacking {
            // A national without president owes nobody anything that it cannot pay.
            let short = lacking - raised;
            self.pay(
                events,
                Account::Bank,
                Account::Company(company),
                short,
                Cause::Grant,
            );
            raised = lacking;
        }
        raised
    }

    /// 10 on each bond, to its holder; on those in the market to the bank (E26-4.7.6-01). A bond that was issued for this
    /// interest bears none yet.
    fn pay_bonds(&mut self, company: CompanyId, due: i32, events: &mut Vec<Event>) {
        let from = Account::Company(company);
        let seats = self.shared.table.order.clone();
        let sums: Vec<i32> = seats
            .iter()
            .map(|&seat| BOND_INTEREST * i32::from(self.bonds.of(seat)))
            .collect();
        // The bank first: what was held back for it is its own again before anybody asks whether it is broken.
        let rest = due - sums.iter().sum::<i32>();
        self.pay(events, from, Account::Bank, rest.max(0), Cause::Interest);
        for (seat, sum) in seats.into_iter().zip(sums) {
            self.pay(events, from, Account::Player(seat), sum, Cause::Interest);
        }
    }

    /// The president must sell, or is bankrupt.
    pub(super) fn plan_interest(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Step::Interest { lacking, .. } = step else {
            return self.wrong_step(rules, step, company, action);
        };
        let cash = self.shared.player_cash(seat);
        match *action {
            Action::Sell(other, units) => self
                .plan_sale(rules, seat, other, units, SaleIn::Forced(company))
                .map(|()| 0),
            Action::Bankrupt => {
                let most = cash + self.salable(rules, seat, SaleIn::Forced(company));
                require!(
                    most < lacking,
                    "E26-4.8.2-01",
                    "{} can be raised, {} of interest are owed: you can pay",
                    rules.money(most),
                    rules.money(lacking)
                );
                Ok(0)
            }
            _ => reject!(
                "E26-4.7.5-04",
                "{} lack for the interest of {}, you have {}: sell shares",
                rules.money(lacking),
                rules.id(company),
                rules.money(cash)
            ),
        }
    }

    pub(super) fn legal_interest(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
    ) -> Vec<Choice> {
        self.sales(rules, seat, SaleIn::Forced(company))
            .chain([Action::Bankrupt])
            .filter(|action| {
                self.plan_interest(rules, seat, company, step, action)
                    .is_ok()
            })
            .map(Choice::One)
            .collect()
    }

    /// Whether the SNCF could issue a bond where it must raise money.
    pub(super) fn may_issue(&self, rules: &Rules, company: CompanyId) -> bool {
        company == rules.special.sncf.company
            && self.bonds.treasury > 0
            && !rules.options.loans_before_bonds
    }

    /// Bonds go to the market, 100 each to the treasury (E26-4.8.3-01).
    pub(super) fn issue_bonds(&mut self, company: CompanyId, count: u8, events: &mut Vec<Event>) {
        let sum = BOND * i32::from(count);
        self.pay(
            events,
            Account::Bank,
            Account::Company(company),
            sum,
            Cause::Bond,
        );
        let from = Holder::Company(company);
        self.move_bonds(from, Holder::Pool, count, events);
    }
}
