//! A hundred thousand random lines for the console: legal moves, moves that read well and are wrong, commands, stale
//! buttons, repeated requests, garbage. The bot answers each, nothing breaks, and after each line the live game is
//! the fold of the stored log with nothing made or lost.

mod lines;
mod mirror;

use bot::console::{Console, Drawing, Folder};
use bot::pictures::{Caption, Pictures};
use bot::store::Store;
use bot::table::Tables;
use engine::ids::{CompanyId, FaceId};
use engine::{Definition, Game};
use lines::{Author, Line};
use mirror::Mirror;
use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;
use tests::play::Dice;

#[path = "../../../engine/tests/support/mod.rs"]
mod support;

/// Lines in all.
const LINES: usize = 100_000;
/// Threads that share them, each with a bot of its own.
const THREADS: usize = 2;
/// A game is ended and another begun after so many accepted actions.
const ACTIONS: usize = 900;

/// Draws nothing.
struct Blind;

impl Pictures for Blind {
    fn map(&self, _: &Game, _: &Caption) -> Option<Vec<u8>> {
        None
    }
    fn market(&self, _: &Game, _: &Caption) -> Option<Vec<u8>> {
        None
    }
    fn players(&self, _: &Game, _: &Caption) -> Option<Vec<u8>> {
        None
    }
    fn company(&self, _: &Game, _: CompanyId, _: &Caption) -> Option<Vec<u8>> {
        None
    }
    fn trains(&self, _: &Game, _: &Caption) -> Option<Vec<u8>> {
        None
    }
    fn tile(&self, _: &Definition, _: FaceId, _: u8) -> Option<Vec<u8>> {
        None
    }
}

/// What the console says, to be taken after each line.
#[derive(Clone, Default)]
struct Ear(Rc<RefCell<Vec<u8>>>);

impl Ear {
    fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.borrow_mut())).expect("answers are UTF-8")
    }
}

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// How the lines came out.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    lines: usize,
    /// Lines of the player who is asked, with an action of a kind that is now asked for.
    well_formed: usize,
    accepted: usize,
    refused: usize,
    games: usize,
}

#[test]
fn a_hundred_thousand_lines_break_nothing() {
    let begun = std::time::Instant::now();
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || babble(thread as u64, LINES / THREADS)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("a thread failed"))
            .collect()
    });
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    let lines = sum(|tally| tally.lines);
    let percent = |part: usize| 100.0 * part as f64 / lines as f64;
    println!(
        "{lines} lines in {} games: {:.1} % well-formed for the position, {:.1} % accepted, {:.1} % refused, {:.1} s",
        sum(|tally| tally.games),
        percent(sum(|tally| tally.well_formed)),
        percent(sum(|tally| tally.accepted)),
        percent(sum(|tally| tally.refused)),
        begun.elapsed().as_secs_f64()
    );
    assert!(lines >= LINES);
    assert!(percent(sum(|tally| tally.well_formed)) >= 30.0);
    assert!(percent(sum(|tally| tally.accepted)) >= 5.0);
}

/// Feeds one bot with so many lines.
fn babble(thread: u64, most: usize) -> Tally {
    let store = Store::memory().expect("a database in memory");
    let tables = Tables::new(store, Box::new(Blind));
    let ear = Ear::default();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random-lines-{thread}"));
    let folder = Folder::make(&out).expect("a folder for pictures");
    let mut console = Console::new(&tables, folder, ear.clone(), Drawing::Asked);
    let mut author = Author::new(Dice::new(0xc0ffee + thread));
    let mut tally = Tally::default();
    while tally.lines < most {
        tally.games += 1;
        // The titles in turn, each with every number of players.
        let round = tally.games + thread as usize;
        let (title, least, counts) = [("18ardennes", 3, 3), ("1873", 2, 4)][round % 2];
        let players = least + (round / 2) % counts;
        let mut say = |line: &str| {
            console.line(line).expect("the console answers");
            ear.take()
        };
        for line in lines::opening(title, players) {
            let said = say(&line);
            assert!(said.starts_with("> "), "{line}: {said}");
        }
        let mut mirror = Mirror::new(&tables, "console");
        author.sit_down(players, mirror.game());
        let mut actions = 0;
        while tally.lines < most && actions < ACTIONS && !mirror.game().is_over() {
            let line = author.line(mirror.game());
            let said = say(&line.text);
            tally.lines += 1;
            tally.well_formed += usize::from(line.well_formed);
            tally.refused += usize::from(said.starts_with('!'));
            author.hear(&line, &said);
            if check(&mut mirror, &line, &said) {
                tally.accepted += 1;
                actions += 1;
            }
        }
        mirror.fold_again();
        let said = say("@p0 /channel console");
        assert!(said.is_empty(), "{said}");
        let said = say("@p0! /game end confirm:yes");
        assert!(
            said.starts_with("> ") || mirror.game().is_over(),
            "a moderator ends the game: {said}"
        );
    }
    let _ = std::fs::remove_dir_all(&out);
    tally
}

/// What must hold after every line; whether it changed the game.
fn check(mirror: &mut Mirror<'_>, line: &Line, said: &str) -> bool {
    let before = mirror.digest().to_string();
    let changed = mirror.follow(&line.text);
    let place = || format!("after {:?}, which was answered {said:?}", line.text);
    if changed {
        assert!(said.starts_with("> "), "something changed {}", place());
        let game = mirror.game();
        let faults = engine::scenario::faults(game, i64::from(game.definition().bank));
        assert!(faults.is_empty(), "{faults:?} {}", place());
        // A company whose home tile is still owed has no station there yet.
        let owes = |ask: &engine::Ask| ask.topic == engine::Topic::HomeTile;
        if !game.asks().iter().any(owes) {
            let sound = std::panic::catch_unwind(|| support::invariants(game));
            assert!(sound.is_ok(), "something was made or lost {}", place());
        }
    } else {
        assert_eq!(mirror.digest(), before, "{}", place());
    }
    if said.starts_with('!') {
        let answer = said.split("\n--- #").next().unwrap_or_default().trim_end();
        assert!(!changed, "a refused line changed the game {}", place());
        // One sentence says what was wrong; what may have been meant is listed below.
        let sentence = answer.lines().next().unwrap_or_default();
        assert!(
            sentence.ends_with(['.', '?', '!', '…']),
            "a sentence {}",
            place()
        );
        assert!(answer.len() > 8, "a sentence {}", place());
    }
    for sign in ["panicked", "RUST_BACKTRACE", "unwrap()", "src/"] {
        assert!(!said.contains(sign), "{sign} {}", place());
    }
    changed
}
