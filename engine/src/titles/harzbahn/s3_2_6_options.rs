//! Section 3.2.6: exercising a purchase option.

use super::s3_2_2_sales::HOLDING;
use super::{Done, Frame, Harz, HarzRules};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::CompanyId;
use crate::ids::Seat;
use crate::rejection::{Rejection, require};

/// What an option buys at most, in percent (H73-3.2.6-01).
const MOST: u8 = 40;

impl Harz {
    /// How many shares an option still buys at least and at most. Of 50 % shares it is one (H73-RUL-35); share by
    /// share it starts at one (H73-RUL-44).
    fn option_shares(&self, rules: &HarzRules, company: CompanyId) -> (u8, u8) {
        let percent = self.percent(company).max(1);
        let least = HOLDING.div_ceil(percent);
        let most = (MOST / percent).max(least);
        if rules.options.option_share_by_share {
            let bought = match self.stock_turn().0 {
                Done::Exercising { bought, .. } => bought,
                _ => 0,
            };
            (1, most.saturating_sub(bought))
        } else {
            (least, most)
        }
    }

    pub(super) fn plan_exercise(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        count: u8,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        let more = matches!(self.stock_turn().0, Done::Exercising { .. });
        if !more {
            self.require_right(rules, seat, company, true, "H73-3.2.6-01")?;
        }
        let (least, most) = self.option_shares(rules, company);
        require!(
            count >= least && count <= most,
            "H73-3.2.6-01",
            "the option of {name} buys {HOLDING}% to {MOST}%: {least} to {most} shares of {}%, not {count}",
            self.percent(company)
        );
        let pool = self.shares(rules, company, Holder::Pool);
        require!(
            count <= pool,
            "H73-3.2.6-01",
            "only {pool} shares of {name} lie in the pool"
        );
        let cost = self.value(rules, company) * i32::from(count);
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= cost,
            "H73-3.2.6-01",
            "{count} shares of {name} cost {}, you have {}",
            rules.money(cost),
            rules.money(cash)
        );
        Ok(cost)
    }

    pub(super) fn do_exercise(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let (_, most) = self.option_shares(rules, company);
        let cost = self.value(rules, company) * i32::from(count);
        let from = Account::Player(seat);
        self.shared
            .pay(events, from, Account::Bank, cost, Cause::Share);
        let to = Holder::Player(seat);
        self.move_shares(rules, company, Holder::Pool, to, count, events);
        // H73-3.2.6-02.
        self.rights.retain(|right| right.company != company);
        if let Some(receivership) = self.receivership.get_mut(company.index())
            && std::mem::take(receivership)
        {
            events.push(Event::Released { company, seat });
            self.set_director(company, Some(seat), events);
        }
        if rules.options.option_share_by_share && count < most {
            if let Some(Frame::Stock { passes, done, .. }) = self.frames.last_mut() {
                passes.retain(|other| *other != seat);
                let so_far = match *done {
                    Done::Exercising { bought, .. } => bought,
                    _ => 0,
                };
                *done = Done::Exercising {
                    company,
                    bought: so_far.saturating_add(count),
                };
            }
            return;
        }
        self.end_stock_turn(rules, seat, true, events);
    }
}
