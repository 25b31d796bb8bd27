//! Section 3.2.4: starting a minor, and the tile of its home.

use super::{ArdRules, Ardennes, Frame, Right};
use crate::action::{Action, Lot};
use crate::board::{Bonus, LayFault, Occupant, check_face};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat, StopRef};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

impl Ardennes {
    /// 3.2.4: hands over what was won; a minor starts at `value` and may owe its home tile.
    pub(super) fn sell_lot(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        lot: Lot,
        value: i32,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        match lot {
            Lot::Private(private) => {
                // ARD-3.2.4-01.
                if let Some(paper) = self.shared.papers.private_paper(definition, private) {
                    self.shared.move_paper(events, paper, Holder::Player(seat));
                }
            }
            Lot::Company(company) => {
                if let Some(facts) = self.shared.company_mut(company) {
                    facts.status = Status::Open;
                    facts.units = 4;
                    facts.tokens_left = facts.tokens_left.saturating_sub(1);
                }
                if let Some(paper) = self.shared.papers.director_paper(definition, company) {
                    self.shared.move_paper(events, paper, Holder::Player(seat));
                }
                events.push(Event::CompanyStarted {
                    company,
                    seat,
                    price: value,
                });
                if let Some(cell) = definition.chart.priced(value, "minor_start") {
                    self.shared.move_marker(events, company, cell);
                }
                // ARD-3.2.4-04.
                self.pay(
                    rules,
                    events,
                    Account::Bank,
                    Account::Company(company),
                    2 * value,
                    Cause::Capital,
                );
                if let Some(home) = definition.at(company).home {
                    self.shared.board.put(home, 0, Occupant::Station(company));
                    events.push(Event::TokenPlaced {
                        company,
                        at: home,
                        cost: 0,
                    });
                }
                let (miner, mine) = rules.special.mining_minor;
                if miner == company {
                    // ARD-3.2.4-12: one of the waiting tokens is its own.
                    if let Some(index) = self
                        .waiting
                        .iter()
                        .position(|token| *token == (mine, Bonus::Mine))
                    {
                        self.waiting.remove(index);
                    }
                    self.rights.push(Right {
                        company,
                        hex: mine,
                        bonus: Bonus::Mine,
                    });
                    let at = StopRef { hex: mine, stop: 0 };
                    events.push(Event::BonusClaimed {
                        company,
                        at,
                        bonus: Bonus::Mine,
                    });
                }
                if !definition.at(company).home_tiles.is_empty() {
                    self.frames.push(Frame::HomeTile { company });
                }
            }
        }
    }

    pub(super) fn plan_home_tile(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let map = &definition.map;
        let data = definition.at(company);
        let Action::Lay(hex, face, rot) = action else {
            reject!(
                "ARD-3.2.4-13",
                "Minor {} lays the tile of its home first",
                data.id
            )
        };
        let Some(home) = data.home else {
            reject!("ARD-3.2.4-13", "Minor {} has no home", data.id)
        };
        let place = map.at(home.hex);
        require!(
            *hex == home.hex,
            "ARD-3.2.4-13",
            "Minor {} lays its home tile on {} first, not on {}",
            data.id,
            place.name,
            map.at(*hex).name
        );
        if !data.home_tiles.contains(face) {
            let plain = map.face(place.printed).labels.is_empty();
            let fits: Vec<&str> = data
                .home_tiles
                .iter()
                .map(|tile| map.face(*tile).id.as_str())
                .collect();
            reject!(
                if plain {
                    "ARD-3.2.4-08"
                } else {
                    "ARD-3.2.4-09"
                },
                "tile {} does not fit {}: it takes {}",
                map.face(*face).id,
                place.name,
                fits.join(", ")
            )
        }
        require!(*rot < 6, "ARD-3.2.4-10", "a tile is turned 0 to 5 times");
        match check_face(map, &self.shared.board, *hex, *face, *rot) {
            Ok(()) => Ok(0),
            Err(LayFault::ProhibitedSide(edge)) => {
                reject!(
                    "ARD-3.2.4-10",
                    "the {} side of {} is prohibited",
                    crate::board::side_name(edge),
                    place.name
                )
            }
            Err(_) => reject!("ARD-3.2.4-10", "no tile {} is left", map.face(*face).id),
        }
    }

    pub(super) fn legal_home_tile(&self, rules: &ArdRules, company: CompanyId) -> Vec<Choice> {
        let Some(home) = rules.definition.at(company).home else {
            return Vec::new();
        };
        let mut choices = Vec::new();
        for face in &rules.definition.at(company).home_tiles {
            for rot in 0..6 {
                let action = Action::Lay(home.hex, *face, rot);
                if self.plan_home_tile(rules, company, &action).is_ok() {
                    choices.push(Choice::One(action));
                }
            }
        }
        choices
    }

    pub(super) fn do_home_tile(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Action::Lay(hex, face, rot) = *action else {
            return;
        };
        self.frames.pop();
        self.shared
            .board
            .place_tile(&rules.definition.map, hex, face, rot);
        events.push(Event::TileLaid {
            company,
            hex,
            face,
            rot,
            cost: 0,
        });
        self.settle_waiting(rules, hex, events);
    }
}
