//! The best runs of Harzbahn 1873 on small random boards, against every choice there is.
//!
//! Track is followed and routes are counted here in a way of their own: hex by hex, every set of routes tried.

use engine::Run;
use engine::board::{End, OPPOSITE, Occupant, Settlement, StopKind};
use engine::game::Setup;
use engine::ids::{CompanyId, HexId, StopRef};
use engine::network::Proof;
use engine::rolling_stock::TrainHolder;
use engine::titles::harzbahn::{Harz, HarzRules};
use std::collections::BTreeSet;

/// A pair of neighbours, the lesser first.
type Border = (HexId, HexId);

#[derive(Clone, Debug)]
struct Route {
    stops: Vec<StopRef>,
    borders: BTreeSet<Border>,
}

struct Board<'a> {
    rules: &'a HarzRules,
    harz: &'a Harz,
    company: CompanyId,
}

impl Board<'_> {
    fn own(&self, at: StopRef) -> bool {
        let tokens = self.harz.shared.board.tokens();
        tokens
            .iter()
            .any(|token| token.at == at && token.what.station_of() == Some(self.company))
    }

    fn full(&self, at: StopRef) -> bool {
        let map = &self.rules.definition.map;
        let slots = self.harz.shared.board.face(map, at.hex).stops[usize::from(at.stop)].slots;
        let tokens = self
            .harz
            .shared
            .board
            .tokens()
            .iter()
            .filter(|token| token.at == at);
        slots > 0 && tokens.count() >= usize::from(slots) && !self.own(at)
    }

    fn mine(&self, hex: HexId) -> i32 {
        let mines = &self.rules.special.mines;
        let mine = mines
            .iter()
            .find(|mine| mine.hex == hex && self.harz.mine(mine.company).open);
        mine.map_or(0, |mine| mine.multiplier)
    }

    fn plant(&self, hex: HexId) -> i32 {
        let plants = &self.rules.special.plants;
        plants
            .iter()
            .find(|plant| plant.hex == hex)
            .map_or(0, |plant| plant.value)
    }

    fn end(&self, at: StopRef, diesel: bool) -> bool {
        self.own(at) || !diesel && (self.mine(at.hex) > 0 || self.plant(at.hex) > 0)
    }

    fn settlement(&self, hex: HexId) -> Option<Settlement> {
        self.rules.definition.map.at(hex).settlement
    }

    /// The stop that track from a stop over a side leads to, with the borders between.
    fn next(&self, from: StopRef, edge: u8) -> Option<(StopRef, Vec<Border>)> {
        let map = &self.rules.definition.map;
        let (mut hex, mut edge) = (from.hex, edge);
        let mut borders = Vec::new();
        for _ in 0..100 {
            let to = map.neighbour(hex, edge)?;
            borders.push((hex.min(to), hex.max(to)));
            let comes = End::Edge(OPPOSITE[usize::from(edge)]);
            let track = self.harz.shared.board.track(map, to);
            let path = track
                .paths
                .iter()
                .find(|path| !path.state && path.other(comes).is_some())?;
            match path.other(comes)? {
                End::Stop(stop) => return Some((StopRef { hex: to, stop }, borders)),
                End::Edge(next) => (hex, edge) = (to, next),
                End::Junction => return None,
            }
        }
        None
    }

    fn exits(&self, at: StopRef) -> Vec<u8> {
        let map = &self.rules.definition.map;
        let track = self.harz.shared.board.track(map, at.hex);
        (0..6)
            .filter(|&edge| {
                track.paths.iter().any(|path| {
                    !path.state && path.other(End::Stop(at.stop)) == Some(End::Edge(edge))
                })
            })
            .collect()
    }

    fn routes(&self, diesel: bool) -> Vec<Route> {
        let map = &self.rules.definition.map;
        let mut found = Vec::new();
        for hex in map.hex_ids() {
            for (stop, face) in (0u8..).zip(&self.harz.shared.board.face(map, hex).stops) {
                let at = StopRef { hex, stop };
                if matches!(face.kind, StopKind::City | StopKind::Plant)
                    && self.end(at, diesel)
                    && !self.full(at)
                {
                    let start = Route {
                        stops: vec![at],
                        borders: BTreeSet::new(),
                    };
                    self.go_on(&start, diesel, &mut found);
                }
            }
        }
        found
    }

    fn go_on(&self, route: &Route, diesel: bool, found: &mut Vec<Route>) {
        let at = route.stops[route.stops.len() - 1];
        for edge in self.exits(at) {
            let Some((to, borders)) = self.next(at, edge) else {
                continue;
            };
            if self.full(to) || route.stops.iter().any(|stop| stop.hex == to.hex) {
                continue;
            }
            let mut longer = route.clone();
            longer.stops.push(to);
            longer.borders.extend(borders);
            let own = longer.stops.iter().any(|stop| self.own(*stop));
            if own && self.end(to, diesel) && longer.stops[0] < to {
                found.push(longer.clone());
            }
            if self.settlement(to.hex) != Some(Settlement::Town) {
                self.go_on(&longer, diesel, found);
            }
        }
    }

    fn concessions(&self) -> Vec<BTreeSet<Border>> {
        let concession = self.rules.special.concession(self.company).unwrap();
        let borders = |route: &Vec<HexId>| {
            route
                .windows(2)
                .map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
                .collect()
        };
        concession.routes.iter().map(borders).collect()
    }

    fn joined(&self, routes: &[&Route]) -> bool {
        let mut rest: Vec<&Route> = routes.to_vec();
        let Some(first) = rest.pop() else { return true };
        let mut network = vec![first];
        while let Some(index) = rest.iter().position(|route| {
            network.iter().any(|other| {
                route.stops.iter().any(|stop| {
                    other.stops.contains(stop)
                        && !self.full(*stop)
                        && self.settlement(stop.hex).is_some()
                })
            })
        }) {
            network.push(rest.remove(index));
        }
        rest.is_empty()
    }

    fn value(&self, at: StopRef) -> i32 {
        let key = ["yellow", "yellow", "green", "green", "brown", "grey"];
        let map = &self.rules.definition.map;
        let stops = &self.harz.shared.board.face(map, at.hex).stops;
        stops[usize::from(at.stop)]
            .revenue
            .at(key[usize::from(self.harz.shared.phase)])
    }

    /// What routes of standard trains, each with its size, earn.
    fn earned(&self, routes: &[(&Route, i32)]) -> i32 {
        let map = &self.rules.definition.map;
        let mut sum = 0;
        for hex in map.hex_ids() {
            let here = |route: &Route| {
                route
                    .stops
                    .iter()
                    .any(|stop| stop.hex == hex && !self.full(*stop))
            };
            let sizes = routes
                .iter()
                .filter(|(route, _)| here(route))
                .map(|(_, size)| *size);
            if let Some(largest) = sizes.max() {
                let stops = 0..self.harz.shared.board.face(map, hex).stops.len() as u8;
                let own = stops
                    .map(|stop| StopRef { hex, stop })
                    .find(|at| self.own(*at));
                let stop = if self.settlement(hex).is_some() {
                    10
                } else {
                    0
                };
                sum += own.map_or(stop, |at| self.value(at));
                sum += self.plant(hex) + self.mine(hex) * largest;
            }
        }
        sum
    }

    fn earned_by_diesel(&self, routes: &[&Route]) -> i32 {
        let stops = routes.iter().flat_map(|route| &route.stops);
        let hexes: BTreeSet<HexId> = stops
            .filter(|stop| !self.full(**stop) && self.settlement(stop.hex).is_some())
            .map(|stop| stop.hex)
            .collect();
        10 * hexes.len() as i32
    }

    /// The most routes and the most money of every legal set, with as many routes or with any.
    fn best(&self, sizes: &[i32], most: bool) -> (usize, i32) {
        let mut routes = self.routes(false);
        let concessions = self.concessions();
        self.add_concessions(&mut routes, &concessions);
        let mut best = (0, 0);
        let mut chosen: Vec<Option<usize>> = Vec::new();
        self.choose(&routes, sizes, &mut chosen, &mut |chosen| {
            let mut count = 0;
            for (train, &size) in sizes.iter().enumerate() {
                let own = chosen
                    .iter()
                    .zip(&routes)
                    .filter(|(by, _)| **by == Some(train));
                let own: Vec<&Route> = own.map(|(_, route)| route).collect();
                if own.len() > size as usize || !self.joined(&own) {
                    return;
                }
                count += own.len();
            }
            let run = chosen
                .iter()
                .zip(&routes)
                .filter_map(|(by, route)| Some((route, (*by)?)));
            let run: Vec<(&Route, i32)> = run.map(|(route, by)| (route, sizes[by])).collect();
            let has =
                |route: &BTreeSet<Border>| run.iter().any(|(other, _)| other.borders == *route);
            if !concessions.iter().all(has) {
                return;
            }
            let value = self.earned(&run);
            best = best.max(if most { (count, value) } else { (0, value) });
        });
        best
    }

    fn best_diesel(&self, most: bool) -> (usize, i32) {
        let mut routes = self.routes(true);
        let concessions = self.concessions();
        self.add_concessions(&mut routes, &concessions);
        let mut best = (0, 0);
        let mut chosen: Vec<Option<usize>> = Vec::new();
        self.choose(&routes, &[99], &mut chosen, &mut |chosen| {
            let run = chosen.iter().zip(&routes).filter(|(by, _)| by.is_some());
            let run: Vec<&Route> = run.map(|(_, route)| route).collect();
            let has = |route: &BTreeSet<Border>| run.iter().any(|other| other.borders == *route);
            let local = self.rules.special.local;
            let needed = local.0 != self.company
                || run.is_empty()
                || run.iter().any(|route| {
                    route.stops[0].hex == local.1
                        || route.stops[route.stops.len() - 1].hex == local.1
                });
            if concessions.iter().all(has) && self.joined(&run) && needed {
                let value = self.earned_by_diesel(&run);
                best = best.max(if most { (run.len(), value) } else { (0, value) });
            }
        });
        best
    }

    /// Concession routes through full places are no usual routes.
    fn add_concessions(&self, routes: &mut Vec<Route>, concessions: &[BTreeSet<Border>]) {
        for (number, borders) in concessions.iter().enumerate() {
            if routes.iter().any(|route| route.borders == *borders) {
                continue;
            }
            let concession = self.rules.special.concession(self.company).unwrap();
            let hexes = &concession.routes[number];
            let mut at = StopRef {
                hex: hexes[0],
                stop: 0,
            };
            let mut stops = vec![at];
            while at.hex != hexes[hexes.len() - 1] {
                let place = hexes.iter().position(|hex| *hex == at.hex).unwrap();
                let map = &self.rules.definition.map;
                let edge = map.edge_between(hexes[place], hexes[place + 1]).unwrap();
                at = self.next(at, edge).unwrap().0;
                stops.push(at);
            }
            routes.push(Route {
                stops,
                borders: borders.clone(),
            });
        }
    }

    /// Every way to give routes to trains without shared track.
    fn choose(
        &self,
        routes: &[Route],
        sizes: &[i32],
        chosen: &mut Vec<Option<usize>>,
        look: &mut impl FnMut(&[Option<usize>]),
    ) {
        let Some(route) = routes.get(chosen.len()) else {
            look(chosen);
            return;
        };
        chosen.push(None);
        self.choose(routes, sizes, chosen, look);
        chosen.pop();
        let taken = |(by, other): (&Option<usize>, &Route)| {
            by.is_some() && !other.borders.is_disjoint(&route.borders)
        };
        if chosen.iter().zip(routes).any(taken) {
            return;
        }
        for train in 0..sizes.len() {
            chosen.push(Some(train));
            self.choose(routes, sizes, chosen, look);
            chosen.pop();
        }
    }
}

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut draw = self.0;
        draw = (draw ^ (draw >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        draw = (draw ^ (draw >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((draw ^ (draw >> 31)) % sides as u64) as usize
    }
}

/// A position with the concession routes built, other tiles and stations anywhere.
fn position(rules: &HarzRules, dice: &mut Dice) -> (Harz, CompanyId, Vec<i32>, bool) {
    let definition = &rules.definition;
    let map = &definition.map;
    let mut harz = Harz::new(rules);
    harz.shared.phase = dice.roll(6) as u8;
    let railways = &rules.special.concessions;
    let company = railways[dice.roll(railways.len())].company;
    for mine in &mut harz.mines {
        mine.open = dice.roll(3) > 0;
    }
    for concession in railways {
        for part in &concession.build {
            // Turned until the part fits.
            let rot = (0..6).find(|&rot| {
                let track = map.face(part.face).at(rot);
                let has = |end: End| match end {
                    End::Edge(edge) => track.exits & (1 << edge) != 0,
                    _ => true,
                };
                has(part.join.0) && has(part.join.1)
            });
            let board = &mut harz.shared.board;
            board.place_tile(map, part.hex, part.face, rot.unwrap());
        }
    }
    let parts: Vec<HexId> = railways
        .iter()
        .flat_map(|concession| &concession.build)
        .map(|part| part.hex)
        .collect();
    for _ in 0..dice.roll(30) {
        let hex = HexId::from(dice.roll(map.hexes.len()));
        let upgrades = &harz.shared.board.face(map, hex).upgrades;
        if upgrades.is_empty() || parts.contains(&hex) {
            continue;
        }
        let face = upgrades[dice.roll(upgrades.len())];
        harz.shared
            .board
            .place_tile(map, hex, face, dice.roll(6) as u8);
    }
    // Towns must keep the track of concession routes.
    let mut put = |hex: HexId, stop: u8, owner: CompanyId, active: bool| {
        let at = StopRef { hex, stop };
        let board = &mut harz.shared.board;
        let stops = &board.face(map, hex).stops;
        if usize::from(stop) >= stops.len() || board.markers(owner).any(|other| other.hex == hex) {
            return;
        }
        if let Some(slot) = board.free_slot(map, at) {
            let what = if active {
                Occupant::Station(owner)
            } else {
                Occupant::Inactive(owner)
            };
            board.put(at, slot, what);
        }
    };
    for home in &definition.at(company).homes {
        put(home.hex, home.stop, company, true);
    }
    for _ in 0..dice.roll(14) {
        let owner = if dice.roll(2) == 0 {
            company
        } else {
            railways[dice.roll(railways.len())].company
        };
        let hex = HexId::from(dice.roll(map.hexes.len()));
        put(hex, dice.roll(2) as u8, owner, dice.roll(2) == 0);
    }
    let mut sizes = vec![1 + dice.roll(5) as i32];
    if company == rules.special.two_routes {
        sizes[0] = sizes[0].max(2);
    }
    if dice.roll(2) == 0 {
        sizes.push(1 + dice.roll(5) as i32);
    }
    let holder = TrainHolder::Company(company);
    for size in &sizes {
        let kind = definition.kind(&format!("{size}T")).unwrap();
        harz.shared.depot.take(definition, kind, holder);
    }
    let diesel = dice.roll(2) == 0;
    if diesel {
        let kind = definition.kind("D").unwrap();
        harz.shared.depot.take(definition, kind, holder);
    }
    (harz, company, sizes, diesel)
}

/// Boards with more routes than this are left to the recorded games.
const MOST: usize = 13;

fn compare(options: &[&str], first: u64, boards: usize) {
    let mut setup = Setup::new("1873", 4);
    setup.options = options.iter().map(|name| (*name).to_string()).collect();
    let rules = HarzRules::new(&setup).unwrap();
    let most = !rules.options.any_routes;
    let mut looked = 0;
    let mut two = 0;
    for seed in first.. {
        if looked >= boards {
            break;
        }
        let (harz, company, sizes, diesel) = position(&rules, &mut Dice(seed));
        let board = Board {
            rules: &rules,
            harz: &harz,
            company,
        };
        // The concession routes must lie on the board.
        let concession = rules.special.concession(company).unwrap();
        let lies = concession.routes.iter().all(|route| {
            route.windows(2).all(|pair| {
                let edge = rules.definition.map.edge_between(pair[0], pair[1]).unwrap();
                let has = |hex, edge: u8| {
                    let track = harz.shared.board.track(&rules.definition.map, hex);
                    let paths = track.paths.iter().filter(|path| !path.state);
                    paths
                        .filter(|path| path.other(End::Edge(edge)).is_some())
                        .count()
                        > 0
                };
                has(pair[0], edge) && has(pair[1], OPPOSITE[usize::from(edge)])
            })
        });
        let (standard, by_diesel) = (board.routes(false).len(), board.routes(true).len());
        if !lies || standard + concession.routes.len() > MOST || by_diesel > MOST || standard < 3 {
            continue;
        }
        looked += 1;
        let mut expected = board.best(&sizes, most);
        if diesel {
            let more = board.best_diesel(most);
            expected = (expected.0 + more.0, expected.1 + more.1);
        }
        let best = harz.best(&rules, company, 1_000_000);
        let place = format!(
            "seed {seed}, {}, trains {sizes:?}, diesel {diesel}",
            rules.name(company)
        );
        assert_eq!(best.proof, Proof::Proven, "{place}");
        assert_eq!(best.total, expected.1, "{place}: {:?}", best.runs);
        let earned = harz.check_runs(&rules, company, &best.runs);
        let earned = earned.unwrap_or_else(|rejection| panic!("{place}: {rejection}"));
        assert_eq!(earned.revenues.iter().sum::<i32>(), best.total, "{place}");
        harz.demand_runs(&rules, company, &best.runs)
            .unwrap_or_else(|rejection| panic!("{place}: {rejection}"));
        if most {
            assert_eq!(best.runs.len(), expected.0, "{place}");
            // One route less is too few.
            if let Some((_, fewer)) = best.runs.split_last() {
                let fewer: Vec<Run> = fewer.to_vec();
                let accepted = harz.check_runs(&rules, company, &fewer).is_ok()
                    && harz.demand_runs(&rules, company, &fewer).is_ok();
                assert!(!accepted, "{place}: {fewer:?}");
            }
        }
        two += usize::from(best.runs.len() > 2);
    }
    assert!(
        two > boards / 4,
        "only {two} boards with more than two routes"
    );
}

#[test]
fn the_best_of_most_routes_is_exact() {
    compare(&[], 1, 1500);
}

#[test]
fn the_best_of_any_routes_is_exact() {
    compare(&["any_routes"], 1_000_000, 1000);
}
