//! Small random boards, and every way on them found by walking from hex to hex: slow, for comparison.
#![allow(dead_code)]

use crate::support::Draw;
use engine::RunStep;
use engine::board::{Bonus, End, OPPOSITE, StopKind, check_face};
use engine::ids::{CompanyId, HexId, StopRef};
use engine::titles::ardennes::scenario::Scenario;

/// Parts of the map with different teeth: ports, two-circle cities, a mine, Reims.
pub const REGIONS: &[&[&str]] = &[
    &[
        "F2", "F4", "F6", "G1", "G3", "G5", "H2", "H4", "H6", "I1", "I3", "I5", "F8", "G7", "E3",
        "E5",
    ],
    &[
        "B16", "B14", "C15", "C17", "D14", "D16", "D18", "E13", "E15", "E17", "E19", "F14", "D12",
        "C13",
    ],
    &[
        "K7", "K9", "K11", "J10", "J12", "L6", "L8", "L10", "M7", "M5", "M9", "J8", "I13", "K13",
        "L12", "M11",
    ],
    &[
        "I21", "I19", "I23", "J18", "J20", "J22", "J24", "H18", "H20", "K19", "K21", "K23", "K25",
        "I25", "H26",
    ],
    &[
        "B8", "B6", "B10", "B12", "C7", "C9", "C11", "D8", "D6", "E7", "E9", "D10", "D12", "C13",
        "E11",
    ],
    &[
        "F10", "F12", "F14", "G11", "G9", "G13", "H10", "H8", "H12", "E9", "E11", "E13", "F8",
        "H6", "I9",
    ],
    &[
        "E25", "E23", "E21", "F24", "G25", "H26", "H24", "F22", "G23", "I27", "J28", "K27", "L28",
        "M27", "L26",
    ],
];

/// The company of that name.
pub fn company(scenario: &Scenario, name: &str) -> CompanyId {
    scenario.rules().definition.company(name).unwrap()
}

/// A board of tiles that fit each other and the map, stations of two companies, bonus tokens, rights and trains.
pub fn board(blank: &Scenario, draw: &mut Draw, kinds: &[&str]) -> Scenario {
    let region = REGIONS[draw.number(REGIONS.len())];
    let mut scenario = blank.cleared();
    let definition = blank.rules().definition.clone();
    let map = &definition.map;
    for _ in 0..[20, 60, 150, 400][draw.number(4)] {
        let hex = map.hex(region[draw.number(region.len())]).unwrap();
        let face = scenario.shared().board.face(map, hex);
        if face.upgrades.is_empty() {
            continue;
        }
        let tile = face.upgrades[draw.number(face.upgrades.len())];
        let rot = draw.number(6) as u8;
        let inside = |edge: u8| {
            map.neighbour(hex, edge)
                .is_some_and(|next| region.contains(&map.at(next).name.as_str()))
        };
        let exits = map.face(tile).at(rot).exits;
        let leaves = (0..6)
            .filter(|edge| exits & (1 << edge) != 0 && !inside(*edge))
            .count();
        if leaves == 0 && check_face(map, &scenario.shared().board, hex, tile, rot).is_ok() {
            scenario = scenario.tile(&map.at(hex).name, &map.face(tile).id, rot);
        }
    }
    for (who, count) in [("BE", 3), ("NL", 3)] {
        scenario = scenario.open(who, 5);
        for _ in 0..count {
            let name = region[draw.number(region.len())];
            let hex = map.hex(name).unwrap();
            let board = &scenario.shared().board;
            let stops = &board.face(map, hex).stops;
            let stop = draw.number(stops.len()) as u8;
            let free = board.free_slot(map, StopRef { hex, stop });
            if free.is_none() || board.has_station_on(hex, company(&scenario, who)) {
                continue;
            }
            scenario = scenario.station(who, name, stop);
            for (bonus, hexes) in [
                (Bonus::Ferry, ["E5", "F4", "G3"]),
                (Bonus::Mine, ["H10", "I21", "K11"]),
            ] {
                if hexes.contains(&name) {
                    scenario = scenario.right(who, bonus, name);
                }
            }
        }
    }
    for (index, kind) in kinds.iter().enumerate() {
        scenario = scenario.train("BE", kind, index as u16);
    }
    let cities: Vec<&str> = region
        .iter()
        .copied()
        .filter(|name| {
            let stops = &map.face(map.at(map.hex(name).unwrap()).printed).stops;
            stops.iter().any(|stop| stop.kind == StopKind::City)
        })
        .collect();
    let city = |draw: &mut Draw| cities[draw.number(cities.len())];
    let (north, south) = (city(draw), city(draw));
    let (east, more) = (city(draw), city(draw));
    let west = ["E3", "F2", "G1"];
    scenario = scenario.tees(&[north, more], &[south], &west, &[east]);
    scenario.check_built().unwrap();
    scenario
}

/// A piece of a way: in a hex, from one end to another. A switch is no end.
pub type Piece = (HexId, End, End);

/// Walks every way that uses no track and no place twice.
pub struct Walker<'a> {
    scenario: &'a Scenario,
    passes: &'a dyn Fn(StopRef) -> bool,
    steps: Vec<RunStep>,
    /// Ways that end in a stop.
    pub ways: Vec<Vec<RunStep>>,
    /// Pieces walked, the side at their end crossed.
    pub pieces: Vec<Piece>,
    most: usize,
}

impl<'a> Walker<'a> {
    /// Walks from the stops, over stops that `passes` lets through; `None` if there are more than `most` ways.
    pub fn from(
        scenario: &'a Scenario,
        starts: &[StopRef],
        passes: &'a dyn Fn(StopRef) -> bool,
        most: usize,
    ) -> Option<Walker<'a>> {
        let mut walker = Walker {
            scenario,
            passes,
            steps: Vec::new(),
            ways: Vec::new(),
            pieces: Vec::new(),
            most,
        };
        for &StopRef { hex, stop } in starts {
            walker.steps = vec![step(hex, Some(stop))];
            walker.go(hex, End::Stop(stop));
        }
        (walker.ways.len() <= most).then_some(walker)
    }

    /// No side twice, no stop twice, no two cities of one hex.
    fn simple(&self) -> bool {
        let map = &self.scenario.rules().definition.map;
        let board = &self.scenario.shared().board;
        let mut sides = Vec::new();
        for pair in self.steps.windows(2) {
            if pair[0].hex != pair[1].hex {
                let (a, b) = (pair[0].hex.min(pair[1].hex), pair[0].hex.max(pair[1].hex));
                sides.push((a, b));
            }
        }
        let count = sides.len();
        sides.sort();
        sides.dedup();
        if sides.len() < count {
            return false;
        }
        let stops: Vec<(HexId, u8)> = self
            .steps
            .iter()
            .filter_map(|step| Some((step.hex, step.stop?)))
            .collect();
        stops.iter().enumerate().all(|(index, a)| {
            stops[..index].iter().all(|b| {
                let kind = |at: &(HexId, u8)| board.face(map, at.0).stops[at.1 as usize].kind;
                a.0 != b.0 || a.1 != b.1 && kind(a) != kind(b)
            })
        })
    }

    fn go(&mut self, hex: HexId, end: End) {
        if self.ways.len() > self.most || self.pieces.len() > 1_000_000 {
            return;
        }
        let map = &self.scenario.rules().definition.map;
        let track = self.scenario.shared().board.track(map, hex);
        for path in &track.paths {
            match path.other(end) {
                None => {}
                Some(End::Junction) => {
                    for arm in &track.paths {
                        if let Some(out) = arm.other(End::Junction)
                            && out != end
                        {
                            self.arrive(hex, end, out);
                        }
                    }
                }
                Some(other) => self.arrive(hex, end, other),
            }
        }
    }

    fn arrive(&mut self, hex: HexId, from: End, end: End) {
        let map = &self.scenario.rules().definition.map;
        let before = self.steps.len();
        match end {
            End::Stop(stop) => {
                self.steps.push(step(hex, Some(stop)));
                if self.simple() {
                    self.pieces.push((hex, from, end));
                    self.ways.push(self.steps.clone());
                    if (self.passes)(StopRef { hex, stop }) {
                        self.go(hex, end);
                    }
                }
            }
            End::Edge(edge) => {
                if !matches!(from, End::Stop(_)) {
                    self.steps.push(step(hex, None));
                }
                if let Some(next) = map.neighbour(hex, edge) {
                    // A step in the hex after shows that the side is crossed.
                    let here = self.steps.len();
                    self.steps.push(step(next, None));
                    let simple = self.simple();
                    self.steps.truncate(here);
                    if simple {
                        self.pieces.push((hex, from, end));
                        self.go(next, End::Edge(OPPOSITE[edge as usize]));
                    }
                }
            }
            End::Junction => {}
        }
        self.steps.truncate(before);
    }
}

fn step(hex: HexId, stop: Option<u8>) -> RunStep {
    RunStep {
        hex,
        stop,
        scored: false,
    }
}

/// Every stop of the map.
pub fn all_stops(scenario: &Scenario) -> Vec<StopRef> {
    let map = &scenario.rules().definition.map;
    map.hex_ids()
        .flat_map(|hex| {
            let count = scenario.shared().board.face(map, hex).stops.len() as u8;
            (0..count).map(move |stop| StopRef { hex, stop })
        })
        .collect()
}
