//! A field of the stock market with the markers on it, the first to operate on top.

use super::zones::{Zones, ground};
use crate::colour::{CHANGED, INK, PAPER, Rgb, SOFT_INK};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::{colours, station_of_size};
use crate::scene::{Change, Scene};
use crate::svg::{Paint, Style, Svg};
use engine::finance::{Chart, Dir};
use engine::ids::{CellId, CompanyId};
use engine::shared::Status;

/// Sizes of a field, in units.
pub(super) struct Look {
    /// Width of a field.
    pub width: f32,
    /// Height of its head with the price.
    head: f32,
    /// Markers side by side.
    across: usize,
    /// Radius of a marker.
    radius: f32,
    /// Height that a marker takes.
    step: f32,
    /// Radius and height of a marker that is alone in its field.
    alone: (f32, f32),
    /// Size of the letters in a marker, at least, and of the signs.
    letters: f32,
    /// The place in the operating order stands beside each marker.
    numbered: bool,
}

impl Look {
    /// The look of a chart of so many columns; a single row has room for numbers.
    pub(super) fn new(columns: usize, single: bool) -> Look {
        if single {
            Look {
                width: 1200.0 / columns.max(8) as f32,
                head: 50.0,
                across: 1,
                radius: 26.0,
                step: 57.0,
                alone: (26.0, 57.0),
                letters: 21.0,
                numbered: true,
            }
        } else {
            Look {
                width: (1580.0 / columns as f32).clamp(92.0, 150.0),
                head: 40.0,
                across: 2,
                radius: 20.5,
                step: 44.0,
                alone: (27.0, 58.0),
                // A wide chart is drawn small.
                letters: if columns > 10 { 27.5 } else { 21.0 },
                numbered: false,
            }
        }
    }

    /// Height of a field with so many markers.
    pub(super) fn height(&self, markers: usize) -> f32 {
        let room = match markers {
            0 => self.step,
            1 => self.alone.1,
            _ => self.step * markers.div_ceil(self.across) as f32,
        };
        self.head + room + 6.0
    }
}

/// Where a marker turns that can go no further in its row: up at the right end, down at the left.
fn turns(chart: &Chart, cell: CellId) -> Vec<Dir> {
    let ends = [(Dir::Right, Dir::Up), (Dir::Left, Dir::Down)];
    ends.into_iter()
        .filter(|(ahead, aside)| {
            chart.step(cell, *ahead).is_none() && chart.step(cell, *aside).is_some()
        })
        .map(|(_, aside)| aside)
        .collect()
}

/// A bent arrow, 18 units wide, from its left end at that height: to the right and up, or to the left and down.
fn bent(turn: Dir, at: Point) -> String {
    let (x, y) = (at.x, at.y);
    match turn {
        Dir::Up => format!(
            "M{x} {} H{} V{} M{} {} L{} {} L{} {}",
            y + 9.0,
            x + 12.0,
            y - 9.0,
            x + 6.5,
            y - 3.0,
            x + 12.0,
            y - 9.5,
            x + 17.5,
            y - 3.0
        ),
        _ => format!(
            "M{} {} H{} V{} M{} {} L{} {} L{} {}",
            x + 17.0,
            y - 9.0,
            x + 6.0,
            y + 9.0,
            x + 0.5,
            y + 3.0,
            x + 6.0,
            y + 9.5,
            x + 11.5,
            y + 3.0
        ),
    }
}

/// Markers on a cell and companies that must start there.
pub(super) fn entries(scene: &Scene<'_>, cell: CellId) -> usize {
    scene.shared.markers.stack(cell).count() + starts(scene, cell).len()
}

/// Companies not yet in play that a mark such as `start:BY` binds to the cell.
fn starts(scene: &Scene<'_>, cell: CellId) -> Vec<CompanyId> {
    scene
        .definition
        .chart
        .at(cell)
        .marks
        .iter()
        .filter_map(|mark| scene.definition.company(mark.split_once(':')?.1))
        .filter(|&company| scene.shared.company(company).status == Status::Unopened)
        .collect()
}

/// Draws a field.
pub(super) fn draw(
    svg: &mut Svg,
    scene: &Scene<'_>,
    zones: &Zones,
    look: &Look,
    cell: CellId,
    rect: Rect,
) {
    let data = scene.definition.chart.at(cell);
    let colour = ground(zones, data);
    svg.rect(
        rect.grown(-1.0),
        0.0,
        Paint::fill(colour.mix(PAPER, 0.45)).lined(Rgb(0x55, 0x5a, 0x60), 1.6),
    );
    let head = Rect::new(rect.left, rect.top, rect.right, rect.top + look.head);
    svg.rect(
        head.grown(-1.0),
        0.0,
        Paint::fill(colour).lined(Rgb(0x55, 0x5a, 0x60), 1.6),
    );
    let size = if look.numbered { 34.0 } else { 28.0 };
    let style = Style::new(Face::Narrow, size, INK, colour).start();
    let baseline = head.centre().y + size * 0.365;
    let mut x = head.right - 7.0;
    for zone in zones.of(data) {
        let style = Style::new(Face::Plain, look.letters, SOFT_INK, colour).end();
        let baseline = head.centre().y + look.letters * 0.36;
        svg.text(Point::new(x, baseline), zone.sign, &style);
        x -= style.extent(zone.sign).width + 2.0;
    }
    if !look.numbered {
        for turn in turns(&scene.definition.chart, cell) {
            x -= 21.0;
            svg.path(
                &bent(turn, Point::new(x, head.centre().y)),
                Paint::line(INK, 3.6),
            );
            x -= 3.0;
        }
    }
    // A long price gives way to the signs of its zones.
    let price = data.price.to_string();
    let room = (x - head.left - 9.0).max(20.0);
    svg.text(
        Point::new(head.left + 7.0, baseline),
        &price,
        &crate::map::squeezed(style, &price, room),
    );
    let stack: Vec<CompanyId> = scene.shared.markers.stack(cell).collect();
    let starts = starts(scene, cell);
    // Who stands alone has all the room.
    let (across, radius, step) = match stack.len() + starts.len() {
        1 => (1, look.alone.0, look.alone.1),
        _ => (look.across, look.radius, look.step),
    };
    let column = (rect.width() - 8.0) / across as f32;
    for (at, company) in stack.iter().chain(&starts).enumerate() {
        let centre = Point::new(
            rect.left
                + 4.0
                + column * ((at % across) as f32 + 0.5)
                + if look.numbered { 14.0 } else { 0.0 },
            head.bottom + 2.0 + step * ((at / across) as f32 + 0.5),
        );
        if at >= stack.len() {
            start(svg, scene, *company, centre, radius, look.letters);
            continue;
        }
        let inner = if scene.is_changed(Change::Marker(*company)) {
            svg.circle(centre, radius + 1.5, Paint::fill(CHANGED));
            radius - 3.5
        } else {
            radius
        };
        let size = (20.0 * inner / 17.0).max(look.letters);
        station_of_size(svg, scene.definition, *company, centre, inner, size);
        if look.numbered
            && let Some(number) = scene.turn_of(*company)
        {
            let ground = colour.mix(PAPER, 0.45);
            let style = Style::new(Face::Narrow, 22.0, SOFT_INK, ground).start();
            let at = Point::new(rect.left + 5.0, centre.y + 8.0);
            svg.text(at, &number.to_string(), &style);
        }
    }
}

/// Where a company not yet in play must start.
fn start(
    svg: &mut Svg,
    scene: &Scene<'_>,
    company: CompanyId,
    centre: Point,
    radius: f32,
    size: f32,
) {
    let grey = Rgb(0x60, 0x60, 0x60);
    let (token, _) = colours(scene.definition, company);
    let pale = PAPER.mix(token, 0.2);
    svg.circle(
        centre,
        radius - 1.5,
        Paint::fill(pale).lined(grey, 2.0).dashed(5.0, 4.0),
    );
    let id = &scene.definition.at(company).id;
    let style = Style::new(Face::Narrow, size, pale.ink(grey), pale);
    let style = crate::map::squeezed(style, id, radius * 1.7);
    svg.text_centred(centre, id, &style);
}
