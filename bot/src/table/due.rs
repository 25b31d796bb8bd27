//! What happens by itself at a time: asked for every minute, done once, also over a restart.
//!
//! A kind of thing that falls due has a name here and a function that carries it out. The function commits what it
//! does together with [`Step::Done`](crate::store::Step::Done), so that it is never done twice, or says that nothing
//! is to be done.

use super::{Refusal, Tables, lock, opening, time, vote};
use crate::store::{ASK, BACK, Due, WAIT};
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// Seconds of a day.
pub(super) const DAY: i64 = 24 * 3600;

/// A vote has been open for long.
pub(super) const VOTE: &str = "vote";

/// A table has gathered players for long: whoever opened it is asked.
pub(super) const LOBBY_ASK: &str = "lobby.ask";

/// He has not answered: the table closes.
pub(super) const LOBBY_END: &str = "lobby.end";

/// Somebody who slept when the host nudged him wakes.
pub(super) const NUDGE: &str = "nudge";

/// How much is read at once.
const BATCH: usize = 100;

/// How often one row may fall due at one call.
const TIMES: u8 = 3;

/// Seconds by which a clock may run back unnoticed.
const SET_BACK: i64 = 120;

/// What became of something that fell due.
pub(super) enum Handled {
    /// It is done, and committed as done.
    Done,
    /// Nothing is to be done.
    Nothing,
    /// Not before this time.
    Later(i64),
}

impl Tables {
    /// Carries out what has fallen due by now, and says how much was done. Adapters call it every minute.
    pub fn tick(&self) -> usize {
        self.settle_orders();
        let now = self.now();
        self.heed_clock(now);
        let mut done = 0;
        // Somebody who wakes may be due a warning and a call at once, and both stand in one row that is planned anew: each
        // row is looked at as often as that may be, but not without end.
        let mut seen: HashMap<i64, u8> = HashMap::new();
        loop {
            let due = match self.store().due(now, BATCH) {
                Ok(due) => due,
                Err(fault) => {
                    tracing::error!(%fault, "what has fallen due cannot be read");
                    return done;
                }
            };
            let mut some = false;
            for one in &due {
                let times = seen.entry(one.id).or_default();
                if *times < TIMES {
                    *times += 1;
                    some = true;
                    done += usize::from(self.fall(one, now));
                }
            }
            if !some {
                return done;
            }
        }
    }

    /// Carries out one thing that has fallen due; whether something was done.
    fn fall(&self, one: &Due, now: i64) -> bool {
        let settled = match self.fallen(one, now) {
            Ok(Handled::Done) => return true,
            Ok(Handled::Nothing) => self.store().settle(one.id, None),
            Ok(Handled::Later(at)) => self.store().settle(one.id, Some(at.max(now + 60))),
            Err(Refusal(why)) => {
                tracing::warn!(kind = one.kind, %why, "what fell due is tried again later");
                self.store().settle(one.id, Some(now + 600))
            }
        };
        if let Err(fault) = settled {
            tracing::error!(%fault, "what has fallen due cannot be settled");
        }
        false
    }

    /// Notices that the clock was set back, also while the bot did not run.
    fn heed_clock(&self, now: i64) {
        let known = self.ticked.swap(now, Ordering::Relaxed);
        let known = match known {
            0 => self.store().latest().ok().flatten().unwrap_or(now),
            known => known,
        };
        if known > now + SET_BACK {
            tracing::warn!(seconds = known - now, "the clock was set back");
            if let Err(fault) = self.store().set_back() {
                tracing::error!(%fault, "what is due cannot be planned anew");
            }
        }
    }

    fn fallen(&self, due: &Due, now: i64) -> Result<Handled, Refusal> {
        if due.kind == BACK {
            return time::ended(self, due);
        }
        let Some(game) = due.game else {
            return Ok(Handled::Nothing);
        };
        let open = self.game(game)?;
        let mut open = lock(&open);
        match due.kind.as_str() {
            WAIT => time::wait(self, &mut open, due, now),
            NUDGE => time::woken(self, &mut open, due, now),
            ASK => time::asked(self, &mut open, due, now),
            VOTE => vote::expire(self, &mut open, due),
            LOBBY_ASK => opening::ask(self, &mut open, due, now),
            LOBBY_END => opening::close(self, &mut open, due),
            other => {
                tracing::error!(kind = other, "nobody knows what this is for");
                Ok(Handled::Nothing)
            }
        }
    }
}
