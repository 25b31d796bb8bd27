//! The chart of upgrades: what a tile comes from, the tile, what it becomes.

use crate::colour::{CHANGED, GROUND, INK, PAPER, SOFT_INK};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::squeezed;
use crate::svg::{Paint, Picture, Style, Svg, num};
use crate::tiles::{captioned, cell, left};
use engine::board::{Face as Tile, Placed, Stop};
use engine::ids::FaceId;
use engine::{Definition, Shared};

/// Room between the columns, for an arrow.
const ARROW: f32 = 56.0;

/// Height of the line over a column.
const HEAD: f32 = 46.0;

/// Tiles of a column at most before there is another beside it.
const DEEP: usize = 4;

/// A tile or hexes as printed, with the words under it.
struct Item {
    placed: Placed,
    text: String,
    gone: bool,
}

/// What a printed face looks like: hexes that look alike are shown once.
fn looks(face: &Tile) -> (u8, Vec<(engine::board::StopKind, u8)>, &[String], u8) {
    let stops = |stop: &Stop| (stop.kind, stop.slots);
    let colour = face.colour as u8;
    let exits = face.at(0).exits;
    (
        colour,
        face.stops.iter().map(stops).collect(),
        &face.labels,
        exits,
    )
}

/// Printed hexes and tiles on which the tile is laid.
fn before(definition: &Definition, shared: Option<&Shared>, face: FaceId) -> Vec<Item> {
    let map = &definition.map;
    let mut printed: Vec<(FaceId, Vec<&str>)> = Vec::new();
    for hex in &map.hexes {
        let own = map.face(hex.printed);
        if !own.upgrades.contains(&face) {
            continue;
        }
        let same = printed
            .iter_mut()
            .find(|(known, _)| looks(map.face(*known)) == looks(own));
        match same {
            Some((_, hexes)) => hexes.push(&hex.name),
            None => printed.push((hex.printed, vec![&hex.name])),
        }
    }
    let mut items: Vec<Item> = printed
        .into_iter()
        .map(|(face, hexes)| Item {
            placed: Placed { face, rot: 0 },
            text: match hexes.as_slice() {
                [] | [_] | [_, _] | [_, _, _] => hexes.join(", "),
                more => format!("{} hexes", more.len()),
            },
            gone: false,
        })
        .collect();
    items.extend(
        map.tile_ids()
            .filter(|other| map.face(*other).upgrades.contains(&face))
            .map(|other| item(definition, shared, other)),
    );
    items
}

fn item(definition: &Definition, shared: Option<&Shared>, face: FaceId) -> Item {
    let (left, gone) = left(definition, shared, face);
    Item {
        placed: Placed { face, rot: 0 },
        text: format!("{}: {left}", definition.map.face(face).id),
        gone,
    }
}

/// The upgrades of a tile at a width in pixels.
pub fn upgrades(
    definition: &Definition,
    shared: Option<&Shared>,
    face: FaceId,
    width: u32,
) -> Picture {
    let before = before(definition, shared, face);
    let after: Vec<Item> = (definition.map.face(face).upgrades.iter())
        .map(|next| item(definition, shared, *next))
        .collect();
    let (across, down) = cell(definition);
    let columns = |items: &[Item]| items.len().div_ceil(DEEP).max(1);
    let rows = |items: &[Item]| items.len().div_ceil(columns(items)).max(1);
    let high = rows(&before).max(rows(&after)) as f32 * down;
    let (left_room, right_room) = (
        columns(&before) as f32 * across,
        columns(&after) as f32 * across,
    );
    let middle = across + 24.0;
    let room = left_room + right_room + middle + 2.0 * ARROW + 24.0;
    // Few tiles are not drawn larger than on a map of a usual width.
    let scale = (width as f32 / room).min(2.2);
    let mut svg = Svg::new(
        (room, HEAD + high + 16.0),
        (room * scale).round() as u32,
        GROUND,
    );
    let own = item(definition, shared, face);
    let id = &definition.map.face(face).id;
    let mut x = 12.0;
    let words = |svg: &mut Svg, centre: f32, room: f32, text: &str| {
        let style = Style::new(Face::Bold, 24.0, INK, GROUND);
        let style = squeezed(style, text, room);
        svg.text(Point::new(centre, 32.0), text, &style);
    };
    words(&mut svg, x + left_room / 2.0, left_room + ARROW, "laid on");
    column(
        &mut svg,
        definition,
        &before,
        Point::new(x, HEAD),
        (rows(&before), high),
        "nothing",
    );
    x += left_room;
    arrow(&mut svg, Point::new(x + ARROW / 2.0, HEAD + high / 2.0));
    x += ARROW;
    words(
        &mut svg,
        x + middle / 2.0,
        middle + ARROW,
        &format!("tile {id}"),
    );
    let frame = Rect::new(
        x,
        HEAD + (high - down) / 2.0 - 4.0,
        x + middle,
        HEAD + (high + down) / 2.0 + 4.0,
    );
    svg.rect(frame, 10.0, Paint::fill(GROUND).lined(PAPER, 8.0));
    svg.rect(frame, 10.0, Paint::line(CHANGED, 4.0));
    let corner = Point::new(x + 12.0, HEAD + (high - down) / 2.0);
    captioned(
        &mut svg, definition, own.placed, corner, &own.text, own.gone,
    );
    x += middle;
    if !after.is_empty() {
        arrow(&mut svg, Point::new(x + ARROW / 2.0, HEAD + high / 2.0));
    }
    x += ARROW;
    words(
        &mut svg,
        x + right_room / 2.0,
        right_room + ARROW,
        "becomes",
    );
    column(
        &mut svg,
        definition,
        &after,
        Point::new(x, HEAD),
        (rows(&after), high),
        "nothing",
    );
    svg.finish()
}

/// Items below each other, in as many columns as they need, in the middle of the height.
fn column(
    svg: &mut Svg,
    definition: &Definition,
    items: &[Item],
    corner: Point,
    (rows, high): (usize, f32),
    none: &str,
) {
    let (across, down) = cell(definition);
    if items.is_empty() {
        let style = Style::new(Face::Narrow, 24.0, SOFT_INK, GROUND);
        let at = corner.plus(Point::new(across / 2.0, high / 2.0));
        svg.text_centred(at, none, &style);
    }
    for (index, item) in items.iter().enumerate() {
        let (column, row) = (index / rows, index % rows);
        let held = items.len().saturating_sub(column * rows).min(rows);
        let top = (high - held as f32 * down) / 2.0;
        let at = corner.plus(Point::new(across * column as f32, top + down * row as f32));
        captioned(svg, definition, item.placed, at, &item.text, item.gone);
    }
}

fn arrow(svg: &mut Svg, centre: Point) {
    let at = |x: f32, y: f32| format!("{} {}", num(centre.x + x), num(centre.y + y));
    let d = format!(
        "M{}L{}L{}L{}L{}L{}L{}Z",
        at(-20.0, -5.0),
        at(2.0, -5.0),
        at(2.0, -15.0),
        at(21.0, 0.0),
        at(2.0, 15.0),
        at(2.0, 5.0),
        at(-20.0, 5.0)
    );
    svg.path(&d, Paint::fill(INK));
}
