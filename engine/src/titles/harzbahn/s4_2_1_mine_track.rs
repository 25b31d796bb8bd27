//! Section 4.2.1: track building by a mine, and the connection of mines.

use super::{Harz, HarzRules, Step};
use crate::action::Action;
use crate::board::{Board, End};
use crate::event::Event;
use crate::ids::{CompanyId, FaceId, HexId, StopRef};
use crate::legal::Choice;
use crate::network::{Reach, walk};
use crate::rejection::{Rejection, require};

impl Harz {
    /// What continuous track leads to from the mine's hex; stations do not block it (H73-4.2.1-04, H73-RUL-13). State
    /// railway track need not be walked: who gets there is connected and builds nothing (H73-4.2.1-02).
    pub(super) fn mine_reach(&self, rules: &HarzRules, board: &Board, mine: CompanyId) -> Reach {
        let map = &rules.definition.map;
        let starts: Vec<StopRef> = rules
            .special
            .mine(mine)
            .map(|mine| {
                let hex = mine.hex;
                (0..board.face(map, hex).stops.len() as u8)
                    .map(|stop| StopRef { hex, stop })
                    .collect()
            })
            .unwrap_or_default();
        walk(map, board, &starts, |_| false)
    }

    pub(super) fn plan_mine_track(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => Ok(0),
            Action::Lay(hex, face, rot) => {
                let cost = self.plan_mine_lay(rules, company, hex, face, rot)?;
                let base = self.mine_reach(rules, &self.shared.board, company);
                require!(
                    self.mine_within(rules, company, hex, face, rot, &base),
                    "H73-4.2.1-03",
                    "not connected: all new track on {} must lead to the hex of {}",
                    rules.place(hex),
                    rules.name(company)
                );
                Ok(cost)
            }
            _ => self.wrong_step(rules, company, Step::MineTrack, action),
        }
    }

    /// All tests but the network.
    fn plan_mine_lay(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
    ) -> Result<i32, Rejection> {
        self.fits(rules, hex, face, rot, false)?;
        self.keeps_routes(rules, company, hex, face, rot)?;
        let cost = self.lay_cost(rules, hex);
        let cash = self.shared.treasury(company);
        // H73-4.2.1-05: also where the owner gets it back.
        require!(
            cash >= cost,
            "H73-4.2.1-05",
            "the treasury is too small: the tile costs {}, {} has {}",
            rules.money(cost),
            rules.name(company),
            rules.money(cash)
        );
        Ok(cost)
    }

    fn mine_within(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        hex: HexId,
        face: FaceId,
        rot: u8,
        base: &Reach,
    ) -> bool {
        base.comes_to(hex)
            && self.accessible(rules, hex, face, rot, base, |board| {
                self.mine_reach(rules, board, company)
            })
    }

    pub(super) fn legal_mine_track(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let base = self.mine_reach(rules, &self.shared.board, company);
        let mut choices = self.lays(
            rules,
            |hex| base.comes_to(hex),
            |hex, face, rot| {
                self.plan_mine_lay(rules, company, hex, face, rot).is_ok()
                    && self.mine_within(rules, company, hex, face, rot, &base)
            },
        );
        choices.push(Choice::One(Action::Pass));
        choices
    }

    pub(super) fn do_mine_track(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        if let Action::Lay(hex, face, rot) = *action {
            self.lay(rules, company, hex, face, rot, events);
        }
        // H73-4.2.1-01: one tile.
        self.set_step(Step::MineProduction);
    }

    /// Connects every mine from whose hex track now leads to the state railway, for good (H73-4.2.1-08).
    pub(super) fn connect_mines(&mut self, rules: &HarzRules, events: &mut Vec<Event>) {
        let map = &rules.definition.map;
        for def in &rules.special.mines {
            if self.mine(def.company).connected {
                continue;
            }
            let board = &self.shared.board;
            let reach = self.mine_reach(rules, board, def.company);
            let joined = map.hex_ids().any(|hex| {
                board.track(map, hex).paths.iter().any(|path| {
                    path.state
                        && [path.a, path.b].into_iter().any(|end| {
                            matches!(end, End::Stop(stop) if reach.has_stop(StopRef { hex, stop }))
                        })
                })
            });
            if joined && let Some(mine) = self.mine_mut(def.company) {
                mine.connected = true;
                events.push(Event::MineConnected { mine: def.company });
            }
        }
    }
}
