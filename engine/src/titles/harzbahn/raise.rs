//! What a player could raise by selling all that he may (section 3.2.2).

use super::{Done, Frame, Harz, HarzRules};
use crate::ids::{CompanyId, Seat};
use crate::titles::Raise;

impl Harz {
    /// The dearest way to sell of each company; sales of one touch neither value nor limits of another.
    pub(super) fn raise_of(&self, rules: &HarzRules, seat: Seat) -> Raise {
        let mut trial = self.clone();
        let own_turn =
            matches!(trial.frames.last(), Some(Frame::Stock { turn, .. }) if *turn == seat);
        if !own_turn {
            // As in a stock turn of his own: in operating rounds that is one of the next game turn.
            if trial.operating_round().is_some() {
                trial.shared.turn += 1;
            }
            trial.frames.push(Frame::Stock {
                turn: seat,
                passes: Vec::new(),
                sold_now: Vec::new(),
                done: Done::Nothing,
            });
        }
        let mut raise = Raise {
            cash: self.shared.player_cash(seat),
            ..Raise::default()
        };
        // Who has acted in his turn sells no more.
        if trial.stock_turn().0 != Done::Nothing {
            return raise;
        }
        for company in Self::share_companies(rules) {
            let (units, sum) = trial.dearest(rules, seat, company);
            if units > 0 {
                raise.shares.push((company, units, sum));
            }
        }
        raise
    }

    /// The lots of a company's shares that bring most: how many shares, and for how much. A lot is paid at one value,
    /// so that what may go at once goes at once; lots after it are tried where the rules let a player sell several.
    fn dearest(&self, rules: &HarzRules, seat: Seat, company: CompanyId) -> (u8, i32) {
        let held = self.shares(rules, company, crate::finance::Holder::Player(seat));
        let mut best = (0, 0);
        for units in (1..=held).rev() {
            if self.plan_sale(rules, seat, company, units).is_err() {
                continue;
            }
            let mut next = self.clone();
            let before = next.shared.player_cash(seat);
            next.do_sale(rules, seat, company, units, &mut Vec::new());
            let sum = next.shared.player_cash(seat) - before;
            let more = if rules.options.several_lots {
                next.dearest(rules, seat, company)
            } else {
                (0, 0)
            };
            if sum + more.1 > best.1 {
                best = (units + more.0, sum + more.1);
            }
            if units == held {
                break;
            }
        }
        best
    }
}
