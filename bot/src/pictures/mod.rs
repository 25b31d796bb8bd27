//! The seam to whoever draws.

mod painter;

pub use painter::Painter;

use engine::ids::{CellId, CompanyId, FaceId, HexId, StopRef};
use engine::{Definition, Game, Shared};
use render::{Chart, DrawnRun, MapMode};

/// What a picture of a game shows besides the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// A line that names game, round and move, so that an old picture is known as old.
    pub line: String,
    /// Whether this is somebody's private trial, to be told from the game at a glance.
    pub trial: bool,
    /// Players' names by seat.
    pub names: Vec<String>,
    /// Hexes that changed.
    pub hexes: Vec<HexId>,
    /// Stations that changed.
    pub stops: Vec<StopRef>,
    /// Companies whose price changed.
    pub companies: Vec<CompanyId>,
    /// Changes are those since this move; of the last turn otherwise.
    pub since: Option<usize>,
    /// Where companies stood before their price moved.
    pub moved: Vec<(CompanyId, CellId)>,
}

/// Whoever draws: PNG files, or nothing where that cannot be drawn.
pub trait Pictures: Send + Sync {
    /// The map.
    fn map(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>>;
    /// The stock market.
    fn market(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>>;
    /// Cash, certificates and worth of the players; not drawn unless said otherwise: the words tell all of it.
    fn players(&self, _game: &Game, _caption: &Caption) -> Option<Vec<u8>> {
        None
    }
    /// A company's sheet.
    fn company(&self, game: &Game, company: CompanyId, caption: &Caption) -> Option<Vec<u8>>;
    /// The start packet, where the title has one.
    fn packet(&self, _game: &Game, _caption: &Caption) -> Option<Vec<u8>> {
        None
    }
    /// Trains and phases.
    fn trains(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>>;
    /// The part of the map round some hexes, with runs drawn over it; all of the map if no hex is named.
    fn region(
        &self,
        _game: &Game,
        _around: &[HexId],
        _runs: &[DrawnRun],
        _caption: &Caption,
    ) -> Option<Vec<u8>> {
        None
    }
    /// Ways to build on a hex, numbered from 1: the position after each, and a short text.
    fn choices(
        &self,
        _ways: &[(Game, String)],
        _hex: HexId,
        _caption: &Caption,
    ) -> Option<Vec<u8>> {
        None
    }
    /// A tile in a turning.
    fn tile(&self, definition: &Definition, face: FaceId, rot: u8) -> Option<Vec<u8>>;
    /// The map with something else put first, and runs drawn over it.
    fn map_as(
        &self,
        _game: &Game,
        _caption: &Caption,
        _mode: MapMode,
        _runs: &[DrawnRun],
    ) -> Option<Vec<u8>> {
        None
    }
    /// A hex with its neighbours.
    fn part(&self, _game: &Game, _caption: &Caption, _hex: HexId) -> Option<Vec<u8>> {
        None
    }
    /// A tile in all its turnings, with what is left of it in a position.
    fn turnings(
        &self,
        _definition: &Definition,
        _shared: Option<&Shared>,
        _face: FaceId,
    ) -> Option<Vec<u8>> {
        None
    }
    /// What a tile comes from and what it becomes.
    fn upgrades(
        &self,
        _definition: &Definition,
        _shared: Option<&Shared>,
        _face: FaceId,
    ) -> Option<Vec<u8>> {
        None
    }
    /// All tiles with what is left of each.
    fn manifest(&self, _game: &Game, _caption: &Caption) -> Option<Vec<u8>> {
        None
    }
    /// A chart of lines.
    fn chart(&self, _definition: &Definition, _chart: &Chart) -> Option<Vec<u8>> {
        None
    }
}

/// Draws a single dot: for tests, and until there is something better.
pub struct Dot;

impl Pictures for Dot {
    fn map(&self, _game: &Game, _caption: &Caption) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn market(&self, _game: &Game, _caption: &Caption) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn company(&self, _game: &Game, _company: CompanyId, _caption: &Caption) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn trains(&self, _game: &Game, _caption: &Caption) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn region(
        &self,
        _game: &Game,
        _around: &[HexId],
        _runs: &[DrawnRun],
        _caption: &Caption,
    ) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn choices(
        &self,
        _ways: &[(Game, String)],
        _hex: HexId,
        _caption: &Caption,
    ) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn tile(&self, _definition: &Definition, _face: FaceId, _rot: u8) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn map_as(
        &self,
        _game: &Game,
        _caption: &Caption,
        _mode: MapMode,
        _runs: &[DrawnRun],
    ) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn part(&self, _game: &Game, _caption: &Caption, _hex: HexId) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn turnings(
        &self,
        _definition: &Definition,
        _shared: Option<&Shared>,
        _face: FaceId,
    ) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn upgrades(
        &self,
        _definition: &Definition,
        _shared: Option<&Shared>,
        _face: FaceId,
    ) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn manifest(&self, _game: &Game, _caption: &Caption) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }

    fn chart(&self, _definition: &Definition, _chart: &Chart) -> Option<Vec<u8>> {
        Some(DOT.to_vec())
    }
}

/// A PNG of one white pixel.
const DOT: [u8; 67] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a, 0x7e, 0x9b,
    0x55, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0x0f, 0x00, 0x01,
    0x01, 0x01, 0x00, 0x1c, 0xb0, 0x8c, 0x99, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae,
    0x42, 0x60, 0x82,
];
