//! Section 6.4: stations, ferry and mining rights, forts.

use super::{ArdRules, Ardennes, FortPlace, Right, Step};
use crate::action::Action;
use crate::board::{Bonus, Occupant, StopKind};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, HexId, StopRef};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

/// Price of a minor's second station (ARD-6.4-02).
const MINOR_TOKEN: i32 = 40;
/// Price of a public company's station (ARD-6.4-02).
const MAJOR_TOKEN: i32 = 100;

impl Ardennes {
    /// What the company's next station costs, in francs.
    pub(crate) fn token_cost(&self, rules: &ArdRules, company: CompanyId) -> i32 {
        if self.free_tokens.contains(&company) {
            // ARD-DEP-17.
            0
        } else if self.is_minor(rules, company) {
            MINOR_TOKEN
        } else {
            MAJOR_TOKEN
        }
    }

    pub(super) fn plan_token(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let map = &definition.map;
        let board = &self.shared.board;
        let (hex, stop) = match action {
            Action::Pass => return Ok(0),
            Action::Token(hex, stop) => (*hex, *stop),
            _ => return self.wrong_step(rules, Step::Token, company, first, action),
        };
        let id = &definition.at(company).id;
        let place = &map.at(hex).name;
        let at = StopRef { hex, stop };
        require!(
            self.shared.company(company).tokens_left > 0,
            if self.is_minor(rules, company) {
                "ARD-1.4.1-02"
            } else {
                "ARD-6.4-06"
            },
            "{id} has no station token left"
        );
        let city = board
            .face(map, hex)
            .stops
            .get(usize::from(stop))
            .is_some_and(|stop| stop.kind == StopKind::City);
        require!(
            hex.index() < map.hexes.len() && city,
            "ARD-6.4-01",
            "{place} has no city circle there: stations stand in cities"
        );
        require!(
            !board.has_station_on(hex, company),
            "ARD-6.4-03",
            "{id} has a station in {place} already"
        );
        match self.bonus_in(at) {
            Some((_, bonus)) if self.is_barred(hex, bonus) => {
                reject!(
                    "ARD-5.3.1-19",
                    "the {} token of {place} was declined in this operating round: it can be claimed from the next on",
                    bonus.name()
                )
            }
            Some(_) => {}
            None => require!(
                board.free_slot(map, at).is_some(),
                "ARD-6.4-04",
                "{place} has no free circle"
            ),
        }
        let cost = self.token_cost(rules, company);
        let cash = self.shared.treasury(company);
        require!(
            cash >= cost,
            "ARD-6.4-02",
            "this station costs {}, {id} has {}",
            definition.money.print(cost),
            definition.money.print(cash)
        );
        require!(
            self.reach(rules, company).has_stop(at),
            "ARD-6.4-05",
            "{id} has no route to {place}, or a full city blocks it"
        );
        Ok(cost)
    }

    /// The bonus token that a station placed there would claim.
    fn bonus_in(&self, at: StopRef) -> Option<(u8, Bonus)> {
        self.shared
            .board
            .tokens_in(at)
            .find_map(|token| match token.what {
                Occupant::Bonus(bonus) => Some((token.slot, bonus)),
                _ => None,
            })
    }

    pub(super) fn legal_token(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        first: bool,
    ) -> Vec<Choice> {
        let map = &rules.definition.map;
        let mut choices = vec![Choice::One(Action::Pass)];
        for hex in map.hex_ids() {
            for stop in 0..self.shared.board.face(map, hex).stops.len() as u8 {
                let action = Action::Token(hex, stop);
                if self.plan_token(rules, company, first, &action).is_ok() {
                    choices.push(Choice::One(action));
                }
            }
        }
        choices
    }

    pub(super) fn do_token(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        if let Action::Token(hex, stop) = *action {
            let at = StopRef { hex, stop };
            let cost = self.token_cost(rules, company);
            self.pay(
                rules,
                events,
                Account::Company(company),
                Account::Bank,
                cost,
                Cause::Token,
            );
            if let Some(index) = self.free_tokens.iter().position(|free| *free == company) {
                self.free_tokens.remove(index);
            }
            if let Some(facts) = self.shared.company_mut(company) {
                facts.tokens_left = facts.tokens_left.saturating_sub(1);
            }
            if let Some((slot, bonus)) = self.bonus_in(at) {
                // ARD-6.4.1-02, ARD-6.4.2-01.
                self.shared
                    .board
                    .replace(at, slot, Occupant::Station(company));
                self.rights.push(Right {
                    company,
                    hex,
                    bonus,
                });
                self.rights.sort();
                events.push(Event::BonusClaimed { company, at, bonus });
            } else if let Some(slot) = self.shared.board.free_slot(&rules.definition.map, at) {
                self.shared.board.put(at, slot, Occupant::Station(company));
            }
            events.push(Event::TokenPlaced { company, at, cost });
        }
        self.set_step(Step::Forts);
    }

    /// Hexes with forts that the company's routes get to (ARD-6.4.3-01 to 03, ARD-RUL-27).
    pub(super) fn forts_in_reach(&self, rules: &ArdRules, company: CompanyId) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = self
            .forts
            .iter()
            .filter_map(|fort| match fort {
                FortPlace::Map(hex) => Some(*hex),
                _ => None,
            })
            .collect();
        hexes.dedup();
        if hexes.is_empty() {
            return hexes;
        }
        let base = self.reach(rules, company);
        hexes.retain(|&hex| base.stops.get(hex.index()).is_some_and(|mask| *mask != 0));
        hexes
    }

    pub(super) fn plan_forts(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pass => Ok(0),
            Action::Fort(hex) => {
                let place = &rules.definition.map.at(*hex).name;
                require!(
                    self.forts.contains(&FortPlace::Map(*hex)),
                    "ARD-6.4.3-01",
                    "no fort lies on {place}"
                );
                require!(
                    self.forts_in_reach(rules, company).contains(hex),
                    "ARD-6.4.3-03",
                    "{} has no route to {place}",
                    rules.definition.at(company).id
                );
                Ok(0)
            }
            _ => self.wrong_step(rules, Step::Forts, company, first, action),
        }
    }

    pub(super) fn legal_forts(&self, rules: &ArdRules, company: CompanyId) -> Vec<Choice> {
        let mut choices = vec![Choice::One(Action::Pass)];
        choices.extend(
            self.forts_in_reach(rules, company)
                .into_iter()
                .map(|hex| Choice::One(Action::Fort(hex))),
        );
        choices
    }

    pub(super) fn do_forts(
        &mut self,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Fort(hex) => {
                if let Some(fort) = self
                    .forts
                    .iter_mut()
                    .find(|fort| **fort == FortPlace::Map(hex))
                {
                    *fort = FortPlace::Company(company);
                    events.push(Event::FortTaken { company, hex });
                }
            }
            _ => self.set_step(Step::Run),
        }
    }
}
