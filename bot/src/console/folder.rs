//! The folder that pictures are written to.

use crate::reply::{Attachment, Picture};
use std::io;
use std::path::{Path, PathBuf};

/// A folder for pictures, made when the first one comes.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    count: u32,
}

impl Folder {
    /// The folder, made now so that a folder that cannot be written shows at the start.
    ///
    /// # Errors
    /// A sentence with the folder and the reason.
    pub fn make(path: &Path) -> Result<Folder, String> {
        let sorry =
            |error: io::Error| format!("pictures cannot be written to {}: {error}", path.display());
        std::fs::create_dir_all(path).map_err(sorry)?;
        let probe = path.join(".roundhouse");
        std::fs::write(&probe, b"").map_err(sorry)?;
        std::fs::remove_file(&probe).map_err(sorry)?;
        Ok(Folder {
            path: path.to_path_buf(),
            count: 0,
        })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file of an answer and says where.
    pub(super) fn write(&mut self, file: &Attachment) -> io::Result<PathBuf> {
        let path = self.path.join(&file.name);
        std::fs::write(&path, file.bytes.as_slice())?;
        Ok(path)
    }

    /// Writes a picture and says where.
    pub(super) fn keep(&mut self, of: &str, picture: &Picture) -> io::Result<PathBuf> {
        let stem = if of == "answer" {
            self.count += 1;
            format!("answer-{:04}", self.count)
        } else {
            of.to_string()
        };
        let path = self.path.join(format!("{stem}-{}", picture.name));
        std::fs::write(&path, picture.bytes.as_slice())?;
        Ok(path)
    }
}
