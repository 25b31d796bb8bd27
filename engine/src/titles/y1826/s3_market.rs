//! Section 3: the stock market, certificates and limits; 4.6.4: who presides.

use super::{Rules, Y1826};
use crate::event::{Cause, Event};
use crate::finance::{Account, Dir, Holder};
use crate::ids::{CompanyId, PaperId, Seat};
use crate::rules::PaperDef;
use crate::shared::Ending;

impl Y1826 {
    /// Moves money; a bank at nothing or less is broken for good (E26-5-01, E26-5-03, E26-RUL-33).
    pub(super) fn pay(
        &mut self,
        events: &mut Vec<Event>,
        from: Account,
        to: Account,
        sum: i32,
        cause: Cause,
    ) {
        self.shared.pay(events, from, to, sum, cause);
        if sum != 0 && self.shared.ending == Ending::Open && self.shared.cash.of(Account::Bank) <= 0
        {
            self.shared.ending = Ending::Last;
            events.push(Event::BankBroken);
        }
    }

    /// Price of a share; 0 for a company without marker.
    pub(crate) fn price(&self, rules: &Rules, company: CompanyId) -> i32 {
        self.shared.price(&rules.definition, company).unwrap_or(0)
    }

    /// Share units of a holder.
    pub(crate) fn units(&self, rules: &Rules, company: CompanyId, holder: Holder) -> u8 {
        self.shared.units(&rules.definition, company, holder)
    }

    /// Share units of a player.
    pub(crate) fn units_of(&self, rules: &Rules, company: CompanyId, seat: Seat) -> u8 {
        self.units(rules, company, Holder::Player(seat))
    }

    /// Who presides.
    pub(crate) fn president(&self, rules: &Rules, company: CompanyId) -> Option<Seat> {
        self.shared.director(&rules.definition, company)
    }

    /// Moves the marker so many steps, each in the first direction that the chart has.
    pub(super) fn move_price(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        dirs: &[Dir],
        steps: u8,
        events: &mut Vec<Event>,
    ) {
        if let Some(cell) = self.shared.markers.cell(company) {
            let to = rules.definition.chart.walk(cell, dirs, steps, 0);
            self.shared.move_marker(events, company, to);
        }
    }

    /// One row down for each share sold (E26-3.5-01 to 04).
    pub(super) fn fall(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        shares: u8,
        events: &mut Vec<Event>,
    ) {
        self.move_price(rules, company, &[Dir::Down], shares, events);
    }

    /// One column left, at the end of a row one down (E26-3.5-08, 11, 14, 16).
    pub(super) fn left(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        steps: u8,
        events: &mut Vec<Event>,
    ) {
        self.move_price(rules, company, &[Dir::Left, Dir::Down], steps, events);
    }

    /// One column right, at the end of a row one up (E26-3.5-09, 12, 13, 15).
    pub(super) fn right(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        steps: u8,
        events: &mut Vec<Event>,
    ) {
        self.move_price(rules, company, &[Dir::Right, Dir::Up], steps, events);
    }

    /// Whether the marker lies in the Yellow Zone (E26-3.2-01).
    pub(crate) fn in_yellow(&self, rules: &Rules, company: CompanyId) -> bool {
        self.shared.markers.cell(company).is_some_and(|cell| {
            let marks = &rules.definition.chart.at(cell).marks;
            marks.iter().any(|mark| mark == "yellow")
        })
    }

    /// Certificates that count (E26-3.4-02, E26-3.4-04).
    pub(crate) fn certificates_of(&self, rules: &Rules, seat: Seat) -> u8 {
        let definition = &rules.definition;
        definition
            .company_ids()
            .filter(|&company| !self.in_yellow(rules, company))
            .map(|company| {
                let papers = &self.shared.papers;
                papers.certificates(definition, company, Holder::Player(seat))
            })
            .sum()
    }

    /// E26-3.4-03.
    pub(crate) fn certificate_limit(&self, rules: &Rules) -> u8 {
        let limits = &rules.special.certificate_limit;
        limits.get(&rules.players.to_string()).copied().unwrap_or(0)
    }

    /// Shares that a player may own: 60% (E26-3.4-05, E26-3.4-06).
    pub(crate) fn most_units(&self, company: CompanyId) -> u8 {
        self.shared.company(company).units * 6 / 10
    }

    /// Shares that the market may hold: half, rounded down (E26-3.4-08).
    pub(super) fn most_in_pool(&self, company: CompanyId) -> u8 {
        self.shared.company(company).units / 2
    }

    /// Papers of one share each that a holder has, the president's certificate left out.
    pub(super) fn singles(
        &self,
        rules: &Rules,
        company: CompanyId,
        holder: Holder,
    ) -> Vec<PaperId> {
        let papers = &self.shared.papers;
        papers
            .held(&rules.definition, company, holder)
            .filter(|(_, _, director)| !director)
            .map(|(paper, ..)| paper)
            .collect()
    }

    /// Moves up to so many singles; gives back how many moved.
    pub(super) fn move_singles(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        from: Holder,
        to: Holder,
        count: u8,
        events: &mut Vec<Event>,
    ) -> u8 {
        let list = self.singles(rules, company, from);
        let moved = list.len().min(usize::from(count));
        for paper in list.into_iter().take(moved) {
            self.shared.move_paper(events, paper, to);
        }
        moved as u8
    }

    /// Shares of the president's certificate (E26-3.4-01).
    pub(super) fn director_units(&self, rules: &Rules, company: CompanyId) -> u8 {
        let papers = &self.shared.papers;
        let units = |paper: PaperId| match rules.definition.papers.get(paper.index()) {
            Some(PaperDef::Share { units, .. }) => *units,
            _ => 0,
        };
        papers
            .director_paper(&rules.definition, company)
            .map_or(0, units)
    }

    /// Who holds most shares after `old`, with at least `least`: of equals the first in table order after him
    /// (E26-4.6.4-03).
    pub(super) fn successor(
        &self,
        rules: &Rules,
        company: CompanyId,
        old: Seat,
        least: u8,
    ) -> Option<(Seat, u8)> {
        let mut best: Option<(Seat, u8)> = None;
        for seat in self.shared.table.from(self.shared.table.after(old)) {
            let units = self.units_of(rules, company, seat);
            if seat != old && units >= least && best.is_none_or(|(_, most)| units > most) {
                best = Some((seat, units));
            }
        }
        best
    }

    /// E26-4.6.4-01 to 03: a player with more shares takes the president's certificate for as many singles.
    pub(super) fn check_president(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let Some(old) = self.president(rules, company) else {
            self.first_president(rules, company, events);
            return;
        };
        let own = self.units_of(rules, company, old);
        if let Some((next, units)) = self.successor(rules, company, old, 1)
            && units > own
        {
            self.swap_president(rules, company, old, next, Holder::Player(old), events);
        }
    }

    /// A national that nobody presides goes to who gets a share: a single for the certificate (E26-RUL-23, E26-RUL-32).
    fn first_president(&mut self, rules: &Rules, company: CompanyId, events: &mut Vec<Event>) {
        let papers = &self.shared.papers;
        let paper = papers.director_paper(&rules.definition, company);
        let seats = (0..rules.players).map(Seat);
        let next = seats
            .rev()
            .max_by_key(|&seat| self.units_of(rules, company, seat));
        let (Some(paper), Some(next)) = (paper, next) else {
            return;
        };
        let lies = self.shared.papers.holder(paper);
        let open = matches!(lies, Holder::Company(_) | Holder::Pool);
        if !rules.is_national(company) || !open || self.units_of(rules, company, next) == 0 {
            return;
        }
        let from = Holder::Player(next);
        self.move_singles(rules, company, from, lies, 1, events);
        self.shared.move_paper(events, paper, from);
        events.push(Event::DirectorChanged {
            company,
            from: None,
            to: Some(next),
        });
    }

    /// Gives the president's certificate of `old` to `next`, whose singles go to `singles_to`.
    pub(super) fn swap_president(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        old: Seat,
        next: Seat,
        singles_to: Holder,
        events: &mut Vec<Event>,
    ) {
        let count = self.director_units(rules, company);
        let from = Holder::Player(next);
        self.move_singles(rules, company, from, singles_to, count, events);
        let paper = self
            .shared
            .papers
            .director_paper(&rules.definition, company);
        if let Some(paper) = paper {
            self.shared.move_paper(events, paper, from);
        }
        events.push(Event::DirectorChanged {
            company,
            from: Some(old),
            to: Some(next),
        });
    }
}
