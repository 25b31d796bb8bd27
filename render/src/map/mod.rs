//! The map.

mod arrange;
mod concessions;
mod ground;
mod labels;
mod legend;
mod modes;
mod routes;
mod search;
mod stations;
mod track;
mod values;
mod write;

pub(crate) use labels::sign as bonus_sign;
pub(crate) use stations::{bonus_token, colours, squeezed, station, station_of_size};

use crate::colour::{GROUND, Rgb};
use crate::geometry::{Point, Rect, hex_centre, hex_half_size};
use crate::laid::Laid;
use crate::scene::{Change, MapMode, Scene};
use crate::strip;
use crate::svg::{Picture, Svg};
use engine::Definition;
use engine::board::{Face, Hex, Layout, Placed};
use engine::ids::HexId;

/// Room round the map, in units.
const MARGIN: f32 = 8.0;

/// A hex as it is drawn.
pub(crate) struct View<'a> {
    pub id: HexId,
    pub hex: &'a Hex,
    /// Its centre in the drawing.
    pub centre: Point,
    pub face: &'a Face,
    /// What is printed on the map shows.
    pub printed: bool,
    pub laid: Laid,
    /// Colour of its face.
    pub ground: Rgb,
}

impl<'a> View<'a> {
    fn new(scene: &Scene<'a>, id: HexId, origin: Point) -> View<'a> {
        let map = &scene.definition.map;
        let hex = map.at(id);
        let placed = scene.shared.board.placed(id);
        let face = map.face(placed.face);
        let printed = !map.is_tile(placed.face);
        View {
            id,
            hex,
            centre: hex_centre(map.layout, hex.row, hex.column).plus(origin),
            face,
            printed,
            laid: Laid::new(map.layout, face, placed.rot),
            ground: if ground::is_shut(scene, hex, printed) {
                ground::SHUT
            } else {
                Rgb::of_face(face.colour)
            },
        }
    }
}

/// The room that hexes take, with the hex of row 0 and column 0 at the origin.
fn bounds(definition: &Definition, hexes: &[HexId]) -> Rect {
    let map = &definition.map;
    let half = hex_half_size(map.layout);
    let mut bounds: Option<Rect> = None;
    for hex in hexes {
        let hex = map.at(*hex);
        let centre = hex_centre(map.layout, hex.row, hex.column);
        let own = Rect::around(centre, half.x * 2.0, half.y * 2.0);
        bounds = Some(bounds.map_or(own, |bounds| {
            Rect::new(
                bounds.left.min(own.left),
                bounds.top.min(own.top),
                bounds.right.max(own.right),
                bounds.bottom.max(own.bottom),
            )
        }));
    }
    bounds.unwrap_or_default()
}

/// The map at a width in pixels.
pub fn map(scene: &Scene<'_>, width: u32) -> Picture {
    let hexes: Vec<HexId> = scene.definition.map.hex_ids().collect();
    let bounds = bounds(scene.definition, &hexes);
    let room = bounds.width() + 2.0 * MARGIN;
    let top = strip::HEIGHT + MARGIN;
    let legend = legend::height(scene);
    let height = top + bounds.height() + MARGIN + legend;
    let mut svg = Svg::new((room, height), width, GROUND);
    let key = scene
        .changed
        .iter()
        .any(|change| !matches!(change, Change::Marker(_)));
    strip::draw(&mut svg, scene, room, key);
    let origin = Point::new(MARGIN - bounds.left, top - bounds.top);
    // Few hexes are seen from close by.
    let size = if hexes.len() > 40 {
        labels::size_on_map(svg.scale())
    } else {
        labels::SIZE
    };
    hexes_at(&mut svg, scene, &hexes, origin, size);
    legend::draw(
        &mut svg,
        scene,
        Rect::new(0.0, height - legend, room, height),
    );
    svg.finish()
}

/// The hexes within `reach` of one.
fn round(definition: &Definition, centre: HexId, reach: u8) -> Vec<HexId> {
    let map = &definition.map;
    let mut hexes = vec![centre];
    let mut rim = hexes.clone();
    for _ in 0..reach {
        let mut next = Vec::new();
        for hex in &rim {
            for other in (0..6).filter_map(|edge| map.neighbour(*hex, edge)) {
                if !hexes.contains(&other) {
                    hexes.push(other);
                    next.push(other);
                }
            }
        }
        rim = next;
    }
    hexes.sort();
    hexes
}

/// The hexes within `reach` of one, at a width in pixels, without strip and legend.
pub fn part(scene: &Scene<'_>, centre: HexId, reach: u8, width: u32) -> Picture {
    let hexes = round(scene.definition, centre, reach);
    let bounds = bounds(scene.definition, &hexes);
    let size = (
        bounds.width() + 2.0 * MARGIN,
        bounds.height() + 2.0 * MARGIN,
    );
    let mut svg = Svg::new(size, width, GROUND);
    let origin = Point::new(MARGIN - bounds.left, MARGIN - bounds.top);
    hexes_at(&mut svg, scene, &hexes, origin, labels::SIZE);
    svg.finish()
}

/// The part of the map round some hexes, at a width in pixels, with strip and with the legend of the runs: nothing that
/// lies within one hex of them is cut off.
pub fn region(scene: &Scene<'_>, around: &[HexId], width: u32) -> Picture {
    let map = &scene.definition.map;
    let half = hex_half_size(map.layout);
    let own = bounds(scene.definition, around).grown(half.x * 1.5);
    let hexes: Vec<HexId> = map
        .hex_ids()
        .filter(|&hex| {
            let hex = map.at(hex);
            around.is_empty() || own.contains(hex_centre(map.layout, hex.row, hex.column))
        })
        .collect();
    let bounds = bounds(scene.definition, &hexes);
    let room = bounds.width() + 2.0 * MARGIN;
    let top = strip::HEIGHT + MARGIN;
    let legend = legend::height(scene);
    let height = top + bounds.height() + MARGIN + legend;
    let mut svg = Svg::new((room, height), width, GROUND);
    strip::draw(&mut svg, scene, room, false);
    let origin = Point::new(MARGIN - bounds.left, top - bounds.top);
    hexes_at(&mut svg, scene, &hexes, origin, labels::SIZE);
    let rect = Rect::new(0.0, height - legend, room, height);
    legend::draw(&mut svg, scene, rect);
    svg.finish()
}

/// Half the room that a hex and its neighbours take.
pub(crate) fn flower_half(definition: &Definition) -> Point {
    let half = hex_half_size(definition.map.layout);
    // A row of three, and a row below and above; the other way round on a map of the other layout.
    match definition.map.layout {
        Layout::Pointy => Point::new(half.x * 3.0, half.y * 2.5),
        Layout::Flat => Point::new(half.x * 2.5, half.y * 3.0),
    }
}

/// Draws a hex and its neighbours with its centre at `at`.
pub(crate) fn flower_at(svg: &mut Svg, scene: &Scene<'_>, centre: HexId, at: Point) {
    let map = &scene.definition.map;
    let hex = map.at(centre);
    let origin = at.minus(hex_centre(map.layout, hex.row, hex.column));
    let hexes = round(scene.definition, centre, 1);
    hexes_at(svg, scene, &hexes, origin, labels::SIZE);
}

/// Draws hexes with the hex of row 0 and column 0 at `origin`, and text of that size.
fn hexes_at(svg: &mut Svg, scene: &Scene<'_>, hexes: &[HexId], origin: Point, size: f32) {
    let definition = scene.definition;
    let layout = definition.map.layout;
    let views: Vec<View<'_>> = hexes
        .iter()
        .map(|&hex| View::new(scene, hex, origin))
        .collect();
    ground::draw(svg, layout, &views);
    ground::places(svg, scene, layout, &views);
    track::draw(svg, layout, &views);
    let unbuilt = concessions::draw(svg, scene, layout, &views);
    let drawn = routes::draw(svg, scene, &views);
    for view in &views {
        svg.enter_hex(view.id, view.centre);
        stations::draw(svg, Some(scene), view);
    }
    svg.leave_hex();
    ground::sides(svg, definition, &views);
    ground::changed(svg, scene, &views);
    for view in &views {
        svg.enter_hex(view.id, view.centre);
        let lines = unbuilt
            .iter()
            .filter(|(hex, _)| *hex == view.id)
            .flat_map(|(_, curve)| curve.samples(6.0))
            .chain(drawn.iter().flat_map(|run| run.points_in(view)));
        match scene.mode {
            MapMode::Names => {}
            _ => labels::draw(svg, Some(scene), layout, view, lines, size),
        }
    }
    svg.leave_hex();
    if scene.mode == MapMode::Names {
        modes::names(svg, layout, &views);
    }
}

/// Draws a tile that lies on no hex, with its number.
pub(crate) fn face_at(svg: &mut Svg, definition: &Definition, placed: Placed, centre: Point) {
    let layout = definition.map.layout;
    let face = definition.map.face(placed.face);
    // Without a scene nothing is asked of the hex: any will do.
    let id = HexId(0);
    let views = [View {
        id,
        hex: definition.map.at(id),
        centre,
        face,
        printed: false,
        laid: Laid::new(layout, face, placed.rot),
        ground: Rgb::of_face(face.colour),
    }];
    ground::draw(svg, layout, &views);
    track::draw(svg, layout, &views);
    for view in &views {
        stations::draw(svg, None, view);
        labels::draw(svg, None, layout, view, [], labels::SIZE);
    }
}
