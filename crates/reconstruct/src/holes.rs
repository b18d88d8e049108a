//! Reading an incomplete description: which option item is the incomplete one, where its holes are and what each
//! allows, and which concepts the evidence expects. Refuses holes in impossible places, with the place.
//!
//! A hole is a *written* place. Where a definition with a hole is used twice, both uses are filled alike.

use crate::donors::Declared;
use crate::signals::Signals;
use crate::term::{Shape, Term};
use crate::types::{Context, Hole, HoleId, HoleKind};
use ludarium_check::{Checked, Value};
use ludarium_concepts::taxonomy::{self, Data};
use ludarium_play::Reading;
use ludarium_syntax::{
    Defines, FileId, HoleKind as Written, Kind, NodeId, Problem, Selection, Span, Tree, has_errors, nearest,
    parse,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::{Arc, Mutex, OnceLock};

/// The most alternatives one hole may have.
pub const MOST_ALTERNATIVES: usize = 1000;

/// What a concept must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Wanted {
    Holds(bool),
    Between(f64, f64),
}

/// A concept that the evidence expects: `(concept "NumDice" 2)` in the metadata's `(recon {…})`.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    pub concept: u16,
    pub name: &'static str,
    pub wanted: Wanted,
    /// How sure it is that this is expected: 1 in a description; a statement has its own confidence.
    pub confidence: f64,
    pub span: Span,
}

/// A description with holes, read.
#[derive(Debug)]
pub struct Incomplete {
    pub name: String,
    /// The first `(id "…")` of its metadata.
    pub key: Option<String>,
    /// The game, with `Shape::Hole` where something is left open. Choices hold their alternatives in `holes`.
    pub term: Term,
    pub holes: Vec<Hole>,
    pub expectations: Vec<Expectation>,
    /// What was chosen of the description's options.
    pub chosen: Vec<String>,
    /// The description as read: places for problems, the metadata for pages.
    pub reading: Reading,
    /// What it leaves and looks for by itself: asked many times, worked out once.
    signals: OnceLock<Signals>,
    /// What it declares, with none or some of its own alternatives in place.
    declared: Mutex<FxHashMap<u64, Arc<Declared>>>,
}

impl Incomplete {
    /// What it leaves and looks for outside of its holes.
    pub fn signals(&self) -> &Signals {
        self.signals.get_or_init(|| Signals::of(&self.term))
    }
    /// What it declares with these of its own alternatives, told by a number.
    pub fn declared_with(&self, alternatives: u64, find: impl FnOnce() -> Declared) -> Arc<Declared> {
        let Ok(mut known) = self.declared.lock() else { return Arc::new(find()) };
        known.entry(alternatives).or_insert_with(|| Arc::new(find())).clone()
    }
}

/// Reads an incomplete description. Which option item is the incomplete one is found out where the selection does not
/// say: the first ruleset, then the first option item, with a hole in it.
pub fn read_incomplete(
    name: &str,
    text: &str,
    defines: &Defines,
    selection: &Selection,
) -> Result<Incomplete, (Vec<Problem>, Box<Reading>)> {
    let reading = choose(name, text, defines, selection);
    // Names that a hole may still declare, and slips in the metadata, do not stop a reconstruction.
    if reading.game.is_none() {
        return Err((reading.problems.clone(), Box::new(reading)));
    }
    let tree = &reading.expanded.game;
    let mut reader = Reader {
        tree,
        checked: reading.game.as_ref(),
        ids: FxHashMap::default(),
        holes: Vec::new(),
        problems: Vec::new(),
    };
    let Some(&root) = tree.roots.first() else { return Err((reading.problems.clone(), Box::new(reading))) };
    if tree.head(root) != Some("game") {
        let span = tree.node(root).span.first_byte();
        let problem =
            Problem::error("R0101", span, "only a game can be reconstructed, not a match of several");
        return Err((vec![problem], Box::new(reading)));
    }
    let term = reader.term(root, &mut Vec::new(), false);
    if reader.holes.is_empty() && reader.problems.is_empty() {
        let span = tree.node(root).span.first_byte();
        reader.problems.push(
            Problem::error("R0102", span, "this description has no hole: there is nothing to reconstruct")
                .help(
                    "write `[#]` where something is unknown, `[a | b]` for a choice, `[3..12]` for a range",
                ),
        );
    }
    if reader.problems.is_empty() {
        let problem = placed_but_missing(tree, &term, &reader.holes);
        reader.problems.extend(problem);
    }
    let mut expectations = Vec::new();
    if let Some(metadata) = &reading.expanded.metadata {
        holes_in_metadata(metadata, &mut reader.problems);
        expectations = expected(metadata, &mut reader.problems);
    }
    let (holes, problems) = (reader.holes, reader.problems);
    if has_errors(&problems) {
        return Err((problems, Box::new(reading)));
    }
    let key = reading.expanded.metadata.as_ref().and_then(first_id);
    let name = game_name(&term).unwrap_or(name).to_owned();
    let chosen = reading.expanded.chosen.options.clone();
    Ok(Incomplete {
        name,
        key,
        term,
        holes,
        expectations,
        chosen,
        reading,
        signals: OnceLock::new(),
        declared: Mutex::default(),
    })
}

/// A piece that the set-up places, and that neither the description declares nor a hole can bring: whatever fills the
/// holes, it will be missing.
fn placed_but_missing(tree: &Tree, game: &Term, holes: &[Hole]) -> Option<Problem> {
    let may_bring = |hole: &Hole| {
        let in_equipment = hole.context.heads.first().is_some_and(|head| head == "equipment");
        let chooses = match &hole.kind {
            HoleKind::OneOf { alternatives, .. } => alternatives.iter().flatten().any(|t| t.head().is_some()),
            HoleKind::Borrowed { .. } | HoleKind::Perhaps => false,
        };
        in_equipment || chooses
    };
    let mut nameless = false;
    game.each(&mut |clause| {
        nameless |=
            clause.head() == Some("piece") && !clause.args().iter().any(|arg| arg.as_text().is_some());
    });
    let declared = crate::donors::declared(game);
    if nameless || declared.deck || holes.iter().any(may_bring) {
        return None;
    }
    let base = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let known = |name: &str| declared.pieces.iter().any(|(piece, _)| piece == name || *piece == base(name));
    let mut missing = None;
    game.each(&mut |clause| {
        let placed = clause.args().first().and_then(Term::as_text);
        if clause.head() == Some("place") && missing.is_none() {
            missing = placed.filter(|name| !known(name)).map(str::to_owned);
        }
    });
    let missing = missing?;
    let is_it = |node: &&ludarium_syntax::Node| matches!(&node.kind, Kind::Text(text) if *text == missing);
    let span = tree.nodes.iter().find(is_it)?.span;
    let message = format!(
        "{missing:?} is placed, but no piece is called {:?}, and no hole can bring one",
        base(&missing)
    );
    // The likeliest slip is another name for a piece that is declared and nowhere placed.
    let is_placed = |piece: &str| {
        let mut found = false;
        game.each(&mut |clause| {
            let name = clause.args().first().and_then(Term::as_text);
            found |= clause.head() == Some("place") && name.is_some_and(|name| base(name) == piece);
        });
        found
    };
    let help = match declared.pieces.iter().find(|(piece, _)| !is_placed(piece)) {
        Some((piece, _)) => format!("{piece:?} is declared and nowhere placed: is it meant?"),
        None => format!("declare it, `(piece {:?} …)`, or leave a piece open, `(piece [#])`", base(&missing)),
    };
    Some(Problem::error("R0114", span, message).help(help))
}

/// The name in `(game "Name" …)`.
pub fn game_name(term: &Term) -> Option<&str> {
    term.args().first().and_then(Term::as_text)
}

/// The first `(id "…")` of the metadata.
pub fn first_id(metadata: &Tree) -> Option<String> {
    let mut ids = (0..metadata.nodes.len() as u32).map(NodeId).filter(|&id| metadata.head(id) == Some("id"));
    ids.find_map(|id| match &metadata.node(*metadata.node(id).children.get(1)?).kind {
        Kind::Text(text) => Some(text.to_string()),
        Kind::Int(n) => Some(n.to_string()),
        Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) | Kind::Word(_) | Kind::Float(_) => None,
    })
}

fn has_hole(tree: &Tree) -> bool {
    tree.nodes.iter().any(|node| matches!(node.kind, Kind::Hole(_)))
}

fn choose(name: &str, text: &str, defines: &Defines, selection: &Selection) -> Reading {
    let parsed = parse(FileId(0), text);
    let first = ludarium_play::read_parsed(name, parsed.clone(), defines, selection);
    let asked = selection.ruleset.is_some() || !selection.options.is_empty();
    if asked || has_hole(&first.expanded.game) {
        return first;
    }
    let rulesets = first.expanded.rulesets.iter().map(|ruleset| Selection::ruleset(ruleset.name.as_str()));
    let items =
        first.expanded.options.iter().flat_map(|category| {
            (0..category.items.len()).map(|item| Selection::options([category.path(item)]))
        });
    for selection in rulesets.chain(items) {
        let limits = ludarium_syntax::Limits::default();
        if has_hole(&ludarium_syntax::expand(&parsed, defines, &selection, &limits).game) {
            return ludarium_play::read_parsed(name, parsed, defines, &selection);
        }
    }
    first
}

struct Reader<'t> {
    tree: &'t Tree,
    checked: Option<&'t Checked>,
    /// By where it is written.
    ids: FxHashMap<Span, HoleId>,
    holes: Vec<Hole>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    /// `above` are the clauses around a node, outermost first.
    fn term(&mut self, id: NodeId, above: &mut Vec<NodeId>, in_set: bool) -> Term {
        let node = self.tree.node(id);
        let shape = match &node.kind {
            Kind::Call => Shape::Call,
            Kind::Set | Kind::Fragment => Shape::Set,
            Kind::Word(w) => Shape::Word(w.clone()),
            Kind::Int(n) => Shape::Int(*n),
            Kind::Float(f) => Shape::Float(f.clone()),
            Kind::Text(t) => Shape::Text(t.clone()),
            Kind::Hole(written) => {
                let hole = self.hole(id, written, above, in_set);
                return Term { label: node.label.clone(), shape: Shape::Hole(hole), parts: Vec::new() };
            }
        };
        let is_call = shape == Shape::Call;
        if is_call {
            above.push(id);
        }
        let mut parts = Vec::with_capacity(node.children.len());
        for (i, &child) in node.children.iter().enumerate() {
            if is_call && i == 0 && matches!(self.tree.node(child).kind, Kind::Hole(_)) {
                self.problems.push(
                    Problem::error(
                        "R0103",
                        self.tree.node(child).span,
                        "a hole cannot stand for the name of a clause",
                    )
                    .help("leave the whole clause open: `[#]` instead of `([#] …)`"),
                );
            }
            let term = self.term(child, above, shape == Shape::Set);
            parts.push(term);
        }
        if is_call {
            above.pop();
        }
        Term { label: node.label.clone(), shape, parts }
    }

    fn hole(&mut self, id: NodeId, written: &Written, above: &mut Vec<NodeId>, in_set: bool) -> HoleId {
        let node = self.tree.node(id);
        if let Some(&known) = self.ids.get(&node.span) {
            return known;
        }
        let number = HoleId(self.holes.len() as u32);
        self.ids.insert(node.span, number);
        let heads: Vec<SmolStr> =
            above.iter().rev().filter_map(|&clause| self.tree.head(clause)).map(SmolStr::from).collect();
        let context = Context { heads, label: node.label.clone(), in_set };
        let around = above.last().copied().unwrap_or(id);
        self.holes.push(Hole {
            id: number,
            kind: HoleKind::Perhaps,
            span: node.span,
            wanted: self.wanted(id),
            place: shorten(&self.tree.print(around)),
            context,
        });
        let kind = match written {
            Written::Any => {
                let signs = node.children.first().map_or(1, |&child| match &self.tree.node(child).kind {
                    Kind::Word(signs) => signs.len(),
                    Kind::Call
                    | Kind::Set
                    | Kind::Fragment
                    | Kind::Hole(_)
                    | Kind::Int(_)
                    | Kind::Float(_)
                    | Kind::Text(_) => 1,
                });
                let depth = above.len();
                if signs > depth {
                    self.problems.push(
                        Problem::error(
                            "R0104",
                            node.span,
                            format!("{signs} enclosing clauses are asked for"),
                        )
                        .wanted(format!("at most {depth}: so many stand around this hole")),
                    );
                }
                if above.len() == 1 && !in_set && node.label.is_none() {
                    self.check_top(node.span);
                }
                HoleKind::Borrowed { brackets: signs.min(9) as u8 }
            }
            Written::Unknown => HoleKind::Perhaps,
            Written::Range(from, to) => match self.numbers(*from, *to, node.span) {
                Some(alternatives) => HoleKind::OneOf { alternatives, or_borrowed: false },
                None => HoleKind::Perhaps,
            },
            Written::OneOf => self.one_of(id, above, in_set),
            Written::Include | Written::Exclude => {
                self.problems.push(
                    Problem::error("R0105", node.span, "`[+ …]` and `[- …]` choose among alternatives")
                        .wanted("a place inside of `[a | b | [+ text]]`"),
                );
                HoleKind::Perhaps
            }
        };
        self.holes[number.0 as usize].kind = kind;
        number
    }

    /// `(game "X" [#])` would leave everything open.
    fn check_top(&mut self, span: Span) {
        self.problems.push(
            Problem::error("R0106", span, "nothing at all is known here")
                .help("leave parts open: `(players [2..4])`, `(equipment [#])`, `(rules [#])`"),
        );
    }

    fn numbers(&mut self, from: i64, to: i64, span: Span) -> Option<Vec<Vec<Term>>> {
        if from > to {
            self.problems.push(
                Problem::error("R0107", span, format!("no number lies between {from} and {to}"))
                    .help(format!("write `[{to}..{from}]`")),
            );
            return None;
        }
        if to.checked_sub(from).is_none_or(|n| n >= MOST_ALTERNATIVES as i64) {
            self.problems.push(
                Problem::error("R0108", span, "this range has too many members")
                    .wanted(format!("at most {MOST_ALTERNATIVES}")),
            );
            return None;
        }
        Some((from..=to).map(|n| vec![Term::int(n)]).collect())
    }

    fn one_of(&mut self, id: NodeId, above: &mut Vec<NodeId>, in_set: bool) -> HoleKind {
        let span = self.tree.node(id).span;
        let mut alternatives: Vec<Vec<Term>> = Vec::new();
        let mut keep: Vec<String> = Vec::new();
        let mut drop: Vec<String> = Vec::new();
        let mut or_borrowed = false;
        // Alternatives may be choices themselves: those stand in place of theirs.
        let mut todo: Vec<NodeId> = self.tree.children(id).collect();
        todo.reverse();
        while let Some(child) = todo.pop() {
            let node = self.tree.node(child);
            match &node.kind {
                Kind::Hole(Written::OneOf) => {
                    let mut inner: Vec<NodeId> = self.tree.children(child).collect();
                    inner.reverse();
                    todo.extend(inner);
                }
                Kind::Hole(Written::Any | Written::Unknown) => or_borrowed = true,
                Kind::Hole(Written::Range(from, to)) => {
                    alternatives.extend(self.numbers(*from, *to, node.span).unwrap_or_default());
                }
                Kind::Hole(kind @ (Written::Include | Written::Exclude)) => {
                    let words: Vec<String> = self.tree.children(child).map(|c| self.tree.print(c)).collect();
                    let list = if *kind == Written::Include { &mut keep } else { &mut drop };
                    list.push(words.join(" "));
                }
                Kind::Fragment => {
                    let parts: Vec<NodeId> = self.tree.children(child).collect();
                    let spans: Vec<Span> = parts.iter().map(|&part| self.tree.node(part).span).collect();
                    let terms = parts.iter().map(|&part| self.term(part, above, in_set));
                    // `"A2".."C5"` was worked out already; its sites all stand where the range is written.
                    if parts.len() > 1 && spans.iter().all(|span| *span == spans[0]) {
                        alternatives.extend(terms.map(|term| vec![term]).collect::<Vec<_>>());
                    } else {
                        alternatives.push(terms.collect());
                    }
                }
                Kind::Call | Kind::Set | Kind::Word(_) | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => {
                    let term = self.term(child, above, in_set);
                    alternatives.push(vec![term]);
                }
            }
        }
        let shown = |terms: &[Term]| terms.iter().map(Term::to_string).collect::<Vec<_>>().join(" ");
        // Nothing at all is no alternative; `[?]` says that something may be absent.
        alternatives.retain(|terms| !terms.is_empty());
        let given = alternatives.len();
        alternatives.retain(|terms| {
            let text = shown(terms);
            keep.iter().all(|k| text.contains(k.trim_matches('"')))
                && !drop.iter().any(|d| text.contains(d.trim_matches('"')))
        });
        alternatives.dedup();
        if alternatives.is_empty() && !or_borrowed {
            let message = if given == 0 {
                "this choice offers nothing".to_owned()
            } else {
                format!("none of the {given} alternatives is left: `[+ …]` and `[- …]` leave them all out")
            };
            self.problems.push(Problem::error("R0109", span, message).wanted("at least one alternative"));
        }
        if alternatives.len() > MOST_ALTERNATIVES {
            let message = format!("this choice has {} alternatives", alternatives.len());
            self.problems
                .push(Problem::error("R0108", span, message).wanted(format!("at most {MOST_ALTERNATIVES}")));
        }
        HoleKind::OneOf { alternatives, or_borrowed }
    }

    /// What the checker says would have to stand at a node.
    fn wanted(&self, id: NodeId) -> String {
        let Some(checked) = self.checked else { return String::new() };
        for node in &checked.nodes {
            let mut todo: Vec<_> = node.args.iter().flatten().collect();
            while let Some(arg) = todo.pop() {
                match &arg.value {
                    Value::Hole(ty, depth) if arg.at == id => {
                        return format!("{ty}{}", if *depth > 0 { " in braces" } else { "" });
                    }
                    Value::Array(items) => todo.extend(items),
                    Value::Node(_)
                    | Value::Int(_)
                    | Value::Float(_)
                    | Value::Bool(_)
                    | Value::Text(_)
                    | Value::Enum(..)
                    | Value::Hole(..) => {}
                }
            }
        }
        String::new()
    }
}

/// `C5` is column 2, row 5.
pub fn coordinate(text: &str) -> Option<(u32, u32)> {
    let split = text.find(|c: char| !c.is_ascii_uppercase())?;
    let (column, row) = text.split_at(split);
    if column.is_empty() || column.len() > 2 || row.is_empty() || row.len() > 3 {
        return None;
    }
    let row: u32 = row.parse().ok()?;
    let column = column.bytes().fold(0, |n, letter| n * 26 + u32::from(letter - b'A') + 1) - 1;
    Some((column, row))
}

/// The beginning of a long text.
pub fn shorten(text: &str) -> String {
    const MOST: usize = 70;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

fn holes_in_metadata(metadata: &Tree, problems: &mut Vec<Problem>) {
    for node in metadata.nodes.iter().filter(|node| matches!(node.kind, Kind::Hole(_))) {
        problems.push(
            Problem::error("R0110", node.span, "a hole cannot stand in the metadata")
                .help("holes belong in the game; the metadata says what is known about it"),
        );
    }
}

/// The expected concepts of `(recon {…})`.
fn expected(metadata: &Tree, problems: &mut Vec<Problem>) -> Vec<Expectation> {
    let mut found = Vec::new();
    let clauses =
        (0..metadata.nodes.len() as u32).map(NodeId).filter(|&id| metadata.head(id) == Some("recon"));
    let mut todo: Vec<NodeId> = clauses.collect();
    while let Some(id) = todo.pop() {
        if metadata.head(id) == Some("concept") {
            found.extend(expectation(metadata, id, problems));
        } else {
            todo.extend(metadata.children(id).rev_list());
        }
    }
    found
}

/// Children last first, for a list that is worked off from its end.
trait RevList {
    fn rev_list(self) -> Vec<NodeId>;
}
impl<I: Iterator<Item = NodeId>> RevList for I {
    fn rev_list(self) -> Vec<NodeId> {
        let mut list: Vec<NodeId> = self.collect();
        list.reverse();
        list
    }
}

fn expectation(metadata: &Tree, clause: NodeId, problems: &mut Vec<Problem>) -> Option<Expectation> {
    let children = &metadata.node(clause).children;
    let &name_node = children.get(1)?;
    let name = match &metadata.node(name_node).kind {
        Kind::Text(name) | Kind::Word(name) => name.clone(),
        Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) | Kind::Int(_) | Kind::Float(_) => {
            let span = metadata.node(name_node).span;
            problems.push(Problem::error("R0111", span, "this is not the name of a concept"));
            return None;
        }
    };
    let span = metadata.node(name_node).span;
    let Some(concept) = taxonomy::by_name(&name) else {
        let names = taxonomy::all().iter().map(|concept| concept.name);
        let problem = Problem::error("R0112", span, format!("no concept is called {name:?}"));
        problems.push(match nearest(&name, names) {
            Some(near) => problem.help(format!("did you mean {near:?}?")),
            None => problem.help("`ludarium concepts --list` shows all names"),
        });
        return None;
    };
    let number = |node: NodeId| match &metadata.node(node).kind {
        Kind::Int(n) => Some(*n as f64),
        Kind::Float(text) => text.parse().ok(),
        Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) | Kind::Word(_) | Kind::Text(_) => None,
    };
    let mut wanted = None;
    let (mut least, mut most) = (None, None);
    for &child in &children[2..] {
        let node = metadata.node(child);
        match (node.label.as_deref(), &node.kind) {
            (Some("minValue"), _) => least = number(child),
            (Some("maxValue"), _) => most = number(child),
            (None, Kind::Word(word)) if word.eq_ignore_ascii_case("true") => {
                wanted = Some(Wanted::Holds(true))
            }
            (None, Kind::Word(word)) if word.eq_ignore_ascii_case("false") => {
                wanted = Some(Wanted::Holds(false))
            }
            (_, _) => wanted = number(child).map(|n| Wanted::Between(n, n)),
        }
    }
    if least.is_some() || most.is_some() {
        wanted = Some(Wanted::Between(least.unwrap_or(f64::NEG_INFINITY), most.unwrap_or(f64::INFINITY)));
    }
    let Some(wanted) = wanted else {
        problems.push(
            Problem::error("R0113", span, format!("nothing says what {name:?} should be"))
                .wanted("True, False, a number, or minValue: and maxValue:"),
        );
        return None;
    };
    let is_boolean = concept.data == Data::Boolean;
    let wanted = match wanted {
        Wanted::Between(low, high) if is_boolean && low == high => Wanted::Holds(low != 0.0),
        Wanted::Holds(holds) if !is_boolean => {
            if holds {
                Wanted::Between(1.0, f64::INFINITY)
            } else {
                Wanted::Between(0.0, 0.0)
            }
        }
        Wanted::Between(..) | Wanted::Holds(_) => wanted,
    };
    Some(Expectation { concept: concept.id, name: concept.name, wanted, confidence: 1.0, span })
}
