//! Sections 4.6.2 and 4.6.3: which stations of merged companies the national takes over.

use super::{Frame, Rules, Y1826};
use crate::action::Action;
use crate::board::{Occupant, Token};
use crate::event::Event;
use crate::ids::{CompanyId, StopRef};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;

impl Y1826 {
    /// Replaces all home stations, then asks for the others (E26-4.6.2-20, 21, E26-4.6.3-12, E26-RUL-36).
    pub(super) fn take_stations(
        &mut self,
        rules: &Rules,
        national: CompanyId,
        merging: &[CompanyId],
        picks: u8,
        events: &mut Vec<Event>,
    ) {
        for &old in merging {
            if let Some(home) = rules.definition.at(old).home {
                self.replace_station(rules, national, old, home, events);
            }
        }
        self.frames.push(Frame::Stations {
            national,
            picks: merging.iter().map(|&old| (old, picks)).collect(),
        });
    }

    /// The national's station takes the place of another's; outside Paris one stands for all merged ones of the city
    /// (E26-4.6.2-22).
    fn replace_station(
        &mut self,
        rules: &Rules,
        national: CompanyId,
        old: CompanyId,
        at: StopRef,
        events: &mut Vec<Event>,
    ) {
        let slot = self
            .shared
            .board
            .tokens_in(at)
            .find(|token| token.what == Occupant::Station(old))
            .map(|token| token.slot);
        let Some(slot) = slot else { return };
        if at.hex != rules.special.paris && self.shared.board.has_station_on(at.hex, national) {
            self.shared.board.take(at, slot);
            events.push(Event::TokenRemoved { company: old, at });
            return;
        }
        let station = Occupant::Station(national);
        self.shared.board.replace(at, slot, station);
        events.push(Event::TokenReplaced {
            company: national,
            old,
            at,
        });
    }

    /// Stations of merged companies that may still be chosen.
    pub(crate) fn choosable(
        &self,
        rules: &Rules,
        national: CompanyId,
        picks: &[(CompanyId, u8)],
    ) -> Vec<(CompanyId, StopRef)> {
        let board = &self.shared.board;
        let mut found = Vec::new();
        for &(old, left) in picks {
            for at in board.stations(old) {
                let stands =
                    at.hex != rules.special.paris && board.has_station_on(at.hex, national);
                if left > 0 && !stands {
                    found.push((old, at));
                }
            }
        }
        found.sort_by_key(|(old, at)| (*at, *old));
        found
    }

    pub(super) fn plan_stations(
        &self,
        rules: &Rules,
        national: CompanyId,
        picks: &[(CompanyId, u8)],
        action: &Action,
    ) -> Result<i32, Rejection> {
        let rule = if national == rules.special.sncf.company {
            "E26-4.6.3-12"
        } else {
            "E26-4.6.2-21"
        };
        match *action {
            Action::Pass => Ok(0),
            Action::Replace(hex, stop, old) => {
                let at = StopRef { hex, stop };
                let known = picks.iter().find(|(company, _)| *company == old);
                require!(
                    known.is_some_and(|(_, left)| *left > 0),
                    rule,
                    "{} has no more stations that can be taken over",
                    rules.id(old)
                );
                require!(
                    self.choosable(rules, national, picks).contains(&(old, at)),
                    rule,
                    "{} has no station there that can be taken over",
                    rules.id(old)
                );
                Ok(0)
            }
            _ => reject!(
                rule,
                "choose stations of the merged companies for {}, or pass",
                rules.id(national)
            ),
        }
    }

    pub(super) fn legal_stations(
        &self,
        rules: &Rules,
        national: CompanyId,
        picks: &[(CompanyId, u8)],
    ) -> Vec<Choice> {
        let mut choices = vec![Choice::One(Action::Pass)];
        choices.extend(
            self.choosable(rules, national, picks)
                .into_iter()
                .map(|(old, at)| Choice::One(Action::Replace(at.hex, at.stop, old))),
        );
        choices
    }

    pub(super) fn do_stations(&mut self, rules: &Rules, action: &Action, events: &mut Vec<Event>) {
        for frame in &mut self.frames {
            if let Frame::Phase { merged, .. } = frame {
                *merged = true;
            }
        }
        let Some(Frame::Stations { national, picks }) = self.frames.last_mut() else {
            return;
        };
        let national = *national;
        match *action {
            Action::Replace(hex, stop, old) => {
                for (company, left) in picks.iter_mut() {
                    if *company == old {
                        *left = left.saturating_sub(1);
                    }
                }
                self.replace_station(rules, national, old, StopRef { hex, stop }, events);
            }
            _ => picks.iter_mut().for_each(|(_, left)| *left = 0),
        }
    }

    /// When nothing is left to choose the merged companies leave the game (E26-4.6.2-19, E26-4.6.3-20).
    pub(super) fn settle_stations(
        &mut self,
        rules: &Rules,
        national: CompanyId,
        picks: &[(CompanyId, u8)],
        events: &mut Vec<Event>,
    ) -> bool {
        let headless = self.president(rules, national).is_none();
        if !headless && !self.choosable(rules, national, picks).is_empty() {
            return false;
        }
        self.frames.pop();
        for &(old, _) in picks {
            self.remove_company(old, events);
        }
        true
    }

    /// Takes a company's stations off the map and its marker off the chart; it is out of the game.
    pub(super) fn remove_company(&mut self, company: CompanyId, events: &mut Vec<Event>) {
        let tokens: Vec<Token> = self
            .shared
            .board
            .tokens()
            .iter()
            .filter(|token| token.what.station_of() == Some(company))
            .copied()
            .collect();
        for token in tokens {
            self.shared.board.take(token.at, token.slot);
            events.push(Event::TokenRemoved {
                company,
                at: token.at,
            });
        }
        let from = self.shared.markers.cell(company);
        self.shared.markers.remove(company);
        events.push(Event::MarkerMoved {
            company,
            from,
            to: None,
        });
        if let Some(facts) = self.shared.company_mut(company) {
            facts.status = Status::Closed;
            facts.tokens_left = 0;
        }
        events.push(Event::CompanyClosed { company });
    }
}
