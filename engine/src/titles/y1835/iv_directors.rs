//! Section IV: who directs a company, and how that changes.

use super::{Frame, Y35Rules, Y1835};
use crate::action::Parcel;
use crate::event::Event;
use crate::finance::Holder;
use crate::ids::{CompanyId, PaperId, Seat};
use crate::shared::Status;

impl Y1835 {
    /// Who decides for a company.
    pub(crate) fn director(&self, rules: &Y35Rules, company: CompanyId) -> Option<Seat> {
        self.shared.director(&rules.definition, company)
    }

    /// Units of the company that a seat holds.
    pub(crate) fn held_units(&self, rules: &Y35Rules, company: CompanyId, seat: Seat) -> u8 {
        self.shared
            .units(&rules.definition, company, Holder::Player(seat))
    }

    /// Units of the director's certificate: 20%, of the Prussian 10%.
    pub(super) fn director_units(&self, rules: &Y35Rules, company: CompanyId) -> u8 {
        self.shared
            .papers
            .of_company(&rules.definition, company)
            .find(|(_, _, director)| *director)
            .map_or(4, |(_, units, _)| units)
    }

    /// Of the others the one with most units, more than `over`: the first to the left of `old` among equals
    /// (E35-IV.3-01, 02).
    pub(super) fn successor(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        old: Seat,
        over: u8,
    ) -> Option<Seat> {
        let mut best: Option<(u8, Seat)> = None;
        for seat in self.left_of(old) {
            let units = self.held_units(rules, company, seat);
            if units > over && best.is_none_or(|(most, _)| units > most) {
                best = Some((units, seat));
            }
        }
        best.map(|(_, seat)| seat)
    }

    /// The other seats in the game, from the left of `seat` on.
    pub(super) fn left_of(&self, seat: Seat) -> Vec<Seat> {
        let mut seats = self.shared.table.from(self.shared.table.after(seat));
        seats.retain(|&other| other != seat);
        seats
    }

    /// Every choice of ordinary certificates of the seat that makes up the director's.
    pub(super) fn makeups(&self, rules: &Y35Rules, company: CompanyId, seat: Seat) -> Vec<Parcel> {
        let want = 5 * u16::from(self.director_units(rules, company));
        let have = self.parcel_of(rules, company, Holder::Player(seat));
        let mut found = Vec::new();
        for twenties in 0..=have.twenties.min(1) {
            for tens in 0..=have.tens.min(2) {
                for fives in 0..=have.fives.min(4) {
                    let parcel = Parcel {
                        fives,
                        tens,
                        twenties,
                        director: false,
                    };
                    if parcel.percent() == want {
                        found.push(parcel);
                    }
                }
            }
        }
        found
    }

    /// The certificates of a holder by size; the director's only as a mark.
    pub(super) fn parcel_of(&self, rules: &Y35Rules, company: CompanyId, holder: Holder) -> Parcel {
        let mut parcel = Parcel::default();
        for (_, units, director) in self.shared.papers.held(&rules.definition, company, holder) {
            if director {
                parcel.director = true;
            } else {
                parcel = parcel.with(units.saturating_mul(5));
            }
        }
        parcel
    }

    /// Moves ordinary certificates of those sizes.
    pub(super) fn move_parcel(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        parcel: Parcel,
        from: Holder,
        to: Holder,
        events: &mut Vec<Event>,
    ) {
        for percent in [20, 10, 5] {
            let papers: Vec<PaperId> = self
                .shared
                .papers
                .held(&rules.definition, company, from)
                .filter(|(_, units, director)| !director && units * 5 == percent)
                .map(|(paper, _, _)| paper)
                .take(usize::from(parcel.of(percent)))
                .collect();
            for paper in papers {
                self.shared.move_paper(events, paper, to);
            }
        }
    }

    /// E35-IV.2-03: another who holds more takes over at once.
    pub(super) fn check_director(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        match self.shared.papers.director(&rules.definition, company) {
            Some(seat) => {
                if let Some(facts) = self.shared.company_mut(company) {
                    facts.director = None;
                }
                let own = self.held_units(rules, company, seat);
                if let Some(next) = self.successor(rules, company, seat, own) {
                    self.swap(rules, company, seat, next, false, events);
                }
            }
            None => self.record_director(rules, company, events),
        }
    }

    /// The same for a position put together by hand.
    pub(super) fn record_if_headless(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if self
            .shared
            .papers
            .director(&rules.definition, company)
            .is_none()
        {
            self.record_director(rules, company, events);
        }
    }

    /// E35-XII-24: while the director's certificate lies in the pool the largest holder decides; at a tie the loco
    /// holder or the first to his left; the loco holder where nobody holds a share (E35-RUL-24).
    pub(super) fn record_director(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if self.shared.company(company).status != Status::Open || rules.is_minor(company) {
            return;
        }
        let before = self.shared.company(company).director;
        let own = before
            .filter(|&seat| !self.shared.table.is_out(seat))
            .map_or(0, |seat| self.held_units(rules, company, seat));
        let mut best = before.filter(|_| own > 0).map(|seat| (own, seat));
        for seat in self.shared.table.from(self.shared.table.priority) {
            let units = self.held_units(rules, company, seat);
            if units > 0 && best.is_none_or(|(most, _)| units > most) {
                best = Some((units, seat));
            }
        }
        let next = best.map(|(_, seat)| seat).or_else(|| {
            self.shared
                .table
                .from(self.shared.table.priority)
                .first()
                .copied()
        });
        if before != next {
            if let Some(facts) = self.shared.company_mut(company) {
                facts.director = next;
            }
            events.push(Event::DirectorChanged {
                company,
                from: before,
                to: next,
            });
        }
    }

    /// E35-IV.3-06, 07: the director's certificate changes hands; what the old one takes is asked where there is a
    /// choice. `sold`: it goes on to the pool.
    pub(super) fn swap(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        from: Seat,
        to: Seat,
        sold: bool,
        events: &mut Vec<Event>,
    ) {
        let makeups = self.makeups(rules, company, to);
        if let [only] = makeups.as_slice() {
            self.do_swap(rules, company, from, to, *only, sold, events);
        } else if !makeups.is_empty() {
            self.frames.push(Frame::Swap {
                company,
                from,
                to,
                sold,
            });
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn do_swap(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        from: Seat,
        to: Seat,
        parcel: Parcel,
        sold: bool,
        events: &mut Vec<Event>,
    ) {
        let goes = if sold {
            Holder::Pool
        } else {
            Holder::Player(from)
        };
        self.move_parcel(rules, company, parcel, Holder::Player(to), goes, events);
        if let Some(paper) = self
            .shared
            .papers
            .director_paper(&rules.definition, company)
        {
            self.shared.move_paper(events, paper, Holder::Player(to));
        }
        events.push(Event::DirectorChanged {
            company,
            from: Some(from),
            to: Some(to),
        });
    }
}
