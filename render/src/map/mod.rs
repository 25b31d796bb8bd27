//! The map.

mod arrange;
mod ground;
mod labels;
mod legend;
mod routes;
mod stations;
mod track;
mod write;

pub(crate) use labels::sign as bonus_sign;

use crate::colour::{GROUND, INK, Rgb};
use crate::geometry::{Point, Rect, hex_centre, hex_half_size};
use crate::laid::Laid;
use crate::scene::Scene;
use crate::strip;
use crate::svg::{Picture, Svg};
use engine::Definition;
use engine::Shared;
use engine::board::{Face, Hex, Placed};
use engine::ids::HexId;

/// Room round the map, in units.
const MARGIN: f32 = 8.0;

/// A hex as it is drawn.
pub(crate) struct View<'a> {
    pub id: HexId,
    pub hex: &'a Hex,
    /// Its centre in the drawing.
    pub centre: Point,
    pub placed: Placed,
    pub face: &'a Face,
    /// What is printed on the map shows.
    pub printed: bool,
    pub laid: Laid,
    /// Colour of its face.
    pub ground: Rgb,
}

impl<'a> View<'a> {
    fn new(definition: &'a Definition, shared: &Shared, id: HexId, origin: Point) -> View<'a> {
        let map = &definition.map;
        let hex = map.at(id);
        let placed = shared.board.placed(id);
        let face = map.face(placed.face);
        View {
            id,
            hex,
            centre: hex_centre(map.layout, hex.row, hex.column).plus(origin),
            placed,
            face,
            printed: !map.is_tile(placed.face),
            laid: Laid::new(map.layout, face, placed.rot),
            ground: Rgb::of_face(face.colour),
        }
    }
}

/// The room that the hexes take, with the hex of row 0 and column 0 at the origin.
fn bounds(definition: &Definition) -> Rect {
    let map = &definition.map;
    let half = hex_half_size(map.layout);
    let mut bounds = Rect::new(f32::MAX, f32::MAX, f32::MIN, f32::MIN);
    for hex in &map.hexes {
        let centre = hex_centre(map.layout, hex.row, hex.column);
        bounds = Rect::new(
            bounds.left.min(centre.x - half.x),
            bounds.top.min(centre.y - half.y),
            bounds.right.max(centre.x + half.x),
            bounds.bottom.max(centre.y + half.y),
        );
    }
    bounds
}

/// The map at a width in pixels.
pub fn map(scene: &Scene<'_>, width: u32) -> Picture {
    let definition = scene.definition;
    let bounds = bounds(definition);
    let room = bounds.width() + 2.0 * MARGIN;
    let top = strip::HEIGHT + MARGIN;
    let legend = legend::height(scene);
    let height = top + bounds.height() + MARGIN + legend;
    let mut svg = Svg::new((room, height), width, GROUND);
    strip::draw(&mut svg, scene, room);
    let origin = Point::new(MARGIN - bounds.left, top - bounds.top);
    let views: Vec<View<'_>> = definition
        .map
        .hex_ids()
        .map(|hex| View::new(definition, scene.shared, hex, origin))
        .collect();
    let layout = definition.map.layout;
    ground::draw(&mut svg, layout, &views);
    track::draw(&mut svg, layout, &views);
    let drawn = routes::draw(&mut svg, scene, &views);
    for view in &views {
        svg.enter_hex(view.id, view.centre);
        stations::draw(&mut svg, Some(scene), view);
    }
    svg.leave_hex();
    ground::sides(&mut svg, scene.definition, &views);
    ground::changed(&mut svg, scene, &views);
    for view in &views {
        svg.enter_hex(view.id, view.centre);
        labels::draw(&mut svg, Some(scene), layout, view, &drawn);
    }
    svg.leave_hex();
    legend::draw(
        &mut svg,
        scene,
        Rect::new(0.0, height - legend, room, height),
    );
    svg.finish()
}

/// A single face in a turning, at a width in pixels, with its number, what it earns and how many are left.
pub fn tile(
    definition: &Definition,
    shared: Option<&Shared>,
    face: engine::ids::FaceId,
    rot: u8,
    width: u32,
) -> Picture {
    let layout = definition.map.layout;
    let half = hex_half_size(layout);
    let (room, height) = (half.x * 2.0 + 16.0, half.y * 2.0 + 16.0 + 30.0);
    let mut svg = Svg::new((room, height), width, GROUND);
    let known = definition.map.face(face);
    // Any hex will do as ground: labels of the map's own are left out.
    let id = HexId(0);
    let view = View {
        id,
        hex: definition.map.at(id),
        centre: Point::new(room / 2.0, half.y + 8.0),
        placed: Placed { face, rot },
        face: known,
        printed: false,
        laid: Laid::new(layout, known, rot),
        ground: Rgb::of_face(known.colour),
    };
    let views = [view];
    ground::draw(&mut svg, layout, &views);
    track::draw(&mut svg, layout, &views);
    for view in &views {
        svg.enter_hex(view.id, view.centre);
        stations::draw(&mut svg, None, view);
        labels::draw(&mut svg, None, layout, view, &[]);
    }
    svg.leave_hex();
    let mut parts = vec![format!("{}@{}", known.id, rot % 6)];
    match (
        known.count,
        shared.and_then(|shared| shared.board.left(face)),
    ) {
        (Some(count), Some(left)) => parts.push(format!("{left} of {count} left")),
        (Some(count), None) => parts.push(format!("× {count}")),
        (None, _) => parts.push("no limit".to_string()),
    }
    let style = crate::svg::Style::new(crate::font::Face::Narrow, 11.0, INK, GROUND);
    svg.text(
        Point::new(room / 2.0, height - 10.0),
        &parts.join(" · "),
        &style,
    );
    svg.finish()
}
