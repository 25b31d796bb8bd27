//! Charts, upgrades, turnings, manifests, and maps that put something else first.

use crate::compare::check;
use crate::{ardennes, company, hex, lay, open, sample, stop};
use engine::finance::Holder;
use engine::ids::{CompanyId, Seat};
use engine::{Definition, Shared};
use render::{
    Chart, ChartLine, MapMode, Scene, Subject, chart_picture, manifest_picture, map_picture,
    part_picture, players_picture, turnings_picture, upgrades_picture,
};

/// Somebody's director's certificate.
fn direct(definition: &Definition, shared: &mut Shared, id: &str, seat: u8) -> CompanyId {
    let company = open(definition, shared, id);
    let paper = shared.papers.director_paper(definition, company).unwrap();
    shared.papers.move_to(paper, Holder::Player(Seat(seat)));
    company
}

fn names() -> Vec<String> {
    ["Ann", "Albert", "Cy", "שלום"].map(String::from).to_vec()
}

#[test]
fn a_chart_of_players() {
    let values: [&[i32]; 4] = [
        &[450, 520, 610, 905, 1320, 2210],
        &[450, 470, 610, 880, 1300, 2200],
        &[450, 430, 390, 350, 20, -140],
        &[450, 520, 640, 900, 1310, 2190],
    ];
    let letters = render::letters(&names());
    let lines = values.iter().enumerate().map(|(index, values)| ChartLine {
        subject: Subject::Player(
            Seat::from(index),
            letters[index].clone(),
            names()[index].clone(),
        ),
        values: values.iter().copied().map(Some).collect(),
    });
    let chart = Chart {
        title: "18Ardennes · worth".into(),
        caption: "game 3 · move 401".into(),
        columns: ["SR 1", "OR 1.1", "OR 1.2", "SR 2", "OR 2.1", "OR 2.2"]
            .map(String::from)
            .to_vec(),
        lines: lines.collect(),
    };
    check("chart_players", &chart_picture(&ardennes(), &chart, 540));
}

#[test]
fn a_chart_of_companies_some_of_which_are_gone() {
    let definition = ardennes();
    let line = |id: &str, values: &[i32]| ChartLine {
        subject: Subject::Company(company(&definition, id)),
        values: values
            .iter()
            .map(|value| (*value >= 0).then_some(*value))
            .collect(),
    };
    let chart = Chart {
        title: "18Ardennes · revenue".into(),
        columns: (1..=24)
            .map(|turn| format!("OR {}.{}", (turn + 1) / 2, 2 - turn % 2))
            .collect(),
        lines: vec![
            line("7", &[40, 60, 60, 90, -1, -1]),
            line("BE", &[-1, -1, -1, 120, 180, 260]),
            line("N", &[-1, -1, -1, -1, 0, 260]),
            line("3", &[30]),
        ],
        ..Chart::default()
    };
    check("chart_companies", &chart_picture(&definition, &chart, 540));
    let nothing = Chart::default();
    check("chart_empty", &chart_picture(&definition, &nothing, 320));
}

#[test]
fn a_tile_turned_and_upgraded() {
    let definition = ardennes();
    let mut shared = Shared::new(&definition, 3);
    for name in ["F10", "E9", "H6"] {
        lay(&definition, &mut shared, name, "57", 0);
    }
    let tile = |id: &str| definition.map.tile(id).unwrap();
    check(
        "turnings_curve",
        &turnings_picture(&definition, None, tile("8"), 360),
    );
    check(
        "turnings_straight",
        &turnings_picture(&definition, None, tile("9"), 360),
    );
    check(
        "upgrades_yellow",
        &upgrades_picture(&definition, Some(&shared), tile("57"), 540),
    );
    check(
        "upgrades_green",
        &upgrades_picture(&definition, None, tile("14"), 540),
    );
    let last = definition
        .map
        .tile_ids()
        .filter(|face| definition.map.face(*face).upgrades.is_empty())
        .last()
        .unwrap();
    check(
        "upgrades_last",
        &upgrades_picture(&definition, None, last, 540),
    );
}

#[test]
fn all_tiles_with_what_is_left() {
    let definition = sample();
    let mut shared = Shared::new(&definition, 3);
    let face = definition
        .map
        .tile_ids()
        .find(|face| definition.map.face(*face).count == Some(1))
        .unwrap();
    let id = definition.map.face(face).id.clone();
    let name = definition.map.hexes[0].name.clone();
    lay(&definition, &mut shared, &name, &id, 0);
    let scene = Scene::new(&definition, &shared);
    check("manifest", &manifest_picture(&scene, 540));
}

#[test]
fn owners_of_stations_and_names_of_places() {
    let definition = ardennes();
    let mut shared = Shared::new(&definition, 4);
    lay(&definition, &mut shared, "E15", "15", 0);
    let owned = [("3", 0, "E15", 0), ("BE", 1, "E15", 0), ("10", 2, "D18", 0)];
    for (id, seat, name, at) in owned {
        let company = direct(&definition, &mut shared, id, seat);
        let at = stop(&definition, name, at);
        let slot = shared.board.free_slot(&definition.map, at).unwrap();
        shared
            .board
            .put(at, slot, engine::board::Occupant::Station(company));
    }
    let nobody = open(&definition, &mut shared, "11");
    let at = stop(&definition, "B16", 0);
    shared
        .board
        .put(at, 0, engine::board::Occupant::Station(nobody));
    let players = names();
    for (mode, name) in [(MapMode::Owners, "owners"), (MapMode::Names, "names")] {
        let scene = Scene {
            players: &players,
            mode,
            ..Scene::new(&definition, &shared)
        };
        let centre = hex(&definition, "D16");
        check(
            &format!("part_{name}"),
            &part_picture(&scene, centre, 2, 500),
        );
    }
}

#[test]
fn the_key_of_owners_names_their_companies() {
    let definition = sample();
    let mut shared = Shared::new(&definition, 4);
    direct(&definition, &mut shared, "M1", 3);
    direct(&definition, &mut shared, "Bahn", 3);
    let players = names();
    let scene = Scene {
        players: &players,
        mode: MapMode::Owners,
        ..Scene::new(&definition, &shared)
    };
    let picture = map_picture(&scene, 700);
    let texts: Vec<&str> = picture
        .texts
        .iter()
        .map(|text| text.text.as_str())
        .collect();
    for text in ["Ann", "Albert", "שלום"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    assert!(
        texts
            .iter()
            .any(|text| text.contains("M1") && text.contains("Bahn")),
        "{texts:?}"
    );
    check("map_owners", &picture);
}

#[test]
fn players_with_what_they_could_raise() {
    let definition = ardennes();
    let mut shared = Shared::new(&definition, 3);
    direct(&definition, &mut shared, "E", 0);
    shared.table.priority = Seat(1);
    let players = names();
    let standings = [render::Standing {
        worth: 12_345,
        certificates: 9,
        limit: 11,
    }; 3];
    let scene = Scene {
        round: "SR 3",
        players: &players,
        standings: &standings,
        raises: &[12_000, 45, 0],
        awaited: &[Seat(1)],
        ..Scene::new(&definition, &shared)
    };
    check("players_raise", &players_picture(&scene, 540));
}

#[test]
fn the_legend_of_runs_has_room_for_long_names_of_trains() {
    let definition = ardennes();
    let shared = Shared::new(&definition, 3);
    let step = |name: &str| engine::RunStep {
        hex: hex(&definition, name),
        stop: Some(0),
        scored: false,
    };
    let routes = ["2", "Minor 12 4D"].map(|train| render::DrawnRun {
        train: train.into(),
        run: engine::Run {
            train: engine::ids::TrainId {
                stack: definition.kind("2").unwrap(),
                number: 0,
            },
            steps: vec![step("D12"), step("D14")],
        },
        revenue: 20,
    });
    let scene = Scene {
        routes: &routes,
        ..Scene::new(&definition, &shared)
    };
    let picture = map_picture(&scene, 1600);
    let find = |text: &str| {
        let mut found = picture.texts.iter().filter(|one| one.text == text);
        found.next().unwrap_or_else(|| panic!("{text}")).bounds
    };
    let way = find("Eindhoven – Mönchengladbach");
    assert!(find("Minor 12 4D").right + 10.0 < way.left, "{way:?}");
}
