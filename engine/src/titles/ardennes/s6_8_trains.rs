//! Section 6.8: buying trains, phases, obsolescence, limits, forced purchase.

use super::s4_market_limits::SaleIn;
use super::{ArdRules, Ardennes, Frame, Offer, Step};
use crate::action::{Action, TrainSource};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, KindId, Seat, TrainId};
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::{TrainHolder, TrainState};
use crate::rules::TrainRun;

/// Discount on a 4D for a train handed in (ARD-6.8.2-03).
const TRADE_IN: i32 = 200;

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
    fn counted(&self, company: CompanyId) -> usize {
        self.shared
            .trains(company)
            .filter(|train| !train.obsolete)
            .count()
    }

    pub(super) fn over_limit(&self, rules: &ArdRules, company: CompanyId) -> bool {
        self.counted(company) > usize::from(self.limit_of(rules, company))
    }

    fn is_4d(rules: &ArdRules, kind: KindId) -> bool {
        matches!(rules.definition.train(kind).run, TrainRun::Four(_))
    }

    /// ARD-6.8.4-01: a public company without a train must get one.
    fn must_buy(&self, rules: &ArdRules, company: CompanyId) -> bool {
        !self.is_minor(rules, company) && self.shared.trains(company).next().is_none()
    }

    /// ARD-6.8.2-01, ARD-6.8.2-02.
    fn may_own(&self, rules: &ArdRules, company: CompanyId, kind: KindId) -> Result<(), Rejection> {
        if !Self::is_4d(rules, kind) {
            return Ok(());
        }
        let id = &rules.definition.at(company).id;
        require!(
            self.shared.company(company).units == 10 && !self.is_minor(rules, company),
            "ARD-6.8.2-01",
            "only a 10-share company may own a 4D, {id} is none"
        );
        require!(
            !self
                .shared
                .trains(company)
                .any(|train| Self::is_4d(rules, train.kind)),
            "ARD-6.8.2-02",
            "{id} has a 4D already, one is the limit"
        );
        Ok(())
    }

    /// Bank trains that the company may own now, with the price of each (ARD-RUL-31 (b)).
    fn bank_prices(&self, rules: &ArdRules, company: CompanyId) -> Vec<i32> {
        let definition = &rules.definition;
        let mut kinds: Vec<KindId> = self
            .shared
            .depot
            .of(TrainHolder::Pool)
            .map(|train| train.kind)
            .collect();
        if let Some(top) = self.shared.depot.top(definition) {
            kinds.extend(
                (0..definition.trains.len())
                    .map(KindId::from)
                    .filter(|&kind| definition.stack_of(kind) == top),
            );
        }
        kinds.retain(|&kind| self.may_own(rules, company, kind).is_ok());
        kinds
            .into_iter()
            .map(|kind| definition.train(kind).price)
            .collect()
    }

    /// The price of the cheapest bank train that the company may own.
    pub(super) fn cheapest_bank_train(&self, rules: &ArdRules, company: CompanyId) -> i32 {
        self.bank_prices(rules, company)
            .into_iter()
            .min()
            .unwrap_or(i32::MAX)
    }

    fn check_limit(
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

    /// ARD-6.8.2-03 to 05: what is handed in for a 4D, and the price then.
    fn check_trade(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        kind: KindId,
        old: Option<TrainId>,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let price = definition.train(kind).price;
        let Some(old) = old else { return Ok(price) };
        require!(
            Self::is_4d(rules, kind),
            "ARD-6.8.2-03",
            "only for a 4D a train can be handed in"
        );
        let state = self.shared.trains(company).find(|train| train.id == old);
        let name = definition.train_name(old);
        let Some(state) = state else {
            reject!(
                "ARD-6.8.2-03",
                "{} does not own {name}",
                definition.at(company).id
            )
        };
        let kind = &definition.train(state.kind).name;
        require!(
            matches!(kind.as_str(), "4" | "5" | "6") && !state.obsolete,
            "ARD-6.8.2-03",
            "a {kind} cannot be handed in for a 4D: a 4, 5 or 6 can"
        );
        Ok(price - TRADE_IN)
    }

    /// Whether the company, with its president's help where he owes it, can pay a bank train (ARD-6.8.5-01 to 12).
    fn check_bank_money(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        price: i32,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let money = |sum| definition.money.print(sum);
        let id = &definition.at(company).id;
        let treasury = self.shared.treasury(company);
        let Some((_, Step::Trains { raised, last_sale }, _)) = self.turn() else {
            reject!("ARD-6-04", "it is not the time to buy trains")
        };
        if !self.must_buy(rules, company) {
            require!(
                treasury >= price,
                if self.is_minor(rules, company) {
                    "ARD-6.8-02"
                } else {
                    "ARD-6.8.5-11"
                },
                "the train costs {}, {id} has {}",
                money(price),
                money(treasury)
            );
            return Ok(price);
        }
        let director = self.director(rules, company);
        let cash = director.map_or(0, |seat| self.shared.player_cash(seat));
        require!(
            treasury + cash >= price,
            "ARD-6.8.5-02",
            "the train costs {}: {id} has {}, its president {}",
            money(price),
            money(treasury),
            money(cash)
        );
        if raised && !rules.options.forced_sales_unbound {
            require!(
                treasury + cash - last_sale < price,
                "ARD-6.8.5-12",
                "the last sale was not needed for a train of {}: a dearer one must be bought",
                money(price)
            );
        }
        Ok(price)
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
            TrainSource::Company(train, seller, price) => {
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

    /// The most that may be paid to another company for a train, and the rule that bounds it (ARD-6.8.3-01 to 03).
    fn most_for(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        train: &TrainState,
    ) -> (i32, &'static str) {
        let treasury = self.shared.treasury(company);
        let cash = self
            .director(rules, company)
            .map_or(0, |seat| self.shared.player_cash(seat));
        let face = rules.definition.train(train.kind).price;
        if self.must_buy(rules, company) {
            if rules.options.president_helps_when_short {
                return (treasury.max(face.min(treasury + cash)), "ARD-6.8.3-02");
            }
            if treasury == 0 && !self.raised() {
                return (face.min(cash), "ARD-6.8.3-02");
            }
            return (treasury, "ARD-6.8.3-03");
        }
        (treasury, "ARD-6.8.3-01")
    }

    /// The least that may be paid to another company for a train (ARD-6.8.3-01). Where the reference lets the
    /// president help (ARD-DEP-05), it wants the last of the shares that he sold in this turn to be needed.
    fn least_for(&self, rules: &ArdRules, company: CompanyId, train: &TrainState) -> i32 {
        let treasury = self.shared.treasury(company);
        let face = rules.definition.train(train.kind).price;
        match self.turn() {
            Some((_, Step::Trains { raised, last_sale }, _))
                if raised && treasury < face && rules.options.president_helps_when_short =>
            {
                let cash = self
                    .director(rules, company)
                    .map_or(0, |seat| self.shared.player_cash(seat));
                (treasury + cash - last_sale + 1).max(1)
            }
            _ => 1,
        }
    }

    fn raised(&self) -> bool {
        matches!(self.turn(), Some((_, Step::Trains { raised: true, .. }, _)))
    }

    /// Whether a forced sale is needed (ARD-6.8.5-09, ARD-RUL-31 (c)): without its last unit, that is with `without`
    /// of its proceeds, some bank train is out of reach, and with it and what can be sold after it that train is paid.
    /// Otherwise the seller could end with money for a train that did not need his last sale, and none that did.
    fn sale_needed(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        without: i32,
        sell: impl FnOnce(&mut Self),
    ) -> Result<(), Rejection> {
        let definition = &rules.definition;
        require!(
            self.must_buy(rules, company),
            "ARD-6.8.5-11",
            "{} has a train: nothing may be sold for another",
            definition.at(company).id
        );
        if rules.options.forced_sales_unbound {
            return Ok(());
        }
        let have = self.shared.treasury(company) + self.shared.player_cash(seat) + without;
        let prices = self.bank_prices(rules, company);
        let dearest = prices.iter().copied().max().unwrap_or(0);
        require!(
            have < dearest,
            "ARD-6.8.5-09",
            "{} are there or come without the last share, the dearest train costs {}: this sale is not needed",
            definition.money.print(have),
            definition.money.print(dearest)
        );
        let mut trial = self.clone();
        sell(&mut trial);
        let most = trial.shared.treasury(company)
            + trial.shared.player_cash(seat)
            + trial.salable(rules, seat, SaleIn::Forced(company));
        // Where everything sold pays for no train at all he is bankrupt, and may sell on the way there.
        let doomed = prices.iter().all(|&price| price > most);
        require!(
            doomed || prices.iter().any(|&price| price > have && price <= most),
            "ARD-6.8.5-09",
            "with everything sold there would be {}: no train over {} is paid by that, so this sale serves none",
            definition.money.print(most),
            definition.money.print(have)
        );
        Ok(())
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
            let least = TrainSource::Company(train.id, seller, min);
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

    fn do_train(
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
            TrainSource::Company(train, seller, price) => {
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

    fn trade(&mut self, rules: &ArdRules, offer: Offer, events: &mut Vec<Event>) {
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

    /// ARD-2-01: the first train of a kind starts its phase at once, before anything else.
    pub(super) fn begin_phase(
        &mut self,
        rules: &ArdRules,
        kind: KindId,
        buyer: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        let name = &definition.train(kind).name;
        let Some(phase) = definition
            .phases
            .iter()
            .position(|phase| phase.on_trains.contains(name))
        else {
            return;
        };
        if phase <= usize::from(self.shared.phase) {
            return;
        }
        self.shared.phase = phase as u8;
        events.push(Event::PhaseBegan { phase: phase as u8 });
        match definition
            .phases
            .get(phase)
            .map(|phase| phase.name.as_str())
        {
            Some("4") => self.retire_twos(rules, events),
            Some("6") => self.scrap(rules, "3", |_| true, events),
            _ => {}
        }
        // ARD-RUL-29: discards, the buyer first, then in operating order.
        let mut owed: Vec<CompanyId> = vec![buyer];
        owed.extend(
            self.order(rules)
                .into_iter()
                .filter(|&company| company != buyer),
        );
        owed.retain(|&company| self.over_limit(rules, company));
        if !owed.is_empty() {
            self.frames.push(Frame::Discards { owed });
        }
    }

    /// ARD-2.3-02, ARD-2.3-03, ARD-6.8.1-03.
    fn retire_twos(&mut self, rules: &ArdRules, events: &mut Vec<Event>) {
        let done = self.operated_now();
        self.scrap(
            rules,
            "2",
            |holder| !matches!(holder, TrainHolder::Company(company) if !done.contains(&company)),
            events,
        );
        let Some(two) = rules.definition.kind("2") else {
            return;
        };
        let last: Vec<TrainId> = self
            .shared
            .depot
            .all()
            .iter()
            .filter(|train| train.kind == two && matches!(train.holder, TrainHolder::Company(_)))
            .map(|train| train.id)
            .collect();
        for train in last {
            if let Some(state) = self.shared.depot.get_mut(train) {
                state.obsolete = true;
            }
        }
    }

    /// Takes trains of a kind out of the game.
    fn scrap(
        &mut self,
        rules: &ArdRules,
        kind: &str,
        which: impl Fn(TrainHolder) -> bool,
        events: &mut Vec<Event>,
    ) {
        let Some(kind) = rules.definition.kind(kind) else {
            return;
        };
        events.push(Event::TrainsRusted { kind });
        let going: Vec<TrainId> = self
            .shared
            .depot
            .all()
            .iter()
            .filter(|train| {
                train.kind == kind && train.holder != TrainHolder::Gone && which(train.holder)
            })
            .map(|train| train.id)
            .collect();
        for train in going {
            self.shared.move_train(events, train, TrainHolder::Gone);
        }
    }

    pub(super) fn plan_discard(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        train: TrainId,
        rule: &'static str,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let state = self.shared.trains(company).find(|state| state.id == train);
        let name = definition.train_name(train);
        let Some(state) = state else {
            reject!(rule, "{} does not own {name}", definition.at(company).id)
        };
        require!(
            !state.obsolete,
            "ARD-6.8.1-01",
            "{name} waits for its last run and counts for no limit"
        );
        Ok(0)
    }

    pub(super) fn legal_discard(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        rule: &'static str,
    ) -> Vec<Choice> {
        self.shared
            .trains(company)
            .map(|train| train.id)
            .filter(|&train| self.plan_discard(rules, company, train, rule).is_ok())
            .map(|train| Choice::One(Action::Discard(train)))
            .collect()
    }

    /// Steps over companies that fit, and lets companies without president discard their cheapest train.
    pub(super) fn settle_discards(
        &mut self,
        rules: &ArdRules,
        owed: &[CompanyId],
        events: &mut Vec<Event>,
    ) -> bool {
        let Some(&company) = owed.first() else {
            self.frames.pop();
            return true;
        };
        if !self.over_limit(rules, company) {
            if let Some(Frame::Discards { owed }) = self.frames.last_mut() {
                owed.remove(0);
            }
            return true;
        }
        if self.director(rules, company).is_none() {
            self.discard_cheapest(rules, company, events);
            return true;
        }
        false
    }

    pub(super) fn discard_cheapest(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let cheapest = self
            .shared
            .trains(company)
            .filter(|train| !train.obsolete)
            .min_by_key(|train| (rules.definition.train(train.kind).price, train.id))
            .map(|train| train.id);
        if let Some(train) = cheapest {
            self.send_to_market(train, events);
        }
    }
}
