//! Games as files: taken out of this program and brought into it.
//!
//! A game is its set-up and its list of actions, so that a file of both is the whole game ([`file`]). What comes in is
//! folded action by action before anything is stored, and a file that does not fit is refused at the first action that
//! does not, by its number. Records of 18xx.games come in through [`site`].

mod file;
mod guard;
mod site;

pub use file::{FORMAT, write};
pub use guard::MOST;

use crate::store::{ByKind, How, NewAction};
use engine::action::By;
use engine::{Entry, Game};

/// A game that a file holds, folded and found sound.
#[derive(Clone, Debug)]
pub struct Brought {
    /// The game as it stands, with its whole log.
    pub game: Game,
    /// Names by seat: cleaned, each once.
    pub names: Vec<String>,
    /// Digest of the position after each entry.
    pub digests: Vec<String>,
    /// How each entry came about; by hand where it says nothing.
    pub hows: Vec<How>,
    /// Where it comes from, for the channel.
    pub origin: String,
    /// It was ended elsewhere before our rules ended it.
    pub ended: bool,
    /// What else should be known, each a sentence.
    pub remarks: Vec<String>,
}

impl Brought {
    /// Its entries as they are stored.
    pub fn actions(&self) -> Vec<NewAction> {
        let entries = self.game.log().iter().zip(&self.digests).enumerate();
        entries
            .map(|(index, (entry, digest))| NewAction {
                kind: kind(entry.by),
                how: self.hows.get(index).copied().unwrap_or_default(),
                seat: entry.by.seat().0,
                text: self.game.print(&entry.action),
                digest: digest.clone(),
            })
            .collect()
    }
}

/// Reads a file of a game: one that this program wrote, or a record of 18xx.games.
///
/// # Errors
/// One sentence: what the file is, or which of its actions does not fit and why.
pub fn read(bytes: &[u8]) -> Result<Brought, String> {
    let value = guard::json(bytes)?;
    if value.get("format").and_then(serde_json::Value::as_str) == Some(FORMAT) {
        file::read(value)
    } else if site::is_record(&value) {
        site::read(&value)
    } else {
        Err(format!(
            "This is a file in JSON, but no game: neither one that /game export wrote (its format is {FORMAT:?}) nor a game of 18xx.games."
        ))
    }
}

/// By whom an entry is, as it is stored and written.
fn kind(by: By) -> ByKind {
    match by {
        By::Seat(_) => ByKind::Seat,
        By::Host(_) => ByKind::Host,
        By::Engine(_) => ByKind::Engine,
    }
}

/// Goes on where the engine acts by itself, so that the game waits for somebody; gives the digests of what was added.
fn settle(game: &mut Game) -> Vec<String> {
    let mut trial = game.clone();
    trial.automate(&mut Vec::new());
    let added: Vec<Entry> = trial.log().iter().skip(game.log().len()).cloned().collect();
    let mut digests = Vec::new();
    for entry in added {
        if game.enter(entry).is_err() {
            break;
        }
        digests.push(game.digest());
    }
    digests
}

/// Names as they are kept: cleaned, and each given once.
fn names(given: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for given in given {
        let clean = crate::text::clean_name(&given);
        let mut name = clean.clone();
        let mut number = 2;
        while names.contains(&name) {
            name = format!("{} {number}", crate::text::clip(&clean, 28));
            number += 1;
        }
        names.push(name);
    }
    names
}
