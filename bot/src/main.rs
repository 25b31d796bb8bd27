//! The command `roundhouse`.

use bot::cli::{Cli, Verb};
use bot::start;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Cli::parse().verb {
        Verb::Demo { out } => start::demo(&out),
        Verb::Console { db, out, draw } => start::console(&db, &out, draw),
        Verb::Run { config } => start::run(&config),
        Verb::Backup { file, db } => start::backup(&db, &file),
        Verb::Check { db } => start::check(&db),
        Verb::Export { game, db } => start::export(&db, game),
        Verb::RecordDemo { seed, players } => start::record_demo(seed, players),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("roundhouse: {why}");
            ExitCode::from(2)
        }
    }
}
