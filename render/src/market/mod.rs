//! The stock market: one line folded to be read on a phone, or a chart of rows and columns.

mod field;
mod zones;

use crate::colour::{GROUND, INK, Rgb, SOFT_INK, STOP};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::station;
use crate::scene::{Change, Scene};
use crate::strip;
use crate::svg::{Paint, Picture, Style, Svg};
use crate::text::wrap;
use engine::finance::{Chart, Dir};
use engine::ids::CellId;
use field::{Look, draw as draw_field};
use zones::Zones;

/// Room round the chart, in units.
const MARGIN: f32 = 12.0;

/// Cells of a line when a single row is folded.
const FOLD: usize = 12;

/// A chart wider than this is drawn small at the usual width.
const WIDE: f32 = 1240.0;

/// Height of a line of the legend.
const LINE: f32 = 42.0;

/// The chart as lines of fields.
struct Grid {
    lines: Vec<Vec<Option<CellId>>>,
    columns: usize,
    /// The chart has one row.
    single: bool,
}

impl Grid {
    fn new(chart: &Chart) -> Grid {
        let rows = chart.cells().map(|(_, cell)| cell.row).max().unwrap_or(0) + 1;
        let columns = chart
            .cells()
            .map(|(_, cell)| cell.column)
            .max()
            .unwrap_or(0)
            + 1;
        let mut lines: Vec<Vec<Option<CellId>>> = (0..rows)
            .map(|row| (0..columns).map(|column| chart.find(row, column)).collect())
            .collect();
        let mut columns = usize::from(columns);
        let single = rows == 1;
        if single && columns > FOLD + 2 {
            let folds = columns.div_ceil(FOLD);
            columns = columns.div_ceil(folds);
            lines = lines
                .concat()
                .chunks(columns)
                .map(<[Option<CellId>]>::to_vec)
                .collect();
        }
        Grid {
            lines,
            columns,
            single,
        }
    }
}

/// The stock market at a width in pixels.
pub fn market(scene: &Scene<'_>, width: u32) -> Picture {
    let chart = &scene.definition.chart;
    let grid = Grid::new(chart);
    let look = Look::new(grid.columns, grid.single);
    let room = look.width * grid.columns as f32 + 2.0 * MARGIN;
    let heights: Vec<f32> = grid
        .lines
        .iter()
        .map(|line| {
            let deepest = line
                .iter()
                .flatten()
                .map(|cell| field::entries(scene, *cell))
                .max()
                .unwrap_or(0);
            look.height(deepest)
        })
        .collect();
    let zones = Zones::new(chart);
    let top = strip::HEIGHT + MARGIN;
    let gap = if grid.single { 14.0 } else { 0.0 };
    let chart_height: f32 = heights.iter().sum::<f32>() + gap * (heights.len() as f32 - 1.0);
    let legend = Legend::new(scene, &zones, room);
    let height = top + chart_height + MARGIN + legend.height() + MARGIN;
    let mut svg = Svg::new((room, height), width, GROUND);
    let key = scene
        .changed
        .iter()
        .any(|change| matches!(change, Change::Marker(_)));
    strip::draw(&mut svg, scene, room, key);
    let mut y = top;
    for (line, height) in grid.lines.iter().zip(&heights) {
        for (column, cell) in line.iter().enumerate() {
            if let Some(cell) = cell {
                let left = MARGIN + look.width * column as f32;
                let rect = Rect::new(left, y, left + look.width, y + height);
                draw_field(&mut svg, scene, &zones, &look, *cell, rect);
            }
        }
        y += height + gap;
    }
    ledges(&mut svg, chart, &grid, &look, &heights, top);
    if !grid.single {
        lowest(&mut svg, chart, &grid, &look, &heights, top);
    }
    legend.draw(&mut svg, scene, &zones, top + chart_height + MARGIN);
    svg.finish()
}

/// Sides that no marker crosses although there is a cell beyond.
fn ledges(svg: &mut Svg, chart: &Chart, grid: &Grid, look: &Look, heights: &[f32], top: f32) {
    if grid.single {
        return;
    }
    let mut y = top;
    for (row, height) in heights.iter().enumerate() {
        for column in 0..grid.columns {
            let at = |row: usize, column: usize| chart.find(row as u8, column as u8);
            let Some(here) = at(row, column) else {
                continue;
            };
            let right = MARGIN + look.width * (column as f32 + 1.0);
            if at(row, column + 1).is_some() && chart.step(here, Dir::Right).is_none() {
                let (from, to) = (
                    Point::new(right, y + 2.0),
                    Point::new(right, y + height - 2.0),
                );
                svg.line(from, to, Paint::line(STOP, 7.0).round());
            }
            if at(row + 1, column).is_some() && chart.step(here, Dir::Down).is_none() {
                let below = y + height;
                let from = Point::new(right - look.width + 2.0, below);
                let to = Point::new(right - 2.0, below);
                svg.line(from, to, Paint::line(STOP, 7.0).round());
            }
        }
        y += height;
    }
}

/// Colour of the bar under the lowest cell of a column.
const BAR: Rgb = Rgb(0x6b, 0x22, 0x2a);

/// A bar under the lowest cell of each column: the ledge on which a price that falls comes to rest.
fn lowest(svg: &mut Svg, chart: &Chart, grid: &Grid, look: &Look, heights: &[f32], top: f32) {
    let mut below = top;
    for (row, height) in heights.iter().enumerate() {
        below += height;
        for column in 0..grid.columns {
            let at = |row: usize| chart.find(row as u8, column as u8);
            if at(row).is_some() && at(row + 1).is_none() {
                let left = MARGIN + look.width * column as f32;
                let rect = Rect::new(
                    left + 2.0,
                    below - 8.0,
                    left + look.width - 2.0,
                    below - 1.0,
                );
                svg.rect(rect, 0.0, Paint::fill(BAR));
            }
        }
    }
}

/// Whose price moved, from where to where.
fn moved(scene: &Scene<'_>) -> Option<String> {
    let moves: Vec<String> = (scene.moved.iter())
        .filter_map(|(company, from)| {
            let to = scene.shared.markers.cell(*company)?;
            let chart = &scene.definition.chart;
            let id = &scene.definition.at(*company).id;
            Some(format!("{id} {} → {}", chart.price(*from), chart.price(to)))
        })
        .collect();
    (!moves.is_empty()).then(|| format!("Last turn: {}", moves.join(", ")))
}

/// What stands under the chart: operating order, zones, what moves a price.
struct Legend {
    /// Companies a line of the operating order.
    per_line: usize,
    order_lines: usize,
    zone_lines: usize,
    notes: Vec<String>,
    width: f32,
    /// How much larger than usual it is: a wide chart is drawn small.
    unit: f32,
}

/// Width of a company in the operating order, and height of its line.
const STEP: (f32, f32) = (86.0, 62.0);

/// Room before the operating order.
const BEFORE: f32 = 150.0;

impl Legend {
    fn new(scene: &Scene<'_>, zones: &Zones, width: f32) -> Legend {
        let unit = (width / WIDE).max(1.0);
        let room = width - 2.0 * MARGIN;
        let rows = scene.definition.chart.cells().map(|(_, cell)| cell.row);
        let bars = (rows.max() > Some(0))
            .then(|| "A thick line: a ledge, the price falls no further".to_string());
        let per_line = (((room - BEFORE * unit) / (STEP.0 * unit)) as usize).max(1);
        let notes = moved(scene)
            .iter()
            .chain(scene.market_notes)
            .chain(bars.as_ref())
            .flat_map(|note| wrap(Face::Narrow, note, 26.0 * unit, room, 3))
            .collect();
        Legend {
            per_line,
            order_lines: scene.order.len().div_ceil(per_line),
            zone_lines: zones.lines(room, unit).len(),
            notes,
            width,
            unit,
        }
    }

    fn height(&self) -> f32 {
        let lines = (self.zone_lines + self.notes.len()) as f32 * LINE;
        (self.order_lines as f32 * STEP.1 + lines) * self.unit
    }

    fn draw(&self, svg: &mut Svg, scene: &Scene<'_>, zones: &Zones, top: f32) {
        let unit = self.unit;
        let mut y = top;
        let style = Style::new(Face::Bold, 26.0 * unit, INK, GROUND).start();
        for (line, companies) in scene.order.chunks(self.per_line).enumerate() {
            let middle = y + 31.0 * unit;
            if line == 0 {
                let at = Point::new(MARGIN, middle + 9.0 * unit);
                svg.text(at, "Operates", &style);
            }
            for (column, &company) in companies.iter().enumerate() {
                let x = MARGIN + (BEFORE + STEP.0 * column as f32) * unit;
                let number = line * self.per_line + column + 1;
                let small = Style::new(Face::Narrow, 22.0 * unit, SOFT_INK, GROUND).end();
                svg.text(
                    Point::new(x + 27.0 * unit, middle + 8.0 * unit),
                    &number.to_string(),
                    &small,
                );
                station(
                    svg,
                    scene.definition,
                    company,
                    Point::new(x + 56.0 * unit, middle),
                    25.0 * unit,
                );
            }
            y += STEP.1 * unit;
        }
        let line = LINE * unit;
        for zone_line in zones.lines(self.width - 2.0 * MARGIN, unit) {
            let mut x = MARGIN;
            for zone in zone_line {
                x += zone.draw(svg, Point::new(x, y + line / 2.0), unit);
            }
            y += line;
        }
        for note in &self.notes {
            let style = Style::new(Face::Narrow, 26.0 * unit, Rgb(0x22, 0x2a, 0x33), GROUND);
            let at = Point::new(MARGIN, y + line / 2.0 + 9.0 * unit);
            svg.text(at, note, &style.start());
            y += line;
        }
    }
}
