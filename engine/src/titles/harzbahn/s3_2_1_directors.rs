//! Section 3.2.1: who directs.

use super::s3_2_2_sales::HOLDING;
use super::{Harz, HarzRules};
use crate::event::Event;
use crate::finance::Holder;
use crate::ids::{CompanyId, Seat};
use crate::shared::Status;

impl Harz {
    /// Hands the directorship over where another player now has more shares (H73-3.2.1-03, H73-3.2.2-10).
    pub(super) fn check_director(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        // H73-3.2.1-04: the owner of the concession until the compulsory train; H73-3.2.7-01: nobody for the MHE.
        let waits = rules.is_railway(company) && self.line(company).pending;
        let Some(director) = self.shared.company(company).director else {
            return;
        };
        if waits || self.shared.company(company).status != Status::Open {
            return;
        }
        let shares = |seat: Seat| self.shares(rules, company, Holder::Player(seat));
        let mut best = (director, shares(director));
        // Ties in turn order from the old director (H73-3.2.2-10); at least 20 % (H73-RUL-09).
        for seat in self.shared.table.from(director) {
            let has = shares(seat);
            if has > best.1 && self.percentage(company, has) >= HOLDING {
                best = (seat, has);
            }
        }
        if best.0 != director {
            self.set_director(company, Some(best.0), events);
        }
    }

    /// Records who directs.
    pub(super) fn set_director(
        &mut self,
        company: CompanyId,
        to: Option<Seat>,
        events: &mut Vec<Event>,
    ) {
        if let Some(facts) = self.shared.company_mut(company) {
            let from = std::mem::replace(&mut facts.director, to);
            if from != to {
                events.push(Event::DirectorChanged { company, from, to });
            }
        }
    }

    /// The compulsory train is bought: the concession is gone, most shares direct (H73-4.4.7-05).
    pub(super) fn concession_done(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if let Some(line) = self.line_mut(company) {
            line.pending = false;
        }
        self.check_director(rules, company, events);
    }
}
