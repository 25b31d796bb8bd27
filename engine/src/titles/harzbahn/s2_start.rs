//! Section 2.1: the start auction. Part 1 bids for the start premium, part 2 sells the items.

use super::{Frame, Harz, HarzRules};
use crate::action::{Action, Lot};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

/// What a concession costs at least (H73-2.1-09, H73-3.1-02); the cheapest item of the start auction.
pub(super) const CONCESSION: i32 = 100;

/// All bids are multiples of it; by so much the start premium falls (H73-2.1-03, H73-2.1-11, H73-3.1-03).
pub(super) const STEP: i32 = 10;

impl Harz {
    /// The bids for the start premium that are open to the seat (H73-2.1-03, H73-2.1-04).
    fn premiums(&self, rules: &HarzRules, seat: Seat) -> Range {
        let lead = match self.frames.last() {
            Some(Frame::Premium { lead, .. }) => *lead,
            _ => None,
        };
        let cash = self.shared.player_cash(seat);
        let most = if rules.options.premium_up_to_cash {
            cash
        } else {
            cash - CONCESSION
        };
        Range {
            min: lead.map_or(0, |(_, bid)| bid + STEP),
            max: most.div_euclid(STEP) * STEP,
            step: STEP,
        }
    }

    pub(super) fn plan_premium(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pass => Ok(0),
            Action::Premium(bid) => {
                let range = self.premiums(rules, seat);
                require!(
                    *bid >= range.min,
                    "H73-2.1-03",
                    "{} is too low: the start premium stands so that {} is the least bid",
                    rules.money(*bid),
                    rules.money(range.min)
                );
                require!(
                    bid % STEP == 0,
                    "H73-2.1-03",
                    "{} is not a multiple of {STEP}",
                    rules.money(*bid)
                );
                let why = if rules.options.premium_up_to_cash {
                    String::new()
                } else {
                    format!(
                        " and must still be able to buy the cheapest item, which costs {} besides the premium",
                        rules.money(CONCESSION)
                    )
                };
                require!(
                    *bid <= range.max,
                    "H73-2.1-04",
                    "you have {}{why}: you may bid up to {}",
                    rules.money(self.shared.player_cash(seat)),
                    rules.money(range.max)
                );
                Ok(*bid)
            }
            _ => reject!("H73-2.1-02", "bid for the start premium, or pass"),
        }
    }

    pub(super) fn legal_premium(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        let range = self.premiums(rules, seat);
        let mut choices = Vec::new();
        if range.min <= range.max {
            choices.push(Choice::Amount(Action::Premium(range.min), range));
        }
        choices.push(Choice::One(Action::Pass));
        choices
    }

    pub(super) fn do_premium(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let table = self.shared.table.clone();
        let Some(Frame::Premium { turn, lead, passed }) = self.frames.last_mut() else {
            return;
        };
        match action {
            Action::Premium(amount) => {
                let amount = *amount;
                *lead = Some((seat, amount));
                events.push(Event::PremiumBid { seat, amount });
            }
            _ => {
                // H73-2.1-05.
                passed.push(seat);
                events.push(Event::Passed { seat });
            }
        }
        let (lead, passed) = (*lead, passed.clone());
        let bidders: Vec<Seat> = table
            .from(seat)
            .into_iter()
            .filter(|other| !passed.contains(other))
            .collect();
        // H73-2.1-07, H73-RUL-02: the last one wins without a word, unless the reference's question is wanted. Who then
        // passes, too, has won all the same.
        let winner = match (bidders.as_slice(), lead) {
            ([], _) => Some(seat),
            ([last], Some(_)) => Some(*last),
            ([last], None) if !rules.options.last_bidder_asked => Some(*last),
            _ => None,
        };
        if let Some(winner) = winner {
            self.begin_draft(winner, lead.map_or(0, |(_, bid)| bid), &passed, events);
            return;
        }
        if let Some(next) = bidders.into_iter().find(|other| *other != seat) {
            *turn = next;
        }
    }

    /// H73-2.1-06: the winner, then the others in reverse order of their passes.
    fn begin_draft(
        &mut self,
        winner: Seat,
        premium: i32,
        passed: &[Seat],
        events: &mut Vec<Event>,
    ) {
        let others = passed.iter().rev().copied().filter(|seat| *seat != winner);
        self.shared.table.order = std::iter::once(winner).chain(others).collect();
        self.shared.table.priority = winner;
        events.push(Event::PremiumSet { amount: premium });
        events.push(Event::Priority { seat: winner });
        self.frames.pop();
        self.frames.push(Frame::Draft {
            turn: winner,
            premium,
            passes: Vec::new(),
            must_buy: true,
        });
    }

    /// What the start auction still offers, and its price without the premium (H73-2.1-01, H73-2.1-09).
    fn items(&self, rules: &HarzRules) -> Vec<(CompanyId, i32)> {
        let mines = rules
            .special
            .mines
            .iter()
            .filter(|mine| self.mine_holder(rules, mine.company) == Holder::Initial)
            .map(|mine| (mine.company, mine.face));
        let concessions = self
            .concessions_on_offer(rules)
            .map(|company| (company, CONCESSION));
        mines.chain(concessions).collect()
    }

    /// Concessions that are active, unsold and unused.
    pub(super) fn concessions_on_offer<'a>(
        &'a self,
        rules: &'a HarzRules,
    ) -> impl Iterator<Item = CompanyId> + 'a {
        rules
            .special
            .concessions
            .iter()
            .map(|concession| concession.company)
            .filter(|company| {
                self.line(*company).active
                    && self.shared.company(*company).status == Status::Unopened
                    && !self.rights.iter().any(|right| right.company == *company)
            })
    }

    pub(super) fn plan_draft(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Some(Frame::Draft {
            premium, must_buy, ..
        }) = self.frames.last()
        else {
            reject!("GAME", "there is no start auction now")
        };
        let items = self.items(rules);
        let cash = self.shared.player_cash(seat);
        match action {
            Action::Pass => {
                // H73-2.1-08; with the option `premium_up_to_cash` he may be unable to.
                let able = items.iter().any(|(_, price)| price + premium <= cash);
                require!(
                    !must_buy || !able,
                    "H73-2.1-08",
                    "you won the start premium: your first turn must buy an item"
                );
                Ok(0)
            }
            Action::Take(Lot::Company(company)) => {
                let Some((_, price)) = items.iter().find(|(item, _)| item == company) else {
                    reject!(
                        "H73-2.1-01",
                        "{} is not on offer: the start auction sells the mines and the concessions of the HBE and the \
                         GHE, each once",
                        rules.name(*company)
                    )
                };
                let cost = price + premium;
                require!(
                    cost <= cash,
                    "H73-2.1-09",
                    "{} costs {} and the premium of {}, you have {}",
                    rules.name(*company),
                    rules.money(*price),
                    rules.money(*premium),
                    rules.money(cash)
                );
                Ok(cost)
            }
            _ => reject!("H73-2.1-10", "buy one item of the start auction, or pass"),
        }
    }

    pub(super) fn legal_draft(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        self.items(rules)
            .into_iter()
            .map(|(company, _)| Action::Take(Lot::Company(company)))
            .chain([Action::Pass])
            .filter(|action| self.plan_draft(rules, seat, action).is_ok())
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_draft(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let bought = match action {
            Action::Take(Lot::Company(company)) => self
                .items(rules)
                .into_iter()
                .find(|(item, _)| item == company),
            _ => None,
        };
        let table = self.shared.table.clone();
        let Some(Frame::Draft {
            turn,
            premium,
            passes,
            must_buy,
        }) = self.frames.last_mut()
        else {
            return;
        };
        *must_buy = false;
        *turn = table.after(seat);
        if let Some((company, price)) = bought {
            passes.retain(|other| *other != seat);
            let amount = price + *premium;
            self.take_item(rules, seat, company, amount, events);
            return;
        }
        events.push(Event::Passed { seat });
        if !passes.contains(&seat) {
            passes.push(seat);
        }
        if table.from(seat).iter().all(|other| passes.contains(other)) {
            if *premium > 0 {
                // H73-2.1-11.
                *premium = (*premium - STEP).max(0);
                passes.clear();
                let amount = *premium;
                events.push(Event::PremiumSet { amount });
            } else {
                self.end_start_auction(rules, events);
            }
        }
    }

    /// H73-2.1-09.
    fn take_item(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        amount: i32,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::LotWon {
            seat,
            lot: Lot::Company(company),
            amount,
        });
        let from = Account::Player(seat);
        self.shared
            .pay(events, from, Account::Bank, amount, Cause::Concession);
        if rules.is_mine(company) {
            let papers = &self.shared.papers;
            if let Some(paper) = papers.director_paper(&rules.definition, company) {
                self.shared.move_paper(events, paper, Holder::Player(seat));
            }
        } else {
            self.grant_right(company, seat, false);
        }
    }

    /// H73-2.1-12: nothing is left.
    pub(super) fn settle_draft(&mut self, rules: &HarzRules, events: &mut Vec<Event>) -> bool {
        let over = self.items(rules).is_empty();
        if over {
            self.end_start_auction(rules, events);
        }
        over
    }

    /// H73-2.1-13: what mines are left close; a concession stays on offer (H73-2.1-14). The first stock round follows
    /// in the same order (H73-2.2-01).
    pub(super) fn end_start_auction(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        for mine in rules.special.mines.iter().map(|mine| mine.company) {
            if self.mine_holder(rules, mine) != Holder::Initial {
                continue;
            }
            if let Some(paper) = self.shared.papers.director_paper(&rules.definition, mine) {
                self.shared.move_paper(events, paper, Holder::Reserved);
            }
            if let Some(mine) = self.mine_mut(mine) {
                mine.open = false;
            }
            events.push(Event::MineClosed { mine });
        }
        self.frames.pop();
        self.begin_stock_round(rules, events);
    }

    /// Whose the concession or option is.
    pub(super) fn right_holder(&self, company: CompanyId, option: bool) -> Option<Seat> {
        self.rights
            .iter()
            .find(|right| right.company == company && right.option == option)
            .map(|right| right.seat)
    }

    /// Refuses what only the holder of a concession or option may do.
    pub(super) fn require_right(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        option: bool,
        row: &'static str,
    ) -> Result<(), Rejection> {
        let what = if option {
            "purchase option"
        } else {
            "concession"
        };
        let name = rules.name(company);
        match self.right_holder(company, option) {
            Some(holder) if holder == seat => Ok(()),
            Some(holder) => reject!(row, "the {what} of {name} belongs to {}", seat_name(holder)),
            None => reject!(row, "you do not hold the {what} of {name}"),
        }
    }
}
