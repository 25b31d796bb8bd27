//! Short texts for pictures and look-ups: destinations, what moves a price, what a phase brings.

use super::{Rules, Y1826};
use crate::ids::{CompanyId, HexId};
use crate::shared::Status;
use crate::titles::Mark;

impl Rules {
    /// How to read the marks on the map.
    pub(crate) fn map_notes(&self) -> &'static [&'static str] {
        &[
            "A hex beside Paris with a company's name takes its first tile only with that company's consent.",
            "Inside the line round Belgium only the Etat Belge builds until it has operated; Lille and Brussels are open.",
            "Goal: where a company must get to convert. Off the map: values of phases 2H to 6H, 10H, E, TGV.",
        ]
    }

    /// The map itself shows all values of off-map locations by phase (E26-2-14, E26-2-15).
    pub(crate) fn hex_notes(&self) -> Vec<(HexId, String)> {
        Vec::new()
    }

    /// What moves a marker (section 3.5), in short lines.
    pub(crate) fn market_notes(&self) -> Vec<String> {
        [
            "Pays its price or more in all: one right, at the end of a row one up",
            "Pays less: stays. Withholds or earns nothing: one left, in the first column one down",
            "A player or the company sells: one down a share. Sold out when a stock round ends: one up",
            "A loan taken: one left. A loan repaid: one right",
            "Certificates of companies in the yellow zone do not count for the limit",
        ]
        .map(String::from)
        .to_vec()
    }

    /// What happens when a phase begins, by phase (section 2).
    pub(crate) fn phase_notes(&self) -> Vec<String> {
        [
            "Powers of privates may be used",
            "",
            "2H rust; the Etat may form; companies trade trains; who floats now has ten shares",
            "4H rust; privates close; all companies have ten shares; the SNCF may form; capital is 10 x the value",
            "6H rust; Mail and Train-Limit token go; the SNCF may form if it has not",
            "E trains reach 5 places and are no longer doubled",
        ]
        .map(String::from)
        .to_vec()
    }
}

impl Y1826 {
    /// Destination, loans, bonds and tokens of a company, in short sentences for its sheet.
    pub(super) fn notes_of(&self, rules: &Rules, company: CompanyId) -> Vec<String> {
        let map = &rules.definition.map;
        let mut notes = Vec::new();
        let facts = self.shared.company(company);
        if let Some(hex) = rules.special.destination(company)
            && facts.status != Status::Closed
            && facts.units != 10
        {
            let data = map.at(hex);
            let joined = if self.is_connected(rules, company) {
                "connected"
            } else {
                "not connected"
            };
            notes.push(format!(
                "Destination {} ({}): {joined}.",
                data.place.as_deref().unwrap_or(""),
                data.name
            ));
        }
        match self.loans_of(company) {
            0 => {}
            1 => notes.push("1 loan: 50 of interest each operating round.".into()),
            loans => notes.push(format!(
                "{loans} loans: {} of interest each operating round.",
                50 * i32::from(loans)
            )),
        }
        if company == rules.special.sncf.company && facts.status == Status::Open {
            notes.push(format!(
                "Bonds: {} in the treasury, {} in the market, {} with players.",
                self.bonds.treasury,
                self.bonds.pool,
                self.bonds.out() - self.bonds.pool
            ));
        }
        if let Some((owner, hex)) = self.mail
            && owner == company
        {
            notes.push(format!("Mail: 10 more in {}.", map.at(hex).name));
        }
        if self.extra_train == Some(company) {
            notes.push("Train-Limit token: one train more.".into());
        }
        if facts.status == Status::Open && !self.is_floated(company) {
            notes.push("Started, not floated.".into());
        }
        notes
    }

    pub(super) fn all_marks(&self, rules: &Rules) -> Vec<Mark> {
        let special = &rules.special;
        let mut marks = Vec::new();
        for company in rules.definition.company_ids() {
            let facts = self.shared.company(company);
            if let Some(hex) = special.destination(company)
                && facts.status != Status::Closed
                && facts.units != 10
            {
                marks.push(Mark::Destination { company, hex });
            }
        }
        for &(hex, company) in &special.guarded {
            if self.guard(rules, hex).is_some() {
                marks.push(Mark::Guarded { company, hex });
            }
        }
        if !self.shared.company(special.belgian).operated {
            let company = special.belgian;
            marks.extend(special.zone.iter().map(|&hex| Mark::Zone { company, hex }));
        }
        if let Some((company, hex)) = self.mail {
            marks.push(Mark::Mail {
                company,
                hex,
                value: 10,
            });
        }
        marks
    }
}
