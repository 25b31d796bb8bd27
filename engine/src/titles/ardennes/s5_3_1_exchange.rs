//! Sections 5.1.3 and 5.3.1: exchanging minors for shares.

use super::{ArdRules, Ardennes, DeclineStage, FortPlace, Frame};
use crate::action::Source;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, Seat, StopRef};
use crate::network::connected;
use crate::rejection::{Rejection, require};
use crate::rolling_stock::TrainHolder;

impl Ardennes {
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
    pub(super) fn plan_charter_exchange(
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
    pub(super) fn dissolve(&mut self, rules: &ArdRules, minor: CompanyId, events: &mut Vec<Event>) {
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
}
