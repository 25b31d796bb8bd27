use super::*;
use crate::people::{local, zone};

fn in_zone(name: &str, quiet: &Quiet, away: &[(i64, i64)]) -> Rhythm {
    Rhythm::new(Some(zone(name).expect(name)), quiet.clone(), away.to_vec())
}

fn at(time: &str) -> i64 {
    time.parse::<Timestamp>().expect(time).as_second()
}

/// What the clock on the wall shows, read without any of the code above.
fn wall(zone_name: &str, quiet: &Quiet, moment: i64) -> bool {
    let shown = local(zone_name, moment);
    let day = DAYS
        .iter()
        .position(|day| shown.starts_with(day))
        .expect("a day");
    let minute: Vec<u16> = shown[4..]
        .split(':')
        .map(|part| part.parse().expect("a number"))
        .collect();
    let minute = minute[0] * 60 + minute[1];
    let own = quiet.0[day].is_some_and(|(from, until)| {
        if until > from {
            (from..until).contains(&minute)
        } else {
            minute >= from
        }
    });
    let before =
        quiet.0[(day + 6) % 7].is_some_and(|(from, until)| until <= from && minute < until);
    own || before
}

#[test]
fn nights_end_by_the_clock_on_the_wall_on_both_changes_of_summer_time() {
    // Back by an hour on 25 October 2026 and forward on 28 March 2027.
    let berlin = in_zone("Europe/Berlin", &NIGHT, &[]);
    assert_eq!(
        berlin.wakes(at("2026-10-24T21:00:00Z")),
        Some(at("2026-10-25T07:00:00Z"))
    );
    assert_eq!(
        berlin.wakes(at("2026-10-25T21:30:00Z")),
        Some(at("2026-10-26T07:00:00Z"))
    );
    assert_eq!(
        berlin.wakes(at("2027-03-27T21:30:00Z")),
        Some(at("2027-03-28T06:00:00Z"))
    );
    assert_eq!(
        berlin.wakes(at("2026-10-25T12:00:00Z")),
        Some(at("2026-10-25T12:00:00Z"))
    );
    let york = in_zone("America/New_York", &NIGHT, &[]);
    assert_eq!(
        york.wakes(at("2026-11-01T03:00:00Z")),
        Some(at("2026-11-01T13:00:00Z"))
    );
    assert_eq!(
        york.wakes(at("2027-03-14T04:00:00Z")),
        Some(at("2027-03-14T12:00:00Z"))
    );
    // By half an hour only.
    let howe = in_zone("Australia/Lord_Howe", &NIGHT, &[]);
    assert_eq!(
        howe.wakes(at("2026-10-03T14:00:00Z")),
        Some(at("2026-10-03T21:00:00Z"))
    );
    assert_eq!(
        howe.wakes(at("2027-04-03T14:00:00Z")),
        Some(at("2027-04-03T21:30:00Z"))
    );
    // Three quarters of an hour from full hours, and never changed.
    let kathmandu = in_zone("Asia/Kathmandu", &NIGHT, &[]);
    assert_eq!(
        kathmandu.wakes(at("2026-10-25T20:00:00Z")),
        Some(at("2026-10-26T02:15:00Z"))
    );
}

#[test]
fn an_hour_that_comes_twice_is_quiet_twice_and_one_that_is_left_out_is_no_trap() {
    let early = Quiet([Some((60, 150)); 7]);
    let berlin = in_zone("Europe/Berlin", &early, &[]);
    // 02:15 summer time, quiet until 02:30; at 03:00 it is 02:00 once more.
    let first = berlin.wakes(at("2026-10-25T00:15:00Z"));
    assert_eq!(first, Some(at("2026-10-25T00:30:00Z")));
    assert!(!berlin.awake(at("2026-10-25T01:10:00Z")));
    assert_eq!(
        berlin.wakes(at("2026-10-25T01:00:00Z")),
        Some(at("2026-10-25T01:30:00Z"))
    );
    // 02:30 does not come: at two it is three.
    assert_eq!(
        berlin.wakes(at("2027-03-28T00:30:00Z")),
        Some(at("2027-03-28T01:00:00Z"))
    );
}

/// Minute by minute over both changes in several zones, with hours drawn by lot.
#[test]
fn no_moment_is_called_waking_while_the_wall_shows_a_quiet_hour() {
    let mut lot = 7u64;
    let mut draw = |below: u64| {
        lot = lot
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (lot >> 33) % below
    };
    let zones = [
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "Africa/Casablanca",
    ];
    let changes = [
        "2026-10-25T01:00:00Z",
        "2027-03-28T01:00:00Z",
        "2026-11-01T06:00:00Z",
        "2026-10-03T15:30:00Z",
        "2027-04-03T15:00:00Z",
        "2027-02-07T02:00:00Z",
    ];
    for round in 0..60 {
        let name = zones[round % zones.len()];
        let quiet = Quiet([(); 7].map(|()| {
            let (from, until) = (draw(1440) as u16, draw(1440) as u16);
            (draw(4) > 0 && from != until).then_some((from, until))
        }));
        let start = at(changes[(round / zones.len()) % changes.len()]) - 30 * 3600;
        let rhythm = in_zone(name, &quiet, &[]);
        let minutes: Vec<i64> = (0..60 * 60).map(|minute| start + minute * 60).collect();
        let open: Vec<bool> = minutes
            .iter()
            .map(|&minute| !wall(name, &quiet, minute))
            .collect();
        for (index, &minute) in minutes.iter().enumerate().step_by(7) {
            assert_eq!(
                rhythm.awake(minute),
                open[index],
                "{name} {quiet:?} {minute}"
            );
            if let Some(next) = open[index..].iter().position(|open| *open) {
                assert_eq!(
                    rhythm.wakes(minute),
                    Some(minutes[index + next]),
                    "{name} {quiet:?} {minute}"
                );
            }
        }
        let awake = open.iter().filter(|open| **open).count() as i64 * 60;
        let end = start + 3600 * 60;
        assert_eq!(rhythm.awake_between(start, end), awake);
        if awake > 0 {
            let last = rhythm.after(start, awake).expect("it comes");
            assert_eq!(rhythm.awake_between(start, last), awake);
            assert!(last <= end);
        }
    }
}

#[test]
fn whoever_is_away_wakes_when_he_is_back_and_not_at_night() {
    let (from, back) = (at("2026-06-01T10:00:00Z"), at("2026-06-05T23:00:00Z"));
    let rhythm = in_zone(
        "Europe/Berlin",
        &NIGHT,
        &[(from, back), (from - 50, from + 50)],
    );
    assert_eq!(rhythm.wakes(from), Some(at("2026-06-06T06:00:00Z")));
    assert!(rhythm.awake(from - 100));
    assert_eq!(rhythm.away_from(0), Some(from - 50));
    assert_eq!(rhythm.present().wakes(from), Some(back));
    assert_eq!(rhythm.awake_between(from - 100, back + 100), 50);
    assert_eq!(rhythm.present().after(from - 100, 60), Some(back + 10));
}

#[test]
fn a_week_without_a_waking_minute_is_known_and_said_in_words() {
    let all = Quiet([Some((0, 1440)); 7]);
    assert!(all.always() && !NIGHT.always());
    let mut sunday = NIGHT.clone();
    sunday.0[6] = Some((0, 1440));
    assert!(!sunday.always());
    assert_eq!(
        sunday.words(),
        "Mon to Sat 22:00 to 08:00; Sun 00:00 to 24:00"
    );
    assert_eq!(NIGHT.words(), "every day 22:00 to 08:00");
    assert_eq!(Quiet::NONE.words(), "none");
    let rhythm = Rhythm::new(zone("Asia/Tokyo"), all, Vec::new());
    assert_eq!((rhythm.wakes(0), rhythm.after(0, 1)), (None, None));
    // Where nobody knows the zone there is no night.
    assert!(Rhythm::new(None, NIGHT.clone(), Vec::new()).awake(0));
}
