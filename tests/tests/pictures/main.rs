//! Pictures of positions out of recorded games: what is on them, and whether it can be read.

mod legible;
mod trace;

use legible::{check_boxes, check_ink};
use render::{Picture, Raster};
use std::path::Path;

/// Positions from the first lot to the last run.
const POSITIONS: [(&str, &str, i64); 28] = [
    ("18ardennes", "fixture_1", -1),
    ("18ardennes", "fixture_1", 70),
    ("18ardennes", "fixture_1", 210),
    ("18ardennes", "fixture_1", 350),
    ("18ardennes", "fixture_1", 396),
    ("18ardennes", "fixture_1", 520),
    ("18ardennes", "fixture_1", 620),
    ("18ardennes", "fixture_1", 699),
    ("18ardennes", "fixture_1", 715),
    ("18ardennes", "random_3p_1", 400),
    ("18ardennes", "random_3p_100", 700),
    ("18ardennes", "random_4p_2", 500),
    ("18ardennes", "random_4p_300", 900),
    ("18ardennes", "random_5p_3", 600),
    ("18ardennes", "random_5p_104", 800),
    ("18ardennes", "random_5p_409", 1000),
    ("1873", "fixture_1", -1),
    ("1873", "fixture_1", 366),
    ("1873", "fixture_1", 559),
    ("1873", "fixture_1", 750),
    ("1873", "fixture_1", 897),
    ("1873", "fixture_1", 1109),
    ("1873", "fixture_2", 683),
    ("1873", "fixture_2", 1110),
    ("1873", "random_2p_6", 1300),
    ("1873", "random_3p_7", 1000),
    ("1873", "random_5p_3", 2000),
    ("1873", "random_5p_6", 1338),
];

/// Whether the recorded games are there; says what is left out if not.
fn at_hand() -> bool {
    ["18ardennes", "1873"].iter().all(|title| {
        tests::shared::need(&format!("replays/{title}"), "pictures of recorded games").is_some()
    })
}

#[test]
fn a_map_at_1600_pixels_can_be_read() {
    if !at_hand() {
        return;
    }
    for (title, game, line) in POSITIONS {
        for routes in [false, true] {
            let position = trace::position(title, game, line, routes).unwrap();
            let picture = render::map_picture(&position.scene(), 1600);
            let name = format!("{title} {game} line {line}");
            check_boxes(&name, &position.definition, &picture);
            check_ink(&name, &picture);
        }
    }
}

/// Games that the program plays by itself: title, seed, players. Seed 1 of 1873 has tile 986 kept on D15 beside tile
/// 974, mine 12 and the letter.
const OWN: [(&str, u64, u8); 6] = [
    ("18ardennes", 3, 4),
    ("1873", 4, 2),
    ("1873", 2, 5),
    ("1873", 1, 4),
    ("1835", 3, 4),
    ("1826", 3, 4),
];

/// A game of our own at its start, after a third of its moves, after two and at its end, with the best runs of a company.
fn own(title: &str, seed: u64, count: u8) -> Vec<(String, trace::Position, engine::Game)> {
    let players: Vec<String> = ["Anna", "Ben", "Clara", "David", "Emil"]
        .map(String::from)
        .to_vec();
    let game = bot::demo::by_itself(title, seed, count).unwrap();
    let log = game.log();
    let part = |part: usize| {
        let entries = &log[..log.len() * part / 3];
        let at = engine::Game::replay(game.setup().clone(), entries).unwrap();
        let mut position = trace::of_game(&at, &players[..usize::from(count)]);
        if let Some(best) = (at.definition().company_ids())
            .filter_map(|company| at.best_runs_of(company))
            .max_by_key(|best| best.runs.len())
        {
            position.routes = (best.runs.into_iter())
                .map(|run| render::DrawnRun {
                    train: at.definition().train_name(run.train),
                    run,
                    revenue: 0,
                })
                .collect();
        }
        let name = format!("{title} seed {seed}, entry {}", entries.len());
        (name, position, at)
    };
    (0..=3).map(part).collect()
}

#[test]
fn games_of_our_own_can_be_read() {
    for (title, seed, count) in OWN {
        for (name, position, _) in own(title, seed, count) {
            let scene = position.scene();
            for (kind, picture) in [
                ("map", render::map_picture(&scene, 1600)),
                ("market", render::market_picture(&scene, 1200)),
                ("players", render::players_picture(&scene, 1080)),
            ] {
                let name = format!("{kind} of {name}");
                check_boxes(&name, &position.definition, &picture);
                check_ink(&name, &picture);
            }
        }
    }
}

#[test]
fn everything_on_the_board_is_on_the_map() {
    if !at_hand() {
        return;
    }
    use engine::board::Occupant;
    for (title, game, line) in POSITIONS {
        let position = trace::position(title, game, line, false).unwrap();
        let (definition, shared) = (&position.definition, &position.shared);
        let map = &definition.map;
        let picture = render::map_picture(&position.scene(), 1600);
        for id in map.hex_ids() {
            let hex = map.at(id);
            let texts: Vec<&str> = picture
                .texts
                .iter()
                .filter(|text| text.hex == Some(id))
                .map(|text| text.text.as_str())
                .collect();
            let has = |wanted: &str| texts.contains(&wanted);
            let place = format!("{title} {game} line {line}, {}: {texts:?}", hex.name);
            assert!(has(&hex.name), "coordinate, {place}");
            if let Some(name) = &hex.place {
                let start: String = name.chars().take(3).collect();
                assert!(
                    texts.iter().any(|text| text.starts_with(&start))
                        || texts
                            .iter()
                            .any(|text| name.ends_with(text) && text.len() > 3)
                        || name.starts_with("Saint-"),
                    "name {name}, {place}"
                );
            }
            let placed = shared.board.placed(id);
            let face = map.face(placed.face);
            if map.is_tile(placed.face) {
                assert!(has(&face.id), "tile number, {place}");
            } else if hex.cost > 0 {
                assert!(has(&hex.cost.to_string()), "cost, {place}");
            }
            for label in &face.labels {
                assert!(has(label), "letter {label}, {place}");
            }
            for token in shared.board.tokens_on(id) {
                let wanted = match token.what {
                    Occupant::Station(company) | Occupant::Inactive(company) => {
                        definition.at(company).id.as_str()
                    }
                    Occupant::Bonus(engine::board::Bonus::Ferry) => "⚓",
                    Occupant::Bonus(engine::board::Bonus::Mine) => "⚒",
                };
                assert!(has(wanted), "token {wanted}, {place}");
            }
        }
    }
}

#[test]
fn files_are_small_and_stable() {
    if !at_hand() {
        return;
    }
    for (title, game, line) in [
        ("18ardennes", "fixture_1", 715),
        ("18ardennes", "random_5p_409", 1000),
        ("1873", "fixture_1", 1109),
    ] {
        let position = trace::position(title, game, line, true).unwrap();
        let scene = position.scene();
        let file = render::map_png(&scene, 1600).unwrap();
        assert!(file.len() < 400_000, "{game}: {} bytes", file.len());
        assert_eq!(file, render::map_png(&scene, 1600).unwrap(), "{game}");
        let again = trace::position(title, game, line, true).unwrap();
        assert_eq!(
            render::map_svg(&scene, 1600),
            render::map_svg(&again.scene(), 1600)
        );
    }
}

#[test]
fn tables_and_market_can_be_read() {
    if !at_hand() {
        return;
    }
    for (title, game, line) in POSITIONS {
        let position = trace::position(title, game, line, false).unwrap();
        let scene = position.scene();
        let mut pictures = vec![
            ("market", render::market_picture(&scene, 1200)),
            ("players", render::players_picture(&scene, 1080)),
            ("trains", render::trains_picture(&scene, 1080)),
        ];
        for company in position
            .definition
            .company_ids()
            .skip(line.rem_euclid(3) as usize)
            .step_by(5)
        {
            let scene = position.scene_of(company);
            pictures.push(("company", render::company_picture(&scene, company, 1000)));
        }
        for (kind, picture) in &pictures {
            let name = format!("{kind} of {title} {game} line {line}");
            check_boxes(&name, &position.definition, picture);
            check_ink(&name, picture);
        }
    }
}

/// Writes pictures to the folder named by `PICTURES`, to be looked at; does nothing without.
#[test]
fn write_pictures() {
    if !at_hand() {
        return;
    }
    let Ok(folder) = std::env::var("PICTURES") else {
        return;
    };
    let write = |name: String, picture: &Picture| {
        let file = picture.png().unwrap();
        println!("{name}: {} bytes", file.len());
        std::fs::write(Path::new(&folder).join(name), file).unwrap();
    };
    for (title, seed, count) in OWN {
        for (index, (_, position, game)) in own(title, seed, count).into_iter().enumerate() {
            let name = |kind: &str| format!("{title}_own{seed}_{index}_{kind}.png");
            let scene = position.scene();
            write(name("map"), &render::map_picture(&scene, 1600));
            write(name("market"), &render::market_picture(&scene, 1200));
            write(name("players"), &render::players_picture(&scene, 1080));
            write(name("trains"), &render::trains_picture(&scene, 1080));
            for company in position.definition.company_ids() {
                let scene = position.scene_of(company);
                let picture = render::company_picture(&scene, company, 1000);
                let id = &position.definition.at(company).id;
                write(name(&format!("sheet_{id}")), &picture);
            }
            let rows = game.packet();
            if !rows.is_empty() {
                let picture = render::packet_picture(&scene, &rows, 1080);
                write(name("packet"), &picture);
            }
        }
    }
    for (title, game, line) in POSITIONS {
        let position = trace::position(title, game, line, true).unwrap();
        let scene = position.scene();
        let write = |kind: &str, picture: &Picture| {
            let name = format!("{title}_{game}_{line}_{kind}.png");
            let file = picture.png().unwrap();
            println!("{name}: {} bytes", file.len());
            std::fs::write(Path::new(&folder).join(name), file).unwrap();
        };
        write("map", &render::map_picture(&scene, 1600));
        write("small", &render::map_picture(&scene, 800));
        write("market", &render::market_picture(&scene, 1200));
        write("players", &render::players_picture(&scene, 1080));
        write("trains", &render::trains_picture(&scene, 1080));
        let raster = render::rasterise(&render::map_svg(&scene, 1600)).unwrap();
        for (left, top) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let name = format!("{title}_{game}_{line}_quarter_{left}{top}.png");
            let file = render::encode(&quarter(&raster, left, top)).unwrap();
            std::fs::write(Path::new(&folder).join(name), file).unwrap();
        }
    }
}

/// A quarter of the picture.
fn quarter(raster: &Raster, left: u32, top: u32) -> Raster {
    let (width, height) = (raster.width / 2, raster.height / 2);
    let rgb = (0..height)
        .flat_map(|row| {
            let start = ((top * height + row) * raster.width + left * width) as usize * 3;
            raster.rgb[start..start + width as usize * 3].to_vec()
        })
        .collect();
    Raster { width, height, rgb }
}
