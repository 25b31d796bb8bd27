//! Section 3.2: the stock round: turns, purchases (3.2.3), passing, the end and the new turn order (3.2.8). Sales
//! stand in `s3_2_2_sales`.

use super::{Done, Frame, Harz, HarzRules};
use crate::action::{Action, Source};
use crate::event::{Cause, Event, RoundKind};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::rules::CompanyKind;

impl Harz {
    /// A stock round begins.
    pub(super) fn begin_stock_round(&mut self, _rules: &HarzRules, events: &mut Vec<Event>) {
        self.sold.clear();
        events.push(Event::RoundBegan {
            kind: RoundKind::Stock,
            turn: self.shared.turn,
            number: 0,
        });
        self.frames.push(Frame::Stock {
            turn: self.first_seat(),
            passes: Vec::new(),
            sold_now: Vec::new(),
            done: Done::Nothing,
        });
    }

    /// What the player in turn has done, and what he has sold in this turn.
    pub(super) fn stock_turn(&self) -> (Done, &[CompanyId]) {
        match self.frames.last() {
            Some(Frame::Stock { done, sold_now, .. }) => (*done, sold_now.as_slice()),
            _ => (Done::Nothing, &[]),
        }
    }

    pub(super) fn plan_stock(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match (self.stock_turn().0, action) {
            (_, Action::Pass) => Ok(0),
            (Done::Formed { company }, Action::Buy(other, Source::Treasury))
                if company == *other =>
            {
                self.plan_buy(rules, seat, company, Source::Treasury)
            }
            (Done::Exercising { company, .. }, Action::Exercise(other, count))
                if company == *other =>
            {
                self.plan_exercise(rules, seat, company, *count)
            }
            (Done::Formed { .. } | Done::Exercising { .. }, Action::Sell(..)) => reject!(
                "H73-3.2-01",
                "sales come first in a stock turn: you have already acted"
            ),
            (Done::Formed { company }, _) => reject!(
                "H73-3.2-01",
                "you have formed {}: in the same turn you may only buy a second share of its initial offering",
                rules.name(company)
            ),
            (Done::Exercising { company, .. }, _) => reject!(
                "H73-3.2-01",
                "you are exercising the purchase option of {}: one action a turn",
                rules.name(company)
            ),
            (Done::Nothing, Action::Sell(company, count)) => {
                self.plan_sale(rules, seat, *company, *count)
            }
            (Done::Nothing, Action::Buy(company, source)) => {
                self.plan_buy(rules, seat, *company, *source)
            }
            (Done::Nothing, Action::Form(company, value)) => {
                self.plan_form(rules, seat, *company, *value)
            }
            (
                Done::Nothing,
                Action::Unite {
                    company,
                    first,
                    second,
                },
            ) => self.plan_unite(rules, seat, *company, *first, *second),
            (Done::Nothing, Action::Exercise(company, count)) => {
                self.plan_exercise(rules, seat, *company, *count)
            }
            _ => reject!(
                "H73-3.2-01",
                "in a stock turn you may first sell, then buy a share, form a railway or a public mining company, or \
                 exercise a purchase option"
            ),
        }
    }

    /// The companies that have shares: all but the mines.
    pub(super) fn share_companies(rules: &HarzRules) -> impl Iterator<Item = CompanyId> + '_ {
        rules
            .definition
            .company_ids()
            .filter(|company| rules.kind(*company) != CompanyKind::Mine)
    }

    pub(super) fn legal_stock(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        let mut domain: Vec<Action> = Vec::new();
        let holder = Holder::Player(seat);
        for company in Self::share_companies(rules) {
            let held = self.shares(rules, company, holder);
            domain.extend((1..=held).map(|count| Action::Sell(company, count)));
        }
        for company in Self::share_companies(rules) {
            domain.push(Action::Buy(company, Source::Treasury));
            domain.push(Action::Buy(company, Source::Market));
        }
        for right in self.rights.iter().filter(|right| right.seat == seat) {
            if right.option {
                domain.extend((1..=10).map(|count| Action::Exercise(right.company, count)));
            } else {
                let values = rules.special.start_prices.iter();
                domain.extend(values.map(|value| Action::Form(right.company, *value)));
            }
        }
        if let Done::Exercising { company, .. } = self.stock_turn().0 {
            domain.extend((1..=10).map(|count| Action::Exercise(company, count)));
        }
        domain.extend(self.unions(rules, seat));
        domain.push(Action::Pass);
        domain
            .into_iter()
            .filter(|action| self.plan_stock(rules, seat, action).is_ok())
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_stock(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Sell(company, count) => self.do_sale(rules, seat, company, count, events),
            Action::Buy(company, source) => {
                self.do_buy(rules, seat, company, source, events);
                self.end_stock_turn(rules, seat, true, events);
            }
            Action::Form(company, value) => self.do_form(rules, seat, company, value, events),
            Action::Unite {
                company,
                first,
                second,
            } => self.do_unite(rules, seat, company, first, second, events),
            Action::Exercise(company, count) => {
                self.do_exercise(rules, seat, company, count, events);
            }
            _ => {
                // H73-3.2-02: who has sold or acted has not passed.
                let (done, sold_now) = self.stock_turn();
                let acted = done != Done::Nothing || !sold_now.is_empty();
                if !acted {
                    events.push(Event::Passed { seat });
                }
                self.end_stock_turn(rules, seat, acted, events);
            }
        }
    }

    pub(super) fn plan_buy(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        source: Source,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        require!(
            !rules.is_mine(company),
            "H73-3.1-01",
            "{name} has no shares: mines are not for sale after the start auction"
        );
        require!(
            self.shared.is_open(company),
            "H73-3.2.3-01",
            "{name} is not formed yet"
        );
        require!(
            !self.in_receivership(company),
            "H73-3.2.3-03",
            "{name} is in receivership: only the holder of its purchase option may buy"
        );
        require!(
            !self.sold.contains(&(seat, company)),
            "H73-3.2.3-04",
            "you sold {name} in this stock round"
        );
        let (holder, place) = match source {
            Source::Treasury => (Holder::Company(company), "its initial offering"),
            Source::Market => (Holder::Pool, "the pool"),
        };
        require!(
            self.shares(rules, company, holder) > 0,
            "H73-3.2.3-02",
            "no share of {name} lies in {place}"
        );
        let value = self.value(rules, company);
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= value,
            "H73-3.2.3-01",
            "a share of {name} costs {}, you have {}",
            rules.money(value),
            rules.money(cash)
        );
        Ok(value)
    }

    /// One share at the value, which stays (H73-3.2.3-01).
    pub(super) fn do_buy(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        source: Source,
        events: &mut Vec<Event>,
    ) {
        let value = self.value(rules, company);
        let (holder, to) = match source {
            // H73-3.2.3-06, H73-3.2.3-07.
            Source::Treasury if self.shared.company(company).operated => {
                (Holder::Company(company), Account::Company(company))
            }
            Source::Treasury => (Holder::Company(company), Account::Bank),
            // H73-3.2.3-05.
            Source::Market => (Holder::Pool, Account::Bank),
        };
        let from = Account::Player(seat);
        self.shared.pay(events, from, to, value, Cause::Share);
        self.move_shares(rules, company, holder, Holder::Player(seat), 1, events);
        self.check_director(rules, company, events);
        self.check_flotation(rules, company, events);
    }

    /// The turn goes to the next player, or the round ends after passes in succession.
    pub(super) fn end_stock_turn(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        acted: bool,
        events: &mut Vec<Event>,
    ) {
        let table = self.shared.table.clone();
        let Some(Frame::Stock {
            turn,
            passes,
            sold_now,
            done,
        }) = self.frames.last_mut()
        else {
            return;
        };
        passes.retain(|other| *other != seat);
        if !acted {
            passes.push(seat);
        }
        sold_now.clear();
        *done = Done::Nothing;
        *turn = table.after(seat);
        if table.from(seat).iter().all(|other| passes.contains(other)) {
            self.frames.pop();
            self.end_stock_round(rules, events);
        }
    }

    pub(super) fn end_stock_round(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        self.sold.clear();
        // H73-3.2.8-01; a formed railway's concession is used up (H73-3.2.4-05).
        for right in std::mem::take(&mut self.rights) {
            events.push(Event::RightLost {
                company: right.company,
                seat: right.seat,
            });
        }
        // H73-3.2.8-02: the sort is stable, so that equal cash keeps the prior order.
        let mut order = self.shared.table.order.clone();
        order.sort_by_key(|seat| std::cmp::Reverse(self.shared.player_cash(*seat)));
        self.shared.table.order = order;
        let first = self.first_seat();
        self.shared.table.priority = first;
        events.push(Event::Priority { seat: first });
        self.begin_operating(rules, events);
    }
}
