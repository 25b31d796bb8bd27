//! From SVG to pixels.

use crate::error::RenderError;
use crate::font;
use resvg::{tiny_skia, usvg};

/// A drawn picture: opaque pixels, three bytes each, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// Red, green and blue of each pixel.
    pub rgb: Vec<u8>,
}

/// Draws an SVG of this crate at the size it names.
///
/// # Errors
/// [`RenderError::Svg`] if it is not valid, [`RenderError::Size`] if it is too large to be drawn.
pub fn rasterise(svg: &str) -> Result<Raster, RenderError> {
    let tree = usvg::Tree::from_str(svg, font::options())
        .map_err(|error| RenderError::Svg(error.to_string()))?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut pixmap =
        tiny_skia::Pixmap::new(width, height).ok_or(RenderError::Size { width, height })?;
    pixmap.fill(tiny_skia::Color::WHITE);
    resvg::render(
        &tree,
        tiny_skia::Transform::identity(),
        &mut pixmap.as_mut(),
    );
    let mut rgb = vec![0; width as usize * height as usize * 3];
    for (to, from) in rgb.chunks_exact_mut(3).zip(pixmap.data().chunks_exact(4)) {
        if let (Some(opaque), [red, green, blue, _]) = (to.first_chunk_mut::<3>(), from) {
            *opaque = [*red, *green, *blue];
        }
    }
    Ok(Raster { width, height, rgb })
}
