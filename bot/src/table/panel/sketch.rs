//! A page of the panel, and the picture that goes with it.

use super::super::{Open, Play, Tables, post};
use crate::pictures::Caption;
use crate::reply::{Picture, Reply};
use engine::Game;
use engine::ids::HexId;
use render::DrawnRun;
use std::sync::Arc;

/// A page, and the picture that belongs to it.
pub(in crate::table) struct Page {
    pub reply: Reply,
    pub sketch: Option<Sketch>,
}

/// A picture to be drawn when nobody waits for the table.
pub(in crate::table) struct Sketch {
    alt: String,
    pub(super) caption: Caption,
    kind: Kind,
}

enum Kind {
    Region(Box<Game>, Vec<HexId>, Vec<DrawnRun>),
    Choices(Vec<(Game, String)>, HexId),
}

impl Page {
    /// A page without a picture.
    pub fn plain(reply: Reply) -> Page {
        Page {
            reply,
            sketch: None,
        }
    }

    /// The answer with its picture.
    pub fn drawn(self, tables: &Tables) -> Reply {
        let picture = self.sketch.and_then(|sketch| {
            let bytes = match &sketch.kind {
                Kind::Region(game, around, runs) => {
                    tables
                        .pictures()
                        .region(game, around, runs, &sketch.caption)
                }
                Kind::Choices(ways, hex) => tables.pictures().choices(ways, *hex, &sketch.caption),
            };
            bytes.map(|bytes| Picture {
                name: "preview.png".into(),
                alt: sketch.alt,
                bytes: Arc::new(bytes),
            })
        });
        self.reply.with_picture(picture)
    }
}

impl Sketch {
    /// The map round some hexes.
    pub(super) fn region(
        open: &Open,
        play: &Play,
        game: Game,
        around: Vec<HexId>,
        runs: Vec<DrawnRun>,
        alt: &str,
    ) -> Sketch {
        Sketch {
            alt: alt.into(),
            caption: post::caption(open, play, play.told.len()),
            kind: Kind::Region(Box::new(game), around, runs),
        }
    }

    /// Ways to build on a hex.
    pub(super) fn choices(
        open: &Open,
        play: &Play,
        ways: Vec<(Game, String)>,
        hex: HexId,
    ) -> Sketch {
        Sketch {
            alt: "Ways to build, by number".into(),
            caption: post::caption(open, play, play.told.len()),
            kind: Kind::Choices(ways, hex),
        }
    }

    /// The same with hexes marked.
    pub(super) fn marking(mut self, hexes: Vec<HexId>) -> Sketch {
        self.caption.hexes = hexes;
        self
    }
}
