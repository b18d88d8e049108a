//! A rulebook as a page of HTML that needs nothing else: two columns, made for the screen and for paper. Pointing at a
//! sentence shows the ludemes that it puts into words.

use crate::{Cutouts, Figure, Rulebook};
use ludarium_english::Sentence;
use std::fmt::Write;

/// How a rulebook looks inside another page.
pub const PAGE_STYLE: &str = "\
.rulebook{columns:2;column-gap:2.2em}
.rulebook h2{font-size:1.1em;margin:1.2em 0 .4em;break-after:avoid}
.rulebook p{margin:.4em 0}.rulebook ul{margin:.2em 0 .5em;padding-left:1.2em}.rulebook li{margin:.15em 0}
.rulebook figure{margin:.8em 0;break-inside:avoid;text-align:center}
.rulebook figure svg{width:46%;height:auto;max-height:17em}.rulebook figure.one svg{width:78%}
.rulebook figcaption{font-size:.85em;opacity:.8;text-align:left}
.rulebook .like{border-left:3px solid #999;padding-left:1em}
.rulebook span[title]:hover{background:#fff3c4;color:#222}
@media(max-width:46em){.rulebook{columns:1}}
@media print{.rulebook span[title]:hover{background:none}}
";

/// How a page of its own looks besides.
const STYLE: &str = "\
body{font:15px/1.45 Georgia,serif;margin:2em auto;max-width:62em;padding:0 1.5em;color:#222;background:#fff}
h1,h2{font-family:system-ui,sans-serif}
.cut{break-before:page;text-align:center}.cut svg{margin:2px}
@media print{body{margin:0;max-width:none;font-size:10.5pt}}
";

impl Rulebook {
    /// A whole page; `cutouts` adds the board and the pieces to cut out.
    pub fn html(&self, cutouts: bool) -> String {
        let title = escape(&self.document.title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}: rulebook</title>\n<style>\n{STYLE}{PAGE_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<main class=\"rulebook\">\n"
        );
        out.push_str(&self.body());
        out.push_str("</main>\n");
        if let (true, Some(cut)) = (cutouts, &self.cutouts) {
            out.push_str(&cut_html(cut));
        }
        out.push_str("</body>\n</html>\n");
        out
    }

    /// The sections with their pictures, without a page around them.
    pub fn body(&self) -> String {
        let mut out = String::new();
        if let Some(like) = &self.like {
            let _ = write!(
                out,
                "<section class=\"like\">\n<h2>Like {}, except</h2>\n<ul>\n",
                escape(&like.title)
            );
            for line in &like.except {
                let _ = writeln!(out, "<li>{}</li>", escape(line));
            }
            for line in &like.without {
                let _ = writeln!(out, "<li><s>{}</s></li>", escape(line));
            }
            out.push_str("</ul>\n</section>\n");
        }
        for (index, section) in self.document.sections.iter().enumerate() {
            out.push_str("<section>\n");
            if !section.heading.is_empty() {
                let _ = writeln!(out, "<h2>{}</h2>", escape(&section.heading));
            }
            self.sentences(&section.sentences, false, &mut out);
            for (_, figure) in self.figures.iter().filter(|(at, _)| *at == index) {
                figure_html(figure, &mut out);
            }
            out.push_str("</section>\n");
        }
        out
    }

    fn sentences(&self, sentences: &[Sentence], listed: bool, out: &mut String) {
        let mut open = false;
        for sentence in sentences {
            if listed {
                out.push_str("<li>");
            } else if open {
                out.push(' ');
            } else {
                out.push_str("<p>");
                open = true;
            }
            let text = escape(&sentence.text);
            match sentence.at.first().and_then(|place| self.clauses.get(&place.node)) {
                Some(clause) => {
                    let _ = write!(out, "<span title=\"{}\">{text}</span>", escape(clause));
                }
                None => out.push_str(&text),
            }
            if !sentence.list.is_empty() || !sentence.more.is_empty() {
                if open {
                    out.push_str("</p>");
                    open = false;
                }
                if !sentence.list.is_empty() {
                    out.push_str("\n<ul>\n");
                    self.sentences(&sentence.list, true, out);
                    out.push_str("</ul>\n");
                }
                self.sentences(&sentence.more, false, out);
            }
            if listed {
                out.push_str("</li>\n");
            }
        }
        if open {
            out.push_str("</p>\n");
        }
    }
}

fn figure_html(figure: &Figure, out: &mut String) {
    out.push_str(if figure.pictures.len() == 1 { "<figure class=\"one\">\n" } else { "<figure>\n" });
    for picture in &figure.pictures {
        out.push_str(picture);
        out.push('\n');
    }
    let _ = writeln!(out, "<figcaption>{}</figcaption>\n</figure>", escape(&figure.caption));
}

fn cut_html(cut: &Cutouts) -> String {
    let mut out = format!("<div class=\"cut\">\n{}\n</div>\n<div class=\"cut\">\n", cut.board);
    for (piece, count) in &cut.pieces {
        for _ in 0..*count {
            out.push_str(piece);
        }
        out.push('\n');
    }
    out.push_str("</div>\n");
    out
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
