//! What can go wrong with the store, each as one sentence.

use std::fmt;
use std::path::PathBuf;

/// A fault of the store. Nothing of the failed request was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The file was written by a newer version.
    Newer(PathBuf),
    /// The file is no database, or a damaged one.
    Corrupt(PathBuf, String),
    /// The file or its folder cannot be opened or written.
    Unusable(PathBuf, String),
    /// The game was changed by somebody else meanwhile.
    Moved,
    /// The channel has an active game already.
    Taken,
    /// The store's thread has ended.
    Closed,
    /// Anything else SQLite says.
    Sqlite(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Newer(path) => write!(
                f,
                "{} was written by a newer version of roundhouse; use that version, or another file",
                path.display()
            ),
            Fault::Corrupt(path, why) => write!(
                f,
                "{} is no sound roundhouse database ({why}); restore it from a backup, or name another file",
                path.display()
            ),
            Fault::Unusable(path, why) => {
                write!(f, "{} cannot be opened for writing: {why}", path.display())
            }
            Fault::Moved => write!(f, "the game has moved on meanwhile; nothing was changed"),
            Fault::Taken => write!(f, "this channel has a game already"),
            Fault::Closed => write!(f, "the store is closed"),
            Fault::Sqlite(why) => write!(f, "the database refused: {why}"),
        }
    }
}

impl std::error::Error for Fault {}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::Sqlite(error.to_string())
    }
}
