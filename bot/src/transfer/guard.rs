//! What is asked of any file before it is looked into: size, text, JSON, depth.

use serde_json::Value;

/// The largest file that is read, in bytes.
pub const MOST: usize = 2 * 1024 * 1024;

/// Actions of a file at most: the longest games have some 2,000.
pub(super) const ACTIONS: usize = 20_000;

/// The file's JSON.
///
/// # Errors
/// One sentence.
pub(super) fn json(bytes: &[u8]) -> Result<Value, String> {
    if bytes.len() > MOST {
        return Err(format!(
            "The file is too large: {:.1} MB, and a game takes {} MB at most.",
            bytes.len() as f64 / (1024.0 * 1024.0),
            MOST / (1024 * 1024)
        ));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| "The file is no text: a game is a file in JSON.".to_string())?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err("The file is empty.".into());
    }
    // serde_json goes 128 levels deep and no further; a game has six.
    serde_json::from_str(text).map_err(|error| {
        if error.to_string().contains("recursion limit") {
            "The file is nested too deeply to be a game.".to_string()
        } else {
            format!(
                "The file is no sound JSON: line {}, column {}. Was it copied whole?",
                error.line(),
                error.column()
            )
        }
    })
}

/// Checks the number of actions and players before any of them is looked at.
///
/// # Errors
/// One sentence.
pub(super) fn sizes(actions: usize, players: usize) -> Result<(), String> {
    if actions > ACTIONS {
        return Err(format!(
            "The file has {actions} actions: more than any game ({ACTIONS} are read at most)."
        ));
    }
    if players > 12 {
        return Err(format!(
            "The file has {players} players: no title here is for so many."
        ));
    }
    Ok(())
}
