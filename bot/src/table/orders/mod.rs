//! What is done in a player's name without his hand: standing orders (`/auto`), moves made ahead (`/plan queue`), and
//! the answer that a clock gives for him.
//!
//! An order is checked after every change of the game ([`follow`]). It is bound to the action after which it was set:
//! what happened before never counts, and if that action is taken back the order ends. What it does is decided by
//! [`verdict`] from the position and what has happened since, so that nothing needs to be kept but the order itself, and
//! always through the engine's `legal()`.
//!
//! Rulings:
//! - A move by order, by the clock or made ahead is a move of its seat, and is taken back as such: by its owner at will,
//!   by others with his word, as the table has agreed. Whoever takes moves back decides himself: his orders that would
//!   act at once on what stands then end.
//! - Orders are private until they act, unless the table has agreed otherwise: a limit for bids that everybody knows
//!   would be none, and hosts that show automatic passes only do so by a rule of their tables. Moves made ahead are
//!   private always.
//! - Reasons to stop are judged when the player would be asked, not before: what has been taken back by then, or what he
//!   could not have answered anyway, stops nothing.
//! - Opening a lot, answering within another's turn and everything that the rules demand is left to the player, who is
//!   called as ever; the order waits.

mod ahead;
mod answer;
mod bidding;
mod conflict;
mod follow;
mod page;
mod queue;
mod running;
mod set;
mod stock;
mod terms;
mod verdict;
mod wanted;
mod words;

pub(super) use ahead::{queue, requeue, unqueue};
pub(super) use answer::{by_default, default_answer};
pub(super) use follow::{Turned, follow};
pub(super) use page::{button, news, press};
pub(crate) use page::{choices, mine};
pub(super) use set::auto;

use super::agreed::Orders;
use super::moves::{self, Done, Extra, Work};
use super::{Open, Play, Refusal, Request, Tables, deal, lock};
use crate::reply::Reply;
use crate::store::{Ended, GameId, How, OrderRow, OrderStep, Step};
use std::sync::atomic::Ordering;
use terms::Terms;

/// How the ids of buttons begin that belong to orders.
pub(super) const PRESS: &str = "o";

/// The orders that hold once these steps are taken.
pub(super) fn with(orders: &[OrderRow], steps: &[Step]) -> Vec<OrderRow> {
    let mut all = orders.to_vec();
    for step in steps {
        match step {
            Step::Order(OrderStep::Set(row)) => all.push(row.clone()),
            Step::Order(OrderStep::End(number, ..)) => all.retain(|row| row.number != *number),
            Step::Order(OrderStep::Acted(number, _, terms)) => {
                for row in all.iter_mut().filter(|row| row.number == *number) {
                    row.terms.clone_from(terms);
                }
            }
            _ => {}
        }
    }
    all
}

/// Orders that do not outlive what the table agrees on about orders: none may be left, or what was set for nobody's
/// eyes would be seen.
pub(super) fn given_up(open: &Open, rule: Orders) -> Vec<Step> {
    let why = match rule {
        Orders::Never => "The table has no standing orders any more.",
        Orders::Open if open.agreed().orders != Orders::Open => {
            "The table shows standing orders now: set it again if all may see it."
        }
        Orders::Open | Orders::Private => return Vec::new(),
    };
    let shown = |row: &&OrderRow| {
        let terms = Terms::read(&row.terms);
        rule == Orders::Never || !terms.is_some_and(|terms| terms.is_plan())
    };
    let ended = open.orders.iter().filter(shown);
    ended
        .map(|row| Step::Order(OrderStep::End(row.number, Ended::Stopped, why.into())))
        .collect()
}

/// Nobody asked for it: the bot itself.
fn nobody(open: &Open) -> Request {
    Request {
        channel: open.row.channel.clone(),
        guild: open.row.guild.clone(),
        ..Request::default()
    }
}

/// Whether a user is told by message how an order of his ended: as he wants to be called, and when he is awake. Else he
/// reads it on top of what he is asked, and in `/auto list`.
pub(super) fn by_message(
    tables: &Tables,
    game: GameId,
    user: &str,
    at: i64,
) -> Result<bool, Refusal> {
    let wants = tables.store().person(user)?.by_message();
    Ok(wants && tables.store().rhythm(user, game)?.awake(at))
}

/// Lets orders act as long as there is something to do for them.
pub(super) fn go_on(tables: &Tables, open: &mut Open) {
    for _ in 0..follow::ROUNDS {
        match settle(tables, open, None) {
            Ok(true) => {}
            Ok(false) => return,
            Err(Refusal(why)) => {
                tracing::warn!(game = open.row.id, %why, "orders are tried again later");
                tables.unsettled.store(true, Ordering::Relaxed);
                return;
            }
        }
    }
    tracing::warn!(
        game = open.row.id,
        "orders come to no rest; they go on with the next change"
    );
}

/// Lets orders act on the position as it stands; says whether there is more to do.
fn settle(tables: &Tables, open: &mut Open, turned: Option<&Turned>) -> Result<bool, Refusal> {
    if open.orders.is_empty() || open.playing().is_err() {
        return Ok(false);
    }
    let request = nobody(open);
    let work = Work {
        request: &request,
        what: "auto",
        detail: String::new(),
        sent: &[],
        extra: Extra::default(),
        turned,
    };
    let told = |_: &Open, _: &Play| Reply::new("");
    match moves::commit(tables, open, work, &told)? {
        Done::Now { more } => Ok(more),
        Done::Before(_) => Ok(false),
    }
}

/// Moves were taken back or restored, as a user asked: orders set after what is gone end, moves made ahead of which one
/// is gone end, too, and his own leave him the decision.
pub(super) fn turned(tables: &Tables, open: &mut Open, user: &str, gone: &[(u8, How)]) {
    let torn = open
        .orders
        .iter()
        .filter(|row| gone.contains(&(row.seat, How::Queue)))
        .filter(|row| Terms::read(&row.terms).is_some_and(|terms| terms.is_plan()))
        .map(|row| row.number)
        .collect();
    let turned = Turned {
        user: user.into(),
        torn,
    };
    match settle(tables, open, Some(&turned)) {
        Ok(true) => go_on(tables, open),
        Ok(false) => {}
        Err(Refusal(why)) => {
            tracing::warn!(game = open.row.id, %why, "orders are tried again later");
            tables.unsettled.store(true, Ordering::Relaxed);
        }
    }
}

/// A deal was offered: whoever has ordered an answer gives it.
pub(super) fn offered(tables: &Tables, open: &mut Open, number: i64) {
    let answered = || -> Result<(), Refusal> {
        let offers = tables.store().offers(open.row.id)?;
        let Some(offer) = offers.into_iter().find(|offer| offer.number == number) else {
            return Ok(());
        };
        let play = open.playing()?;
        let Some((row, yes)) = page::answer_to(play, &open.orders, &offer) else {
            return Ok(());
        };
        let (row, name) = (row.clone(), play.names.raw(engine::ids::Seat(row.seat)));
        let request = Request {
            user: row.user.clone(),
            name: name.to_string(),
            ..nobody(open)
        };
        let acted = Step::Order(OrderStep::Acted(row.number, 1, row.terms.clone()));
        let word = if yes { "yes" } else { "no" };
        deal::answered(
            tables,
            open,
            &request,
            &offer,
            word,
            How::Order,
            vec![acted],
        )
        .map(|_| ())
    };
    if let Err(Refusal(why)) = { answered }() {
        tracing::warn!(number, %why, "an offer was not answered by order");
    }
    if let Ok(orders) = tables.store().orders(open.row.id) {
        open.orders = orders;
    }
}

impl Tables {
    /// Lets orders act that were held up: once after a start, when the last change of a game may have been made just
    /// before the end, and after a fault.
    pub(super) fn settle_orders(&self) {
        if !self.unsettled.swap(false, Ordering::Relaxed) {
            return;
        }
        let games: Vec<GameId> = match self.store().games_with_orders() {
            Ok(games) => games,
            Err(fault) => {
                tracing::error!(%fault, "orders cannot be read");
                self.unsettled.store(true, Ordering::Relaxed);
                return;
            }
        };
        for game in games {
            match self.game(game) {
                Ok(open) => go_on(self, &mut lock(&open)),
                Err(Refusal(why)) => tracing::warn!(game, %why, "orders wait"),
            }
        }
    }
}
