//! Sections VI and VII: which tiles a company's routes get to, and what a lay does.

use super::special::OBB;
use super::{Step, Y35Rules, Y1835};
use crate::action::Action;
use crate::board::{Colour, Occupant, stop_after};
use crate::event::{Cause, Event};
use crate::finance::Account;
use crate::ids::{CompanyId, FaceId, HexId, StopRef};
use crate::network::{Reach, extends, joins_far_edge, walk, ways};
use crate::rejection::{Rejection, reject};

/// What a company's track reaches.
pub(super) struct Network {
    /// By routes that use nothing twice.
    pub(super) routes: Reach,
    /// By ways that may turn in a ring, for departures of the reference that ask for no route.
    pub(super) turned: Option<Reach>,
}

impl Y1835 {
    /// What the company's track reaches, for lays.
    pub(super) fn network(&self, rules: &Y35Rules, company: CompanyId) -> Network {
        let (map, board) = (&rules.definition.map, &self.shared.board);
        let turned = rules.options.promotion_by_tile || rules.options.branch_at_far_edge;
        let starts = self.starts(rules, company);
        Network {
            routes: self.reach(rules, company),
            turned: turned
                .then(|| walk(map, board, &starts, |at| board.full_for(map, at, company))),
        }
    }

    /// Whether the lay continues a route (E35-VI-07 to 09, E35-VII-07, E35-RUL-14).
    pub(super) fn continues(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        (hex, face, rot): (HexId, FaceId, u8),
        network: &Network,
    ) -> bool {
        let base = &network.routes;
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let (old, new) = (map.face(board.placed(hex).face), map.face(face));
        let (old_track, new_track) = (board.track(map, hex), new.at(rot));
        let promotes = new.colour != Colour::Yellow;
        let same_track = old_track.paths.len() == new_track.paths.len();
        let near = |reach: &Reach| reach.touches(hex);
        if promotes && same_track && near(base)
            || promotes && rules.options.promotion_by_tile && network.turned.iter().any(near)
        {
            return true;
        }
        // The stops of the new face are full when the tokens that will lie there fill their circles.
        let blocked = |at: StopRef| {
            if at.hex != hex {
                return board.full_for(map, at, company);
            }
            // A route may lead up to a full town; new track of the town itself begins there (E35-VI-08).
            if promotes {
                return false;
            }
            let slots = new
                .stops
                .get(usize::from(at.stop))
                .map_or(0, |stop| usize::from(stop.slots));
            let there = || {
                board.tokens_on(hex).filter(|token| {
                    stop_after(old_track, new_track, old, new, token.at.stop).unwrap_or(0)
                        == at.stop
                })
            };
            slots > 0
                && there().all(|token| token.what != Occupant::Station(company))
                && there().count() >= slots
        };
        if extends(map, board, hex, face, rot, base, blocked).new_track {
            return true;
        }
        // As the reference has it: where its network comes round to the far end of a route through the hex.
        let Some(turned) = (network.turned.as_ref())
            .filter(|_| rules.options.branch_at_far_edge && promotes && new.stops.is_empty())
        else {
            return false;
        };
        joins_far_edge(map, board, hex, face, rot, base, turned, blocked)
    }

    /// The same, with the reason why not.
    pub(super) fn plan_reach(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        (hex, face, rot): (HexId, FaceId, u8),
        network: &Network,
    ) -> Result<(), Rejection> {
        let base = &network.routes;
        if self.continues(rules, company, (hex, face, rot), network) {
            return Ok(());
        }
        let map = &rules.definition.map;
        let board = &self.shared.board;
        let old = map.face(board.placed(hex).face);
        let promotes = map.face(face).colour != Colour::Yellow;
        let id = rules.id(company);
        let name = &map.at(hex).name;
        let unblocked = || {
            let starts: Vec<StopRef> = board.stations(company).collect();
            let free = ways(map, board, &starts, |_| false);
            extends(map, board, hex, face, rot, &free, |_| false).new_track
        };
        let home = rules.definition.at(company).home;
        let rule = if promotes {
            "E35-VII-07"
        } else if home.is_some_and(|home| home.hex != hex && self.is_bare(rules, home.hex))
            && board.stations(company).count() <= 1
            && old.colour == Colour::White
            && base.paths.iter().all(|paths| *paths == 0)
        {
            "E35-VI-09"
        } else if unblocked() {
            "E35-VI-08"
        } else {
            "E35-VI-07"
        };
        reject!(
            rule,
            "no route of {id} leads to new track of this tile on {name}"
        )
    }

    pub(super) fn do_track(
        &mut self,
        rules: &Y35Rules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let (hex, face, rot, by) = match *action {
            Action::Lay(hex, face, rot) => (hex, face, rot, None),
            Action::LayBy(private, hex, face, rot) => (hex, face, rot, Some(private)),
            Action::TokenBy(private, hex, stop) => {
                self.do_marker(rules, company, StopRef { hex, stop }, Some(private), events);
                return;
            }
            _ => {
                self.set_step(Step::Token { placed: false });
                return;
            }
        };
        let map = &rules.definition.map;
        let bare = self.is_bare(rules, hex);
        let cost = if bare && by.is_none() {
            map.at(hex).cost
        } else {
            0
        };
        self.pay(
            events,
            Account::Company(company),
            Account::Bank,
            cost,
            Cause::Terrain,
        );
        let old = self.shared.board.placed(hex);
        let (old_face, new_face) = (map.face(old.face), map.face(face));
        let (old_track, new_track) = (old_face.at(old.rot), new_face.at(rot));
        self.shared.board.place_tile(map, hex, face, rot);
        self.shared.board.move_tokens(hex, |stop| {
            stop_after(old_track, new_track, old_face, new_face, stop).unwrap_or(0)
        });
        events.push(Event::TileLaid {
            company,
            hex,
            face,
            rot,
            cost,
        });
        match by {
            None => {
                if let Some((_, Step::Track { laid, promoted })) = self.turn() {
                    let promotes = new_face.colour != Colour::Yellow;
                    self.set_step(Step::Track {
                        laid: laid + u8::from(!promotes),
                        promoted: promoted || promotes,
                    });
                }
            }
            Some(private) if private == rules.special.privates[OBB] => self.east_used = true,
            Some(_) => self.pfalz_used.0 = true,
        }
        self.close_by_tiles(rules, events);
        if bare && hex == rules.special.mannheim {
            self.ask_badish_home_on_tile(rules, company);
        }
    }
}
