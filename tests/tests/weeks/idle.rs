//! What the scheduler costs while nothing is due: ten thousand games that go on, each with somebody awaited who will be
//! called some time.

use crate::world::{folder, open};
use bot::command::{Line, read_line};
use bot::table::{Request, Tables};
use rusqlite::Connection;

/// Open games.
const GAMES: i64 = 10_000;

/// Minutes that pass.
const MINUTES: i64 = 600;

/// When it begins: 1 June 2026, 12:00 UTC.
const BEGAN: i64 = 1_780_315_200;

/// Seconds of a core that this process has used.
fn used() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells");
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let ticks = |field: usize| fields[field].parse::<f64>().expect("a number");
    // User and system time in hundredths of a second.
    (ticks(11) + ticks(12)) / 100.0
}

fn say(tables: &Tables, user: &str, line: &str) {
    let request = Request {
        user: user.into(),
        name: user.into(),
        channel: "1".into(),
        guild: Some("1".into()),
        ..Request::default()
    };
    let Ok(Line::Command(command)) = read_line(line) else {
        panic!("{line}");
    };
    let reply = tables.handle(&request, &command);
    assert!(!reply.is_refusal(), "{line}: {}", reply.text());
}

/// Copies everything that is kept of game 1 for all others, with players of their own.
fn copy(connection: &Connection) {
    let wide = [
        "members",
        "actions",
        "summaries",
        "awaited",
        "said",
        "waits",
        "outbox",
        "due",
        "journal",
    ];
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; BEGIN")
        .expect("it begins");
    for table in ["games", "people"].iter().chain(&wide) {
        let columns: Vec<String> = connection
            .prepare(&format!("PRAGMA table_info({table})"))
            .and_then(|mut query| query.query_map([], |row| row.get(1))?.collect())
            .expect("columns");
        let kept: Vec<&str> = (columns.iter().map(String::as_str))
            .filter(|name| *name != "id" || matches!(*table, "games" | "actions"))
            .collect();
        let values: Vec<String> = (kept.iter())
            .map(|name| match (*table, *name) {
                ("games", "id" | "channel") => "n".into(),
                ("outbox", "channel") | (_, "game") => "n".into(),
                ("actions", "id" | "parent") | (_, "head") => format!("t.{name} + n * 1000"),
                (_, "user") => "t.user || '-' || n".into(),
                _ => format!("t.{name}"),
            })
            .collect();
        let only = match *table {
            "games" => "WHERE t.id = 1",
            "people" => "",
            _ => "WHERE t.game = 1",
        };
        let copied = connection.execute(
            &format!(
                "WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < {GAMES})
                 INSERT INTO {table} ({}) SELECT {} FROM {table} t, numbers {only}",
                kept.join(", "),
                values.join(", ")
            ),
            [],
        );
        copied.unwrap_or_else(|why| panic!("{table}: {why}"));
    }
    connection.execute_batch("COMMIT").expect("it is done");
}

#[test]
fn ten_thousand_games_cost_next_to_nothing_while_nothing_is_due() {
    let _alone = crate::ALONE.write();
    let folder = folder(0);
    let path = folder.join("idle.db");
    let tables = open(&path, BEGAN);
    say(&tables, "anna", "/me zone place:Europe/Berlin");
    say(&tables, "ben", "/me zone place:Asia/Tokyo");
    say(&tables, "anna", "/game new title:18ardennes seating:joined");
    say(&tables, "ben", "/game join");
    say(&tables, "clara", "/game join");
    say(&tables, "anna", "/game start");
    say(&tables, "anna", "/bid lot:1 amount:100!");
    drop(tables);
    copy(&Connection::open(&path).expect("the file is there"));
    let tables = open(&path, BEGAN);
    let store = tables.store();
    let waits = store.due(i64::MAX, usize::MAX >> 1).expect("what is due");
    assert!(waits.len() >= GAMES as usize, "only {} wait", waits.len());
    // What is due at once is done before: all these are called by messages that nobody has sent.
    for minute in 0..3 {
        store.set_clock(BEGAN + minute * 60);
        tables.tick();
    }
    let before = used();
    let mut done = 0;
    for minute in 3..MINUTES + 3 {
        store.set_clock(BEGAN + minute * 60);
        done += tables.tick();
    }
    let each = (used() - before) / MINUTES as f64 * 1000.0;
    println!(
        "{GAMES} games, {} decisions planned, {MINUTES} minutes: {each:.3} ms of a core a minute, {:.5} % of a core; {done} done",
        waits.len(),
        each / 600.0
    );
    assert_eq!(done, 0, "something was due");
    // One in a hundred of a core would be 600 ms.
    assert!(each < 60.0, "{each} ms");
    drop(tables);
    let _ = std::fs::remove_dir_all(folder);
}
