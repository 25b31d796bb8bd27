//! Which positions the paths mean.

use crate::traces::{is_trace, lines, trace_name};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A trace, and which of its recorded runs are to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file.
    pub path: PathBuf,
    /// Lines, each with what the list says that its trains earned; `None` for every recorded run.
    pub only: Option<BTreeMap<i64, i64>>,
}

/// The traces among the paths, in order of name: traces, directories of traces (searched one level deep), and lists
/// of routes (`routes.jsonl`, gzipped or not), which name traces beside them.
///
/// # Errors
/// A path that does not exist or is none of these; a list that names a trace which is not there.
pub fn find(paths: &[PathBuf]) -> Result<Vec<Input>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(
                crate::traces::find(std::slice::from_ref(path))?
                    .into_iter()
                    .map(whole),
            );
            continue;
        }
        ensure!(path.exists(), "there is no {}", path.display());
        if trace_name(path) == "routes" {
            found.extend(listed(path)?);
        } else if is_trace(path) {
            found.push(whole(path.clone()));
        } else {
            bail!(
                "{} is neither a trace (.jsonl or .jsonl.gz) nor a list of routes",
                path.display()
            );
        }
    }
    Ok(found)
}

fn whole(path: PathBuf) -> Input {
    Input { path, only: None }
}

/// The traces that a list names.
fn listed(path: &Path) -> Result<Vec<Input>> {
    let mut wanted: BTreeMap<String, BTreeMap<i64, i64>> = BTreeMap::new();
    for line in lines(path)? {
        let line = line?;
        let entry = || format!("{}: {line}", path.display());
        let trace = line["ref"]["trace"].as_str().with_context(entry)?;
        let n = line["ref"]["n"].as_i64().with_context(entry)?;
        wanted
            .entry(trace.to_string())
            .or_default()
            .insert(n, earned(&line).with_context(entry)?);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut found = Vec::new();
    for (trace, only) in wanted {
        let names = [format!("{trace}.jsonl.gz"), format!("{trace}.jsonl")];
        let file = names
            .iter()
            .map(|name| folder.join(name))
            .find(|file| file.exists());
        let file = file.with_context(|| {
            format!(
                "{} names the trace {trace}, which does not lie beside it",
                path.display()
            )
        })?;
        found.push(Input {
            path: file,
            only: Some(only),
        });
    }
    Ok(found)
}

/// Whether trains run in the line: the Rails traces have run and dividend in one, with the best revenue.
pub fn is_run(line: &Value) -> bool {
    line["type"] == "run_routes" || line["type"] == "dividend" && line["best_revenue"].is_number()
}

/// What the trains of a recorded run earned together, bonuses that belong to no train left out.
pub fn earned(line: &Value) -> Option<i64> {
    Some(line["revenue_total"].as_i64()? - line["extra_revenue"].as_i64().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_the_traces_beside_it() {
        let folder = std::env::temp_dir().join(format!("routes-input-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let list = folder.join("routes.jsonl");
        let line = r#"{"ref":{"trace":"a","n":7},"revenue_total":90,"extra_revenue":20}"#;
        std::fs::write(&list, format!("{line}\n")).unwrap();
        let missing = find(std::slice::from_ref(&list)).unwrap_err().to_string();
        assert!(missing.contains("the trace a, which"), "{missing}");
        let trace = folder.join("a.jsonl");
        std::fs::write(&trace, "{}\n").unwrap();
        let wanted = Input {
            path: trace.clone(),
            only: Some(BTreeMap::from([(7, 70)])),
        };
        assert_eq!(find(&[list]).unwrap(), [wanted]);
        assert_eq!(find(std::slice::from_ref(&folder)).unwrap(), [whole(trace)]);
        assert!(find(&[folder.join("other.txt")]).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
