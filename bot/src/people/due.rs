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
mod tests;
