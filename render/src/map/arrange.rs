//! Arranging the labels of a hex.

use crate::colour::Rgb;
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::icon;
use crate::room::{Need, Room};
use engine::board::{Bonus, Colour};
use engine::ids::{CompanyId, Seat};

/// Cost of a label that comes over the rim of a city because there is no other place.
const TIGHT: f32 = 40.0;

/// Cost of a label that finds no place: more than all that others may have to give up for it.
const LOST: f32 = 1000.0;

/// A label.
#[derive(Clone, Debug)]
pub(super) enum Label {
    /// Lines of text in a face, with a halo.
    Text(Vec<String>, Face, Rgb),
    /// A number or a short text in a lined field.
    Value(String),
    /// Values of which one is the present one, in so many columns.
    Values(Vec<(i32, bool)>, usize),
    /// A letter that the hex gets with a later colour.
    Future(String, Colour),
    /// Cost of the first tile with its terrain.
    Terrain(String, String),
    /// So many forts.
    Forts(u8),
    /// A bonus token that waits for a circle.
    Waiting(Bonus),
    /// A mine: its number and multiplier, what works there, in lines; how it stands; and so many dots for the tens of a
    /// multiplier that is not in the lines.
    Mine(Vec<String>, Works, u8),
    /// A mine's number with its owner's mark and letters.
    Owner(String, Option<Seat>, String),
    /// A tile kept for a company.
    Kept(String, CompanyId),
}

/// How a mine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Works {
    /// Out of work.
    Closed,
    /// At work, without a railway.
    Apart,
    /// At work, with a railway.
    Connected,
}

impl Label {
    /// One line of text.
    pub(super) fn line(text: &str, face: Face, colour: Rgb) -> Label {
        Label::Text(vec![text.to_string()], face, colour)
    }

    /// Its width, height, and radius of corners, at a font size.
    fn room(&self, size: f32) -> (f32, f32, f32) {
        let narrow = |text: &str| Face::Narrow.extent(text, size);
        match self {
            Label::Text(lines, face, _) => {
                let (mut width, mut height) = (0.0f32, -LEADING);
                for line in lines {
                    let extent = face.extent(line, size);
                    width = width.max(extent.width);
                    height += extent.above + extent.below + LEADING;
                }
                (width, height.max(0.0), 0.0)
            }
            Label::Value(text) => {
                let height = size + 1.0;
                ((narrow(text).width + 7.0).max(height), height, height / 2.0)
            }
            Label::Values(list, columns) => {
                let columns = list.len().min(*columns).max(1);
                let rows = list.len().div_ceil(columns);
                let (width, height) = cell(size);
                (columns as f32 * width, rows as f32 * height, 0.0)
            }
            Label::Future(..) => (size, size, 2.0),
            Label::Terrain(_, text) => (
                icon::WIDTH + 3.0 + narrow(text).width,
                size.max(icon::HEIGHT),
                3.0,
            ),
            Label::Forts(count) => (20.0 * f32::from((*count).min(3)), 20.0, 3.0),
            Label::Waiting(_) => (25.0, 25.0, 5.0),
            Label::Mine(lines, _, _) => {
                let width = lines
                    .iter()
                    .map(|line| narrow(line).width)
                    .fold(0.0, f32::max);
                (width + 6.0, lines.len() as f32 * (size - 0.5) + 3.0, 4.0)
            }
            Label::Owner(number, ..) => (narrow(number).width + 38.0, 30.0, 4.0),
            Label::Kept(tile, _) => (narrow(tile).width + 10.0, size + 3.0, 3.0),
        }
    }
}

/// Room between lines of text.
pub(super) const LEADING: f32 = 2.0;

/// Width and height of a value of several, at a font size.
pub(super) fn cell(size: f32) -> (f32, f32) {
    (size * 1.5, size - 0.5)
}

/// A label that wants a place, in one of several ways.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// Ways to write it, with narrowing (1 for none) and cost.
    pub ways: Vec<(Label, f32, f32)>,
    /// Where it is looked for, seen from the centre of the hex.
    pub wish: Point,
    /// Cost of a unit of distance from there.
    pub pull: f32,
    /// Cost of six units of track covered.
    pub track: f32,
    /// How far it may come over the rim of a city.
    pub over: f32,
}

impl Wanted {
    /// A label with one way to write it.
    pub(super) fn one(label: Label, wish: Point) -> Wanted {
        Wanted {
            ways: vec![(label, 1.0, 0.0)],
            wish,
            pull: 0.35,
            track: 3.0,
            over: -0.6,
        }
    }

    /// The same, with another cost of distance.
    pub(super) fn loose(self, pull: f32) -> Wanted {
        Wanted { pull, ..self }
    }

    /// What each way needs, with its cost, at a font size.
    fn needs(&self, size: f32) -> Vec<(Need, f32)> {
        self.ways
            .iter()
            .map(|(label, squeeze, penalty)| {
                let (width, height, round) = label.room(size);
                let need = Need {
                    width: width * squeeze,
                    height,
                    round,
                    over: self.over,
                    wish: self.wish,
                    pull: self.pull,
                    track: self.track,
                };
                (need, *penalty)
            })
            .collect()
    }
}

/// Where a label goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// Index of the way in which it is written.
    pub way: usize,
    /// Its place, seen from the centre of the hex.
    pub rect: Rect,
    /// Text there needs a halo.
    pub crowded: bool,
}

/// How many of the ways that a label likes best are left out, in turn, to make room for the others: for names the
/// narrower ones of the whole, then all of it.
const FORGONE: [usize; 5] = [1, 2, 3, 4, 8];

/// Finds places for labels at a font size. They look for theirs in order; one that finds none is let in after the
/// first, and if that does not help before it. If one is still without a good place, others forgo the way that they
/// like best.
pub(super) fn arrange(room: &Room, wanted: &[Wanted], size: f32) -> Vec<Spot> {
    let needs: Vec<Vec<(Need, f32)>> = wanted.iter().map(|wanted| wanted.needs(size)).collect();
    // Most hexes look as in the picture before: what was found for the same room and needs is remembered.
    let key = memory::key(&(room, &needs));
    if let Some(spots) = memory::recall(key) {
        return spots;
    }
    let spots = search(room, needs);
    memory::keep(key, &spots);
    spots
}

/// Arrangements found before, by what was asked.
mod memory {
    use super::Spot;
    use std::collections::HashMap;
    use std::fmt::Debug;
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::sync::{LazyLock, Mutex, PoisonError};

    /// So many are kept; then all are forgotten.
    const MOST: usize = 10_000;

    type Key = (u64, u64);

    static KEPT: LazyLock<Mutex<HashMap<Key, Vec<Spot>>>> = LazyLock::new(Mutex::default);

    /// A name of 128 bits for what is asked; floats are written so that different ones look different.
    pub(super) fn key(asked: &impl Debug) -> Key {
        let text = format!("{asked:?}");
        let hash = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &text).hash(&mut hasher);
            hasher.finish()
        };
        (hash(0), hash(1))
    }

    pub(super) fn recall(key: Key) -> Option<Vec<Spot>> {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&key).cloned()
    }

    pub(super) fn keep(key: Key, spots: &[Spot]) {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(key, spots.to_vec());
    }
}

/// Looks for the best places.
fn search(room: &Room, needs: Vec<Vec<(Need, f32)>>) -> Vec<Spot> {
    let given: Vec<usize> = (0..needs.len()).collect();
    let mut order = given.clone();
    let mut best = attempt(room, &needs, &order);
    let mut best_order = order.clone();
    let mut hindered = best.hindered;
    for _ in 0..2 * needs.len() {
        let Some(at) = hindered
            .and_then(|hindered| order.iter().position(|&index| index == hindered))
            .filter(|at| *at > 0)
        else {
            break;
        };
        let moved = order.remove(at);
        order.insert(usize::from(at > 1), moved);
        let next = attempt(room, &needs, &order);
        hindered = next.hindered;
        if next.cost < best.cost {
            best = next;
            best_order.clone_from(&order);
        }
    }
    if best.cost < TIGHT {
        return best.spots;
    }
    let forgone: Vec<(usize, usize)> = (needs.iter().enumerate())
        .flat_map(|(index, ways)| {
            let counts = FORGONE.into_iter().filter(|count| *count < ways.len());
            counts.map(move |count| (index, count))
        })
        .collect();
    let try_without = |best: &mut Attempt, order: &[usize], left_out: &[(usize, usize)]| {
        let mut fewer = needs.clone();
        for &(index, count) in left_out {
            for (_, penalty) in fewer.get_mut(index).into_iter().flatten().take(count) {
                *penalty = f32::MAX;
            }
        }
        let next = attempt(room, &fewer, order);
        if next.cost < best.cost {
            *best = next;
        }
    };
    for one in &forgone {
        try_without(&mut best, &given, &[*one]);
        try_without(&mut best, &best_order, &[*one]);
    }
    // A label without any place: every order with one let in early, while one or two forgo something.
    let orders: Vec<Vec<usize>> = (given.iter())
        .map(|&early| {
            let mut order = given.clone();
            order.retain(|index| *index != early);
            order.insert(order.len().min(1), early);
            order
        })
        .collect();
    for (at, one) in forgone.iter().enumerate() {
        for order in &orders {
            if best.cost < LOST {
                return best.spots;
            }
            try_without(&mut best, order, &[*one]);
            for other in forgone.iter().skip(at + 1).filter(|other| other.0 != one.0) {
                try_without(&mut best, order, &[*one, *other]);
            }
        }
    }
    best.spots
}

/// One attempt: what it costs, where the labels went, and the last that found no good place.
struct Attempt {
    cost: f32,
    spots: Vec<Spot>,
    hindered: Option<usize>,
}

fn attempt(room: &Room, needs: &[Vec<(Need, f32)>], order: &[usize]) -> Attempt {
    let mut room = room.clone();
    let mut total = 0.0;
    let mut hindered = None;
    let mut spots: Vec<Option<Spot>> = vec![None; needs.len()];
    for &index in order {
        let Some(ways) = needs.get(index) else {
            continue;
        };
        let (cost, spot) = [0.0, 4.0, 8.0]
            .into_iter()
            .find_map(|over| {
                let (cost, spot) = cheapest(&room, ways, over)?;
                Some((cost + if over > 0.0 { TIGHT + over } else { 0.0 }, spot))
            })
            .unwrap_or_else(|| lost(ways));
        if cost >= TIGHT {
            hindered = Some(index);
        }
        total += cost;
        room.block(spot.rect);
        if let Some(slot) = spots.get_mut(index) {
            *slot = Some(spot);
        }
    }
    Attempt {
        cost: total,
        spots: spots.into_iter().flatten().collect(),
        hindered,
    }
}

/// A label without a place goes where it was wished, in its shortest way.
fn lost(ways: &[(Need, f32)]) -> (f32, Spot) {
    let rect = ways.last().map_or(Rect::default(), |(need, _)| {
        Rect::around(need.wish, need.width, need.height)
    });
    let spot = Spot {
        way: ways.len().saturating_sub(1),
        rect,
        crowded: true,
    };
    (LOST, spot)
}

/// The cheapest way and place for a label.
fn cheapest(room: &Room, ways: &[(Need, f32)], over: f32) -> Option<(f32, Spot)> {
    let mut best: Option<(f32, Spot)> = None;
    for (way, (need, penalty)) in ways.iter().enumerate() {
        let limit = best.map_or(f32::MAX, |(cost, _)| cost);
        if *penalty >= limit {
            continue;
        }
        let need = Need {
            over: need.over + over,
            ..*need
        };
        if let Some(found) = room.best(&need, limit - penalty) {
            let spot = Spot {
                way,
                rect: found.rect,
                crowded: room.crowded(found.rect),
            };
            best = Some((found.cost + penalty, spot));
        }
    }
    best
}
