//! Tiles by themselves: one, or several to choose from.

use crate::colour::{GROUND, INK, PAPER, Rgb, STOP, STRIP};
use crate::font::Face;
use crate::geometry::{Point, Rect, hex_half_size};
use crate::map::{face_at, squeezed};
use crate::scene::Scene;
use crate::strip;
use crate::svg::{Paint, Picture, Style, Svg};
use engine::board::{Colour, Oriented, Placed};
use engine::ids::FaceId;
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

/// A tile in all turnings that differ, at a width in pixels.
pub fn turnings(
    definition: &Definition,
    shared: Option<&Shared>,
    face: FaceId,
    width: u32,
) -> Picture {
    let choice: Vec<Placed> = distinct(definition, face)
        .into_iter()
        .map(|rot| Placed { face, rot })
        .collect();
    let (across, down) = cell(definition);
    let columns = choice.len().clamp(1, 3);
    let rows = choice.len().div_ceil(columns).max(1);
    let size = (across * columns as f32, down * rows as f32);
    // The words over it stand for all turnings.
    let head = 40.0;
    // One or two need not be larger than three.
    let width = width * columns as u32 / 3;
    let mut svg = Svg::new((size.0, size.1 + head), width.max(1), GROUND);
    let (left, gone) = left(definition, shared, face);
    let id = &definition.map.face(face).id;
    let text = format!("tile {id}: {left}");
    let style = Style::new(Face::Bold, 24.0, if gone { STOP } else { INK }, GROUND);
    let style = squeezed(style, &text, size.0 - 12.0);
    svg.text(Point::new(size.0 / 2.0, 29.0), &text, &style);
    for (index, placed) in choice.iter().enumerate() {
        let corner = Point::new(
            across * (index % columns) as f32,
            head + down * (index / columns) as f32,
        );
        let text = format!("{id}@{}", placed.rot);
        captioned(&mut svg, definition, *placed, corner, &text, false);
    }
    svg.finish()
}

/// The turnings of a tile that differ from those before them.
fn distinct(definition: &Definition, face: FaceId) -> Vec<u8> {
    let face = definition.map.face(face);
    let mut known: Vec<&Oriented> = Vec::new();
    let mut out = Vec::new();
    for rot in 0..6 {
        let turned = face.at(rot);
        if known.iter().all(|other| !same(other, turned)) {
            known.push(turned);
            out.push(rot);
        }
    }
    out
}

/// Whether two turnings have the same track, whatever its order.
fn same(a: &Oriented, b: &Oriented) -> bool {
    let has = |from: &Oriented, one: &engine::board::Path| {
        from.paths.iter().any(|other| {
            (other.a == one.a && other.b == one.b || other.a == one.b && other.b == one.a)
                && other.state == one.state
        })
    };
    a.exits == b.exits
        && a.paths.len() == b.paths.len()
        && a.paths.iter().all(|path| has(b, path))
        && b.paths.iter().all(|path| has(a, path))
}

/// Tiles of a line of the manifest.
const LINE_OF: usize = 8;

/// All tiles of the title by colour, with what is left of each; those that are gone are pale and struck through.
pub fn manifest(scene: &Scene<'_>, width: u32) -> Picture {
    let (definition, map) = (scene.definition, &scene.definition.map);
    let (across, down) = cell(definition);
    let room = across * LINE_OF as f32;
    let band = 40.0;
    let groups: Vec<(Colour, Vec<FaceId>)> = [
        Colour::White,
        Colour::Yellow,
        Colour::Green,
        Colour::Brown,
        Colour::Grey,
        Colour::Red,
        Colour::Blue,
    ]
    .into_iter()
    .map(|colour| {
        let of = |face: &FaceId| map.face(*face).colour == colour;
        (colour, map.tile_ids().filter(of).collect::<Vec<_>>())
    })
    .filter(|(_, faces)| !faces.is_empty())
    .collect();
    let height: f32 = groups
        .iter()
        .map(|(_, faces)| band + down * faces.len().div_ceil(LINE_OF) as f32)
        .sum();
    let mut svg = Svg::new((room, strip::HEIGHT + height + 8.0), width, GROUND);
    strip::draw(&mut svg, scene, room, false);
    let mut y = strip::HEIGHT;
    for (colour, faces) in groups {
        let ground = Rgb::of_face(colour);
        let rect = Rect::new(0.0, y + 3.0, room, y + band - 3.0);
        svg.rect(rect, 0.0, Paint::fill(ground).crisp());
        let style = Style::new(Face::Bold, 24.0, ground.ink(INK), ground).start();
        let name = format!("{colour:?}");
        svg.text(Point::new(14.0, y + 29.0), &name, &style);
        y += band;
        for line in faces.chunks(LINE_OF) {
            for (column, face) in line.iter().enumerate() {
                let corner = Point::new(across * column as f32, y);
                let placed = Placed {
                    face: *face,
                    rot: 0,
                };
                let (left, gone) = left(definition, Some(scene.shared), *face);
                let text = format!("{}: {left}", map.face(*face).id);
                captioned(&mut svg, definition, placed, corner, &text, gone);
            }
            y += down;
        }
    }
    svg.finish()
}

/// Room of a tile with its line.
pub(crate) fn cell(definition: &Definition) -> (f32, f32) {
    let half = hex_half_size(definition.map.layout);
    ((half.x + MARGIN) * 2.0, (half.y + MARGIN) * 2.0 + LINE)
}

/// How many of a tile are left, in words, and whether none is.
pub(crate) fn left(
    definition: &Definition,
    shared: Option<&Shared>,
    face: FaceId,
) -> (String, bool) {
    let count = definition.map.face(face).count;
    let left = shared.and_then(|shared| shared.board.left(face));
    match (count, left) {
        (Some(count), Some(left)) => (format!("{left} of {count}"), left == 0),
        (Some(count), None) => (format!("× {count}"), false),
        (None, _) => ("no limit".to_string(), false),
    }
}

/// Draws a tile with a line under it; one that is gone is pale and struck through.
pub(crate) fn captioned(
    svg: &mut Svg,
    definition: &Definition,
    placed: Placed,
    corner: Point,
    text: &str,
    gone: bool,
) {
    let half = hex_half_size(definition.map.layout);
    let centre = corner.plus(Point::new(half.x + MARGIN, half.y + MARGIN));
    face_at(svg, definition, placed, centre);
    if gone {
        let rect = Rect::around(centre, half.x * 2.0 + 6.0, half.y * 2.0 + 6.0);
        svg.veil(rect, GROUND, 0.6);
        let aside = Point::new(half.x, -half.y).times(0.62);
        let paint = Paint::line(STOP, 6.0).round();
        svg.line(centre.minus(aside), centre.plus(aside), paint);
    }
    let style = Style::new(Face::Narrow, 19.0, if gone { STOP } else { INK }, GROUND);
    let style = squeezed(style, text, half.x * 2.0 + 10.0);
    let base = corner.y + (half.y + MARGIN) * 2.0 + LINE - 11.0;
    svg.text(Point::new(centre.x, base), text, &style);
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
