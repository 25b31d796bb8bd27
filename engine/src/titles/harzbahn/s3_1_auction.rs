//! Section 3.1: the auction round.

use super::s2_start::{CONCESSION, STEP};
use super::{Bidding, Frame, Harz, HarzRules, Right};
use crate::action::{Action, Lot};
use crate::event::{Cause, Event, RoundKind};
use crate::finance::Account;
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

impl Harz {
    /// An auction round begins; where nothing is on offer it is left out (H73-3.1-07).
    pub(super) fn begin_auction_round(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        if self.auction_lots(rules).is_empty() {
            self.begin_stock_round(rules, events);
            return;
        }
        events.push(Event::RoundBegan {
            kind: RoundKind::ConcessionAuction,
            turn: self.shared.turn,
            number: 0,
        });
        self.frames.push(Frame::Auction {
            turn: self.first_seat(),
            passes: Vec::new(),
            bidding: None,
        });
    }

    /// Who is first in the present turn order (H73-3.2.8-03).
    pub(super) fn first_seat(&self) -> Seat {
        self.shared.table.order.first().copied().unwrap_or(Seat(0))
    }

    /// What is on offer: concessions, and one option for each company in receivership (H73-3.1-01, H73-6.3-01).
    pub(super) fn auction_lots(&self, rules: &HarzRules) -> Vec<CompanyId> {
        let concessions = self.concessions_on_offer(rules);
        let options = rules.definition.company_ids().filter(|company| {
            self.in_receivership(*company) && self.right_holder(*company, true).is_none()
        });
        concessions.chain(options).collect()
    }

    /// The bids that are open to the seat, whatever the lot (H73-3.1-02 to 04).
    fn bids(&self, seat: Seat) -> Range {
        let bidding = match self.frames.last() {
            Some(Frame::Auction { bidding, .. }) => bidding.as_ref(),
            _ => None,
        };
        Range {
            min: bidding.map_or(CONCESSION, |bidding| bidding.price + STEP),
            max: self.shared.player_cash(seat).div_euclid(STEP) * STEP,
            step: STEP,
        }
    }

    pub(super) fn plan_auction(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Some(Frame::Auction { bidding, .. }) = self.frames.last() else {
            reject!("GAME", "there is no auction round now")
        };
        match (action, bidding) {
            (Action::Pass, _) => Ok(0),
            (
                Action::Bid {
                    lot: Lot::Company(company),
                    amount,
                    with: None,
                },
                bidding,
            ) => {
                match bidding {
                    Some(bidding) => require!(
                        bidding.company == *company,
                        "H73-3.1-03",
                        "{} is being auctioned, not {}",
                        rules.name(bidding.company),
                        rules.name(*company)
                    ),
                    None => self.plan_lot(rules, *company)?,
                }
                let range = self.bids(seat);
                require!(
                    *amount >= range.min,
                    if bidding.is_some() {
                        "H73-3.1-03"
                    } else {
                        "H73-3.1-02"
                    },
                    "{} is too low: the least bid is {}",
                    rules.money(*amount),
                    rules.money(range.min)
                );
                require!(
                    amount % STEP == 0,
                    if bidding.is_some() {
                        "H73-3.1-03"
                    } else {
                        "H73-3.1-02"
                    },
                    "{} is not a multiple of {STEP}",
                    rules.money(*amount)
                );
                require!(
                    *amount <= range.max,
                    "H73-3.1-04",
                    "you bid {} and have {}",
                    rules.money(*amount),
                    rules.money(self.shared.player_cash(seat))
                );
                Ok(*amount)
            }
            (_, Some(_)) => reject!("H73-3.1-03", "bid more, or pass"),
            (_, None) => reject!("H73-3.1-02", "open an auction with a bid, or pass"),
        }
    }

    /// H73-3.1-01: whether the company's concession or option is on offer, and why not.
    fn plan_lot(&self, rules: &HarzRules, company: CompanyId) -> Result<(), Rejection> {
        if self.auction_lots(rules).contains(&company) {
            return Ok(());
        }
        let name = rules.name(company);
        require!(
            !rules.is_mine(company),
            "H73-3.1-01",
            "{name} is not on offer: mines are never auctioned after the start"
        );
        if let Some(right) = self.rights.iter().find(|right| right.company == company) {
            reject!(
                "H73-3.1-01",
                "{name} is not on offer: {} holds it",
                seat_name(right.seat)
            )
        }
        let unformed = self.shared.company(company).status == Status::Unopened;
        require!(
            !rules.is_railway(company) || !unformed,
            "H73-3.1-01",
            "the concession of {name} is not active yet"
        );
        reject!(
            "H73-3.1-01",
            "{name} is not on offer: it is neither a railway without an owner of its concession nor a company in \
             receivership"
        )
    }

    pub(super) fn legal_auction(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        let Some(Frame::Auction { bidding, .. }) = self.frames.last() else {
            return Vec::new();
        };
        let range = self.bids(seat);
        let lots = match bidding {
            Some(bidding) => vec![bidding.company],
            None => self.auction_lots(rules),
        };
        let mut choices = Vec::new();
        if range.min <= range.max {
            choices.extend(lots.into_iter().map(|company| {
                let bid = Action::Bid {
                    lot: Lot::Company(company),
                    amount: range.min,
                    with: None,
                };
                Choice::Amount(bid, range)
            }));
        }
        choices.push(Choice::One(Action::Pass));
        choices
    }

    pub(super) fn do_auction(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let table = self.shared.table.clone();
        let Some(Frame::Auction {
            turn,
            passes,
            bidding,
        }) = self.frames.last_mut()
        else {
            return;
        };
        match (action, bidding.as_mut()) {
            (
                Action::Bid {
                    lot: Lot::Company(company),
                    amount,
                    ..
                },
                None,
            ) => {
                passes.retain(|other| *other != seat);
                *bidding = Some(Bidding {
                    company: *company,
                    price: *amount,
                    leader: seat,
                    bidders: table.from(seat),
                    turn: table.after(seat),
                });
                let (lot, amount) = (Lot::Company(*company), *amount);
                events.push(Event::BidMade { seat, lot, amount });
            }
            (Action::Bid { lot, amount, .. }, Some(bidding)) => {
                bidding.price = *amount;
                bidding.leader = seat;
                bidding.turn = next_bidder(&bidding.bidders, seat);
                let (lot, amount) = (*lot, *amount);
                events.push(Event::BidMade { seat, lot, amount });
            }
            (_, Some(bidding)) => {
                // Who passes is out of this auction (H73-3.1-03).
                bidding.turn = next_bidder(&bidding.bidders, seat);
                bidding.bidders.retain(|other| *other != seat);
                events.push(Event::Passed { seat });
            }
            (_, None) => {
                // H73-3.1-07: not final.
                if !passes.contains(&seat) {
                    passes.push(seat);
                }
                *turn = table.after(seat);
                events.push(Event::Passed { seat });
                if table.from(seat).iter().all(|other| passes.contains(other)) {
                    self.frames.pop();
                    self.begin_stock_round(rules, events);
                }
                return;
            }
        }
        self.award(events);
    }

    /// H73-3.1-05, H73-3.1-06: the last bidder gets the lot, the player after the opener is on turn.
    fn award(&mut self, events: &mut Vec<Event>) {
        let table = self.shared.table.clone();
        let Some(Frame::Auction { turn, bidding, .. }) = self.frames.last_mut() else {
            return;
        };
        if bidding.as_ref().is_none_or(|now| now.bidders.len() > 1) {
            return;
        }
        let Some(won) = bidding.take() else { return };
        *turn = table.after(*turn);
        events.push(Event::LotWon {
            seat: won.leader,
            lot: Lot::Company(won.company),
            amount: won.price,
        });
        let from = Account::Player(won.leader);
        self.shared
            .pay(events, from, Account::Bank, won.price, Cause::Concession);
        let option = self.in_receivership(won.company);
        self.grant_right(won.company, won.leader, option);
    }

    /// The seat holds a concession or option.
    pub(super) fn grant_right(&mut self, company: CompanyId, seat: Seat, option: bool) {
        self.rights.push(Right {
            company,
            seat,
            option,
        });
    }

    /// H73-3.1-07: nothing is left to auction.
    pub(super) fn settle_auction(&mut self, rules: &HarzRules, events: &mut Vec<Event>) -> bool {
        let idle = matches!(
            self.frames.last(),
            Some(Frame::Auction { bidding: None, .. })
        );
        let over = idle && self.auction_lots(rules).is_empty();
        if over {
            self.frames.pop();
            self.begin_stock_round(rules, events);
        }
        over
    }
}

/// The bidder after the seat.
fn next_bidder(bidders: &[Seat], seat: Seat) -> Seat {
    let at = bidders.iter().position(|other| *other == seat).unwrap_or(0);
    bidders
        .iter()
        .cycle()
        .skip(at + 1)
        .take(bidders.len())
        .copied()
        .next()
        .unwrap_or(seat)
}
