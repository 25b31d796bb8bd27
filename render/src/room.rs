//! Finding room for labels in a hex: clear of stations and each other, if possible off the track, near where they
//! are looked for.

use crate::geometry::{Point, Rect, hex_half_size, in_hex};
use crate::laid::{Laid, Shape};
use engine::board::Layout;

/// Labels keep this far from the sides of their hex.
const MARGIN: f32 = 1.2;

/// Labels keep this far from each other, side by side and one over the other.
const GAP: (f32, f32) = (3.0, 1.0);

/// Half the width of track, as far as labels shun it.
const TRACK: f32 = 7.0;

/// The room of a hex, seen from its centre.
#[derive(Clone, Debug)]
pub struct Room {
    layout: Layout,
    rects: Vec<Rect>,
    circles: Vec<(Point, f32)>,
    /// Letters in cities: labels may come over the rim of a city, never over these.
    letters: Vec<Rect>,
    track: Vec<Point>,
    /// A line round the hex, as far as it comes in.
    rim: f32,
}

/// What looks for a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Need {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Radius of its corners.
    pub round: f32,
    /// How far it may come over the rim of a circle; negative for a gap.
    pub over: f32,
    /// Where it is looked for.
    pub wish: Point,
    /// Cost of a unit of distance from there.
    pub pull: f32,
    /// Cost of six units of track covered.
    pub track: f32,
}

/// A place found, and how bad it is: 0 for none better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The place.
    pub rect: Rect,
    /// Distance from where it is looked for and track covered, weighed together.
    pub cost: f32,
}

impl Room {
    /// The room that a face leaves.
    pub fn new(layout: Layout, laid: &Laid) -> Room {
        let mut room = Room {
            layout,
            rects: Vec::new(),
            circles: Vec::new(),
            letters: Vec::new(),
            track: Vec::new(),
            rim: 0.0,
        };
        for spot in &laid.spots {
            match spot.shape {
                Shape::City => {
                    for &circle in &spot.circles {
                        room.circles.push((circle, spot.radius + 1.0));
                    }
                    for pair in spot.circles.windows(2) {
                        if let [a, b] = pair {
                            room.circles.push((a.mix(*b, 0.5), spot.radius));
                        }
                    }
                }
                Shape::Bar => {
                    for at in [-9.0, 0.0, 9.0] {
                        room.circles
                            .push((spot.centre.plus(spot.axis.times(at)), 8.0));
                    }
                }
                Shape::Dot => room.circles.push((spot.centre, 11.0)),
                Shape::Area => {}
            }
        }
        for (_, curve) in &laid.track {
            room.track.extend(curve.samples(6.0));
        }
        room
    }

    /// Takes a place.
    pub fn block(&mut self, rect: Rect) {
        self.rects.push(rect);
    }

    /// Keeps labels off letters that stand in a city.
    pub fn letter(&mut self, rect: Rect) {
        self.letters.push(rect);
    }

    /// A line so wide is drawn round the hex: text on it needs a halo.
    pub fn line(&mut self, width: f32) {
        self.rim = width;
    }

    /// Marks points that labels shun like track.
    pub fn shun(&mut self, points: impl IntoIterator<Item = Point>) {
        self.track.extend(points);
    }

    /// What a label at this place costs; `None` where it can't be, or costs `limit` or more.
    fn cost(&self, rect: Rect, need: &Need, limit: f32) -> Option<f32> {
        // Round corners need less room than square ones.
        let corners = rect.grown(-0.293 * need.round);
        let core = rect.grown(-need.round);
        // A hex is the same on all sides of its centre: the corner that lies farthest out tells.
        let farthest = Point::new(
            corners.right.max(-corners.left),
            corners.bottom.max(-corners.top),
        );
        if !in_hex(self.layout, farthest, MARGIN)
            || self.rects.iter().any(|other| spread(rect).overlaps(*other))
            || self.letters.iter().any(|other| rect.overlaps(*other))
            || self
                .circles
                .iter()
                .any(|&(centre, radius)| core.meets_circle(centre, radius + need.round - need.over))
        {
            return None;
        }
        let mut cost = rect.centre().minus(need.wish).length() * need.pull;
        for &point in &self.track {
            if cost >= limit {
                return None;
            }
            if rect.meets_circle(point, TRACK) {
                cost += need.track;
            }
        }
        (cost < limit).then_some(cost)
    }

    /// Whether text there comes so near to track, to a city or to a line round the hex that it needs a halo.
    pub fn crowded(&self, rect: Rect) -> bool {
        let near = rect.grown(2.0);
        self.track
            .iter()
            .any(|&point| near.meets_circle(point, TRACK))
            || self
                .circles
                .iter()
                .any(|&(centre, radius)| near.meets_circle(centre, radius))
            || self.rim > 0.0
                && near
                    .corners()
                    .into_iter()
                    .any(|corner| !in_hex(self.layout, corner, self.rim))
    }

    /// The best place for a label, if there is one that costs less than `limit`.
    pub fn best(&self, need: &Need, limit: f32) -> Option<Found> {
        let at = |centre: Point, limit: f32| {
            let rect = Rect::around(centre, need.width, need.height);
            self.cost(rect, need, limit)
                .map(|cost| Found { rect, cost })
        };
        let mut best = at(need.wish, limit);
        if best.is_some_and(|found| found.cost < 1.0) {
            return best;
        }
        let half = hex_half_size(self.layout);
        let (own_x, own_y) = (need.width / 2.0, need.height / 2.0);
        let mut columns = self.lines(half.x - own_x, need.wish.x, |rect| {
            (rect.left, rect.right, own_x + GAP.0)
        });
        let mut rows = self.lines(half.y - own_y, need.wish.y, |rect| {
            (rect.top, rect.bottom, own_y + GAP.1)
        });
        // Beside, over and under what is round.
        for &(centre, radius) in &self.circles {
            let clear = radius - need.over + 0.01;
            columns.extend([centre.x - clear - own_x, centre.x + clear + own_x]);
            rows.extend([centre.y - clear - own_y, centre.y + clear + own_y]);
        }
        for &y in &rows {
            for &x in &columns {
                let centre = Point::new(x, y);
                // Too far away to be better than what is found.
                let far = centre.minus(need.wish).length() * need.pull;
                let limit = best.map_or(limit, |found| found.cost);
                if far < limit
                    && let Some(found) = at(centre, limit)
                {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// Coordinates to try: every few units within `half` of the middle, where it is wished, and close by what is
    /// there already.
    fn lines(&self, half: f32, wish: f32, sides: impl Fn(&Rect) -> (f32, f32, f32)) -> Vec<f32> {
        const STEP: f32 = 4.0;
        if half < 0.0 {
            return Vec::new();
        }
        let count = (half / STEP) as i16;
        let mut out: Vec<f32> = (-count..=count).map(|at| f32::from(at) * STEP).collect();
        out.push(wish);
        for rect in &self.rects {
            let (low, high, own) = sides(rect);
            out.push(low - own - 0.01);
            out.push(high + own + 0.01);
        }
        out
    }
}

/// The place with the gap round it.
fn spread(rect: Rect) -> Rect {
    Rect::new(
        rect.left - GAP.0,
        rect.top - GAP.1,
        rect.right + GAP.0,
        rect.bottom + GAP.1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(width: f32, height: f32, wish: Point) -> Need {
        Need {
            width,
            height,
            round: 0.0,
            over: 0.0,
            wish,
            pull: 0.3,
            track: 3.0,
        }
    }

    fn empty() -> Room {
        Room {
            layout: Layout::Pointy,
            rects: Vec::new(),
            circles: Vec::new(),
            letters: Vec::new(),
            track: Vec::new(),
            rim: 0.0,
        }
    }

    #[test]
    fn the_wish_is_granted_where_nothing_hinders() {
        let wish = Point::new(0.0, -40.0);
        let found = empty().best(&need(30.0, 15.0, wish), f32::MAX).unwrap();
        assert_eq!(found.rect.centre(), wish);
        assert_eq!(found.cost, 0.0);
    }

    #[test]
    fn labels_keep_clear_of_each_other_and_inside() {
        let mut room = empty();
        let mut rects: Vec<Rect> = Vec::new();
        for _ in 0..4 {
            let found = room
                .best(&need(40.0, 18.0, Point::default()), f32::MAX)
                .unwrap();
            assert!(found.rect.corners().into_iter().all(|corner| in_hex(
                Layout::Pointy,
                corner,
                0.0
            )));
            assert!(rects.iter().all(|other| !other.overlaps(found.rect)));
            room.block(found.rect);
            rects.push(found.rect);
        }
    }

    #[test]
    fn what_is_too_large_finds_no_place() {
        assert_eq!(
            empty().best(&need(130.0, 15.0, Point::default()), f32::MAX),
            None
        );
    }
}
