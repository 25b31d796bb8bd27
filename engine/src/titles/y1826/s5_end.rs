//! Section 5: worth.

use super::s4_1_stock::BOND;
use super::{Rules, Y1826};
use crate::ids::{CompanyId, Seat};

impl Y1826 {
    /// The price for scoring: less 50 a loan, for the SNCF less 10 a bond outside its treasury (E26-5-05, E26-5-06).
    pub(crate) fn final_price(&self, rules: &Rules, company: CompanyId) -> i32 {
        let bonds = if company == rules.special.sncf.company {
            10 * i32::from(self.bonds.out())
        } else {
            0
        };
        self.price(rules, company) - 50 * i32::from(self.loans_of(company)) - bonds
    }

    /// E26-5-07 to 10: cash, shares at the cut price, bonds.
    pub(crate) fn worth_of(&self, rules: &Rules, seat: Seat) -> i32 {
        let shares: i32 = rules
            .definition
            .company_ids()
            .filter(|&company| self.shared.is_open(company))
            .map(|company| {
                i32::from(self.units_of(rules, company, seat)) * self.final_price(rules, company)
            })
            .sum();
        self.shared.player_cash(seat) + shares + BOND * i32::from(self.bonds.of(seat))
    }
}
