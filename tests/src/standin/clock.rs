//! The stand-in's clock: real time plus an offset that a test may push forward.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// First millisecond of Discord's snowflakes: 2015-01-01T00:00:00Z.
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// Real time plus an offset; also hands out snowflakes, each larger than the last.
#[derive(Debug, Default)]
pub struct Clock {
    offset: Duration,
    last_id: u64,
}

impl Clock {
    /// Milliseconds since 1970 as the stand-in sees them.
    pub fn now_ms(&self) -> u64 {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            + self.offset;
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    /// Pushes the clock forward.
    pub fn advance(&mut self, by: Duration) {
        self.offset += by;
    }

    /// A new snowflake, larger than every one before it.
    pub fn snowflake(&mut self) -> u64 {
        let fresh = self.now_ms().saturating_sub(DISCORD_EPOCH_MS) << 22;
        self.last_id = fresh.max(self.last_id + 1);
        self.last_id
    }
}

/// The moment a snowflake was made, in milliseconds since 1970.
pub fn snowflake_ms(id: u64) -> u64 {
    (id >> 22) + DISCORD_EPOCH_MS
}

/// An ISO 8601 time with offset, as Discord writes it.
pub fn iso(ms: u64) -> String {
    let (days, rest) = (ms / 86_400_000, ms % 86_400_000);
    let (year, month, day) = civil(days);
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, millis) = (rest / 1000 % 60, rest % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}000+00:00")
}

/// The Gregorian date of a day counted from 1970-01-01.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468; // counted from 0000-03-01
    let era = shifted / 146_097;
    let of_era = shifted % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_discord_writes_them() {
        assert_eq!(iso(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(iso(951_782_400_000), "2000-02-29T00:00:00.000000+00:00");
        assert_eq!(iso(1_796_005_245_678), "2026-11-30T02:20:45.678000+00:00");
    }

    #[test]
    fn snowflakes_only_grow_and_carry_their_time() {
        let mut clock = Clock::default();
        let first = clock.snowflake();
        let second = clock.snowflake();
        assert!(second > first);
        clock.advance(Duration::from_secs(60));
        let later = clock.snowflake();
        assert!(snowflake_ms(later) >= snowflake_ms(first) + 60_000);
    }
}
