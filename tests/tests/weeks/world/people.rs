//! What people do: they move when they like, say "not now", go away and come back.

use super::World;
use crate::court::Event;
use crate::judge::moment;
use std::cmp::Reverse;
use tests::play::Dice;

/// So often in a hundred somebody orders something for later after a move.
const ORDERED: usize = 14;

/// So often in a hundred whoever is to move orders something first.
const INSTEAD: usize = 8;

/// What a player does at a time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Act {
    /// Moves, if the table still stands where it stood.
    Move {
        table: usize,
        seat: u8,
        position: u64,
    },
    /// Presses one of the buttons under a call.
    NotNow {
        table: usize,
        who: usize,
        stamp: i64,
        how: usize,
    },
    /// Says that he is away for so many days, from one game or from all.
    Away {
        who: usize,
        days: i64,
        only: Option<usize>,
    },
    /// Is back earlier than he has said.
    Back { who: usize },
    /// Orders something, or cancels what he has ordered.
    Order { table: usize, seat: u8 },
    /// Looks how his orders ended.
    Look { table: usize, seat: u8 },
}

impl World {
    pub(super) fn agree_to(&mut self, real: i64, act: Act) {
        self.count += 1;
        self.agenda.push(Reverse((real, self.count, act)));
    }

    /// Whoever is awaited will move some time.
    pub(super) fn plan_moves(&mut self, table: usize, real: i64) {
        let position = self.court.games[table].position;
        let seats: Vec<(u8, bool)> = (self.court.games[table].waits.iter())
            .map(|(seat, wait)| (*seat, wait.own))
            .collect();
        for (seat, own) in seats {
            let delay = pause(&mut self.dice, own);
            let act = Act::Move {
                table,
                seat,
                position,
            };
            self.agree_to(real + delay, act);
        }
        // Somebody thinks ahead, whoever is to move.
        if self.dice.percent(ORDERED) {
            let seat = self.dice.below(self.court.games[table].seats.len()) as u8;
            let delay = self.dice.below(4 * 3600) as i64;
            self.agree_to(real + delay, Act::Order { table, seat });
        }
    }

    /// What players do up to now.
    pub(super) fn act(&mut self, real: i64) {
        while let Some(Reverse((at, _, act))) = self.agenda.peek().cloned() {
            if at > real {
                break;
            }
            self.agenda.pop();
            // Who found the bot down comes back as soon as it is up.
            let at = at.max(real - 59);
            self.clock(at);
            match act {
                Act::Move {
                    table,
                    seat,
                    position,
                } => {
                    if self.court.games[table].position != position {
                        continue;
                    }
                    if self.dice.percent(INSTEAD) {
                        self.order(table, seat, at);
                        if self.court.games[table].position != position {
                            continue;
                        }
                    }
                    let known = &self.court.games[table];
                    let Some(text) = known.choose(seat, &mut self.dice) else {
                        continue;
                    };
                    let user = self.court.people[known.seats[usize::from(seat)]]
                        .user
                        .clone();
                    let (channel, line) = (known.channel.clone(), format!("{text}!"));
                    self.hear(Event::Types {
                        game: table,
                        seat,
                        text,
                    });
                    self.say(&user, &channel, &line);
                    self.tally.moves += 1;
                    self.look(at);
                    // Whoever moves is here: his absence is his affair.
                }
                Act::NotNow {
                    table,
                    who,
                    stamp,
                    how,
                } => self.not_now(table, who, stamp, how, at),
                Act::Away { who, days, only } => self.leave(who, days, only, at),
                Act::Back { who } => self.come_back(who, at),
                Act::Order { table, seat } => self.order(table, seat, at),
                Act::Look { table, seat } => self.read_orders(table, seat),
            }
        }
    }

    /// Somebody presses "not now".
    pub(super) fn not_now(&mut self, table: usize, who: usize, stamp: i64, how: usize, real: i64) {
        let now = real + self.shift;
        let what = ["hour", "evening", "morning", "off"][how];
        let (human, known) = (&self.court.people[who], &self.court.games[table]);
        let line = format!("/press n:{}:{stamp}:{what}", table + 1);
        let reply = self.try_say(&human.user, &known.channel, &line);
        let seat = known.seats.iter().position(|sits| *sits == who);
        let awaited = seat.filter(|seat| known.waits.contains_key(&(*seat as u8)));
        let Some(seat) = awaited.filter(|_| !reply.is_refusal()) else {
            return;
        };
        self.hear(Event::PutOff {
            game: table,
            seat: seat as u8,
            now,
            what,
            answer: reply.text().into(),
        });
        self.look(real);
    }

    pub(super) fn leave(&mut self, who: usize, days: i64, only: Option<usize>, real: i64) {
        let now = real + self.shift;
        let game = only
            .map(|game| format!(" game:{}", game + 1))
            .unwrap_or_default();
        let line = format!("/me away until:{days} days{game}");
        let reply = self.try_say(&self.court.people[who].user, "1", &line);
        let until = match moment(reply.text()) {
            Some(until) if !reply.is_refusal() => until,
            // His games are over.
            _ => return,
        };
        assert!(
            (until - now - days * 86_400).abs() <= 86_400,
            "{}",
            reply.text()
        );
        self.hear(Event::Leaves {
            who,
            now,
            until,
            only,
        });
        self.look(real);
    }

    pub(super) fn come_back(&mut self, who: usize, real: i64) {
        let now = real + self.shift;
        let reply = self.try_say(&self.court.people[who].user, "1", "/me back");
        if !reply.is_refusal() {
            self.hear(Event::Back { who, now });
        }
        self.look(real);
    }
}

/// How long somebody lets others wait: mostly a while, sometimes days, seldom until they give up on him. Who is in the
/// middle of his turn goes on soon.
fn pause(dice: &mut Dice, own: bool) -> i64 {
    let minutes = match (own, dice.below(100)) {
        (true, 0..=84) => dice.below(5),
        (_, 0..=44) => 2 + dice.below(180),
        (_, 45..=79) => 120 + dice.below(20 * 60),
        (_, 80..=96) => 20 * 60 + dice.below(2 * 24 * 60),
        _ => 2 * 24 * 60 + dice.below(8 * 24 * 60),
    };
    minutes as i64 * 60 + dice.below(60) as i64
}
