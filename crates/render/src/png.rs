//! Pictures as pixels: our own SVG, rasterised. No fonts and no files are looked up; the SVG needs none.

use resvg::{tiny_skia, usvg};

/// The largest side that we are willing to paint, in pixels.
pub const LARGEST: f32 = 16_384.0;

/// Turn a picture of ours into a PNG file; `scale` multiplies its own size.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|e| format!("the picture cannot be read: {e}"))?;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil(), (size.height() * scale).ceil());
    if !(1.0..=LARGEST).contains(&width) || !(1.0..=LARGEST).contains(&height) {
        return Err(format!(
            "a picture of {width} by {height} pixels is not between 1 and {LARGEST} wide and high"
        ));
    }
    let mut pixels = tiny_skia::Pixmap::new(width as u32, height as u32)
        .ok_or_else(|| format!("no memory for {width} by {height} pixels"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| format!("the PNG cannot be written: {e}"))
}
