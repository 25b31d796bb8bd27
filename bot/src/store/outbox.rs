//! Posts: what a change tells the channel, and what became of it.
//!
//! A turn has one post. It is edited while the turn goes on; when the next turn begins it is closed. A post that was
//! not yet being sent is overtaken instead: the next one tells what it would have told, so that a channel that cannot
//! be reached for a while, or a flood of moves, ends in one post of the newest position.

use super::asks;
use super::calls;
use super::change::{Change, TurnPost};
use super::kept::Kept;
use super::people;
use super::rows::{ActionId, GameId, PostBody, PostKind, PostRow, State, Work};
use super::waits;
use super::{Fault, Store};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

pub(super) const COLUMNS: &str =
    "id, game, channel, kind, body, tries, message, edit, drawn, closed";

pub(super) fn post_row(row: &Row<'_>) -> rusqlite::Result<PostRow> {
    let body: String = row.get("body")?;
    Ok(PostRow {
        id: row.get("id")?,
        game: row.get("game")?,
        channel: row.get("channel")?,
        kind: PostKind::read(&row.get::<_, String>("kind")?),
        body: serde_json::from_str(&body).unwrap_or_else(|_| PostBody::default()),
        tries: row.get("tries")?,
        message: row.get("message")?,
        edit: row.get("edit")?,
        drawn: row.get("drawn")?,
        closed: row.get("closed")?,
    })
}

fn json(body: &PostBody) -> Result<String, Fault> {
    serde_json::to_string(body).map_err(|error| Fault::Sqlite(error.to_string()))
}

/// The post of the turn, as far as a change must know it.
struct Standing {
    id: i64,
    state: String,
    sending: bool,
    body: PostBody,
}

impl Standing {
    /// Nobody has seen it and nobody is about to.
    fn unsent(&self) -> bool {
        self.state == "pending" && !self.sending
    }
}

fn standing(work: &Transaction<'_>, game: GameId) -> rusqlite::Result<Option<Standing>> {
    work.one(
        "SELECT id, state, sending, body FROM outbox
         WHERE game = ?1 AND kind = 'turn' AND kind <> 'words' AND closed = 0 ORDER BY id DESC LIMIT 1",
        [game],
        |row| {
            let body: String = row.get(3)?;
            Ok(Standing {
                id: row.get(0)?,
                state: row.get(1)?,
                sending: row.get(2)?,
                body: serde_json::from_str(&body).unwrap_or_else(|_| PostBody::default()),
            })
        },
    )
    .optional()
}

fn insert(
    work: &Transaction<'_>,
    game: GameId,
    kind: PostKind,
    body: &PostBody,
    at: i64,
) -> Result<(), Fault> {
    work.exec(
        "INSERT INTO outbox (game, channel, kind, body, at)
         VALUES (?1, (SELECT channel FROM games WHERE id = ?1), ?2, ?3, ?4)",
        params![game, kind.name(), json(body)?, at],
    )?;
    Ok(())
}

/// Ends posts of a kind of turn: those on their way or seen lose their buttons, the others are never sent.
// `kind <> 'words'` is there for the index: without it each change of a game reads all posts that ever were.
fn close(work: &Transaction<'_>, game: GameId, kind: PostKind) -> rusqlite::Result<()> {
    work.exec(
        "UPDATE outbox SET state = 'overtaken' WHERE game = ?1 AND kind = ?2 AND kind <> 'words' AND closed = 0
         AND state = 'pending' AND sending = 0",
        params![game, kind.name()],
    )?;
    work.exec(
        "UPDATE outbox SET closed = 1, edit = edit + 1
         WHERE game = ?1 AND kind = ?2 AND kind <> 'words' AND closed = 0",
        params![game, kind.name()],
    )?;
    Ok(())
}

/// Stores what a change tells; says whether the post of the turn itself will call whoever is awaited.
pub(super) fn tell(
    work: &Transaction<'_>,
    game: GameId,
    change: &Change,
    head: Option<ActionId>,
    at: i64,
) -> Result<bool, Fault> {
    let made = |body: &PostBody| {
        let mut body = body.clone();
        if let Some(shot) = &mut body.shot
            && head.is_some()
        {
            shot.head = head;
        }
        // Buttons of a game that is opened by this change get its number.
        for button in &mut body.buttons {
            button.id = button.id.replace('?', &game.to_string());
        }
        body
    };
    let until = match change.turn {
        Some(TurnPost::Begins(..) | TurnPost::Goes(_)) => waits::until(work, game)?,
        _ => String::new(),
    };
    // Who sleeps or is away is named without a ping: he is called when he wakes.
    let heard = |body: &PostBody| -> Result<PostBody, Fault> {
        let mut body = made(body);
        let mut loud = Vec::new();
        for user in body.mentions {
            let there = match change.state {
                // Of the end everybody is told in the channel.
                Some(State::Over) => people::wakes(work, game, &user, at)?,
                _ => !people::silent(work, game, &user, at)?,
            };
            if there {
                loud.push(user);
            }
        }
        body.mentions = loud;
        if !until.is_empty() {
            body.text = format!("{}\n{until}", body.text);
        }
        Ok(body)
    };
    for body in &change.posts {
        asks::post(work, game, None, &made(body), at)?;
    }
    if change.turn.is_some() {
        close(work, game, PostKind::Call)?;
    }
    let standing = match change.turn {
        Some(_) => standing(work, game)?,
        None => None,
    };
    // Whether the post of the turn itself will call whoever is awaited.
    let mut calls = false;
    match (&change.turn, standing) {
        (None, _) => {}
        (Some(TurnPost::Begins(body, closing)), standing) => {
            let mut body = heard(body)?;
            if let Some(mut old) = standing {
                if let Some(closing) = closing {
                    old.body.story.clone_from(closing);
                }
                if old.unsent() {
                    body.carried = [old.body.carried, old.body.story].concat();
                    body.last.clear();
                } else {
                    work.exec(
                        "UPDATE outbox SET body = ?2 WHERE id = ?1",
                        params![old.id, json(&old.body)?],
                    )?;
                }
                close(work, game, PostKind::Turn)?;
            }
            insert(work, game, PostKind::Turn, &body, at)?;
            calls = true;
        }
        (Some(TurnPost::Goes(body)), None) => {
            insert(work, game, PostKind::Turn, &heard(body)?, at)?;
            calls = true;
        }
        (Some(TurnPost::Goes(body)), Some(old)) => {
            calls = old.unsent() || old.state == "failed";
            let body = PostBody {
                last: old.body.last,
                carried: old.body.carried,
                ..heard(body)?
            };
            // One that could not be sent is tried again.
            work.exec(
                "UPDATE outbox SET body = ?2, edit = edit + 1,
                     tries = CASE state WHEN 'failed' THEN 0 ELSE tries END,
                     state = CASE state WHEN 'failed' THEN 'pending' ELSE state END
                 WHERE id = ?1",
                params![old.id, json(&body)?],
            )?;
        }
        (Some(TurnPost::Ends), _) => close(work, game, PostKind::Turn)?,
    }
    if let Some(call) = change.call.as_ref().filter(|_| !calls) {
        insert(work, game, PostKind::Call, &heard(call)?, at)?;
    }
    Ok(calls)
}

impl Store {
    /// Posts that wait to be sent, in order.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn pending(&self, most: usize) -> Result<Vec<PostRow>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM outbox WHERE state = 'pending' ORDER BY id LIMIT ?1"
            ))?;
            let rows = query.query_map([most as i64], post_row)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// What there is to do: posts to be sent, then messages to be edited, those of turns that go on first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn work(&self, most: usize) -> Result<Vec<Work>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, channel, 1 AS new, closed FROM outbox WHERE state = 'pending'
                 UNION ALL
                 SELECT id, channel, 0, closed FROM outbox
                 WHERE state = 'delivered' AND (shown < edit OR drawn < edit) AND message IS NOT NULL
                 ORDER BY new DESC, closed, id LIMIT ?1",
            )?;
            let rows = query.query_map([most as i64], |row| {
                Ok(Work {
                    post: row.get(0)?,
                    channel: row.get(1)?,
                    new: row.get(2)?,
                    closed: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Takes a post in hand, as it stands now: from here on it can no longer be overtaken. `None` if it was, or if
    /// nothing is left to do.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn begin(&self, post: i64) -> Result<Option<PostRow>, Fault> {
        let now = self.now();
        self.run(move |connection| {
            let work =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            if !calls::may_go(&work, post, now)? {
                work.commit()?;
                return Ok(None);
            }
            calls::quieten(&work, post, now)?;
            work.exec(
                "UPDATE outbox SET sending = 1 WHERE id = ?1 AND state = 'pending'",
                [post],
            )?;
            let found = work
                .one(
                    &format!(
                        "SELECT {COLUMNS} FROM outbox WHERE id = ?1 AND (state = 'pending'
                         OR state = 'delivered' AND (shown < edit OR drawn < edit))"
                    ),
                    [post],
                    post_row,
                )
                .optional()?;
            work.commit()?;
            Ok(found)
        })
    }

    /// A post reached its channel, in words: it became this message. Without a message it can never be edited.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn delivered(&self, post: &PostRow, message: Option<String>) -> Result<(), Fault> {
        let (id, edit, at) = (post.id, post.edit, self.now());
        let drawn = match (&message, post.body.shot, post.closed) {
            (Some(_), Some(_), false) => -1,
            _ => edit,
        };
        self.run(move |connection| {
            connection.exec(
                "UPDATE outbox SET state = 'delivered', sending = 0, message = ?2, done = ?3, shown = ?4, drawn = ?5
                 WHERE id = ?1",
                params![id, message, at, edit, drawn],
            )?;
            Ok(())
        })
    }

    /// The message of a post shows this edit, with its pictures.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn edited(&self, post: &PostRow) -> Result<(), Fault> {
        let (id, edit) = (post.id, post.edit);
        self.run(move |connection| {
            connection.exec(
                "UPDATE outbox SET shown = ?2, drawn = ?2, tries = 0 WHERE id = ?1",
                params![id, edit],
            )?;
            Ok(())
        })
    }

    /// The message of a post is gone or can no longer be edited: one whose turn goes on is sent again, as it stands.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn vanished(&self, post: i64) -> Result<(), Fault> {
        self.run(move |connection| {
            connection.exec(
                "UPDATE outbox SET message = NULL, shown = edit, drawn = edit,
                     state = CASE closed WHEN 0 THEN 'pending' ELSE state END
                 WHERE id = ?1",
                [post],
            )?;
            Ok(())
        })
    }

    /// An attempt to deliver or to edit failed; `last` gives it up.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn undelivered(&self, post: i64, why: &str, last: bool) -> Result<(), Fault> {
        let (why, at) = (why.to_string(), self.now());
        self.run(move |connection| {
            connection.exec(
                "UPDATE outbox SET tries = tries + 1, error = ?2, sending = 0 WHERE id = ?1",
                params![post, why],
            )?;
            if last {
                connection.exec(
                    "UPDATE outbox SET state = CASE state WHEN 'pending' THEN 'failed' ELSE state END,
                         shown = edit, drawn = edit, done = ?2 WHERE id = ?1",
                    params![post, at],
                )?;
            }
            Ok(())
        })
    }

    /// The channel is gone: what was to be told there is given up. Numbers of the games that were played there and
    /// were not known to have lost it.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn channel_gone(&self, channel: &str) -> Result<Vec<GameId>, Fault> {
        let channel = channel.to_string();
        let at = self.now();
        self.run(move |connection| gone(connection, &channel, at))
    }

    /// Keeps a message for a user alone, about a game.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn direct(&self, game: GameId, user: &str, body: &PostBody) -> Result<(), Fault> {
        let (user, body, at) = (user.to_string(), body.clone(), self.now());
        self.change(move |work| asks::post(work, game, Some(&user), &body, at))
    }
}

fn gone(connection: &mut Connection, channel: &str, at: i64) -> Result<Vec<GameId>, Fault> {
    let work = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    work.exec(
        "UPDATE outbox SET state = 'failed', error = 'the channel is gone', done = ?2
         WHERE channel = ?1 AND state = 'pending'",
        params![channel, at],
    )?;
    work.exec(
        "UPDATE outbox SET shown = edit, drawn = edit, message = NULL WHERE channel = ?1 AND message IS NOT NULL",
        [channel],
    )?;
    let games = {
        let mut query = work.prepare_cached(
            "UPDATE games SET lost = 1 WHERE channel = ?1 AND lost = 0 AND state IN ('lobby', 'playing')
             RETURNING id",
        )?;
        let rows = query.query_map([channel], |row| row.get(0))?;
        rows.collect::<Result<Vec<GameId>, _>>()?
    };
    work.commit()?;
    Ok(games)
}
