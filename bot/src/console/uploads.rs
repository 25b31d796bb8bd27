//! The folder whose files the console's players may send along, as they would attach them on Discord.

use crate::transfer::MOST;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A folder that the operator opened for uploads.
#[derive(Clone, Debug)]
pub struct Uploads(PathBuf);

impl Uploads {
    /// The folder.
    ///
    /// # Errors
    /// A sentence if it is none.
    pub fn open(path: &Path) -> Result<Uploads, String> {
        if path.is_dir() {
            Ok(Uploads(path.to_path_buf()))
        } else {
            Err(format!("there is no folder {} for uploads", path.display()))
        }
    }

    /// A file of the folder by its name; nothing that leads elsewhere is a name. More than the largest upload is not
    /// read.
    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let plain = !name.is_empty()
            && name.len() <= 100
            && !name.starts_with('.')
            && name
                .chars()
                .all(|char| char.is_alphanumeric() || "_.- ".contains(char));
        if !plain {
            return Err(
                "A file is named as it lies in the folder for uploads, without any path.".into(),
            );
        }
        let path = self.0.join(name);
        let file = std::fs::symlink_metadata(&path)
            .ok()
            .filter(std::fs::Metadata::is_file)
            .and_then(|_| std::fs::File::open(&path).ok())
            .ok_or_else(|| format!("There is no file {name:?} in the folder for uploads."))?;
        let mut bytes = Vec::new();
        file.take(MOST as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("The file cannot be read: {error}."))?;
        Ok(bytes)
    }
}
