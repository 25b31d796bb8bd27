//! What each verb of the command line does. Every failure is one sentence.

use crate::cli::Draw;
use crate::console::{Console, Drawing, Folder};
use crate::pictures::{Dot, Painter, Pictures};
use crate::store::Store;
use crate::table::Tables;
use std::io::{BufWriter, stdin, stdout};
use std::path::Path;

/// Whoever draws the pictures of the product.
pub fn artist() -> Box<dyn Pictures> {
    Box::new(Painter::default())
}

/// Plays the recorded game.
///
/// # Errors
/// One sentence.
pub fn demo(out: &Path) -> Result<(), String> {
    crate::demo::play(out)
}

/// Plays on lines of text.
///
/// # Errors
/// One sentence.
pub fn console(db: &Path, out: &Path, draw: Draw) -> Result<(), String> {
    let folder = Folder::make(out)?;
    let store = Store::open(db).map_err(|fault| fault.to_string())?;
    let tables = Tables::new(store, artist());
    let drawing = match draw {
        Draw::All => Drawing::All,
        Draw::Rounds => Drawing::Milestones,
        Draw::None => Drawing::Asked,
    };
    Console::new(&tables, folder, BufWriter::new(stdout().lock()), drawing)
        .run(stdin().lock())
        .map_err(|stop| stop.to_string())
}

/// Serves Discord.
///
/// # Errors
/// One sentence.
pub fn run(config: &Path) -> Result<(), String> {
    crate::discord::serve(crate::config::Config::read(config)?)
}

/// Copies the database.
///
/// # Errors
/// One sentence.
pub fn backup(db: &Path, file: &Path) -> Result<(), String> {
    existing(db)?
        .backup(file)
        .map_err(|fault| fault.to_string())?;
    println!("{} is a copy of {}.", file.display(), db.display());
    Ok(())
}

/// Checks the database and replays every game.
///
/// # Errors
/// One sentence for each fault.
pub fn check(db: &Path) -> Result<(), String> {
    let store = existing(db)?;
    let mut faults = store.integrity().map_err(|fault| fault.to_string())?;
    let tables = Tables::new(store, Box::new(Dot));
    let games = tables.store().games().map_err(|fault| fault.to_string())?;
    let mut actions = 0;
    for game in &games {
        match tables.replays(game.id) {
            Ok(count) => actions += count,
            Err(why) => faults.push(why),
        }
    }
    if faults.is_empty() {
        println!(
            "{}: {} games, {actions} actions, all sound.",
            db.display(),
            games.len()
        );
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

/// Prints a game as lines for the console.
///
/// # Errors
/// One sentence.
pub fn export(db: &Path, game: i64) -> Result<(), String> {
    let tables = Tables::new(existing(db)?, Box::new(Dot));
    print!("{}", tables.script(game)?);
    Ok(())
}

/// Plays a game by itself and prints it.
///
/// # Errors
/// One sentence.
pub fn record_demo(title: &str, seed: u64, players: u8) -> Result<(), String> {
    print!("{}", crate::demo::record(title, seed, players)?);
    Ok(())
}

/// The store in a file that must be there already.
fn existing(db: &Path) -> Result<Store, String> {
    if !db.exists() {
        return Err(format!("there is no database {}", db.display()));
    }
    Store::open(db).map_err(|fault| fault.to_string())
}
