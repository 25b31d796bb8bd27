//! The report over many traces.

use super::game::{Outcome, replay};
use super::legal::Sums;
use super::rejected::{Attempt, Verdict};
use super::trace::{Kind, Trace, find};
use crate::traces::trace_name;
use anyhow::Result;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Sums over all traces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Traces replayed.
    pub games: u64,
    /// Actions compared.
    pub compared: u64,
    /// Passes skipped.
    pub skipped: u64,
    /// Why, and where.
    pub skips: BTreeMap<String, Vec<String>>,
    /// Divergences.
    pub divergences: u64,
    /// Traces whose comparison ended by the list.
    pub exempt: u64,
    /// Lines not compared because of that.
    pub not_compared: u64,
    /// Attempts refused for a reason that fits.
    pub rejected: u64,
    /// Attempts refused by another rule.
    pub other_rule: u64,
    /// Attempts accepted.
    pub accepted: u64,
    /// Offers beside those of the references, if asked for.
    pub legal: Option<Sums>,
    /// What is to be said about single traces and attempts, in order.
    pub notes: Vec<String>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.divergences == 0
            && self.other_rule == 0
            && self.accepted == 0
            && self
                .legal
                .as_ref()
                .is_none_or(|sums| sums.unknown.is_empty())
    }

    fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.compared += outcome.compared;
        self.skipped += outcome.skipped;
        for (why, places) in &outcome.skips {
            let known = self.skips.entry(why.clone()).or_default();
            known.extend_from_slice(places);
        }
        for text in &outcome.divergences {
            self.diverge(text);
        }
        if let Some(exempt) = outcome.exempt {
            self.exempt += 1;
            self.not_compared += outcome.not_compared;
            self.notes.push(format!(
                "exempt: {} from line {} on, {}: {}",
                exempt.trace, exempt.line, exempt.rule, exempt.why
            ));
            if outcome.not_made > 0 {
                self.notes
                    .push(format!("    {} attempts after it", outcome.not_made));
            }
        }
        if let Some(sums) = &mut self.legal {
            sums.join(outcome.legal.clone());
        }
        for verdict in &outcome.verdicts {
            match verdict {
                Verdict::Refused => self.rejected += 1,
                Verdict::OtherRule(text) => {
                    self.other_rule += 1;
                    self.notes.push(format!("another reason: {text}"));
                }
                Verdict::Accepted(text) => {
                    self.accepted += 1;
                    self.notes.push(format!("accepted: {text}"));
                }
                Verdict::Untried(text) => self.diverge(text),
            }
        }
    }

    fn diverge(&mut self, text: &str) {
        self.divergences += 1;
        self.notes.push(format!("divergence: {text}"));
    }
}

impl fmt::Display for Report {
    /// The line that ends the report, after what was skipped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (why, places) in &self.skips {
            if let Some(first) = places.first() {
                writeln!(f, "skipped: {}: {why} (first: {first})", places.len())?;
            }
        }
        write!(
            f,
            "replays: {} games, {} actions compared, {} skipped, {} divergences, {} exempt ({} lines not compared), \
             {} rejected, {} rejected for another reason, {} accepted wrongly",
            self.games,
            self.compared,
            self.skipped,
            self.divergences,
            self.exempt,
            self.not_compared,
            self.rejected,
            self.other_rule,
            self.accepted
        )?;
        match &self.legal {
            Some(sums) => write!(f, "\n{sums}"),
            None => Ok(()),
        }
    }
}

/// A trace with the attempts that are made in it.
struct Job {
    path: PathBuf,
    attempts: Vec<Attempt>,
    /// It is replayed for its attempts alone and does not count as a game.
    only_attempts: bool,
}

/// The jobs of the paths. Attempts in traces that are not named themselves are made in the trace beside their file.
fn jobs(paths: &[PathBuf]) -> Result<Vec<Job>> {
    let mut jobs: Vec<Job> = Vec::new();
    let mut rejected = Vec::new();
    for (kind, path) in find(paths)? {
        match kind {
            Kind::Game => jobs.push(Job {
                path,
                attempts: Vec::new(),
                only_attempts: false,
            }),
            Kind::Rejected => rejected.push(path),
        }
    }
    for path in rejected {
        let folder = path.parent().unwrap_or(Path::new(".")).to_path_buf();
        let mut groups: BTreeMap<String, Vec<Attempt>> = BTreeMap::new();
        for attempt in Attempt::read(&path)? {
            groups
                .entry(attempt.trace.clone())
                .or_default()
                .push(attempt);
        }
        for (name, attempts) in groups {
            let known = jobs
                .iter_mut()
                .find(|job| trace_name(&job.path) == name && job.path.parent() == Some(&folder));
            match known {
                Some(job) => job.attempts.extend(attempts),
                None => {
                    let packed = folder.join(format!("{name}.jsonl.gz"));
                    let plain = folder.join(format!("{name}.jsonl"));
                    jobs.push(Job {
                        path: if packed.exists() { packed } else { plain },
                        attempts,
                        only_attempts: true,
                    });
                }
            }
        }
    }
    Ok(jobs)
}

fn work(job: &Job, legal: bool) -> Outcome {
    match Trace::read(&job.path) {
        Ok(trace) => replay(&trace, &job.attempts, legal),
        Err(error) => Outcome {
            divergences: vec![format!("{error:#}")],
            ..Outcome::default()
        },
    }
}

/// Replays everything under the paths.
///
/// # Errors
/// A path that does not exist, or a file of attempts that can't be read.
pub fn run(paths: &[PathBuf]) -> Result<Report> {
    run_with(paths, false)
}

/// The same; `legal` asks for the comparison of offers, too.
///
/// # Errors
/// A path that does not exist, or a file of attempts that can't be read.
pub fn run_with(paths: &[PathBuf], legal: bool) -> Result<Report> {
    let jobs = jobs(paths)?;
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(4));
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<usize, Outcome>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, job)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    jobs.get(index).map(|job| (index, job))
                } {
                    let outcome = work(job, legal);
                    done.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .insert(index, outcome);
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut report = Report {
        legal: legal.then(Sums::default),
        ..Report::default()
    };
    for (index, outcome) in &done {
        report.add(outcome);
        if jobs.get(*index).is_some_and(|job| job.only_attempts) {
            report.games -= 1;
            report.compared -= outcome.compared;
            report.skipped -= outcome.skipped;
            for (why, places) in &outcome.skips {
                let known = report.skips.entry(why.clone()).or_default();
                known.retain(|place| !places.contains(place));
            }
        }
    }
    if let Some(sums) = &report.legal {
        let texts = sums.unknown.iter().map(|text| format!("legal: {text}"));
        report.notes.extend(texts.collect::<Vec<_>>());
    }
    Ok(report)
}
