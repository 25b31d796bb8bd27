//! Section XIII: minors and privates become shares of the Prussian.

use super::special::{BB, HB};
use super::{Frame, Y35Rules, Y1835};
use crate::action::{Action, Lot};
use crate::board::Occupant;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, HexId, PaperId, Seat, StopRef};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;

impl Y1835 {
    pub(super) fn berlin(&self, rules: &Y35Rules) -> HexId {
        rules
            .definition
            .at(rules.special.prussian)
            .home
            .map_or(HexId(0), |home| home.hex)
    }

    /// Puts the Prussian's first marker in Berlin, where M2 is gone.
    pub(super) fn place_home_if_free(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        let map = &rules.definition.map;
        let hex = self.berlin(rules);
        let free = (0..self.shared.board.face(map, hex).stops.len() as u8)
            .map(|stop| StopRef { hex, stop })
            .find(|&at| self.shared.board.free_slot(map, at).is_some());
        if let Some(at) = free {
            self.put_marker(rules, rules.special.prussian, at, 0, events);
        }
    }

    /// A Prussian share kept for a minor or private.
    pub(super) fn reserved_paper(&self, rules: &Y35Rules, lot: Lot) -> Option<PaperId> {
        let units = rules.special.prussian_units(lot)?;
        let top = lot == Lot::Company(rules.special.opener);
        self.shared
            .papers
            .held(&rules.definition, rules.special.prussian, Holder::Reserved)
            .find(|(_, size, director)| *size == units && *director == top)
            .map(|(paper, _, _)| paper)
    }

    /// What the seat could exchange (E35-XIII-07): minors, Braunschweig and Hannover.
    pub(crate) fn foldable(&self, rules: &Y35Rules, seat: Seat) -> Vec<Lot> {
        rules
            .special
            .exchange
            .iter()
            .map(|(lot, _)| *lot)
            .filter(|&lot| self.owner(rules, lot) == Some(seat))
            .collect()
    }

    pub(super) fn settle_exchange(&mut self, rules: &Y35Rules, left: &[Seat]) -> bool {
        match left.first() {
            None => {
                self.frames.pop();
                true
            }
            Some(&seat) if self.foldable(rules, seat).is_empty() => {
                self.next_asked();
                true
            }
            Some(_) => false,
        }
    }

    fn next_asked(&mut self) {
        if let Some(Frame::Exchange { left }) = self.frames.last_mut()
            && !left.is_empty()
        {
            left.remove(0);
        }
    }

    pub(super) fn plan_exchange(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => Ok(0),
            Action::Fold(lot) => {
                require!(
                    rules.special.prussian_units(lot).is_some(),
                    "E35-II.2-19",
                    "{} is not exchanged for shares of the Prussian",
                    rules.lot_name(lot)
                );
                require!(
                    self.owner(rules, lot) == Some(seat),
                    "E35-XIII-07",
                    "{} is not yours",
                    rules.lot_name(lot)
                );
                Ok(0)
            }
            _ => reject!(
                "E35-XIII-07",
                "you are asked which minors and privates become Prussian shares: exchange them or pass"
            ),
        }
    }

    pub(super) fn legal_exchange(&self, rules: &Y35Rules, seat: Seat) -> Vec<Choice> {
        self.foldable(rules, seat)
            .into_iter()
            .map(Action::Fold)
            .chain([Action::Pass])
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_exchange(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Fold(lot) => self.fold(rules, seat, lot, events),
            _ => self.next_asked(),
        }
    }

    /// E35-XIII-20: everything that is left, and what nobody owns goes.
    pub(super) fn force_exchange(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        if !self.shared.is_open(rules.special.prussian) {
            return;
        }
        let mut seats = self.shared.table.order.clone();
        if let Some(director) = self.director(rules, rules.special.prussian) {
            seats = self.shared.table.from(director);
        }
        for seat in seats {
            for lot in self.foldable(rules, seat) {
                self.fold(rules, seat, lot, events);
            }
        }
        for minor in rules.minors().collect::<Vec<_>>() {
            let lot = Lot::Company(minor);
            if self.in_packet(rules, lot) {
                self.wind_up(rules, minor, events);
            }
        }
        for index in [BB, HB] {
            let lot = Lot::Private(rules.special.privates[index]);
            if let Some(paper) = self.reserved_paper(rules, lot)
                && self.owner(rules, lot).is_none()
                && !self.taken(rules, lot)
            {
                self.shared.move_paper(events, paper, Holder::Pool);
            }
        }
    }

    /// Whether all shares of that size were given out already.
    fn taken(&self, rules: &Y35Rules, lot: Lot) -> bool {
        // Shares of one size are alike: those still reserved belong to what is still owned or lies in the packet.
        let units = rules.special.prussian_units(lot);
        let waiting = rules
            .special
            .exchange
            .iter()
            .filter(|(_, size)| Some(*size) == units)
            .filter(|(other, _)| self.owner(rules, *other).is_some())
            .count();
        let reserved = self
            .shared
            .papers
            .held(&rules.definition, rules.special.prussian, Holder::Reserved)
            .filter(|(_, size, director)| Some(*size) == units && !director)
            .count();
        reserved <= waiting
    }

    /// One minor or private becomes a share of the Prussian (E35-XIII-08, 09, 21, 22).
    pub(super) fn fold(&mut self, rules: &Y35Rules, seat: Seat, lot: Lot, events: &mut Vec<Event>) {
        let prussian = rules.special.prussian;
        let Some(units) = rules.special.prussian_units(lot) else {
            return;
        };
        let share = self.reserved_paper(rules, lot);
        if self.operating() {
            self.folded.push(lot);
            if self.earned.contains(&lot) {
                self.docked.push((seat, units));
            }
        }
        match lot {
            Lot::Private(private) => self.close_private(rules, private, events),
            Lot::Company(minor) => self.take_over(rules, minor, events),
        }
        if let Some(paper) = share {
            self.shared.move_paper(events, paper, Holder::Player(seat));
        }
        if lot == Lot::Company(rules.special.opener) {
            events.push(Event::DirectorChanged {
                company: prussian,
                from: None,
                to: Some(seat),
            });
        }
    }

    /// Cash, trains and station of a minor go to the Prussian.
    fn take_over(&mut self, rules: &Y35Rules, minor: CompanyId, events: &mut Vec<Event>) {
        let prussian = rules.special.prussian;
        let cash = self.shared.treasury(minor);
        self.pay(
            events,
            Account::Company(minor),
            Account::Company(prussian),
            cash,
            Cause::Merger,
        );
        let trains: Vec<_> = self.shared.trains(minor).map(|train| train.id).collect();
        for train in trains {
            self.shared
                .move_train(events, train, TrainHolder::Company(prussian));
        }
        let tokens: Vec<_> = self
            .shared
            .board
            .tokens()
            .iter()
            .filter(|token| token.what == Occupant::Station(minor))
            .copied()
            .collect();
        for token in tokens {
            let replaced = minor != rules.special.stettin
                && !self.shared.board.has_station_on(token.at.hex, prussian)
                && self.shared.company(prussian).tokens_left > 0;
            if replaced {
                self.shared
                    .board
                    .replace(token.at, token.slot, Occupant::Station(prussian));
                if let Some(facts) = self.shared.company_mut(prussian) {
                    facts.tokens_left -= 1;
                }
                events.push(Event::TokenReplaced {
                    company: prussian,
                    old: minor,
                    at: token.at,
                });
            } else {
                self.shared.board.take(token.at, token.slot);
                events.push(Event::TokenRemoved {
                    company: minor,
                    at: token.at,
                });
            }
        }
        self.close_minor(rules, minor, events);
    }
}
