//! What is wrong with a text, for an editor. The problems come from reading and from building the game; here each gets
//! its place in this text (or in a definition of the library, as a second place) and its words in one message.

use crate::Document;
use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Position, Range};
use ludarium_play::examine;
use ludarium_syntax::{Problem, Severity, Span};

/// A place that explains a diagnostic.
pub struct Related {
    /// The file of the library it is in; `None` for the text itself.
    pub library: Option<String>,
    pub range: Range,
    pub words: String,
}

/// A diagnostic whose second places are not addresses yet: who asks knows where files lie.
pub struct Found {
    pub diagnostic: Diagnostic,
    pub related: Vec<Related>,
    pub problem: Problem,
}

/// Everything that is wrong with a text, in its order.
pub fn diagnostics(document: &Document) -> Vec<Found> {
    let problems: Vec<Problem> =
        if document.only_defines() { document.parsed.problems.clone() } else { examine(document.reading()) };
    let mut found: Vec<Found> = problems.into_iter().map(|problem| place(document, problem)).collect();
    found.sort_by_key(|f| (f.diagnostic.range.start, f.diagnostic.range.end));
    found
}

fn place(document: &Document, problem: Problem) -> Found {
    let own = |span: Span| span.file == document.parsed.file;
    // What is wrong inside a definition of the library is shown where this text uses it.
    let shown = std::iter::once(problem.span)
        .chain(problem.origin.iter().map(|origin| origin.used_at))
        .find(|&span| own(span));
    let mut related = Vec::new();
    if shown != Some(problem.span) {
        related.extend(second(document, problem.span, "the text that does not fit".to_owned()));
    }
    for (span, words) in &problem.labels {
        related.extend(second(document, *span, words.clone()));
    }
    for origin in &problem.origin {
        let name = &origin.name;
        related.extend(second(document, origin.used_at, format!("\"{name}\" is used here")));
        related.extend(second(document, origin.defined_at, format!("\"{name}\" is defined here")));
    }
    let mut message = problem.message.clone();
    for (what, words) in [("wanted", &problem.wanted), ("help", &problem.help)] {
        if let Some(words) = words {
            message += &format!("\n{what}: {words}");
        }
    }
    let range = shown.map_or(Range::default(), |span| visible(document, span));
    let diagnostic = Diagnostic {
        range,
        severity: Some(match problem.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(problem.code.to_owned())),
        source: Some("ludarium".to_owned()),
        message,
        ..Diagnostic::default()
    };
    Found { diagnostic, related, problem }
}

/// An empty place would not be seen.
fn visible(document: &Document, span: Span) -> Range {
    let range = document.span_range(span);
    if range.start != range.end {
        return range;
    }
    Range { end: Position { character: range.start.character + 1, ..range.start }, ..range }
}

fn second(document: &Document, span: Span, words: String) -> Option<Related> {
    if span.file == document.parsed.file {
        return Some(Related { library: None, range: document.span_range(span), words });
    }
    let sources = document.reading().sources();
    let source = sources.get(span.file)?;
    let range = crate::lines::Lines::new(&source.text).range(&source.text, span.start, span.end);
    Some(Related { library: Some(source.name.clone()), range, words })
}
