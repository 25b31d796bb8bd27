//! Section 4.5: destinations, and growing from five shares to ten.

use super::{Rules, Step, Y1826};
use crate::action::Action;
use crate::board::{End, OPPOSITE, StopKind};
use crate::event::Event;
use crate::finance::Holder;
use crate::ids::{CompanyId, HexId, StopRef};
use crate::network::reach;
use crate::rejection::{Rejection, require};
use crate::shared::Status;

impl Y1826 {
    /// Whether a route of any length joins the home with the destination; others' stations do not block, Paris does
    /// (E26-4.5-02, 03, E26-RUL-09).
    pub fn is_connected(&self, rules: &Rules, company: CompanyId) -> bool {
        let (Some(home), Some(destination)) = (
            rules.definition.at(company).home,
            rules.special.destination(company),
        ) else {
            return false;
        };
        if rules.options.destinations_by_hand {
            return self.is_joined(rules, home, destination);
        }
        let found = reach(&rules.definition.map, &self.shared.board, &[home], |_| {
            false
        });
        found
            .stops
            .get(destination.index())
            .is_some_and(|stops| *stops != 0)
    }

    /// Whether track joins the two where a train may turn back in a stop (option `destinations_by_hand`).
    fn is_joined(&self, rules: &Rules, home: StopRef, destination: HexId) -> bool {
        let (map, board) = (&rules.definition.map, &self.shared.board);
        // Stops, and sides over which the hex is left.
        let mut seen = vec![(home.hex, End::Stop(home.stop))];
        let mut next = 0;
        while let Some(&(hex, end)) = seen.get(next) {
            next += 1;
            let (hex, from) = match end {
                End::Edge(edge) => {
                    let over = map
                        .neighbour(hex, edge)
                        .zip(OPPOSITE.get(usize::from(edge)));
                    let Some((hex, &edge)) = over else { continue };
                    (hex, End::Edge(edge))
                }
                End::Stop(_) if hex == destination => return true,
                End::Stop(stop) => {
                    let stops = &board.face(map, hex).stops;
                    let kind = stops.get(usize::from(stop)).map(|stop| stop.kind);
                    let paris = rules.special.paris;
                    let through = hex == paris && home.hex != paris;
                    if through || kind == Some(StopKind::Offboard) {
                        continue;
                    }
                    (hex, end)
                }
                End::Junction => continue,
            };
            for path in &board.track(map, hex).paths {
                let to = path.other(from).map(|end| (hex, end));
                seen.extend(to.filter(|to| !seen.contains(to)));
            }
        }
        false
    }

    /// Whether the company has five shares and could grow.
    pub(super) fn may_convert(&self, rules: &Rules, company: CompanyId) -> bool {
        self.is_floated(company)
            && self.shared.company(company).units == 5
            && (self.is_connected(rules, company) || rules.options.convert_and_algerie_any_time)
    }

    pub(super) fn plan_convert(
        &self,
        rules: &Rules,
        company: CompanyId,
        step: Step,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let id = rules.id(company);
        match action {
            Action::Convert => {
                require!(
                    self.shared.company(company).units == 5,
                    "E26-4.5-06",
                    "{id} has ten shares already"
                );
                require!(
                    step == Step::Convert || rules.options.convert_and_algerie_any_time,
                    "E26-4.7-05",
                    "{id} converts right after laying track: that step is over or still to come"
                );
                require!(
                    self.may_convert(rules, company),
                    "E26-4.7.2-01",
                    "no route joins the home of {id} with its destination {}",
                    rules.special.destination(company).map_or("", |hex| &rules
                        .definition
                        .map
                        .at(hex)
                        .name)
                );
                Ok(0)
            }
            Action::Pass => Ok(0),
            _ => self.wrong_step(rules, step, company, action),
        }
    }

    /// E26-4.5-06, 07, E26-RUL-08: the five shares in reserve go to the treasury; nothing else changes.
    pub(super) fn grow(&mut self, rules: &Rules, company: CompanyId, events: &mut Vec<Event>) {
        if let Some(facts) = self.shared.company_mut(company) {
            facts.units = 10;
        }
        let to = if self.is_floated(company) {
            Holder::Company(company)
        } else {
            Holder::Initial
        };
        self.release_reserve(rules, company, to, events);
        events.push(Event::Converted { company });
    }

    /// Companies of five shares that are in play, floated or not as asked.
    pub(super) fn small(&self, rules: &Rules, floated: bool) -> Vec<CompanyId> {
        rules
            .definition
            .company_ids()
            .filter(|&company| {
                let facts = self.shared.company(company);
                facts.status == Status::Open
                    && facts.units == 5
                    && self.is_floated(company) == floated
            })
            .collect()
    }
}
