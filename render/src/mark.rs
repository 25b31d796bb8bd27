//! Players' marks: a colour, a shape and a letter each, so that one of them is enough to tell players apart.

use crate::colour::{INK, PAPER, Rgb};
use crate::font::Face;
use crate::geometry::Point;
use crate::map::squeezed;
use crate::svg::{Paint, Style, Svg, num};
use engine::ids::Seat;
use std::fmt::Write;

/// Colours by seat: told apart by most colour-blind people, too (after Okabe and Ito).
const COLOURS: [Rgb; 7] = [
    Rgb(0x00, 0x5f, 0xa8),
    Rgb(0xe6, 0x9f, 0x00),
    Rgb(0x00, 0x8f, 0x68),
    Rgb(0xcc, 0x5f, 0xa0),
    Rgb(0x26, 0x26, 0x26),
    Rgb(0xd5, 0x4e, 0x00),
    Rgb(0x6a, 0xbd, 0xee),
];

/// Corners of the shapes by seat, and the angle of the first; none is a disc.
const SHAPES: [(u8, f32); 7] = [
    (0, 0.0),
    (4, 45.0),
    (3, -90.0),
    (4, 0.0),
    (6, 0.0),
    (3, 90.0),
    (5, -90.0),
];

/// Dashes of lines by seat: length and gap in units; 0 for a whole line.
const DASHES: [(f32, f32); 7] = [
    (0.0, 0.0),
    (18.0, 9.0),
    (4.0, 9.0),
    (30.0, 10.0),
    (10.0, 6.0),
    (24.0, 16.0),
    (2.0, 5.0),
];

/// The colour of the line of that number, where its subject has none that shows.
pub fn line_colour(index: usize) -> Rgb {
    COLOURS[index % COLOURS.len()]
}

/// The colour of a seat.
pub fn colour(seat: Seat) -> Rgb {
    COLOURS[seat.index() % COLOURS.len()]
}

/// The dash of the line of that number: length and gap.
pub fn dash(index: usize) -> (f32, f32) {
    DASHES[index % DASHES.len()]
}

/// A letter or two for each player: the initial where it is his alone, two letters where they are, else the number of the
/// seat.
pub fn letters(players: &[String]) -> Vec<String> {
    let start = |name: &String, count: usize| -> Option<String> {
        let letters: String = name
            .chars()
            .filter(|letter| letter.is_alphanumeric() && Face::Narrow.has(*letter))
            .take(count)
            .collect();
        (letters.chars().count() == count).then(|| letters.to_uppercase())
    };
    let alone = |index: usize, count: usize| {
        let own = players.get(index).and_then(|name| start(name, count))?;
        let others = players.iter().enumerate().filter(|(at, _)| *at != index);
        let mut others = others.filter_map(|(_, name)| start(name, count));
        let number = own.chars().all(char::is_numeric);
        (!number && !others.any(|other| other == own)).then_some(own)
    };
    (0..players.len())
        .map(|index| {
            alone(index, 1)
                .or_else(|| alone(index, 2))
                .unwrap_or_else(|| (index + 1).to_string())
        })
        .collect()
}

/// Draws a player's mark.
pub fn draw(svg: &mut Svg, seat: Seat, letter: &str, centre: Point, radius: f32) {
    let ground = colour(seat);
    let (corners, first) = SHAPES[seat.index() % SHAPES.len()];
    let paint = Paint::fill(ground).lined(PAPER, radius * 0.14);
    // Shapes of few corners hold less: they are larger, and their letter stands where there is room.
    let (reach, down, room) = match (corners, first as i32) {
        (3, -90) => (1.45, 0.14, 0.9),
        (3, _) => (1.45, -0.14, 0.9),
        (4, 0) => (1.28, 0.0, 1.15),
        (4, _) => (1.22, 0.0, 1.4),
        (5 | 6, _) => (1.1, 0.0, 1.4),
        _ => (1.0, 0.0, 1.4),
    };
    if corners == 0 {
        svg.circle(centre, radius, paint);
    } else {
        let mut d = String::new();
        for corner in 0..corners {
            let angle = first + 360.0 / f32::from(corners) * f32::from(corner);
            let at = centre.plus(Point::towards(angle).times(radius * reach));
            let _ = write!(
                d,
                "{}{} {}",
                if corner == 0 { 'M' } else { 'L' },
                num(at.x),
                num(at.y)
            );
        }
        d.push('Z');
        svg.path(&d, paint);
    }
    if letter.is_empty() {
        return;
    }
    let size = radius * if corners == 3 { 1.0 } else { 1.15 };
    let style = Style::new(Face::Narrow, size, ground.ink(PAPER), ground);
    let style = squeezed(style, letter, radius * room);
    svg.text_centred(
        Point::new(centre.x, centre.y + radius * down),
        letter,
        &style,
    );
}

/// Nobody's mark.
pub fn nobody(svg: &mut Svg, centre: Point, radius: f32) {
    let paint = Paint::fill(Rgb(0xc8, 0xc8, 0xc8)).lined(INK, 1.6);
    svg.circle(centre, radius, paint.dashed(4.0, 3.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_letters_of_his_own() {
        let of = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            letters(&names)
        };
        assert_eq!(of(&["Anna", "Ben", "Clara"]), ["A", "B", "C"]);
        assert_eq!(of(&["Anna", "Albert", "ben"]), ["AN", "AL", "B"]);
        assert_eq!(of(&["Anna", "Anna", "🚂"]), ["1", "2", "3"]);
        assert_eq!(of(&["2", "", "x"]), ["1", "2", "X"]);
    }

    #[test]
    fn letters_read_on_every_colour() {
        for seat in (0..7).map(Seat) {
            let ground = colour(seat);
            assert!(ground.contrast(ground.ink(PAPER)) >= 4.0, "{seat:?}");
        }
    }
}
