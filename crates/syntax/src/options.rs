//! Options and rulesets: what a description offers to choose from, and what a selection chooses. Knows how
//! `(option …)` and `(rulesets …)` are written; refuses to know what an argument is for.

use crate::cst::{CstKind, Parsed};
use crate::diagnose::{Fix, Problem, nearest, report};
use crate::lex::Bracket;
use crate::span::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

/// One group of alternatives: `(option "Board" <Board> args:{ <size> } { (item …)* … })`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionCategory {
    /// The name people see, `Board` in `Board/8x8`.
    pub heading: SmolStr,
    /// The name in markers, `Board` in `<Board:size>`.
    pub tag: SmolStr,
    /// The names of the arguments, in order.
    pub args: Vec<SmolStr>,
    pub items: Vec<OptionItem>,
    pub span: Span,
}

/// One alternative of a category.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionItem {
    pub name: SmolStr,
    pub description: SmolStr,
    /// The number of stars after the item.
    pub priority: u32,
    /// Where each argument `<…>` is written.
    pub args: Vec<Span>,
    pub span: Span,
    /// The same arguments as nodes of the text they stand in.
    pub(crate) arg_nodes: Vec<u32>,
}

impl OptionCategory {
    /// The item taken when nothing is selected: the one with most stars, the first of these.
    pub fn default_item(&self) -> Option<usize> {
        let most = self.items.iter().map(|i| i.priority).max()?;
        self.items.iter().position(|i| i.priority == most)
    }
    /// How an item is named in a selection: `Heading/Item`.
    pub fn path(&self, item: usize) -> String {
        format!("{}/{}", self.heading, self.items.get(item).map_or("", |i| &i.name))
    }
}

/// A named list of selections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// As written, usually `Ruleset/Name (Kind)`.
    pub name: SmolStr,
    /// `Heading/Item` strings. An empty list means that the rules are documented, not implemented.
    pub settings: Vec<SmolStr>,
    /// Further `Heading/Item` strings under `variations:`.
    pub variations: Vec<SmolStr>,
    /// The number of stars after the ruleset.
    pub priority: u32,
    pub span: Span,
}

/// What a user chose. Nothing chosen means the defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// `Heading/Item` strings; they win over the ruleset's settings.
    pub options: Vec<String>,
    /// The name of a ruleset, with or without its leading `Ruleset/`.
    pub ruleset: Option<String>,
}

impl Selection {
    pub fn options<S: Into<String>>(options: impl IntoIterator<Item = S>) -> Selection {
        Selection { options: options.into_iter().map(Into::into).collect(), ruleset: None }
    }
    pub fn ruleset(name: impl Into<String>) -> Selection {
        Selection { options: Vec::new(), ruleset: Some(name.into()) }
    }
}

/// What was chosen in the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    /// Per category the index of its item; `None` for a category without items.
    pub items: Vec<Option<usize>>,
    /// The ruleset asked for, or else the first one whose settings are all in force.
    pub ruleset: Option<usize>,
    /// `Heading/Item` for every category.
    pub options: Vec<String>,
}

/// Unescapes a string the way the language does.
pub(crate) fn unescape(raw: &str) -> SmolStr {
    if raw.contains("\\\"") { raw.replace("\\\"", "'").into() } else { raw.into() }
}

/// How many stars stand right after a node.
fn stars(parsed: &Parsed, node: u32) -> u32 {
    let end = parsed.nodes[node as usize].end as usize;
    parsed.text[end..].bytes().take_while(|&b| b == b'*').count() as u32
}

fn group(parsed: &Parsed, node: u32, bracket: Bracket) -> bool {
    parsed.nodes[node as usize].kind == CstKind::Group(bracket)
}

fn is_text(parsed: &Parsed, node: u32) -> bool {
    parsed.nodes[node as usize].kind == CstKind::Text
}

/// What stands inside `< >`, without blanks around it.
fn angle_word(parsed: &Parsed, node: u32) -> SmolStr {
    let slice = parsed.slice(node);
    slice.trim_start_matches('<').trim_end_matches('>').trim().into()
}

/// Reads one `(option …)` clause.
pub(crate) fn read_category(
    parsed: &Parsed,
    clause: u32,
    problems: &mut Vec<Problem>,
) -> Option<OptionCategory> {
    let span = parsed.span(clause);
    let inside: Vec<u32> = parsed.children(Some(clause)).collect();
    let Some(&heading) = inside.get(1).filter(|&&n| is_text(parsed, n)) else {
        report(problems, malformed_option(span.first_byte(), "it has no heading"));
        return None;
    };
    let Some(&tag) = inside.get(2).filter(|&&n| group(parsed, n, Bracket::Angle)) else {
        report(problems, malformed_option(parsed.span(heading), "no tag `<…>` follows the heading"));
        return None;
    };
    let mut args = Vec::new();
    let mut items = Vec::new();
    let mut saw_args = false;
    let mut after_label = false;
    for &node in &inside[3..] {
        if parsed.nodes[node as usize].kind == CstKind::Colon {
            after_label = true;
            continue;
        }
        if group(parsed, node, Bracket::Curly) {
            if after_label {
                saw_args = true;
                for name in parsed.children(Some(node)) {
                    if !group(parsed, name, Bracket::Angle) {
                        report(problems, bare_name(parsed, name));
                    }
                    args.push(angle_word(parsed, name));
                }
            } else {
                for item in parsed.children(Some(node)) {
                    if parsed.head(item) == Some("item") {
                        items.extend(read_item(parsed, item, args.len(), problems));
                    } else if group(parsed, item, Bracket::Round) {
                        report(
                            problems,
                            malformed_option(parsed.span(item).first_byte(), "this is not an `(item …)`"),
                        );
                    }
                }
            }
        }
        after_label = false;
    }
    if !saw_args {
        report(problems, malformed_option(span.first_byte(), "it names no arguments, `args:{ <name> … }`"));
    }
    let heading_text = unescape(parsed.inner(heading));
    if heading_text.contains('/') {
        report(problems, slash(parsed.span(heading), "heading"));
    }
    Some(OptionCategory { heading: heading_text, tag: angle_word(parsed, tag), args, items, span })
}

/// Taken for the name that was meant, so that the items are not blamed for what `args:` lacks.
fn bare_name(parsed: &Parsed, node: u32) -> Problem {
    let (span, written) = (parsed.span(node), parsed.slice(node));
    Problem::error("E0210", span, format!("the name `{written}` in `args:` stands in no pointed brackets"))
        .wanted("a name such as `<size>`")
        .fix(Fix::new(span, format!("<{written}>"), format!("write `<{written}>`")))
}

fn malformed_option(span: Span, what: &str) -> Problem {
    Problem::error("E0210", span, format!("this option is malformed: {what}"))
        .wanted("(option \"Heading\" <Tag> args:{ <name> } { (item \"Name\" <text> \"Description.\") })")
}

fn slash(span: Span, what: &str) -> Problem {
    Problem::error("E0211", span, format!("an option's {what} may not hold a `/`"))
        .help("the slash separates heading and item in a selection; use another sign")
}

fn read_item(parsed: &Parsed, item: u32, arity: usize, problems: &mut Vec<Problem>) -> Option<OptionItem> {
    let span = parsed.span(item);
    let inside: Vec<u32> = parsed.children(Some(item)).collect();
    let texts: Vec<u32> = inside.iter().copied().filter(|&n| is_text(parsed, n)).collect();
    let (Some(&name), Some(&description)) = (texts.first(), texts.last()) else {
        report(problems, malformed_option(span.first_byte(), "this item has no name"));
        return None;
    };
    if texts.len() < 2 {
        report(problems, malformed_option(span, "this item has no description in quotes"));
    }
    let arg_nodes: Vec<u32> = inside.iter().copied().filter(|&n| group(parsed, n, Bracket::Angle)).collect();
    if arg_nodes.len() > arity {
        report(
            problems,
            Problem::error(
                "E0212",
                parsed.span(arg_nodes[arity]),
                format!("this item has {} arguments", arg_nodes.len()),
            )
            .wanted(format!("{arity}, as many as `args:{{…}}` names")),
        );
    }
    let name_text = unescape(parsed.inner(name));
    if name_text.contains('/') {
        report(problems, slash(parsed.span(name), "item"));
    }
    Some(OptionItem {
        name: name_text,
        description: unescape(parsed.inner(description)),
        priority: stars(parsed, item),
        args: arg_nodes.iter().map(|&n| parsed.span(n)).collect(),
        span,
        arg_nodes,
    })
}

/// Reads one `(rulesets …)` clause.
pub(crate) fn read_rulesets(parsed: &Parsed, clause: u32, problems: &mut Vec<Problem>) -> Vec<Ruleset> {
    let mut rulesets = Vec::new();
    let mut stack: Vec<u32> =
        parsed.children(Some(clause)).filter(|&n| group(parsed, n, Bracket::Curly)).collect();
    while let Some(list) = stack.pop() {
        for node in parsed.children(Some(list)) {
            if parsed.head(node) != Some("ruleset") {
                continue;
            }
            let inside: Vec<u32> = parsed.children(Some(node)).collect();
            let span = parsed.span(node);
            let Some(&name) = inside.get(1).filter(|&&n| is_text(parsed, n)) else {
                report(
                    problems,
                    Problem::error("E0213", span.first_byte(), "this ruleset has no name")
                        .wanted("(ruleset \"Ruleset/Name (Kind)\" { \"Heading/Item\" … })"),
                );
                continue;
            };
            let mut settings = Vec::new();
            let mut variations = Vec::new();
            let mut labelled = false;
            for &part in &inside[2..] {
                match parsed.nodes[part as usize].kind {
                    CstKind::Colon => labelled = true,
                    CstKind::Group(_) => {
                        let into = if labelled { &mut variations } else { &mut settings };
                        into.extend(
                            parsed
                                .children(Some(part))
                                .filter(|&n| is_text(parsed, n))
                                .map(|n| unescape(parsed.inner(n))),
                        );
                        labelled = false;
                    }
                    CstKind::Text => settings.push(unescape(parsed.inner(part))),
                    CstKind::Word | CstKind::Param(_) | CstKind::Opener(_) | CstKind::Closer(_) => {}
                }
            }
            // An empty string selects nothing.
            settings.retain(|s: &SmolStr| !s.is_empty());
            rulesets.push(Ruleset {
                name: unescape(parsed.inner(name)),
                settings,
                variations,
                priority: stars(parsed, node),
                span,
            });
        }
    }
    rulesets
}

/// The part of a ruleset's name after `Ruleset/`.
fn short_name(name: &str) -> &str {
    name.split_once('/').map_or(name, |(_, rest)| rest)
}

/// Finds category and item of a `Heading/Item` string.
pub(crate) struct Paths(FxHashMap<String, (usize, usize)>);

impl Paths {
    pub(crate) fn new(categories: &[OptionCategory]) -> Paths {
        let mut paths = FxHashMap::default();
        for (c, category) in categories.iter().enumerate() {
            for i in 0..category.items.len() {
                // Of two items with one name the first is meant.
                paths.entry(category.path(i)).or_insert((c, i));
            }
        }
        Paths(paths)
    }
    pub(crate) fn find(&self, path: &str) -> Option<(usize, usize)> {
        self.0.get(path).copied()
    }
}

/// Chooses one item per category.
pub(crate) fn choose(
    categories: &[OptionCategory],
    paths: &Paths,
    rulesets: &[Ruleset],
    selection: &Selection,
    whole: Span,
    problems: &mut Vec<Problem>,
) -> Chosen {
    let mut items: Vec<Option<usize>> = categories.iter().map(OptionCategory::default_item).collect();
    let mut ruleset = None;
    if let Some(wanted) = &selection.ruleset {
        ruleset = rulesets
            .iter()
            .position(|r| r.name == *wanted)
            .or_else(|| rulesets.iter().position(|r| short_name(&r.name) == wanted));
        match ruleset {
            Some(r) => {
                if rulesets[r].settings.is_empty() {
                    let name = short_name(&rulesets[r].name);
                    let message = format!("the ruleset {name:?} chooses nothing, so the defaults are used");
                    problems.push(Problem::warning("E0230", rulesets[r].span.first_byte(), message));
                }
                for setting in &rulesets[r].settings {
                    match paths.find(setting) {
                        Some((c, i)) => items[c] = Some(i),
                        None => report(
                            problems,
                            unknown_option(
                                "E0215",
                                rulesets[r].span.first_byte(),
                                &format!(
                                    "the ruleset {:?} selects the option {setting:?}, which does not exist",
                                    short_name(&rulesets[r].name)
                                ),
                                setting,
                                categories,
                            ),
                        ),
                    }
                }
            }
            None => {
                let names: Vec<&str> = rulesets.iter().map(|r| short_name(&r.name)).collect();
                let help = match nearest(short_name(wanted), names.iter().copied()) {
                    Some(near) => format!("did you mean {near:?}?"),
                    None if names.is_empty() => "this description has no rulesets".to_string(),
                    None => format!("choose one of: {}", names.join(", ")),
                };
                report(
                    problems,
                    Problem::error("E0216", whole, format!("there is no ruleset {wanted:?}")).help(help),
                );
            }
        }
    }
    for wanted in &selection.options {
        match paths.find(wanted) {
            Some((c, i)) => items[c] = Some(i),
            None => {
                let message = format!("there is no option {wanted:?}");
                report(problems, unknown_option("E0214", whole, &message, wanted, categories));
            }
        }
    }
    let options: Vec<String> =
        categories.iter().zip(&items).filter_map(|(c, i)| i.map(|i| c.path(i))).collect();
    let active: FxHashSet<&str> = options.iter().map(String::as_str).collect();
    let in_force =
        |r: &Ruleset| !r.settings.is_empty() && r.settings.iter().all(|s| active.contains(s.as_str()));
    let ruleset = ruleset.or_else(|| rulesets.iter().position(in_force));
    Chosen { items, ruleset, options }
}

fn unknown_option(
    code: &'static str,
    span: Span,
    message: &str,
    wanted: &str,
    categories: &[OptionCategory],
) -> Problem {
    let heading = wanted.split_once('/').map_or(wanted, |(h, _)| h);
    let paths: Vec<String> = categories.iter().flat_map(|c| (0..c.items.len()).map(|i| c.path(i))).collect();
    let same_heading: Vec<&str> = categories
        .iter()
        .filter(|c| c.heading == heading)
        .flat_map(|c| c.items.iter().map(|i| i.name.as_str()))
        .collect();
    let help = if let Some(near) = nearest(wanted, paths.iter().map(String::as_str)) {
        format!("did you mean {near:?}?")
    } else if !same_heading.is_empty() {
        format!("{heading:?} offers: {}", same_heading.join(", "))
    } else if categories.is_empty() {
        "this description has no options".to_string()
    } else {
        let headings: Vec<&str> = categories.iter().map(|c| c.heading.as_str()).collect();
        format!("options are written \"Heading/Item\"; the headings are: {}", headings.join(", "))
    };
    Problem::error(code, span, message).help(help)
}
