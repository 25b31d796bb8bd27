//! Sets of routes: each train runs several that hang together, no two routes of all share track, and places count once.
//!
//! Depth first over trains, greatest first; a train's set grows by routes that meet it, each either taken or left out
//! for good, so that every connected set is met once. Bounds: what the open routes can still cover, the best so many
//! of them, and the links at own stations, of which each route needs one.

use super::bits::{PlaceSet, SideSet};

/// A route that can be run.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// Track used.
    pub sides: SideSet,
    /// Places where other routes can join it.
    pub joins: PlaceSet,
    /// What it counts, by number in [`Packing::worths`].
    pub covers: PlaceSet,
    /// Ends of track at stations of its own that it takes up.
    pub tips: PlaceSet,
}

/// What one thing counts, once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worth {
    /// Whatever the train.
    pub base: i32,
    /// Times the size of the greatest train that comes there.
    pub by_size: i32,
}

/// A train.
#[derive(Clone, Debug, Default)]
pub struct Crew {
    /// Its size.
    pub size: i32,
    /// Routes at most.
    pub most: usize,
    /// Routes that it must run. They may use track that is closed to others.
    pub must: Vec<usize>,
    /// Of these routes it must run one, if it runs any.
    pub one_of: Option<Vec<usize>>,
}

/// What is chosen from.
pub struct Packing<'a> {
    /// The routes.
    pub items: &'a [Item],
    /// What they count.
    pub worths: &'a [Worth],
    /// The trains, the greatest first, for each way to share out what must be run.
    pub crews: &'a [Vec<Crew>],
    /// A side of each link at a station of its own: every route uses one of them.
    pub ports: SideSet,
    /// Every route takes up two ends at such stations.
    pub two_tips: bool,
    /// As many routes as possible come first.
    pub most_routes: bool,
}

/// A choice.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// Routes by train.
    pub sets: Vec<Vec<usize>>,
    /// How many.
    pub count: usize,
    /// What they count.
    pub value: i32,
    /// Nothing over this value exists; with `most_routes`, among those with as many routes.
    pub bound: i32,
    /// The search was cut off: there may be more routes.
    pub cut: bool,
}

/// One more route is worth more than all that routes can count.
const ROUTE: i64 = 1 << 32;

/// The best choice with at most so many nodes of search, the first found of those that are as good.
pub fn pack(packing: &Packing, nodes: &mut u64) -> Packed {
    let route = if packing.most_routes { ROUTE } else { 0 };
    let mut search = Search {
        packing,
        crews: &[],
        route,
        nodes,
        best: -1,
        found: Vec::new(),
        now: Vec::new(),
        cut_bound: None,
        gains: Vec::new(),
    };
    for crews in packing.crews {
        let mut used = SideSet::EMPTY;
        for &must in crews.iter().flat_map(|crew| &crew.must) {
            if let Some(item) = packing.items.get(must) {
                used = used.or(&item.sides);
            }
        }
        let open: Vec<u32> = (0u32..)
            .zip(packing.items)
            .filter(|(_, item)| !item.sides.meets(&used))
            .map(|(index, _)| index)
            .collect();
        search.crews = crews;
        search.now = vec![Vec::new(); crews.len()];
        search.crew(0, State::default(), &open);
    }
    let count = search.found.iter().map(Vec::len).sum::<usize>();
    let value = (search.best - route * count as i64).max(0);
    let bound = search.cut_bound.map_or(value, |bound| {
        (bound - route * count as i64).clamp(value, i64::from(i32::MAX))
    });
    Packed {
        count,
        value: value as i32,
        bound: bound as i32,
        cut: search.cut_bound.is_some(),
        sets: search.found,
    }
}

/// A choice under construction.
#[derive(Clone, Copy, Default)]
struct State {
    covered: PlaceSet,
    joins: PlaceSet,
    score: i64,
    left: usize,
}

struct Search<'a> {
    packing: &'a Packing<'a>,
    crews: &'a [Crew],
    route: i64,
    nodes: &'a mut u64,
    best: i64,
    found: Vec<Vec<usize>>,
    now: Vec<Vec<usize>>,
    /// Most that what was cut off could have brought.
    cut_bound: Option<i64>,
    gains: Vec<i64>,
}

impl Search<'_> {
    /// What the route adds.
    fn gain(&self, item: &Item, covered: &PlaceSet, size: i32) -> i64 {
        self.sum(&item.covers.without(covered), size)
    }

    fn sum(&self, set: &PlaceSet, size: i32) -> i64 {
        set.iter()
            .filter_map(|index| self.packing.worths.get(index))
            .map(|worth| i64::from(worth.base + size * worth.by_size))
            .sum()
    }

    /// Begins with a train; `open` are the routes whose track is free.
    fn crew(&mut self, number: usize, state: State, open: &[u32]) {
        let packing = self.packing;
        let Some(crew) = self.crews.get(number) else {
            if state.score > self.best {
                self.best = state.score;
                self.found.clone_from(&self.now);
            }
            return;
        };
        let mut state = State {
            joins: PlaceSet::EMPTY,
            left: crew.most.saturating_sub(crew.must.len()),
            ..state
        };
        for item in crew.must.iter().filter_map(|&must| packing.items.get(must)) {
            state.score += self.route + self.gain(item, &state.covered, crew.size);
            state.covered = state.covered.or(&item.covers);
            state.joins = state.joins.or(&item.joins);
        }
        // Of equal trains the one with the least route comes first.
        let after = (number.checked_sub(1))
            .and_then(|before| self.crews.get(before).zip(self.now.get(before)))
            .filter(|(other, _)| {
                other.size == crew.size && other.must.is_empty() && crew.must.is_empty()
            })
            .map(|(_, set)| set.iter().copied().min().unwrap_or(usize::MAX));
        let mine: Vec<u32> = open
            .iter()
            .copied()
            .filter(|&index| after.is_none_or(|after| index as usize > after))
            .collect();
        if let Some(set) = self.now.get_mut(number) {
            set.clone_from(&crew.must);
        }
        self.grow(number, state, mine, open);
        if let Some(set) = self.now.get_mut(number) {
            set.clear();
        }
    }

    /// Lets the train's set grow by routes of `mine`, then goes on to the next train with the routes `open`.
    fn grow(&mut self, number: usize, state: State, mut mine: Vec<u32>, open: &[u32]) {
        let packing = self.packing;
        let Some(crew) = self.crews.get(number) else {
            return;
        };
        if state.left > 0 {
            let fresh = self.now.get(number).is_none_or(Vec::is_empty);
            let mut next: Vec<(i64, u32)> = mine
                .iter()
                .filter_map(|&index| Some((index, packing.items.get(index as usize)?)))
                .filter(|(index, item)| {
                    if fresh {
                        crew.one_of
                            .as_ref()
                            .is_none_or(|list| list.contains(&(*index as usize)))
                    } else {
                        item.joins.meets(&state.joins)
                    }
                })
                .map(|(index, item)| (-self.gain(item, &state.covered, crew.size), index))
                .collect();
            next.sort_unstable();
            for (gain, index) in next {
                let hope = self.hope(number, &state, &mine, open);
                if state.score + hope <= self.best {
                    return;
                }
                let cost = 1 + open.len() as u64 / 16;
                if *self.nodes < cost {
                    self.cut_bound = self.cut_bound.max(Some(state.score + hope));
                    return;
                }
                *self.nodes -= cost;
                mine.retain(|other| *other != index);
                let Some(item) = packing.items.get(index as usize) else {
                    continue;
                };
                let free = |list: &[u32]| -> Vec<u32> {
                    list.iter()
                        .copied()
                        .filter(|&other| {
                            (packing.items.get(other as usize))
                                .is_some_and(|other| !other.sides.meets(&item.sides))
                        })
                        .collect()
                };
                let after = State {
                    covered: state.covered.or(&item.covers),
                    joins: state.joins.or(&item.joins),
                    score: state.score + self.route - gain,
                    left: state.left - 1,
                };
                if let Some(set) = self.now.get_mut(number) {
                    set.push(index as usize);
                }
                self.grow(number, after, free(&mine), &free(open));
                if let Some(set) = self.now.get_mut(number) {
                    set.pop();
                }
            }
        }
        // No more for this train.
        let done = State { left: 0, ..state };
        let hope = self.hope(number, &done, &[], open);
        if state.score + hope > self.best {
            self.crew(number + 1, done, open);
        }
    }

    /// What can be added at most.
    fn hope(&mut self, number: usize, state: &State, mine: &[u32], open: &[u32]) -> i64 {
        let packing = self.packing;
        let later = self.crews.get(number + 1..).unwrap_or_default();
        let mut slots = state.left;
        let mut size = match self.crews.get(number) {
            Some(crew) if state.left > 0 => crew.size,
            _ => 0,
        };
        let mut cover = PlaceSet::EMPTY;
        let (mut count, mut must) = (0, 0);
        for crew in later {
            slots += crew.most.saturating_sub(crew.must.len());
            size = size.max(crew.size);
            for item in crew.must.iter().filter_map(|&must| packing.items.get(must)) {
                cover = cover.or(&item.covers);
                must += self.gain(item, &state.covered, crew.size);
                count += 1;
            }
        }
        let mut ports = SideSet::EMPTY;
        let mut tips = PlaceSet::EMPTY;
        let mut gains = std::mem::take(&mut self.gains);
        gains.clear();
        if slots > 0 {
            // The last train takes only what hangs together with what it has.
            let mut near = state.joins;
            let bound = later.is_empty() && !near.is_empty();
            let list = if later.is_empty() { mine } else { open };
            let items = || {
                list.iter()
                    .filter_map(|&index| packing.items.get(index as usize))
            };
            if bound {
                loop {
                    let before = near;
                    for item in items().filter(|item| item.joins.meets(&before)) {
                        near = near.or(&item.joins);
                    }
                    if near == before {
                        break;
                    }
                }
            }
            for item in items() {
                if bound && !item.joins.meets(&near) {
                    continue;
                }
                cover = cover.or(&item.covers);
                ports = ports.or(&item.sides.and(&packing.ports));
                tips = tips.or(&item.tips);
                gains.push(self.gain(item, &state.covered, size));
            }
        }
        let mut more = slots.min(gains.len()).min(ports.len() as usize);
        if packing.two_tips {
            more = more.min(tips.len() as usize / 2);
        }
        if more < gains.len() && more > 0 {
            gains.select_nth_unstable_by(more - 1, |a, b| b.cmp(a));
        }
        let best: i64 = gains.iter().take(more).sum();
        self.gains = gains;
        let all = self.sum(&cover.without(&state.covered), size);
        self.route * (count + more as i64) + all.min(must + best)
    }
}
