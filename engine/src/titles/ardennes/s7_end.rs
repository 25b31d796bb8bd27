//! Section 7: worth and the end.

use super::{ArdRules, Ardennes};
use crate::finance::Holder;
use crate::ids::{PaperId, Seat};
use crate::rules::PaperDef;

impl Ardennes {
    /// ARD-7-05 to 08: cash, shares at their value (a minor's charter stands for two), the private at face value.
    pub(crate) fn worth_of(&self, rules: &ArdRules, seat: Seat) -> i32 {
        let definition = &rules.definition;
        let papers: i32 = definition
            .papers
            .iter()
            .enumerate()
            .filter(|(index, _)| {
                self.shared.papers.holder(PaperId::from(*index)) == Holder::Player(seat)
            })
            .map(|(_, paper)| match paper {
                PaperDef::Share { company, units, .. } => {
                    i32::from(*units) * self.price(rules, *company)
                }
                PaperDef::Private(private) => definition.private_at(*private).value,
            })
            .sum();
        self.shared.player_cash(seat) + papers
    }
}
