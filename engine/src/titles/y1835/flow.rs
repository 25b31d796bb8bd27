//! The flow of the game: who is asked what, which section judges and carries out an action.

use super::{Frame, Step, Y35Rules, Y1835, ix_runs};
use crate::action::{Action, By, Payout, Run};
use crate::event::Event;
use crate::game::Jump;
use crate::ids::{CompanyId, HexId, Seat, StopRef};
use crate::legal::{Ask, Choice, Duty, Legal, Topic};
use crate::network::{Optimum, RunSums};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Shared;
use crate::titles::{Deed, Mark, PacketItem, Raise, Title, not_your_turn};

impl Step {
    /// What the step asks.
    pub(super) fn topic(self) -> Topic {
        match self {
            Step::Track { .. } => Topic::Track,
            Step::Token { .. } => Topic::Token,
            Step::Run => Topic::Run,
            Step::Dividend { .. } => Topic::Dividend,
            Step::Trains => Topic::Trains,
        }
    }
}

impl Y1835 {
    fn plan_top(&self, rules: &Y35Rules, seat: Seat, action: &Action) -> Result<i32, Rejection> {
        let Some(top) = self.frames.last() else {
            reject!("E35-XVI-06", "the game is over")
        };
        match top {
            Frame::Share { bought, .. } => self.plan_share(rules, seat, *bought, action),
            Frame::Turn { company, step, .. } => self.plan_turn(rules, *company, *step, action),
            Frame::Answer { offer } => self.plan_answer(rules, seat, *offer, action),
            Frame::Discard { company } => self.plan_discard(rules, *company, action),
            Frame::Opening => self.plan_opening(action),
            Frame::Exchange { .. } => self.plan_exchange(rules, seat, action),
            Frame::Swap { company, to, .. } => match action {
                Action::Receive(parcel) if self.makeups(rules, *company, *to).contains(parcel) => {
                    Ok(0)
                }
                _ => reject!(
                    "E35-IV.3-07",
                    "choose which certificates of {} you take for the director's",
                    rules.id(*company)
                ),
            },
            Frame::Home { .. } => self.plan_home(rules, action),
            Frame::Raise { company, source } => {
                self.plan_raise(rules, seat, *company, *source, action)
            }
            Frame::After { .. } | Frame::Operating { .. } => {
                reject!("E35-V.1-01", "nobody is asked now")
            }
            Frame::Over => reject!("E35-XVI-06", "the game is over"),
        }
    }

    fn plan_turn(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match step {
            Step::Track { .. } => self.plan_track(rules, company, step, action),
            Step::Token { .. } => self.plan_token_step(rules, company, step, action),
            Step::Run => match action {
                Action::Run(runs) => ix_runs::check(self, rules, company, runs).map(|_| 0),
                _ => Err(self.wrong_step(rules, company, step, action)),
            },
            Step::Dividend { .. } => self.plan_income(rules, company, step, action),
            Step::Trains => self.plan_trains(rules, company, action),
        }
    }

    fn legal_top(&self, rules: &Y35Rules, seat: Seat) -> Vec<Choice> {
        let yes_no = || vec![Choice::One(Action::Agree), Choice::One(Action::Refuse)];
        match self.frames.last() {
            Some(Frame::Share { bought, .. }) => self.legal_share(rules, seat, *bought),
            Some(Frame::Turn { company, step, .. }) => self.legal_turn(rules, *company, *step),
            Some(Frame::Answer { offer }) if Some(seat) == self.director(rules, offer.seller) => {
                yes_no()
            }
            Some(Frame::Answer { .. }) => vec![Choice::One(Action::Refuse)],
            Some(Frame::Discard { company }) => self.legal_discard(*company),
            Some(Frame::Opening) => self.legal_opening(),
            Some(Frame::Exchange { .. }) => self.legal_exchange(rules, seat),
            Some(Frame::Swap { company, to, .. }) => self
                .makeups(rules, *company, *to)
                .into_iter()
                .map(|parcel| Choice::One(Action::Receive(parcel)))
                .collect(),
            Some(Frame::Home { .. }) => {
                let hex = rules.special.mannheim;
                (0..2u8)
                    .map(|stop| Action::Token(hex, stop))
                    .filter(|action| self.plan_home(rules, action).is_ok())
                    .map(Choice::One)
                    .collect()
            }
            Some(Frame::Raise { company, source }) => {
                self.legal_raise(rules, seat, *company, *source)
            }
            Some(Frame::After { .. } | Frame::Operating { .. } | Frame::Over) | None => Vec::new(),
        }
    }

    fn legal_turn(&self, rules: &Y35Rules, company: CompanyId, step: Step) -> Vec<Choice> {
        match step {
            Step::Track { .. } => self.legal_track(rules, company),
            Step::Token { placed } => {
                let mut choices = self.legal_markers(rules, company, !placed);
                choices.push(Choice::One(Action::Pass));
                choices
            }
            Step::Run => vec![Choice::Runs],
            Step::Dividend { .. } => vec![
                Choice::One(Action::Pay(Payout::Full)),
                Choice::One(Action::Pay(Payout::Nothing)),
            ],
            Step::Trains => self.legal_trains(rules, company),
        }
    }

    fn do_turn(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match step {
            Step::Track { .. } => self.do_track(rules, company, action, events),
            Step::Token { .. } => match *action {
                Action::Token(hex, stop) => {
                    self.do_marker(rules, company, StopRef { hex, stop }, None, events)
                }
                Action::TokenBy(private, hex, stop) => {
                    self.do_marker(rules, company, StopRef { hex, stop }, Some(private), events)
                }
                _ => self.set_step(Step::Run),
            },
            Step::Run => {
                if let Action::Run(runs) = action {
                    self.do_runs(rules, company, runs, events);
                }
            }
            Step::Dividend { revenue } => {
                if let Action::Pay(payout) = *action {
                    self.pay_income(rules, company, revenue, payout, events);
                    self.set_step(Step::Trains);
                }
            }
            Step::Trains => self.do_trains(rules, company, action, events),
        }
    }
}

impl Title for Y1835 {
    type Rules = Y35Rules;

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn asks(&self, rules: &Y35Rules) -> Vec<Ask> {
        let must = |seat, company, topic| Ask {
            seat,
            company,
            topic,
            duty: Duty::Must,
        };
        let of = |company: CompanyId, topic| -> Vec<Ask> {
            self.director(rules, company)
                .map(|seat| must(seat, Some(company), topic))
                .into_iter()
                .collect()
        };
        match self.frames.last() {
            Some(Frame::Share { turn, .. }) => {
                let topic = if self.packet_sold(rules) {
                    Topic::StockTurn
                } else {
                    Topic::Packet
                };
                vec![must(*turn, None, topic)]
            }
            Some(Frame::Turn { company, step, .. }) => of(*company, step.topic()),
            Some(Frame::Answer { offer }) => {
                let mut asks = of(offer.seller, Topic::TrainAnswer);
                asks.extend(self.director(rules, offer.buyer).map(|seat| Ask {
                    seat,
                    company: Some(offer.buyer),
                    topic: Topic::TrainAnswer,
                    duty: Duty::May,
                }));
                asks
            }
            Some(Frame::Discard { company }) => of(*company, Topic::Discard),
            Some(Frame::Opening) => of(rules.special.opener, Topic::OpenPrussian),
            Some(Frame::Exchange { left }) => left
                .first()
                .map(|&seat| must(seat, Some(rules.special.prussian), Topic::JoinPrussian))
                .into_iter()
                .collect(),
            Some(Frame::Swap { company, from, .. }) => {
                vec![must(*from, Some(*company), Topic::SwapDirector)]
            }
            Some(Frame::Home { by }) => self
                .home_chooser(rules, *by)
                .map(|seat| must(seat, Some(rules.special.badish), Topic::HomeStation))
                .into_iter()
                .collect(),
            Some(Frame::Raise { company, .. }) => of(*company, Topic::Raise),
            Some(Frame::After { .. } | Frame::Operating { .. } | Frame::Over) | None => Vec::new(),
        }
    }

    fn plan(&self, rules: &Y35Rules, by: By, action: &Action) -> Result<Deed, Rejection> {
        let asks = self.asks(rules);
        let seat = by.seat();
        require!(
            !matches!(self.frames.last(), None | Some(Frame::Over)),
            "E35-XVI-06",
            "the game is over"
        );
        if !asks.iter().any(|ask| ask.seat == seat) {
            return Err(not_your_turn(&asks));
        }
        let cost = self.plan_top(rules, seat, action)?;
        Ok(Deed {
            by,
            action: action.clone(),
            cost,
        })
    }

    fn carry_out(&mut self, rules: &Y35Rules, deed: &Deed, events: &mut Vec<Event>) {
        let seat = deed.by.seat();
        let action = &deed.action;
        match self.frames.last().cloned() {
            Some(Frame::Share { .. }) => self.do_share(rules, seat, action, events),
            Some(Frame::Turn { company, step, .. }) => {
                self.do_turn(rules, company, step, action, events)
            }
            Some(Frame::Answer { offer }) => {
                self.do_answer(rules, seat, offer, *action == Action::Agree, events)
            }
            Some(Frame::Discard { .. }) => {
                if let Action::Discard(train) = action {
                    self.do_discard(*train, events);
                }
            }
            Some(Frame::Opening) => self.do_opening(rules, seat, *action == Action::Agree, events),
            Some(Frame::Exchange { .. }) => self.do_exchange(rules, seat, action, events),
            Some(Frame::Swap {
                company,
                from,
                to,
                sold,
            }) => {
                if let Action::Receive(parcel) = action {
                    self.frames.pop();
                    self.do_swap(rules, company, from, to, *parcel, sold, events);
                }
            }
            Some(Frame::Home { .. }) => {
                if let Action::Token(hex, stop) = *action {
                    self.frames.pop();
                    let at = StopRef { hex, stop };
                    self.put_marker(rules, rules.special.badish, at, 0, events);
                }
            }
            Some(Frame::Raise { company, source }) => match *action {
                Action::SellPapers(of, parcel) => self.do_sale(rules, seat, of, parcel, events),
                _ => self.do_bankrupt(rules, seat, company, source, events),
            },
            Some(Frame::After { .. } | Frame::Operating { .. } | Frame::Over) | None => {}
        }
        self.settle(rules, events);
    }

    fn demand(&self, _rules: &Y35Rules, _action: &Action) -> Result<(), Rejection> {
        // E35-IX-01: the director need not run the best.
        Ok(())
    }

    fn legal(&self, rules: &Y35Rules, seat: Seat) -> Legal {
        if !self.asks(rules).iter().any(|ask| ask.seat == seat) {
            return Legal::default();
        }
        Legal {
            choices: self.legal_top(rules, seat),
        }
    }

    fn engine_action(&self, _rules: &Y35Rules) -> Option<Action> {
        None
    }

    fn best_runs(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        without: Option<HexId>,
        budget: u64,
    ) -> Option<Optimum> {
        (company.index() < rules.definition.companies.len())
            .then(|| ix_runs::best(self, rules, company, without, budget))
    }

    fn whole_runs(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Vec<Run>, Rejection> {
        ix_runs::named(self, rules, company, runs)
    }

    fn sums(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<RunSums, Rejection> {
        ix_runs::sums(self, rules, company, runs)
    }

    fn reached(&self, rules: &Y35Rules, company: CompanyId) -> Vec<StopRef> {
        self.reach(rules, company).all_stops()
    }

    fn jump(
        &mut self,
        rules: &Y35Rules,
        to: Jump,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.jump_to(rules, to, events)
    }

    fn company_facts(&self, rules: &Y35Rules, company: CompanyId) -> Vec<String> {
        self.facts_of(rules, company)
    }

    fn packet(&self, rules: &Y35Rules) -> Vec<Vec<PacketItem>> {
        self.laid_out(rules)
    }

    fn raise(&self, rules: &Y35Rules, seat: Seat) -> Raise {
        self.raise_of(rules, seat)
    }

    fn amid(&self) -> bool {
        false
    }

    fn company_notes(&self, rules: &Y35Rules, company: CompanyId) -> Vec<String> {
        self.notes_of(rules, company)
    }

    fn marks(&self, _rules: &Y35Rules) -> Vec<Mark> {
        Vec::new()
    }

    fn worth(&self, rules: &Y35Rules, seat: Seat) -> i32 {
        self.worth_of(rules, seat)
    }

    fn tie_break(&self, _seat: Seat) -> i32 {
        // E35-RUL-41.
        0
    }

    fn certificates(&self, rules: &Y35Rules, seat: Seat) -> (u8, u8) {
        self.certificates_and_limit(rules, seat)
    }

    fn train_limit(&self, rules: &Y35Rules, company: CompanyId) -> u8 {
        self.limit_of(rules, company)
    }

    fn operating_order(&self, rules: &Y35Rules) -> Vec<CompanyId> {
        self.order(rules)
    }

    fn round_name(&self) -> String {
        let turn = self.shared.turn;
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Share { .. } => return format!("SR {turn}"),
                Frame::Operating { number, .. } => return format!("OR {turn}.{number}"),
                Frame::Over => return "Game over".into(),
                Frame::After { todo } => {
                    for next in todo {
                        match next {
                            super::Todo::Begin(super::Round::Share) => {
                                return format!("before SR {turn}");
                            }
                            super::Todo::Begin(super::Round::Operating(number)) => {
                                return format!("before OR {turn}.{number}");
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        String::new()
    }

    fn ledger(&self, rules: &Y35Rules, out: &mut Vec<String>) {
        self.write_ledger(rules, out);
    }
}
