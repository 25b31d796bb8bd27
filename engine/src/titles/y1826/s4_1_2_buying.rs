//! Section 4.1.2: buying certificates.

use super::{Rules, Y1826};
use crate::action::Source;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, require};
use crate::shared::Status;

impl Y1826 {
    /// Whether the player can pay.
    pub(super) fn has_cash(
        &self,
        rules: &Rules,
        seat: Seat,
        price: i32,
        what: &str,
    ) -> Result<(), Rejection> {
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= price,
            "E26-4.1.2-07",
            "{what} costs {}, you have {}",
            rules.money(price),
            rules.money(cash)
        );
        Ok(())
    }

    /// E26-3.4-03 to 06, E26-4.1.1-02: what stands against owning `units` more, in one certificate.
    pub(super) fn may_hold(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        units: u8,
    ) -> Result<(), Rejection> {
        let id = rules.id(company);
        require!(
            !self.sold.contains(&(seat, company)),
            "E26-4.1.1-02",
            "you sold {id} in this stock round"
        );
        let (have, most) = (
            self.units_of(rules, company, seat),
            self.most_units(company),
        );
        require!(
            have + units <= most,
            if most == 3 {
                "E26-3.4-06"
            } else {
                "E26-3.4-05"
            },
            "you hold {have} shares of {id}: 60% are {most}"
        );
        let (held, limit) = (
            self.certificates_of(rules, seat),
            self.certificate_limit(rules),
        );
        require!(
            held < limit || self.in_yellow(rules, company),
            "E26-3.4-03",
            "you hold {held} certificates, the limit is {limit}"
        );
        Ok(())
    }

    /// A single share: before the company floats from the offering, later from its treasury; or from the market.
    pub(super) fn plan_buy(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        source: Source,
    ) -> Result<i32, Rejection> {
        require!(
            company.index() < rules.definition.companies.len(),
            "E26-4.1.2-01",
            "there is no such company"
        );
        let id = rules.id(company);
        let status = self.shared.company(company).status;
        require!(
            status != Status::Closed,
            "E26-4.1.2-01",
            "{id} is out of the game"
        );
        require!(
            status == Status::Open || !rules.is_national(company),
            "E26-4.1.2-01",
            "{id} has not formed: it comes by a merger, then its shares are sold"
        );
        require!(
            status == Status::Open,
            "E26-4.1.2-04",
            "{id} is not started: its president's certificate is bought first"
        );
        let floated = self.is_floated(company);
        let singles = |holder| !self.singles(rules, company, holder).is_empty();
        match source {
            Source::Market => require!(
                singles(Holder::Pool),
                if floated {
                    "E26-4.1.2-01"
                } else {
                    "E26-4.1.2-06"
                },
                "no share of {id} lies in the market"
            ),
            Source::Treasury if floated => require!(
                singles(Holder::Company(company)),
                "E26-4.1.2-05",
                "{id} has no share in its treasury; those in reserve wait for its conversion"
            ),
            Source::Treasury => require!(
                singles(Holder::Initial),
                "E26-4.1.2-01",
                "no share of {id} is left in the offering"
            ),
        }
        self.may_hold(rules, seat, company, 1)?;
        let price = self.price(rules, company);
        self.has_cash(rules, seat, price, &format!("a share of {id}"))?;
        Ok(price)
    }

    /// E26-RUL-23: the certificate of a national that nobody got lies in its treasury.
    pub(super) fn plan_buy_president(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
    ) -> Result<i32, Rejection> {
        let papers = &self.shared.papers;
        let place = papers
            .director_paper(&rules.definition, company)
            .map(|paper| papers.holder(paper));
        let lies = self.shared.is_open(company)
            && rules.is_national(company)
            && place.is_some_and(|place| matches!(place, Holder::Company(_) | Holder::Pool));
        require!(
            lies,
            "E26-3.4-07",
            "this president's certificate is not for sale; a company is started by naming its value"
        );
        self.may_hold(rules, seat, company, self.director_units(rules, company))?;
        let price = self.price(rules, company) * i32::from(self.director_units(rules, company));
        self.has_cash(rules, seat, price, "the president's certificate")?;
        Ok(price)
    }

    pub(super) fn do_buy(
        &mut self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        source: Source,
        events: &mut Vec<Event>,
    ) {
        let price = self.price(rules, company);
        // E26-4.1.2-02.
        let (from, to) = match source {
            Source::Market => (Holder::Pool, Account::Bank),
            Source::Treasury if self.is_floated(company) => {
                (Holder::Company(company), Account::Company(company))
            }
            Source::Treasury => (Holder::Initial, Account::Bank),
        };
        self.pay(events, Account::Player(seat), to, price, Cause::Share);
        self.move_singles(rules, company, from, Holder::Player(seat), 1, events);
        self.check_president(rules, company, events);
        self.check_float(rules, company, events);
    }
}
