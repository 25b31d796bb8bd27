//! Colours, and how well one reads on another.

use engine::board::Colour;
use std::fmt;

/// A colour, eight bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Text and track.
pub const INK: Rgb = Rgb(0x14, 0x14, 0x14);
/// Text of less weight; still reads on every tile colour.
pub const SOFT_INK: Rgb = Rgb(0x2e, 0x2e, 0x2e);
/// Paper.
pub const PAPER: Rgb = Rgb(0xff, 0xff, 0xff);
/// Behind the map and the tables.
pub const GROUND: Rgb = Rgb(0xdf, 0xe6, 0xec);
/// The strip with the title.
pub const STRIP: Rgb = Rgb(0x1c, 0x28, 0x36);
/// The strip and frame of a private trial.
pub const TRIAL: Rgb = Rgb(0x7d, 0x12, 0x4f);
/// What changed in the last turn.
pub const CHANGED: Rgb = Rgb(0xe2, 0x00, 0x7a);
/// Sides without track, and warnings.
pub const STOP: Rgb = Rgb(0xb0, 0x10, 0x20);

impl Rgb {
    /// Reads `#RRGGBB`.
    pub fn parse(text: &str) -> Option<Rgb> {
        let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6)?;
        let channel = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
        Some(Rgb(channel(0)?, channel(2)?, channel(4)?))
    }

    /// Relative luminance as WCAG 2 defines it, 0 to 1.
    pub fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast ratio as WCAG 2 defines it, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// `wish` if it reads on this colour (4.5:1), else black or white, whichever reads better.
    pub fn ink(self, wish: Rgb) -> Rgb {
        if self.contrast(wish) >= 4.5 {
            wish
        } else if self.contrast(INK) >= self.contrast(PAPER) {
            INK
        } else {
            PAPER
        }
    }

    /// This colour with `part` (0 to 1) of the other in it.
    pub fn mix(self, other: Rgb, part: f32) -> Rgb {
        let blend = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part) as u8;
        Rgb(
            blend(self.0, other.0),
            blend(self.1, other.1),
            blend(self.2, other.2),
        )
    }

    /// The colour of a face.
    pub fn of_face(colour: Colour) -> Rgb {
        match colour {
            Colour::White => Rgb(0xf7, 0xf3, 0xe4),
            Colour::Yellow => Rgb(0xfd, 0xe1, 0x2d),
            Colour::Green => Rgb(0x7c, 0xc4, 0x5c),
            Colour::Brown => Rgb(0xcd, 0x85, 0x52),
            Colour::Grey => Rgb(0xb6, 0xb8, 0xba),
            Colour::Red => Rgb(0xf0, 0x7e, 0x72),
            Colour::Blue => Rgb(0x8c, 0xc8, 0xf0),
        }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_and_prints() {
        assert_eq!(Rgb::parse("#8B4513"), Some(Rgb(0x8b, 0x45, 0x13)));
        assert_eq!(Rgb(0x8b, 0x45, 0x13).to_string(), "#8b4513");
        for wrong in ["", "#12345", "123456", "#12345g", "#éé12"] {
            assert_eq!(Rgb::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn black_on_white_has_full_contrast() {
        let contrast = Rgb(0, 0, 0).contrast(Rgb(255, 255, 255));
        assert!((contrast - 21.0).abs() < 0.01, "{contrast}");
    }

    #[test]
    fn ink_reads_on_every_face() {
        for colour in [
            Colour::White,
            Colour::Yellow,
            Colour::Green,
            Colour::Brown,
            Colour::Grey,
            Colour::Red,
            Colour::Blue,
        ] {
            let face = Rgb::of_face(colour);
            assert!(face.contrast(INK) >= 4.5, "{colour:?}");
            assert!(face.contrast(SOFT_INK) >= 4.5, "{colour:?} soft");
        }
    }
}
