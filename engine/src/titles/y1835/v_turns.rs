//! Section V: the operating round, whose turn it is, and the steps of a turn in their order.

use super::{Frame, Round, Step, Todo, Y35Rules, Y1835};
use crate::action::{Action, Lot, Payout};
use crate::event::{Cause, Event, RoundKind};
use crate::finance::Account;
use crate::ids::{CompanyId, PrivateId};
use crate::rejection::{Rejection, reject};
use crate::shared::{Ending, Status};

impl Y1835 {
    /// Moves money; a bank without money sets the end (E35-XVI-01).
    pub(super) fn pay(
        &mut self,
        events: &mut Vec<Event>,
        from: Account,
        to: Account,
        sum: i32,
        cause: Cause,
    ) {
        self.shared.pay(events, from, to, sum, cause);
        if from == Account::Bank {
            self.check_bank(events);
        }
    }

    /// The game ends when the bank has no money left.
    pub(super) fn check_bank(&mut self, events: &mut Vec<Event>) {
        if self.shared.ending == Ending::Open && self.shared.cash.of(Account::Bank) <= 0 {
            self.shared.ending = Ending::Last;
            events.push(Event::BankBroken);
        }
    }

    /// Companies in the order in which they would operate now (E35-V.2-03 to 07).
    pub(crate) fn order(&self, rules: &Y35Rules) -> Vec<CompanyId> {
        let open = |company: &CompanyId| self.shared.company(*company).status == Status::Open;
        let privates_left = (0..rules.definition.privates.len())
            .any(|index| self.in_packet(rules, Lot::Private(PrivateId::from(index))));
        let waits = rules.options.minors_wait_for_privates && privates_left
            || rules.options.minors_wait_for_bavaria
                && !self.shared.is_open(rules.special.bavarian);
        let minors = rules.minors().filter(open).filter(|_| !waits);
        let majors = self
            .shared
            .markers
            .in_order(&rules.definition.chart)
            .into_iter()
            .filter(open);
        minors.chain(majors).collect()
    }

    /// Runs on until a question stands on top: the heart of the flow.
    pub(super) fn settle(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        // Every pass of the loop finishes a step; the bound turns a fault into a stop instead of a hang.
        for _ in 0..10_000 {
            let Some(top) = self.frames.last().cloned() else {
                return;
            };
            let went_on = match top {
                Frame::After { todo } => {
                    match todo.first() {
                        Some(&next) => self.run_todo(rules, next, events),
                        None => {
                            self.frames.pop();
                        }
                    }
                    true
                }
                Frame::Operating { opened: false, .. } => {
                    self.open_operating_round(rules, events);
                    true
                }
                Frame::Operating { number, done, .. } => {
                    self.next_company(rules, number, &done, events);
                    true
                }
                Frame::Turn { company, step, .. } => self.settle_turn(rules, company, step, events),
                Frame::Discard { company } => {
                    let over = self.over_limit(rules, company);
                    if !over {
                        self.frames.pop();
                    }
                    !over
                }
                Frame::Exchange { left } => self.settle_exchange(rules, &left),
                Frame::Opening => {
                    let asked = self
                        .owner(rules, Lot::Company(rules.special.opener))
                        .is_some();
                    if !asked {
                        self.frames.pop();
                    }
                    !asked
                }
                Frame::Raise { company, source } => {
                    self.settle_raise(rules, company, source, events)
                }
                _ => false,
            };
            if !went_on {
                return;
            }
        }
    }

    /// Takes the first of the consequences and does it.
    fn run_todo(&mut self, rules: &Y35Rules, todo: Todo, events: &mut Vec<Event>) {
        // Discards come back to the same entry until nobody is over the limit.
        if let Todo::Discards { from, prussian } = todo
            && let Some(company) = self.next_over_limit(rules, from, prussian)
        {
            self.frames.push(Frame::Discard { company });
            return;
        }
        if let Some(Frame::After { todo }) = self.frames.last_mut() {
            todo.remove(0);
        }
        match todo {
            Todo::Discards { .. } => {}
            Todo::AskOpening => {
                if self.may_open(rules) {
                    self.frames.push(Frame::Opening);
                }
            }
            Todo::ForceOpening => {
                if !self.shared.is_open(rules.special.prussian) {
                    self.open_prussian(rules, events);
                }
            }
            Todo::Exchanges { from } => {
                let left = self.shared.table.from(from);
                self.frames.push(Frame::Exchange { left });
            }
            Todo::ForceExchange => self.force_exchange(rules, events),
            Todo::Directorship => self.prussian_directorship(rules, events),
            Todo::Questions => self.ask_questions(rules),
            Todo::Begin(round) => {
                if self.frames.last() == (Some(&Frame::After { todo: Vec::new() })) {
                    self.frames.pop();
                }
                self.begin(round, events);
            }
        }
    }

    pub(super) fn open_operating_round(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        let Some(Frame::Operating { number, opened, .. }) = self.frames.last_mut() else {
            return;
        };
        *opened = true;
        let number = *number;
        events.push(Event::RoundBegan {
            kind: RoundKind::Operating,
            turn: self.shared.turn,
            number,
        });
        self.east_used = false;
        self.forget_incomes();
        // E35-II.1-02, E35-V.2-02.
        for index in 0..rules.definition.privates.len() {
            let private = PrivateId::from(index);
            if let Some(seat) = self.owner(rules, Lot::Private(private)) {
                self.earned.push(Lot::Private(private));
                let income = self.income_of(rules, private);
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

    /// What counts for one operating round only.
    fn forget_incomes(&mut self) {
        self.earned.clear();
        self.folded.clear();
        self.docked.clear();
    }

    /// The first in order still to operate; without one the round is over (E35-V.3-05, E35-XVI-02).
    pub(super) fn next_company(
        &mut self,
        rules: &Y35Rules,
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
            self.sold_now.clear();
            self.frames.push(Frame::Turn {
                company,
                step: Step::Track {
                    laid: 0,
                    promoted: false,
                },
                first: !self.shared.company(company).operated,
                owned: self.shared.trains(company).next().is_some(),
            });
            if company == rules.special.badish {
                self.ask_badish_home_in_turn(rules);
            }
            return;
        }
        self.frames.pop();
        self.forget_incomes();
        if self.shared.ending == Ending::Last {
            self.end_game(events);
            return;
        }
        let round = if number < self.rounds_in_set {
            Round::Operating(number + 1)
        } else {
            self.shared.turn += 1;
            Round::Share
        };
        self.frames.push(Frame::After {
            todo: vec![Todo::Questions, Todo::Begin(round)],
        });
    }

    /// Steps over what the rules do not ask (E35-V.3-01, 03); `false` when a question stands.
    fn settle_turn(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        step: Step,
        events: &mut Vec<Event>,
    ) -> bool {
        if !self.shared.is_open(company) {
            // B63: a minor folded into the Prussian inside its own turn.
            self.end_turn(company);
            return true;
        }
        let minor = rules.is_minor(company);
        let facts = self.shared.company(company);
        let power = self.private_token_open(rules, company);
        let next = match step {
            Step::Track { laid, promoted }
                if (promoted || laid >= self.lays_allowed(rules, company))
                    && !self.private_tile_open(rules, company)
                    && !(power && facts.tokens_left > 0) =>
            {
                Step::Token { placed: false }
            }
            Step::Token { placed } if minor || facts.tokens_left == 0 || placed && !power => {
                Step::Run
            }
            Step::Run if self.shared.trains(company).next().is_none() => {
                self.pay_income(rules, company, 0, Payout::Nothing, events);
                Step::Trains
            }
            Step::Dividend { revenue } if minor => {
                self.pay_income(rules, company, revenue, Payout::Half, events);
                Step::Trains
            }
            Step::Dividend { revenue } if revenue == 0 || self.loan_of(company) > 0 => {
                self.pay_income(rules, company, revenue, Payout::Nothing, events);
                Step::Trains
            }
            _ => return false,
        };
        self.set_step(next);
        true
    }

    pub(super) fn set_step(&mut self, next: Step) {
        let turn = self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Turn { step, .. } => Some(step),
            _ => None,
        });
        if let Some(step) = turn {
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
    pub(crate) fn turn(&self) -> Option<(CompanyId, Step)> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Turn { company, step, .. } => Some((*company, *step)),
            _ => None,
        })
    }

    /// Whether an operating round goes on.
    pub(super) fn operating(&self) -> bool {
        self.frames
            .iter()
            .any(|frame| matches!(frame, Frame::Operating { opened: true, .. }))
    }

    /// An action of another step: their order is E35-V.3-01, unless a rule of its own says why not.
    pub(super) fn wrong_step(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Rejection {
        let id = rules.id(company);
        let minor = rules.is_minor(company);
        let new = |rule, text: String| Rejection::new(rule, text);
        match action {
            Action::Token(..) | Action::TokenBy(..) if minor => new(
                "E35-III-03",
                format!("{id} is a minor and has its home marker only"),
            ),
            Action::Pay(_) if minor => new(
                "E35-III-06",
                format!("half of what {id} earns goes to its owner, half to its treasury, always"),
            ),
            Action::Token(..) if self.shared.company(company).tokens_left == 0 => {
                new("E35-VIII-14", format!("{id} has no marker left"))
            }
            Action::Token(..) if matches!(step, Step::Token { placed: true }) => new(
                "E35-VIII-04",
                format!("{id} has placed a marker in this turn: one a turn"),
            ),
            Action::SellPapers(..) => new(
                "E35-XII-20",
                "shares are sold in an operating round only for a train that lacks money".into(),
            ),
            Action::SellPrivate(_) => new("E35-II.1-03", "privates cannot be sold".into()),
            Action::Pay(_) if matches!(step, Step::Trains) && self.loan_of(company) > 0 => new(
                "E35-XII-26",
                format!("the bank keeps the income of {id} until its loan is repaid"),
            ),
            Action::Train(_) if !matches!(step, Step::Trains) => new(
                "E35-V.3-01",
                format!("{id} buys trains as the last step of its turn"),
            ),
            Action::Fold(_) => new(
                "E35-XIII-07",
                "an exchange for Prussian shares is asked before rounds and when the Prussian opens"
                    .into(),
            ),
            Action::Pass => new(
                "E35-V.3-01",
                format!("{id} must now {}: passing is not possible", step.topic().name()),
            ),
            _ => new(
                "E35-V.3-01",
                format!(
                    "{id} is at the step «{}»: the steps of a turn have a fixed order",
                    step.topic().name()
                ),
            ),
        }
    }

    /// Runs of the company are judged and the earnings wait (E35-V.3-01).
    pub(super) fn do_runs(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        runs: &[crate::action::Run],
        events: &mut Vec<Event>,
    ) {
        let (revenues, total) = match super::ix_runs::check(self, rules, company, runs) {
            Ok(earned) => (earned.revenues, earned.total),
            Err(_) => (Vec::new(), 0),
        };
        events.push(Event::Ran {
            company,
            runs: runs.to_vec(),
            revenues,
            extra: 0,
        });
        self.set_step(Step::Dividend { revenue: total });
    }

    /// E35-X-06, E35-III-06, E35-XII-26.
    pub(super) fn plan_income(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Pay(Payout::Full | Payout::Nothing) => Ok(0),
            Action::Pay(Payout::Half) => {
                reject!("E35-X-06", "all is paid out or all is kept")
            }
            _ => Err(self.wrong_step(rules, company, step, action)),
        }
    }
}
