//! Section XII: buying trains from the bank and from other companies, and the limit.

use super::{Frame, Offer, Step, Y35Rules, Y1835};
use crate::action::{Action, Terms, TrainSource};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, KindId, Seat, TrainId};
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;
use crate::rules::CompanyKind;

impl Y1835 {
    /// How many trains the company may own now (E35-XII-07).
    pub(crate) fn limit_of(&self, rules: &Y35Rules, company: CompanyId) -> u8 {
        let kind = match rules.kind(company) {
            CompanyKind::Minor => "minor",
            CompanyKind::National => "national",
            _ => "major",
        };
        rules
            .definition
            .phases
            .get(usize::from(self.shared.phase))
            .and_then(|phase| phase.train_limit.get(kind))
            .copied()
            .unwrap_or(0)
    }

    pub(super) fn over_limit(&self, rules: &Y35Rules, company: CompanyId) -> bool {
        self.shared.is_open(company)
            && self.shared.trains(company).count() > usize::from(self.limit_of(rules, company))
    }

    /// E35-XII-05: a share company that began its turn without a train must buy one.
    pub(super) fn must_buy(&self, rules: &Y35Rules, company: CompanyId) -> bool {
        let owned = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Turn {
                company: of, owned, ..
            } if *of == company => Some(*owned),
            _ => None,
        });
        !rules.is_minor(company)
            && owned == Some(false)
            && self.shared.trains(company).next().is_none()
    }

    /// Kind and price of a train that the bank sells, new or handed back.
    pub(super) fn bank_train(
        &self,
        rules: &Y35Rules,
        source: TrainSource,
    ) -> Result<(KindId, i32), Rejection> {
        let definition = &rules.definition;
        match source {
            TrainSource::Stack(kind, None) => {
                require!(
                    kind.index() < definition.trains.len(),
                    "E35-XII-02",
                    "there is no such train"
                );
                let name = &definition.train(kind).name;
                let top = self.shared.depot.top(definition);
                let rule = if self.kinds_sold.is_empty() || self.shared.phase == 0 {
                    "E35-PREP-09"
                } else {
                    "E35-XII-02"
                };
                require!(
                    top == Some(kind),
                    rule,
                    "a {name} is not on offer: a {} is",
                    top.map_or("nothing", |top| &definition.train(top).name)
                );
                Ok((kind, definition.train(kind).price))
            }
            TrainSource::Market(train, None) => {
                let state = self
                    .shared
                    .depot
                    .get(train)
                    .filter(|state| state.holder == TrainHolder::Pool);
                match state {
                    Some(state) => Ok((state.kind, definition.train(state.kind).price)),
                    None => reject!(
                        "E35-XII-11",
                        "{} is not among the trains handed back",
                        definition.train_name(train)
                    ),
                }
            }
            _ => reject!("E35-XII-12", "no train is handed in for another"),
        }
    }

    fn check_limit(&self, rules: &Y35Rules, company: CompanyId) -> Result<(), Rejection> {
        let limit = self.limit_of(rules, company);
        let count = self.shared.trains(company).count();
        require!(
            count < usize::from(limit),
            if self.shared.phase > 0 {
                "E35-XII-08"
            } else {
                "E35-XII-07"
            },
            "{} has {count} trains, the limit is {limit}",
            rules.id(company)
        );
        Ok(())
    }

    pub(super) fn plan_train(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        source: TrainSource,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let id = rules.id(company);
        let treasury = self.shared.treasury(company);
        let TrainSource::Company(train, seller, price, terms) = source else {
            let (_, price) = self.bank_train(rules, source)?;
            self.check_limit(rules, company)?;
            self.check_bank_money(rules, company, price)?;
            return Ok(price);
        };
        let name = definition.train_name(train);
        require!(
            self.shared.phase >= rules.special.phases.0,
            "E35-XII-03",
            "companies trade trains from phase 2 on"
        );
        require!(
            terms == Terms::default() && seller != company,
            "E35-XII-03",
            "a train is bought from another company, for a price only"
        );
        require!(
            self.shared.is_open(seller)
                && self.shared.trains(seller).any(|state| state.id == train),
            "E35-XII-03",
            "{} does not own {name}",
            rules.id(seller)
        );
        self.check_limit(rules, company)?;
        require!(price >= 1, "E35-XII-04", "the price is at least 1");
        let (most, rule) = self.most_for(rules, company);
        require!(
            price <= most,
            rule,
            "{id} has {}: it can pay at most {} for {name}",
            rules.money(treasury),
            rules.money(most)
        );
        Ok(price)
    }

    /// The most that may be paid to another company: the treasury, with the director's cash where he must help
    /// (E35-XII-13, 14, E35-RUL-22).
    pub(super) fn most_for(&self, rules: &Y35Rules, company: CompanyId) -> (i32, &'static str) {
        let treasury = self.shared.treasury(company);
        if !self.must_buy(rules, company) {
            return (treasury, "E35-XII-13");
        }
        let cash = self
            .director(rules, company)
            .map_or(0, |seat| self.shared.player_cash(seat));
        (treasury + cash.max(0), "E35-XII-14")
    }

    pub(super) fn plan_trains(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pass => {
                require!(
                    !self.must_buy(rules, company)
                        || rules.options.no_duty_to_own_train
                        || !self.any_bank_train(rules),
                    "E35-XII-05",
                    "{} must own a train: it buys one in this turn",
                    rules.id(company)
                );
                Ok(0)
            }
            Action::Train(source) => self.plan_train(rules, company, *source),
            Action::Bankrupt => reject!(
                "E35-XII-21",
                "a train is named first, then shares are sold for it"
            ),
            _ => Err(self.wrong_step(rules, company, Step::Trains, action)),
        }
    }

    /// Whether the bank has any train to sell: without one the duty cannot be met.
    fn any_bank_train(&self, rules: &Y35Rules) -> bool {
        self.shared.depot.top(&rules.definition).is_some()
            || self.shared.depot.of(TrainHolder::Pool).next().is_some()
    }

    /// Everything that the bank sells now.
    pub(super) fn bank_sources(&self, rules: &Y35Rules) -> Vec<TrainSource> {
        let mut sources: Vec<TrainSource> = (0..rules.definition.trains.len())
            .map(|index| TrainSource::Stack(KindId::from(index), None))
            .collect();
        sources.extend(
            self.shared
                .depot
                .of(TrainHolder::Pool)
                .map(|train| TrainSource::Market(train.id, None)),
        );
        sources
    }

    pub(super) fn legal_trains(&self, rules: &Y35Rules, company: CompanyId) -> Vec<Choice> {
        let mut choices: Vec<Choice> = self
            .bank_sources(rules)
            .into_iter()
            .map(Action::Train)
            .chain([Action::Pass])
            .filter(|action| self.plan_trains(rules, company, action).is_ok())
            .map(Choice::One)
            .collect();
        for train in self.shared.depot.all() {
            let TrainHolder::Company(seller) = train.holder else {
                continue;
            };
            let least = TrainSource::Company(train.id, seller, 1, Terms::default());
            if self.plan_train(rules, company, least).is_ok() {
                let (max, _) = self.most_for(rules, company);
                let range = Range {
                    min: 1,
                    max,
                    step: 1,
                };
                choices.push(Choice::Amount(Action::Train(least), range));
            }
        }
        choices
    }

    pub(super) fn do_trains(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Train(TrainSource::Company(train, seller, price, _)) => {
                let offer = Offer {
                    train,
                    seller,
                    buyer: company,
                    price,
                };
                let (asker, asked) = (self.director(rules, company), self.director(rules, seller));
                match asked {
                    // E35-XII-04: the other side must agree.
                    Some(seat) if asker != asked => {
                        events.push(Event::Asked { seat });
                        self.frames.push(Frame::Answer { offer });
                    }
                    _ => self.trade(rules, offer, events),
                }
            }
            Action::Train(source) => {
                let Ok((_, price)) = self.bank_train(rules, source) else {
                    return;
                };
                let cash = self
                    .director(rules, company)
                    .map_or(0, |seat| self.shared.player_cash(seat));
                if self.shared.treasury(company) + cash < price {
                    // E35-XII-17: `check_bank_money` has seen that he must and may sell.
                    self.sold_now.clear();
                    self.frames.push(Frame::Raise { company, source });
                } else {
                    self.buy_from_bank(rules, company, source, events);
                }
            }
            _ => self.end_turn(company),
        }
    }

    /// What the company lacks comes out of its director's cash (E35-XII-14).
    fn help(&mut self, rules: &Y35Rules, company: CompanyId, price: i32, events: &mut Vec<Event>) {
        let missing = price - self.shared.treasury(company);
        if let Some(seat) = self.director(rules, company).filter(|_| missing > 0) {
            self.pay(
                events,
                Account::Player(seat),
                Account::Company(company),
                missing,
                Cause::Help,
            );
        }
    }

    pub(super) fn buy_from_bank(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        source: TrainSource,
        events: &mut Vec<Event>,
    ) {
        let Ok((kind, price)) = self.bank_train(rules, source) else {
            return;
        };
        self.help(rules, company, price, events);
        self.pay(
            events,
            Account::Company(company),
            Account::Bank,
            price,
            Cause::Train,
        );
        let to = TrainHolder::Company(company);
        match source {
            TrainSource::Market(train, _) => self.shared.move_train(events, train, to),
            _ => {
                let train = self.shared.depot.take(&rules.definition, kind, to);
                events.push(Event::TrainMoved {
                    train,
                    kind,
                    from: None,
                    to,
                });
            }
        }
        self.close_by_train(rules, company, events);
        self.first_sold(rules, kind, company, events);
    }

    pub(super) fn trade(&mut self, rules: &Y35Rules, offer: Offer, events: &mut Vec<Event>) {
        self.help(rules, offer.buyer, offer.price, events);
        self.pay(
            events,
            Account::Company(offer.buyer),
            Account::Company(offer.seller),
            offer.price,
            Cause::Train,
        );
        self.shared
            .move_train(events, offer.train, TrainHolder::Company(offer.buyer));
        self.close_by_train(rules, offer.buyer, events);
    }

    pub(super) fn plan_answer(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        offer: Offer,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Agree if Some(seat) == self.director(rules, offer.seller) => Ok(0),
            Action::Refuse => Ok(0),
            Action::Agree => reject!(
                "E35-XII-04",
                "the seller must agree; you may take back the offer by refusing"
            ),
            _ => reject!(
                "E35-XII-04",
                "an offer for {} is open: agree or refuse",
                rules.definition.train_name(offer.train)
            ),
        }
    }

    pub(super) fn do_answer(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        offer: Offer,
        yes: bool,
        events: &mut Vec<Event>,
    ) {
        self.frames.pop();
        events.push(Event::Answered { seat, yes });
        if yes {
            self.trade(rules, offer, events);
        }
    }

    /// E35-XII-10: a train over the limit.
    pub(super) fn plan_discard(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        let Action::Discard(train) = action else {
            reject!(
                "E35-XII-10",
                "{id} is over its limit of {} trains: it hands back one first",
                self.limit_of(rules, company)
            )
        };
        require!(
            self.has_train(company, *train),
            "E35-XII-10",
            "{id} does not own {}",
            rules.definition.train_name(*train)
        );
        Ok(0)
    }

    fn has_train(&self, company: CompanyId, train: TrainId) -> bool {
        self.shared.trains(company).any(|state| state.id == train)
    }

    pub(super) fn legal_discard(&self, company: CompanyId) -> Vec<Choice> {
        self.shared
            .trains(company)
            .map(|train| Choice::One(Action::Discard(train.id)))
            .collect()
    }
}
