//! What people do: they move when they like, say "not now", go away and come back.

use super::World;
use std::cmp::Reverse;
use tests::play::Dice;

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
}

impl World {
    pub(super) fn agree_to(&mut self, real: i64, act: Act) {
        self.count += 1;
        self.agenda.push(Reverse((real, self.count, act)));
    }

    /// Whoever is awaited will move some time.
    pub(super) fn plan_moves(&mut self, table: usize, real: i64) {
        let position = self.games[table].position;
        let seats: Vec<(u8, bool)> = (self.games[table].waits.iter())
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
                    let known = &self.games[table];
                    if known.position != position {
                        continue;
                    }
                    let Some(text) = known.choose(seat, &mut self.dice) else {
                        continue;
                    };
                    let user = &self.people[known.seats[usize::from(seat)]].user;
                    let channel = &known.channel;
                    self.say(user, channel, &format!("{text}!"));
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
            }
        }
    }

    /// Somebody presses "not now". What he is promised must be what the button says, by the clock on his own wall.
    pub(super) fn not_now(&mut self, table: usize, who: usize, stamp: i64, how: usize, real: i64) {
        let now = real + self.shift;
        let what = ["hour", "evening", "morning", "off"][how];
        let human = &self.people[who];
        let line = format!("/press n:{}:{stamp}:{what}", table + 1);
        let reply = self.try_say(&human.user, &self.games[table].channel, &line);
        let seat = self.games[table].seats.iter().position(|sits| *sits == who);
        let Some(wait) = seat.and_then(|seat| self.games[table].waits.get_mut(&(seat as u8)))
        else {
            return;
        };
        if reply.is_refusal() {
            return;
        }
        self.judge.put_off += 1;
        let promised = moment(reply.text()); // the time that he is told
        wait.put_off = Some((now, promised.filter(|_| what != "off")));
        let Some(until) = promised else { return };
        let ((today, _), (day, minute)) = (human.wall(now), human.wall(until));
        let fits = match what {
            "hour" => until >= now + 3600 && until <= now + 3600 + 7 * 86_400,
            "evening" => until > now && (day != today || minute >= 17 * 60),
            "morning" => day != today && until > now && (minute >= 6 * 60 || until > now + 86_400),
            _ => false,
        };
        // Where no call follows, the answer names the time that was asked for.
        let called = reply.text().starts_with("You are called again");
        if !fits || (called && human.sleeps(until)) {
            let what = format!(
                "{} {what} at {now}, wall {:?}: {}",
                human.user,
                human.wall(now),
                reply.text()
            );
            self.judge.fault("put off to another time than said", what);
        }
        self.look(real);
    }

    pub(super) fn leave(&mut self, who: usize, days: i64, only: Option<usize>, real: i64) {
        let now = real + self.shift;
        let game = only
            .map(|game| format!(" game:{}", game + 1))
            .unwrap_or_default();
        let line = format!("/me away until:{days} days{game}");
        let reply = self.try_say(&self.people[who].user, "1", &line);
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
        self.judge.absences += 1;
        self.people[who].away.push((now, until, only));
        self.look(real);
    }

    pub(super) fn come_back(&mut self, who: usize, real: i64) {
        let now = real + self.shift;
        let reply = self.try_say(&self.people[who].user, "1", "/me back");
        if !reply.is_refusal() {
            for (_, until, _) in &mut self.people[who].away {
                *until = (*until).min(now);
            }
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

/// The moment that an answer names: `<t:…:f>`.
fn moment(text: &str) -> Option<i64> {
    text.split_once("<t:")?.1.split(':').next()?.parse().ok()
}
