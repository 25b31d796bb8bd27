//! Section 7: the end of the game and the score.

use super::{Frame, Harz, HarzRules};
use crate::event::Event;
use crate::finance::{Account, Holder};
use crate::ids::Seat;
use crate::shared::Ending;

impl Harz {
    /// Nothing more is done (H73-7-05).
    pub(super) fn end_game(&mut self, events: &mut Vec<Event>) {
        self.frames.clear();
        self.frames.push(Frame::Over);
        self.shared.ending = Ending::Over;
        events.push(Event::GameOver);
    }

    /// Wealth (H73-7-03), in Marks.
    pub(super) fn worth_of(&self, rules: &HarzRules, seat: Seat) -> i32 {
        let shares: i32 = Self::share_companies(rules)
            .map(|company| {
                let held = self.shares(rules, company, Holder::Player(seat));
                i32::from(held) * self.value(rules, company)
            })
            .sum();
        let mines: i32 = rules
            .special
            .mines
            .iter()
            .filter(|mine| self.mine_owner(rules, mine.company) == Some(seat))
            .map(|mine| mine.face)
            .sum();
        self.cash(Account::Player(seat)) + shares + mines
    }
}
