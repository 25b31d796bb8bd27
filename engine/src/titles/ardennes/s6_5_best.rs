//! 6.5: the best runs of a company (ARD-6.5-01, ARD-RUL-28).

use super::s6_5_view::View;
use super::{ArdRules, Ardennes};
use crate::board::{Bonus, StopKind};
use crate::ids::{CompanyId, HexId, KindId, StopRef};
use crate::network::{FourKind, Graph, Kind, Mode, Optimum, Problem, Train, Way};
use crate::rules::TrainRun;

/// The best runs of the company's trains that lie face up, found with at most `budget` nodes of search.
pub(crate) fn best(state: &Ardennes, rules: &ArdRules, company: CompanyId, budget: u64) -> Optimum {
    best_without(state, rules, company, None, budget)
}

/// The same among the runs that stay away from the stops of a hex.
pub(crate) fn best_without(
    state: &Ardennes,
    rules: &ArdRules,
    company: CompanyId,
    without: Option<HexId>,
    budget: u64,
) -> Optimum {
    let view = View::new(state, rules, company);
    let stations: Vec<StopRef> = view.board.stations(company).collect();
    let graph = Graph::new(
        view.map,
        view.board,
        &stations,
        |at| !view.blocked(at),
        |port, _| view.has_right(port.hex, Bonus::Ferry),
    );
    let graph = match without {
        Some(hex) => graph.without(hex),
        None => graph,
    };
    let facts = Facts::new(&view, &graph, &stations);
    let mut kinds: Vec<KindId> = Vec::new();
    let mut fours: Vec<KindId> = Vec::new();
    let mut trains = Vec::new();
    let number = |list: &mut Vec<KindId>, kind: KindId| {
        list.iter()
            .position(|known| *known == kind)
            .unwrap_or_else(|| {
                list.push(kind);
                list.len() - 1
            })
    };
    for held in state
        .shared
        .trains(company)
        .filter(|train| !train.face_down)
    {
        let way = match rules.definition.train(held.kind).run {
            TrainRun::Cities(_) => Way::All(number(&mut kinds, held.kind)),
            TrainRun::Four(_) => Way::Four(number(&mut fours, held.kind)),
            _ => continue,
        };
        trains.push(Train { id: held.id, way });
    }
    let problem = Problem {
        graph: &graph,
        own: facts.own.clone(),
        ends: facts.ends.clone(),
        towns: facts.towns(),
        kinds: kinds.iter().map(|&kind| facts.kind(kind)).collect(),
        fours: fours.iter().map(|&kind| facts.four(kind)).collect(),
        trains,
        unit: facts.unit(),
    };
    crate::network::best(&problem, budget)
}

/// What the bonuses ask of a route, as bits.
const NORTH: u8 = 1;
const SOUTH: u8 = 2;
const EAST: u8 = 1;
const FERRY: u8 = 2;

/// The stops of the graph with what they are worth to the company.
struct Facts<'a> {
    view: &'a View<'a>,
    graph: &'a Graph,
    /// Worth by vertex, mining rights counted; 0 for what is no city or town.
    worth: Vec<i32>,
    /// Hex by vertex, of stops.
    hexes: Vec<Option<HexId>>,
    own: Vec<usize>,
    ends: Vec<(usize, usize)>,
}

impl<'a> Facts<'a> {
    fn new(view: &'a View<'a>, graph: &'a Graph, stations: &[StopRef]) -> Facts<'a> {
        let count = graph.vertices.len();
        let worth = (0..count)
            .map(|vertex| graph.stop(vertex).map_or(0, |at| view.value(at)))
            .collect();
        let hexes = (0..count)
            .map(|vertex| graph.stop(vertex).map(|at| at.hex))
            .collect();
        let mut own: Vec<usize> = stations.iter().filter_map(|&at| graph.number(at)).collect();
        own.sort_unstable();
        own.dedup();
        let ends = (0..count)
            .flat_map(|port| {
                graph.around[port]
                    .iter()
                    .map(move |link| (port, usize::from(link.to)))
            })
            .filter(|&(_, end)| graph.kinds[end] == Some(StopKind::Offboard))
            .collect();
        Facts {
            view,
            graph,
            worth,
            hexes,
            own,
            ends,
        }
    }

    fn is(&self, vertex: usize, kind: StopKind) -> bool {
        self.graph.kinds.get(vertex) == Some(&Some(kind))
    }

    fn on(&self, vertex: usize, hexes: &[HexId]) -> bool {
        self.hexes[vertex].is_some_and(|hex| hexes.contains(&hex))
            && self.is(vertex, StopKind::City)
    }

    fn towns(&self) -> Vec<i32> {
        (0..self.worth.len())
            .map(|vertex| {
                if self.is(vertex, StopKind::Town) {
                    self.worth[vertex]
                } else {
                    0
                }
            })
            .collect()
    }

    /// Francs that divide every sum.
    fn unit(&self) -> i32 {
        let special = &self.view.rules.special;
        self.worth
            .iter()
            .chain(&special.ferry_bonus)
            .chain(std::iter::once(&special.tee_bonus))
            .copied()
            .fold(0, crate::network::gcd)
            .max(1)
    }

    fn ferry_bonus(&self, kind: KindId) -> i32 {
        self.view
            .rules
            .special
            .ferry_bonus
            .get(kind.index())
            .copied()
            .unwrap_or(0)
    }

    /// A kind that counts all stops. Its ways of counting: without a TEE bonus, with one of the two, with both; each
    /// with what a route needs for it.
    fn kind(&self, kind: KindId) -> Kind {
        let special = &self.view.rules.special;
        let cities = match self.view.rules.definition.train(kind).run {
            TrainRun::Cities(cities) => cities,
            _ => 0,
        };
        let mut modes = Vec::new();
        for (east_west, north_south) in [(false, false), (false, true), (true, false), (true, true)]
        {
            let tees = i32::from(east_west) + i32::from(north_south);
            let shift = if north_south { 2 } else { 0 };
            let mut mode = Mode {
                worth: self.worth.clone(),
                meets: vec![0; self.worth.len()],
                needs: 0,
            };
            let mut met = 0;
            for vertex in 0..self.worth.len() {
                let mut meets = 0;
                if north_south {
                    mode.needs |= NORTH | SOUTH;
                    if self.on(vertex, &special.tee_north) {
                        meets |= NORTH;
                    }
                    if self.on(vertex, &special.tee_south) {
                        meets |= SOUTH;
                    }
                }
                if east_west {
                    mode.needs |= (EAST | FERRY) << shift;
                    if self.on(vertex, &special.tee_east) {
                        meets |= EAST << shift;
                    }
                    if self.hexes[vertex].is_some_and(|hex| special.tee_west.contains(&hex)) {
                        meets |= FERRY << shift;
                    }
                }
                mode.meets[vertex] = meets;
                met |= meets;
                if self.is(vertex, StopKind::Offboard) {
                    mode.worth[vertex] = self.ferry_bonus(kind);
                } else if !self.is(vertex, StopKind::City) {
                    mode.worth[vertex] = 0;
                } else if self.own.contains(&vertex) {
                    mode.worth[vertex] += special.tee_bonus * tees;
                }
            }
            if met == mode.needs {
                modes.push(mode);
            }
        }
        Kind { cities, modes }
    }

    /// A kind that scores its best cities, twice their worth.
    fn four(&'a self, kind: KindId) -> FourKind<'a> {
        let most = match self.view.rules.definition.train(kind).run {
            TrainRun::Four(most) => usize::from(most),
            _ => 0,
        };
        let special = &self.view.rules.special;
        let options = &self.view.rules.options;
        let count = self.worth.len();
        let marks = |hexes: &[HexId]| -> Vec<bool> {
            (0..count).map(|vertex| self.on(vertex, hexes)).collect()
        };
        let north = marks(&special.tee_north);
        let south = marks(&special.tee_south);
        let east = marks(&special.tee_east);
        let own: Vec<bool> = (0..count)
            .map(|vertex| self.own.contains(&vertex))
            .collect();
        // By end: whether it begins an East-West TEE, and the ports that count for its ferry.
        let ends: Vec<(bool, Vec<usize>)> = self
            .ends
            .iter()
            .map(|&(port, ferry)| {
                let west = self.hexes[ferry].is_some_and(|hex| special.tee_west.contains(&hex));
                let mut ports = vec![port];
                if options.any_port_for_ferry {
                    let others = special
                        .ferries
                        .iter()
                        .filter(|(hex, _)| Some(*hex) == self.hexes[ferry])
                        .flat_map(|(_, ports)| ports)
                        .filter(|&&hex| self.view.has_right(hex, Bonus::Ferry));
                    for hex in others {
                        ports.extend((0..count).filter(|&vertex| self.on(vertex, &[*hex])));
                    }
                }
                (west, ports)
            })
            .collect();
        let bonus = self.ferry_bonus(kind);
        let worth = move |set: &[usize], end: Option<usize>| {
            let any = |marks: &[bool]| set.iter().any(|&city| marks[city]);
            let mut tees = i32::from(any(&north) && any(&south));
            let mut ferry = 0;
            if let Some((west, ports)) = end.and_then(|end| ends.get(end)) {
                let port_counts = ports.first().is_some_and(|port| set.contains(port));
                if *west && any(&east) && (port_counts || options.tee_without_port) {
                    tees += 1;
                }
                if ports.iter().any(|port| set.contains(port)) {
                    ferry = bonus;
                }
            }
            let stations = set.iter().filter(|&&city| own[city]).count() as i32;
            let cities: i32 = set.iter().map(|&city| self.worth[city]).sum();
            2 * (cities + special.tee_bonus * stations * tees) + ferry
        };
        FourKind {
            most,
            worth: Box::new(worth),
        }
    }
}
