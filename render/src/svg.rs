//! The SVG under the pen, and a record of every line of text on it.

use crate::colour::Rgb;
use crate::error::RenderError;
use crate::font::{Extent, Face};
use crate::geometry::{Point, Rect};
use crate::text::{clean, escape};
use engine::ids::HexId;
use std::fmt::Write;

/// A line of text as it lies in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBox {
    /// What is written.
    pub text: String,
    /// The ink's room, in pixels of the picture.
    pub bounds: Rect,
    /// Font size, in pixels of the picture.
    pub size: f32,
    /// Colour of the letters.
    pub colour: Rgb,
    /// Colour behind them: the ground, or a halo where other things may lie behind.
    pub on: Rgb,
    /// The hex that it belongs to; its room is in `hex_bounds` of the picture.
    pub hex: Option<HexId>,
}

/// A finished picture, not yet drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The SVG.
    pub svg: String,
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// Pixels a unit of the drawing.
    pub scale: f32,
    /// Every line of text on it.
    pub texts: Vec<TextBox>,
    /// Centres of the hexes drawn, in pixels.
    pub hexes: Vec<(HexId, Point)>,
}

impl Picture {
    /// The picture as PNG.
    ///
    /// # Errors
    /// [`RenderError::Size`] if it is too large to be drawn; the other errors are faults of this crate.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        crate::encode::encode(&crate::raster::rasterise(&self.svg)?)
    }
}

/// Which end of the text its x names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Left end.
    Start,
    /// Middle.
    Middle,
    /// Right end.
    End,
}

/// How a line of text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Which face.
    pub face: Face,
    /// Font size, in units of the drawing.
    pub size: f32,
    /// Colour of the letters.
    pub colour: Rgb,
    /// Colour behind them.
    pub on: Rgb,
    /// Which end x names.
    pub anchor: Anchor,
    /// Width of a halo in the colour behind, in units; 0 for none.
    pub halo: f32,
    /// Narrowing, 1 for none.
    pub squeeze: f32,
}

impl Style {
    /// Text in the middle of its place, without halo.
    pub fn new(face: Face, size: f32, colour: Rgb, on: Rgb) -> Style {
        Style {
            face,
            size,
            colour,
            on,
            anchor: Anchor::Middle,
            halo: 0.0,
            squeeze: 1.0,
        }
    }

    /// The same with x at the left end.
    pub fn start(self) -> Style {
        Style {
            anchor: Anchor::Start,
            ..self
        }
    }

    /// The same with x at the right end.
    pub fn end(self) -> Style {
        Style {
            anchor: Anchor::End,
            ..self
        }
    }

    /// Room of a text in this style, in units.
    pub fn extent(&self, text: &str) -> Extent {
        let extent = self.face.extent(text, self.size);
        Extent {
            width: extent.width * self.squeeze,
            ..extent
        }
    }
}

/// How a shape is filled and lined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    fill: Option<Rgb>,
    line: Option<(Rgb, f32)>,
    dash: Option<(f32, f32)>,
    round: bool,
    crisp: bool,
}

impl Paint {
    /// Filled, without line.
    pub fn fill(colour: Rgb) -> Paint {
        Paint {
            fill: Some(colour),
            ..Paint::default()
        }
    }

    /// A line of that width in units, not filled.
    pub fn line(colour: Rgb, width: f32) -> Paint {
        Paint {
            line: Some((colour, width)),
            ..Paint::default()
        }
    }

    /// The same with a line.
    pub fn lined(self, colour: Rgb, width: f32) -> Paint {
        Paint {
            line: Some((colour, width)),
            ..self
        }
    }

    /// The same with its line in dashes: length and gap in units.
    pub fn dashed(self, dash: f32, gap: f32) -> Paint {
        Paint {
            dash: Some((dash, gap)),
            ..self
        }
    }

    /// The same with round ends and joins.
    pub fn round(self) -> Paint {
        Paint {
            round: true,
            ..self
        }
    }

    /// The same without smooth edges: quicker, for shapes whose edges lie under a line.
    pub fn crisp(self) -> Paint {
        Paint {
            crisp: true,
            ..self
        }
    }

    fn attributes(self) -> String {
        let mut out = match self.fill {
            Some(colour) => format!(" fill=\"{colour}\""),
            None => " fill=\"none\"".to_string(),
        };
        if let Some((colour, width)) = self.line {
            let _ = write!(out, " stroke=\"{colour}\" stroke-width=\"{}\"", num(width));
        }
        if let Some((dash, gap)) = self.dash {
            let _ = write!(out, " stroke-dasharray=\"{} {}\"", num(dash), num(gap));
        }
        if self.crisp {
            out.push_str(" shape-rendering=\"crispEdges\"");
        }
        if self.round {
            out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        }
        out
    }
}

/// A number as short as its two decimals allow.
pub fn num(value: f32) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded == 0.0 {
        return "0".to_string();
    }
    format!("{rounded}")
}

/// Width of a frame, in units; half of it lies within the picture.
const FRAME: f32 = 20.0;

/// A picture under the pen. All coordinates are in units of the drawing; y points down.
#[derive(Debug)]
pub struct Svg {
    body: String,
    /// Size of the drawing, in units.
    size: (f32, f32),
    scale: f32,
    texts: Vec<TextBox>,
    hexes: Vec<(HexId, Point)>,
    hex: Option<HexId>,
    /// A frame round everything, drawn last.
    frame: Option<Rgb>,
}

impl Svg {
    /// An empty drawing of that size in units, to be drawn `width` pixels wide, on a ground of one colour.
    pub fn new(size: (f32, f32), width: u32, ground: Rgb) -> Svg {
        let mut svg = Svg {
            body: String::with_capacity(64 * 1024),
            size,
            scale: width as f32 / size.0,
            texts: Vec::new(),
            hexes: Vec::new(),
            hex: None,
            frame: None,
        };
        svg.rect(
            Rect::new(0.0, 0.0, size.0, size.1),
            0.0,
            Paint::fill(ground).crisp(),
        );
        svg
    }

    /// Puts a frame of that colour over the rim of the finished drawing.
    pub fn frame(&mut self, colour: Rgb) {
        self.frame = Some(colour);
    }

    /// Pixels a unit.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Texts from here on belong to this hex, whose centre lies there.
    pub fn enter_hex(&mut self, hex: HexId, centre: Point) {
        self.hex = Some(hex);
        if !self.hexes.iter().any(|(known, _)| *known == hex) {
            self.hexes.push((
                hex,
                Point::new(centre.x * self.scale, centre.y * self.scale),
            ));
        }
    }

    /// Texts from here on belong to no hex.
    pub fn leave_hex(&mut self) {
        self.hex = None;
    }

    /// A rectangle with corners of a radius.
    pub fn rect(&mut self, rect: Rect, radius: f32, paint: Paint) {
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            num(rect.left),
            num(rect.top),
            num(rect.width()),
            num(rect.height())
        );
        if radius > 0.0 {
            let _ = write!(self.body, " rx=\"{}\"", num(radius));
        }
        let _ = write!(self.body, "{}/>", paint.attributes());
    }

    /// A rectangle that lets what lies under it shine through: `part` of the colour (0 to 1).
    pub fn veil(&mut self, rect: Rect, colour: Rgb, part: f32) {
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" fill-opacity=\"{}\"/>",
            num(rect.left),
            num(rect.top),
            num(rect.width()),
            num(rect.height()),
            num(part)
        );
    }

    /// A circle.
    pub fn circle(&mut self, centre: Point, radius: f32, paint: Paint) {
        let _ = write!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            num(centre.x),
            num(centre.y),
            num(radius),
            paint.attributes()
        );
    }

    /// A path in SVG's own notation; nothing if it is empty.
    pub fn path(&mut self, d: &str, paint: Paint) {
        if !d.is_empty() {
            let _ = write!(self.body, "<path d=\"{d}\"{}/>", paint.attributes());
        }
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, paint: Paint) {
        self.path(
            &format!(
                "M{} {}L{} {}",
                num(from.x),
                num(from.y),
                num(to.x),
                num(to.y)
            ),
            paint,
        );
    }

    /// A line of text with its baseline at `at`. What the face cannot draw becomes a placeholder.
    pub fn text(&mut self, at: Point, text: &str, style: &Style) {
        let text = clean(style.face, text);
        let extent = style.extent(&text);
        let left = match style.anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - extent.width / 2.0,
            Anchor::End => at.x - extent.width,
        };
        let bounds = Rect::new(
            left,
            at.y - extent.above,
            left + extent.width,
            at.y + extent.below,
        );
        self.texts.push(TextBox {
            text: text.clone(),
            bounds: bounds.scaled(self.scale),
            size: style.size * self.scale,
            colour: style.colour,
            on: style.on,
            hex: self.hex,
        });
        let place = if style.squeeze == 1.0 {
            format!(" x=\"{}\" y=\"{}\"", num(at.x), num(at.y))
        } else {
            format!(
                " transform=\"translate({} {}) scale({} 1)\"",
                num(at.x),
                num(at.y),
                num(style.squeeze)
            )
        };
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let halo = if style.halo > 0.0 {
            format!(
                " paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                style.on,
                num(style.halo * 2.0)
            )
        } else {
            String::new()
        };
        let _ = write!(
            self.body,
            "<text{place}{anchor}{} font-size=\"{}\" fill=\"{}\"{halo}>{}</text>",
            style.face.attributes(),
            num(style.size),
            style.colour,
            escape(&text)
        );
    }

    /// A line of text whose ink stands in the middle of `centre`.
    pub fn text_centred(&mut self, centre: Point, text: &str, style: &Style) {
        let extent = style.extent(&clean(style.face, text));
        let baseline = centre.y + (extent.above - extent.below) / 2.0;
        self.text(Point::new(centre.x, baseline), text, style);
    }

    /// The finished picture.
    pub fn finish(mut self) -> Picture {
        if let Some(colour) = self.frame {
            let rim = Rect::new(0.0, 0.0, self.size.0, self.size.1);
            self.rect(rim, 0.0, Paint::line(colour, FRAME));
        }
        let width = (self.size.0 * self.scale).round().max(1.0);
        let height = (self.size.1 * self.scale).round().max(1.0);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {} {}\" font-family=\"{}\">{}</svg>",
            num(self.size.0),
            num(self.size.1),
            crate::font::FAMILY,
            self.body
        );
        Picture {
            svg,
            width: width as u32,
            height: height as u32,
            scale: self.scale,
            texts: self.texts,
            hexes: self.hexes,
        }
    }
}
