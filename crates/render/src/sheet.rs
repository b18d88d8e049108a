//! Many views on one page, each in its frame with its name below: a contact sheet.

use crate::canvas::{Bounds, Canvas, escape};
use crate::font::{self, Anchor, Weight};
use crate::palette;
use crate::svg::{Options, paint};
use crate::view::{Pt, View};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Width and height of a frame, and what is left of it for the picture.
const FRAME: f64 = 300.0;
const PICTURE: f64 = 272.0;
const CAPTION: f64 = 34.0;

/// Draw views in rows of `columns`; `width` is the width of the page in pixels.
pub fn sheet(views: &[View], columns: usize, width: f64, options: &Options) -> String {
    let columns = columns.max(1);
    let rows = views.len().div_ceil(columns);
    let (page_width, page_height) = (columns as f64 * FRAME, rows as f64 * (FRAME + CAPTION) + 10.0);
    let mut defs: BTreeMap<String, String> = BTreeMap::new();
    let mut body = String::new();
    for (index, view) in views.iter().enumerate() {
        let own = Options { prefix: format!("v{index}-"), ..options.clone() };
        let (parts, drawing, bounds) = paint(view, &own).into_parts();
        defs.extend(parts);
        let bounds =
            if bounds.is_empty() { Bounds { low: Pt::default(), high: Pt::new(1.0, 1.0) } } else { bounds };
        let middle = Pt::new(
            (index % columns) as f64 * FRAME + FRAME / 2.0,
            (index / columns) as f64 * (FRAME + CAPTION) + FRAME / 2.0 + 4.0,
        );
        // Small boards are not blown up beyond the look of the others.
        let scale = (PICTURE / bounds.width().max(bounds.height()).max(1.0)).min(0.62);
        let corner = middle.minus(bounds.middle().times(scale));
        let _ = write!(
            body,
            "<g transform=\"translate({:.2} {:.2}) scale({scale:.4})\"><title>{}</title>{drawing}</g>",
            corner.x,
            corner.y,
            escape(&view.title)
        );
        let mut caption = Canvas::new("");
        let at = Pt::new(middle.x, middle.y + FRAME / 2.0 + 4.0);
        let size = (17.0f64).min(17.0 * (FRAME - 20.0) / font::length(&view.title, 17.0).max(1.0));
        font::write(&mut caption, &view.title, at, size, Anchor::Middle, Weight::Regular, palette::INK);
        body.push_str(&caption.into_parts().1);
    }
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {page_width:.0} {page_height:.0}\" width=\"{width:.0}\" height=\"{:.0}\" role=\"img\"><title>Boards</title><desc>{} boards with their start positions</desc><defs>",
        width * page_height / page_width,
        views.len()
    );
    for (id, content) in &defs {
        let _ = writeln!(out, "<g id=\"{id}\">{content}</g>");
    }
    let paper = options.paper.unwrap_or(crate::style::Colour::hex(0xffffff));
    let _ = write!(
        out,
        "</defs><rect width=\"{page_width:.0}\" height=\"{page_height:.0}\" fill=\"{}\"/>",
        paper.css()
    );
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}
