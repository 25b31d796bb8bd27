//! Judges what players are sent, by the sentences of the order and by nothing of the product's: no reminder in
//! anybody's quiet hours, none doubled, none missing by more than a minute after waking, none after the move.

mod clock;

use crate::orders::Seen;
use crate::people::Human;
use crate::table::{Question, Table};
use std::collections::BTreeMap;

pub use clock::{Terms, moment};

/// How often somebody is called again by default.
const MOST: usize = 5;

/// Somebody is awaited.
#[derive(Clone, Debug, Default)]
pub struct Wait {
    /// For what.
    pub asked: Vec<Question>,
    /// Since when, by the bot's clock.
    pub since: i64,
    /// He has just done the step before: he need not be told that it is his decision.
    pub own: bool,
    /// When he was called, by when the bot decided to.
    pub calls: Vec<i64>,
    /// He said "not now": when, and until when; `None` for the rest of this turn.
    pub put_off: Option<(i64, Option<i64>)>,
    /// He said so in a step before: whether this still is the same turn is not judged.
    pub loose: bool,
    /// The table was told that he was called often enough.
    pub told: bool,
    /// He was told that his time is nearly up, so often.
    pub warned: usize,
    /// Discord could not be reached meanwhile: some calls were never seen.
    pub blind: bool,
    /// Minutes for which a call has been due while he was awake.
    pub overdue: u32,
}

impl Wait {
    /// Reminders so far; the first call is none.
    fn reminders(&self) -> usize {
        match self.own {
            true => self.calls.len(),
            false => self.calls.len().saturating_sub(1),
        }
    }

    /// Whether he said "not now" after the last call.
    fn is_put_off(&self) -> bool {
        let last = self.calls.last().copied().unwrap_or(self.since);
        self.put_off.is_some_and(|(said, _)| said >= last)
    }

    /// From when on he is to be called next, or the table told; `None` if not at all.
    fn due(&self, every: i64) -> Option<i64> {
        if self.told || self.loose {
            return None;
        }
        let again = |last: i64| (every > 0).then_some(last + every);
        match (self.put_off, self.calls.last()) {
            (Some((_, until)), _) if self.is_put_off() => until,
            (_, Some(last)) => again(*last),
            (_, None) if self.own => again(self.since),
            _ => Some(self.since),
        }
    }

    /// The bot's clock was set back: nothing happened later than now.
    pub fn set_back(&mut self, now: i64) {
        self.since = self.since.min(now);
        for call in &mut self.calls {
            *call = (*call).min(now);
        }
        if let Some((said, _)) = &mut self.put_off {
            *said = (*said).min(now);
        }
    }
}

/// What goes out.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The table.
    pub table: usize,
    /// Who is pinged, by number, and whether by a message of his own.
    pub whom: Vec<usize>,
    /// By a message of his own.
    pub message: bool,
    /// When the bot decided to send it.
    pub at: i64,
    /// What it says.
    pub text: String,
    /// What it is for.
    pub kind: Kind,
}

/// What a message that names people is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Calls for a decision.
    Call,
    /// Tells that the time to decide is nearly up.
    Warning,
    /// Tells what happened.
    Said,
}

/// What was seen, and what was wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// Faults, by kind: how many, and the first few.
    pub faults: BTreeMap<&'static str, (usize, Vec<String>)>,
    /// First calls.
    pub first: usize,
    /// Calls again.
    pub again: usize,
    /// First calls that waited for somebody to wake.
    pub woken: usize,
    /// Warnings that the time is nearly up.
    pub warned: usize,
    /// Messages to users alone.
    pub messages: usize,
    /// Presses of "not now".
    pub put_off: usize,
    /// Absences.
    pub absences: usize,
    /// Moves by the clock, and for those who were away.
    pub by_clock: usize,
    /// Times a table was told that somebody was called often enough.
    pub enough: usize,
    /// Calls on waking from a night in which the clocks were changed.
    pub changed_nights: usize,
    /// What was seen of orders.
    pub orders: Seen,
}

impl Judge {
    /// What was seen and what was wrong, in words.
    pub fn report(&self) -> String {
        let mut lines = vec![format!(
            "{} first calls, {} of them after waking, {} calls again, {} \"not now\", {} absences, {} tables told, \
             {} warnings, {} by message, {} moves by the clock or for who was away",
            self.first,
            self.woken,
            self.again,
            self.put_off,
            self.absences,
            self.enough,
            self.warned,
            self.messages,
            self.by_clock
        )];
        lines.push(format!(
            "{} on waking from a night in which the clocks changed",
            self.changed_nights
        ));
        lines.push(format!("orders {:?}", self.orders));
        for (kind, (count, some)) in &self.faults {
            lines.push(format!("{kind}: {count}"));
            lines.extend(some.iter().map(|one| format!("  {one}")));
        }
        lines.join("\n")
    }

    /// Keeps a fault.
    pub fn fault(&mut self, kind: &'static str, what: String) {
        let (count, some) = self.faults.entry(kind).or_default();
        *count += 1;
        if some.len() < 5 {
            some.push(what);
        }
    }

    /// Something goes out that pings people.
    pub fn sent(&mut self, sent: &Sent, table: &mut Table, people: &[Human], now: i64) {
        self.messages += usize::from(sent.message);
        for &whom in &sent.whom {
            let human = &people[whom];
            let told = format!(
                "{} ({}) at {now}, wall {:?}, {}: {:?}",
                human.user,
                human.zone,
                human.wall(now),
                table.channel,
                sent.text.chars().take(160).collect::<String>()
            );
            let about = || told.clone();
            if human.sleeps(now) {
                self.fault("in quiet hours", about());
            }
            if human.is_away(now, sent.table) {
                self.fault("while away", about());
            }
            let seat = (table.seats.iter().position(|&sits| sits == whom)).map(|seat| seat as u8);
            let every = human.every.unwrap_or(table.every);
            if sent.kind == Kind::Said {
                continue;
            }
            let Some(wait) = seat.and_then(|seat| table.waits.get_mut(&seat)) else {
                let what = about();
                self.fault("after the move", what);
                continue;
            };
            let before = wait.clone();
            if sent.kind == Kind::Warning {
                self.warned += 1;
                wait.warned += 1;
                if wait.warned > 1 {
                    let what = format!("{} {before:?}", told);
                    self.fault("doubled or early", what);
                }
                continue;
            }
            // By when the bot decided: what could not be sent then comes late, and is none the worse.
            // A post that lay meanwhile was written anew for whoever is awaited by now.
            let decided = if wait.blind {
                sent.at.max(wait.since)
            } else {
                sent.at
            };
            let fits = wait.due(every).is_some_and(|due| decided >= due);
            if wait.own && wait.calls.is_empty() && sent.at - wait.since <= 1 {
                // His next turn begins, and he is there himself: its post names him.
                continue;
            }
            if wait.own && wait.calls.is_empty() && wait.blind {
                // The same post, which could not be sent then: it is his first call.
                wait.calls.push(decided);
                self.first += 1;
                continue;
            }
            let changed = human.offset(now) != human.offset(now - 86_400);
            self.changed_nights += usize::from(changed && human.sleeps(now - 120));
            let number = wait.reminders();
            if wait.calls.is_empty() && !wait.own {
                self.first += 1;
                self.woken += usize::from(now > wait.since + 120);
            } else {
                self.again += 1;
            }
            let often = (wait.own || !wait.calls.is_empty())
                && number >= MOST + usize::from(before.blind)
                && !before.is_put_off();
            wait.calls.push(decided);
            wait.overdue = 0;
            if !fits && !before.loose {
                self.fault(
                    "doubled or early",
                    format!(
                        "{told} due {:?} decided {} {before:?}",
                        before.due(every),
                        sent.at
                    ),
                );
            }
            if often {
                self.fault("more often than set", told);
            }
        }
    }

    /// The table is told that somebody was called often enough.
    pub fn enough(&mut self, table: &mut Table, seat: u8, now: i64) {
        self.enough += 1;
        let channel = table.channel.clone();
        match table.waits.get_mut(&seat) {
            Some(wait) if !wait.told && (wait.blind || wait.reminders() >= MOST) => {
                wait.told = true;
                wait.overdue = 0;
            }
            Some(wait) => {
                let what = format!("{channel} seat {seat} at {now}: {wait:?}");
                self.fault("told without need", what);
            }
            None => self.fault(
                "told after the move",
                format!("{channel} seat {seat} at {now}"),
            ),
        }
    }

    /// A minute has passed in which the bot was up and could send: what is due and was not sent is missing.
    pub fn minute(&mut self, tables: &mut [Table], people: &[Human], now: i64) {
        for (number, table) in tables.iter_mut().enumerate() {
            let channel = &table.channel;
            for (seat, wait) in &mut table.waits {
                let human = &people[table.seats[usize::from(*seat)]];
                let every = human.every.unwrap_or(table.every);
                let due = wait.due(every).is_some_and(|due| due <= now);
                if !due || human.sleeps(now) || human.is_away(now, number) {
                    wait.overdue = 0;
                    continue;
                }
                wait.overdue += 1;
                if wait.overdue == 2 {
                    let what = format!(
                        "{} ({}) at {now}, wall {:?}, {channel}: {wait:?}",
                        human.user,
                        human.zone,
                        human.wall(now)
                    );
                    self.fault("missing", what);
                }
            }
        }
    }
}
