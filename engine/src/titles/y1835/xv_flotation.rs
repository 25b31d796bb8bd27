//! Section XV.5: flotation, and the capital for every share sold later; the order in which shares come on offer (XV.2).

use super::{Y35Rules, Y1835};
use crate::action::Lot;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, PaperId};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

impl Y1835 {
    /// Units of a company that have been sold out of the offer; reserved ones do not count.
    pub(super) fn units_sold(&self, rules: &Y35Rules, company: CompanyId) -> u8 {
        let left = self
            .shared
            .units(&rules.definition, company, Holder::Initial);
        rules.units_for_sale(company).saturating_sub(left)
    }

    /// The next certificate on offer: the first in the order of sale.
    pub(super) fn next_certificate(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
    ) -> Option<(PaperId, u8, bool)> {
        self.shared
            .papers
            .held(&rules.definition, company, Holder::Initial)
            .next()
    }

    /// Whether new shares of the company are on offer (E35-I-02, E35-XV.2-04 to 11).
    pub(super) fn on_offer(&self, rules: &Y35Rules, company: CompanyId) -> Result<(), Rejection> {
        let id = rules.id(company);
        let Some(release) = rules.special.release(company) else {
            reject!("E35-I-03", "{id} is sold out of the start packet")
        };
        require!(
            self.packet_sold(rules),
            "E35-I-02",
            "the start packet is not sold out: nothing else can be bought"
        );
        // What has once come on offer stays so, though a bankrupt's shares go back to the unsold ones (E35-RUL-24).
        let begun = |company| self.units_sold(rules, company) > 0;
        let group_begun = (rules.special.releases.iter())
            .any(|other| other.group >= release.group && begun(other.company));
        for other in &rules.special.releases {
            let waits = !group_begun
                && other.group < release.group
                && !(rules.options.group3_without_prussian
                    && other.company == rules.special.prussian);
            if waits && self.next_certificate(rules, other.company).is_some() {
                let rule = if release.group == 3 {
                    "E35-XV.2-10"
                } else {
                    "E35-XV.2-04"
                };
                reject!(
                    rule,
                    "{id} is not yet on offer: {} of group {} has unsold shares",
                    rules.id(other.company),
                    other.group
                )
            }
        }
        for &(after, units, opens) in &rules.special.openings {
            if opens == company {
                let sold = self.units_sold(rules, after);
                let rule = if opens == rules.special.prussian {
                    "E35-XV.2-08"
                } else if release.group == 3 {
                    "E35-XV.2-11"
                } else {
                    "E35-XV.2-05"
                };
                require!(
                    sold >= units || begun(company),
                    rule,
                    "{id} is not yet open: {}% of {} are sold, {}% are needed",
                    u16::from(sold) * 5,
                    rules.id(after),
                    u16::from(units) * 5
                );
            }
        }
        Ok(())
    }

    /// Price of a new certificate of so many units.
    pub(super) fn new_price(&self, rules: &Y35Rules, company: CompanyId, units: u8) -> i32 {
        let price = rules
            .special
            .release(company)
            .map_or(0, |release| release.price);
        price * i32::from(units) / 2
    }

    /// A new share was sold: the company floats, or is paid for it (E35-XV.5-01, 04, 05).
    pub(super) fn after_new_share(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if self.shared.company(company).status == Status::Unopened
            && company != rules.special.prussian
            && self.units_sold(rules, company) >= 10
        {
            self.float(rules, company, events);
        }
        self.check_director(rules, company, events);
    }

    /// E35-XV.5-05: a share sold after the flotation is paid to the company.
    pub(super) fn pay_for_share(
        &mut self,
        company: CompanyId,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        self.pay(
            events,
            Account::Bank,
            Account::Company(company),
            price,
            Cause::Capital,
        );
    }

    fn float(&mut self, rules: &Y35Rules, company: CompanyId, events: &mut Vec<Event>) {
        let Some(release) = rules.special.release(company).copied() else {
            return;
        };
        if let Some(facts) = self.shared.company_mut(company) {
            facts.status = Status::Open;
        }
        events.push(Event::Floated { company });
        let capital = self.new_price(rules, company, self.units_sold(rules, company));
        self.pay(
            events,
            Account::Bank,
            Account::Company(company),
            capital,
            Cause::Capital,
        );
        // E35-XV.5-02.
        self.shared.restack_marker(events, company, release.cell);
        self.floated.push(company);
        // Baden's is chosen (E35-RUL-12).
        if company != rules.special.badish {
            self.place_home(rules, company, events);
        }
    }

    /// Whether a private or minor has an owner.
    pub(super) fn owner(&self, rules: &Y35Rules, lot: Lot) -> Option<crate::ids::Seat> {
        match self
            .packet_paper(rules, lot)
            .map(|paper| self.shared.papers.holder(paper))
        {
            Some(Holder::Player(seat)) => Some(seat),
            _ => None,
        }
    }
}
