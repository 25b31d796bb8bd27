//! Sections XV.7 and XV.8: sales of shares.

use super::{Y35Rules, Y1835};
use crate::action::{Action, Parcel};
use crate::event::{Cause, Event};
use crate::finance::{Account, Dir, Holder};
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

/// Where a sale takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaleIn {
    /// In a share round.
    Share,
    /// In an operating round, for a train of this company that lacks so much money.
    Forced(CompanyId, i32),
}

/// Units that the pool may hold of a company.
pub(super) const POOL: u8 = 10;

impl Y1835 {
    /// Units that a sale comes to.
    pub(super) fn parcel_units(&self, rules: &Y35Rules, company: CompanyId, parcel: Parcel) -> u8 {
        let own = if parcel.director {
            self.director_units(rules, company)
        } else {
            0
        };
        (parcel.percent() / 5) as u8 + own
    }

    /// What a 10% share brings now: the price of the index, or that of the turn's first sale.
    fn sale_price(&self, rules: &Y35Rules, company: CompanyId) -> i32 {
        let first = self
            .sold_now
            .iter()
            .find(|(of, _)| *of == company)
            .map(|(_, price)| *price)
            .filter(|_| rules.options.later_sales_at_first_price);
        first.unwrap_or_else(|| self.shared.price(&rules.definition, company).unwrap_or(0))
    }

    pub(super) fn plan_sale(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        company: CompanyId,
        parcel: Parcel,
        place: SaleIn,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        if place == SaleIn::Share {
            require!(
                self.shared.turn > 1,
                "E35-I-07",
                "nothing is sold in the first share round"
            );
            require!(
                !rules.options.packet_rounds_without_sales || self.packet_sold(rules),
                "E35-RUL-05",
                "nothing is sold while the start packet is unsold"
            );
        }
        require!(
            !rules.is_minor(company),
            "E35-III-07",
            "minors cannot be sold"
        );
        require!(
            !parcel.is_empty(),
            "E35-XV.7-05",
            "name the certificates: sell {id} 10%"
        );
        let have = self.parcel_of(rules, company, Holder::Player(seat));
        let enough = [5, 10, 20]
            .iter()
            .all(|&percent| parcel.of(percent) <= have.of(percent));
        require!(
            enough && (!parcel.director || have.director),
            "E35-XV.7-05",
            "certificates are sold whole: of {id} you hold {} of 20%, {} of 10%, {} of 5%{}",
            have.twenties,
            have.tens,
            have.fives,
            if have.director {
                " and the director's"
            } else {
                ""
            }
        );
        if self.shared.company(company).status != Status::Open {
            reject!(
                if company == rules.special.prussian {
                    "E35-XV.2-09"
                } else {
                    "E35-XV.7-03"
                },
                "{id} is not floated: its shares cannot be sold"
            )
        }
        require!(
            place != SaleIn::Share || !self.floated.contains(&company),
            "E35-XV.7-04",
            "{id} floated in this share round: its shares can be sold from the next on"
        );
        let units = self.parcel_units(rules, company, parcel);
        let pool = self.shared.units(&rules.definition, company, Holder::Pool);
        require!(
            pool + units <= POOL,
            if parcel.director {
                "E35-IV.3-05"
            } else {
                "E35-XV.7-02"
            },
            "the pool holds {}% of {id} and may not pass 50%: {}% are too much",
            u16::from(pool) * 5,
            u16::from(units) * 5
        );
        let keeps = self.held_units(rules, company, seat).saturating_sub(units);
        let next = self.successor(rules, company, seat, keeps);
        if parcel.director {
            let least = self.director_units(rules, company);
            let takes = next.filter(|&next| {
                self.held_units(rules, company, next) >= least
                    && !self.makeups(rules, company, next).is_empty()
            });
            require!(
                takes.is_some(),
                if have.percent() == 0 {
                    "E35-IV.3-04"
                } else {
                    "E35-XV.7-06"
                },
                "nobody can take over {id}: another player must hold {}% and more than you keep",
                u16::from(least) * 5
            );
        }
        let proceeds = self.sale_price(rules, company) * i32::from(units) / 2;
        if let SaleIn::Forced(buyer, missing) = place {
            require!(
                company != buyer || !parcel.director && next.is_none(),
                "E35-XII-18",
                "by this sale you would lose the directorship of {id}, which needs the train"
            );
            let least = [(parcel.fives, 1), (parcel.tens, 2), (parcel.twenties, 4)]
                .into_iter()
                .find(|(count, _)| *count > 0)
                .map_or(4, |(_, units)| units);
            let less = proceeds - self.sale_price(rules, company) * least / 2;
            require!(
                less <= 0 || less < missing,
                "E35-XII-20",
                "{} are missing: fewer shares are enough",
                rules.money(missing)
            );
        }
        Ok(proceeds)
    }

    /// Every sale that is allowed.
    pub(super) fn sales(&self, rules: &Y35Rules, seat: Seat, place: SaleIn) -> Vec<Action> {
        let mut found = Vec::new();
        for company in rules.majors() {
            // More than is held is never allowed (the first test of `plan_sale`).
            let have = self.parcel_of(rules, company, Holder::Player(seat));
            for director in [false, true] {
                for twenties in 0..=have.twenties {
                    for tens in 0..=have.tens {
                        for fives in 0..=have.fives {
                            let parcel = Parcel {
                                fives,
                                tens,
                                twenties,
                                director,
                            };
                            if self.plan_sale(rules, seat, company, parcel, place).is_ok() {
                                found.push(Action::SellPapers(company, parcel));
                            }
                        }
                    }
                }
            }
        }
        found
    }

    /// E35-XV.7-01, E35-XV.8-01, then the directorship (E35-IV.3-06, E35-XV.7-07).
    pub(super) fn do_sale(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        company: CompanyId,
        parcel: Parcel,
        events: &mut Vec<Event>,
    ) {
        let units = self.parcel_units(rules, company, parcel);
        let price = self.sale_price(rules, company);
        let sum = price * i32::from(units) / 2;
        self.pay(
            events,
            Account::Bank,
            Account::Player(seat),
            sum,
            Cause::Sale,
        );
        self.move_parcel(
            rules,
            company,
            parcel,
            Holder::Player(seat),
            Holder::Pool,
            events,
        );
        events.push(Event::Sold {
            seat,
            company,
            units,
            sum,
        });
        let again = self.sold_now.iter().any(|(of, _)| *of == company);
        if !(again && rules.options.later_sales_at_first_price) {
            self.move_price(rules, company, &[Dir::Down], events);
        }
        if !again {
            self.sold_now.push((company, price));
        }
        if parcel.director {
            let keeps = self
                .held_units(rules, company, seat)
                .saturating_sub(self.director_units(rules, company));
            if let Some(next) = self.successor(rules, company, seat, keeps) {
                self.swap(rules, company, seat, next, true, events);
            }
        } else {
            self.check_director(rules, company, events);
        }
    }
}
