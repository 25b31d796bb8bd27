//! Section 4.6: when concessions come on offer.

use super::{Harz, HarzRules};
use crate::event::Event;
use crate::ids::CompanyId;
use crate::ids::HexId;

impl Harz {
    /// Brings concessions on offer: after a phase began.
    pub(super) fn activate_concessions(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        let _ = (rules, events);
    }
    /// Another company has laid a tile on the hex.
    pub(super) fn built_on(
        &mut self,
        rules: &HarzRules,
        builder: CompanyId,
        hex: HexId,
        events: &mut Vec<Event>,
    ) {
        let _ = (rules, builder, hex, events);
    }
}
