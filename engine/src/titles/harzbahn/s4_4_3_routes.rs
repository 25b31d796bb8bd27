//! Section 4.4.3: every route that a railway can run, and its concession routes.

use super::s4_4_4_revenue::STOP;
use super::{Harz, HarzRules};
use crate::action::RunStep;
use crate::board::{End, Settlement, StopKind};
use crate::ids::{CompanyId, HexId, StopRef};
use crate::network::{Graph, Item, PlaceSet, Side, SideSet, Worth, follow, trace};
use crate::rules::TrainRun;

/// A route that can be run.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// For the search; what it covers stands for the hexes by their number, and for richer circles after them.
    pub item: Item,
    /// Its stops in order.
    pub stops: Vec<StopRef>,
    /// Its way.
    pub steps: Vec<RunStep>,
}

impl Line {
    /// The stops at its ends.
    pub fn ends(&self) -> [Option<StopRef>; 2] {
        [self.stops.first().copied(), self.stops.last().copied()]
    }

    /// Whether the other is this one lengthened at an end or both.
    pub fn grows_to(&self, other: &Line) -> bool {
        self.item.sides != other.item.sides && other.item.sides.covers(&self.item.sides)
    }
}

/// A concession route as it lies on the board.
#[derive(Clone, Debug)]
pub(super) struct Concession {
    /// Its sides, in order of their numbers.
    pub sides: Vec<Side>,
    /// Its stops in order.
    pub stops: Vec<StopRef>,
    /// Its way.
    pub steps: Vec<RunStep>,
}

/// What a kind of train can run.
pub(super) struct Lines {
    /// All routes, the concession routes first.
    pub lines: Vec<Line>,
    /// How many of them are concession routes.
    pub concessions: usize,
    /// What they cover.
    pub worths: Vec<Worth>,
    /// There are more than were listed.
    pub cut: bool,
}

impl Lines {
    /// The same without the routes that stop in a hex, concession routes apart.
    pub fn without(mut self, hex: Option<HexId>) -> Lines {
        if let Some(hex) = hex {
            let mut number = 0;
            let concessions = self.concessions;
            self.lines.retain(|line| {
                number += 1;
                number <= concessions || line.stops.iter().all(|at| at.hex != hex)
            });
        }
        self
    }

    /// What the search chooses from.
    pub fn items(&self) -> Vec<Item> {
        self.lines.iter().map(|line| line.item.clone()).collect()
    }
}

impl Harz {
    /// A full place: its circles, or those on its side of an unconnected village, are taken by others (H73-RUL-43).
    pub(super) fn is_full(&self, rules: &HarzRules, company: CompanyId, at: StopRef) -> bool {
        self.shared
            .board
            .full_for(&rules.definition.map, at, company)
    }

    /// H73-4.4.3-01: an own station, active or not, in this very circle (H73-RUL-42); a plant or an open mine.
    pub(super) fn is_end(&self, rules: &HarzRules, company: CompanyId, at: StopRef) -> bool {
        self.shared.board.has_marker(at, company)
            || rules.special.plant_in(at.hex).is_some()
            || self.mine_value(rules, at.hex) != 0
    }

    /// The sizes of the company's standard trains and whether it has a diesel railcar, the greatest first.
    pub(super) fn runners(
        &self,
        rules: &HarzRules,
        company: CompanyId,
    ) -> (Vec<(crate::ids::TrainId, u8)>, Option<crate::ids::TrainId>) {
        let mut standard = Vec::new();
        let mut diesel = None;
        for train in self.shared.trains(company) {
            match rules.definition.train(train.kind).run {
                TrainRun::Runs(size) => standard.push((train.id, size)),
                TrainRun::Diesel => diesel = diesel.or(Some(train.id)),
                _ => {}
            }
        }
        standard.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        (standard, diesel)
    }

    /// The concession routes that lie on the board, each from end to end (H73-4.4.3-09, 10).
    pub(super) fn concession_routes(
        &self,
        rules: &HarzRules,
        company: CompanyId,
    ) -> Vec<Concession> {
        rules
            .special
            .concession(company)
            .into_iter()
            .flat_map(|concession| &concession.routes)
            .filter_map(|route| {
                let steps: Vec<RunStep> = route
                    .iter()
                    .map(|&hex| RunStep {
                        hex,
                        stop: None,
                        scored: false,
                    })
                    .collect();
                let route = follow(&rules.definition.map, &self.shared.board, &steps).ok()?;
                let mut sides = route.sides.clone();
                sides.sort_unstable();
                Some(Concession {
                    sides,
                    stops: route.visits.iter().map(|visit| visit.at).collect(),
                    steps: route.steps,
                })
            })
            .collect()
    }

    /// Concession routes that the company's standard trains have to run: all, if they can.
    pub(super) fn due_routes(&self, rules: &HarzRules, company: CompanyId) -> Vec<Concession> {
        let routes = self.concession_routes(rules, company);
        let (standard, _) = self.runners(rules, company);
        let runs: usize = standard.iter().map(|(_, size)| usize::from(*size)).sum();
        if standard.is_empty() || runs < routes.len() {
            Vec::new()
        } else {
            routes
        }
    }

    /// The stops of a run's way; none where it is no way.
    pub(super) fn stops_on(&self, rules: &HarzRules, steps: &[RunStep]) -> Vec<StopRef> {
        trace(&rules.definition.map, &self.shared.board, steps)
            .map(|route| route.visits.iter().map(|visit| visit.at).collect())
            .unwrap_or_default()
    }
}

/// The track of a position as a railway sees it.
pub(super) struct Net<'a> {
    harz: &'a Harz,
    rules: &'a HarzRules,
    company: CompanyId,
    graph: Graph,
    spots: Vec<Spot>,
    /// A side of each link at an own station.
    pub ports: SideSet,
    /// Where a route of a diesel railcar must end.
    pub needed_end: Option<HexId>,
    /// Number of each end of track at an own station, by vertex the first.
    tips: Vec<usize>,
}

/// What a stop is to the railway.
#[derive(Clone, Copy, Default)]
struct Spot {
    own: bool,
    full: bool,
    town: bool,
    end: bool,
    village: bool,
}

/// Steps of the listing at most: far more than any board needs.
const MOST_STEPS: u64 = 2_000_000;

/// Routes listed at most.
const MOST_LINES: usize = 100_000;

impl<'a> Net<'a> {
    pub fn new(harz: &'a Harz, rules: &'a HarzRules, company: CompanyId) -> Net<'a> {
        let map = &rules.definition.map;
        let board = &harz.shared.board;
        let starts: Vec<StopRef> = map
            .hex_ids()
            .flat_map(|hex| {
                board
                    .face(map, hex)
                    .stops
                    .iter()
                    .zip(0u8..)
                    .filter(|(stop, _)| matches!(stop.kind, StopKind::City | StopKind::Plant))
                    .map(move |(_, stop)| StopRef { hex, stop })
            })
            .collect();
        let graph = Graph::new(map, board, &starts, |_| true, |_, _| true);
        let spots = (0..graph.vertices.len())
            .map(|vertex| {
                graph.stop(vertex).map_or(Spot::default(), |at| Spot {
                    own: board.has_marker(at, company),
                    full: harz.is_full(rules, company, at),
                    town: map.at(at.hex).settlement == Some(Settlement::Town),
                    end: harz.is_end(rules, company, at),
                    village: map.at(at.hex).settlement.is_some(),
                })
            })
            .collect::<Vec<_>>();
        let mut ports = SideSet::EMPTY;
        let mut tips = Vec::with_capacity(spots.len());
        let mut count = 0;
        for (spot, links) in spots.iter().zip(&graph.around) {
            tips.push(count);
            if spot.own {
                count += links.len();
                for link in links {
                    if let Some(side) = link.sides.iter().next() {
                        ports.insert(side);
                    }
                }
            }
        }
        Net {
            harz,
            rules,
            company,
            graph,
            spots,
            ports,
            needed_end: harz.needed_end(rules, company),
            tips,
        }
    }

    fn spot(&self, vertex: usize) -> Spot {
        self.spots.get(vertex).copied().unwrap_or_default()
    }

    /// A set of sides by their numbers; those that no stop is joined to are left out.
    pub fn sides(&self, sides: &[Side]) -> SideSet {
        let mut set = SideSet::EMPTY;
        for side in sides {
            if let Some(number) = self.graph.sides.iter().position(|other| other == side) {
                set.insert(number);
            }
        }
        set
    }

    /// What a kind of train can run; `diesel`: from own station to own station, paid for places alone.
    pub fn lines(&self, diesel: bool) -> Lines {
        let mut list = Lister {
            net: self,
            diesel,
            // H73-RUL-17.
            circles: diesel && self.rules.options.diesel_circles,
            steps: 0,
            found: Vec::new(),
            cut: self.graph.overflow,
            way: Vec::new(),
        };
        for vertex in 0..self.graph.vertices.len() {
            let spot = self.spot(vertex);
            if spot.full || !list.ends_in(&spot) {
                continue;
            }
            let place = list.place(vertex);
            list.walk(
                vertex,
                vertex,
                spot.own,
                SideSet::EMPTY,
                PlaceSet::one(place),
            );
        }
        let (found, cut) = (list.found, list.cut);
        let concessions = self.harz.concession_routes(self.rules, self.company);
        let mut lines: Vec<Line> = Vec::with_capacity(found.len() + concessions.len());
        for concession in &concessions {
            let sides = self.sides(&concession.sides);
            let vertices: Vec<usize> = concession
                .stops
                .iter()
                .filter_map(|&at| self.graph.number(at))
                .collect();
            let steps = concession.steps.clone();
            lines.push(self.line(&vertices, sides, steps, diesel));
        }
        for (start, links) in found {
            let mut vertices = vec![start];
            let mut sides = SideSet::EMPTY;
            let mut at = start;
            for &number in &links {
                if let Some(link) = self
                    .graph
                    .around
                    .get(at)
                    .and_then(|links| links.get(usize::from(number)))
                {
                    at = usize::from(link.to);
                    sides = sides.or(&link.sides);
                    vertices.push(at);
                }
            }
            // The concession routes stand before.
            if lines
                .iter()
                .take(concessions.len())
                .all(|line| line.item.sides != sides)
            {
                let steps = self.graph.steps(start, &links, &[]);
                lines.push(self.line(&vertices, sides, steps, diesel));
            }
        }
        Lines {
            lines,
            concessions: concessions.len(),
            worths: self.worths(diesel),
            cut,
        }
    }

    fn line(&self, vertices: &[usize], sides: SideSet, steps: Vec<RunStep>, diesel: bool) -> Line {
        let mut item = Item {
            sides,
            ..Item::default()
        };
        for &vertex in vertices {
            let spot = self.spot(vertex);
            if spot.own
                && let (Some(links), Some(&first)) =
                    (self.graph.around.get(vertex), self.tips.get(vertex))
            {
                for (number, link) in links.iter().enumerate() {
                    if link.sides.meets(&sides) {
                        item.tips.insert(first + number);
                    }
                }
            }
            // H73-4.4.3-07, H73-4.4.4-06.
            let Some(at) = self.graph.stop(vertex).filter(|_| !spot.full) else {
                continue;
            };
            if spot.village {
                item.joins.insert(vertex);
            }
            let again = item.covers.has(at.hex.index());
            item.covers.insert(at.hex.index());
            if if diesel { again } else { self.is_richer(at) } {
                item.covers.insert(self.hexes() + at.hex.index());
            }
        }
        Line {
            item,
            stops: vertices
                .iter()
                .filter_map(|&vertex| self.graph.stop(vertex))
                .collect(),
            steps,
        }
    }

    fn hexes(&self) -> usize {
        self.rules.definition.map.hexes.len()
    }

    /// With the option `village_pays_first_route` a circle with an own station counts more than others of its village.
    fn is_richer(&self, at: StopRef) -> bool {
        self.rules.options.village_pays_first_route
            && self.harz.shared.board.has_marker(at, self.company)
            && self.circles(at.hex) > 1
    }

    fn circles(&self, hex: HexId) -> usize {
        let map = &self.rules.definition.map;
        self.harz.shared.board.face(map, hex).stops.len()
    }

    /// What places count: by hex, then what a circle with an own station counts more than the others of its hex, or
    /// what a diesel railcar gets for a second circle in one route.
    fn worths(&self, diesel: bool) -> Vec<Worth> {
        let (harz, rules, company) = (self.harz, self.rules, self.company);
        let map = &rules.definition.map;
        let board = &harz.shared.board;
        let mut worths = vec![Worth::default(); 2 * self.hexes()];
        for hex in map.hex_ids() {
            let base = if map.at(hex).settlement.is_some() {
                STOP
            } else {
                0
            };
            let mut worth = Worth { base, by_size: 0 };
            if !diesel {
                let at = StopRef { hex, stop: 0 };
                let own = board.markers(company).find(|marker| marker.hex == hex);
                if let Some(richer) = own.filter(|&at| self.is_richer(at)) {
                    let more = harz.place_value(rules, company, richer) - base;
                    if let Some(slot) = worths.get_mut(self.hexes() + hex.index()) {
                        slot.base = more;
                    }
                } else {
                    worth.base = harz.place_value(rules, company, own.unwrap_or(at));
                }
                worth.base += harz.plant_value(rules, hex);
                worth.by_size = harz.mine_value(rules, hex);
            } else if let Some(slot) = worths.get_mut(self.hexes() + hex.index()) {
                slot.base = base;
            }
            if let Some(slot) = worths.get_mut(hex.index()) {
                *slot = worth;
            }
        }
        worths
    }
}

/// Lists routes depth first; each is met from both its ends and kept once.
struct Lister<'a, 'b> {
    net: &'b Net<'a>,
    diesel: bool,
    circles: bool,
    steps: u64,
    /// Where each begins, and its links.
    found: Vec<(usize, Vec<u8>)>,
    cut: bool,
    way: Vec<u8>,
}

impl Lister<'_, '_> {
    /// H73-4.4.3-01, H73-4.4.3-13.
    fn ends_in(&self, spot: &Spot) -> bool {
        if self.diesel { spot.own } else { spot.end }
    }

    /// H73-4.4.3-05: all circles of a village are one place.
    fn place(&self, vertex: usize) -> usize {
        if self.circles {
            vertex
        } else {
            self.net
                .graph
                .places
                .get(vertex)
                .map_or(vertex, |place| usize::from(*place))
        }
    }

    fn walk(&mut self, start: usize, at: usize, own: bool, sides: SideSet, places: PlaceSet) {
        let net = self.net;
        let Some(links) = net.graph.around.get(at) else {
            return;
        };
        for (number, link) in links.iter().enumerate() {
            self.steps += 1;
            if self.steps > MOST_STEPS || self.found.len() >= MOST_LINES {
                self.cut = true;
                return;
            }
            let to = usize::from(link.to);
            let spot = net.spot(to);
            let place = self.place(to);
            // H73-4.4.3-03, H73-4.4.3-05.
            if spot.full || places.has(place) || sides.meets(&link.sides) {
                continue;
            }
            let own = own || spot.own;
            self.way.push(number as u8);
            // H73-4.4.3-02.
            if start < to && own && self.ends_in(&spot) {
                self.found.push((start, self.way.clone()));
            }
            // H73-4.4.3-04.
            if !spot.town {
                let mut places = places;
                places.insert(place);
                self.walk(start, to, own, sides.or(&link.sides), places);
            }
            self.way.pop();
        }
    }
}

/// Whether a side of the hex that leads to its neighbour has nothing but track of the state.
pub(super) fn only_state_track(harz: &Harz, rules: &HarzRules, hex: HexId, edge: u8) -> bool {
    let track = harz.shared.board.track(&rules.definition.map, hex);
    let mut over = track
        .paths
        .iter()
        .filter(|path| path.other(End::Edge(edge)).is_some())
        .peekable();
    over.peek().is_some() && over.all(|path| path.state)
}
