//! The map: hexes with their printed faces, neighbours and prohibited sides, and the tiles of the box.

use super::face::Face;
use crate::ids::{FaceId, HexId};
use serde::Deserialize;
use std::collections::BTreeMap;

/// How the hexes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// On a point: sides face east and west.
    Pointy,
    /// On a side.
    Flat,
}

/// The side of the neighbour that meets side e.
pub const OPPOSITE: [u8; 6] = [3, 4, 5, 0, 1, 2];

/// How large the place of a hex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Settlement {
    /// A town of Harzbahn 1873: routes end there.
    Town,
    /// A village of Harzbahn 1873.
    Village,
}

/// A hex of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// Printed coordinate, such as `E15`.
    pub name: String,
    /// Name of the place, if any.
    pub place: Option<String>,
    /// What is printed on it.
    pub printed: FaceId,
    /// Row from the top, from 0 (letter A).
    pub row: i16,
    /// Column as printed; two neighbours in a row differ by 2.
    pub column: i16,
    /// Cost of the first tile, in the title's currency.
    pub cost: i32,
    /// What the cost is for: `river`, `mountain`, `water` …
    pub terrain: Option<String>,
    /// Sides that no laid tile may have track to, bit e for side e.
    pub blocked: u8,
    /// Sides that the first tile must have track to, bit e for side e.
    pub railheads: u8,
    /// Value printed for an unbuilt stop, for the picture.
    pub printed_value: Option<i32>,
    /// A label that it gets with a later colour.
    pub future_label: Option<(String, super::Colour)>,
    /// A town or a village, in titles that tell them apart.
    pub settlement: Option<Settlement>,
    /// Sides with a printed barrier, bit e for side e; they are blocked, too.
    pub impassable: u8,
    /// Name of the phase from which it is built on.
    pub closed_until: Option<String>,
    /// Neighbours by side; `None` off the map.
    pub neighbours: [Option<HexId>; 6],
}

/// All hexes and faces of a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// How the hexes stand.
    pub layout: Layout,
    /// The hexes in file order.
    pub hexes: Vec<Hex>,
    /// Printed faces first (one a hex), then the tiles.
    pub faces: Vec<Face>,
    /// First face that is a tile.
    pub first_tile: u16,
    pub(crate) by_name: BTreeMap<String, HexId>,
    pub(crate) tile_by_name: BTreeMap<String, FaceId>,
}

impl Map {
    /// The hex of that coordinate.
    pub fn hex(&self, name: &str) -> Option<HexId> {
        self.by_name.get(name).copied()
    }

    /// The tile of that number.
    pub fn tile(&self, name: &str) -> Option<FaceId> {
        self.tile_by_name.get(name).copied()
    }

    /// The data of a hex. Ids come from the definition, so that the fallback (the first hex) is never met.
    pub fn at(&self, hex: HexId) -> &Hex {
        self.hexes
            .get(hex.index())
            .unwrap_or_else(|| &self.hexes[0])
    }

    /// The data of a face.
    pub fn face(&self, face: FaceId) -> &Face {
        self.faces
            .get(face.index())
            .unwrap_or_else(|| &self.faces[0])
    }

    /// Lifts the limit of every tile (an option of some titles).
    pub(crate) fn unlimited(&mut self) {
        for face in self.faces.iter_mut().skip(usize::from(self.first_tile)) {
            face.count = None;
        }
    }

    /// Whether the face is a tile of the box.
    pub fn is_tile(&self, face: FaceId) -> bool {
        face.0 >= self.first_tile
    }

    /// Every hex.
    pub fn hex_ids(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.hexes.len()).map(HexId::from)
    }

    /// Every tile of the box.
    pub fn tile_ids(&self) -> impl Iterator<Item = FaceId> + use<> {
        (self.first_tile as usize..self.faces.len()).map(FaceId::from)
    }

    /// The neighbour over a side.
    pub fn neighbour(&self, hex: HexId, edge: u8) -> Option<HexId> {
        self.at(hex)
            .neighbours
            .get(edge as usize)
            .copied()
            .flatten()
    }

    /// The side of `from` that meets `to`, if the two are neighbours.
    pub fn edge_between(&self, from: HexId, to: HexId) -> Option<u8> {
        (0..6).find(|&edge| self.neighbour(from, edge) == Some(to))
    }

    /// Row and column offsets over each side on a map of hexes that stand on a point.
    pub(crate) const POINTY: [(i16, i16); 6] =
        [(1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)];
    /// The same for hexes that stand on a side; rows count half hexes.
    pub(crate) const FLAT: [(i16, i16); 6] = [(2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)];
}
