//! Hexes, their borders, and the sides that no track may cross.

use super::View;
use crate::colour::{CHANGED, INK, PAPER, Rgb, STOP};
use crate::geometry::{Point, corner};
use crate::scene::{Change, Scene};
use crate::svg::{Paint, Svg, num};
use engine::Definition;
use engine::board::{Colour, Hex, Layout, Settlement};
use engine::ids::HexId;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The outline of a hex, `inset` units inside its sides, as an SVG path.
pub(super) fn outline(layout: Layout, centre: Point, inset: f32, d: &mut String) {
    let factor = 1.0 - inset / crate::geometry::APOTHEM;
    for edge in 0..6 {
        let point = centre.plus(corner(layout, edge).times(factor));
        let _ = write!(
            d,
            "{}{} {}",
            if edge == 0 { 'M' } else { 'L' },
            num(point.x),
            num(point.y)
        );
    }
    d.push('Z');
}

/// Fills every hex with the colour of its face, and draws the borders: darker round tiles.
pub(super) fn draw(svg: &mut Svg, layout: Layout, views: &[View<'_>]) {
    for colour in [
        Colour::White,
        Colour::Yellow,
        Colour::Green,
        Colour::Brown,
        Colour::Grey,
        Colour::Red,
        Colour::Blue,
    ] {
        let mut d = String::new();
        for view in views.iter().filter(|view| view.face.colour == colour) {
            outline(layout, view.centre, 0.0, &mut d);
        }
        svg.path(&d, Paint::fill(Rgb::of_face(colour)).crisp());
    }
    // Each side once, though two hexes share it.
    let mut sides: BTreeMap<(i32, i32), (Point, Point, bool)> = BTreeMap::new();
    for view in views {
        for edge in 0..6 {
            let from = view.centre.plus(corner(layout, edge + 5));
            let to = view.centre.plus(corner(layout, edge));
            let middle = from.mix(to, 0.5);
            let key = (middle.x.round() as i32 / 4, middle.y.round() as i32 / 4);
            let side = sides.entry(key).or_insert((from, to, false));
            side.2 |= !view.printed;
        }
    }
    for (tile, colour, width) in [
        (false, Rgb(0x8a, 0x8a, 0x86), 1.3),
        (true, Rgb(0x4a, 0x4a, 0x46), 1.8),
    ] {
        let mut d = String::new();
        for (from, to, _) in sides.values().filter(|side| side.2 == tile) {
            line(*from, *to, &mut d);
        }
        svg.path(&d, Paint::line(colour, width));
    }
}

fn line(from: Point, to: Point, d: &mut String) {
    let _ = write!(
        d,
        "M{} {}L{} {}",
        num(from.x),
        num(from.y),
        num(to.x),
        num(to.y)
    );
}

/// Ground of a hex that is not yet built on.
pub(super) const SHUT: Rgb = Rgb(0xdc, 0xc3, 0x9c);

/// A barrier printed between two hexes.
const BARRIER: Rgb = Rgb(0x5c, 0x33, 0x12);

/// The line round a town.
const TOWN: Rgb = Rgb(0xa8, 0x1c, 0x2c);

/// How far the line round a town comes in.
pub(super) const TOWN_WIDTH: f32 = 6.5;

/// Whether the hex is not yet built on in the present phase.
pub(super) fn is_shut(scene: &Scene<'_>, hex: &Hex, printed: bool) -> bool {
    let phases = &scene.definition.phases;
    printed
        && hex.closed_until.as_ref().is_some_and(|name| {
            phases
                .iter()
                .position(|phase| phase.name == *name)
                .is_some_and(|index| usize::from(scene.shared.phase) < index)
        })
}

/// Hexes not yet built on, and the lines round towns.
pub(super) fn places(svg: &mut Svg, scene: &Scene<'_>, layout: Layout, views: &[View<'_>]) {
    let (mut shut, mut towns) = (String::new(), String::new());
    for view in views {
        if is_shut(scene, view.hex, view.printed) {
            outline(layout, view.centre, 1.0, &mut shut);
        }
        if view.hex.settlement == Some(Settlement::Town) {
            outline(layout, view.centre, 3.6, &mut towns);
        }
    }
    svg.path(&shut, Paint::fill(SHUT));
    svg.path(&towns, Paint::line(PAPER, 6.2));
    svg.path(&towns, Paint::line(TOWN, 4.0));
}

/// Sides that no track may cross although there is a hex beyond: printed barriers in titles that have them, else all.
pub(super) fn sides(svg: &mut Svg, definition: &Definition, views: &[View<'_>]) {
    let map = &definition.map;
    let mut d = String::new();
    if map.hexes.iter().any(|hex| hex.impassable != 0) {
        for view in views {
            for edge in (0..6u8).filter(|edge| view.hex.impassable & (1 << edge) != 0) {
                let (from, to) = (corner(map.layout, edge + 5), corner(map.layout, edge));
                line(view.centre.plus(from), view.centre.plus(to), &mut d);
            }
        }
        svg.path(&d, Paint::line(PAPER, 11.0).round());
        svg.path(&d, Paint::line(BARRIER, 8.0).round());
        return;
    }
    for view in views {
        if map.face(view.hex.printed).upgrades.is_empty() {
            continue;
        }
        for edge in (0..6u8).filter(|edge| view.hex.blocked & (1 << edge) != 0) {
            if map.neighbour(view.id, edge).is_none() {
                continue;
            }
            let from = corner(map.layout, edge + 5);
            let to = corner(map.layout, edge);
            let (from, to) = (from.mix(to, 0.12), from.mix(to, 0.88));
            line(view.centre.plus(from), view.centre.plus(to), &mut d);
        }
    }
    svg.path(&d, Paint::line(PAPER, 9.0).round());
    svg.path(&d, Paint::line(STOP, 5.5).round());
}

/// How far the line round a changed hex comes in.
pub(super) const CHANGED_WIDTH: f32 = 6.5;

/// Whether something on the hex changed.
pub(super) fn is_changed(scene: &Scene<'_>, hex: HexId) -> bool {
    scene.changed.iter().any(|change| match change {
        Change::Hex(at) => *at == hex,
        Change::Stop(at) => at.hex == hex,
        Change::Marker(_) => false,
    })
}

/// A line round the hexes that changed.
pub(super) fn changed(svg: &mut Svg, scene: &Scene<'_>, views: &[View<'_>]) {
    let layout = scene.definition.map.layout;
    let mut d = String::new();
    for view in views.iter().filter(|view| is_changed(scene, view.id)) {
        outline(layout, view.centre, 1.0, &mut d);
    }
    svg.path(&d, Paint::line(INK, 10.0));
    svg.path(&d, Paint::line(PAPER, 8.0));
    svg.path(&d, Paint::line(CHANGED, 5.0));
}
