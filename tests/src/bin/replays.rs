//! Replays reference traces and compares the state after each action.

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Replays reference traces and compares the state after each action.
#[derive(Parser)]
struct Args {
    /// Traces (`.jsonl`, `.jsonl.gz`) or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match tests::replay::run(&args.paths) {
        Ok(report) => {
            for note in &report.notes {
                println!("{note}");
            }
            println!("{report}");
            if report.is_clean() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}
