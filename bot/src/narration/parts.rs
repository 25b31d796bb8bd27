//! Parts of sentences.

use super::{Teller, names};
use engine::action::Lot;
use engine::event::Event;
use engine::ids::{CompanyId, StopRef};

impl Teller<'_> {
    pub(super) fn hex(&self, hex: engine::ids::HexId) -> String {
        names::hex(self.definition, hex)
    }

    pub(super) fn stop(&self, at: StopRef) -> String {
        self.hex(at.hex)
    }

    pub(super) fn lot(&self, lot: Lot) -> String {
        match lot {
            Lot::Company(company) => self.co(company),
            Lot::Private(private) => self.definition.private_at(private).name.clone(),
        }
    }

    pub(super) fn cost(&self, cost: i32) -> String {
        if cost == 0 {
            String::new()
        } else {
            format!(" for {}", self.definition.money.print(cost))
        }
    }

    pub(super) fn starts(&self, company: CompanyId) -> bool {
        self.events
            .iter()
            .any(|event| matches!(event, Event::CompanyStarted { company: other, .. } if *other == company))
    }
}

/// `1 loan`, `2 loans`.
pub(super) fn loans(count: u8) -> String {
    match count {
        1 => "1 loan".into(),
        count => format!("{count} loans"),
    }
}
