//! Which rows of the rule matrices are covered by tests that ran, asserted something and passed.
//!
//! `cargo run --release -p tests --bin rules -- [TITLE…]`; ends with the line `rules: C of T covered`.

use anyhow::{Context, Result, ensure};
use engine::game::{rule_rows, titles as all_titles};
use engine::scenario::{Outcome, matrix_ids, run_rule_tests, run_text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The repository's root: this crate lies one below.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Ids of a title: from the matrix beside the repository, else from the one in the engine.
fn ids(title: &str) -> Vec<String> {
    let matrix = root().join(format!("../shared/rules/{title}.md"));
    match std::fs::read_to_string(&matrix) {
        Ok(text) => matrix_ids(&text),
        Err(_) => (rule_rows(title).iter())
            .map(|row| row.id.clone())
            .collect(),
    }
}

/// Every test of a title, with the place where it stands.
fn outcomes(title: &str) -> Result<Vec<(String, Outcome)>> {
    let folder = root().join("engine/tests/rules").join(title);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .with_context(|| format!("no scenarios of {title:?}: list {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext == "txt"))
        .collect();
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("read {}", path.display()))?;
        let run = run_text(title, &text).map_err(|fault| anyhow::anyhow!("{name}: {fault}"))?;
        all.extend(run.into_iter().map(|outcome| (name.clone(), outcome)));
    }
    all.extend(
        run_rule_tests(title)
            .into_iter()
            .map(|outcome| ("rust".to_string(), outcome)),
    );
    Ok(all)
}

/// `ARD-6.4-02` → `ARD-6.4`.
fn section(id: &str) -> &str {
    id.rsplit_once('-').map_or(id, |(section, _)| section)
}

fn report() -> Result<bool> {
    let mut titles: Vec<String> = std::env::args().skip(1).collect();
    if titles.is_empty() {
        titles.extend(all_titles().iter().map(|(name, _)| (*name).to_string()));
    }
    let (mut covered, mut total, mut failed) = (0, 0, 0);
    for title in &titles {
        let ids = ids(title);
        ensure!(!ids.is_empty(), "no ids of {title}");
        let mut seen = BTreeSet::new();
        let mut broken = BTreeSet::new();
        for (place, outcome) in outcomes(title)? {
            for failure in &outcome.failures {
                println!(
                    "{place}: {} — {}: {failure}",
                    outcome.ids.join(" "),
                    outcome.name
                );
            }
            failed += usize::from(!outcome.failures.is_empty());
            if outcome.counts() {
                seen.extend(outcome.ids);
            } else if !outcome.failures.is_empty() {
                broken.extend(outcome.ids);
            }
        }
        let mut sections: Vec<(&str, usize, Vec<&str>)> = Vec::new();
        for id in &ids {
            let counts = seen.contains(id) && !broken.contains(id);
            let at = section(id);
            if sections.last().is_none_or(|(last, _, _)| *last != at) {
                sections.push((at, 0, Vec::new()));
            }
            if let Some((_, all, missing)) = sections.last_mut() {
                *all += 1;
                if !counts {
                    missing.push(id);
                }
            }
            total += 1;
            covered += usize::from(counts);
        }
        println!("{title}:");
        for (name, all, missing) in sections {
            let list = if missing.is_empty() {
                String::new()
            } else {
                let numbers: Vec<&str> = missing
                    .iter()
                    .map(|id| id.rsplit_once('-').map_or(*id, |(_, number)| number))
                    .collect();
                format!("; missing {}", numbers.join(" "))
            };
            println!("  {name}: {} of {all}{list}", all - missing.len());
        }
    }
    println!("rules: {covered} of {total} covered");
    Ok(failed == 0 && covered == total)
}

fn main() -> ExitCode {
    match report() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("{fault:#}");
            ExitCode::FAILURE
        }
    }
}
