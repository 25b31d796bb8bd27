//! Every rule scenario below `tests/rules/<title>/` and every registered Rust test holds.

use engine::scenario::{Outcome, matrix_ids, run_rule_tests, run_text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

/// Titles with scenarios: the folder's directories.
fn titles() -> Vec<String> {
    let mut titles: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder of scenarios")
        .filter_map(|entry| {
            let entry = entry.expect("an entry of the folder");
            let name = entry.file_name().to_string_lossy().into_owned();
            entry.path().is_dir().then_some(name)
        })
        .collect();
    titles.sort();
    titles
}

fn files(title: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder().join(title))
        .expect("the folder of a title")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "txt"))
        .collect();
    files.sort();
    files
}

/// Failures and empty scenarios as messages; `place` is the file, or the kind of test.
fn complaints(place: &str, outcomes: &[Outcome]) -> Vec<String> {
    let mut list = Vec::new();
    for outcome in outcomes {
        let heading = format!("{} — {}", outcome.ids.join(" "), outcome.name);
        for failure in &outcome.failures {
            list.push(format!("{place}: {failure}\n    in {heading}"));
        }
        if outcome.assertions == 0 {
            list.push(format!(
                "{place}: line {}: nothing is asserted in {heading}",
                outcome.line
            ));
        }
    }
    list
}

#[test]
fn scenarios_hold() {
    let mut complaints_of_all = Vec::new();
    for title in titles() {
        for path in files(&title) {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read_to_string(&path).expect("a file of scenarios");
            match run_text(&title, &text) {
                Ok(outcomes) => complaints_of_all.extend(complaints(&name, &outcomes)),
                Err(fault) => complaints_of_all.push(format!("{name}: {fault}")),
            }
        }
    }
    assert!(
        complaints_of_all.is_empty(),
        "{} failed:\n{}",
        complaints_of_all.len(),
        complaints_of_all.join("\n")
    );
}

#[test]
fn registered_tests_hold() {
    let list: Vec<String> = titles()
        .iter()
        .flat_map(|title| complaints("rust", &run_rule_tests(title)))
        .collect();
    assert!(
        list.is_empty(),
        "{} failed:\n{}",
        list.len(),
        list.join("\n")
    );
}

/// Ids in headings are ids of the title's list, so that a slip of the pen covers nothing unnoticed.
#[test]
fn headings_name_known_rows() {
    for title in titles() {
        let known = known_ids(&title);
        let mut carried: Vec<Outcome> = run_rule_tests(&title);
        for path in files(&title) {
            let text = std::fs::read_to_string(&path).expect("a file of scenarios");
            let parsed = engine::scenario::parse(&text).expect("well-formed scenarios");
            for scenario in parsed {
                for id in scenario.ids {
                    assert!(known.contains(&id), "{}: no row {id}", path.display());
                }
            }
        }
        for outcome in carried.drain(..) {
            for id in outcome.ids {
                assert!(known.contains(&id), "{}: no row {id}", outcome.name);
            }
        }
    }
}

fn known_ids(title: &str) -> BTreeSet<String> {
    let rows = engine::game::rule_rows(title);
    rows.iter().map(|row| row.id.clone()).collect()
}

/// The matrix that the program shows equals the one beside the repository, where that is.
#[test]
fn matrices_equal_those_beside_the_repository() {
    for title in titles() {
        let matrix = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../shared/rules")
            .join(format!("{title}.md"));
        let Ok(matrix) = std::fs::read_to_string(matrix) else {
            eprintln!("SKIPPED: the rule matrix of {title} is missing");
            continue;
        };
        let ids: Vec<String> = engine::game::rule_rows(&title)
            .iter()
            .map(|row| row.id.clone())
            .collect();
        assert_eq!(
            ids,
            matrix_ids(&matrix),
            "rules.md of {title} is out of date"
        );
    }
}
