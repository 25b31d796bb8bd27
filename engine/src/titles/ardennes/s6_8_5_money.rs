//! Sections 6.8.2, 6.8.3 and 6.8.5: what a train may cost, who pays, and what may be sold for it.

use super::s4_market_limits::SaleIn;
use super::{ArdRules, Ardennes, Step};
use crate::ids::{CompanyId, KindId, Seat, TrainId};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::{TrainHolder, TrainState};
use crate::rules::TrainRun;

/// Discount on a 4D for a train handed in (ARD-6.8.2-03).
pub(super) const TRADE_IN: i32 = 200;

impl Ardennes {
    pub(super) fn is_4d(rules: &ArdRules, kind: KindId) -> bool {
        matches!(rules.definition.train(kind).run, TrainRun::Four(_))
    }

    /// ARD-6.8.4-01: a public company without a train must get one.
    pub(super) fn must_buy(&self, rules: &ArdRules, company: CompanyId) -> bool {
        !self.is_minor(rules, company) && self.shared.trains(company).next().is_none()
    }

    /// ARD-6.8.2-01, ARD-6.8.2-02.
    pub(super) fn may_own(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        kind: KindId,
    ) -> Result<(), Rejection> {
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
    pub(super) fn bank_prices(&self, rules: &ArdRules, company: CompanyId) -> Vec<i32> {
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

    /// ARD-6.8.2-03 to 05: what is handed in for a 4D, and the price then.
    pub(super) fn check_trade(
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
    pub(super) fn check_bank_money(
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

    /// The most that may be paid to another company for a train, and the rule that bounds it (ARD-6.8.3-01 to 03).
    pub(super) fn most_for(
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
    pub(super) fn least_for(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        train: &TrainState,
    ) -> i32 {
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

    pub(super) fn raised(&self) -> bool {
        matches!(self.turn(), Some((_, Step::Trains { raised: true, .. }, _)))
    }

    /// Whether a forced sale is needed (ARD-6.8.5-09, ARD-RUL-31 (c)): without its last unit, that is with `without`
    /// of its proceeds, some bank train is out of reach, and with it and what can be sold after it that train is paid.
    /// Otherwise the seller could end with money for a train that did not need his last sale, and none that did.
    pub(super) fn sale_needed(
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
}
