//! Runs drawn over the map, each in its own colour and dash.

use super::View;
use crate::colour::{INK, PAPER, Rgb};
use crate::curve::Curve;
use crate::geometry::Point;
use crate::scene::Scene;
use crate::svg::{Paint, Svg, num};
use engine::action::RunStep;
use engine::board::{End, Map};
use engine::ids::HexId;
use std::fmt::Write;

/// Looks of runs, in turn: colour, dash and gap in units (0 for a whole line). Told apart without colour, too; from
/// the seventh run on they come again, with a dark edge.
const LOOKS: [(Rgb, f32, f32); 6] = [
    (Rgb(0x00, 0x6c, 0xff), 0.0, 0.0),
    (Rgb(0xe8, 0x00, 0x2d), 15.0, 7.0),
    (Rgb(0xa0, 0x00, 0xd8), 1.0, 10.0),
    (Rgb(0xff, 0x8a, 0x00), 24.0, 10.0),
    (Rgb(0x00, 0x9a, 0x8a), 7.0, 8.0),
    (Rgb(0xff, 0x3d, 0xb5), 34.0, 9.0),
];

/// Width of a run's line, and of its light edge.
const WIDTH: (f32, f32) = (7.0, 11.0);

/// The look of the run of that number, for the map and the legend.
pub(super) fn paints(index: usize) -> (Paint, Paint) {
    let (colour, dash, gap) = LOOKS[index % LOOKS.len()];
    let line = Paint::line(colour, WIDTH.0).round();
    // The looks come again with a dark edge.
    let edge = match (index / LOOKS.len()) % 2 {
        0 => PAPER,
        _ => INK,
    };
    (
        Paint::line(edge, WIDTH.1).round(),
        if dash > 0.0 {
            line.dashed(dash, gap)
        } else {
            line
        },
    )
}

/// A run as it was drawn: its pieces by hex.
pub(super) struct Drawn {
    pieces: Vec<(HexId, Curve)>,
}

impl Drawn {
    /// Points of the run in a view, seen from its centre.
    pub(super) fn points_in<'a>(&'a self, view: &'a View<'_>) -> impl Iterator<Item = Point> + 'a {
        self.pieces
            .iter()
            .filter(|(hex, _)| *hex == view.id)
            .flat_map(|(_, curve)| curve.samples(6.0))
    }
}

/// Draws the scene's runs. Where several use the same track they lie side by side.
pub(super) fn draw(svg: &mut Svg, scene: &Scene<'_>, views: &[View<'_>]) -> Vec<Drawn> {
    let runs: Vec<Drawn> = scene
        .routes
        .iter()
        .map(|run| Drawn {
            pieces: pieces(&scene.definition.map, views, &run.run.steps),
        })
        .collect();
    for index in 0..runs.len() {
        let d = line(&runs, index, views);
        let (edge, paint) = paints(index);
        svg.path(&d, edge);
        svg.path(&d, paint);
    }
    runs
}

/// The line of a run as an SVG path.
fn line(runs: &[Drawn], index: usize, views: &[View<'_>]) -> String {
    let mut d = String::new();
    let mut last: Option<Point> = None;
    for (hex, curve) in &runs[index].pieces {
        let Some(view) = views.iter().find(|view| view.id == *hex) else {
            last = None;
            continue;
        };
        let aside = aside(runs, index, *hex, curve);
        let points: Vec<Point> = (0..=10u8)
            .map(|step| {
                let part = f32::from(step) / 10.0;
                let normal = curve.direction(part.clamp(0.01, 0.99)).quarter();
                view.centre.plus(curve.at(part)).plus(normal.times(aside))
            })
            .collect();
        for (at, point) in points.iter().enumerate() {
            let joined = at > 0 || last.is_some_and(|last| last.minus(*point).length() < 12.0);
            let _ = write!(
                d,
                "{}{} {}",
                if joined { 'L' } else { 'M' },
                num(point.x),
                num(point.y)
            );
        }
        last = points.last().copied();
    }
    d
}

/// How far a run lies aside of a piece of track, to the left of its way: 0 where it is alone.
fn aside(runs: &[Drawn], index: usize, hex: HexId, curve: &Curve) -> f32 {
    let ends = (curve.at(0.0), curve.at(1.0));
    let near = |a: Point, b: Point| a.minus(b).length() < 1.0;
    // Who uses the piece, and whether in the same direction.
    let users: Vec<(usize, bool)> = runs
        .iter()
        .enumerate()
        .filter_map(|(user, run)| {
            run.pieces.iter().find_map(|(other, piece)| {
                let theirs = (piece.at(0.0), piece.at(1.0));
                if *other != hex {
                    None
                } else if near(theirs.0, ends.0) && near(theirs.1, ends.1) {
                    Some((user, true))
                } else if near(theirs.0, ends.1) && near(theirs.1, ends.0) {
                    Some((user, false))
                } else {
                    None
                }
            })
        })
        .collect();
    let place = users.iter().position(|(user, _)| *user == index);
    let (Some(place), Some((_, along))) = (place, users.first()) else {
        return 0.0;
    };
    let aside = (place as f32 - (users.len() as f32 - 1.0) / 2.0) * (WIDTH.0 + 2.0);
    if *along { aside } else { -aside }
}

/// The pieces of track that a run uses, in order.
fn pieces(map: &Map, views: &[View<'_>], steps: &[RunStep]) -> Vec<(HexId, Curve)> {
    let mut out = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let Some(view) = views.iter().find(|view| view.id == step.hex) else {
            continue;
        };
        let before = index.checked_sub(1).and_then(|at| steps.get(at));
        let after = steps.get(index + 1);
        let end = |other: Option<&RunStep>| -> Option<End> {
            let other = other?;
            if other.hex == step.hex {
                other.stop.map(End::Stop)
            } else {
                map.edge_between(step.hex, other.hex).map(End::Edge)
            }
        };
        let mut way = |from: End, to: End| match view.laid.way(from, to) {
            Some(curve) => out.push((step.hex, curve)),
            None => {
                // Over a switch.
                for (a, b) in [(from, End::Junction), (End::Junction, to)] {
                    if let Some(curve) = view.laid.way(a, b) {
                        out.push((step.hex, curve));
                    }
                }
            }
        };
        match step.stop.map(End::Stop) {
            None => {
                if let (Some(from), Some(to)) = (end(before), end(after)) {
                    way(from, to);
                }
            }
            Some(stop) => {
                // From a stop of the same hex the piece is drawn once, on the way in.
                if let Some(from) = end(before) {
                    way(from, stop);
                }
                if let Some(to @ End::Edge(_)) = end(after) {
                    way(stop, to);
                }
            }
        }
    }
    out
}
