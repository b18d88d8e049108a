//! Changes of text that mend a mistake. Small changes around the place of a problem are tried, and only those are kept
//! after which the whole description has fewer errors: what is suggested has been checked.

use super::examine;
use crate::{Reading, read};
use ludarium_compiler::similar;
use ludarium_ludemes::all;
use ludarium_syntax::cst::{CstKind, CstNode};
use ludarium_syntax::lex::Bracket;
use ludarium_syntax::{Fix, Problem, Selection, Span};

/// So many problems are looked at, with so many changes each; a longer text is not read again and again.
const MOST_PROBLEMS: usize = 4;
const MOST_TRIES: usize = 90;
const LONGEST: usize = 20_000;
/// So many changes are kept.
const MOST_KEPT: usize = 3;

/// Clauses that are often forgotten around what stands in them.
const WRAPPERS: &[(&str, &str)] = &[
    ("(then ", ")"),
    ("(to ", ")"),
    ("(from ", ")"),
    ("(to if:", ")"),
    ("(between if:", ")"),
    ("(apply ", ")"),
    ("(to (apply ", "))"),
    ("(play ", ")"),
    ("(start ", ")"),
    ("(end ", ")"),
    ("(sites {", "})"),
    ("(board ", ")"),
    ("(equipment {", "})"),
    ("(rules ", ")"),
    ("(if ", " (result Mover Win))"),
    ("(result ", ")"),
    ("(or ", ")"),
    ("(not ", ")"),
];

/// Adds to each error the changes that mend it. `selection` is the one the description was read with.
pub fn mend(reading: &Reading, selection: &Selection, problems: &mut [Problem]) {
    if reading.parsed.text.len() > LONGEST {
        return;
    }
    let before = weight(problems);
    let errors = problems.iter_mut().filter(|problem| problem.is_error());
    for problem in errors.take(MOST_PROBLEMS) {
        let mut kept: Vec<(usize, Fix)> = Vec::new();
        for fix in candidates(reading, problem).into_iter().take(MOST_TRIES) {
            let text = fix.apply(&reading.parsed.text);
            let after = weight(&examine(&read(&reading.name, &text, reading.defines(), selection)));
            if after < before && !kept.iter().any(|(_, known)| known.apply(&reading.parsed.text) == text) {
                kept.push((after, fix));
            }
            // Enough changes that leave nothing wrong.
            if kept.iter().filter(|(after, _)| *after == 0).count() >= MOST_KEPT {
                break;
            }
        }
        kept.sort_by_key(|(after, _)| *after);
        problem.fixes = kept.into_iter().take(MOST_KEPT).map(|(_, fix)| fix).collect();
    }
}

/// How wrong a description is: errors first. A text that cannot be read at all may hide more behind its one error.
fn weight(problems: &[Problem]) -> usize {
    let errors = problems.iter().filter(|p| p.is_error());
    errors.map(|p| if p.code < "E03" { 100 } else if p.code < "E05" { 10 } else { 1 }).sum()
}

fn candidates(reading: &Reading, problem: &Problem) -> Vec<Fix> {
    let mut fixes = problem.fixes.clone();
    let parsed = &reading.parsed;
    let text: &str = &parsed.text;
    let span = match problem.origin.last() {
        Some(origin) if problem.span.file != parsed.file => origin.used_at,
        Some(_) | None => problem.span,
    };
    if span.file != parsed.file {
        return fixes;
    }
    comments(text, span, &mut fixes);
    let Some((node, parent)) = around(&parsed.nodes, span) else {
        brackets(text, span, &mut fixes);
        return fixes;
    };
    let at = |node: CstNode| Span::new(parsed.file, node.start, node.end);
    let here = at(parsed.nodes[node]);
    let own = here.of(text);
    words(parsed.nodes[node].kind, here, own, &mut fixes);
    if let Some(parent) = parent {
        siblings(reading, node, parent, &mut fixes);
        labels(reading, here, parent, &mut fixes);
    }
    for (open, close) in WRAPPERS {
        fixes.push(Fix::new(here, format!("{open}{own}{close}"), format!("write `{open}…{close}` around it")));
    }
    match parsed.nodes[node].kind {
        CstKind::Group(Bracket::Curly) => {
            let inner = own.trim_start_matches('{').trim_end_matches('}');
            fixes.push(Fix::new(here, inner, "take the braces away"));
            fixes.push(Fix::new(here, format!("{{{own}}}"), "write another pair of braces around it"));
        }
        CstKind::Group(_) => {
            fixes.insert(0, Fix::new(here, format!("{{{own}}}"), "write braces around it"));
            let end = Span { start: here.end.saturating_sub(1), end: here.end.saturating_sub(1), ..here };
            for more in ["(result Mover Win)", "(sites Empty)", "(to (sites Empty))", "Each", "3"] {
                fixes.push(Fix::new(end, format!(" {more}"), format!("add `{more}`")));
            }
            let start = Span { end: here.start, ..here };
            fixes.push(Fix::new(start, "", ""));
        }
        CstKind::Word | CstKind::Text | CstKind::Colon | CstKind::Param(_) => {
            fixes.push(Fix::new(here, format!("{{{own}}}"), "write braces around it"));
        }
        CstKind::Opener(_) | CstKind::Closer(_) => {}
    }
    brackets(text, span, &mut fixes);
    fixes.push(Fix::new(here, "", "take it away"));
    fixes.retain(|fix| !fix.title.is_empty());
    fixes
}

/// The smallest node that holds a span, and the one around it.
fn around(nodes: &[CstNode], span: Span) -> Option<(usize, Option<usize>)> {
    let holds = |node: &CstNode| node.start <= span.start && node.end >= span.end.max(span.start + 1);
    let mut holders: Vec<usize> = (0..nodes.len()).filter(|&i| holds(&nodes[i])).collect();
    let last = holders.pop()?;
    Some((last, holders.pop()))
}

/// Another word that looks like this one; with and without quotes.
fn words(kind: CstKind, here: Span, own: &str, fixes: &mut Vec<Fix>) {
    let mut write = |word: String| fixes.push(Fix::new(here, word.clone(), format!("write `{word}`")));
    match kind {
        CstKind::Word => {
            let mut known: Vec<&str> = Vec::new();
            for ludeme in all() {
                known.push(ludeme.head);
                known.extend(ludeme.keyword.iter().flat_map(|k| k.split(' ')));
                for param in ludeme.params {
                    known.extend(ludarium_compiler::check::words_of(param.ty));
                    known.extend(param.label);
                }
            }
            known.sort_unstable();
            known.dedup();
            for near in similar(own, known.iter().copied()) {
                write(near.to_string());
            }
            // A keyword written as a head.
            for ludeme in all() {
                let Some(keyword) = ludeme.keyword else { continue };
                let joined = format!("{}{}", ludeme.head, keyword.replace(' ', ""));
                if keyword.eq_ignore_ascii_case(own) || joined.eq_ignore_ascii_case(own) {
                    write(format!("{} {keyword}", ludeme.head));
                }
            }
            write(format!("\"{own}\""));
            write(format!("({})", own.to_lowercase()));
            write(format!("(id {own})"));
        }
        CstKind::Text => {
            write(own.trim_matches('"').to_string());
            write(format!("(sites {own})"));
            write(format!("coord:{own}"));
        }
        CstKind::Group(_) | CstKind::Colon | CstKind::Param(_) | CstKind::Opener(_) | CstKind::Closer(_) => {}
    }
}

/// A neighbour changes places with the node.
fn siblings(reading: &Reading, node: usize, parent: usize, fixes: &mut Vec<Fix>) {
    let parsed = &reading.parsed;
    let text: &str = &parsed.text;
    let children: Vec<usize> = parsed.children(Some(parent as u32)).map(|c| c as usize).collect();
    let Some(index) = children.iter().position(|&c| c == node) else { return };
    for (a, b) in [(index, index + 1), (index.wrapping_sub(1), index)] {
        let (Some(&a), Some(&b)) = (children.get(a), children.get(b)) else { continue };
        let (a, b) = (parsed.nodes[a], parsed.nodes[b]);
        let (Some(first), Some(between), Some(second)) = (
            text.get(a.start as usize..a.end as usize),
            text.get(a.end as usize..b.start as usize),
            text.get(b.start as usize..b.end as usize),
        ) else {
            continue;
        };
        let span = Span::new(parsed.file, a.start, b.end);
        fixes.insert(0, Fix::new(span, format!("{second}{between}{first}"), "change the order"));
    }
}

/// The labels that clauses with this head know.
fn labels(reading: &Reading, here: Span, parent: usize, fixes: &mut Vec<Fix>) {
    let Some(head) = reading.parsed.head(parent as u32) else { return };
    let mut labels: Vec<&str> = Vec::new();
    for ludeme in all().filter(|ludeme| ludeme.head == head) {
        labels.extend(ludeme.params.iter().filter_map(|param| param.label));
    }
    labels.sort_unstable();
    labels.dedup();
    let start = Span { end: here.start, ..here };
    for label in labels {
        fixes.push(Fix::new(start, format!("{label}:"), format!("write `{label}:` before it")));
    }
}

/// Remarks in the style of other languages, on the line of the problem.
fn comments(text: &str, span: Span, fixes: &mut Vec<Fix>) {
    let at = (span.start as usize).min(text.len());
    let Some(before) = text.get(..at) else { return };
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let place = |from: usize, to: usize| Span { start: (start + from) as u32, end: (start + to) as u32, ..span };
    for mark in [";;", ";", "--", "/*", "#", "%"] {
        let Some(found) = line.find(mark) else { continue };
        let rest = line[found + mark.len()..].trim_end_matches("*/");
        fixes.push(Fix::new(place(found, line.len()), format!("//{rest}"), "write remarks behind `//`"));
    }
}

/// A bracket too many or too few at the place.
fn brackets(text: &str, span: Span, fixes: &mut Vec<Fix>) {
    let end = Span { start: span.end, ..span };
    let last = Span { start: text.trim_end().len() as u32, end: text.trim_end().len() as u32, ..span };
    for bracket in [")", "}"] {
        fixes.push(Fix::new(end, bracket, format!("add `{bracket}`")));
        fixes.push(Fix::new(last, bracket, format!("add `{bracket}` at the end")));
    }
    if matches!(span.of(text), ")" | "}") {
        fixes.insert(0, Fix::new(span, "", "take the bracket away"));
    }
}
