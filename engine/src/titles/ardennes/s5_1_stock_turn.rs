//! Section 5.1: a player's turn in the stock round; 5.5: passing and the end of the round.

use super::s4_market_limits::SaleIn;
use super::{ArdRules, Ardennes, Frame};
use crate::action::{Action, Source};
use crate::event::{Cause, Event, RoundKind};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, PrivateId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

impl Ardennes {
    /// A stock round begins, with the auction for public companies where one opens.
    pub(super) fn begin_stock_round(&mut self, rules: &ArdRules, events: &mut Vec<Event>) {
        self.sold.clear();
        self.sold_private.clear();
        self.refused.clear();
        self.formed.clear();
        self.last_to_act = None;
        let turn = self.shared.table.priority;
        events.push(Event::RoundBegan {
            kind: RoundKind::Stock,
            turn: self.shared.turn,
            number: 0,
        });
        self.frames.push(Frame::Stock {
            turn,
            passes: Vec::new(),
            sold_now: Vec::new(),
            acted: false,
        });
        if self.auction_opens(rules) {
            events.push(Event::RoundBegan {
                kind: RoundKind::CompanyAuction,
                turn: self.shared.turn,
                number: 0,
            });
            self.frames.push(Frame::CompanyAuction {
                turn,
                passes: Vec::new(),
                bids: Vec::new(),
            });
        }
    }

    /// Whether the company was sold in the present turn of the stock round.
    pub(super) fn sold_now(&self, company: CompanyId) -> bool {
        self.frames.iter().any(
            |frame| matches!(frame, Frame::Stock { sold_now, .. } if sold_now.contains(&company)),
        )
    }

    /// Whether the seat owes the forming of a company.
    pub(crate) fn owes(&self, seat: Seat) -> bool {
        self.owed.iter().any(|owed| owed.seat == seat)
    }

    /// Whether the seat may sell anything in its stock turn.
    fn can_sell(&self, rules: &ArdRules, seat: Seat) -> bool {
        self.sales(rules, seat, SaleIn::Stock).next().is_some()
            || self.privates_of(rules, seat).next().is_some()
    }

    /// The sales of shares that are allowed.
    pub(super) fn sales<'a>(
        &'a self,
        rules: &'a ArdRules,
        seat: Seat,
        place: SaleIn,
    ) -> impl Iterator<Item = Action> + 'a {
        Self::majors(rules)
            .flat_map(|company| (1..=10).map(move |units| (company, units)))
            .filter(move |&(company, units)| {
                self.plan_sale(rules, seat, company, units, place).is_ok()
            })
            .map(|(company, units)| Action::Sell(company, units))
    }

    /// The privates that the seat holds.
    pub(super) fn privates_of<'a>(
        &'a self,
        rules: &'a ArdRules,
        seat: Seat,
    ) -> impl Iterator<Item = PrivateId> + 'a {
        (0..rules.definition.privates.len())
            .map(PrivateId::from)
            .filter(move |&id| {
                self.shared.papers.private_holder(&rules.definition, id) == Holder::Player(seat)
            })
    }

    pub(super) fn plan_stock(
        &self,
        rules: &ArdRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let money = |sum| definition.money.print(sum);
        // Sales are open to all, and the only thing open to who is over the limit (ARD-4.1-08).
        match action {
            Action::Sell(company, units) => {
                return self
                    .plan_sale(rules, seat, *company, *units, SaleIn::Stock)
                    .map(|_| 0);
            }
            Action::SellPrivate(private) => {
                require!(
                    self.privates_of(rules, seat).any(|id| id == *private),
                    "ARD-3.2.5-03",
                    "you do not hold {}",
                    definition.private_at(*private).id
                );
                return Ok(0);
            }
            Action::Bankrupt => return self.plan_bankrupt_stock(rules, seat),
            _ => {}
        }
        let (held, limit) = (
            self.certificates_of(rules, seat),
            self.certificate_limit(rules),
        );
        if self.owes(seat) {
            let owed: Vec<&str> = self
                .owed
                .iter()
                .filter(|owed| owed.seat == seat)
                .map(|owed| definition.at(owed.company).id.as_str())
                .collect();
            return match action {
                Action::Form(company, price) => self.plan_form(rules, seat, *company, *price),
                _ => reject!(
                    "ARD-5.3-01",
                    "you must form a company that you won ({}) before anything else",
                    owed.join(", ")
                ),
            };
        }
        let over = held > limit;
        if over && self.can_sell(rules, seat) {
            reject!(
                "ARD-4.1-08",
                "you hold {held} certificates, the limit is {limit}: sell down to it first"
            )
        }
        match action {
            Action::Pass => Ok(0),
            Action::Buy(company, source) => {
                let cost = self.plan_buy(rules, seat, *company, *source, true)?;
                Ok(cost)
            }
            Action::BuyDirector(company) => {
                let id = &definition.at(*company).id;
                let in_market = self
                    .shared
                    .papers
                    .director_paper(definition, *company)
                    .is_some_and(|paper| self.shared.papers.holder(paper) == Holder::Pool);
                require!(
                    in_market && self.shared.is_open(*company),
                    "ARD-6.8.6-08",
                    "the president's certificate of {id} does not lie in the open market"
                );
                let price = 2 * self.price(rules, *company);
                require!(
                    price > 0,
                    "ARD-RUL-34",
                    "Minor {id} lies in the Grey Zone and is not for sale"
                );
                self.not_sold(rules, seat, *company)?;
                require!(
                    held < limit,
                    "ARD-4.1-09",
                    "you hold {held} certificates, the limit is {limit}"
                );
                let cash = self.shared.player_cash(seat);
                require!(
                    cash >= price,
                    "ARD-5.1.2-04",
                    "the president's certificate of {id} costs {}, you have {}",
                    money(price),
                    money(cash)
                );
                Ok(price)
            }
            Action::BuyPrivate(private) => {
                let data = definition.private_at(*private);
                require!(
                    self.shared.papers.private_holder(definition, *private) == Holder::Pool,
                    "ARD-3.2.5-04",
                    "{} does not lie in the open market",
                    data.id
                );
                require!(
                    !self.sold_private.contains(&(seat, *private)),
                    "ARD-3.2.5-04",
                    "you sold {} in this stock round",
                    data.id
                );
                require!(
                    held < limit,
                    "ARD-3.2.5-06",
                    "you hold {held} certificates, the limit is {limit}"
                );
                let cash = self.shared.player_cash(seat);
                require!(
                    cash >= data.value,
                    "ARD-5.1.2-04",
                    "{} costs {}, you have {}",
                    data.id,
                    money(data.value),
                    money(cash)
                );
                Ok(data.value)
            }
            Action::Exchange {
                minor,
                company,
                from,
            } => self.plan_exchange(rules, seat, *minor, *company, *from, false),
            Action::Form(company, _) => reject!(
                "ARD-5.3-01",
                "you have not won {}",
                definition.at(*company).id
            ),
            _ => reject!(
                "ARD-5.1-04",
                "in a stock turn you sell, then buy, exchange or pass"
            ),
        }
    }

    /// ARD-5.1.1-03: no purchase of what one sold in this stock round.
    pub(super) fn not_sold(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
    ) -> Result<(), Rejection> {
        require!(
            !self.sold.contains(&(seat, company)),
            "ARD-5.1.1-03",
            "you sold {} in this stock round",
            rules.definition.at(company).id
        );
        Ok(())
    }

    /// A share for cash; `limited` in a stock round, where the certificate limit and earlier sales bind.
    pub(super) fn plan_buy(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        source: Source,
        limited: bool,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let money = |sum| definition.money.print(sum);
        let id = &definition.at(company).id;
        require!(
            !self.is_minor(rules, company),
            "ARD-4.1-12",
            "Minor {id} has no shares to buy"
        );
        require!(
            self.shared.is_open(company),
            "ARD-5.1.2-05",
            "{id} is not in play"
        );
        let holder = match source {
            Source::Treasury => Holder::Company(company),
            Source::Market => Holder::Pool,
        };
        let singles = self
            .shared
            .papers
            .held(definition, company, holder)
            .filter(|(_, _, director)| !director)
            .count();
        match source {
            Source::Treasury => require!(
                singles > 0,
                "ARD-5.1.2-05",
                "{id} has no share left to sell: its reserve waits for a conversion"
            ),
            Source::Market => require!(
                singles > 0,
                "ARD-5.1.2-01",
                "no share of {id} lies in the open market"
            ),
        }
        if limited {
            self.not_sold(rules, seat, company)?;
            let (held, limit) = (
                self.certificates_of(rules, seat),
                self.certificate_limit(rules),
            );
            // ARD-6.8.6-09: the second share of a company without president turns two certificates into one.
            let swaps =
                self.director(rules, company).is_none() && self.units_of(rules, company, seat) == 1;
            require!(
                held < limit || swaps,
                "ARD-4.1-09",
                "you hold {held} certificates, the limit is {limit}"
            );
        }
        let units = self.shared.company(company).units.max(1);
        let have = self.units_of(rules, company, seat);
        if source == Source::Treasury || (!limited && rules.options.sixty_percent_everywhere) {
            let most = units * 6 / 10;
            require!(
                have < most,
                if limited { "ARD-4.1-16" } else { "ARD-6.1-07" },
                "you hold {have} of {units} shares of {id}: at most 60% may be bought from the company"
            );
        }
        let price = self.price(rules, company);
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= price,
            if limited {
                "ARD-5.1.2-04"
            } else {
                "ARD-6.1-06"
            },
            "a share of {id} costs {}, you have {}",
            money(price),
            money(cash)
        );
        Ok(price)
    }

    pub(super) fn do_buy(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        source: Source,
        events: &mut Vec<Event>,
    ) {
        let price = self.price(rules, company);
        // ARD-5.1.2-02, ARD-5.1.2-03.
        let (from, to) = match source {
            Source::Treasury => (Holder::Company(company), Account::Company(company)),
            Source::Market => (Holder::Pool, Account::Bank),
        };
        self.pay(
            rules,
            events,
            Account::Player(seat),
            to,
            price,
            Cause::Share,
        );
        self.move_singles(rules, company, from, Holder::Player(seat), 1, events);
        self.check_director(rules, company, events);
    }

    pub(super) fn legal_stock(&self, rules: &ArdRules, seat: Seat) -> Vec<Choice> {
        let mut domain: Vec<Action> = self.sales(rules, seat, SaleIn::Stock).collect();
        let privates = || (0..rules.definition.privates.len()).map(PrivateId::from);
        domain.extend(privates().map(Action::SellPrivate));
        for company in Self::majors(rules) {
            domain.push(Action::Buy(company, Source::Treasury));
            domain.push(Action::Buy(company, Source::Market));
        }
        domain.extend(rules.definition.company_ids().map(Action::BuyDirector));
        domain.extend(privates().map(Action::BuyPrivate));
        for company in Self::majors(rules) {
            domain.extend(
                rules
                    .special
                    .major_start
                    .iter()
                    .map(|&price| Action::Form(company, price)),
            );
        }
        for minor in Self::minors(rules).filter(|&minor| self.director(rules, minor) == Some(seat))
        {
            for company in rules.definition.company_ids() {
                for from in [Source::Treasury, Source::Market] {
                    domain.push(Action::Exchange {
                        minor,
                        company,
                        from,
                    });
                }
            }
        }
        domain.push(Action::Bankrupt);
        domain.push(Action::Pass);
        domain
            .into_iter()
            .filter(|action| self.plan_stock(rules, seat, action).is_ok())
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_stock(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Pass => {
                let acted = matches!(self.frames.last(), Some(Frame::Stock { acted: true, .. }));
                if !acted {
                    events.push(Event::Passed { seat });
                }
                self.end_stock_turn(rules, seat, acted, events);
            }
            Action::Sell(company, units) => {
                self.do_sale(rules, seat, company, units, Account::Player(seat), events);
                self.sold.push((seat, company));
                if let Some(Frame::Stock { sold_now, .. }) = self.frames.last_mut() {
                    sold_now.push(company);
                }
                self.acted(seat, events);
            }
            Action::SellPrivate(private) => {
                self.sell_private(rules, seat, private, Account::Player(seat), events);
                self.sold_private.push((seat, private));
                self.acted(seat, events);
            }
            Action::Buy(company, source) => {
                self.do_buy(rules, seat, company, source, events);
                self.acted(seat, events);
                self.end_stock_turn(rules, seat, true, events);
            }
            Action::BuyDirector(company) => {
                let price = 2 * self.price(rules, company);
                self.pay(
                    rules,
                    events,
                    Account::Player(seat),
                    Account::Bank,
                    price,
                    Cause::Share,
                );
                if let Some(paper) = self
                    .shared
                    .papers
                    .director_paper(&rules.definition, company)
                {
                    self.shared.move_paper(events, paper, Holder::Player(seat));
                }
                events.push(Event::DirectorChanged {
                    company,
                    from: None,
                    to: Some(seat),
                });
                self.check_director(rules, company, events);
                self.acted(seat, events);
                self.end_stock_turn(rules, seat, true, events);
            }
            Action::BuyPrivate(private) => {
                let value = rules.definition.private_at(private).value;
                self.pay(
                    rules,
                    events,
                    Account::Player(seat),
                    Account::Bank,
                    value,
                    Cause::Private,
                );
                if let Some(paper) = self.shared.papers.private_paper(&rules.definition, private) {
                    self.shared.move_paper(events, paper, Holder::Player(seat));
                }
                events.push(Event::PrivateTraded {
                    seat,
                    private,
                    bought: true,
                });
                self.acted(seat, events);
                self.end_stock_turn(rules, seat, true, events);
            }
            Action::Form(company, price) => {
                self.do_form(rules, seat, company, price, events);
                self.acted(seat, events);
                self.end_stock_turn(rules, seat, true, events);
            }
            Action::Exchange {
                minor,
                company,
                from,
            } => self.do_exchange(rules, seat, minor, company, from, events),
            Action::Bankrupt => self.do_bankrupt_stock(rules, seat, events),
            _ => {}
        }
    }

    /// ARD-RUL-32: who buys or sells moves the priority deal to the player after him (ARD-5.5-05).
    pub(super) fn acted(&mut self, seat: Seat, events: &mut Vec<Event>) {
        self.last_to_act = Some(seat);
        let next = self.shared.table.after(seat);
        if self.shared.table.priority != next {
            self.shared.table.priority = next;
            events.push(Event::Priority { seat: next });
        }
        if let Some(Frame::Stock { acted, .. }) = self
            .frames
            .iter_mut()
            .rev()
            .find(|frame| matches!(frame, Frame::Stock { .. }))
        {
            *acted = true;
        }
    }

    /// The turn goes to the next player, or the round ends after passes in a row (ARD-5.1-01, 5.5-02, 5.5-03).
    pub(super) fn end_stock_turn(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        acted_now: bool,
        events: &mut Vec<Event>,
    ) {
        let table = self.shared.table.clone();
        let Some(Frame::Stock {
            turn,
            passes,
            sold_now,
            acted,
        }) = self.frames.last_mut()
        else {
            return;
        };
        if acted_now {
            passes.clear();
        } else if !passes.contains(&seat) {
            passes.push(seat);
        }
        sold_now.clear();
        *acted = false;
        *turn = table.after(seat);
        if table.from(seat).iter().all(|seat| passes.contains(seat)) {
            self.frames.pop();
            self.end_stock_round(rules, events);
        }
    }

    /// ARD-5.5-04 to 07, ARD-4.2-04.
    pub(super) fn end_stock_round(&mut self, rules: &ArdRules, events: &mut Vec<Event>) {
        for company in self.shared.markers.in_order(&rules.definition.chart) {
            let minor = self.is_minor(rules, company);
            if minor && rules.options.charters_keep_price {
                continue;
            }
            if self.shared.company(company).status == Status::Open
                && self.units(rules, company, Holder::Pool) > 0
            {
                self.fall(
                    rules,
                    company,
                    1,
                    rules.options.no_floor_outside_dividends,
                    events,
                );
            }
        }
        self.sold.clear();
        self.sold_private.clear();
        self.refused.clear();
        self.formed.clear();
        if self.shared.table.is_out(self.shared.table.priority) {
            self.shared.table.priority = self.shared.table.after(self.shared.table.priority);
        }
        self.frames.push(Frame::Operating {
            number: 1,
            done: Vec::new(),
            opened: false,
        });
    }
}
