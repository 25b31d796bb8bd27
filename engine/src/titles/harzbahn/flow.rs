//! The flow of the game: who is asked what, which section judges and carries out an action.

use super::{Frame, Harz, HarzRules, Step};
use crate::action::{Action, By, Run};
use crate::event::Event;
use crate::game::Jump;
use crate::ids::{CompanyId, HexId, Seat, StopRef};
use crate::legal::{Ask, Choice, Duty, Legal, Topic};
use crate::network::{Optimum, RunSum, RunSums};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Shared;
use crate::titles::{Deed, Mark, Title, not_your_turn};

impl Step {
    /// What the step asks; `None` where nobody is asked.
    pub(super) fn topic(self) -> Option<Topic> {
        Some(match self {
            Step::MineTrack | Step::Track { .. } => Topic::Track,
            Step::Machines => Topic::Machines,
            Step::CloseMine => Topic::CloseMine,
            Step::Switchers => Topic::Switchers,
            Step::Dividend { .. } => Topic::Dividend,
            Step::BuyMine => Topic::BuyMine,
            Step::Issue => Topic::Convert,
            Step::ConcessionRoute { .. } => Topic::ConcessionRoute,
            Step::Station => Topic::Token,
            Step::Run => Topic::Run,
            Step::Trains => Topic::Trains,
            Step::MineProduction | Step::Production | Step::End => return None,
        })
    }
}

impl Harz {
    /// An action of another step: the order of steps is fixed, unless a rule of its own says why not. Rows that say
    /// what a kind of company never does come first.
    pub(super) fn wrong_step(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        let topic = step.topic().map_or("go on", Topic::name);
        match action {
            Action::Lay(..) if rules.is_mining(company) => {
                reject!(
                    "H73-4.3-01",
                    "{name} is a mining company: it builds no track"
                )
            }
            Action::Lay(..) if rules.is_mine(company) && self.mine(company).connected => {
                reject!("H73-4.2.1-02", "{name} is connected: it builds nothing")
            }
            Action::Lay(..) if rules.is_mine(company) => {
                reject!(
                    "H73-4.2.1-01",
                    "{name} builds one tile in an operating round, before it produces"
                )
            }
            Action::Token(..) | Action::Replace(..)
                if rules.is_railway(company)
                    && matches!(
                        step,
                        Step::Run | Step::Dividend { .. } | Step::Trains | Step::Issue
                    ) =>
            {
                reject!(
                    "H73-4.4.2-01",
                    "{name} builds one station in an operating round, before it runs"
                )
            }
            Action::Pass => reject!(
                step_rule(rules, company),
                "{name} must now {topic}: passing is not possible"
            ),
            _ => reject!(
                step_rule(rules, company),
                "{name} is at the step «{topic}»: the steps of a turn have a fixed order"
            ),
        }
    }

    fn plan_top(&self, rules: &HarzRules, seat: Seat, action: &Action) -> Result<i32, Rejection> {
        match self.frames.last() {
            Some(Frame::Premium { .. }) => self.plan_premium(rules, seat, action),
            Some(Frame::Draft { .. }) => self.plan_draft(rules, seat, action),
            Some(Frame::Auction { .. }) => self.plan_auction(rules, seat, action),
            Some(Frame::Stock { .. }) => self.plan_stock(rules, seat, action),
            Some(Frame::UniteAnswer { .. }) => self.plan_unite_answer(rules, seat, action),
            Some(Frame::MineAnswer { .. }) => self.plan_mine_answer(rules, seat, action),
            Some(Frame::TradeAnswer { offer }) => {
                self.plan_trade_answer(rules, seat, offer, action)
            }
            Some(Frame::Turn { company, step, .. }) => {
                self.plan_turn(rules, *company, *step, action)
            }
            Some(Frame::Operating { .. }) => reject!("GAME", "no company is operating"),
            Some(Frame::Over) | None => reject!("H73-7-05", "the game is over"),
        }
    }

    fn plan_turn(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match step {
            Step::MineTrack => self.plan_mine_track(rules, company, action),
            Step::Machines => self.plan_machines(rules, company, action),
            Step::CloseMine => self.plan_close_mine(rules, company, action),
            Step::Switchers => self.plan_switchers(rules, company, action),
            Step::Dividend { profit } => self.plan_dividend(rules, company, profit, action),
            Step::BuyMine => self.plan_buy_mine(rules, company, action),
            Step::Issue => self.plan_issue(rules, company, action),
            Step::Track { .. } => self.plan_track(rules, company, action),
            Step::ConcessionRoute { .. } => self.plan_route(rules, company, action),
            Step::Station => self.plan_station(rules, company, action),
            Step::Run => self.plan_run(rules, company, action),
            Step::Trains => self.plan_trains(rules, company, action),
            Step::MineProduction | Step::Production | Step::End => {
                self.wrong_step(rules, company, step, action)
            }
        }
    }

    fn legal_top(&self, rules: &HarzRules, seat: Seat) -> Vec<Choice> {
        match self.frames.last() {
            Some(Frame::Premium { .. }) => self.legal_premium(rules, seat),
            Some(Frame::Draft { .. }) => self.legal_draft(rules, seat),
            Some(Frame::Auction { .. }) => self.legal_auction(rules, seat),
            Some(Frame::Stock { .. }) => self.legal_stock(rules, seat),
            Some(
                Frame::UniteAnswer { .. } | Frame::MineAnswer { .. } | Frame::TradeAnswer { .. },
            ) => [Action::Agree, Action::Refuse]
                .into_iter()
                .filter(|action| self.plan_top(rules, seat, action).is_ok())
                .map(Choice::One)
                .collect(),
            Some(Frame::Turn { company, step, .. }) => self.legal_turn(rules, *company, *step),
            Some(Frame::Operating { .. } | Frame::Over) | None => Vec::new(),
        }
    }

    /// Everything that the company may do at the step.
    pub(super) fn legal_turn(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
    ) -> Vec<Choice> {
        match step {
            Step::MineTrack => self.legal_mine_track(rules, company),
            Step::Machines => self.legal_machines(rules, company),
            Step::CloseMine => vec![Choice::One(Action::Close), Choice::One(Action::Pass)],
            Step::Switchers => self.legal_switchers(rules, company),
            Step::Dividend { .. } => self.legal_dividend(),
            Step::BuyMine => self.legal_buy_mine(rules, company),
            Step::Issue => [Action::Convert, Action::Pass]
                .into_iter()
                .filter(|action| self.plan_issue(rules, company, action).is_ok())
                .map(Choice::One)
                .collect(),
            Step::Track { .. } => self.legal_track(rules, company),
            Step::ConcessionRoute { .. } => self.legal_route(rules, company),
            Step::Station => self.legal_station(rules, company),
            Step::Run => vec![Choice::Runs],
            Step::Trains => self.legal_trains(rules, company),
            Step::MineProduction | Step::Production | Step::End => Vec::new(),
        }
    }

    fn do_turn(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match step {
            Step::MineTrack => self.do_mine_track(rules, company, action, events),
            Step::Machines => self.do_machines(rules, company, action, events),
            Step::CloseMine => self.do_close_mine(rules, company, action, events),
            Step::Switchers => self.do_switchers(rules, company, action, events),
            Step::Dividend { profit } => self.do_dividend(rules, company, profit, action, events),
            Step::BuyMine => self.do_buy_mine(rules, company, action, events),
            Step::Issue => self.do_issue(rules, company, action, events),
            Step::Track { .. } => self.do_track(rules, company, action, events),
            Step::ConcessionRoute { .. } => self.do_route(rules, company, action, events),
            Step::Station => self.do_station(rules, company, action, events),
            Step::Run => self.do_run(rules, company, action, events),
            Step::Trains => self.do_trains(rules, company, action, events),
            Step::MineProduction | Step::Production | Step::End => {}
        }
    }

    /// Runs on until a question stands on top: the heart of the flow.
    pub(super) fn settle(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        // Every pass of the loop finishes a step; the bound turns a fault into a stop instead of a hang.
        for _ in 0..10_000 {
            let went_on = match self.frames.last() {
                Some(Frame::Draft { .. }) => self.settle_draft(rules, events),
                Some(Frame::Auction { .. }) => self.settle_auction(rules, events),
                Some(Frame::Operating { .. }) => self.settle_operating(rules, events),
                Some(&Frame::Turn { company, step, .. }) => {
                    if rules.is_mine(company) {
                        self.settle_mine(rules, company, step, events)
                    } else if rules.is_mining(company) {
                        self.settle_mining(rules, company, step, events)
                    } else if rules.is_railway(company) {
                        self.settle_railway(rules, company, step, events)
                    } else {
                        self.settle_external(rules, company, events)
                    }
                }
                _ => false,
            };
            if !went_on {
                return;
            }
        }
    }

    /// The frame of the turn is done.
    pub(super) fn end_turn(&mut self, company: CompanyId) {
        if let Some(facts) = self.shared.company_mut(company) {
            facts.operated = true;
        }
        while matches!(self.frames.last(), Some(Frame::Turn { .. })) {
            self.frames.pop();
        }
    }
}

/// The row that fixes the order of steps for the kind of company.
fn step_rule(rules: &HarzRules, company: CompanyId) -> &'static str {
    if rules.is_mine(company) {
        "H73-4.2-01"
    } else if rules.is_mining(company) {
        "H73-4.3-01"
    } else {
        "H73-4.4-01"
    }
}

impl Title for Harz {
    type Rules = HarzRules;

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn asks(&self, rules: &HarzRules) -> Vec<Ask> {
        let ask = |seat, company, topic, duty| Ask {
            seat,
            company,
            topic,
            duty,
        };
        let must = |seat, topic| vec![ask(seat, None, topic, Duty::Must)];
        // The one who is asked, and the one who may take his offer back.
        let answer = |asked: Option<Seat>, of, by: Option<Seat>, from, topic| {
            let mut asks = Vec::new();
            asks.extend(asked.map(|seat| ask(seat, Some(of), topic, Duty::Must)));
            asks.extend(by.map(|seat| ask(seat, Some(from), topic, Duty::May)));
            asks
        };
        match self.frames.last() {
            Some(Frame::Premium { turn, .. }) => must(*turn, Topic::Premium),
            Some(Frame::Draft { turn, .. }) => must(*turn, Topic::TakeLot),
            Some(Frame::Auction {
                bidding: Some(bidding),
                ..
            }) => must(bidding.turn, Topic::Bid),
            Some(Frame::Auction { turn, .. }) => must(*turn, Topic::Concessions),
            Some(Frame::Stock { turn, .. }) => must(*turn, Topic::StockTurn),
            Some(&Frame::UniteAnswer {
                company,
                second,
                by,
                ..
            }) => answer(
                self.mine_owner(rules, second),
                second,
                Some(by),
                company,
                Topic::UniteAnswer,
            ),
            Some(&Frame::MineAnswer { buyer, mine, .. }) => answer(
                self.mine_owner(rules, mine),
                mine,
                self.director(rules, buyer),
                buyer,
                Topic::MineAnswer,
            ),
            Some(Frame::TradeAnswer { offer }) => answer(
                self.controller(rules, offer.seller),
                offer.seller,
                self.director(rules, offer.buyer),
                offer.buyer,
                Topic::TrainAnswer,
            ),
            Some(Frame::Turn { company, step, .. }) => self
                .director(rules, *company)
                .zip(step.topic())
                .map(|(seat, topic)| ask(seat, Some(*company), topic, Duty::Must))
                .into_iter()
                .collect(),
            Some(Frame::Operating { .. } | Frame::Over) | None => Vec::new(),
        }
    }

    fn plan(&self, rules: &HarzRules, by: By, action: &Action) -> Result<Deed, Rejection> {
        if matches!(self.frames.last(), None | Some(Frame::Over)) {
            reject!("H73-7-05", "the game is over");
        }
        let asks = self.asks(rules);
        let seat = by.seat();
        if asks.is_empty() {
            require!(
                matches!(by, By::Engine(_))
                    && (matches!(action, Action::Run(_))
                        || matches!(self.turn(), Some((_, Step::Switchers, _)))),
                "H73-6.1-15",
                "the company is in receivership: nobody acts for it"
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

    fn carry_out(&mut self, rules: &HarzRules, deed: &Deed, events: &mut Vec<Event>) {
        let seat = deed.by.seat();
        let action = &deed.action;
        match self.frames.last().cloned() {
            Some(Frame::Premium { .. }) => self.do_premium(rules, seat, action, events),
            Some(Frame::Draft { .. }) => self.do_draft(rules, seat, action, events),
            Some(Frame::Auction { .. }) => self.do_auction(rules, seat, action, events),
            Some(Frame::Stock { .. }) => self.do_stock(rules, seat, action, events),
            Some(Frame::UniteAnswer { .. }) => self.do_unite_answer(rules, seat, action, events),
            Some(Frame::MineAnswer { .. }) => self.do_mine_answer(rules, seat, action, events),
            Some(Frame::TradeAnswer { offer }) => {
                self.do_trade_answer(rules, seat, offer, action, events)
            }
            Some(Frame::Turn { company, step, .. }) => {
                self.do_turn(rules, company, step, action, events)
            }
            Some(Frame::Operating { .. } | Frame::Over) | None => {}
        }
        self.settle(rules, events);
    }

    /// H73-4.4.3-15, H73-RUL-16.
    fn demand(&self, rules: &HarzRules, action: &Action) -> Result<(), Rejection> {
        match (self.turn(), action) {
            (Some((company, Step::Run, _)), Action::Run(runs)) => {
                self.demand_runs(rules, company, runs)
            }
            _ => Ok(()),
        }
    }

    fn legal(&self, rules: &HarzRules, seat: Seat) -> Legal {
        if !self.asks(rules).iter().any(|ask| ask.seat == seat) {
            return Legal::default();
        }
        Legal {
            choices: self.legal_top(rules, seat),
        }
    }

    fn engine_action(&self, rules: &HarzRules) -> Option<Action> {
        match self.frames.last() {
            Some(&Frame::Turn {
                company,
                step: Step::Run,
                ..
            }) if self.director(rules, company).is_none() => {
                Some(Action::Run(self.receivership_runs(rules, company)))
            }
            // Only with the option `receivership_swaps`; left to itself the engine moves none.
            Some(&Frame::Turn {
                company,
                step: Step::Switchers,
                ..
            }) if self.director(rules, company).is_none() => Some(Action::Pass),
            _ => None,
        }
    }

    fn best_runs(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        without: Option<HexId>,
        budget: u64,
    ) -> Option<Optimum> {
        (company.index() < rules.definition.companies.len() && rules.is_railway(company))
            .then(|| self.best_without(rules, company, without, budget))
    }

    fn whole_runs(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Vec<Run>, Rejection> {
        self.named_runs(rules, company, runs)
    }

    fn sums(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<RunSums, Rejection> {
        let earned = self.check_runs(rules, company, runs)?;
        let sums = runs
            .iter()
            .zip(earned.items)
            .map(|(run, stops)| RunSum::new(run.train, stops, Vec::new()))
            .collect();
        let local = self.local_earnings(rules, company);
        Ok(RunSums::new(sums, vec![("built-in train".into(), local)]))
    }

    fn reached(&self, rules: &HarzRules, company: CompanyId) -> Vec<StopRef> {
        let board = &self.shared.board;
        if rules.is_mine(company) {
            self.mine_reach(rules, board, company).all_stops()
        } else {
            self.rail_reach(rules, board, company, true).all_stops()
        }
    }

    fn amid(&self) -> bool {
        matches!(
            self.frames.last(),
            Some(Frame::Turn {
                step: Step::ConcessionRoute { laid },
                ..
            }) if *laid > 0
        )
    }

    fn jump(
        &mut self,
        rules: &HarzRules,
        to: Jump,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.jump_to(rules, to, events)
    }

    fn company_notes(&self, rules: &HarzRules, company: CompanyId) -> Vec<String> {
        self.notes_of(rules, company)
    }

    fn company_facts(&self, rules: &HarzRules, company: CompanyId) -> Vec<String> {
        self.facts_of(rules, company)
    }

    fn packet(&self, _rules: &HarzRules) -> Vec<Vec<crate::titles::PacketItem>> {
        Vec::new()
    }

    fn raise(&self, rules: &HarzRules, seat: Seat) -> crate::titles::Raise {
        self.raise_of(rules, seat)
    }

    fn marks(&self, rules: &HarzRules) -> Vec<Mark> {
        self.all_marks(rules)
    }

    fn worth(&self, rules: &HarzRules, seat: Seat) -> i32 {
        self.worth_of(rules, seat)
    }

    /// H73-7-04, H73-RUL-38: seats are numbered in the start turn order.
    fn tie_break(&self, seat: Seat) -> i32 {
        i32::from(seat.0)
    }

    /// H73-3.2-03: no limit; 0 stands for none.
    fn certificates(&self, rules: &HarzRules, seat: Seat) -> (u8, u8) {
        let holder = crate::finance::Holder::Player(seat);
        let count = rules
            .definition
            .company_ids()
            .map(|company| self.shares(rules, company, holder))
            .sum();
        (count, 0)
    }

    /// H73-4.4.7-12: no limit; 0 stands for none.
    fn train_limit(&self, _rules: &HarzRules, _company: CompanyId) -> u8 {
        0
    }

    fn operating_order(&self, rules: &HarzRules) -> Vec<CompanyId> {
        self.order(rules)
    }

    fn round_name(&self) -> String {
        let turn = self.shared.turn;
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Premium { .. } | Frame::Draft { .. } => return "Start auction".into(),
                Frame::Auction { .. } => return format!("AR {turn}"),
                Frame::Stock { .. } => return format!("SR {turn}"),
                Frame::Operating { number, .. } => return format!("OR {turn}.{number}"),
                Frame::Over => return "Game over".into(),
                _ => {}
            }
        }
        String::new()
    }

    fn ledger(&self, rules: &HarzRules, out: &mut Vec<String>) {
        self.write_ledger(rules, out);
    }
}
