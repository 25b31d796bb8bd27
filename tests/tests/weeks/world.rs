//! Two months of the world, minute by minute: players act when they like, the bot is started anew, its clock is wrong
//! for a while, Discord cannot be reached.

mod gather;
mod orders;
mod people;
mod watch;

use crate::court::{Court, Event};
use crate::people::Human;
use bot::command::{Line, read_line};
use bot::pictures::Dot;
use bot::reply::Reply;
use bot::store::Store;
use bot::table::{Request, Tables};
use people::Act;
use rusqlite::{Connection, OpenFlags};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
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
    /// Who plays where, and the judge of it all.
    pub court: Court,
    /// All that the judge hears, where it is kept.
    pub tape: Option<Vec<Event>>,
    /// What he knew before.
    pub opening: Option<Court>,
    /// When the bot was started anew.
    pub restarted: Vec<i64>,
    by_user: HashMap<String, usize>,
    agenda: BinaryHeap<Reverse<(i64, u64, Act)>>,
    count: u64,
    dice: Dice,
    /// How far the bot's clock is ahead.
    shift: i64,
    reachable: bool,
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
            court: Court {
                people,
                ..Court::default()
            },
            tape: None,
            opening: None,
            restarted: Vec::new(),
            by_user,
            agenda: BinaryHeap::new(),
            count: 0,
            dice,
            shift: 0,
            reachable: true,
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
                    self.hear(Event::SetBack { now: real + shift });
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
                self.hear(Event::Blind);
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
                self.hear(Event::Minute { now });
            } else {
                self.hear(Event::Blind);
            }
        }
        self.read_all_orders();
        self.tally.over = (self.court.games)
            .iter()
            .filter(|table| table.game.is_over())
            .count();
    }

    /// The judge hears of something.
    fn hear(&mut self, event: Event) {
        self.court.hear(&event);
        if let Some(tape) = &mut self.tape {
            tape.push(event);
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
        self.restarted.push(real + self.shift);
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
}

impl Drop for World {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.court.judge.report());
        }
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
