//! Sections 4.4.1 and 4.6: the concession route: its parts, its building, tiles kept for it.

use super::{Harz, HarzRules, Part, Reserved, Step};
use crate::action::Action;
use crate::board::{Board, End, Map, Oriented, check_face, joins_edges};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, FaceId, HexId, StopRef};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

/// Whether the track joins the two ends of a part.
fn joins(track: &Oriented, join: (End, End)) -> bool {
    match join {
        (End::Edge(a), End::Edge(b)) => joins_edges(track, a, b),
        (End::Edge(edge), _) | (_, End::Edge(edge)) => track
            .stop_exits
            .iter()
            .any(|exits| exits & (1 << edge) != 0),
        _ => true,
    }
}

/// The sides of a part, bit e for side e.
pub(super) fn sides(join: (End, End)) -> u8 {
    [join.0, join.1].into_iter().fold(0, |mask, end| match end {
        End::Edge(edge) => mask | 1 << edge,
        _ => mask,
    })
}

/// A tile of the box that replaces what lies on the hex, keeps its track, and adds just the part (H73-4.4.1-14).
fn tile_for(map: &Map, board: &Board, part: Part) -> Option<FaceId> {
    let wanted = board.track(map, part.hex).exits | sides(part.join);
    let candidates = &board.face(map, part.hex).upgrades;
    candidates.iter().copied().find(|&face| {
        (0..6).any(|rot| {
            let track = map.face(face).at(rot);
            track.exits == wanted
                && joins(track, part.join)
                && check_face(map, board, part.hex, face, rot).is_ok()
        })
    })
}

impl HarzRules {
    /// Whether the part stands on the track.
    fn builds(&self, track: &Oriented, part: Part) -> bool {
        let wanted = sides(part.join);
        if self.options.route_by_sides {
            track.exits & wanted == wanted
        } else {
            joins(track, part.join)
        }
    }

    /// The concession route for which something has to be built in the hex.
    fn part_in(&self, hex: HexId) -> Option<(CompanyId, Part)> {
        self.special.concessions.iter().find_map(|concession| {
            let part = concession.build.iter().find(|part| part.hex == hex)?;
            Some((concession.company, *part))
        })
    }

    /// The ends of track that the company's concession route joins in the hex.
    pub(super) fn route_join(&self, company: CompanyId, hex: HexId) -> Option<(End, End)> {
        let concession = self.special.concession(company)?;
        let route = concession
            .routes
            .iter()
            .find(|route| route.contains(&hex))?;
        self.route_ends(route)
            .into_iter()
            .find(|(place, _)| *place == hex)
            .map(|(_, ends)| ends)
    }
}

impl Harz {
    /// Whether the track of a company's concession route stands in the hex.
    pub(crate) fn part_built(&self, rules: &HarzRules, company: CompanyId, hex: HexId) -> bool {
        let map = &rules.definition.map;
        rules
            .special
            .concession(company)
            .and_then(|concession| concession.build.iter().find(|part| part.hex == hex))
            .is_none_or(|part| rules.builds(self.shared.board.track(map, hex), *part))
    }

    /// The part of a concession route that is not yet built in the hex, and whose it is.
    pub(super) fn missing_part(&self, rules: &HarzRules, hex: HexId) -> Option<(CompanyId, Part)> {
        rules
            .part_in(hex)
            .filter(|(owner, _)| !self.part_built(rules, *owner, hex))
    }

    /// The tile reserved for the hex.
    pub(super) fn reserved_on(&self, hex: HexId) -> Option<FaceId> {
        self.reserved
            .iter()
            .find(|kept| kept.hex == hex)
            .map(|kept| kept.face)
    }

    /// Gives a reserved copy back to the box.
    pub(super) fn free_reserved(&mut self, hex: HexId) {
        if let Some(index) = self.reserved.iter().position(|kept| kept.hex == hex) {
            let kept = self.reserved.remove(index);
            self.shared.board.put_back(kept.face);
        }
    }

    /// H73-4.4.1-14, H73-4.2.1-07: on a hex of an unbuilt route others build exactly the missing part, or what leaves a
    /// tile of the box for it.
    pub(super) fn keeps_routes(
        &self,
        rules: &HarzRules,
        builder: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
    ) -> Result<(), Rejection> {
        let map = &rules.definition.map;
        let Some((owner, part)) = self.missing_part(rules, hex) else {
            return Ok(());
        };
        if owner == builder || rules.builds(map.face(face).at(rot), part) {
            return Ok(());
        }
        let after = self.board_after(rules, hex, face, rot);
        require!(
            tile_for(map, &after, part).is_some(),
            if rules.is_mine(builder) {
                "H73-4.2.1-07"
            } else {
                "H73-4.4.1-14"
            },
            "tile {} turned {rot} would block the concession route of {} on {}: no tile is left for what it lacks there",
            map.face(face).id,
            rules.name(owner),
            rules.place(hex)
        );
        Ok(())
    }

    /// Another company has built where a part was missing: its owner or director gets the cost back (H73-4.4.1-13,
    /// H73-4.2.1-06), the railway will owe it (H73-4.4.1-17), and a tile is kept if the part is missing still.
    pub(super) fn built_for(
        &mut self,
        rules: &HarzRules,
        builder: CompanyId,
        owner: CompanyId,
        part: Part,
        cost: i32,
        events: &mut Vec<Event>,
    ) {
        let map = &rules.definition.map;
        if cost > 0 {
            if let Some(seat) = self.director(rules, builder) {
                self.shared.pay(
                    events,
                    Account::Bank,
                    Account::Player(seat),
                    cost,
                    Cause::Reimbursement,
                );
            }
            self.built_by_others.push((part.hex, cost));
        }
        if !self.part_built(rules, owner, part.hex)
            && let Some(face) = tile_for(map, &self.shared.board, part)
        {
            self.shared.board.set_aside(face);
            self.reserved.push(Reserved {
                hex: part.hex,
                face,
                company: owner,
            });
            events.push(Event::TileReserved {
                company: owner,
                hex: part.hex,
                face,
            });
        }
    }

    /// What the railway owes for parts of its route that others built (H73-4.4.1-17, H73-RUL-19).
    fn owed(&self, rules: &HarzRules, company: CompanyId) -> i32 {
        self.built_by_others
            .iter()
            .filter(|(hex, _)| {
                rules
                    .part_in(*hex)
                    .is_some_and(|(owner, _)| owner == company)
            })
            .map(|(_, cost)| cost)
            .sum()
    }

    /// The parts of the railway's route that are missing.
    fn missing_parts(&self, rules: &HarzRules, company: CompanyId) -> Vec<Part> {
        rules
            .special
            .concession(company)
            .into_iter()
            .flat_map(|concession| &concession.build)
            .filter(|part| !self.part_built(rules, company, part.hex))
            .copied()
            .collect()
    }

    /// The tile that builds the part: the reserved one, else the one of the concession, else any that fits.
    fn tile_of(&self, rules: &HarzRules, part: Part) -> Option<FaceId> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        if let Some(kept) = self.reserved_on(part.hex) {
            return Some(kept);
        }
        if board.face(map, part.hex).upgrades.contains(&part.face) {
            return Some(part.face);
        }
        tile_for(map, board, part)
    }

    /// All ways to lay the tile of a part.
    fn part_lays(&self, rules: &HarzRules, part: Part) -> Vec<Action> {
        let Some(face) = self.tile_of(rules, part) else {
            return Vec::new();
        };
        let map = &rules.definition.map;
        (0..6)
            .filter(|&rot| {
                joins(map.face(face).at(rot), part.join)
                    && self.fits(rules, part.hex, face, rot, true).is_ok()
            })
            .map(|rot| Action::Lay(part.hex, face, rot))
            .collect()
    }

    /// H73-4.4.1-16: whether the whole route can be completed now; what is in the way.
    fn route_hindrance(&self, rules: &HarzRules, company: CompanyId) -> Result<(), Rejection> {
        let missing = self.missing_parts(rules, company);
        for part in &missing {
            require!(
                !self.part_lays(rules, *part).is_empty(),
                "H73-4.4.1-16",
                "the concession route can't be completed: nothing can be laid on {}",
                rules.place(part.hex)
            );
        }
        let full = missing
            .iter()
            .map(|part| self.lay_cost(rules, part.hex))
            .sum::<i32>()
            + self.owed(rules, company);
        let cash = self.shared.treasury(company);
        require!(
            cash >= full,
            "H73-4.4.1-17",
            "the concession route costs {} in all, with what others built, {} has {}",
            rules.money(full),
            rules.name(company),
            rules.money(cash)
        );
        Ok(())
    }

    pub(super) fn plan_route(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        match *action {
            // H73-4.4.1-16. Nobody is held at a route that can't be built.
            Action::Pass => {
                let missing = self.missing_parts(rules, company);
                require!(
                    self.route_hindrance(rules, company).is_err(),
                    "H73-4.4.1-16",
                    "{name} must complete its concession route in this turn: {} missing",
                    missing
                        .iter()
                        .map(|part| rules.place(part.hex))
                        .collect::<Vec<_>>()
                        .join(", ")
                );
                Ok(0)
            }
            Action::Lay(hex, face, rot) => {
                let missing = self.missing_parts(rules, company);
                let Some(part) = missing.iter().find(|part| part.hex == hex) else {
                    reject!(
                        "H73-4.4.1-18",
                        "{name} builds its concession route in this turn and nothing else: {} missing",
                        missing
                            .iter()
                            .map(|part| rules.place(part.hex))
                            .collect::<Vec<_>>()
                            .join(", ")
                    )
                };
                let map = &rules.definition.map;
                self.fits(rules, hex, face, rot, true)?;
                require!(
                    self.tile_of(rules, *part) == Some(face)
                        && joins(map.face(face).at(rot), part.join),
                    "H73-4.4.1-18",
                    "the concession route needs tile {} on {}, turned along the route",
                    self.tile_of(rules, *part)
                        .map_or("?", |face| &map.face(face).id),
                    rules.place(hex)
                );
                self.route_hindrance(rules, company)?;
                Ok(self.lay_cost(rules, hex))
            }
            _ => {
                let laid = match self.turn() {
                    Some((_, Step::ConcessionRoute { laid }, _)) => laid,
                    _ => 0,
                };
                self.wrong_step(rules, company, Step::ConcessionRoute { laid }, action)
            }
        }
    }

    pub(super) fn legal_route(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        if self.route_hindrance(rules, company).is_err() {
            return vec![Choice::One(Action::Pass)];
        }
        self.missing_parts(rules, company)
            .into_iter()
            .flat_map(|part| self.part_lays(rules, part))
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_route(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Action::Lay(hex, face, rot) = *action else {
            self.set_step(Step::Station);
            return;
        };
        self.lay(rules, company, hex, face, rot, events);
        if self.complete_route(rules, company, events) {
            // H73-4.4.1-18.
            self.set_step(Step::Station);
        } else {
            let laid = match self.turn() {
                Some((_, Step::ConcessionRoute { laid }, _)) => laid.saturating_add(1),
                _ => 1,
            };
            self.set_step(Step::ConcessionRoute { laid });
        }
    }

    /// If no part is missing, the railway pays what others laid out, and its route is complete.
    pub(super) fn complete_route(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> bool {
        if !self.missing_parts(rules, company).is_empty() {
            return false;
        }
        // H73-4.4.1-17. What it can't pay is let off: five shares' capital always pays for the route.
        let owed = self
            .owed(rules, company)
            .min(self.shared.treasury(company).max(0));
        self.shared.pay(
            events,
            Account::Company(company),
            Account::Bank,
            owed,
            Cause::RouteCost,
        );
        self.built_by_others.retain(|(hex, _)| {
            rules
                .part_in(*hex)
                .is_none_or(|(owner, _)| owner != company)
        });
        if let Some(line) = self.line_mut(company) {
            line.complete = true;
        }
        true
    }

    /// Whether the circle lies on the company's concession route as it stands (H73-RUL-42: another circle of the
    /// village does not).
    pub(super) fn on_route(&self, rules: &HarzRules, company: CompanyId, at: StopRef) -> bool {
        let homes = &rules.definition.at(company).homes;
        if homes.iter().any(|home| home.hex == at.hex) {
            return true;
        }
        let Some(join) = rules.route_join(company, at.hex) else {
            return false;
        };
        let wanted = sides(join);
        let track = self.shared.board.track(&rules.definition.map, at.hex);
        track
            .stop_exits
            .get(usize::from(at.stop))
            .is_some_and(|exits| exits & wanted == wanted)
    }
}
