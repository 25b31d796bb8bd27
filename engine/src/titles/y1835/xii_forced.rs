//! Section XII: the director's money for a train, and the shares that he must sell.

use super::xv_sales::SaleIn;
use super::{Y35Rules, Y1835};
use crate::action::{Action, TrainSource};
use crate::event::Event;
use crate::ids::{CompanyId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

impl Y1835 {
    /// Whether the company can pay a bank train, with its director's cash and shares where he owes them
    /// (E35-XII-13 to 17).
    pub(super) fn check_bank_money(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        price: i32,
    ) -> Result<(), Rejection> {
        let id = rules.id(company);
        let treasury = self.shared.treasury(company);
        if treasury >= price {
            return Ok(());
        }
        if !self.must_buy(rules, company) {
            reject!(
                if self.shared.trains(company).next().is_some() && self.began_without(company) {
                    "E35-XII-15"
                } else {
                    "E35-XII-13"
                },
                "the train costs {}, {id} has {}",
                rules.money(price),
                rules.money(treasury)
            )
        }
        let Some(seat) = self.director(rules, company) else {
            reject!("E35-XII-14", "{id} has no director who could help")
        };
        let cash = self.shared.player_cash(seat);
        if treasury + cash >= price {
            return Ok(());
        }
        // A train that he cannot pay may be named only if he can pay none.
        let most = treasury + cash + self.raisable(rules, seat, company);
        require!(
            most >= price || !self.can_pay_any(rules, most),
            "E35-XII-21",
            "with everything sold there would be {}, the train costs {}: choose one that can be paid",
            rules.money(most),
            rules.money(price)
        );
        Ok(())
    }

    /// Whether the company began its turn without a train.
    fn began_without(&self, company: CompanyId) -> bool {
        self.frames.iter().any(|frame| {
            matches!(frame, super::Frame::Turn { company: of, owned: false, .. } if *of == company)
        })
    }

    fn can_pay_any(&self, rules: &Y35Rules, most: i32) -> bool {
        self.bank_sources(rules).into_iter().any(|source| {
            self.bank_train(rules, source)
                .is_ok_and(|(_, price)| price <= most)
        })
    }

    /// What the director's shares bring at most: one sale of each company, as much of it as is allowed.
    pub(super) fn raisable(&self, rules: &Y35Rules, seat: Seat, company: CompanyId) -> i32 {
        let place = SaleIn::Forced(company, i32::MAX);
        let sales = self.sales(rules, seat, place);
        rules
            .majors()
            .map(|of| {
                sales
                    .iter()
                    .filter_map(|action| match action {
                        Action::SellPapers(company, parcel) if *company == of => {
                            self.plan_sale(rules, seat, of, *parcel, place).ok()
                        }
                        _ => None,
                    })
                    .max()
                    .unwrap_or(0)
            })
            .sum()
    }

    /// What still lacks for the train.
    pub(super) fn missing(&self, rules: &Y35Rules, company: CompanyId, source: TrainSource) -> i32 {
        let price = self.bank_train(rules, source).map_or(0, |(_, price)| price);
        let cash = self
            .director(rules, company)
            .map_or(0, |seat| self.shared.player_cash(seat));
        price - self.shared.treasury(company) - cash
    }

    /// The purchase is made once the sum is there (E35-XII-17, 20).
    pub(super) fn settle_raise(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        source: TrainSource,
        events: &mut Vec<Event>,
    ) -> bool {
        if self.missing(rules, company, source) > 0 {
            return false;
        }
        self.frames.pop();
        self.sold_now.clear();
        self.buy_from_bank(rules, company, source, events);
        true
    }

    pub(super) fn plan_raise(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        company: CompanyId,
        source: TrainSource,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let missing = self.missing(rules, company, source);
        match action {
            Action::SellPapers(of, parcel) => {
                let place = SaleIn::Forced(company, missing);
                self.plan_sale(rules, seat, *of, *parcel, place).map(|_| 0)
            }
            Action::Bankrupt => {
                // E35-XII-21.
                let most = self.raisable(rules, seat, company);
                require!(
                    most < missing,
                    "E35-XII-21",
                    "{} are missing, your shares bring {}: you can pay",
                    rules.money(missing),
                    rules.money(most)
                );
                require!(
                    self.sales(rules, seat, SaleIn::Forced(company, missing))
                        .is_empty(),
                    "E35-XII-21",
                    "you are bankrupt only when nothing can be sold any more"
                );
                Ok(0)
            }
            _ => reject!(
                "E35-XII-17",
                "{} are missing for the train: you must sell shares",
                rules.money(missing)
            ),
        }
    }

    pub(super) fn legal_raise(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        company: CompanyId,
        source: TrainSource,
    ) -> Vec<Choice> {
        let missing = self.missing(rules, company, source);
        self.sales(rules, seat, SaleIn::Forced(company, missing))
            .into_iter()
            .chain([Action::Bankrupt])
            .filter(|action| {
                self.plan_raise(rules, seat, company, source, action)
                    .is_ok()
            })
            .map(Choice::One)
            .collect()
    }
}
