//! How it begins: everybody says where he lives, and all games start, each table with its own agreement about time.

use super::World;
use super::people::Act;
use crate::judge::Terms;
use crate::table::Table;
use engine::Setup;
use tests::play::Dice;

impl World {
    /// Everybody says where he lives, and all games start.
    pub(super) fn begin(&mut self) {
        let start = self.plan.start;
        for human in &self.court.people {
            for line in human.tells() {
                self.say(&human.user, "1", &line);
            }
        }
        let mut free = 0;
        for number in 0..self.plan.games {
            let title = ["18ardennes", "1873"][number % 2];
            let players = 3 + self.dice.below(3);
            let mut seats: Vec<usize> = Vec::new();
            while seats.len() < players {
                // Everybody sits somewhere, some at two tables or more.
                let next = match free < self.plan.people {
                    true => {
                        free += 1;
                        free - 1
                    }
                    false => self.dice.below(self.plan.people),
                };
                if !seats.contains(&next) {
                    seats.push(next);
                }
            }
            let channel = (10_000 + number).to_string();
            let user = |seat: usize| self.court.people[seats[seat]].user.clone();
            self.say(
                &user(0),
                &channel,
                &format!("/game new title:{title} seating:joined"),
            );
            for seat in 1..players {
                self.say(&user(seat), &channel, "/game join");
            }
            let host = user(0);
            let setup = Setup::new(title, players as u8);
            let mut table = Table::new(channel, setup, seats);
            for (setting, value) in agree(&mut table, &mut self.dice) {
                let line = format!("/game settings setting:{setting} value:{value}");
                self.say(&host, &table.channel, &line);
            }
            self.say(&host, &table.channel, "/game start");
            // Whoever has started the game is there.
            table.ask_anew(&[(0, true)], start + self.shift);
            self.court.games.push(table);
        }
        for number in 0..self.court.games.len() {
            self.plan_moves(number, start);
        }
        // A third of all people are away once, some of them from one of their games only.
        for who in 0..self.court.people.len() {
            if !self.dice.percent(33) {
                continue;
            }
            let from = self.dice.below(self.plan.days as usize * 86_400) as i64;
            let days = 1 + self.dice.below(9) as i64;
            let mut own = (self.court.games.iter().enumerate())
                .filter(|(_, table)| table.seats.contains(&who))
                .map(|(number, _)| number);
            let only = if self.dice.percent(30) {
                own.next()
            } else {
                None
            };
            self.agree_to(start + from, Act::Away { who, days, only });
            if self.dice.percent(30) {
                let back = from + self.dice.below(days as usize * 86_400) as i64;
                self.agree_to(start + back, Act::Back { who });
            }
        }
        self.opening = self.tape.is_some().then(|| self.court.clone());
        self.look(start);
    }
}

/// What a table agrees on about time: setting and value.
fn agree(table: &mut Table, dice: &mut Dice) -> Vec<(&'static str, &'static str)> {
    let mut agreed = Vec::new();
    let calls = [
        ("day", 24),
        ("half-day", 12),
        ("two-days", 48),
        ("never", 0),
    ];
    if let Some((value, hours)) = dice.pick(&calls).filter(|(_, hours)| *hours != 24) {
        agreed.push(("reminders", *value));
        table.every = hours * 3600;
    }
    if dice.percent(35) {
        let limits = [("12h", 12), ("24h", 24), ("48h", 48), ("72h", 72)];
        let (value, hours) = dice.pick(&limits).copied().expect("one of them");
        agreed.push(("time", value));
        let (value, moves, plays) = *dice
            .pick(&[
                ("nothing", false, false),
                ("pass", true, false),
                ("play", true, true),
                ("host", false, false),
            ])
            .expect("one of them");
        if value != "nothing" {
            agreed.push(("overtime", value));
        }
        table.terms = Terms {
            clock: moves,
            limit: hours * 3600,
            plays,
            ..Terms::default()
        };
    }
    if dice.percent(35) {
        agreed.push(("absence", "answers"));
        table.terms.answers = true;
    }
    agreed
}
