//! Section 4.4.1: track building: what fits where, what may be reached, what it costs; the step of a railway.

use super::{Harz, HarzRules, Step};
use crate::action::Action;
use crate::board::{Board, Colour, End, LayFault, Settlement, check_face, stop_after};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, FaceId, HexId, StopRef};
use crate::legal::Choice;
use crate::network::{Reach, walk};
use crate::rejection::{Rejection, reject, require};

/// The name of a side as printed in rejections.
fn side(edge: u8) -> &'static str {
    match edge {
        0 => "south-west",
        1 => "west",
        2 => "north-west",
        3 => "north-east",
        4 => "east",
        _ => "south-east",
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

impl HarzRules {
    /// Whether the tile may be the first or second of two (H73-4.4.1-19; tile 914: H73-RUL-21).
    fn is_double(&self, face: FaceId) -> bool {
        self.special.double_lay.contains(&face)
    }

    /// Whether the tile shows a town: it is on the way up from a town printed on the map.
    fn is_town_tile(&self, face: FaceId) -> bool {
        let map = &self.definition.map;
        let mut known: Vec<FaceId> = map
            .hexes
            .iter()
            .filter(|hex| hex.settlement == Some(Settlement::Town))
            .map(|hex| hex.printed)
            .collect();
        let mut next = 0;
        while let Some(&from) = known.get(next) {
            for &to in &map.face(from).upgrades {
                if to == face {
                    return true;
                }
                if !known.contains(&to) {
                    known.push(to);
                }
            }
            next += 1;
        }
        false
    }

    /// What the first tile on the hex costs (H73-MAP-01, H73-4.4.1-12).
    pub(super) fn ground(&self, hex: HexId) -> i32 {
        let place = self.definition.map.at(hex);
        // H73-RUL-23.
        if self.options.all_aboard_map && place.name == "F7" {
            100
        } else {
            place.cost
        }
    }

    /// The place as in sentences: `E6 Elend`.
    pub(super) fn place(&self, hex: HexId) -> String {
        let place = self.definition.map.at(hex);
        match &place.place {
            Some(name) => format!("{} {name}", place.name),
            None => place.name.clone(),
        }
    }
}

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

    /// The row that says why a tile is not open to the builder.
    fn colours(
        &self,
        rules: &HarzRules,
        face: FaceId,
        hex: HexId,
        keeper: bool,
    ) -> Result<(), Rejection> {
        let colour = rules.definition.map.face(face).colour;
        let phase = rules.definition.phases.get(usize::from(self.shared.phase));
        // H73-4.4.1-15: the company for which the tile is kept lays it before its colour is out.
        if phase.is_some_and(|phase| phase.tiles.contains(&colour))
            || keeper && self.reserved_on(hex) == Some(face)
        {
            return Ok(());
        }
        let rule = if self.reserved_on(hex) == Some(face) {
            "H73-4.4.1-15"
        } else {
            "H73-4.4.1-01"
        };
        reject!(
            rule,
            "colour not available: {} tiles are not open in phase {}",
            colour_name(colour),
            phase.map_or("?", |phase| &phase.name)
        )
    }

    /// All tests of a lay but step, network, money and concession routes: colour, kind, fit, supply, sides, kept track.
    /// `keeper`: it is laid by the company for which a tile may be reserved on the hex.
    pub(super) fn fits(
        &self,
        rules: &HarzRules,
        hex: HexId,
        face: FaceId,
        rot: u8,
        keeper: bool,
    ) -> Result<(), Rejection> {
        let map = &rules.definition.map;
        require!(
            map.is_tile(face) && rot < 6 && hex.index() < map.hexes.len(),
            "H73-4.4.1-05",
            "there is no such tile, turning or hex"
        );
        let board = &self.shared.board;
        let (old, new) = (board.face(map, hex), map.face(face));
        let listed = old.upgrades.contains(&face);
        self.colours(rules, face, hex, keeper)?;
        // H73-4.4.1-04.
        let phases = &rules.definition.phases;
        if let Some(until) = &map.at(hex).closed_until {
            let opens = phases.iter().position(|phase| phase.name == *until);
            require!(
                opens.is_none_or(|opens| usize::from(self.shared.phase) >= opens),
                "H73-4.4.1-04",
                "{} is closed until phase {until}",
                rules.place(hex)
            );
        }
        if !listed {
            return self.misfit(rules, hex, face);
        }
        let given;
        let board = match self.reserved_on(hex) {
            Some(kept) if kept == face => {
                let mut copy = board.clone();
                copy.put_back(face);
                given = copy;
                &given
            }
            _ => board,
        };
        match check_face(map, board, hex, face, rot) {
            Ok(()) => Ok(()),
            Err(LayFault::NoneLeft) => {
                if let Some(kept) = self.reserved.iter().find(|kept| kept.face == face) {
                    reject!(
                        "H73-4.4.1-14",
                        "the tile {} that is left is reserved for {} on {}",
                        new.id,
                        rules.name(kept.company),
                        rules.place(kept.hex)
                    )
                }
                reject!("H73-MAP-09", "no tile {} is left", new.id)
            }
            Err(LayFault::ProhibitedSide(edge)) => {
                let barrier = map.at(hex).impassable & (1 << edge) != 0;
                reject!(
                    if barrier {
                        "H73-MAP-02"
                    } else {
                        "H73-4.4.1-07"
                    },
                    "{} on the {} side of {}: no track may run there",
                    if barrier {
                        "a barrier lies"
                    } else {
                        "nothing joins"
                    },
                    side(edge),
                    rules.place(hex)
                )
            }
            Err(LayFault::TrackLost | LayFault::Railhead(_)) => reject!(
                "H73-4.4.1-08",
                "tile {} turned {rot} does not keep the track of {}",
                new.id,
                rules.place(hex)
            ),
            Err(LayFault::NoUpgrade | LayFault::NotBuildable) => self.misfit(rules, hex, face),
        }
    }

    /// Why the tile does not lie on the hex in any turning.
    fn misfit(&self, rules: &HarzRules, hex: HexId, face: FaceId) -> Result<(), Rejection> {
        let map = &rules.definition.map;
        let (spot, new) = (map.at(hex), map.face(face));
        let place = rules.place(hex);
        let printed = map.face(spot.printed);
        // H73-4.4.1-07.
        if printed.upgrades.is_empty() {
            reject!(
                "H73-4.4.1-07",
                "{place} is a grey hex: it is never built on"
            )
        }
        // H73-4.4.1-05.
        let town = rules.is_town_tile(face);
        let (shows, kind) = match (new.stops.is_empty(), town) {
            (true, _) => (None, "plain track"),
            (false, true) => (Some(Settlement::Town), "a town"),
            (false, false) => (Some(Settlement::Village), "a village"),
        };
        if shows != spot.settlement {
            let is = match spot.settlement {
                Some(Settlement::Town) => "a town",
                Some(Settlement::Village) => "a village",
                None => "no place",
            };
            reject!(
                "H73-4.4.1-05",
                "tile {} shows {kind}, but {place} is {is}",
                new.id
            )
        }
        // H73-4.4.1-06.
        if new.labels != printed.labels {
            reject!(
                "H73-4.4.1-06",
                "{} is for {}, tile {} for {}",
                place,
                label(&printed.labels),
                new.id,
                label(&new.labels)
            )
        }
        let old = self.shared.board.face(map, hex);
        // H73-4.4.1-02.
        if old.colour == Colour::White {
            reject!(
                "H73-4.4.1-02",
                "the first tile on {place} must be yellow, {} is {}",
                new.id,
                colour_name(new.colour)
            )
        }
        // H73-4.4.1-03.
        if new.colour as u8 != old.colour as u8 + 1 {
            reject!(
                "H73-4.4.1-03",
                "{} is {}, but what lies on {place} is {}: each colour replaces the one before it",
                new.id,
                colour_name(new.colour),
                colour_name(old.colour)
            )
        }
        reject!(
            "H73-4.4.1-08",
            "tile {} keeps the track of {} in no turning",
            new.id,
            old.id
        )
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
        first: bool,
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
                    laid: u8::from(!first),
                    double: true,
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

    pub(super) fn legal_track(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        _first: bool,
    ) -> Vec<Choice> {
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
fn place(board: &mut Board, map: &crate::board::Map, hex: HexId, face: FaceId, rot: u8) {
    let old_face = board.face(map, hex);
    let old = board.track(map, hex);
    let new_face = map.face(face);
    let new = new_face.at(rot);
    board.place_tile(map, hex, face, rot);
    board.move_tokens(hex, |stop| {
        stop_after(old, new, old_face, new_face, stop).unwrap_or(0)
    });
}

fn label(labels: &[String]) -> String {
    if labels.is_empty() {
        "places without a letter".into()
    } else {
        labels.join(", ")
    }
}
