//! The faces that are embedded, and their metrics.
//!
//! Text is drawn by resvg and measured here, from the same font files. Nothing is taken from the system.

use resvg::usvg::{self, fontdb};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, OnceLock};

/// The one family in use.
pub const FAMILY: &str = "DejaVu Sans";

/// Stands for a character that no face has.
pub const PLACEHOLDER: char = '□';

/// A face of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Regular.
    Plain,
    /// Bold.
    Bold,
    /// Bold, condensed: names and numbers in little room.
    Narrow,
}

impl Face {
    /// Every face.
    pub const ALL: [Face; 3] = [Face::Plain, Face::Bold, Face::Narrow];

    fn data(self) -> &'static [u8] {
        match self {
            Face::Plain => dejavu::sans::regular(),
            Face::Bold => dejavu::sans::bold(),
            Face::Narrow => dejavu::sans_condensed::bold(),
        }
    }

    /// The face as SVG attributes.
    pub fn attributes(self) -> &'static str {
        match self {
            Face::Plain => "",
            Face::Bold => " font-weight=\"700\"",
            Face::Narrow => " font-weight=\"700\" font-stretch=\"condensed\"",
        }
    }

    fn font(self) -> Option<&'static FontRef<'static>> {
        static FONTS: OnceLock<[Option<FontRef<'static>>; 3]> = OnceLock::new();
        let [plain, bold, narrow] =
            FONTS.get_or_init(|| Face::ALL.map(|face| FontRef::new(face.data()).ok()));
        match self {
            Face::Plain => plain,
            Face::Bold => bold,
            Face::Narrow => narrow,
        }
        .as_ref()
    }

    /// Whether the face can draw the character.
    pub fn has(self, character: char) -> bool {
        self.font()
            .and_then(|font| font.charmap().map(character))
            .is_some()
    }

    /// The room that a line of text takes at a font size, both in pixels.
    pub fn extent(self, text: &str, size: f32) -> Extent {
        let mut extent = Extent::default();
        let Some(font) = self.font() else {
            return extent;
        };
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let units = f32::from(
            font.metrics(Size::unscaled(), LocationRef::default())
                .units_per_em,
        );
        let charmap = font.charmap();
        for glyph in text.chars().filter_map(|character| charmap.map(character)) {
            extent.width += metrics.advance_width(glyph).unwrap_or(0.0);
            if let Some(bounds) = metrics.bounds(glyph) {
                extent.above = extent.above.max(bounds.y_max);
                extent.below = extent.below.max(-bounds.y_min);
            }
        }
        let scale = size / units;
        Extent {
            width: extent.width * scale,
            above: extent.above * scale,
            below: extent.below * scale,
        }
    }
}

/// The room of a line of text, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// Sum of the advances.
    pub width: f32,
    /// Ink over the baseline.
    pub above: f32,
    /// Ink under the baseline, as a positive number.
    pub below: f32,
}

/// What resvg needs to know to draw our text: the faces and the family, read once.
pub(crate) fn options() -> &'static usvg::Options<'static> {
    static OPTIONS: OnceLock<usvg::Options<'static>> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let mut database = fontdb::Database::new();
        for face in Face::ALL {
            database.load_font_source(fontdb::Source::Binary(Arc::new(face.data())));
        }
        database.set_sans_serif_family(FAMILY);
        usvg::Options {
            font_family: FAMILY.to_string(),
            fontdb: Arc::new(database),
            ..usvg::Options::default()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_loads_and_has_our_symbols() {
        for face in Face::ALL {
            assert!(face.font().is_some(), "{face:?}");
            for symbol in "⚓⚒★…→×–□·".chars() {
                assert!(face.has(symbol), "{face:?} lacks {symbol}");
            }
        }
    }

    #[test]
    fn condensed_is_narrower_than_bold() {
        let bold = Face::Bold.extent("Mannheim", 20.0);
        let narrow = Face::Narrow.extent("Mannheim", 20.0);
        assert!(narrow.width < bold.width * 0.92);
        assert!(bold.above > 14.0 && bold.above < 17.0, "{bold:?}");
        assert!(bold.below < 1.0, "{bold:?}");
        assert!(Face::Bold.extent("Épinal", 20.0).above > bold.above + 2.0);
        assert!(Face::Bold.extent("Brugge", 20.0).below > 4.0);
    }
}
