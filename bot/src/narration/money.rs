//! Money in the story: dividends in one line, and payments that no other event tells.

use super::Teller;
use engine::event::{Cause, Event};
use engine::finance::Account;

impl Teller<'_> {
    /// A payment, unless another event or line tells it.
    pub(super) fn paid(
        &self,
        from: Account,
        to: Account,
        sum: i32,
        cause: Cause,
    ) -> Option<String> {
        let money = self.definition.money.print(sum);
        let (from, to) = (self.account(from), self.account(to));
        Some(match cause {
            Cause::Setup
            | Cause::Bid
            | Cause::Share
            | Cause::Sale
            | Cause::Private
            | Cause::Terrain
            | Cause::Token
            | Cause::Dividend
            | Cause::Withheld
            | Cause::Borrowed
            | Cause::Bond
            | Cause::Train => return None,
            Cause::Production | Cause::Maintenance | Cause::Mine | Cause::Concession => {
                return None;
            }
            Cause::Reimbursement => {
                format!("{to} gets {money} back for building on a concession route")
            }
            Cause::RouteCost => {
                format!("{from} pays {money} for parts of its route that stood already")
            }
            Cause::Grant => format!("the bank grants {to} {money}"),
            Cause::Interest => format!("{from} pays {to} {money} of interest"),
            Cause::Loan if to == "the bank" => format!("the bank keeps {money} for its loan"),
            Cause::Loan => format!("the bank lends {to} {money}"),
            Cause::Capital => format!("{to} receives {money} as its capital"),
            Cause::Income => format!("{to} receives an income of {money}"),
            Cause::Shortfall => format!("{from} adds the missing {money}"),
            Cause::Merger => format!("{money} pass from {from} to {to}"),
            Cause::Issue => format!("{to} receives {money} for the shares issued"),
            Cause::Help => format!("{from} adds {money}"),
            Cause::Estate => format!("{money} of the estate go to {to}"),
        })
    }

    /// Who received how much of a dividend.
    pub(super) fn dividends(&self) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        for event in self.events {
            if let Event::Paid {
                to,
                sum,
                cause: Cause::Dividend,
                ..
            } = event
            {
                parts.push(format!(
                    "{} {}",
                    self.account(*to),
                    self.definition.money.print(*sum)
                ));
            }
        }
        if parts.is_empty() {
            None
        } else {
            Some(format!("Received: {}", parts.join(", ")))
        }
    }

    fn account(&self, account: Account) -> String {
        match account {
            Account::Bank => "the bank".into(),
            Account::Player(seat) => self.names.seat(seat),
            Account::Company(company) => self.co(company),
        }
    }
}
