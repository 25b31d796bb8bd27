//! Short texts for pictures and look-ups: what moves a price, what a phase brings, what is special about a company.

use super::{Y35Rules, Y1835};
use crate::action::Lot;
use crate::ids::{CompanyId, HexId};

impl Y35Rules {
    /// How to read the marks on the map.
    pub(crate) fn map_notes(&self) -> &'static [&'static str] {
        &[
            "Yellow hexes open in phase 2, green ones in phase 3; brown and red ones are never built on. XX and HH: twice a run until brown. Brown HH: 10 less over the ferry.",
        ]
    }

    /// None: the hexes are crowded enough; the legend tells of the ferry of Hamburg (E35-X-05).
    pub(crate) fn hex_notes(&self) -> Vec<(HexId, String)> {
        Vec::new()
    }

    /// What moves a marker (sections XI, XIV.4, XV.8), in short lines.
    pub(crate) fn market_notes(&self) -> Vec<String> {
        [
            "Dividend: one right, else up. None: one left, else down",
            "Each sale, whatever its size: one down",
            "All shares for sale with players when a share round ends: one up",
            "A price is for 10%; a marker that arrives goes under those there",
        ]
        .map(String::from)
        .to_vec()
    }

    /// What happens when a phase begins, by phase (section XII).
    pub(crate) fn phase_notes(&self) -> Vec<String> {
        [
            "Share companies lay two yellow tiles a turn",
            "Companies trade trains; one lay or promotion a turn; Alsace-Lorraine open",
            "2s scrapped; M2's owner may open the Prussian",
            "2+2s scrapped; the Prussian opens",
            "Privates close, minors become Prussian shares; Alsace-Lorraine closed",
            "3s scrapped",
            "3+3s scrapped",
        ]
        .map(String::from)
        .to_vec()
    }
}

impl Y1835 {
    /// What only this title knows about a company, in short sentences for its sheet.
    pub(super) fn notes_of(&self, rules: &Y35Rules, company: CompanyId) -> Vec<String> {
        let mut notes = Vec::new();
        let loan = self.loan_of(company);
        if loan > 0 {
            notes.push(format!(
                "Owes the bank {}: its income is kept until that is repaid.",
                rules.money(loan)
            ));
        }
        if company == rules.special.badish && self.badish_homeless(rules) {
            notes.push("Its home station is not chosen yet.".into());
        }
        if company == rules.special.prussian && !self.shared.is_open(company) {
            notes.push("Not open yet: its shares earn nothing and cannot be sold.".into());
        }
        if let Some(units) = rules.special.prussian_units(Lot::Company(company))
            && self.shared.is_open(company)
        {
            notes.push(format!(
                "Becomes {}% of the Prussian.",
                u16::from(units) * 5
            ));
        }
        notes
    }
}
