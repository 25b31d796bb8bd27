//! Pictures of 18xx positions, drawn as SVG and written as PNG.
//!
//! A [`Scene`] is a position with what surrounds it: names of the players, round, marks of the title, what changed, runs
//! to be drawn. Each kind of picture takes one and a width in pixels, and comes in three forms: `…_svg` as text,
//! `…_png` as a small file (256 colours), `…_picture` with a record of every line of text for those who want to know
//! what stands where.
//!
//! | kind | shows | reads well from |
//! |---|---|---|
//! | map | the map with tiles, stations, values, runs, changes | 1600 px |
//! | part | some hexes of the map round one, for a preview | 800 px |
//! | region | the map round some hexes, with runs | 1000 px |
//! | choices | ways to build on a hex, for a choice | 1000 px |
//! | market | the stock market, operating order, zones | 1200 px |
//! | tile | one tile in a turning | 300 px |
//! | tiles | several tiles with numbers, for a choice | 800 px |
//! | turnings | a tile in all its turnings | 600 px |
//! | upgrades | what a tile comes from and what it becomes | 1000 px |
//! | manifest | all tiles with what is left of them | 1200 px |
//! | chart | values round by round, a line each | 1080 px |
//! | company | treasury, price, shares, trains, stations, rights | 1000 px |
//! | trains | what is left, for sale and owned; phases | 1080 px |
//! | packet | the start packet: what is open, what waits, what is sold to whom | 1080 px |
//! | players | cash, certificates, worth, holdings | 1080 px |
//!
//! The drawing is laid out in units of its own and scaled to the width; the heights follow. On a map of 18Ardennes at
//! 1600 pixels a unit is a pixel. No title has a branch of its own here: what only one title knows comes with the scene.
//!
//! ```
//! use engine::{Definition, Shared};
//!
//! let definition = Definition::parse(engine::titles::ardennes::DEFINITION)?;
//! let shared = Shared::new(&definition, 3);
//! let scene = render::Scene {
//!     round: "SR 1",
//!     ..render::Scene::new(&definition, &shared)
//! };
//! let file = render::map_png(&scene, 1600).map_err(|error| error.to_string())?;
//! assert!(file.starts_with(b"\x89PNG") && file.len() < 400_000);
//! # Ok::<(), String>(())
//! ```
//!
//! Text is drawn with faces of the DejaVu family that are part of the program; characters that they lack are shown as
//! `□`. The same scene gives the same bytes.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod chart;
mod colour;
mod curve;
mod encode;
mod error;
mod font;
mod geometry;
mod icon;
mod laid;
mod map;
mod mark;
mod market;
mod names;
mod raster;
mod room;
mod scene;
mod sheets;
mod strip;
mod svg;
mod text;
mod tiles;
mod upgrades;

pub use chart::{Chart, ChartLine, Subject};
pub use colour::Rgb;
pub use encode::encode;
pub use error::RenderError;
pub use font::Face;
pub use geometry::{Point, RADIUS, Rect, in_hex};
pub use mark::letters;
pub use raster::{Raster, rasterise};
pub use scene::{Change, DrawnRun, MapMode, Note, Scene, Standing};
pub use svg::{Picture, TextBox};

use engine::board::Placed;
use engine::ids::{CompanyId, FaceId, HexId};
use engine::titles::PacketItem;
use engine::{Definition, Shared};

/// The three forms of a kind of picture.
macro_rules! kind {
    ($what:literal, $picture:ident, $svg:ident, $png:ident, $draw:path, ($($name:ident: $type:ty),*)) => {
        #[doc = concat!("The ", $what, ", with a record of its texts; `width` in pixels.")]
        pub fn $picture($($name: $type,)* width: u32) -> Picture {
            $draw($($name,)* width.max(1))
        }

        #[doc = concat!("The ", $what, " as SVG; `width` in pixels.")]
        pub fn $svg($($name: $type,)* width: u32) -> String {
            $picture($($name,)* width).svg
        }

        #[doc = concat!("The ", $what, " as PNG; `width` in pixels.")]
        ///
        /// # Errors
        /// [`RenderError::Size`] if a picture of that width cannot be allocated; the other errors are faults of this
        /// crate.
        pub fn $png($($name: $type,)* width: u32) -> Result<Vec<u8>, RenderError> {
            $picture($($name,)* width).png()
        }
    };
}

kind!("map", map_picture, map_svg, map_png, map::map, (scene: &Scene<'_>));
kind!(
    "part of the map within `reach` hexes of `centre`",
    part_picture, part_svg, part_png, map::part, (scene: &Scene<'_>, centre: HexId, reach: u8)
);
kind!(
    "part of the map round some hexes, with runs and their legend",
    region_picture, region_svg, region_png, map::region, (scene: &Scene<'_>, around: &[HexId])
);
kind!(
    "ways to build on a hex, each with its neighbours, numbered from 1",
    choices_picture, choices_svg, choices_png, sheets::choices,
    (options: &[(Scene<'_>, String)], hex: HexId)
);
kind!("stock market", market_picture, market_svg, market_png, market::market, (scene: &Scene<'_>));
kind!(
    "tile in a turning, with what is left of it if a position is given",
    tile_picture, tile_svg, tile_png, tiles::tile,
    (definition: &Definition, shared: Option<&Shared>, placed: Placed)
);
kind!(
    "choice of tiles, numbered from 1",
    tiles_picture, tiles_svg, tiles_png, tiles::tiles,
    (definition: &Definition, shared: Option<&Shared>, choice: &[Placed])
);
kind!(
    "sheet of a company",
    company_picture, company_svg, company_png, sheets::company, (scene: &Scene<'_>, company: CompanyId)
);
kind!("table of trains and phases", trains_picture, trains_svg, trains_png, sheets::trains, (scene: &Scene<'_>));
kind!(
    "start packet, row by row",
    packet_picture, packet_svg, packet_png, sheets::packet,
    (scene: &Scene<'_>, rows: &[Vec<PacketItem>])
);
kind!("table of players", players_picture, players_svg, players_png, sheets::players, (scene: &Scene<'_>));
kind!(
    "tile in all its turnings",
    turnings_picture, turnings_svg, turnings_png, tiles::turnings,
    (definition: &Definition, shared: Option<&Shared>, face: FaceId)
);
kind!(
    "upgrades of a tile: what it comes from, what it becomes",
    upgrades_picture, upgrades_svg, upgrades_png, upgrades::upgrades,
    (definition: &Definition, shared: Option<&Shared>, face: FaceId)
);
kind!(
    "manifest of all tiles with what is left of each",
    manifest_picture, manifest_svg, manifest_png, tiles::manifest, (scene: &Scene<'_>)
);
kind!("chart of lines", chart_picture, chart_svg, chart_png, chart::chart, (definition: &Definition, chart: &Chart));
