//! What people type about time: intervals, hours of the day, weekdays, dates.

use super::hours::Quiet;
use super::{DAY, HOUR};
use jiff::civil::{Date, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// Years ahead that a date may lie.
const YEARS: i64 = 10;

/// A number with a unit: `3 days`, `12h`, `a week`; a bare number counts in `bare` seconds.
fn span(text: &str, bare: Option<i64>) -> Option<i64> {
    let text = text.trim().to_lowercase();
    let text = text
        .strip_prefix("for ")
        .or(text.strip_prefix("in "))
        .unwrap_or(&text)
        .trim();
    let split = text
        .find(|char: char| !char.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let (number, unit) = match (number, unit.trim()) {
        ("", unit) => {
            let unit = unit
                .strip_prefix("an ")
                .or(unit.strip_prefix("a "))
                .or(unit.strip_prefix("one "))
                .unwrap_or(unit);
            (1, unit.trim())
        }
        (number, unit) => (number.parse::<i64>().ok()?, unit),
    };
    let one = match unit {
        "" if split > 0 => bare?,
        "m" | "min" | "mins" | "minute" | "minutes" => 60,
        "h" | "hr" | "hrs" | "hour" | "hours" => HOUR,
        "d" | "day" | "days" => DAY,
        "w" | "week" | "weeks" => 7 * DAY,
        "month" | "months" => 30 * DAY,
        "y" | "year" | "years" => 365 * DAY,
        _ => return None,
    };
    Some(number.saturating_mul(one))
}

/// How often somebody wants to be called again: seconds, 0 for never, nothing for what the table does.
///
/// # Errors
/// A sentence.
pub fn interval(text: &str) -> Result<Option<i64>, String> {
    let text = text.trim();
    match text.to_lowercase().as_str() {
        "never" | "none" | "off" => return Ok(Some(0)),
        "table" | "default" => return Ok(None),
        _ => {}
    }
    match span(text, Some(HOUR)) {
        Some(seconds) if (HOUR..=7 * DAY).contains(&seconds) => Ok(Some(seconds)),
        _ => Err(format!(
            "{:?} is no interval: say from 1 h to 7 days, or never, or table for what each table does.",
            crate::text::clip(text, 40)
        )),
    }
}

/// Minutes of the day: `22`, `22:30`, `10pm`.
fn minute(text: &str) -> Option<u16> {
    let text = text.trim().to_lowercase();
    let (text, late) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(text), _) => (text.trim(), Some(false)),
        (_, Some(text)) => (text.trim(), Some(true)),
        _ => (text.as_str(), None),
    };
    let (hour, minute) = text.split_once([':', '.']).unwrap_or((text, "0"));
    let (hour, minute) = (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?);
    let hour = match late {
        None => hour,
        Some(late) if (1..=12).contains(&hour) => hour % 12 + if late { 12 } else { 0 },
        Some(_) => return None,
    };
    (hour <= 24 && minute < 60 && hour * 60 + minute <= 24 * 60).then_some(hour * 60 + minute)
}

/// The weekdays meant: `every day`, `Mon-Fri`, `Sat, Sun`, `weekend`.
fn weekdays(text: &str) -> Option<[bool; 7]> {
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let day = |word: &str| {
        let word = word.trim().to_lowercase();
        names.iter().position(|name| word.starts_with(name))
    };
    let mut days = [false; 7];
    match text.trim().to_lowercase().as_str() {
        "" | "every day" | "all" | "daily" => return Some([true; 7]),
        "weekend" | "weekends" => return Some([false, false, false, false, false, true, true]),
        "weekdays" | "workdays" => return Some([true, true, true, true, true, false, false]),
        _ => {}
    }
    for part in text.replace(" and ", ",").replace(" to ", "-").split(',') {
        match part.split_once(['-', '–']) {
            Some((first, last)) => {
                let (first, last) = (day(first)?, day(last)?);
                for step in 0..=(last + 7 - first) % 7 {
                    days[(first + step) % 7] = true;
                }
            }
            None => days[day(part)?] = true,
        }
    }
    Some(days)
}

/// Quiet hours as they are with other ones on some weekdays: `22:00-07:30`, `none`.
///
/// # Errors
/// A sentence: what cannot be read, and hours that leave no minute of the week.
pub fn hours(known: &Quiet, hours: &str, days: &str) -> Result<Quiet, String> {
    let clip = |text: &str| crate::text::clip(text.trim(), 40);
    let days = weekdays(days).ok_or_else(|| {
        format!(
            "{:?} are no weekdays: say every day, Mon-Fri, or Sat, Sun.",
            clip(days)
        )
    })?;
    let given = match hours.trim().to_lowercase().as_str() {
        "none" | "no" | "off" | "never" => None,
        text => {
            let text = text.replace(" to ", "-").replace('–', "-");
            let parts = text
                .split_once('-')
                .and_then(|(from, until)| Some((minute(from)?, minute(until)?)));
            match parts {
                Some((from, until)) if from != until && from < 24 * 60 => {
                    Some((from, if until == 0 { 24 * 60 } else { until }))
                }
                _ => {
                    return Err(format!(
                        "{:?} are no hours: say from when to when, such as 22:00-07:30, or none.",
                        clip(hours)
                    ));
                }
            }
        }
    };
    let mut quiet = known.clone();
    for (own, changes) in quiet.0.iter_mut().zip(days) {
        if changes {
            *own = given;
        }
    }
    if quiet.always() {
        return Err(
            "These hours cover the whole week: nobody could ever call you. /me remind interval:never ends reminders, /me away says that you are away."
                .into(),
        );
    }
    Ok(quiet)
}

fn month(word: &str) -> Option<i8> {
    let names = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let word = word.to_lowercase();
    let found = names.iter().position(|name| word.starts_with(name))?;
    i8::try_from(found + 1).ok()
}

fn weekday(word: &str) -> Option<Weekday> {
    let names = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let word = word.to_lowercase();
    let found = names
        .iter()
        .position(|name| word.len() > 2 && name.starts_with(&word))?;
    Weekday::from_monday_zero_offset(i8::try_from(found).ok()?).ok()
}

/// The day that is meant, seen from today.
fn date(text: &str, today: Date) -> Option<Date> {
    match text {
        "today" => return Some(today),
        "tomorrow" => return today.tomorrow().ok(),
        _ => {}
    }
    let word = text.strip_prefix("next ").unwrap_or(text);
    if let Some(day) = weekday(word) {
        return today.nth_weekday(1, day).ok();
    }
    if let Ok(date) = text.parse::<Date>() {
        return Some(date);
    }
    let parts: Vec<&str> = text
        .split(['.', ' ', ','])
        .filter(|part| !part.is_empty())
        .collect();
    let number = |part: &str| {
        let digits = part.trim_end_matches(|char: char| char.is_ascii_alphabetic());
        digits.parse::<i8>().ok()
    };
    let (day, month, year) = match parts.as_slice() {
        [first, second, rest @ ..] if rest.len() < 2 => {
            let (day, month) = match (month(first), month(second)) {
                (Some(month), _) => (number(second)?, month),
                (_, Some(month)) => (number(first)?, month),
                _ if text.contains('.') => (number(first)?, number(second)?),
                _ => return None,
            };
            let year = match rest.first() {
                Some(year) => Some(year.parse::<i16>().ok()?),
                None => None,
            };
            (day, month, year)
        }
        _ => return None,
    };
    match year {
        Some(year) => Date::new(year, month, day).ok(),
        // The next such day: 29 February may be years ahead.
        None => (0..9).find_map(|ahead| {
            let date = Date::new(today.year() + ahead, month, day).ok()?;
            (date > today).then_some(date)
        }),
    }
}

/// Until when somebody is away: a number of days, a date, a weekday; a date with or without a time of the day, in his
/// zone.
///
/// # Errors
/// A sentence: what cannot be read, what is past, what lies beyond ten years.
pub fn until(text: &str, zone: &TimeZone, now: i64) -> Result<i64, String> {
    let shown = crate::text::clip(text.trim(), 40);
    let unread = || {
        format!("{shown:?} is no date: say 3 days, 2 weeks, friday, 5 Dec, or 2026-12-05 18:00.")
    };
    let start = Timestamp::from_second(now)
        .map_err(|_| unread())?
        .to_zoned(zone.clone());
    let lower = text.trim().to_lowercase();
    let lower = lower.strip_prefix("until ").unwrap_or(&lower).trim();
    let limit = start
        .checked_add(YEARS.years())
        .map_err(|_| unread())?
        .timestamp()
        .as_second();
    let at = match span(lower, None) {
        Some(0) => return Err("That is no time at all.".into()),
        Some(seconds) => now.checked_add(seconds).unwrap_or(i64::MAX),
        None => {
            let timed = lower
                .rsplit_once([' ', 't'])
                .filter(|(_, time)| time.contains(':') || time.ends_with('m'));
            let timed = timed
                .and_then(|(day, time)| Some((day.trim().trim_end_matches(" at"), minute(time)?)));
            // A day has no 24:00 of its own: that is the next one's midnight.
            let (day, clock) = timed
                .filter(|(_, clock)| *clock < 24 * 60)
                .unwrap_or((lower, 0));
            let day = date(day, start.date()).ok_or_else(unread)?;
            let (hour, part) = (i8::try_from(clock / 60), i8::try_from(clock % 60));
            let time =
                Time::new(hour.unwrap_or(0) % 24, part.unwrap_or(0), 0, 0).map_err(|_| unread())?;
            let zoned = day.to_datetime(time).to_zoned(zone.clone());
            zoned.map_err(|_| unread())?.timestamp().as_second()
        }
    };
    if at <= now {
        return Err(format!("{shown:?} is past: say a day to come."));
    }
    if at > limit {
        return Err(format!(
            "{shown:?} is more than {YEARS} years ahead: give up your seat with /game leave instead."
        ));
    }
    Ok(at)
}

#[cfg(test)]
mod tests;
