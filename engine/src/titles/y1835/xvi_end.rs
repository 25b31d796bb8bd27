//! Section XVI: the end of the game, and what counts.

use super::{Frame, Y35Rules, Y1835};
use crate::event::Event;
use crate::ids::Seat;
use crate::shared::Ending;

impl Y1835 {
    pub(super) fn end_game(&mut self, events: &mut Vec<Event>) {
        self.frames.clear();
        self.frames.push(Frame::Over);
        self.shared.ending = Ending::Over;
        events.push(Event::GameOver);
    }

    /// Cash and shares at the index price (E35-XVI-04, 05).
    pub(super) fn worth_of(&self, rules: &Y35Rules, seat: Seat) -> i32 {
        let shares: i32 = rules
            .majors()
            .map(|company| {
                let units = self.held_units(rules, company, seat);
                self.index_price(rules, company, units)
            })
            .sum();
        self.shared.player_cash(seat) + shares
    }
}
