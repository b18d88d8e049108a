//! The shape of a text: its parts as a list, what can be folded, what a selection grows to. Read off brackets and heads.

use crate::Document;
use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, Position, Range, SelectionRange, SymbolKind, TextEdit,
};
use ludarium_syntax::cst::CstKind;
use ludarium_syntax::lex::TokenKind;

/// The parts that an outline lists, with the kind an editor draws them as.
fn listed(head: &str) -> Option<SymbolKind> {
    Some(match head {
        "game" | "match" => SymbolKind::CLASS,
        "define" => SymbolKind::FUNCTION,
        "players" | "equipment" | "rules" | "metadata" | "info" | "graphics" | "ai" => SymbolKind::NAMESPACE,
        "start" | "play" | "end" | "meta" | "phase" => SymbolKind::METHOD,
        "board" | "boardless" | "mancalaBoard" | "surakartaBoard" => SymbolKind::STRUCT,
        "piece" | "tile" | "card" | "dice" | "domino" | "hand" | "deck" => SymbolKind::FIELD,
        "regions" | "track" | "map" => SymbolKind::VARIABLE,
        "option" => SymbolKind::ENUM,
        "item" => SymbolKind::ENUM_MEMBER,
        "rulesets" => SymbolKind::PACKAGE,
        "ruleset" => SymbolKind::OBJECT,
        _ => return None,
    })
}

/// The parts of a text, each with the parts inside it.
pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let parsed = &document.parsed;
    let mut roots: Vec<DocumentSymbol> = Vec::new();
    // The parts that are still open, with the node after them.
    let mut open: Vec<(u32, DocumentSymbol)> = Vec::new();
    let close = |open: &mut Vec<(u32, DocumentSymbol)>, roots: &mut Vec<DocumentSymbol>, id: u32| {
        while open.last().is_some_and(|(after, _)| *after <= id) {
            let Some((_, done)) = open.pop() else { return };
            match open.last_mut() {
                Some((_, outer)) => outer.children.get_or_insert_default().push(done),
                None => roots.push(done),
            }
        }
    };
    for id in 0..parsed.nodes.len() as u32 {
        close(&mut open, &mut roots, id);
        let Some(head) = parsed.head(id) else { continue };
        let Some(kind) = listed(head) else { continue };
        let name = parsed
            .children(Some(id))
            .skip(1)
            .take(2)
            .find(|&c| parsed.nodes[c as usize].kind == CstKind::Text);
        let range = document.range_of(id);
        #[allow(deprecated)] // the field must be named to make one
        let symbol = DocumentSymbol {
            name: name.map_or(head.to_owned(), |n| parsed.inner(n).to_owned()),
            detail: name.map(|_| head.to_owned()),
            kind,
            tags: None,
            deprecated: None,
            range,
            selection_range: document.range_of(name.unwrap_or(id + 1)),
            children: None,
        };
        open.push((parsed.nodes[id as usize].after, symbol));
    }
    close(&mut open, &mut roots, u32::MAX);
    roots
}

/// Brackets over several lines, and comments that follow each other.
pub fn folds(document: &Document) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let line = |offset: u32| document.lines.line(offset);
    for node in &document.parsed.nodes {
        if matches!(node.kind, CstKind::Group(_)) && line(node.start) < line(node.end) {
            let (start_line, end_line) = (line(node.start), line(node.end));
            folds.push(FoldingRange {
                start_line,
                end_line: end_line.max(start_line + 1) - 1,
                ..FoldingRange::default()
            });
        }
    }
    let mut block: Option<(u32, u32)> = None;
    let keep = |block: Option<(u32, u32)>, folds: &mut Vec<FoldingRange>| {
        if let Some((start_line, end_line)) = block.filter(|(a, b)| a < b) {
            let kind = Some(FoldingRangeKind::Comment);
            folds.push(FoldingRange { start_line, end_line, kind, ..FoldingRange::default() });
        }
    };
    for token in &document.parsed.tokens {
        match token.kind {
            TokenKind::Comment => {
                let here = line(token.start);
                block = match block {
                    Some((first, last)) if last + 1 == here => Some((first, here)),
                    other => {
                        keep(other, &mut folds);
                        Some((here, here))
                    }
                };
            }
            TokenKind::Space => {}
            TokenKind::Open(_) | TokenKind::Close(_) | TokenKind::Word | TokenKind::Text { .. } => {}
            TokenKind::Colon | TokenKind::Param | TokenKind::Odd => {}
        }
    }
    keep(block, &mut folds);
    folds.retain(|fold| fold.start_line < fold.end_line);
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds
}

/// What a selection at a position grows to, step by step.
pub fn selection(document: &Document, position: Position) -> SelectionRange {
    let whole = document.range(0, document.text.len() as u32);
    let mut at = SelectionRange { range: whole, parent: None };
    for id in document.path(document.offset(position)) {
        let range = document.range_of(id);
        if range != at.range {
            at = SelectionRange { range, parent: Some(Box::new(at)) };
        }
    }
    at
}

/// The change that lays the text out; nothing where it is laid out already.
pub fn format(document: &Document) -> Vec<TextEdit> {
    let new_text = ludarium_syntax::format(&document.text);
    if new_text == *document.text {
        return Vec::new();
    }
    let range = Range {
        start: Position::default(),
        end: document.lines.position(&document.text, document.text.len() as u32),
    };
    vec![TextEdit { range, new_text }]
}
