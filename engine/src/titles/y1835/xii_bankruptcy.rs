//! Section XII, E35-RUL-24: bankruptcy, and what becomes of the estate.

use super::{Y35Rules, Y1835};
use crate::action::{Lot, TrainSource};
use crate::board::Occupant;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, PaperId, PrivateId, Seat};
use crate::rolling_stock::TrainHolder;
use crate::shared::Status;

impl Y1835 {
    /// E35-XII-21 to 26.
    pub(super) fn do_bankrupt(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        company: CompanyId,
        source: TrainSource,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::Bankrupt { seat });
        let price = self.bank_train(rules, source).map_or(0, |(_, price)| price);
        let cash = self.shared.player_cash(seat);
        self.pay(
            events,
            Account::Player(seat),
            Account::Company(company),
            cash,
            Cause::Help,
        );
        let loan = price - self.shared.treasury(company);
        if loan > 0 {
            // It comes back with the price of the train: what the bank has left is judged after that.
            self.shared.pay(
                events,
                Account::Bank,
                Account::Company(company),
                loan,
                Cause::Loan,
            );
            match self.loans.iter_mut().find(|(of, _)| *of == company) {
                Some((_, sum)) => *sum += loan,
                None => self.loans.push((company, loan)),
            }
        }
        if let Some(out) = self.shared.table.out.get_mut(seat.index()) {
            *out = true;
        }
        if self.shared.table.priority == seat {
            self.shared.table.priority = self.shared.table.after(seat);
        }
        self.frames.pop();
        self.leave(rules, seat, company, events);
        if self.shared.table.out.iter().filter(|out| !**out).count() <= 1 {
            self.end_game(events);
            return;
        }
        // The purchase is made with the new director in charge.
        self.sold_now.clear();
        self.buy_from_bank(rules, company, source, events);
        self.check_bank(events);
    }

    /// Everything that he owned.
    fn leave(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        stricken: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let me = Holder::Player(seat);
        for company in rules.majors().collect::<Vec<_>>() {
            let mut papers: Vec<(PaperId, u8, bool)> = self
                .shared
                .papers
                .held(&rules.definition, company, me)
                .collect();
            papers.sort_by_key(|(_, _, director)| !director);
            let directed = papers.iter().any(|(_, _, director)| *director);
            if papers.is_empty() {
                self.record_if_headless(rules, company, events);
                continue;
            }
            if company == stricken {
                // E35-XII-23.
                for (paper, units, _) in papers {
                    let pool = self.shared.units(&rules.definition, company, Holder::Pool);
                    let to = if pool + units <= super::xv_sales::POOL {
                        Holder::Pool
                    } else {
                        Holder::Initial
                    };
                    self.shared.move_paper(events, paper, to);
                }
                self.record_director(rules, company, events);
                continue;
            }
            let least = self.director_units(rules, company);
            let next = self
                .successor(rules, company, seat, 0)
                .filter(|&next| directed && self.held_units(rules, company, next) >= least)
                .and_then(|next| {
                    self.makeups(rules, company, next)
                        .into_iter()
                        .next_back()
                        .map(|parcel| (next, parcel))
                });
            if let Some((next, parcel)) = next {
                self.do_swap(rules, company, seat, next, parcel, true, events);
                papers.retain(|(_, _, director)| !director);
            }
            for (paper, _, _) in papers {
                self.shared.move_paper(events, paper, Holder::Pool);
            }
            self.check_director(rules, company, events);
        }
        for index in 0..rules.definition.privates.len() {
            let private = PrivateId::from(index);
            if self.private_owner(rules, private) == Some(seat) {
                self.close_private(rules, private, events);
                self.forfeit(rules, Lot::Private(private), events);
            }
        }
        for minor in rules.minors().collect::<Vec<_>>() {
            if self.owner(rules, Lot::Company(minor)) == Some(seat) {
                self.wind_up(rules, minor, events);
            }
        }
    }

    /// A minor without owner: marker off, cash and trains to the bank, its Prussian share to the pool.
    pub(super) fn wind_up(&mut self, rules: &Y35Rules, minor: CompanyId, events: &mut Vec<Event>) {
        self.take_markers(minor, events);
        let cash = self.shared.treasury(minor);
        self.pay(
            events,
            Account::Company(minor),
            Account::Bank,
            cash,
            Cause::Estate,
        );
        let trains: Vec<_> = self.shared.trains(minor).map(|train| train.id).collect();
        for train in trains {
            self.shared.move_train(events, train, TrainHolder::Pool);
        }
        self.close_minor(rules, minor, events);
        self.forfeit(rules, Lot::Company(minor), events);
    }

    pub(super) fn close_minor(
        &mut self,
        rules: &Y35Rules,
        minor: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if let Some(paper) = self.packet_paper(rules, Lot::Company(minor)) {
            self.shared.move_paper(events, paper, Holder::Gone);
        }
        if let Some(facts) = self.shared.company_mut(minor) {
            facts.status = Status::Closed;
        }
        events.push(Event::CompanyClosed { company: minor });
    }

    /// Takes a company's stations off the map.
    pub(super) fn take_markers(&mut self, company: CompanyId, events: &mut Vec<Event>) {
        let tokens: Vec<_> = self
            .shared
            .board
            .tokens()
            .iter()
            .filter(|token| token.what == Occupant::Station(company))
            .copied()
            .collect();
        for token in tokens {
            self.shared.board.take(token.at, token.slot);
            events.push(Event::TokenRemoved {
                company,
                at: token.at,
            });
        }
    }

    /// The Prussian share kept for what has left the game goes to the pool, at once where the Prussian is open.
    fn forfeit(&mut self, rules: &Y35Rules, lot: Lot, events: &mut Vec<Event>) {
        if self.shared.is_open(rules.special.prussian)
            && let Some(paper) = self.reserved_paper(rules, lot)
        {
            self.shared.move_paper(events, paper, Holder::Pool);
        }
    }
}
