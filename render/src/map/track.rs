//! Track, railheads, and the arrows of what lies beyond the map.

use super::View;
use crate::colour::{INK, PAPER};
use crate::curve::{Curve, inward};
use crate::geometry::side;
use crate::laid::Shape;
use crate::svg::{Paint, Svg, num};
use engine::board::{End, Layout};
use std::fmt::Write;

/// Width of track.
pub(super) const WIDTH: f32 = 10.0;

/// Width with its light edge.
const EDGE: f32 = 15.0;

/// All track of the views: first the light edges of all, so that none lies over the track of another.
pub(super) fn draw(svg: &mut Svg, layout: Layout, views: &[View<'_>]) {
    let (mut plain, mut state, mut arrows, mut heads) =
        (String::new(), String::new(), String::new(), String::new());
    for view in views {
        for (path, curve) in &view.laid.track {
            match area_side(view, path.a, path.b) {
                Some(edge) => arrow(layout, view, edge, &mut arrows),
                None if path.state => curve.write(view.centre, false, &mut state),
                None => curve.write(view.centre, false, &mut plain),
            }
        }
        if view.printed {
            for edge in (0..6u8).filter(|edge| view.hex.railheads & (1 << edge) != 0) {
                let start = side(layout, edge);
                Curve::line(start, start.plus(inward(layout, edge).times(17.0))).write(
                    view.centre,
                    false,
                    &mut heads,
                );
            }
        }
    }
    for d in [&plain, &state, &heads] {
        svg.path(d, Paint::line(PAPER, EDGE));
    }
    svg.path(&heads, Paint::line(INK, WIDTH));
    svg.path(&plain, Paint::line(INK, WIDTH));
    svg.path(&state, Paint::line(INK, WIDTH));
    svg.path(&state, Paint::line(PAPER, WIDTH - 5.0));
    svg.path(&arrows, Paint::fill(INK).lined(PAPER, 2.5));
}

/// The side of a path that leads beyond the map.
fn area_side(view: &View<'_>, a: End, b: End) -> Option<u8> {
    match (a, b) {
        (End::Edge(edge), End::Stop(stop)) | (End::Stop(stop), End::Edge(edge)) => view
            .laid
            .spots
            .get(usize::from(stop))
            .filter(|spot| spot.shape == Shape::Area)
            .map(|_| edge),
        _ => None,
    }
}

/// An arrow that points from a side into the hex.
fn arrow(layout: Layout, view: &View<'_>, edge: u8, d: &mut String) {
    let base = view.centre.plus(side(layout, edge));
    let ahead = inward(layout, edge);
    let across = ahead.quarter().times(WIDTH * 0.8);
    let tip = base.plus(ahead.times(30.0));
    let (left, right) = (base.plus(across), base.minus(across));
    let _ = write!(
        d,
        "M{} {}L{} {}L{} {}Z",
        num(left.x),
        num(left.y),
        num(tip.x),
        num(tip.y),
        num(right.x),
        num(right.y)
    );
}
