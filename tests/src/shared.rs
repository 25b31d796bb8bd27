//! The folder of reference material beside the repository. Clones may lack it: whoever needs it says so.

use std::path::{Path, PathBuf};

/// The folder `../shared`, if it is there.
pub fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    folder.is_dir().then_some(folder)
}

/// A file or folder in it. Where it is missing a line on stderr says what is left out.
pub fn need(path: &str, what: &str) -> Option<PathBuf> {
    let found = folder()
        .map(|folder| folder.join(path))
        .filter(|found| found.exists());
    if found.is_none() {
        eprintln!("SKIPPED: {what}: ../shared/{path} is missing");
    }
    found
}
