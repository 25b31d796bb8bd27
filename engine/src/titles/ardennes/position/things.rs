//! Stations, bonus tokens and trains of a scenario's position.

use super::{HOME_DUE, Place};
use crate::board::{Bonus, Occupant, stop_after};
use crate::ids::{CompanyId, HexId, KindId, StopRef, TrainId};
use crate::rolling_stock::TrainHolder;
use crate::shared::Status;
use crate::titles::ardennes::Right;

impl Place<'_> {
    /// Stations of minors' homes, and Minor 7's right.
    pub(super) fn homes(&mut self) -> Result<(), String> {
        let map = &self.rules.definition.map;
        for company in self.rules.definition.company_ids() {
            if self.state.shared.company(company).tokens_left != HOME_DUE {
                continue;
            }
            let data = self.rules.definition.at(company);
            if let Some(facts) = self.state.shared.company_mut(company) {
                facts.tokens_left = data.tokens;
            }
            let Some(home) = data.home else { continue };
            let printed = map.face(map.at(home.hex).printed);
            let face = self.state.shared.board.face(map, home.hex);
            let track = self.state.shared.board.track(map, home.hex);
            let stop = stop_after(printed.at(0), track, printed, face, home.stop);
            let stop = stop.unwrap_or(0);
            self.station(
                company,
                StopRef {
                    hex: home.hex,
                    stop,
                },
            )?;
            if self.rules.special.mining_minor.0 == company {
                self.right(company, home.hex)?;
            }
        }
        Ok(())
    }

    pub(super) fn station(&mut self, company: CompanyId, at: StopRef) -> Result<(), String> {
        let map = &self.rules.definition.map;
        let board = &mut self.state.shared.board;
        let name = &map.at(at.hex).name;
        let slot = board
            .free_slot(map, at)
            .ok_or(format!("{name}/{} has no free circle", at.stop))?;
        board.put(at, slot, Occupant::Station(company));
        let left = self
            .state
            .shared
            .company_mut(company)
            .filter(|facts| facts.tokens_left > 0)
            .ok_or("it has no station left")?;
        left.tokens_left -= 1;
        Ok(())
    }

    pub(super) fn bonus_of(&self, hex: HexId) -> Option<Bonus> {
        let special = &self.rules.special;
        if special.ports.iter().any(|(port, _)| *port == hex) {
            return Some(Bonus::Ferry);
        }
        let mine = special.mines.iter().any(|(mine, _)| *mine == hex);
        mine.then_some(Bonus::Mine)
    }

    pub(super) fn right(&mut self, company: CompanyId, hex: HexId) -> Result<(), String> {
        let bonus = self.bonus_of(hex).ok_or("neither port nor mine")?;
        self.state.rights.push(Right {
            company,
            hex,
            bonus,
        });
        self.state.rights.sort();
        Ok(())
    }

    /// Bonus tokens that nobody has claimed fill free circles; the others wait.
    pub(super) fn fill_bonus_circles(&mut self, opening: bool) {
        let special = &self.rules.special;
        let (miner, mine) = special.mining_minor;
        let lists = [
            (&special.ports, Bonus::Ferry),
            (&special.mines, Bonus::Mine),
        ];
        for (list, bonus) in lists {
            for &(hex, count) in list {
                let claimed = self.state.rights.iter().filter(|right| right.hex == hex);
                for _ in claimed.count()..usize::from(count) {
                    self.state.waiting.push((hex, bonus));
                }
                // Before Minor 7 starts its circle stays free.
                let kept = opening
                    && hex == mine
                    && self.state.shared.company(miner).status == Status::Unopened;
                if !kept {
                    self.state.settle_waiting(self.rules, hex, &mut Vec::new());
                }
            }
        }
    }

    /// `BE 3-0 4-1 [as 4D] [obsolete] [face-down]`, `market 3-2`.
    pub(super) fn train(&mut self, holder: &str, words: &[&str]) -> Result<(), String> {
        let holder = match holder {
            "market" => TrainHolder::Pool,
            company => TrainHolder::Company(self.names.company(company)?),
        };
        let mut face = None;
        let mut mark = None;
        let mut cards = Vec::new();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            match *word {
                "as" => {
                    let kind = rest.next().ok_or("as which kind?")?;
                    face = Some(self.names.kind(kind)?);
                }
                "obsolete" | "face-down" => mark = Some((*word).to_string()),
                card => cards.push(self.names.train(card)?),
            }
        }
        for card in cards {
            if self.cards.iter().any(|(known, ..)| *known == card) {
                return Err("two have the same card".into());
            }
            self.cards
                .push((card, face.unwrap_or(card.stack), holder, mark.clone()));
        }
        Ok(())
    }

    /// Takes cards off the stacks: all kinds above the top one, and up to the last that somebody has.
    pub(super) fn deal_trains(&mut self) -> Result<(), String> {
        let definition = &self.rules.definition;
        let phase = definition.phases.get(usize::from(self.state.shared.phase));
        let begun = phase
            .and_then(|phase| phase.on_trains.first())
            .and_then(|name| definition.kind(name));
        let top = self.stack.or(begun).unwrap_or(KindId(0));
        for kind in (0..definition.trains.len()).map(KindId::from) {
            if definition.stack_of(kind) != kind {
                continue;
            }
            let of_kind = self.cards.iter().filter(|(card, ..)| card.stack == kind);
            let mut taken = of_kind.map(|(card, ..)| card.number + 1).max().unwrap_or(0);
            let count = definition.train(kind).count;
            if kind < top {
                taken = count.unwrap_or(0);
            } else if begun == Some(kind) {
                taken = taken.max(1);
            }
            if count.is_some_and(|count| taken > count) {
                return Err(format!(
                    "there are not so many {}",
                    definition.train(kind).name
                ));
            }
            for number in 0..taken {
                let id = TrainId {
                    stack: kind,
                    number,
                };
                let known = self.cards.iter().find(|(card, ..)| *card == id);
                let (face, holder) = known
                    .map_or((kind, TrainHolder::Gone), |(_, face, holder, _)| {
                        (*face, *holder)
                    });
                let depot = &mut self.state.shared.depot;
                depot.take(definition, face, holder);
                let mark = known.and_then(|(.., mark)| mark.as_deref());
                if let Some(state) = depot.get_mut(id) {
                    state.obsolete = mark == Some("obsolete");
                    state.face_down = mark == Some("face-down");
                }
            }
        }
        Ok(())
    }
}
