//! The curves of track.

use crate::geometry::{APOTHEM, Point, RADIUS, side, side_angle};
use crate::svg::num;
use engine::board::Layout;
use std::fmt::Write;

/// A cubic curve: start, two controls, end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve(pub [Point; 4]);

impl Curve {
    /// A straight line.
    pub fn line(from: Point, to: Point) -> Curve {
        Curve([from, from.mix(to, 1.0 / 3.0), from.mix(to, 2.0 / 3.0), to])
    }

    /// Track between the middles of two sides: an arc that meets both at a right angle.
    pub fn between_sides(layout: Layout, a: u8, b: u8) -> Curve {
        let (from, to) = (side(layout, a), side(layout, b));
        let apart = (a + 6 - b) % 6;
        // An arc of angle t and radius r has controls at 4/3 tan(t/4) r.
        let reach = match apart {
            1 | 5 => 0.769_8 * RADIUS / 2.0,
            2 | 4 => 0.357_3 * RADIUS * 1.5,
            _ => return Curve::line(from, to),
        };
        Curve([
            from,
            from.plus(inward(layout, a).times(reach)),
            to.plus(inward(layout, b).times(reach)),
            to,
        ])
    }

    /// Track from the middle of a side to a place inside: it leaves the side at a right angle.
    pub fn to_place(layout: Layout, edge: u8, place: Point) -> Curve {
        let from = side(layout, edge);
        let way = place.minus(from);
        let ahead = inward(layout, edge);
        let along = way.x * ahead.x + way.y * ahead.y;
        let off = way.minus(ahead.times(along)).length();
        if off < 1.0 {
            return Curve::line(from, place);
        }
        let first = from.plus(ahead.times(along.max(0.3 * APOTHEM) * 0.6));
        Curve([from, first, first.mix(place, 0.5), place])
    }

    /// The point at `part` (0 to 1) of the curve.
    pub fn at(&self, part: f32) -> Point {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (a.mix(b, part), b.mix(c, part), c.mix(d, part));
        ab.mix(bc, part).mix(bc.mix(cd, part), part)
    }

    /// The direction at `part` of the curve, of length 1.
    pub fn direction(&self, part: f32) -> Point {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (a.mix(b, part), b.mix(c, part), c.mix(d, part));
        bc.mix(cd, part).minus(ab.mix(bc, part)).unit()
    }

    /// The two parts before and after `part` of the curve.
    pub fn split(&self, part: f32) -> (Curve, Curve) {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (a.mix(b, part), b.mix(c, part), c.mix(d, part));
        let (abc, bcd) = (ab.mix(bc, part), bc.mix(cd, part));
        let middle = abc.mix(bcd, part);
        (Curve([a, ab, abc, middle]), Curve([middle, bcd, cd, d]))
    }

    /// The same curve from its end to its start.
    pub fn reversed(&self) -> Curve {
        let [a, b, c, d] = self.0;
        Curve([d, c, b, a])
    }

    /// Points along the curve, about `step` units apart.
    pub fn samples(&self, step: f32) -> impl Iterator<Item = Point> + '_ {
        let [a, b, c, d] = self.0;
        let length = b.minus(a).length() + c.minus(b).length() + d.minus(c).length();
        let count = (length / step).ceil().max(1.0) as u16;
        (0..=count).map(move |at| self.at(f32::from(at) / f32::from(count)))
    }

    /// Appends the curve, moved by `origin`, to an SVG path; without a start where the path already is there.
    pub fn write(&self, origin: Point, joined: bool, d: &mut String) {
        let [from, one, two, to] = self.0.map(|point| point.plus(origin));
        if !joined {
            let _ = write!(d, "M{} {}", num(from.x), num(from.y));
        }
        let _ = write!(
            d,
            "C{} {} {} {} {} {}",
            num(one.x),
            num(one.y),
            num(two.x),
            num(two.y),
            num(to.x),
            num(to.y)
        );
    }
}

/// The direction from a side into the hex, of length 1.
pub fn inward(layout: Layout, edge: u8) -> Point {
    Point::towards(side_angle(layout, edge) + 180.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_are_round() {
        // A sharp curve runs round the corner between its sides, a gentle one round a far centre.
        let sharp = Curve::between_sides(Layout::Pointy, 0, 1);
        let corner = crate::geometry::corner(Layout::Pointy, 0);
        let gentle = Curve::between_sides(Layout::Pointy, 0, 2);
        let far = side(Layout::Pointy, 1).times(2.0);
        for part in [0.0, 0.2, 0.5, 0.7, 1.0] {
            let radius = sharp.at(part).minus(corner).length();
            assert!((radius - RADIUS / 2.0).abs() < 0.3, "{radius}");
            let radius = gentle.at(part).minus(far).length();
            assert!((radius - RADIUS * 1.5).abs() < 0.3, "{radius}");
        }
    }

    #[test]
    fn track_leaves_its_side_at_a_right_angle() {
        for edge in 0..6 {
            let curve = Curve::to_place(Layout::Flat, edge, Point::new(11.0, -17.0));
            let ahead = inward(Layout::Flat, edge);
            let way = curve.direction(0.0);
            assert!(way.x * ahead.x + way.y * ahead.y > 0.99);
            assert!(curve.at(1.0).minus(Point::new(11.0, -17.0)).length() < 0.01);
        }
    }

    #[test]
    fn halves_join() {
        let curve = Curve::between_sides(Layout::Pointy, 1, 2);
        let (a, b) = curve.split(0.5);
        assert_eq!(a.at(1.0), b.at(0.0));
        assert!(a.at(0.5).minus(curve.at(0.25)).length() < 0.01);
    }
}
