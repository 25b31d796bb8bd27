//! Sections 4.7.9, 4.8 and 4.8.4: buying trains from the bank and from other companies.

use super::s3_sales::SaleIn;
use super::{Rules, Step, Y1826};
use crate::action::{Action, BondDeal, Terms, TrainSource};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, KindId, Seat};
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::{TrainHolder, TrainState};

/// The bounds of a price, each with the row that sets it.
struct Bounds {
    min: i32,
    min_rule: &'static str,
    max: i32,
    max_rule: &'static str,
}

impl Y1826 {
    /// What may be paid to another company for its train (E26-4.7.9-05 to 08).
    fn bounds(&self, rules: &Rules, company: CompanyId, seller: CompanyId, face: i32) -> Bounds {
        let mut bounds = Bounds {
            min: 1,
            min_rule: "E26-4.7.9-05",
            max: self.shared.treasury(company),
            max_rule: "E26-4.8.4-01",
        };
        let national = rules.is_national(company) || rules.is_national(seller);
        if national || self.loans_of(seller) > 0 {
            bounds.min = face;
            bounds.min_rule = if national {
                "E26-4.7.9-06"
            } else {
                "E26-4.7.9-07"
            };
        }
        if (national || self.loans_of(company) > 0) && bounds.max > face {
            bounds.max = face;
            bounds.max_rule = if national {
                "E26-4.7.9-06"
            } else {
                "E26-4.7.9-07"
            };
        }
        bounds
    }

    /// E26-2-05, E26-2-06, E26-4.13-04.
    fn may_own(&self, rules: &Rules, company: CompanyId, kind: KindId) -> Result<(), Rejection> {
        let id = rules.id(company);
        let (have, limit) = (
            self.shared.trains(company).count(),
            usize::from(self.limit_of(rules, company)),
        );
        require!(
            have < limit,
            if rules.is_national(company) {
                "E26-2-06"
            } else {
                "E26-2-05"
            },
            "{id} has {have} trains, its limit is {limit}"
        );
        let tgv = rules.definition.kind("TGV");
        require!(
            Some(kind) != tgv
                || !self
                    .shared
                    .trains(company)
                    .any(|train| Some(train.kind) == tgv),
            "E26-4.13-04",
            "{id} has a TGV, one is the limit"
        );
        Ok(())
    }

    fn plan_train(
        &self,
        rules: &Rules,
        company: CompanyId,
        source: TrainSource,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let id = rules.id(company);
        match source {
            TrainSource::Stack(kind, None) => {
                let top = self.shared.depot.top(definition);
                if kind.index() >= definition.trains.len() || top != Some(kind) {
                    let name = &definition.train(kind).name;
                    let rule = match name.as_str() {
                        "E" => "E26-4.12-01",
                        "TGV" => "E26-4.13-01",
                        _ => "E26-4.7.9-03",
                    };
                    reject!(
                        rule,
                        "a {name} is not on sale: {}",
                        top.map_or("no train is left".into(), |top| {
                            format!("the next is a {}", definition.train(top).name)
                        })
                    )
                }
                self.may_own(rules, company, kind)?;
                self.judge_price(rules, company, definition.train(kind).price)
            }
            TrainSource::Market(train, None) => {
                let state = self
                    .shared
                    .depot
                    .get(train)
                    .filter(|state| state.holder == TrainHolder::Pool);
                let Some(state) = state else {
                    reject!(
                        "E26-4.7.9-04",
                        "{} does not lie in the market",
                        definition.train_name(train)
                    )
                };
                self.may_own(rules, company, state.kind)?;
                self.judge_price(rules, company, definition.train(state.kind).price)
            }
            TrainSource::Company(train, seller, price, terms) => {
                let name = definition.train_name(train);
                require!(
                    self.since(rules, "6H"),
                    "E26-2-09",
                    "companies trade trains from the first 6H on"
                );
                require!(
                    terms == Terms::default() && seller != company,
                    "E26-4.7.9-05",
                    "a sale of trains is one between two companies, and has no terms but its price"
                );
                let state = self
                    .is_floated(seller)
                    .then(|| self.shared.trains(seller).find(|state| state.id == train))
                    .flatten();
                let Some(state) = state else {
                    reject!("E26-4.7.9-05", "{} does not own {name}", rules.id(seller))
                };
                require!(
                    self.president(rules, seller).is_some(),
                    "E26-4.7.9-05",
                    "{} has no president who could agree",
                    rules.id(seller)
                );
                if let Some((_, Step::Trains { borrowed: true }, _)) = self.turn() {
                    reject!(
                        "E26-4.8.4-01",
                        "{id} has borrowed for a train: that buys one from the bank"
                    )
                }
                self.may_own(rules, company, state.kind)?;
                let face = definition.train(state.kind).price;
                let bounds = self.bounds(rules, company, seller, face);
                require!(
                    price >= bounds.min,
                    bounds.min_rule,
                    "the price of {name} is at least {}",
                    rules.money(bounds.min)
                );
                require!(
                    price <= bounds.max,
                    bounds.max_rule,
                    "{id} can pay {} at most for {name}, not {}",
                    rules.money(bounds.max),
                    rules.money(price)
                );
                Ok(price)
            }
            _ => reject!("E26-4.7.9-02", "nothing is handed in for a train"),
        }
    }

    pub(super) fn plan_trains(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => {
                if let Some(least) = self
                    .cheapest_train(rules)
                    .filter(|_| self.must_buy(company))
                {
                    reject!(
                        "E26-4.8-01",
                        "{} must own a train at the end of its turn: the cheapest costs {}, it has {}",
                        rules.id(company),
                        rules.money(least),
                        rules.money(self.shared.treasury(company))
                    )
                }
                Ok(0)
            }
            Action::Train(source) => self.plan_train(rules, company, source),
            Action::Borrow => self.plan_borrow(rules, company),
            Action::Bond(BondDeal::Issue(count)) => self.plan_issue(rules, company, count),
            Action::Sell(..) | Action::Bankrupt => self.plan_help(rules, seat, company, action),
            Action::Issue(_) if self.must_buy(company) => reject!(
                "E26-4.8.1-04",
                "treasury shares are not sold to pay for a train that must be bought"
            ),
            _ => self.wrong_step(rules, step, company, action),
        }
    }

    pub(super) fn legal_trains(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
    ) -> Vec<Choice> {
        let definition = &rules.definition;
        let mut domain = vec![Action::Pass, Action::Borrow];
        let kinds = (0..definition.trains.len()).map(KindId::from);
        domain.extend(kinds.map(|kind| Action::Train(TrainSource::Stack(kind, None))));
        let pool = self.shared.depot.of(TrainHolder::Pool);
        domain.extend(pool.map(|train| Action::Train(TrainSource::Market(train.id, None))));
        domain.extend((1..=self.bonds.treasury).map(|count| Action::Bond(BondDeal::Issue(count))));
        domain.extend(self.sales(rules, seat, SaleIn::Forced(company)));
        domain.push(Action::Bankrupt);
        let mut choices: Vec<Choice> = domain
            .into_iter()
            .filter(|action| self.plan_trains(rules, seat, company, step, action).is_ok())
            .map(Choice::One)
            .collect();
        for train in self.shared.depot.all() {
            choices.extend(self.offer(rules, company, train));
        }
        choices
    }

    /// The train of another company at any price that may be agreed.
    fn offer(&self, rules: &Rules, company: CompanyId, train: &TrainState) -> Option<Choice> {
        let TrainHolder::Company(seller) = train.holder else {
            return None;
        };
        let face = rules.definition.train(train.kind).price;
        let bounds = self.bounds(rules, company, seller, face);
        let least = TrainSource::Company(train.id, seller, bounds.min, Terms::default());
        self.plan_train(rules, company, least).ok()?;
        Some(Choice::Amount(
            Action::Train(least),
            Range {
                min: bounds.min,
                max: bounds.max,
                step: 1,
            },
        ))
    }

    pub(super) fn do_train(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        source: TrainSource,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        let to = TrainHolder::Company(company);
        match source {
            TrainSource::Stack(kind, _) => {
                self.pay_train(rules, company, definition.train(kind).price, events);
                let train = self.shared.depot.take(definition, kind, to);
                events.push(Event::TrainMoved {
                    train,
                    kind,
                    from: None,
                    to,
                });
                self.set_step(Step::Trains { borrowed: false });
                self.close_with_train(rules, company, events);
                self.begin_phase(rules, kind, company, events);
            }
            TrainSource::Market(train, _) => {
                let kind = self.shared.depot.get(train).map(|state| state.kind);
                let price = kind.map_or(0, |kind| definition.train(kind).price);
                self.pay_train(rules, company, price, events);
                self.shared.move_train(events, train, to);
                self.set_step(Step::Trains { borrowed: false });
                self.close_with_train(rules, company, events);
            }
            TrainSource::Company(train, seller, price, _) => {
                self.pay(
                    events,
                    Account::Company(company),
                    Account::Company(seller),
                    price,
                    Cause::Train,
                );
                self.shared.move_train(events, train, to);
                self.close_with_train(rules, company, events);
            }
            TrainSource::Onto(..) => {}
        }
    }

    /// The treasury pays the bank; what it lacks comes from the president (E26-4.8.1-05).
    fn pay_train(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let account = Account::Company(company);
        let short = price - self.shared.treasury(company);
        if short > 0
            && let Some(seat) = self.president(rules, company)
        {
            self.pay(events, Account::Player(seat), account, short, Cause::Help);
        }
        self.pay(events, account, Account::Bank, price, Cause::Train);
    }

    /// Privates that brought shares of the company close with its first train (E26-4.3-13).
    fn close_with_train(&mut self, rules: &Rules, company: CompanyId, events: &mut Vec<Event>) {
        for &(private, of, _) in &rules.special.comes_with {
            if of == company {
                self.close_private(rules, private, events);
            }
        }
    }
}
