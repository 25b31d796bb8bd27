//! Section 4.5: the MHE.

use super::{Harz, HarzRules};
use crate::action::Payout;
use crate::event::Event;
use crate::ids::CompanyId;
use crate::rolling_stock::TrainHolder;
use crate::rules::TrainRun;

impl Harz {
    /// Size of the MHE's train.
    fn external_size(&self, rules: &HarzRules, company: CompanyId) -> u8 {
        self.shared
            .trains(company)
            .filter_map(|train| match rules.definition.train(train.kind).run {
                TrainRun::Runs(size) => Some(size),
                _ => None,
            })
            .max()
            .unwrap_or(0)
    }

    /// Whether the MHE has its last train: its value is fixed, and it takes no other (H73-4.5-06).
    pub(crate) fn external_fixed(&self, rules: &HarzRules) -> bool {
        self.external_size(rules, rules.special.external) >= 5
    }

    /// The whole turn of the MHE.
    pub(super) fn settle_external(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> bool {
        // H73-4.5-01: no maintenance (H73-4.5-07).
        let dividend = 100 * i32::from(self.external_size(rules, company));
        events.push(Event::Dividend {
            company,
            revenue: dividend,
            payout: Payout::Full,
        });
        self.pay_shareholders(rules, company, dividend, events);
        if !self.external_fixed(rules) {
            // H73-4.5-02, 05.
            self.move_value(rules, company, dividend, events);
            // H73-4.5-03: in the last round of the set.
            let last = self
                .operating_round()
                .is_some_and(|(number, of)| number >= of);
            if last {
                self.renew_external(rules, company, events);
            }
        }
        self.end_turn(company);
        true
    }

    /// It takes the next standard train free, which may start a phase (H73-4.5-03, 04); the old one is scrapped.
    fn renew_external(&mut self, rules: &HarzRules, company: CompanyId, events: &mut Vec<Event>) {
        let Some(kind) = self.shared.depot.top(&rules.definition) else {
            return;
        };
        let old: Vec<_> = self.shared.trains(company).map(|train| train.id).collect();
        for train in old {
            self.shared.move_train(events, train, TrainHolder::Gone);
        }
        self.take_unit(rules, company, kind, events);
    }
}
