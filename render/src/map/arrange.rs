//! Arranging the labels of a hex.

use super::search::search;
use crate::colour::Rgb;
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::icon;
use crate::room::{Need, Room};
use engine::board::{Bonus, Colour};
use engine::ids::{CompanyId, Seat};

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
    /// Cost of the first tile with its terrain: beside it, or under it.
    Terrain(String, String, bool),
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
            Label::Terrain(_, text, true) => (
                icon::WIDTH.max(narrow(text).width),
                icon::HEIGHT + size * 0.8,
                3.0,
            ),
            Label::Terrain(_, text, false) => (
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

/// Where all labels of a hex go.
#[derive(Clone, Debug)]
pub(super) struct Arranged {
    /// One for each label.
    pub spots: Vec<Spot>,
    /// A label comes over a city or lies over others.
    pub tight: bool,
}

/// Finds places for labels at a font size. They look for theirs in order; one that finds none is let in after the
/// first, and if that does not help before it. If one is still without a good place, others forgo the way that they
/// like best.
pub(super) fn arrange(room: &Room, wanted: &[Wanted], size: f32) -> Arranged {
    let needs: Vec<Vec<(Need, f32)>> = wanted.iter().map(|wanted| wanted.needs(size)).collect();
    // Most hexes look as in the picture before: what was found for the same room and needs is remembered.
    let key = memory::key(&(room, &needs));
    if let Some(known) = memory::recall(key) {
        return known;
    }
    let found = search(room, &needs);
    memory::keep(key, &found);
    found
}

/// Arrangements found before, by what was asked.
mod memory {
    use super::Arranged;
    use std::collections::HashMap;
    use std::fmt::Debug;
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::sync::{LazyLock, Mutex, PoisonError};

    /// So many are kept; then all are forgotten.
    const MOST: usize = 10_000;

    type Key = (u64, u64);

    static KEPT: LazyLock<Mutex<HashMap<Key, Arranged>>> = LazyLock::new(Mutex::default);

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

    pub(super) fn recall(key: Key) -> Option<Arranged> {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&key).cloned()
    }

    pub(super) fn keep(key: Key, found: &Arranged) {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(key, found.clone());
    }
}
