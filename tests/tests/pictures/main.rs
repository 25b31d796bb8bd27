//! Pictures of positions out of recorded games.

mod trace;

use std::path::Path;

/// A quarter of the picture.
fn crop(raster: &render::Raster, left: u32, top: u32) -> render::Raster {
    let (width, height) = (raster.width / 2, raster.height / 2);
    let rgb = (0..height)
        .flat_map(|row| {
            let start = ((top * height + row) * raster.width + left * width) as usize * 3;
            raster.rgb[start..start + width as usize * 3].to_vec()
        })
        .collect();
    render::Raster { width, height, rgb }
}

fn write(folder: &str, name: &str, picture: &render::Picture, crops: bool) {
    let raster = render::rasterise(&picture.svg).unwrap();
    let file = render::encode(&raster).unwrap();
    println!("{name}: {} bytes", file.len());
    std::fs::write(Path::new(folder).join(format!("{name}.png")), file).unwrap();
    if crops {
        for (index, (left, top)) in [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().enumerate() {
            let part = crop(&raster, left, top);
            let name = format!("{name}_{index}.png");
            std::fs::write(Path::new(folder).join(name), render::encode(&part).unwrap()).unwrap();
        }
    }
}

/// Writes pictures to the folder named by `PICTURES`, to be looked at; does nothing without.
#[test]
fn write_pictures() {
    let Ok(folder) = std::env::var("PICTURES") else {
        return;
    };
    for (game, line, routes) in [
        ("fixture_1", -1, false),
        ("fixture_1", 70, false),
        ("fixture_1", 350, false),
        ("fixture_1", 396, true),
        ("random_5p_3", 600, true),
        ("fixture_1", 699, true),
        ("fixture_1", 715, true),
    ] {
        let position = trace::position(game, line, routes).unwrap();
        let scene = position.scene();
        write(
            &folder,
            &format!("{game}_{line}_map"),
            &render::map_picture(&scene, 1600),
            true,
        );
        write(
            &folder,
            &format!("{game}_{line}_market"),
            &render::market_picture(&scene, 1200),
            false,
        );
        write(
            &folder,
            &format!("{game}_{line}_players"),
            &render::players_picture(&scene, 1080),
            false,
        );
        write(
            &folder,
            &format!("{game}_{line}_trains"),
            &render::trains_picture(&scene, 1080),
            false,
        );
        for id in ["P", "12", "BY"] {
            let company = position.definition.company(id).unwrap();
            let g25 = position.definition.map.hex("G25").unwrap();
            write(
                &folder,
                &format!("{game}_{line}_part"),
                &render::part_picture(&scene, g25, 2, 800),
                false,
            );
            write(
                &folder,
                &format!("{game}_{line}_small"),
                &render::map_picture(&scene, 800),
                false,
            );
            let placed: Vec<_> = position
                .definition
                .map
                .tile_ids()
                .map(|face| engine::board::Placed {
                    face,
                    rot: (face.0 % 6) as u8,
                })
                .collect();
            write(
                &folder,
                &format!("{game}_{line}_tiles"),
                &render::tiles_picture(&position.definition, Some(&position.shared), &placed, 1200),
                false,
            );
            write(
                &folder,
                &format!("{game}_{line}_tile"),
                &render::tile_picture(
                    &position.definition,
                    Some(&position.shared),
                    placed[25],
                    300,
                ),
                false,
            );
            write(
                &folder,
                &format!("{game}_{line}_company_{id}"),
                &render::company_picture(&scene, company, 1000),
                false,
            );
        }
    }
}

#[test]
fn debug_boxes() {
    for line in [-1, 70, 350, 715] {
        println!("=== {line}");
        let position = trace::position("fixture_1", line, false).unwrap();
        let picture = render::map_picture(&position.scene(), 1600);
        for (a, one) in picture.texts.iter().enumerate() {
            for two in &picture.texts[..a] {
                if one.bounds.overlaps(two.bounds) {
                    println!("{:?} {:?}", one.text, two.text);
                }
            }
        }
    }
}

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e6
}

#[test]
fn debug_time() {
    let position = trace::position("fixture_1", 715, true).unwrap();
    let scene = position.scene();
    let mut last = cpu();
    let mut lap = |what: &str| {
        let now = cpu();
        println!("{what}: {:.1} ms", now - last);
        last = cpu();
    };
    for _ in 0..4 {
        let svg = render::map_svg(&scene, 1600);
        lap("svg");
        let raster = render::rasterise(&svg).unwrap();
        lap("pixels");
        let file = render::encode(&raster).unwrap();
        lap("png");
        println!("{} {}", svg.len(), file.len());
    }
}
