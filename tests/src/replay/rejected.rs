//! Attempts that the reference refused: ours must refuse them too, by a rule that fits.

use super::Adapter;
use super::trace::{Move, read_lines};
use anyhow::{Context, Result};
use engine::Game;
use serde_json::Value;
use std::path::Path;

/// The rules that may answer a reason of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reason as the reference words it.
    pub reason: &'static str,
    /// What the attempt does wrong; empty for an answer that holds for every attempt.
    pub attempt: &'static str,
    /// Ids of rules.
    pub rules: &'static [&'static str],
}

/// An entry of a table of answers.
pub(super) const fn answer(
    reason: &'static str,
    attempt: &'static str,
    rules: &'static [&'static str],
) -> Answer {
    Answer {
        reason,
        attempt,
        rules,
    }
}

/// An entry of a list of such refusals.
pub(super) const fn listed(
    trace: &'static str,
    line: i64,
    attempt: &'static str,
    rule: &'static str,
    why: &'static str,
) -> Listed {
    Listed {
        trace,
        line,
        attempt,
        rule,
        why,
    }
}

/// A refusal by another rule that is right all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Name of the trace.
    pub trace: &'static str,
    /// The line.
    pub line: i64,
    /// What the attempt does wrong.
    pub attempt: &'static str,
    /// The rule that answers.
    pub rule: &'static str,
    /// Why that is right.
    pub why: &'static str,
}

/// An attempt.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Name of the trace.
    pub trace: String,
    /// It is made in place of this line.
    pub n: i64,
    action: Move,
    /// What it does wrong.
    attempt: String,
    /// Why the reference refused it.
    reason: String,
}

/// How we answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Refused by a rule that fits.
    Refused,
    /// Refused by another rule.
    OtherRule(String),
    /// Accepted.
    Accepted(String),
    /// It can't be expressed, or its position was not reached.
    Untried(String),
}

impl Attempt {
    /// Reads a file of attempts.
    ///
    /// # Errors
    /// A file that can't be read, or a line that lacks a field.
    pub fn read(path: &Path) -> Result<Vec<Attempt>> {
        read_lines(path)?
            .iter()
            .enumerate()
            .map(|(index, line)| {
                Attempt::of(line).with_context(|| {
                    format!("{}: line {} is no attempt", path.display(), index + 1)
                })
            })
            .collect()
    }

    fn of(line: &Value) -> Option<Attempt> {
        // Rails: the action's fields stand beside the position, and the reason says what is wrong.
        if let (Some(game), Some(after)) = (line.get("game"), line.get("after_line")) {
            return Some(Attempt {
                trace: crate::traces::trace_name(Path::new(game.as_str()?)),
                n: after.as_i64()? + 1,
                action: Move::of(line),
                attempt: line.get("type")?.as_str()?.into(),
                reason: line.get("reason")?.as_str()?.into(),
            });
        }
        Some(Attempt {
            trace: line.get("trace")?.as_str()?.into(),
            n: line.get("n")?.as_i64()?,
            action: Move::of(line.get("action")?),
            attempt: line.get("attempt")?.as_str()?.into(),
            reason: line.get("reason")?.as_str()?.into(),
        })
    }

    fn about(&self) -> String {
        format!(
            "{} before line {}: {} ({})",
            self.trace,
            self.n,
            self.attempt,
            self.action.show()
        )
    }

    /// The report on an attempt whose position was not reached.
    pub fn unreached(&self, last: i64) -> String {
        format!("{}: the replay came to line {last} only", self.about())
    }

    /// Makes the attempt in a position.
    pub fn make(&self, adapter: &dyn Adapter, game: &Game) -> Verdict {
        if let Some(rule) = adapter.bars(game, &self.action) {
            return self.judge(adapter, rule, "not this company's turn");
        }
        let entry = match adapter.entry(game, &self.action) {
            Ok(entry) => entry,
            Err(text) => return Verdict::Untried(format!("{}: {text}", self.about())),
        };
        let rejection = match game.clone().enter(entry) {
            Ok(_) => return Verdict::Accepted(self.about()),
            Err(rejection) => rejection,
        };
        self.judge(adapter, rejection.rule, &rejection.text)
    }

    /// Whether the rule may answer.
    fn judge(&self, adapter: &dyn Adapter, rule: &str, text: &str) -> Verdict {
        let fits = adapter.answers().iter().any(|answer| {
            answer.reason == self.reason
                && (answer.attempt.is_empty() || answer.attempt == self.attempt)
                && answer.rules.contains(&rule)
        });
        let listed = adapter.listed().iter().any(|listed| {
            listed.trace == self.trace
                && listed.line == self.n
                && listed.attempt == self.attempt
                && listed.rule == rule
        });
        if fits || listed {
            Verdict::Refused
        } else {
            Verdict::OtherRule(format!(
                "{}: refused by {text} ({rule}), theirs: {}",
                self.about(),
                self.reason
            ))
        }
    }
}
