//! Section XIII: bringing the Prussian Railway into service.

use super::{Frame, Todo, Y35Rules, Y1835};
use crate::action::{Action, Lot};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::Seat;
use crate::legal::Choice;
use crate::rejection::{Rejection, reject};
use crate::shared::Status;

impl Y1835 {
    /// Whether the owner of M2 may open the Prussian (E35-XIII-01).
    pub(super) fn may_open(&self, rules: &Y35Rules) -> bool {
        self.shared.phase >= rules.special.phases.1
            && self.shared.company(rules.special.prussian).status == Status::Unopened
            && self
                .owner(rules, Lot::Company(rules.special.opener))
                .is_some()
    }

    /// The questions at the start of a round (E35-XIII-02, 18, E35-V.2-01).
    pub(super) fn ask_questions(&mut self, rules: &Y35Rules) {
        let todo = if self.may_open(rules) {
            vec![Todo::AskOpening]
        } else if self.shared.is_open(rules.special.prussian)
            && self.shared.phase < rules.special.phases.3
        {
            let from = match self.opener {
                Some(seat) if rules.options.exchange_from_former_m2 => seat,
                _ => self.shared.table.priority,
            };
            self.exchanges(rules, from)
        } else {
            return;
        };
        self.frames.push(Frame::After { todo });
    }

    /// The players are asked, then the directorship and the trains are looked at (E35-XIII-07, 10, 11).
    fn exchanges(&self, rules: &Y35Rules, from: Seat) -> Vec<Todo> {
        let director = self.director(rules, rules.special.prussian);
        vec![
            Todo::Exchanges { from },
            Todo::Directorship,
            Todo::Discards {
                from: director.unwrap_or(from),
                prussian: true,
            },
        ]
    }

    pub(super) fn plan_opening(&self, action: &Action) -> Result<i32, Rejection> {
        match action {
            Action::Agree | Action::Refuse => Ok(0),
            _ => reject!(
                "E35-XIII-01",
                "you are asked whether the Prussian opens: agree or refuse"
            ),
        }
    }

    pub(super) fn legal_opening(&self) -> Vec<Choice> {
        vec![Choice::One(Action::Agree), Choice::One(Action::Refuse)]
    }

    pub(super) fn do_opening(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        yes: bool,
        events: &mut Vec<Event>,
    ) {
        self.frames.pop();
        events.push(Event::Answered { seat, yes });
        if yes {
            self.open_prussian(rules, events);
        }
    }

    /// E35-XIII-03 to 07.
    pub(super) fn open_prussian(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        let special = &rules.special;
        let prussian = special.prussian;
        let owner = self.owner(rules, Lot::Company(special.opener));
        if self.shared.company(prussian).status != Status::Unopened {
            return;
        }
        if let Some(facts) = self.shared.company_mut(prussian) {
            facts.status = Status::Open;
        }
        events.push(Event::Floated { company: prussian });
        self.opener = owner;
        let sold = self.units_sold(rules, prussian);
        let capital = self.new_price(rules, prussian, sold);
        self.pay(
            events,
            Account::Bank,
            Account::Company(prussian),
            capital,
            Cause::Capital,
        );
        if let Some(release) = special.release(prussian) {
            self.shared.restack_marker(events, prussian, release.cell);
        }
        match owner {
            Some(seat) => self.fold(rules, seat, Lot::Company(special.opener), events),
            None => {
                // E35-RUL-24: without M2 its director's certificate lies in the pool.
                if let Some(paper) = self.reserved_paper(rules, Lot::Company(special.opener)) {
                    self.shared.move_paper(events, paper, Holder::Pool);
                }
                if !self
                    .shared
                    .board
                    .has_station_on(self.berlin(rules), prussian)
                {
                    self.place_home_if_free(rules, events);
                }
                self.record_director(rules, prussian, events);
            }
        }
        // Shares kept for what has left the game.
        let lost: Vec<Lot> = special
            .exchange
            .iter()
            .map(|(lot, _)| *lot)
            .filter(|&lot| {
                lot != Lot::Company(special.opener)
                    && self
                        .packet_paper(rules, lot)
                        .is_some_and(|paper| self.shared.papers.holder(paper) == Holder::Gone)
            })
            .collect();
        for lot in lost {
            if let Some(paper) = self.reserved_paper(rules, lot) {
                self.shared.move_paper(events, paper, Holder::Pool);
            }
        }
        let from = self
            .director(rules, prussian)
            .unwrap_or(self.shared.table.priority);
        let mut todo = self.exchanges(rules, from);
        if self.shared.phase >= special.phases.3 {
            todo.clear();
        }
        self.frames.push(Frame::After { todo });
    }

    /// Whether something exchanged has earned in this operating round: then the Prussian waits (E35-XIII-13 to 15).
    fn must_wait(&self, rules: &Y35Rules) -> bool {
        if rules.options.prussian_runs_docked {
            let first = rules.minors().next();
            let bought_by_first = self.turn().map(|(company, _)| company) == first;
            return !bought_by_first;
        }
        self.folded.iter().any(|lot| self.earned.contains(lot))
    }

    /// E35-XIII-11, E35-RUL-27; the Prussian that opened in this operating round waits or operates.
    pub(super) fn prussian_directorship(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        let prussian = rules.special.prussian;
        if !self.shared.is_open(prussian) {
            return;
        }
        let opened_now =
            self.folded.contains(&Lot::Company(rules.special.opener)) && self.operating();
        if opened_now && self.must_wait(rules) {
            for frame in &mut self.frames {
                if let Frame::Operating { done, .. } = frame
                    && !done.contains(&prussian)
                {
                    done.push(prussian);
                }
            }
        }
        self.check_director(rules, prussian, events);
    }
}
