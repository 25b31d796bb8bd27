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
