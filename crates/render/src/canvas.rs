//! A sheet to draw on that writes SVG: shapes, colours, bounds. It knows nothing of boards or pieces.
//!
//! Lengths are in picture units, 100 to a cell, so one decimal is sharper than any screen; y grows downwards.

use crate::style::Colour;
use crate::view::Pt;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Write a number as short as it can be at one decimal.
pub fn number(out: &mut String, value: f64) {
    if !value.is_finite() {
        out.push('0');
        return;
    }
    let tenths = (value * 10.0).round();
    if tenths == 0.0 {
        out.push('0');
    } else if tenths % 10.0 == 0.0 {
        let _ = write!(out, "{:.0}", tenths / 10.0);
    } else {
        let text = format!("{:.1}", tenths / 10.0);
        match text.strip_prefix("0.") {
            Some(rest) => {
                out.push('.');
                out.push_str(rest);
            }
            None => match text.strip_prefix("-0.") {
                Some(rest) => {
                    out.push_str("-.");
                    out.push_str(rest);
                }
                None => out.push_str(&text),
            },
        }
    }
}

/// Text made safe for attributes and elements.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if (c as u32) < 0x20 => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// How a shape is inked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pen {
    pub fill: Option<Colour>,
    pub stroke: Option<Colour>,
    pub width: f64,
    /// Lengths of dash and gap.
    pub dash: Option<(f64, f64)>,
    pub round: bool,
}

impl Pen {
    pub fn fill(colour: Colour) -> Self {
        Pen { fill: Some(colour), ..Pen::default() }
    }

    pub fn line(colour: Colour, width: f64) -> Self {
        Pen { stroke: Some(colour), width, ..Pen::default() }
    }

    pub fn both(fill: Colour, stroke: Colour, width: f64) -> Self {
        Pen { fill: Some(fill), stroke: Some(stroke), width, ..Pen::default() }
    }

    pub fn rounded(self) -> Self {
        Pen { round: true, ..self }
    }

    pub fn dashed(self, dash: f64, gap: f64) -> Self {
        Pen { dash: Some((dash, gap)), ..self }
    }

    /// The pen as attributes, each with a space before it.
    pub fn attributes(&self) -> String {
        let mut out = String::new();
        match self.fill {
            Some(c) => {
                let _ = write!(out, " fill=\"{}\"", c.css());
                if c.a < 255 {
                    let _ = write!(out, " fill-opacity=\"{:.2}\"", f64::from(c.a) / 255.0);
                }
            }
            None => out.push_str(" fill=\"none\""),
        }
        if let Some(c) = self.stroke
            && self.width > 0.0
        {
            let _ = write!(out, " stroke=\"{}\"", c.css());
            if c.a < 255 {
                let _ = write!(out, " stroke-opacity=\"{:.2}\"", f64::from(c.a) / 255.0);
            }
            out.push_str(" stroke-width=\"");
            number(&mut out, self.width);
            out.push('"');
            if self.round {
                out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
            }
            if let Some((dash, gap)) = self.dash {
                out.push_str(" stroke-dasharray=\"");
                number(&mut out, dash);
                out.push(' ');
                number(&mut out, gap);
                out.push('"');
            }
        }
        out
    }
}

/// A path under construction, which remembers how far it reaches.
#[derive(Clone, Debug, Default)]
pub struct Path {
    data: String,
    points: Vec<Pt>,
}

impl Path {
    pub fn new() -> Self {
        Path::default()
    }

    pub fn polygon(points: &[Pt]) -> Self {
        let mut path = Path::new();
        path.add_polyline(points);
        path.close();
        path
    }

    pub fn segment(a: Pt, b: Pt) -> Self {
        let mut path = Path::new();
        path.start(a);
        path.line(b);
        path
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub fn start(&mut self, p: Pt) {
        self.command('M', &[p]);
    }

    pub fn line(&mut self, p: Pt) {
        self.command('L', &[p]);
    }

    pub fn cubic(&mut self, a: Pt, b: Pt, p: Pt) {
        self.command('C', &[a, b, p]);
    }

    pub fn quad(&mut self, a: Pt, p: Pt) {
        self.command('Q', &[a, p]);
    }

    pub fn arc(&mut self, radius: f64, large: bool, clockwise: bool, p: Pt) {
        self.data.push('A');
        number(&mut self.data, radius);
        self.data.push(' ');
        number(&mut self.data, radius);
        let _ = write!(self.data, " 0 {} {} ", u8::from(large), u8::from(clockwise));
        number(&mut self.data, p.x);
        self.data.push(' ');
        number(&mut self.data, p.y);
        self.points.push(p);
    }

    pub fn close(&mut self) {
        self.data.push('Z');
    }

    pub fn add_polyline(&mut self, points: &[Pt]) {
        for (i, &p) in points.iter().enumerate() {
            if i == 0 {
                self.start(p);
            } else {
                self.line(p);
            }
        }
    }

    pub fn circle(&mut self, centre: Pt, radius: f64) {
        self.start(Pt::new(centre.x - radius, centre.y));
        self.arc(radius, true, true, Pt::new(centre.x + radius, centre.y));
        self.arc(radius, true, true, Pt::new(centre.x - radius, centre.y));
        self.close();
        self.points.push(Pt::new(centre.x, centre.y - radius));
        self.points.push(Pt::new(centre.x, centre.y + radius));
    }

    fn command(&mut self, letter: char, points: &[Pt]) {
        self.data.push(letter);
        for (i, p) in points.iter().enumerate() {
            if i > 0 {
                self.data.push(' ');
            }
            number(&mut self.data, p.x);
            self.data.push(' ');
            number(&mut self.data, p.y);
            self.points.push(*p);
        }
    }
}

/// A rectangle that grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub low: Pt,
    pub high: Pt,
}

impl Bounds {
    pub fn empty() -> Self {
        Bounds {
            low: Pt::new(f64::INFINITY, f64::INFINITY),
            high: Pt::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
        }
    }

    pub fn of(points: impl IntoIterator<Item = Pt>) -> Self {
        let mut bounds = Bounds::empty();
        for p in points {
            bounds.reach(p, 0.0);
        }
        bounds
    }

    pub fn is_empty(&self) -> bool {
        self.low.x > self.high.x
    }

    pub fn reach(&mut self, p: Pt, margin: f64) {
        self.low = Pt::new(self.low.x.min(p.x - margin), self.low.y.min(p.y - margin));
        self.high = Pt::new(self.high.x.max(p.x + margin), self.high.y.max(p.y + margin));
    }

    pub fn width(&self) -> f64 {
        if self.is_empty() { 0.0 } else { self.high.x - self.low.x }
    }

    pub fn height(&self) -> f64 {
        if self.is_empty() { 0.0 } else { self.high.y - self.low.y }
    }

    pub fn middle(&self) -> Pt {
        self.low.towards(self.high, 0.5)
    }

    pub fn grown(&self, margin: f64) -> Bounds {
        let by = Pt::new(margin, margin);
        Bounds { low: self.low.minus(by), high: self.high.plus(by) }
    }
}

/// The sheet.
pub struct Canvas {
    body: String,
    defs: BTreeMap<String, String>,
    prefix: String,
    pub bounds: Bounds,
}

impl Canvas {
    /// `prefix` is put before every id, so that several pictures can live in one page.
    pub fn new(prefix: &str) -> Self {
        Canvas {
            body: String::new(),
            defs: BTreeMap::new(),
            prefix: prefix.to_string(),
            bounds: Bounds::empty(),
        }
    }

    /// Open a group; `attributes` is raw markup.
    pub fn open(&mut self, attributes: &str) {
        self.body.push_str("<g");
        if !attributes.is_empty() {
            self.body.push(' ');
            self.body.push_str(attributes);
        }
        self.body.push('>');
    }

    pub fn close(&mut self) {
        self.body.push_str("</g>\n");
    }

    pub fn path(&mut self, path: &Path, pen: &Pen, attributes: &str) {
        if path.is_empty() {
            return;
        }
        let margin = if pen.stroke.is_some() { pen.width / 2.0 } else { 0.0 };
        for &p in &path.points {
            self.bounds.reach(p, margin);
        }
        self.body.push_str("<path");
        self.attributes(attributes);
        self.body.push_str(&pen.attributes());
        self.body.push_str(" d=\"");
        self.body.push_str(&path.data);
        self.body.push_str("\"/>");
    }

    /// A path given as text; reaching no further than what is already drawn.
    pub fn raw_path(&mut self, data: &str, pen: &Pen) {
        self.body.push_str("<path");
        self.body.push_str(&pen.attributes());
        self.body.push_str(" d=\"");
        self.body.push_str(data);
        self.body.push_str("\"/>");
    }

    pub fn circle(&mut self, centre: Pt, radius: f64, pen: &Pen, attributes: &str) {
        let margin = if pen.stroke.is_some() { pen.width / 2.0 } else { 0.0 };
        self.bounds.reach(centre, radius + margin);
        self.body.push_str("<circle");
        self.attributes(attributes);
        self.body.push_str(&pen.attributes());
        for (name, value) in [("cx", centre.x), ("cy", centre.y), ("r", radius)] {
            let _ = write!(self.body, " {name}=\"");
            number(&mut self.body, value);
            self.body.push('"');
        }
        self.body.push_str("/>");
    }

    pub fn rectangle(&mut self, bounds: Bounds, corner: f64, pen: &Pen, attributes: &str) {
        let margin = if pen.stroke.is_some() { pen.width / 2.0 } else { 0.0 };
        self.bounds.reach(bounds.low, margin);
        self.bounds.reach(bounds.high, margin);
        self.body.push_str("<rect");
        self.attributes(attributes);
        self.body.push_str(&pen.attributes());
        for (name, value) in [
            ("x", bounds.low.x),
            ("y", bounds.low.y),
            ("width", bounds.width()),
            ("height", bounds.height()),
            ("rx", corner),
        ] {
            if name == "rx" && value == 0.0 {
                continue;
            }
            let _ = write!(self.body, " {name}=\"");
            number(&mut self.body, value);
            self.body.push('"');
        }
        self.body.push_str("/>");
    }

    /// Remember a drawing of unit size (100 by 100, centred on 50,50) under a name and put it in place.
    /// `make` is called only the first time the name is used.
    pub fn stamp(
        &mut self,
        name: &str,
        centre: Pt,
        scale_x: f64,
        scale_y: f64,
        degrees: f64,
        make: impl FnOnce() -> String,
    ) {
        let id = format!("{}{}", self.prefix, name);
        self.defs.entry(id.clone()).or_insert_with(make);
        self.bounds.reach(centre, 50.0 * scale_x.max(scale_y));
        let _ = write!(self.body, "<use href=\"#{id}\" transform=\"translate(");
        number(&mut self.body, centre.x);
        self.body.push(' ');
        number(&mut self.body, centre.y);
        self.body.push(')');
        if degrees != 0.0 {
            self.body.push_str(" rotate(");
            number(&mut self.body, degrees);
            self.body.push(')');
        }
        if (scale_x - 1.0).abs() > 1e-6 || (scale_y - 1.0).abs() > 1e-6 {
            if (scale_x - scale_y).abs() < 1e-6 {
                let _ = write!(self.body, " scale({:.3})", scale_x);
            } else {
                let _ = write!(self.body, " scale({:.3} {:.3})", scale_x, scale_y);
            }
        }
        self.body.push_str(" translate(-50 -50)\"/>");
    }

    fn attributes(&mut self, attributes: &str) {
        if !attributes.is_empty() {
            self.body.push(' ');
            self.body.push_str(attributes);
        }
    }

    /// The whole picture, cut to what was drawn and a margin. `longest` is the longer side in pixels.
    pub fn finish(
        self,
        title: &str,
        description: &str,
        margin: f64,
        longest: f64,
        paper: Option<Colour>,
    ) -> String {
        let area = if self.bounds.is_empty() {
            Bounds { low: Pt::new(0.0, 0.0), high: Pt::new(100.0, 100.0) }
        } else {
            self.bounds.grown(margin)
        };
        let (w, h) = (area.width(), area.height());
        let factor = longest / w.max(h);
        let mut out = String::with_capacity(self.body.len() + 1024);
        out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
        for (i, value) in [area.low.x, area.low.y, w, h].into_iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            number(&mut out, value);
        }
        let _ = write!(out, "\" width=\"{:.0}\" height=\"{:.0}\" role=\"img\">", w * factor, h * factor);
        let _ = writeln!(out, "<title>{}</title><desc>{}</desc>", escape(title), escape(description));
        if !self.defs.is_empty() {
            out.push_str("<defs>");
            for (id, content) in &self.defs {
                let _ = writeln!(out, "<g id=\"{id}\">{content}</g>");
            }
            out.push_str("</defs>");
        }
        if let Some(colour) = paper {
            out.push_str("<rect");
            for (name, value) in [("x", area.low.x), ("y", area.low.y), ("width", w), ("height", h)] {
                let _ = write!(out, " {name}=\"");
                number(&mut out, value);
                out.push('"');
            }
            let _ = write!(out, " fill=\"{}\"/>", colour.css());
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }

    /// The drawing without its frame: definitions and body apart, to be put into a larger sheet.
    pub fn into_parts(self) -> (BTreeMap<String, String>, String, Bounds) {
        (self.defs, self.body, self.bounds)
    }
}
