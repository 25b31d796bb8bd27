//! Judges what is done by order: never outside what was promised, never on what had happened before, never illegal,
//! always marked and told; and that an order does act, and does end, when it says so.

use super::{Item, Order, Stand, What, stand};
use crate::judge::Judge;
use crate::people::Human;
use crate::table::{Stored, Table};
use std::collections::BTreeMap;

/// What was seen of orders.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Orders that were set, by kind.
    pub set: BTreeMap<&'static str, usize>,
    /// Orders that were refused.
    pub refused: usize,
    /// Moves that they made, by kind of order.
    pub moves: BTreeMap<&'static str, usize>,
    /// Why they ended.
    pub ended: BTreeMap<&'static str, usize>,
    /// Automatic moves that the log was seen to mark.
    pub logged: usize,
    /// Owners who were told how an order ended, and those among them who were told by message.
    pub told: usize,
    pub by_message: usize,
}

impl Seen {
    /// Adds what another judge has seen.
    pub fn add(&mut self, other: &Seen) {
        for (own, others) in [
            (&mut self.set, &other.set),
            (&mut self.moves, &other.moves),
            (&mut self.ended, &other.ended),
        ] {
            for (kind, count) in others {
                *own.entry(kind).or_default() += count;
            }
        }
        self.refused += other.refused;
        self.logged += other.logged;
        self.told += other.told;
        self.by_message += other.by_message;
    }
}

impl Judge {
    /// An order was set.
    pub fn ordered(&mut self, table: &mut Table, mut order: Order) {
        *self.orders.set.entry(order.what.kind()).or_default() += 1;
        order.set_in(table);
        table.orders.push(order);
        self.look_at_orders(table);
    }

    /// A move is added to those made ahead.
    pub fn queued(&mut self, table: &mut Table, number: i64, item: &Item) {
        for order in table
            .orders
            .iter_mut()
            .filter(|order| order.number == number)
        {
            if let What::Queue { items } = &mut order.what {
                items.push(item.clone());
                table.spoke = Some(order.seat);
            }
        }
        self.look_at_orders(table);
    }

    /// Actions were stored: each is carried out, and what is not typed by hand needs a reason.
    pub fn acts(&mut self, table: &mut Table, stored: &[Stored]) {
        for one in stored {
            match one.how.as_str() {
                "order" | "queue" => self.by_order(table, one),
                "hand" if one.kind == "seat" => {
                    let typed = table.typed.take();
                    if typed.as_ref() != Some(&(one.seat, one.text.clone())) {
                        let what = format!(
                            "{} seat {} {}: {typed:?}",
                            table.channel, one.seat, one.text
                        );
                        self.fault("not by hand, and not marked", what);
                    }
                }
                _ => {}
            }
            table.enter(one);
            self.look_at_orders(table);
        }
    }

    /// An automatic move: some order of the seat says exactly this, now.
    fn by_order(&mut self, table: &mut Table, one: &Stored) {
        let about = |table: &Table| {
            let own = table.orders.iter().filter(|order| order.seat == one.seat);
            let own: Vec<&Order> = own.filter(|order| order.ended.is_none()).collect();
            format!(
                "{} entry {} in {}: seat {} {} ({}), asked {:?}, orders {own:?}",
                table.channel,
                table.game.log().len() + 1,
                table.game.round_name(),
                one.seat,
                one.text,
                one.how,
                table.game.decision()
            )
        };
        let Ok(action) = table.game.parse(&one.text) else {
            self.fault("automatic, and illegal", about(table));
            return;
        };
        if let Err(why) = table.game.check(engine::ids::Seat(one.seat), &action) {
            self.fault("automatic, and illegal", format!("{why}: {}", about(table)));
        }
        let queue = one.how == "queue";
        let said = table.orders.iter().position(|order| {
            let own = order.seat == one.seat && order.ended.is_none() && !order.cancelled;
            own && matches!(order.what, What::Queue { .. }) == queue
                && matches!(stand(order, table), Stand::Acts(list) if list.contains(&action))
        });
        let Some(index) = said else {
            self.fault("automatic outside its condition", about(table));
            return;
        };
        let entry = table.game.log().len();
        let order = &mut table.orders[index];
        order.acts.push(entry);
        if let What::Queue { items } = &mut order.what {
            items.remove(0);
        }
        *self.orders.moves.entry(order.what.kind()).or_default() += 1;
    }

    /// Keeps which orders have to end at this position.
    fn look_at_orders(&mut self, table: &mut Table) {
        for index in 0..table.orders.len() {
            if table.orders[index].ended.is_none()
                && let Stand::Ends(kind, words) = stand(&table.orders[index], table)
            {
                table.orders[index].over.push((kind, words));
            }
        }
    }

    /// An order has ended, as the database has it.
    pub fn order_ended(
        &mut self,
        (table, game): (&mut Table, usize),
        people: &[Human],
        (number, state, why): (i64, &str, &str),
        now: i64,
    ) {
        let over = table.game.is_over();
        let who = |order: &Order| table.seats[usize::from(order.seat)];
        let Some(at) = table.orders.iter().position(|order| order.number == number) else {
            self.fault(
                "an order that nobody set",
                format!("{} {number}", table.channel),
            );
            return;
        };
        let human = &people[who(&table.orders[at])];
        let order = &mut table.orders[at];
        let kind = match state {
            "cancelled" if order.cancelled => Some("cancelled"),
            _ if why == "The game is over." && over => Some("game over"),
            "done" | "stopped" => {
                let fits = |(_, words): &&(&'static str, &'static str)| why.contains(words);
                order.over.iter().find(fits).map(|(kind, _)| *kind)
            }
            _ => None,
        };
        match kind {
            Some(kind) => *self.orders.ended.entry(kind).or_default() += 1,
            None => {
                let what = format!("{state}, {why}: {order:?} in {}", table.channel);
                self.fault("ended without its reason", what);
            }
        }
        order.ended = Some((state.into(), why.into()));
        // What its owner ended himself, or what the end of the game ended, is known to him.
        order.told = state == "cancelled" || kind == Some("game over");
        let worth = !order.acts.is_empty() || state == "stopped";
        let there = human.message && !human.shut && !human.sleeps(now) && !human.is_away(now, game);
        order.owed = (worth && there && !order.told).then_some(now);
    }

    /// A table has come to rest: orders that would act or end now are asleep.
    pub fn settled(&mut self, table: &Table) {
        if table.game.is_over() {
            return;
        }
        for order in table.orders.iter().filter(|order| order.ended.is_none()) {
            let kind = match stand(order, table) {
                Stand::Waits => continue,
                Stand::Acts(_) => "an order did not act",
                Stand::Ends(..) => "an order outlived its condition",
            };
            let what = format!(
                "{} entry {} in {}: {order:?}, asked {:?}: {:?}",
                table.channel,
                table.game.log().len(),
                table.game.round_name(),
                table.game.decision(),
                stand(order, table)
            );
            self.fault(kind, what);
        }
    }

    /// The log as it was shown after so many entries, with the last of them: automatic ones are marked as such.
    pub fn logged(&mut self, table: &Table, people: &[Human], shown: usize, text: &str) {
        let length = table.game.log().len();
        for (at, past) in table.past.iter().enumerate().skip(length - shown) {
            let mark = match past.how.as_str() {
                "order" => "(by order)",
                "queue" => "(made ahead)",
                _ => continue,
            };
            let entry = &table.game.log()[at];
            let user = &people[table.seats[entry.by.seat().index()]].user;
            let line = format!(
                "{}. {user} {mark}: `{}`",
                at + 1,
                table.game.print(&entry.action)
            );
            match text.contains(&line) {
                true => self.orders.logged += 1,
                false => self.fault(
                    "not in the log as automatic",
                    format!("{line} is not in {text}"),
                ),
            }
        }
    }

    /// What the owner of orders is shown: how they ended, and why. `whole`: it was all there is about his orders.
    pub fn reads(&mut self, table: &mut Table, seat: u8, text: &str, whole: bool) {
        let channel = table.channel.clone();
        let own = table.orders.iter_mut().filter(|order| order.seat == seat);
        for order in own.filter(|order| !order.told) {
            let Some((_, why)) = &order.ended else {
                continue;
            };
            let line = text
                .lines()
                .find(|line| line.contains(&format!("**Order {}**", order.number)));
            if line.is_some_and(|line| line.contains(why.as_str())) {
                order.told = true;
                self.orders.told += 1;
            } else if whole {
                let what = format!("{channel} seat {seat}: {order:?} not in {text:?}");
                self.fault("its owner was not told", what);
                order.told = true;
            }
        }
    }

    /// The same by message.
    pub fn reads_message(&mut self, table: &mut Table, seat: u8, text: &str) {
        let own = table.orders.iter_mut().filter(|order| order.seat == seat);
        for order in own.filter(|order| text.contains(&format!("**Order {}**", order.number))) {
            if order.owed.take().is_some() {
                self.orders.by_message += 1;
            }
        }
        self.reads(table, seat, text, false);
    }

    /// A minute has passed: who is to be told by message was told.
    pub fn owed(&mut self, (table, game): (&mut Table, usize), people: &[Human], now: i64) {
        if table.orders.iter().all(|order| order.owed.is_none()) {
            return;
        }
        let (channel, seats) = (table.channel.clone(), &table.seats);
        for order in &mut table.orders {
            let human = &people[seats[usize::from(order.seat)]];
            // What could not be sent before his night he reads when he looks.
            if human.sleeps(now) || human.is_away(now, game) {
                order.owed = None;
            }
            if order.owed.is_some_and(|since| since + 60 < now) {
                order.owed = None;
                let wall = human.wall(now);
                let what = format!(
                    "{} {channel} at {now}, wall {wall:?}: {order:?}",
                    human.user
                );
                self.fault("no message", what);
            }
        }
    }
}
