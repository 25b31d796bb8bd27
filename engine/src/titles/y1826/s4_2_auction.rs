//! Section 4.2: the auction of a private that several have bid on, and naming a starting value.

use super::{Frame, Rules, Y1826};
use crate::action::{Action, Lot};
use crate::event::Event;
use crate::ids::{CompanyId, PrivateId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject};

impl Y1826 {
    pub(super) fn plan_bidding(
        &self,
        rules: &Rules,
        seat: Seat,
        lot: PrivateId,
        price: i32,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = &rules.definition.private_at(lot).id;
        match *action {
            Action::Pass => Ok(0),
            Action::Bid {
                lot: Lot::Private(what),
                amount,
                with: None,
            } if what == lot => {
                let range = self.raise_range(rules, seat, lot, price);
                self.judge_amount(rules, seat, lot, amount, range, "E26-4.2-10")
            }
            _ => reject!(
                "E26-4.2-09",
                "{id} is auctioned at {}: bid more or pass",
                rules.money(price)
            ),
        }
    }

    pub(super) fn legal_bidding(
        &self,
        rules: &Rules,
        seat: Seat,
        lot: PrivateId,
        price: i32,
    ) -> Vec<Choice> {
        let mut choices = vec![Choice::One(Action::Pass)];
        let range = self.raise_range(rules, seat, lot, price);
        let bid = Action::Bid {
            lot: Lot::Private(lot),
            amount: range.min,
            with: None,
        };
        if self.plan_bidding(rules, seat, lot, price, &bid).is_ok() {
            choices.push(Choice::Amount(bid, range));
        }
        choices
    }

    pub(super) fn do_bidding(
        &mut self,
        rules: &Rules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some(Frame::Bidding {
            lot,
            price,
            leader,
            bidders,
            turn,
        }) = self.frames.last_mut()
        else {
            return;
        };
        let at = bidders.iter().position(|&other| other == seat).unwrap_or(0);
        let next = bidders.get((at + 1) % bidders.len().max(1)).copied();
        let lot = *lot;
        if let Action::Bid { amount, .. } = *action {
            *price = amount;
            *leader = seat;
            for bid in &mut self.bids {
                if (bid.lot, bid.seat) == (lot, seat) {
                    bid.amount = amount;
                }
            }
            events.push(Event::BidMade {
                seat,
                lot: Lot::Private(lot),
                amount,
            });
        } else {
            bidders.retain(|&other| other != seat);
            self.bids.retain(|bid| (bid.lot, bid.seat) != (lot, seat));
            events.push(Event::Passed { seat });
        }
        if let Some(next) = next {
            *turn = next;
        }
        let (price, leader, left) = (*price, *leader, bidders.len());
        self.bids.sort_by_key(|bid| (bid.lot, bid.amount));
        if left <= 1 {
            self.frames.pop();
            self.sell_private(rules, leader, lot, price, events);
        }
    }

    /// E26-4.2-15, E26-4.2-16.
    pub(super) fn plan_name_value(
        &self,
        rules: &Rules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        match *action {
            Action::Form(of, value) if of == company => {
                self.judge_value(rules, value)?;
                Ok(0)
            }
            _ => reject!(
                if rules.special.belgian == company {
                    "E26-4.2-14"
                } else {
                    name_rule(rules, company)
                },
                "name the starting value of {id} first"
            ),
        }
    }

    pub(super) fn do_name_value(
        &mut self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        value: i32,
        events: &mut Vec<Event>,
    ) {
        self.frames.pop();
        self.open_company(rules, seat, company, value, events);
        // E26-DEP-19.
        let left = self.cheapest_private(rules).is_some();
        if let Some(Frame::Privates { turn, .. }) = self.frames.last_mut()
            && rules.options.turn_after_named_start_price
            && left
        {
            *turn = seat;
        }
    }
}

/// The row of the private that brought the certificate.
fn name_rule(rules: &Rules, company: CompanyId) -> &'static str {
    let mut gifts = rules.special.comes_with.iter();
    let lot = gifts
        .find(|(_, of, _)| *of == company)
        .map(|(lot, ..)| lot.index());
    if lot == Some(rules.definition.privates.len().saturating_sub(1)) {
        "E26-4.2-16"
    } else {
        "E26-4.2-15"
    }
}
