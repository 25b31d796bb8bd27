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

    /// A sentence of the engine, which knows seats only by number (`seat2`), with the names of the players.
    pub fn in_words(&self, sentence: &str) -> String {
        let mut parts = sentence.split("seat");
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let end = part
                .find(|char: char| !char.is_ascii_digit())
                .unwrap_or(part.len());
            let (number, rest) = part.split_at(end);
            let seat = number
                .parse::<usize>()
                .ok()
                .and_then(|it| it.checked_sub(1));
            match seat.filter(|seat| *seat < self.raw.len()) {
                Some(seat) => text.push_str(&self.seat(Seat::from(seat))),
                None => {
                    text.push_str("seat");
                    text.push_str(number);
                }
            }
            text.push_str(rest);
        }
        text
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

/// A part of a company in a list: `3`, or `15%` where certificates are told by percent.
pub fn part(definition: &Definition, company: CompanyId, units: u8) -> String {
    match definition.percent(company, units) {
        Some(percent) => format!("{percent}%"),
        None => units.to_string(),
    }
}

/// The same in a sentence: `1 share`, `3 shares`, `15%`.
pub(super) fn shares(definition: &Definition, company: CompanyId, units: u8) -> String {
    match (definition.percent(company, units), units) {
        (Some(percent), _) => format!("{percent}%"),
        (None, 1) => "1 share".into(),
        (None, units) => format!("{units} shares"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_become_names() {
        let names = Names::new(vec!["Anna".into(), "B*n".into()]);
        assert_eq!(
            names.in_words("it belongs to seat2, not to seat1 or seat7: take your seat"),
            "it belongs to B\\*n, not to Anna or seat7: take your seat"
        );
    }
}
