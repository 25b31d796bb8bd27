//! Time zones by name, and cities that lie in them.

use crate::text;
use jiff::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::sync::OnceLock;

/// Names of cities, countries and zones, by population.
static CITIES: &str = include_str!("cities.tsv");

/// The zones that come with the bot: the same on every machine.
fn database() -> &'static TimeZoneDatabase {
    static KEPT: OnceLock<TimeZoneDatabase> = OnceLock::new();
    KEPT.get_or_init(TimeZoneDatabase::bundled)
}

/// A zone by its name.
pub fn zone(name: &str) -> Option<TimeZone> {
    database().get(name).ok()
}

/// A place that somebody may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// As it is shown and may be typed: `Munich, Germany`, or the zone's name.
    pub place: String,
    /// The name of its zone.
    pub zone: String,
    /// How it is looked for: folded, each name by itself.
    names: Vec<String>,
}

/// Letters without case and marks, so that `Zurich` finds `Zürich`.
fn fold(text: &str) -> String {
    text.to_lowercase()
        .chars()
        .map(|char| match char {
            'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
            'ç' | 'ć' | 'č' => 'c',
            'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
            'ì'..='ï' | 'ī' | 'ı' => 'i',
            'ł' => 'l',
            'ñ' | 'ń' | 'ň' => 'n',
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
            'ř' => 'r',
            'ś' | 'š' | 'ş' | 'ș' => 's',
            'ţ' | 'ț' => 't',
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
            'ý' | 'ÿ' => 'y',
            'ź' | 'ż' | 'ž' => 'z',
            '_' | '-' | '.' => ' ',
            char => char,
        })
        .collect()
}

/// All places: cities by population, then zones by name.
fn places() -> &'static [Found] {
    static KEPT: OnceLock<Vec<Found>> = OnceLock::new();
    KEPT.get_or_init(|| {
        let cities = CITIES
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| {
                let mut parts = line.split('\t');
                let (name, country, zone) = (parts.next()?, parts.next()?, parts.next()?);
                let names = [Some(name), parts.next()];
                Some(Found {
                    place: format!("{name}, {country}"),
                    zone: zone.into(),
                    names: names.into_iter().flatten().map(fold).collect(),
                })
            });
        let zones = database()
            .available()
            .map(|name| name.to_string())
            .filter(|name| {
                // Zones without a place keep no summer time; whoever means one has typed an offset.
                name == "UTC" || (name.contains('/') && !name.starts_with("Etc/"))
            });
        let zones = zones.map(|name| Found {
            place: name.clone(),
            names: name.rsplit('/').next().into_iter().map(fold).collect(),
            zone: name,
        });
        cities.chain(zones).collect()
    })
}

/// Places that fit what is typed, the largest first: those whose name begins so, then those that hold it.
pub fn matching(typed: &str, most: usize) -> Vec<&'static Found> {
    let typed = fold(typed.trim());
    let begins = |one: &&Found| one.names.iter().any(|name| name.starts_with(&typed));
    let holds = |one: &&Found| !begins(one) && fold(&one.place).contains(&typed);
    let first = places().iter().filter(begins);
    first
        .chain(places().iter().filter(holds))
        .take(most)
        .collect()
}

/// The place that somebody means: a zone or a city, by its whole name; of several the largest.
pub fn find(typed: &str) -> Option<&'static Found> {
    let typed = fold(typed.trim());
    let exact = |one: &&Found| {
        fold(&one.place) == typed || fold(&one.zone) == typed && one.zone == one.place
    };
    let named = |one: &&Found| one.names.contains(&typed);
    let all = places();
    all.iter().find(exact).or_else(|| all.iter().find(named))
}

/// The place of a zone in a word: `New York`.
pub fn city(zone: &str) -> String {
    zone.rsplit('/').next().unwrap_or(zone).replace('_', " ")
}

/// What a clock in that zone shows: `Mon 14:35`; UTC where there is no such zone.
pub fn local(zone_name: &str, at: i64) -> String {
    let zone = zone(zone_name).unwrap_or(TimeZone::UTC);
    match Timestamp::from_second(at) {
        Ok(time) => time.to_zoned(zone).strftime("%a %H:%M").to_string(),
        Err(_) => text::moment(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_city_lies_in_a_zone_that_the_bot_knows() {
        let mut count = 0;
        for place in places() {
            assert!(zone(&place.zone).is_some(), "{place:?}");
            assert!(
                text::length(&place.place) <= 100 && !place.place.contains('\t'),
                "{place:?}"
            );
            count += 1;
        }
        assert!(count > 4500, "{count}");
    }

    #[test]
    fn places_are_found_by_any_of_their_names() {
        for (typed, zone) in [
            ("Munich", "Europe/Berlin"),
            ("münchen", "Europe/Berlin"),
            ("Zurich", "Europe/Zurich"),
            ("new york", "America/New_York"),
            ("America/New_York", "America/New_York"),
            ("europe/berlin", "Europe/Berlin"),
            ("Lord Howe", "Australia/Lord_Howe"),
            ("Birmingham, United States", "America/Chicago"),
            ("Birmingham", "Europe/London"),
            ("Kathmandu", "Asia/Kathmandu"),
            ("UTC", "UTC"),
        ] {
            assert_eq!(
                find(typed).map(|found| found.zone.as_str()),
                Some(zone),
                "{typed}"
            );
        }
        for nowhere in ["Atlantis", "UTC+2", "CEST", "", "x"] {
            assert_eq!(find(nowhere), None, "{nowhere}");
        }
        let found = matching("mun", 25);
        assert_eq!(found[0].place, "Munich, Germany", "{found:?}");
        assert!(found.len() <= 25 && found.iter().any(|one| one.place.starts_with("Münster")));
        assert_eq!(matching("zzzzz", 25).len(), 0);
    }
}
