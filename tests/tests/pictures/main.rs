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
        let picture = render::map_picture(&position.scene(), 1600);
        let raster = render::rasterise(&picture.svg).unwrap();
        let file = render::encode(&raster).unwrap();
        let name = format!("{game}_{line}_map.png");
        println!("{name}: {} bytes", file.len());
        std::fs::write(Path::new(&folder).join(&name), file).unwrap();
        for (index, (left, top)) in [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().enumerate() {
            let part = crop(&raster, left, top);
            let name = format!("{index}_{name}");
            std::fs::write(
                Path::new(&folder).join(name),
                render::encode(&part).unwrap(),
            )
            .unwrap();
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
