//! The process is killed again and again in the middle of games on the console, also between the moment in which an
//! action became durable and the moment in which its answer left: no acknowledged action is lost, none is doubled.
//!
//! Lines carry request ids. After a kill the player does what a careful client does: he sends every line again that
//! was not answered. What must then lie in the database is known from a run in which nothing was killed.

mod process;
mod record;

use process::{Console, Heard};
use record::{Record, Stand};
use tests::play::Dice;

/// Kills in all games together, at least.
const KILLS: usize = 50;

/// How the process meets its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// While it waits for the next line.
    Idle,
    /// Somewhere within a burst of lines.
    Racing,
    /// While its answers cannot leave: the pipe is full, so that actions are durable and not acknowledged.
    Jammed,
}

/// What came of one game.
#[derive(Clone, Copy, Debug, Default)]
struct Toll {
    kills: usize,
    /// Kills after which more was durable than had been acknowledged.
    between: usize,
    lines: usize,
    /// Posts that were printed once more after a kill.
    repeated: usize,
}

#[test]
fn no_acknowledged_action_is_lost_or_doubled() {
    let tolls: Vec<Toll> = std::thread::scope(|scope| {
        let games: Vec<_> = [(11, 3), (12, 4), (13, 5), (14, 4)]
            .into_iter()
            .map(|(seed, players)| scope.spawn(move || game(seed, players)))
            .collect();
        games
            .into_iter()
            .map(|game| game.join().expect("a game failed"))
            .collect()
    });
    let sum = |of: fn(&Toll) -> usize| tolls.iter().map(of).sum::<usize>();
    let (kills, between) = (sum(|toll| toll.kills), sum(|toll| toll.between));
    println!(
        "{kills} kills in {} games of {} lines, {between} of them between commit and answer; {} posts printed again",
        tolls.len(),
        sum(|toll| toll.lines),
        sum(|toll| toll.repeated)
    );
    assert!(kills >= KILLS, "only {kills} kills");
    assert!(
        between >= KILLS / 5,
        "only {between} kills between commit and answer"
    );
}

/// Plays one game to the end of its script with as many kills as happen on the way.
fn game(seed: u64, players: u8) -> Toll {
    let record = Record::make(seed, players);
    let folder = process::Folder::new(seed);
    let mut dice = Dice::new(seed);
    let mut toll = Toll {
        lines: record.lines.len(),
        ..Toll::default()
    };
    let mut acknowledged = 0;
    let mut posts = 0;
    while acknowledged < record.lines.len() {
        let end = match toll.kills % 3 {
            0 => End::Idle,
            1 => End::Racing,
            _ => End::Jammed,
        };
        let (sent, heard) = live(&folder, &record, acknowledged, end, &mut dice);
        assert_eq!(heard.refusals, Vec::<String>::new(), "{end:?}, game {seed}");
        let known = acknowledged + heard.answers;
        posts += heard.posts;
        toll.kills += 1;
        let stored = Stand::read(&folder.database());
        let place = format!(
            "game {seed}, kill {} ({end:?}): {known} lines acknowledged, {sent} sent",
            toll.kills
        );
        let done = record
            .lines_at(&stored)
            .unwrap_or_else(|| panic!("{place}: the stored game is at no point of the script"));
        assert!(
            done >= known,
            "{place}: only {done} are durable: an acknowledged action is lost"
        );
        assert!(done <= sent, "{place}: {done} are durable");
        stored.assert_is(record.stand(done), &place);
        toll.between += usize::from(done > known);
        acknowledged = known;
    }
    // A last life is given no line and an end: it delivers what still waits in the outbox.
    let last = Console::start(&folder).end();
    posts += last.posts;
    finish(&folder, &record);
    let told = record.stand(record.lines.len()).posts;
    assert!(
        (told..=told + toll.kills).contains(&posts),
        "game {seed}: {posts} posts were printed, {told} stand in the outbox, {} kills",
        toll.kills
    );
    toll.repeated = posts - told;
    toll
}

/// One life of the process; how many lines have been sent in all, and what was heard.
fn live(
    folder: &process::Folder,
    record: &Record,
    from: usize,
    end: End,
    dice: &mut Dice,
) -> (usize, Heard) {
    let left = record.lines.len() - from;
    match end {
        End::Idle => {
            let mut console = Console::start(folder).listening();
            let count = (1 + dice.below(12)).min(left);
            for line in &record.lines[from..from + count] {
                console.send(line);
                console.wait_for_answer();
            }
            (from + count, console.kill())
        }
        End::Racing => {
            let mut console = Console::start(folder).listening();
            let calm = dice.below(5).min(left);
            let burst = (1 + dice.below(8)).min(left - calm);
            for line in &record.lines[from..from + calm] {
                console.send(line);
                console.wait_for_answer();
            }
            for line in &record.lines[from + calm..from + calm + burst] {
                console.send(line);
            }
            let pause = dice.below(4_000 + 2_000 * burst) as u64;
            std::thread::sleep(std::time::Duration::from_micros(pause));
            (from + calm + burst, console.kill())
        }
        End::Jammed => {
            let mut console = Console::start(folder);
            // Long answers fill most of the pipe; actions do the rest.
            for _ in 0..26 {
                console.send("@p0 /help");
            }
            let count = 60.min(left);
            for line in &record.lines[from..from + count] {
                console.send(line);
            }
            folder.wait_until_still();
            let mut heard = console.kill();
            heard.answers = heard.answers.saturating_sub(26);
            (from + count, heard)
        }
    }
}

/// The game after all kills: sound by the program's own check, and folded to the same digest from its texts alone.
fn finish(folder: &process::Folder, record: &Record) {
    let said = process::run(&["check", "--db", &folder.database().display().to_string()]);
    assert!(said.contains("all sound"), "{said}");
    let stored = Stand::read(&folder.database());
    let last = record.stand(record.lines.len());
    stored.assert_is(last, "after all kills");
    let mut game = engine::Game::new(record.setup.clone()).expect("the set-up is right");
    for (number, action) in stored.branch.iter().enumerate() {
        let parsed = game
            .parse(&action.text)
            .expect("stored notation is canonical");
        let seat = engine::ids::Seat(action.seat);
        let by = match action.kind.as_str() {
            "seat" => engine::By::Seat(seat),
            "engine" => engine::By::Engine(seat),
            other => panic!("action {number} is of the kind {other}"),
        };
        let entry = engine::Entry { by, action: parsed };
        game.enter(entry)
            .unwrap_or_else(|why| panic!("action {number}, {}: {why}", action.text));
        assert_eq!(game.digest(), action.digest, "after action {number}");
    }
    assert_eq!(
        Some(game.digest()),
        last.branch.last().map(|action| action.digest.clone())
    );
}
