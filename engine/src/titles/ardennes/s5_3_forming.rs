//! Section 5.3: forming a public company from the minor pledged.

use super::s5_2_auction::LEAST_FORMING;
use super::{ArdRules, Ardennes, FortPlace};
use crate::board::Occupant;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat, TrainId};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;
use crate::shared::Status;

impl Ardennes {
    /// What the player adds when a minor goes for a share at `price` (ARD-5.3-06, 5.3-07, 5.3.1-03, 5.3.1-04).
    pub(crate) fn shortfall(&self, rules: &ArdRules, minor: CompanyId, price: i32) -> i32 {
        (price - 2 * self.price(rules, minor)).max(0)
    }

    pub(super) fn plan_form(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        price: i32,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let money = |sum| definition.money.print(sum);
        let id = &definition.at(company).id;
        let Some(owed) = self
            .owed
            .iter()
            .find(|owed| owed.seat == seat && owed.company == company)
        else {
            reject!("ARD-5.3-01", "you have not won {id}")
        };
        let values = &rules.special.major_start;
        require!(
            values.contains(&price),
            "ARD-4-02",
            "{} is no starting value: {} are",
            money(price),
            values
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        );
        let (held, limit) = (
            self.certificates_of(rules, seat),
            self.certificate_limit(rules),
        );
        // ARD-5.3-16: the charter turns into a single, the president's certificate is one more; a charter in Grey
        // cannot be pledged, but may have fallen there since.
        let after = held + 2 - u8::from(self.price(rules, owed.minor) > 0);
        require!(
            after <= limit,
            "ARD-5.3-16",
            "forming {id} makes {after} certificates, the limit is {limit}: sell first"
        );
        let cost = 2 * price + self.shortfall(rules, owed.minor, price);
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= cost,
            "ARD-5.3-04",
            "forming {id} at {} costs {}, you have {}",
            money(price),
            money(cost),
            money(cash)
        );
        Ok(cost)
    }

    /// 5.3, steps 2 to 7.
    pub(super) fn do_form(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        let Some(index) = self
            .owed
            .iter()
            .position(|owed| owed.seat == seat && owed.company == company)
        else {
            return;
        };
        let minor = self.owed.remove(index).minor;
        let shortfall = self.shortfall(rules, minor, price);
        if let Some(facts) = self.shared.company_mut(company) {
            facts.status = Status::Open;
            facts.units = 5;
        }
        events.push(Event::CompanyStarted {
            company,
            seat,
            price,
        });
        self.pay(
            rules,
            events,
            Account::Player(seat),
            Account::Company(company),
            2 * price,
            Cause::Capital,
        );
        // ARD-5.3-05.
        if let Some(cell) = definition.chart.priced(price, "major_start") {
            self.shared.move_marker(events, company, cell);
        }
        // ARD-5.3-09: president's certificate and one single to the player, the other preferred to the treasury.
        for (paper, _, director) in self
            .shared
            .papers
            .of_company(definition, company)
            .collect::<Vec<_>>()
        {
            if self.shared.papers.holder(paper) == Holder::Initial {
                self.shared.move_paper(
                    events,
                    paper,
                    if director {
                        Holder::Player(seat)
                    } else {
                        Holder::Company(company)
                    },
                );
            }
        }
        self.pay(
            rules,
            events,
            Account::Player(seat),
            Account::Company(company),
            shortfall,
            Cause::Shortfall,
        );
        self.move_singles(
            rules,
            company,
            Holder::Company(company),
            Holder::Player(seat),
            1,
            events,
        );
        // ARD-5.3-10.
        let cash = self.shared.treasury(minor);
        self.pay(
            rules,
            events,
            Account::Company(minor),
            Account::Company(company),
            cash,
            Cause::Merger,
        );
        for train in self.trains_of(minor) {
            self.shared
                .move_train(events, train, TrainHolder::Company(company));
        }
        for fort in &mut self.forts {
            if *fort == FortPlace::Company(minor) {
                *fort = FortPlace::Company(company);
            }
        }
        self.take_over_tokens(minor, company, events);
        self.close(rules, minor, events);
        self.formed.push(company);
    }

    pub(super) fn trains_of(&self, company: CompanyId) -> Vec<TrainId> {
        self.shared.trains(company).map(|train| train.id).collect()
    }

    /// ARD-5.3-11, ARD-5.3.1-11: the minor's tokens become the company's, with their rights.
    pub(super) fn take_over_tokens(
        &mut self,
        minor: CompanyId,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let tokens: Vec<_> = self
            .shared
            .board
            .tokens()
            .iter()
            .filter(|token| token.what == Occupant::Station(minor))
            .copied()
            .collect();
        for token in tokens {
            self.shared
                .board
                .replace(token.at, token.slot, Occupant::Station(company));
            events.push(Event::TokenReplaced {
                company,
                old: minor,
                at: token.at,
            });
            if let Some(facts) = self.shared.company_mut(company) {
                facts.tokens_left = facts.tokens_left.saturating_sub(1);
            }
        }
        for right in &mut self.rights {
            if right.company == minor {
                right.company = company;
            }
        }
        self.rights.sort();
        self.rights.dedup();
    }

    /// ARD-5.3-12: marker and charter leave the game.
    pub(super) fn close(&mut self, rules: &ArdRules, minor: CompanyId, events: &mut Vec<Event>) {
        let from = self.shared.markers.cell(minor);
        self.shared.markers.remove(minor);
        events.push(Event::MarkerMoved {
            company: minor,
            from,
            to: None,
        });
        if let Some(paper) = self.shared.papers.director_paper(&rules.definition, minor) {
            self.shared.move_paper(events, paper, Holder::Gone);
        }
        if let Some(facts) = self.shared.company_mut(minor) {
            facts.status = Status::Closed;
            facts.tokens_left = 0;
        }
        events.push(Event::CompanyClosed { company: minor });
    }

    /// Money that the seat needs to form the cheapest company that it owes (ARD-5.3-08).
    pub(super) fn least_forming(&self, rules: &ArdRules, seat: Seat) -> i32 {
        let price = rules
            .special
            .major_start
            .first()
            .copied()
            .unwrap_or(LEAST_FORMING / 2);
        self.owed
            .iter()
            .filter(|owed| owed.seat == seat)
            .map(|owed| 2 * price + self.shortfall(rules, owed.minor, price))
            .min()
            .unwrap_or(0)
    }
}
