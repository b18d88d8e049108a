//! Words that an editor shows inside the text without being part of it: which parameter a bare argument is, how many
//! members a range has, what random play shows. And the lines above clauses that can be clicked.

use crate::Document;
use crate::figures::Figures;
use crate::hover::param_of;
use lsp_types::{CodeLens, Command, InlayHint, InlayHintKind, InlayHintLabel, Range};
use ludarium_syntax::cst::CstKind;
use ludarium_syntax::lex::Bracket;
use serde_json::json;

/// The hints between two positions. `figures` are those of the game, where they are known.
pub fn hints(document: &Document, range: Range, figures: Option<&Figures>) -> Vec<InlayHint> {
    let (from, to) = (document.offset(range.start), document.offset(range.end));
    let mut hints = Vec::new();
    let parsed = &document.parsed;
    for (i, node) in parsed.nodes.iter().enumerate() {
        if node.end < from || node.start > to {
            continue;
        }
        let id = i as u32;
        match node.kind {
            CstKind::Word => hints.extend(parameter_hint(document, id)),
            CstKind::Group(Bracket::Curly) => hints.extend(count_hint(document, id)),
            CstKind::Group(Bracket::Round) if parsed.head(id) == Some("game") => {
                if let (Some(words), Some(name)) =
                    (figures.and_then(Figures::words), parsed.children(Some(id)).nth(1))
                {
                    hints.push(hint(document, parsed.nodes[name as usize].end, format!("  {words}"), None));
                }
            }
            CstKind::Group(_) | CstKind::Text | CstKind::Colon | CstKind::Param(_) => {}
            CstKind::Opener(_) | CstKind::Closer(_) => {}
        }
    }
    hints
}

fn hint(document: &Document, offset: u32, label: String, kind: Option<InlayHintKind>) -> InlayHint {
    InlayHint {
        position: document.lines.position(&document.text, offset),
        label: InlayHintLabel::String(label),
        kind,
        text_edits: None,
        tooltip: None,
        padding_left: Some(kind.is_none()),
        padding_right: Some(kind.is_some()),
        data: None,
    }
}

/// The name of the parameter before a bare number or truth value.
fn parameter_hint(document: &Document, word: u32) -> Option<InlayHint> {
    let slice = document.parsed.slice(word);
    let bare =
        slice.starts_with(|c: char| c.is_ascii_digit() || c == '-') || matches!(slice, "True" | "False");
    if !bare {
        return None;
    }
    let (entry, param) = param_of(document, word)?;
    // In a list, or beside nothing else, the name says nothing new.
    if param.label.is_some() || param.array > 0 || entry.params.len() < 2 {
        return None;
    }
    let start = document.parsed.nodes[word as usize].start;
    // Of the items of an option only the chosen one is worked out: a name at one of them would puzzle.
    let path = document.path(start);
    if path.iter().any(|&id| document.parsed.nodes[id as usize].kind == CstKind::Group(Bracket::Angle)) {
        return None;
    }
    Some(hint(document, start, format!("{}:", param.name), Some(InlayHintKind::PARAMETER)))
}

/// How many members a list has whose ranges were written out.
fn count_hint(document: &Document, set: u32) -> Option<InlayHint> {
    let written = document.parsed.children(Some(set)).count();
    let &(part, node) = document.expanded(set).first()?;
    let members = document.tree(part)?.node(node).children.len();
    if members == written || !document.parsed.slice(set).contains("..") {
        return None;
    }
    let end = document.parsed.nodes[set as usize].end;
    Some(hint(document, end, format!("= {members}"), None))
}

/// What can be clicked above clauses: to play the game, to play it with an option or a ruleset.
pub fn lenses(document: &Document, uri: &str) -> Vec<CodeLens> {
    let parsed = &document.parsed;
    let mut lenses = Vec::new();
    let mut lens = |node: u32, title: &str, command: &str, more: serde_json::Value| {
        let arguments = Some(vec![json!(uri), more]);
        let command = Command { title: title.to_owned(), command: command.to_owned(), arguments };
        lenses.push(CodeLens { range: document.range_of(node), command: Some(command), data: None });
    };
    let reading = document.reading();
    for id in 0..parsed.nodes.len() as u32 {
        match parsed.head(id) {
            Some("game" | "match") => {
                lens(id, "Play this game", "ludarium.play", json!({}));
                lens(id, "Open in the portal", "ludarium.portal", json!({}));
            }
            Some("ruleset") => {
                let start = parsed.nodes[id as usize];
                let name = parsed.children(Some(id)).nth(1).map(|n| parsed.inner(n).to_owned());
                if let Some(name) = name.filter(|_| start.end > start.start) {
                    lens(id, "Play from here", "ludarium.play", json!({ "ruleset": name }));
                }
            }
            Some("item") => {
                let Some(name) = parsed.children(Some(id)).nth(1).map(|n| parsed.inner(n)) else { continue };
                let path = document.path(parsed.nodes[id as usize].start);
                let option = path.iter().rev().find(|&&p| parsed.head(p) == Some("option"));
                let Some(title) = option.and_then(|&o| parsed.children(Some(o)).nth(1)) else { continue };
                let path = format!("{}/{name}", parsed.inner(title));
                let known =
                    |c: &ludarium_syntax::OptionCategory| (0..c.items.len()).any(|i| c.path(i) == path);
                if reading.expanded.options.iter().any(known) {
                    lens(id, "Play from here", "ludarium.play", json!({ "option": path }));
                }
            }
            Some(_) | None => {}
        }
    }
    lenses
}
