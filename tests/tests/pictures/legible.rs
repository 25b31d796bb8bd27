//! Whether the text of a picture can be read.

use engine::Definition;
use render::{Picture, Point, RADIUS, Rgb, TextBox, in_hex};

/// Hexes whose text may come over their border: none.
const LISTED: [&str; 0] = [];

/// Text is at least 20 pixels high, lies over no other text, in its hex and in the picture, and its colour stands out
/// from the one behind it.
pub fn check_boxes(name: &str, definition: &Definition, picture: &Picture) {
    let mut faults = Vec::new();
    for (index, text) in picture.texts.iter().enumerate() {
        if text.size < 19.99 {
            faults.push(format!("{:?} is {} px high", text.text, text.size));
        }
        if text.colour.contrast(text.on) < 4.5 {
            faults.push(format!("{:?}: {} on {}", text.text, text.colour, text.on));
        }
        if text.text.contains('□') {
            faults.push(format!("{:?} has a character without a glyph", text.text));
        }
        let bounds = text.bounds;
        if bounds.left < -0.5
            || bounds.top < -0.5
            || bounds.right > picture.width as f32 + 0.5
            || bounds.bottom > picture.height as f32 + 0.5
        {
            faults.push(format!("{:?} leaves the picture", text.text));
        }
        if let Some(place) = outside(definition, picture, text) {
            faults.push(format!("{:?} leaves {place}", text.text));
        }
        for other in &picture.texts[..index] {
            if text.bounds.grown(-0.4).overlaps(other.bounds.grown(-0.4)) {
                faults.push(format!("{:?} lies over {:?}", text.text, other.text));
            }
        }
    }
    assert!(faults.is_empty(), "{name}: {faults:#?}");
}

/// The hex that the text should be in and is not.
fn outside(definition: &Definition, picture: &Picture, text: &TextBox) -> Option<String> {
    let hex = text.hex?;
    let name = &definition.map.at(hex).name;
    let (_, centre) = picture.hexes.iter().find(|(id, _)| *id == hex)?;
    let scale = 1.0 / picture.scale;
    let out = text.bounds.corners().into_iter().any(|corner| {
        let from = Point::new((corner.x - centre.x) * scale, (corner.y - centre.y) * scale);
        !in_hex(definition.map.layout, from, -0.02 * RADIUS)
    });
    (out && !LISTED.contains(&name.as_str())).then(|| name.clone())
}

/// What lies behind and round the letters as drawn stands out from them, whatever the drawing claims.
pub fn check_ink(name: &str, picture: &Picture) {
    let full = render::rasterise(&picture.svg).unwrap();
    let bare = render::rasterise(&without_letters(&picture.svg)).unwrap();
    let mut faults = Vec::new();
    for text in &picture.texts {
        let pixel = |raster: &render::Raster, x: i32, y: i32| {
            let (x, y) = (
                x.clamp(0, raster.width as i32 - 1) as usize,
                y.clamp(0, raster.height as i32 - 1) as usize,
            );
            let at = (y * raster.width as usize + x) * 3;
            Rgb(raster.rgb[at], raster.rgb[at + 1], raster.rgb[at + 2])
        };
        let differs = |a: Rgb, b: Rgb| {
            a.0.abs_diff(b.0)
                .max(a.1.abs_diff(b.1))
                .max(a.2.abs_diff(b.2))
                > 60
        };
        let (mut letters, mut ring, mut weak) = (0u32, 0u32, 0u32);
        let bounds = text.bounds;
        for y in bounds.top as i32..=bounds.bottom as i32 {
            for x in bounds.left as i32..=bounds.right as i32 {
                if !differs(pixel(&full, x, y), pixel(&bare, x, y)) {
                    continue;
                }
                letters += 1;
                for (dx, dy) in [(0, 0), (2, 0), (-2, 0), (0, 2), (0, -2)] {
                    ring += 1;
                    if pixel(&bare, x + dx, y + dy).contrast(text.colour) < 4.5 {
                        weak += 1;
                    }
                }
            }
        }
        let ink = f64::from(letters) / f64::from(bounds.width() * bounds.height());
        if ink < 0.08 && !text.text.chars().all(|letter| "–-·…:".contains(letter)) {
            faults.push(format!(
                "{:?} is hardly drawn: {ink:.2} of its box",
                text.text
            ));
        }
        let share = f64::from(weak) / f64::from(ring.max(1));
        if share > 0.08 {
            faults.push(format!(
                "{:?} at {:.0}, {:.0}: {:.0}% round its letters does not stand out",
                text.text,
                bounds.left,
                bounds.top,
                share * 100.0
            ));
        }
    }
    assert!(faults.is_empty(), "{name}: {faults:#?}");
}

/// The SVG with its halos but without its letters.
fn without_letters(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    for (index, part) in svg.split("<text").enumerate() {
        if index == 0 {
            out.push_str(part);
            continue;
        }
        out.push_str("<text");
        let (tag, rest) = part.split_once('>').unwrap();
        let (before, after) = tag.split_once(" fill=\"").unwrap();
        let (_, after) = after.split_once('"').unwrap();
        out.push_str(&format!("{before} fill=\"none\"{after}>{rest}"));
    }
    out
}
