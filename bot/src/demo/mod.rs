//! The demo: a recorded game played to its end through the console, and the player that recorded it.

use std::path::Path;

/// Plays the recorded game.
///
/// # Errors
/// One sentence.
pub fn play(_out: &Path) -> Result<(), String> {
    Err("there is no recorded game yet".into())
}

/// Plays a game by itself and gives it as lines for the console.
///
/// # Errors
/// One sentence.
pub fn record(_seed: u64, _players: u8) -> Result<String, String> {
    Err("nothing can be recorded yet".into())
}
