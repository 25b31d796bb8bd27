//! What is due next about a decision that somebody is awaited for.
//!
//! [`next`] is a pure function: from what is known of the wait, the person and the table it gives the next moment and
//! what happens then. What has happened is known from [`Said`], so that nothing happens twice and nothing is left out,
//! whenever and however often it is asked.

use super::{DAY, HOUR, MOST, Person, Rhythm};

/// Something that is done about a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// An answer is given in his place: he is away, or the table has agreed to it.
    Answer,
    /// His time is up.
    Late,
    /// His time is nearly up.
    Warn,
    /// He is called: for the first time (0), or again.
    Call(i64),
    /// He has been called often enough: the table is told.
    Enough,
    /// Nothing has been heard of him for long: the table may vote.
    Silent,
}

/// What was done about a wait, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum What {
    Call,
    Enough,
    Warn,
    Late,
    Silent,
    Answer,
    /// He was given more time.
    More,
}

impl What {
    const ALL: [(What, &'static str); 7] = [
        (What::Call, "call"),
        (What::Enough, "enough"),
        (What::Warn, "warn"),
        (What::Late, "late"),
        (What::Silent, "silent"),
        (What::Answer, "answer"),
        (What::More, "more"),
    ];

    /// As stored.
    pub fn name(self) -> &'static str {
        What::ALL
            .iter()
            .find(|(what, _)| *what == self)
            .map_or("call", |(_, name)| name)
    }

    /// From what is stored.
    pub fn read(text: &str) -> Option<What> {
        What::ALL
            .iter()
            .find(|(_, name)| *name == text)
            .map(|(what, _)| *what)
    }
}

impl Event {
    /// What is kept of it once it is done, and its number.
    pub fn said(self) -> (What, i64) {
        match self {
            Event::Call(number) => (What::Call, number),
            Event::Enough => (What::Enough, 0),
            Event::Warn => (What::Warn, 0),
            Event::Late => (What::Late, 0),
            Event::Silent => (What::Silent, 0),
            Event::Answer => (What::Answer, 0),
        }
    }
}

/// Something that was done, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// What.
    pub what: What,
    /// Which of its kind.
    pub number: i64,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// "Not now".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutOff {
    /// When it was said.
    pub at: i64,
    /// Until when; `None` for no more calls.
    pub until: Option<i64>,
}

/// How much time a table gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// As much as anybody needs.
    #[default]
    Off,
    /// So many seconds for each decision.
    Each(i64),
    /// So many seconds of waking hours for the whole game; then [`Clock::SPENT`] for each decision.
    Bank(i64),
}

impl Clock {
    /// Seconds of waking hours for each decision once the bank is spent.
    pub const SPENT: i64 = 4 * HOUR;
}

/// What happens when the time is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overtime {
    /// The table is told.
    #[default]
    Nothing,
    /// The clock passes where that is legal.
    Pass,
    /// The clock passes where that is legal, and else runs best and pays.
    Play,
    /// The host is asked.
    Host,
}

/// What a table has agreed on about time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Seconds after which somebody is called again; 0 is never.
    pub every: i64,
    /// How much time there is.
    pub clock: Clock,
    /// What happens when it is up.
    pub overtime: Overtime,
    /// Answers are given for whoever is away.
    pub answers: bool,
    /// Seconds of silence after which the table may vote.
    pub silence: Option<i64>,
}

/// Somebody is awaited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wait {
    /// His seat.
    pub seat: u8,
    /// For which decision, in words.
    pub decision: String,
    /// Which decision of the game it is: no two have the same.
    pub stamp: i64,
    /// Since when, in seconds since 1970.
    pub since: i64,
    /// What was done about it.
    pub said: Vec<Said>,
    /// "Not now".
    pub put_off: Option<PutOff>,
    /// The table has agreed that answers are given in his place.
    pub answers: bool,
    /// Seconds of waking hours that his decisions in this game have taken before.
    pub used: i64,
}

impl Wait {
    /// The last of a kind that was done.
    pub fn last(&self, what: What) -> Option<Said> {
        let done = self.said.iter().filter(|said| said.what == what);
        done.copied().max_by_key(|said| said.number)
    }

    /// Seconds that he was given besides.
    fn more(&self) -> i64 {
        let given = self.said.iter().filter(|said| said.what == What::More);
        given.count() as i64 * DAY
    }

    /// When he is warned and when his time is up, if the table gives so much and no more.
    pub fn limit(&self, rhythm: &Rhythm, terms: &Terms) -> Option<(i64, i64)> {
        let (seconds, counts) = match terms.clock {
            Clock::Off => return None,
            Clock::Each(seconds) => (seconds, rhythm.present()),
            Clock::Bank(seconds) => ((seconds - self.used).max(Clock::SPENT), rhythm.clone()),
        };
        let seconds = seconds + self.more();
        let ahead = (seconds / 4).min(6 * HOUR);
        let late = counts.after(self.since, seconds)?;
        // Nobody loses his turn in his sleep: he has an hour after waking.
        let late = match rhythm.awake(late) {
            true => late,
            false => rhythm.after(late, HOUR)?,
        };
        let warn = rhythm.wakes(counts.after(self.since, seconds - ahead)?)?;
        Some((warn.min(late), late))
    }
}

/// The next moment at which something is to be done about a wait, and what; nothing if nothing ever is. The moment may
/// be past. `now` decides only who is still away.
pub fn next(
    wait: &Wait,
    person: &Person,
    rhythm: &Rhythm,
    terms: &Terms,
    now: i64,
) -> Option<(i64, Event)> {
    let not_yet = |what: What| wait.last(what).is_none();
    let mut found: Vec<(i64, Event)> = Vec::new();
    if not_yet(What::Answer) {
        if wait.answers {
            found.push((wait.since, Event::Answer));
        } else if terms.answers {
            // Whoever is back answers himself.
            let from = rhythm.away_from(now.max(wait.since));
            found.extend(from.map(|at| (at, Event::Answer)));
        }
    }
    if !wait.answers {
        found.extend(next_call(wait, person, rhythm, terms));
        if let Some((warn, late)) = wait.limit(rhythm, terms) {
            // Where the bot did not run when his time ended, it does not end as he wakes either.
            let late = rhythm.not_as_he_wakes(late, now, HOUR);
            let given = wait.last(What::More).map_or(i64::MIN, |said| said.at);
            let open = |what| wait.last(what).is_none_or(|said| said.at <= given);
            if open(What::Late) {
                found.push((late, Event::Late));
                if warn < late && now < late && not_yet(What::Warn) {
                    found.push((warn, Event::Warn));
                }
            }
        }
        if let Some(silence) = terms.silence.filter(|_| not_yet(What::Silent)) {
            let at = rhythm.present().after(wait.since, silence);
            found.extend(at.map(|at| (at, Event::Silent)));
        }
    }
    found.into_iter().min()
}

/// When he is called, or the table is told that he has been called often enough.
pub fn next_call(
    wait: &Wait,
    person: &Person,
    rhythm: &Rhythm,
    terms: &Terms,
) -> Option<(i64, Event)> {
    if wait.last(What::Enough).is_some() {
        return None;
    }
    let Some(last) = wait.last(What::Call) else {
        return Some((rhythm.wakes(wait.since)?, Event::Call(0)));
    };
    let put_off = wait
        .put_off
        .filter(|off| off.until.is_none() || off.at >= last.at);
    let at = match put_off {
        Some(PutOff { until: None, .. }) => return None,
        Some(PutOff {
            until: Some(until), ..
        }) => until.max(last.at),
        None => match person.every.unwrap_or(terms.every) {
            0 => return None,
            every => last.at + every,
        },
    };
    let most = person.most.unwrap_or(MOST);
    let event = match last.number >= most && put_off.is_none() {
        true => Event::Enough,
        false => Event::Call(last.number + 1),
    };
    Some((rhythm.wakes(at)?, event))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{NIGHT, Quiet, zone};

    /// Numbers by lot, the same each time.
    struct Lot(u64);

    impl Lot {
        fn draw(&mut self, below: i64) -> i64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(self.0 >> 33).unwrap_or(0) % below
        }
    }

    fn terms() -> Terms {
        Terms {
            every: DAY,
            ..Terms::default()
        }
    }

    /// Carries out what is due as the bot does: asked by the minute, sometimes not for days.
    fn live(
        lot: &mut Lot,
        wait: &mut Wait,
        person: &Person,
        rhythm: &Rhythm,
        terms: &Terms,
    ) -> Vec<(i64, i64, Event)> {
        let mut now = wait.since;
        let mut done = Vec::new();
        while now < wait.since + 60 * DAY {
            let due = next(wait, person, rhythm, terms, now);
            let Some((at, event)) = due else { break };
            if at > now {
                // Asked by the minute; where it was down, later.
                let down = if lot.draw(8) == 0 {
                    lot.draw(3 * DAY)
                } else {
                    0
                };
                now = at + lot.draw(60) + down;
                continue;
            }
            let (what, number) = event.said();
            assert!(
                wait.said
                    .iter()
                    .all(|said| (said.what, said.number) != (what, number)),
                "{event:?}"
            );
            wait.said.push(Said {
                what,
                number,
                at: now,
            });
            done.push((at, now, event));
        }
        done
    }

    #[test]
    fn calls_come_in_waking_hours_at_their_interval_and_end() {
        let mut lot = Lot(11);
        let zones = [
            "Europe/Berlin",
            "America/New_York",
            "Australia/Lord_Howe",
            "Asia/Kathmandu",
        ];
        for round in 0..300 {
            let since = 1_792_000_000 + lot.draw(200 * DAY);
            let mut person = Person {
                zone: (lot.draw(5) > 0).then(|| zones[round % 4].into()),
                every: (lot.draw(3) > 0).then(|| HOUR * (1 + lot.draw(100))),
                most: Some(1 + lot.draw(8)),
                ..Person::default()
            };
            person.quiet = (lot.draw(2) > 0).then(|| {
                Quiet([(); 7].map(|()| {
                    let (from, until) = (lot.draw(1440) as u16, lot.draw(1440) as u16);
                    (from != until).then_some((from, until))
                }))
            });
            let away = since + lot.draw(5 * DAY);
            let rhythm = person.rhythm(vec![(away, away + lot.draw(9 * DAY))]);
            if rhythm.wakes(since).is_none() {
                continue;
            }
            let mut wait = Wait {
                since,
                ..Wait::default()
            };
            let done = live(&mut lot, &mut wait, &person, &rhythm, &terms());
            let every = person.every.unwrap_or(DAY);
            let most = usize::try_from(person.most.unwrap_or(0)).unwrap_or(0);
            let mut last = None;
            for (at, now, event) in &done {
                assert!(rhythm.awake(*at), "{person:?} {at} {event:?}");
                let expected = match last {
                    None => rhythm.wakes(since),
                    Some(last) => rhythm.wakes(last + every),
                };
                assert_eq!(Some(*at), expected);
                last = Some(*now);
            }
            let calls = done
                .iter()
                .filter(|(.., event)| matches!(event, Event::Call(_)))
                .count();
            assert!(calls <= most + 1);
            if let Some((.., Event::Enough)) = done.last() {
                assert_eq!(calls, most + 1);
            } else {
                assert!(
                    done.last()
                        .is_some_and(|(_, now, _)| *now + 70 * DAY > since + 60 * DAY)
                );
            }
        }
    }

    /// The bot was down when his time ended and when he was to be called: he is called as he wakes, and has an hour.
    #[test]
    fn nobodys_time_ends_as_he_wakes() {
        let at = |time: &str| time.parse::<jiff::Timestamp>().expect(time).as_second();
        let rhythm = Rhythm::new(zone("Europe/Berlin"), NIGHT.clone(), Vec::new());
        let mut wait = Wait {
            since: at("2026-06-01T09:00:00Z"),
            said: vec![Said {
                what: What::Call,
                number: 0,
                at: at("2026-06-01T09:00:00Z"),
            }],
            ..Wait::default()
        };
        let terms = Terms {
            clock: Clock::Each(12 * HOUR),
            every: DAY,
            ..terms()
        };
        let next = |wait: &Wait, now| next(wait, &Person::default(), &rhythm, &terms, now);
        // Down until the night of the third; his time ended on the second at 7:00 in the morning, an hour after he woke.
        let night = at("2026-06-03T02:00:00Z");
        let woke = at("2026-06-03T06:00:00Z");
        let (due, event) = next(&wait, night).expect("something is due");
        assert!(
            due <= night && matches!(event, Event::Warn | Event::Call(1)),
            "{event:?}"
        );
        for (what, number) in [(What::Warn, 0), (What::Call, 1)] {
            let (due, _) = next(&wait, woke).expect("both are due as he wakes");
            assert!(due <= woke);
            wait.said.push(Said {
                what,
                number,
                at: woke,
            });
        }
        for minutes in [0, 1, 59] {
            let then = woke + minutes * 60;
            assert_eq!(
                next(&wait, then),
                Some((woke + HOUR, Event::Late)),
                "{minutes}"
            );
        }
        // Who is awake when the bot is back has had his time.
        let evening = at("2026-06-02T18:00:00Z");
        let (due, event) = next(&wait, evening).expect("something is due");
        assert!(due <= evening && event == Event::Late, "{event:?} {due}");
    }

    #[test]
    fn time_ends_in_waking_hours_after_a_warning_and_stands_still_meanwhile() {
        let mut lot = Lot(5);
        for _ in 0..300 {
            let since = 1_792_000_000 + lot.draw(200 * DAY);
            let away = since + lot.draw(3 * DAY);
            let gone = lot.draw(6 * DAY);
            let rhythm = Rhythm::new(
                zone("Europe/Berlin"),
                NIGHT.clone(),
                vec![(away, away + gone)],
            );
            let seconds = HOUR * (1 + lot.draw(100));
            let wait = Wait {
                since,
                used: lot.draw(40 * HOUR),
                ..Wait::default()
            };
            for clock in [Clock::Each(seconds), Clock::Bank(seconds)] {
                let terms = Terms { clock, ..terms() };
                let (warn, late) = wait.limit(&rhythm, &terms).expect("a limit");
                assert!(since <= warn && warn <= late);
                // Whoever may be called is awake, or has just ceased to be: his time was up with his day.
                assert!(rhythm.awake(late) || rhythm.awake(late - 1), "{late}");
                match clock {
                    Clock::Each(_) => {
                        let had = rhythm.present().awake_between(since, late);
                        assert!(had >= seconds && had <= seconds + DAY, "{had} {seconds}");
                    }
                    _ => {
                        let had = rhythm.awake_between(since, late);
                        let given = (seconds - wait.used).max(Clock::SPENT);
                        assert!(had == given || had == given + HOUR, "{had} {given}");
                    }
                }
            }
        }
    }

    #[test]
    fn whoever_is_answered_for_is_not_called() {
        let rhythm = Rhythm::new(None, Quiet::NONE, vec![(100, 200)]);
        let person = Person::default();
        let wait = Wait {
            since: 50,
            answers: true,
            ..Wait::default()
        };
        assert_eq!(
            next(&wait, &person, &rhythm, &terms(), 50),
            Some((50, Event::Answer))
        );
        let wait = Wait {
            answers: false,
            ..wait
        };
        let away = Terms {
            answers: true,
            every: 0,
            ..terms()
        };
        assert_eq!(
            next(&wait, &person, &rhythm, &away, 50),
            Some((50, Event::Call(0)))
        );
        let mut called = wait.clone();
        called.said.push(Said {
            what: What::Call,
            number: 0,
            at: 50,
        });
        assert_eq!(
            next(&called, &person, &rhythm, &away, 50),
            Some((100, Event::Answer))
        );
        assert_eq!(
            next(&called, &person, &rhythm, &away, 150),
            Some((150, Event::Answer))
        );
        // Who is back answers himself.
        assert_eq!(next(&called, &person, &rhythm, &away, 200), None);
    }
}
