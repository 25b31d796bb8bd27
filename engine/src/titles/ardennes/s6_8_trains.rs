//! Section 6.8: buying trains from the stack, the open market and other companies.

use super::s4_market_limits::SaleIn;
use super::s6_8_5_money::TRADE_IN;
use super::{ArdRules, Ardennes, Frame, Offer, Step};
use crate::action::{Action, Terms, TrainSource};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, KindId, Seat, TrainId};
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;

impl Ardennes {
    /// How many trains the company may own now (ARD-2-03, 2.2-03, 2.3-01, 2.4-02).
    pub(crate) fn limit_of(&self, rules: &ArdRules, company: CompanyId) -> u8 {
        let kind = if self.is_minor(rules, company) {
            "minor"
        } else {
            "major"
        };
        let phase = rules.definition.phases.get(usize::from(self.shared.phase));
        phase
            .and_then(|phase| phase.train_limit.get(kind))
            .copied()
            .unwrap_or(0)
    }

    /// Trains that count for the limit (ARD-6.8.1-01).
    pub(super) fn counted(&self, company: CompanyId) -> usize {
        self.shared
            .trains(company)
            .filter(|train| !train.obsolete)
            .count()
    }

    pub(super) fn over_limit(&self, rules: &ArdRules, company: CompanyId) -> bool {
        self.counted(company) > usize::from(self.limit_of(rules, company))
    }

    pub(super) fn check_limit(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        trades: bool,
    ) -> Result<(), Rejection> {
        let limit = self.limit_of(rules, company);
        if self.counted(company) >= usize::from(limit) && !trades {
            let rule = match (self.is_minor(rules, company), limit) {
                (true, _) => "ARD-2-03",
                (_, 4) => "ARD-2.2-03",
                (_, 3) => "ARD-2.3-01",
                _ => "ARD-2.4-02",
            };
            reject!(
                rule,
                "{} has {} trains, the limit is {limit}",
                rules.definition.at(company).id,
                self.counted(company)
            )
        }
        Ok(())
    }

    pub(super) fn plan_train(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        source: TrainSource,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let money = |sum| definition.money.print(sum);
        let id = &definition.at(company).id;
        match source {
            TrainSource::Stack(kind, old) => {
                let top = self.shared.depot.top(definition);
                let name = &definition.train(kind).name;
                require!(
                    kind.index() < definition.trains.len()
                        && top == Some(definition.stack_of(kind)),
                    "ARD-6.8-04",
                    "a {name} is not on top of the stack: a {} is",
                    top.map_or("nothing", |top| &definition.train(top).name)
                );
                self.may_own(rules, company, kind)?;
                let price = self.check_trade(rules, company, kind, old)?;
                self.check_limit(rules, company, old.is_some())?;
                self.check_bank_money(rules, company, price)
            }
            TrainSource::Market(train, old) => {
                let name = definition.train_name(train);
                let state = self
                    .shared
                    .depot
                    .get(train)
                    .filter(|state| state.holder == TrainHolder::Pool);
                let Some(state) = state else {
                    reject!("ARD-6.8-05", "{name} does not lie in the open market")
                };
                self.may_own(rules, company, state.kind)?;
                let price = self.check_trade(rules, company, state.kind, old)?;
                self.check_limit(rules, company, old.is_some())?;
                self.check_bank_money(rules, company, price)
            }
            TrainSource::Onto(..) => reject!("ARD-6.8-04", "there are no mines to put it on"),
            TrainSource::Company(train, seller, price, terms) => {
                require!(
                    terms == Terms::default(),
                    "ARD-6.8.3-01",
                    "a sale of trains has no terms but its price"
                );
                let name = definition.train_name(train);
                let seller_id = &definition.at(seller).id;
                require!(
                    seller != company,
                    "ARD-6.8.3-01",
                    "{id} cannot buy from itself"
                );
                let state = self.shared.trains(seller).find(|state| state.id == train);
                let Some(state) = state else {
                    reject!("ARD-6.8.3-01", "{seller_id} does not own {name}")
                };
                require!(
                    self.shared.is_open(seller),
                    "ARD-6.8.3-01",
                    "{seller_id} is not in play"
                );
                require!(
                    !state.obsolete,
                    "ARD-6.8.1-02",
                    "{name} is obsolete and waits for its last run"
                );
                require!(
                    self.director(rules, seller).is_some() || rules.options.autopilot_sells,
                    "ARD-6.8.3-01",
                    "{seller_id} has no president who could agree to a sale"
                );
                self.may_own(rules, company, state.kind)?;
                self.check_limit(rules, company, false)?;
                let least = self.least_for(rules, company, state);
                require!(
                    price >= least,
                    if least > 1 {
                        "ARD-6.8.5-12"
                    } else {
                        "ARD-6.8.3-01"
                    },
                    "the price is at least {}",
                    money(least)
                );
                let (most, rule) = self.most_for(rules, company, state);
                require!(
                    price <= most,
                    rule,
                    "{id} can pay at most {} for {name}, not {}",
                    money(most),
                    money(price)
                );
                Ok(price)
            }
        }
    }

    pub(super) fn plan_trains(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        match action {
            Action::Pass => {
                require!(
                    !self.must_buy(rules, company),
                    "ARD-6.8.4-01",
                    "{} must own a train at the end of its turn",
                    definition.at(company).id
                );
                Ok(0)
            }
            Action::Train(source) => self.plan_train(rules, company, *source),
            Action::Sell(other, units) => {
                self.plan_sale(rules, seat, *other, *units, SaleIn::Forced(company))?;
                let without = i32::from(units.saturating_sub(1)) * self.price(rules, *other);
                self.sale_needed(rules, seat, company, without, |trial| {
                    trial.do_sale(
                        rules,
                        seat,
                        *other,
                        *units,
                        Account::Player(seat),
                        &mut Vec::new(),
                    );
                })?;
                Ok(0)
            }
            Action::SellPrivate(private) => {
                require!(
                    self.privates_of(rules, seat).any(|id| id == *private),
                    "ARD-3.2.5-03",
                    "you do not hold {}",
                    definition.private_at(*private).id
                );
                self.sale_needed(rules, seat, company, 0, |trial| {
                    trial.sell_private(
                        rules,
                        seat,
                        *private,
                        Account::Player(seat),
                        &mut Vec::new(),
                    );
                })?;
                Ok(0)
            }
            Action::Bankrupt => self.plan_bankrupt_trains(rules, seat, company),
            Action::Issue(_) => reject!("ARD-6.8.5-07", "the step of issuing shares is over"),
            _ => self.wrong_step(
                rules,
                Step::Trains {
                    raised: false,
                    last_sale: 0,
                },
                company,
                first,
                action,
            ),
        }
    }

    pub(super) fn legal_trains(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        first: bool,
    ) -> Vec<Choice> {
        let definition = &rules.definition;
        let mut domain = Vec::new();
        let own: Vec<Option<TrainId>> = std::iter::once(None)
            .chain(self.trains_of(company).into_iter().map(Some))
            .collect();
        for kind in (0..definition.trains.len()).map(KindId::from) {
            domain.extend(
                own.iter()
                    .map(|&old| Action::Train(TrainSource::Stack(kind, old))),
            );
        }
        for train in self.shared.depot.of(TrainHolder::Pool) {
            domain.extend(
                own.iter()
                    .map(|&old| Action::Train(TrainSource::Market(train.id, old))),
            );
        }
        domain.extend(self.sales(rules, seat, SaleIn::Forced(company)));
        domain.extend(self.privates_of(rules, seat).map(Action::SellPrivate));
        domain.push(Action::Bankrupt);
        domain.push(Action::Pass);
        let mut choices: Vec<Choice> = domain
            .into_iter()
            .filter(|action| {
                self.plan_trains(rules, seat, company, first, action)
                    .is_ok()
            })
            .map(Choice::One)
            .collect();
        for train in self.shared.depot.all() {
            let TrainHolder::Company(seller) = train.holder else {
                continue;
            };
            let min = self.least_for(rules, company, train);
            let least = TrainSource::Company(train.id, seller, min, Terms::default());
            if seller != company && self.plan_train(rules, company, least).is_ok() {
                let (max, _) = self.most_for(rules, company, train);
                choices.push(Choice::Amount(
                    Action::Train(least),
                    Range { min, max, step: 1 },
                ));
            }
        }
        choices
    }

    pub(super) fn do_trains(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Pass => self.end_turn(company),
            Action::Train(source) => self.do_train(rules, company, source, events),
            Action::Sell(other, units) => {
                let price = self.price(rules, other);
                self.do_sale(rules, seat, other, units, Account::Player(seat), events);
                self.set_step(Step::Trains {
                    raised: true,
                    last_sale: price,
                });
            }
            Action::SellPrivate(private) => {
                // In the reference only a sale of shares binds the purchase after it.
                let binds =
                    self.must_buy(rules, company) && !rules.options.president_helps_when_short;
                self.sell_private(rules, seat, private, Account::Player(seat), events);
                if binds {
                    self.set_step(Step::Trains {
                        raised: true,
                        last_sale: rules.definition.private_at(private).value,
                    });
                }
            }
            Action::Bankrupt => self.do_bankrupt_trains(rules, seat, company, events),
            _ => {}
        }
    }

    pub(super) fn do_train(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        source: TrainSource,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        match source {
            TrainSource::Stack(kind, old) => {
                let price = definition.train(kind).price - if old.is_some() { TRADE_IN } else { 0 };
                self.pay_train(rules, company, Account::Bank, price, events);
                if let Some(old) = old {
                    self.send_to_market(old, events);
                }
                let train = self
                    .shared
                    .depot
                    .take(definition, kind, TrainHolder::Company(company));
                events.push(Event::TrainMoved {
                    train,
                    kind,
                    from: None,
                    to: TrainHolder::Company(company),
                });
                self.bought_now.push(train);
                self.begin_phase(rules, kind, company, events);
            }
            TrainSource::Market(train, old) => {
                let Some(kind) = self.shared.depot.get(train).map(|state| state.kind) else {
                    return;
                };
                let price = definition.train(kind).price - if old.is_some() { TRADE_IN } else { 0 };
                self.pay_train(rules, company, Account::Bank, price, events);
                if let Some(old) = old {
                    self.send_to_market(old, events);
                }
                self.shared
                    .move_train(events, train, TrainHolder::Company(company));
                self.bought_now.push(train);
            }
            TrainSource::Onto(..) => {}
            TrainSource::Company(train, seller, price, _) => {
                let (asker, asked) = (self.director(rules, company), self.director(rules, seller));
                if asker == asked || asked.is_none() {
                    self.trade(
                        rules,
                        Offer {
                            train,
                            seller,
                            buyer: company,
                            price,
                        },
                        events,
                    );
                } else if let Some(seat) = asked {
                    // ARD-RUL-30: the other side must agree.
                    events.push(Event::Asked { seat });
                    self.frames.push(Frame::Answer {
                        offer: Offer {
                            train,
                            seller,
                            buyer: company,
                            price,
                        },
                    });
                }
            }
        }
    }

    pub(super) fn trade(&mut self, rules: &ArdRules, offer: Offer, events: &mut Vec<Event>) {
        self.pay_train(
            rules,
            offer.buyer,
            Account::Company(offer.seller),
            offer.price,
            events,
        );
        self.shared
            .move_train(events, offer.train, TrainHolder::Company(offer.buyer));
        self.bought_now.push(offer.train);
    }

    pub(super) fn do_answer(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        yes: bool,
        events: &mut Vec<Event>,
    ) {
        let Some(Frame::Answer { offer }) = self.frames.pop() else {
            return;
        };
        events.push(Event::Answered { seat, yes });
        if yes {
            self.trade(rules, offer, events);
        }
    }

    /// The treasury pays; what it lacks comes from the president (ARD-6.8.5-01).
    pub(super) fn pay_train(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        to: Account,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let lacking = price - self.shared.treasury(company);
        if lacking > 0
            && let Some(seat) = self.director(rules, company)
        {
            self.pay(
                rules,
                events,
                Account::Player(seat),
                Account::Company(company),
                lacking,
                Cause::Help,
            );
        }
        self.pay(
            rules,
            events,
            Account::Company(company),
            to,
            price,
            Cause::Train,
        );
    }
}
