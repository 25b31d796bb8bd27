//! What can go wrong when a picture is drawn.

use std::fmt;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// The SVG text is not valid; what the parser says. A fault of this crate.
    Svg(String),
    /// A picture of this size, in pixels, cannot be allocated.
    Size {
        /// Width, in pixels.
        width: u32,
        /// Height, in pixels.
        height: u32,
    },
    /// The PNG could not be written; what the encoder says.
    Png(String),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::Svg(what) => write!(f, "the drawing is not valid SVG: {what}"),
            RenderError::Size { width, height } => {
                write!(f, "no picture of {width} x {height} pixels can be made")
            }
            RenderError::Png(what) => write!(f, "the picture could not be written as PNG: {what}"),
        }
    }
}

impl std::error::Error for RenderError {}
