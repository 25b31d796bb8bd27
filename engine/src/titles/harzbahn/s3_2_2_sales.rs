//! Section 3.2.2: selling shares.

use super::{Frame, Harz, HarzRules};
use crate::event::{Cause, Event};
use crate::finance::{Account, Dir, Holder};
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, require};

/// What the pool may hold of a company, in percent (H73-3.2.2-11).
const POOL: u8 = 80;

/// What a director must keep, or another player have, in percent (H73-3.2.2-08, H73-3.2.2-09).
pub(super) const HOLDING: u8 = 20;

impl Harz {
    /// Whether the company has operated, so that sales move its value. The MHE counts as such from the start.
    fn seasoned(&self, rules: &HarzRules, company: CompanyId) -> bool {
        company == rules.special.external || self.shared.company(company).operated
    }

    /// So many percent of the company are so many shares.
    pub(super) fn percentage(&self, company: CompanyId, shares: u8) -> u8 {
        shares.saturating_mul(self.percent(company))
    }

    pub(super) fn plan_sale(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        count: u8,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        require!(
            self.shared.turn > 1,
            "H73-3.2.2-01",
            "nothing is sold in the first stock round"
        );
        require!(
            !rules.is_mine(company),
            "H73-3.2.2-03",
            "{name} has no shares to sell"
        );
        let held = self.shares(rules, company, Holder::Player(seat));
        require!(
            count > 0 && count <= held,
            "H73-3.2.2-03",
            "you hold {held} shares of {name} and cannot sell {count}"
        );
        require!(
            rules.options.several_lots || !self.stock_turn().1.contains(&company),
            "H73-3.2.2-02",
            "you sold {name} in this turn: the shares of one company are sold in one lot"
        );
        let left = self.percentage(company, held - count);
        if self.shared.company(company).director == Some(seat) && left < HOLDING {
            require!(
                !rules.is_railway(company) || self.seasoned(rules, company),
                "H73-3.2.2-08",
                "{name} has not operated: its director must keep {HOLDING}% of it, you would have {left}%"
            );
            let heir = self.shared.table.order.iter().any(|&other| {
                let shares = self.shares(rules, company, Holder::Player(other));
                other != seat && self.percentage(company, shares) >= HOLDING
            });
            require!(
                heir,
                "H73-3.2.2-09",
                "you direct {name} and would have {left}% of it: nobody else has {HOLDING}%"
            );
        }
        // H73-RUL-10.
        if company != rules.special.external {
            let pool = self.shares(rules, company, Holder::Pool) + count;
            let pool = self.percentage(company, pool);
            require!(
                pool <= POOL,
                "H73-3.2.2-11",
                "the pool would hold {pool}% of {name}, the limit is {POOL}%"
            );
        }
        Ok(0)
    }

    pub(super) fn do_sale(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let chart = &rules.definition.chart;
        if let Some(cell) = self.shared.markers.cell(company) {
            let seasoned = self.seasoned(rules, company);
            let lower = |steps| chart.walk(cell, &[Dir::Left], steps, 0);
            // H73-3.2.2-03, H73-3.2.2-05.
            let price = chart.price(if seasoned { cell } else { lower(1) });
            let sum = price * i32::from(count);
            events.push(Event::Sold {
                seat,
                company,
                units: count,
                sum,
            });
            let to = Account::Player(seat);
            self.shared.pay(events, Account::Bank, to, sum, Cause::Sale);
            let holder = Holder::Player(seat);
            self.move_shares(rules, company, holder, Holder::Pool, count, events);
            // H73-3.2.2-04 to 07; the row ends at 50.
            if !seasoned {
                self.shared.restack_marker(events, company, cell);
            } else if company == rules.special.external && self.external_fixed(rules) {
                self.place_marker(rules, company, cell, events);
            } else {
                self.place_marker(rules, company, lower(count), events);
            }
        }
        self.sold.push((seat, company));
        if let Some(Frame::Stock {
            passes, sold_now, ..
        }) = self.frames.last_mut()
        {
            passes.retain(|other| *other != seat);
            sold_now.push(company);
        }
        self.check_director(rules, company, events);
    }
}
