//! Names as they stand in sentences.

use engine::Definition;
use engine::ids::{CompanyId, HexId, Seat};
use engine::rules::CompanyKind;

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

/// A company in a sentence: `minor 7`, `mine 12`, `BE`.
pub fn company(definition: &Definition, company: CompanyId) -> String {
    let data = definition.at(company);
    let id = &data.id;
    let number = id.chars().all(|char| char.is_ascii_digit());
    match data.kind {
        CompanyKind::Mine => format!("mine {id}"),
        _ if number => format!("minor {id}"),
        _ => id.clone(),
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
