//! Sections VI and VII: laying and promoting tiles.

use super::special::{OBB, PFB};
use super::{Step, Y35Rules, Y1835};
use crate::action::Action;
use crate::board::{Colour, Face, LayFault, StopKind, check_face};
use crate::ids::{CompanyId, FaceId, HexId, PrivateId, StopRef};
use crate::legal::Choice;
use crate::network::{Reach, ways};
use crate::rejection::{Rejection, reject, require};

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => "yellow",
        Colour::Green => "green",
        Colour::Brown => "brown",
        _ => "other",
    }
}

impl Y1835 {
    /// What the company's track reaches now. Baden without a station starts from both of its home.
    pub(crate) fn reach(&self, rules: &Y35Rules, company: CompanyId) -> Reach {
        let (map, board) = (&rules.definition.map, &self.shared.board);
        let starts = self.starts(rules, company);
        ways(map, board, &starts, |at| board.full_for(map, at, company))
    }

    /// Where the company's routes begin.
    pub(super) fn starts(&self, rules: &Y35Rules, company: CompanyId) -> Vec<StopRef> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let mut starts: Vec<StopRef> = board.stations(company).collect();
        if company == rules.special.badish && self.badish_homeless(rules) {
            let hex = rules.special.mannheim;
            starts.extend(
                (0..board.face(map, hex).stops.len() as u8).map(|stop| StopRef { hex, stop }),
            );
        }
        starts
    }

    /// Yellow tiles that the company lays in a turn now (E35-VI-04 to 06).
    pub(super) fn lays_allowed(&self, rules: &Y35Rules, company: CompanyId) -> u8 {
        if !rules.is_minor(company) && self.shared.phase < rules.special.phases.0 {
            2
        } else {
            1
        }
    }

    pub(super) fn plan_track(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => Ok(0),
            Action::Lay(hex, face, rot) => {
                let cost = self.plan_lay(rules, company, hex, face, rot, None)?;
                let network = self.network(rules, company);
                self.plan_reach(rules, company, (hex, face, rot), &network)?;
                Ok(cost)
            }
            Action::LayBy(private, hex, face, rot) => {
                self.plan_lay(rules, company, hex, face, rot, Some(private))
            }
            Action::TokenBy(private, hex, stop) => {
                self.plan_marker(rules, company, StopRef { hex, stop }, Some(private), None)
            }
            _ => Err(self.wrong_step(rules, company, step, action)),
        }
    }

    /// What a private's power allows (E35-II.2-07 to 13, E35-RUL-11).
    fn check_private_lay(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        private: PrivateId,
        hex: HexId,
    ) -> Result<(), Rejection> {
        let special = &rules.special;
        self.check_power(rules, company, private)?;
        let name = &rules.definition.map.at(hex).name;
        if private == special.privates[OBB] {
            require!(
                special.east.contains(&hex),
                "E35-II.2-07",
                "the Ostbayern lay on their own two hexes only, not on {name}"
            );
            require!(
                !self.east_used,
                "E35-II.2-10",
                "the Ostbayern have laid a tile in this operating round: one a round"
            );
            require!(
                self.is_bare(rules, hex),
                "E35-RUL-11",
                "{name} is built on already"
            );
        } else if private == special.privates[PFB] {
            require!(
                hex == special.mannheim,
                "E35-II.2-12",
                "the Pfalzbahnen lay on Ludwigshafen/Mannheim only"
            );
            require!(
                self.is_bare(rules, hex) && !self.pfalz_used.0,
                "E35-RUL-11",
                "{name} is built on already"
            );
            require!(
                self.shared.phase >= special.phases.0,
                "E35-II.2-13",
                "{name} is a yellow hex, closed before phase 2"
            );
        } else {
            reject!(
                "E35-II.2-07",
                "{} lays no tiles",
                rules.definition.private_at(private).id
            )
        }
        Ok(())
    }

    /// All tests of a lay but the network: step, colour, hex, kind, supply, sides, track, cost.
    fn plan_lay(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
        by: Option<PrivateId>,
    ) -> Result<i32, Rejection> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let id = rules.id(company);
        require!(
            map.is_tile(face) && rot < 6 && hex.index() < map.hexes.len(),
            "E35-VI-01",
            "there is no such tile or turning"
        );
        if let Some(private) = by {
            self.check_private_lay(rules, company, private, hex)?;
        }
        let new = map.face(face);
        let place = map.at(hex);
        let name = &place.name;
        let old = map.face(board.placed(hex).face);
        let promotes = new.colour != Colour::Yellow;
        if by.is_none() {
            self.check_number(rules, company, promotes)?;
        }
        if matches!(old.colour, Colour::Brown | Colour::Red) && old.upgrades.is_empty() {
            reject!(
                if map.is_tile(board.placed(hex).face) {
                    "E35-VII-04"
                } else {
                    "E35-VI-02"
                },
                "{name} is not built on"
            )
        }
        if hex == rules.special.nuremberg && self.shared.phase < rules.special.phases.3 {
            reject!(
                "E35-VII-11",
                "{name} has its green track already and takes a brown tile in phase 3"
            )
        }
        let printed = map.face(place.printed);
        let bare = self.is_bare(rules, hex);
        let opens = match printed.colour {
            Colour::Yellow => rules.special.phases.0,
            Colour::Green => rules.special.phases.3,
            _ => 0,
        };
        require!(
            !bare || self.shared.phase >= opens,
            "E35-VI-03",
            "{name} is a {} hex and closed until phase {}",
            colour_name(printed.colour),
            if printed.colour == Colour::Yellow {
                2
            } else {
                3
            }
        );
        let phase = rules.definition.phases.get(usize::from(self.shared.phase));
        require!(
            phase.is_some_and(|phase| phase.tiles.contains(&new.colour)),
            "E35-VII-01",
            "{} tiles are not open in phase {}",
            colour_name(new.colour),
            phase.map_or("?", |phase| &phase.name)
        );
        match check_face(map, board, hex, face, rot) {
            Ok(()) => {}
            Err(LayFault::NotBuildable) => reject!("E35-VI-02", "{name} is not built on"),
            Err(LayFault::NoUpgrade) => return Err(self.misfit(rules, hex, old, new)),
            Err(LayFault::NoneLeft) => {
                reject!("E35-GEN-04", "no tile {} is left", new.id)
            }
            Err(LayFault::ProhibitedSide(edge)) => {
                return Err(self.bad_side(rules, hex, edge, bare && !promotes));
            }
            Err(LayFault::Railhead(_) | LayFault::TrackLost) => reject!(
                "E35-VII-05",
                "tile {} turned {rot} does not keep the track of {name}",
                new.id
            ),
        }
        require!(
            !rules.special.doubles.contains(&board.placed(hex).face)
                || rules.options.double_towns_promote,
            "E35-VII-08",
            "{name} has two small towns, which do not become one"
        );
        let (ferry, turning) = rules.special.ferry_tile;
        require!(
            face != ferry || rot == turning,
            "E35-VII-13",
            "tile {} lies with the river horizontal, two stations above and one below: turning {turning}",
            new.id
        );
        // E35-VI-20, E35-VII-17, E35-II.2-08.
        let cost = if bare && by.is_none() { place.cost } else { 0 };
        let cash = self.shared.treasury(company);
        require!(
            cash >= cost,
            "E35-VI-20",
            "the tile on {name} costs {}, {id} has {}",
            rules.money(cost),
            rules.money(cash)
        );
        Ok(cost)
    }

    /// E35-V.3-02, E35-VI-04, 05.
    fn check_number(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        promotes: bool,
    ) -> Result<(), Rejection> {
        let id = rules.id(company);
        let Some((_, Step::Track { laid, promoted })) = self.turn() else {
            reject!("E35-V.3-01", "it is not the time to lay track")
        };
        let limit = self.lays_allowed(rules, company);
        let rule = if rules.is_minor(company) {
            "E35-VI-04"
        } else {
            "E35-VI-05"
        };
        if promoted && promotes {
            reject!(rule, "{id} has promoted a tile in this turn")
        }
        require!(
            !(promoted || laid > 0 && promotes),
            "E35-V.3-02",
            "{id} lays or promotes in a turn, not both"
        );
        require!(
            laid < limit,
            rule,
            "{id} has laid {laid} yellow tiles in this turn, the limit is {limit}"
        );
        Ok(())
    }

    /// Why a tile does not replace what lies on the hex.
    fn misfit(&self, rules: &Y35Rules, hex: HexId, old: &Face, new: &Face) -> Rejection {
        let map = &rules.definition.map;
        let name = &map.at(hex).name;
        let printed = map.face(map.at(hex).printed);
        let count = |face: &Face, kind: StopKind| {
            face.stops.iter().filter(|stop| stop.kind == kind).count()
        };
        let (cities, towns) = (
            count(printed, StopKind::City),
            count(printed, StopKind::Town),
        );
        let takes: Vec<&str> = old
            .upgrades
            .iter()
            .map(|tile| map.face(*tile).id.as_str())
            .collect();
        let next = match old.colour {
            Colour::White => Colour::Yellow,
            Colour::Yellow => Colour::Green,
            _ => Colour::Brown,
        };
        let has_label = |label: &str| new.labels.iter().any(|own| own == label);
        let printed_label = |label: &str| printed.labels.iter().any(|own| own == label);
        let rule = if new.colour == Colour::Yellow && old.colour != Colour::White {
            "E35-VI-01"
        } else if new.colour != next {
            "E35-VII-01"
        } else if has_label("XX") || has_label("X") {
            "E35-VII-10"
        } else if has_label("Y") && !printed_label("Y")
            || has_label("B") && !printed_label("B")
            || has_label("H")
        {
            "E35-VII-09"
        } else if old.colour == Colour::White {
            if printed_label("Y") {
                "E35-VI-13"
            } else if cities > 0 {
                "E35-VI-12"
            } else if towns > 1 {
                "E35-VI-14"
            } else if towns == 1 {
                "E35-VI-11"
            } else {
                "E35-VI-10"
            }
        } else if new.stops.len() != old.stops.len()
            || count(new, StopKind::City) != count(old, StopKind::City)
        {
            "E35-VII-08"
        } else {
            "E35-VII-04"
        };
        let text = if takes.is_empty() {
            format!("nothing replaces tile {} on {name}", old.id)
        } else {
            format!(
                "tile {} does not fit {name}: it takes {}",
                new.id,
                takes.join(", ")
            )
        };
        Rejection::new(rule, text)
    }

    /// Track to a side where none may run (E35-VI-16 to 18, E35-VII-06).
    fn bad_side(&self, rules: &Y35Rules, hex: HexId, edge: u8, lay: bool) -> Rejection {
        let map = &rules.definition.map;
        let place = map.at(hex);
        let (rule, why) = if place.impassable & (1 << edge) != 0 {
            ("E35-VI-18", "it is closed")
        } else if map.neighbour(hex, edge).is_none() {
            ("E35-VI-16", "there is sea or no land of the map")
        } else {
            ("E35-VI-17", "the hex behind it shows no track there")
        };
        Rejection::new(
            if lay { rule } else { "E35-VII-06" },
            format!(
                "no track may run to the {} side of {}: {why}",
                crate::board::side_name(edge),
                place.name
            ),
        )
    }

    pub(super) fn legal_track(&self, rules: &Y35Rules, company: CompanyId) -> Vec<Choice> {
        let map = &rules.definition.map;
        let network = self.network(rules, company);
        let reached = network.turned.as_ref().unwrap_or(&network.routes);
        let mut choices = vec![Choice::One(Action::Pass)];
        for hex in map.hex_ids() {
            // A hex that no route gets to has no new track to offer: the shared first test of `extends`.
            if !reached.comes_to(hex) {
                continue;
            }
            for &face in &self.shared.board.face(map, hex).upgrades {
                for rot in 0..6 {
                    if self.plan_lay(rules, company, hex, face, rot, None).is_ok()
                        && self.continues(rules, company, (hex, face, rot), &network)
                    {
                        choices.push(Choice::One(Action::Lay(hex, face, rot)));
                    }
                }
            }
        }
        if self.private_tile_open(rules, company) {
            let own = rules.special.east.iter().chain([&rules.special.mannheim]);
            for &hex in own {
                for private in [rules.special.privates[OBB], rules.special.privates[PFB]] {
                    for &face in &self.shared.board.face(map, hex).upgrades {
                        for rot in 0..6 {
                            if self
                                .plan_lay(rules, company, hex, face, rot, Some(private))
                                .is_ok()
                            {
                                choices.push(Choice::One(Action::LayBy(private, hex, face, rot)));
                            }
                        }
                    }
                }
            }
        }
        if self.private_token_open(rules, company) {
            choices.extend(self.legal_markers(rules, company, false));
        }
        choices
    }
}
