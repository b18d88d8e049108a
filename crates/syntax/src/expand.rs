//! Expansion: defines, options, rulesets, ranges and the conditions of the metadata are worked out, on the tree of
//! the text, never on the text itself. Every node of the result knows where it is written and through which
//! definitions it came. This module knows what a whole description consists of; `definitions` knows what names stand
//! for, `walk` puts it in place, `build` joins the pieces.

use crate::build::Builder;
use crate::cst::{CstKind, Parsed};
use crate::definitions::{Choices, Defines, Definition, read_definition};
use crate::diagnose::{Problem, report};
use crate::lex::Bracket;
use crate::options::{
    Chosen, OptionCategory, Paths, Ruleset, Selection, choose, read_category, read_rulesets,
};
use crate::span::Span;
use crate::tree::Tree;
use crate::walk::{Env, Walk};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

/// The longest text that is read.
pub const SOURCE_BYTES: usize = 1 << 20;

/// How much a description may grow while it is expanded. No public game comes near.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the source text.
    pub source: usize,
    /// Nesting of brackets, and of definitions inside definitions.
    pub depth: usize,
    /// Uses of definitions and option markers.
    pub steps: usize,
    /// Bytes of the expanded description.
    pub bytes: usize,
    /// Nodes of the expanded tree.
    pub nodes: usize,
    /// Members of one range.
    pub range: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            source: SOURCE_BYTES,
            depth: 256,
            steps: 20_000,
            bytes: 8 << 20,
            nodes: 1_000_000,
            range: 1000,
        }
    }
}

/// A description with nothing left to work out.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The game: normally one root, `(game …)` or `(match …)`.
    pub game: Tree,
    /// `(metadata …)`, without the parts whose conditions do not hold.
    pub metadata: Option<Tree>,
    /// What could be chosen, in the order of the text.
    pub options: Vec<OptionCategory>,
    pub rulesets: Vec<Ruleset>,
    /// What was chosen.
    pub chosen: Chosen,
    /// Everything wrong with text and selection, in the order it was met; those of parsing come first.
    pub problems: Vec<Problem>,
    /// How much of the limits was used.
    pub spent: Spent,
}

/// How much work an expansion was, in the units of [`Limits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    pub steps: usize,
    /// The deepest nesting of definitions.
    pub depth: usize,
    pub nodes: usize,
}

/// Problems of reading after which the tree is guesswork.
const LOST: [&str; 5] = ["E0102", "E0103", "E0104", "E0105", "E0108"];

/// Expands a description: chooses options, replaces defines, unrolls ranges and separates the metadata.
/// Never fails; look at [`Expanded::problems`].
pub fn expand(parsed: &Parsed, library: &Defines, selection: &Selection, limits: &Limits) -> Expanded {
    let mut problems = parsed.problems.clone();
    if parsed.text.len() > limits.source {
        let span = Span::new(parsed.file, 0, 0);
        report(
            &mut problems,
            Problem::error("E0109", span, format!("the text has {} bytes", parsed.text.len()))
                .wanted(format!("at most {} bytes", limits.source)),
        );
        return Expanded {
            game: Tree::default(),
            metadata: None,
            options: Vec::new(),
            rulesets: Vec::new(),
            chosen: Chosen::default(),
            problems,
            spent: Spent::default(),
        };
    }
    let offer = read_offer(parsed, &mut problems);
    let whole = Span::new(parsed.file, 0, 0);
    let paths = Paths::new(&offer.categories);
    let chosen = choose(&offer.categories, &paths, &offer.rulesets, selection, whole, &mut problems);
    let choices = Choices::new(&offer.categories, &chosen.items);
    let in_file = read_defines(parsed, &offer, &choices, &chosen.items, &mut problems);
    let mut docs = vec![parsed];
    docs.extend(library.inner.files.iter().map(|(_, p)| p));
    let mut walk = Walk {
        docs,
        limits,
        library: &library.inner,
        in_file,
        choices,
        paths: &paths,
        rulesets: &offer.rulesets,
        chosen: &chosen,
        envs: vec![Env::default()],
        builder: Builder::new(limits),
        frames: Vec::new(),
        in_metadata: false,
        spent: Spent::default(),
        work: 0,
    };
    let mut stopped = false;
    let mut stray = None;
    for root in parsed.children(None) {
        if Some(root) == offer.metadata {
            break;
        }
        if !matches!(parsed.nodes[root as usize].kind, CstKind::Group(_)) {
            stray.get_or_insert(root);
            continue;
        }
        stopped = walk.run(root).is_err();
        if stopped {
            break;
        }
    }
    if let Some(stray) = stray {
        let found = parsed.slice(stray).chars().take(20).collect::<String>();
        report(
            &mut problems,
            Problem::warning(
                "E0219",
                parsed.span(stray),
                format!("`{found}` outside all brackets is ignored"),
            )
            .help("remove it, or make it a comment with `//`"),
        );
    }
    let (game, more) = walk.take_tree();
    problems.extend(more);
    let mut metadata = None;
    if let Some(root) = offer.metadata
        && !stopped
    {
        walk.in_metadata = true;
        // A limit was recorded as a problem; the part built so far is still worth having.
        let _ = walk.run(root);
        let (tree, more) = walk.take_tree();
        problems.extend(more);
        metadata = Some(tree);
    }
    let spent = walk.spent;
    if parsed.problems.iter().any(|p| p.is_error() && LOST.contains(&p.code)) {
        // What follows from a lost bracket or quote tells nothing new.
        problems.clone_from(&parsed.problems);
    }
    Expanded { game, metadata, options: offer.categories, rulesets: offer.rulesets, chosen, problems, spent }
}

/// What the text offers to choose from.
struct Offer {
    categories: Vec<OptionCategory>,
    rulesets: Vec<Ruleset>,
    metadata: Option<u32>,
    /// The `(define …)` clauses outside options.
    defines: Vec<u32>,
}

fn read_offer(parsed: &Parsed, problems: &mut Vec<Problem>) -> Offer {
    let mut offer =
        Offer { categories: Vec::new(), rulesets: Vec::new(), metadata: None, defines: Vec::new() };
    let mut saw_rulesets = false;
    let mut depth_end = 0u32;
    let mut id = 0u32;
    while (id as usize) < parsed.nodes.len() {
        let node = parsed.nodes[id as usize];
        let top = id >= depth_end;
        if top {
            depth_end = node.after;
        }
        match parsed.head(id) {
            Some("define") => offer.defines.push(id),
            Some("option") if is_option(parsed, id) => {
                offer.categories.extend(read_category(parsed, id, problems));
                id = node.after;
                continue;
            }
            Some("rulesets") => {
                // Only the first list counts.
                if !saw_rulesets {
                    saw_rulesets = true;
                    offer.rulesets = read_rulesets(parsed, id, problems);
                }
                id = node.after;
                continue;
            }
            Some("metadata") if top && offer.metadata.is_none() => offer.metadata = Some(id),
            _ => {}
        }
        id += 1;
    }
    offer
}

/// `(option "…` begins an option; `option` in another role is an ordinary head.
pub(crate) fn is_option(parsed: &Parsed, id: u32) -> bool {
    parsed.children(Some(id)).nth(1).is_some_and(|n| parsed.nodes[n as usize].kind == CstKind::Text)
}

/// All definitions of the text, with those that stand in a chosen option's argument.
fn read_defines(
    parsed: &Parsed,
    offer: &Offer,
    choices: &Choices,
    chosen: &[Option<usize>],
    problems: &mut Vec<Problem>,
) -> FxHashMap<SmolStr, Definition> {
    // Each clause, and whether it stands in the body of another definition.
    let mut clauses: Vec<(u32, bool)> = Vec::new();
    let mut inside_until = 0;
    for &clause in &offer.defines {
        clauses.push((clause, clause < inside_until));
        inside_until = inside_until.max(parsed.nodes[clause as usize].after);
    }
    let is_define = |id: &u32| parsed.head(*id) == Some("define");
    let mut bodies_only = None;
    for (category, chosen) in choices.categories.iter().zip(chosen) {
        let Some(item) = chosen.and_then(|i| category.items.get(i)) else { continue };
        for &argument in &item.arg_nodes {
            let found: Vec<u32> =
                (argument..parsed.nodes[argument as usize].after).filter(is_define).collect();
            if !found.is_empty() {
                let bodies_only = bodies_only.get_or_insert_with(|| only_in_bodies(parsed, offer, choices));
                let nested = bodies_only.contains(&argument);
                clauses.extend(found.into_iter().map(|c| (c, nested)));
            }
        }
    }
    let mut by_name: FxHashMap<SmolStr, Definition> = FxHashMap::default();
    for (clause, nested) in clauses {
        if let Some((name, mut definition)) = read_definition(parsed, 0, clause, parsed, choices, problems) {
            definition.nested = nested;
            if let Some(first) = by_name.get(&name) {
                report(
                    problems,
                    Problem::warning(
                        "E0202",
                        parsed.span(clause).first_byte(),
                        format!("{name:?} is defined a second time; the first one is used"),
                    )
                    .label(parsed.span(first.clause).first_byte(), "first defined here"),
                );
            } else {
                by_name.insert(name, definition);
            }
        }
    }
    by_name
}

/// The option arguments whose markers all stand in the bodies of definitions.
fn only_in_bodies(parsed: &Parsed, offer: &Offer, choices: &Choices) -> FxHashSet<u32> {
    let mut in_body = FxHashSet::default();
    let mut elsewhere = FxHashSet::default();
    let mut body_until = 0;
    let mut defines = offer.defines.iter().copied().peekable();
    let mut id = 0u32;
    while (id as usize) < parsed.nodes.len() {
        if let Some(define) = defines.next_if_eq(&id) {
            body_until = body_until.max(parsed.nodes[define as usize].after);
        }
        let node = parsed.nodes[id as usize];
        match node.kind {
            CstKind::Group(Bracket::Angle) => {
                if let Some((_, _, argument)) = choices.argument(parsed.slice(id)) {
                    if id < body_until {
                        in_body.insert(argument)
                    } else {
                        elsewhere.insert(argument)
                    };
                }
            }
            CstKind::Group(Bracket::Round) if parsed.head(id) == Some("option") && is_option(parsed, id) => {
                id = node.after;
                continue;
            }
            CstKind::Group(_)
            | CstKind::Word
            | CstKind::Text
            | CstKind::Colon
            | CstKind::Param(_)
            | CstKind::Opener(_)
            | CstKind::Closer(_) => {}
        }
        id += 1;
    }
    in_body.retain(|argument| !elsewhere.contains(argument));
    in_body
}
