//! What a player could raise by selling all that he may (sections 4.1, 5.1.1, 6.8.5).

use super::s4_market_limits::SaleIn;
use super::{ArdRules, Ardennes, Frame, Step};
use crate::finance::Account;
use crate::ids::Seat;
use crate::titles::Raise;

impl Ardennes {
    /// Shares of a company go in one sale, at the price before it: as many as may go pay most. Sales of one company
    /// touch neither price nor limits of another, so that their order does not matter.
    pub(super) fn raise_of(&self, rules: &ArdRules, seat: Seat) -> Raise {
        let train_of = match self.turn() {
            Some((company, Step::Trains { .. }, _))
                if self.must_buy(rules, company) && self.director(rules, company) == Some(seat) =>
            {
                Some(company)
            }
            _ => None,
        };
        let place = train_of.map_or(SaleIn::Stock, SaleIn::Forced);
        let mut trial = self.clone();
        // What somebody else has sold in his turn binds him alone.
        trial
            .frames
            .retain(|frame| !matches!(frame, Frame::Stock { turn, .. } if *turn != seat));
        let mut raise = Raise {
            cash: self.shared.player_cash(seat),
            train_of,
            ..Raise::default()
        };
        for company in self.shared.markers.in_order(&rules.definition.chart) {
            let held = trial.units_of(rules, company, seat);
            let most = (1..=held).rev().find_map(|units| {
                let sum = trial.plan_sale(rules, seat, company, units, place).ok()?;
                Some((units, sum))
            });
            if let Some((units, sum)) = most {
                raise.shares.push((company, units, sum));
                let to = Account::Player(seat);
                trial.do_sale(rules, seat, company, units, to, &mut Vec::new());
            }
        }
        raise.privates = (self.privates_of(rules, seat))
            .map(|private| (private, rules.definition.private_at(private).value))
            .collect();
        raise
    }
}
