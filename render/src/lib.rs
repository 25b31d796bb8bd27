//! Pictures of 18xx positions.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod colour;
mod curve;
mod encode;
mod error;
mod font;
mod geometry;
mod icon;
mod laid;
mod map;
mod names;
mod raster;
mod room;
mod scene;
mod strip;
mod svg;
mod text;

pub use colour::Rgb;
pub use encode::encode;
pub use error::RenderError;
pub use font::Face;
pub use geometry::{Point, Rect};
pub use map::map as map_picture;
pub use raster::{Raster, rasterise};
pub use scene::{Change, DrawnRun, Note, Scene, Standing};
pub use svg::{Picture, TextBox};
