//! Standing orders and moves made ahead, as steps of a [`Change`](super::Change).

use super::kept::Kept;
use super::rows::{ActionId, GameId};
use super::{Fault, Store};
use rusqlite::{Connection, Row, Transaction, params};

/// Where an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It did what it was for, or what it was for is over.
    Done,
    /// Something stopped it before.
    Stopped,
    /// Its owner cancelled it.
    Cancelled,
}

impl Ended {
    /// As stored.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Done => "done",
            Ended::Stopped => "stopped",
            Ended::Cancelled => "cancelled",
        }
    }

    fn read(text: &str) -> Option<Ended> {
        let all = [Ended::Done, Ended::Stopped, Ended::Cancelled];
        all.into_iter().find(|ended| ended.name() == text)
    }
}

/// An order of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRow {
    /// Its number in the game, from 1.
    pub number: i64,
    /// Whose.
    pub user: String,
    /// His seat.
    pub seat: u8,
    /// What is done, when, until what: JSON.
    pub terms: String,
    /// The action after which it was set; nothing before it counts.
    pub head: Option<ActionId>,
    /// How often it has acted.
    pub acts: i64,
    /// How it ended; `None` while it holds.
    pub ended: Option<Ended>,
    /// Why it ended, as a sentence.
    pub why: String,
}

/// What becomes of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderStep {
    /// It is set.
    Set(OrderRow),
    /// It has acted so many times more, and its terms are these now.
    Acted(i64, i64, String),
    /// It ends, and why.
    End(i64, Ended, String),
    /// Its owner has read how his orders ended.
    Seen(String),
}

pub(super) fn take(
    work: &Transaction<'_>,
    game: GameId,
    step: &OrderStep,
    at: i64,
) -> Result<(), Fault> {
    let changed = match step {
        OrderStep::Set(order) => work.exec(
            "INSERT INTO orders (game, number, user, seat, terms, head, state, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'open', ?7)",
            params![
                game,
                order.number,
                order.user,
                order.seat,
                order.terms,
                order.head,
                at
            ],
        )?,
        OrderStep::Acted(number, times, terms) => work.exec(
            "UPDATE orders SET acts = acts + ?3, terms = ?4
             WHERE game = ?1 AND number = ?2 AND state = 'open'",
            params![game, number, times, terms],
        )?,
        OrderStep::End(number, ended, why) => work.exec(
            "UPDATE orders SET state = ?3, why = ?4, done = ?5, seen = (?3 = 'cancelled')
             WHERE game = ?1 AND number = ?2 AND state = 'open'",
            params![game, number, ended.name(), why, at],
        )?,
        OrderStep::Seen(user) => {
            work.exec(
                "UPDATE orders SET seen = 1 WHERE game = ?1 AND user = ?2 AND state <> 'open'",
                params![game, user],
            )?;
            1
        }
    };
    // What somebody else was quicker to end is not ended again, and does not act.
    if changed == 1 {
        Ok(())
    } else {
        Err(Fault::Moved)
    }
}

/// Whoever gets up takes his orders with him.
pub(super) fn gets_up(
    work: &Transaction<'_>,
    game: GameId,
    user: &str,
    at: i64,
) -> rusqlite::Result<()> {
    work.exec(
        "UPDATE orders SET state = 'stopped', why = 'Your seat passed on.', done = ?3
         WHERE game = ?1 AND user = ?2 AND state = 'open'",
        params![game, user, at],
    )?;
    Ok(())
}

/// The game is over: no order is left.
pub(super) fn end_all(work: &Transaction<'_>, game: GameId, at: i64) -> rusqlite::Result<()> {
    work.exec(
        "UPDATE orders SET state = 'done', why = 'The game is over.', done = ?2
         WHERE game = ?1 AND state = 'open'",
        params![game, at],
    )?;
    Ok(())
}

fn order_row(row: &Row<'_>) -> rusqlite::Result<OrderRow> {
    Ok(OrderRow {
        number: row.get("number")?,
        user: row.get("user")?,
        seat: row.get("seat")?,
        terms: row.get("terms")?,
        head: row.get("head")?,
        acts: row.get("acts")?,
        ended: Ended::read(&row.get::<_, String>("state")?),
        why: row.get("why")?,
    })
}

fn list(
    connection: &Connection,
    which: &str,
    with: impl rusqlite::Params,
) -> rusqlite::Result<Vec<OrderRow>> {
    let mut query = connection.prepare_cached(&format!(
        "SELECT * FROM orders WHERE game = ?1 AND {which} ORDER BY number"
    ))?;
    let rows = query.query_map(with, order_row)?;
    rows.collect()
}

impl Store {
    /// The orders of a game that hold, oldest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn orders(&self, game: GameId) -> Result<Vec<OrderRow>, Fault> {
        self.run(move |connection| Ok(list(connection, "state = 'open'", [game])?))
    }

    /// A user's orders of a game that have ended and that he has not read about, oldest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn ended_orders(&self, game: GameId, user: &str) -> Result<Vec<OrderRow>, Fault> {
        let user = user.to_string();
        self.run(move |connection| {
            let which = "state <> 'open' AND seen = 0 AND user = ?2";
            Ok(list(connection, which, params![game, user])?)
        })
    }

    /// Every order that a game ever had, oldest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn all_orders(&self, game: GameId) -> Result<Vec<OrderRow>, Fault> {
        self.run(move |connection| Ok(list(connection, "1", [game])?))
    }

    /// The number that the next order of a game gets.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn next_order(&self, game: GameId) -> Result<i64, Fault> {
        self.run(move |connection| {
            Ok(connection.one(
                "SELECT 1 + coalesce(max(number), 0) FROM orders WHERE game = ?1",
                [game],
                |row| row.get(0),
            )?)
        })
    }

    /// The games in which orders hold.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn games_with_orders(&self) -> Result<Vec<GameId>, Fault> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT DISTINCT game FROM orders WHERE state = 'open' ORDER BY game",
            )?;
            let rows = query.query_map([], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}
