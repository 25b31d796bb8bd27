//! Faces: the printed side of a hex or a tile, and what it looks like in each of its six turnings.

use crate::ids::FaceId;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The colour of a face; the order is that of upgrades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// An unimproved hex.
    White,
    /// First tiles.
    Yellow,
    /// Second tiles.
    Green,
    /// Third tiles.
    Brown,
    /// Printed, never built on; a last tile in titles that have them.
    #[serde(alias = "gray")]
    Grey,
    /// Off-board areas.
    Red,
    /// Sea.
    Blue,
}

/// What a stop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopKind {
    /// Has circles for stations.
    City,
    /// A small place without circles.
    Town,
    /// A place beyond the edge of the map.
    Offboard,
    /// A halt.
    Halt,
    /// A plant of Harzbahn 1873.
    Plant,
    /// A dot of Harzbahn 1873: a place not yet built.
    Dot,
    /// A mine of Harzbahn 1873.
    Mine,
}

/// Money that a stop earns, in the title's currency.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Revenue {
    /// The same in all phases.
    Fixed(i32),
    /// By the name of a phase or tile colour.
    ByPhase(BTreeMap<String, i32>),
}

impl Revenue {
    /// The value under `key` (a phase or colour name); a fixed value whatever the key, 0 for an unknown key.
    pub fn at(&self, key: &str) -> i32 {
        match self {
            Revenue::Fixed(value) => *value,
            Revenue::ByPhase(table) => table.get(key).copied().unwrap_or(0),
        }
    }
}

/// A stop of a face.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Stop {
    /// City, town …
    pub kind: StopKind,
    /// What it earns.
    #[serde(default = "zero")]
    pub revenue: Revenue,
    /// Circles for stations; 0 for anything but a city.
    #[serde(default)]
    pub slots: u8,
}

fn zero() -> Revenue {
    Revenue::Fixed(0)
}

/// An end of a piece of track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// A side of the hex, 0–5 clockwise; on a map of hexes that stand on a point 0 is south-west.
    Edge(u8),
    /// A stop of the face.
    Stop(u8),
    /// A switch in the middle of the face.
    Junction,
}

impl End {
    /// Parses `e0`, `s1` or `j`.
    pub fn parse(text: &str) -> Option<End> {
        if text == "j" {
            return Some(End::Junction);
        }
        let number: u8 = text.get(1..)?.parse().ok()?;
        match text.as_bytes().first()? {
            b'e' if number < 6 => Some(End::Edge(number)),
            b's' => Some(End::Stop(number)),
            _ => None,
        }
    }

    fn turned(self, rot: u8) -> End {
        match self {
            End::Edge(edge) => End::Edge((edge + rot) % 6),
            other => other,
        }
    }
}

/// A piece of track between two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// One end.
    pub a: End,
    /// The other.
    pub b: End,
    /// State track of Harzbahn 1873, not open to the companies.
    pub state: bool,
}

impl Path {
    /// The end opposite to `end`, if `end` is one of the two.
    pub fn other(&self, end: End) -> Option<End> {
        if self.a == end {
            Some(self.b)
        } else if self.b == end {
            Some(self.a)
        } else {
            None
        }
    }
}

/// A face in one turning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oriented {
    /// The sides with track, bit e for side e.
    pub exits: u8,
    /// The track, in the order of the face's list.
    pub paths: Vec<Path>,
    /// The sides that each stop's track leads to, bit e for side e, by stop.
    pub stop_exits: Vec<u8>,
}

/// A printed hex or a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Tile number; for a printed hex the hex's name.
    pub id: String,
    /// Its colour.
    pub colour: Colour,
    /// Cities, towns …, in the order of the data.
    pub stops: Vec<Stop>,
    /// Letters (`Y`, `T`, …) that name the places it fits.
    pub labels: Vec<String>,
    /// Copies in the box; `None` without limit. 0 for printed hexes.
    pub count: Option<u16>,
    /// Tiles that may replace it.
    pub upgrades: Vec<FaceId>,
    /// Its six turnings: turning r moves side e to side (e + r) mod 6.
    pub turned: [Oriented; 6],
}

impl Face {
    /// Derives the six turnings.
    pub(crate) fn new(
        id: String,
        colour: Colour,
        stops: Vec<Stop>,
        paths: Vec<Path>,
        labels: Vec<String>,
        count: Option<u16>,
    ) -> Face {
        let turned = [0u8, 1, 2, 3, 4, 5].map(|rot| {
            let paths: Vec<Path> = paths
                .iter()
                .map(|path| Path {
                    a: path.a.turned(rot),
                    b: path.b.turned(rot),
                    ..*path
                })
                .collect();
            let mut exits = 0;
            let mut stop_exits = vec![0u8; stops.len()];
            for path in &paths {
                for (end, other) in [(path.a, path.b), (path.b, path.a)] {
                    if let End::Edge(edge) = end {
                        exits |= 1 << edge;
                        if let End::Stop(stop) = other
                            && let Some(mask) = stop_exits.get_mut(stop as usize)
                        {
                            *mask |= 1 << edge;
                        }
                    }
                }
            }
            Oriented {
                exits,
                paths,
                stop_exits,
            }
        });
        Face {
            id,
            colour,
            stops,
            labels,
            count,
            upgrades: Vec::new(),
            turned,
        }
    }

    /// The face in turning `rot` (taken modulo 6).
    pub fn at(&self, rot: u8) -> &Oriented {
        let [a, b, c, d, e, f] = &self.turned;
        match rot % 6 {
            0 => a,
            1 => b,
            2 => c,
            3 => d,
            4 => e,
            _ => f,
        }
    }

    /// Circles for stations over all stops.
    pub fn slots(&self) -> u8 {
        self.stops.iter().map(|stop| stop.slots).sum()
    }
}
