//! Section 4.1: a player's turn in the stock round, and its end.

use super::s3_sales::SaleIn;
use super::{Frame, Rules, Y1826};
use crate::action::{Action, BondDeal, Source};
use crate::event::{Cause, Event, RoundKind};
use crate::finance::{Account, Dir, Holder};
use crate::ids::{CompanyId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

/// Face value of a bond (E26-4.6.3-15).
pub(super) const BOND: i32 = 100;

impl Y1826 {
    /// A stock round begins; the initial one goes on while a private is unsold (E26-4.2-19).
    pub(super) fn begin_stock_round(&mut self, rules: &Rules, events: &mut Vec<Event>) {
        self.sold.clear();
        self.fresh = Default::default();
        let turn = self.shared.table.priority;
        events.push(Event::RoundBegan {
            kind: RoundKind::Stock,
            turn: self.shared.turn,
            number: 0,
        });
        self.frames.push(if self.cheapest_private(rules).is_some() {
            Frame::Privates {
                turn,
                passes: Vec::new(),
                acted: false,
            }
        } else {
            Frame::Stock {
                turn,
                passes: Vec::new(),
                sold_now: Vec::new(),
                acted: false,
            }
        });
    }

    /// Who is over a limit, and could do something about it: the rule and what to do (E26-3.4-11, E26-RUL-06).
    pub(super) fn must_sell(&self, rules: &Rules, seat: Seat) -> Option<String> {
        let helps = |company: CompanyId| {
            (1..=self.units_of(rules, company, seat)).any(|units| {
                self.plan_sale(rules, seat, company, units, SaleIn::Stock)
                    .is_ok()
            })
        };
        for company in rules.definition.company_ids() {
            let (have, most) = (
                self.units_of(rules, company, seat),
                self.most_units(company),
            );
            if self.shared.is_open(company) && have > most && helps(company) {
                return Some(format!(
                    "you hold {have} shares of {}, the limit is {most}: sell down to it first",
                    rules.id(company)
                ));
            }
        }
        let (held, limit) = (
            self.certificates_of(rules, seat),
            self.certificate_limit(rules),
        );
        let mut white = rules
            .definition
            .company_ids()
            .filter(|&company| !self.in_yellow(rules, company));
        if held > limit && white.any(helps) {
            return Some(format!(
                "you hold {held} certificates, the limit is {limit}: sell down to it first"
            ));
        }
        None
    }

    pub(super) fn plan_stock(
        &self,
        rules: &Rules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Sell(company, units) => {
                return self
                    .plan_sale(rules, seat, *company, *units, SaleIn::Stock)
                    .map(|()| 0);
            }
            Action::Bond(BondDeal::Sell(count)) => {
                let have = self.bonds.of(seat);
                require!(
                    *count > 0 && have >= *count,
                    "E26-4.6.3-15",
                    "you have {have} bonds, not {count}"
                );
                return Ok(0);
            }
            _ => {}
        }
        if let Some(why) = self.must_sell(rules, seat) {
            reject!("E26-3.4-11", "{why}")
        }
        match action {
            Action::Pass => Ok(0),
            Action::Buy(company, source) => self.plan_buy(rules, seat, *company, *source),
            Action::BuyDirector(company) => self.plan_buy_president(rules, seat, *company),
            Action::Form(company, value) => self.plan_start(rules, seat, *company, *value),
            Action::Bond(BondDeal::Buy) => {
                require!(
                    self.bonds.pool > 0,
                    "E26-4.6.3-15",
                    "no bond lies in the market"
                );
                self.has_cash(rules, seat, BOND, "a bond")?;
                Ok(BOND)
            }
            Action::Bond(_) => reject!(
                "E26-4.6.3-16",
                "bonds are issued and redeemed by the SNCF in its turn"
            ),
            _ => reject!(
                "E26-4.1-02",
                "in a stock turn you sell, then buy one certificate or pass"
            ),
        }
    }

    pub(super) fn legal_stock(&self, rules: &Rules, seat: Seat) -> Vec<Choice> {
        let mut domain: Vec<Action> = self.sales(rules, seat, SaleIn::Stock).collect();
        domain.extend((1..=self.bonds.of(seat)).map(|count| Action::Bond(BondDeal::Sell(count))));
        domain.push(Action::Bond(BondDeal::Buy));
        for company in rules.definition.company_ids() {
            domain.push(Action::Buy(company, Source::Treasury));
            domain.push(Action::Buy(company, Source::Market));
            domain.push(Action::BuyDirector(company));
            let values = &rules.special.start_values;
            domain.extend(values.iter().map(|&value| Action::Form(company, value)));
        }
        domain.push(Action::Pass);
        domain
            .into_iter()
            .filter(|action| self.plan_stock(rules, seat, action).is_ok())
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_stock(
        &mut self,
        rules: &Rules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Sell(company, units) => {
                self.do_sale(rules, seat, company, units, events);
                if !self.sold.contains(&(seat, company)) {
                    self.sold.push((seat, company));
                }
                if let Some(Frame::Stock { sold_now, .. }) = self.frames.last_mut() {
                    sold_now.push(company);
                }
                self.acted(seat, events);
                return;
            }
            Action::Bond(BondDeal::Sell(count)) => {
                let sum = BOND * i32::from(count);
                self.pay(
                    events,
                    Account::Bank,
                    Account::Player(seat),
                    sum,
                    Cause::Bond,
                );
                self.move_bonds(Holder::Player(seat), Holder::Pool, count, events);
                self.dealt_in_bonds(rules, seat, events);
                return;
            }
            Action::Bond(_) => {
                self.pay(
                    events,
                    Account::Player(seat),
                    Account::Bank,
                    BOND,
                    Cause::Bond,
                );
                self.move_bonds(Holder::Pool, Holder::Player(seat), 1, events);
                self.dealt_in_bonds(rules, seat, events);
            }
            Action::Buy(company, source) => {
                self.do_buy(rules, seat, company, source, events);
                self.acted(seat, events);
            }
            Action::BuyDirector(company) => {
                let paper = self
                    .shared
                    .papers
                    .director_paper(&rules.definition, company);
                let price =
                    self.price(rules, company) * i32::from(self.director_units(rules, company));
                if let Some(paper) = paper {
                    let to = match self.shared.papers.holder(paper) {
                        Holder::Company(_) => Account::Company(company),
                        _ => Account::Bank,
                    };
                    self.pay(events, Account::Player(seat), to, price, Cause::Share);
                    self.shared.move_paper(events, paper, Holder::Player(seat));
                }
                events.push(Event::DirectorChanged {
                    company,
                    from: None,
                    to: Some(seat),
                });
                self.check_president(rules, company, events);
                self.acted(seat, events);
            }
            Action::Form(company, value) => {
                self.do_start(rules, seat, company, value, events);
                self.acted(seat, events);
            }
            _ => {
                if !matches!(self.frames.last(), Some(Frame::Stock { acted: true, .. })) {
                    events.push(Event::Passed { seat });
                }
            }
        }
        self.end_stock_turn(rules, seat, events);
    }

    /// Priority goes to the player after the last who acted (E26-4.1-03).
    pub(super) fn acted(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let next = self.shared.table.after(seat);
        if self.shared.table.priority != next {
            self.shared.table.priority = next;
            events.push(Event::Priority { seat: next });
        }
        if let Some(Frame::Stock { acted, .. }) = self.frames.last_mut() {
            *acted = true;
        }
    }

    /// Bonds count like shares (E26-RUL-17).
    fn dealt_in_bonds(&mut self, rules: &Rules, seat: Seat, events: &mut Vec<Event>) {
        if !rules.options.bonds_keep_priority {
            self.acted(seat, events);
        } else if let Some(Frame::Stock { acted, .. }) = self.frames.last_mut() {
            *acted = true;
        }
    }

    /// The turn goes on to the next player, or the round ends after passes in a row (E26-4.1-01).
    fn end_stock_turn(&mut self, rules: &Rules, seat: Seat, events: &mut Vec<Event>) {
        let table = self.shared.table.clone();
        let Some(Frame::Stock {
            turn,
            passes,
            sold_now,
            acted,
        }) = self.frames.last_mut()
        else {
            return;
        };
        if *acted {
            passes.clear();
        } else if !passes.contains(&seat) {
            passes.push(seat);
        }
        sold_now.clear();
        *acted = false;
        *turn = table.after(seat);
        if table.from(seat).iter().all(|seat| passes.contains(seat)) {
            self.frames.pop();
            self.end_stock_round(rules, events);
        }
    }

    /// E26-3.5-05 to 07, E26-4.1.4-01: sold-out companies rise, highest first; then the operating rounds.
    pub(super) fn end_stock_round(&mut self, rules: &Rules, events: &mut Vec<Event>) {
        for company in self.shared.markers.in_order(&rules.definition.chart) {
            let elsewhere = [
                Holder::Pool,
                Holder::Company(company),
                Holder::Initial,
                Holder::Reserved,
            ];
            let sold_out = elsewhere
                .into_iter()
                .all(|holder| self.units(rules, company, holder) == 0);
            if sold_out && self.is_floated(company) {
                self.move_price(rules, company, &[Dir::Up], 1, events);
            }
        }
        self.sold.clear();
        self.begin_operating_rounds(rules, events);
    }

    /// A set of operating rounds; how many is fixed now (E26-2-03).
    pub(super) fn begin_operating_rounds(&mut self, rules: &Rules, _events: &mut Vec<Event>) {
        let phase = rules.definition.phases.get(usize::from(self.shared.phase));
        self.rounds_in_set = phase.map_or(1, |phase| phase.operating_rounds);
        self.frames.push(Frame::Operating {
            number: 1,
            done: Vec::new(),
            opened: false,
        });
    }

    /// Moves bonds.
    pub(super) fn move_bonds(
        &mut self,
        from: Holder,
        to: Holder,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let mut left = 0;
        let mut none = 0;
        for (holder, gives) in [(from, true), (to, false)] {
            let place = match holder {
                Holder::Player(seat) => self
                    .bonds
                    .players
                    .get_mut(seat.index())
                    .unwrap_or(&mut none),
                Holder::Pool => &mut self.bonds.pool,
                _ => &mut self.bonds.treasury,
            };
            if gives {
                left = count.min(*place);
                *place -= left;
            } else {
                *place += left;
            }
        }
        if left > 0 {
            events.push(Event::BondsMoved {
                from,
                to,
                count: left,
            });
        }
    }
}
