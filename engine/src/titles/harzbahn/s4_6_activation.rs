//! Section 4.6: when concessions come on offer.

use super::{Harz, HarzRules};
use crate::event::Event;
use crate::ids::{CompanyId, HexId};

impl Harz {
    /// Brings concessions on offer: after a phase began, or a tile was laid on a route (H73-4.6-01 to 03).
    pub(super) fn activate_concessions(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        let phase = self.shared.phase;
        for concession in &rules.special.concessions {
            let company = concession.company;
            let line = self.line(company);
            let early = line.advanced && concession.early_phase.is_some_and(|from| phase >= from);
            if !line.active
                && (phase >= concession.phase || early)
                && let Some(line) = self.line_mut(company)
            {
                line.active = true;
                events.push(Event::ConcessionActive { company });
            }
        }
    }

    /// A company has laid a tile on the hex: that brings a concession of another one forward. It counts from the
    /// early phase on, whenever the tile was laid (H73-RUL-20).
    pub(super) fn built_on(
        &mut self,
        rules: &HarzRules,
        builder: CompanyId,
        hex: HexId,
        events: &mut Vec<Event>,
    ) {
        for concession in &rules.special.concessions {
            if concession.company != builder
                && concession.early_phase.is_some()
                && concession.build.iter().any(|part| part.hex == hex)
                // H73-4.6-02: Blankenburg does not count.
                && !concession.not_counted.contains(&hex)
                && let Some(line) = self.line_mut(concession.company)
                && line.pending
            {
                line.advanced = true;
            }
        }
        self.activate_concessions(rules, events);
    }
}
