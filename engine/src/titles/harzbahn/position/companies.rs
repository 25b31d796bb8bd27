//! Mines, public mining companies, railways and the MHE of a scenario's position.

use super::{OnMine, Position};
use crate::finance::Holder;
use crate::ids::{CompanyId, PaperId};
use crate::scenario::number;
use crate::shared::Status;

/// What stands after the name and the value of a company.
#[derive(Default)]
struct Words<'a> {
    holdings: Vec<(&'a str, u8)>,
    marks: Vec<&'a str>,
    mines: Vec<&'a str>,
    shares: Option<u8>,
    train: Option<&'a str>,
}

/// Reads marks and holdings in any order: `new shares 10 : P1 2 market 1 | mines 12 6`.
fn read<'a>(words: &[&'a str]) -> Result<Words<'a>, String> {
    const MARKS: &[&str] = &["new", "pending", "unbuilt", "built", "nohome", "floated"];
    let mut read = Words::default();
    let mut list = words.iter().copied();
    let mut mines = false;
    while let Some(word) = list.next() {
        let mut after = || {
            list.next()
                .ok_or(format!("after {word} something is missing"))
        };
        match word {
            ":" | "|" => mines = false,
            "mines" => mines = true,
            "shares" => read.shares = Some(number(after()?)?),
            "train" => read.train = Some(after()?),
            mark if MARKS.contains(&mark) => read.marks.push(mark),
            mine if mines => read.mines.push(mine),
            holder => read.holdings.push((holder, number(after()?)?)),
        }
    }
    Ok(read)
}

impl Words<'_> {
    fn has(&self, mark: &str) -> bool {
        self.marks.contains(&mark)
    }
}

impl Position<'_> {
    /// `9 [P2] [connected] [machine 2] [switcher 2S-0] [closed]`.
    pub(super) fn mine(&mut self, mine: &str, words: &[&str]) -> Result<(), String> {
        let mine = self.common.names.company(mine)?;
        if !self.rules.is_mine(mine) {
            return Err("a mine has a number from 1 to 15".into());
        }
        let mut now = self.state.mine(mine);
        now.open = true;
        let mut holder = None;
        let mut list = words.iter();
        while let Some(word) = list.next() {
            let mut after = || {
                list.next()
                    .ok_or(format!("after {word} something is missing"))
            };
            match *word {
                "closed" => {
                    now.open = false;
                    holder = Some(Holder::Reserved);
                }
                "connected" => now.connected = true,
                "machine" => now.machine = number(after()?)?,
                "switcher" => {
                    let card = self.common.names.train(after()?)?;
                    now.switcher = Some(card);
                    self.marks.push(OnMine { mine, card });
                }
                who => holder = Some(Holder::Player(self.common.names.seat(who)?)),
            }
        }
        if let Some(holder) = holder {
            self.certificate(mine, holder);
        }
        if let Some(place) = self.state.mine_mut(mine) {
            *place = now;
        }
        Ok(())
    }

    fn certificate(&mut self, mine: CompanyId, holder: Holder) {
        let papers = &mut self.state.shared.papers;
        if let Some(paper) = papers.director_paper(&self.rules.definition, mine) {
            papers.move_to(paper, holder);
        }
    }

    /// `HW at 200 by P4 [new] [shares 5] : P4 2 market 1 | mines 12 6`; the rest lies in the offering.
    pub(super) fn mining(&mut self, words: &[&str]) -> Result<(), String> {
        let [id, "at", price, "by", director, rest @ ..] = words else {
            return Err("`pmc HW at 200 by P4: P4 2 | mines 12 6`".into());
        };
        let company = self.common.names.company(id)?;
        if !self.rules.is_mining(company) {
            return Err("HW, CO, MO, SN and U are public mining companies".into());
        }
        let read = read(rest)?;
        let rest = if *director == "market" {
            Holder::Pool
        } else {
            Holder::Company(company)
        };
        self.form(company, price, read.shares.unwrap_or(2), rest)?;
        self.start(company, director, &read, rest)?;
        for mine in self.common.companies(&read.mines)? {
            if !self.rules.is_mine(mine) {
                return Err("after `mines` stand numbers of mines".into());
            }
            self.certificate(mine, Holder::Company(company));
            if let Some(now) = self.state.mine_mut(mine) {
                now.open = true;
            }
            if let Some(pits) = self.state.pits.get_mut(company.index()) {
                pits.push(mine);
            }
        }
        Ok(())
    }

    /// `HBE at 150 by P1 [new] [shares 10] [pending] [unbuilt] [nohome] : P1 2 P2 1 market 2`; formed and perhaps
    /// floated.
    pub(super) fn railway(&mut self, words: &[&str], floated: bool) -> Result<(), String> {
        let [id, "at", price, "by", director, rest @ ..] = words else {
            return Err("`railway HBE at 150 by P1: P1 2 P2 1`".into());
        };
        let company = self.common.names.company(id)?;
        if !self.rules.is_railway(company) {
            return Err("that is no railway".into());
        }
        let read = read(rest)?;
        let units = read.shares.unwrap_or(5);
        // H73-3.2.3.1-03: with the flotation the rest goes to the pool.
        let rest = if floated && units == 5 || *director == "market" {
            Holder::Pool
        } else {
            Holder::Company(company)
        };
        self.form(company, price, units, rest)?;
        self.start(company, director, &read, rest)?;
        let concession = self.rules.special.concession(company);
        let more = concession.map_or(0, |concession| concession.more_tokens);
        let tokens = self.rules.definition.at(company).tokens;
        let new = read.has("new") || !floated;
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.operated = !new;
            facts.tokens_left = tokens + if units == 10 { more } else { 0 };
        }
        let unbuilt = read.has("unbuilt") || (!floated && !read.has("built"));
        if let Some(line) = self.state.line_mut(company) {
            line.active = true;
            line.pending = new || read.has("pending");
            line.complete |= !unbuilt;
        }
        if !unbuilt {
            self.parts.push(company);
        }
        if floated && !read.has("nohome") {
            self.floated.push(company);
        }
        Ok(())
    }

    /// `at 120 [train 2T] [new] [: P1 3]`; the rest lies in the pool.
    pub(super) fn external(&mut self, words: &[&str]) -> Result<(), String> {
        let ["at", price, rest @ ..] = words else {
            return Err("`mhe at 120 train 2T: P1 3`".into());
        };
        let company = self.rules.special.external;
        let read = read(rest)?;
        self.form(company, price, 10, Holder::Pool)?;
        self.hold(company, &read, Holder::Pool)?;
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.operated = !read.has("new");
        }
        self.external = Some(read.train.unwrap_or("1T").to_string());
        Ok(())
    }

    /// Puts a company into play with all its shares in `rest`.
    fn form(
        &mut self,
        company: CompanyId,
        price: &str,
        units: u8,
        rest: Holder,
    ) -> Result<(), String> {
        let definition = &self.rules.definition;
        let cell = definition.chart.priced(number(price)?, "");
        let cell = cell.ok_or("no such value")?;
        self.state.shared.markers.place(company, cell, true);
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.status = Status::Open;
            facts.units = units;
        }
        let papers: Vec<PaperId> = self
            .state
            .shared
            .papers
            .of_company(definition, company)
            .map(|(paper, _, _)| paper)
            .collect();
        if papers.len() < usize::from(units) {
            return Err("it has not so many shares".into());
        }
        for (index, paper) in papers.into_iter().enumerate() {
            let holder = if index < usize::from(units) {
                rest
            } else {
                Holder::Reserved
            };
            self.state.shared.papers.move_to(paper, holder);
        }
        Ok(())
    }

    fn start(
        &mut self,
        company: CompanyId,
        director: &str,
        read: &Words,
        rest: Holder,
    ) -> Result<(), String> {
        let director = match director {
            "market" => None,
            who => Some(self.common.names.seat(who)?),
        };
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.director = director;
            facts.operated = !read.has("new");
        }
        if director.is_none() {
            self.receive(company);
        }
        self.hold(company, read, rest)
    }

    /// Hands the shares out.
    fn hold(&mut self, company: CompanyId, read: &Words, rest: Holder) -> Result<(), String> {
        for (who, count) in &read.holdings {
            let holder = self.common.names.holder(who, company)?;
            if holder == rest {
                continue;
            }
            let left = self.state.shares(self.rules, company, rest);
            if *count > left {
                return Err(format!("only {left} shares are left for {who}"));
            }
            let events = &mut Vec::new();
            self.state
                .move_shares(self.rules, company, rest, holder, *count, events);
        }
        Ok(())
    }
}
