//! Running ahead to a turn, for trials (see [`Jump`]).

use super::{Frame, Round, Todo, Y35Rules, Y1835};
use crate::event::Event;
use crate::game::Jump;
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

/// So many rounds lie between a position and the one in which a turn must come, at most: the rest of a set of operating
/// rounds, a share round, and what is asked between them.
const ROUNDS: u8 = 12;

impl Y1835 {
    pub(super) fn jump_to(
        &mut self,
        rules: &Y35Rules,
        to: Jump,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        require!(
            !matches!(self.frames.last(), None | Some(Frame::Over)),
            "E35-XVI-06",
            "the game is over"
        );
        match to {
            Jump::Turn(company) => self.jump_to_turn(rules, company, events),
            Jump::Stock(seat) => self.jump_to_stock(rules, seat, events),
        }
    }

    /// E35-V.2-03, 04: minors in play and floated companies operate.
    fn operates(&self, rules: &Y35Rules, company: CompanyId) -> Result<(), Rejection> {
        let id = rules.id(company);
        let minor = rules.is_minor(company);
        match self.shared.company(company).status {
            Status::Unopened if minor => reject!(
                "E35-V.2-03",
                "{id} has no turn: it still lies in the start packet"
            ),
            Status::Unopened if company == rules.special.prussian => {
                reject!("E35-V.2-04", "{id} has no turn: it is not opened yet")
            }
            Status::Unopened => reject!("E35-V.2-04", "{id} has no turn: it is not floated yet"),
            Status::Closed => reject!("E35-V.2-03", "{id} has no turn: it is out of the game"),
            Status::Open => {}
        }
        require!(
            self.director(rules, company).is_some(),
            "E35-IV.3-01",
            "{id} has no director who could decide"
        );
        Ok(())
    }

    fn jump_to_turn(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        if self.turn().is_some_and(|(now, _)| now == company) {
            return Ok(());
        }
        self.operates(rules, company)?;
        let held = self.set_aside();
        for _ in 0..ROUNDS {
            if let Some(Frame::Operating { opened: false, .. }) = self.frames.last() {
                self.open_operating_round(rules, events);
            }
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
            for other in order.iter().take(place) {
                self.pass_over(*other);
            }
            let Some(Frame::Operating { done, .. }) = self.frames.last().cloned() else {
                break;
            };
            self.next_company(rules, number, &done, events);
            self.frames.extend(held);
            self.settle(rules, events);
            return Ok(());
        }
        reject!("E35-V.2-04", "{} has no turn", rules.id(company))
    }

    fn jump_to_stock(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        require!(
            !self.shared.table.is_out(seat),
            "E35-XII-21",
            "{} is bankrupt and has no turn",
            seat_name(seat)
        );
        let here = |frame: &Frame| matches!(frame, Frame::Share { turn, .. } if *turn == seat);
        if self.frames.iter().any(here) {
            return Ok(());
        }
        let held = self.set_aside();
        for _ in 0..ROUNDS {
            if !matches!(self.frames.last(), Some(Frame::Share { .. })) {
                self.end_round(rules, events)?;
                continue;
            }
            self.share_turn_of(rules, seat);
            self.frames.extend(held);
            self.settle(rules, events);
            return Ok(());
        }
        reject!("E35-XVI-02", "no share round follows")
    }

    /// Who stands between in the share round passes, unless he has acted already (E35-XIV.2-01).
    fn share_turn_of(&mut self, rules: &Y35Rules, seat: Seat) {
        let Some(Frame::Share {
            turn,
            mut passes,
            bought,
            sold,
            mut turns,
        }) = self.frames.last().cloned()
        else {
            return;
        };
        let mut at = turn;
        let mut dealt = bought || sold && !rules.options.sale_turn_passes;
        // Start variants run to and fro: nobody waits longer than two cycles.
        for _ in 0..2 * rules.players {
            if at == seat {
                break;
            }
            if dealt {
                passes.clear();
                dealt = false;
            } else if !passes.contains(&at) {
                passes.push(at);
            }
            turns = turns.saturating_add(1);
            at = self.next_seat(rules, at, turns);
        }
        // The round would be over before his turn: it is tried all the same.
        let all = self.shared.table.from(seat);
        if all.iter().all(|other| passes.contains(other)) {
            passes.retain(|other| *other != seat);
        }
        self.sold_now.clear();
        self.frames.pop();
        self.frames.push(Frame::Share {
            turn: seat,
            passes,
            bought: false,
            sold: false,
            turns,
        });
    }

    /// Leaves the rounds alone on the stack. What has to be decided because it has happened is given back; what is
    /// only asked or offered is void.
    fn set_aside(&mut self) -> Vec<Frame> {
        let mut held = Vec::new();
        for frame in std::mem::take(&mut self.frames) {
            match frame {
                Frame::Turn { company, .. } => self.pass_over(company),
                Frame::Discard { .. } | Frame::Swap { .. } | Frame::Home { .. } => held.push(frame),
                Frame::Answer { .. }
                | Frame::Opening
                | Frame::Exchange { .. }
                | Frame::Raise { .. } => {}
                Frame::After { todo } => {
                    let (begins, mut owed): (Vec<Todo>, Vec<Todo>) =
                        (todo.into_iter()).partition(|todo| matches!(todo, Todo::Begin(_)));
                    owed.retain(|todo| {
                        !matches!(
                            todo,
                            Todo::AskOpening | Todo::Exchanges { .. } | Todo::Questions
                        )
                    });
                    if !begins.is_empty() {
                        self.frames.push(Frame::After { todo: begins });
                    }
                    if !owed.is_empty() {
                        held.push(Frame::After { todo: owed });
                    }
                }
                Frame::Share { .. } | Frame::Operating { .. } | Frame::Over => {
                    self.frames.push(frame);
                }
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

    /// The round ends, with all that the rules do by themselves then, and the next stands on the stack.
    fn end_round(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) -> Result<(), Rejection> {
        match self.frames.last().cloned() {
            Some(Frame::Share { .. }) => self.end_share_round(rules, events),
            // Only the questions before a round stand here, and nobody answers them.
            Some(Frame::After { todo }) => {
                self.frames.pop();
                for next in todo {
                    if let Todo::Begin(round) = next {
                        self.begin(round, events);
                    }
                }
            }
            Some(Frame::Operating { number, opened, .. }) => {
                if !opened {
                    self.open_operating_round(rules, events);
                }
                let all = self.order(rules);
                for &company in &all {
                    self.pass_over(company);
                }
                self.next_company(rules, number, &all, events);
            }
            _ => {}
        }
        require!(
            !matches!(self.frames.last(), None | Some(Frame::Over)),
            "E35-XVI-02",
            "the game ends before: the bank is broken, and no other round follows"
        );
        Ok(())
    }

    /// A round begins.
    pub(super) fn begin(&mut self, round: Round, events: &mut Vec<Event>) {
        match round {
            Round::Share => self.begin_share_round(events),
            Round::Operating(number) => self.frames.push(Frame::Operating {
                number,
                done: Vec::new(),
                opened: false,
            }),
        }
    }
}
