//! Section 5.3: forming public companies, exchanging minors, declining what they bring; 5.1.3 exchanges.

use super::s5_2_auction::LEAST_FORMING;
use super::{ArdRules, Ardennes, DeclineStage, FortPlace, Frame};
use crate::action::{Action, Source};
use crate::board::{Bonus, Occupant};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, HexId, Seat, StopRef, TrainId};
use crate::legal::Choice;
use crate::network::connected;
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;
use crate::shared::Status;

impl Ardennes {
    /// What the player adds when a minor goes for a share at `price` (ARD-5.3-06, 5.3-07, 5.3.1-03, 5.3.1-04).
    pub(crate) fn shortfall(&self, rules: &ArdRules, minor: CompanyId, price: i32) -> i32 {
        (price - 2 * self.price(rules, minor)).max(0)
    }

    pub(super) fn plan_form(
        &self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        price: i32,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let money = |sum| definition.money.print(sum);
        let id = &definition.at(company).id;
        let Some(owed) = self
            .owed
            .iter()
            .find(|owed| owed.seat == seat && owed.company == company)
        else {
            reject!("ARD-5.3-01", "you have not won {id}")
        };
        let values = &rules.special.major_start;
        require!(
            values.contains(&price),
            "ARD-4-02",
            "{} is no starting value: {} are",
            money(price),
            values
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        );
        let (held, limit) = (
            self.certificates_of(rules, seat),
            self.certificate_limit(rules),
        );
        // ARD-5.3-16: the charter turns into a single, the president's certificate is one more; a charter in Grey
        // cannot be pledged, but may have fallen there since.
        let after = held + 2 - u8::from(self.price(rules, owed.minor) > 0);
        require!(
            after <= limit,
            "ARD-5.3-16",
            "forming {id} makes {after} certificates, the limit is {limit}: sell first"
        );
        let cost = 2 * price + self.shortfall(rules, owed.minor, price);
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= cost,
            "ARD-5.3-04",
            "forming {id} at {} costs {}, you have {}",
            money(price),
            money(cost),
            money(cash)
        );
        Ok(cost)
    }

    /// 5.3, steps 2 to 7.
    pub(super) fn do_form(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        company: CompanyId,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        let Some(index) = self
            .owed
            .iter()
            .position(|owed| owed.seat == seat && owed.company == company)
        else {
            return;
        };
        let minor = self.owed.remove(index).minor;
        let shortfall = self.shortfall(rules, minor, price);
        if let Some(facts) = self.shared.company_mut(company) {
            facts.status = Status::Open;
            facts.units = 5;
        }
        events.push(Event::CompanyStarted {
            company,
            seat,
            price,
        });
        self.pay(
            rules,
            events,
            Account::Player(seat),
            Account::Company(company),
            2 * price,
            Cause::Capital,
        );
        // ARD-5.3-05.
        if let Some(cell) = definition.chart.priced(price, "major_start") {
            self.shared.move_marker(events, company, cell);
        }
        // ARD-5.3-09: president's certificate and one single to the player, the other preferred to the treasury.
        for (paper, _, director) in self
            .shared
            .papers
            .of_company(definition, company)
            .collect::<Vec<_>>()
        {
            if self.shared.papers.holder(paper) == Holder::Initial {
                self.shared.move_paper(
                    events,
                    paper,
                    if director {
                        Holder::Player(seat)
                    } else {
                        Holder::Company(company)
                    },
                );
            }
        }
        self.pay(
            rules,
            events,
            Account::Player(seat),
            Account::Company(company),
            shortfall,
            Cause::Shortfall,
        );
        self.move_singles(
            rules,
            company,
            Holder::Company(company),
            Holder::Player(seat),
            1,
            events,
        );
        // ARD-5.3-10.
        let cash = self.shared.treasury(minor);
        self.pay(
            rules,
            events,
            Account::Company(minor),
            Account::Company(company),
            cash,
            Cause::Merger,
        );
        for train in self.trains_of(minor) {
            self.shared
                .move_train(events, train, TrainHolder::Company(company));
        }
        for fort in &mut self.forts {
            if *fort == FortPlace::Company(minor) {
                *fort = FortPlace::Company(company);
            }
        }
        self.take_over_tokens(minor, company, events);
        self.close(rules, minor, events);
        self.formed.push(company);
    }

    pub(super) fn trains_of(&self, company: CompanyId) -> Vec<TrainId> {
        self.shared.trains(company).map(|train| train.id).collect()
    }

    /// ARD-5.3-11, ARD-5.3.1-11: the minor's tokens become the company's, with their rights.
    fn take_over_tokens(&mut self, minor: CompanyId, company: CompanyId, events: &mut Vec<Event>) {
        let tokens: Vec<_> = self
            .shared
            .board
            .tokens()
            .iter()
            .filter(|token| token.what == Occupant::Station(minor))
            .copied()
            .collect();
        for token in tokens {
            self.shared
                .board
                .replace(token.at, token.slot, Occupant::Station(company));
            events.push(Event::TokenReplaced {
                company,
                old: minor,
                at: token.at,
            });
            if let Some(facts) = self.shared.company_mut(company) {
                facts.tokens_left = facts.tokens_left.saturating_sub(1);
            }
        }
        for right in &mut self.rights {
            if right.company == minor {
                right.company = company;
            }
        }
        self.rights.sort();
        self.rights.dedup();
    }

    /// ARD-5.3-12: marker and charter leave the game.
    fn close(&mut self, rules: &ArdRules, minor: CompanyId, events: &mut Vec<Event>) {
        let from = self.shared.markers.cell(minor);
        self.shared.markers.remove(minor);
        events.push(Event::MarkerMoved {
            company: minor,
            from,
            to: None,
        });
        if let Some(paper) = self.shared.papers.director_paper(&rules.definition, minor) {
            self.shared.move_paper(events, paper, Holder::Gone);
        }
        if let Some(facts) = self.shared.company_mut(minor) {
            facts.status = Status::Closed;
            facts.tokens_left = 0;
        }
        events.push(Event::CompanyClosed { company: minor });
    }

    /// 5.3.1, 5.1.3: offering a minor for a share; `converted` right after a conversion (6.1).
    pub(super) fn plan_exchange(
        &self,
        rules: &ArdRules,
        seat: Seat,
        minor: CompanyId,
        company: CompanyId,
        from: Source,
        converted: bool,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let money = |sum| definition.money.print(sum);
        let (minor_id, id) = (&definition.at(minor).id, &definition.at(company).id);
        require!(
            self.is_minor(rules, minor)
                && self.shared.is_open(minor)
                && self.director(rules, minor) == Some(seat),
            "ARD-5.3.1-18",
            "{minor_id} is not one of your minors"
        );
        require!(
            self.price(rules, minor) > 0,
            "ARD-4.2.1-04",
            "Minor {minor_id} lies in the Grey Zone and cannot be exchanged"
        );
        require!(
            !self.owed.iter().any(|owed| owed.minor == minor),
            "ARD-5.3-01",
            "Minor {minor_id} is pledged for a company that must be formed"
        );
        if self.is_minor(rules, company) {
            return self.plan_charter_exchange(rules, minor, company, from);
        }
        require!(
            self.shared.is_open(company),
            "ARD-5.3.1-02",
            "{id} is not in play"
        );
        if !converted && !rules.options.exchange_after_sale {
            self.not_sold(rules, seat, company)?;
        }
        let director = self.director(rules, company);
        let singles = |holder| {
            self.shared
                .papers
                .held(definition, company, holder)
                .filter(|(_, _, top)| !top)
                .count()
        };
        let in_treasury = singles(Holder::Company(company));
        match from {
            Source::Treasury => {
                require!(
                    director.is_some(),
                    "ARD-RUL-14",
                    "{id} has no president: only a share of the open market can be had"
                );
                require!(
                    in_treasury > 0,
                    "ARD-5.3.1-17",
                    "{id} has no treasury share left"
                );
            }
            Source::Market => {
                require!(
                    singles(Holder::Pool) > 0,
                    "ARD-5.1.3-03",
                    "no share of {id} lies in the open market"
                );
                let open = director.is_none()
                    || director == Some(seat)
                    || in_treasury == 0
                    || self.refused.contains(&(minor, company))
                    || rules.options.market_exchange_open;
                require!(
                    open,
                    "ARD-5.1.3-10",
                    "{id} has treasury shares: its president must be asked before a share of the open market can be had"
                );
            }
        }
        let shortfall = self.shortfall(rules, minor, self.price(rules, company));
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= shortfall,
            if from == Source::Treasury {
                "ARD-5.3.1-03"
            } else {
                "ARD-5.1.3-09"
            },
            "Minor {minor_id} is worth {}, a share of {id} {}: the {} between are more than your {}",
            money(2 * self.price(rules, minor)),
            money(self.price(rules, company)),
            money(shortfall),
            money(cash)
        );
        require!(
            self.connected(rules, minor, company),
            if converted {
                "ARD-6.1-09"
            } else {
                "ARD-5.3.1-02"
            },
            "no route joins a token of Minor {minor_id} with one of {id}"
        );
        Ok(shortfall)
    }

    /// ARD-DEP-18: the reference lets a minor go for another minor's charter in the open market.
    fn plan_charter_exchange(
        &self,
        rules: &ArdRules,
        minor: CompanyId,
        other: CompanyId,
        from: Source,
    ) -> Result<i32, Rejection> {
        let definition = &rules.definition;
        let id = &definition.at(other).id;
        require!(
            rules.options.charter_for_minor,
            "ARD-5.1.3-01",
            "minors are exchanged for shares of public companies, not for Minor {id}"
        );
        let in_market = self
            .shared
            .papers
            .director_paper(definition, other)
            .is_some_and(|paper| self.shared.papers.holder(paper) == Holder::Pool);
        require!(
            from == Source::Market && in_market && self.shared.is_open(other),
            "ARD-5.1.3-03",
            "the charter of Minor {id} does not lie in the open market"
        );
        // The reference counts the charter as one share (all six recorded cases).
        let shortfall = self.shortfall(rules, minor, self.price(rules, other));
        let owner = self
            .director(rules, minor)
            .map_or(0, |seat| self.shared.player_cash(seat));
        require!(
            owner >= shortfall,
            "ARD-5.1.3-09",
            "the {shortfall} between the two minors are more than your {owner}"
        );
        Ok(shortfall)
    }

    /// ARD-RUL-15.
    pub(crate) fn connected(&self, rules: &ArdRules, minor: CompanyId, company: CompanyId) -> bool {
        let board = &self.shared.board;
        let from: Vec<StopRef> = board.stations(minor).collect();
        let to: Vec<StopRef> = board.stations(company).collect();
        if from.iter().any(|a| to.iter().any(|b| a.hex == b.hex)) {
            return true;
        }
        let map = &rules.definition.map;
        connected(map, board, &from, &to, |at| {
            board.full_for(map, at, minor) && board.full_for(map, at, company)
        })
    }

    pub(super) fn do_exchange(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        minor: CompanyId,
        company: CompanyId,
        from: Source,
        events: &mut Vec<Event>,
    ) {
        let director = self.director(rules, company);
        let asked = from == Source::Treasury
            && director.is_some()
            && director != Some(seat)
            && !self.formed.contains(&company);
        if asked {
            // ARD-5.1.3-02.
            if let Some(seat) = director {
                events.push(Event::Asked { seat });
            }
            self.frames.push(Frame::Approval { minor, company });
            return;
        }
        self.exchange_now(rules, seat, minor, company, from, false, false, events);
    }

    pub(super) fn do_approval(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        yes: bool,
        events: &mut Vec<Event>,
    ) {
        let Some(Frame::Approval { minor, company }) = self.frames.pop() else {
            return;
        };
        events.push(Event::Answered { seat, yes });
        if yes {
            if let Some(owner) = self.director(rules, minor) {
                self.exchange_now(
                    rules,
                    owner,
                    minor,
                    company,
                    Source::Treasury,
                    false,
                    rules.options.approved_exchange_free,
                    events,
                );
            }
        } else if !self.refused.contains(&(minor, company)) {
            // ARD-RUL-14 (e), (f): the turn goes on.
            self.refused.push((minor, company));
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn exchange_now(
        &mut self,
        rules: &ArdRules,
        seat: Seat,
        minor: CompanyId,
        company: CompanyId,
        from: Source,
        converted: bool,
        goes_on: bool,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::Exchanged {
            minor,
            company,
            seat,
            from,
        });
        if !converted && !goes_on {
            self.acted(seat, events);
        }
        if self.is_minor(rules, company) {
            let shortfall = self.shortfall(rules, minor, self.price(rules, company));
            self.pay(
                rules,
                events,
                Account::Player(seat),
                Account::Bank,
                shortfall,
                Cause::Shortfall,
            );
            if let Some(paper) = self
                .shared
                .papers
                .director_paper(&rules.definition, company)
            {
                self.shared.move_paper(events, paper, Holder::Player(seat));
            }
            events.push(Event::DirectorChanged {
                company,
                from: None,
                to: Some(seat),
            });
            self.dissolve(rules, minor, events);
            self.end_stock_turn(rules, seat, true, events);
            return;
        }
        let shortfall = self.shortfall(rules, minor, self.price(rules, company));
        let cash = self.shared.treasury(minor);
        match from {
            Source::Market => {
                self.pay(
                    rules,
                    events,
                    Account::Player(seat),
                    Account::Bank,
                    shortfall,
                    Cause::Shortfall,
                );
                self.move_singles(
                    rules,
                    company,
                    Holder::Pool,
                    Holder::Player(seat),
                    1,
                    events,
                );
                self.dissolve(rules, minor, events);
                self.check_director(rules, company, events);
                if !converted {
                    self.end_stock_turn(rules, seat, true, events);
                }
            }
            Source::Treasury => {
                self.pay(
                    rules,
                    events,
                    Account::Player(seat),
                    Account::Company(company),
                    shortfall,
                    Cause::Shortfall,
                );
                self.move_singles(
                    rules,
                    company,
                    Holder::Company(company),
                    Holder::Player(seat),
                    1,
                    events,
                );
                // ARD-5.3.1-05.
                self.pay(
                    rules,
                    events,
                    Account::Company(minor),
                    Account::Company(company),
                    cash,
                    Cause::Merger,
                );
                self.check_director(rules, company, events);
                let brought = self.trains_of(minor);
                for &train in &brought {
                    self.shared
                        .move_train(events, train, TrainHolder::Company(company));
                    // ARD-6.1-10.
                    let stays_up =
                        rules.options.new_trains_stay_up && self.bought_now.contains(&train);
                    if converted && let Some(state) = self.shared.depot.get_mut(train) {
                        state.face_down = !stays_up;
                    }
                }
                self.frames.push(Frame::Decline {
                    minor,
                    company,
                    stage: DeclineStage::Tokens,
                    brought,
                    converted,
                    goes_on,
                });
                self.force_declines(rules, minor, company, converted, events);
            }
        }
    }

    /// ARD-5.1.3-04 to 08: a minor that goes for an open-market share leaves nothing to the company.
    fn dissolve(&mut self, rules: &ArdRules, minor: CompanyId, events: &mut Vec<Event>) {
        for (index, train) in self.trains_of(minor).into_iter().enumerate() {
            let lost = rules.options.market_exchange_loses_train && index % 2 == 1;
            let to = if lost {
                TrainHolder::Gone
            } else {
                TrainHolder::Pool
            };
            self.shared.move_train(events, train, to);
        }
        let stops: Vec<StopRef> = self.shared.board.stations(minor).collect();
        for at in stops {
            self.lift_token(minor, at, false, events);
        }
        let cash = self.shared.treasury(minor);
        self.pay(
            rules,
            events,
            Account::Company(minor),
            Account::Bank,
            cash,
            Cause::Merger,
        );
        let mut gone = 0;
        for fort in &mut self.forts {
            if *fort == FortPlace::Company(minor) {
                *fort = FortPlace::Gone;
                gone += 1;
            }
        }
        if gone > 0 {
            events.push(Event::FortsGone { count: gone });
        }
        self.close(rules, minor, events);
    }

    /// Takes a minor's station off; a bonus token that it replaced comes back (ARD-5.3.1-07 to 09). `barred` keeps
    /// it from being claimed in this operating round.
    fn lift_token(&mut self, minor: CompanyId, at: StopRef, barred: bool, events: &mut Vec<Event>) {
        let Some(token) = self
            .shared
            .board
            .tokens_in(at)
            .find(|token| token.what == Occupant::Station(minor))
            .copied()
        else {
            return;
        };
        self.shared.board.take(at, token.slot);
        if let Some(facts) = self.shared.company_mut(minor) {
            facts.tokens_left += 1;
        }
        events.push(Event::TokenRemoved { company: minor, at });
        if let Some(index) = self
            .rights
            .iter()
            .position(|right| right.company == minor && right.hex == at.hex)
        {
            let right = self.rights.remove(index);
            self.shared
                .board
                .put(at, token.slot, Occupant::Bonus(right.bonus));
            events.push(Event::BonusPlaced {
                at,
                bonus: right.bonus,
            });
            if barred {
                self.declined.push((at.hex, right.bonus));
            }
        }
    }

    /// ARD-5.3.1-12, ARD-5.3.1-15: tokens that must go go without a question; then on to the first real one.
    fn force_declines(
        &mut self,
        rules: &ArdRules,
        minor: CompanyId,
        company: CompanyId,
        converted: bool,
        events: &mut Vec<Event>,
    ) {
        let stops: Vec<StopRef> = self.shared.board.stations(minor).collect();
        for at in stops {
            let beside = self.shared.board.has_station(at, company);
            if beside || self.shared.company(company).tokens_left == 0 {
                self.lift_token(minor, at, converted, events);
            }
        }
        self.settle_decline(rules, events);
    }

    /// Steps over stages in which there is nothing to decide.
    pub(super) fn settle_decline(&mut self, rules: &ArdRules, events: &mut Vec<Event>) {
        while let Some(Frame::Decline {
            minor,
            company,
            stage,
            brought,
            converted,
            goes_on,
        }) = self.frames.last().cloned()
        {
            let next = match stage {
                DeclineStage::Tokens if self.shared.board.stations(minor).next().is_none() => {
                    self.keep_tokens(rules, minor, company, events);
                    DeclineStage::Trains
                }
                DeclineStage::Trains if brought.is_empty() => DeclineStage::Limit,
                // ARD-6.1-12: after a conversion the limit waits for step 6.7.
                DeclineStage::Limit if converted || !self.over_limit(rules, company) => {
                    DeclineStage::Forts
                }
                DeclineStage::Forts if self.fort_count(minor) == 0 => {
                    self.frames.pop();
                    if !converted
                        && !goes_on
                        && let Some(Frame::Stock { turn, .. }) = self.frames.last()
                    {
                        let seat = *turn;
                        self.end_stock_turn(rules, seat, true, events);
                    }
                    return;
                }
                _ => return,
            };
            if let Some(Frame::Decline { stage, .. }) = self.frames.last_mut() {
                *stage = next;
            }
        }
    }

    /// Forts of a company.
    pub(crate) fn fort_count(&self, company: CompanyId) -> u8 {
        self.forts
            .iter()
            .filter(|fort| **fort == FortPlace::Company(company))
            .count() as u8
    }

    fn keep_tokens(
        &mut self,
        rules: &ArdRules,
        minor: CompanyId,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        self.take_over_tokens(minor, company, events);
        self.close(rules, minor, events);
    }

    pub(super) fn plan_decline(&self, rules: &ArdRules, action: &Action) -> Result<i32, Rejection> {
        let Some(Frame::Decline {
            minor,
            company,
            stage,
            brought,
            ..
        }) = self.frames.last()
        else {
            reject!("GAME", "nothing is to be declined")
        };
        let definition = &rules.definition;
        let id = &definition.at(*company).id;
        match (stage, action) {
            (DeclineStage::Tokens, Action::DeclineToken(hex, stop)) => {
                let at = StopRef {
                    hex: *hex,
                    stop: *stop,
                };
                require!(
                    self.shared.board.has_station(at, *minor),
                    "ARD-5.3.1-07",
                    "Minor {} brings no token in {}",
                    definition.at(*minor).id,
                    definition.map.at(*hex).name
                );
                Ok(0)
            }
            (DeclineStage::Tokens, Action::Pass) => {
                let brings = self.shared.board.stations(*minor).count();
                let left = usize::from(self.shared.company(*company).tokens_left);
                require!(
                    brings <= left,
                    "ARD-5.3.1-15",
                    "{id} has {left} tokens left and cannot keep {brings}"
                );
                Ok(0)
            }
            (DeclineStage::Trains, Action::DeclineTrain(train)) => {
                require!(
                    brought.contains(train),
                    "ARD-5.3.1-06",
                    "{} was not brought by Minor {}",
                    definition.train_name(*train),
                    definition.at(*minor).id
                );
                Ok(0)
            }
            (DeclineStage::Trains, Action::Pass) => Ok(0),
            (DeclineStage::Limit, Action::Discard(train)) => {
                self.plan_discard(rules, *company, *train, "ARD-5.3.1-16")
            }
            (DeclineStage::Limit, _) => {
                let limit = self.limit_of(rules, *company);
                reject!(
                    "ARD-5.3.1-16",
                    "{id} is over its limit of {limit} trains: it must discard"
                )
            }
            (DeclineStage::Forts, Action::KeepForts(count)) => {
                let brings = self.fort_count(*minor);
                require!(
                    *count <= brings,
                    "ARD-5.3.1-10",
                    "Minor {} brings {brings} forts, not {count}",
                    definition.at(*minor).id
                );
                Ok(0)
            }
            (DeclineStage::Tokens, _) => reject!(
                "ARD-RUL-16",
                "{id} first decides which tokens of the minor it declines"
            ),
            (DeclineStage::Trains, _) => reject!(
                "ARD-RUL-16",
                "{id} now decides which trains of the minor it declines"
            ),
            (DeclineStage::Forts, _) => reject!(
                "ARD-RUL-16",
                "{id} now says how many forts of the minor it keeps"
            ),
        }
    }

    pub(super) fn legal_decline(&self, rules: &ArdRules) -> Vec<Choice> {
        let Some(Frame::Decline { minor, company, .. }) = self.frames.last() else {
            return Vec::new();
        };
        let mut domain: Vec<Action> = self
            .shared
            .board
            .stations(*minor)
            .map(|at| Action::DeclineToken(at.hex, at.stop))
            .collect();
        domain.extend(
            self.shared
                .trains(*company)
                .map(|train| Action::DeclineTrain(train.id)),
        );
        domain.extend(
            self.shared
                .trains(*company)
                .map(|train| Action::Discard(train.id)),
        );
        domain.extend((0..=self.fort_count(*minor)).map(Action::KeepForts));
        domain.push(Action::Pass);
        domain
            .into_iter()
            .filter(|action| self.plan_decline(rules, action).is_ok())
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_decline(
        &mut self,
        rules: &ArdRules,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some(Frame::Decline {
            minor,
            company,
            stage,
            converted,
            ..
        }) = self.frames.last().cloned()
        else {
            return;
        };
        match (stage, action.clone()) {
            (_, Action::DeclineToken(hex, stop)) => {
                self.lift_token(minor, StopRef { hex, stop }, converted, events)
            }
            (DeclineStage::Tokens, _) => {
                self.keep_tokens(rules, minor, company, events);
                if let Some(Frame::Decline { stage, .. }) = self.frames.last_mut() {
                    *stage = DeclineStage::Trains;
                }
            }
            (_, Action::DeclineTrain(train)) => {
                self.send_to_market(train, events);
                if let Some(Frame::Decline { brought, .. }) = self.frames.last_mut() {
                    brought.retain(|other| *other != train);
                }
            }
            (DeclineStage::Trains, _) => {
                if let Some(Frame::Decline { stage, .. }) = self.frames.last_mut() {
                    *stage = DeclineStage::Limit;
                }
            }
            (_, Action::Discard(train)) => self.send_to_market(train, events),
            (_, Action::KeepForts(count)) => {
                let mut keep = count;
                let mut gone = 0;
                for fort in self
                    .forts
                    .iter_mut()
                    .filter(|fort| **fort == FortPlace::Company(minor))
                {
                    if keep > 0 {
                        *fort = FortPlace::Company(company);
                        keep -= 1;
                    } else {
                        *fort = FortPlace::Gone;
                        gone += 1;
                    }
                }
                if gone > 0 {
                    events.push(Event::FortsGone { count: gone });
                }
            }
            _ => {}
        }
        self.settle_decline(rules, events);
    }

    /// A train goes to the open market, face up.
    pub(super) fn send_to_market(&mut self, train: TrainId, events: &mut Vec<Event>) {
        if let Some(state) = self.shared.depot.get_mut(train) {
            state.face_down = false;
        }
        self.shared.move_train(events, train, TrainHolder::Pool);
    }

    /// Money that the seat needs to form the cheapest company that it owes (ARD-5.3-08).
    pub(super) fn least_forming(&self, rules: &ArdRules, seat: Seat) -> i32 {
        let price = rules
            .special
            .major_start
            .first()
            .copied()
            .unwrap_or(LEAST_FORMING / 2);
        self.owed
            .iter()
            .filter(|owed| owed.seat == seat)
            .map(|owed| 2 * price + self.shortfall(rules, owed.minor, price))
            .min()
            .unwrap_or(0)
    }

    /// Whether a bonus token in the hex was declined in this operating round (ARD-5.3.1-19).
    pub(super) fn is_barred(&self, hex: HexId, bonus: Bonus) -> bool {
        self.declined.contains(&(hex, bonus))
    }
}
