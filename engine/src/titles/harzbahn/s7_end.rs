//! Section 7: the end of the game and the score.

use super::{Harz, HarzRules};
use crate::ids::Seat;

impl Harz {
    /// Wealth (H73-7-03), in Marks.
    pub(super) fn worth_of(&self, rules: &HarzRules, seat: Seat) -> i32 {
        let _ = (rules, seat);
        0
    }
}
