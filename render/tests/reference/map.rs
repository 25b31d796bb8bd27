//! Hexes of the map.

use crate::compare::check;
use crate::{ardennes, company, hex, lay, open, sample, stop};
use engine::action::{Run, RunStep};
use engine::board::{Bonus, Occupant};
use engine::ids::{KindId, TrainId};
use engine::titles::Mark;
use engine::{Definition, Shared};
use render::{Change, DrawnRun, Note, Picture, Scene, part_picture};

/// A hex alone.
fn alone(scene: &Scene<'_>, name: &str) -> Picture {
    part_picture(scene, hex(scene.definition, name), 0, 160)
}

fn start(definition: &Definition) -> Shared {
    Shared::new(definition, 3)
}

#[test]
fn unbuilt_hexes() {
    let definition = ardennes();
    let shared = start(&definition);
    let scene = Scene::new(&definition, &shared);
    for (name, hex) in [
        ("hex_plain", "G9"),
        ("hex_water", "D8"),
        ("hex_mountain_with_town", "G19"),
        ("hex_city_with_letter", "H6"),
        ("hex_later_letter", "F10"),
        ("hex_railhead", "B10"),
        ("hex_sides_without_track", "F4"),
        ("hex_city_with_bypass", "K11"),
        ("hex_city_and_town", "B16"),
        ("hex_two_homes", "M7"),
        ("hex_long_name", "G25"),
    ] {
        check(name, &alone(&scene, hex));
    }
}

#[test]
fn what_lies_beyond() {
    let definition = ardennes();
    let shared = start(&definition);
    let notes = [Note {
        hex: hex(&definition, "F2"),
        text: "⚓ 20–80".to_string(),
    }];
    let scene = Scene {
        notes: &notes,
        ..Scene::new(&definition, &shared)
    };
    check("hex_ferry", &alone(&scene, "F2"));
    let definition = sample();
    let mut shared = start(&definition);
    check(
        "hex_values_by_phase_2",
        &alone(&Scene::new(&definition, &shared), "B3"),
    );
    shared.phase = 2;
    check(
        "hex_values_by_phase_4",
        &alone(&Scene::new(&definition, &shared), "B3"),
    );
    check(
        "hex_values_by_colour",
        &alone(&Scene::new(&definition, &shared), "E2"),
    );
}

#[test]
fn stations() {
    let definition = ardennes();
    let mut shared = start(&definition);
    let (north, nine) = (
        open(&definition, &mut shared, "N"),
        open(&definition, &mut shared, "9"),
    );
    lay(&definition, &mut shared, "H6", "207", 1);
    let lille = stop(&definition, "H6", 0);
    shared.board.put(lille, 0, Occupant::Station(north));
    check(
        "station_of_a_company",
        &alone(&Scene::new(&definition, &shared), "H6"),
    );
    shared.board.put(lille, 1, Occupant::Station(nine));
    check(
        "station_of_a_minor",
        &alone(&Scene::new(&definition, &shared), "H6"),
    );
    let six = company(&definition, "6");
    shared.board.replace(lille, 1, Occupant::Inactive(six));
    check(
        "station_face_down",
        &alone(&Scene::new(&definition, &shared), "H6"),
    );
}

#[test]
fn bonus_tokens_and_forts() {
    let definition = ardennes();
    let mut shared = start(&definition);
    lay(&definition, &mut shared, "H10", "15", 2);
    let mine = Occupant::Bonus(Bonus::Mine);
    shared.board.put(stop(&definition, "H10", 0), 1, mine);
    let ferry = Occupant::Bonus(Bonus::Ferry);
    shared.board.put(stop(&definition, "G3", 0), 0, ferry);
    let marks = [
        Mark::Forts {
            hex: hex(&definition, "J18"),
            count: 2,
        },
        Mark::Waiting {
            hex: hex(&definition, "G3"),
            bonus: Bonus::Ferry,
        },
    ];
    let scene = Scene {
        marks: &marks,
        ..Scene::new(&definition, &shared)
    };
    check("token_mine", &alone(&scene, "H10"));
    check("token_ferry_and_waiting", &alone(&scene, "G3"));
    check("forts", &alone(&scene, "J18"));
}

#[test]
fn changes() {
    let definition = ardennes();
    let mut shared = start(&definition);
    let north = open(&definition, &mut shared, "N");
    lay(&definition, &mut shared, "K5", "57", 1);
    let amiens = stop(&definition, "K5", 0);
    let changed = [Change::Hex(amiens.hex)];
    let scene = Scene {
        changed: &changed,
        ..Scene::new(&definition, &shared)
    };
    check("changed_tile", &alone(&scene, "K5"));
    shared.board.put(amiens, 0, Occupant::Station(north));
    let changed = [Change::Stop(amiens)];
    let scene = Scene {
        changed: &changed,
        ..Scene::new(&definition, &shared)
    };
    check("changed_station", &alone(&scene, "K5"));
}

/// A run over hexes with a stop or none.
fn run(definition: &Definition, train: &str, way: &[(&str, Option<u8>)]) -> DrawnRun {
    DrawnRun {
        train: train.to_string(),
        run: Run {
            train: TrainId {
                stack: KindId(0),
                number: 0,
            },
            steps: way
                .iter()
                .map(|(name, stop)| RunStep {
                    hex: hex(definition, name),
                    stop: *stop,
                    scored: true,
                })
                .collect(),
        },
        revenue: 70,
    }
}

#[test]
fn runs() {
    let definition = ardennes();
    let mut shared = start(&definition);
    lay(&definition, &mut shared, "K9", "83", 1);
    lay(&definition, &mut shared, "K7", "9", 1);
    let one = run(
        &definition,
        "3",
        &[("K11", Some(0)), ("K9", None), ("L8", None)],
    );
    let two = run(
        &definition,
        "2",
        &[("K7", None), ("K9", None), ("K11", Some(0))],
    );
    let routes = [one.clone()];
    let scene = Scene {
        routes: &routes,
        ..Scene::new(&definition, &shared)
    };
    let centre = hex(&definition, "K9");
    check("run", &part_picture(&scene, centre, 1, 400));
    let routes = [one.clone(), two, one];
    let scene = Scene {
        routes: &routes,
        ..Scene::new(&definition, &shared)
    };
    check("runs_side_by_side", &part_picture(&scene, centre, 1, 400));
}

#[test]
fn hexes_on_a_side() {
    let definition = sample();
    let mut shared = start(&definition);
    shared.phase = 1;
    lay(&definition, &mut shared, "D3", "55", 0);
    let scene = Scene {
        round: "OR 1.1",
        caption: "<game> 7",
        ..Scene::new(&definition, &shared)
    };
    check("map_of_hexes_on_a_side", &render::map_picture(&scene, 480));
}

#[test]
fn a_narrow_part_keeps_its_caption_whole() {
    let definition = sample();
    let shared = start(&definition);
    let scene = Scene {
        round: "OR 12.3",
        caption: "game 1234 · move 1204 · 30 Nov 2026, 14:27 UTC",
        ..Scene::new(&definition, &shared)
    };
    let centre = hex(&definition, "D3");
    check(
        "region_long_caption",
        &render::region_picture(&scene, &[centre], 480),
    );
}
