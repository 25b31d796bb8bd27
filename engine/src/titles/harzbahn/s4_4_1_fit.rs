//! Section 4.4.1: which tile fits which hex, and why another does not.

use super::{Harz, HarzRules};
use crate::board::{Colour, LayFault, Settlement, check_face};
use crate::ids::{FaceId, HexId};
use crate::rejection::{Rejection, reject, require};

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

fn label(labels: &[String]) -> String {
    if labels.is_empty() {
        "places without a letter".into()
    } else {
        labels.join(", ")
    }
}

impl HarzRules {
    /// Whether the tile may be the first or second of two (H73-4.4.1-19; tile 914: H73-RUL-21).
    pub(super) fn is_double(&self, face: FaceId) -> bool {
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
    /// Whether tiles of the colour are open to the builder (H73-4.4.1-01).
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
                    crate::board::side_name(edge),
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
}
