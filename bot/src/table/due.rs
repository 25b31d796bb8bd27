//! What happens by itself at a time: asked for every minute, done once, also over a restart.
//!
//! A kind of thing that falls due has a name here and a function that carries it out. The function commits what it
//! does together with [`Step::Done`](crate::store::Step::Done), so that it is never done twice, or says that nothing
//! is to be done.

use super::{Refusal, Tables, lock, opening, vote};
use crate::store::Due;

/// Seconds of a day.
pub(super) const DAY: i64 = 24 * 3600;

/// A vote has been open for long.
pub(super) const VOTE: &str = "vote";

/// A table has gathered players for long: whoever opened it is asked.
pub(super) const LOBBY_ASK: &str = "lobby.ask";

/// He has not answered: the table closes.
pub(super) const LOBBY_END: &str = "lobby.end";

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
        let now = self.now();
        let due = match self.store().due(now, 100) {
            Ok(due) => due,
            Err(fault) => {
                tracing::error!(%fault, "what has fallen due cannot be read");
                return 0;
            }
        };
        let mut done = 0;
        for one in due {
            let settled = match self.fallen(&one, now) {
                Ok(Handled::Done) => {
                    done += 1;
                    continue;
                }
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
        }
        done
    }

    fn fallen(&self, due: &Due, now: i64) -> Result<Handled, Refusal> {
        let Some(game) = due.game else {
            return Ok(Handled::Nothing);
        };
        let open = self.game(game)?;
        let mut open = lock(&open);
        match due.kind.as_str() {
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
