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
    /// Compares our offers with those that the traces list, too.
    #[arg(long)]
    legal: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match tests::replay::run_with(&args.paths, args.legal) {
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
