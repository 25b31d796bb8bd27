//! What the database shows: actions are followed, posts go out as an adapter sends them, and the judge sees both.

use super::World;
use super::people::Act;
use crate::judge::{Kind, Sent};
use crate::table::{self, Stored};
use bot::store::PostRow;
use engine::ids::Seat;
use rusqlite::params;
use std::collections::{BTreeMap, BTreeSet};

impl World {
    /// Looks what has changed in the database, and sends what is to be sent.
    pub(super) fn look(&mut self, real: i64) {
        let version: i64 = (self.eye)
            .query_row("PRAGMA data_version", [], |row| row.get(0))
            .expect("the file is there");
        if version == self.seen {
            return;
        }
        self.seen = version;
        self.follow(real);
        if self.reachable {
            self.send(real + self.shift);
        }
    }

    /// Follows the stored actions.
    pub(super) fn follow(&mut self, real: i64) {
        let mut query = self
            .eye
            .prepare_cached(
                "SELECT id, game, parent, kind, seat, text, how, at FROM actions WHERE id > ?1 ORDER BY id",
            )
            .expect("the table is there");
        let rows = query
            .query_map(params![self.last_action], |row| {
                let stored = Stored {
                    id: row.get(0)?,
                    parent: row.get(2)?,
                    kind: row.get(3)?,
                    seat: row.get(4)?,
                    text: row.get(5)?,
                    how: row.get(6)?,
                    at: row.get(7)?,
                };
                Ok((row.get::<_, i64>(1)?, stored))
            })
            .expect("it can be read");
        let rows: Vec<(i64, Stored)> = rows.map(|row| row.expect("a row")).collect();
        let Some((_, last)) = rows.last() else { return };
        self.last_action = last.id;
        let mut by_game: BTreeMap<usize, Vec<Stored>> = BTreeMap::new();
        for (game, stored) in rows {
            by_game.entry(game as usize - 1).or_default().push(stored);
        }
        drop(query);
        for (game, stored) in by_game {
            self.in_his_place(game, &stored);
            self.games[game].follow(&stored);
            self.plan_moves(game, real);
        }
    }

    /// What was done in somebody's place is held against what his table has agreed on.
    pub(super) fn in_his_place(&mut self, game: usize, stored: &[Stored]) {
        let table = &self.games[game];
        let mut terms = table.terms;
        if stored.iter().all(|one| one.how == "hand") {
            return;
        }
        let mut position = table.game.clone();
        for one in stored {
            // What alone is legal is nobody's choice.
            terms.forced = position.legal(Seat(one.seat)).choices.len() == 1;
            table::enter(&mut position, one);
            if one.how == "hand" {
                continue;
            }
            let human = &self.people[table.seats[usize::from(one.seat)]];
            let wait = table.waits.get(&one.seat);
            self.judge
                .by_itself((&one.how, &one.text), wait, &terms, human, game, one.at);
            terms.just = true;
        }
    }

    /// Sends as the adapter does, and shows the judge what pings.
    pub(super) fn send(&mut self, now: i64) {
        let store = self.bot().store().clone();
        loop {
            let works = store.work(50).expect("outbox");
            if works.is_empty() {
                break;
            }
            for work in works {
                let Some(post) = store.begin(work.post).expect("outbox") else {
                    continue;
                };
                let shut = (post.channel.strip_prefix("dm:"))
                    .and_then(|user| self.by_user.get(user))
                    .is_some_and(|who| self.people[*who].shut);
                if work.new && shut {
                    store.shut(post.id).expect("outbox");
                    continue;
                }
                if !work.new {
                    store.edited(&post).expect("outbox");
                    continue;
                }
                store
                    .delivered(&post, Some(format!("m{}", post.id)))
                    .expect("outbox");
                self.tally.posts += 1;
                let table = post.game as usize - 1;
                // What goes out before the game is known here is its lobby.
                if self.games.get(table).is_none() {
                    continue;
                }
                let message = post.channel.strip_prefix("dm:");
                let text = post.text();
                let kind = match &text {
                    text if text.contains("Your time to decide") => Kind::Warning,
                    text if text.contains("The game is over") => Kind::Said,
                    text if text.contains("The time of") => Kind::Said,
                    _ => Kind::Call,
                };
                let whom: Vec<usize> = (post.body.mentions.iter().map(String::as_str))
                    .chain(message)
                    .filter_map(|user| self.by_user.get(user).copied())
                    .collect::<BTreeSet<usize>>()
                    .into_iter()
                    .collect();
                let at: i64 = (self.eye)
                    .query_row("SELECT at FROM outbox WHERE id = ?1", [post.id], |row| {
                        row.get(0)
                    })
                    .expect("the post is there");
                let sent = Sent {
                    table,
                    whom,
                    message: message.is_some(),
                    at,
                    text,
                    kind,
                };
                self.judge
                    .sent(&sent, &mut self.games[table], &self.people, now);
                self.heed(&post, &sent, now);
            }
        }
    }

    /// Whoever is called may say "not now"; that a table was told enough is known.
    pub(super) fn heed(&mut self, post: &PostRow, sent: &Sent, now: i64) {
        if let Some((name, _)) = sent.text.split_once(" has been called ")
            && let Some(who) = self.by_user.get(name)
            && let Some(seat) = self.games[sent.table]
                .seats
                .iter()
                .position(|sits| sits == who)
        {
            self.judge
                .enough(&mut self.games[sent.table], seat as u8, now);
        }
        let stamp = (post.body.buttons.iter()).find_map(|button| {
            button
                .id
                .strip_prefix("n:")?
                .split(':')
                .nth(1)?
                .parse()
                .ok()
        });
        if let (Some(stamp), [who]) = (stamp, sent.whom.as_slice())
            && self.dice.percent(25)
        {
            let act = Act::NotNow {
                table: sent.table,
                who: *who,
                stamp,
                how: self.dice.below(4),
            };
            let delay = 20 + self.dice.below(3 * 3600) as i64;
            self.agree_to(now - self.shift + delay, act);
        }
    }
}
