//! Quiet hours by weekday, and what is left of the days: the hours in which somebody may be called.
//!
//! What counts is what his clock on the wall shows. Where it is put forward or back, it is looked at anew from that
//! moment on, so that nobody is called while his clock shows a quiet hour.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// Minutes of a week.
const WEEK: u32 = 7 * DAY;

/// Names of the weekdays.
const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Quiet hours: for each weekday from Monday on, from which minute of that day to which. What ends at an earlier
/// minute than it begins ends on the day after.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quiet(pub [Option<(u16, u16)>; 7]);

/// The quiet hours of whoever has said where he lives and nothing else: from ten in the evening to eight.
pub static NIGHT: Quiet = Quiet([Some((22 * 60, 8 * 60)); 7]);

impl Quiet {
    /// No quiet hours.
    pub const NONE: Quiet = Quiet([None; 7]);

    /// First minute of the week and length of each span.
    fn spans(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0u32..).zip(&self.0).filter_map(|(day, span)| {
            let (from, until) = (*span)?;
            let (from, until) = (u32::from(from), u32::from(until));
            let length = if until > from {
                until - from
            } else {
                until + DAY - from
            };
            Some((day * DAY + from, length))
        })
    }

    /// Minutes from a minute of the week to the end of the quiet hours that it lies in; `None` outside them.
    fn left(&self, minute: u32) -> Option<u32> {
        let mut moved = 0;
        loop {
            let at = (minute + moved) % WEEK;
            let more = self.spans().find_map(|(start, length)| {
                let into = (at + WEEK - start) % WEEK;
                (into < length).then_some(length - into)
            });
            match more {
                Some(_) if moved >= WEEK => return Some(WEEK),
                Some(more) => moved += more,
                None if moved == 0 => return None,
                None => return Some(moved),
            }
        }
    }

    /// Minutes from a minute of the week to the next beginning of quiet hours.
    fn until_next(&self, minute: u32) -> Option<u32> {
        self.spans()
            .map(|(start, _)| (start + WEEK - minute) % WEEK)
            .map(|ahead| if ahead == 0 { WEEK } else { ahead })
            .min()
    }

    /// Whether no minute of the week is left.
    pub fn always(&self) -> bool {
        self.left(0) == Some(WEEK)
    }

    /// `Mon to Fri 22:00 to 07:00; Sat, Sun 00:00 to 10:00`, each by the day on which it begins.
    pub fn words(&self) -> String {
        let clock = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
        let mut parts: Vec<(Vec<usize>, (u16, u16))> = Vec::new();
        for (day, span) in self.0.iter().enumerate() {
            let Some(span) = span else { continue };
            match parts.iter_mut().find(|(_, known)| known == span) {
                Some((days, _)) => days.push(day),
                None => parts.push((vec![day], *span)),
            }
        }
        let parts: Vec<String> = parts
            .into_iter()
            .map(|(days, (from, until))| {
                format!(
                    "{} {} to {}",
                    days_in_words(&days),
                    clock(from),
                    clock(until)
                )
            })
            .collect();
        if parts.is_empty() {
            "none".into()
        } else {
            parts.join("; ")
        }
    }
}

fn days_in_words(days: &[usize]) -> String {
    let name = |day: &usize| DAYS.get(*day).copied().unwrap_or_default();
    match days {
        [_, _, _, _, _, _, _] => "every day".into(),
        [first, .., last] if days.len() > 2 && last - first + 1 == days.len() => {
            format!("{} to {}", name(first), name(last))
        }
        _ => days.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}

/// When somebody may be called: neither in his quiet hours nor while he is away.
#[derive(Clone, Debug)]
pub struct Rhythm {
    zone: Option<TimeZone>,
    quiet: Quiet,
    /// From when to when, in seconds since 1970.
    away: Vec<(i64, i64)>,
}

impl Rhythm {
    /// Of somebody who lives in that zone; without one there are no quiet hours.
    pub fn new(zone: Option<TimeZone>, quiet: Quiet, away: Vec<(i64, i64)>) -> Rhythm {
        Rhythm { zone, quiet, away }
    }

    /// The same without quiet hours: whether he is away is all that counts.
    pub fn present(&self) -> Rhythm {
        Rhythm {
            zone: None,
            quiet: Quiet::NONE,
            away: self.away.clone(),
        }
    }

    /// Until when he is away at that moment, if he is.
    pub fn away_until(&self, at: i64) -> Option<i64> {
        let there = self
            .away
            .iter()
            .filter(|(from, until)| *from <= at && at < *until);
        there.map(|(_, until)| *until).max()
    }

    /// The first moment from `at` on at which he is away.
    pub fn away_from(&self, at: i64) -> Option<i64> {
        let left = self.away.iter().filter(|(_, until)| *until > at);
        left.map(|(from, _)| (*from).max(at)).min()
    }

    /// Whether he may be called, and until when that surely holds; `i64::MAX` is for ever.
    fn state(&self, at: i64) -> (bool, i64) {
        if let Some(until) = self.away_until(at) {
            return (false, until);
        }
        let leaves = self.away_from(at).unwrap_or(i64::MAX);
        let (Some(zone), Ok(time)) = (&self.zone, Timestamp::from_second(at)) else {
            return (true, leaves);
        };
        let local = zone.to_datetime(time);
        let day = u32::try_from(local.weekday().to_monday_zero_offset()).unwrap_or(0);
        let part = |number: i8| u32::try_from(number).unwrap_or(0);
        let minute = day * DAY + part(local.hour()) * 60 + part(local.minute());
        let second = i64::from(local.second());
        let ahead = |minutes: u32| at + i64::from(minutes) * 60 - second;
        let (awake, until) = match self.quiet.left(minute) {
            Some(left) if left >= WEEK => return (false, leaves),
            Some(left) => (false, ahead(left)),
            None => (true, self.quiet.until_next(minute).map_or(i64::MAX, ahead)),
        };
        // Beyond the next change of the clock the wall shows other times.
        let change = match until {
            i64::MAX => None,
            _ => zone.following(time).next(),
        };
        let change = change.map_or(i64::MAX, |change| change.timestamp().as_second());
        (awake, until.min(change).min(leaves).max(at + 1))
    }

    /// Whether he may be called then.
    pub fn awake(&self, at: i64) -> bool {
        self.state(at).0
    }

    /// The first moment from `at` on at which he may be called; `None` if there is none.
    pub fn wakes(&self, at: i64) -> Option<i64> {
        let mut at = at;
        // Each round ends quiet hours, an absence, or a change of the clock.
        for _ in 0..1000 {
            match self.state(at) {
                (true, _) => return Some(at),
                (false, i64::MAX) => return None,
                (false, until) => at = until,
            }
        }
        None
    }

    /// When something is done against him that was due at a time and has not been done yet: at once, but where he has
    /// slept since, some time after he woke.
    pub fn not_as_he_wakes(&self, due: i64, now: i64, seconds: i64) -> i64 {
        let (mut at, mut woke) = (due, None);
        // Each round ends quiet hours, an absence, or a change of the clock.
        for _ in 0..1000 {
            if at > now {
                break;
            }
            let (awake, change) = self.state(at);
            match (awake, change > now) {
                (true, true) => break,
                (false, true) => return self.after(now, seconds).unwrap_or(due),
                (false, false) => woke = Some(change),
                (true, false) => {}
            }
            at = change;
        }
        woke.and_then(|woke| self.after(woke, seconds))
            .map_or(due, |spared| spared.max(due))
    }

    /// Seconds of a span in which he may be called.
    pub fn awake_between(&self, from: i64, until: i64) -> i64 {
        let (mut at, mut sum) = (from, 0);
        while at < until {
            let (awake, change) = self.state(at);
            let end = change.min(until);
            if awake {
                sum += end - at;
            }
            at = end;
        }
        sum
    }

    /// The moment at which so many seconds have passed in which he may be called; `None` if that never comes.
    pub fn after(&self, from: i64, seconds: i64) -> Option<i64> {
        let (mut at, mut left) = (from, seconds.max(0));
        // Ten years of quiet hours.
        for _ in 0..20_000 {
            let (awake, change) = self.state(at);
            if awake {
                if change == i64::MAX || change - at >= left {
                    return Some(at + left);
                }
                left -= change - at;
            } else if change == i64::MAX {
                return None;
            }
            at = change;
        }
        None
    }
}

#[cfg(test)]
mod tests;
