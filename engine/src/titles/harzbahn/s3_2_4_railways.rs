//! Section 3.2.4 and 3.2.3.1: forming a railway, and its flotation.

use super::{Done, Frame, Harz, HarzRules};
use crate::action::Source;
use crate::board::Occupant;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::CompanyId;
use crate::ids::Seat;
use crate::rejection::{Rejection, require};
use crate::shared::Status;

/// Shares that a railway is formed with (H73-3.2.1-01).
const SHARES: u8 = 5;

/// So many of them are left in the offering when it floats (H73-3.2.3.1-01).
const LEFT: u8 = 2;

impl Harz {
    pub(super) fn plan_form(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        value: i32,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        require!(
            rules.is_railway(company),
            "H73-3.2.4-01",
            "{name} is no railway"
        );
        require!(
            self.shared.company(company).status == Status::Unopened,
            "H73-3.2.4-01",
            "{name} is formed already"
        );
        self.require_right(rules, seat, company, false, "H73-3.2.4-01")?;
        let values = &rules.special.start_prices;
        let list: Vec<String> = values.iter().map(i32::to_string).collect();
        require!(
            values.contains(&value),
            "H73-3.2.4-02",
            "a railway starts at {}, not at {value}",
            list.join(", ")
        );
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= value,
            "H73-3.2.4-01",
            "who forms {name} at {} must buy a share, you have {}",
            rules.money(value),
            rules.money(cash)
        );
        Ok(value)
    }

    pub(super) fn do_form(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        value: i32,
        events: &mut Vec<Event>,
    ) {
        self.rights.retain(|right| right.company != company);
        events.push(Event::CompanyStarted {
            company,
            seat,
            price: value,
        });
        self.open_company(company, SHARES);
        let offering = Holder::Company(company);
        self.move_shares(rules, company, Holder::Initial, offering, SHARES, events);
        // H73-3.2.4-02.
        if let Some(cell) = rules.definition.chart.priced(value, "") {
            self.shared.restack_marker(events, company, cell);
        }
        self.set_director(company, Some(seat), events);
        // H73-3.2.4-03.
        self.do_buy(rules, seat, company, Source::Treasury, events);
        if let Some(Frame::Stock { passes, done, .. }) = self.frames.last_mut() {
            passes.retain(|other| *other != seat);
            *done = Done::Formed { company };
        }
    }

    /// The company is in play with so many shares.
    pub(super) fn open_company(&mut self, company: CompanyId, shares: u8) {
        if let Some(facts) = self.shared.company_mut(company) {
            facts.status = Status::Open;
            facts.units = shares;
        }
    }

    /// Whether the railway has floated: its home stations stand.
    pub(super) fn floated(&self, rules: &HarzRules, company: CompanyId) -> bool {
        let tokens = rules.definition.at(company).tokens;
        self.shared.board.markers(company).next().is_some()
            || self.shared.company(company).tokens_left < tokens
    }

    /// Floats the railway if three of its shares have left the offering (H73-3.2.3.1-01).
    pub(super) fn check_flotation(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let offering = Holder::Company(company);
        let facts = self.shared.company(company);
        let left = self.shares(rules, company, offering);
        // Shares bought back from the pool do not count: only the offering is looked at.
        if !rules.is_railway(company)
            || facts.status != Status::Open
            || facts.operated
            || left > LEFT
            || self.floated(rules, company)
        {
            return;
        }
        events.push(Event::Floated { company });
        // H73-3.2.3.1-02, H73-RUL-11.
        let sum = i32::from(SHARES) * self.value(rules, company);
        let to = Account::Company(company);
        self.shared
            .pay(events, Account::Bank, to, sum, Cause::Capital);
        // H73-3.2.3.1-03.
        self.move_shares(rules, company, offering, Holder::Pool, left, events);
        // H73-3.2.3.1-04.
        let map = &rules.definition.map;
        for at in rules.definition.at(company).homes.clone() {
            let slot = self.shared.board.free_slot(map, at).unwrap_or(0);
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
