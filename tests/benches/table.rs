//! How long a command takes from the adapter to a durable answer, without and with pictures, and how much memory a
//! hundred open games need.

use bot::command::{Command, find};
use bot::store::Store;
use bot::table::{Request, Tables};
use criterion::Criterion;
use rusqlite::Connection;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};
use tests::script::{self, Script};

/// Open games whose memory is measured.
const GAMES: usize = 100;
/// Of so many posts one is drawn.
const DRAWN: usize = 12;

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-table");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let script = recorded();
    println!(
        "{}, {} steps, on {}",
        script.source,
        script.steps.len(),
        folder.display()
    );
    let database = folder.join("game.db");
    played(&script, &database);
    memory(&database);
    shown(&database);
    let _ = std::fs::remove_dir_all(&folder);
}

fn recorded() -> Script {
    let path = tests::shared::need(
        "replays/18ardennes/fixture_1.jsonl.gz",
        "the recorded game fixture_1; the demo's game is played instead",
    );
    match path {
        Some(path) => script::of_trace(&path).expect("the trace replays"),
        None => script::of_console("the demo's game", bot::demo::GAME).expect("it replays"),
    }
}

/// Plays the whole game through the table service, on a database in a file.
fn played(script: &Script, database: &Path) {
    let store = Store::open(database).expect("a new database opens");
    let tables = Tables::new(store, bot::start::artist());
    let options = script.setup.options.join(" ");
    say(
        &tables,
        0,
        "game new",
        &[("seating", "joined"), ("options", &options)],
    );
    for seat in 1..script.setup.players {
        say(&tables, seat, "game join", &[]);
    }
    say(&tables, 0, "game start", &[]);
    let mut game = engine::Game::new(script.setup.clone()).expect("the set-up is right");
    let (mut plain, mut drawn) = (Vec::new(), Vec::new());
    let mut posts = 0;
    for step in &script.steps {
        let text = bot::table::for_sure(&game.print(&step.action), &step.action);
        let begun = Instant::now();
        say(&tables, step.seat.0, "do", &[("action", &text)]);
        let answered = begun.elapsed();
        plain.push(answered);
        for post in tables.store().pending(10).expect("the outbox can be read") {
            if posts % DRAWN == 0 {
                let begun = Instant::now();
                black_box(tables.draw(&post));
                drawn.push(answered + begun.elapsed());
            }
            posts += 1;
            tables.store().delivered(&post, None).expect("it is noted");
        }
        game.apply(step.seat, &step.action).expect("it is legal");
    }
    report(
        "a command without pictures (target: p99 under 20 ms)",
        &mut plain,
    );
    report(
        "a command with its post's pictures (target: under 600 ms)",
        &mut drawn,
    );
}

fn say(tables: &Tables, seat: u8, path: &str, options: &[(&str, &str)]) {
    let spec = find(path).expect("it is a command");
    let given: Vec<(String, String)> = options
        .iter()
        .map(|(name, value)| ((*name).to_string(), (*value).to_string()))
        .collect();
    let command = Command::new(spec, &given).expect("it is well-formed");
    let request = Request {
        user: format!("p{seat}"),
        name: format!("p{seat}"),
        channel: "0".into(),
        ..Request::default()
    };
    let reply = tables.handle(&request, &command);
    assert!(!reply.is_refusal(), "{path} {options:?}: {}", reply.text());
}

/// Copies the game into ninety-nine other channels and opens them all.
fn memory(database: &Path) {
    let connection = Connection::open(database).expect("the database opens");
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; CREATE TEMP TABLE fields AS SELECT MAX(id) AS most FROM actions;")
        .expect("SQL");
    let columns = |table: &str| -> Vec<String> {
        let mut query = connection
            .prepare(&format!("SELECT name FROM pragma_table_info('{table}')"))
            .expect("SQL");
        let names = query.query_map([], |row| row.get(0)).expect("SQL");
        names.collect::<Result<_, _>>().expect("SQL")
    };
    for copy in 1..GAMES as i64 {
        connection.execute_batch("BEGIN").expect("SQL");
        for table in ["games", "members", "actions"] {
            let names = columns(table);
            let values: Vec<String> = names
                .iter()
                .map(|name| match (table, name.as_str()) {
                    ("games", "id") | (_, "game") => format!("{name} + {copy}"),
                    ("games", "channel") => format!("'{copy}'"),
                    ("games", "head") | ("actions", "id" | "parent") => {
                        format!("{name} + {copy} * (SELECT most FROM fields)")
                    }
                    _ => name.clone(),
                })
                .collect();
            let game = if table == "games" { "id" } else { "game" };
            connection
                .execute_batch(&format!(
                    "INSERT INTO {table} ({}) SELECT {} FROM {table} WHERE {game} = 1",
                    names.join(", "),
                    values.join(", ")
                ))
                .expect("the game can be copied");
        }
        connection.execute_batch("COMMIT").expect("SQL");
    }
    let store = Store::open(database).expect("the database opens");
    let before = resident();
    let tables = Tables::new(store, bot::start::artist());
    let begun = Instant::now();
    let mut actions = 0;
    for channel in 0..GAMES {
        if channel == 1 {
            println!("the first game is opened in {:.2?}", begun.elapsed());
        }
        actions += tables
            .glance(&channel.to_string())
            .expect("the game is there")
            .actions;
    }
    println!(
        "{GAMES} open games with {actions} actions: {:.1} MB resident in all, {:.1} MB of it for the games (target: under 150 MB); opened in {:.2?}",
        resident(),
        resident() - before,
        begun.elapsed()
    );
}

/// Criterion's view of the commands that only look.
fn shown(database: &Path) {
    let store = Store::open(database).expect("the database opens");
    let tables = Tables::new(store, bot::start::artist());
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    for path in ["game status", "show players", "show trains"] {
        criterion.bench_function(&format!("/{path}"), |bencher| {
            bencher.iter(|| say(&tables, 0, path, &[]));
        });
    }
    criterion.final_summary();
}

/// Resident memory of this process in megabytes.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times
            .get(index.min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    };
    println!(
        "{what}: {} times, p50 {:.2?}, p90 {:.2?}, p99 {:.2?}, max {:.2?}",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}
