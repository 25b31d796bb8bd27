//! Routes, stations, switchers and reserved tiles of a scenario's position.

use super::Position;
use crate::board::{End, Occupant, Oriented, check_face, joins_edges};
use crate::finance::Holder;
use crate::ids::TrainId;
use crate::rolling_stock::TrainHolder;
use crate::titles::harzbahn::{Part, Reserved};

impl Position<'_> {
    /// Lays what is missing of the concession routes that are built.
    pub(super) fn routes(&mut self) -> Result<(), String> {
        let map = &self.rules.definition.map;
        for company in std::mem::take(&mut self.parts) {
            let concession = self.rules.special.concession(company);
            for part in concession.iter().flat_map(|concession| &concession.build) {
                let board = &mut self.state.shared.board;
                let name = &map.at(part.hex).name;
                if joined(board.track(map, part.hex), part) {
                    continue;
                }
                if map.is_tile(board.placed(part.hex).face) {
                    return Err(format!("the tile on {name} lacks its concession route"));
                }
                let rot = (0..6).find(|&rot| {
                    check_face(map, board, part.hex, part.face, rot).is_ok()
                        && joined(map.face(part.face).at(rot), part)
                });
                let rot = rot.ok_or(format!("the concession route does not fit on {name}"))?;
                board.place_tile(map, part.hex, part.face, rot);
            }
        }
        Ok(())
    }

    /// Stations at the homes of floated railways.
    pub(super) fn homes(&mut self) -> Result<(), String> {
        for company in std::mem::take(&mut self.floated) {
            for home in &self.rules.definition.at(company).homes {
                let at = self.common.home(&self.state.shared, *home);
                let what = Occupant::Station(company);
                self.common.station(&mut self.state.shared, at, what)?;
            }
        }
        Ok(())
    }

    /// The MHE's train and the mines' switchers become cards.
    pub(super) fn deal_cards(&mut self) -> Result<(), String> {
        for on in std::mem::take(&mut self.marks) {
            let owner = match self.state.mine_holder(self.rules, on.mine) {
                Holder::Company(company) => company,
                _ => on.mine,
            };
            let holder = TrainHolder::Company(owner);
            self.common.card(on.card, on.card.stack, holder, None)?;
        }
        let Some(train) = self.external.take() else {
            return Ok(());
        };
        let holder = TrainHolder::Company(self.rules.special.external);
        let card = match self.common.names.kind(&train) {
            // The first of its kind that nobody has.
            Ok(stack) => (0..)
                .map(|number| TrainId { stack, number })
                .find(|card| !self.common.is_named(*card))
                .ok_or("no card is left for the MHE")?,
            Err(_) => self.common.names.train(&train)?,
        };
        self.common.card(card, card.stack, holder, None)
    }

    /// `E6 970 NWE`: kept out of the box.
    pub(super) fn reserve(&mut self, hex: &str, tile: &str, company: &str) -> Result<(), String> {
        let names = self.common.names;
        let kept = Reserved {
            hex: names.hex(hex)?,
            face: names.face(tile)?,
            company: names.company(company)?,
        };
        if !self.state.shared.board.set_aside(kept.face) {
            return Err("no copy is left".into());
        }
        self.state.reserved.push(kept);
        Ok(())
    }
}

/// Whether the track has what the route needs there.
fn joined(track: &Oriented, part: &Part) -> bool {
    match part.join {
        (End::Edge(a), End::Edge(b)) => joins_edges(track, a, b),
        (End::Edge(edge), _) | (_, End::Edge(edge)) => {
            track.stop_exits.iter().any(|mask| mask & (1 << edge) != 0)
        }
        _ => true,
    }
}
