//! The flow of the game: who is asked what, which section judges and carries out an action.

use super::s4_7_4_runs;
use super::s4_10_track::Lay;
use super::{Frame, Rules, Step, Y1826};
use crate::action::{Action, BondDeal};
use crate::event::Event;
use crate::ids::{CompanyId, Seat};
use crate::legal::{Choice, Range, Topic};
use crate::rejection::{Rejection, reject, require};

impl Step {
    /// What the step asks.
    pub(super) fn topic(self) -> Topic {
        match self {
            Step::Track { .. } => Topic::Track,
            Step::Convert => Topic::Convert,
            Step::Token { .. } => Topic::Token,
            Step::Run => Topic::Run,
            Step::Interest { .. } => Topic::RaiseMoney,
            Step::Dividend { .. } => Topic::Dividend,
            Step::Trains { .. } => Topic::Trains,
            Step::Repay => Topic::Repay,
            Step::Redeem { .. } => Topic::Redeem,
            Step::Trade { .. } => Topic::Trade,
        }
    }
}

impl Y1826 {
    pub(super) fn plan_top(
        &self,
        rules: &Rules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Some(top) = self.frames.last() else {
            reject!("GAME", "the game is over")
        };
        match top {
            Frame::Privates { .. } => self.plan_privates(rules, seat, action),
            Frame::Bidding { lot, price, .. } => {
                self.plan_bidding(rules, seat, *lot, *price, action)
            }
            Frame::NameValue { company, .. } => self.plan_name_value(rules, *company, action),
            Frame::Stock { .. } => self.plan_stock(rules, seat, action),
            Frame::Turn { company, step, .. } => {
                self.plan_turn(rules, seat, *company, *step, action)
            }
            Frame::Consent { asker, waiting, .. } => {
                self.plan_consent(seat, *asker, waiting, action)
            }
            Frame::Stations { national, picks } => {
                self.plan_stations(rules, *national, picks, action)
            }
            Frame::Discards { owed } => match owed.first() {
                Some(&company) => self.plan_discard(rules, company, action),
                None => reject!("GAME", "nobody must discard"),
            },
            Frame::Operating { .. } | Frame::Phase { .. } => {
                reject!("GAME", "no company is operating")
            }
            Frame::Over => reject!("GAME", "the game is over"),
        }
    }

    fn plan_turn(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let presides = self.president(rules, company) == Some(seat);
        match action {
            Action::Use(private, hex) => {
                return self.plan_use(rules, seat, company, step, (*private, *hex));
            }
            Action::LayBy(..) => {}
            _ if self.asks_seat(rules, company, step, seat) && !presides => reject!(
                "E26-4.3-04",
                "it is {}'s turn: you may only offer the power of your private",
                rules.id(company)
            ),
            Action::Convert => return self.plan_convert(rules, company, step, action),
            _ => {}
        }
        match step {
            Step::Track { .. } => self.plan_track(rules, seat, company, step, action),
            Step::Convert => self.plan_convert(rules, company, step, action),
            Step::Token { .. } => self.plan_token_step(rules, company, step, action),
            Step::Run => match action {
                Action::Run(runs) => s4_7_4_runs::check(self, rules, company, runs).map(|_| 0),
                Action::Earn(sum) if rules.options.revenue_as_typed => {
                    require!(
                        earnings_range().contains(*sum),
                        "E26-DEP-28",
                        "earnings are a multiple of 10 up to {}",
                        earnings_range().max
                    );
                    Ok(0)
                }
                _ => self.wrong_step(rules, step, company, action),
            },
            Step::Interest { .. } => self.plan_interest(rules, seat, company, step, action),
            Step::Dividend { .. } => self.plan_dividend(rules, company, step, action),
            Step::Trains { .. } => self.plan_trains(rules, seat, company, step, action),
            Step::Repay => self.plan_repay(rules, company, step, action),
            Step::Redeem { .. } => self.plan_redeem(rules, company, step, action),
            Step::Trade { .. } => self.plan_trade(rules, company, step, action),
        }
    }

    /// Whether the seat may only offer a power in this step.
    pub(super) fn asks_seat(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        seat: Seat,
    ) -> bool {
        self.power_seat(rules, company, step) == Some(seat)
    }

    pub(super) fn legal_top(&self, rules: &Rules, seat: Seat) -> Vec<Choice> {
        let answer = || vec![Choice::One(Action::Agree), Choice::One(Action::Refuse)];
        match self.frames.last() {
            Some(Frame::Privates { .. }) => self.legal_privates(rules, seat),
            Some(Frame::Bidding { lot, price, .. }) => {
                self.legal_bidding(rules, seat, *lot, *price)
            }
            Some(Frame::NameValue { company, .. }) => {
                let values = rules.special.start_values.iter();
                values
                    .map(|&value| Choice::One(Action::Form(*company, value)))
                    .collect()
            }
            Some(Frame::Stock { .. }) => self.legal_stock(rules, seat),
            Some(Frame::Turn { company, step, .. }) => {
                self.legal_turn(rules, seat, *company, *step)
            }
            Some(Frame::Consent { waiting, .. }) if waiting.contains(&seat) => answer(),
            Some(Frame::Consent { .. }) => vec![Choice::One(Action::Refuse)],
            Some(Frame::Stations { national, picks }) => {
                self.legal_stations(rules, *national, picks)
            }
            Some(Frame::Discards { owed }) => owed
                .first()
                .map(|&company| self.legal_discard(company))
                .unwrap_or_default(),
            Some(Frame::Operating { .. } | Frame::Phase { .. } | Frame::Over) | None => Vec::new(),
        }
    }

    fn legal_turn(&self, rules: &Rules, seat: Seat, company: CompanyId, step: Step) -> Vec<Choice> {
        let presides = self.president(rules, company) == Some(seat);
        let mut choices = match step {
            Step::Track { .. } => self.legal_track(rules, seat, company, step),
            _ if !presides => Vec::new(),
            Step::Convert => vec![Choice::One(Action::Pass)],
            Step::Token { .. } => self.legal_tokens(rules, company, step),
            Step::Run if rules.options.revenue_as_typed => vec![
                Choice::Runs,
                Choice::Amount(Action::Earn(0), earnings_range()),
            ],
            Step::Run => vec![Choice::Runs],
            Step::Interest { .. } => self.legal_interest(rules, seat, company, step),
            Step::Dividend { .. } => {
                use crate::action::Payout;
                [Payout::Full, Payout::Half, Payout::Nothing]
                    .map(|payout| Choice::One(Action::Pay(payout)))
                    .to_vec()
            }
            Step::Trains { .. } => self.legal_trains(rules, seat, company, step),
            Step::Repay | Step::Redeem { .. } | Step::Trade { .. } => {
                self.legal_treasury(rules, company, step)
            }
        };
        let convert = Action::Convert;
        if presides && self.plan_convert(rules, company, step, &convert).is_ok() {
            choices.push(Choice::One(convert));
        }
        choices.extend(self.legal_powers(rules, seat, company, step));
        choices
    }

    /// Carries out what a seat did in a company's turn, once all who must have agreed.
    pub(super) fn perform(
        &mut self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some((_, step, _)) = self.turn() else {
            return;
        };
        match (action, step) {
            (Action::Use(private, hex), _) => self.do_use(rules, company, *private, *hex, events),
            (Action::Lay(..) | Action::LayBy(..), _) => {
                if let Some(lay) = Lay::of(action) {
                    self.do_lay(rules, company, lay, events);
                }
            }
            (Action::Convert, _) => {
                self.grow(rules, company, events);
                if step == Step::Convert {
                    self.set_step(Step::Token { placed: false });
                }
            }
            (Action::Token(hex, stop), _) => self.do_token(rules, company, (*hex, *stop), events),
            (Action::Run(runs), _) => {
                let (revenues, total) = match s4_7_4_runs::check(self, rules, company, runs) {
                    Ok(earned) => (earned.revenues, earned.total),
                    Err(_) => (Vec::new(), 0),
                };
                events.push(Event::Ran {
                    company,
                    runs: runs.clone(),
                    revenues,
                    extra: 0,
                });
                let next = self.interest_step(company, total);
                self.set_step(next);
            }
            (Action::Earn(sum), _) => {
                events.push(Event::Ran {
                    company,
                    runs: Vec::new(),
                    revenues: Vec::new(),
                    extra: *sum,
                });
                let next = self.interest_step(company, *sum);
                self.set_step(next);
            }
            (Action::Pay(payout), Step::Dividend { revenue }) => {
                self.pay_dividend(rules, company, revenue, *payout, events);
                self.set_step(Step::Trains { borrowed: false });
            }
            (Action::Train(source), _) => self.do_train(rules, company, *source, events),
            (Action::Bankrupt, _) => self.do_bankrupt(rules, seat, company, events),
            (Action::Borrow | Action::Bond(BondDeal::Issue(_)) | Action::Sell(..), _) => {
                self.do_emergency(rules, seat, company, action, events);
            }
            (Action::Repay(count), _) => {
                self.do_repay(rules, company, *count, events);
            }
            (Action::Bond(BondDeal::Redeem(from, count)), _) => {
                self.do_redeem(company, *from, *count, events);
            }
            (_, Step::Trade { .. }) => self.do_trade(rules, company, action, events),
            (_, step) => self.pass_step(rules, company, step),
        }
    }

    /// Nothing (more) in the step.
    fn pass_step(&mut self, rules: &Rules, company: CompanyId, step: Step) {
        let next = match step {
            Step::Track { .. } => Step::Convert,
            Step::Convert => Step::Token { placed: false },
            Step::Token { .. } => Step::Run,
            Step::Trains { .. } => Step::Repay,
            Step::Repay => Step::Redeem { from: None },
            Step::Redeem { .. } => Step::Trade {
                price: self.price(rules, company),
                sold: false,
                bought: false,
            },
            other => other,
        };
        self.set_step(next);
    }
}

/// What may be typed as earnings (E26-DEP-28).
fn earnings_range() -> Range {
    Range {
        min: 0,
        max: 5000,
        step: 10,
    }
}
