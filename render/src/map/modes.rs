//! Maps that put something else first: names, owners.

use super::View;
use super::stations::squeezed;
use crate::colour::{GROUND, INK, PAPER, Rgb};
use crate::font::Face;
use crate::geometry::{Point, Rect, hex_half_size};
use crate::mark;
use crate::names::variants;
use crate::scene::Scene;
use crate::svg::{Paint, Style, Svg};
use engine::board::Layout;
use engine::ids::{CompanyId, Seat};
use engine::shared::Status;

/// Size of a coordinate.
const COORDINATE: f32 = 34.0;

/// Size of a name at most.
const NAME: f32 = 25.0;

/// How far a name may be narrowed before a shorter form is taken.
const NARROWED: f32 = 0.72;

/// Coordinates and names over a pale map.
pub(super) fn names(svg: &mut Svg, layout: Layout, views: &[View<'_>]) {
    let half = hex_half_size(layout);
    let Some(bounds) = views
        .iter()
        .map(|view| Rect::around(view.centre, half.x * 2.0, half.y * 2.0))
        .reduce(|a, b| {
            Rect::new(
                a.left.min(b.left),
                a.top.min(b.top),
                a.right.max(b.right),
                a.bottom.max(b.bottom),
            )
        })
    else {
        return;
    };
    svg.veil(bounds, PAPER, 0.62);
    for view in views {
        svg.enter_hex(view.id, view.centre);
        let ground = view.ground.mix(PAPER, 0.62);
        let halo = |face, size| Style {
            halo: 3.5,
            ..Style::new(face, size, INK, ground)
        };
        let Some(place) = &view.hex.place else {
            let style = halo(Face::Bold, COORDINATE);
            let style = squeezed(style, &view.hex.name, half.x * 1.6);
            svg.text_centred(view.centre, &view.hex.name, &style);
            continue;
        };
        let style = halo(Face::Bold, COORDINATE);
        let style = squeezed(style, &view.hex.name, half.x * 1.5);
        let top = view.centre.plus(Point::new(0.0, -24.0));
        svg.text_centred(top, &view.hex.name, &style);
        let style = halo(Face::Narrow, NAME);
        // The fullest form that need not be narrowed much.
        let forms = variants(place);
        let fits = |lines: &Vec<String>| {
            let rooms = [half.x * 1.86, half.x * 1.5];
            lines
                .iter()
                .zip(rooms)
                .all(|(line, room)| style.extent(line).width * NARROWED <= room)
        };
        let Some(lines) = forms.iter().find(|lines| fits(lines)).or(forms.last()) else {
            continue;
        };
        for (index, line) in lines.iter().enumerate() {
            let room = half.x * if index == 0 { 1.86 } else { 1.5 };
            let style = squeezed(style, line, room);
            let at = view
                .centre
                .plus(Point::new(0.0, 14.0 + 24.0 * index as f32));
            svg.text_centred(at, line, &style);
        }
    }
    svg.leave_hex();
}

/// A station in its owner's colour, with his mark beside the company's letters.
pub(super) fn owned(
    svg: &mut Svg,
    scene: &Scene<'_>,
    company: CompanyId,
    centre: Point,
    radius: f32,
) {
    let owner = scene.owner(company);
    let ground = owner.map_or(Rgb(0xc8, 0xc8, 0xc8), mark::colour);
    svg.circle(centre, radius - 0.5, Paint::fill(ground).lined(INK, 1.8));
    let id = &scene.definition.at(company).id;
    let style = Style::new(
        Face::Narrow,
        20.0 * (radius / 17.0).max(1.0),
        ground.ink(PAPER),
        ground,
    );
    let style = squeezed(style, id, radius * 1.6);
    svg.text_centred(centre, id, &style);
    let at = centre.plus(Point::new(0.72, -0.78).times(radius));
    if let Some(seat) = owner {
        mark::draw(svg, seat, &scene.letters(seat), at, radius * 0.62);
    }
}

/// Height of a line of the key.
const LINE: f32 = 50.0;

/// Companies that are a player's.
fn companies(scene: &Scene<'_>, seat: Seat) -> Vec<CompanyId> {
    scene
        .definition
        .company_ids()
        .filter(|company| {
            scene.shared.company(*company).status == Status::Open
                && scene.owner(*company) == Some(seat)
        })
        .collect()
}

/// Height of the key of owners.
pub(super) fn key_height(scene: &Scene<'_>) -> f32 {
    LINE * scene.shared.table.order.len() as f32 + 12.0
}

/// Players with their marks and companies.
pub(super) fn key(svg: &mut Svg, scene: &Scene<'_>, rect: Rect) {
    // Where companies begin: a small map leaves them two fifths of its width.
    let column = (0.6 * rect.width()).min(400.0);
    for (index, seat) in scene.shared.table.order.iter().enumerate() {
        let y = rect.top + LINE * (index as f32 + 0.5);
        mark::draw(svg, *seat, &scene.letters(*seat), Point::new(36.0, y), 18.0);
        let style = Style::new(Face::Bold, 28.0, INK, GROUND).start();
        let name = crate::text::fit(Face::Bold, &scene.player(*seat), 28.0, column - 80.0);
        svg.text(Point::new(68.0, y + 10.0), &name, &style);
        let ids: Vec<&str> = companies(scene, *seat)
            .into_iter()
            .map(|company| scene.definition.at(company).id.as_str())
            .collect();
        let text = if ids.is_empty() {
            "no company".to_string()
        } else {
            ids.join(", ")
        };
        let style = Style::new(Face::Narrow, 28.0, INK, GROUND).start();
        let style = squeezed(style, &text, rect.width() - column - 20.0);
        svg.text(Point::new(column, y + 10.0), &text, &style);
    }
}
