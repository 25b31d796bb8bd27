//! Positions of recorded games of Harzbahn 1873, as our engine replays them.

use anyhow::{Context, Result, bail};
use engine::Game;
use std::path::Path;
use tests::replay::{trace::Trace, watched};

/// The game after the line (-1: at the start).
pub fn game(path: &Path, line: i64) -> Result<Game> {
    let trace = Trace::read(path)?;
    let mut found = None;
    let mut last = None;
    let outcome = watched(&trace, &mut |game, play, entry| {
        if play.n() > line {
            found.get_or_insert_with(|| game.clone());
        } else {
            let mut after = game.clone();
            if after.enter(entry.clone()).is_ok() {
                last = Some(after);
            }
        }
    });
    match (found, outcome.divergences.first()) {
        (Some(game), _) => Ok(game),
        (None, None) => last.context("a line"),
        (None, Some(why)) => bail!("{why}"),
    }
}
