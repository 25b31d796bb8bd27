//! Looking for places for the labels of a hex.

use super::arrange::{Arranged, Spot};
use crate::geometry::{Point, Rect};
use crate::room::{Need, Room};

/// Cost of a label that comes over the rim of a city because there is no other place.
const TIGHT: f32 = 40.0;

/// Cost of a label that finds no place: more than all that others may have to give up for it.
const LOST: f32 = 1000.0;

/// How many of the ways that a label likes best are left out, in turn, to make room for the others: for names the
/// narrower ones of the whole, then all of it.
const FORGONE: [usize; 5] = [1, 2, 3, 4, 8];

/// Looks for the best places.
pub(super) fn search(room: &Room, needs: &[Vec<(Need, f32)>]) -> Arranged {
    let given: Vec<usize> = (0..needs.len()).collect();
    let mut order = given.clone();
    let mut best = attempt(room, needs, &order);
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
        let next = attempt(room, needs, &order);
        hindered = next.hindered;
        if next.cost < best.cost {
            best = next;
            best_order.clone_from(&order);
        }
    }
    if best.cost < TIGHT {
        return best.arranged();
    }
    let forgone: Vec<(usize, usize)> = (needs.iter().enumerate())
        .flat_map(|(index, ways)| {
            let counts = FORGONE.into_iter().filter(|count| *count < ways.len());
            counts.map(move |count| (index, count))
        })
        .collect();
    let try_without = |best: &mut Attempt, order: &[usize], left_out: &[(usize, usize)]| {
        let mut fewer = needs.to_vec();
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
    elsewhere(room, needs, &mut best);
    best.arranged()
}

/// So many attempts with labels looked for elsewhere.
const ELSEWHERE: u32 = 500;

/// How much worse an attempt may be to be gone on from.
const WORSE: f32 = 25.0;

/// What an attempt is made with: the order, where each label is looked for, and how many of its ways it forgoes.
#[derive(Clone)]
struct Plan {
    order: Vec<usize>,
    wishes: Vec<Option<Point>>,
    forgone: Vec<usize>,
}

impl Plan {
    fn attempt(&self, room: &Room, needs: &[Vec<(Need, f32)>]) -> Attempt {
        let mut moved = needs.to_vec();
        for ((ways, wish), forgone) in moved.iter_mut().zip(&self.wishes).zip(&self.forgone) {
            for (index, (need, penalty)) in ways.iter_mut().enumerate() {
                need.wish = wish.unwrap_or(need.wish);
                if index < *forgone {
                    *penalty = f32::MAX;
                }
            }
        }
        let mut attempt = attempt(room, &moved, &self.order);
        // What it costs is told from where the labels are really wished.
        for ((ways, moved), spot) in needs.iter().zip(&moved).zip(&attempt.spots) {
            if let (Some((need, _)), Some((other, _))) = (ways.get(spot.way), moved.get(spot.way)) {
                let far = |wish: Point| spot.rect.centre().minus(wish).length();
                attempt.cost += (far(need.wish) - far(other.wish)) * need.pull;
            }
        }
        attempt
    }
}

/// While a label comes over a city or has no place: one label after the other, drawn by lot, is looked for elsewhere,
/// forgoes ways or comes earlier. The lots are the same each time.
fn elsewhere(room: &Room, needs: &[Vec<(Need, f32)>], best: &mut Attempt) {
    let mut state = 1u64;
    let mut lot = |end: usize| {
        state =
            (state.wrapping_mul(6_364_136_223_846_793_005)).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end.max(1)
    };
    let mut plan = Plan {
        order: (0..needs.len()).collect(),
        wishes: vec![None; needs.len()],
        forgone: vec![0; needs.len()],
    };
    let mut cost = best.cost;
    let mut hindered = best.hindered;
    for _ in 0..ELSEWHERE {
        if !best.tight {
            return;
        }
        let mut next = plan.clone();
        for _ in 0..=lot(2) {
            let index = match hindered {
                Some(index) if lot(3) == 0 => index,
                _ => lot(needs.len()),
            };
            match lot(4) {
                0 => {
                    next.order.retain(|other| *other != index);
                    next.order.insert(lot(next.order.len() + 1), index);
                }
                1 => next.forgone[index] = lot(needs[index].len()),
                2 => next.wishes[index] = None,
                _ => {
                    let angle = lot(24) as f32 * 15.0;
                    next.wishes[index] = Some(Point::towards(angle).times(lot(5) as f32 * 11.0));
                }
            }
        }
        let attempt = next.attempt(room, needs);
        if attempt.cost < cost + WORSE {
            (plan, cost, hindered) = (next, attempt.cost, attempt.hindered);
        }
        if attempt.cost < best.cost {
            *best = attempt;
        }
    }
}

/// One attempt: what it costs, where the labels went, and the last that found no good place.
struct Attempt {
    cost: f32,
    /// A label comes over a city or has no place.
    tight: bool,
    spots: Vec<Spot>,
    hindered: Option<usize>,
}

impl Attempt {
    fn arranged(self) -> Arranged {
        Arranged {
            spots: self.spots,
            tight: self.tight,
        }
    }
}

fn attempt(room: &Room, needs: &[Vec<(Need, f32)>], order: &[usize]) -> Attempt {
    let mut room = room.clone();
    let (mut total, mut tight) = (0.0, false);
    let mut hindered = None;
    let mut spots: Vec<Option<Spot>> = vec![None; needs.len()];
    for &index in order {
        let Some(ways) = needs.get(index) else {
            continue;
        };
        let (cost, spot) = cheapest(&room, ways, 0.0).unwrap_or_else(|| {
            tight = true;
            over_a_city(&room, ways).unwrap_or_else(|| lost(ways))
        });
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
        tight,
        spots: spots.into_iter().flatten().collect(),
        hindered,
    }
}

/// A place that comes over the rim of a city, as little as need be.
fn over_a_city(room: &Room, ways: &[(Need, f32)]) -> Option<(f32, Spot)> {
    let at = |over: f32| {
        let (cost, spot) = cheapest(room, ways, over)?;
        Some((cost + TIGHT + over, spot))
    };
    // Most labels that find none find none with more room either.
    let most = at(8.0)?;
    at(4.0).or(Some(most))
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
