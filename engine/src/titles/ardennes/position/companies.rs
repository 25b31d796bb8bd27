//! Minors and public companies of a scenario's position: markers, papers, presidents.

use super::{HOME_DUE, Position};
use crate::finance::Holder;
use crate::ids::{CompanyId, PaperId};
use crate::scenario::number;
use crate::shared::Status;

impl Position<'_> {
    /// `14 at 60 by P2 [new] [nohome]`.
    pub(super) fn minor(&mut self, words: &[&str]) -> Result<(), String> {
        let [id, "at", price, "by", holder, marks @ ..] = words else {
            return Err("`minor 14 at 60 by P2`".into());
        };
        let company = self.common.names.company(id)?;
        let holder = self.common.names.holder(holder, company)?;
        if let Some(paper) = self.paper(company) {
            self.state.shared.papers.move_to(paper, holder);
        }
        self.open(company, price, 4, !marks.contains(&"new"))?;
        if marks.contains(&"nohome") {
            return Ok(());
        }
        // The home's station is put when the tiles lie; see `homes`.
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.tokens_left = HOME_DUE;
        }
        Ok(())
    }

    fn paper(&self, company: CompanyId) -> Option<PaperId> {
        let papers = &self.state.shared.papers;
        papers.director_paper(&self.rules.definition, company)
    }

    fn open(
        &mut self,
        company: CompanyId,
        price: &str,
        units: u8,
        operated: bool,
    ) -> Result<(), String> {
        let definition = &self.rules.definition;
        let price: i32 = if price == "grey" { 0 } else { number(price)? };
        let cell = definition.chart.priced(price, "").ok_or("no such price")?;
        self.state.shared.markers.place(company, cell, false);
        let tokens_left = definition.at(company).tokens;
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.status = Status::Open;
            facts.units = units;
            facts.operated = operated;
            facts.tokens_left = tokens_left;
        }
        Ok(())
    }

    /// `BE at 200 by P1 [shares 10] [new] [: P1 3 P2 1 market 2]`; the rest of the shares lies in the treasury.
    pub(super) fn pc(&mut self, words: &[&str]) -> Result<(), String> {
        let (head, holdings) = match words.iter().position(|word| *word == ":") {
            Some(at) => (words.get(..at), words.get(at + 1..)),
            None => (Some(words), None),
        };
        let Some([id, "at", price, "by", president, marks @ ..]) = head else {
            return Err("`pc BE at 200 by P1 shares 10 : P1 3 market 2`".into());
        };
        let definition = &self.rules.definition;
        let company = self.common.names.company(id)?;
        let units = match marks {
            ["shares", units, ..] => number(units)?,
            _ => 5,
        };
        self.open(company, price, units, !marks.contains(&"new"))?;
        self.pcs = true;
        let president = self.common.names.holder(president, company)?;
        let list: Vec<(PaperId, bool)> = self
            .state
            .shared
            .papers
            .of_company(definition, company)
            .map(|(paper, _, director)| (paper, director))
            .collect();
        let papers = &mut self.state.shared.papers;
        for (paper, director) in list {
            let reserved = papers.holder(paper) == Holder::Reserved;
            if director {
                papers.move_to(paper, president);
            } else if !reserved || units == 10 {
                papers.move_to(paper, Holder::Company(company));
            }
        }
        let own = if let Holder::Player(seat) = president {
            vec![format!("P{}", seat.0 + 1), "3".to_string()]
        } else {
            Vec::new()
        };
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        for pair in holdings.unwrap_or(&own).chunks(2) {
            let [who, count] = pair else {
                return Err("after the colon stand holders and numbers of shares".into());
            };
            let holder = self.common.names.holder(who, company)?;
            let mut left: u8 = number(count)?;
            if holder == president {
                left = left
                    .checked_sub(2)
                    .ok_or("a president has two shares at least")?;
            }
            let singles = self
                .state
                .units(self.rules, company, Holder::Company(company));
            if left > singles {
                return Err(format!("{id} has only {singles} shares left for {who}"));
            }
            let events = &mut Vec::new();
            let from = Holder::Company(company);
            self.state
                .move_singles(self.rules, company, from, holder, left, events);
        }
        Ok(())
    }
}
