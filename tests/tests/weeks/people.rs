//! People all over the world: where they live, when they sleep, how often they want to be called, when they are away.
//!
//! All of this is known here from how it was drawn, and what a clock on the wall shows is asked of jiff alone, so that
//! it can be held against what the product makes of it.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tests::play::Dice;

/// Thirty zones: those of two hemispheres that change their clocks in autumn at four different dates, some of them by
/// half an hour, and some that never do, also off the full hour.
pub const ZONES: [&str; 30] = [
    "Europe/Berlin",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Helsinki",
    "Atlantic/Azores",
    "America/Nuuk",
    "America/St_Johns",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Anchorage",
    "America/Havana",
    "America/Santiago",
    "America/Sao_Paulo",
    "Africa/Cairo",
    "Africa/Casablanca",
    "Africa/Lagos",
    "Asia/Jerusalem",
    "Asia/Beirut",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Australia/Adelaide",
    "Australia/Lord_Howe",
    "Australia/Brisbane",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Pacific/Honolulu",
];

/// Minutes of a day.
const DAY: u16 = 24 * 60;

/// Somebody.
#[derive(Clone)]
pub struct Human {
    /// His id.
    pub user: String,
    /// Where he lives.
    pub zone: &'static str,
    clock: TimeZone,
    /// Quiet hours by weekday, Monday first: from which minute to which; what ends earlier ends on the next day.
    pub quiet: [Option<(u16, u16)>; 7],
    /// He has said when his quiet hours are; else they are the usual night.
    pub said: bool,
    /// Seconds after which he wants to be called again, if he has said: 0 is never.
    pub every: Option<i64>,
    /// He wants to be called by a message of his own.
    pub message: bool,
    /// His messages are closed.
    pub shut: bool,
    /// Absences: from when to when by the bot's clock, for one game or for all.
    pub away: Vec<(i64, i64, Option<usize>)>,
}

impl Human {
    /// Draws somebody.
    pub fn draw(number: usize, dice: &mut Dice) -> Human {
        let zone = ZONES[number % ZONES.len()];
        let said = dice.percent(60);
        let quiet = if said {
            drawn(dice)
        } else {
            [Some((22 * 60, 8 * 60)); 7]
        };
        let hours = [1, 2, 3, 6, 8, 12, 24, 36, 48, 72, 168];
        let every = match dice.below(10) {
            0..=4 => None,
            5 => Some(0),
            _ => dice.pick(&hours).map(|hours| hours * 3600),
        };
        let message = dice.percent(30);
        let human = Human {
            user: format!("p{number:03}"),
            zone,
            clock: TimeZone::get(zone).expect(zone),
            quiet,
            said,
            every,
            message,
            shut: message && dice.percent(20),
            away: Vec::new(),
        };
        match human.ever_wakes() {
            true => human,
            false => Human::draw(number, dice),
        }
    }

    /// Weekday, Monday 0, and minute that the clock on his wall shows.
    pub fn wall(&self, at: i64) -> (usize, u16) {
        let time = Timestamp::from_second(at).expect("a moment of our time");
        let shown = self.clock.to_datetime(time);
        let day = shown.weekday().to_monday_zero_offset();
        let minute = i32::from(shown.hour()) * 60 + i32::from(shown.minute());
        (day as usize, minute as u16)
    }

    /// How far his clock is ahead of UTC, in seconds.
    pub fn offset(&self, at: i64) -> i32 {
        let time = Timestamp::from_second(at).expect("a moment of our time");
        self.clock.to_offset(time).seconds()
    }

    /// Whether his clock shows a quiet hour.
    pub fn sleeps(&self, at: i64) -> bool {
        let (day, minute) = self.wall(at);
        let today = self.quiet[day]
            .is_some_and(|(from, until)| minute >= from && (minute < until || until <= from));
        let yesterday =
            self.quiet[(day + 6) % 7].is_some_and(|(from, until)| until <= from && minute < until);
        today || yesterday
    }

    /// Whether he is away from that game.
    pub fn is_away(&self, at: i64, game: usize) -> bool {
        self.away.iter().any(|(from, until, only)| {
            *from <= at && at < *until && only.is_none_or(|only| only == game)
        })
    }

    /// What he tells the bot about himself.
    pub fn tells(&self) -> Vec<String> {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
        let clock = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
        let mut told = vec![format!("/me zone place:{}", self.zone)];
        if self.said {
            told.push("/me quiet hours:none".into());
            for (day, span) in days.iter().zip(&self.quiet) {
                if let Some((from, until)) = span {
                    told.push(format!(
                        "/me quiet hours:{}-{} days:{day}",
                        clock(*from),
                        clock(*until)
                    ));
                }
            }
        }
        match self.every {
            Some(0) => told.push("/me remind interval:never".into()),
            Some(every) => told.push(format!("/me remind interval:{} h", every / 3600)),
            None => {}
        }
        if self.message {
            told.push("/me remind where:message".into());
        }
        told
    }

    /// Whether there is a minute of the week in which he may be called.
    fn ever_wakes(&self) -> bool {
        (0..7 * 24 * 60).any(|minute| !self.sleeps(minute * 60))
    }
}

/// Quiet hours: nights that end at odd minutes, longer at weekends, days without, the afternoon of whoever works then.
fn drawn(dice: &mut Dice) -> [Option<(u16, u16)>; 7] {
    let some = |dice: &mut Dice, from: u16, width: usize| (from + dice.below(width) as u16) % DAY;
    let night = (some(dice, 20 * 60, 300), some(dice, 5 * 60, 300));
    let weekend = (some(dice, 21 * 60, 360), some(dice, 7 * 60, 300));
    match dice.below(5) {
        0 => [Some(night); 7],
        1 | 2 => std::array::from_fn(|day| Some(if day < 5 { night } else { weekend })),
        // Work by day.
        3 => std::array::from_fn(|day| (day < 5).then_some((9 * 60, 17 * 60 + 30))),
        // Without rule, with whole days free.
        _ => std::array::from_fn(|_| {
            let (from, until) = (some(dice, 0, 1440), some(dice, 0, 1440));
            (dice.percent(80) && from != until).then_some((from, until))
        }),
    }
}
