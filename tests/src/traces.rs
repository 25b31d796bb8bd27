//! Reading reference traces: JSON lines, gzipped or not, whose states are merge patches (RFC 7386).

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Every line of a `.jsonl` or `.jsonl.gz` file as JSON; empty lines are passed over.
///
/// # Errors
/// A file that can't be opened; a line that can't be read or is no JSON comes as an error of its own.
pub fn lines(path: &Path) -> Result<impl Iterator<Item = Result<Value>> + use<>> {
    let file = File::open(path).with_context(|| format!("open {}", path.display()))?;
    let reader: Box<dyn Read> = if path.extension().is_some_and(|ext| ext == "gz") {
        Box::new(GzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let name = path.display().to_string();
    Ok(BufReader::new(reader)
        .lines()
        .enumerate()
        .filter(|(_, line)| line.as_ref().map_or(true, |line| !line.trim().is_empty()))
        .map(move |(index, line)| {
            let place = || format!("{name}, line {}", index + 1);
            let line = line.with_context(place)?;
            serde_json::from_str(&line).with_context(place)
        }))
}

/// Applies a merge patch: objects merge, `null` deletes, everything else replaces.
pub fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(serde_json::Map::new());
    }
    if let Value::Object(target) = target {
        for (key, value) in patch {
            if value.is_null() {
                target.remove(key);
            } else {
                merge(target.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
    }
}

/// A trace that is read line by line.
pub struct Trace {
    /// The first line.
    pub header: Value,
    /// The state after the line read last; before the first line the initial state.
    pub state: Value,
    rest: Box<dyn Iterator<Item = Result<Value>>>,
}

impl Trace {
    /// Opens a trace and reads its header.
    ///
    /// # Errors
    /// A file that can't be read or has no header.
    pub fn open(path: &Path) -> Result<Trace> {
        let mut rest = lines(path)?;
        let mut header = rest
            .next()
            .with_context(|| format!("{} is empty", path.display()))??;
        let state = header
            .get_mut("initial")
            .map(Value::take)
            .unwrap_or(Value::Null);
        Ok(Trace {
            header,
            state,
            rest: Box::new(rest),
        })
    }

    /// The next line, without taking its state over: see [`Trace::accept`].
    ///
    /// # Errors
    /// A line that can't be read.
    pub fn next_line(&mut self) -> Option<Result<Value>> {
        self.rest.next()
    }

    /// Takes the state of a line over.
    pub fn accept(&mut self, line: &Value) {
        if let Some(after) = line.get("after") {
            self.state = after.clone();
        } else if let Some(patch) = line.get("patch") {
            merge(&mut self.state, patch);
        }
    }
}

/// Whether a file of that name is a trace: JSON lines, but none of the collections beside the traces.
pub fn is_trace(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    (name.ends_with(".jsonl") || name.ends_with(".jsonl.gz"))
        && !name.starts_with("rejected.")
        && !name.starts_with("routes.")
}

/// The trace's name: the file's without its endings.
pub fn trace_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
        .trim_end_matches(".gz")
        .trim_end_matches(".jsonl")
        .to_string()
}

/// The traces among the paths: files as they are, directories searched one level deep, in order of name.
///
/// # Errors
/// A path that does not exist or can't be listed.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside = Vec::new();
            for entry in
                std::fs::read_dir(path).with_context(|| format!("list {}", path.display()))?
            {
                let path = entry?.path();
                if is_trace(&path) {
                    inside.push(path);
                }
            }
            inside.sort();
            found.extend(inside);
        } else {
            anyhow::ensure!(path.exists(), "{} does not exist", path.display());
            found.push(path.clone());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::merge;
    use serde_json::json;

    #[test]
    fn merge_patches_follow_rfc_7386() {
        let mut state = json!({"a": {"b": 1, "c": [1, 2]}, "d": 3});
        merge(
            &mut state,
            &json!({"a": {"b": null, "c": [3]}, "e": {"f": 1, "g": null}}),
        );
        assert_eq!(state, json!({"a": {"c": [3]}, "d": 3, "e": {"f": 1}}));
    }
}
