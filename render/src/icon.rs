//! Small pictures: terrain and forts.

use crate::colour::{INK, PAPER, Rgb};
use crate::geometry::Point;
use crate::svg::{Paint, Svg, num};
use std::fmt::Write;

/// Width of a terrain icon.
pub const WIDTH: f32 = 24.0;

/// Height of a terrain icon.
pub const HEIGHT: f32 = 18.0;

/// Draws the icon of a terrain: waves for water and rivers, a peak for anything else.
pub fn terrain(svg: &mut Svg, terrain: &str, centre: Point) {
    let at = |x: f32, y: f32| format!("{} {}", num(centre.x + x), num(centre.y + y));
    if matches!(terrain, "water" | "river" | "sea" | "lake") {
        let wave = |y: f32| {
            format!(
                "M{}C{} {} {}C{} {} {}",
                at(-11.0, y),
                at(-7.0, y - 6.5),
                at(-4.0, y - 6.5),
                at(0.0, y),
                at(4.0, y + 6.5),
                at(7.0, y + 6.5),
                at(11.0, y)
            )
        };
        let d = format!("{}{}", wave(-4.0), wave(4.5));
        svg.path(&d, Paint::line(PAPER, 6.5).round());
        svg.path(&d, Paint::line(Rgb(0x0b, 0x5f, 0xb0), 3.6).round());
    } else {
        let d = format!(
            "M{}L{}L{}L{}L{}Z",
            at(-12.0, 9.0),
            at(-3.0, -9.0),
            at(2.0, 0.0),
            at(5.0, -4.5),
            at(12.0, 9.0)
        );
        svg.path(&d, Paint::fill(Rgb(0x6b, 0x4a, 0x2f)).lined(PAPER, 1.6));
        let snow = format!("M{}L{}L{}Z", at(-5.6, -3.8), at(-3.0, -9.0), at(-0.4, -4.0));
        svg.path(&snow, Paint::fill(PAPER));
    }
}

/// Draws a fort, 18 units wide and high at a scale of 1.
pub fn fort(svg: &mut Svg, centre: Point, scale: f32) {
    let steps = [
        (-9.0, 9.0),
        (-9.0, -9.0),
        (-5.2, -9.0),
        (-5.2, -5.0),
        (-2.0, -5.0),
        (-2.0, -9.0),
        (2.0, -9.0),
        (2.0, -5.0),
        (5.2, -5.0),
        (5.2, -9.0),
        (9.0, -9.0),
        (9.0, 9.0),
    ];
    let mut d = String::new();
    for (index, (x, y)) in steps.into_iter().enumerate() {
        let at = centre.plus(Point::new(x, y).times(scale));
        let _ = write!(
            d,
            "{}{} {}",
            if index == 0 { 'M' } else { 'L' },
            num(at.x),
            num(at.y)
        );
    }
    d.push('Z');
    let wall = Paint::fill(Rgb(0x8e, 0x1b, 0x1b));
    svg.path(&d, wall.lined(PAPER, 1.6 * scale));
    let foot = centre.plus(Point::new(-3.2, 9.0).times(scale));
    let (up, round) = (num(6.0 * scale), num(3.2 * scale));
    let gate = format!(
        "M{} {}v-{up}a{round} {round} 0 0 1 {} 0v{up}z",
        num(foot.x),
        num(foot.y),
        num(6.4 * scale)
    );
    svg.path(&gate, Paint::fill(INK));
}
