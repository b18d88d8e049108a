//! The text as data: sections, sentences, lists, each sentence with the places it renders. Also the ways of printing
//! it. Knows no ludeme.

use crate::Description;
use crate::meter::Meter;
use ludarium_ludemes::checked::Value;
use ludarium_syntax::NodeId;
use serde::Serialize;
use std::fmt::Write;

/// A place in the description: a node of the expanded tree and where it is written. `file` is 0 for the game itself;
/// larger numbers are files of definitions.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, PartialOrd, Ord)]
pub struct Place {
    pub node: u32,
    pub file: u32,
    pub start: u32,
    pub end: u32,
}

impl Place {
    /// The place of a node of the expanded tree.
    pub fn of(description: &Description<'_>, at: NodeId) -> Place {
        let span = description.tree.node(at).span;
        Place { node: at.0, file: span.file.0, start: span.start, end: span.end }
    }
}

/// A sentence, or the line that opens a list.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sentence {
    /// With its capital letter and its full stop (or colon, when a list follows).
    pub text: String,
    /// What it renders.
    pub at: Vec<Place>,
    /// What is listed below it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub list: Vec<Sentence>,
    /// What goes on after the list, still belonging to this sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Sentence>,
}

/// A part of the text under a heading.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Section {
    /// Empty for what stands before the first heading.
    pub heading: String,
    pub sentences: Vec<Sentence>,
}

/// The whole text.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Document {
    /// The name of the game.
    pub title: String,
    pub sections: Vec<Section>,
    pub meter: Meter,
}

impl Sentence {
    pub fn new(text: impl Into<String>, at: Vec<Place>) -> Sentence {
        Sentence { text: text.into(), at, list: Vec::new(), more: Vec::new() }
    }
    pub fn with_list(text: impl Into<String>, at: Vec<Place>, list: Vec<Sentence>) -> Sentence {
        Sentence { text: text.into(), at, list, more: Vec::new() }
    }
}

impl Section {
    /// The sentences as HTML, without the heading; see [`Document::html`].
    pub fn html(&self) -> String {
        let mut out = String::new();
        html_list(&self.sentences, false, &mut out);
        out
    }
}

impl Document {
    /// A document with the game's name and nothing else.
    pub fn new(description: &Description<'_>) -> Document {
        let title = match description.game.arg(description.game.root, "name").map(|a| &a.value) {
            Some(Value::Text(name)) => name.to_string(),
            Some(
                Value::Node(_)
                | Value::Array(_)
                | Value::Int(_)
                | Value::Float(_)
                | Value::Bool(_)
                | Value::Enum(..)
                | Value::Hole(..),
            )
            | None => String::new(),
        };
        Document { title, ..Document::default() }
    }

    /// Plain text for a terminal, wrapped at `width` columns.
    pub fn text(&self, width: usize) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{}\n{}", self.title, "=".repeat(self.title.chars().count()));
        for section in &self.sections {
            if !section.heading.is_empty() {
                let _ = write!(out, "\n{}\n{}", section.heading, "-".repeat(section.heading.chars().count()));
            }
            out.push('\n');
            paragraphs(&section.sentences, &mut |depth, bullet, text| {
                let lead = if bullet { format!("{}- ", "  ".repeat(depth)) } else { "  ".repeat(depth) };
                wrap(text, &lead, width.max(20), &mut out);
            });
        }
        out
    }

    /// Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", self.title);
        for section in &self.sections {
            if !section.heading.is_empty() {
                let _ = write!(out, "\n## {}\n", section.heading);
            }
            out.push('\n');
            paragraphs(&section.sentences, &mut |depth, bullet, text| {
                let lead = if bullet { format!("{}- ", "  ".repeat(depth)) } else { "  ".repeat(depth) };
                // Text after a list is a paragraph of its own.
                let gap = if bullet || out.ends_with("\n\n") { "" } else { "\n" };
                let _ = writeln!(out, "{gap}{lead}{}", text.replace('*', "\\*").replace('_', "\\_"));
            });
        }
        out
    }

    /// An HTML fragment: an `article` with a heading per section. Each sentence is a `span` that carries the first
    /// place it renders, for scripts that show the description beside it.
    pub fn html(&self) -> String {
        let mut out = format!("<article class=\"rules\">\n<h1>{}</h1>\n", escape(&self.title));
        for section in &self.sections {
            out.push_str("<section>\n");
            if !section.heading.is_empty() {
                let _ = writeln!(out, "<h2>{}</h2>", escape(&section.heading));
            }
            out.push_str(&section.html());
            out.push_str("</section>\n");
        }
        out.push_str("</article>\n");
        out
    }
}

/// Sentences in a row make a paragraph; one with a list ends it.
fn paragraphs(sentences: &[Sentence], put: &mut dyn FnMut(usize, bool, &str)) {
    let mut row: Vec<&str> = Vec::new();
    for sentence in sentences {
        in_row(sentence, &mut row, put);
    }
    if !row.is_empty() {
        put(0, false, &row.join(" "));
    }
}

/// A sentence of a paragraph, its list, and what comes after that.
fn in_row<'d>(sentence: &'d Sentence, row: &mut Vec<&'d str>, put: &mut dyn FnMut(usize, bool, &str)) {
    row.push(&sentence.text);
    if !sentence.list.is_empty() {
        put(0, false, &row.join(" "));
        row.clear();
        bullets(&sentence.list, 0, put);
    }
    for more in &sentence.more {
        in_row(more, row, put);
    }
}

/// Lists are no deeper than what made them, and that is limited.
fn bullets(sentences: &[Sentence], depth: usize, put: &mut dyn FnMut(usize, bool, &str)) {
    for sentence in sentences {
        item(sentence, depth, true, put);
    }
}

/// An item of a list, or what comes after its list, a step further in.
fn item(sentence: &Sentence, depth: usize, bullet: bool, put: &mut dyn FnMut(usize, bool, &str)) {
    put(if bullet { depth } else { depth + 1 }, bullet, &sentence.text);
    bullets(&sentence.list, depth + 1, put);
    for more in &sentence.more {
        item(more, depth, false, put);
    }
}

fn wrap(text: &str, lead: &str, width: usize, out: &mut String) {
    let mut column = lead.chars().count();
    out.push_str(lead);
    let blank = " ".repeat(column);
    let mut first = true;
    for word in text.split_whitespace() {
        let len = word.chars().count();
        if !first && column + 1 + len > width {
            out.push('\n');
            out.push_str(&blank);
            column = blank.len();
        } else if !first {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += len;
        first = false;
    }
    out.push('\n');
}

fn html_list(sentences: &[Sentence], listed: bool, out: &mut String) {
    let mut open = false;
    for sentence in sentences {
        if listed {
            out.push_str("<li>");
        } else if !open {
            out.push_str("<p>");
            open = true;
        } else {
            out.push(' ');
        }
        match sentence.at.first() {
            Some(at) => {
                let _ = write!(
                    out,
                    "<span data-file=\"{}\" data-start=\"{}\" data-end=\"{}\">{}</span>",
                    at.file,
                    at.start,
                    at.end,
                    escape(&sentence.text)
                );
            }
            None => out.push_str(&escape(&sentence.text)),
        }
        if !sentence.list.is_empty() {
            if open {
                out.push_str("</p>");
                open = false;
            }
            out.push_str("\n<ul>\n");
            html_list(&sentence.list, true, out);
            out.push_str("</ul>\n");
        }
        if !sentence.more.is_empty() {
            if open {
                out.push_str("</p>");
                open = false;
            }
            html_list(&sentence.more, false, out);
        }
        if listed {
            out.push_str("</li>\n");
        }
    }
    if open {
        out.push_str("</p>\n");
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
