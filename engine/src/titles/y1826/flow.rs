//! The flow of the game: who is asked what, which section judges and carries out an action.

use super::s4_10_track::Lay;
use super::{Frame, Rules, Step, Y1826, s4_7_4_runs};
use crate::action::{Action, BondDeal, By};
use crate::event::Event;
use crate::ids::{CompanyId, Seat};
use crate::legal::{Ask, Choice, Duty, Legal, Range, Topic};
use crate::network::Optimum;
use crate::rejection::{Rejection, reject, require};
use crate::shared::Shared;
use crate::titles::{Deed, Mark, Title, not_your_turn};

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
    fn plan_top(&self, rules: &Rules, seat: Seat, action: &Action) -> Result<i32, Rejection> {
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
    fn asks_seat(&self, rules: &Rules, company: CompanyId, step: Step, seat: Seat) -> bool {
        self.power_seat(rules, company, step) == Some(seat)
    }

    fn legal_top(&self, rules: &Rules, seat: Seat) -> Vec<Choice> {
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

    fn best_runs(&self, rules: &Rules, company: CompanyId, budget: u64) -> Option<Optimum> {
        (company.index() < rules.definition.companies.len())
            .then(|| s4_7_4_runs::best(self, rules, company, budget))
    }

    fn amid(&self) -> bool {
        false
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
