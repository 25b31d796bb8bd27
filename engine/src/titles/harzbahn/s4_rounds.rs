//! Section 4: operating rounds, their sets, and the order of the companies.

use super::{Frame, Harz, HarzRules, Step};
use crate::event::{Event, RoundKind};
use crate::ids::CompanyId;
use crate::rules::CompanyKind;
use crate::shared::Ending;

/// Operating rounds of the sets that lead to the end (H73-7-02) and bring the diesel railcars (H73-4.1-08).
const LONG: u8 = 3;

/// So many of these sets are played (H73-7-02).
const SETS: u8 = 2;

impl Harz {
    /// Companies in the order in which they would operate now (H73-4-01, 02, 04). A railway that has not floated, a
    /// closed mine and a mine of a public mining company have no turn.
    pub(crate) fn order(&self, rules: &HarzRules) -> Vec<CompanyId> {
        let mut mines: Vec<(i32, CompanyId)> = rules
            .special
            .mines
            .iter()
            .filter(|mine| self.mine_owner(rules, mine.company).is_some())
            .map(|mine| (mine.face, mine.company))
            .collect();
        mines.sort();
        let external = rules.special.external;
        let public = self
            .shared
            .markers
            .in_order(&rules.definition.chart)
            .into_iter()
            .filter(|&company| company != external && self.shared.is_open(company))
            .filter(|&company| !rules.is_railway(company) || self.floated(rules, company));
        mines
            .into_iter()
            .map(|(_, mine)| mine)
            .chain(public)
            .chain(Some(external).filter(|company| self.shared.is_open(*company)))
            .collect()
    }

    /// A set of operating rounds begins: their number is fixed now.
    pub(super) fn begin_operating(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        let phase = usize::from(self.shared.phase);
        let of = rules
            .definition
            .phases
            .get(phase)
            .map_or(1, |phase| phase.operating_rounds);
        // H73-4.1-08, H73-RUL-24: three rounds there are from phase 5 on.
        if of >= LONG {
            self.diesels = true;
        }
        self.begin_operating_round(rules, 1, of, events);
    }

    /// H73-4-03: the order holds for the whole round.
    fn begin_operating_round(
        &mut self,
        rules: &HarzRules,
        number: u8,
        of: u8,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::RoundBegan {
            kind: RoundKind::Operating,
            turn: self.shared.turn,
            number,
        });
        self.frames.push(Frame::Operating {
            number,
            of,
            order: self.order(rules),
            done: 0,
        });
    }

    /// The next company of the order, or the end of the round.
    pub(super) fn settle_operating(&mut self, rules: &HarzRules, events: &mut Vec<Event>) -> bool {
        let Some(Frame::Operating {
            number,
            of,
            order,
            done,
        }) = self.frames.last_mut()
        else {
            return false;
        };
        let (number, of) = (*number, *of);
        let Some(company) = order.get(usize::from(*done)).copied() else {
            self.frames.pop();
            self.end_operating_round(rules, number, of, events);
            return true;
        };
        *done = done.saturating_add(1);
        self.begin_turn(rules, company, events);
        true
    }

    /// The company's turn begins, unless the mine has been sold since the round began.
    pub(super) fn begin_turn(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let step = match rules.kind(company) {
            CompanyKind::Mine if self.mine_owner(rules, company).is_none() => return,
            CompanyKind::Mine => Step::MineTrack,
            CompanyKind::PublicMine => Step::Switchers,
            CompanyKind::Major => Step::Track {
                laid: 0,
                double: false,
            },
            _ => Step::End,
        };
        events.push(Event::TurnBegan { company });
        self.frames.push(Frame::Turn {
            company,
            step,
            first: !self.shared.company(company).operated,
        });
    }

    pub(super) fn end_operating_round(
        &mut self,
        rules: &HarzRules,
        number: u8,
        of: u8,
        events: &mut Vec<Event>,
    ) {
        // H73-7-01.
        if self.shared.ending == Ending::Last {
            self.end_game(events);
            return;
        }
        if number < of {
            self.begin_operating_round(rules, number + 1, of, events);
            return;
        }
        if of >= LONG {
            self.sets_of_three = self.sets_of_three.saturating_add(1);
        }
        // H73-7-02.
        if self.sets_of_three >= SETS {
            self.end_game(events);
            return;
        }
        self.shared.turn = self.shared.turn.saturating_add(1);
        self.begin_auction_round(rules, events);
    }
}
