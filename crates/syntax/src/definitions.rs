//! Definitions and the options in force: what a name or a marker stands for. Knows where bodies and arguments are
//! written and which parameters they use; refuses to put anything in place.

use crate::cst::{CstKind, Parsed, parse};
use crate::diagnose::{Problem, Sources, report};
use crate::lex::Bracket;
use crate::options::OptionCategory;
use crate::span::{FileId, Span};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Where a definition stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) doc: u32,
    /// The `(define …)` clause and the first node of its body.
    pub(crate) clause: u32,
    pub(crate) body: u32,
    /// How many parameters are replaced: `#1` up to the first number that does not occur.
    pub(crate) params: u8,
    /// Is the body exactly one plain node?
    pub(crate) single: bool,
    /// Does it stand in the body of another definition? Then its parameters were taken for those of that one,
    /// and are gone by the time it is used.
    pub(crate) nested: bool,
}

/// A set of library definitions, cheap to share.
///
/// ```
/// use ludarium_syntax::Defines;
/// let library = Defines::from_texts([("a.def", "(define \"Trio\" (is Line 3))")]);
/// assert!(library.contains("Trio"));
/// assert!(library.problems().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Defines {
    pub(crate) inner: Arc<Library>,
}

#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) files: Vec<(String, Parsed)>,
    /// Positions in `files` and what is defined there.
    pub(crate) by_name: FxHashMap<SmolStr, Definition>,
    problems: Vec<Problem>,
}

impl Defines {
    /// No definitions at all.
    pub fn none() -> Defines {
        Defines::default()
    }
    /// Reads definitions from texts, each with a name to show in problems. A text may hold several. Of two
    /// definitions with one name the first is kept and the second reported.
    pub fn from_texts<N: Into<String>, T: AsRef<str>>(texts: impl IntoIterator<Item = (N, T)>) -> Defines {
        let mut library = Library::default();
        for (i, (name, text)) in texts.into_iter().enumerate() {
            let parsed = parse(FileId(FileId::LIBRARY + i as u32), text.as_ref());
            library.problems.extend(parsed.problems.iter().cloned());
            library.files.push((name.into(), parsed));
            let parsed = &library.files[i].1;
            let none = Choices::none();
            let mut found = Vec::new();
            for node in parsed.children(None) {
                if parsed.head(node) == Some("define") {
                    found.extend(read_definition(
                        parsed,
                        i as u32 + 1,
                        node,
                        parsed,
                        &none,
                        &mut library.problems,
                    ));
                }
            }
            for (name, definition) in found {
                let span = parsed.span(definition.clause).first_byte();
                match library.by_name.entry(name) {
                    Entry::Vacant(free) => {
                        free.insert(definition);
                    }
                    Entry::Occupied(taken) => {
                        let message =
                            format!("{:?} is defined a second time; the first one is used", taken.key());
                        report(&mut library.problems, Problem::warning("E0202", span, message));
                    }
                }
            }
        }
        Defines { inner: Arc::new(library) }
    }
    pub fn contains(&self, name: &str) -> bool {
        self.inner.by_name.contains_key(name)
    }
    pub fn is_empty(&self) -> bool {
        self.inner.by_name.is_empty()
    }
    /// The names of all definitions, sorted.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.inner.by_name.keys().map(SmolStr::as_str).collect();
        names.sort_unstable();
        names
    }
    /// Where a name is defined.
    pub fn definition(&self, name: &str) -> Option<Span> {
        let definition = self.inner.by_name.get(name)?;
        let (_, parsed) = self.inner.files.get(definition.doc as usize - 1)?;
        Some(parsed.span(definition.clause))
    }
    /// What was wrong with the texts.
    pub fn problems(&self) -> &[Problem] {
        &self.inner.problems
    }
    /// Adds the texts to a set of sources, so that problems can show them.
    pub fn add_to(&self, sources: &mut Sources) {
        for (name, parsed) in &self.inner.files {
            sources.add(parsed.file, name.clone(), parsed.text.clone());
        }
    }
}

/// The options in force.
pub(crate) struct Choices<'a> {
    pub(crate) categories: &'a [OptionCategory],
    /// For `Tag:argument` and for `Tag` the category, its chosen item, and the node `<…>` that replaces the marker.
    markers: FxHashMap<SmolStr, (usize, usize, u32)>,
}

impl<'a> Choices<'a> {
    pub(crate) fn none() -> Choices<'static> {
        Choices { categories: &[], markers: FxHashMap::default() }
    }
    pub(crate) fn new(categories: &'a [OptionCategory], chosen: &[Option<usize>]) -> Choices<'a> {
        let mut markers = FxHashMap::default();
        for (c, (category, &chosen)) in categories.iter().zip(chosen).enumerate() {
            let Some((i, item)) = chosen.and_then(|i| Some((i, category.items.get(i)?))) else { continue };
            // Of two categories with one tag, the first eats the markers.
            for (arg, &node) in category.args.iter().zip(&item.arg_nodes) {
                markers.entry(format!("{}:{arg}", category.tag).into()).or_insert((c, i, node));
            }
            if let Some(&node) = item.arg_nodes.first() {
                markers.entry(category.tag.clone()).or_insert((c, i, node));
            }
        }
        Choices { categories, markers }
    }
    /// What replaces a marker, given as written, with its angle brackets.
    pub(crate) fn argument(&self, slice: &str) -> Option<(usize, usize, u32)> {
        let inside = slice.strip_prefix('<')?.strip_suffix('>')?;
        self.markers.get(inside).copied()
    }
}

/// Splits what stands in a marker into tag and argument; `None` if it is no marker.
pub(crate) fn marker(slice: &str) -> Option<(&str, Option<&str>)> {
    let inside = slice.strip_prefix('<')?.strip_suffix('>')?;
    let name = |s: &str| {
        !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
    };
    match inside.split_once(':') {
        Some((tag, arg)) => (name(tag) && name(arg)).then_some((tag, Some(arg))),
        None => name(inside).then_some((inside, None)),
    }
}

/// Reads `(define "Name" body…)`.
pub(crate) fn read_definition(
    parsed: &Parsed,
    doc: u32,
    clause: u32,
    game: &Parsed,
    choices: &Choices,
    problems: &mut Vec<Problem>,
) -> Option<(SmolStr, Definition)> {
    let mut inside = parsed.children(Some(clause)).skip(1);
    let first = inside.next();
    let Some(name) = first.filter(|&n| parsed.nodes[n as usize].kind == CstKind::Text) else {
        // What stands where the name should be is the likelier place.
        let (span, message) = match first {
            Some(other) => (parsed.span(other), "the name of a define stands first, in quotes"),
            None => (parsed.span(clause), "this define has no name"),
        };
        report(problems, Problem::error("E0201", span, message).wanted("(define \"Name\" …)"));
        return None;
    };
    let body = parsed.nodes[name as usize].after;
    let end = parsed.nodes[clause as usize].after;
    if body >= end {
        let message = format!("the definition of {:?} is empty", parsed.inner(name));
        problems
            .push(Problem::warning("E0229", parsed.span(name), message).wanted("what stands for the name"));
    }
    let mut used = [false; 10];
    used[0] = true;
    mark_params(parsed, body, end, game, choices, &mut used);
    let params = used.iter().position(|u| !u).unwrap_or(10) as u8 - 1;
    let single = body < end && parsed.nodes[body as usize].after == end && {
        match parsed.nodes[body as usize].kind {
            CstKind::Group(Bracket::Angle)
            | CstKind::Param(_)
            | CstKind::Colon
            | CstKind::Opener(_)
            | CstKind::Closer(_) => false,
            CstKind::Group(Bracket::Round | Bracket::Curly | Bracket::Square)
            | CstKind::Word
            | CstKind::Text => true,
        }
    };
    Some((parsed.inner(name).into(), Definition { doc, clause, body, params, single, nested: false }))
}

/// Notes which parameters occur among the nodes from `from` to `to`, option arguments included.
fn mark_params(parsed: &Parsed, from: u32, to: u32, game: &Parsed, choices: &Choices, used: &mut [bool; 10]) {
    for id in from..to {
        let node = parsed.nodes[id as usize];
        match node.kind {
            CstKind::Param(n) => used[n as usize] = true,
            CstKind::Text if node.special => {
                let bytes = parsed.slice(id).as_bytes();
                for pair in bytes.windows(2) {
                    if pair[0] == b'#' && pair[1].is_ascii_digit() {
                        used[(pair[1] - b'0') as usize] = true;
                    }
                }
            }
            CstKind::Group(Bracket::Angle) => {
                if let Some((_, _, argument)) = choices.argument(parsed.slice(id)) {
                    let after = game.nodes[argument as usize].after;
                    // An argument cannot hold markers, so this goes one level deep.
                    let none = Choices::none();
                    mark_params(game, argument + 1, after, game, &none, used);
                }
            }
            CstKind::Group(Bracket::Round | Bracket::Curly | Bracket::Square)
            | CstKind::Word
            | CstKind::Text
            | CstKind::Colon
            | CstKind::Opener(_)
            | CstKind::Closer(_) => {}
        }
    }
}
