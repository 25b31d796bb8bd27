//! Sections 4.7.1, 4.6.1 and 4.10: laying track.

use super::s4_10_fit::colour_name;
use super::{Frame, Rules, Step, Y1826};
use crate::action::Action;
use crate::board::{Colour, Occupant, stop_after};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, FaceId, HexId, PrivateId, Seat, StopRef};
use crate::legal::Choice;
use crate::network::{Reach, extends, joins_far_edge, walk, ways};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

/// A lay: hex, tile, turning, and the private whose power pays for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lay {
    pub(super) hex: HexId,
    pub(super) face: FaceId,
    pub(super) rot: u8,
    pub(super) by: Option<PrivateId>,
}

impl Lay {
    /// The lay of an action.
    pub(super) fn of(action: &Action) -> Option<Lay> {
        match *action {
            Action::Lay(hex, face, rot) => Some(Lay {
                hex,
                face,
                rot,
                by: None,
            }),
            Action::LayBy(private, hex, face, rot) => Some(Lay {
                hex,
                face,
                rot,
                by: Some(private),
            }),
            _ => None,
        }
    }

    fn action(self) -> Action {
        match self.by {
            None => Action::Lay(self.hex, self.face, self.rot),
            Some(private) => Action::LayBy(private, self.hex, self.face, self.rot),
        }
    }
}

/// What the company's track reaches, for lays.
pub(super) struct Network {
    /// By routes that use nothing twice (E26-4.7.4-06).
    routes: Reach,
    /// By ways that may turn in a ring, for departures of the reference that ask for no route.
    turned: Option<Reach>,
}

impl Y1826 {
    /// What the company's track reaches now by routes (E26-4.7.4-06).
    pub(crate) fn reach(&self, rules: &Rules, company: CompanyId) -> Reach {
        let (map, board) = (&rules.definition.map, &self.shared.board);
        let starts: Vec<StopRef> = board.stations(company).collect();
        ways(map, board, &starts, |at| board.full_for(map, at, company))
    }

    /// The same, for lays.
    fn network(&self, rules: &Rules, company: CompanyId) -> Network {
        let (map, board) = (&rules.definition.map, &self.shared.board);
        let turned = rules.options.upgrades_where_reached || rules.options.branch_at_far_edge;
        let starts: Vec<StopRef> = board.stations(company).collect();
        Network {
            routes: self.reach(rules, company),
            turned: turned
                .then(|| walk(map, board, &starts, |at| board.full_for(map, at, company))),
        }
    }

    /// Yellow tiles that the company may lay in this turn (E26-4.7.1-02).
    pub(super) fn yellow_lays(&self, company: CompanyId) -> u8 {
        let first_round = self
            .frames
            .iter()
            .any(|frame| matches!(frame, Frame::Operating { number: 1, .. }));
        if first_round && self.fresh.contains(company) {
            2
        } else {
            1
        }
    }

    pub(super) fn plan_track(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        if *action == Action::Pass {
            return Ok(0);
        }
        let Some(lay) = Lay::of(action) else {
            return self.wrong_step(rules, step, company, action);
        };
        let cost = self.plan_lay(rules, seat, company, step, lay)?;
        self.plan_lay_reach(rules, company, lay, &self.network(rules, company))?;
        Ok(cost)
    }

    /// All tests of a lay but the network.
    fn plan_lay(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        lay: Lay,
    ) -> Result<i32, Rejection> {
        let map = &rules.definition.map;
        let id = rules.id(company);
        require!(
            map.is_tile(lay.face)
                && lay.face.index() < map.faces.len()
                && lay.rot < 6
                && lay.hex.index() < map.hexes.len(),
            "E26-4.10-09",
            "there is no such tile or turning"
        );
        let new = map.face(lay.face);
        let old = self.shared.board.face(map, lay.hex);
        let place = map.at(lay.hex);
        let Step::Track { laid, upgraded } = step else {
            reject!("E26-4.7-05", "it is not the time to lay track")
        };
        let yellow = new.colour == Colour::Yellow;
        if let Some(private) = lay.by {
            self.judge_power(rules, seat, company, private)?;
            let name = &rules.definition.private_at(private).id;
            require!(
                private == rules.special.bridge,
                "E26-4.3-06",
                "{name} lays no tile"
            );
            require!(
                yellow && place.terrain.as_deref() == Some("river"),
                "E26-4.3-06",
                "{name} lays a yellow tile on a river hex, and {} is none without a tile",
                place.name
            );
        }
        let most = self.yellow_lays(company);
        if upgraded || (!yellow && laid > 0) || laid >= most {
            let rule = if most == 2 {
                "E26-4.7.1-02"
            } else {
                "E26-4.7.1-01"
            };
            reject!(
                rule,
                "{id} may lay {} or make one upgrade in this turn, and has laid {laid}",
                if most == 2 {
                    "two yellow tiles"
                } else {
                    "one yellow tile"
                }
            )
        }
        let phase = rules.definition.phases.get(usize::from(self.shared.phase));
        require!(
            phase.is_some_and(|phase| phase.tiles.contains(&new.colour)),
            "E26-2-04",
            "{} tiles are not open in phase {}",
            colour_name(new.colour),
            phase.map_or("?", |phase| &phase.name)
        );
        self.judge_zone(rules, company, lay.hex)?;
        if let Some(guard) = self.guard(rules, lay.hex)
            && guard != company
        {
            require!(
                self.is_floated(guard),
                "E26-4.10-07",
                "{} is kept for {}, which has not floated: nobody may build there",
                place.name,
                rules.id(guard)
            );
        }
        self.judge_fit(rules, lay, old, new)?;
        // E26-4.7.1-03, E26-4.10-11.
        let cost = if old.colour == Colour::White && lay.by.is_none() {
            place.cost
        } else {
            0
        };
        let cash = self.shared.treasury(company);
        require!(
            cash >= cost,
            "E26-4.10-12",
            "the tile costs {}, {id} has {}",
            rules.money(cost),
            rules.money(cash)
        );
        Ok(cost)
    }

    /// E26-4.6.1-01 to 03, E26-RUL-13.
    fn judge_zone(&self, rules: &Rules, company: CompanyId, hex: HexId) -> Result<(), Rejection> {
        let special = &rules.special;
        let belgian = self.shared.company(special.belgian);
        let open = company == special.belgian
            || belgian.operated
            || belgian.status == Status::Closed
            || !special.zone.contains(&hex)
            || special.zone_exceptions.contains(&hex);
        require!(
            open,
            "E26-4.6.1-01",
            "{} lies in Belgium: until {} has operated only it builds there",
            rules.definition.map.at(hex).name,
            rules.id(special.belgian)
        );
        Ok(())
    }

    /// E26-4.10-02 to 04.
    fn plan_lay_reach(
        &self,
        rules: &Rules,
        company: CompanyId,
        lay: Lay,
        network: &Network,
    ) -> Result<(), Rejection> {
        let base = &network.routes;
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let (old, new) = (board.face(map, lay.hex), map.face(lay.face));
        let place = &map.at(lay.hex).name;
        let id = rules.id(company);
        let city = !old.stops.is_empty() && old.colour != Colour::White;
        if city
            && base
                .stops
                .get(lay.hex.index())
                .is_some_and(|stops| *stops != 0)
        {
            return Ok(());
        }
        let upgrade = new.colour != Colour::Yellow;
        let near = |reach: &Reach| reach.touches(lay.hex);
        if upgrade
            && rules.options.upgrades_where_reached
            && network.turned.as_ref().is_some_and(near)
        {
            return Ok(());
        }
        let (old_track, new_track) = (board.track(map, lay.hex), new.at(lay.rot));
        let blocked = |at: StopRef| {
            if at.hex != lay.hex {
                return board.full_for(map, at, company);
            }
            let slots = new
                .stops
                .get(usize::from(at.stop))
                .map_or(0, |stop| usize::from(stop.slots));
            let there = || {
                board.tokens_on(lay.hex).filter(|token| {
                    stop_after(old_track, new_track, old, new, token.at.stop).unwrap_or(0)
                        == at.stop
                })
            };
            slots > 0
                && there().all(|token| token.what != Occupant::Station(company))
                && there().count() >= slots
        };
        let found = extends(map, board, lay.hex, lay.face, lay.rot, base, blocked);
        if found.new_track {
            return Ok(());
        }
        if let Some(turned) = &network.turned
            && rules.options.branch_at_far_edge
            && upgrade
            && new.stops.is_empty()
            && joins_far_edge(
                map, board, lay.hex, lay.face, lay.rot, base, turned, blocked,
            )
        {
            return Ok(());
        }
        if city {
            reject!("E26-4.10-04", "no route of {id} gets to {place}")
        }
        let rule = if new.colour == Colour::Yellow {
            "E26-4.10-02"
        } else {
            "E26-4.10-03"
        };
        reject!(
            rule,
            "no route of {id} gets to new track of this tile on {place}"
        )
    }

    /// Every lay of the seat: the president's, and those by a private that is his or the president may ask for.
    pub(super) fn legal_track(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
    ) -> Vec<Choice> {
        let map = &rules.definition.map;
        let network = self.network(rules, company);
        let presides = self.president(rules, company) == Some(seat);
        let bridge = self.power_of(rules, step);
        let mut choices = Vec::new();
        if presides {
            choices.push(Choice::One(Action::Pass));
        }
        for hex in map.hex_ids() {
            // A hex that no way gets to has no new track to offer: the first test of `extends`.
            let widest = network.turned.as_ref().unwrap_or(&network.routes);
            if !widest.comes_to(hex) {
                continue;
            }
            for &face in &self.shared.board.face(map, hex).upgrades {
                for rot in 0..6 {
                    for by in [None, bridge] {
                        let lay = Lay { hex, face, rot, by };
                        if (by.is_some() || presides)
                            && self.plan_lay(rules, seat, company, step, lay).is_ok()
                            && self.plan_lay_reach(rules, company, lay, &network).is_ok()
                        {
                            choices.push(Choice::One(lay.action()));
                        }
                        if bridge.is_none() {
                            break;
                        }
                    }
                }
            }
        }
        choices
    }

    pub(super) fn do_lay(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        lay: Lay,
        events: &mut Vec<Event>,
    ) {
        let map = &rules.definition.map;
        let old = self.shared.board.placed(lay.hex);
        let (old_face, new_face) = (map.face(old.face), map.face(lay.face));
        let cost = if old_face.colour == Colour::White && lay.by.is_none() {
            map.at(lay.hex).cost
        } else {
            0
        };
        self.pay(
            events,
            Account::Company(company),
            Account::Bank,
            cost,
            Cause::Terrain,
        );
        let (old_track, new_track) = (old_face.at(old.rot), new_face.at(lay.rot));
        self.shared
            .board
            .place_tile(map, lay.hex, lay.face, lay.rot);
        self.shared.board.move_tokens(lay.hex, |stop| {
            stop_after(old_track, new_track, old_face, new_face, stop).unwrap_or(0)
        });
        events.push(Event::TileLaid {
            company,
            hex: lay.hex,
            face: lay.face,
            rot: lay.rot,
            cost,
        });
        if let Some(private) = lay.by {
            events.push(Event::PowerUsed {
                private,
                company,
                hex: Some(lay.hex),
            });
            self.close_private(rules, private, events);
        }
        if let Some((_, Step::Track { laid, upgraded }, _)) = self.turn() {
            let upgrade = new_face.colour != Colour::Yellow;
            self.set_step(Step::Track {
                laid: laid + u8::from(!upgrade),
                upgraded: upgraded || upgrade,
            });
        }
    }
}
