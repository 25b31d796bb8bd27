//! The strip over a picture: which game, which round, which phase.

use crate::colour::{CHANGED, PAPER, Rgb, STRIP, TRIAL};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::scene::Scene;
use crate::svg::{Paint, Style, Svg};
use crate::text::{clean, fit};

/// Height of the strip, in units.
pub const HEIGHT: f32 = 62.0;

/// Room at the ends.
const MARGIN: f32 = 18.0;

/// Room between words.
const GAP: f32 = 30.0;

/// Draws the strip over a picture of that width in units. With `key` it says how changes are highlighted.
pub fn draw(svg: &mut Svg, scene: &Scene<'_>, width: f32, key: bool) {
    let ground = ground(scene);
    if scene.trial {
        svg.frame(TRIAL);
    }
    svg.rect(Rect::new(0.0, 0.0, width, HEIGHT), 0.0, Paint::fill(ground));
    let mut right = width - MARGIN;
    let small = Style::new(Face::Narrow, 26.0, Rgb(0xd5, 0xdd, 0xe6), ground).end();
    let baseline = HEIGHT / 2.0 + 10.0;
    if key && width > 700.0 {
        let text = match scene.since {
            Some(move_) => format!("since move {move_}"),
            None if scene.trial => "tried".to_string(),
            None => "last turn".to_string(),
        };
        svg.text(Point::new(right, baseline), &text, &small);
        right -= small.extent(&text).width + 14.0;
        let (top, bottom) = (HEIGHT / 2.0 - 12.0, HEIGHT / 2.0 + 12.0);
        let swatch = Rect::new(right - 26.0, top, right, bottom);
        svg.rect(swatch, 3.0, Paint::line(PAPER, 8.0));
        svg.rect(swatch, 3.0, Paint::line(CHANGED, 5.0));
        right -= 26.0 + 40.0;
    }
    // The caption says how old the picture is: it keeps its room, up to two fifths of the strip.
    let text = match scene.caption.trim() {
        "" => String::new(),
        caption => clean(Face::Narrow, caption),
    };
    let wanted = match text.is_empty() {
        true => 0.0,
        false => small.extent(&text).width + GAP,
    };
    let room = right - MARGIN;
    if wanted > room && wanted > 0.0 {
        stacked(svg, scene, &text, room);
        return;
    }
    let left = heading(svg, scene, room - wanted.min(0.4 * room), HEIGHT / 2.0);
    let room = right - left;
    if !text.is_empty() && room > 60.0 {
        // As one line it is at least this large, or it stands in two; whose trial it is stands in two at once.
        let least = if scene.trial { 26.0 } else { 17.0 };
        if 26.0 * room < least * (wanted - GAP) && text.contains(" · ") {
            let half = halves(&text);
            let widest = half
                .iter()
                .map(|line| small.extent(line).width)
                .fold(1.0, f32::max);
            let size = (26.0 * room / widest).clamp(17.0, 22.0);
            let small = Style { size, ..small };
            for (line, up) in half.iter().zip([16.0, -9.0]) {
                let text = fit(Face::Narrow, line, size, room);
                svg.text(Point::new(right, baseline - up), &text, &small);
            }
        } else {
            let size = (26.0 * room / (wanted - GAP)).clamp(17.0, 26.0);
            let text = fit(Face::Narrow, scene.caption, size, room);
            let small = Style { size, ..small };
            svg.text(Point::new(right, baseline), &text, &small);
        }
    }
}

/// A narrow strip: the caption stands below the heading, each as large as the room allows.
fn stacked(svg: &mut Svg, scene: &Scene<'_>, caption: &str, room: f32) {
    heading(svg, scene, room, 0.3 * HEIGHT);
    let wide = Style::new(Face::Narrow, 26.0, Rgb(0xd5, 0xdd, 0xe6), ground(scene)).start();
    let size = (26.0 * room / wide.extent(caption).width).min(22.0);
    let style = Style { size, ..wide };
    let baseline = 0.74 * HEIGHT + 0.36 * size;
    svg.text(Point::new(MARGIN, baseline), caption, &style);
}

/// A caption in two lines, parted where it says so.
fn halves(caption: &str) -> [String; 2] {
    let parts: Vec<&str> = caption.split(" · ").collect();
    let (first, second) = parts.split_at(parts.len().div_ceil(2));
    [first.join(" · "), second.join(" · ")]
}

fn ground(scene: &Scene<'_>) -> Rgb {
    if scene.trial { TRIAL } else { STRIP }
}

/// Title, round and phase about that height, as large as the room allows; returns where the next word may begin. A trial is called so
/// instead of by its title.
fn heading(svg: &mut Svg, scene: &Scene<'_>, room: f32, middle: f32) -> f32 {
    let plain = Style::new(Face::Bold, 34.0, PAPER, ground(scene)).start();
    let accent = Style {
        colour: Rgb(0xff, 0xd2, 0x4a),
        ..plain
    };
    let phase = format!("Phase {}", scene.phase());
    let first = if scene.trial {
        "TRIAL"
    } else {
        scene.definition.title.as_str()
    };
    let words = [
        (first, plain),
        (scene.round, accent),
        (phase.as_str(), plain),
    ];
    let words = words.iter().filter(|(text, _)| !text.is_empty());
    let whole: f32 = words
        .clone()
        .map(|(text, style)| style.extent(&clean(style.face, text)).width + GAP)
        .sum();
    let largest = if middle < HEIGHT / 2.0 { 0.8 } else { 1.0 };
    let factor = (room / (whole - GAP)).min(largest);
    let mut left = MARGIN;
    for (text, style) in words {
        let style = Style {
            size: style.size * factor,
            ..*style
        };
        let text = clean(style.face, text);
        let baseline = middle + 0.36 * style.size;
        svg.text(Point::new(left, baseline), &text, &style);
        left += style.extent(&text).width + GAP * factor;
    }
    left
}
