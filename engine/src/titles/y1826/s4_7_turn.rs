//! Section 4.7: the operating round, whose turn it is, and the steps of a turn in their order.

use super::{Frame, Rules, Step, Y1826};
use crate::action::Payout;
use crate::event::{Cause, Event, RoundKind};
use crate::finance::{Account, Holder};
use crate::ids::CompanyId;
use crate::shared::Ending;

impl Y1826 {
    /// Companies in the order in which they would operate now (E26-4.7-02).
    pub(crate) fn order(&self, rules: &Rules) -> Vec<CompanyId> {
        self.shared
            .markers
            .in_order(&rules.definition.chart)
            .into_iter()
            .filter(|&company| self.may_operate(rules, company))
            .collect()
    }

    /// Runs on until a question stands on top: the heart of the flow.
    pub(super) fn settle(&mut self, rules: &Rules, events: &mut Vec<Event>) {
        // Every pass of the loop finishes a step; the bound turns a fault into a stop instead of a hang.
        for _ in 0..10_000 {
            let Some(top) = self.frames.last().cloned() else {
                return;
            };
            let went_on = match top {
                Frame::Privates { .. } => self.settle_privates(rules, events),
                Frame::Operating {
                    number,
                    done,
                    opened,
                } => {
                    if opened {
                        self.next_company(rules, number, &done, events);
                    } else {
                        self.open_operating_round(rules, number, events);
                    }
                    true
                }
                Frame::Turn {
                    company,
                    step,
                    first,
                } => self.settle_turn(rules, company, step, first, events),
                Frame::Phase {
                    buyer,
                    stage,
                    merged,
                } => {
                    self.settle_phase(rules, buyer, (stage, merged), events);
                    true
                }
                Frame::Stations { national, picks } => {
                    self.settle_stations(rules, national, &picks, events)
                }
                Frame::Discards { owed } => self.settle_discards(rules, &owed, events),
                _ => false,
            };
            if !went_on {
                return;
            }
        }
    }

    pub(super) fn open_operating_round(
        &mut self,
        rules: &Rules,
        number: u8,
        events: &mut Vec<Event>,
    ) {
        if let Some(Frame::Operating { opened, .. }) = self.frames.last_mut() {
            *opened = true;
        }
        if number > 1 {
            self.fresh = Default::default();
        }
        events.push(Event::RoundBegan {
            kind: RoundKind::Operating,
            turn: self.shared.turn,
            number,
        });
        // E26-4.7-01, E26-4.3-02.
        for private in Self::privates(rules) {
            if let Some(seat) = self.owner(rules, private) {
                let income = rules.definition.private_at(private).income;
                self.pay(
                    events,
                    Account::Bank,
                    Account::Player(seat),
                    income,
                    Cause::Income,
                );
            }
        }
    }

    /// E26-4.7-03, 04, 07: the highest company still to operate; without one the round is over.
    pub(super) fn next_company(
        &mut self,
        rules: &Rules,
        number: u8,
        done: &[CompanyId],
        events: &mut Vec<Event>,
    ) {
        let next = self
            .order(rules)
            .into_iter()
            .find(|company| !done.contains(company));
        if let Some(company) = next {
            events.push(Event::TurnBegan { company });
            if rules.options.home_token_at_first_turn {
                self.place_home(rules, company, events);
            }
            self.frames.push(Frame::Turn {
                company,
                step: Step::Track {
                    laid: 0,
                    upgraded: false,
                },
                first: !self.shared.company(company).operated,
            });
            return;
        }
        self.frames.pop();
        if number < self.rounds_in_set {
            self.frames.push(Frame::Operating {
                number: number + 1,
                done: Vec::new(),
                opened: false,
            });
        } else if self.shared.ending == Ending::Last {
            // E26-5-01, E26-5-02.
            self.end_game(events);
        } else {
            self.shared.turn += 1;
            self.begin_stock_round(rules, events);
        }
    }

    pub(super) fn end_game(&mut self, events: &mut Vec<Event>) {
        self.frames.clear();
        self.frames.push(Frame::Over);
        self.shared.ending = Ending::Over;
        events.push(Event::GameOver);
    }

    /// Steps over what the rules do not ask (E26-4.7-05); `false` when a question stands.
    fn settle_turn(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        first: bool,
        events: &mut Vec<Event>,
    ) -> bool {
        if !self.is_floated(company) {
            // Closed by a bankruptcy in its own turn.
            self.frames.pop();
            return true;
        }
        // E26-RUL-32: a national without president only runs and pays out.
        let alone = self.president(rules, company).is_none();
        let next = match step {
            Step::Track { laid, upgraded }
                if alone || upgraded || laid >= self.yellow_lays(company) =>
            {
                Step::Convert
            }
            Step::Convert if alone || !self.may_convert(rules, company) => {
                Step::Token { placed: false }
            }
            Step::Token { placed } if alone || !self.token_step_open(rules, company, placed) => {
                Step::Run
            }
            Step::Run if self.shared.trains(company).next().is_none() => {
                // E26-4.7.4-12.
                self.interest_step(company, 0)
            }
            Step::Interest { .. } => return self.settle_interest(rules, company, events),
            Step::Dividend { revenue } if revenue == 0 || alone => {
                let payout = if revenue == 0 {
                    Payout::Nothing
                } else {
                    Payout::Full
                };
                self.pay_dividend(rules, company, revenue, payout, events);
                Step::Trains { borrowed: false }
            }
            Step::Trains { .. } if alone => Step::Repay,
            Step::Repay if alone || !self.may_repay(company) => Step::Redeem { from: None },
            Step::Redeem { from } if alone || !self.may_redeem(rules, company, from) => {
                Step::Trade {
                    price: self.price(rules, company),
                    sold: false,
                    bought: false,
                }
            }
            Step::Trade { sold, bought, .. }
                if alone || first || !self.may_trade(rules, company, sold, bought) =>
            {
                self.end_turn(company);
                return true;
            }
            _ => return false,
        };
        self.set_step(next);
        true
    }

    pub(super) fn set_step(&mut self, next: Step) {
        let turn = self
            .frames
            .iter_mut()
            .rev()
            .find(|frame| matches!(frame, Frame::Turn { .. }));
        if let Some(Frame::Turn { step, .. }) = turn {
            *step = next;
        }
    }

    /// The turn is over.
    pub(super) fn end_turn(&mut self, company: CompanyId) {
        self.frames.pop();
        if let Some(facts) = self.shared.company_mut(company) {
            facts.operated = true;
        }
        if let Some(Frame::Operating { done, .. }) = self.frames.last_mut() {
            done.push(company);
        }
    }

    /// The company whose turn it is, with its step.
    pub(crate) fn turn(&self) -> Option<(CompanyId, Step, bool)> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Turn {
                company,
                step,
                first,
            } => Some((*company, *step, *first)),
            _ => None,
        })
    }

    /// Shares of the company outside its own treasury and the game, by holder of dividends.
    pub(super) fn paid_holders(&self, rules: &Rules, company: CompanyId) -> Vec<(Account, u8)> {
        let mut list: Vec<(Account, u8)> = self
            .shared
            .table
            .order
            .iter()
            .map(|&seat| (Account::Player(seat), self.units_of(rules, company, seat)))
            .collect();
        let own = self.units(rules, company, Holder::Company(company));
        list.push((Account::Company(company), own));
        list
    }
}
