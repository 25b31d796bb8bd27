//! Pictures compared with reference pictures, a feature each.
//!
//! A picture may differ a little, as processors and releases of the renderer round differently. With `BLESS=1` in the
//! environment the references are written anew; look at them before they are kept.

mod compare;
mod harz;
mod looks;
mod map;
mod market;
mod sheets;
mod tiles;
mod y1826;
mod y1835;

use engine::ids::{CompanyId, HexId, StopRef};
use engine::shared::Status;
use engine::{Definition, Shared};

/// 18Ardennes.
pub fn ardennes() -> Definition {
    Definition::parse(engine::titles::ardennes::DEFINITION).unwrap()
}

/// A made-up title with what 18Ardennes lacks: hexes on a side, a chart of rows and columns, values by phase.
pub fn sample() -> Definition {
    Definition::parse(include_str!("../sample.json")).unwrap()
}

pub fn hex(definition: &Definition, name: &str) -> HexId {
    definition.map.hex(name).unwrap()
}

pub fn company(definition: &Definition, id: &str) -> CompanyId {
    definition.company(id).unwrap()
}

pub fn stop(definition: &Definition, name: &str, stop: u8) -> StopRef {
    StopRef {
        hex: hex(definition, name),
        stop,
    }
}

/// Lays a tile.
pub fn lay(definition: &Definition, shared: &mut Shared, name: &str, tile: &str, rot: u8) {
    let face = definition.map.tile(tile).unwrap();
    shared
        .board
        .place_tile(&definition.map, hex(definition, name), face, rot);
}

/// Puts a company into play.
pub fn open(definition: &Definition, shared: &mut Shared, id: &str) -> CompanyId {
    let company = company(definition, id);
    let state = shared.company_mut(company).unwrap();
    state.status = Status::Open;
    state.units = 10;
    state.operated = true;
    company
}
