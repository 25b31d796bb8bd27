//! Reference traces: a header, then one action a line with a merge patch to the state.

use crate::traces::{self, merge};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The JSON values of a file of lines.
///
/// # Errors
/// A file that can't be read, or a line that is no JSON.
pub fn read_lines(path: &Path) -> Result<Vec<Value>> {
    traces::lines(path)?.collect()
}

/// What a path holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A recorded game.
    Game,
    /// Attempts that must be refused.
    Rejected,
}

/// The traces and files of attempts under the paths, folders searched through, in order of their names.
///
/// # Errors
/// A path that does not exist or is neither.
pub fn find(paths: &[PathBuf]) -> Result<Vec<(Kind, PathBuf)>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut entries = Vec::new();
            for entry in std::fs::read_dir(path)
                .with_context(|| format!("cannot list {}", path.display()))?
            {
                entries.push(entry?.path());
            }
            entries.sort();
            for entry in entries {
                if entry.is_dir() {
                    found.extend(find(&[entry])?);
                } else if let Some(kind) = kind_of(&entry) {
                    found.push((kind, entry));
                }
            }
        } else if !path.exists() {
            bail!("there is no {}", path.display());
        } else if let Some(kind) = kind_of(path) {
            found.push((kind, path.clone()));
        } else {
            bail!(
                "{} is no trace: traces end in .jsonl or .jsonl.gz",
                path.display()
            );
        }
    }
    Ok(found)
}

fn kind_of(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_str()?;
    if !name.ends_with(".jsonl") && !name.ends_with(".jsonl.gz") {
        return None;
    }
    match traces::trace_name(path).as_str() {
        "routes" => None,
        "rejected" => Some(Kind::Rejected),
        _ => Some(Kind::Game),
    }
}

/// The first line of a trace.
#[derive(Clone, Debug)]
pub struct Header {
    /// The title's name in commands.
    pub slug: String,
    /// The trace's own name.
    pub name: String,
    /// Players in seating order.
    pub players: Vec<String>,
    /// Variants in use; `name=value` where the source gives values.
    pub options: Vec<String>,
    /// Whether people played it.
    pub recorded: bool,
}

impl Header {
    fn read(value: &Value) -> Option<Header> {
        Some(Header {
            slug: value.get("slug")?.as_str()?.into(),
            name: value.get("name")?.as_str()?.into(),
            players: value
                .get("players")?
                .as_array()?
                .iter()
                .map(|player| player.as_str().map(str::to_string))
                .collect::<Option<_>>()?,
            options: value
                .get("options")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(|name| name.as_str().map(str::to_string))
                .chain(
                    value
                        .get("options")
                        .and_then(Value::as_object)
                        .into_iter()
                        .flatten()
                        .map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or(""))),
                )
                .collect(),
            recorded: value.get("kind").and_then(Value::as_str) == Some("recorded"),
        })
    }
}

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Its header.
    pub header: Header,
    /// The state before the first action.
    pub initial: Value,
    /// The lines of actions.
    pub lines: Vec<Value>,
}

impl Trace {
    /// Reads a trace.
    ///
    /// # Errors
    /// A file that can't be read or is no trace.
    pub fn read(path: &Path) -> Result<Trace> {
        let mut lines = read_lines(path)?;
        if lines.is_empty() {
            bail!("{} is empty", path.display());
        }
        let mut first = lines.remove(0);
        let header = Header::read(&first)
            .with_context(|| format!("{} has no header of a trace", path.display()))?;
        Ok(Trace {
            header,
            initial: first
                .get_mut("initial")
                .map(Value::take)
                .unwrap_or_default(),
            lines,
        })
    }
}

/// Brings the state to where it is after the line.
pub fn advance(state: &mut Value, line: &Value) {
    if let Some(patch) = line.get("patch") {
        merge(state, patch);
    } else if let Some(after) = line.get("after") {
        *state = after.clone();
    }
}

/// The fields of an action: the only part of a line that an adapter sees.
#[derive(Clone, Debug)]
pub struct Move(serde_json::Map<String, Value>);

impl Move {
    /// The action of a line, without the state.
    pub fn of(line: &Value) -> Move {
        let mut fields = line.as_object().cloned().unwrap_or_default();
        for key in ["patch", "after", "legal", "log", "best_runs"] {
            fields.remove(key);
        }
        Move(fields)
    }

    /// Number of the line.
    pub fn n(&self) -> i64 {
        self.0.get("n").and_then(Value::as_i64).unwrap_or(-1)
    }

    /// `bid`, `pass` …
    pub fn kind(&self) -> &str {
        self.text("type").unwrap_or("")
    }

    /// Whether it says that nothing (more) is done: Rails has three words for that.
    pub fn is_pass(&self) -> bool {
        matches!(self.kind(), "pass" | "done" | "skip")
    }

    /// A field as text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }

    /// A field as a number.
    pub fn number(&self, key: &str) -> Option<i64> {
        self.0.get(key)?.as_i64()
    }

    /// Whether a field is true.
    pub fn is(&self, key: &str) -> bool {
        self.0.get(key).and_then(Value::as_bool) == Some(true)
    }

    /// A field as it is.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Kind and id of the actor.
    pub fn actor(&self) -> (&str, &str) {
        let actor = self.0.get("actor");
        let part = |key| {
            actor
                .and_then(|actor| actor.get(key))
                .and_then(Value::as_str)
                .unwrap_or("")
        };
        (part("kind"), part("id"))
    }

    /// The action as text, for reports.
    pub fn show(&self) -> String {
        Value::Object(self.0.clone()).to_string()
    }
}
