//! Companies of a scenario's position: markers, papers, stations.

use super::Position;
use crate::board::Occupant;
use crate::finance::Holder;
use crate::ids::{CompanyId, PaperId};
use crate::scenario::number;
use crate::shared::Status;

impl Position<'_> {
    /// `PO at D2 by P1 [ten] [new] [started] [nohome] [: P1 3 P2 1 market 1]`; the rest of the shares lies in the
    /// treasury, of a started company in the offering. A national is `Etat at A1 by P3 : P3 2 …`.
    pub(super) fn company(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|word| *word == ":");
        let (head, holdings) = match at {
            Some(at) => (words.get(..at), words.get(at + 1..)),
            None => (Some(words), None),
        };
        let Some([id, "at", cell, "by", president, marks @ ..]) = head else {
            return Err("`co PO at D2 by P1 ten : P1 3 market 2`".into());
        };
        let company = self.common.names.company(id)?;
        let national = self.rules.is_national(company);
        let belgian = self.rules.special.ten_share.contains(&company);
        let ten = marks.contains(&"ten") || national || belgian;
        let started = marks.contains(&"started");
        let cell = self.cell(cell)?;
        self.state.shared.markers.place(company, cell, false);
        let late = self.state.since(self.rules, "10H");
        let tokens = match self.rules.special.national(company) {
            Some(national) => national.tokens + 4,
            None if started => 0,
            None if !ten => 3,
            None if late => 5,
            None => 4,
        };
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.status = Status::Open;
            facts.units = if ten { 10 } else { 5 };
            facts.operated = !marks.contains(&"new") && !started;
            facts.tokens_left = tokens;
        }
        if !started {
            self.state.floated = self.state.floated.with(company);
            if !marks.contains(&"nohome") {
                self.homes.push(company);
            }
        }
        self.papers(company, president, (ten, started), holdings)
    }

    fn papers(
        &mut self,
        company: CompanyId,
        president: &str,
        (ten, started): (bool, bool),
        holdings: Option<&[&str]>,
    ) -> Result<(), String> {
        let names = self.common.names;
        let rest = if started {
            Holder::Initial
        } else {
            Holder::Company(company)
        };
        let president = names.holder(president, company)?;
        let list: Vec<(PaperId, bool)> = self
            .state
            .shared
            .papers
            .of_company(&self.rules.definition, company)
            .map(|(paper, _, director)| (paper, director))
            .collect();
        let papers = &mut self.state.shared.papers;
        for (paper, director) in list {
            if director {
                papers.move_to(paper, president);
            } else if ten || papers.holder(paper) != Holder::Reserved {
                papers.move_to(paper, rest);
            }
        }
        let top = self.state.director_units(self.rules, company);
        for pair in holdings.unwrap_or(&[]).chunks(2) {
            let [who, count] = pair else {
                return Err("after the colon stand holders and numbers of shares".into());
            };
            let holder = names.holder(who, company)?;
            let mut left: u8 = number(count)?;
            if holder == president {
                left = left
                    .checked_sub(top)
                    .ok_or("a president has his certificate at least")?;
            }
            if holder == rest {
                continue;
            }
            let events = &mut Vec::new();
            let moved = self
                .state
                .move_singles(self.rules, company, rest, holder, left, events);
            if moved != left {
                return Err(format!("only {moved} shares are left for {who}"));
            }
        }
        Ok(())
    }

    /// Home stations of floated companies.
    pub(super) fn put_homes(&mut self) -> Result<(), String> {
        for company in self.homes.clone() {
            if let Some(home) = self.rules.definition.at(company).home {
                let at = self.common.home(&self.state.shared, home);
                let shared = &mut self.state.shared;
                self.common
                    .station(shared, at, Occupant::Station(company))?;
            }
        }
        Ok(())
    }
}
