//! Section 5.3.1: what a minor brings is kept or declined, in the order of ARD-RUL-16.

use super::{ArdRules, Ardennes, DeclineStage, FortPlace, Frame};
use crate::action::Action;
use crate::board::{Bonus, Occupant};
use crate::event::Event;
use crate::ids::{CompanyId, HexId, StopRef, TrainId};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;

impl Ardennes {
    /// Takes a minor's station off; a bonus token that it replaced comes back (ARD-5.3.1-07 to 09). `barred` keeps
    /// it from being claimed in this operating round.
    pub(super) fn lift_token(
        &mut self,
        minor: CompanyId,
        at: StopRef,
        barred: bool,
        events: &mut Vec<Event>,
    ) {
        let Some(token) = self
            .shared
            .board
            .tokens_in(at)
            .find(|token| token.what == Occupant::Station(minor))
            .copied()
        else {
            return;
        };
        self.shared.board.take(at, token.slot);
        if let Some(facts) = self.shared.company_mut(minor) {
            facts.tokens_left += 1;
        }
        events.push(Event::TokenRemoved { company: minor, at });
        if let Some(index) = self
            .rights
            .iter()
            .position(|right| right.company == minor && right.hex == at.hex)
        {
            let right = self.rights.remove(index);
            self.shared
                .board
                .put(at, token.slot, Occupant::Bonus(right.bonus));
            events.push(Event::BonusPlaced {
                at,
                bonus: right.bonus,
            });
            if barred {
                self.declined.push((at.hex, right.bonus));
            }
        }
    }

    /// ARD-5.3.1-12, ARD-5.3.1-15: tokens that must go go without a question; then on to the first real one.
    pub(super) fn force_declines(
        &mut self,
        rules: &ArdRules,
        minor: CompanyId,
        company: CompanyId,
        converted: bool,
        events: &mut Vec<Event>,
    ) {
        let stops: Vec<StopRef> = self.shared.board.stations(minor).collect();
        for at in stops {
            let beside = self.shared.board.has_station(at, company);
            if beside || self.shared.company(company).tokens_left == 0 {
                self.lift_token(minor, at, converted, events);
            }
        }
        self.settle_decline(rules, events);
    }

    /// Steps over stages in which there is nothing to decide.
    pub(super) fn settle_decline(&mut self, rules: &ArdRules, events: &mut Vec<Event>) {
        while let Some(Frame::Decline {
            minor,
            company,
            stage,
            brought,
            converted,
            goes_on,
        }) = self.frames.last().cloned()
        {
            let next = match stage {
                DeclineStage::Tokens if self.shared.board.stations(minor).next().is_none() => {
                    self.keep_tokens(rules, minor, company, events);
                    DeclineStage::Trains
                }
                DeclineStage::Trains if brought.is_empty() => DeclineStage::Limit,
                // ARD-6.1-12: after a conversion the limit waits for step 6.7.
                DeclineStage::Limit if converted || !self.over_limit(rules, company) => {
                    DeclineStage::Forts
                }
                DeclineStage::Forts if self.fort_count(minor) == 0 => {
                    self.frames.pop();
                    if !converted
                        && !goes_on
                        && let Some(Frame::Stock { turn, .. }) = self.frames.last()
                    {
                        let seat = *turn;
                        self.end_stock_turn(rules, seat, true, events);
                    }
                    return;
                }
                _ => return,
            };
            if let Some(Frame::Decline { stage, .. }) = self.frames.last_mut() {
                *stage = next;
            }
        }
    }

    /// Forts of a company.
    pub(crate) fn fort_count(&self, company: CompanyId) -> u8 {
        self.forts
            .iter()
            .filter(|fort| **fort == FortPlace::Company(company))
            .count() as u8
    }

    pub(super) fn keep_tokens(
        &mut self,
        rules: &ArdRules,
        minor: CompanyId,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        self.take_over_tokens(minor, company, events);
        self.close(rules, minor, events);
    }

    pub(super) fn plan_decline(&self, rules: &ArdRules, action: &Action) -> Result<i32, Rejection> {
        let Some(Frame::Decline {
            minor,
            company,
            stage,
            brought,
            ..
        }) = self.frames.last()
        else {
            reject!("GAME", "nothing is to be declined")
        };
        let definition = &rules.definition;
        let id = &definition.at(*company).id;
        match (stage, action) {
            (DeclineStage::Tokens, Action::DeclineToken(hex, stop)) => {
                let at = StopRef {
                    hex: *hex,
                    stop: *stop,
                };
                require!(
                    self.shared.board.has_station(at, *minor),
                    "ARD-5.3.1-07",
                    "Minor {} brings no token in {}",
                    definition.at(*minor).id,
                    definition.map.at(*hex).name
                );
                Ok(0)
            }
            (DeclineStage::Tokens, Action::Pass) => {
                let brings = self.shared.board.stations(*minor).count();
                let left = usize::from(self.shared.company(*company).tokens_left);
                require!(
                    brings <= left,
                    "ARD-5.3.1-15",
                    "{id} has {left} tokens left and cannot keep {brings}"
                );
                Ok(0)
            }
            (DeclineStage::Trains, Action::DeclineTrain(train)) => {
                require!(
                    brought.contains(train),
                    "ARD-5.3.1-06",
                    "{} was not brought by Minor {}",
                    definition.train_name(*train),
                    definition.at(*minor).id
                );
                Ok(0)
            }
            (DeclineStage::Trains, Action::Pass) => Ok(0),
            (DeclineStage::Limit, Action::Discard(train)) => {
                self.plan_discard(rules, *company, *train, "ARD-5.3.1-16")
            }
            (DeclineStage::Limit, _) => {
                let limit = self.limit_of(rules, *company);
                reject!(
                    "ARD-5.3.1-16",
                    "{id} is over its limit of {limit} trains: it must discard"
                )
            }
            (DeclineStage::Forts, Action::KeepForts(count)) => {
                let brings = self.fort_count(*minor);
                require!(
                    *count <= brings,
                    "ARD-5.3.1-10",
                    "Minor {} brings {brings} forts, not {count}",
                    definition.at(*minor).id
                );
                Ok(0)
            }
            (DeclineStage::Tokens, _) => reject!(
                "ARD-RUL-16",
                "{id} first decides which tokens of the minor it declines"
            ),
            (DeclineStage::Trains, _) => reject!(
                "ARD-RUL-16",
                "{id} now decides which trains of the minor it declines"
            ),
            (DeclineStage::Forts, _) => reject!(
                "ARD-RUL-16",
                "{id} now says how many forts of the minor it keeps"
            ),
        }
    }

    pub(super) fn legal_decline(&self, rules: &ArdRules) -> Vec<Choice> {
        let Some(Frame::Decline { minor, company, .. }) = self.frames.last() else {
            return Vec::new();
        };
        let mut domain: Vec<Action> = self
            .shared
            .board
            .stations(*minor)
            .map(|at| Action::DeclineToken(at.hex, at.stop))
            .collect();
        domain.extend(
            self.shared
                .trains(*company)
                .map(|train| Action::DeclineTrain(train.id)),
        );
        domain.extend(
            self.shared
                .trains(*company)
                .map(|train| Action::Discard(train.id)),
        );
        domain.extend((0..=self.fort_count(*minor)).map(Action::KeepForts));
        domain.push(Action::Pass);
        domain
            .into_iter()
            .filter(|action| self.plan_decline(rules, action).is_ok())
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_decline(
        &mut self,
        rules: &ArdRules,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some(Frame::Decline {
            minor,
            company,
            stage,
            converted,
            ..
        }) = self.frames.last().cloned()
        else {
            return;
        };
        match (stage, action.clone()) {
            (_, Action::DeclineToken(hex, stop)) => {
                self.lift_token(minor, StopRef { hex, stop }, converted, events)
            }
            (DeclineStage::Tokens, _) => {
                self.keep_tokens(rules, minor, company, events);
                if let Some(Frame::Decline { stage, .. }) = self.frames.last_mut() {
                    *stage = DeclineStage::Trains;
                }
            }
            (_, Action::DeclineTrain(train)) => {
                self.send_to_market(train, events);
                if let Some(Frame::Decline { brought, .. }) = self.frames.last_mut() {
                    brought.retain(|other| *other != train);
                }
            }
            (DeclineStage::Trains, _) => {
                if let Some(Frame::Decline { stage, .. }) = self.frames.last_mut() {
                    *stage = DeclineStage::Limit;
                }
            }
            (_, Action::Discard(train)) => self.send_to_market(train, events),
            (_, Action::KeepForts(count)) => {
                let mut keep = count;
                let mut gone = 0;
                for fort in self
                    .forts
                    .iter_mut()
                    .filter(|fort| **fort == FortPlace::Company(minor))
                {
                    if keep > 0 {
                        *fort = FortPlace::Company(company);
                        keep -= 1;
                    } else {
                        *fort = FortPlace::Gone;
                        gone += 1;
                    }
                }
                if gone > 0 {
                    events.push(Event::FortsGone { count: gone });
                }
            }
            _ => {}
        }
        self.settle_decline(rules, events);
    }

    /// A train goes to the open market, face up.
    pub(super) fn send_to_market(&mut self, train: TrainId, events: &mut Vec<Event>) {
        if let Some(state) = self.shared.depot.get_mut(train) {
            state.face_down = false;
        }
        self.shared.move_train(events, train, TrainHolder::Pool);
    }

    /// Whether a bonus token in the hex was declined in this operating round (ARD-5.3.1-19).
    pub(super) fn is_barred(&self, hex: HexId, bonus: Bonus) -> bool {
        self.declined.contains(&(hex, bonus))
    }
}
