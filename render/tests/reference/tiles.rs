//! Tiles by themselves.

use crate::compare::check;
use crate::{ardennes, sample};
use engine::board::Placed;
use engine::{Definition, Shared};
use render::{Picture, tile_picture, tiles_picture};

fn placed(definition: &Definition, tile: &str, rot: u8) -> Placed {
    Placed {
        face: definition.map.tile(tile).unwrap(),
        rot,
    }
}

fn tile(definition: &Definition, tile: &str, rot: u8) -> Picture {
    tile_picture(definition, None, placed(definition, tile, rot), 160)
}

#[test]
fn plain_track() {
    check("tile_sharp_curve", &tile(&ardennes(), "7", 0));
    check("tile_gentle_curve", &tile(&ardennes(), "8", 0));
    check("tile_straight", &tile(&ardennes(), "9", 0));
}

#[test]
fn switches() {
    check("tile_switch_81", &tile(&ardennes(), "81", 0));
    check("tile_switch_82", &tile(&ardennes(), "82", 0));
}

#[test]
fn towns() {
    check("tile_town_on_a_curve", &tile(&ardennes(), "58", 1));
    check("tile_town_of_three_ways", &tile(&ardennes(), "141", 0));
    check("tile_two_towns_crossing", &tile(&sample(), "55", 0));
    check("tile_two_towns_curve", &tile(&sample(), "69", 0));
}

#[test]
fn cities() {
    check("tile_city", &tile(&ardennes(), "57", 0));
    check("tile_city_of_two", &tile(&ardennes(), "15", 0));
    check("tile_city_of_three", &tile(&ardennes(), "X22", 0));
    check("tile_city_of_four", &tile(&sample(), "4S", 0));
    check("tile_two_cities", &tile(&ardennes(), "580", 0));
    check("tile_two_cities_of_two", &tile(&ardennes(), "583", 0));
    check("tile_two_cities_one_straight", &tile(&sample(), "210", 0));
    check("tile_six_cities", &tile(&sample(), "514", 0));
}

#[test]
fn turnings() {
    let definition = ardennes();
    let choice: Vec<Placed> = (0..6).map(|rot| placed(&definition, "207", rot)).collect();
    let shared = Shared::new(&definition, 3);
    let picture = tiles_picture(&definition, Some(&shared), &choice, 480);
    check("tiles_in_six_turnings", &picture);
}
