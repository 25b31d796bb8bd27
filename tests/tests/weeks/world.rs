//! Two months of the world, minute by minute: players act when they like, the bot is started anew, its clock is wrong
//! for a while, Discord cannot be reached.

use crate::judge::{Judge, Kind, Sent, Terms};
use crate::people::Human;
use crate::table::{self, Stored, Table};
use bot::command::{Line, read_line};
use bot::pictures::Dot;
use bot::reply::Reply;
use bot::store::{PostRow, Store};
use bot::table::{Request, Tables};
use engine::Setup;
use engine::ids::Seat;
use rusqlite::{Connection, OpenFlags, params};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};
use std::path::PathBuf;
use tests::play::Dice;

/// How large a world is.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Draws everything.
    pub seed: u64,
    /// Games.
    pub games: usize,
    /// Players.
    pub people: usize,
    /// When it begins, in seconds since 1970: a full minute.
    pub start: i64,
    /// How many days it lasts.
    pub days: i64,
    /// How often the bot is started anew at once.
    pub restarts: usize,
}

/// What a player does at a time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
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

/// What happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Moves of players.
    pub moves: usize,
    /// Minutes that passed.
    pub minutes: usize,
    /// Starts of the bot.
    pub starts: usize,
    /// Times that its clock was set.
    pub shifts: usize,
    /// Posts that went out.
    pub posts: usize,
    /// Games that came to their end.
    pub over: usize,
}

/// The world.
pub struct World {
    plan: Plan,
    path: PathBuf,
    tables: Option<Tables>,
    /// Looks at the database as a stranger.
    eye: Connection,
    seen: i64,
    last_action: i64,
    pub people: Vec<Human>,
    pub games: Vec<Table>,
    by_user: HashMap<String, usize>,
    agenda: BinaryHeap<Reverse<(i64, u64, Act)>>,
    count: u64,
    dice: Dice,
    /// How far the bot's clock is ahead.
    shift: i64,
    reachable: bool,
    pub judge: Judge,
    pub tally: Tally,
}

/// A folder in memory where there is one: what is durable is not tried here.
pub fn folder(seed: u64) -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() {
        memory
    } else {
        std::env::temp_dir()
    };
    let folder = base.join(format!("roundhouse-weeks-{}-{seed}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

impl World {
    pub fn new(plan: Plan) -> World {
        let folder = folder(plan.seed);
        let path = folder.join("games.db");
        let _ = std::fs::remove_file(&path);
        let tables = open(&path, plan.start);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let eye = Connection::open_with_flags(&path, flags).expect("the file is there");
        let mut dice = Dice::new(plan.seed);
        let people: Vec<Human> = (0..plan.people)
            .map(|number| Human::draw(number, &mut dice))
            .collect();
        let by_user = (people.iter().enumerate())
            .map(|(number, human)| (human.user.clone(), number))
            .collect();
        World {
            plan,
            path,
            tables: Some(tables),
            eye,
            seen: -1,
            last_action: 0,
            people,
            games: Vec::new(),
            by_user,
            agenda: BinaryHeap::new(),
            count: 0,
            dice,
            shift: 0,
            reachable: true,
            judge: Judge::default(),
            tally: Tally::default(),
        }
    }

    /// Lives through it all.
    pub fn live(&mut self) {
        let plan = self.plan;
        self.begin();
        let minutes = plan.days * 24 * 60;
        let mut restarts: Vec<i64> = (0..plan.restarts)
            .map(|_| self.dice.below(minutes as usize) as i64)
            .collect();
        restarts.sort_unstable();
        // Days on which the bot is down, its clock is wrong, Discord is away: from which minute to which.
        let day = 24 * 60;
        let down = [
            (17 * day + 500, 18 * day + 500),
            (40 * day + 90, 40 * day + 97),
        ];
        let shifts = [
            (9 * day + 300, 3 * 3600),
            (10 * day + 130, 0),
            (26 * day + 700, -2 * 3600),
            (27 * day + 10, 0),
            (47 * day, 25 * 60),
        ];
        let away = [(13 * day + 60, 13 * day + 700), (33 * day, 35 * day)];
        for minute in 0..minutes {
            let real = plan.start + minute * 60;
            if restarts.binary_search(&minute).is_ok() {
                self.restart(real);
            }
            if let Some((_, shift)) = shifts.iter().find(|(at, _)| *at == minute) {
                let back = *shift < self.shift;
                self.shift = *shift;
                self.tally.shifts += 1;
                if back {
                    self.set_back(real + shift);
                }
            }
            let within = |spans: &[(i64, i64)]| {
                spans
                    .iter()
                    .any(|(from, until)| (*from..*until).contains(&minute))
            };
            let off = within(&down);
            if off != self.tables.is_none() {
                match off {
                    true => self.tables = None,
                    false => self.restart(real),
                }
            }
            if self.reachable == within(&away) {
                self.reachable = !self.reachable;
                self.seen = -1;
            }
            if !self.reachable {
                let waits = self
                    .games
                    .iter_mut()
                    .flat_map(|table| table.waits.values_mut());
                waits.for_each(|wait| wait.blind = true);
            }
            if off {
                continue;
            }
            self.act(real);
            self.clock(real);
            self.bot().tick();
            self.look(real);
            self.tally.minutes += 1;
            if self.reachable {
                let now = real + self.shift;
                self.judge.minute(&mut self.games, &self.people, now);
            }
        }
        self.tally.over = self
            .games
            .iter()
            .filter(|table| table.game.is_over())
            .count();
    }

    /// The bot's clock was set back: nothing can have happened later than now.
    fn set_back(&mut self, now: i64) {
        let waits = self
            .games
            .iter_mut()
            .flat_map(|table| table.waits.values_mut());
        waits.for_each(|wait| wait.set_back(now));
        for human in &mut self.people {
            for (from, _, _) in &mut human.away {
                *from = (*from).min(now);
            }
        }
    }

    fn bot(&self) -> &Tables {
        self.tables.as_ref().expect("the bot is up")
    }

    fn clock(&self, real: i64) {
        self.bot().store().set_clock(real + self.shift);
    }

    /// All that was in memory is gone.
    fn restart(&mut self, real: i64) {
        self.tables = None;
        self.tables = Some(open(&self.path, real + self.shift));
        self.tally.starts += 1;
    }

    /// Says something that must be done.
    fn say(&self, user: &str, channel: &str, line: &str) -> Reply {
        let reply = self.try_say(user, channel, line);
        assert!(!reply.is_refusal(), "@{user} {line}: {}", reply.text());
        reply
    }

    fn try_say(&self, user: &str, channel: &str, line: &str) -> Reply {
        let request = Request {
            user: user.into(),
            name: user.into(),
            channel: channel.into(),
            guild: Some("1".into()),
            ..Request::default()
        };
        match read_line(line) {
            Ok(Line::Command(command)) => self.bot().handle(&request, &command),
            Ok(Line::Press(id, value)) => self.bot().press(&request, &id, value.as_deref()),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Everybody says where he lives, and all games start.
    fn begin(&mut self) {
        let start = self.plan.start;
        for human in &self.people {
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
            let user = |seat: usize| self.people[seats[seat]].user.clone();
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
            self.games.push(table);
        }
        for number in 0..self.games.len() {
            self.plan_moves(number, start);
        }
        // A third of all people are away once, some of them from one of their games only.
        for who in 0..self.people.len() {
            if !self.dice.percent(33) {
                continue;
            }
            let from = self.dice.below(self.plan.days as usize * 86_400) as i64;
            let days = 1 + self.dice.below(9) as i64;
            let mut own = (self.games.iter().enumerate())
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
        self.look(start);
    }

    fn agree_to(&mut self, real: i64, act: Act) {
        self.count += 1;
        self.agenda.push(Reverse((real, self.count, act)));
    }

    /// Whoever is awaited will move some time.
    fn plan_moves(&mut self, table: usize, real: i64) {
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
    fn act(&mut self, real: i64) {
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
    fn not_now(&mut self, table: usize, who: usize, stamp: i64, how: usize, real: i64) {
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

    fn leave(&mut self, who: usize, days: i64, only: Option<usize>, real: i64) {
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

    fn come_back(&mut self, who: usize, real: i64) {
        let now = real + self.shift;
        let reply = self.try_say(&self.people[who].user, "1", "/me back");
        if !reply.is_refusal() {
            for (_, until, _) in &mut self.people[who].away {
                *until = (*until).min(now);
            }
        }
        self.look(real);
    }

    /// Looks what has changed in the database, and sends what is to be sent.
    fn look(&mut self, real: i64) {
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
    fn follow(&mut self, real: i64) {
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
    fn in_his_place(&mut self, game: usize, stored: &[Stored]) {
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
    fn send(&mut self, now: i64) {
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
}

impl World {
    /// Whoever is called may say "not now"; that a table was told enough is known.
    fn heed(&mut self, post: &PostRow, sent: &Sent, now: i64) {
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

impl Drop for World {
    fn drop(&mut self) {
        self.tables = None;
        if let Some(folder) = self.path.parent() {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A table service over a file, at a time.
pub fn open(path: &std::path::Path, at: i64) -> Tables {
    let store = Store::open(path).expect("the file opens");
    store.set_clock(at);
    Tables::new(store, Box::new(Dot))
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
