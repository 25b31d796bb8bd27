use super::*;
use crate::people::{NIGHT, zone};

#[test]
fn intervals_go_from_an_hour_to_a_week() {
    for (typed, seconds) in [
        ("1 h", Some(HOUR)),
        ("24", Some(DAY)),
        ("90 min", Some(5400)),
        ("2 days", Some(2 * DAY)),
        ("a week", Some(7 * DAY)),
        ("week", Some(7 * DAY)),
        ("Never", Some(0)),
        ("table", None),
    ] {
        assert_eq!(interval(typed), Ok(seconds), "{typed}");
    }
    for wrong in [
        "0",
        "0 h",
        "59 min",
        "8 days",
        "-3 h",
        "often",
        "",
        "9999999999999999999 h",
        "9223372036854775807 weeks",
    ] {
        assert!(
            interval(wrong).is_err_and(|why| why.contains("from 1 h to 7 days")),
            "{wrong}"
        );
    }
}

#[test]
fn quiet_hours_change_on_some_days_and_never_cover_the_week() {
    let week = hours(&NIGHT, "23:00-7", "Mon-Fri").expect("hours");
    assert_eq!(
        week.words(),
        "Mon to Fri 23:00 to 07:00; Sat, Sun 22:00 to 08:00"
    );
    assert_eq!(
        hours(&NIGHT, "10pm to 6am", "Fri-Mon")
            .map(|quiet| quiet.words())
            .as_deref(),
        Ok("Mon, Fri, Sat, Sun 22:00 to 06:00; Tue to Thu 22:00 to 08:00")
    );
    assert_eq!(
        hours(&NIGHT, "none", "")
            .map(|quiet| quiet.words())
            .as_deref(),
        Ok("none")
    );
    let sunday = hours(&Quiet::NONE, "0-24", "Sun").expect("a day");
    assert_eq!(sunday.words(), "Sun 00:00 to 24:00");
    for (typed, days) in [
        ("0-24", ""),
        ("00:00-0:00", ""),
        ("1093-8", ""),
        ("22-8", "someday"),
        ("25-3", ""),
        ("22", ""),
        ("13pm-3", ""),
        ("22:60-1", ""),
    ] {
        let done = hours(&Quiet::NONE, typed, days);
        assert!(done.is_err(), "{typed} {days}");
    }
    assert!(hours(&Quiet::NONE, "12-11:59", "every day").is_ok());
    assert!(hours(&Quiet::NONE, "0-24", "").is_err_and(|why| why.contains("whole week")));
}

#[test]
fn dates_are_read_in_the_zone_of_whoever_types_them() {
    let berlin = zone("Europe/Berlin").expect("a zone");
    // Tuesday, 1 December 2026, 10:00 in Berlin.
    let now = 1_796_115_600;
    let day = |text: &str| {
        let at = until(text, &berlin, now)?;
        Ok::<_, String>(
            Timestamp::from_second(at)
                .map_err(|why| why.to_string())?
                .to_string(),
        )
    };
    for (typed, moment) in [
        ("3 days", "2026-12-04T09:00:00Z"),
        ("until 2 weeks", "2026-12-15T09:00:00Z"),
        ("2026-12-05", "2026-12-04T23:00:00Z"),
        ("2026-12-05 18:30", "2026-12-05T17:30:00Z"),
        ("5.12.", "2026-12-04T23:00:00Z"),
        ("24.12.2027", "2027-12-23T23:00:00Z"),
        ("5 Dec", "2026-12-04T23:00:00Z"),
        ("Jan 5th", "2027-01-04T23:00:00Z"),
        ("1 July 2027", "2027-06-30T22:00:00Z"),
        ("29 feb", "2028-02-28T23:00:00Z"),
        ("tomorrow", "2026-12-01T23:00:00Z"),
        ("tomorrow at 8pm", "2026-12-02T19:00:00Z"),
        ("friday", "2026-12-03T23:00:00Z"),
        ("tue", "2026-12-07T23:00:00Z"),
    ] {
        assert_eq!(day(typed).as_deref(), Ok(moment), "{typed}");
    }
    for (wrong, why) in [
        ("2026-11-30", "past"),
        ("today", "past"),
        ("1 Dec 2020", "past"),
        ("2037-01-01", "more than 10 years"),
        ("11 years", "more than 10 years"),
        ("999999999999 years", "more than 10 years"),
        ("0 days", "no time"),
        ("31.2.2027", "no date"),
        ("soon", "no date"),
        ("12/5", "no date"),
        ("", "no date"),
        ("5", "no date"),
    ] {
        let said = day(wrong);
        assert!(
            said.as_ref().is_err_and(|said| said.contains(why)),
            "{wrong}: {said:?}"
        );
    }
}
