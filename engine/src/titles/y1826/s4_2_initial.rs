//! Section 4.2: the initial stock round: buying the cheapest private, standing bids, the auction of a lot.

use super::{Frame, Rules, Standing, Y1826};
use crate::action::{Action, Lot};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{PrivateId, Seat};
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};

/// Bids are multiples of this (E26-4.2-04, E26-4.2-10).
pub(super) const BID_STEP: i32 = 5;

impl Y1826 {
    /// Every private, cheapest first.
    pub(super) fn privates(rules: &Rules) -> impl Iterator<Item = PrivateId> + use<> {
        (0..rules.definition.privates.len()).map(PrivateId::from)
    }

    /// The cheapest private that is unsold; `None` when all are sold.
    pub(crate) fn cheapest_private(&self, rules: &Rules) -> Option<PrivateId> {
        let papers = &self.shared.papers;
        Self::privates(rules)
            .find(|&lot| papers.private_holder(&rules.definition, lot) == Holder::Initial)
    }

    /// The standing bid on a private.
    pub(crate) fn high_bid(&self, lot: PrivateId) -> Option<Standing> {
        self.bids
            .iter()
            .filter(|bid| bid.lot == lot)
            .max_by_key(|bid| bid.amount)
            .copied()
    }

    /// Cash that the player has not set aside, his standing bid on `but` counted as free (E26-4.2-05, E26-4.2-12).
    pub(crate) fn free_cash(&self, rules: &Rules, seat: Seat, but: Option<PrivateId>) -> i32 {
        let aside: i32 = Self::privates(rules)
            .filter(|&lot| Some(lot) != but)
            .filter_map(|lot| self.high_bid(lot))
            .filter(|bid| bid.seat == seat)
            .map(|bid| bid.amount)
            .sum();
        self.shared.player_cash(seat) - aside
    }

    /// The amounts that may be bid on a lot other than the cheapest, if any.
    fn bid_range(&self, rules: &Rules, seat: Seat, lot: PrivateId) -> Range {
        let cost = rules.definition.private_at(lot).value;
        let free = self.free_cash(rules, seat, Some(lot));
        Range {
            min: self.high_bid(lot).map_or(cost, |bid| bid.amount) + BID_STEP,
            max: cost + (free - cost).div_euclid(BID_STEP) * BID_STEP,
            step: BID_STEP,
        }
    }

    /// The next bid on a lot in its auction, and how much the player may bid.
    pub(super) fn raise_range(
        &self,
        rules: &Rules,
        seat: Seat,
        lot: PrivateId,
        price: i32,
    ) -> Range {
        let cost = rules.definition.private_at(lot).value;
        let free = self.free_cash(rules, seat, Some(lot));
        Range {
            min: price + BID_STEP,
            max: cost + (free - cost).div_euclid(BID_STEP) * BID_STEP,
            step: BID_STEP,
        }
    }

    pub(super) fn judge_amount(
        &self,
        rules: &Rules,
        seat: Seat,
        lot: PrivateId,
        amount: i32,
        range: Range,
        rule: &'static str,
    ) -> Result<i32, Rejection> {
        let data = rules.definition.private_at(lot);
        require!(
            amount >= range.min,
            rule,
            "a bid on {} is at least {}",
            data.name,
            rules.money(range.min)
        );
        require!(
            (amount - range.min) % BID_STEP == 0,
            rule,
            "bids go in steps of {}: {} or {}, not {}",
            rules.money(BID_STEP),
            rules.money(amount - (amount - range.min) % BID_STEP),
            rules.money(amount - (amount - range.min) % BID_STEP + BID_STEP),
            rules.money(amount)
        );
        let free = self.free_cash(rules, seat, Some(lot));
        require!(
            amount <= free,
            if rule == "E26-4.2-10" {
                "E26-4.2-12"
            } else {
                "E26-4.2-05"
            },
            "{} are free of other bids, not {}",
            rules.money(free),
            rules.money(amount)
        );
        Ok(0)
    }

    pub(super) fn plan_privates(
        &self,
        rules: &Rules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Some(cheapest) = self.cheapest_private(rules) else {
            reject!("E26-4.2-17", "all private companies are sold")
        };
        let data = rules.definition.private_at(cheapest);
        match *action {
            Action::Pass => Ok(0),
            Action::Take(Lot::Private(lot)) => {
                require!(
                    lot == cheapest,
                    "E26-4.2-02",
                    "only the cheapest unsold private, {}, can be bought; on others you may bid",
                    data.id
                );
                let free = self.free_cash(rules, seat, None);
                require!(
                    free >= data.value,
                    "E26-4.2-05",
                    "{} costs {}, {} are free of bids",
                    data.id,
                    rules.money(data.value),
                    rules.money(free)
                );
                Ok(data.value)
            }
            Action::Bid {
                lot: Lot::Private(lot),
                amount,
                with: None,
            } => {
                let unsold = lot.index() < rules.definition.privates.len()
                    && self.shared.papers.private_holder(&rules.definition, lot) == Holder::Initial;
                require!(
                    unsold,
                    "E26-4.2-03",
                    "{} is not for sale any more",
                    rules.definition.private_at(lot).id
                );
                require!(
                    lot != cheapest,
                    "E26-4.2-03",
                    "{} is the cheapest: it is bought for {}, not bid for",
                    data.id,
                    rules.money(data.value)
                );
                let range = self.bid_range(rules, seat, lot);
                self.judge_amount(rules, seat, lot, amount, range, "E26-4.2-04")
            }
            Action::Buy(..) | Action::Form(..) | Action::BuyDirector(_) => reject!(
                "E26-4.2-01",
                "all private companies must be sold before a company: {} is next, at {}",
                data.id,
                rules.money(data.value)
            ),
            _ => reject!(
                "E26-4.2-01",
                "buy {} for {}, bid on another private company, or pass",
                data.id,
                rules.money(data.value)
            ),
        }
    }

    pub(super) fn legal_privates(&self, rules: &Rules, seat: Seat) -> Vec<Choice> {
        let mut choices = vec![Choice::One(Action::Pass)];
        for lot in Self::privates(rules) {
            let take = Action::Take(Lot::Private(lot));
            if self.plan_privates(rules, seat, &take).is_ok() {
                choices.push(Choice::One(take));
            }
            let range = self.bid_range(rules, seat, lot);
            let bid = Action::Bid {
                lot: Lot::Private(lot),
                amount: range.min,
                with: None,
            };
            if self.plan_privates(rules, seat, &bid).is_ok() {
                choices.push(Choice::Amount(bid, range));
            }
        }
        choices
    }

    pub(super) fn do_privates(
        &mut self,
        rules: &Rules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Take(Lot::Private(lot)) => {
                let cost = rules.definition.private_at(lot).value;
                self.sell_private(rules, seat, lot, cost, events);
            }
            Action::Bid {
                lot: Lot::Private(lot),
                amount,
                ..
            } => {
                self.bids.retain(|bid| (bid.lot, bid.seat) != (lot, seat));
                self.bids.push(Standing { lot, seat, amount });
                self.bids.sort_by_key(|bid| (bid.lot, bid.amount));
                events.push(Event::BidMade {
                    seat,
                    lot: Lot::Private(lot),
                    amount,
                });
            }
            _ => {
                events.push(Event::Passed { seat });
                self.pass_privates(rules, seat, events);
                return;
            }
        }
        self.acted(seat, events);
        self.end_private_turn(|passes| passes.clear());
    }

    fn end_private_turn(&mut self, change: impl FnOnce(&mut Vec<Seat>)) {
        // A starting value may be asked for above the round.
        for frame in self.frames.iter_mut().rev() {
            if let Frame::Privates { passes, acted, .. } = frame {
                change(passes);
                *acted = true;
                return;
            }
        }
    }

    /// A pass; all in a row force the first sale (E26-4.2-18) or let an operating round pass (E26-4.2-19).
    pub(super) fn pass_privates(&mut self, rules: &Rules, seat: Seat, events: &mut Vec<Event>) {
        self.end_private_turn(|passes| {
            if !passes.contains(&seat) {
                passes.push(seat);
            }
        });
        let all = self.shared.table.from(seat);
        let passed = matches!(
            self.frames.last(),
            Some(Frame::Privates { passes, .. }) if all.iter().all(|seat| passes.contains(seat))
        );
        if !passed {
            return;
        }
        let first = Self::privates(rules).next();
        match self.cheapest_private(rules) {
            Some(lot) if Some(lot) == first => {
                let holder = self.shared.table.priority;
                if let Some(Frame::Privates { turn, passes, .. }) = self.frames.last_mut() {
                    *turn = holder;
                    passes.clear();
                }
                let cost = rules.definition.private_at(lot).value;
                self.sell_private(rules, holder, lot, cost, events);
                self.acted(holder, events);
            }
            _ => {
                self.frames.pop();
                self.begin_operating_rounds(rules, events);
            }
        }
    }

    /// A private goes to its buyer with what comes with it (E26-4.2-14 to 16).
    pub(super) fn sell_private(
        &mut self,
        rules: &Rules,
        seat: Seat,
        lot: PrivateId,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        self.pay(
            events,
            Account::Player(seat),
            Account::Bank,
            price,
            Cause::Bid,
        );
        events.push(Event::LotWon {
            seat,
            lot: Lot::Private(lot),
            amount: price,
        });
        if let Some(paper) = self.shared.papers.private_paper(definition, lot) {
            self.shared.move_paper(events, paper, Holder::Player(seat));
        }
        self.bids.retain(|bid| bid.lot != lot);
        for &(with, company, director) in &rules.special.comes_with {
            if with != lot {
                continue;
            }
            if director {
                if let Some(paper) = self.shared.papers.director_paper(definition, company) {
                    self.shared.move_paper(events, paper, Holder::Player(seat));
                }
                self.frames.push(Frame::NameValue { company, seat });
            } else {
                let to = Holder::Player(seat);
                self.move_singles(rules, company, Holder::Initial, to, 1, events);
            }
        }
    }

    /// What follows a turn: lots with bids are sold (E26-4.2-07 to 09); then the next player, or companies are on
    /// sale (E26-4.2-13, E26-4.2-17).
    pub(super) fn settle_privates(&mut self, rules: &Rules, events: &mut Vec<Event>) -> bool {
        let table = self.shared.table.clone();
        let Some(Frame::Privates { turn, acted, .. }) = self.frames.last_mut() else {
            return false;
        };
        if !*acted {
            return false;
        }
        let next = table.after(*turn);
        let Some(lot) = self.cheapest_private(rules) else {
            self.frames.pop();
            // The player after the last who acted.
            self.frames.push(Frame::Stock {
                turn: table.priority,
                passes: Vec::new(),
                sold_now: Vec::new(),
                acted: false,
            });
            return true;
        };
        let Some(high) = self.high_bid(lot) else {
            if let Some(Frame::Privates { turn, acted, .. }) = self.frames.last_mut() {
                *turn = next;
                *acted = false;
            }
            return true;
        };
        let bidders: Vec<Seat> = table
            .from(table.after(high.seat))
            .into_iter()
            .filter(|&seat| {
                self.bids
                    .iter()
                    .any(|bid| (bid.lot, bid.seat) == (lot, seat))
            })
            .collect();
        match bidders.first() {
            Some(&first) if bidders.len() > 1 => self.frames.push(Frame::Bidding {
                lot,
                price: high.amount,
                leader: high.seat,
                bidders,
                turn: first,
            }),
            _ => {
                self.sell_private(rules, high.seat, lot, high.amount, events);
            }
        }
        true
    }
}
