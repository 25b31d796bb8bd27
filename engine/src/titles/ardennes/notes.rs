//! Short texts for pictures and look-ups: what ferries pay, what moves a price, what a phase brings.

use super::{ArdRules, Ardennes};
use crate::ids::{CompanyId, HexId};

impl ArdRules {
    /// How to read the marks on the map.
    pub(crate) fn map_notes(&self) -> &'static [&'static str] {
        &["⚓ and ⚒ are ferry and mining tokens."]
    }

    /// Ferries with what they pay to the smallest and the largest train (ARD-6.4.1-05).
    pub(crate) fn hex_notes(&self) -> Vec<(HexId, String)> {
        let least = self.special.ferry_bonus.iter().min().copied().unwrap_or(0);
        let most = self.special.ferry_bonus.iter().max().copied().unwrap_or(0);
        self.special
            .ferries
            .iter()
            .map(|(hex, _)| (*hex, format!("{least}–{most}")))
            .collect()
    }

    /// What moves a marker (section 4.2), in short lines.
    pub(crate) fn market_notes(&self) -> Vec<String> {
        [
            "Pays its price or more: one right; minors and 5-share companies two right at twice the price",
            "Pays less: stays. Withholds or earns nothing: one left",
            "President sells, company issues: one left a share. Shares in the market when a stock round ends: one left",
            "Public companies stop at 50; minors below it lie in the Grey Zone, worth nothing",
        ]
        .map(String::from)
        .to_vec()
    }

    /// What happens when a phase begins, by phase (section 2).
    pub(crate) fn phase_notes(&self) -> Vec<String> {
        [
            "",
            "Public companies from the next stock round on",
            "2s rust: a last run for who has not operated",
            "",
            "3s rust at once",
        ]
        .map(String::from)
        .to_vec()
    }
}

impl Ardennes {
    /// Bonus rights and forts of a company, in short sentences for its sheet.
    pub(super) fn notes_of(&self, rules: &ArdRules, company: CompanyId) -> Vec<String> {
        let map = &rules.definition.map;
        let mut notes: Vec<String> = (self.rights.iter())
            .filter(|right| right.company == company)
            .map(|right| format!("{} of {}.", right.bonus.name(), map.at(right.hex).name))
            .collect();
        match self.fort_count(company) {
            0 => {}
            1 => notes.push("1 fort.".into()),
            count => notes.push(format!("{count} forts.")),
        }
        notes
    }
}
