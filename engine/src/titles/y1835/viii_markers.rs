//! Section VIII: station markers.

use super::special::{NF, PFB};
use super::{Frame, Step, Y35Rules, Y1835};
use crate::action::{Action, Lot};
use crate::board::{Occupant, StopKind};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, HexId, PrivateId, Seat, StopRef};
use crate::legal::Choice;
use crate::network::Reach;
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

impl Y1835 {
    /// The home of a company as the map lies now; Baden's is chosen.
    fn home_stop(&self, rules: &Y35Rules, company: CompanyId) -> Option<StopRef> {
        let home = rules.definition.at(company).home?;
        let stops = self
            .shared
            .board
            .face(&rules.definition.map, home.hex)
            .stops
            .len();
        Some(StopRef {
            hex: home.hex,
            stop: if usize::from(home.stop) < stops {
                home.stop
            } else {
                0
            },
        })
    }

    /// Puts the home marker of a company that starts on the map (E35-I-13, E35-XV.5-03).
    pub(super) fn place_home(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if let Some(at) = self.home_stop(rules, company) {
            self.put_marker(rules, company, at, 0, events);
        }
    }

    pub(super) fn put_marker(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        at: StopRef,
        cost: i32,
        events: &mut Vec<Event>,
    ) {
        let map = &rules.definition.map;
        let slot = self.shared.board.free_slot(map, at).unwrap_or(0);
        self.shared.board.put(at, slot, Occupant::Station(company));
        if let Some(facts) = self.shared.company_mut(company) {
            facts.tokens_left = facts.tokens_left.saturating_sub(1);
        }
        events.push(Event::TokenPlaced { company, at, cost });
    }

    /// Whether Baden is in play and its home marker not placed yet.
    pub(super) fn badish_homeless(&self, rules: &Y35Rules) -> bool {
        let badish = rules.special.badish;
        self.shared.is_open(badish)
            && !self
                .shared
                .board
                .has_station_on(rules.special.mannheim, badish)
    }

    fn mannheim_built(&self, rules: &Y35Rules) -> bool {
        let map = &rules.definition.map;
        map.is_tile(self.shared.board.placed(rules.special.mannheim).face)
    }

    /// E35-VIII-12: the choice at the start of Baden's first turn.
    pub(super) fn ask_badish_home_in_turn(&mut self, rules: &Y35Rules) {
        if self.badish_homeless(rules) && self.mannheim_built(rules) {
            self.frames.push(Frame::Home { by: None });
        }
    }

    /// The choice when the first tile is laid there.
    pub(super) fn ask_badish_home_on_tile(&mut self, rules: &Y35Rules, layer: CompanyId) {
        if self.badish_homeless(rules) {
            let by = self
                .director(rules, layer)
                .filter(|_| rules.options.baden_station_by_layer);
            self.frames.push(Frame::Home { by });
        }
    }

    pub(super) fn plan_home(&self, rules: &Y35Rules, action: &Action) -> Result<i32, Rejection> {
        let hex = rules.special.mannheim;
        match action {
            Action::Token(at, stop) => {
                let place = StopRef {
                    hex: *at,
                    stop: *stop,
                };
                require!(
                    *at == hex
                        && self
                            .shared
                            .board
                            .free_slot(&rules.definition.map, place)
                            .is_some(),
                    "E35-VIII-12",
                    "Baden's home marker goes on one of the stations of {}",
                    rules.definition.map.at(hex).name
                );
                Ok(0)
            }
            _ => reject!(
                "E35-VIII-12",
                "Baden's home station is chosen now: token {}/0 or /1",
                rules.definition.map.at(hex).name
            ),
        }
    }

    /// Companies that still have a right to this station (E35-VIII-09, 10, E35-RUL-13).
    fn kept_for(&self, rules: &Y35Rules, at: StopRef) -> Vec<CompanyId> {
        let special = &rules.special;
        rules
            .definition
            .company_ids()
            .filter(|&company| company != special.badish && company != special.prussian)
            .filter(|&company| self.shared.company(company).status == Status::Unopened)
            .filter(|&company| self.home_stop(rules, company) == Some(at))
            .collect()
    }

    /// Price of a marker by the distance from home (E35-VIII-02, 03).
    pub(crate) fn marker_price(&self, rules: &Y35Rules, company: CompanyId, to: HexId) -> i32 {
        let map = &rules.definition.map;
        let Some(home) = rules.definition.at(company).home else {
            return 0;
        };
        let mut distance: Vec<Option<i32>> = vec![None; map.hexes.len()];
        let mut line = std::collections::VecDeque::from([home.hex]);
        if let Some(first) = distance.get_mut(home.hex.index()) {
            *first = Some(0);
        }
        while let Some(hex) = line.pop_front() {
            let steps = distance.get(hex.index()).copied().flatten().unwrap_or(0);
            for edge in 0..6u8 {
                let Some(next) = map.neighbour(hex, edge) else {
                    continue;
                };
                if let Some(place @ None) = distance.get_mut(next.index()) {
                    *place = Some(steps + 1);
                    line.push_back(next);
                }
            }
        }
        let steps = distance.get(to.index()).copied().flatten().unwrap_or(0);
        rules.special.token_price * steps
    }

    /// A marker of the company; `by` a private's power.
    pub(super) fn plan_marker(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        at: StopRef,
        by: Option<PrivateId>,
        reach: Option<&Reach>,
    ) -> Result<i32, Rejection> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let id = rules.id(company);
        if let Some(private) = by {
            self.check_power(rules, company, private)?;
            let right = if private == rules.special.privates[NF] {
                at.hex == rules.special.nuremberg
            } else if private == rules.special.privates[PFB] {
                at.hex == rules.special.mannheim && !self.pfalz_used.1
            } else {
                false
            };
            require!(
                right,
                "E35-II.2-01",
                "{} has no such power",
                rules.definition.private_at(private).id
            );
        }
        require!(
            !rules.is_minor(company),
            "E35-III-03",
            "{id} is a minor and has its home marker only"
        );
        require!(
            self.shared.company(company).tokens_left > 0,
            if by.is_some() {
                "E35-II.2-04"
            } else {
                "E35-VIII-14"
            },
            "{id} has no marker left"
        );
        let city = at.hex.index() < map.hexes.len()
            && board
                .face(map, at.hex)
                .stops
                .get(usize::from(at.stop))
                .is_some_and(|stop| stop.kind == StopKind::City);
        require!(city, "E35-VIII-07", "there is no such station");
        let name = &map.at(at.hex).name;
        if at.hex == rules.special.mannheim {
            let badish = rules.special.badish;
            require!(
                board.has_station_on(at.hex, badish),
                if by.is_some() {
                    "E35-II.2-15"
                } else {
                    "E35-VIII-13"
                },
                "Baden's home marker comes first on {name}"
            );
        }
        require!(
            !board.has_station_on(at.hex, company),
            if by.is_some() {
                "E35-II.2-04"
            } else {
                "E35-VIII-05"
            },
            "{id} has a marker on {name} already: one a tile"
        );
        let slots = board
            .face(map, at.hex)
            .stops
            .get(usize::from(at.stop))
            .map_or(0, |stop| usize::from(stop.slots));
        let free = slots.saturating_sub(board.tokens_in(at).count());
        let kept = self.kept_for(rules, at);
        if free > 0 && free <= kept.len() {
            let whose: Vec<&str> = kept.iter().map(|&other| rules.id(other)).collect();
            reject!(
                if slots > 1 {
                    "E35-VIII-10"
                } else {
                    "E35-VIII-09"
                },
                "the free station of {name} is kept as the home of {}",
                whose.join(", ")
            )
        }
        require!(
            free > 0,
            if by.is_some() {
                "E35-II.2-04"
            } else {
                "E35-VIII-07"
            },
            "{name} has no free station"
        );
        if by.is_some() {
            return Ok(0);
        }
        let found;
        let reach = match reach {
            Some(reach) => reach,
            None => {
                found = self.reach(rules, company);
                &found
            }
        };
        require!(
            reach.has_stop(at),
            "E35-VIII-06",
            "no route of {id} leads to {name}"
        );
        let price = self.marker_price(rules, company, at.hex);
        let cash = self.shared.treasury(company);
        require!(
            cash >= price,
            "E35-VIII-02",
            "the marker on {name} costs {}, {id} has {}",
            rules.money(price),
            rules.money(cash)
        );
        Ok(price)
    }

    pub(super) fn plan_token_step(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => Ok(0),
            Action::TokenBy(private, hex, stop) => {
                self.plan_marker(rules, company, StopRef { hex, stop }, Some(private), None)
            }
            Action::Token(hex, stop) if step == (Step::Token { placed: false }) => {
                self.plan_marker(rules, company, StopRef { hex, stop }, None, None)
            }
            _ => Err(self.wrong_step(rules, company, step, action)),
        }
    }

    /// Every marker that may be placed, by powers of privates only or by the normal right too.
    pub(super) fn legal_markers(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        normal: bool,
    ) -> Vec<Choice> {
        let map = &rules.definition.map;
        let reach = self.reach(rules, company);
        let mut choices = Vec::new();
        for hex in map.hex_ids() {
            for stop in 0..self.shared.board.face(map, hex).stops.len() as u8 {
                let at = StopRef { hex, stop };
                if normal
                    && self
                        .plan_marker(rules, company, at, None, Some(&reach))
                        .is_ok()
                {
                    choices.push(Choice::One(Action::Token(hex, stop)));
                }
                for private in [rules.special.privates[NF], rules.special.privates[PFB]] {
                    if self
                        .plan_marker(rules, company, at, Some(private), Some(&reach))
                        .is_ok()
                    {
                        choices.push(Choice::One(Action::TokenBy(private, hex, stop)));
                    }
                }
            }
        }
        choices
    }

    pub(super) fn do_marker(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        at: StopRef,
        by: Option<PrivateId>,
        events: &mut Vec<Event>,
    ) {
        let cost = if by.is_some() {
            0
        } else {
            self.marker_price(rules, company, at.hex)
        };
        self.pay(
            events,
            Account::Company(company),
            Account::Bank,
            cost,
            Cause::Token,
        );
        self.put_marker(rules, company, at, cost, events);
        match by {
            Some(private) if private == rules.special.privates[NF] => {
                // E35-II.2-05.
                self.close_private(rules, private, events);
            }
            Some(private) => {
                self.pfalz_used.1 = true;
                if self.pfalz_used.0 || rules.options.pfalz_closes_with_token {
                    self.close_private(rules, private, events);
                }
            }
            None => {
                let free = rules.options.markers_beside_powers
                    && [NF, PFB].iter().any(|&index| {
                        self.check_power(rules, company, rules.special.privates[index])
                            .is_ok()
                    });
                self.set_step(Step::Token { placed: !free });
            }
        }
    }

    /// The seat that chooses Baden's station.
    pub(super) fn home_chooser(&self, rules: &Y35Rules, by: Option<Seat>) -> Option<Seat> {
        by.or_else(|| self.director(rules, rules.special.badish))
    }

    /// Whether a private's owner is known: the seat of a private.
    pub(super) fn private_owner(&self, rules: &Y35Rules, private: PrivateId) -> Option<Seat> {
        self.owner(rules, Lot::Private(private))
    }
}
