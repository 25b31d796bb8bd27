//! Section 4.3.4: a public mining company buys a mine.

use super::{Frame, Harz, HarzRules, Step};
use crate::action::Action;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::legal::{Choice, Range};
use crate::rejection::{Rejection, reject, require};

impl Harz {
    /// Mines that the public mining company may have at most (H73-4.3.4-05).
    fn slots(&self, company: CompanyId) -> usize {
        match self.shared.company(company).units {
            10 => 5,
            5 => 4,
            _ => 2,
        }
    }

    pub(super) fn plan_buy_mine(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let (mine, price) = match *action {
            Action::Pass => return Ok(0),
            Action::Mine(mine, price) => (mine, price),
            _ => return self.wrong_step(rules, company, Step::BuyMine, action),
        };
        let (name, id) = (rules.name(company), rules.name(mine));
        let money = |sum| rules.money(sum);
        let Some(printed) = rules.special.mine(mine) else {
            reject!("H73-4.3.4-01", "{id} is not a mine")
        };
        if let Holder::Company(owner) = self.mine_holder(rules, mine) {
            reject!(
                "H73-4.3.4-02",
                "{id} is not independent: it belongs to {}",
                rules.name(owner)
            )
        }
        require!(
            company != rules.special.works.0 || printed.vor_harzer,
            "H73-4.3.7-02",
            "{id} is not a Vor-Harzer mine: {name} buys no other"
        );
        let slots = self.slots(company);
        require!(
            self.pits(company).len() < slots,
            "H73-4.3.4-05",
            "{name} has no free slot: with shares of {}% it has {slots} mines at most",
            self.percent(company)
        );
        if self.mine_owner(rules, mine).is_some() {
            let most = printed.face.saturating_mul(2);
            require!(
                (1..=most).contains(&price),
                "H73-4.3.4-01",
                "{id} costs {} to twice its face value, {}, not {}",
                money(1),
                money(most),
                money(price)
            );
        } else {
            require!(
                price == printed.face,
                "H73-4.3.4-01",
                "{id} is closed: the bank sells it at its face value, {}",
                money(printed.face)
            );
        }
        let treasury = self.shared.treasury(company);
        require!(
            price <= treasury,
            "H73-4.3.4-03",
            "{name}'s treasury is too small: it has {} of the price of {}",
            money(treasury),
            money(price)
        );
        Ok(price)
    }

    pub(super) fn legal_buy_mine(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let mut choices = Vec::new();
        for mine in &rules.special.mines {
            let owned = self.mine_owner(rules, mine.company).is_some();
            let least = if owned { 1 } else { mine.face };
            let action = Action::Mine(mine.company, least);
            if self.plan_buy_mine(rules, company, &action).is_err() {
                continue;
            }
            choices.push(if owned {
                let most = mine.face.saturating_mul(2);
                let range = Range {
                    min: least,
                    max: most.min(self.shared.treasury(company)),
                    step: 1,
                };
                Choice::Amount(action, range)
            } else {
                Choice::One(action)
            });
        }
        choices.push(Choice::One(Action::Pass));
        choices
    }

    pub(super) fn do_buy_mine(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Action::Mine(mine, price) = *action else {
            self.set_step(Step::Machines);
            return;
        };
        let owner = self.mine_owner(rules, mine);
        match owner {
            // H73-RUL-06.
            Some(seat)
                if owner != self.director(rules, company) && !rules.options.consent_assumed =>
            {
                events.push(Event::Asked { seat });
                self.frames.push(Frame::MineAnswer {
                    buyer: company,
                    mine,
                    price,
                });
            }
            _ => self.buy_mine(rules, company, mine, price, events),
        }
    }

    fn buy_mine(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        mine: CompanyId,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let (from, bank) = (Account::Company(company), Account::Bank);
        match self.mine_owner(rules, mine) {
            Some(owner) => {
                let to = Account::Player(owner);
                self.shared.pay(events, from, to, price, Cause::Mine);
            }
            None => {
                self.shared.pay(events, from, bank, price, Cause::Mine);
                // H73-4.3.4-04: it was left with a 1M, and is connected as soon as track is.
                if let Some(facts) = self.mine_mut(mine) {
                    facts.open = true;
                }
            }
        }
        // H73-4.3.4-03.
        self.join(rules, mine, company, events);
        // H73-4.3.4-01: one in an operating round.
        self.set_step(Step::Machines);
    }

    pub(super) fn plan_mine_answer(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Some(Frame::MineAnswer { buyer, mine, .. }) = self.frames.last() else {
            reject!("GAME", "nobody is asked about a mine")
        };
        let (buyer, id) = (rules.name(*buyer), rules.name(*mine));
        match action {
            Action::Refuse => Ok(0),
            Action::Agree => {
                require!(
                    self.mine_owner(rules, *mine) == Some(seat),
                    "H73-4.3.4-01",
                    "the owner of {id} must agree; you may only withdraw the offer"
                );
                Ok(0)
            }
            _ => reject!(
                "H73-4.3.4-01",
                "{buyer} waits for a word on {id}: agree or refuse"
            ),
        }
    }

    pub(super) fn do_mine_answer(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some(Frame::MineAnswer { buyer, mine, price }) = self.frames.pop() else {
            return;
        };
        let yes = *action == Action::Agree;
        events.push(Event::Answered { seat, yes });
        if yes {
            self.buy_mine(rules, buyer, mine, price, events);
        }
    }
}
