//! What the database shows: actions are followed, posts go out as an adapter sends them, and the judge sees both.

use super::World;
use super::people::Act;
use crate::court::Event;
use crate::judge::{Kind, Sent};
use crate::table::Stored;
use bot::store::PostRow;
use rusqlite::params;

/// So many entries of a log are looked at when one of them is automatic.
const SHOWN: usize = 5;
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
            let automatic = |one: &Stored| matches!(one.how.as_str(), "order" | "queue");
            let last = stored.len().saturating_sub(SHOWN);
            let shown = (stored[last..].iter().any(automatic)).then_some(stored.len() - last);
            self.hear(Event::Acts { game, stored });
            self.settle(game, real);
            if let Some(shown) = shown {
                let channel = self.court.games[game].channel.clone();
                let user = self.court.people[self.court.games[game].seats[0]]
                    .user
                    .clone();
                let reply = self.say(&user, &channel, &format!("/game log count:{shown}"));
                let text = reply.text().to_string();
                self.hear(Event::Logged { game, shown, text });
            }
            self.plan_moves(game, real);
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
                    .is_some_and(|who| self.court.people[*who].shut);
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
                if self.court.games.get(table).is_none() {
                    continue;
                }
                let message = post.channel.strip_prefix("dm:");
                let text = post.text();
                let kind = match &text {
                    text if text.contains("Your time to decide") => Kind::Warning,
                    text if text.contains("The game is over") => Kind::Said,
                    text if text.contains("The time of") => Kind::Said,
                    text if text.contains("**Order ") => Kind::Said,
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
                self.hear(Event::Sent {
                    sent: sent.clone(),
                    now,
                });
                self.heed(&post, &sent, now);
            }
        }
    }

    /// Whoever is called may say "not now"; that a table was told enough is known.
    pub(super) fn heed(&mut self, post: &PostRow, sent: &Sent, now: i64) {
        if let Some((name, _)) = sent.text.split_once(" has been called ")
            && let Some(who) = self.by_user.get(name)
            && let Some(seat) = self.court.games[sent.table]
                .seats
                .iter()
                .position(|sits| sits == who)
        {
            self.hear(Event::Enough {
                game: sent.table,
                seat: seat as u8,
                now,
            });
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
