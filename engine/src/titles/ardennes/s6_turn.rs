//! Section 6: the operating round, whose turn it is, and the steps of a turn in their order.

use super::{ArdRules, Ardennes, Frame, Step};
use crate::action::Payout;
use crate::event::{Cause, Event, RoundKind};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat};
use crate::shared::{Ending, Status};

impl Ardennes {
    /// Companies in the order in which they would operate now: minors, then public companies (ARD-6-01, ARD-6-02).
    pub(crate) fn order(&self, rules: &ArdRules) -> Vec<CompanyId> {
        let all = self.shared.markers.in_order(&rules.definition.chart);
        let open = |company: &CompanyId| self.shared.company(*company).status == Status::Open;
        let minors = all
            .iter()
            .copied()
            .filter(|&id| self.is_minor(rules, id))
            .filter(open);
        let majors = all
            .iter()
            .copied()
            .filter(|&id| !self.is_minor(rules, id))
            .filter(open);
        minors.chain(majors).collect()
    }

    /// Runs on until a question stands on top: the heart of the flow.
    pub(super) fn settle(&mut self, rules: &ArdRules, events: &mut Vec<Event>) {
        // Every pass of the loop finishes a step; the bound turns a fault into a stop instead of a hang.
        for _ in 0..10_000 {
            let Some(top) = self.frames.last().cloned() else {
                return;
            };
            let went_on = match top {
                Frame::Operating {
                    number,
                    done,
                    opened: false,
                } => {
                    self.open_operating_round(rules, number, done, events);
                    true
                }
                Frame::Operating { number, done, .. } => {
                    self.next_company(rules, number, &done, events);
                    true
                }
                Frame::Turn {
                    company,
                    step,
                    first,
                } => self.settle_turn(rules, company, step, first, events),
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
        rules: &ArdRules,
        number: u8,
        done: Vec<CompanyId>,
        events: &mut Vec<Event>,
    ) {
        if let Some(Frame::Operating { opened, .. }) = self.frames.last_mut() {
            *opened = true;
        }
        debug_assert!(done.is_empty());
        self.declined.clear();
        self.bought_now.clear();
        events.push(Event::RoundBegan {
            kind: RoundKind::Operating,
            turn: self.shared.turn,
            number,
        });
        // ARD-3.2.5-01, ARD-3.2.5-02.
        for private in (0..rules.definition.privates.len()).map(crate::ids::PrivateId::from) {
            if let Holder::Player(seat) = self
                .shared
                .papers
                .private_holder(&rules.definition, private)
            {
                let income = rules.definition.private_at(private).income;
                self.pay(
                    rules,
                    events,
                    Account::Bank,
                    Account::Player(seat),
                    income,
                    Cause::Income,
                );
            }
        }
    }

    /// ARD-6-03, ARD-RUL-20: the highest company still to operate; without one the round is over (ARD-6-06).
    pub(super) fn next_company(
        &mut self,
        rules: &ArdRules,
        number: u8,
        done: &[CompanyId],
        events: &mut Vec<Event>,
    ) {
        let next = self
            .order(rules)
            .into_iter()
            .find(|company| !done.contains(company));
        if let Some(company) = next {
            self.begin_turn(rules, company, events);
            return;
        }
        self.frames.pop();
        let last = rules
            .definition
            .phases
            .get(usize::from(self.shared.phase))
            .map_or(2, |phase| phase.operating_rounds);
        if number < last {
            self.frames.push(Frame::Operating {
                number: number + 1,
                done: Vec::new(),
                opened: false,
            });
        } else if self.shared.ending == Ending::Last {
            // ARD-7-01, ARD-7-02.
            self.end_game(events);
        } else {
            self.shared.turn += 1;
            self.begin_stock_round(rules, events);
        }
    }

    pub(super) fn begin_turn(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::TurnBegan { company });
        let first = !self.shared.company(company).operated;
        let step = if self.is_minor(rules, company) {
            Step::Track {
                laid: 0,
                upgraded: false,
            }
        } else {
            Step::Convert
        };
        self.frames.push(Frame::Turn {
            company,
            step,
            first,
        });
    }

    pub(super) fn end_game(&mut self, events: &mut Vec<Event>) {
        self.frames.clear();
        self.frames.push(Frame::Over);
        self.shared.ending = Ending::Over;
        events.push(Event::GameOver);
    }

    /// Steps over what the rules do not ask (ARD-6-04, ARD-6-05); `false` when a question stands.
    fn settle_turn(
        &mut self,
        rules: &ArdRules,
        company: CompanyId,
        step: Step,
        first: bool,
        events: &mut Vec<Event>,
    ) -> bool {
        let minor = self.is_minor(rules, company);
        // ARD-6.8.6-11: a company without president only runs.
        let autopilot = self.director(rules, company).is_none();
        let facts = self.shared.company(company);
        let track = Step::Track {
            laid: 0,
            upgraded: false,
        };
        let next = match step {
            Step::Convert if autopilot || minor || first || facts.units != 5 => Step::Issue,
            Step::Issue if autopilot || minor || first => track,
            Step::Track { laid, upgraded }
                if autopilot || upgraded || laid >= if minor { 1 } else { 2 } =>
            {
                Step::Token
            }
            Step::Token if autopilot || facts.tokens_left == 0 => Step::Forts,
            Step::Forts if autopilot || self.forts_in_reach(rules, company).is_empty() => Step::Run,
            Step::Run if self.runners(company).next().is_none() => {
                // ARD-1.4.1-04, ARD-4.2-05: nothing earned.
                self.pay_dividend(rules, company, 0, Payout::Nothing, events);
                self.after_dividend(company, events);
                Step::TurnUp
            }
            Step::Dividend { revenue: 0 } => {
                self.pay_dividend(rules, company, 0, Payout::Nothing, events);
                self.after_dividend(company, events);
                Step::TurnUp
            }
            Step::Dividend { revenue } if autopilot => {
                self.pay_dividend(rules, company, revenue, Payout::Full, events);
                self.after_dividend(company, events);
                Step::TurnUp
            }
            Step::TurnUp => {
                // ARD-6.1-11.
                if !self.over_limit(rules, company) {
                    Step::Trains {
                        raised: false,
                        last_sale: 0,
                    }
                } else if autopilot {
                    self.discard_cheapest(rules, company, events);
                    return true;
                } else {
                    return false;
                }
            }
            Step::Trains { .. } if autopilot => {
                // ARD-6.8.6-12.
                self.end_turn(company);
                return true;
            }
            _ => return false,
        };
        self.set_step(next);
        true
    }

    pub(super) fn set_step(&mut self, next: Step) {
        if let Some(Frame::Turn { step, .. }) = self.frames.last_mut() {
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

    /// Companies that have operated in this operating round, the present one included.
    pub(super) fn operated_now(&self) -> Vec<CompanyId> {
        let mut list = Vec::new();
        for frame in &self.frames {
            match frame {
                Frame::Operating { done, .. } => list.extend(done),
                Frame::Turn { company, .. } => list.push(*company),
                _ => {}
            }
        }
        list
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

    /// Who holds the most seats' attention: the seat asked for a company.
    pub(super) fn seat_for(&self, rules: &ArdRules, company: CompanyId) -> Option<Seat> {
        self.director(rules, company)
    }
}
