//! What a player could raise by selling all that he may (sections XII, XV.7).

use super::xv_sales::SaleIn;
use super::{Frame, Step, Y35Rules, Y1835};
use crate::action::Action;
use crate::ids::Seat;
use crate::titles::Raise;

impl Y1835 {
    /// The dearest sale of each company: what goes at once is paid at one price. Sales of one company touch neither price
    /// nor limits of another. Privates and minors cannot be sold (E35-II.1-03, E35-III-07).
    pub(super) fn raise_of(&self, rules: &Y35Rules, seat: Seat) -> Raise {
        let train_of = match self.frames.last() {
            Some(&Frame::Raise { company, .. }) => Some(company),
            Some(&Frame::Turn {
                company,
                step: Step::Trains,
                ..
            }) if self.must_buy(rules, company) => Some(company),
            _ => None,
        };
        let train_of = train_of.filter(|&company| self.director(rules, company) == Some(seat));
        let place = train_of.map_or(SaleIn::Share, |company| SaleIn::Forced(company, i32::MAX));
        let mut trial = self.clone();
        let own_turn =
            matches!(trial.frames.last(), Some(Frame::Share { turn, .. }) if *turn == seat);
        if !own_turn && train_of.is_none() {
            // As in a turn of his own; outside a share round that is one of the next.
            trial.sold_now.clear();
            let in_round = |frame: &Frame| matches!(frame, Frame::Share { .. });
            if !trial.frames.iter().any(in_round) {
                trial.floated.clear();
                trial.shared.turn = trial.shared.turn.saturating_add(1);
            }
        }
        let mut raise = Raise {
            cash: self.shared.player_cash(seat),
            train_of,
            ..Raise::default()
        };
        let sales = trial.sales(rules, seat, place);
        for company in rules.majors() {
            let dearest = (sales.iter())
                .filter_map(|action| match *action {
                    Action::SellPapers(of, parcel) if of == company => {
                        let sum = trial.plan_sale(rules, seat, of, parcel, place).ok()?;
                        Some((sum, trial.parcel_units(rules, of, parcel)))
                    }
                    _ => None,
                })
                .max();
            if let Some((sum, units)) = dearest {
                raise.shares.push((company, units, sum));
            }
        }
        raise
    }
}
