//! Section 4.3.6, 4.4.8: issue of new shares.

use super::{Harz, HarzRules, Step};
use crate::action::Action;
use crate::event::Event;
use crate::finance::Holder;
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, reject, require};

impl Harz {
    pub(super) fn plan_issue(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pass => return Ok(0),
            Action::Convert => {}
            _ => return self.wrong_step(rules, company, Step::Issue, action),
        }
        let name = rules.name(company);
        let railway = rules.is_railway(company);
        let row = |mining: &'static str| if railway { "H73-4.4.8-01" } else { mining };
        let units = self.shared.company(company).units;
        if units >= 10 {
            reject!(
                row("H73-4.3.6-02"),
                "{name} has ten shares of 10% already: no more can be issued"
            )
        }
        // H73-4.3.6-03.
        let held: u8 = (0..rules.players)
            .map(|seat| self.shares(rules, company, Holder::Player(Seat(seat))))
            .sum();
        require!(
            held >= units,
            row("H73-4.3.6-03"),
            "new shares are issued only when players hold all earlier ones: they hold {held} of {units} of {name}"
        );
        // H73-4.3.6-02, H73-4.4.8-01.
        if units == 5 {
            let own = self
                .director(rules, company)
                .map_or(0, |seat| self.shares(rules, company, Holder::Player(seat)));
            require!(
                own >= 2,
                row("H73-4.3.6-02"),
                "to issue shares of 10% the director must hold 40% of {name}; he holds {}%",
                20 * u32::from(own)
            );
        }
        Ok(0)
    }

    pub(super) fn do_issue(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        if *action == Action::Convert {
            // H73-4.3.6-01, 04: into the offering; the buyers will pay the treasury.
            self.split(rules, company, Holder::Company(company), events);
        }
        self.set_step(Step::End);
    }

    /// Two shares become five, five become ten (H73-4.3.6-01, 02); the new ones go to `to`, a railway gets its
    /// remaining markers (H73-4.4.8-01, H73-RUL-34). Returns how many are new.
    pub(super) fn split(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        to: Holder,
        events: &mut Vec<Event>,
    ) -> u8 {
        let (units, new) = match self.shared.company(company).units {
            2 => (5, 3),
            5 => (10, 5),
            _ => return 0,
        };
        let markers = match rules.special.concession(company) {
            Some(concession) if units == 10 => concession.more_tokens,
            _ => 0,
        };
        if let Some(facts) = self.shared.company_mut(company) {
            facts.units = units;
            facts.tokens_left = facts.tokens_left.saturating_add(markers);
        }
        self.move_shares(rules, company, Holder::Reserved, to, new, events);
        events.push(Event::Converted { company });
        new
    }
}
