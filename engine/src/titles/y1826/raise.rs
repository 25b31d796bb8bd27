//! What a player could raise by selling all that he may (sections 4.1.1, 4.6.3, 4.8.1).

use super::s3_sales::SaleIn;
use super::s4_1_stock::BOND;
use super::{Frame, Rules, Step, Y1826};
use crate::ids::Seat;
use crate::titles::Raise;

impl Y1826 {
    /// Shares of a company go in one sale, at the price before it: as many as may go pay most. Bonds go in a stock
    /// turn only.
    pub(super) fn raise_of(&self, rules: &Rules, seat: Seat) -> Raise {
        let helps = match self.turn() {
            Some((company, Step::Trains { .. }, _)) => self
                .president_helps(rules, company)
                .then_some((company, true)),
            Some((company, Step::Interest { lacking, .. }, _)) if lacking > 0 => {
                Some((company, false))
            }
            _ => None,
        };
        let helps = helps.filter(|(company, _)| self.president(rules, *company) == Some(seat));
        let place = helps.map_or(SaleIn::Stock, |(company, _)| SaleIn::Forced(company));
        let mut trial = self.clone();
        // What somebody else has sold in his turn binds him alone.
        trial
            .frames
            .retain(|frame| !matches!(frame, Frame::Stock { turn, .. } if *turn != seat));
        let mut raise = Raise {
            cash: self.shared.player_cash(seat),
            train_of: helps
                .filter(|(_, train)| *train)
                .map(|(company, _)| company),
            ..Raise::default()
        };
        for company in self.shared.markers.in_order(&rules.definition.chart) {
            let held = trial.units_of(rules, company, seat);
            let most = (1..=held)
                .rev()
                .find(|&units| trial.plan_sale(rules, seat, company, units, place).is_ok());
            if let Some(units) = most {
                let before = trial.shared.player_cash(seat);
                trial.do_sale(rules, seat, company, units, &mut Vec::new());
                let sum = trial.shared.player_cash(seat) - before;
                raise.shares.push((company, units, sum));
            }
        }
        let bonds = self.bonds.of(seat);
        if bonds > 0 && place == SaleIn::Stock {
            raise.bonds = (bonds, BOND * i32::from(bonds));
        }
        raise
    }
}
