//! Section 4.4: the turn of a railway, and what its run does to its stations (4.4.3) and its money (4.4.4).

use super::s4_4_3_runs::Earned;
use super::{Harz, HarzRules, Step};
use crate::action::{Action, Payout, Run};
use crate::board::{Occupant, Token};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, StopRef};
use crate::rejection::Rejection;
use crate::rules::TrainRun;

impl Harz {
    /// Whether the railway has a train that runs: a standard train or a diesel railcar.
    fn has_train(&self, rules: &HarzRules, company: CompanyId) -> bool {
        self.shared.trains(company).any(|train| {
            matches!(
                rules.definition.train(train.kind).run,
                TrainRun::Runs(_) | TrainRun::Diesel
            )
        })
    }

    /// The steps of H73-4.4-01 that nobody decides.
    pub(super) fn settle_railway(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        step: Step,
        events: &mut Vec<Event>,
    ) -> bool {
        let directed = self.director(rules, company).is_some();
        match step {
            // H73-6.2-03: in receivership neither track nor stations.
            Step::Track { .. } | Step::ConcessionRoute { .. } | Step::Station if !directed => {
                self.set_step(Step::Run);
                true
            }
            // H73-4.4.1-16; a route that others have built is paid for at once.
            Step::Track { .. } if !self.line(company).complete => {
                if !self.complete_route(rules, company, events) {
                    self.set_step(Step::ConcessionRoute { laid: 0 });
                }
                true
            }
            // H73-4.4.3-19: without a train no run; the QLB's local train earns all the same (H73-RUL-15).
            Step::Run if !self.has_train(rules, company) => {
                let local = rules.special.local.0 == company;
                if local || rules.options.trainless_turns_inactive {
                    self.turn_stations(rules, company, &[], events);
                }
                let earned = self.check_runs(rules, company, &[]).unwrap_or_default();
                self.take_earnings(rules, company, Vec::new(), earned, events);
                true
            }
            // H73-6.2-08: nothing is bought or issued.
            Step::Trains | Step::Issue if !directed => {
                self.set_step(Step::End);
                true
            }
            Step::Trains if self.line(company).pending => {
                self.settle_first_train(rules, company, events)
            }
            Step::End => {
                self.end_turn(company);
                true
            }
            _ => false,
        }
    }

    pub(super) fn plan_run(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Run(runs) => self.check_runs(rules, company, runs).map(|_| 0),
            _ => self.wrong_step(rules, company, Step::Run, action),
        }
    }

    /// Runs, turns stations, pays maintenance, leaves the profit to be distributed.
    pub(super) fn do_run(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Action::Run(runs) = action else {
            return;
        };
        let earned = self.check_runs(rules, company, runs).unwrap_or_default();
        self.turn_stations(rules, company, runs, events);
        self.take_earnings(rules, company, runs.clone(), earned, events);
    }

    /// H73-4.4.3-16 to 18: stations that the runs serve are active, others are not, but for those on the own
    /// concession route. A marker in a circle that no run goes through is not served (H73-RUL-42).
    fn turn_stations(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Run],
        events: &mut Vec<Event>,
    ) {
        let served: Vec<StopRef> = runs
            .iter()
            .flat_map(|run| self.stops_on(rules, &run.steps))
            .collect();
        let markers: Vec<Token> = self
            .shared
            .board
            .tokens()
            .iter()
            .filter(|token| token.what.station_of() == Some(company))
            .copied()
            .collect();
        for Token { at, slot, what } in markers {
            let active = served.contains(&at) || self.on_route(rules, company, at);
            let turned = if active {
                Occupant::Station(company)
            } else {
                Occupant::Inactive(company)
            };
            if turned != what {
                self.shared.board.replace(at, slot, turned);
                events.push(Event::StationTurned {
                    company,
                    at,
                    active,
                });
            }
        }
    }

    /// H73-4.4.4: revenue less maintenance; a shortfall comes from the treasury.
    fn take_earnings(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        runs: Vec<Run>,
        earned: Earned,
        events: &mut Vec<Event>,
    ) {
        if !runs.is_empty() || earned.total != 0 {
            let extra = earned.total - earned.revenues.iter().sum::<i32>();
            events.push(Event::Ran {
                company,
                runs,
                revenues: earned.revenues,
                extra,
            });
        }
        let profit = earned.total - self.maintenance(rules, company);
        if profit < 0 {
            let owed = -profit;
            let has = self.shared.treasury(company).max(0);
            self.shared.pay(
                events,
                Account::Company(company),
                Account::Bank,
                owed.min(has),
                Cause::Maintenance,
            );
            if has < owed {
                // H73-6-04, H73-RUL-28: all there is goes to the maintenance.
                self.recapitalise(rules, company, false, events);
                return;
            }
        }
        if self.director(rules, company).is_none() {
            // H73-6.2-08: withheld, the value stays.
            if profit > 0 {
                self.shared.pay(
                    events,
                    Account::Bank,
                    Account::Company(company),
                    profit,
                    Cause::Withheld,
                );
                events.push(Event::Dividend {
                    company,
                    revenue: profit,
                    payout: Payout::Nothing,
                });
            }
            self.set_step(Step::End);
        } else if profit > 0 {
            self.set_step(Step::Dividend { profit });
        } else {
            // Nothing to distribute: the value falls (H73-4.4.6).
            self.move_value(rules, company, 0, events);
            self.set_step(Step::Trains);
        }
    }
}
