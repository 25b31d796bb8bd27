//! Section 3.2: the initial auction and the discount sale.

use super::{ArdRules, Ardennes, Bidding, Frame};
use crate::action::{Action, Lot};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::Seat;
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::rules::CompanyKind;
use crate::shared::Status;

/// Least opening bid and least cash of a bidder, in francs (ARD-3.2-01).
const LEAST: i32 = 100;
/// Bids are multiples of this (ARD-3.2.1-04).
const STEP: i32 = 5;

impl Ardennes {
    /// Lots not yet sold (ARD-3.1-12).
    pub(crate) fn lots_left(&self, rules: &ArdRules) -> Vec<Lot> {
        let definition = &rules.definition;
        let minors = definition
            .company_ids()
            .filter(|&id| {
                definition.at(id).kind == CompanyKind::Minor
                    && self.shared.company(id).status == Status::Unopened
            })
            .map(Lot::Company);
        let privates = (0..definition.privates.len())
            .map(crate::ids::PrivateId::from)
            .filter(|&id| self.shared.papers.private_holder(definition, id) == Holder::Initial)
            .map(Lot::Private);
        privates.chain(minors).collect()
    }

    pub(super) fn plan_lots(
        &self,
        rules: &ArdRules,
        seat: Seat,
        bidding: Option<&Bidding>,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let cash = self.shared.player_cash(seat);
        let money = |sum| rules.definition.money.print(sum);
        match (bidding, action) {
            (
                None,
                Action::Bid {
                    lot,
                    amount,
                    with: None,
                },
            ) => {
                require!(
                    self.lots_left(rules).contains(lot),
                    "ARD-3.2.1-03",
                    "{} is not among the lots left",
                    rules.lot_name(*lot)
                );
                require!(
                    *amount >= LEAST,
                    "ARD-3.2.1-04",
                    "the opening bid is at least {}, not {}",
                    money(LEAST),
                    money(*amount)
                );
                require!(
                    amount % STEP == 0,
                    "ARD-3.2.1-04",
                    "bids are multiples of {STEP}, {} is not",
                    money(*amount)
                );
                require!(
                    *amount <= cash,
                    "ARD-3.2.1-04",
                    "{} is more than the {} in hand",
                    money(*amount),
                    money(cash)
                );
                Ok(*amount)
            }
            (None, Action::Pass) => reject!(
                "ARD-3.2.1-02",
                "the auctioneer must open a lot at {} or more",
                money(LEAST)
            ),
            (
                Some(bidding),
                Action::Bid {
                    lot,
                    amount,
                    with: None,
                },
            ) => {
                require!(
                    *lot == bidding.lot,
                    "ARD-3.2.1-05",
                    "the lot under the hammer is {}, not {}",
                    rules.lot_name(bidding.lot),
                    rules.lot_name(*lot)
                );
                let least = bidding.price + STEP;
                require!(
                    *amount >= least,
                    "ARD-3.2.1-05",
                    "the high bid is {}: at least {} is needed",
                    money(bidding.price),
                    money(least)
                );
                require!(
                    amount % STEP == 0,
                    "ARD-3.2.1-05",
                    "bids are multiples of {STEP}, {} is not",
                    money(*amount)
                );
                require!(
                    *amount <= cash,
                    "ARD-3.2.1-07",
                    "{} is more than the {} in hand",
                    money(*amount),
                    money(cash)
                );
                Ok(*amount)
            }
            (Some(_), Action::Pass) => Ok(0),
            (_, Action::Bid { with: Some(_), .. }) => reject!(
                "ARD-3.2.1-04",
                "a bid in the initial auction names no minor"
            ),
            _ => reject!(
                "ARD-3.2.1-01",
                "the initial auction is running: only bids and passes are possible"
            ),
        }
    }

    pub(super) fn legal_lots(
        &self,
        rules: &ArdRules,
        seat: Seat,
        bidding: Option<&Bidding>,
    ) -> Vec<Choice> {
        let cash = self.shared.player_cash(seat);
        let max = cash - cash.rem_euclid(STEP);
        match bidding {
            None => self
                .lots_left(rules)
                .into_iter()
                .filter(|_| max >= LEAST)
                .map(|lot| {
                    Choice::Amount(
                        Action::Bid {
                            lot,
                            amount: LEAST,
                            with: None,
                        },
                        Range {
                            min: LEAST,
                            max,
                            step: STEP,
                        },
                    )
                })
                .collect(),
            Some(bidding) => {
                let min = bidding.price + STEP;
                let mut choices = vec![Choice::One(Action::Pass)];
                if max >= min {
                    let bid = Action::Bid {
                        lot: bidding.lot,
                        amount: min,
                        with: None,
                    };
                    choices.push(Choice::Amount(
                        bid,
                        Range {
                            min,
                            max,
                            step: STEP,
                        },
                    ));
                }
                choices
            }
        }
    }

    pub(super) fn do_lots(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some(Frame::Lots {
            auctioneer,
            bidding,
        }) = self.frames.last().cloned()
        else {
            return;
        };
        match action {
            Action::Bid { lot, amount, .. } => {
                events.push(Event::BidMade {
                    seat,
                    lot: *lot,
                    amount: *amount,
                });
                let mut bidders = match &bidding {
                    None => self.shared.table.from(auctioneer),
                    Some(bidding) => bidding.bidders.clone(),
                };
                // ARD-3.2.1-07: who cannot raise has passed.
                bidders.retain(|&other| {
                    other == seat || self.shared.player_cash(other) >= amount + STEP
                });
                let turn = next_bidder(&bidders, self.shared.table.from(seat));
                self.go_on(
                    rules,
                    auctioneer,
                    Bidding {
                        lot: *lot,
                        price: *amount,
                        leader: seat,
                        bidders,
                        turn,
                    },
                    events,
                );
            }
            _ => {
                events.push(Event::Passed { seat });
                let Some(mut bidding) = bidding else { return };
                bidding.turn = next_bidder(&bidding.bidders, self.shared.table.from(seat));
                bidding.bidders.retain(|&other| other != seat);
                self.go_on(rules, auctioneer, bidding, events);
            }
        }
    }

    /// Goes on with the bidding, or sells the lot when one bidder is left (ARD-3.2.1-08, ARD-3.2.1-09).
    pub(super) fn go_on(
        &mut self,
        rules: &ArdRules,
        auctioneer: Seat,
        bidding: Bidding,
        events: &mut Vec<Event>,
    ) {
        self.frames.pop();
        if bidding.bidders.len() > 1 {
            self.frames.push(Frame::Lots {
                auctioneer,
                bidding: Some(bidding),
            });
            return;
        }
        let Bidding {
            lot, price, leader, ..
        } = bidding;
        events.push(Event::LotWon {
            seat: leader,
            lot,
            amount: price,
        });
        self.pay(
            rules,
            events,
            Account::Player(leader),
            Account::Bank,
            price,
            Cause::Bid,
        );
        // ARD-3.2.1-10, ARD-3.2-02: the next player after the auctioneer who can still open a lot.
        let base = self.frames.len();
        let value = starting_value(&rules.special.minor_start, price);
        self.sell_lot(rules, leader, lot, value, events);
        let home = self.frames.split_off(base);
        if self.lots_left(rules).is_empty() {
            self.end_auction(leader, events);
        } else {
            let first = self.shared.table.after(auctioneer);
            let next = self
                .shared
                .table
                .from(first)
                .into_iter()
                .find(|&seat| self.shared.player_cash(seat) >= LEAST);
            self.frames.push(match next {
                Some(auctioneer) => Frame::Lots {
                    auctioneer,
                    bidding: None,
                },
                None => Frame::Discount { last: auctioneer },
            });
        }
        self.frames.extend(home);
    }

    /// ARD-3.2.2-02, ARD-3.2.2-03: the richest player chooses, ties in table order after the last chooser.
    pub(super) fn discount_chooser(&self, last: Seat) -> Seat {
        let seats = self.shared.table.from(self.shared.table.after(last));
        let most = seats
            .iter()
            .map(|&seat| self.shared.player_cash(seat))
            .max()
            .unwrap_or(0);
        seats
            .into_iter()
            .find(|&seat| self.shared.player_cash(seat) == most)
            .unwrap_or(last)
    }

    pub(super) fn plan_discount(
        &self,
        rules: &ArdRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Take(lot) => {
                require!(
                    self.lots_left(rules).contains(lot),
                    "ARD-3.2.2-01",
                    "{} is not among the lots left",
                    rules.lot_name(*lot)
                );
                Ok(self.shared.player_cash(seat))
            }
            Action::Bid { .. } => reject!(
                "ARD-3.2.2-01",
                "the lots left are sold without bidding: take one"
            ),
            _ => reject!(
                "ARD-3.2.2-06",
                "the player with most cash must take one of the lots left"
            ),
        }
    }

    pub(super) fn do_discount(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        lot: Lot,
        events: &mut Vec<Event>,
    ) {
        // ARD-3.2.2-04, ARD-3.2.2-05.
        let price = self.shared.player_cash(seat);
        events.push(Event::LotWon {
            seat,
            lot,
            amount: price,
        });
        self.pay(
            rules,
            events,
            Account::Player(seat),
            Account::Bank,
            price,
            Cause::Bid,
        );
        self.frames.pop();
        let base = self.frames.len();
        let value = rules.special.minor_start.first().copied().unwrap_or(50);
        self.sell_lot(rules, seat, lot, value, events);
        let home = self.frames.split_off(base);
        if self.lots_left(rules).is_empty() {
            self.end_auction(seat, events);
        } else {
            self.frames.push(Frame::Discount { last: seat });
        }
        self.frames.extend(home);
    }

    /// ARD-3.2.3-01, ARD-3.2.3-02: priority goes to the player after the last buyer, two operating rounds follow.
    pub(super) fn end_auction(&mut self, buyer: Seat, events: &mut Vec<Event>) {
        let seat = self.shared.table.after(buyer);
        self.shared.table.priority = seat;
        events.push(Event::Priority { seat });
        self.frames.push(Frame::Operating {
            number: 1,
            done: Vec::new(),
            opened: false,
        });
    }
}

/// ARD-3.2.4-02, ARD-3.2.4-03: the largest starting value whose double the bid covers.
fn starting_value(values: &[i32], bid: i32) -> i32 {
    values
        .iter()
        .copied()
        .filter(|value| 2 * value <= bid)
        .max()
        .unwrap_or_else(|| values.first().copied().unwrap_or(0))
}

/// The first of `order` after its head that is still bidding.
fn next_bidder(bidders: &[Seat], order: Vec<Seat>) -> Seat {
    let head = order.first().copied().unwrap_or(Seat(0));
    order
        .into_iter()
        .skip(1)
        .find(|seat| bidders.contains(seat))
        .unwrap_or(head)
}
