//! Where the stops and the track of a face lie when it is drawn.

use crate::curve::Curve;
use crate::geometry::{Point, RADIUS, side};
use engine::board::{End, Face, Layout, Oriented, Path, StopKind};

/// Radius of a circle for a station.
pub const CIRCLE: f32 = 17.0;

/// Distance between the centres of neighbouring circles of a city.
pub const PITCH: f32 = 35.0;

/// Shape of a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Circles in a box.
    City,
    /// A bar across its track.
    Bar,
    /// A round mark.
    Dot,
    /// An arrow from the edge of the map, or nothing but its value.
    Area,
}

/// A stop as it lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Its shape.
    pub shape: Shape,
    /// Its middle, seen from the centre of the hex.
    pub centre: Point,
    /// Along the row of circles, or along the bar; length 1.
    pub axis: Point,
    /// Centres of its circles.
    pub circles: Vec<Point>,
    /// Radius of its circles.
    pub radius: f32,
}

/// A face as it lies, seen from the centre of its hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid {
    /// Its stops, in the order of the face.
    pub spots: Vec<Spot>,
    /// Its track.
    pub track: Vec<(Path, Curve)>,
}

/// The sides that a stop's track leads to, in order.
fn sides(track: &Oriented, stop: usize) -> Vec<u8> {
    let mask = track.stop_exits.get(stop).copied().unwrap_or(0);
    (0..6).filter(|edge| mask & (1 << edge) != 0).collect()
}

/// The sum of the directions of a stop's sides.
fn lean(layout: Layout, sides: &[u8]) -> Point {
    sides
        .iter()
        .map(|&edge| side(layout, edge).unit())
        .fold(Point::default(), Point::plus)
}

/// Another stop that this one is joined to by track.
fn partner(track: &Oriented, stop: usize) -> Option<usize> {
    let here = End::Stop(stop as u8);
    track.paths.iter().find_map(|path| match path.other(here) {
        Some(End::Stop(other)) => Some(usize::from(other)),
        _ => None,
    })
}

impl Laid {
    /// Lays out a face in a turning.
    pub fn new(layout: Layout, face: &Face, rot: u8) -> Laid {
        let track = face.at(rot);
        let mut spots: Vec<Spot> = Vec::with_capacity(face.stops.len());
        for index in 0..face.stops.len() {
            let spot = place(layout, face, track, index, &spots);
            spots.push(spot);
        }
        let mut curves: Vec<(Path, Curve)> = Vec::new();
        let switched: Vec<u8> = (0..6)
            .filter(|&edge| {
                track
                    .paths
                    .iter()
                    .any(|path| path.other(End::Edge(edge)) == Some(End::Junction))
            })
            .collect();
        // A switch of few sides is drawn as a curve for each pair of them; one of many as a star.
        let pairs = switched.len() <= 3;
        if pairs {
            for (at, &a) in switched.iter().enumerate() {
                for &b in switched.iter().skip(at + 1) {
                    let path = Path {
                        a: End::Edge(a),
                        b: End::Edge(b),
                        state: false,
                    };
                    curves.push((path, Curve::between_sides(layout, a, b)));
                }
            }
        }
        for path in &track.paths {
            let switch = path.a == End::Junction || path.b == End::Junction;
            let side = matches!(path.a, End::Edge(_)) || matches!(path.b, End::Edge(_));
            if !(switch && side && pairs) {
                curves.push((*path, curve(layout, track, &spots, *path)));
            }
        }
        Laid {
            spots,
            track: curves,
        }
    }

    /// The curve of the path between two ends, from the first to the second.
    pub fn way(&self, from: End, to: End) -> Option<Curve> {
        self.track.iter().find_map(|(path, curve)| {
            if path.a == from && path.b == to {
                Some(*curve)
            } else if path.b == from && path.a == to {
                Some(curve.reversed())
            } else {
                None
            }
        })
    }
}

/// How far from the centre a stop lies that shares the hex with others.
fn offset(face: &Face, index: usize) -> f32 {
    let stop = &face.stops[index];
    let part = match (stop.kind, face.stops.len()) {
        (StopKind::City, 2) if stop.slots > 1 => 0.5,
        (StopKind::City, 2) => 0.42,
        (StopKind::City, 3) => 0.58,
        (StopKind::City, _) => 0.58,
        _ => 0.45,
    };
    part * RADIUS
}

fn place(layout: Layout, face: &Face, track: &Oriented, index: usize, before: &[Spot]) -> Spot {
    let stop = &face.stops[index];
    let sides = sides(track, index);
    let alone = face.stops.len() == 1;
    let across = Point::new(1.0, 0.0);
    if let (false, [a, b]) = (stop.kind == StopKind::City, sides.as_slice())
        && stop.kind != StopKind::Offboard
    {
        let curve = Curve::between_sides(layout, *a, *b);
        let part = if alone {
            0.5
        } else {
            clearest(layout, face, track, index, before, &curve)
        };
        return Spot {
            shape: Shape::Bar,
            centre: curve.at(part),
            axis: curve.direction(part).quarter(),
            circles: Vec::new(),
            radius: CIRCLE,
        };
    }
    let lean = lean(layout, &sides);
    let centre = if alone {
        Point::default()
    } else if lean.length() > 0.3 {
        lean.unit().times(offset(face, index))
    } else if let Some(other) = partner(track, index) {
        let theirs = sum_of(layout, track, other);
        theirs.unit().times(-offset(face, index))
    } else if let [a, _] = sides.as_slice() {
        // Straight through: beside the centre, away from the others.
        let aside = side(layout, *a).unit().quarter();
        let others = (0..face.stops.len())
            .filter(|&other| other != index)
            .map(|other| sum_of(layout, track, other))
            .fold(Point::default(), Point::plus);
        let sign = if aside.x * others.x + aside.y * others.y > 0.0 {
            -1.0
        } else {
            1.0
        };
        aside.times(sign * 0.3 * RADIUS)
    } else {
        let middle = (face.stops.len() as f32 - 1.0) / 2.0;
        Point::new((index as f32 - middle) * 46.0, 0.0)
    };
    let axis = if alone || centre.length() < 1.0 {
        across
    } else {
        centre.unit().quarter()
    };
    let radius = if face.stops.len() > 3 {
        CIRCLE * 0.88
    } else if stop.slots == 3 || face.stops.len() == 3 {
        CIRCLE * 0.92
    } else {
        CIRCLE
    };
    Spot {
        shape: match stop.kind {
            StopKind::City => Shape::City,
            StopKind::Offboard => Shape::Area,
            _ => Shape::Dot,
        },
        centre,
        axis,
        circles: circles(centre, axis, stop.slots),
        radius,
    }
}

/// Where on its way a town stands clear of the ways and places of the other stops: in the middle if it can.
fn clearest(
    layout: Layout,
    face: &Face,
    track: &Oriented,
    index: usize,
    before: &[Spot],
    curve: &Curve,
) -> f32 {
    let others: Vec<Curve> = (0..face.stops.len())
        .filter(|&other| other != index)
        .filter_map(|other| match sides(track, other).as_slice() {
            [a, b] => Some(Curve::between_sides(layout, *a, *b)),
            _ => None,
        })
        .collect();
    let clear = |part: f32| {
        let here = curve.at(part);
        let ways = others
            .iter()
            .flat_map(|other| other.samples(5.0).collect::<Vec<_>>());
        ways.chain(before.iter().map(|spot| spot.centre))
            .map(|point| point.minus(here).length())
            .fold(f32::MAX, f32::min)
    };
    if clear(0.5) > 31.0 {
        0.5
    } else if clear(PARTS[2]) > clear(PARTS[1]) + 1.0 {
        PARTS[2]
    } else {
        PARTS[1]
    }
}

/// Parts of its way at which a town may stand.
const PARTS: [f32; 3] = [0.5, 0.26, 0.74];

fn sum_of(layout: Layout, track: &Oriented, stop: usize) -> Point {
    lean(layout, &sides(track, stop))
}

/// Centres of a city's circles: a row of up to three, which leaves room for names, else a ring.
fn circles(centre: Point, axis: Point, slots: u8) -> Vec<Point> {
    let row = |at: f32| centre.plus(axis.times(at));
    match slots {
        0 => Vec::new(),
        1 => vec![centre],
        2 => vec![row(-PITCH / 2.0), row(PITCH / 2.0)],
        3 => vec![row(-PITCH * 0.92), centre, row(PITCH * 0.92)],
        count => {
            let step = 360.0 / f32::from(count);
            let radius = PITCH / 2.0 / (step / 2.0).to_radians().sin();
            // The first circle at the upper left, so that they read like text.
            (0..count)
                .map(|at| centre.plus(Point::towards(step * f32::from(at) - 135.0).times(radius)))
                .collect()
        }
    }
}

fn curve(layout: Layout, track: &Oriented, spots: &[Spot], path: Path) -> Curve {
    let spot = |stop: u8| spots.get(usize::from(stop));
    let centre = |stop: u8| spot(stop).map_or(Point::default(), |spot| spot.centre);
    match (path.a, path.b) {
        (End::Edge(a), End::Edge(b)) => Curve::between_sides(layout, a, b),
        (End::Edge(edge), End::Stop(stop)) => to_stop(layout, track, spots, edge, stop),
        (End::Stop(stop), End::Edge(edge)) => to_stop(layout, track, spots, edge, stop).reversed(),
        (End::Edge(edge), End::Junction) => Curve::to_place(layout, edge, Point::default()),
        (End::Junction, End::Edge(edge)) => {
            Curve::to_place(layout, edge, Point::default()).reversed()
        }
        (End::Stop(a), End::Stop(b)) => Curve::line(centre(a), centre(b)),
        (End::Stop(a), End::Junction) => Curve::line(centre(a), Point::default()),
        (End::Junction, End::Stop(a)) => Curve::line(Point::default(), centre(a)),
        (End::Junction, End::Junction) => Curve::line(Point::default(), Point::default()),
    }
}

fn to_stop(layout: Layout, track: &Oriented, spots: &[Spot], edge: u8, stop: u8) -> Curve {
    let Some(spot) = spots.get(usize::from(stop)) else {
        return Curve::to_place(layout, edge, Point::default());
    };
    if spot.shape == Shape::Bar
        && let [a, b] = sides(track, usize::from(stop)).as_slice()
    {
        let whole = Curve::between_sides(layout, *a, *b);
        let part = PARTS
            .into_iter()
            .min_by(|one, two| {
                let far = |part: f32| whole.at(part).minus(spot.centre).length();
                far(*one).total_cmp(&far(*two))
            })
            .unwrap_or(0.5);
        let (first, second) = whole.split(part);
        return if edge == *a { first } else { second.reversed() };
    }
    Curve::to_place(layout, edge, spot.centre)
}
