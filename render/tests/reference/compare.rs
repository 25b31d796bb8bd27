//! The comparison.

use render::{Picture, Raster};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// A pixel differs if a channel does by more than this.
const CHANNEL: u8 = 48;

/// Share of the pixels that may differ.
const SHARE: f64 = 0.004;

fn reference(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/reference")
        .join(format!("{name}.png"))
}

/// The pixels of an indexed PNG.
pub fn decode(file: &[u8]) -> Raster {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    Raster {
        width: info.width,
        height: info.height,
        rgb,
    }
}

/// Compares a picture with the reference of that name, or makes it the reference if `BLESS` is set.
pub fn check(name: &str, picture: &Picture) {
    let file = picture.png().unwrap();
    let path = reference(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &file).unwrap();
        return;
    }
    let keep = || {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(&kept, &file).unwrap();
        kept
    };
    let Ok(expected) = std::fs::read(&path) else {
        panic!("no reference {name}; drawn: {}", keep().display());
    };
    let (expected, drawn) = (decode(&expected), decode(&file));
    assert_eq!(
        (expected.width, expected.height),
        (drawn.width, drawn.height),
        "{name}: size; drawn: {}",
        keep().display()
    );
    let pixels = expected.rgb.chunks_exact(3).zip(drawn.rgb.chunks_exact(3));
    let differing = pixels
        .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > CHANNEL))
        .count();
    let share = differing as f64 / f64::from(expected.width * expected.height);
    assert!(
        share <= SHARE,
        "{name}: {:.2}% of the pixels differ; drawn: {}",
        share * 100.0,
        keep().display()
    );
}
