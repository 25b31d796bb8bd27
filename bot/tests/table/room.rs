//! A room to play in: a table service over a store, and players who speak to it.

use bot::command::{Line, read_line};
use bot::pictures::Dot;
use bot::reply::Reply;
use bot::store::{PostKind, PostRow, Store};
use bot::table::{Request, Tables};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// When games of these tests begin: 1 June 2026, 12:00 UTC.
pub const BEGAN: i64 = 1_780_315_200;

pub struct Room {
    pub tables: Tables,
}

impl Room {
    pub fn new() -> Room {
        Room::over(Store::memory().expect("memory"))
    }

    /// The clock stands at [`BEGAN`] until [`Room::tick_after`] moves it.
    pub fn over(store: Store) -> Room {
        store.set_clock(BEGAN);
        Room {
            tables: Tables::new(store, Box::new(Dot)),
        }
    }

    /// Sets the clock to so many seconds after [`BEGAN`] and lets happen what has fallen due; says how much was done.
    pub fn tick_after(&self, seconds: i64) -> usize {
        self.tables.store().set_clock(BEGAN + seconds);
        self.tables.tick()
    }

    /// Anna, Ben and Clara at a table that has started, seated in this order.
    pub fn started() -> Room {
        let room = Room::new();
        room.start();
        room
    }

    pub fn start(&self) {
        for line in [
            "@anna /game new seating:joined",
            "@ben /game join",
            "@clara /game join",
            "@anna /game start",
        ] {
            assert!(!self.say(line).is_refusal(), "{line}");
        }
    }

    pub fn request(user: &str) -> Request {
        Request {
            user: user.into(),
            name: user.into(),
            channel: "console".into(),
            ..Request::default()
        }
    }

    /// `@name /command` or `@name notation`.
    pub fn say(&self, line: &str) -> Reply {
        let (user, text) = line
            .strip_prefix('@')
            .and_then(|line| line.split_once(' '))
            .expect("@name text");
        self.ask(&Room::request(user), text)
    }

    /// As a player who is sure of what he types: what would be asked for twice is done at once.
    pub fn ask(&self, request: &Request, text: &str) -> Reply {
        let word = text.trim_start_matches('/').split(' ').next();
        let twice = ["bid", "premium", "take", "train", "run", "bankrupt"];
        if word.is_some_and(|word| twice.contains(&word)) {
            self.ask_softly(request, &format!("{text}!"))
        } else {
            self.ask_softly(request, text)
        }
    }

    /// Exactly as it is typed.
    pub fn ask_softly(&self, request: &Request, text: &str) -> Reply {
        match read_line(text) {
            Ok(Line::Command(command)) => self.tables.handle(request, &command),
            Ok(Line::Press(id, value)) => self.tables.press(request, &id, value.as_deref()),
            Ok(other) => panic!("{other:?}"),
            Err(why) => Reply::refusal(why),
        }
    }

    /// A game of a title that stands where these entries lead, played by its seats.
    pub fn at(title: &str, names: &[&str], game: &engine::Game, entries: usize) -> Room {
        Room::new().brought_to(title, names, game, entries)
    }

    /// The same in a room that has no game yet.
    pub fn brought_to(
        self,
        title: &str,
        names: &[&str],
        game: &engine::Game,
        entries: usize,
    ) -> Room {
        let room = self;
        room.say(&format!(
            "@{} /game new title:{title} seating:joined",
            names[0]
        ));
        for name in &names[1..] {
            room.say(&format!("@{name} /game join"));
        }
        room.say(&format!("@{} /game start", names[0]));
        for entry in &game.log()[..entries] {
            let engine::By::Seat(seat) = entry.by else {
                continue;
            };
            room.done(&format!(
                "@{} {}",
                names[seat.index()],
                game.print(&entry.action)
            ));
        }
        room
    }

    /// Says something that must be done, and gives the answer.
    pub fn done(&self, line: &str) -> Reply {
        let reply = self.say(line);
        assert!(!reply.is_refusal(), "{line}: {}", reply.text());
        reply
    }

    /// Presses the button of a reply or post whose label begins so.
    pub fn press(&self, user: &str, buttons: &[bot::store::Button], label: &str) -> Reply {
        let button = buttons
            .iter()
            .find(|button| button.label.starts_with(label))
            .unwrap_or_else(|| panic!("no button {label} among {buttons:?}"));
        self.say(&format!("@{user} /press {}", button.id))
    }

    /// Presses a button of the last post.
    pub fn press_post(&self, user: &str, label: &str) -> Reply {
        self.press(user, &self.last_post().body.buttons, label)
    }

    /// Presses a button of a reply.
    pub fn press_reply(&self, user: &str, reply: &Reply, label: &str) -> Reply {
        let buttons: Vec<bot::store::Button> = reply.buttons().into_iter().cloned().collect();
        self.press(user, &buttons, label)
    }

    /// The journal as `what: detail`.
    pub fn journal(&self) -> Vec<String> {
        let rows = self.tables.store().journal(1, 1000).expect("journal");
        rows.iter()
            .map(|row| format!("{}: {}", row.what, row.detail))
            .collect()
    }

    /// Says something that must be refused, and gives what was answered; nothing may have changed.
    pub fn refused(&self, line: &str) -> String {
        let (digest, waiting) = (self.digest(), self.pending().len());
        let reply = self.say(line);
        assert!(
            reply.is_refusal(),
            "{line} was not refused: {}",
            reply.text()
        );
        assert!(
            !reply.text().contains('\n'),
            "one sentence: {}",
            reply.text()
        );
        assert_eq!(
            (self.digest(), self.pending().len()),
            (digest, waiting),
            "{line} changed something"
        );
        reply.text().to_string()
    }

    pub fn digest(&self) -> String {
        self.tables
            .glance("console")
            .map(|glance| glance.digest)
            .unwrap_or_default()
    }

    pub fn awaited(&self) -> Vec<String> {
        self.tables
            .glance("console")
            .map(|glance| glance.awaited)
            .unwrap_or_default()
    }

    pub fn pending(&self) -> Vec<PostRow> {
        self.tables.store().pending(1000).expect("outbox")
    }

    /// The post of the turn, if it waits to be sent.
    pub fn turn_post(&self) -> PostRow {
        let mut turns = self.pending();
        turns.retain(|post| post.kind == PostKind::Turn);
        turns.pop().expect("a post of a turn")
    }

    /// The post of the turn that waits to be sent, if there is one.
    pub fn turn_post_after(&self) -> Option<PostRow> {
        let mut turns = self.pending();
        turns.retain(|post| post.kind == PostKind::Turn);
        turns.pop()
    }

    /// Sends everything that waits, as the adapter does: messages are numbered, edits are seen. What was sent or
    /// edited, in this order.
    pub fn deliver(&self) -> Vec<PostRow> {
        let store = self.tables.store();
        let mut done = Vec::new();
        while let Some(work) = store.work(1).expect("outbox").pop() {
            let Some(post) = store.begin(work.post).expect("outbox") else {
                continue;
            };
            if work.new {
                store
                    .delivered(&post, Some(format!("m{}", post.id)))
                    .expect("outbox");
            } else {
                store.edited(&post).expect("outbox");
            }
            done.push(post);
        }
        done
    }

    pub fn last_post(&self) -> PostRow {
        self.pending().pop().expect("a post")
    }
}

/// A folder of its own, gone with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("roundhouse-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
