//! Running ahead to a turn, for trials (see [`Jump`]).

use super::{Frame, Rules, Y1826};
use crate::event::Event;
use crate::game::Jump;
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;
use crate::rejection::{Rejection, reject, require};
use crate::shared::{Ending, Status};

/// So many steps lie between a position and the round in which a turn must come, at most: a forced sale and lots that
/// are won by it, the rest of a set of three operating rounds, a stock round, another set.
const STEPS: u8 = 24;

impl Y1826 {
    pub(super) fn jump_to(
        &mut self,
        rules: &Rules,
        to: Jump,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        require!(
            !matches!(self.frames.last(), None | Some(Frame::Over)),
            "GAME",
            "the game is over"
        );
        match to {
            Jump::Turn(company) => self.jump_to_turn(rules, company, events),
            Jump::Stock(seat) => self.jump_to_stock(rules, seat, events),
        }
    }

    /// E26-4.4-10: floated companies operate, E26-RUL-32: those with a president decide something.
    fn operates(&self, rules: &Rules, company: CompanyId) -> Result<(), Rejection> {
        let id = rules.id(company);
        match self.shared.company(company).status {
            Status::Unopened if rules.is_national(company) => {
                reject!("E26-2-13", "{id} has no turn: it is not formed")
            }
            Status::Unopened => reject!("E26-4.4-10", "{id} has no turn: it is not started yet"),
            Status::Closed => reject!("E26-4.4-10", "{id} has no turn: it is out of the game"),
            Status::Open => {}
        }
        require!(
            self.is_floated(company),
            "E26-4.4-10",
            "{id} has no turn: it has not floated, half of its shares must be sold first"
        );
        require!(
            self.president(rules, company).is_some(),
            "E26-RUL-32",
            "{id} has no president: it runs by itself and decides nothing"
        );
        Ok(())
    }

    fn jump_to_turn(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        if self.turn().is_some_and(|(now, _, _)| now == company) {
            return Ok(());
        }
        self.operates(rules, company)?;
        let mut held = self.set_aside();
        for _ in 0..STEPS {
            let Some(Frame::Operating {
                number,
                mut done,
                opened,
            }) = self.frames.last().cloned()
            else {
                self.end_round(rules, &mut held, events)?;
                continue;
            };
            let order = self.order(rules);
            let place = order.iter().position(|other| *other == company);
            let Some(place) = place.filter(|_| !done.contains(&company)) else {
                self.end_round(rules, &mut held, events)?;
                continue;
            };
            if !opened {
                self.open_operating_round(rules, number, events);
            }
            for other in order.into_iter().take(place) {
                self.pass_over(other);
                done.push(other);
            }
            self.next_company(rules, number, &done, events);
            self.frames.extend(held);
            self.settle(rules, events);
            return Ok(());
        }
        reject!("E26-4.7-04", "{} has no turn", rules.id(company))
    }

    /// While a private is unsold a turn of the initial stock round is one (E26-4.2-19).
    fn jump_to_stock(
        &mut self,
        rules: &Rules,
        seat: Seat,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        require!(
            !self.shared.table.is_out(seat),
            "E26-4.8.2-02",
            "{} is bankrupt and has no turn",
            seat_name(seat)
        );
        let here = |frame: &Frame| {
            matches!(frame, Frame::Stock { turn, .. } | Frame::Privates { turn, acted: false, .. }
                if *turn == seat)
        };
        if self.frames.last().is_some_and(here) {
            return Ok(());
        }
        let mut held = self.set_aside();
        for _ in 0..STEPS {
            let table = self.shared.table.clone();
            let (turn, passes, acted) = match self.frames.last_mut() {
                Some(Frame::Stock {
                    turn,
                    passes,
                    sold_now,
                    acted,
                }) => {
                    sold_now.clear();
                    (turn, passes, acted)
                }
                Some(Frame::Privates {
                    turn,
                    passes,
                    acted,
                }) => (turn, passes, acted),
                _ => {
                    self.end_round(rules, &mut held, events)?;
                    continue;
                }
            };
            // Who stands between passes, unless he has acted already (E26-4.1-01).
            let mut between = table.from(*turn);
            between.truncate(between.iter().position(|other| *other == seat).unwrap_or(0));
            if *acted {
                passes.clear();
                between.retain(|other| other != turn);
            }
            for other in between {
                if !passes.contains(&other) {
                    passes.push(other);
                }
            }
            // The round would be over before his turn: it is tried all the same.
            if table.from(seat).iter().all(|other| passes.contains(other)) {
                passes.retain(|other| *other != seat);
            }
            *acted = false;
            *turn = seat;
            self.frames.extend(held);
            self.settle(rules, events);
            return Ok(());
        }
        reject!("E26-5-01", "no stock round follows")
    }

    /// Leaves the rounds alone on the stack. What has to be decided because it has happened is given back; what is
    /// only asked or bid is void.
    fn set_aside(&mut self) -> Vec<Frame> {
        let mut held = Vec::new();
        for frame in std::mem::take(&mut self.frames) {
            match frame {
                Frame::Turn { company, .. } => self.pass_over(company),
                Frame::NameValue { .. }
                | Frame::Phase { .. }
                | Frame::Stations { .. }
                | Frame::Discards { .. } => held.push(frame),
                Frame::Bidding { .. } | Frame::Consent { .. } => {}
                Frame::Privates { .. }
                | Frame::Stock { .. }
                | Frame::Operating { .. }
                | Frame::Over => self.frames.push(frame),
            }
        }
        held
    }

    /// The company has had its turn in this round, in which it did nothing.
    fn pass_over(&mut self, company: CompanyId) {
        let Some(Frame::Operating { done, .. }) = self.frames.last_mut() else {
            return;
        };
        if !done.contains(&company) {
            done.push(company);
            if let Some(facts) = self.shared.company_mut(company) {
                facts.operated = true;
            }
        }
    }

    /// The round ends, or goes one step towards its end, with all that the rules do by themselves then.
    fn end_round(
        &mut self,
        rules: &Rules,
        held: &mut Vec<Frame>,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        let last = self.shared.ending == Ending::Last;
        match self.frames.last().cloned() {
            // A lot is won by its one bid; an auction is void.
            Some(Frame::Privates { acted: true, .. }) => {
                self.settle_privates(rules, events);
            }
            Some(Frame::Bidding { .. }) => {
                self.frames.pop();
                if let Some(Frame::Privates { acted, .. }) = self.frames.last_mut() {
                    *acted = false;
                }
            }
            Some(frame @ Frame::NameValue { .. }) => {
                self.frames.pop();
                held.push(frame);
            }
            Some(Frame::Privates { turn, .. }) => {
                let all = self.shared.table.from(turn);
                if let Some(Frame::Privates { passes, .. }) = self.frames.last_mut() {
                    *passes = all;
                }
                self.pass_privates(rules, turn, events);
            }
            Some(Frame::Stock { .. }) => {
                self.frames.pop();
                self.end_stock_round(rules, events);
            }
            Some(Frame::Operating { number, opened, .. }) => {
                if !opened {
                    self.open_operating_round(rules, number, events);
                }
                let all = self.order(rules);
                for company in &all {
                    self.pass_over(*company);
                }
                self.next_company(rules, number, &all, events);
            }
            _ => {}
        }
        require!(
            !matches!(self.frames.last(), None | Some(Frame::Over)),
            if last { "E26-5-02" } else { "E26-5-01" },
            "the game ends before: no other round follows"
        );
        Ok(())
    }
}
