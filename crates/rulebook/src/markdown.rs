//! A rulebook as Markdown. Pictures are files beside it, or stand in the text themselves.

use crate::Rulebook;
use std::fmt::Write;

impl Rulebook {
    /// Markdown, and the pictures it refers to by name: `(name, SVG)`.
    pub fn markdown(&self, folder: &str) -> (String, Vec<(String, String)>) {
        let mut files = Vec::new();
        let mut out = format!("# {}\n", self.document.title);
        if let Some(like) = &self.like {
            out.push_str(&format!("\n## Like {}, except\n\n", like.title));
            for line in &like.except {
                let _ = writeln!(out, "- {line}");
            }
            if !like.without.is_empty() {
                out.push_str("\nWhat does not hold here:\n\n");
            }
            for line in &like.without {
                let _ = writeln!(out, "- {line}");
            }
        }
        for (index, section) in self.document.sections.iter().enumerate() {
            let whole = ludarium_english::Document {
                sections: vec![section.clone()],
                ..ludarium_english::Document::default()
            };
            let text = whole.markdown();
            out.push_str(text.trim_start_matches("# \n"));
            for (_, figure) in self.figures.iter().filter(|(at, _)| *at == index) {
                out.push('\n');
                for picture in &figure.pictures {
                    let name = format!("figure-{}.svg", files.len() + 1);
                    let _ = writeln!(out, "![{}]({folder}{name})", figure.caption.replace(['[', ']'], ""));
                    files.push((name, picture.clone()));
                }
                let _ = writeln!(out, "\n*{}*", figure.caption.replace('*', "\\*"));
            }
        }
        (out, files)
    }
}
