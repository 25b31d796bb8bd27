//! From SVG to pixels.

use crate::error::RenderError;
use crate::font;
use resvg::{tiny_skia, usvg};
use std::sync::Mutex;

/// A picture is drawn in so many bands, one below the other, by as many threads as the machine can run at once. The
/// number is the same everywhere: where the bands meet may decide the last bit of a colour.
const BANDS: u32 = 2;

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
    // What one pixmap could not hold is refused, though no band is that large.
    let bytes = i32::try_from(u64::from(width) * u64::from(height) * 4)
        .map_err(|_| RenderError::Size { width, height })? as usize;
    let rows = height.div_ceil(BANDS) as usize;
    let mut rgb = vec![0; bytes / 4 * 3];
    let bands = Mutex::new(
        (0..)
            .step_by(rows)
            .zip(rgb.chunks_mut(rows * width as usize * 3)),
    );
    let work = || {
        loop {
            let next = bands.lock().ok().and_then(|mut bands| bands.next());
            let Some((top, rgb)) = next else {
                return;
            };
            band(&tree, width, top, rgb);
        }
    };
    std::thread::scope(|scope| {
        let helpers = std::thread::available_parallelism()
            .map_or(0, |most| most.get().min(BANDS as usize) - 1);
        for _ in 0..helpers {
            // Without a helper this thread draws all.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    Ok(Raster { width, height, rgb })
}

/// Draws the rows from `top` that `rgb` has room for. A band is small enough to be allocated if the whole is.
fn band(tree: &usvg::Tree, width: u32, top: u32, rgb: &mut [u8]) {
    let height = (rgb.len() / 3) as u32 / width.max(1);
    let Some(mut pixmap) = tiny_skia::Pixmap::new(width, height) else {
        return;
    };
    pixmap.fill(tiny_skia::Color::WHITE);
    resvg::render(
        tree,
        tiny_skia::Transform::from_translate(0.0, -(top as f32)),
        &mut pixmap.as_mut(),
    );
    for (to, from) in rgb.chunks_exact_mut(3).zip(pixmap.data().chunks_exact(4)) {
        if let (Some(opaque), [red, green, blue, _]) = (to.first_chunk_mut::<3>(), from) {
            *opaque = [*red, *green, *blue];
        }
    }
}
