//! The zones of a stock market: each has a colour and a sign, so that they are told apart without colour, too.

use crate::colour::{GROUND, INK, PAPER, Rgb};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::svg::{Paint, Style, Svg};
use engine::finance::{Cell, Chart};

/// Colours for zones whose name is not a colour.
const COLOURS: [Rgb; 6] = [
    Rgb(0xc4, 0xea, 0xb8),
    Rgb(0xc6, 0xdf, 0xfb),
    Rgb(0xf9, 0xcd, 0xd8),
    Rgb(0xff, 0xd8, 0xa8),
    Rgb(0xe0, 0xcf, 0xf5),
    Rgb(0xff, 0xed, 0xa3),
];

const SIGNS: [&str; 6] = ["▲", "●", "■", "◆", "▼", "★"];

/// A zone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Zone {
    /// The mark as the chart has it.
    pub mark: String,
    pub colour: Rgb,
    pub sign: &'static str,
    /// Lowest and highest price.
    prices: (i32, i32),
}

/// All zones of a chart.
pub(super) struct Zones(Vec<Zone>);

/// Room of the coloured field in the legend.
const SWATCH: f32 = 44.0;

impl Zones {
    /// Collects the marks in the order of the cells. Marks with a colon name something in the cell, not a zone.
    pub(super) fn new(chart: &Chart) -> Zones {
        let mut zones: Vec<Zone> = Vec::new();
        for (_, cell) in chart.cells() {
            for mark in cell.marks.iter().filter(|mark| !mark.contains(':')) {
                if let Some(zone) = zones.iter_mut().find(|zone| zone.mark == *mark) {
                    zone.prices.0 = zone.prices.0.min(cell.price);
                    zone.prices.1 = zone.prices.1.max(cell.price);
                } else {
                    let index = zones.len();
                    zones.push(Zone {
                        mark: mark.clone(),
                        colour: named(mark).unwrap_or(COLOURS[index % COLOURS.len()]),
                        sign: SIGNS[index % SIGNS.len()],
                        prices: (cell.price, cell.price),
                    });
                }
            }
        }
        Zones(zones)
    }

    /// The zones of a cell.
    pub(super) fn of<'a>(&'a self, cell: &'a Cell) -> impl Iterator<Item = &'a Zone> {
        self.0.iter().filter(|zone| cell.marks.contains(&zone.mark))
    }

    /// The zones in lines of a width, for the legend.
    /// `unit`: how much larger than usual the legend is.
    pub(super) fn lines(&self, width: f32, unit: f32) -> Vec<Vec<&Zone>> {
        let mut lines: Vec<Vec<&Zone>> = Vec::new();
        let mut left = 0.0;
        for zone in &self.0 {
            let need = zone.width(unit);
            if need > left || lines.is_empty() {
                lines.push(Vec::new());
                left = width;
            }
            left -= need;
            if let Some(line) = lines.last_mut() {
                line.push(zone);
            }
        }
        lines
    }
}

/// The colour that a mark names, if it does.
fn named(mark: &str) -> Option<Rgb> {
    let names = [
        ("grey", Rgb(0xc4, 0xc6, 0xc8)),
        ("gray", Rgb(0xc4, 0xc6, 0xc8)),
        ("yellow", Rgb(0xff, 0xed, 0xa3)),
        ("orange", Rgb(0xff, 0xd8, 0xa8)),
        ("green", Rgb(0xc4, 0xea, 0xb8)),
        ("blue", Rgb(0xc6, 0xdf, 0xfb)),
        ("brown", Rgb(0xe0, 0xc3, 0xa6)),
        ("red", Rgb(0xf9, 0xc4, 0xc4)),
    ];
    names
        .into_iter()
        .find(|(name, _)| {
            mark.split(['_', ' ', '-'])
                .any(|word| word.eq_ignore_ascii_case(name))
        })
        .map(|(_, colour)| colour)
}

impl Zone {
    fn label(&self) -> String {
        let name = self.mark.replace('_', " ");
        if self.prices.0 == self.prices.1 {
            format!("{name} ({})", self.prices.0)
        } else {
            format!("{name} ({}–{})", self.prices.0, self.prices.1)
        }
    }

    fn style(unit: f32) -> Style {
        Style::new(Face::Narrow, 26.0 * unit, INK, GROUND).start()
    }

    fn width(&self, unit: f32) -> f32 {
        (SWATCH + 44.0) * unit + Zone::style(unit).extent(&self.label()).width
    }

    /// Draws the zone's entry in the legend with its left end at `at`; returns its width.
    pub(super) fn draw(&self, svg: &mut Svg, at: Point, unit: f32) -> f32 {
        let half = 16.0 * unit;
        let swatch = Rect::new(at.x, at.y - half, at.x + SWATCH * unit, at.y + half);
        svg.rect(swatch, 3.0, Paint::fill(self.colour).lined(INK, 1.5));
        let sign = Style::new(Face::Plain, 22.0 * unit, INK, self.colour);
        svg.text_centred(swatch.centre(), self.sign, &sign);
        svg.text(
            Point::new(swatch.right + 10.0 * unit, at.y + 9.0 * unit),
            &self.label(),
            &Zone::style(unit),
        );
        self.width(unit)
    }
}

/// The colour of a cell: that of its first zone.
pub(super) fn ground(zones: &Zones, cell: &Cell) -> Rgb {
    zones.of(cell).next().map_or(PAPER, |zone| zone.colour)
}
