//! Section 5.2: the auction for public companies.

use super::s4_market_limits::SaleIn;
use super::{ArdRules, Ardennes, Frame, Standing};
use crate::action::{Action, Lot};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, Seat};
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

/// Bids are multiples of this (ARD-5.2.2-02, ARD-5.2.2-03).
const STEP: i32 = 5;
/// Money that forming takes at least (ARD-5.2-02): two shares at 140.
pub(super) const LEAST_FORMING: i32 = 280;

impl Ardennes {
    /// Whether the auction opens: a company unformed, phase 3 begun, somebody able to bid (ARD-5.2-01, ARD-5.2-03).
    pub(super) fn auction_opens(&self, rules: &ArdRules) -> bool {
        self.shared.phase >= 1
            && self
                .shared
                .table
                .from(self.shared.table.priority)
                .into_iter()
                .any(|seat| !self.bids(rules, seat, &[]).is_empty())
    }

    fn bid_range(
        &self,
        rules: &ArdRules,
        seat: Seat,
        standing: &[Standing],
        company: CompanyId,
    ) -> Range {
        let own: i32 = standing
            .iter()
            .filter(|bid| bid.seat == seat && bid.company != company)
            .map(|bid| bid.amount)
            .sum();
        let count = standing
            .iter()
            .filter(|bid| bid.seat == seat && bid.company != company)
            .count() as i32;
        let cash = self.shared.player_cash(seat);
        let assets = cash + self.salable(rules, seat, SaleIn::Stock);
        // ARD-5.2.2-07, ARD-RUL-09 (a); then ARD-5.2.2-06, ARD-RUL-09 (b).
        let payable = if rules.options.bids_judged_alone {
            cash
        } else {
            cash - own
        };
        let affordable = assets - own - LEAST_FORMING * (count + 1);
        let max = payable.min(affordable);
        let min = standing
            .iter()
            .find(|bid| bid.company == company)
            .map_or(0, |bid| bid.amount + STEP);
        Range {
            min,
            max: max - max.rem_euclid(STEP),
            step: STEP,
        }
    }

    fn bids(&self, rules: &ArdRules, seat: Seat, standing: &[Standing]) -> Vec<Choice> {
        let mut choices = Vec::new();
        let minors: Vec<CompanyId> = Self::minors(rules)
            .filter(|&minor| self.director(rules, minor) == Some(seat))
            .collect();
        if minors.is_empty() {
            return choices;
        }
        for company in Self::majors(rules) {
            let range = self.bid_range(rules, seat, standing, company);
            if range.max < range.min {
                continue;
            }
            for &minor in &minors {
                let bid = Action::Bid {
                    lot: Lot::Company(company),
                    amount: range.min,
                    with: Some(minor),
                };
                if self.plan_bid(rules, seat, standing, &bid).is_ok() {
                    choices.push(Choice::Amount(bid, range));
                }
            }
        }
        choices
    }

    fn plan_bid(
        &self,
        rules: &ArdRules,
        seat: Seat,
        standing: &[Standing],
        action: &Action,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let money = |sum| definition.money.print(sum);
        let Action::Bid { lot, amount, with } = action else {
            reject!(
                "ARD-5.2.2-04",
                "the auction for public companies is running: bid or pass"
            )
        };
        let Lot::Company(company) = *lot else {
            reject!("ARD-5.2.2-02", "only public companies are auctioned now")
        };
        let id = &definition.at(company).id;
        require!(
            !self.is_minor(rules, company)
                && self.shared.company(company).status == Status::Unopened,
            "ARD-5.2.2-02",
            "{id} is not on offer"
        );
        require!(
            !self.owed.iter().any(|owed| owed.company == company),
            "ARD-5.2.2-02",
            "{id} is already won"
        );
        let Some(minor) = *with else {
            reject!(
                "ARD-5.2.2-02",
                "a bid names the minor pledged: bid {id} {amount} with …"
            )
        };
        let minor_id = &definition.at(minor).id;
        require!(
            self.is_minor(rules, minor)
                && self.shared.is_open(minor)
                && self.director(rules, minor) == Some(seat),
            "ARD-5.2.2-02",
            "{minor_id} is not one of your minors"
        );
        require!(
            self.price(rules, minor) > 0,
            "ARD-4.2.1-03",
            "Minor {minor_id} lies in the Grey Zone and cannot found a company"
        );
        require!(
            !standing
                .iter()
                .any(|bid| bid.minor == minor && bid.company != company),
            "ARD-5.2.2-08",
            "Minor {minor_id} already backs another bid"
        );
        require!(
            self.pc_won
                || self
                    .shared
                    .board
                    .stations(minor)
                    .any(|at| rules.special.qualifies(company, at)),
            "ARD-5.2.1-01",
            "Minor {minor_id} has no token in a qualifying city of {id}"
        );
        let present = standing.iter().find(|bid| bid.company == company);
        require!(
            present.is_none_or(|bid| bid.seat != seat),
            "ARD-RUL-10",
            "you lead for {id} already"
        );
        require!(
            amount % STEP == 0,
            "ARD-5.2.2-02",
            "bids are multiples of {STEP}, {} is not",
            money(*amount)
        );
        let range = self.bid_range(rules, seat, standing, company);
        require!(
            *amount >= range.min,
            "ARD-5.2.2-03",
            "the bid for {id} must be at least {}",
            money(range.min)
        );
        if *amount > range.max {
            let own: i32 = standing
                .iter()
                .filter(|bid| bid.seat == seat)
                .map(|bid| bid.amount)
                .sum();
            let cash = self.shared.player_cash(seat);
            let payable = if rules.options.bids_judged_alone {
                cash
            } else {
                cash - own
            };
            require!(
                *amount <= payable,
                "ARD-5.2.2-07",
                "{} in hand less {} of standing bids leave {} for this one",
                money(cash),
                money(own),
                money(payable)
            );
            reject!(
                "ARD-5.2.2-06",
                "cash and salable shares do not cover this bid, your standing ones and {} for each company",
                money(LEAST_FORMING)
            )
        }
        Ok(*amount)
    }

    pub(super) fn plan_company_auction(
        &self,
        rules: &ArdRules,
        seat: Seat,
        standing: &[Standing],
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pass => Ok(0),
            _ => self.plan_bid(rules, seat, standing, action),
        }
    }

    pub(super) fn legal_company_auction(
        &self,
        rules: &ArdRules,
        seat: Seat,
        standing: &[Standing],
    ) -> Vec<Choice> {
        let mut choices = vec![Choice::One(Action::Pass)];
        choices.extend(self.bids(rules, seat, standing));
        choices
    }

    pub(super) fn do_company_auction(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let table = self.shared.table.clone();
        let Some(Frame::CompanyAuction { turn, passes, bids }) = self.frames.last_mut() else {
            return;
        };
        match action {
            Action::Bid {
                lot: Lot::Company(company),
                amount,
                with: Some(minor),
            } => {
                // ARD-5.2.2-09: the pledge of the bid before is free again.
                bids.retain(|bid| bid.company != *company);
                bids.push(Standing {
                    company: *company,
                    seat,
                    amount: *amount,
                    minor: *minor,
                });
                passes.clear();
                events.push(Event::BidMade {
                    seat,
                    lot: Lot::Company(*company),
                    amount: *amount,
                });
            }
            _ => {
                passes.push(seat);
                events.push(Event::Passed { seat });
            }
        }
        *turn = table.after(seat);
        // ARD-5.2.2-11: over when all have passed in a row.
        if table.from(seat).iter().all(|seat| passes.contains(seat)) {
            let bids = std::mem::take(bids);
            self.frames.pop();
            for bid in bids {
                self.pay(
                    rules,
                    events,
                    Account::Player(bid.seat),
                    Account::Bank,
                    bid.amount,
                    Cause::Bid,
                );
                events.push(Event::LotWon {
                    seat: bid.seat,
                    lot: Lot::Company(bid.company),
                    amount: bid.amount,
                });
                // ARD-RUL-11: from the next auction on any minor qualifies.
                self.pc_won = true;
                self.owed.push(bid);
            }
        }
    }
}
