//! The best route of a train of any length that scores its best few cities (the 4D of 18Ardennes).
//!
//! Which cities are scored decides the worth, so that sets of cities are tried from the dearest down; the first that
//! lies on one route is the answer. Whether a set does is a search for a way through all its cities from one of them
//! to another; the way is given up as soon as a city still missing can't be reached from its head. From a set that
//! lies on no route a smallest part that lies on none is learnt, and every other set with that part is passed over.

use super::bits::PlaceSet;
use super::graph::Graph;
use crate::board::StopKind;

/// What is looked for.
pub(super) struct Task<'a, W> {
    pub graph: &'a Graph,
    /// Cities scored at most.
    pub most: usize,
    /// Cities with own stations, by vertex: one of them is scored.
    pub own: &'a [usize],
    /// Ends off the board that may earn a bonus: port and ferry, by vertex.
    pub ends: &'a [(usize, usize)],
    /// Earnings of a set of cities, given in order of vertices, with an end off the board by its number, or none.
    pub worth: W,
}

/// A route found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FourRoute {
    /// Vertices from end to end.
    pub way: Vec<usize>,
    /// The cities scored.
    pub scored: Vec<usize>,
    /// Francs.
    pub worth: i32,
}

/// The answer.
pub(super) struct Four {
    pub route: Option<FourRoute>,
    /// Nothing over this exists.
    pub bound: i32,
}

/// Nodes for one set of cities at most, before another is tried.
const PATIENCE: u64 = 2_000_000;

/// Finds the best route.
pub(super) fn solve<W: Fn(&[usize], Option<usize>) -> i32>(
    task: &Task<W>,
    nodes: &mut u64,
) -> Four {
    let mut candidates = candidates(task);
    candidates.sort_by(|a, b| {
        b.worth
            .cmp(&a.worth)
            .then_with(|| a.end.cmp(&b.end))
            .then_with(|| a.cities.cmp(&b.cities))
    });
    let mut ways = Ways::new(task.graph);
    let mut bad: Vec<PlaceSet> = Vec::new();
    let mut undecided = 0;
    for candidate in &candidates {
        let mask = mask_of(&candidate.cities);
        if bad.iter().any(|bad| mask.covers(bad)) {
            continue;
        }
        let end = candidate.end.and_then(|end| task.ends.get(end)).copied();
        match ways.through(&candidate.cities, end, nodes) {
            Answer::Way(way) => {
                return Four {
                    route: Some(FourRoute {
                        way,
                        scored: candidate.cities.clone(),
                        worth: candidate.worth,
                    }),
                    bound: undecided.max(candidate.worth),
                };
            }
            Answer::None => ways.learn(&candidate.cities, end.is_some(), &mut bad, nodes),
            Answer::Unknown => undecided = undecided.max(candidate.worth),
        }
        if *nodes == 0 {
            return Four {
                route: None,
                bound: undecided.max(candidate.worth),
            };
        }
    }
    Four {
        route: None,
        bound: undecided,
    }
}

struct Candidate {
    cities: Vec<usize>,
    end: Option<usize>,
    worth: i32,
}

fn candidates<W: Fn(&[usize], Option<usize>) -> i32>(task: &Task<W>) -> Vec<Candidate> {
    let cities: Vec<usize> = (0..task.graph.vertices.len())
        .filter(|&vertex| task.graph.kinds.get(vertex) == Some(&Some(StopKind::City)))
        .collect();
    let mut found = Vec::new();
    let mut chosen = Vec::new();
    choose(task, &cities, &mut chosen, &mut found);
    found
}

fn choose<W: Fn(&[usize], Option<usize>) -> i32>(
    task: &Task<W>,
    cities: &[usize],
    chosen: &mut Vec<usize>,
    found: &mut Vec<Candidate>,
) {
    if chosen.len() >= 2 && chosen.iter().any(|city| task.own.contains(city)) {
        let plain = (task.worth)(chosen, None);
        found.push(Candidate {
            cities: chosen.clone(),
            end: None,
            worth: plain,
        });
        for end in 0..task.ends.len() {
            let worth = (task.worth)(chosen, Some(end));
            if worth > plain {
                found.push(Candidate {
                    cities: chosen.clone(),
                    end: Some(end),
                    worth,
                });
            }
        }
    }
    if chosen.len() == task.most {
        return;
    }
    let place = |vertex: usize| task.graph.places.get(vertex);
    for (index, &city) in cities.iter().enumerate() {
        if chosen.iter().any(|&other| place(other) == place(city)) {
            continue;
        }
        chosen.push(city);
        choose(
            task,
            cities.get(index + 1..).unwrap_or_default(),
            chosen,
            found,
        );
        chosen.pop();
    }
}

fn mask_of(vertices: &[usize]) -> PlaceSet {
    let mut mask = PlaceSet::EMPTY;
    for &vertex in vertices {
        mask.insert(vertex);
    }
    mask
}

enum Answer {
    Way(Vec<usize>),
    None,
    Unknown,
}

/// Searches for ways through sets of cities.
struct Ways {
    /// Neighbours, both ways, by vertex.
    next: Vec<PlaceSet>,
    /// Vertices of the same place, by vertex.
    twins: Vec<PlaceSet>,
    end_only: PlaceSet,
    /// Vertices that no way needs: off-board areas, and ends of track that are no city.
    useless: PlaceSet,
    way: Vec<usize>,
    distance: Vec<u16>,
}

impl Ways {
    fn new(graph: &Graph) -> Ways {
        let count = graph.vertices.len();
        let mut next = vec![PlaceSet::EMPTY; count];
        for (from, links) in graph.around.iter().enumerate() {
            for link in links {
                let to = usize::from(link.to);
                next[from].insert(to);
                next[to].insert(from);
            }
        }
        let twins = graph
            .places
            .iter()
            .map(|place| {
                let mut same = PlaceSet::EMPTY;
                for (other, other_place) in graph.places.iter().enumerate() {
                    if place == other_place {
                        same.insert(other);
                    }
                }
                same
            })
            .collect();
        let mut end_only = PlaceSet::EMPTY;
        let mut useless = PlaceSet::EMPTY;
        for vertex in 0..count {
            if graph.end_only[vertex] {
                end_only.insert(vertex);
            }
            if graph.kinds[vertex] == Some(StopKind::Offboard) {
                useless.insert(vertex);
            }
        }
        // Ends of track, one after the other.
        loop {
            let dead = (0..count).find(|&vertex| {
                !useless.has(vertex)
                    && graph.kinds[vertex] != Some(StopKind::City)
                    && next[vertex].without(&useless).len() < 2
            });
            match dead {
                Some(vertex) => useless.insert(vertex),
                None => break,
            }
        }
        Ways {
            next,
            twins,
            end_only,
            useless,
            way: Vec::new(),
            distance: vec![0; count],
        }
    }

    /// A way through the cities, from one of them to another; with an end, from its off-board area through its port.
    fn through(
        &mut self,
        cities: &[usize],
        end: Option<(usize, usize)>,
        nodes: &mut u64,
    ) -> Answer {
        let mut left = mask_of(cities);
        let mut starts: Vec<usize> = cities.to_vec();
        if let Some((port, _)) = end {
            left.insert(port);
            starts = vec![port];
        } else {
            // A city that can't be passed is an end. Else every city but one must be tried as an end.
            let closed: Vec<usize> = cities
                .iter()
                .copied()
                .filter(|&city| self.end_only.has(city))
                .collect();
            if closed.len() > 2 {
                return Answer::None;
            }
            match closed.first() {
                Some(&city) => starts = vec![city],
                None => {
                    starts.pop();
                }
            }
        }
        let shut = self.useless.or(&self.end_only.without(&left));
        self.measure(&left, &shut);
        let mut patience = PATIENCE.min(*nodes);
        let given = patience;
        let mut answer = Answer::None;
        for start in starts {
            self.way.clear();
            self.way.push(start);
            let mut still = left;
            still = still.without(&PlaceSet::one(start));
            let seen = shut.or(&self.twins[start]);
            if self.go(start, seen, still, &mut patience) {
                let mut way = self.way.clone();
                if let Some((_, ferry)) = end {
                    way.insert(0, ferry);
                }
                answer = Answer::Way(way);
                break;
            }
            if patience == 0 {
                answer = Answer::Unknown;
                break;
            }
        }
        *nodes -= given - patience;
        answer
    }

    /// Distance of every vertex from the nearest of the cities: the search goes to near ones first.
    fn measure(&mut self, cities: &PlaceSet, shut: &PlaceSet) {
        self.distance.fill(u16::MAX);
        let mut front = *cities;
        let mut seen = *cities;
        let mut steps = 0;
        while !front.is_empty() {
            let mut next = PlaceSet::EMPTY;
            for vertex in front.iter() {
                self.distance[vertex] = steps;
                next = next.or(&self.next[vertex]);
            }
            front = next.without(&seen).without(shut);
            seen = seen.or(&front);
            steps += 1;
        }
    }

    /// Goes on from the head of the way to the cities that are left; `seen` may not be met again.
    fn go(&mut self, head: usize, seen: PlaceSet, left: PlaceSet, patience: &mut u64) -> bool {
        if left.is_empty() {
            return true;
        }
        if *patience == 0 {
            return false;
        }
        *patience -= 1;
        let open = self.next[head].without(&seen);
        let moves = open.len();
        if moves == 0 || moves > 1 && !self.reaches(open, &seen, &left) {
            return false;
        }
        let mut order: Vec<usize> = open.iter().collect();
        order.sort_by_key(|&vertex| (!left.has(vertex), self.distance[vertex], vertex));
        for vertex in order {
            let still = left.without(&PlaceSet::one(vertex));
            if self.end_only.has(vertex) && !still.is_empty() {
                continue;
            }
            self.way.push(vertex);
            if self.go(vertex, seen.or(&self.twins[vertex]), still, patience) {
                return true;
            }
            self.way.pop();
        }
        false
    }

    /// Whether every city left can be reached from the `front`.
    fn reaches(&self, front: PlaceSet, seen: &PlaceSet, left: &PlaceSet) -> bool {
        let mut reached = front;
        let mut work = front;
        while !reached.covers(left) {
            let Some(vertex) = work.iter().next() else {
                return false;
            };
            work = work.without(&PlaceSet::one(vertex));
            if self.end_only.has(vertex) {
                continue;
            }
            let new = self.next[vertex].without(seen).without(&reached);
            reached = reached.or(&new);
            work = work.or(&new);
        }
        true
    }

    /// Learns a smallest part of the cities that lies on no route.
    fn learn(
        &mut self,
        cities: &[usize],
        with_end: bool,
        bad: &mut Vec<PlaceSet>,
        nodes: &mut u64,
    ) {
        let mut part = cities.to_vec();
        if with_end && !matches!(self.through(&part, None, nodes), Answer::None) {
            return;
        }
        let mut index = 0;
        while part.len() > 2 && index < part.len() {
            let mut fewer = part.clone();
            fewer.remove(index);
            if matches!(self.through(&fewer, None, nodes), Answer::None) {
                part = fewer;
            } else {
                index += 1;
            }
        }
        bad.push(mask_of(&part));
    }
}
