//! What each verb of the command line does. Every failure is one sentence.

use crate::cli::Draw;
use crate::console::{Console, Drawing, Folder, Uploads};
use crate::pictures::{Dot, Painter, Pictures};
use crate::store::Store;
use crate::table::{Request, Tables};
use std::io::{BufWriter, Read, Write, stdin, stdout};
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
pub fn console(db: &Path, out: &Path, draw: Draw, uploads: Option<&Path>) -> Result<(), String> {
    let folder = Folder::make(out)?;
    let uploads = uploads.map(Uploads::open).transpose()?;
    let store = Store::open(db).map_err(|fault| fault.to_string())?;
    let tables = Tables::new(store, artist());
    let drawing = match draw {
        Draw::All => Drawing::All,
        Draw::Rounds => Drawing::Milestones,
        Draw::None => Drawing::Asked,
    };
    Console::new(&tables, folder, BufWriter::new(stdout().lock()), drawing)
        .with_uploads(uploads)
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

/// Prints a game as a file, or as lines for the console.
///
/// # Errors
/// One sentence.
pub fn export(db: &Path, game: i64, out: Option<&Path>, script: bool) -> Result<(), String> {
    let tables = Tables::new(existing(db)?, Box::new(Dot));
    let text = if script {
        tables.script(game)?
    } else {
        tables.exported(game)?
    };
    match out {
        None => {
            print!("{text}");
            Ok(())
        }
        Some(path) => {
            let mut file = std::fs::File::create_new(path)
                .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
            file.write_all(text.as_bytes())
                .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
            println!("Game {game} lies in {}.", path.display());
            Ok(())
        }
    }
}

/// Brings a game in from a file.
///
/// # Errors
/// One sentence.
pub fn import(db: &Path, file: &Path, channel: &str, host: &str) -> Result<(), String> {
    let sorry = |error: std::io::Error| format!("{} cannot be read: {error}", file.display());
    let mut bytes = Vec::new();
    std::fs::File::open(file)
        .map_err(sorry)?
        .take(crate::transfer::MOST as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(sorry)?;
    // Nothing is opened before the file is known to hold a game.
    crate::transfer::read(&bytes)?;
    let store = Store::open(db).map_err(|fault| fault.to_string())?;
    let tables = Tables::new(store, Box::new(Dot));
    let request = Request {
        user: host.into(),
        name: host.into(),
        channel: channel.into(),
        ..Request::default()
    };
    println!("{}", tables.import(&request, &bytes)?);
    Ok(())
}

/// Plays a game by itself and prints it, as lines for the console or as a file.
///
/// # Errors
/// One sentence.
pub fn record_demo(wish: &crate::demo::Wish, file: bool) -> Result<(), String> {
    let text = if file {
        crate::demo::recorded_file(wish)?
    } else {
        crate::demo::record(&wish.title, wish.seed, wish.players)?
    };
    print!("{text}");
    Ok(())
}

/// The store in a file that must be there already.
fn existing(db: &Path) -> Result<Store, String> {
    if !db.exists() {
        return Err(format!("there is no database {}", db.display()));
    }
    Store::open(db).map_err(|fault| fault.to_string())
}
