//! Section 4.1: the supply of units, diesel railcars and switchers, and purchases from the bank.

use super::s4_4_7_trains::least_size;
use super::{Harz, HarzRules, Offer};
use crate::action::{CompanySet, TrainSource};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, KindId, TrainId};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;
use crate::rules::TrainRun;

impl HarzRules {
    /// The row that has the company pay from its treasury.
    pub(super) fn money_row(&self, company: CompanyId) -> &'static str {
        if self.is_mine(company) {
            "H73-4.2.4-08"
        } else if self.is_mining(company) {
            "H73-4.3.5-06"
        } else {
            "H73-4.4.7-07"
        }
    }

    /// All kinds of units, diesel railcars and switchers.
    pub(super) fn kinds(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.definition.trains.len()).map(KindId::from)
    }
}

impl Harz {
    /// Whether the company may own one more of that kind at all, whoever sells it.
    pub(super) fn plan_kind(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        kind: KindId,
    ) -> Result<(), Rejection> {
        let name = rules.name(company);
        let unit = &rules.definition.train(kind).name;
        let run = rules.definition.train(kind).run;
        match run {
            TrainRun::Machine(_) => require!(
                !rules.is_railway(company),
                "H73-4.1-01",
                "{unit} is a machine: only mines and mining companies own machines, {name} owns trains"
            ),
            TrainRun::Switcher(_) => {}
            _ => require!(
                rules.is_railway(company),
                "H73-4.1-01",
                "{unit} is a train: only railways own trains, {name} owns machines"
            ),
        }
        if self.owes_train(rules, company) {
            match run {
                TrainRun::Runs(size) => require!(
                    size >= least_size(rules, company),
                    "H73-4.4.7-03",
                    "{name}'s compulsory train must be of size 2 or more, to run its whole concession route"
                ),
                _ => reject!(
                    "H73-4.4.7-01",
                    "{name}'s first purchase is a standard train, {unit} only comes after it"
                ),
            }
        }
        let mut trains = self.shared.trains(company);
        let diesel = |kind| rules.definition.train(kind).run == TrainRun::Diesel;
        require!(
            !diesel(kind) || !trains.any(|train| diesel(train.kind)),
            "H73-4.1-09",
            "{name} has a diesel railcar, and one is the most"
        );
        Ok(())
    }

    /// Whether the bank sells that kind now.
    fn plan_on_offer(&self, rules: &HarzRules, kind: KindId) -> Result<(), Rejection> {
        let definition = &rules.definition;
        let unit = &definition.train(kind).name;
        match definition.train(kind).run {
            TrainRun::Switcher(size) => {
                let phase = usize::from(self.shared.phase);
                let now = rules.special.switchers.get(phase).copied().unwrap_or(0);
                if now == 0 {
                    reject!(
                        "H73-4.1-07",
                        "{unit} is not on offer: the first switchers come with the first unit of size 2"
                    )
                }
                require!(
                    now == size,
                    "H73-4.1-07",
                    "{unit} is not on offer: switchers of size {now} are"
                );
            }
            TrainRun::Diesel => {
                require!(
                    self.diesels,
                    "H73-4.1-08",
                    "diesel railcars come with the first set of three operating rounds of phase 5"
                );
                require!(
                    self.shared.depot.left(definition, kind) != Some(0),
                    "H73-4.1-04",
                    "no diesel railcar is left"
                );
            }
            _ => {
                let top = self.shared.depot.top(definition);
                require!(
                    top == Some(definition.stack_of(kind)),
                    "H73-4.1-03",
                    "{unit} is not on offer: {} is",
                    top.map_or("nothing", |top| &definition.train(top).name)
                );
            }
        }
        Ok(())
    }

    fn plan_payment(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        kind: KindId,
    ) -> Result<i32, Rejection> {
        let unit = rules.definition.train(kind);
        let treasury = self.shared.treasury(company);
        require!(
            unit.price <= treasury,
            rules.money_row(company),
            "{}'s treasury is too small: it has {}, {} costs {}",
            rules.name(company),
            rules.money(treasury),
            unit.name,
            rules.money(unit.price)
        );
        Ok(unit.price)
    }

    /// A purchase in the steps of machines and of trains, of whatever source.
    pub(super) fn plan_purchase(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        source: TrainSource,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        match source {
            TrainSource::Stack(_, Some(_)) => {
                reject!("H73-4.1-05", "units are not traded in: the price is fixed")
            }
            TrainSource::Market(..) => reject!(
                "H73-4.4.7-12",
                "there is no market of trains: what is scrapped is out of the game"
            ),
            TrainSource::Company(train, seller, price, terms) => self.plan_trade(
                rules,
                &Offer {
                    train,
                    seller,
                    buyer: company,
                    price,
                    terms,
                },
            ),
            TrainSource::Stack(kind, None) => {
                self.plan_kind(rules, company, kind)?;
                match rules.definition.train(kind).run {
                    TrainRun::Machine(size) if rules.is_mine(company) => {
                        let has = self.mine(company).machine;
                        require!(
                            size > has,
                            "H73-4.2.4-01",
                            "{name} has a machine of size {has}: it buys a larger one only"
                        );
                        require!(
                            self.shared.phase > 0 || !rules.options.machines_from_phase_2,
                            "H73-RUL-40",
                            "independent mines buy machines from phase 2 on"
                        );
                    }
                    TrainRun::Machine(size) => {
                        require!(
                            !self.smaller(company, size).is_empty(),
                            "H73-4.3.5-01",
                            "{name} has no machine smaller than {size}"
                        );
                        reject!(
                            "H73-4.3.5-02",
                            "say for which of {name}'s mines it is, with all their ids"
                        )
                    }
                    TrainRun::Switcher(_) => self.plan_on(rules, company, None)?,
                    _ => {}
                }
                self.plan_on_offer(rules, kind)?;
                self.plan_payment(rules, company, kind)
            }
            TrainSource::Onto(kind, mines) => {
                self.plan_kind(rules, company, kind)?;
                require!(
                    rules.is_mining(company) && !mines.is_empty(),
                    "H73-4.3.5-02",
                    "only a mining company names mines, and {name} is none"
                );
                self.plan_mines(rules, company, kind, mines)?;
                self.plan_on_offer(rules, kind)?;
                self.plan_payment(rules, company, kind)
            }
        }
    }

    pub(super) fn do_purchase(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        source: TrainSource,
        events: &mut Vec<Event>,
    ) {
        let (kind, mines) = match source {
            TrainSource::Stack(kind, _) if rules.is_mine(company) => {
                (kind, CompanySet::default().with(company))
            }
            TrainSource::Stack(kind, _) => (kind, CompanySet::default()),
            TrainSource::Onto(kind, mines) => (kind, mines),
            TrainSource::Market(..) => return,
            TrainSource::Company(train, seller, price, terms) => {
                let offer = Offer {
                    train,
                    seller,
                    buyer: company,
                    price,
                    terms,
                };
                return self.do_trade(rules, offer, events);
            }
        };
        let unit = rules.definition.train(kind);
        self.shared.pay(
            events,
            Account::Company(company),
            Account::Bank,
            unit.price,
            Cause::Train,
        );
        let card = self.take_unit(rules, company, kind, events);
        if let TrainRun::Machine(size) = unit.run {
            for mine in mines.iter() {
                if let Some(facts) = self.mine_mut(mine) {
                    facts.machine = size;
                    events.push(Event::MachinePlaced { mine, size });
                }
            }
        } else {
            self.received(rules, company, card, mines.iter().next(), events);
        }
    }

    /// The company has just got a train or switcher: a switcher goes onto its mine and scraps the one there
    /// (H73-4.2.4-04, H73-4.3.5-05), the compulsory train ends the concession.
    pub(super) fn received(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        train: TrainId,
        on: Option<CompanyId>,
        events: &mut Vec<Event>,
    ) {
        if rules.is_railway(company) {
            // H73-4.4.7-05: before its compulsory train it gets no other card.
            if self.owes_train(rules, company) {
                self.concession_done(rules, company, events);
            }
        } else if let Some(mine) = self.place_for(rules, company, on) {
            self.scrap_switcher(mine, events);
            if let Some(facts) = self.mine_mut(mine) {
                facts.switcher = Some(train);
            }
            events.push(Event::SwitcherPlaced { mine, train });
        }
    }

    /// The card leaves the game, and the mine it lies on.
    pub(super) fn scrap(&mut self, train: TrainId, events: &mut Vec<Event>) {
        for mine in &mut self.mines {
            if mine.switcher == Some(train) {
                mine.switcher = None;
            }
        }
        self.shared.move_train(events, train, TrainHolder::Gone);
    }

    /// Takes the next unit for a company as that kind; may start a phase. Payment is the caller's. The card of a
    /// machine leaves the game at once: its markers stand for it.
    pub(super) fn take_unit(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        kind: KindId,
        events: &mut Vec<Event>,
    ) -> TrainId {
        let holder = match rules.definition.train(kind).run {
            TrainRun::Machine(_) => TrainHolder::Gone,
            _ => TrainHolder::Company(company),
        };
        let train = self.shared.depot.take(&rules.definition, kind, holder);
        events.push(Event::TrainMoved {
            train,
            kind,
            from: None,
            to: holder,
        });
        self.check_phase(rules, kind, events);
        train
    }
}
