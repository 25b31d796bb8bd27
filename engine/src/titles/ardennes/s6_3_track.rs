//! Section 6.3: laying track.

use super::{ArdRules, Ardennes, Step};
use crate::action::Action;
use crate::board::{Colour, LayFault, Occupant, check_face, stop_after};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, FaceId, HexId, StopRef};
use crate::legal::Choice;
use crate::network::{Reach, extends, reach, walk};
use crate::rejection::{Rejection, reject, require};

impl Ardennes {
    /// What the company's track reaches now.
    pub(crate) fn reach(&self, rules: &ArdRules, company: CompanyId) -> Reach {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let starts: Vec<StopRef> = board.stations(company).collect();
        let blocked = |at| board.full_for(map, at, company);
        if rules.options.both_circles_joined {
            walk(map, board, &starts, blocked)
        } else {
            reach(map, board, &starts, blocked)
        }
    }

    /// The row that says what a public company lays in the present phase.
    pub(super) fn lay_rule(&self) -> &'static str {
        if self.shared.phase < 3 {
            "ARD-2.2-02"
        } else {
            "ARD-2.4-01"
        }
    }

    pub(super) fn plan_track(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pass => Ok(0),
            Action::Lay(hex, face, rot) => {
                let cost = self.plan_lay(rules, company, *hex, *face, *rot)?;
                self.plan_lay_reach(
                    rules,
                    company,
                    *hex,
                    *face,
                    *rot,
                    &self.reach(rules, company),
                )?;
                Ok(cost)
            }
            _ => self.wrong_step(
                rules,
                Step::Track {
                    laid: 0,
                    upgraded: false,
                },
                company,
                first,
                action,
            ),
        }
    }

    /// All tests of a lay but the network: step, colour, fit, supply, sides, track, cost.
    fn plan_lay(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let map = &definition.map;
        let board = &self.shared.board;
        let id = &definition.at(company).id;
        let minor = self.is_minor(rules, company);
        require!(
            map.is_tile(face) && rot < 6 && hex.index() < map.hexes.len(),
            "ARD-6.3-14",
            "there is no such tile or turning"
        );
        let new = map.face(face);
        let place = map.at(hex);
        let old = map.face(board.placed(hex).face);
        if minor && new.colour == Colour::Brown {
            reject!("ARD-1.4.1-01", "Minor {id} may not lay brown tiles");
        }
        let phase = definition.phases.get(usize::from(self.shared.phase));
        if phase.is_none_or(|phase| !phase.tiles.contains(&new.colour)) {
            let rule = if new.colour == Colour::Brown {
                "ARD-2.4-01"
            } else {
                "ARD-2.1-01"
            };
            reject!(
                rule,
                "{} tiles are not open in phase {}",
                colour_name(new.colour),
                phase.map_or("?", |phase| &phase.name)
            )
        }
        let Some((_, Step::Track { laid, .. }, _)) = self.turn() else {
            reject!("ARD-6-04", "it is not the time to lay track")
        };
        let upgrade = new.colour != Colour::Yellow;
        if upgrade && laid > 0 {
            reject!(
                self.lay_rule(),
                "{id} laid a yellow tile in this turn: it may lay another, but not upgrade"
            )
        }
        let fits = if new.colour == Colour::Yellow {
            "ARD-6.3-14"
        } else if new.colour == Colour::Green {
            "ARD-6.3-15"
        } else {
            "ARD-6.3-16"
        };
        // ARD-6.3-16, ARD-RUL-25: a place with a label of its own from some colour on takes only tiles with it.
        let own = place
            .future_label
            .as_ref()
            .filter(|(_, colour)| new.colour >= *colour)
            .map(|(label, _)| label);
        let labels = &map.face(place.printed).labels;
        let labelled = match own {
            Some(label) => new.labels.contains(label),
            None => new.labels.iter().all(|label| labels.contains(label)),
        };
        match check_face(map, board, hex, face, rot) {
            Ok(()) if labelled => {}
            Err(LayFault::NotBuildable) => {
                let port = rules.special.ports.iter().any(|(port, _)| *port == hex);
                let rule = if port { "ARD-6.4.1-04" } else { "ARD-6.3-05" };
                reject!(rule, "{} is never built on", place.name)
            }
            Ok(()) | Err(LayFault::NoUpgrade) => {
                let step =
                    if new.colour <= old.colour || (new.colour as u8) > (old.colour as u8) + 1 {
                        "ARD-6.3-01"
                    } else {
                        fits
                    };
                let takes: Vec<&str> = old
                    .upgrades
                    .iter()
                    .map(|tile| map.face(*tile))
                    .filter(|tile| own.is_none_or(|label| tile.labels.contains(label)))
                    .map(|tile| tile.id.as_str())
                    .collect();
                if takes.is_empty() {
                    reject!(step, "nothing replaces what lies on {}", place.name)
                }
                reject!(
                    step,
                    "tile {} does not fit {}: it takes {}",
                    new.id,
                    place.name,
                    takes.join(", ")
                )
            }
            Err(LayFault::NoneLeft) => reject!("ARD-6.3-10", "no tile {} is left", new.id),
            Err(LayFault::ProhibitedSide(edge)) => {
                reject!(
                    "ARD-6.3-09",
                    "no track may run to the {} side of {}",
                    crate::board::side_name(edge),
                    place.name
                )
            }
            Err(LayFault::Railhead(edge)) => {
                reject!(
                    "ARD-6.3-03",
                    "the tile must join the railhead at the {} side of {}",
                    crate::board::side_name(edge),
                    place.name
                )
            }
            Err(LayFault::TrackLost) => {
                let port = rules.special.ports.iter().any(|(port, _)| *port == hex)
                    && !map.is_tile(board.placed(hex).face);
                reject!(
                    if port { "ARD-6.4.1-01" } else { "ARD-6.3-02" },
                    "tile {} turned {rot} does not keep the track of {}",
                    new.id,
                    place.name
                )
            }
        }
        let (port, edge) = rules.special.second_ferry;
        if port == hex && new.colour == Colour::Green && new.at(rot).exits & (1 << edge) == 0 {
            reject!(
                "ARD-6.4.1-11",
                "the green tile of {} must join its {} side to the second ferry",
                place.name,
                crate::board::side_name(edge)
            )
        }
        // ARD-6.3-11, ARD-6.3-13.
        let cost = if old.colour == Colour::White {
            place.cost
        } else {
            0
        };
        let cash = self.shared.treasury(company);
        require!(
            cash >= cost,
            "ARD-6.3-12",
            "the tile costs {}, {id} has {}",
            definition.money.print(cost),
            definition.money.print(cash)
        );
        Ok(cost)
    }

    /// ARD-6.3-06 to 08, ARD-RUL-23.
    fn plan_lay_reach(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
        base: &Reach,
    ) -> Result<(), Rejection> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let (old, new) = (map.face(board.placed(hex).face), map.face(face));
        let (old_track, new_track) = (board.track(map, hex), new.at(rot));
        // The stops of the new face are full when the tokens that will lie there fill their circles.
        let blocked = |at: StopRef| {
            if at.hex != hex {
                return board.full_for(map, at, company);
            }
            let slots = new
                .stops
                .get(usize::from(at.stop))
                .map_or(0, |stop| usize::from(stop.slots));
            let there = || {
                board.tokens_on(hex).filter(|token| {
                    stop_after(old_track, new_track, old, new, token.at.stop).unwrap_or(0)
                        == at.stop
                })
            };
            slots > 0
                && there().all(|token| token.what != Occupant::Station(company))
                && there().count()
                    + self
                        .waiting
                        .iter()
                        .filter(|(place, _)| *place == hex)
                        .count()
                    >= slots
        };
        let found = extends(map, board, hex, face, rot, base, blocked);
        if found.any() {
            return Ok(());
        }
        let city = map.face(face).stops.iter().any(|stop| stop.slots > 0);
        let id = &rules.definition.at(company).id;
        if city {
            reject!(
                "ARD-6.3-07",
                "no route of {id} gets to new track of this tile on {}, nor to its city",
                map.at(hex).name
            )
        }
        let town = !map.face(face).stops.is_empty();
        reject!(
            if town { "ARD-6.3-08" } else { "ARD-6.3-06" },
            "no route of {id} gets to new track of this tile on {}",
            map.at(hex).name
        )
    }

    pub(super) fn legal_track(&self, rules: &ArdRules, company: CompanyId) -> Vec<Choice> {
        let map = &rules.definition.map;
        let base = self.reach(rules, company);
        let mut choices = vec![Choice::One(Action::Pass)];
        for hex in map.hex_ids() {
            // A hex that no route gets to has no new track to offer: the shared first test of `extends`.
            if !base.touches(hex) && base.arrivals.get(hex.index()).is_none_or(|mask| *mask == 0) {
                continue;
            }
            for &face in &self.shared.board.face(map, hex).upgrades {
                for rot in 0..6 {
                    if self.plan_lay(rules, company, hex, face, rot).is_ok()
                        && self
                            .plan_lay_reach(rules, company, hex, face, rot, &base)
                            .is_ok()
                    {
                        choices.push(Choice::One(Action::Lay(hex, face, rot)));
                    }
                }
            }
        }
        choices
    }

    pub(super) fn do_track(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Action::Lay(hex, face, rot) = *action else {
            self.set_step(Step::Token);
            return;
        };
        let map = &rules.definition.map;
        let old = self.shared.board.placed(hex);
        let cost = if map.face(old.face).colour == Colour::White {
            map.at(hex).cost
        } else {
            0
        };
        self.pay(
            rules,
            events,
            Account::Company(company),
            Account::Bank,
            cost,
            Cause::Terrain,
        );
        let (old_face, new_face) = (map.face(old.face), map.face(face));
        let (old_track, new_track) = (old_face.at(old.rot), new_face.at(rot));
        self.shared.board.place_tile(map, hex, face, rot);
        self.shared.board.move_tokens(hex, |stop| {
            stop_after(old_track, new_track, old_face, new_face, stop).unwrap_or(0)
        });
        events.push(Event::TileLaid {
            company,
            hex,
            face,
            rot,
            cost,
        });
        self.return_doubles(rules, hex, events);
        self.settle_waiting(rules, hex, events);
        if let Some((_, Step::Track { laid, upgraded }, _)) = self.turn() {
            let upgrade = new_face.colour != Colour::Yellow;
            self.set_step(Step::Track {
                laid: laid + u8::from(!upgrade),
                upgraded: upgraded || upgrade,
            });
        }
    }

    /// ARD-5.3.1-14, ARD-RUL-26: of two tokens of one company in one city the lower circle stays.
    fn return_doubles(&mut self, rules: &ArdRules, hex: HexId, events: &mut Vec<Event>) {
        for company in rules.definition.company_ids() {
            for stop in 0..self
                .shared
                .board
                .face(&rules.definition.map, hex)
                .stops
                .len() as u8
            {
                let at = StopRef { hex, stop };
                let mut slots: Vec<u8> = self
                    .shared
                    .board
                    .tokens_in(at)
                    .filter(|token| token.what == Occupant::Station(company))
                    .map(|token| token.slot)
                    .collect();
                slots.sort_unstable();
                for &slot in slots.iter().skip(1) {
                    self.shared.board.take(at, slot);
                    events.push(Event::TokenRemoved { company, at });
                    if let Some(facts) = self.shared.company_mut(company) {
                        facts.tokens_left += 1;
                    }
                    if rules.options.returned_token_free {
                        self.free_tokens.push(company);
                    }
                }
            }
        }
    }

    /// ARD-6.3-19, ARD-6.4.1-03, ARD-6.4.2-05: waiting bonus tokens enter circles that have become free.
    pub(super) fn settle_waiting(&mut self, rules: &ArdRules, hex: HexId, events: &mut Vec<Event>) {
        let at = StopRef { hex, stop: 0 };
        while let Some(index) = self.waiting.iter().position(|(place, _)| *place == hex) {
            // Saarbrücken's circle before Minor 7 starts is kept for its base.
            let Some(slot) = self.shared.board.free_slot(&rules.definition.map, at) else {
                return;
            };
            let (_, bonus) = self.waiting.remove(index);
            self.shared.board.put(at, slot, Occupant::Bonus(bonus));
            events.push(Event::BonusPlaced { at, bonus });
        }
    }
}

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Yellow => "yellow",
        Colour::Green => "green",
        Colour::Brown => "brown",
        Colour::Grey => "grey",
        Colour::Red => "red",
        Colour::Blue => "blue",
    }
}
