//! Our best runs against recorded ones.
//!
//! Every `run_routes` line of a trace is one position (in 1835 every `dividend` line with its exhaustive best revenue). The recorded runs must be legal and earn what the record says;
//! ours must earn at least as much, and are judged by the engine's law and by a naive checker that shares no code with
//! it. Runs of ours that beat the record are also fed to the replayed game through `Game::apply_by`. Whatever refuses
//! them makes them count as worse.
//!
//! What a title has of its own is a [`Title`], and [`open`] is the one place that knows which there are.

mod ardennes;
mod feed;
mod harzbahn;
mod input;
mod tally;
mod y1826;
mod y1835;

pub use ardennes::Ardennes;
pub use feed::{Fault, Fed, feed};
pub use harzbahn::Harzbahn;
pub use input::{Input, find};
pub use tally::Tally;
pub use y1826::Y1826;
pub use y1835::Y1835;

use anyhow::{Context, Result, ensure};
use engine::Run;
use engine::network::{Optimum, Proof};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// What the tool has to know of a title. One serves one trace from its start to its end.
pub trait Title {
    /// A line of the trace, with the state before it: for what a state does not tell.
    fn pass(&mut self, state: &Value, line: &Value);

    /// Whether a company runs in this line.
    fn runs(&self, line: &Value) -> bool {
        input::is_run(line)
    }

    /// The position before a line in which a company runs, put together from the trace's state.
    ///
    /// # Errors
    /// What cannot be read.
    fn position<'a>(&'a self, state: &'a Value, line: &Value) -> Result<Box<dyn Position + 'a>>;
}

/// A position in which a company runs, and what it ran on record.
pub trait Position {
    /// What the recorded trains earned, bonuses that belong to no train left out.
    fn record(&self) -> i64;

    /// Where we count the recorded runs otherwise than the record.
    fn complaints(&self) -> Vec<String>;

    /// Our best runs.
    fn best(&self, budget: u64) -> Optimum;

    /// What each run earns by the engine's law and by a checker that shares no code with it.
    ///
    /// # Errors
    /// Why one of them refuses, or that they disagree.
    fn judge(&self, runs: &[Run]) -> Result<Vec<i32>, String>;

    /// The company's trains, for reports.
    fn trains(&self) -> String;

    /// A run as a JSON object in the notation of the traces.
    fn print(&self, run: &Run, revenue: i32) -> Value;
}

/// The title of a trace; `None` for one that the tool does not know yet.
///
/// # Errors
/// A title whose data cannot be read.
pub fn open(slug: &str) -> Result<Option<Box<dyn Title>>> {
    Ok(match slug {
        "18ardennes" => Some(Box::new(Ardennes::new()?)),
        "1873" => Some(Box::new(Harzbahn::new()?)),
        "1826" => Some(Box::new(Y1826::new()?)),
        "1835" => Some(Box::new(Y1835::new()?)),
        _ => None,
    })
}

/// How the comparison is made.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Nodes of search a position.
    pub budget: u64,
    /// Print every position that takes at least so long.
    pub slow: Option<Duration>,
    /// Look only at the recorded runs, search nothing.
    pub check_only: bool,
}

/// Compares the positions of one trace; ours go to `out` as JSON lines. What is wrong is printed.
///
/// # Errors
/// A trace that cannot be read, or a listed position that it does not have.
pub fn compare(
    input: &Input,
    manner: Manner,
    tally: &mut Tally,
    mut out: Option<&mut dyn Write>,
) -> Result<()> {
    let mut trace = crate::traces::Trace::open(&input.path)?;
    let Some(mut title) = open(trace.header["slug"].as_str().unwrap_or(""))? else {
        return Ok(());
    };
    let name = crate::traces::trace_name(&input.path);
    let mut only = input.only.clone();
    let mut better = Fed::new();
    while let Some(line) = trace.next_line() {
        let line = line?;
        let n = line["n"].as_i64().unwrap_or(-1);
        let wanted = only.as_mut().is_none_or(|only| {
            // A list must say of the position what its trace says.
            only.remove(&n)
                .is_some_and(|total| input::earned(&line) == Some(total))
        });
        if title.runs(&line) && wanted {
            let place = format!("{name} {n}");
            let position = title
                .position(&trace.state, &line)
                .with_context(|| format!("{place}: position"))?;
            let ours = one(&place, position.as_ref(), manner, tally);
            if let Some(out) = &mut out {
                print(&name, n, position.as_ref(), &ours, *out)?;
            }
            let total = ours.iter().map(|(_, revenue)| i64::from(*revenue)).sum();
            if total > position.record() {
                let runs = ours.into_iter().map(|(run, _)| run).collect();
                better.insert(n, (runs, total));
            }
        }
        title.pass(&trace.state, &line);
        trace.accept(&line);
    }
    let left = only.unwrap_or_default();
    ensure!(
        left.is_empty(),
        "{name} has no such recorded runs as the list says at {:?}",
        left.keys()
    );
    settle(&name, &input.path, &better, tally)
}

/// Feeds what beats the record to the replayed game.
fn settle(name: &str, path: &Path, better: &Fed, tally: &mut Tally) -> Result<()> {
    if better.is_empty() {
        return Ok(());
    }
    let mut refused = 0;
    for (n, fault) in feed(path, better)? {
        match fault {
            Fault::Refused(text) => {
                println!("{name} {n}: ours beat the record, but {text}");
                refused += 1;
            }
            Fault::Behind(why) => {
                println!("{name} {n}: the replay ends before, by the list of exemptions: {why}");
                tally.behind += 1;
            }
        }
    }
    tally.worse += refused;
    tally.better += better.len() - refused;
    Ok(())
}

/// Compares one position; gives back our runs with what they earn, none if they are refused.
fn one(place: &str, position: &dyn Position, manner: Manner, tally: &mut Tally) -> Vec<(Run, i32)> {
    for text in position.complaints() {
        println!("{place}: {text}");
    }
    if manner.check_only {
        tally.times.push(Duration::ZERO);
        tally.equal += 1;
        return Vec::new();
    }
    let start = Instant::now();
    let best = position.best(manner.budget);
    let time = start.elapsed();
    tally.times.push(time);
    if manner.slow.is_some_and(|slow| time >= slow) {
        println!("{place}: {time:?} for {}", position.trains());
    }
    if !matches!(best.proof, Proof::Proven) {
        tally.unproven += 1;
        println!(
            "{place}: not proven, {} after {time:?}: {:?}",
            best.total, best.proof
        );
    }
    let record = position.record();
    let revenues = match position.judge(&best.runs) {
        Ok(revenues) => revenues,
        Err(text) => {
            println!("{place}: our runs are refused: {text}");
            tally.worse += 1;
            return Vec::new();
        }
    };
    let total: i64 = revenues.iter().map(|sum| i64::from(*sum)).sum();
    if total == record {
        tally.equal += 1;
    } else if total < record {
        tally.worse += 1;
        println!("{place}: {total} is worse than {record} on record");
    }
    if total != i64::from(best.total) {
        println!(
            "{place}: the search says {}, the judges {total}",
            best.total
        );
    }
    best.runs.into_iter().zip(revenues).collect()
}

/// Our runs, one JSON line each.
fn print(
    trace: &str,
    n: i64,
    position: &dyn Position,
    runs: &[(Run, i32)],
    out: &mut dyn Write,
) -> Result<()> {
    for (run, revenue) in runs {
        let mut line = position.print(run, *revenue);
        line["trace"] = trace.into();
        line["n"] = n.into();
        writeln!(out, "{line}")?;
    }
    Ok(())
}
