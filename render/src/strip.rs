//! The strip over a picture: which game, which round, which phase.

use crate::colour::{CHANGED, PAPER, Rgb, STRIP};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::scene::Scene;
use crate::svg::{Paint, Style, Svg};
use crate::text::fit;

/// Height of the strip, in units.
pub const HEIGHT: f32 = 62.0;

/// Draws the strip over a picture of that width in units. With `key` it says how changes are highlighted.
pub fn draw(svg: &mut Svg, scene: &Scene<'_>, width: f32, key: bool) {
    svg.rect(Rect::new(0.0, 0.0, width, HEIGHT), 0.0, Paint::fill(STRIP));
    let mut left = 18.0;
    let mut right = width - 18.0;
    let baseline = HEIGHT / 2.0 + 12.0;
    let style = Style::new(Face::Bold, 34.0, PAPER, STRIP).start();
    let mut put = |svg: &mut Svg, text: &str, style: Style, right: f32| {
        let text = fit(style.face, text, style.size, right - left);
        svg.text(Point::new(left, baseline), &text, &style);
        left += style.extent(&text).width + 30.0;
    };
    put(svg, &scene.definition.title, style, right);
    let accent = Style::new(Face::Bold, 34.0, Rgb(0xff, 0xd2, 0x4a), STRIP).start();
    if !scene.round.is_empty() {
        put(svg, scene.round, accent, right);
    }
    put(svg, &format!("Phase {}", scene.phase()), style, right);
    let small = Style::new(Face::Narrow, 26.0, Rgb(0xd5, 0xdd, 0xe6), STRIP).end();
    if key && !scene.changed.is_empty() {
        let text = "last turn";
        svg.text(Point::new(right, baseline - 2.0), text, &small);
        right -= small.extent(text).width + 14.0;
        let swatch = Rect::new(
            right - 26.0,
            HEIGHT / 2.0 - 12.0,
            right,
            HEIGHT / 2.0 + 12.0,
        );
        svg.rect(swatch, 3.0, Paint::line(PAPER, 8.0));
        svg.rect(swatch, 3.0, Paint::line(CHANGED, 5.0));
        right -= 26.0 + 40.0;
    }
    let room = right - left;
    if !scene.caption.is_empty() && room > 60.0 {
        let text = fit(Face::Narrow, scene.caption, 26.0, room);
        svg.text(Point::new(right, baseline - 2.0), &text, &small);
    }
}
