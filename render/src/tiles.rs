//! Tiles by themselves: one, or several to choose from.

use crate::colour::{GROUND, INK, PAPER, STRIP};
use crate::font::Face;
use crate::geometry::{Point, Rect, hex_half_size};
use crate::map::{face_at, squeezed};
use crate::svg::{Paint, Picture, Style, Svg};
use engine::board::Placed;
use engine::{Definition, Shared};

/// Room round a tile, in units.
const MARGIN: f32 = 8.0;

/// Height of the line under a tile.
const LINE: f32 = 30.0;

/// Tiles side by side at most.
const COLUMNS: usize = 4;

/// A tile in a turning at a width in pixels.
pub fn tile(
    definition: &Definition,
    shared: Option<&Shared>,
    placed: Placed,
    width: u32,
) -> Picture {
    let half = hex_half_size(definition.map.layout);
    let size = ((half.x + MARGIN) * 2.0, (half.y + MARGIN) * 2.0 + LINE);
    let mut svg = Svg::new(size, width, GROUND);
    draw(&mut svg, definition, shared, placed, Point::default());
    svg.finish()
}

/// Tiles with numbers from 1 at a width in pixels.
pub fn tiles(
    definition: &Definition,
    shared: Option<&Shared>,
    choice: &[Placed],
    width: u32,
) -> Picture {
    let half = hex_half_size(definition.map.layout);
    let (across, down) = ((half.x + MARGIN) * 2.0, (half.y + MARGIN) * 2.0 + LINE);
    let columns = choice.len().clamp(1, COLUMNS);
    let rows = choice.len().div_ceil(columns).max(1);
    let size = (across * columns as f32, down * rows as f32);
    let mut svg = Svg::new(size, width, GROUND);
    for (index, placed) in choice.iter().enumerate() {
        let corner = Point::new(
            across * (index % columns) as f32,
            down * (index / columns) as f32,
        );
        draw(&mut svg, definition, shared, *placed, corner);
        let number = (index + 1).to_string();
        let badge = Rect::new(
            corner.x + 3.0,
            corner.y + 3.0,
            corner.x + 33.0,
            corner.y + 31.0,
        );
        svg.rect(badge, 6.0, Paint::fill(STRIP));
        let style = Style::new(Face::Bold, 22.0, PAPER, STRIP);
        let style = squeezed(style, &number, 26.0);
        svg.text_centred(badge.centre(), &number, &style);
    }
    svg.finish()
}

/// Draws a tile with the line under it.
fn draw(
    svg: &mut Svg,
    definition: &Definition,
    shared: Option<&Shared>,
    placed: Placed,
    corner: Point,
) {
    let half = hex_half_size(definition.map.layout);
    let centre = corner.plus(Point::new(half.x + MARGIN, half.y + MARGIN));
    face_at(svg, definition, placed, centre);
    let face = definition.map.face(placed.face);
    let mut parts = vec![format!("{}@{}", face.id, placed.rot % 6)];
    match (
        face.count,
        shared.and_then(|shared| shared.board.left(placed.face)),
    ) {
        (Some(count), Some(left)) => parts.push(format!("{left} of {count}")),
        (Some(count), None) => parts.push(format!("× {count}")),
        (None, _) => parts.push("no limit".to_string()),
    }
    let text = parts.join("  ");
    let style = Style::new(Face::Narrow, 17.0, INK, GROUND);
    let style = squeezed(style, &text, half.x * 2.0);
    let base = corner.y + (half.y + MARGIN) * 2.0 + LINE - 11.0;
    svg.text(Point::new(centre.x, base), &text, &style);
}
