//! The demo: a recorded game played to its end through the console, and the player that recorded it.

pub mod player;

use crate::console::{Console, Drawing, Folder};
use crate::start::artist;
use crate::store::Store;
use crate::table::{Request, Tables};
use engine::action::By;
use engine::{Game, Setup};
use std::io::{BufWriter, Write};
use std::path::Path;

/// The recorded game: lines of the console.
pub const GAME: &str = include_str!("game.txt");

/// Who plays it.
const PLAYERS: [&str; 5] = ["anna", "ben", "clara", "david", "emil"];

/// Plays the recorded game.
///
/// # Errors
/// One sentence.
pub fn play(out: &Path) -> Result<(), String> {
    let folder = Folder::make(out)?;
    let path = out.join("transcript.txt");
    let sorry = |error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    let transcript = BufWriter::new(std::fs::File::create(&path).map_err(sorry)?);
    let store = Store::memory().map_err(|fault| fault.to_string())?;
    let tables = Tables::new(store, artist());
    let begun = std::time::Instant::now();
    let mut say = std::io::stdout();
    let mut console = Console::new(&tables, folder, transcript, Drawing::Milestones);
    let mut lines = 0usize;
    for line in GAME.lines() {
        console.line(line).map_err(|stop| stop.to_string())?;
        lines += 1;
        if lines.is_multiple_of(100) {
            // Somebody is watching: show that it goes on. A closed terminal is no fault of the game.
            let _ = writeln!(say, "… {lines} lines, {}", round(&tables));
        }
    }
    if let Some(refused) = console.refused() {
        return Err(format!("the recorded game was refused: {refused}"));
    }
    let pictures = console.drawn();
    let status = score(&tables)?;
    let _ = writeln!(
        say,
        "{status}\n{lines} lines and {pictures} pictures in {:.1} s.\nPictures lie in {}, the story in {}.",
        begun.elapsed().as_secs_f64(),
        out.display(),
        path.display()
    );
    Ok(())
}

fn round(tables: &Tables) -> String {
    tables
        .glance("console")
        .map(|glance| glance.round)
        .unwrap_or_default()
}

fn score(tables: &Tables) -> Result<String, String> {
    let glance = tables
        .glance("console")
        .ok_or("the recorded game opened no table")?;
    if glance.over {
        Ok(crate::text::plain(&glance.score))
    } else {
        Err(format!(
            "the recorded game ends in {} before it is over",
            glance.round
        ))
    }
}

/// Plays a game of a title by itself and gives it as lines for the console.
///
/// # Errors
/// One sentence.
pub fn record(title: &str, seed: u64, players: u8) -> Result<String, String> {
    let game = by_itself(title, seed, players)?;
    let names: Vec<&str> = PLAYERS.iter().copied().take(usize::from(players)).collect();
    let host = names.first().copied().unwrap_or("anna");
    let mut lines = vec![
        format!(
            "# A game of {} played by the program itself, seed {seed}.",
            game.setup().title
        ),
        format!(
            "@{host} /game new title:{} seating:joined",
            game.setup().title
        ),
    ];
    lines.extend(
        names
            .iter()
            .skip(1)
            .map(|name| format!("@{name} /game join")),
    );
    lines.push(format!("@{host} /game start"));
    for entry in game.log() {
        let By::Seat(seat) = entry.by else { continue };
        let name = names.get(seat.index()).copied().unwrap_or(host);
        let action = match &entry.action {
            engine::Action::Run(_) => "run auto".to_string(),
            action => crate::table::for_sure(&game.print(action), action),
        };
        lines.push(format!("@{name} {action}"));
    }
    lines.push(format!("@{host} /game status"));
    Ok(lines.join("\n") + "\n")
}

/// A game that the program plays by itself.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Which title.
    pub title: String,
    /// Draws the moves.
    pub seed: u64,
    /// Number of players.
    pub players: u8,
    /// The set of options.
    pub preset: String,
    /// Stops after so many moves.
    pub moves: usize,
}

impl Wish {
    /// A whole game by the rulebook.
    pub fn new(title: &str, seed: u64, players: u8) -> Wish {
        Wish {
            title: title.into(),
            seed,
            players,
            preset: "rulebook".into(),
            moves: 5000,
        }
    }
}

/// A game as the file of an export: so the frozen games of each revision were made (`engine/tests/corpus`).
///
/// # Errors
/// One sentence.
pub fn recorded_file(wish: &Wish) -> Result<String, String> {
    let game = played(wish)?;
    let mut again = Game::new(game.setup().clone()).map_err(|why| why.to_string())?;
    let mut digests = Vec::new();
    for entry in game.log() {
        again.enter(entry.clone()).map_err(|why| why.to_string())?;
        digests.push(again.digest());
    }
    let names: Vec<String> = PLAYERS
        .iter()
        .take(usize::from(wish.players))
        .map(|name| (*name).to_string())
        .collect();
    Ok(crate::transfer::write(&game, &names, &digests, &[]))
}

/// A whole game of a title between players of that kind.
///
/// # Errors
/// One sentence if it comes to no end.
pub fn by_itself(title: &str, seed: u64, players: u8) -> Result<Game, String> {
    let game = played(&Wish::new(title, seed, players))?;
    if game.is_over() {
        Ok(game)
    } else {
        Err(format!(
            "no end in sight after {} actions, in {}",
            game.log().len(),
            game.round_name()
        ))
    }
}

/// As much of a game as is wished for.
fn played(wish: &Wish) -> Result<Game, String> {
    let mut setup = Setup::new(&wish.title, wish.players);
    setup.options = engine::game::preset(&wish.title, &wish.preset)
        .ok_or_else(|| format!("there is no set of options {:?}", wish.preset))?;
    let mut game = Game::new(setup).map_err(|why| why.to_string())?;
    let mut dice = player::Dice::new(wish.seed);
    for _ in 0..wish.moves {
        if game.is_over() {
            break;
        }
        let ask = game.decision().ok_or("the game waits for nobody")?;
        let action = player::choose(&game, ask.seat, &mut dice)
            .ok_or_else(|| format!("{} may do nothing in {}", ask.seat.0, game.round_name()))?;
        if let Err(why) = game.apply(ask.seat, &action) {
            return Err(format!("{} was refused: {why}", game.print(&action)));
        }
    }
    Ok(game)
}

/// A request of a speaker on the console, for tests.
pub fn speaker(name: &str) -> Request {
    Request {
        user: name.into(),
        name: name.into(),
        channel: "console".into(),
        ..Request::default()
    }
}
