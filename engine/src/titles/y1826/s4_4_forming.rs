//! Sections 4.1.3 and 4.4: starting a company, floating it, and what it is made of.

use super::{Rules, Y1826};
use crate::board::Occupant;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, require};
use crate::shared::Status;

impl Y1826 {
    /// Whether the phase of that name has begun.
    pub(crate) fn since(&self, rules: &Rules, name: &str) -> bool {
        let phases = &rules.definition.phases;
        phases
            .iter()
            .position(|phase| phase.name == name)
            .is_some_and(|index| usize::from(self.shared.phase) >= index)
    }

    /// Whether a company that starts now has ten shares (E26-4.4-01, 02, E26-4.5-08, 10).
    fn starts_with_ten(&self, rules: &Rules, company: CompanyId) -> bool {
        rules.special.ten_share.contains(&company)
            || self.since(rules, "6H")
            || !rules.options.destinations_by_hand && self.is_connected(rules, company)
    }

    /// E26-3.3-01, E26-4.1.3-01.
    pub(super) fn judge_value(&self, rules: &Rules, value: i32) -> Result<(), Rejection> {
        let values = &rules.special.start_values;
        let list: Vec<String> = values.iter().map(|&value| rules.money(value)).collect();
        require!(
            values.contains(&value),
            "E26-3.3-01",
            "{} is no starting value: there are {}",
            rules.money(value),
            list.join(", ")
        );
        Ok(())
    }

    /// Buying a president's certificate from the offering and naming the value.
    pub(super) fn plan_start(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        value: i32,
    ) -> Result<i32, Rejection> {
        require!(
            company.index() < rules.definition.companies.len() && !rules.is_national(company),
            "E26-4.1.2-04",
            "the Etat and the SNCF are formed by mergers, not started"
        );
        let id = rules.id(company);
        require!(
            self.shared.company(company).status != Status::Closed,
            "E26-4.1.2-04",
            "{id} is out of the game"
        );
        require!(
            self.shared.company(company).status == Status::Unopened,
            "E26-4.1.2-04",
            "{id} is started already"
        );
        self.judge_value(rules, value)?;
        let units = self.director_units(rules, company);
        // The limits are those of the company as it will be.
        let ten = self.starts_with_ten(rules, company);
        let have = self.units_of(rules, company, seat);
        let most = if ten { 6 } else { 3 };
        require!(
            have + units <= most,
            if ten { "E26-3.4-05" } else { "E26-3.4-06" },
            "you hold {have} shares of {id}: 60% are {most}"
        );
        let (held, limit) = (
            self.certificates_of(rules, seat),
            self.certificate_limit(rules),
        );
        require!(
            held < limit,
            "E26-3.4-03",
            "you hold {held} certificates, the limit is {limit}"
        );
        let price = value * i32::from(units);
        self.has_cash(
            rules,
            seat,
            price,
            &format!("the president's certificate of {id}"),
        )?;
        Ok(price)
    }

    pub(super) fn do_start(
        &mut self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        value: i32,
        events: &mut Vec<Event>,
    ) {
        // E26-4.1.2-03.
        let price = value * i32::from(self.director_units(rules, company));
        self.pay(
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
        self.open_company(rules, seat, company, value, events);
    }

    /// The company is in play at that value; its president's certificate is bought (E26-4.1.3-01).
    pub(super) fn open_company(
        &mut self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        value: i32,
        events: &mut Vec<Event>,
    ) {
        let ten = self.starts_with_ten(rules, company);
        if let Some(facts) = self.shared.company_mut(company) {
            facts.status = Status::Open;
            facts.units = if ten { 10 } else { 5 };
            facts.tokens_left = 0;
        }
        if ten {
            self.release_reserve(rules, company, Holder::Initial, events);
        }
        if let Some(cell) = rules.definition.chart.priced(value, "par") {
            self.shared.move_marker(events, company, cell);
        }
        events.push(Event::CompanyStarted {
            company,
            seat,
            price: value,
        });
        self.check_float(rules, company, events);
    }

    /// The five shares held back go somewhere.
    pub(super) fn release_reserve(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        to: Holder,
        events: &mut Vec<Event>,
    ) {
        self.move_singles(rules, company, Holder::Reserved, to, u8::MAX, events);
    }

    /// E26-4.4-03: half of the shares with players float the company.
    pub(super) fn check_float(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if !self.shared.is_open(company) || self.is_floated(company) {
            return;
        }
        let units = self.shared.company(company).units;
        let held: u8 = (0..rules.players)
            .map(|seat| self.units_of(rules, company, Seat(seat)))
            .sum();
        if held * 2 < units {
            return;
        }
        self.floated = self.floated.with(company);
        self.fresh = self.fresh.with(company);
        events.push(Event::Floated { company });
        // E26-4.4-05 to 07.
        let late = self.since(rules, "10H");
        let (factor, tokens) = match (units, late) {
            (5, _) => (3, 3),
            (_, false) => (5, 4),
            (_, true) => (10, 5),
        };
        let to = if late {
            Holder::Pool
        } else {
            Holder::Company(company)
        };
        self.move_singles(rules, company, Holder::Initial, to, u8::MAX, events);
        let capital = factor * self.price(rules, company);
        self.pay(
            events,
            Account::Bank,
            Account::Company(company),
            capital,
            Cause::Capital,
        );
        if let Some(facts) = self.shared.company_mut(company) {
            facts.tokens_left = tokens;
        }
        if !rules.options.home_token_at_first_turn {
            self.place_home(rules, company, events);
        }
    }

    /// E26-4.4-04: the home station, if it does not stand yet.
    pub(super) fn place_home(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let Some(at) = rules.definition.at(company).home else {
            return;
        };
        if self.shared.board.has_station(at, company) {
            return;
        }
        if let Some(slot) = self.shared.board.free_slot(&rules.definition.map, at) {
            self.shared.board.put(at, slot, Occupant::Station(company));
            if let Some(facts) = self.shared.company_mut(company) {
                facts.tokens_left = facts.tokens_left.saturating_sub(1);
            }
            events.push(Event::TokenPlaced {
                company,
                at,
                cost: 0,
            });
        }
    }
}
