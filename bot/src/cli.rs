//! The command line.

use crate::start;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Roundhouse hosts 18xx railway games by chat.
#[derive(Debug, Parser)]
#[command(name = "roundhouse", version, about)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// The whole program: reads the command line and does what it says. A failure is one sentence on stderr and the exit
/// code 2.
pub fn main() -> ExitCode {
    let done = match Cli::parse().verb {
        Verb::Demo { out } => start::demo(&out),
        Verb::Console {
            db,
            out,
            draw,
            uploads,
        } => start::console(&db, &out, draw, uploads.as_deref()),
        Verb::Run { config } => start::run(&config),
        Verb::Backup { file, db } => start::backup(&db, &file),
        Verb::Check { db } => start::check(&db),
        Verb::Export {
            game,
            db,
            out,
            script,
        } => start::export(&db, game, out.as_deref(), script),
        Verb::Import {
            file,
            db,
            channel,
            host,
        } => start::import(&db, &file, &channel, &host),
        Verb::RecordDemo {
            title,
            seed,
            players,
            preset,
            moves,
            file,
        } => {
            let wish = crate::demo::Wish {
                title,
                seed,
                players,
                preset,
                moves,
            };
            start::record_demo(&wish, file)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("roundhouse: {why}");
            ExitCode::from(2)
        }
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Plays a recorded game to its end and says where its pictures lie
    Demo {
        /// Folder for pictures
        #[arg(long, default_value = "out")]
        out: PathBuf,
    },
    /// Plays on lines of text: @name /command options, or @name notation
    Console {
        /// The database
        #[arg(long, default_value = "roundhouse.db")]
        db: PathBuf,
        /// Folder for pictures
        #[arg(long, default_value = "out")]
        out: PathBuf,
        /// Which posts get pictures
        #[arg(long, value_enum, default_value_t = Draw::All)]
        draw: Draw,
        /// Folder whose files /game import may name
        #[arg(long)]
        uploads: Option<PathBuf>,
    },
    /// Serves Discord
    Run {
        /// The settings; see config.example.toml
        #[arg(long)]
        config: PathBuf,
    },
    /// Copies the database, also while it is in use
    Backup {
        /// The new file
        file: PathBuf,
        /// The database
        #[arg(long, default_value = "roundhouse.db")]
        db: PathBuf,
    },
    /// Checks the database and replays every game
    Check {
        /// The database
        #[arg(long, default_value = "roundhouse.db")]
        db: PathBuf,
    },
    /// Prints a game as a file that can be imported
    Export {
        /// Number of the game
        game: i64,
        /// The database
        #[arg(long, default_value = "roundhouse.db")]
        db: PathBuf,
        /// Writes it there instead; what exists is not overwritten
        #[arg(long)]
        out: Option<PathBuf>,
        /// As lines that the console plays again
        #[arg(long, conflicts_with = "out")]
        script: bool,
    },
    /// Brings a game in from a file: of an export, or copied at 18xx.games
    Import {
        /// The file
        file: PathBuf,
        /// The database
        #[arg(long, default_value = "roundhouse.db")]
        db: PathBuf,
        /// The channel that gets it
        #[arg(long, default_value = "console")]
        channel: String,
        /// Who hosts it there
        #[arg(long, default_value = "host")]
        host: String,
    },
    /// Plays a game by itself and prints it as lines for the console
    #[command(hide = true)]
    RecordDemo {
        /// Which title
        #[arg(long, default_value_t = first_title())]
        title: String,
        /// Draws the moves
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Number of players
        #[arg(long, default_value_t = 4)]
        players: u8,
        /// Options by the name of their set
        #[arg(long, default_value = "rulebook")]
        preset: String,
        /// Stops after so many moves
        #[arg(long, default_value_t = 5000)]
        moves: usize,
        /// As a file that can be imported
        #[arg(long)]
        file: bool,
    },
}

/// Which posts get pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Draw {
    /// All of them
    All,
    /// Those at the beginning of a round and at the end
    Rounds,
    /// None
    None,
}

fn first_title() -> String {
    let first = engine::game::titles().first();
    first.map_or_else(String::new, |(name, _)| (*name).to_string())
}
