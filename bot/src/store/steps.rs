//! What a table agrees on, as steps of a [`Change`](super::Change).

use super::asks;
use super::calls;
use super::dues::{Due, payload};
use super::kept::Kept;
use super::rows::{GameId, PostBody};
use super::votes::{OfferRow, Standing, VoteRow, open_vote};
use super::{Fault, OrderStep};
use crate::people::What;
use rusqlite::{Transaction, params};

/// A step of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The host's role passes on.
    Host(String),
    /// Options of the lobby.
    Options(Vec<String>),
    /// What draws the seats.
    Seed(Option<u64>),
    /// The table's settings: JSON.
    Agreed(String),
    /// Who sat where before: seat, the last action of his time, name.
    Former(Vec<(u8, i64, String)>),
    /// Somebody is invited.
    Invite(String),
    /// Somebody follows the game, or no longer.
    Follow(String, bool),
    /// A vote is opened, with its number and ballots.
    OpenVote(VoteRow),
    /// A voter answers.
    Cast(i64, String, bool),
    /// What an open vote is about is told more exactly: JSON.
    Motion(i64, String),
    /// A vote ends.
    CloseVote(i64, Standing),
    /// An offer is made, with its number.
    OpenOffer(OfferRow),
    /// An offer ends.
    CloseOffer(i64, Standing),
    /// Something will fall due.
    Plan(Due),
    /// A post that carries this mark reads so from now on, and is closed or not.
    Repost(PostBody, bool),
    /// A post that carries this mark is over; a call that nobody has seen is never sent.
    Shut(String),
    /// What of this kind was to fall due for the game is dropped.
    Drop(&'static str),
    /// What fell due is done: never a second time.
    Done(i64),
    /// What becomes of a standing order.
    Order(OrderStep),
    /// Something was done about the decision of a user: which, what, and the number of its kind.
    Said(String, i64, What, i64),
    /// "Not now": a user, which decision, until when (`None`: no more calls), and after how many actions the turn began
    /// if it is his own.
    PutOff(String, i64, Option<i64>, Option<usize>),
    /// A message for a user alone.
    Direct(String, PostBody),
    /// A user is next, in the turn that began after so many actions: if he wants to know it, the first of these goes to
    /// the channel, or the second to him alone.
    Next(String, usize, Box<[PostBody; 2]>),
    /// The host has nudged a user.
    Nudged(String),
    /// Words for the channel, before what the change itself tells.
    Tell(PostBody),
}

pub(super) fn take(
    work: &Transaction<'_>,
    game: GameId,
    step: &Step,
    at: i64,
) -> Result<(), Fault> {
    match step {
        Step::Host(user) => {
            work.exec(
                "UPDATE games SET host = ?2 WHERE id = ?1",
                params![game, user],
            )?;
        }
        Step::Options(options) => {
            let options = serde_json::to_string(options).unwrap_or_else(|_| "[]".into());
            work.exec(
                "UPDATE games SET options = ?2 WHERE id = ?1",
                params![game, options],
            )?;
        }
        Step::Seed(seed) => {
            work.exec(
                "UPDATE games SET seed = ?2 WHERE id = ?1",
                params![game, seed.map(u64::cast_signed)],
            )?;
        }
        Step::Agreed(agreed) => {
            work.exec(
                "UPDATE games SET agreed = ?2 WHERE id = ?1",
                params![game, agreed],
            )?;
        }
        Step::Former(former) => {
            let former = serde_json::to_string(former).unwrap_or_else(|_| "[]".into());
            work.exec(
                "UPDATE games SET former = ?2 WHERE id = ?1",
                params![game, former],
            )?;
        }
        Step::Invite(user) => {
            work.exec(
                "INSERT OR IGNORE INTO invitations (game, user, at) VALUES (?1, ?2, ?3)",
                params![game, user, at],
            )?;
        }
        Step::Follow(user, true) => {
            work.exec(
                "INSERT OR IGNORE INTO followers (game, user, at) VALUES (?1, ?2, ?3)",
                params![game, user, at],
            )?;
        }
        Step::Follow(user, false) => {
            work.exec(
                "DELETE FROM followers WHERE game = ?1 AND user = ?2",
                params![game, user],
            )?;
        }
        Step::OpenVote(vote) => open_vote(work, game, vote, at)?,
        Step::Cast(number, user, yes) => {
            let cast = work.exec(
                "UPDATE ballots SET yes = ?4, at = ?5
                 WHERE game = ?1 AND number = ?2 AND user = ?3
                 AND EXISTS (SELECT 1 FROM votes WHERE game = ?1 AND number = ?2 AND state = 'open')",
                params![game, number, user, yes, at],
            )?;
            one(cast)?;
        }
        Step::Motion(number, motion) => {
            work.exec(
                "UPDATE votes SET motion = ?3 WHERE game = ?1 AND number = ?2",
                params![game, number, motion],
            )?;
        }
        Step::CloseVote(number, standing) => {
            let closed = work.exec(
                "UPDATE votes SET state = ?3, done = ?4 WHERE game = ?1 AND number = ?2 AND state = 'open'",
                params![game, number, standing.name(), at],
            )?;
            one(closed)?;
        }
        Step::OpenOffer(offer) => {
            work.exec(
                "INSERT INTO offers (game, number, user, giver, taker, text, state, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'open', ?7)",
                params![
                    game,
                    offer.number,
                    offer.user,
                    offer.giver,
                    offer.taker,
                    offer.text,
                    at
                ],
            )?;
        }
        Step::CloseOffer(number, standing) => {
            let closed = work.exec(
                "UPDATE offers SET state = ?3, done = ?4 WHERE game = ?1 AND number = ?2 AND state = 'open'",
                params![game, number, standing.name(), at],
            )?;
            one(closed)?;
        }
        Step::Plan(due) => {
            work.exec(
                "INSERT INTO due (at, kind, game, user, payload) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![due.at, due.kind, game, due.user, payload(due)],
            )?;
        }
        Step::Repost(body, closed) => {
            asks::repost(work, game, body, *closed)?;
        }
        Step::Shut(mark) => {
            work.exec(
                "UPDATE outbox SET closed = 1, edit = edit + 1,
                     state = CASE WHEN state = 'pending' AND sending = 0 AND ?2 LIKE 'call:%'
                             THEN 'overtaken' ELSE state END
                 WHERE game = ?1 AND kind = 'words' AND closed = 0 AND json_extract(body, '$.mark') = ?2",
                params![game, mark],
            )?;
        }
        Step::Drop(kind) => {
            work.exec(
                "UPDATE due SET done = ?3 WHERE game = ?1 AND kind = ?2 AND done IS NULL",
                params![game, kind, at],
            )?;
        }
        Step::Order(step) => super::orders::take(work, game, step, at)?,
        Step::Done(id) => {
            let done = work.exec(
                "UPDATE due SET done = ?2 WHERE id = ?1 AND done IS NULL",
                params![id, at],
            )?;
            one(done)?;
        }
        Step::Said(user, stamp, what, number) => {
            calls::say(work, game, user, *stamp, (*what, *number), at)?;
        }
        Step::PutOff(user, stamp, until, turn) => {
            work.exec(
                "INSERT OR REPLACE INTO put_offs (game, user, stamp, at, until, turn) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![game, user, stamp, at, until, turn.map(|turn| turn as i64)],
            )?;
        }
        Step::Next(user, turn, bodies) => calls::tell_next(work, game, user, *turn, bodies, at)?,
        Step::Tell(body) => asks::post(work, game, None, body, at)?,
        Step::Direct(user, body) => asks::post(work, game, Some(user), body, at)?,
        Step::Nudged(user) => {
            work.exec(
                "INSERT OR REPLACE INTO nudges (game, user, at) VALUES (?1, ?2, ?3)",
                params![game, user, at],
            )?;
        }
    }
    Ok(())
}

/// What somebody else was quicker to do is not done again.
fn one(changed: usize) -> Result<(), Fault> {
    if changed == 1 {
        Ok(())
    } else {
        Err(Fault::Moved)
    }
}
