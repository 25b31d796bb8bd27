//! Judges what is done in somebody's place, and what he is promised when he says "not now".

use super::{Judge, Wait};
use crate::people::Human;
use crate::table::{Stored, Table};
use engine::ids::Seat;

impl Judge {
    /// What was done in somebody's place is held against what his table has agreed on.
    pub fn in_his_place(
        &mut self,
        table: &Table,
        people: &[Human],
        game: usize,
        stored: &[Stored],
    ) {
        let by_clock = |one: &Stored| matches!(one.how.as_str(), "clock" | "away");
        if !stored.iter().any(by_clock) {
            return;
        }
        let mut terms = table.terms;
        let mut position = table.clone();
        for one in stored {
            if by_clock(one) {
                // What alone is legal is nobody's choice.
                terms.forced = position.game.legal(Seat(one.seat)).choices.len() == 1;
                let human = &people[table.seats[usize::from(one.seat)]];
                let wait = table.waits.get(&one.seat);
                self.by_itself((&one.how, &one.text), wait, &terms, human, game, one.at);
                terms.just = true;
            }
            position.enter(one);
        }
    }

    /// Somebody says "not now". What he is promised must be what the button says, by the clock on his own wall.
    pub fn puts_off(
        &mut self,
        table: &mut Table,
        people: &[Human],
        (seat, now): (u8, i64),
        (what, answer): (&'static str, &str),
    ) {
        let human = &people[table.seats[usize::from(seat)]];
        let Some(wait) = table.waits.get_mut(&seat) else {
            return;
        };
        self.put_off += 1;
        let promised = moment(answer); // the time that he is told
        wait.put_off = Some((now, promised.filter(|_| what != "off")));
        let Some(until) = promised else { return };
        let ((today, _), (day, minute)) = (human.wall(now), human.wall(until));
        let fits = match what {
            "hour" => until >= now + 3600 && until <= now + 3600 + 7 * 86_400,
            "evening" => until > now && (day != today || minute >= 17 * 60),
            "morning" => day != today && until > now && (minute >= 6 * 60 || until > now + 86_400),
            _ => false,
        };
        // Where no call follows, the answer names the time that was asked for.
        let called = answer.starts_with("You are called again");
        if !fits || (called && human.sleeps(until)) {
            let what = format!(
                "{} {what} at {now}, wall {:?}: {answer}",
                human.user,
                human.wall(now)
            );
            self.fault("put off to another time than said", what);
        }
    }

    /// Something was done in somebody's place: it was due, and what the table has agreed to.
    fn by_itself(
        &mut self,
        (how, text): (&str, &str),
        wait: Option<&Wait>,
        terms: &Terms,
        human: &Human,
        table: usize,
        at: i64,
    ) {
        self.by_clock += 1;
        let about = || {
            format!(
                "{how} {text} for {} at {at}: {wait:?} {terms:?}",
                human.user
            )
        };
        let word = text.split(' ').next().unwrap_or_default();
        let legal = match how {
            "clock" | "away" if terms.forced && (terms.plays || how == "away") => true,
            "clock" => {
                terms.clock && (word == "pass" || terms.plays && matches!(word, "run" | "pay"))
            }
            "away" => {
                (terms.answers && human.is_away(at, table))
                    && matches!(word, "pass" | "run" | "pay")
            }
            _ => true,
        };
        if !legal {
            self.fault("moved without leave", about());
        }
        // A table's limit counts from when the decision fell to him; nobody's time ends while he sleeps or is away.
        if how == "clock" {
            let long = wait.is_some_and(|wait| at - wait.since >= terms.limit);
            if !long && !terms.just || human.sleeps(at) || human.is_away(at, table) {
                self.fault("time ended too early", about());
            }
        }
    }
}

/// What a table has agreed on about time, as the checker told it to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    /// Time runs out, and the clock moves.
    pub clock: bool,
    /// After so many seconds.
    pub limit: i64,
    /// The clock also runs and pays.
    pub plays: bool,
    /// Answers are given for who is away.
    pub answers: bool,
    /// Nothing else is legal.
    pub forced: bool,
    /// The same turn of the same seat has gone on by the clock a moment ago.
    pub just: bool,
}

/// The moment that an answer names: `<t:…:f>`.
pub fn moment(text: &str) -> Option<i64> {
    text.split_once("<t:")?.1.split(':').next()?.parse().ok()
}
