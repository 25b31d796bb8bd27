//! Points, rectangles and hexes. Units are those of the drawing: a hex has a radius of [`RADIUS`]; y points down.

use engine::board::Layout;

/// Distance from the centre of a hex to its corners.
pub const RADIUS: f32 = 63.0;

/// Distance from the centre of a hex to the middle of its sides.
pub const APOTHEM: f32 = RADIUS * 0.866_025_4;

/// A place or a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// The unit vector at an angle in degrees, clockwise from the right.
    pub fn towards(degrees: f32) -> Point {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Point::new(cos, sin)
    }

    /// Sum.
    pub fn plus(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }

    /// Difference.
    pub fn minus(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }

    /// Multiple.
    pub fn times(self, factor: f32) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }

    /// A quarter turn clockwise.
    pub fn quarter(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// Length.
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// The same direction with length 1; no direction stays none.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-4 {
            Point::default()
        } else {
            self.times(1.0 / length)
        }
    }

    /// The point `part` (0 to 1) of the way to the other.
    pub fn mix(self, other: Point, part: f32) -> Point {
        self.plus(other.minus(self).times(part))
    }
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left side.
    pub left: f32,
    /// Top.
    pub top: f32,
    /// Right side.
    pub right: f32,
    /// Bottom.
    pub bottom: f32,
}

impl Rect {
    /// From its four sides.
    pub const fn new(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        Rect {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Of a size round a centre.
    pub fn around(centre: Point, width: f32, height: f32) -> Rect {
        Rect::new(
            centre.x - width / 2.0,
            centre.y - height / 2.0,
            centre.x + width / 2.0,
            centre.y + height / 2.0,
        )
    }

    /// Width.
    pub fn width(self) -> f32 {
        self.right - self.left
    }

    /// Height.
    pub fn height(self) -> f32 {
        self.bottom - self.top
    }

    /// Centre.
    pub fn centre(self) -> Point {
        Point::new(
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        )
    }

    /// Grown by a margin on each side.
    pub fn grown(self, margin: f32) -> Rect {
        Rect::new(
            self.left - margin,
            self.top - margin,
            self.right + margin,
            self.bottom + margin,
        )
    }

    /// Moved.
    pub fn moved(self, by: Point) -> Rect {
        Rect::new(
            self.left + by.x,
            self.top + by.y,
            self.right + by.x,
            self.bottom + by.y,
        )
    }

    /// All coordinates multiplied.
    pub fn scaled(self, factor: f32) -> Rect {
        Rect::new(
            self.left * factor,
            self.top * factor,
            self.right * factor,
            self.bottom * factor,
        )
    }

    /// Whether the two share more than a border.
    pub fn overlaps(self, other: Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether the circle comes into the rectangle.
    pub fn meets_circle(self, centre: Point, radius: f32) -> bool {
        let nearest = Point::new(
            centre.x.max(self.left).min(self.right),
            centre.y.max(self.top).min(self.bottom),
        );
        let off = nearest.minus(centre);
        radius > 0.0 && off.x * off.x + off.y * off.y < radius * radius
    }

    /// Whether the point lies inside.
    pub fn contains(self, point: Point) -> bool {
        self.left <= point.x
            && point.x <= self.right
            && self.top <= point.y
            && point.y <= self.bottom
    }

    /// The four corners.
    pub fn corners(self) -> [Point; 4] {
        [
            Point::new(self.left, self.top),
            Point::new(self.right, self.top),
            Point::new(self.right, self.bottom),
            Point::new(self.left, self.bottom),
        ]
    }
}

/// The direction in which a side faces, in degrees clockwise from the right.
pub fn side_angle(layout: Layout, edge: u8) -> f32 {
    let first = match layout {
        Layout::Pointy => 120.0,
        Layout::Flat => 90.0,
    };
    first + 60.0 * f32::from(edge % 6)
}

/// The middle of a side, seen from the centre.
pub fn side(layout: Layout, edge: u8) -> Point {
    Point::towards(side_angle(layout, edge)).times(APOTHEM)
}

/// The corner between a side and the next one clockwise, seen from the centre.
pub fn corner(layout: Layout, edge: u8) -> Point {
    Point::towards(side_angle(layout, edge) + 30.0).times(RADIUS)
}

/// The centre of a hex by its row and column, with the hex of row 0 and column 0 at the origin.
pub fn hex_centre(layout: Layout, row: i16, column: i16) -> Point {
    let (row, column) = (f32::from(row), f32::from(column));
    match layout {
        Layout::Pointy => Point::new(column * APOTHEM, row * 1.5 * RADIUS),
        Layout::Flat => Point::new(column * 1.5 * RADIUS, row * APOTHEM),
    }
}

/// Half the width and half the height of a hex.
pub fn hex_half_size(layout: Layout) -> Point {
    match layout {
        Layout::Pointy => Point::new(APOTHEM, RADIUS),
        Layout::Flat => Point::new(RADIUS, APOTHEM),
    }
}

/// Whether a point, seen from the centre, lies in the hex and at least `margin` from its sides.
pub fn in_hex(layout: Layout, point: Point, margin: f32) -> bool {
    let (across, along) = match layout {
        Layout::Pointy => (point.x.abs(), point.y.abs()),
        Layout::Flat => (point.y.abs(), point.x.abs()),
    };
    across <= APOTHEM - margin && 0.5 * across + 0.866_025_4 * along <= APOTHEM - margin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_neighbours_meet() {
        for (layout, offsets) in [
            (
                Layout::Pointy,
                [(1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)],
            ),
            (
                Layout::Flat,
                [(2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)],
            ),
        ] {
            for (edge, (row, column)) in (0u8..).zip(offsets) {
                let there = hex_centre(layout, row, column);
                let middle = side(layout, edge);
                assert!(
                    there.minus(middle.times(2.0)).length() < 0.01,
                    "{layout:?} side {edge}"
                );
            }
        }
    }

    #[test]
    fn corners_lie_between_their_sides() {
        for layout in [Layout::Pointy, Layout::Flat] {
            for edge in 0..6 {
                let between = side(layout, edge).plus(side(layout, edge + 1)).unit();
                assert!(between.minus(corner(layout, edge).unit()).length() < 1e-3);
                assert!(in_hex(layout, corner(layout, edge).times(0.99), 0.0));
                assert!(!in_hex(layout, corner(layout, edge).times(1.01), 0.0));
            }
        }
    }
}
