//! What the game asks of the title.

use super::s4_7_4_runs;
use super::{Frame, Rules, Step, Y1826};
use crate::action::{Action, By, Run};
use crate::event::Event;
use crate::game::Jump;
use crate::ids::{CompanyId, HexId, Seat, StopRef};
use crate::legal::{Ask, Duty, Legal, Topic};
use crate::network::{Optimum, RunSums};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Shared;
use crate::titles::{Deed, Mark, PacketItem, Raise, Title, not_your_turn};

impl Title for Y1826 {
    type Rules = Rules;

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn asks(&self, rules: &Rules) -> Vec<Ask> {
        let ask = |seat, company, topic, duty| Ask {
            seat,
            company,
            topic,
            duty,
        };
        let must = |seat, company, topic| vec![ask(seat, company, topic, Duty::Must)];
        let of = |company: CompanyId, topic| {
            self.president(rules, company)
                .map(|seat| ask(seat, Some(company), topic, Duty::Must))
        };
        match self.frames.last() {
            Some(Frame::Privates { turn, .. }) => must(*turn, None, Topic::Privates),
            Some(Frame::Bidding { turn, .. }) => must(*turn, None, Topic::Bid),
            Some(Frame::NameValue { company, seat }) => {
                must(*seat, Some(*company), Topic::NameValue)
            }
            Some(Frame::Stock { turn, .. }) => must(*turn, None, Topic::StockTurn),
            Some(Frame::Turn { company, step, .. }) => {
                let mut asks: Vec<Ask> = of(*company, step.topic()).into_iter().collect();
                if !asks.is_empty()
                    && let Some(seat) = self.power_seat(rules, *company, *step)
                {
                    asks.push(ask(seat, Some(*company), Topic::Power, Duty::May));
                }
                asks
            }
            Some(Frame::Consent {
                company,
                asker,
                waiting,
                ..
            }) => {
                let mut asks: Vec<Ask> = waiting
                    .iter()
                    .map(|&seat| ask(seat, Some(*company), Topic::Consent, Duty::Must))
                    .collect();
                asks.push(ask(*asker, Some(*company), Topic::Consent, Duty::May));
                asks
            }
            Some(Frame::Stations { national, .. }) => {
                of(*national, Topic::Stations).into_iter().collect()
            }
            Some(Frame::Discards { owed }) => owed
                .first()
                .and_then(|&company| of(company, Topic::Discard))
                .into_iter()
                .collect(),
            Some(Frame::Operating { .. } | Frame::Phase { .. } | Frame::Over) | None => Vec::new(),
        }
    }

    fn plan(&self, rules: &Rules, by: By, action: &Action) -> Result<Deed, Rejection> {
        let asks = self.asks(rules);
        let seat = by.seat();
        if matches!(self.frames.last(), None | Some(Frame::Over)) {
            reject!("GAME", "the game is over");
        }
        if asks.is_empty() {
            require!(
                matches!(by, By::Engine(_)) && self.engine_action(rules).is_some(),
                "E26-RUL-32",
                "the company has no president: it runs by itself"
            );
        } else if !asks.iter().any(|ask| ask.seat == seat) {
            return Err(not_your_turn(&asks));
        }
        let cost = self.plan_top(rules, seat, action)?;
        Ok(Deed {
            by,
            action: action.clone(),
            cost,
        })
    }

    fn carry_out(&mut self, rules: &Rules, deed: &Deed, events: &mut Vec<Event>) {
        let seat = deed.by.seat();
        let action = &deed.action;
        match self.frames.last().cloned() {
            Some(Frame::Privates { .. }) => self.do_privates(rules, seat, action, events),
            Some(Frame::Bidding { .. }) => self.do_bidding(rules, seat, action, events),
            Some(Frame::NameValue { company, .. }) => {
                if let Action::Form(_, value) = *action {
                    self.do_name_value(rules, seat, company, value, events);
                }
            }
            Some(Frame::Stock { .. }) => self.do_stock(rules, seat, action, events),
            Some(Frame::Turn { company, .. }) => {
                if !self.ask_consent(rules, company, action, seat, events) {
                    self.perform(rules, seat, company, action, events);
                }
            }
            Some(Frame::Consent { .. }) => {
                self.do_consent(rules, seat, *action == Action::Agree, events);
            }
            Some(Frame::Stations { .. }) => self.do_stations(rules, action, events),
            Some(Frame::Discards { .. }) => {
                if let Action::Discard(train) = *action {
                    let to = crate::rolling_stock::TrainHolder::Pool;
                    self.shared.move_train(events, train, to);
                }
            }
            Some(Frame::Operating { .. } | Frame::Phase { .. } | Frame::Over) | None => {}
        }
        self.settle(rules, events);
    }

    /// E26-4.7.4-01, E26-RUL-24.
    fn demand(&self, rules: &Rules, action: &Action) -> Result<(), Rejection> {
        let (
            Some(Frame::Turn {
                company,
                step: Step::Run,
                ..
            }),
            Action::Run(runs),
        ) = (self.frames.last(), action)
        else {
            return Ok(());
        };
        if rules.options.revenue_as_typed {
            return Ok(());
        }
        let earned = s4_7_4_runs::check(self, rules, *company, runs)?.total;
        let best = s4_7_4_runs::best(self, rules, *company, crate::game::SEARCH_BUDGET);
        require!(
            earned >= best.total,
            "E26-4.7.4-01",
            "these runs earn {}, the trains can earn {}: `run auto` takes a best set",
            rules.money(earned),
            rules.money(best.total)
        );
        Ok(())
    }

    fn legal(&self, rules: &Rules, seat: Seat) -> Legal {
        if !self.asks(rules).iter().any(|ask| ask.seat == seat) {
            return Legal::default();
        }
        Legal {
            choices: self.legal_top(rules, seat),
        }
    }

    fn engine_action(&self, rules: &Rules) -> Option<Action> {
        match self.frames.last() {
            Some(Frame::Turn {
                company,
                step: Step::Run,
                ..
            }) if self.president(rules, *company).is_none() => {
                let best = s4_7_4_runs::best(self, rules, *company, crate::game::SEARCH_BUDGET);
                Some(Action::Run(best.runs))
            }
            _ => None,
        }
    }

    fn best_runs(
        &self,
        rules: &Rules,
        company: CompanyId,
        without: Option<HexId>,
        budget: u64,
    ) -> Option<Optimum> {
        (company.index() < rules.definition.companies.len())
            .then(|| s4_7_4_runs::best_without(self, rules, company, without, budget))
    }

    fn whole_runs(
        &self,
        rules: &Rules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Vec<Run>, Rejection> {
        s4_7_4_runs::canonical(self, rules, company, runs)
    }

    fn sums(&self, rules: &Rules, company: CompanyId, runs: &[Run]) -> Result<RunSums, Rejection> {
        s4_7_4_runs::sums(self, rules, company, runs)
    }

    fn reached(&self, rules: &Rules, company: CompanyId) -> Vec<StopRef> {
        self.reach(rules, company).all_stops()
    }

    fn amid(&self) -> bool {
        false
    }

    fn jump(&mut self, rules: &Rules, to: Jump, events: &mut Vec<Event>) -> Result<(), Rejection> {
        self.jump_to(rules, to, events)
    }

    fn company_facts(&self, rules: &Rules, company: CompanyId) -> Vec<String> {
        self.facts_of(rules, company)
    }

    /// There is none.
    fn packet(&self, _rules: &Rules) -> Vec<Vec<PacketItem>> {
        Vec::new()
    }

    fn raise(&self, rules: &Rules, seat: Seat) -> Raise {
        self.raise_of(rules, seat)
    }

    fn company_notes(&self, rules: &Rules, company: CompanyId) -> Vec<String> {
        self.notes_of(rules, company)
    }

    fn marks(&self, rules: &Rules) -> Vec<Mark> {
        self.all_marks(rules)
    }

    fn worth(&self, rules: &Rules, seat: Seat) -> i32 {
        self.worth_of(rules, seat)
    }

    fn tie_break(&self, _seat: Seat) -> i32 {
        0
    }

    fn certificates(&self, rules: &Rules, seat: Seat) -> (u8, u8) {
        (
            self.certificates_of(rules, seat),
            self.certificate_limit(rules),
        )
    }

    fn train_limit(&self, rules: &Rules, company: CompanyId) -> u8 {
        self.limit_of(rules, company)
    }

    fn operating_order(&self, rules: &Rules) -> Vec<CompanyId> {
        self.order(rules)
    }

    fn round_name(&self) -> String {
        let turn = self.shared.turn;
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Privates { .. } | Frame::Stock { .. } => return format!("SR {turn}"),
                Frame::Operating { number, .. } => return format!("OR {turn}.{number}"),
                Frame::Over => return "Game over".into(),
                _ => {}
            }
        }
        String::new()
    }

    fn ledger(&self, rules: &Rules, out: &mut Vec<String>) {
        self.write_ledger(rules, out);
    }
}
