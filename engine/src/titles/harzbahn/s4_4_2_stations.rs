//! Section 4.4.2: stations.

use super::s4_4_1_concession::sides;
use super::{Harz, HarzRules, Step};
use crate::action::Action;
use crate::board::{Occupant, Settlement};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, HexId, StopRef};
use crate::legal::Choice;
use crate::network::Reach;
use crate::rejection::{Rejection, reject, require};

/// Cost of an empty circle, in Marks (H73-4.4.2-02).
const CIRCLE: i32 = 100;
/// Cost of replacing an inactive marker, in Marks (H73-4.4.2-03).
const REPLACED: i32 = 50;

impl Harz {
    /// What the railway's stations reach, active or not (H73-4.4.2-05).
    fn station_reach(&self, rules: &HarzRules, company: CompanyId) -> Reach {
        self.rail_reach(rules, &self.shared.board, company, true)
    }

    pub(super) fn plan_station(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => Ok(0),
            Action::Token(hex, stop) => {
                self.plan_circle(rules, company, hex, stop, None)?;
                self.plan_way(rules, hex, stop, &self.station_reach(rules, company))?;
                Ok(CIRCLE)
            }
            Action::Replace(hex, stop, other) => {
                self.plan_circle(rules, company, hex, stop, Some(other))?;
                self.plan_way(rules, hex, stop, &self.station_reach(rules, company))?;
                Ok(REPLACED)
            }
            _ => self.wrong_step(rules, company, Step::Station, action),
        }
    }

    /// All tests but the network, of an empty circle or one with a marker of `other`.
    fn plan_circle(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        hex: HexId,
        stop: u8,
        other: Option<CompanyId>,
    ) -> Result<(), Rejection> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let name = rules.name(company);
        let at = StopRef { hex, stop };
        require!(
            hex.index() < map.hexes.len()
                && board
                    .face(map, hex)
                    .stops
                    .get(usize::from(stop))
                    .is_some_and(|stop| stop.slots > 0),
            "H73-4.4.2-02",
            "there is no circle for a station"
        );
        let place = rules.place(hex);
        require!(
            self.shared.company(company).tokens_left > 0,
            "H73-4.4.2-01",
            "{name} has no marker left"
        );
        // H73-4.4.2-06, H73-MAP-06: all circles of a hex are one place.
        require!(
            !board.markers(company).any(|own| own.hex == hex),
            "H73-4.4.2-06",
            "{name} has a station on {place} already: one per hex"
        );
        let price = if let Some(other) = other {
            let lies = board
                .tokens_in(at)
                .find(|token| token.what.station_of() == Some(other));
            let Some(lies) = lies else {
                reject!(
                    "H73-4.4.2-03",
                    "{} has no marker in that circle of {place}",
                    rules.name(other)
                )
            };
            // H73-4.4.2-04.
            require!(
                lies.what == Occupant::Inactive(other),
                "H73-4.4.2-04",
                "the marker of {} on {place} is active: only inactive ones are replaced",
                rules.name(other)
            );
            REPLACED
        } else {
            let slots = board
                .face(map, hex)
                .stops
                .get(usize::from(stop))
                .map_or(0, |stop| usize::from(stop.slots));
            let taken = board.tokens_in(at).count();
            if taken >= slots {
                let replaceable = board
                    .tokens_in(at)
                    .any(|token| matches!(token.what, Occupant::Inactive(_)));
                reject!(
                    if replaceable {
                        "H73-4.4.2-03"
                    } else {
                        "H73-4.4.2-04"
                    },
                    "no circle is free on {place}{}",
                    if replaceable {
                        ": an inactive marker there can be replaced for 50"
                    } else {
                        ", and all markers there are active"
                    }
                )
            }
            // H73-4.4.2-07: homes of railways that have not placed their markers.
            let homeless: Vec<CompanyId> = rules
                .special
                .concessions
                .iter()
                .map(|concession| concession.company)
                .filter(|owner| *owner != company)
                .filter(|owner| {
                    rules.definition.at(*owner).homes.contains(&at)
                        && !board.markers(*owner).any(|own| own.hex == hex)
                })
                .collect();
            if let Some(first) = homeless.first()
                && taken + 1 + homeless.len() > slots
            {
                reject!(
                    "H73-4.4.2-07",
                    "the free circle on {place} is the home of {}",
                    rules.name(*first)
                )
            }
            if let Some(owner) = self.route_kept_out(rules, company, at) {
                let elsewhere = (0u8..).zip(&board.face(map, hex).stops).any(|(other, _)| {
                    other != stop && board.free_slot(map, StopRef { hex, stop: other }).is_some()
                });
                reject!(
                    if elsewhere {
                        "H73-4.4.2-09"
                    } else {
                        "H73-4.4.2-08"
                    },
                    "a circle on {place} must stay free on the concession route of {}, which has not operated",
                    rules.name(owner)
                )
            }
            CIRCLE
        };
        let cash = self.shared.treasury(company);
        require!(
            cash >= price,
            if other.is_some() {
                "H73-4.4.2-03"
            } else {
                "H73-4.4.2-02"
            },
            "the treasury is too small: the station costs {}, {name} has {}",
            rules.money(price),
            rules.money(cash)
        );
        Ok(())
    }

    /// H73-4.4.2-08, 09: the railway whose route would have no free circle in the village if another company took
    /// one at `at`.
    fn route_kept_out(
        &self,
        rules: &HarzRules,
        builder: CompanyId,
        at: StopRef,
    ) -> Option<CompanyId> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        map.at(at.hex)
            .settlement
            .filter(|kind| *kind == Settlement::Village)?;
        let taken = board.tokens_in(at).count();
        let slots = board
            .face(map, at.hex)
            .stops
            .get(usize::from(at.stop))
            .map_or(0, |stop| usize::from(stop.slots));
        let exits = board
            .track(map, at.hex)
            .stop_exits
            .get(usize::from(at.stop))
            .copied()
            .unwrap_or(0);
        rules
            .special
            .concessions
            .iter()
            .map(|concession| concession.company)
            .filter(|owner| *owner != builder && !self.shared.company(*owner).operated)
            .find(|&owner| {
                let Some(join) = rules.route_join(owner, at.hex) else {
                    return false;
                };
                let wanted = sides(join);
                if self.part_built(rules, owner, at.hex) {
                    return exits & wanted == wanted && taken + 2 > slots;
                }
                // A circle that shares no side with the route is never joined to it by what is kept.
                let kept = self
                    .reserved_on(at.hex)
                    .and_then(|face| map.face(face).stops.first())
                    .map_or(0, |stop| usize::from(stop.slots));
                exits & wanted != 0 && taken + 2 > kept
            })
    }

    /// H73-4.4.2-05.
    fn plan_way(
        &self,
        rules: &HarzRules,
        hex: HexId,
        stop: u8,
        reach: &Reach,
    ) -> Result<(), Rejection> {
        require!(
            reach.has_stop(StopRef { hex, stop }),
            "H73-4.4.2-05",
            "not accessible: no open track leads from a station of the railway to {}",
            rules.place(hex)
        );
        Ok(())
    }

    pub(super) fn legal_station(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let reach = self.station_reach(rules, company);
        let mut choices = Vec::new();
        for hex in map.hex_ids().filter(|hex| reach.touches(*hex)) {
            for stop in 0..board.face(map, hex).stops.len() as u8 {
                if self.plan_way(rules, hex, stop, &reach).is_err() {
                    continue;
                }
                if self.plan_circle(rules, company, hex, stop, None).is_ok() {
                    choices.push(Choice::One(Action::Token(hex, stop)));
                }
                for token in board.tokens_in(StopRef { hex, stop }) {
                    if let Some(other) = token.what.station_of()
                        && self
                            .plan_circle(rules, company, hex, stop, Some(other))
                            .is_ok()
                    {
                        choices.push(Choice::One(Action::Replace(hex, stop, other)));
                    }
                }
            }
        }
        choices.push(Choice::One(Action::Pass));
        choices
    }

    pub(super) fn do_station(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        // H73-4.4.2-10: new markers are active.
        let new = Occupant::Station(company);
        match *action {
            Action::Token(hex, stop) => {
                let at = StopRef { hex, stop };
                self.shared.pay(
                    events,
                    Account::Company(company),
                    Account::Bank,
                    CIRCLE,
                    Cause::Token,
                );
                if let Some(slot) = self.shared.board.free_slot(&rules.definition.map, at) {
                    self.shared.board.put(at, slot, new);
                }
                self.count_marker(company, false);
                events.push(Event::TokenPlaced {
                    company,
                    at,
                    cost: CIRCLE,
                });
            }
            Action::Replace(hex, stop, other) => {
                let at = StopRef { hex, stop };
                self.shared.pay(
                    events,
                    Account::Company(company),
                    Account::Company(other),
                    REPLACED,
                    Cause::Token,
                );
                let slot = self
                    .shared
                    .board
                    .tokens_in(at)
                    .find(|token| token.what == Occupant::Inactive(other))
                    .map(|token| token.slot);
                if let Some(slot) = slot {
                    self.shared.board.replace(at, slot, new);
                }
                // H73-4.4.2-03: the other company gets its marker back.
                self.count_marker(other, true);
                self.count_marker(company, false);
                events.push(Event::TokenReplaced {
                    company,
                    old: other,
                    at,
                });
            }
            _ => {}
        }
        self.set_step(Step::Run);
    }

    fn count_marker(&mut self, company: CompanyId, back: bool) {
        if let Some(facts) = self.shared.company_mut(company) {
            facts.tokens_left = if back {
                facts.tokens_left.saturating_add(1)
            } else {
                facts.tokens_left.saturating_sub(1)
            };
        }
    }
}
