//! Positions for tests and tools, put together by printed names.

use super::{
    ArdRules, Ardennes, DEFINITION, FortPlace, Frame, Options, Right, Special, s6_5_runs as runs,
};
use crate::action::Run;
use crate::board::{Bonus, Occupant, stop_after};
use crate::ids::{CompanyId, HexId, StopRef, TrainId};
use crate::network::Optimum;
use crate::rejection::Rejection;
use crate::rolling_stock::TrainHolder;
use crate::rules::Definition;
use crate::shared::{Shared, Status};

/// A position under construction. The first mistake is kept and told by [`Scenario::check_built`]; later calls do
/// nothing then.
#[derive(Clone, Debug)]
pub struct Scenario {
    rules: ArdRules,
    state: Ardennes,
    fault: Option<String>,
}

impl Scenario {
    /// The printed map without any tokens, all companies unopened, phase 2.
    ///
    /// # Errors
    /// What is wrong with the definition.
    pub fn new(players: u8, options: Options) -> Result<Scenario, String> {
        let definition = Definition::parse(DEFINITION)?;
        let special = Special::read(&definition)?;
        let state = Ardennes {
            shared: Shared::new(&definition, usize::from(players)),
            frames: vec![Frame::Over],
            rights: Vec::new(),
            forts: special
                .forts
                .iter()
                .map(|&hex| FortPlace::Map(hex))
                .collect(),
            waiting: Vec::new(),
            declined: Vec::new(),
            pc_won: false,
            owed: Vec::new(),
            sold: Vec::new(),
            sold_private: Vec::new(),
            refused: Vec::new(),
            formed: Vec::new(),
            last_to_act: None,
            free_tokens: Vec::new(),
            bought_now: Vec::new(),
        };
        Ok(Scenario {
            rules: ArdRules {
                definition,
                special,
                options,
                fixes: crate::rules::Fixes::of("18ardennes", 0),
                players,
            },
            state,
            fault: None,
        })
    }

    /// An empty position under the same rules: cheaper than [`Scenario::new`].
    pub fn cleared(&self) -> Scenario {
        let mut next = Scenario {
            rules: self.rules.clone(),
            state: self.state.clone(),
            fault: None,
        };
        next.state.shared = Shared::new(&next.rules.definition, usize::from(next.rules.players));
        next.state.rights.clear();
        next.state.waiting.clear();
        next.state.forts = (next.rules.special.forts.iter())
            .map(|&hex| FortPlace::Map(hex))
            .collect();
        next
    }

    fn attempt(mut self, build: impl FnOnce(&mut Scenario) -> Result<(), String>) -> Scenario {
        if self.fault.is_none()
            && let Err(fault) = build(&mut self)
        {
            self.fault = Some(fault);
        }
        self
    }

    fn hex(&self, name: &str) -> Result<HexId, String> {
        let map = &self.rules.definition.map;
        map.hex(name).ok_or(format!("no hex {name}"))
    }

    fn company_id(&self, name: &str) -> Result<CompanyId, String> {
        let definition = &self.rules.definition;
        definition.company(name).ok_or(format!("no company {name}"))
    }

    /// Puts a tile on a hex, turned by `rot`; tokens there go to the stops that take over. Nothing is judged.
    pub fn tile(self, hex: &str, tile: &str, rot: u8) -> Scenario {
        self.attempt(|it| {
            let at = it.hex(hex)?;
            let map = &it.rules.definition.map;
            let face = map.tile(tile).ok_or(format!("no tile {tile}"))?;
            let board = &mut it.state.shared.board;
            let (old, new) = (board.track(map, at), map.face(face).at(rot));
            let old_face = board.face(map, at);
            let to = |stop| stop_after(old, new, old_face, map.face(face), stop);
            board.place_tile(map, at, face, rot);
            board.move_tokens(at, |stop| to(stop).unwrap_or(0));
            Ok(())
        })
    }

    /// Puts a company's station into the next free circle of a stop.
    pub fn station(self, company: &str, hex: &str, stop: u8) -> Scenario {
        self.attempt(|it| {
            let what = Occupant::Station(it.company_id(company)?);
            it.fill(hex, stop, what)
        })
    }

    /// Puts an unclaimed bonus token into the next free circle of a stop.
    pub fn bonus(self, bonus: Bonus, hex: &str, stop: u8) -> Scenario {
        self.attempt(|it| it.fill(hex, stop, Occupant::Bonus(bonus)))
    }

    fn fill(&mut self, hex: &str, stop: u8, what: Occupant) -> Result<(), String> {
        let at = StopRef {
            hex: self.hex(hex)?,
            stop,
        };
        let board = &mut self.state.shared.board;
        let slot = board
            .free_slot(&self.rules.definition.map, at)
            .ok_or(format!("no free circle in {hex}"))?;
        board.put(at, slot, what);
        Ok(())
    }

    /// Opens a company with so many share units.
    pub fn open(self, company: &str, units: u8) -> Scenario {
        self.attempt(|it| {
            let id = it.company_id(company)?;
            if let Some(company) = it.state.shared.company_mut(id) {
                company.status = Status::Open;
                company.units = units;
            }
            Ok(())
        })
    }

    /// Gives a company the card `number` of the stack of `kind`, with the face `kind`.
    pub fn train(self, company: &str, kind: &str, number: u16) -> Scenario {
        self.attempt(|it| {
            let holder = TrainHolder::Company(it.company_id(company)?);
            let id = it.card(kind, number)?;
            let definition = &it.rules.definition;
            let kind = definition.kind(kind).ok_or(format!("no train {kind}"))?;
            let depot = &mut it.state.shared.depot;
            while depot.get(id).is_none() {
                if depot.take(definition, kind, TrainHolder::Gone).number >= number {
                    break;
                }
            }
            depot.move_to(id, holder);
            if let Some(state) = depot.get_mut(id) {
                state.kind = kind;
            }
            Ok(())
        })
    }

    fn card(&self, kind: &str, number: u16) -> Result<TrainId, String> {
        let definition = &self.rules.definition;
        let kind = definition.kind(kind).ok_or(format!("no train {kind}"))?;
        Ok(TrainId {
            stack: definition.stack_of(kind),
            number,
        })
    }

    /// Marks a card as running for the last time.
    pub fn obsolete(self, kind: &str, number: u16) -> Scenario {
        self.attempt(|it| {
            let id = it.card(kind, number)?;
            let state = it.state.shared.depot.get_mut(id).ok_or("no such card")?;
            state.obsolete = true;
            Ok(())
        })
    }

    /// Turns a card face down.
    pub fn face_down(self, kind: &str, number: u16) -> Scenario {
        self.attempt(|it| {
            let id = it.card(kind, number)?;
            let state = it.state.shared.depot.get_mut(id).ok_or("no such card")?;
            state.face_down = true;
            Ok(())
        })
    }

    /// Gives a company the right of a port or mine.
    pub fn right(self, company: &str, bonus: Bonus, hex: &str) -> Scenario {
        self.attempt(|it| {
            let right = Right {
                company: it.company_id(company)?,
                hex: it.hex(hex)?,
                bonus,
            };
            it.state.rights.push(right);
            Ok(())
        })
    }

    /// Gives a company so many of the forts that are still on the map.
    pub fn forts(self, company: &str, count: usize) -> Scenario {
        self.attempt(|it| {
            let id = it.company_id(company)?;
            let free = it.state.forts.iter_mut();
            for fort in free
                .filter(|fort| matches!(fort, FortPlace::Map(_)))
                .take(count)
            {
                *fort = FortPlace::Company(id);
            }
            Ok(())
        })
    }

    /// Moves the ends of the TEE routes: cities in the north and south, ferries in the west, cities in the east. Small
    /// boards can have TEE routes then.
    pub fn tees(self, north: &[&str], south: &[&str], west: &[&str], east: &[&str]) -> Scenario {
        self.attempt(|it| {
            let hexes = |names: &[&str]| -> Result<Vec<HexId>, String> {
                names.iter().map(|name| it.hex(name)).collect()
            };
            let (north, south) = (hexes(north)?, hexes(south)?);
            let (west, east) = (hexes(west)?, hexes(east)?);
            let special = &mut it.rules.special;
            special.tee_north = north;
            special.tee_south = south;
            special.tee_west = west;
            special.tee_east = east;
            Ok(())
        })
    }

    /// Sets the phase by name.
    pub fn phase(self, name: &str) -> Scenario {
        self.attempt(|it| {
            let phases = &it.rules.definition.phases;
            let index = phases.iter().position(|phase| phase.name == name);
            it.state.shared.phase = index.ok_or(format!("no phase {name}"))? as u8;
            Ok(())
        })
    }

    /// The first mistake made in building.
    ///
    /// # Errors
    /// A sentence that names it.
    pub fn check_built(&self) -> Result<(), String> {
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// The rules of the position.
    pub fn rules(&self) -> &ArdRules {
        &self.rules
    }

    /// The common part of the position.
    pub fn shared(&self) -> &Shared {
        &self.state.shared
    }

    /// Judges runs of a company: what each earns, and their sum.
    ///
    /// # Errors
    /// The first rule broken.
    pub fn check(&self, company: CompanyId, runs: &[Run]) -> Result<(Vec<i32>, i32), Rejection> {
        runs::check(&self.state, &self.rules, company, runs)
            .map(|earned| (earned.revenues, earned.total))
    }

    /// The runs with every stop named, and with the best cities marked on 4D runs that mark none.
    ///
    /// # Errors
    /// The first rule broken.
    pub fn canonical(&self, company: CompanyId, runs: &[Run]) -> Result<Vec<Run>, Rejection> {
        runs::canonical(&self.state, &self.rules, company, runs)
    }

    /// Money of a company's forts.
    pub fn fort_money(&self, company: CompanyId, ran: bool) -> i32 {
        runs::forts(&self.state, &self.rules, company, ran)
    }

    /// The best runs of a company.
    pub fn best(&self, company: CompanyId, budget: u64) -> Optimum {
        runs::best(&self.state, &self.rules, company, budget)
    }
}
