//! Sections 4.7.3 and 4.11: stations, priced by the track to them.

use super::{Rules, Step, Y1826};
use crate::action::Action;
use crate::board::{Occupant, StopKind};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, HexId, Seat, StopRef};
use crate::legal::Choice;
use crate::network::{Graph, distances};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

/// Price of a station for each hex of the way to it (E26-4.7.3-02).
const TOKEN: i32 = 20;

impl Y1826 {
    /// Stops that routes of the company get to, with the price of a station there (E26-4.7.3-02 to 04).
    pub(crate) fn station_prices(&self, rules: &Rules, company: CompanyId) -> Vec<(StopRef, i32)> {
        let (map, board) = (&rules.definition.map, &self.shared.board);
        let stations: Vec<StopRef> = board.stations(company).collect();
        let graph = Graph::new(
            map,
            board,
            &stations,
            |at| !board.full_for(map, at, company),
            |_, _| true,
        );
        let starts: Vec<usize> = stations.iter().filter_map(|&at| graph.number(at)).collect();
        distances(&graph, &starts)
            .into_iter()
            .enumerate()
            .filter_map(|(vertex, hexes)| Some((graph.stop(vertex)?, TOKEN * i32::from(hexes?))))
            .collect()
    }

    /// Circles of a stop that are kept for homes of others (E26-RUL-25).
    fn kept(&self, rules: &Rules, at: StopRef, company: CompanyId) -> usize {
        let definition = &rules.definition;
        definition
            .company_ids()
            .filter(|&other| {
                other != company
                    && definition.at(other).home == Some(at)
                    && self.shared.company(other).status != Status::Closed
                    && !self.shared.board.has_station(at, other)
            })
            .count()
    }

    pub(super) fn plan_token(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        at: StopRef,
        prices: &[(StopRef, i32)],
    ) -> Result<i32, Rejection> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let id = rules.id(company);
        if let Step::Token { placed: true } = step {
            reject!("E26-4.7.3-01", "{id} has placed a station in this turn")
        }
        require!(
            self.shared.company(company).tokens_left > 0,
            "E26-4.7.3-01",
            "{id} has no station left"
        );
        let stops = &board.face(map, at.hex).stops;
        let stop = stops.get(usize::from(at.stop));
        let city = at.hex.index() < map.hexes.len()
            && stop.is_some_and(|stop| stop.kind == StopKind::City);
        let place = &map.at(at.hex).name;
        require!(
            city,
            "E26-4.7.3-01",
            "{place} has no city circle there: stations stand in cities"
        );
        require!(
            !board.has_station_on(at.hex, company),
            "E26-4.7.3-01",
            "{id} has a station in {place} already"
        );
        let slots = stop.map_or(0, |stop| usize::from(stop.slots));
        let free = slots.saturating_sub(board.tokens_in(at).count());
        require!(free > 0, "E26-4.7.3-01", "{place} has no free circle");
        require!(
            free > self.kept(rules, at, company),
            "E26-4.7.3-01",
            "the free circle of {place} is kept for a company whose home it is"
        );
        let Some((_, price)) = prices.iter().find(|(stop, _)| *stop == at) else {
            reject!(
                "E26-4.7.3-04",
                "{id} has no route to {place}, or a full city or Paris blocks it"
            )
        };
        let cash = self.shared.treasury(company);
        require!(
            cash >= *price,
            "E26-4.7.3-05",
            "{place} is {} hexes away: the station costs {}, {id} has {}",
            price / TOKEN,
            rules.money(*price),
            rules.money(cash)
        );
        Ok(*price)
    }

    pub(super) fn plan_token_step(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => Ok(0),
            Action::Token(hex, stop) => {
                let prices = self.station_prices(rules, company);
                self.plan_token(rules, company, step, StopRef { hex, stop }, &prices)
            }
            _ => self.wrong_step(rules, step, company, action),
        }
    }

    pub(super) fn legal_tokens(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
    ) -> Vec<Choice> {
        let mut choices = vec![Choice::One(Action::Pass)];
        let prices = self.station_prices(rules, company);
        let mut stops: Vec<StopRef> = prices.iter().map(|(at, _)| *at).collect();
        stops.sort_unstable();
        for at in stops {
            if self.plan_token(rules, company, step, at, &prices).is_ok() {
                choices.push(Choice::One(Action::Token(at.hex, at.stop)));
            }
        }
        choices
    }

    pub(super) fn do_token(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        (hex, stop): (HexId, u8),
        events: &mut Vec<Event>,
    ) {
        let at = StopRef { hex, stop };
        let prices = self.station_prices(rules, company);
        let cost = prices
            .iter()
            .find(|(stop, _)| *stop == at)
            .map_or(0, |(_, price)| *price);
        self.pay(
            events,
            Account::Company(company),
            Account::Bank,
            cost,
            Cause::Token,
        );
        if let Some(facts) = self.shared.company_mut(company) {
            facts.tokens_left = facts.tokens_left.saturating_sub(1);
        }
        if let Some(slot) = self.shared.board.free_slot(&rules.definition.map, at) {
            self.shared.board.put(at, slot, Occupant::Station(company));
        }
        events.push(Event::TokenPlaced { company, at, cost });
        self.set_step(Step::Token { placed: true });
    }

    /// Whether the step of stations has anything to ask: a station to place, or the mail.
    pub(super) fn token_step_open(&self, rules: &Rules, company: CompanyId, placed: bool) -> bool {
        !placed && self.shared.company(company).tokens_left > 0
            || self.owner(rules, rules.special.mail).is_some()
    }

    /// The seats that may speak up in the step with a private of their own: not the president.
    pub(super) fn power_seat(&self, rules: &Rules, company: CompanyId, step: Step) -> Option<Seat> {
        let owner = self.owner(rules, self.power_of(rules, step)?)?;
        (self.president(rules, company) != Some(owner)).then_some(owner)
    }
}
