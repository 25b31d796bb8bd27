//! What lies on the map: tiles, stations, bonus tokens, and the tiles left in the box.

use super::face::{Face, Oriented};
use super::map::Map;
use crate::ids::{CompanyId, FaceId, HexId, StopRef};

/// A face in a turning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The face.
    pub face: FaceId,
    /// Turning, 0–5.
    pub rot: u8,
}

/// A token that fills a circle without being a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bonus {
    /// A ferry token in a port (18Ardennes).
    Ferry,
    /// A mining token (18Ardennes).
    Mine,
}

impl Bonus {
    /// `ferry` or `mine`.
    pub fn name(self) -> &'static str {
        match self {
            Bonus::Ferry => "ferry",
            Bonus::Mine => "mine",
        }
    }
}

/// Who or what fills a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occupant {
    /// A company's station.
    Station(CompanyId),
    /// A station turned face down (Harzbahn 1873): it blocks others still (H73-4.4.3-18), but no track starts from it.
    Inactive(CompanyId),
    /// A bonus token, blocking like a station of somebody else.
    Bonus(Bonus),
}

impl Occupant {
    /// Whose station it is, active or not.
    pub fn station_of(self) -> Option<CompanyId> {
        match self {
            Occupant::Station(company) | Occupant::Inactive(company) => Some(company),
            Occupant::Bonus(_) => None,
        }
    }
}

/// Something in a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    /// The stop it lies in.
    pub at: StopRef,
    /// The circle of the stop, from 0.
    pub slot: u8,
    /// What it is.
    pub what: Occupant,
}

/// The board of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: Vec<Placed>,
    tokens: Vec<Token>,
    supply: Vec<Option<u16>>,
}

impl Board {
    /// The printed map and a full box.
    pub fn new(map: &Map) -> Board {
        Board {
            cells: map
                .hexes
                .iter()
                .map(|hex| Placed {
                    face: hex.printed,
                    rot: 0,
                })
                .collect(),
            tokens: Vec::new(),
            supply: map.faces.iter().map(|face| face.count).collect(),
        }
    }

    /// What lies on the hex.
    pub fn placed(&self, hex: HexId) -> Placed {
        self.cells.get(hex.index()).copied().unwrap_or(Placed {
            face: FaceId(0),
            rot: 0,
        })
    }

    /// The face on the hex.
    pub fn face<'m>(&self, map: &'m Map, hex: HexId) -> &'m Face {
        map.face(self.placed(hex).face)
    }

    /// The track on the hex as it lies.
    pub fn track<'m>(&self, map: &'m Map, hex: HexId) -> &'m Oriented {
        let placed = self.placed(hex);
        map.face(placed.face).at(placed.rot)
    }

    /// Copies left of a tile; `None` without limit.
    pub fn left(&self, face: FaceId) -> Option<u16> {
        self.supply.get(face.index()).copied().flatten()
    }

    /// Whether a copy of the tile is in the box.
    pub fn in_supply(&self, face: FaceId) -> bool {
        self.left(face) != Some(0)
    }

    /// Takes a copy out of the box without laying it; whether there was one.
    pub fn set_aside(&mut self, face: FaceId) -> bool {
        match self.supply.get_mut(face.index()) {
            Some(Some(0)) | None => false,
            Some(Some(count)) => {
                *count -= 1;
                true
            }
            Some(None) => true,
        }
    }

    /// Puts a copy that was set aside back into the box.
    pub fn put_back(&mut self, face: FaceId) {
        if let Some(Some(count)) = self.supply.get_mut(face.index()) {
            *count += 1;
        }
    }

    /// Takes the tile from the box onto the hex; a tile below returns to the box. Tokens stay where they are:
    /// see [`Board::move_tokens`].
    pub fn place_tile(&mut self, map: &Map, hex: HexId, face: FaceId, rot: u8) {
        let old = self.placed(hex);
        if map.is_tile(old.face)
            && let Some(Some(count)) = self.supply.get_mut(old.face.index())
        {
            *count += 1;
        }
        if let Some(Some(count)) = self.supply.get_mut(face.index()) {
            *count = count.saturating_sub(1);
        }
        if let Some(cell) = self.cells.get_mut(hex.index()) {
            *cell = Placed { face, rot };
        }
    }

    /// All tokens, in the order in which they came to the map.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The tokens of a hex by stop and circle.
    pub fn tokens_on(&self, hex: HexId) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(move |token| token.at.hex == hex)
    }

    /// The tokens of a stop.
    pub fn tokens_in(&self, at: StopRef) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(move |token| token.at == at)
    }

    /// What lies in a circle.
    pub fn occupant(&self, at: StopRef, slot: u8) -> Option<Occupant> {
        self.tokens_in(at)
            .find(|token| token.slot == slot)
            .map(|token| token.what)
    }

    /// The first free circle of a stop.
    pub fn free_slot(&self, map: &Map, at: StopRef) -> Option<u8> {
        let slots = self.face(map, at.hex).stops.get(at.stop as usize)?.slots;
        (0..slots).find(|&slot| self.occupant(at, slot).is_none())
    }

    /// Whether the company has an active station in the stop.
    pub fn has_station(&self, at: StopRef, company: CompanyId) -> bool {
        self.tokens_in(at)
            .any(|token| token.what == Occupant::Station(company))
    }

    /// Whether the company has an active station in any stop of the hex.
    pub fn has_station_on(&self, hex: HexId, company: CompanyId) -> bool {
        self.tokens_on(hex)
            .any(|token| token.what == Occupant::Station(company))
    }

    /// Whether the company has a station, active or not, in the stop.
    pub fn has_marker(&self, at: StopRef, company: CompanyId) -> bool {
        self.tokens_in(at)
            .any(|token| token.what.station_of() == Some(company))
    }

    /// Where the company's stations stand, active or not.
    pub fn markers(&self, company: CompanyId) -> impl Iterator<Item = StopRef> {
        self.tokens
            .iter()
            .filter(move |token| token.what.station_of() == Some(company))
            .map(|token| token.at)
    }

    /// Where the company's active stations stand.
    pub fn stations(&self, company: CompanyId) -> impl Iterator<Item = StopRef> {
        self.tokens
            .iter()
            .filter(move |token| token.what == Occupant::Station(company))
            .map(|token| token.at)
    }

    /// Whether a company with no station there can't pass: a city whose circles are all full.
    pub fn full_for(&self, map: &Map, at: StopRef, company: CompanyId) -> bool {
        let Some(stop) = self.face(map, at.hex).stops.get(at.stop as usize) else {
            return false;
        };
        if stop.slots == 0 {
            return false;
        }
        let mut filled = 0;
        for token in self.tokens_in(at) {
            match token.what {
                Occupant::Station(owner) | Occupant::Inactive(owner) if owner == company => {
                    return false;
                }
                _ => filled += 1,
            }
        }
        filled >= stop.slots
    }

    /// Puts something into a circle; nothing may lie there.
    pub fn put(&mut self, at: StopRef, slot: u8, what: Occupant) {
        self.tokens.push(Token { at, slot, what });
    }

    /// Takes what lies in the circle, if anything.
    pub fn take(&mut self, at: StopRef, slot: u8) -> Option<Occupant> {
        let index = self
            .tokens
            .iter()
            .position(|token| token.at == at && token.slot == slot)?;
        Some(self.tokens.remove(index).what)
    }

    /// Replaces what lies in the circle in place.
    pub fn replace(&mut self, at: StopRef, slot: u8, what: Occupant) {
        if let Some(token) = self
            .tokens
            .iter_mut()
            .find(|token| token.at == at && token.slot == slot)
        {
            token.what = what;
        }
    }

    /// Moves the tokens of a hex to the stops of its new face: `to(old stop)` names the new stop; tokens of stops
    /// that become one take the next free circles in their old order.
    pub fn move_tokens(&mut self, hex: HexId, to: impl Fn(u8) -> u8) {
        let mut moved: Vec<Token> = self
            .tokens
            .iter()
            .filter(|token| token.at.hex == hex)
            .copied()
            .collect();
        if moved.iter().all(|token| to(token.at.stop) == token.at.stop) {
            return;
        }
        self.tokens.retain(|token| token.at.hex != hex);
        moved.sort_by_key(|token| (token.at.stop, token.slot));
        for token in moved {
            let at = StopRef {
                hex,
                stop: to(token.at.stop),
            };
            let mut slot = token.slot;
            while self.occupant(at, slot).is_some() {
                slot += 1;
            }
            self.tokens.push(Token {
                at,
                slot,
                what: token.what,
            });
        }
    }
}
