//! Section 4: certificates and their limit, 60%, price moves, sales, presidency (5.4).

use super::{ArdRules, Ardennes};
use crate::event::{Cause, Event};
use crate::finance::{Account, Dir, Holder};
use crate::ids::{CompanyId, PaperId, Seat};
use crate::rejection::{Rejection, reject, require};
use crate::rules::{CompanyKind, PaperDef};
use crate::shared::Status;

/// No public company falls below this (ARD-4.2-14).
const FLOOR: i32 = 50;

/// Where a sale happens: the rules differ a little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaleIn {
    /// A turn of the stock round.
    Stock,
    /// Raising money for a train of this company (6.8.5).
    Forced(CompanyId),
}

impl Ardennes {
    /// Whether the company is a minor.
    pub(crate) fn is_minor(&self, rules: &ArdRules, company: CompanyId) -> bool {
        rules.definition.at(company).kind == CompanyKind::Minor
    }

    /// Price of a share; 0 in the Grey Zone or without a marker.
    pub(crate) fn price(&self, rules: &ArdRules, company: CompanyId) -> i32 {
        self.shared.price(&rules.definition, company).unwrap_or(0)
    }

    /// Public companies, whatever their state.
    pub(crate) fn majors(rules: &ArdRules) -> impl Iterator<Item = CompanyId> + '_ {
        let definition = &rules.definition;
        definition
            .company_ids()
            .filter(|&id| definition.at(id).kind == CompanyKind::Major)
    }

    /// Minors, whatever their state.
    pub(crate) fn minors(rules: &ArdRules) -> impl Iterator<Item = CompanyId> + '_ {
        let definition = &rules.definition;
        definition
            .company_ids()
            .filter(|&id| definition.at(id).kind == CompanyKind::Minor)
    }

    /// Units of the company with a holder.
    pub(crate) fn units(&self, rules: &ArdRules, company: CompanyId, holder: Holder) -> u8 {
        self.shared.units(&rules.definition, company, holder)
    }

    /// Units with a player.
    pub(crate) fn units_of(&self, rules: &ArdRules, company: CompanyId, seat: Seat) -> u8 {
        self.units(rules, company, Holder::Player(seat))
    }

    /// Who decides for the company.
    pub(crate) fn director(&self, rules: &ArdRules, company: CompanyId) -> Option<Seat> {
        self.shared.director(&rules.definition, company)
    }

    /// Certificates that count for the limit (ARD-4.1-02, 4.1-06, 4.2.1-05, 3.2.5-06).
    pub(crate) fn certificates_of(&self, rules: &ArdRules, seat: Seat) -> u8 {
        let definition = &rules.definition;
        definition
            .papers
            .iter()
            .enumerate()
            .filter(|(index, _)| {
                self.shared.papers.holder(PaperId::from(*index)) == Holder::Player(seat)
            })
            .filter(|(_, paper)| match paper {
                // Public companies get into Grey under ARD-DEP-03 only.
                PaperDef::Share { company, .. } => self.price(rules, *company) > 0,
                PaperDef::Private(_) => true,
            })
            .count() as u8
    }

    /// The limit now (ARD-4.1-03 to 05).
    pub(crate) fn certificate_limit(&self, rules: &ArdRules) -> u8 {
        let tens = Self::majors(rules)
            .filter(|&id| self.shared.is_open(id) && self.shared.company(id).units == 10)
            .count();
        rules
            .special
            .certificate_limit
            .get(&rules.players)
            .and_then(|limits| limits.get(tens).or(limits.last()))
            .copied()
            .unwrap_or(u8::MAX)
    }

    /// Units that the open market may hold (ARD-4.1-18).
    pub(crate) fn market_room(&self, rules: &ArdRules, company: CompanyId) -> u8 {
        (self.shared.company(company).units / 2).saturating_sub(self.units(
            rules,
            company,
            Holder::Pool,
        ))
    }

    /// Moves the marker left; public companies stop at 50 unless `no_floor`.
    pub(super) fn fall(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        steps: u8,
        no_floor: bool,
        events: &mut Vec<Event>,
    ) {
        let Some(cell) = self.shared.markers.cell(company) else {
            return;
        };
        let floor = if self.is_minor(rules, company) || no_floor {
            0
        } else {
            FLOOR
        };
        let to = rules
            .definition
            .chart
            .walk(cell, &[Dir::Left], steps, floor);
        self.shared.move_marker(events, company, to);
    }

    /// Moves the marker right.
    pub(super) fn rise(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        steps: u8,
        events: &mut Vec<Event>,
    ) {
        let Some(cell) = self.shared.markers.cell(company) else {
            return;
        };
        let to = rules.definition.chart.walk(cell, &[Dir::Right], steps, 0);
        self.shared.move_marker(events, company, to);
    }

    /// Who would take over a company in which the director keeps `kept` units: most units over that, at least two;
    /// ties to the first after the old director (ARD-5.4-03).
    pub(super) fn successor(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        director: Seat,
        kept: u8,
    ) -> Option<Seat> {
        let mut best: Option<(Seat, u8)> = None;
        for seat in self.shared.table.from(self.shared.table.after(director)) {
            let units = self.units_of(rules, company, seat);
            if seat != director
                && units >= 2
                && units > kept
                && best.is_none_or(|(_, most)| units > most)
            {
                best = Some((seat, units));
            }
        }
        best.map(|(seat, _)| seat)
    }

    /// Whether the seat may sell so many units, and for how much.
    pub(super) fn plan_sale(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        units: u8,
        place: SaleIn,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let id = &definition.at(company).id;
        require!(
            !self.is_minor(rules, company),
            "ARD-4.1-12",
            "Minor {id} can be neither sold nor passed on"
        );
        require!(
            self.shared.is_open(company),
            "ARD-5.1.1-01",
            "{id} is not in play"
        );
        let have = self.units_of(rules, company, seat);
        require!(units > 0, "ARD-5.1.1-02", "at least one share must be sold");
        require!(
            have >= units,
            "ARD-5.1.1-02",
            "you hold {have} shares of {id}, not {units}"
        );
        let own_first = place == SaleIn::Forced(company);
        require!(
            self.shared.company(company).operated,
            if own_first {
                "ARD-6.8.5-04"
            } else if place == SaleIn::Stock {
                "ARD-5.1.1-01"
            } else {
                "ARD-6.8.5-03"
            },
            "{id} has not operated yet: its shares cannot be sold"
        );
        if place == SaleIn::Stock && !rules.options.several_sales {
            require!(
                !self.sold_now(company),
                "ARD-5.1.1-06",
                "{id} was already sold in this turn: all its shares of a turn go in one sale"
            );
        }
        let room = self.market_room(rules, company);
        if units > room {
            reject!(
                "ARD-4.1-18",
                "the open market takes {room} more of {id}, not {units}: it holds at most half of a company"
            )
        }
        if self.director(rules, company) == Some(seat) {
            let kept = have - units;
            let successor = self.successor(rules, company, seat, kept);
            if own_first && successor.is_some() {
                reject!(
                    "ARD-6.8.5-05",
                    "selling {units} of {id} would pass on the presidency of the company that buys"
                )
            }
            if successor.is_none() && units > have.saturating_sub(2) {
                reject!(
                    if own_first {
                        "ARD-6.8.5-05"
                    } else {
                        "ARD-4.1-15"
                    },
                    "nobody else holds two shares of {id} and more than you would keep: the president's certificate cannot go"
                )
            }
        }
        Ok(i32::from(units) * self.price(rules, company))
    }

    /// Sells: money, papers, presidency, price (ARD-4.1-13, 4.1-14, 4.2-01 to 03, 5.1.1-05, 5.1.1-07).
    pub(super) fn do_sale(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        units: u8,
        to: Account,
        events: &mut Vec<Event>,
    ) -> i32 {
        let sum = i32::from(units) * self.price(rules, company);
        let directs = self.director(rules, company) == Some(seat);
        if directs {
            let kept = self.units_of(rules, company, seat).saturating_sub(units);
            if let Some(next) = self.successor(rules, company, seat, kept) {
                self.swap_director(rules, company, seat, next, Holder::Player(seat), events);
            }
        }
        self.move_singles(
            rules,
            company,
            Holder::Player(seat),
            Holder::Pool,
            units,
            events,
        );
        events.push(Event::Sold {
            seat,
            company,
            units,
            sum,
        });
        self.pay(rules, events, Account::Bank, to, sum, Cause::Sale);
        if directs {
            let steps = if rules.options.sale_drop_per_sale {
                1
            } else {
                units
            };
            self.fall(
                rules,
                company,
                steps,
                rules.options.no_floor_outside_dividends,
                events,
            );
        }
        sum
    }

    /// Moves single shares.
    pub(super) fn move_singles(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        from: Holder,
        to: Holder,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let papers: Vec<PaperId> = self
            .shared
            .papers
            .held(&rules.definition, company, from)
            .filter(|(_, _, director)| !director)
            .map(|(paper, _, _)| paper)
            .take(usize::from(count))
            .collect();
        for paper in papers {
            self.shared.move_paper(events, paper, to);
        }
    }

    /// `next` takes the director's certificate; two of his singles go to `singles_to`.
    pub(super) fn swap_director(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        old: Seat,
        next: Seat,
        singles_to: Holder,
        events: &mut Vec<Event>,
    ) {
        self.move_singles(rules, company, Holder::Player(next), singles_to, 2, events);
        if let Some(paper) = self
            .shared
            .papers
            .director_paper(&rules.definition, company)
        {
            self.shared.move_paper(events, paper, Holder::Player(next));
        }
        events.push(Event::DirectorChanged {
            company,
            from: Some(old),
            to: Some(next),
        });
    }

    /// ARD-5.4-02, ARD-6.8.6-09: after a purchase whoever has more than the director takes over; a company without
    /// one goes to a holder of two shares.
    pub(super) fn check_director(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if self.is_minor(rules, company) || self.shared.company(company).status != Status::Open {
            return;
        }
        match self.director(rules, company) {
            Some(director) => {
                let kept = self.units_of(rules, company, director);
                if let Some(next) = self.successor(rules, company, director, kept) {
                    self.swap_director(
                        rules,
                        company,
                        director,
                        next,
                        Holder::Player(director),
                        events,
                    );
                }
            }
            None => {
                let priority = self.shared.table.priority;
                let mut best: Option<(Seat, u8)> = None;
                for seat in self.shared.table.from(priority) {
                    let units = self.units_of(rules, company, seat);
                    if units >= 2 && best.is_none_or(|(_, most)| units > most) {
                        best = Some((seat, units));
                    }
                }
                if let Some((next, _)) = best {
                    self.move_singles(
                        rules,
                        company,
                        Holder::Player(next),
                        Holder::Pool,
                        2,
                        events,
                    );
                    if let Some(paper) = self
                        .shared
                        .papers
                        .director_paper(&rules.definition, company)
                    {
                        self.shared.move_paper(events, paper, Holder::Player(next));
                    }
                    events.push(Event::DirectorChanged {
                        company,
                        from: None,
                        to: Some(next),
                    });
                }
            }
        }
    }

    /// What the seat could raise by selling everything that may be sold, the private included, in francs.
    pub(super) fn salable(&self, rules: &ArdRules, seat: Seat, place: SaleIn) -> i32 {
        let mut trial = self.clone();
        let before = trial.shared.player_cash(seat);
        trial.sell_all(rules, seat, place, Account::Player(seat), &mut Vec::new());
        trial.shared.player_cash(seat) - before
    }

    /// Sells everything that the rules of sale allow, dearest first.
    pub(super) fn sell_all(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        place: SaleIn,
        to: Account,
        events: &mut Vec<Event>,
    ) {
        for company in self.shared.markers.in_order(&rules.definition.chart) {
            let most = self.units_of(rules, company, seat);
            for units in (1..=most).rev() {
                if self.plan_sale(rules, seat, company, units, place).is_ok() {
                    self.do_sale(rules, seat, company, units, to, events);
                    break;
                }
            }
        }
        for private in (0..rules.definition.privates.len()).map(crate::ids::PrivateId::from) {
            if self
                .shared
                .papers
                .private_holder(&rules.definition, private)
                == Holder::Player(seat)
            {
                self.sell_private(rules, seat, private, to, events);
            }
        }
    }

    /// Sells a private to the open market (ARD-3.2.5-03, ARD-3.2.5-07).
    pub(super) fn sell_private(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        private: crate::ids::PrivateId,
        to: Account,
        events: &mut Vec<Event>,
    ) {
        if let Some(paper) = self.shared.papers.private_paper(&rules.definition, private) {
            self.shared.move_paper(events, paper, Holder::Pool);
        }
        events.push(Event::PrivateTraded {
            seat,
            private,
            bought: false,
        });
        let value = rules.definition.private_at(private).value;
        self.pay(rules, events, Account::Bank, to, value, Cause::Private);
    }

    /// Moves money and watches the bank (ARD-7-01, ARD-7-03, ARD-RUL-36).
    pub(super) fn pay(
        &mut self,
        rules: &ArdRules,
        events: &mut Vec<Event>,
        from: Account,
        to: Account,
        sum: i32,
        cause: Cause,
    ) {
        self.shared.pay(events, from, to, sum, cause);
        let bank = self.shared.cash.of(Account::Bank);
        let broken = if rules.options.bank_breaks_below_zero {
            bank < 0
        } else {
            bank <= 0
        };
        if from == Account::Bank && broken && self.shared.ending == crate::shared::Ending::Open {
            self.shared.ending = crate::shared::Ending::Last;
            events.push(Event::BankBroken);
        }
    }
}
