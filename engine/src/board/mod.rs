//! The map and what lies on it: hexes, tiles, stations.

mod face;
mod lay;
mod map;
mod state;

pub use face::{Colour, End, Face, Oriented, Path, Revenue, Stop, StopKind};
pub use lay::{LayFault, check_face, joins_edges, stop_after};
pub use map::{Hex, Layout, Map, OPPOSITE, Settlement};
pub use state::{Board, Bonus, Occupant, Placed, Token};

/// The name of a side as printed in rejections.
pub fn side_name(edge: u8) -> &'static str {
    match edge {
        0 => "south-west",
        1 => "west",
        2 => "north-west",
        3 => "north-east",
        4 => "east",
        _ => "south-east",
    }
}
