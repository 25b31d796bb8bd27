//! Section 4.4.1: track building: what may be reached, what it costs, laying; the step of a railway.

use super::{Harz, HarzRules, Step};
use crate::action::Action;
use crate::board::{Board, End, Map, stop_after};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, FaceId, HexId, StopRef};
use crate::legal::Choice;
use crate::network::{Reach, walk};
use crate::rejection::{Rejection, reject, require};

impl Harz {
    /// What a tile on the hex costs now: later tiles are free (H73-4.4.1-12).
    pub(super) fn lay_cost(&self, rules: &HarzRules, hex: HexId) -> i32 {
        let map = &rules.definition.map;
        if map.is_tile(self.shared.board.placed(hex).face) {
            0
        } else {
            rules.ground(hex)
        }
    }

    /// The board once the tile lies, its tokens on the stops that take over (H73-4.4.1-20, H73-4.4.1-11). A copy that
    /// was reserved for the hex is in the box again.
    pub(super) fn board_after(
        &self,
        rules: &HarzRules,
        hex: HexId,
        face: FaceId,
        rot: u8,
    ) -> Board {
        let map = &rules.definition.map;
        let mut board = self.shared.board.clone();
        if let Some(kept) = self.reserved_on(hex) {
            board.put_back(kept);
        }
        place(&mut board, map, hex, face, rot);
        board
    }

    /// Whether all new track of the tile is accessible (H73-4.4.1-09). `base` is what the builder reaches before;
    /// `reach` looks again on the board after.
    pub(super) fn accessible(
        &self,
        rules: &HarzRules,
        hex: HexId,
        face: FaceId,
        rot: u8,
        base: &Reach,
        reach: impl Fn(&Board) -> Reach,
    ) -> bool {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let (old_face, new_face) = (board.face(map, hex), map.face(face));
        let (old, new) = (board.track(map, hex), new_face.at(rot));
        if old.paths.is_empty() && base.arrivals_at(hex) & new.exits != 0 {
            // One piece of track, or two at one free stop.
            return true;
        }
        let after = self.board_after(rules, hex, face, rot);
        let found = reach(&after);
        let covered = found.paths.get(hex.index()).copied().unwrap_or(0);
        let heir = |stop| stop_after(old, new, old_face, new_face, stop);
        let there = |a: End, b: End| {
            old.paths.iter().any(|path| match (a, b) {
                (End::Edge(edge), End::Stop(stop)) | (End::Stop(stop), End::Edge(edge)) => {
                    matches!(path.other(End::Edge(edge)), Some(End::Stop(was)) if heir(was) == Some(stop))
                }
                _ => path.other(a) == Some(b),
            })
        };
        // Where no track is new (circles become joined) the place itself must be reached.
        found.touches(hex)
            && new.paths.iter().enumerate().all(|(index, path)| {
                path.state || there(path.a, path.b) || index < 32 && covered & (1u32 << index) != 0
            })
    }

    /// What the railway's track reaches on the board, from its active stations or from all of them.
    pub(super) fn rail_reach(
        &self,
        rules: &HarzRules,
        board: &Board,
        company: CompanyId,
        inactive: bool,
    ) -> Reach {
        let map = &rules.definition.map;
        let starts: Vec<StopRef> = if inactive {
            board.markers(company).collect()
        } else {
            board.stations(company).collect()
        };
        // H73-RUL-43: each circle by itself.
        walk(map, board, &starts, |at| board.full_for(map, at, company))
    }

    /// The reach for track building (H73-4.4.1-10, H73-RUL-14).
    fn building_reach(&self, rules: &HarzRules, board: &Board, company: CompanyId) -> Reach {
        self.rail_reach(rules, board, company, rules.options.build_from_inactive)
    }

    pub(super) fn plan_track(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pass => Ok(0),
            Action::Lay(hex, face, rot) => {
                let cost = self.plan_lay(rules, company, *hex, *face, *rot)?;
                let base = self.building_reach(rules, &self.shared.board, company);
                if !self.within(rules, company, *hex, *face, *rot, &base) {
                    self.why_not(rules, company, *hex, *face, *rot)?;
                }
                Ok(cost)
            }
            _ => self.wrong_step(
                rules,
                company,
                Step::Track {
                    laid: 0,
                    double: false,
                },
                action,
            ),
        }
    }

    fn within(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
        base: &Reach,
    ) -> bool {
        base.comes_to(hex)
            && self.accessible(rules, hex, face, rot, base, |board| {
                self.building_reach(rules, board, company)
            })
    }

    /// The refusal of a lay whose new track can't be reached.
    fn why_not(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
    ) -> Result<(), Rejection> {
        let name = rules.name(company);
        let all = |board: &Board| self.rail_reach(rules, board, company, true);
        let base = all(&self.shared.board);
        if base.comes_to(hex) && self.accessible(rules, hex, face, rot, &base, all) {
            reject!(
                "H73-4.4.1-10",
                "not accessible: only inactive stations of {name} lead to {}, track starts from active ones",
                rules.place(hex)
            )
        }
        reject!(
            "H73-4.4.1-09",
            "not all new track on {} is accessible: open track from an active station of {name} must lead to all of it",
            rules.place(hex)
        )
    }

    /// All tests of a railway's lay but the network.
    fn plan_lay(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
    ) -> Result<i32, Rejection> {
        let map = &rules.definition.map;
        // H73-4.4.1-19.
        if let Some((_, Step::Track { laid, .. }, _)) = self.turn()
            && laid > 0
        {
            require!(
                rules.is_double(face) || !map.is_tile(face),
                "H73-4.4.1-19",
                "a second tile must be yellow or green with two unconnected tracks; {} is not",
                map.face(face).id
            );
        }
        self.fits(rules, hex, face, rot, false)?;
        self.keeps_routes(rules, company, hex, face, rot)?;
        let cost = self.lay_cost(rules, hex);
        let cash = self.shared.treasury(company);
        require!(
            cash >= cost,
            "H73-4.4.1-12",
            "the treasury is too small: the tile costs {}, {} has {}",
            rules.money(cost),
            rules.name(company),
            rules.money(cash)
        );
        Ok(cost)
    }

    pub(super) fn legal_track(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let base = self.building_reach(rules, &self.shared.board, company);
        let mut choices = self.lays(
            rules,
            |hex| base.comes_to(hex),
            |hex, face, rot| {
                self.plan_lay(rules, company, hex, face, rot).is_ok()
                    && self.within(rules, company, hex, face, rot, &base)
            },
        );
        choices.push(Choice::One(Action::Pass));
        choices
    }

    /// The lays on hexes within reach that pass a test.
    pub(super) fn lays(
        &self,
        rules: &HarzRules,
        comes_to: impl Fn(HexId) -> bool,
        legal: impl Fn(HexId, FaceId, u8) -> bool,
    ) -> Vec<Choice> {
        let map = &rules.definition.map;
        let mut choices = Vec::new();
        for hex in map.hex_ids().filter(|hex| comes_to(*hex)) {
            for &face in &self.shared.board.face(map, hex).upgrades {
                for rot in 0..6 {
                    if legal(hex, face, rot) {
                        choices.push(Choice::One(Action::Lay(hex, face, rot)));
                    }
                }
            }
        }
        choices
    }

    pub(super) fn do_track(
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
        let laid = match self.turn() {
            Some((_, Step::Track { laid, .. }, _)) => laid.saturating_add(1),
            _ => 1,
        };
        // H73-4.4.1-19: one tile, or two of the kind.
        if laid < 2 && rules.is_double(face) {
            self.set_step(Step::Track { laid, double: true });
        } else {
            self.set_step(Step::Station);
        }
    }

    /// Lays a tile that was planned: payment, tokens, routes of others, connections of mines.
    pub(super) fn lay(
        &mut self,
        rules: &HarzRules,
        builder: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
        events: &mut Vec<Event>,
    ) {
        let map = &rules.definition.map;
        let cost = self.lay_cost(rules, hex);
        let missing = self.missing_part(rules, hex);
        self.shared.pay(
            events,
            Account::Company(builder),
            Account::Bank,
            cost,
            Cause::Terrain,
        );
        self.free_reserved(hex);
        place(&mut self.shared.board, map, hex, face, rot);
        events.push(Event::TileLaid {
            company: builder,
            hex,
            face,
            rot,
            cost,
        });
        if let Some((owner, part)) = missing
            && owner != builder
        {
            self.built_for(rules, builder, owner, part, cost, events);
            self.built_on(rules, builder, hex, events);
        }
        self.connect_mines(rules, events);
    }
}

/// Puts the tile down; tokens go to the stops that take over from theirs.
fn place(board: &mut Board, map: &Map, hex: HexId, face: FaceId, rot: u8) {
    let old_face = board.face(map, hex);
    let old = board.track(map, hex);
    let new_face = map.face(face);
    let new = new_face.at(rot);
    board.place_tile(map, hex, face, rot);
    board.move_tokens(hex, |stop| {
        stop_after(old, new, old_face, new_face, stop).unwrap_or(0)
    });
}
