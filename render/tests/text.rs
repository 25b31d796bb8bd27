//! Text: measured as it is drawn, never lost, harmless whatever players call themselves.

use engine::{Definition, Shared};
use render::{Face, Picture, Scene};
use resvg::usvg::{self, fontdb};
use std::sync::Arc;

fn ardennes() -> Definition {
    Definition::parse(engine::titles::ardennes::DEFINITION).unwrap()
}

fn sample() -> Definition {
    Definition::parse(include_str!("sample.json")).unwrap()
}

/// Every kind of picture of a scene.
fn pictures(scene: &Scene<'_>) -> Vec<Picture> {
    let mut pictures = vec![
        render::map_picture(scene, 1600),
        render::market_picture(scene, 1200),
        render::players_picture(scene, 1080),
        render::trains_picture(scene, 1080),
    ];
    for company in scene.definition.company_ids() {
        pictures.push(render::company_picture(scene, company, 1000));
    }
    pictures
}

/// The tree that the renderer makes of a picture, with the faces in use.
fn tree(picture: &Picture) -> usvg::Tree {
    let mut fonts = fontdb::Database::new();
    for face in [
        dejavu::sans::regular(),
        dejavu::sans::bold(),
        dejavu::sans_condensed::bold(),
    ] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(face)));
    }
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(&picture.svg, &options).unwrap()
}

fn texts<'a>(group: &'a usvg::Group, out: &mut Vec<&'a usvg::Text>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, out),
            usvg::Node::Text(text) => out.push(text),
            _ => {}
        }
    }
}

/// What a text node says.
fn content(text: &usvg::Text) -> String {
    text.chunks().iter().map(|chunk| chunk.text()).collect()
}

#[test]
fn boxes_are_where_the_renderer_draws() {
    let definition = ardennes();
    let shared = Shared::new(&definition, 4);
    let scene = Scene {
        round: "SR 1",
        caption: "game 7",
        ..Scene::new(&definition, &shared)
    };
    for picture in pictures(&scene) {
        let tree = tree(&picture);
        let mut drawn = Vec::new();
        texts(tree.root(), &mut drawn);
        assert_eq!(drawn.len(), picture.texts.len());
        for (text, known) in drawn.iter().zip(&picture.texts) {
            assert_eq!(content(text), known.text);
            let ink = text.abs_bounding_box();
            let bounds = known.bounds;
            // Side bearings and kerning make the ink narrower than the advances.
            let slack = 0.12 * known.size;
            assert!(
                ink.left() >= bounds.left - slack
                    && ink.right() <= bounds.right + slack
                    && (ink.width() - bounds.width()).abs() <= 3.0 * slack,
                "{:?}: drawn {ink:?}, measured {bounds:?}",
                known.text
            );
        }
    }
}

#[test]
fn every_name_of_a_title_has_its_glyphs() {
    for definition in [ardennes(), sample()] {
        let mut names: Vec<&str> = vec![
            &definition.title,
            &definition.money.prefix,
            &definition.money.suffix,
        ];
        for hex in &definition.map.hexes {
            names.push(&hex.name);
            names.extend(hex.place.as_deref());
        }
        for face in &definition.map.faces {
            names.push(&face.id);
            names.extend(face.labels.iter().map(String::as_str));
        }
        for company in &definition.companies {
            names.push(&company.id);
            names.push(&company.name);
            names.extend(company.nickname.as_deref());
        }
        names.extend(
            definition
                .privates
                .iter()
                .map(|private| private.id.as_str()),
        );
        names.extend(definition.trains.iter().map(|train| train.name.as_str()));
        names.extend(definition.phases.iter().map(|phase| phase.name.as_str()));
        for character in names.concat().chars() {
            for face in Face::ALL {
                assert!(face.has(character), "{face:?} lacks {character:?}");
            }
        }
        let shared = Shared::new(&definition, 3);
        for picture in pictures(&Scene::new(&definition, &shared)) {
            for text in &picture.texts {
                assert!(!text.text.contains('□'), "{:?}", text.text);
            }
        }
    }
}

#[test]
fn hostile_names_are_shown_and_do_no_harm() {
    let definition = ardennes();
    let shared = Shared::new(&definition, 5);
    let players: Vec<String> = [
        "<script>alert(1)</script>&\"'",
        "]]><!-- &amp; &#0; <text>",
        "🚂🚃 漢字",
        "\u{202e}\u{0}\u{7}\u{1b}[31m",
        "مرحبا שלום",
    ]
    .map(str::to_string)
    .to_vec();
    let scene = Scene {
        players: &players,
        round: "<SR & 1>",
        caption: "\"'\u{fffe}\u{ffff}",
        ..Scene::new(&definition, &shared)
    };
    for picture in pictures(&scene) {
        let tree = tree(&picture);
        let mut drawn = Vec::new();
        texts(tree.root(), &mut drawn);
        assert_eq!(drawn.len(), picture.texts.len());
        for (text, known) in drawn.iter().zip(&picture.texts) {
            assert_eq!(content(text), known.text);
        }
        picture.png().unwrap();
    }
    let table = render::players_picture(&scene, 1080);
    let has = |wanted: &str| {
        assert!(
            table.texts.iter().any(|text| text.text.starts_with(wanted)),
            "{wanted} in {:?}",
            table
                .texts
                .iter()
                .map(|text| &text.text)
                .collect::<Vec<_>>()
        );
    };
    has("<script>alert(1)");
    has("]]><!-- &amp; &#0;");
    has("□□ □□");
    has("[31m");
    has("مرحبا שלום");
    assert!(!table.svg.contains("<script"));
}

#[test]
fn odd_sizes_are_drawn_or_refused() {
    let definition = sample();
    let shared = Shared::new(&definition, 2);
    let scene = Scene::new(&definition, &shared);
    for width in [0, 1, 7, 100] {
        assert!(render::map_png(&scene, width).is_ok(), "{width}");
    }
    assert!(render::map_png(&scene, u32::MAX).is_err());
}

#[test]
fn a_tile_in_any_turning_leaves_room_for_its_labels() {
    let definition = ardennes();
    let map = &definition.map;
    let mut shared = Shared::new(&definition, 3);
    let mut faults = Vec::new();
    for id in map.hex_ids() {
        // Every tile that can ever lie there, in every turning that crosses no prohibited side.
        let mut faces = map.face(map.at(id).printed).upgrades.clone();
        let mut next = 0;
        while let Some(&face) = faces.get(next) {
            for &upgrade in &map.face(face).upgrades {
                if !faces.contains(&upgrade) {
                    faces.push(upgrade);
                }
            }
            next += 1;
        }
        let before = shared.board.clone();
        for face in faces {
            for rot in 0..6 {
                if map.face(face).at(rot).exits & map.at(id).blocked != 0 {
                    continue;
                }
                shared.board.place_tile(map, id, face, rot);
                let scene = Scene::new(&definition, &shared);
                let picture = render::part_picture(&scene, id, 0, 125);
                let place = format!("{} {}@{rot}", map.at(id).name, map.face(face).id);
                for (index, text) in picture.texts.iter().enumerate() {
                    for other in &picture.texts[..index] {
                        if text.bounds.grown(-0.4).overlaps(other.bounds.grown(-0.4)) {
                            let (one, two) = (&text.text, &other.text);
                            faults.push(format!("{place}: {one:?} lies over {two:?}"));
                        }
                    }
                }
            }
        }
        shared.board = before;
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
