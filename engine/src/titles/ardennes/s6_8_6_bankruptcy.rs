//! Section 6.8.6: bankruptcy, companies without president, and who must go on; 5.3: failing to form.

use super::s4_market_limits::SaleIn;
use super::{ArdRules, Ardennes};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, PaperId, Seat};
use crate::rejection::{Rejection, require};
use crate::rolling_stock::TrainHolder;
use crate::rules::PaperDef;

impl Ardennes {
    /// ARD-5.3-15, ARD-5.3-16: only who truly can't form what he owes.
    pub(super) fn plan_bankrupt_stock(
        &self,
        rules: &ArdRules,
        seat: Seat,
    ) -> Result<i32, Rejection> {
        require!(
            self.owes(seat),
            "ARD-5.3-15",
            "only who must form a company and cannot is bankrupt"
        );
        let mut trial = self.clone();
        trial.sell_all(
            rules,
            seat,
            SaleIn::Stock,
            Account::Player(seat),
            &mut Vec::new(),
        );
        let can_form = trial
            .owed
            .iter()
            .filter(|owed| owed.seat == seat)
            .any(|owed| {
                rules
                    .special
                    .major_start
                    .iter()
                    .any(|&price| trial.plan_form(rules, seat, owed.company, price).is_ok())
            });
        require!(
            !can_form,
            "ARD-5.3-15",
            "you can form a company that you won: it takes {}",
            rules
                .definition
                .money
                .print(self.least_forming(rules, seat))
        );
        Ok(0)
    }

    pub(super) fn do_bankrupt_stock(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        events: &mut Vec<Event>,
    ) {
        // ARD-RUL-33: what can be sold is sold first; the money stays with the bank.
        if !rules.options.estate_sold {
            self.sell_all(rules, seat, SaleIn::Stock, Account::Player(seat), events);
        }
        self.leave(rules, seat, Account::Bank, events);
        // ARD-RUL-12: his unformed companies are free again, the bids are not returned.
        self.owed.retain(|owed| owed.seat != seat);
        if self.ends_by_bankruptcy(events) {
            return;
        }
        if self.shared.table.priority == seat {
            self.shared.table.priority = self.shared.table.after(seat);
        }
        self.end_stock_turn(rules, seat, true, events);
    }

    /// ARD-6.8.6-01.
    pub(super) fn plan_bankrupt_trains(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let minor = self.is_minor(rules, company);
        require!(
            !minor && self.shared.trains(company).next().is_none(),
            "ARD-6.8.6-01",
            "{} need not buy a train",
            definition.at(company).id
        );
        let raised = self.shared.treasury(company)
            + self.shared.player_cash(seat)
            + self.salable(rules, seat, SaleIn::Forced(company));
        let cheapest = self.cheapest_bank_train(rules, company);
        require!(
            raised < cheapest,
            "ARD-6.8.6-01",
            "{} can be raised, the cheapest train costs {}: you can pay",
            definition.money.print(raised),
            definition.money.print(cheapest)
        );
        Ok(0)
    }

    pub(super) fn do_bankrupt_trains(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if !rules.options.estate_sold {
            self.sell_all(
                rules,
                seat,
                SaleIn::Forced(company),
                Account::Player(seat),
                events,
            );
        }
        // ARD-6.8.6-02.
        self.leave(rules, seat, Account::Company(company), events);
        if self.ends_by_bankruptcy(events) {
            return;
        }
        if self.shared.table.priority == seat {
            self.shared.table.priority = self.shared.table.after(seat);
        }
        self.set_step(super::Step::Trains {
            raised: false,
            last_sale: 0,
        });
        if self.director(rules, company).is_none() {
            self.buy_with_help(rules, company, events);
        }
    }

    /// He leaves the game: cash to `estate`, everything else to the open market (ARD-6.8.6-03 to 06).
    fn leave(&mut self, rules: &ArdRules, seat: Seat, estate: Account, events: &mut Vec<Event>) {
        let definition = &rules.definition;
        events.push(Event::Bankrupt { seat });
        let cash = self.shared.player_cash(seat);
        self.pay(
            rules,
            events,
            Account::Player(seat),
            estate,
            cash,
            Cause::Estate,
        );
        if let Some(out) = self.shared.table.out.get_mut(seat.index()) {
            *out = true;
        }
        let held: Vec<PaperId> = (0..definition.papers.len())
            .map(PaperId::from)
            .filter(|&paper| self.shared.papers.holder(paper) == Holder::Player(seat))
            .collect();
        let mut headless = Vec::new();
        for paper in held {
            let Some(data) = definition.papers.get(paper.index()) else {
                continue;
            };
            let value = match data {
                PaperDef::Private(private) => definition.private_at(*private).value,
                PaperDef::Share {
                    company,
                    units,
                    director,
                    ..
                } => {
                    if *director {
                        headless.push(*company);
                    }
                    i32::from(*units) * self.price(rules, *company)
                }
            };
            if rules.options.estate_sold {
                // ARD-DEP-07.
                self.pay(rules, events, Account::Bank, estate, value, Cause::Estate);
            }
            self.shared.move_paper(events, paper, Holder::Pool);
        }
        for company in headless {
            if !self.is_minor(rules, company) {
                self.check_director_after(rules, company, seat, events);
            }
            if self.director(rules, company).is_none() {
                events.push(Event::DirectorChanged {
                    company,
                    from: Some(seat),
                    to: None,
                });
            }
        }
    }

    /// ARD-6.8.6-05: the next eligible player after the bankrupt takes the president's certificate.
    fn check_director_after(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        old: Seat,
        events: &mut Vec<Event>,
    ) {
        if let Some(next) = self.successor(rules, company, old, 0) {
            self.swap_director(rules, company, old, next, Holder::Pool, events);
        }
    }

    /// ARD-7-10.
    fn ends_by_bankruptcy(&mut self, events: &mut Vec<Event>) -> bool {
        let left = self.shared.table.out.iter().filter(|out| !**out).count();
        if left <= 1 {
            self.end_game(events);
        }
        left <= 1
    }

    /// ARD-6.8.6-14: the company that was buying has lost its president to nobody: it gets the cheapest train with
    /// the bank's help.
    fn buy_with_help(&mut self, rules: &ArdRules, company: CompanyId, events: &mut Vec<Event>) {
        let definition = &rules.definition;
        let price = self.cheapest_bank_train(rules, company);
        let missing = price - self.shared.treasury(company);
        self.pay(
            rules,
            events,
            Account::Bank,
            Account::Company(company),
            missing.max(0),
            Cause::Help,
        );
        self.pay(
            rules,
            events,
            Account::Company(company),
            Account::Bank,
            price,
            Cause::Train,
        );
        let to = TrainHolder::Company(company);
        let market = self
            .shared
            .depot
            .of(TrainHolder::Pool)
            .find(|train| definition.train(train.kind).price == price)
            .map(|train| train.id);
        if let Some(train) = market {
            self.shared.move_train(events, train, to);
        } else if let Some(kind) = self.shared.depot.top(definition) {
            let train = self.shared.depot.take(definition, kind, to);
            events.push(Event::TrainMoved {
                train,
                kind,
                from: None,
                to,
            });
            self.begin_phase(rules, kind, company, events);
        }
    }
}
