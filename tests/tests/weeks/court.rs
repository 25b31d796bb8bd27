//! All that is judged goes through here, as a stream of events: so that it can be kept, and heard again with a fault in it.

use crate::judge::{Judge, Sent};
use crate::orders::{Item, Order};
use crate::people::Human;
use crate::table::{Stored, Table};

/// Something that a bystander sees.
#[derive(Clone, Debug)]
pub enum Event {
    /// A minute has passed in which the bot was up and could send.
    Minute { now: i64 },
    /// A minute in which Discord could not be reached.
    Blind,
    /// The bot's clock was set back to this time.
    SetBack { now: i64 },
    /// Somebody types a move.
    Types { game: usize, seat: u8, text: String },
    /// Actions were stored.
    Acts { game: usize, stored: Vec<Stored> },
    /// Something goes out.
    Sent { sent: Sent, now: i64 },
    /// A table is told that somebody was called often enough.
    Enough { game: usize, seat: u8, now: i64 },
    /// Somebody says "not now", and is told until when.
    PutOff {
        game: usize,
        seat: u8,
        now: i64,
        what: &'static str,
        answer: String,
    },
    /// Somebody is away.
    Leaves {
        who: usize,
        now: i64,
        until: i64,
        only: Option<usize>,
    },
    /// He is back.
    Back { who: usize, now: i64 },
    /// An order was set.
    Ordered { game: usize, order: Box<Order> },
    /// A move is added to those made ahead.
    Queued {
        game: usize,
        number: i64,
        item: Item,
    },
    /// One was refused.
    Refused,
    /// Its owner cancels it.
    Cancels { game: usize, number: i64 },
    /// It has ended.
    Ended {
        game: usize,
        number: i64,
        state: String,
        why: String,
        now: i64,
    },
    /// A table has come to rest.
    Settled { game: usize },
    /// The last entries of a log are shown.
    Logged {
        game: usize,
        shown: usize,
        text: String,
    },
    /// Somebody reads about his orders.
    Reads {
        game: usize,
        seat: u8,
        text: String,
        whole: bool,
    },
}

impl Event {
    /// The game that it concerns, where it is not all of them.
    pub fn game(&self) -> Option<usize> {
        match self {
            Event::Minute { .. }
            | Event::Blind
            | Event::SetBack { .. }
            | Event::Leaves { .. }
            | Event::Back { .. }
            | Event::Refused => None,
            Event::Sent { sent, .. } => Some(sent.table),
            Event::Types { game, .. }
            | Event::Acts { game, .. }
            | Event::Enough { game, .. }
            | Event::PutOff { game, .. }
            | Event::Ordered { game, .. }
            | Event::Queued { game, .. }
            | Event::Cancels { game, .. }
            | Event::Ended { game, .. }
            | Event::Settled { game }
            | Event::Logged { game, .. }
            | Event::Reads { game, .. } => Some(*game),
        }
    }
}

/// Who plays where, and the judge.
#[derive(Clone, Default)]
pub struct Court {
    /// Everybody, by number.
    pub people: Vec<Human>,
    /// All tables, by number.
    pub games: Vec<Table>,
    /// What was seen, and what was wrong with it.
    pub judge: Judge,
}

impl Court {
    /// Hears of something.
    pub fn hear(&mut self, event: &Event) {
        let Court {
            people,
            games,
            judge,
        } = self;
        match event {
            Event::Minute { now } => {
                judge.minute(games, people, *now);
                for (game, table) in games.iter_mut().enumerate() {
                    judge.owed((table, game), people, *now);
                }
            }
            Event::Blind => {
                let waits = games.iter_mut().flat_map(|table| table.waits.values_mut());
                waits.for_each(|wait| wait.blind = true);
            }
            Event::SetBack { now } => {
                let waits = games.iter_mut().flat_map(|table| table.waits.values_mut());
                waits.for_each(|wait| wait.set_back(*now));
                for human in people {
                    for (from, _, _) in &mut human.away {
                        *from = (*from).min(*now);
                    }
                }
            }
            Event::Types { game, seat, text } => {
                games[*game].typed = Some((*seat, text.clone()));
            }
            Event::Acts { game, stored } => {
                judge.in_his_place(&games[*game], people, *game, stored);
                let table = &mut games[*game];
                judge.acts(table, stored);
                table.follow(stored);
            }
            Event::Sent { sent, now } => {
                judge.sent(sent, &mut games[sent.table], people, *now);
                let seats = games[sent.table].seats.clone();
                for (seat, _) in seats
                    .iter()
                    .enumerate()
                    .filter(|(_, who)| sent.message && sent.whom.contains(who))
                {
                    judge.reads_message(&mut games[sent.table], seat as u8, &sent.text);
                }
            }
            Event::Enough { game, seat, now } => judge.enough(&mut games[*game], *seat, *now),
            Event::PutOff {
                game,
                seat,
                now,
                what,
                answer,
            } => judge.puts_off(&mut games[*game], people, (*seat, *now), (what, answer)),
            Event::Leaves {
                who,
                now,
                until,
                only,
            } => {
                judge.absences += 1;
                people[*who].away.push((*now, *until, *only));
            }
            Event::Back { who, now } => {
                for (_, until, _) in &mut people[*who].away {
                    *until = (*until).min(*now);
                }
            }
            Event::Ordered { game, order } => {
                games[*game].spoke = Some(order.seat);
                judge.ordered(&mut games[*game], order.as_ref().clone());
            }
            Event::Queued { game, number, item } => {
                judge.queued(&mut games[*game], *number, item);
            }
            Event::Refused => judge.orders.refused += 1,
            Event::Cancels { game, number } => {
                let table = &mut games[*game];
                let orders = table.orders.iter_mut();
                for order in orders.filter(|order| order.number == *number) {
                    order.cancelled = true;
                    table.spoke = Some(order.seat);
                }
            }
            Event::Ended {
                game,
                number,
                state,
                why,
                now,
            } => judge.order_ended(
                (&mut games[*game], *game),
                people,
                (*number, state, why),
                *now,
            ),
            Event::Settled { game } => {
                games[*game].spoke = None;
                judge.settled(&games[*game]);
            }
            Event::Logged { game, shown, text } => {
                judge.logged(&games[*game], people, *shown, text);
            }
            Event::Reads {
                game,
                seat,
                text,
                whole,
            } => judge.reads(&mut games[*game], *seat, text, *whole),
        }
    }
}
