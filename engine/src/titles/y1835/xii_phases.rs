//! Section XII: what the first train of a kind brings, and excess trains.

use super::{Frame, Todo, Y35Rules, Y1835};
use crate::event::Event;
use crate::ids::{CompanyId, KindId, Seat};
use crate::rolling_stock::TrainHolder;

/// The first of these trains scraps all of those (E35-XII-29, 30, 33).
pub(super) const SCRAPS: &[(&str, &str)] =
    &[("4", "2"), ("4+4", "2+2"), ("6", "3"), ("6+6", "3+3")];

impl Y1835 {
    /// A train was sold by the bank: the first of its kind may begin a phase (E35-V.3-04, E35-XII-27 to 33).
    pub(super) fn first_sold(
        &mut self,
        rules: &Y35Rules,
        kind: KindId,
        buyer: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if self.kinds_sold.contains(&kind) {
            return;
        }
        self.kinds_sold.push(kind);
        let definition = &rules.definition;
        let name = &definition.train(kind).name;
        let Some(phase) = definition
            .phases
            .iter()
            .position(|phase| phase.on_trains.contains(name))
        else {
            return;
        };
        let phase = phase as u8;
        if phase <= self.shared.phase {
            return;
        }
        self.shared.phase = phase;
        events.push(Event::PhaseBegan { phase });
        let scraps = SCRAPS.iter().find(|(new, _)| new == name);
        if let Some(old) = scraps.and_then(|(_, old)| definition.kind(old)) {
            self.scrap(old, events);
        }
        let from = self.director(rules, buyer).unwrap_or(Seat(0));
        let (_, may, must, three) = rules.special.phases;
        let waits = !self.shared.is_open(rules.special.prussian);
        let mut todo = Vec::new();
        if phase == may {
            todo.push(Todo::Discards {
                from,
                prussian: false,
            });
            todo.push(Todo::AskOpening);
        } else if phase == must {
            todo.push(Todo::ForceOpening);
        } else if phase == three {
            self.close_all(rules, events);
            if rules.options.discards_before_exchange {
                // The Prussian last if it still has to take over others.
                let seats = self.shared.table.order.clone();
                let takes_over = seats
                    .iter()
                    .any(|&seat| !self.foldable(rules, seat).is_empty());
                todo.push(Todo::Discards {
                    from,
                    prussian: !takes_over,
                });
            }
            if waits {
                todo.push(Todo::ForceOpening);
            }
            todo.push(Todo::ForceExchange);
            todo.push(Todo::Directorship);
            todo.push(Todo::Discards {
                from,
                prussian: true,
            });
        }
        if !todo.is_empty() {
            self.frames.push(Frame::After { todo });
        }
    }

    /// E35-XII-09: every train of the kind leaves the game.
    fn scrap(&mut self, kind: KindId, events: &mut Vec<Event>) {
        let old: Vec<_> = self
            .shared
            .depot
            .all()
            .iter()
            .filter(|train| train.kind == kind && train.holder != TrainHolder::Gone)
            .map(|train| train.id)
            .collect();
        for train in old {
            self.shared.move_train(events, train, TrainHolder::Gone);
        }
        events.push(Event::TrainsRusted { kind });
    }

    /// The next company that hands back a train: clockwise from a seat, of one director in operating order
    /// (E35-RUL-26); the Prussian too or not.
    pub(super) fn next_over_limit(
        &self,
        rules: &Y35Rules,
        from: Seat,
        prussian: bool,
    ) -> Option<CompanyId> {
        let order = self.order(rules);
        let all: Vec<CompanyId> = order
            .iter()
            .copied()
            .chain(rules.minors().filter(|id| !order.contains(id)))
            .filter(|&company| self.over_limit(rules, company))
            .collect();
        let pr = rules.special.prussian;
        let mut best: Option<(usize, usize, CompanyId)> = None;
        for (place, &company) in all.iter().enumerate() {
            if company == pr && !prussian {
                continue;
            }
            let seats = self.shared.table.from(from);
            let turn = self
                .director(rules, company)
                .and_then(|seat| seats.iter().position(|&other| other == seat))
                .unwrap_or(usize::MAX);
            if best.is_none_or(|(seat, at, _)| (turn, place) < (seat, at)) {
                best = Some((turn, place, company));
            }
        }
        best.map(|(_, _, company)| company)
    }

    pub(super) fn do_discard(&mut self, train: crate::ids::TrainId, events: &mut Vec<Event>) {
        // E35-XII-11.
        self.shared.move_train(events, train, TrainHolder::Pool);
    }
}
