//! Writing the labels of a hex in their places.

use super::arrange::{LEADING, Label, Spot, Works, cell};
use super::labels::sign;
use super::stations::{bonus_colours, colours, squeezed};
use crate::colour::{INK, PAPER, Rgb};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::icon;
use crate::mark;
use crate::svg::{Paint, Style, Svg};
use engine::Definition;

/// What writes the labels of a hex.
pub(super) struct Writer<'a> {
    pub svg: &'a mut Svg,
    /// Centre of the hex in the drawing.
    pub origin: Point,
    /// Colour of the hex.
    pub ground: Rgb,
    /// Font size.
    pub size: f32,
    /// Whose colours companies have; none for a tile alone.
    pub definition: Option<&'a Definition>,
}

impl Writer<'_> {
    fn style(&self, face: Face, colour: Rgb, crowded: bool) -> Style {
        Style {
            halo: if crowded { 3.0 } else { 0.0 },
            ..Style::new(face, self.size, colour, self.ground)
        }
    }

    /// Writes a label into its place, seen from the centre of the hex.
    pub(super) fn draw(&mut self, label: &Label, place: &Spot, squeeze: f32) {
        let rect = place.rect.moved(self.origin);
        let centre = rect.centre();
        match label {
            Label::Text(lines, face, colour) => {
                let style = Style {
                    squeeze,
                    ..self.style(*face, *colour, place.crowded)
                };
                let mut top = rect.top;
                for line in lines {
                    let extent = style.extent(line);
                    self.svg
                        .text(Point::new(centre.x, top + extent.above), line, &style);
                    top += extent.above + extent.below + LEADING;
                }
            }
            Label::Value(text) => {
                self.svg.rect(
                    rect.grown(-0.9),
                    rect.height() / 2.0,
                    Paint::fill(PAPER).lined(INK, 1.8),
                );
                let style = Style::new(Face::Narrow, self.size, INK, PAPER);
                let style = squeezed(style, text, rect.width() - 6.0);
                self.svg.text_centred(centre, text, &style);
            }
            Label::Values(list, columns) => self.values(list, *columns, rect),
            Label::Future(letter, colour) => {
                let ground = Rgb::of_face(*colour);
                self.svg
                    .rect(rect, 2.0, Paint::fill(ground).lined(INK, 1.5));
                let style = Style::new(Face::Narrow, self.size, ground.ink(INK), ground);
                let style = squeezed(style, letter, rect.width() - 3.0);
                self.svg.text_centred(centre, letter, &style);
            }
            Label::Terrain(terrain, cost, true) => {
                let upper = Point::new(centre.x, rect.top + icon::HEIGHT / 2.0);
                icon::terrain(self.svg, terrain, upper);
                let style = self.style(Face::Narrow, INK, place.crowded);
                let lower = rect.top + (icon::HEIGHT + rect.height()) / 2.0;
                let style = squeezed(style, cost, rect.width());
                self.svg
                    .text_centred(Point::new(centre.x, lower), cost, &style);
            }
            Label::Terrain(terrain, cost, false) => {
                let left = Point::new(rect.left + icon::WIDTH / 2.0, centre.y);
                icon::terrain(self.svg, terrain, left);
                let style = self.style(Face::Narrow, INK, place.crowded).end();
                let extent = style.extent(cost);
                let baseline = centre.y + (extent.above - extent.below) / 2.0;
                self.svg
                    .text(Point::new(rect.right, baseline), cost, &style);
            }
            Label::Forts(count) => {
                for at in 0..(*count).min(3) {
                    let x = rect.left + 10.0 + 20.0 * f32::from(at);
                    icon::fort(self.svg, Point::new(x, centre.y), 1.0);
                }
            }
            Label::Mine(lines, state, dots) => self.mine(lines, *state, *dots, rect),
            Label::Owner(number, owner, letters) => {
                let paint = Paint::fill(PAPER).lined(INK, 1.8);
                self.svg.rect(rect.grown(-0.9), 4.0, paint);
                let style = Style::new(Face::Narrow, self.size, INK, PAPER).start();
                let at = Point::new(rect.left + 5.0, centre.y + self.size * 0.365);
                self.svg.text(at, number, &style);
                let at = Point::new(rect.right - 16.0, centre.y);
                match owner {
                    Some(seat) => mark::draw(self.svg, *seat, letters, at, 10.5),
                    None => mark::nobody(self.svg, at, 9.0),
                }
            }
            Label::Kept(tile, company) => {
                let (colour, _) = self
                    .definition
                    .map_or((INK, PAPER), |definition| colours(definition, *company));
                self.svg.rect(
                    rect.grown(-1.2),
                    3.0,
                    Paint::fill(PAPER).lined(colour, 3.0).dashed(5.0, 3.0),
                );
                let style = Style::new(Face::Narrow, self.size, INK, PAPER);
                let style = squeezed(style, tile, rect.width() - 7.0);
                self.svg.text_centred(centre, tile, &style);
            }
            Label::Waiting(bonus) => {
                let (ground, ink) = bonus_colours(*bonus);
                self.svg.rect(
                    rect.grown(-1.0),
                    5.0,
                    Paint::fill(ground).lined(PAPER, 1.8).dashed(4.0, 3.0),
                );
                let style = Style::new(Face::Plain, 22.0, ink, ground);
                self.svg.text_centred(centre, sign(*bonus), &style);
            }
        }
    }

    /// A mine: dark when connected, light when not, grey with a red border and stroke when closed.
    fn mine(&mut self, lines: &[String], state: Works, dots: u8, rect: Rect) {
        let (ground, ink) = match state {
            Works::Connected => (INK, PAPER),
            Works::Apart => (PAPER, INK),
            Works::Closed => (Rgb(0xc8, 0xc8, 0xc4), INK),
        };
        let (edge, width) = match state {
            Works::Closed => (Rgb(0x8c, 0x10, 0x20), 2.8),
            _ => (INK, 1.8),
        };
        let paint = Paint::fill(ground).lined(edge, width);
        self.svg.rect(rect.grown(-0.5 * width), 4.0, paint);
        if state == Works::Closed {
            self.svg.line(
                Point::new(rect.left + 3.0, rect.bottom - 3.0),
                Point::new(rect.right - 3.0, rect.top + 3.0),
                Paint::line(Rgb(0x8c, 0x10, 0x20), 2.4),
            );
        }
        let style = Style {
            // Over the stroke.
            halo: if state == Works::Closed { 3.0 } else { 0.0 },
            ..Style::new(Face::Narrow, self.size, ink, ground)
        };
        let height = rect.height() / lines.len().max(1) as f32;
        for (index, line) in lines.iter().enumerate() {
            let y = rect.top + height * (index as f32 + 0.5);
            self.svg
                .text_centred(Point::new(rect.centre().x, y), line, &style);
        }
        // On the upper rim, clear of the text.
        for dot in 0..dots {
            let x = rect.centre().x + 8.5 * (f32::from(dot) - f32::from(dots - 1) / 2.0);
            self.svg.circle(
                Point::new(x, rect.top),
                3.2,
                Paint::fill(Rgb(0xff, 0xc8, 0x1e)).lined(INK, 1.6),
            );
        }
    }

    fn values(&mut self, list: &[(i32, bool)], columns: usize, rect: Rect) {
        let columns = list.len().min(columns).max(1);
        let (width, height) = cell(self.size);
        for (index, (value, now)) in list.iter().enumerate() {
            let corner = Point::new(
                rect.left + width * (index % columns) as f32,
                rect.top + height * (index / columns) as f32,
            );
            let field = Rect::new(corner.x, corner.y, corner.x + width, corner.y + height);
            let (ground, ink) = if *now { (INK, PAPER) } else { (PAPER, INK) };
            self.svg
                .rect(field, 0.0, Paint::fill(ground).lined(INK, 1.5));
            let text = value.to_string();
            let style = Style::new(Face::Narrow, self.size, ink, ground);
            let style = squeezed(style, &text, width - 3.0);
            self.svg.text_centred(field.centre(), &text, &style);
        }
    }
}
