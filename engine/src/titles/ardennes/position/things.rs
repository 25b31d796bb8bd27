//! Stations, bonus tokens and trains of a scenario's position.

use super::{HOME_DUE, Position};
use crate::board::{Bonus, Occupant};
use crate::ids::{CompanyId, HexId, StopRef};
use crate::shared::Status;
use crate::titles::ardennes::Right;

impl Position<'_> {
    /// Stations of minors' homes, and Minor 7's right.
    pub(super) fn homes(&mut self) -> Result<(), String> {
        for company in self.rules.definition.company_ids() {
            if self.state.shared.company(company).tokens_left != HOME_DUE {
                continue;
            }
            let data = self.rules.definition.at(company);
            if let Some(facts) = self.state.shared.company_mut(company) {
                facts.tokens_left = data.tokens;
            }
            let Some(home) = data.home else { continue };
            let at = self.common.home(&self.state.shared, home);
            self.station(company, at)?;
            if self.rules.special.mining_minor.0 == company {
                self.right(company, home.hex)?;
            }
        }
        Ok(())
    }

    pub(super) fn station(&mut self, company: CompanyId, at: StopRef) -> Result<(), String> {
        let what = Occupant::Station(company);
        self.common.station(&mut self.state.shared, at, what)
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
}
