//! Section II: the privates, their powers and their ends.

use super::special::{BB, HB, LD, NF, OBB, PFB};
use super::{Y35Rules, Y1835};
use crate::event::Event;
use crate::finance::Holder;
use crate::ids::{CompanyId, HexId, PrivateId};
use crate::rejection::{Rejection, require};

impl Y1835 {
    /// Whether the power of a private may be used in this company's turn (E35-II.2-06).
    pub(super) fn check_power(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        private: PrivateId,
    ) -> Result<(), Rejection> {
        let name = &rules.definition.private_at(private).id;
        let owner = self.private_owner(rules, private);
        require!(
            owner.is_some(),
            "E35-II.2-06",
            "{name} is not in play and has no power"
        );
        require!(
            !rules.is_minor(company) && owner == self.director(rules, company),
            "E35-II.2-06",
            "{name} is used in the turn of a share company that its owner directs"
        );
        Ok(())
    }

    pub(super) fn close_private(
        &mut self,
        rules: &Y35Rules,
        private: PrivateId,
        events: &mut Vec<Event>,
    ) {
        if let Some(paper) = self.shared.papers.private_paper(&rules.definition, private) {
            self.shared.move_paper(events, paper, Holder::Gone);
        }
    }

    /// Whether nothing has been laid on the hex.
    pub(super) fn is_bare(&self, rules: &Y35Rules, hex: HexId) -> bool {
        let map = &rules.definition.map;
        !map.is_tile(self.shared.board.placed(hex).face)
    }

    /// Whether a private's lay may still come in the company's turn: its owner, its hexes, its round.
    pub(super) fn private_tile_open(&self, rules: &Y35Rules, company: CompanyId) -> bool {
        let special = &rules.special;
        let east = self
            .check_power(rules, company, special.privates[OBB])
            .is_ok()
            && !self.east_used
            && special.east.iter().any(|&hex| self.is_bare(rules, hex));
        let pfalz = self
            .check_power(rules, company, special.privates[PFB])
            .is_ok()
            && !self.pfalz_used.0
            && self.shared.phase >= special.phases.0
            && self.is_bare(rules, special.mannheim);
        east || pfalz
    }

    /// Whether a private's marker may still come in the company's turn.
    pub(super) fn private_token_open(&self, rules: &Y35Rules, company: CompanyId) -> bool {
        let special = &rules.special;
        [(NF, special.nuremberg), (PFB, special.mannheim)]
            .into_iter()
            .any(|(index, hex)| {
                let stops = self
                    .shared
                    .board
                    .face(&rules.definition.map, hex)
                    .stops
                    .len() as u8;
                (0..stops).any(|stop| {
                    let at = crate::ids::StopRef { hex, stop };
                    self.plan_marker(rules, company, at, Some(special.privates[index]), None)
                        .is_ok()
                })
            })
    }

    /// E35-II.2-11, 16: the privates that end by what is built.
    pub(super) fn close_by_tiles(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        let special = &rules.special;
        let east = special.privates[OBB];
        if self.private_owner(rules, east).is_some()
            && special.east.iter().all(|&hex| !self.is_bare(rules, hex))
        {
            self.close_private(rules, east, events);
        }
        if self.pfalz_used == (true, true)
            && self.private_owner(rules, special.privates[PFB]).is_some()
        {
            self.close_private(rules, special.privates[PFB], events);
        }
    }

    /// E35-II.2-18: the Leipzig-Dresdner ends with the Saxon's first train.
    pub(super) fn close_by_train(
        &mut self,
        rules: &Y35Rules,
        buyer: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let leipzig = rules.special.privates[LD];
        if buyer == rules.special.saxon && self.private_owner(rules, leipzig).is_some() {
            self.close_private(rules, leipzig, events);
        }
    }

    /// E35-II.2-20: the privates that phase 3 ends.
    pub(super) fn close_all(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        for index in [NF, LD, OBB, PFB] {
            self.close_private(rules, rules.special.privates[index], events);
        }
        // What still lies in the packet is out of the game, too.
        for index in [BB, HB] {
            let private = rules.special.privates[index];
            if self.private_owner(rules, private).is_none() {
                self.close_private(rules, private, events);
            }
        }
    }
}
