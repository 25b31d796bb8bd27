//! Line charts: what players are worth and what companies earn, round by round.

use crate::colour::{GROUND, INK, PAPER, Rgb, SOFT_INK, STRIP};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::{colours, squeezed, station};
use crate::mark;
use crate::svg::{Paint, Picture, Style, Svg, num};
use crate::text::{clean, fit};
use engine::Definition;
use engine::ids::{CompanyId, Seat};
use std::fmt::Write;

/// Whose a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A player's: his seat, letters and name.
    Player(Seat, String, String),
    /// A company's.
    Company(CompanyId),
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartLine {
    /// Whose it is.
    pub subject: Subject,
    /// Values by column; columns without a value are left out of the line.
    pub values: Vec<Option<i32>>,
}

/// A chart of values over rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What tells it from another: game and number of the move.
    pub caption: String,
    /// Names of the columns: rounds.
    pub columns: Vec<String>,
    /// The lines.
    pub lines: Vec<ChartLine>,
}

/// Width of a chart, in units.
const WIDTH: f32 = 1080.0;

/// Room for the names at the lines' ends.
const NAMES: f32 = 300.0;

/// Room for the values at the left.
const SCALE: f32 = 118.0;

/// Height of a name.
const NAME: f32 = 46.0;

/// Height of the strip.
const TOP: f32 = 62.0;

/// A line's end that wants a name.
struct End {
    line: usize,
    from: Point,
    y: f32,
}

/// A chart at a width in pixels.
pub fn chart(definition: &Definition, chart: &Chart, width: u32) -> Picture {
    let height = 700.0f32.max(NAME * chart.lines.len() as f32 + 60.0);
    let plot = Rect::new(SCALE, TOP + 34.0, WIDTH - NAMES, TOP + 34.0 + height);
    let mut svg = Svg::new((WIDTH, plot.bottom + 62.0), width, GROUND);
    heading(&mut svg, chart);
    svg.rect(plot, 0.0, Paint::fill(PAPER).crisp());
    let (low, high, step) = scale(chart);
    let y = |value: i32| {
        let part = (value - low) as f32 / (high - low).max(1) as f32;
        plot.bottom - 14.0 - part * (plot.height() - 28.0)
    };
    let last = chart.columns.len().saturating_sub(1).max(1);
    let x = |column: usize| plot.left + 22.0 + (plot.width() - 82.0) * column as f32 / last as f32;
    grid(&mut svg, definition, plot, (low, high, step), y);
    columns(&mut svg, chart, plot, x);
    let (mut ends, mut over): (Vec<End>, Vec<End>) = (Vec::new(), Vec::new());
    for (index, line) in chart.lines.iter().enumerate() {
        let points: Vec<(usize, Point)> = (line.values.iter().enumerate())
            .filter_map(|(column, value)| Some((column, Point::new(x(column), y((*value)?)))))
            .collect();
        draw_line(&mut svg, definition, &line.subject, index, &points);
        if let Some((column, from)) = points.last() {
            let end = End {
                line: index,
                from: *from,
                y: from.y,
            };
            if *column + 1 >= chart.columns.len() {
                ends.push(end);
            } else {
                over.push(end);
            }
        }
    }
    // Markers lie over all lines.
    for (index, line) in chart.lines.iter().enumerate() {
        let count = line.values.iter().flatten().count();
        let every = count.div_ceil(14).max(1);
        for (column, value) in line.values.iter().enumerate() {
            if let Some(value) = value
                && column % every == 0
            {
                let at = Point::new(x(column), y(*value));
                marker(&mut svg, definition, &line.subject, index, at, None);
            }
        }
    }
    early(&mut svg, definition, chart, &over);
    spread(&mut ends, plot);
    for end in &ends {
        if let Some(line) = chart.lines.get(end.line) {
            name(&mut svg, definition, line, end, plot);
        }
    }
    svg.finish()
}

fn heading(svg: &mut Svg, chart: &Chart) {
    svg.rect(Rect::new(0.0, 0.0, WIDTH, TOP), 0.0, Paint::fill(STRIP));
    let small = Style::new(Face::Narrow, 26.0, Rgb(0xd5, 0xdd, 0xe6), STRIP).end();
    let mut caption = String::new();
    if !chart.caption.is_empty() {
        caption = fit(Face::Narrow, &chart.caption, 26.0, 420.0);
        svg.text(Point::new(WIDTH - 18.0, TOP / 2.0 + 9.5), &caption, &small);
    }
    if chart.title.is_empty() {
        return;
    }
    let room = WIDTH - 60.0 - small.extent(&caption).width;
    let style = Style::new(Face::Bold, 34.0, PAPER, STRIP).start();
    let title = clean(Face::Bold, &chart.title);
    let style = squeezed(style, &title, room);
    svg.text(Point::new(18.0, TOP / 2.0 + 12.0), &title, &style);
}

/// Least and most value of the scale, and the step between its lines.
fn scale(chart: &Chart) -> (i32, i32, i32) {
    let values = || {
        chart
            .lines
            .iter()
            .flat_map(|line| line.values.iter().flatten().copied())
    };
    let least = values().min().unwrap_or(0).min(0);
    let most = values().max().unwrap_or(0).max(least + 10);
    let rough = (most - least) / 8;
    let mut step = 10;
    for next in [
        20, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 50_000,
    ] {
        if step <= rough {
            step = next;
        }
    }
    while step <= rough {
        step = step.saturating_mul(2);
    }
    let low = least.div_euclid(step) * step;
    let high = (most + step - 1).div_euclid(step) * step;
    (low, high, step)
}

fn grid(
    svg: &mut Svg,
    definition: &Definition,
    plot: Rect,
    (low, high, step): (i32, i32, i32),
    y: impl Fn(i32) -> f32,
) {
    let style = Style::new(Face::Narrow, 24.0, SOFT_INK, GROUND).end();
    let mut value = low;
    while value <= high {
        let at = y(value);
        let (colour, line) = if value == 0 {
            (Rgb(0x55, 0x5a, 0x60), 2.4)
        } else {
            (Rgb(0xcc, 0xd2, 0xd8), 1.6)
        };
        svg.line(
            Point::new(plot.left, at),
            Point::new(plot.right, at),
            Paint::line(colour, line),
        );
        let text = definition.money.print(value);
        let style = squeezed(style, &text, SCALE - 24.0);
        svg.text(Point::new(plot.left - 12.0, at + 8.5), &text, &style);
        value = value.saturating_add(step);
    }
}

/// Names of the columns, as many as find room, the last always.
fn columns(svg: &mut Svg, chart: &Chart, plot: Rect, x: impl Fn(usize) -> f32) {
    let style = Style::new(Face::Narrow, 24.0, SOFT_INK, GROUND);
    let mut free = f32::MAX;
    for (column, name) in chart.columns.iter().enumerate().rev() {
        let half = style.extent(&clean(Face::Narrow, name)).width / 2.0;
        let at = x(column).min(WIDTH - half - 6.0).max(half + 6.0);
        let tick = Point::new(x(column), plot.bottom);
        let shown = at + half + 14.0 <= free;
        let length = if shown { 10.0 } else { 5.0 };
        let paint = Paint::line(Rgb(0x55, 0x5a, 0x60), 2.0);
        svg.line(tick, tick.plus(Point::new(0.0, length)), paint);
        if shown {
            svg.text(Point::new(at, plot.bottom + 36.0), name, &style);
            free = at - half;
        }
    }
}

/// The colour of a line: company colours too pale for a line on white are darkened, white ones get another.
fn line_colour(definition: &Definition, subject: &Subject, index: usize) -> Rgb {
    match subject {
        Subject::Player(seat, ..) => mark::colour(*seat),
        Subject::Company(company) => {
            let (mut colour, _) = colours(definition, *company);
            if colour.contrast(PAPER) < 1.05 {
                return mark::line_colour(index);
            }
            while colour.contrast(PAPER) < 2.2 {
                colour = colour.mix(INK, 0.18);
            }
            colour
        }
    }
}

fn draw_line(
    svg: &mut Svg,
    definition: &Definition,
    subject: &Subject,
    index: usize,
    points: &[(usize, Point)],
) {
    let mut d = String::new();
    for (at, (_, point)) in points.iter().enumerate() {
        let _ = write!(
            d,
            "{}{} {}",
            if at == 0 { 'M' } else { 'L' },
            num(point.x),
            num(point.y)
        );
    }
    let colour = line_colour(definition, subject, index);
    let (dash, gap) = match subject {
        Subject::Player(seat, ..) => mark::dash(seat.index()),
        Subject::Company(_) => mark::dash(index),
    };
    let paint = Paint::line(colour, 5.0).round();
    let paint = if dash > 0.0 {
        paint.dashed(dash, gap)
    } else {
        paint
    };
    svg.path(&d, paint);
}

/// Draws the marker of a line: a small one, or one with letters and that radius.
fn marker(
    svg: &mut Svg,
    definition: &Definition,
    subject: &Subject,
    index: usize,
    at: Point,
    named: Option<f32>,
) {
    match (subject, named) {
        (Subject::Player(seat, letters, _), Some(radius)) => {
            mark::draw(svg, *seat, letters, at, radius);
        }
        (Subject::Player(seat, ..), None) => mark::draw(svg, *seat, "", at, 9.0),
        (Subject::Company(company), Some(radius)) => {
            let ring = line_colour(definition, subject, index);
            svg.circle(at, radius + 3.0, Paint::fill(ring));
            station(svg, definition, *company, at, radius - 1.0);
        }
        (Subject::Company(_), None) => {
            let colour = line_colour(definition, subject, index);
            svg.circle(at, 6.5, Paint::fill(colour).lined(PAPER, 1.6));
        }
    }
}

/// Names of lines that end before the last column, where they end; side by side where several end in one place.
fn early(svg: &mut Svg, definition: &Definition, chart: &Chart, ends: &[End]) {
    let mut taken: Vec<Point> = Vec::new();
    for end in ends {
        let mut at = end.from;
        while taken.iter().any(|other| other.minus(at).length() < 32.0) {
            at.x += 33.0;
        }
        taken.push(at);
        if let Some(line) = chart.lines.get(end.line) {
            marker(svg, definition, &line.subject, end.line, at, Some(15.0));
        }
    }
}

/// Moves the names apart, none out of the plot: in the order of the ends, each as near to its own as may be.
fn spread(ends: &mut [End], plot: Rect) {
    ends.sort_by(|a, b| a.from.y.total_cmp(&b.from.y).then(a.line.cmp(&b.line)));
    let (top, bottom) = (plot.top + NAME / 2.0, plot.bottom - NAME / 2.0);
    let mut least = top;
    for end in ends.iter_mut() {
        end.y = end.from.y.max(least);
        least = end.y + NAME;
    }
    let mut most = bottom;
    for end in ends.iter_mut().rev() {
        end.y = end.y.min(most);
        most = end.y - NAME;
    }
}

/// The name of a line beside its end, with its last value.
fn name(svg: &mut Svg, definition: &Definition, line: &ChartLine, end: &End, plot: Rect) {
    let at = Point::new(plot.right + 40.0, end.y);
    let colour = line_colour(definition, &line.subject, end.line);
    let paint = Paint::line(colour, 2.2).dashed(3.0, 5.0);
    svg.line(end.from, Point::new(plot.right + 2.0, end.y), paint);
    svg.line(
        Point::new(plot.right + 2.0, end.y),
        Point::new(at.x - 18.0, end.y),
        paint,
    );
    marker(svg, definition, &line.subject, end.line, at, Some(18.0));
    let value = line.values.iter().flatten().last().copied().unwrap_or(0);
    let value = definition.money.print(value);
    let style = Style::new(Face::Narrow, 26.0, INK, GROUND).end();
    let right = WIDTH - 14.0;
    svg.text(Point::new(right, at.y + 9.5), &value, &style);
    let room = right - style.extent(&value).width - 12.0 - (at.x + 30.0);
    let words = match &line.subject {
        Subject::Player(_, _, name) => name.as_str(),
        Subject::Company(_) => return,
    };
    let style = Style::new(Face::Narrow, 26.0, INK, GROUND).start();
    let words = fit(Face::Narrow, words, 26.0, room);
    svg.text(Point::new(at.x + 30.0, at.y + 9.5), &words, &style);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i32]) -> Chart {
        Chart {
            lines: vec![ChartLine {
                subject: Subject::Player(Seat(0), "A".into(), "Anna".into()),
                values: values.iter().copied().map(Some).collect(),
            }],
            ..Chart::default()
        }
    }

    #[test]
    fn scales_have_few_round_steps() {
        assert_eq!(scale(&of(&[])), (0, 10, 10));
        assert_eq!(scale(&of(&[0, 290])), (0, 300, 50));
        assert_eq!(scale(&of(&[480, 6200])), (0, 7000, 1000));
        for most in (1..2_000_000).step_by(7_919) {
            let (low, high, step) = scale(&of(&[0, most]));
            assert!(low == 0 && high >= most && high - most < step);
            assert!(
                (1..=13).contains(&(high / step)),
                "{most}: {high} by {step}"
            );
        }
        let (low, high, _) = scale(&of(&[-130, 40]));
        assert!(low <= -130 && high >= 40);
    }

    #[test]
    fn names_keep_apart_and_inside() {
        let plot = Rect::new(0.0, 0.0, 100.0, 700.0);
        let mut ends: Vec<End> = [690.0, 695.0, 100.0, 101.0, 102.0, 698.0]
            .into_iter()
            .enumerate()
            .map(|(line, y)| End {
                line,
                from: Point::new(0.0, y),
                y,
            })
            .collect();
        spread(&mut ends, plot);
        for pair in ends.windows(2) {
            assert!(pair[1].y - pair[0].y >= NAME - 0.01);
        }
        assert!(ends[0].y >= plot.top && ends[5].y <= plot.bottom - NAME / 2.0 + 0.01);
    }
}
