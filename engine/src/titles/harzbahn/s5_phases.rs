//! Section 5: phases and maintenance.

use super::{Harz, HarzRules, Upkeep};
use crate::event::Event;
use crate::ids::{CompanyId, KindId, TrainId};
use crate::rules::TrainRun;

/// The sum that the table names for the size; sizes count from 1.
fn of_size(table: &[i32; 5], size: u8) -> i32 {
    let index = usize::from(size).checked_sub(1);
    index
        .and_then(|index| table.get(index).copied())
        .unwrap_or(0)
}

impl Harz {
    /// A unit or diesel railcar of that kind has left the supply: the first of its size starts a phase (H73-5-01).
    pub(super) fn check_phase(&mut self, rules: &HarzRules, kind: KindId, events: &mut Vec<Event>) {
        let name = &rules.definition.train(kind).name;
        let mut phases = rules.definition.phases.iter();
        let Some(phase) = phases
            .position(|phase| phase.on_trains.contains(name))
            .and_then(|index| u8::try_from(index).ok())
        else {
            return;
        };
        if phase > self.shared.phase {
            // H73-5-02: tiles, values, maintenance and switchers are read from the phase.
            self.shared.phase = phase;
            events.push(Event::PhaseBegan { phase });
            self.activate_concessions(rules, events);
        }
    }

    /// Maintenance of the present phase.
    fn upkeep(&self, rules: &HarzRules) -> Upkeep {
        let tables = &rules.special.upkeep;
        tables
            .get(usize::from(self.shared.phase))
            .copied()
            .unwrap_or_default()
    }

    /// Maintenance that the company owes in its turn now, in Marks (H73-5-04 to 06).
    pub(crate) fn maintenance(&self, rules: &HarzRules, company: CompanyId) -> i32 {
        // H73-4.5-07.
        if company == rules.special.external {
            return 0;
        }
        let mines = if rules.is_mine(company) {
            std::slice::from_ref(&company)
        } else {
            self.pits(company)
        };
        let table = self.upkeep(rules).machine;
        let machines: i32 = mines
            .iter()
            .map(|mine| of_size(&table, self.mine(*mine).machine))
            .sum();
        let cards: i32 = self
            .shared
            .trains(company)
            .map(|train| self.upkeep_of(rules, train.id))
            .sum();
        machines + cards
    }

    /// Maintenance due on one card now (H73-4.2.4-06).
    pub(crate) fn upkeep_of(&self, rules: &HarzRules, train: TrainId) -> i32 {
        let upkeep = self.upkeep(rules);
        let Some(card) = self.shared.depot.get(train) else {
            return 0;
        };
        match rules.definition.train(card.kind).run {
            TrainRun::Runs(size) => of_size(&upkeep.train, size),
            TrainRun::Switcher(size) => of_size(&upkeep.switcher, size),
            _ => 0,
        }
    }
}
