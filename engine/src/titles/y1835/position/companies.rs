//! Minors and share companies of a scenario's position: papers, markers, homes.

use super::Position;
use crate::action::Lot;
use crate::board::Occupant;
use crate::finance::Holder;
use crate::ids::{CompanyId, PaperId, StopRef};
use crate::scenario::number;
use crate::shared::Status;

impl Position<'_> {
    /// `M4 P2 [new] [nohome]`.
    pub(super) fn minor(&mut self, words: &[&str]) -> Result<(), String> {
        let [id, who, marks @ ..] = words else {
            return Err("`minor M4 P2`".into());
        };
        let company = self.common.names.company(id)?;
        let holder = self.common.names.holder(who, company)?;
        self.give(Lot::Company(company), holder);
        let tokens = self.rules.definition.at(company).tokens;
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.status = Status::Open;
            facts.units = super::super::setup::UNITS;
            facts.operated = !marks.contains(&"new");
            facts.tokens_left = tokens;
        }
        if !marks.contains(&"nohome") {
            self.homes.push(company);
        }
        Ok(())
    }

    /// `BA at B4 [new] [nohome]: P1 D+2x10 P2 3x10 market 20`, `BA unfloated: P1 D`; the rest lies in the offer.
    /// `r10` is a share of the Prussian kept for an exchange.
    pub(super) fn company(&mut self, words: &[&str]) -> Result<(), String> {
        let (head, holdings) = match words.iter().position(|word| *word == ":") {
            Some(at) => (words.get(..at), words.get(at + 1..)),
            None => (Some(words), None),
        };
        let head = head.unwrap_or(&[]);
        let [id, rest @ ..] = head else {
            return Err("`co BA at B4: P1 D+10`".into());
        };
        let company = self.common.names.company(id)?;
        self.reset(company);
        for pair in holdings.unwrap_or(&[]).chunks(2) {
            let [who, list] = pair else {
                return Err("after the colon stand holders and certificates".into());
            };
            let holder = self.common.names.holder(who, company)?;
            for word in list.split('+') {
                let (count, size) = word.split_once('x').unwrap_or(("1", word));
                for _ in 0..number::<u8>(count)? {
                    let paper = self
                        .free_paper(company, size)
                        .ok_or(format!("no {size} of {id} is left"))?;
                    self.state.shared.papers.move_to(paper, holder);
                }
            }
        }
        let tokens = self.rules.definition.at(company).tokens;
        match rest {
            ["unfloated", ..] => {
                if let Some(facts) = self.state.shared.company_mut(company) {
                    facts.status = Status::Unopened;
                }
            }
            ["at", cell, marks @ ..] => {
                let cell = self.cell(cell)?;
                self.state.shared.markers.place(company, cell, true);
                if let Some(facts) = self.state.shared.company_mut(company) {
                    facts.status = Status::Open;
                    facts.operated = !marks.contains(&"new");
                    facts.tokens_left = tokens;
                }
                if !marks.contains(&"nohome") && company != self.rules.special.badish {
                    self.homes.push(company);
                }
                let events = &mut Vec::new();
                self.state.record_if_headless(self.rules, company, events);
            }
            _ => return Err("`co BA at B4 …` or `co BA unfloated …`".into()),
        }
        Ok(())
    }

    /// All papers as at the start.
    fn reset(&mut self, company: CompanyId) {
        let fresh = crate::finance::Papers::new(&self.rules.definition);
        let papers: Vec<PaperId> = fresh
            .of_company(&self.rules.definition, company)
            .map(|(paper, _, _)| paper)
            .collect();
        for paper in papers {
            let holder = fresh.holder(paper);
            self.state.shared.papers.move_to(paper, holder);
        }
    }

    fn free_paper(&self, company: CompanyId, size: &str) -> Option<PaperId> {
        let reserved = size.starts_with('r') || size == "5";
        let want: u8 = size.trim_start_matches('r').parse().unwrap_or(0);
        self.state
            .shared
            .papers
            .of_company(&self.rules.definition, company)
            .filter(|(_, units, director)| {
                if size == "D" {
                    *director
                } else {
                    !director && units * 5 == want
                }
            })
            .map(|(paper, _, _)| paper)
            .find(|&paper| match self.state.shared.papers.holder(paper) {
                Holder::Initial => !reserved,
                Holder::Reserved => reserved || size == "D",
                _ => false,
            })
    }

    /// `C3`: column C, row 3.
    fn cell(&self, word: &str) -> Result<crate::ids::CellId, String> {
        cell_named(self.rules, word)
    }

    /// Home markers, once the tiles lie.
    pub(super) fn place_homes(&mut self) -> Result<(), String> {
        for company in std::mem::take(&mut self.homes) {
            let Some(home) = self.rules.definition.at(company).home else {
                continue;
            };
            let at: StopRef = self.common.home(&self.state.shared, home);
            if self.state.shared.board.has_station_on(at.hex, company) {
                continue;
            }
            let what = Occupant::Station(company);
            self.common.station(&mut self.state.shared, at, what)?;
        }
        Ok(())
    }
}

/// A cell by its name on the index.
pub(super) fn cell_named(
    rules: &super::super::Y35Rules,
    word: &str,
) -> Result<crate::ids::CellId, String> {
    let mut bytes = word.bytes();
    let column = bytes.next().unwrap_or(0).wrapping_sub(b'A');
    let row = bytes.next().unwrap_or(0).wrapping_sub(b'1');
    rules
        .definition
        .chart
        .find(row, column)
        .ok_or(format!("{word:?} is no square of the index"))
}
