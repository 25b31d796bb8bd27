//! Section 4.1: trains and switchers sold between companies.

use super::s4_4_7_trains::least_size;
use super::{Frame, Harz, HarzRules, Offer};
use crate::action::{Action, Terms, TrainSource};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, KindId, Seat};
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;
use crate::rules::TrainRun;

impl HarzRules {
    /// The row that bounds the price which the buyer pays another company; `first`: for a compulsory train.
    fn price_row(&self, buyer: CompanyId, first: bool) -> &'static str {
        if self.is_mine(buyer) {
            "H73-4.2.4-05"
        } else if self.is_mining(buyer) {
            "H73-4.3.5-04"
        } else if first {
            "H73-4.4.7-02"
        } else {
            "H73-4.4.7-13"
        }
    }

    /// The row that has the maintenance on a card paid at the purchase.
    fn upkeep_row(&self, buyer: CompanyId) -> &'static str {
        if self.is_railway(buyer) {
            "H73-4.4.7-08"
        } else {
            "H73-4.2.4-06"
        }
    }
}

impl Harz {
    /// Prices from least to most that the two companies can agree on; empty if the most is below the least.
    fn price_range(&self, rules: &HarzRules, offer: &Offer, kind: KindId) -> Range {
        let upkeep = self.upkeep_of(rules, offer.train);
        let (mut min, mut max) = (1, rules.definition.train(kind).price.saturating_mul(2));
        let treasury = self.shared.treasury(offer.buyer);
        // H73-4.2.4-06: the price comes in before the seller pays the maintenance.
        if offer.terms.seller_pays {
            min = min.max(upkeep - self.shared.treasury(offer.seller));
            max = max.min(treasury);
        } else {
            max = max.min(treasury - upkeep);
        }
        Range { min, max, step: 1 }
    }

    pub(super) fn plan_trade(&self, rules: &HarzRules, offer: &Offer) -> Result<i32, Rejection> {
        let &Offer {
            train,
            seller,
            buyer,
            terms,
            ..
        } = offer;
        let definition = &rules.definition;
        let card = definition.train_name(train);
        let (from, to) = (rules.name(seller), rules.name(buyer));
        let state = self.shared.depot.get(train).copied();
        let Some(state) = state else {
            reject!("H73-4.1-10", "{card} is still in the supply: buy it there")
        };
        let kind = definition.train(state.kind);
        match kind.run {
            TrainRun::Machine(_) => reject!(
                "H73-4.1-10",
                "{card} is a machine, and machines are never traded"
            ),
            TrainRun::Switcher(_) => {}
            _ => {
                require!(
                    rules.is_railway(buyer),
                    "H73-4.1-10",
                    "{card} is a train: trains and diesel railcars go to railways only"
                );
                require!(
                    seller != rules.special.external,
                    "H73-4.4.7-11",
                    "nothing is bought from the {from}"
                );
            }
        }
        // Its own mines sell nothing to a public mining company, either.
        require!(
            seller != buyer && !self.pits(buyer).contains(&seller),
            if rules.is_railway(buyer) {
                "H73-4.1-10"
            } else {
                "H73-4.3.5-04"
            },
            "the seller must be another company than {to}"
        );
        require!(
            state.holder == TrainHolder::Company(seller),
            "H73-4.1-10",
            "{from} does not own {card}"
        );
        self.plan_kind(rules, buyer, state.kind)?;
        self.plan_on(rules, buyer, terms.on)?;
        if matches!(kind.run, TrainRun::Runs(_)) {
            require!(
                self.keeps_standard(rules, seller, train),
                "H73-4.4.7-09",
                "{card} is {from}'s last standard train{}",
                if least_size(rules, seller) > 1 {
                    " of size 2 or more"
                } else {
                    ""
                }
            );
        }
        require!(
            self.controller(rules, seller).is_some() || rules.options.receivership_sells,
            "H73-6.2-11",
            "{from} is in receivership: nobody can agree to a sale of {card}"
        );
        self.plan_price(rules, offer, state.kind)
    }

    /// Whether the price is in range and both sides can pay what they are to pay.
    fn plan_price(&self, rules: &HarzRules, offer: &Offer, kind: KindId) -> Result<i32, Rejection> {
        let Offer {
            seller,
            buyer,
            price,
            terms,
            ..
        } = *offer;
        let money = |sum| rules.money(sum);
        let card = rules.definition.train_name(offer.train);
        let (from, to) = (rules.name(seller), rules.name(buyer));
        let most = rules.definition.train(kind).price.saturating_mul(2);
        require!(
            (1..=most).contains(&price),
            rules.price_row(buyer, self.owes_train(rules, buyer)),
            "{card} costs {} to twice its face value, {}, not {}",
            money(1),
            money(most),
            money(price)
        );
        let upkeep = self.upkeep_of(rules, offer.train);
        let row = rules.upkeep_row(buyer);
        require!(
            upkeep > 0 || !terms.seller_pays,
            row,
            "no maintenance is due on {card} now: there is nothing for {from} to pay"
        );
        let treasury = self.shared.treasury(buyer);
        require!(
            price <= treasury,
            rules.money_row(buyer),
            "{to}'s treasury is too small: it has {} of the price of {}",
            money(treasury),
            money(price)
        );
        let range = self.price_range(rules, offer, kind);
        if terms.seller_pays {
            require!(
                price >= range.min,
                row,
                "{from}'s treasury is too small: with the price it has {} of {} of maintenance",
                money(self.shared.treasury(seller) + price),
                money(upkeep)
            );
        } else {
            require!(
                price <= range.max,
                row,
                "{to}'s treasury is too small: it has {} for the price of {} and {} of maintenance",
                money(treasury),
                money(price),
                money(upkeep)
            );
        }
        Ok(price + if terms.seller_pays { 0 } else { upkeep })
    }

    /// Every card that the company may buy of another one, with the terms and the range of prices.
    pub(super) fn legal_trades(&self, rules: &HarzRules, buyer: CompanyId) -> Vec<Choice> {
        let ons: Vec<Option<CompanyId>> = std::iter::once(None)
            .chain(self.pits(buyer).iter().copied().map(Some))
            .collect();
        let mut choices = Vec::new();
        for card in self.shared.depot.all() {
            let TrainHolder::Company(seller) = card.holder else {
                continue;
            };
            for seller_pays in [false, true] {
                for &on in &ons {
                    let mut offer = Offer {
                        train: card.id,
                        seller,
                        buyer,
                        price: 0,
                        terms: Terms { seller_pays, on },
                    };
                    let range = self.price_range(rules, &offer, card.kind);
                    offer.price = range.min;
                    if self.plan_trade(rules, &offer).is_ok() {
                        let source =
                            TrainSource::Company(card.id, seller, offer.price, offer.terms);
                        choices.push(Choice::Amount(Action::Train(source), range));
                    }
                }
            }
        }
        choices
    }

    /// Sells at once, or asks the seller (H73-RUL-06, H73-RUL-47).
    pub(super) fn do_trade(&mut self, rules: &HarzRules, offer: Offer, events: &mut Vec<Event>) {
        let asked = self.controller(rules, offer.seller);
        match asked {
            Some(seat)
                if asked != self.director(rules, offer.buyer) && !rules.options.consent_assumed =>
            {
                events.push(Event::Asked { seat });
                self.frames.push(Frame::TradeAnswer { offer });
            }
            _ => self.trade(rules, offer, events),
        }
    }

    fn trade(&mut self, rules: &HarzRules, offer: Offer, events: &mut Vec<Event>) {
        let Offer {
            train,
            seller,
            buyer,
            price,
            terms,
        } = offer;
        let upkeep = self.upkeep_of(rules, train);
        let (from, to) = (Account::Company(seller), Account::Company(buyer));
        self.shared.pay(events, to, from, price, Cause::Train);
        let payer = if terms.seller_pays { from } else { to };
        let bank = Account::Bank;
        self.shared
            .pay(events, payer, bank, upkeep, Cause::Maintenance);
        for mine in &mut self.mines {
            if mine.switcher == Some(train) {
                mine.switcher = None;
            }
        }
        self.shared
            .move_train(events, train, TrainHolder::Company(buyer));
        self.received(rules, buyer, train, terms.on, events);
    }

    pub(super) fn plan_trade_answer(
        &self,
        rules: &HarzRules,
        seat: Seat,
        offer: &Offer,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let row = rules.price_row(offer.buyer, self.owes_train(rules, offer.buyer));
        let card = rules.definition.train_name(offer.train);
        match action {
            Action::Refuse => Ok(0),
            Action::Agree => {
                require!(
                    self.controller(rules, offer.seller) == Some(seat),
                    row,
                    "{} must agree to the sale of {card}; you may only withdraw the offer",
                    rules.name(offer.seller)
                );
                Ok(0)
            }
            _ => reject!(
                row,
                "{} waits for a word on {card}: agree or refuse",
                rules.name(offer.buyer)
            ),
        }
    }

    pub(super) fn do_trade_answer(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        offer: Offer,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        self.frames.pop();
        let yes = *action == Action::Agree;
        events.push(Event::Answered { seat, yes });
        if yes {
            self.trade(rules, offer, events);
        }
    }
}
