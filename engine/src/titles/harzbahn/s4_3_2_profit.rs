//! Section 4.3.2, 4.3.3, 4.4.5, 4.4.6: distribution of a profit and what it does to the value.

use super::{Harz, HarzRules, Step};
use crate::action::{Action, Payout};
use crate::event::{Cause, Event};
use crate::finance::{Account, Dir, Holder};
use crate::ids::{CompanyId, Seat};
use crate::legal::Choice;
use crate::rejection::Rejection;
use crate::shared::Ending;

/// No marker falls below this value (H73-4.3.3-01).
const FLOOR: i32 = 50;

/// A distribution moves a marker by so many spaces at most (H73-4.3.3-03).
const MOST_STEPS: i32 = 3;

impl Harz {
    pub(super) fn plan_dividend(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        profit: i32,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            // H73-4.3.2-01, H73-4.4.5-01.
            Action::Pay(_) => Ok(0),
            _ => self.wrong_step(rules, company, Step::Dividend { profit }, action),
        }
    }

    pub(super) fn legal_dividend(&self) -> Vec<Choice> {
        [Payout::Full, Payout::Half, Payout::Nothing]
            .map(|payout| Choice::One(Action::Pay(payout)))
            .to_vec()
    }

    pub(super) fn do_dividend(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        profit: i32,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Action::Pay(payout) = *action else {
            return;
        };
        events.push(Event::Dividend {
            company,
            revenue: profit,
            payout,
        });
        let (distributed, kept) = match payout {
            Payout::Full => (profit, 0),
            Payout::Nothing => (0, profit),
            // Profits are even; H73-4.3.2-03 would round both halves up.
            Payout::Half => ((profit + 1) / 2, (profit + 1) / 2),
        };
        let cause = match payout {
            Payout::Half => Cause::Dividend,
            _ => Cause::Withheld,
        };
        self.shared.pay(
            events,
            Account::Bank,
            Account::Company(company),
            kept,
            cause,
        );
        self.pay_shareholders(rules, company, distributed, events);
        self.move_value(rules, company, distributed, events);
        self.set_step(if rules.is_mining(company) {
            Step::BuyMine
        } else {
            Step::Trains
        });
    }

    /// Every player's part of what is distributed, rounded up (H73-4.3.2-02); what falls on shares that no player
    /// holds stays in the bank (H73-4.3.2-04).
    pub(super) fn pay_shareholders(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        distributed: i32,
        events: &mut Vec<Event>,
    ) {
        let units = i32::from(self.shared.company(company).units).max(1);
        for seat in (0..rules.players).map(Seat) {
            let shares = i32::from(self.shares(rules, company, Holder::Player(seat)));
            let part = distributed.saturating_mul(shares).saturating_add(units - 1) / units;
            self.shared.pay(
                events,
                Account::Bank,
                Account::Player(seat),
                part,
                Cause::Dividend,
            );
        }
    }

    /// Moves the marker for so much distributed (H73-4.3.3, H73-4.4.6-01); 0 is a fall.
    pub(super) fn move_value(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        distributed: i32,
        events: &mut Vec<Event>,
    ) {
        let chart = &rules.definition.chart;
        let Some(cell) = self.shared.markers.cell(company) else {
            return;
        };
        let to = if distributed > 0 {
            // H73-4.3.3-02, 03.
            let steps = (distributed / chart.price(cell).max(1)).min(MOST_STEPS);
            chart.walk(cell, &[Dir::Right], u8::try_from(steps).unwrap_or(0), FLOOR)
        } else {
            chart.walk(cell, &[Dir::Left], 1, FLOOR)
        };
        // H73-4.3.3-05: under the others even where it stays.
        self.place_marker(rules, company, to, events);
        // H73-7: the end of the chart ends the game with the present round.
        if to != cell && chart.step(to, Dir::Right).is_none() && self.shared.ending == Ending::Open
        {
            self.shared.ending = Ending::Last;
            events.push(Event::ChartEnd { company });
        }
    }
}
