//! Compares the best runs of the engine with those of recorded games: see `tests::routes`.
//!
//! The last line of the output is the summary; the exit code is 0 if no run was worse, 1 if one was, and 2 if there
//! was nothing to compare or something could not be read.

use anyhow::{Context, Result, bail};
use clap::Parser;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tests::routes::{Manner, Tally, compare, find};

/// Compares our best runs with recorded ones.
#[derive(Parser)]
struct Args {
    /// Traces, directories of traces, or lists of routes (`routes.jsonl.gz`) that name traces beside them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Where our runs go, as JSON lines.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Nodes of search a position.
    #[arg(long, default_value_t = 20_000_000)]
    budget: u64,
    /// Print every position that takes at least so many milliseconds.
    #[arg(long)]
    slow: Option<u64>,
    /// Look only at the recorded runs, search nothing.
    #[arg(long)]
    check_only: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(tally) => {
            if tally.behind > 0 {
                println!(
                    "{} of the {} better runs lie where no replay comes; the two judges alone accepted them.",
                    tally.behind, tally.better
                );
            }
            println!("{tally}");
            ExitCode::from(u8::from(tally.worse > 0))
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<Tally> {
    let manner = Manner {
        budget: args.budget,
        slow: args.slow.map(Duration::from_millis),
        check_only: args.check_only,
    };
    let mut out = match &args.out {
        Some(path) => Some(BufWriter::new(
            std::fs::File::create(path).with_context(|| format!("create {}", path.display()))?,
        )),
        None => None,
    };
    let mut tally = Tally::default();
    for input in find(&args.paths)? {
        let out = out.as_mut().map(|out| out as &mut dyn Write);
        compare(&input, manner, &mut tally, out)?;
    }
    if let Some(mut out) = out {
        out.flush()?;
    }
    if tally.positions() == 0 {
        bail!("there is no recorded run of a known title in the paths");
    }
    Ok(tally)
}
