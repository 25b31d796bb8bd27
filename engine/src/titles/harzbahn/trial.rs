//! Running ahead to a turn, for trials (see [`Jump`]).

use super::{Done, Frame, Harz, HarzRules};
use crate::event::Event;
use crate::finance::Holder;
use crate::game::Jump;
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, reject, require};
use crate::rules::CompanyKind;
use crate::shared::Ending;

/// So many rounds lie between a position and the one in which a turn must come, at most: the start auction or the
/// rest of an operating round, another, an auction, a stock round.
const ROUNDS: u8 = 6;

impl Harz {
    pub(super) fn jump_to(
        &mut self,
        rules: &HarzRules,
        to: Jump,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        require!(
            !matches!(self.frames.last(), None | Some(Frame::Over)),
            "H73-7-05",
            "the game is over"
        );
        match to {
            Jump::Turn(company) => self.jump_to_turn(rules, company, events),
            Jump::Stock(seat) => self.jump_to_stock(rules, seat, events),
        }
    }

    /// Whether the company has turns in which somebody decides (H73-4-01, H73-4-02, H73-6.1-15), and why not.
    fn operates(&self, rules: &HarzRules, company: CompanyId) -> Result<(), Rejection> {
        let name = rules.name(company);
        if company == rules.special.external {
            reject!(
                "H73-4.5-01",
                "{name} plays its turn by itself: nobody decides for it"
            )
        }
        if rules.is_mine(company) {
            if let Holder::Company(owner) = self.mine_holder(rules, company) {
                reject!(
                    "H73-4-01",
                    "{name} has no turn of its own: it produces in that of {}",
                    rules.name(owner)
                )
            }
            require!(
                self.mine(company).open,
                "H73-4-01",
                "{name} has no turn: it is closed"
            );
            require!(
                self.mine_owner(rules, company).is_some(),
                "H73-4-01",
                "{name} has no turn: nobody has bought it yet"
            );
            return Ok(());
        }
        require!(
            self.shared.is_open(company),
            "H73-4-02",
            "{name} has no turn: it is not formed yet"
        );
        require!(
            rules.kind(company) != CompanyKind::Major || self.floated(rules, company),
            "H73-3.2.4-04",
            "{name} has no turn: it has not floated, three of its shares must be sold first"
        );
        require!(
            self.director(rules, company).is_some(),
            "H73-6.1-15",
            "{name} is in receivership: nobody acts for it"
        );
        Ok(())
    }

    fn jump_to_turn(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        if self.turn().is_some_and(|(now, _, _)| now == company) {
            return Ok(());
        }
        self.operates(rules, company)?;
        self.set_aside();
        for _ in 0..ROUNDS {
            let Some(Frame::Operating { order, done, .. }) = self.frames.last_mut() else {
                self.end_round(rules, events)?;
                continue;
            };
            let ahead = usize::from(*done);
            let place = order.iter().position(|other| *other == company);
            let Some(place) = place.filter(|place| *place >= ahead) else {
                self.end_round(rules, events)?;
                continue;
            };
            *done = (place + 1) as u8;
            let over: Vec<CompanyId> = order.iter().take(place).skip(ahead).copied().collect();
            for other in over {
                self.pass_over(rules, other);
            }
            self.begin_turn(rules, company, events);
            self.settle(rules, events);
            return Ok(());
        }
        reject!("H73-4-03", "{} has no turn", rules.name(company))
    }

    fn jump_to_stock(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        let here = |frame: &Frame| matches!(frame, Frame::Stock { turn, .. } if *turn == seat);
        if self.frames.iter().any(here) {
            return Ok(());
        }
        let acted_now = self.set_aside();
        for _ in 0..ROUNDS {
            let table = self.shared.table.clone();
            let Some(Frame::Stock {
                turn,
                passes,
                sold_now,
                done,
            }) = self.frames.last_mut()
            else {
                self.end_round(rules, events)?;
                continue;
            };
            // Who stands between passes, unless he has acted already (H73-3.2-02).
            let mut between = table.from(*turn);
            between.truncate(between.iter().position(|other| *other == seat).unwrap_or(0));
            if acted_now == Some(*turn) {
                passes.retain(|other| other != turn);
                between.retain(|other| other != turn);
            }
            for other in between {
                passes.retain(|seat| *seat != other);
                passes.push(other);
            }
            // The round would be over before his turn: it is tried all the same.
            if table.from(seat).iter().all(|other| passes.contains(other)) {
                passes.retain(|other| *other != seat);
            }
            sold_now.clear();
            *done = Done::Nothing;
            *turn = seat;
            self.settle(rules, events);
            return Ok(());
        }
        reject!("H73-7-02", "no stock round follows")
    }

    /// Leaves the rounds alone on the stack: what is only offered is void, the turn of a company stops where it
    /// stands. Gives back who has acted in the stock turn that is under way.
    fn set_aside(&mut self) -> Option<Seat> {
        let mut acted = None;
        for frame in std::mem::take(&mut self.frames) {
            match frame {
                Frame::Turn { company, .. } => {
                    if let Some(facts) = self.shared.company_mut(company) {
                        facts.operated = true;
                    }
                }
                Frame::UniteAnswer { .. }
                | Frame::MineAnswer { .. }
                | Frame::TradeAnswer { .. } => {}
                Frame::Stock {
                    turn,
                    ref sold_now,
                    done,
                    ..
                } => {
                    if done != Done::Nothing || !sold_now.is_empty() {
                        acted = Some(turn);
                    }
                    self.frames.push(frame);
                }
                Frame::Premium { .. }
                | Frame::Draft { .. }
                | Frame::Auction { .. }
                | Frame::Operating { .. }
                | Frame::Over => self.frames.push(frame),
            }
        }
        acted
    }

    /// The company has had its turn in this round, in which it did nothing. A railway whose concession route is not
    /// built keeps what the map holds free for it (H73-4.4.2-08).
    fn pass_over(&mut self, rules: &HarzRules, company: CompanyId) {
        if rules.is_railway(company) && !self.line(company).complete {
            return;
        }
        if let Some(facts) = self.shared.company_mut(company) {
            facts.operated = true;
        }
    }

    /// The round ends, with all that the rules do by themselves then, and the next stands on the stack.
    fn end_round(&mut self, rules: &HarzRules, events: &mut Vec<Event>) -> Result<(), Rejection> {
        let last = self.shared.ending == Ending::Last;
        match self.frames.last().cloned() {
            Some(Frame::Premium { .. } | Frame::Draft { .. }) => {
                self.end_start_auction(rules, events);
            }
            Some(Frame::Auction { .. }) => {
                self.frames.pop();
                self.begin_stock_round(rules, events);
            }
            Some(Frame::Stock { .. }) => {
                self.frames.pop();
                self.end_stock_round(rules, events);
            }
            Some(Frame::Operating {
                number,
                of,
                order,
                done,
            }) => {
                for company in order.into_iter().skip(usize::from(done)) {
                    self.pass_over(rules, company);
                }
                self.frames.pop();
                self.end_operating_round(rules, number, of, events);
            }
            _ => {}
        }
        require!(
            !matches!(self.frames.last(), None | Some(Frame::Over)),
            if last { "H73-7-01" } else { "H73-7-02" },
            "the game ends before: no other round follows"
        );
        Ok(())
    }
}
