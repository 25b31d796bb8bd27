//! What must lie in the database after each line, from a run in which nothing is killed.

use bot::console::{Console, Drawing, Folder};
use bot::pictures::Dot;
use bot::store::Store;
use bot::table::Tables;
use engine::Setup;
use rusqlite::Connection;
use std::path::Path;

/// A stored action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub kind: String,
    pub seat: u8,
    pub text: String,
    pub digest: String,
}

/// What a database holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// The game's version; 0 without a game.
    pub version: i64,
    /// The actions that stand, oldest first.
    pub branch: Vec<Action>,
    /// All actions, those taken back too.
    pub actions: usize,
    /// Lines of the journal.
    pub journal: usize,
    /// Requests that were carried out.
    pub requests: usize,
    /// Posts for the channel, delivered or not.
    pub posts: usize,
}

/// A script and what it leads to.
pub struct Record {
    pub setup: Setup,
    pub lines: Vec<String>,
    stands: Vec<Stand>,
}

impl Record {
    /// A random game with takebacks, as lines with request ids.
    pub fn make(seed: u64, players: u8) -> Record {
        let setup = Setup::new("18ardennes", players);
        let script = tests::script::random(setup.clone(), seed, 260).expect("a game can be played");
        let mut typed = vec!["@p0 /game new title:18ardennes seating:joined".to_string()];
        typed.extend((1..players).map(|seat| format!("@p{seat} /game join")));
        typed.push("@p0 /game start".into());
        let mut game = engine::Game::new(setup.clone()).expect("the set-up is right");
        for (number, step) in script.steps.iter().enumerate() {
            let text = bot::table::for_sure(&game.print(&step.action), &step.action);
            typed.push(format!("@p{} {text}", step.seat.0));
            game.apply(step.seat, &step.action).expect("it was legal");
            if number % 17 == 16 {
                // Whoever moved last takes his own move back at will.
                typed.push(format!("@p{} /game undo", step.seat.0));
                typed.push(format!("@p{} /game redo", step.seat.0));
            }
        }
        let lines: Vec<String> = typed
            .iter()
            .enumerate()
            .map(|(number, line)| format!("#{seed}-{number} {line}"))
            .collect();
        let stands = stands(seed, &lines);
        Record {
            setup,
            lines,
            stands,
        }
    }

    /// What the first so many lines lead to.
    pub fn stand(&self, lines: usize) -> &Stand {
        &self.stands[lines]
    }

    /// How many lines lead to a game of that version: every line changes it.
    pub fn lines_at(&self, stored: &Stand) -> Option<usize> {
        self.stands
            .iter()
            .position(|stand| stand.version == stored.version && stand.requests == stored.requests)
    }
}

/// Plays the lines without a kill; what lies in the database after each.
fn stands(seed: u64, lines: &[String]) -> Vec<Stand> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kill-record-{seed}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let database = folder.join("game.db");
    let store = Store::open(&database).expect("a new database opens");
    let tables = Tables::new(store, Box::new(Dot));
    let mut said = Vec::new();
    let out = Folder::make(&folder.join("out")).expect("a folder for pictures");
    let mut console = Console::new(&tables, out, &mut said, Drawing::Asked);
    let mut stands = vec![Stand::read(&database)];
    for line in lines {
        console.line(line).expect("the console answers");
        assert_eq!(console.refused(), None, "{line}");
        stands.push(Stand::read(&database));
        let pair = &stands[stands.len() - 2..];
        assert!(pair[0] != pair[1], "{line} changes nothing");
    }
    drop(tables);
    let _ = std::fs::remove_dir_all(&folder);
    stands
}

impl Stand {
    /// What a database holds now, read without the bot.
    pub fn read(database: &Path) -> Stand {
        try_read(database)
            .unwrap_or_else(|why| panic!("{} cannot be read: {why}", database.display()))
    }

    /// # Panics
    /// When something differs; says what.
    pub fn assert_is(&self, other: &Stand, place: &str) {
        for (number, pair) in self.branch.iter().zip(&other.branch).enumerate() {
            assert_eq!(pair.0, pair.1, "{place}: action {number} differs");
        }
        assert_eq!(
            self.branch.len(),
            other.branch.len(),
            "{place}: number of actions that stand"
        );
        assert_eq!(self, other, "{place}");
    }
}

fn try_read(database: &Path) -> rusqlite::Result<Stand> {
    let mut stand = Stand {
        version: 0,
        branch: Vec::new(),
        actions: 0,
        journal: 0,
        requests: 0,
        posts: 0,
    };
    if !database.exists() {
        return Ok(stand);
    }
    let connection = Connection::open(database)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    let tables: i64 = connection.query_row(
        "SELECT COUNT(*) FROM sqlite_master WHERE name = 'interactions'",
        [],
        |row| row.get(0),
    )?;
    if tables == 0 {
        return Ok(stand);
    }
    let count = |table: &str| {
        let query = format!("SELECT COUNT(*) FROM {table}");
        connection.query_row(&query, [], |row| row.get::<_, i64>(0))
    };
    assert!(count("games")? <= 1, "the opening of a game was doubled");
    stand.version =
        connection.query_row("SELECT COALESCE(MAX(version), 0) FROM games", [], |row| {
            row.get(0)
        })?;
    stand.actions = count("actions")? as usize;
    stand.journal = count("journal")? as usize;
    stand.requests = count("interactions")? as usize;
    stand.posts = count("outbox")? as usize;
    let mut query = connection.prepare(
        "WITH RECURSIVE branch (id, parent, kind, seat, text, digest) AS (
             SELECT a.id, a.parent, a.kind, a.seat, a.text, a.digest
             FROM games JOIN actions a ON a.id = games.head
             UNION ALL
             SELECT a.id, a.parent, a.kind, a.seat, a.text, a.digest
             FROM branch JOIN actions a ON a.id = branch.parent)
         SELECT kind, seat, text, digest FROM branch ORDER BY id",
    )?;
    let rows = query.query_map([], |row| {
        Ok(Action {
            kind: row.get(0)?,
            seat: row.get(1)?,
            text: row.get(2)?,
            digest: row.get(3)?,
        })
    })?;
    stand.branch = rows.collect::<rusqlite::Result<_>>()?;
    Ok(stand)
}

/// The version of the game and how many requests were carried out, as one number that rises.
pub fn version(database: &Path) -> Option<i64> {
    if !database.exists() {
        return None;
    }
    let stand = try_read(database).ok()?;
    Some(stand.version + stand.requests as i64)
}
