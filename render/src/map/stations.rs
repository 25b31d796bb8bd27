//! Cities with their circles, stations, bonus tokens and reserved homes; towns.

use super::View;
use crate::colour::{CHANGED, INK, PAPER, Rgb};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::laid::{Shape, Spot};
use crate::scene::{Change, MapMode, Scene};
use crate::svg::{Paint, Style, Svg, num};
use engine::board::{Bonus, Occupant, StopKind};
use engine::ids::{CompanyId, StopRef};
use engine::rules::{CompanyKind, Definition};
use engine::shared::Status;
use std::fmt::Write;

/// Text in a station.
const SIZE: f32 = 20.0;

/// Stops of a view with what lies in them.
pub(super) fn draw(svg: &mut Svg, scene: Option<&Scene<'_>>, view: &View<'_>) {
    for (index, spot) in view.laid.spots.iter().enumerate() {
        let Some(stop) = view.face.stops.get(index) else {
            continue;
        };
        match spot.shape {
            Shape::City => city(svg, scene, view, index as u8, spot),
            Shape::Bar => bar(svg, view.centre, spot),
            Shape::Dot => dot(svg, view.centre.plus(spot.centre), stop.kind),
            Shape::Area => {}
        }
    }
}

fn bar(svg: &mut Svg, origin: Point, spot: &Spot) {
    let centre = origin.plus(spot.centre);
    let (from, to) = (
        centre.plus(spot.axis.times(-13.0)),
        centre.plus(spot.axis.times(13.0)),
    );
    let (outer_from, outer_to) = (
        centre.plus(spot.axis.times(-15.5)),
        centre.plus(spot.axis.times(15.5)),
    );
    svg.line(outer_from, outer_to, Paint::line(PAPER, 14.0));
    svg.line(from, to, Paint::line(INK, 9.0));
}

fn dot(svg: &mut Svg, centre: Point, kind: StopKind) {
    match kind {
        StopKind::Halt | StopKind::Dot => {
            svg.circle(centre, 8.0, Paint::fill(PAPER).lined(INK, 3.0));
        }
        StopKind::Plant | StopKind::Mine => {
            let square = Rect::around(centre, 17.0, 17.0);
            svg.rect(square, 0.0, Paint::fill(INK).lined(PAPER, 2.5));
        }
        _ => svg.circle(centre, 9.5, Paint::fill(INK).lined(PAPER, 2.5)),
    }
}

/// The box of a city: its circles joined.
fn hull(spot: &Spot, origin: Point) -> String {
    let mut d = String::new();
    for (index, circle) in spot.circles.iter().enumerate() {
        let at = origin.plus(*circle);
        let _ = write!(
            d,
            "{}{} {}",
            if index == 0 { 'M' } else { 'L' },
            num(at.x),
            num(at.y)
        );
    }
    if spot.circles.len() > 2 {
        d.push('Z');
    }
    d
}

fn city(svg: &mut Svg, scene: Option<&Scene<'_>>, view: &View<'_>, index: u8, spot: &Spot) {
    let at = StopRef {
        hex: view.id,
        stop: index,
    };
    let changed = scene.is_some_and(|scene| scene.is_changed(Change::Stop(at)));
    let width = spot.radius * 2.0;
    if spot.circles.len() > 1 {
        let d = hull(spot, view.centre);
        if changed {
            svg.path(&d, Paint::line(PAPER, width + 16.0).round());
            svg.path(&d, Paint::line(CHANGED, width + 12.0).round());
        }
        svg.path(&d, Paint::line(INK, width + 5.0).round());
        svg.path(&d, Paint::fill(PAPER).lined(PAPER, width + 1.0).round());
    } else if changed {
        for circle in &spot.circles {
            let centre = view.centre.plus(*circle);
            svg.circle(centre, spot.radius + 8.0, Paint::fill(PAPER));
            svg.circle(centre, spot.radius + 6.0, Paint::fill(CHANGED));
        }
    }
    let waiting = scene.map_or_else(Vec::new, |scene| reserved(scene, view, at));
    let mut waiting = waiting.into_iter();
    for (slot, circle) in (0u8..).zip(&spot.circles) {
        let centre = view.centre.plus(*circle);
        svg.circle(centre, spot.radius, Paint::fill(PAPER).lined(INK, 1.8));
        let Some(scene) = scene else {
            continue;
        };
        match scene.shared.board.occupant(at, slot) {
            Some(Occupant::Station(company)) => {
                if scene.mode == MapMode::Owners {
                    super::modes::owned(svg, scene, company, centre, spot.radius);
                } else {
                    station(svg, scene.definition, company, centre, spot.radius);
                }
            }
            Some(Occupant::Inactive(company)) => {
                inactive(svg, scene.definition, company, centre, spot.radius);
            }
            Some(Occupant::Bonus(bonus)) => bonus_token(svg, bonus, centre, spot.radius),
            None => {
                if let Some(company) = waiting.next() {
                    home(svg, scene.definition, company, centre, spot.radius);
                }
            }
        }
    }
}

/// Where letters stand in the cities of a view, seen from its centre.
pub(super) fn letters(scene: &Scene<'_>, view: &View<'_>) -> Vec<Rect> {
    let mut out = Vec::new();
    for (index, spot) in (0u8..).zip(&view.laid.spots) {
        if spot.shape != Shape::City {
            continue;
        }
        let at = StopRef {
            hex: view.id,
            stop: index,
        };
        let mut waiting = reserved(scene, view, at).into_iter();
        for (slot, circle) in (0u8..).zip(&spot.circles) {
            let company = match scene.shared.board.occupant(at, slot) {
                Some(Occupant::Station(company) | Occupant::Inactive(company)) => company,
                Some(Occupant::Bonus(_)) => continue,
                None => match waiting.next() {
                    Some(company) => company,
                    None => continue,
                },
            };
            let id = &scene.definition.at(company).id;
            let size = SIZE * (spot.radius / 17.0).max(1.0);
            let extent = Face::Narrow.extent(id, size);
            let width = extent.width.min(spot.radius * 1.72);
            out.push(Rect::around(*circle, width, extent.above + extent.below));
        }
    }
    out
}

/// Companies that have no station yet and whose first ones belong into this stop.
fn reserved(scene: &Scene<'_>, view: &View<'_>, at: StopRef) -> Vec<CompanyId> {
    let last = view.face.stops.len().saturating_sub(1) as u8;
    scene
        .definition
        .company_ids()
        .filter(|&company| {
            scene.shared.company(company).status != Status::Closed
                && scene.shared.board.markers(company).next().is_none()
                && (scene.definition.at(company).homes.iter())
                    .any(|home| home.hex == at.hex && home.stop.min(last) == at.stop)
        })
        .collect()
}

/// A company's colours: token and text.
pub(crate) fn colours(definition: &Definition, company: CompanyId) -> (Rgb, Rgb) {
    let company = definition.at(company);
    let token = Rgb::parse(&company.colour).unwrap_or(PAPER);
    let text = Rgb::parse(&company.text_colour).unwrap_or(INK);
    (token, token.ink(text))
}

/// A company's station: minors and mines are ringed twice, so that their kind shows without colour.
pub(crate) fn station(
    svg: &mut Svg,
    definition: &Definition,
    company: CompanyId,
    centre: Point,
    radius: f32,
) {
    let size = SIZE * (radius / 17.0).max(1.0);
    station_of_size(svg, definition, company, centre, radius, size);
}

/// The same with letters of a size of their own.
pub(crate) fn station_of_size(
    svg: &mut Svg,
    definition: &Definition,
    company: CompanyId,
    centre: Point,
    radius: f32,
    size: f32,
) {
    let (token, text) = colours(definition, company);
    let small = matches!(
        definition.at(company).kind,
        CompanyKind::Minor | CompanyKind::Mine
    );
    svg.circle(
        centre,
        radius - 0.5,
        Paint::fill(token).lined(INK, if small { 3.4 } else { 1.8 }),
    );
    let id = &definition.at(company).id;
    let style = Style::new(Face::Narrow, size, text, token);
    let style = squeezed(style, id, radius * 1.72);
    svg.text_centred(centre, id, &style);
}

/// A station that is not active: a ring of its colour, struck through behind its letters.
fn inactive(
    svg: &mut Svg,
    definition: &Definition,
    company: CompanyId,
    centre: Point,
    radius: f32,
) {
    let (token, _) = colours(definition, company);
    let pale = PAPER.mix(token, 0.15);
    svg.circle(centre, radius - 0.5, Paint::fill(token).lined(INK, 1.8));
    svg.circle(centre, radius - 5.0, Paint::fill(pale));
    let aside = Point::new(0.6, -0.6).times(radius);
    let paint = Paint::line(INK, 2.6);
    svg.line(centre.minus(aside), centre.plus(aside), paint);
    let id = &definition.at(company).id;
    let style = Style {
        halo: 3.0,
        ..Style::new(
            Face::Narrow,
            SIZE * (radius / 17.0).max(1.0),
            pale.ink(INK),
            pale,
        )
    };
    let style = squeezed(style, id, radius * 1.5);
    svg.text_centred(centre, id, &style);
}

/// A circle kept for a company.
fn home(svg: &mut Svg, definition: &Definition, company: CompanyId, centre: Point, radius: f32) {
    let grey = Rgb(0x66, 0x66, 0x66);
    let (token, _) = colours(definition, company);
    let pale = PAPER.mix(token, 0.25);
    svg.circle(
        centre,
        radius - 2.0,
        Paint::fill(pale).lined(grey, 2.0).dashed(4.0, 3.5),
    );
    let id = &definition.at(company).id;
    let style = Style::new(
        Face::Narrow,
        SIZE * (radius / 17.0).max(1.0),
        pale.ink(grey),
        pale,
    );
    let style = squeezed(style, id, radius * 1.66);
    svg.text_centred(centre, id, &style);
}

/// A bonus token in a circle.
pub(crate) fn bonus_token(svg: &mut Svg, bonus: Bonus, centre: Point, radius: f32) {
    let (ground, ink) = bonus_colours(bonus);
    svg.circle(
        centre,
        radius - 0.5,
        Paint::fill(ground).lined(INK, 1.8).dashed(6.0, 2.0),
    );
    let style = Style::new(Face::Plain, 25.0 * radius / 17.0, ink, ground);
    svg.text_centred(centre, super::bonus_sign(bonus), &style);
}

/// Colours of a bonus token: ground and sign.
pub(crate) fn bonus_colours(bonus: Bonus) -> (Rgb, Rgb) {
    match bonus {
        Bonus::Ferry => (Rgb(0xcf, 0xe8, 0xff), Rgb(0x06, 0x2d, 0x66)),
        Bonus::Mine => (Rgb(0x3a, 0x3a, 0x3a), PAPER),
    }
}

/// The style narrowed so that the text is no wider than `room`.
pub(crate) fn squeezed(style: Style, text: &str, room: f32) -> Style {
    let width = style.extent(text).width;
    if width <= room {
        style
    } else {
        Style {
            squeeze: style.squeeze * room / width,
            ..style
        }
    }
}
