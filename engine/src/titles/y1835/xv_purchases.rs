//! Sections XV.2 to XV.4: purchases, nationalisation, the certificate limit.

use super::{Y35Rules, Y1835};
use crate::action::{Action, Source};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, PaperId, Seat};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

impl Y1835 {
    /// Certificates of the seat and its limit (E35-XV.4-01, 03).
    pub(super) fn certificates_and_limit(&self, rules: &Y35Rules, seat: Seat) -> (u8, u8) {
        let held = (0..rules.definition.papers.len())
            .filter(|&index| {
                self.shared.papers.holder(PaperId::from(index)) == Holder::Player(seat)
            })
            .count() as u8;
        let base = rules
            .special
            .certificate_limit
            .get(&rules.players)
            .copied()
            .unwrap_or(0);
        let more = rules
            .majors()
            .filter(|&company| self.held_units(rules, company, seat) >= 16)
            .count() as u8;
        (held, base + more)
    }

    /// Index price of so many units.
    pub(super) fn index_price(&self, rules: &Y35Rules, company: CompanyId, units: u8) -> i32 {
        let price = self.shared.price(&rules.definition, company).unwrap_or(0);
        price * i32::from(units) / 2
    }

    /// The limit and the cash for a purchase of one certificate.
    fn check_buyer(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        company: CompanyId,
        price: i32,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        require!(
            !self.sold.contains(&(seat, company)),
            "E35-XV.2-01",
            "you sold {id} in this share round"
        );
        let (held, limit) = self.certificates_and_limit(rules, seat);
        require!(
            held < limit,
            if self.held_units(rules, company, seat) >= 12 {
                "E35-XV.4-04"
            } else {
                "E35-XV.4-01"
            },
            "you hold {held} certificates, the limit is {limit}"
        );
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= price,
            "E35-XV.2-13",
            "this costs {}, you have {}",
            rules.money(price),
            rules.money(cash)
        );
        Ok(price)
    }

    /// The certificate that an action buys, and from whom.
    pub(super) fn bought(
        &self,
        rules: &Y35Rules,
        action: &Action,
    ) -> Option<(CompanyId, PaperId, u8)> {
        let papers = &self.shared.papers;
        match *action {
            Action::Buy(company, Source::Treasury) => self
                .next_certificate(rules, company)
                .map(|(paper, units, _)| (company, paper, units)),
            Action::BuyPaper(company, percent, from) => {
                let holder = from.map_or(Holder::Pool, Holder::Player);
                papers
                    .held(&rules.definition, company, holder)
                    .find(|(_, units, director)| !director && units * 5 == percent)
                    .map(|(paper, units, _)| (company, paper, units))
            }
            Action::BuyDirector(company) => papers
                .held(&rules.definition, company, Holder::Pool)
                .find(|(_, _, director)| *director)
                .map(|(paper, units, _)| (company, paper, units)),
            _ => None,
        }
    }

    /// A purchase of a share; `Err` also for what is none.
    pub(super) fn plan_purchase(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Buy(company, Source::Treasury) => {
                let id = rules.id(company);
                self.on_offer(rules, company)?;
                let Some((_, units, _)) = self.next_certificate(rules, company) else {
                    reject!("E35-XV.2-12", "no new share of {id} is left")
                };
                let price = self.new_price(rules, company, units);
                self.check_buyer(rules, seat, company, price)
            }
            Action::Buy(company, Source::Market) => reject!(
                "E35-XV.2-12",
                "name the certificate: buy {} 10% market",
                rules.id(company)
            ),
            Action::BuyPaper(company, percent, None) => {
                let id = rules.id(company);
                require!(
                    self.packet_sold(rules),
                    "E35-XV.2-03",
                    "the start packet is not sold out: nothing else can be bought"
                );
                let Some((_, _, units)) = self.bought(rules, action) else {
                    reject!("E35-XV.2-12", "no {percent}% of {id} lies in the pool")
                };
                self.judge_floated(rules, company)?;
                let price = self.index_price(rules, company, units);
                self.check_buyer(rules, seat, company, price)
            }
            Action::BuyDirector(company) => {
                let id = rules.id(company);
                require!(
                    self.packet_sold(rules),
                    "E35-XV.2-03",
                    "the start packet is not sold out: nothing else can be bought"
                );
                let Some((_, _, units)) = self.bought(rules, action) else {
                    reject!(
                        if company == rules.special.prussian {
                            "E35-XV.2-06"
                        } else {
                            "E35-XII-25"
                        },
                        "the director's certificate of {id} does not lie in the pool"
                    )
                };
                self.judge_floated(rules, company)?;
                let price = self.index_price(rules, company, units);
                self.check_buyer(rules, seat, company, price)
            }
            Action::BuyPaper(company, percent, Some(from)) => {
                self.plan_nationalise(rules, seat, company, percent, from)
            }
            _ => reject!("E35-XV.1-01", "in a share turn you buy, sell or pass"),
        }
    }

    /// What lies in the pool of a company without index price has none (after a bankruptcy).
    fn judge_floated(&self, rules: &Y35Rules, company: CompanyId) -> Result<(), Rejection> {
        require!(
            self.shared.company(company).status == Status::Open,
            "E35-XIV.1-02",
            "{} is not floated and has no index price: its pool shares wait until it floats",
            rules.id(company)
        );
        Ok(())
    }

    /// E35-XV.3: shares of another player at one and a half times the price.
    fn plan_nationalise(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        company: CompanyId,
        percent: u8,
        from: Seat,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        require!(
            from.0 < rules.players && from != seat,
            "E35-XV.3-01",
            "shares are taken from another player"
        );
        require!(
            !rules.is_minor(company),
            "E35-XIV.1-01",
            "minors do not change hands between players"
        );
        require!(
            self.packet_sold(rules),
            "E35-XV.2-03",
            "the start packet is not sold out: nothing else can be bought"
        );
        let own = self.held_units(rules, company, seat);
        require!(
            own > 10,
            if own == 0 {
                "E35-XIV.1-01"
            } else {
                "E35-XV.3-01"
            },
            "shares are dealt with the bank; who holds more than 50% of {id} may take them from others, you hold {}%",
            u16::from(own) * 5
        );
        require!(
            self.shared.company(company).status == Status::Open,
            "E35-XV.3-02",
            "{id} is not floated and has no price"
        );
        let action = Action::BuyPaper(company, percent, Some(from));
        let Some((_, _, units)) = self.bought(rules, &action) else {
            reject!(
                "E35-XV.3-01",
                "seat {} has no certificate of {percent}% of {id}",
                from.0 + 1
            )
        };
        let (held, limit) = self.certificates_and_limit(rules, seat);
        require!(
            !self.sold.contains(&(seat, company)),
            "E35-XV.3-04",
            "you sold {id} in this share round and may take none of it until the next"
        );
        require!(
            held < limit,
            "E35-XV.3-04",
            "you hold {held} certificates, the limit is {limit}"
        );
        let price = self.nationalising_price(rules, company, units);
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= price,
            "E35-XV.3-02",
            "this costs {}, you have {}",
            rules.money(price),
            rules.money(cash)
        );
        Ok(price)
    }

    /// E35-XV.3-02, 05.
    fn nationalising_price(&self, rules: &Y35Rules, company: CompanyId, units: u8) -> i32 {
        let tripled = 3 * self.index_price(rules, company, units);
        if rules.options.nationalising_rounds_down {
            tripled / 2
        } else {
            (tripled + 1) / 2
        }
    }

    pub(super) fn do_purchase(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some((company, paper, units)) = self.bought(rules, action) else {
            return;
        };
        let me = Account::Player(seat);
        let fresh = matches!(action, Action::Buy(..));
        match *action {
            Action::BuyPaper(_, _, Some(from)) => {
                let price = self.nationalising_price(rules, company, units);
                self.pay(events, me, Account::Player(from), price, Cause::Share);
            }
            _ => {
                let price = if fresh {
                    self.new_price(rules, company, units)
                } else {
                    self.index_price(rules, company, units)
                };
                self.pay(events, me, Account::Bank, price, Cause::Share);
                if fresh && self.shared.is_open(company) {
                    self.pay_for_share(company, price, events);
                }
            }
        }
        let had = self.director(rules, company);
        self.shared.move_paper(events, paper, Holder::Player(seat));
        let now = self.shared.papers.director(&rules.definition, company);
        if now != had && now == Some(seat) {
            events.push(Event::DirectorChanged {
                company,
                from: had,
                to: now,
            });
        }
        if fresh {
            self.after_new_share(rules, company, events);
        } else {
            self.check_director(rules, company, events);
        }
    }
}
