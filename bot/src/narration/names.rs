//! Names as they stand in sentences.

use engine::Definition;
use engine::ids::{CompanyId, HexId, Seat};

/// The players' names by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    raw: Vec<String>,
}

impl Names {
    /// Names as kept, by seat.
    pub fn new(raw: Vec<String>) -> Names {
        Names { raw }
    }

    /// A seat's name as it was given.
    pub fn raw(&self, seat: Seat) -> &str {
        self.raw
            .get(seat.index())
            .map_or("somebody", String::as_str)
    }

    /// A seat's name, escaped: what a player calls himself is never markup.
    pub fn seat(&self, seat: Seat) -> String {
        crate::text::escape(self.raw(seat))
    }

    /// All names as given, by seat.
    pub fn all(&self) -> &[String] {
        &self.raw
    }
}

/// A company in a sentence: `minor 7`, `BE`.
pub fn company(definition: &Definition, company: CompanyId) -> String {
    let id = &definition.at(company).id;
    if id.chars().all(|char| char.is_ascii_digit()) {
        format!("minor {id}")
    } else {
        id.clone()
    }
}

/// A hex in a sentence: `E15 (Liège)`.
pub fn hex(definition: &Definition, hex: HexId) -> String {
    let hex = definition.map.at(hex);
    match &hex.place {
        Some(place) => format!("{} ({place})", hex.name),
        None => hex.name.clone(),
    }
}
