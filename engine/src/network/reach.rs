//! What track a company reaches from its stations by a route of any length (ARD-RUL-23).
//!
//! The flood walks over pieces of track in one direction each and never turns back on the piece it came by, so that
//! a switch or a stop is no place to reverse. What it may still do wrongly is to run through two circles of one city,
//! which are one place for a route. Where both circles of a hex are reached, the flood is repeated with one of them
//! shut, for every choice of circles, until the parts together make up the whole: a route needs at most one circle of
//! each city, and with one circle open a walk can always be cut short to a route.

use crate::board::{Board, End, Map, OPPOSITE, StopKind};
use crate::ids::{HexId, StopRef};

/// What a flood found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// By hex: sides over which a route comes into the hex from its neighbour, bit e for side e. A side by which a
    /// route leaves the hex may stand here too, if the route could turn in a ring and come back.
    pub arrivals: Vec<u8>,
    /// By hex: stops reached, bit s for stop s (a full city counts, the route may end there).
    pub stops: Vec<u8>,
    /// By hex: pieces of track covered, bit i for path i of the face.
    pub paths: Vec<u32>,
    /// Where the routes start.
    pub starts: Vec<StopRef>,
}

impl Reach {
    fn new(map: &Map, starts: &[StopRef]) -> Reach {
        let hexes = map.hexes.len();
        Reach {
            arrivals: vec![0; hexes],
            stops: vec![0; hexes],
            paths: vec![0; hexes],
            starts: starts.to_vec(),
        }
    }

    /// Whether a route gets to the stop.
    pub fn has_stop(&self, at: StopRef) -> bool {
        self.stops
            .get(at.hex.index())
            .is_some_and(|mask| mask & bit(at.stop) != 0)
    }

    /// Every stop that a route gets to, in the order of the map.
    pub fn all_stops(&self) -> Vec<StopRef> {
        self.stops
            .iter()
            .enumerate()
            .flat_map(|(hex, mask)| {
                stops_of(*mask).map(move |stop| StopRef {
                    hex: HexId::from(hex),
                    stop,
                })
            })
            .collect()
    }

    /// Whether any track of the hex, or a stop of it, is on a route.
    pub fn touches(&self, hex: HexId) -> bool {
        let index = hex.index();
        self.stops.get(index).is_some_and(|mask| *mask != 0)
            || self.paths.get(index).is_some_and(|mask| *mask != 0)
    }

    /// Whether a route gets to the hex, even where no track of the hex meets it (ARD-DEP-04).
    pub fn comes_to(&self, hex: HexId) -> bool {
        self.touches(hex) || self.arrivals_at(hex) != 0
    }

    /// The same, but routes come into the hex over other sides.
    pub fn arriving(&self, hex: HexId, sides: u8) -> Reach {
        let mut other = self.clone();
        if let Some(mask) = other.arrivals.get_mut(hex.index()) {
            *mask = sides;
        }
        other
    }

    /// Whether a route covers the path of that number in the hex.
    pub fn covers(&self, hex: HexId, path: usize) -> bool {
        let mask = self.paths.get(hex.index()).copied().unwrap_or(0);
        u32::try_from(path).is_ok_and(|path| mask.checked_shr(path).unwrap_or(0) & 1 != 0)
    }

    /// Sides over which a route comes into the hex, bit e for side e.
    pub fn arrivals_at(&self, hex: HexId) -> u8 {
        self.arrivals.get(hex.index()).copied().unwrap_or(0)
    }

    fn merge(&mut self, other: &Reach) {
        for (mine, theirs) in self.arrivals.iter_mut().zip(&other.arrivals) {
            *mine |= theirs;
        }
        for (mine, theirs) in self.stops.iter_mut().zip(&other.stops) {
            *mine |= theirs;
        }
        for (mine, theirs) in self.paths.iter_mut().zip(&other.paths) {
            *mine |= theirs;
        }
    }
}

/// Bit of a stop in a mask; none for a stop that no face has.
fn bit(stop: u8) -> u8 {
    1u8.checked_shl(u32::from(stop)).unwrap_or(0)
}

/// What routes from `starts` reach. A route uses no track twice and no city or town twice, the circles of one hex
/// being one city; it may not pass a stop for which `blocked` says so, nor an off-board area, but may end there.
/// `blocked` is not asked about the starts themselves: own stations can be passed.
pub fn reach(
    map: &Map,
    board: &Board,
    starts: &[StopRef],
    blocked: impl Fn(StopRef) -> bool,
) -> Reach {
    reach_without(map, board, starts, &blocked, &[])
}

/// The same for routes that may lead through several circles of one city.
pub fn walk(
    map: &Map,
    board: &Board,
    starts: &[StopRef],
    blocked: impl Fn(StopRef) -> bool,
) -> Reach {
    Flood::new(map, board, &blocked, &[]).run(starts)
}

/// Whether a route of any length joins a stop of `from` with one of `to`, or both have a stop in one hex, joined or
/// not (ARD-RUL-15). `blocked` as in [`reach`].
pub fn connected(
    map: &Map,
    board: &Board,
    from: &[StopRef],
    to: &[StopRef],
    blocked: impl Fn(StopRef) -> bool,
) -> bool {
    if from.iter().any(|a| to.iter().any(|b| a.hex == b.hex)) {
        return true;
    }
    if from.is_empty() || to.is_empty() {
        return false;
    }
    let found = reach(map, board, from, blocked);
    to.iter().any(|&at| found.has_stop(at))
}

/// [`reach`] for routes that stay away from the `shut` stops.
pub(super) fn reach_without(
    map: &Map,
    board: &Board,
    starts: &[StopRef],
    blocked: &impl Fn(StopRef) -> bool,
    shut: &[StopRef],
) -> Reach {
    let mut flood = Flood::new(map, board, blocked, shut);
    let whole = flood.run(starts);
    let doubtful: Vec<(HexId, u8)> = map
        .hex_ids()
        .filter_map(|hex| {
            let stops = whole.stops.get(hex.index()).copied().unwrap_or(0);
            (stops & stops.wrapping_sub(1) != 0)
                .then(|| (hex, cities(map, board, hex) & stops))
                .filter(|(_, cities)| cities & cities.wrapping_sub(1) != 0)
        })
        .filter(|&(hex, cities)| {
            // Only who can get out of one circle can get to the other.
            stops_of(cities).any(|stop| {
                let at = StopRef { hex, stop };
                starts.contains(&at) || !blocked(at)
            })
        })
        .collect();
    if doubtful.is_empty() {
        return whole;
    }
    // Try the choices "all first circles", "all last ones", then the others.
    let choices: u32 = doubtful
        .iter()
        .map(|(_, cities)| cities.count_ones())
        .try_fold(1u32, |product, count| product.checked_mul(count))
        .unwrap_or(u32::MAX)
        .min(MOST_CHOICES);
    let mut sum: Option<Reach> = None;
    for choice in std::iter::once(0)
        .chain(std::iter::once(choices - 1))
        .chain(1..choices.saturating_sub(1))
    {
        flood.shut.truncate(shut.len());
        let mut rest = choice;
        for &(hex, cities) in &doubtful {
            let count = cities.count_ones();
            let open = rest % count;
            rest /= count;
            flood.shut.extend(
                stops_of(cities)
                    .enumerate()
                    .filter(|&(index, _)| index as u32 != open)
                    .map(|(_, stop)| StopRef { hex, stop }),
            );
        }
        let part = flood.run(starts);
        let so_far = match sum.take() {
            None => part,
            Some(mut so_far) => {
                so_far.merge(&part);
                so_far
            }
        };
        if so_far == whole {
            return whole;
        }
        sum = Some(so_far);
    }
    sum.unwrap_or(whole)
}

/// Choices of circles tried at most; no map has more than ten hexes with two cities.
const MOST_CHOICES: u32 = 1 << 12;

/// The cities among the stops of a hex, as a mask.
fn cities(map: &Map, board: &Board, hex: HexId) -> u8 {
    board
        .face(map, hex)
        .stops
        .iter()
        .zip(0u8..)
        .filter(|(stop, _)| stop.kind == StopKind::City)
        .fold(0, |mask, (_, index)| mask | bit(index))
}

fn stops_of(mask: u8) -> impl Iterator<Item = u8> {
    (0..8u8).filter(move |stop| mask & (1 << stop) != 0)
}

/// One flood: every piece of track is walked at most once in each direction.
struct Flood<'a, B> {
    map: &'a Map,
    board: &'a Board,
    blocked: &'a B,
    shut: Vec<StopRef>,
    /// By hex: bit 2i for path i walked from its first end, 2i + 1 from its second.
    walked: Vec<u64>,
    /// Ends that were come to, each with the number of the path it was come by.
    work: Vec<(HexId, End, usize)>,
}

impl<'a, B: Fn(StopRef) -> bool> Flood<'a, B> {
    fn new(map: &'a Map, board: &'a Board, blocked: &'a B, shut: &[StopRef]) -> Self {
        Flood {
            map,
            board,
            blocked,
            shut: shut.to_vec(),
            walked: vec![0; map.hexes.len()],
            work: Vec::with_capacity(32),
        }
    }

    fn run(&mut self, starts: &[StopRef]) -> Reach {
        let mut found = Reach::new(self.map, starts);
        self.walked.fill(0);
        for &start in starts {
            if self.shut.contains(&start) {
                continue;
            }
            if let Some(mask) = found.stops.get_mut(start.hex.index()) {
                *mask |= bit(start.stop);
            }
            self.leave(&mut found, start.hex, End::Stop(start.stop), usize::MAX);
        }
        while let Some((hex, end, by)) = self.work.pop() {
            match end {
                End::Edge(edge) => {
                    let Some(next) = self.map.neighbour(hex, edge) else {
                        continue;
                    };
                    let side = OPPOSITE.get(usize::from(edge)).copied().unwrap_or(0);
                    let Some(arrivals) = found.arrivals.get_mut(next.index()) else {
                        continue;
                    };
                    if *arrivals & (1 << side) == 0 {
                        *arrivals |= 1 << side;
                        self.leave(&mut found, next, End::Edge(side), usize::MAX);
                    }
                }
                End::Stop(stop) => {
                    let at = StopRef { hex, stop };
                    if let Some(mask) = found.stops.get_mut(hex.index()) {
                        *mask |= bit(stop);
                    }
                    if starts.contains(&at) || !self.ends_at(at) {
                        self.leave(&mut found, hex, end, by);
                    }
                }
                End::Junction => self.leave(&mut found, hex, end, by),
            }
        }
        found
    }

    fn ends_at(&self, at: StopRef) -> bool {
        self.board
            .face(self.map, at.hex)
            .stops
            .get(usize::from(at.stop))
            .is_none_or(|stop| stop.kind == StopKind::Offboard)
            || (self.blocked)(at)
    }

    /// Goes on from an end over every path that touches it, save the one it was come by.
    fn leave(&mut self, found: &mut Reach, hex: HexId, end: End, by: usize) {
        let (Some(walked), Some(paths)) = (
            self.walked.get_mut(hex.index()),
            found.paths.get_mut(hex.index()),
        ) else {
            return;
        };
        for (index, path) in self.board.track(self.map, hex).paths.iter().enumerate() {
            let Some(other) = path.other(end) else {
                continue;
            };
            if path.state || index == by || index >= 32 {
                continue;
            }
            if let End::Stop(stop) = other
                && !self.shut.is_empty()
                && self.shut.contains(&StopRef { hex, stop })
            {
                continue;
            }
            *paths |= 1 << index;
            let way = 1u64 << (index * 2 + usize::from(path.a != end));
            if *walked & way == 0 {
                *walked |= way;
                self.work.push((hex, other, index));
            }
        }
    }
}
