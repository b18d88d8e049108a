//! Changes that an editor offers at a place: mend a problem, give a clause a name, put a definition's body in place of
//! its use, let players choose a number.

use crate::Document;
use crate::diagnostics::{Found, diagnostics};
use crate::hover::define_text;
use crate::names::{NameKind, names};
use lsp_types::{CodeActionKind, Diagnostic, Range, TextEdit};
use ludarium_play::mend;
use ludarium_syntax::cst::CstKind;
use ludarium_syntax::lex::Bracket;
use ludarium_syntax::{FileId, Problem, Selection, parse};

/// A change with its title.
pub struct Action {
    pub title: String,
    pub kind: CodeActionKind,
    pub edits: Vec<TextEdit>,
    /// The problem it mends.
    pub mends: Option<Diagnostic>,
    /// Whether it is the likeliest way to mend it.
    pub first: bool,
}

/// The changes that make sense for a part of the text. `only` names the kinds that are asked for; none means all.
pub fn actions(document: &Document, range: Range, only: &[CodeActionKind]) -> Vec<Action> {
    let (from, to) = (document.offset(range.start), document.offset(range.end));
    let is_wanted = |kind: &CodeActionKind| {
        let inside = |outer: &CodeActionKind| {
            let rest = kind.as_str().strip_prefix(outer.as_str());
            rest.is_some_and(|rest| {
                outer == &CodeActionKind::EMPTY || rest.is_empty() || rest.starts_with('.')
            })
        };
        only.is_empty() || only.iter().any(inside)
    };
    // Mending takes longer than everything else.
    let mut found = if is_wanted(&CodeActionKind::QUICKFIX) { fixes(document, range) } else { Vec::new() };
    found.extend(extract(document, from, to));
    found.extend(inline(document, from));
    found.extend(option(document, from));
    found.retain(|action| is_wanted(&action.kind));
    found
}

fn edit(document: &Document, start: u32, end: u32, new_text: impl Into<String>) -> TextEdit {
    TextEdit { range: document.range(start, end), new_text: new_text.into() }
}

/// Changes that mend the problems of a place. They are looked for only here: that takes longer than finding problems.
fn fixes(document: &Document, range: Range) -> Vec<Action> {
    let here = |found: &Found| {
        found.diagnostic.range.start <= range.end && range.start <= found.diagnostic.range.end
    };
    let (at, elsewhere): (Vec<Found>, Vec<Found>) = diagnostics(document).into_iter().partition(here);
    // Mending begins at the front of the list.
    let mut problems: Vec<Problem> = at.iter().chain(&elsewhere).map(|found| found.problem.clone()).collect();
    if !at.is_empty() && !document.only_defines() {
        mend(document.reading(), &Selection::default(), at.len(), &mut problems);
    }
    let mut actions = Vec::new();
    for (found, problem) in at.iter().zip(&problems) {
        for (i, fix) in problem.fixes.iter().enumerate() {
            actions.push(Action {
                title: fix.title.clone(),
                kind: CodeActionKind::QUICKFIX,
                edits: vec![edit(document, fix.span.start, fix.span.end, fix.replacement.clone())],
                mends: Some(found.diagnostic.clone()),
                first: i == 0,
            });
        }
    }
    actions
}

/// The clause that a selection covers, or that a cursor's bracket begins.
fn selected(document: &Document, from: u32, to: u32) -> Option<u32> {
    let path = document.path(from);
    let covers = |&&id: &&u32| {
        let node = document.parsed.nodes[id as usize];
        matches!(node.kind, CstKind::Group(Bracket::Round | Bracket::Curly)) && node.end >= to
    };
    path.iter().rev().find(covers).copied()
}

/// Gives a clause a name: a definition before the form it stands in, and a use wherever the same clause is written.
fn extract(document: &Document, from: u32, to: u32) -> Option<Action> {
    let parsed = &document.parsed;
    let clause = selected(document, from, to)?;
    let root = *document.path(from).first()?;
    let body = parsed.slice(clause);
    let head = parsed.head(clause).unwrap_or("");
    if clause == root || matches!(head, "define" | "option" | "item" | "ruleset" | "rulesets") {
        return None;
    }
    // Of options and rulesets only what they put into the game can be a definition.
    let is_option = matches!(parsed.head(root), Some("option" | "rulesets"));
    if is_option && !in_marker(document, parsed.nodes[clause as usize].start) {
        return None;
    }
    let own = document.own_defines();
    let base = format!("My{}{}", head.get(..1).unwrap_or("").to_uppercase(), head.get(1..).unwrap_or("Part"));
    let base: String = base.chars().filter(char::is_ascii_alphanumeric).collect();
    let taken = |name: &str| own.contains_key(name) || document.defines().contains(name);
    let name = (1..).map(|n| if n == 1 { base.clone() } else { format!("{base}{n}") }).find(|n| !taken(n))?;
    // Parameters of the definition around it are handed on, in the order of their numbers.
    let mut params: Vec<u8> =
        body.as_bytes().windows(2).filter(|p| p[0] == b'#' && p[1].is_ascii_digit()).map(|p| p[1]).collect();
    params.sort_unstable();
    params.dedup();
    let mut new_body = body.to_owned();
    let mut call = format!("(\"{name}\"");
    for (i, &number) in params.iter().enumerate() {
        let old = format!("#{}", char::from(number));
        call.push_str(&format!(" {old}"));
        new_body = new_body.replace(&old, &format!("#\u{1}{}", i + 1));
    }
    call.push(')');
    let new_body = new_body.replace('\u{1}', "");
    let mut edits = vec![{
        let start = parsed.nodes[root as usize].start;
        edit(document, start, start, format!("(define \"{name}\"\n    {new_body}\n)\n\n"))
    }];
    let mut after = 0;
    for (i, node) in parsed.nodes.iter().enumerate() {
        let id = i as u32;
        let same = matches!(node.kind, CstKind::Group(_)) && parsed.slice(id) == body && node.start >= after;
        let here = id == clause || params.is_empty() && same && !in_other(document, id);
        if here {
            edits.push(edit(document, node.start, node.end, call.clone()));
            after = node.end;
        }
    }
    let title = format!("Extract to the define \"{name}\"");
    Some(Action { title, kind: CodeActionKind::REFACTOR_EXTRACT, edits, mends: None, first: false })
}

/// Inside `<…>`, the argument of an option.
fn in_marker(document: &Document, offset: u32) -> bool {
    let is_marker = |&id: &u32| document.parsed.nodes[id as usize].kind == CstKind::Group(Bracket::Angle);
    document.path(offset).iter().any(is_marker)
}

/// Options and rulesets are read before definitions are worked out.
fn in_other(document: &Document, node: u32) -> bool {
    let path = document.path(document.parsed.nodes[node as usize].start);
    path.first()
        .is_some_and(|&root| matches!(document.parsed.head(root), Some("option" | "rulesets" | "metadata")))
}

/// Puts the body of a definition where it is used.
fn inline(document: &Document, offset: u32) -> Option<Action> {
    let parsed = &document.parsed;
    let names = names(document);
    let (kind, name, mention) = names.at(offset)?;
    if kind != NameKind::Define || mention.declares {
        return None;
    }
    let define = define_text(document, name)?;
    let inner = parse(FileId(0), &define.clause);
    let clause = inner.children(None).next()?;
    let mut inside = inner.children(Some(clause)).skip(2);
    let first = inside.next()?;
    let last = inside.last().unwrap_or(first);
    let body = inner
        .text
        .get(inner.nodes[first as usize].start as usize..inner.nodes[last as usize].end as usize)?
        .to_owned();
    // The use: a bracket that begins with the name, or the name alone.
    let path = document.path(mention.start);
    let call =
        document.clause_around(&path).filter(|&c| parsed.children(Some(c)).next() == Some(mention.node));
    let arguments = call.map(|call| document.arguments_of(call)).unwrap_or_default();
    // All at once: an argument may itself speak of the parameters of the definition around it.
    let mut parts = body.split('#');
    let mut filled = parts.next().unwrap_or("").to_owned();
    for part in parts {
        match part.chars().next().and_then(|c| c.to_digit(10)).filter(|n| *n > 0) {
            Some(number) => {
                let given = arguments.get(number as usize - 1).copied().filter(|a| *a != "~");
                filled += given.unwrap_or("");
                filled += part.get(1..).unwrap_or("");
            }
            None => {
                filled.push('#');
                filled += part;
            }
        }
    }
    let body = filled;
    let at = parsed.nodes[call.unwrap_or(mention.node) as usize];
    // An argument of an option cannot hold the marker of another.
    if body.contains('<') && in_marker(document, at.start) {
        return None;
    }
    let edits = vec![edit(document, at.start, at.end, body)];
    Some(Action {
        title: format!("Inline \"{name}\""),
        kind: CodeActionKind::REFACTOR_INLINE,
        edits,
        mends: None,
        first: false,
    })
}

/// Lets players choose a number: a marker where it stands, and an option with two items.
fn option(document: &Document, offset: u32) -> Option<Action> {
    let parsed = &document.parsed;
    let path = document.path(offset);
    let (&word, around) = path.split_last()?;
    let root = *path.first()?;
    let number: i64 = parsed.slice(word).parse().ok()?;
    if parsed.nodes[word as usize].kind != CstKind::Word
        || !matches!(parsed.head(root), Some("game" | "define"))
    {
        return None;
    }
    let clause = document.clause_around(around)?;
    let head = parsed.head(clause).filter(|head| head.chars().all(char::is_alphanumeric)).unwrap_or("number");
    let base = format!("{}{}", head.get(..1)?.to_uppercase(), head.get(1..)?);
    let taken = |tag: &str| parsed.text.contains(&format!("<{tag}"));
    let tag = (1..).map(|n| if n == 1 { base.clone() } else { format!("{base}{n}") }).find(|t| !taken(t))?;
    let node = parsed.nodes[word as usize];
    let after = parsed.nodes[root as usize].end;
    let last = parsed
        .children(None)
        .filter(|&r| parsed.head(r) == Some("game"))
        .last()
        .map_or(after, |r| parsed.nodes[r as usize].end);
    let option = format!(
        "\n\n(option \"{tag}\" <{tag}> args:{{<number>}} {{\n    (item \"{number}\" <{number}> \"As written.\")*\n    (item \"{other}\" <{other}> \"One more.\")\n}})",
        other = number + 1
    );
    let edits = vec![
        edit(document, node.start, node.end, format!("<{tag}:number>")),
        edit(document, last, last, option),
    ];
    Some(Action {
        title: format!("Turn {number} into an option"),
        kind: CodeActionKind::REFACTOR_REWRITE,
        edits,
        mends: None,
        first: false,
    })
}
