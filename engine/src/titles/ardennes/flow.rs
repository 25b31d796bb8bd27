//! The flow of the game: who is asked what, which section judges and carries out an action.

use super::{ArdRules, Ardennes, DeclineStage, Frame, Step, s6_5_runs};
use crate::action::{Action, By, Lot, Run};
use crate::event::Event;
use crate::game::Jump;
use crate::ids::{CompanyId, HexId, Seat, StopRef};
use crate::legal::{Ask, Choice, Duty, Legal, Topic};
use crate::network::{Optimum, RunSums};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Shared;
use crate::titles::{Deed, Mark, Title, not_your_turn};

impl ArdRules {
    /// The printed name of a lot.
    pub(crate) fn lot_name(&self, lot: Lot) -> String {
        match lot {
            Lot::Company(id) => format!("Minor {}", self.definition.at(id).id),
            Lot::Private(id) => self.definition.private_at(id).id.clone(),
        }
    }
}

impl Step {
    /// What the step asks.
    fn topic(self) -> Topic {
        match self {
            Step::Convert => Topic::Convert,
            Step::Acquire => Topic::Acquire,
            Step::Issue => Topic::Issue,
            Step::Track { .. } => Topic::Track,
            Step::Token => Topic::Token,
            Step::Forts => Topic::Forts,
            Step::Run => Topic::Run,
            Step::Dividend { .. } => Topic::Dividend,
            Step::TurnUp => Topic::Discard,
            Step::Trains { .. } => Topic::Trains,
        }
    }
}

impl Ardennes {
    /// An action of another step: the order of steps is ARD-6-04, unless a rule of its own says why not.
    pub(super) fn wrong_step(
        &self,
        rules: &ArdRules,
        step: Step,
        company: CompanyId,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = &rules.definition.at(company).id;
        let minor = self.is_minor(rules, company);
        match action {
            Action::Convert if minor => reject!("ARD-6.1-04", "Minor {id} cannot convert"),
            Action::Convert if self.shared.company(company).units == 10 => {
                reject!("ARD-6.1-04", "{id} has ten shares already")
            }
            Action::Convert if first => {
                reject!("ARD-6.1-01", "{id} cannot convert in its first turn")
            }
            Action::Issue(_) if minor => reject!("ARD-6.2-04", "Minor {id} cannot issue shares"),
            Action::Issue(_) if first => {
                reject!("ARD-6.2-01", "{id} cannot issue in its first turn")
            }
            Action::Lay(_, face, _)
                if minor
                    && rules.definition.map.face(*face).colour == crate::board::Colour::Brown =>
            {
                reject!("ARD-1.4.1-01", "Minor {id} may not lay brown tiles")
            }
            Action::Token(..) if self.shared.company(company).tokens_left == 0 => {
                let rule = if minor { "ARD-1.4.1-02" } else { "ARD-6.4-06" };
                reject!(rule, "{id} has no station token left")
            }
            Action::Lay(..) if matches!(step, Step::Token | Step::Forts | Step::Run) => {
                if minor {
                    reject!(
                        "ARD-2.2-01",
                        "Minor {id} has made its one lay, or passed it: the step of track is over"
                    )
                }
                reject!(
                    self.lay_rule(),
                    "{id} lays two yellow tiles or makes one upgrade: the step of track is over"
                )
            }
            Action::Pass => reject!(
                "ARD-6-04",
                "{id} must now {}: passing is not possible",
                step.topic().name()
            ),
            _ => reject!(
                "ARD-6-04",
                "{id} is at the step «{}»: the steps of a turn have a fixed order",
                step.topic().name()
            ),
        }
    }

    fn plan_top(&self, rules: &ArdRules, seat: Seat, action: &Action) -> Result<i32, Rejection> {
        let Some(top) = self.frames.last() else {
            reject!("GAME", "the game is over")
        };
        match top {
            Frame::Lots { bidding, .. } => self.plan_lots(rules, seat, bidding.as_ref(), action),
            Frame::Discount { .. } => self.plan_discount(rules, seat, action),
            Frame::HomeTile { company } => self.plan_home_tile(rules, *company, action),
            Frame::CompanyAuction { bids, .. } => {
                self.plan_company_auction(rules, seat, bids, action)
            }
            Frame::Stock { .. } => self.plan_stock(rules, seat, action),
            Frame::Approval { company, .. } => match action {
                Action::Agree | Action::Refuse => Ok(0),
                _ => reject!(
                    "ARD-5.1.3-02",
                    "the president of {} is asked: agree or refuse",
                    rules.definition.at(*company).id
                ),
            },
            Frame::Decline { .. } => self.plan_decline(rules, action),
            Frame::Operating { .. } => reject!("GAME", "no company is operating"),
            Frame::Turn {
                company,
                step,
                first,
            } => self.plan_turn(rules, seat, *company, *step, *first, action),
            Frame::Answer { offer } => match action {
                Action::Agree if Some(seat) == self.director(rules, offer.seller) => Ok(0),
                Action::Refuse => Ok(0),
                Action::Agree => reject!(
                    "ARD-6.8.3-01",
                    "the seller must agree; you may take back the offer by refusing"
                ),
                _ => reject!(
                    "ARD-6.8.3-01",
                    "an offer for {} is open: agree or refuse",
                    rules.definition.train_name(offer.train)
                ),
            },
            Frame::Discards { owed } => match (owed.first(), action) {
                (Some(company), Action::Discard(train)) => {
                    self.plan_discard(rules, *company, *train, "ARD-RUL-29")
                }
                _ => reject!("ARD-RUL-29", "trains over the limit are discarded first"),
            },
            Frame::Over => reject!("GAME", "the game is over"),
        }
    }

    fn plan_turn(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        first: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match step {
            Step::Convert => self.plan_convert(rules, company, first, action),
            Step::Acquire => self.plan_acquire(rules, seat, company, first, action),
            Step::Issue => self.plan_issue(rules, company, first, action),
            Step::Track { .. } => self.plan_track(rules, company, first, action),
            Step::Token => self.plan_token(rules, company, first, action),
            Step::Forts => self.plan_forts(rules, company, first, action),
            Step::Run => match action {
                Action::Run(runs) => s6_5_runs::check(self, rules, company, runs).map(|_| 0),
                _ => self.wrong_step(rules, step, company, first, action),
            },
            Step::Dividend { revenue } => {
                self.plan_dividend(rules, company, first, revenue, action)
            }
            Step::TurnUp => match action {
                Action::Discard(train) => self.plan_discard(rules, company, *train, "ARD-6.1-11"),
                _ => reject!(
                    "ARD-6.1-11",
                    "{} is over its limit of {} trains: it must discard",
                    rules.definition.at(company).id,
                    self.limit_of(rules, company)
                ),
            },
            Step::Trains { .. } => self.plan_trains(rules, seat, company, first, action),
        }
    }

    fn legal_top(&self, rules: &ArdRules, seat: Seat) -> Vec<Choice> {
        let Some(top) = self.frames.last() else {
            return Vec::new();
        };
        match top {
            Frame::Lots { bidding, .. } => self.legal_lots(rules, seat, bidding.as_ref()),
            Frame::Discount { .. } => self
                .lots_left(rules)
                .into_iter()
                .map(|lot| Choice::One(Action::Take(lot)))
                .collect(),
            Frame::HomeTile { company } => self.legal_home_tile(rules, *company),
            Frame::CompanyAuction { bids, .. } => self.legal_company_auction(rules, seat, bids),
            Frame::Stock { .. } => self.legal_stock(rules, seat),
            Frame::Approval { .. } => vec![Choice::One(Action::Agree), Choice::One(Action::Refuse)],
            Frame::Decline { .. } => self.legal_decline(rules),
            Frame::Answer { offer } if Some(seat) == self.director(rules, offer.seller) => {
                vec![Choice::One(Action::Agree), Choice::One(Action::Refuse)]
            }
            Frame::Answer { .. } => vec![Choice::One(Action::Refuse)],
            Frame::Discards { owed } => owed
                .first()
                .map(|&company| self.legal_discard(rules, company, "ARD-RUL-29"))
                .unwrap_or_default(),
            Frame::Turn {
                company,
                step,
                first,
            } => self.legal_turn(rules, seat, *company, *step, *first),
            Frame::Operating { .. } | Frame::Over => Vec::new(),
        }
    }

    fn legal_turn(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        first: bool,
    ) -> Vec<Choice> {
        let filtered = |domain: Vec<Action>| {
            domain
                .into_iter()
                .filter(|action| {
                    self.plan_turn(rules, seat, company, step, first, action)
                        .is_ok()
                })
                .map(Choice::One)
                .collect()
        };
        match step {
            Step::Convert => filtered(vec![Action::Convert, Action::Pass]),
            Step::Acquire => self.legal_acquire(rules, seat, company, first),
            Step::Issue => {
                let mut domain: Vec<Action> = (1..=10).map(Action::Issue).collect();
                domain.push(Action::Pass);
                filtered(domain)
            }
            Step::Track { .. } => self.legal_track(rules, company),
            Step::Token => self.legal_token(rules, company, first),
            Step::Forts => self.legal_forts(rules, company),
            Step::Run => vec![Choice::Runs],
            Step::Dividend { .. } => {
                use crate::action::Payout;
                vec![
                    Choice::One(Action::Pay(Payout::Full)),
                    Choice::One(Action::Pay(Payout::Nothing)),
                ]
            }
            Step::TurnUp => self.legal_discard(rules, company, "ARD-6.1-11"),
            Step::Trains { .. } => self.legal_trains(rules, seat, company, first),
        }
    }

    fn do_turn(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match step {
            Step::Convert => match action {
                Action::Convert => {
                    self.do_convert(rules, company, events);
                    self.set_step(Step::Acquire);
                }
                _ => self.set_step(Step::Issue),
            },
            Step::Acquire => self.do_acquire(rules, seat, company, action, events),
            Step::Issue => {
                if let Action::Issue(units) = action {
                    self.do_issue(rules, company, *units, events);
                }
                self.set_step(Step::Track {
                    laid: 0,
                    upgraded: false,
                });
            }
            Step::Track { .. } => self.do_track(rules, company, action, events),
            Step::Token => self.do_token(rules, company, action, events),
            Step::Forts => self.do_forts(company, action, events),
            Step::Run => {
                let Action::Run(runs) = action else { return };
                let (revenues, total) = match s6_5_runs::check(self, rules, company, runs) {
                    Ok(earned) => (earned.revenues, earned.total),
                    Err(_) => (Vec::new(), 0),
                };
                let extra = s6_5_runs::forts(self, rules, company, !runs.is_empty());
                events.push(Event::Ran {
                    company,
                    runs: runs.clone(),
                    revenues,
                    extra,
                });
                // ARD-6.5-17.
                self.set_step(Step::Dividend {
                    revenue: total + extra,
                });
            }
            Step::Dividend { revenue } => self.do_dividend(rules, company, revenue, action, events),
            Step::TurnUp => {
                if let Action::Discard(train) = action {
                    self.send_to_market(*train, events);
                }
            }
            Step::Trains { .. } => self.do_trains(rules, seat, company, action, events),
        }
    }
}

impl Title for Ardennes {
    type Rules = ArdRules;

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn asks(&self, rules: &ArdRules) -> Vec<Ask> {
        let must = |seat, company, topic| Ask {
            seat,
            company,
            topic,
            duty: Duty::Must,
        };
        let director = |company: CompanyId| self.seat_for(rules, company);
        let of = |company: CompanyId, topic| {
            director(company)
                .map(|seat| must(seat, Some(company), topic))
                .into_iter()
                .collect()
        };
        match self.frames.last() {
            Some(Frame::Lots {
                auctioneer,
                bidding: None,
            }) => vec![must(*auctioneer, None, Topic::OpenLot)],
            Some(Frame::Lots {
                bidding: Some(bidding),
                ..
            }) => vec![must(bidding.turn, None, Topic::Bid)],
            Some(Frame::Discount { last }) => {
                vec![must(self.discount_chooser(*last), None, Topic::TakeLot)]
            }
            Some(Frame::HomeTile { company }) => of(*company, Topic::HomeTile),
            Some(Frame::CompanyAuction { turn, .. }) => {
                vec![must(*turn, None, Topic::CompanyAuction)]
            }
            Some(Frame::Stock { turn, .. }) => vec![must(*turn, None, Topic::StockTurn)],
            Some(Frame::Approval { company, .. }) => of(*company, Topic::ExchangeAnswer),
            Some(Frame::Decline { company, stage, .. }) => {
                let topic = match stage {
                    DeclineStage::Tokens => Topic::DeclineTokens,
                    DeclineStage::Trains => Topic::DeclineTrains,
                    DeclineStage::Limit => Topic::Discard,
                    DeclineStage::Forts => Topic::KeepForts,
                };
                of(*company, topic)
            }
            Some(Frame::Turn { company, step, .. }) => of(*company, step.topic()),
            Some(Frame::Answer { offer }) => {
                let mut asks: Vec<Ask> = of(offer.seller, Topic::TrainAnswer);
                asks.extend(director(offer.buyer).map(|seat| Ask {
                    seat,
                    company: Some(offer.buyer),
                    topic: Topic::TrainAnswer,
                    duty: Duty::May,
                }));
                asks
            }
            Some(Frame::Discards { owed }) => owed
                .first()
                .map(|&company| of(company, Topic::Discard))
                .unwrap_or_default(),
            Some(Frame::Operating { .. } | Frame::Over) | None => Vec::new(),
        }
    }

    fn plan(&self, rules: &ArdRules, by: By, action: &Action) -> Result<Deed, Rejection> {
        let asks = self.asks(rules);
        let seat = by.seat();
        if matches!(self.frames.last(), None | Some(Frame::Over)) {
            reject!("GAME", "the game is over");
        }
        if asks.is_empty() {
            require!(
                matches!(by, By::Engine(_)) && self.engine_action(rules).is_some(),
                "ARD-6.8.6-11",
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

    fn carry_out(&mut self, rules: &ArdRules, deed: &Deed, events: &mut Vec<Event>) {
        let seat = deed.by.seat();
        let action = &deed.action;
        match self.frames.last().cloned() {
            Some(Frame::Lots { .. }) => self.do_lots(rules, seat, action, events),
            Some(Frame::Discount { .. }) => {
                if let Action::Take(lot) = action {
                    self.do_discount(rules, seat, *lot, events);
                }
            }
            Some(Frame::HomeTile { company }) => self.do_home_tile(rules, company, action, events),
            Some(Frame::CompanyAuction { .. }) => {
                self.do_company_auction(rules, seat, action, events)
            }
            Some(Frame::Stock { .. }) => self.do_stock(rules, seat, action, events),
            Some(Frame::Approval { .. }) => {
                self.do_approval(rules, seat, *action == Action::Agree, events)
            }
            Some(Frame::Decline { .. }) => self.do_decline(rules, action, events),
            Some(Frame::Turn { company, step, .. }) => {
                self.do_turn(rules, seat, company, step, action, events)
            }
            Some(Frame::Answer { .. }) => {
                self.do_answer(rules, seat, *action == Action::Agree, events)
            }
            Some(Frame::Discards { .. }) => {
                if let Action::Discard(train) = action {
                    self.send_to_market(*train, events);
                }
            }
            Some(Frame::Operating { .. } | Frame::Over) | None => {}
        }
        self.settle(rules, events);
    }

    /// ARD-6.5-01, ARD-RUL-28.
    fn demand(&self, rules: &ArdRules, action: &Action) -> Result<(), Rejection> {
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
        if rules.options.any_routes {
            return Ok(());
        }
        let earned = s6_5_runs::check(self, rules, *company, runs)?.total;
        let best = s6_5_runs::best(self, rules, *company, crate::game::SEARCH_BUDGET);
        require!(
            earned >= best.total,
            "ARD-6.5-01",
            "these runs earn {}, the trains can earn {}: `run auto` takes a best set",
            rules.definition.money.print(earned),
            rules.definition.money.print(best.total)
        );
        Ok(())
    }

    fn legal(&self, rules: &ArdRules, seat: Seat) -> Legal {
        if !self.asks(rules).iter().any(|ask| ask.seat == seat) {
            return Legal::default();
        }
        Legal {
            choices: self.legal_top(rules, seat),
        }
    }

    fn engine_action(&self, rules: &ArdRules) -> Option<Action> {
        match self.frames.last() {
            Some(Frame::Turn {
                company,
                step: Step::Run,
                ..
            }) if self.director(rules, *company).is_none() => {
                let best = s6_5_runs::best(self, rules, *company, crate::game::SEARCH_BUDGET);
                Some(Action::Run(best.runs))
            }
            _ => None,
        }
    }

    fn best_runs(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        without: Option<HexId>,
        budget: u64,
    ) -> Option<Optimum> {
        (company.index() < rules.definition.companies.len())
            .then(|| s6_5_runs::best_without(self, rules, company, without, budget))
    }

    fn whole_runs(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Vec<Run>, Rejection> {
        s6_5_runs::canonical(self, rules, company, runs)
    }

    fn sums(
        &self,
        rules: &ArdRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<RunSums, Rejection> {
        s6_5_runs::sums(self, rules, company, runs)
    }

    fn reached(&self, rules: &ArdRules, company: CompanyId) -> Vec<StopRef> {
        self.reach(rules, company).all_stops()
    }

    fn amid(&self) -> bool {
        false
    }

    fn jump(
        &mut self,
        rules: &ArdRules,
        to: Jump,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.jump_to(rules, to, events)
    }

    fn company_notes(&self, rules: &ArdRules, company: CompanyId) -> Vec<String> {
        self.notes_of(rules, company)
    }

    fn company_facts(&self, rules: &ArdRules, company: CompanyId) -> Vec<String> {
        self.facts_of(rules, company)
    }

    fn packet(&self, _rules: &ArdRules) -> Vec<Vec<crate::titles::PacketItem>> {
        Vec::new()
    }

    fn raise(&self, rules: &ArdRules, seat: Seat) -> crate::titles::Raise {
        self.raise_of(rules, seat)
    }

    fn marks(&self, rules: &ArdRules) -> Vec<Mark> {
        let mut marks: Vec<Mark> = Vec::new();
        for hex in rules.definition.map.hex_ids() {
            let count = self
                .forts
                .iter()
                .filter(|fort| **fort == super::FortPlace::Map(hex))
                .count() as u8;
            if count > 0 {
                marks.push(Mark::Forts { hex, count });
            }
        }
        marks.extend(
            self.waiting
                .iter()
                .map(|&(hex, bonus)| Mark::Waiting { hex, bonus }),
        );
        marks.extend(self.rights.iter().map(|right| Mark::Right {
            company: right.company,
            hex: right.hex,
            bonus: right.bonus,
        }));
        for company in rules.definition.company_ids() {
            let count = self.fort_count(company);
            if count > 0 {
                marks.push(Mark::CompanyForts { company, count });
            }
        }
        marks
    }

    fn worth(&self, rules: &ArdRules, seat: Seat) -> i32 {
        self.worth_of(rules, seat)
    }

    fn tie_break(&self, _seat: Seat) -> i32 {
        0
    }

    fn certificates(&self, rules: &ArdRules, seat: Seat) -> (u8, u8) {
        (
            self.certificates_of(rules, seat),
            self.certificate_limit(rules),
        )
    }

    fn train_limit(&self, rules: &ArdRules, company: CompanyId) -> u8 {
        self.limit_of(rules, company)
    }

    fn operating_order(&self, rules: &ArdRules) -> Vec<CompanyId> {
        self.order(rules)
    }

    fn round_name(&self) -> String {
        let turn = self.shared.turn;
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Lots { .. } | Frame::Discount { .. } => return "Initial auction".into(),
                Frame::CompanyAuction { .. } => return format!("Auction of SR {turn}"),
                Frame::Stock { .. } => return format!("SR {turn}"),
                Frame::Operating { number, .. } => return format!("OR {turn}.{number}"),
                Frame::Over => return "Game over".into(),
                _ => {}
            }
        }
        String::new()
    }

    fn ledger(&self, rules: &ArdRules, out: &mut Vec<String>) {
        self.write_ledger(rules, out);
    }
}
