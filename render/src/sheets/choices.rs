//! Ways to build on a hex, to choose from: the hex with its neighbours as it would be, once for each.

use super::sheet;
use crate::colour::{GROUND, INK, PAPER, STRIP};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::{flower_at, flower_half, squeezed};
use crate::scene::Scene;
use crate::strip;
use crate::svg::{Paint, Picture, Style};
use engine::ids::HexId;

/// Room round each, in units.
const MARGIN: f32 = 10.0;

/// Height of the line under each.
const LINE: f32 = 52.0;

/// The ways in rows, at a width in pixels; each is the scene after it and a short text.
pub fn choices(options: &[(Scene<'_>, String)], hex: HexId, width: u32) -> Picture {
    let half = options
        .first()
        .map_or(Point::new(100.0, 100.0), |(scene, _)| {
            flower_half(scene.definition)
        });
    let (across, down) = ((half.x + MARGIN) * 2.0, (half.y + MARGIN) * 2.0 + LINE);
    // Few are seen from closer by.
    let columns = match options.len() {
        0..=4 => 2,
        5..=12 => 3,
        _ => 4,
    };
    let rows = options.len().div_ceil(columns).max(1);
    let room = across * columns as f32;
    let mut svg = sheet(room, strip::HEIGHT + down * rows as f32, width);
    if let Some((scene, _)) = options.first() {
        strip::draw(&mut svg, scene, room, false);
    }
    for (index, (scene, text)) in options.iter().enumerate() {
        let left = across * (index % columns) as f32;
        let top = strip::HEIGHT + down * (index / columns) as f32;
        let centre = Point::new(left + half.x + MARGIN, top + half.y + MARGIN);
        flower_at(&mut svg, scene, hex, centre);
        let badge = Rect::new(left + 8.0, top + 8.0, left + 68.0, top + 64.0);
        svg.rect(badge, 12.0, Paint::fill(STRIP).lined(PAPER, 3.0));
        let number = (index + 1).to_string();
        let style = squeezed(Style::new(Face::Bold, 42.0, PAPER, STRIP), &number, 50.0);
        svg.text_centred(badge.centre(), &number, &style);
        let style = Style::new(Face::Bold, 30.0, INK, GROUND);
        let style = squeezed(style, text, across - 20.0);
        let base = top + (half.y + MARGIN) * 2.0 + LINE - 18.0;
        svg.text(Point::new(centre.x, base), text, &style);
    }
    svg.finish()
}
