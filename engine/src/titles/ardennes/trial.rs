//! Running ahead to a turn, for trials (see [`Jump`]).

use super::{ArdRules, Ardennes, Frame};
use crate::event::Event;
use crate::game::Jump;
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

/// So many rounds lie between a position and the one in which a turn must come, at most: the rest of an operating
/// round, another, a stock round.
const ROUNDS: u8 = 4;

impl Ardennes {
    pub(super) fn jump_to(
        &mut self,
        rules: &ArdRules,
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

    /// ARD-6-01: companies in play operate, ARD-6.8.6-11: those with a president decide something.
    fn operates(&self, rules: &ArdRules, company: CompanyId) -> Result<(), Rejection> {
        let id = &rules.definition.at(company).id;
        let minor = self.is_minor(rules, company);
        match self.shared.company(company).status {
            Status::Unopened if minor => reject!(
                "ARD-6-01",
                "Minor {id} has no turn: nobody has bought it yet"
            ),
            Status::Unopened => reject!("ARD-6-01", "{id} has no turn: it is not formed yet"),
            Status::Closed => reject!("ARD-6-01", "{id} has no turn: it is out of the game"),
            Status::Open => {}
        }
        require!(
            self.director(rules, company).is_some(),
            "ARD-6.8.6-11",
            "{id} has no president: it runs by itself and decides nothing"
        );
        Ok(())
    }

    fn jump_to_turn(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        if self.turn().is_some_and(|(now, _, _)| now == company) {
            return Ok(());
        }
        self.operates(rules, company)?;
        let held = self.set_aside();
        for _ in 0..ROUNDS {
            let Some(Frame::Operating { number, done, .. }) = self.frames.last().cloned() else {
                self.end_round(rules, events)?;
                continue;
            };
            let order = self.order(rules);
            let place = order.iter().position(|other| *other == company);
            let Some(place) = place.filter(|_| !done.contains(&company)) else {
                self.end_round(rules, events)?;
                continue;
            };
            self.open_round(rules, number, events);
            for other in order.iter().take(place) {
                self.pass_over(*other);
            }
            self.begin_turn(rules, company, events);
            self.frames.extend(held);
            self.settle(rules, events);
            return Ok(());
        }
        reject!(
            "ARD-6-03",
            "{} has no turn",
            rules.definition.at(company).id
        )
    }

    fn jump_to_stock(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        require!(
            !self.shared.table.is_out(seat),
            "ARD-6.8.6-01",
            "{} is bankrupt and has no turn",
            seat_name(seat)
        );
        let auction = |frame: &Frame| matches!(frame, Frame::CompanyAuction { .. });
        let here = |frame: &Frame| matches!(frame, Frame::Stock { turn, .. } if *turn == seat);
        if self.frames.iter().any(here) && !self.frames.iter().any(auction) {
            return Ok(());
        }
        let held = self.set_aside();
        for _ in 0..ROUNDS {
            if matches!(self.frames.last(), Some(Frame::CompanyAuction { .. })) {
                self.frames.pop();
            }
            let table = self.shared.table.clone();
            let Some(Frame::Stock {
                turn,
                passes,
                sold_now,
                acted,
            }) = self.frames.last_mut()
            else {
                self.end_round(rules, events)?;
                continue;
            };
            // Who stands between passes, unless he has acted already (ARD-5.5-02).
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
            sold_now.clear();
            *acted = false;
            *turn = seat;
            self.frames.extend(held);
            self.settle(rules, events);
            return Ok(());
        }
        reject!("ARD-7-01", "no stock round follows")
    }

    /// Leaves the rounds alone on the stack. What has to be decided because it has happened is given back; what is
    /// only asked or offered is void.
    fn set_aside(&mut self) -> Vec<Frame> {
        let mut held = Vec::new();
        for frame in std::mem::take(&mut self.frames) {
            match frame {
                Frame::Turn { company, .. } => self.pass_over(company),
                Frame::Discards { .. } | Frame::HomeTile { .. } => held.push(frame),
                Frame::Decline {
                    minor,
                    company,
                    stage,
                    brought,
                    converted,
                    goes_on,
                } => {
                    // The stock turn below is another's by then: it must not end with this.
                    if let Some(Frame::Stock { acted, .. }) = self.frames.last_mut() {
                        *acted |= !goes_on;
                    }
                    held.push(Frame::Decline {
                        minor,
                        company,
                        stage,
                        brought,
                        converted,
                        goes_on: true,
                    });
                }
                Frame::CompanyAuction { .. } | Frame::Approval { .. } | Frame::Answer { .. } => {}
                Frame::Lots { .. }
                | Frame::Discount { .. }
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

    fn open_round(&mut self, rules: &ArdRules, number: u8, events: &mut Vec<Event>) {
        if let Some(Frame::Operating { opened: false, .. }) = self.frames.last() {
            self.open_operating_round(rules, number, Vec::new(), events);
        }
    }

    /// The round ends, with all that the rules do by themselves then, and the next stands on the stack.
    fn end_round(&mut self, rules: &ArdRules, events: &mut Vec<Event>) -> Result<(), Rejection> {
        match self.frames.last().cloned() {
            // What is left unsold stays out; the priority stays where it is.
            Some(Frame::Lots { .. } | Frame::Discount { .. }) => {
                self.frames.pop();
                self.frames.push(Frame::Operating {
                    number: 1,
                    done: Vec::new(),
                    opened: false,
                });
            }
            Some(Frame::CompanyAuction { .. }) => {
                self.frames.pop();
            }
            Some(Frame::Stock { .. }) => {
                self.frames.pop();
                self.end_stock_round(rules, events);
            }
            Some(Frame::Operating { number, .. }) => {
                self.open_round(rules, number, events);
                for company in self.order(rules) {
                    self.pass_over(company);
                }
                let all = self.order(rules);
                self.next_company(rules, number, &all, events);
            }
            _ => {}
        }
        require!(
            !matches!(self.frames.last(), None | Some(Frame::Over)),
            "ARD-7-01",
            "the game ends before: the bank is broken, and no other round follows"
        );
        Ok(())
    }
}
