//! The slow pass, run only when a description does not fit: finds all the problems it can and says what was
//! found, what was wanted, and what to try.
//!
//! A clause that fits nothing is reported once and from then on taken for whatever its head could have been,
//! so that one mistake does not spoil everything around it. Of several entries with one head the one that
//! got furthest into the text is blamed.

use crate::align::{align, align_around_holes, reach};
use crate::fit::{arguments, is_hole, literal};
use crate::vocabulary::{similar, vocabulary, words_of};
use ludarium_ludemes::{Ludeme, Param, Ty, accepts};
use ludarium_syntax::{Kind, NodeId, Problem, Tree};
use std::fmt::Write;

/// More mistakes than this are not looked for: finding what was meant takes time, and nobody reads on.
const MOST_PROBLEMS: usize = 200;

/// All problems of the clause at `root`, read as something that is `wanted`, in the order of the text.
pub fn problems(tree: &Tree, root: NodeId, wanted: Ty) -> Vec<Problem> {
    let mut pass = Pass { tree, guesses: Vec::new(), problems: Vec::new() };
    pass.guesses.resize_with(tree.nodes.len(), Guess::default);
    for id in outside_holes(tree, root) {
        if matches!(tree.node(id).kind, Kind::Call) {
            pass.guesses[id.0 as usize] = pass.guess(id);
        }
    }
    let whole = Param { name: "", label: None, ty: wanted, array: 0, optional: false, or_group: 0, doc: "" };
    pass.visit_all(root, &whole);
    if pass.problems.is_empty() {
        pass.report(root, "E0300", "this clause does not fit the language", |p| p);
    }
    let mut problems = pass.problems;
    problems.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    problems.dedup();
    problems
}

/// The nodes below `root`, children before parents, leaving out what holes hold.
fn outside_holes(tree: &Tree, root: NodeId) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        order.push(id);
        if !matches!(tree.node(id).kind, Kind::Hole(_)) {
            todo.extend(tree.children(id));
        }
    }
    order.reverse();
    order
}

/// What a clause may be: what its readings give or, if it has none, what it could have been.
#[derive(Default)]
struct Guess {
    gives: Vec<Ty>,
    /// Nothing is known about it: it may be anything.
    anything: bool,
}

struct Pass<'a> {
    tree: &'a Tree,
    guesses: Vec<Guess>,
    problems: Vec<Problem>,
}

/// A parameter and the depth of braces that is left of it.
type Place<'p> = (&'p Param, u8);

/// Nodes to look at, with the places that they might fill; no places if nothing is known about that.
type Todo<'p> = Vec<(NodeId, Vec<Place<'p>>)>;

impl Pass<'_> {
    /// What a clause could be, reporting nothing.
    fn guess(&self, clause: NodeId) -> Guess {
        let entries = self.tree.head(clause).map_or(&[][..], |head| vocabulary().of_head(head));
        let chosen = self.chosen(clause, entries);
        let matching: Vec<u16> =
            chosen.iter().copied().filter(|&e| self.matches(clause, e).is_some()).collect();
        let best = [&matching[..], &chosen[..], entries].into_iter().find(|list| !list.is_empty());
        Guess { gives: gives_of(best.unwrap_or(&[])), anything: best.is_none() }
    }

    /// Those of the entries whose keyword stands in the clause.
    fn chosen(&self, clause: NodeId, entries: &[u16]) -> Vec<u16> {
        let has = |&e: &u16| arguments(self.tree, clause, vocabulary().entry(e)).is_some();
        entries.iter().copied().filter(has).collect()
    }

    /// Walks down from `root`, reporting what does not fit.
    fn visit_all(&mut self, root: NodeId, whole: &Param) {
        let mut todo: Todo<'_> = vec![(root, vec![(whole, 0)])];
        while let Some((id, places)) = todo.pop() {
            if self.problems.len() >= MOST_PROBLEMS {
                return;
            }
            match &self.tree.node(id).kind {
                Kind::Hole(_) => {}
                Kind::Call if places.is_empty() || places.iter().any(|p| p.1 == 0) => {
                    self.visit_call(id, &places, &mut todo);
                }
                Kind::Set if places.is_empty() || places.iter().any(|p| p.1 > 0) => {
                    let inner = places.iter().filter(|p| p.1 > 0).map(|&(p, d)| (p, d - 1));
                    let inner: Vec<Place<'_>> = inner.collect();
                    let items = &self.tree.node(id).children;
                    // Of several places keep those that most of the list fits, so that only the rest is blamed.
                    let fitting =
                        |&(p, d): &Place<'_>| items.iter().filter(|&&i| self.fits(i, p.ty, d)).count();
                    let most = inner.iter().map(fitting).max().unwrap_or(0);
                    let inner: Vec<Place<'_>> =
                        inner.iter().copied().filter(|p| fitting(p) == most).collect();
                    todo.extend(items.iter().rev().map(|&item| (item, inner.clone())));
                }
                Kind::Call | Kind::Set | Kind::Fragment => self.misfit(id, &places),
                Kind::Word(_) | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => {
                    if !places.is_empty() && !places.iter().any(|&(p, d)| self.fits(id, p.ty, d)) {
                        self.misfit(id, &places);
                    }
                }
            }
        }
    }

    fn visit_call<'p>(&mut self, clause: NodeId, places: &[Place<'p>], todo: &mut Todo<'p>) {
        let children = &self.tree.node(clause).children;
        let unknown =
            |todo: &mut Todo<'p>| todo.extend(children.iter().skip(1).rev().map(|&c| (c, Vec::new())));
        let Some(head) = self.tree.head(clause) else {
            match children.first() {
                Some(&first) if matches!(self.tree.node(first).kind, Kind::Hole(_)) => {}
                Some(&first) => {
                    self.report(first, "E0310", "a clause begins with the name of a ludeme", |p| {
                        p.wanted("a word such as `is` or `move` right after the bracket")
                    })
                }
                None => self.report(clause, "E0310", "an empty pair of brackets", |p| {
                    p.wanted("the name of a ludeme and its arguments")
                }),
            }
            return unknown(todo);
        };
        let words = vocabulary();
        let entries = words.of_head(head);
        if entries.is_empty() {
            self.unknown_head(clause, head);
            return unknown(todo);
        }
        let fitting = |&e: &u16| {
            let given = words.entry(e).ludeme.gives;
            places.is_empty() || places.iter().any(|&(p, d)| d == 0 && accepts(p.ty, given))
        };
        let possible: Vec<u16> = entries.iter().copied().filter(fitting).collect();
        if possible.is_empty() {
            self.misfit(clause, places);
            return unknown(todo);
        }
        let chosen = self.chosen(clause, &possible);
        if chosen.is_empty() {
            if self.chosen(clause, entries).is_empty() {
                self.unknown_keyword(clause, head, &possible);
            } else {
                self.misfit(clause, places);
            }
            return unknown(todo);
        }
        for &index in &chosen {
            if let Some(slots) = self.matches(clause, index) {
                let entry = words.entry(index);
                let Some(args) = arguments(self.tree, clause, entry) else { continue };
                for (param, &slot) in entry.ludeme.params.iter().zip(&slots).rev() {
                    if let Some(&arg) = args.get(usize::from(slot)) {
                        todo.push((arg, vec![(param, param.array)]));
                    }
                }
                return;
            }
        }
        let blamed = self.blame(clause, &chosen);
        let others = children.iter().skip(1).rev().filter(|&&c| Some(c) != blamed);
        todo.extend(others.map(|&c| (c, Vec::new())));
    }

    /// The placement of a clause's arguments, taking broken arguments for what they could have been.
    fn matches(&self, clause: NodeId, entry: u16) -> Option<Vec<u16>> {
        let entry = vocabulary().entry(entry);
        let args = arguments(self.tree, clause, entry)?;
        let params = entry.ludeme.params;
        let mut fits = |a: usize, p: usize| self.fits_param(args[a], &params[p]);
        if args.iter().any(|&a| is_hole(self.tree, a)) {
            return align_around_holes(params, args.len(), &|a| is_hole(self.tree, args[a]), &mut fits);
        }
        align(params, args.len(), &mut fits)
    }

    fn fits_param(&self, arg: NodeId, param: &Param) -> bool {
        let label = self.tree.node(arg).label.as_deref();
        let may = label == param.label || label.is_none() && is_hole(self.tree, arg);
        may && self.fits(arg, param.ty, param.array)
    }

    fn fits(&self, id: NodeId, ty: Ty, depth: u8) -> bool {
        let node = self.tree.node(id);
        match &node.kind {
            Kind::Hole(_) => true,
            Kind::Set => depth > 0 && node.children.iter().all(|&item| self.fits(item, ty, depth - 1)),
            Kind::Call => {
                let guess = &self.guesses[id.0 as usize];
                guess.anything || depth == 0 && guess.gives.iter().any(|&given| accepts(ty, given))
            }
            Kind::Word(_) | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => {
                depth == 0 && literal(&node.kind, ty).is_some()
            }
            Kind::Fragment => false,
        }
    }

    fn report(
        &mut self,
        at: NodeId,
        code: &'static str,
        message: &str,
        more: impl FnOnce(Problem) -> Problem,
    ) {
        let node = self.tree.node(at);
        let problem = Problem::error(code, node.span, message).origin(self.tree, node.origin);
        self.problems.push(more(problem));
    }

    fn unknown_head(&mut self, clause: NodeId, head: &str) {
        let words = vocabulary();
        let mut tries: Vec<String> = Vec::new();
        if let Some(same) = words.heads().into_iter().find(|h| h.eq_ignore_ascii_case(head)) {
            // Only the case is wrong: nothing else is worth a suggestion.
            tries.push(format!("`({same} …)`"));
        } else {
            // A keyword written as a head, `(line 3)` for `(is Line 3)`, or joined to it, `(isLine 3)`.
            for entry in words.entries() {
                let Some(keyword) = entry.ludeme.keyword else { continue };
                let joined = format!("{}{}", entry.ludeme.head, keyword.replace(' ', ""));
                if keyword.eq_ignore_ascii_case(head) || joined.eq_ignore_ascii_case(head) {
                    let form = format!("`({} {keyword} …)`", entry.ludeme.head);
                    if !tries.contains(&form) && tries.len() < 3 {
                        tries.push(form);
                    }
                }
            }
            if tries.is_empty() {
                tries.extend(similar(head, words.heads()).into_iter().map(|h| format!("`({h} …)`")));
            }
            tries.truncate(3);
        }
        let at = self.tree.node(clause).children.first().copied().unwrap_or(clause);
        self.report(at, "E0301", &format!("there is no ludeme `{head}`"), |p| did_you_mean(p, &tries));
    }

    fn unknown_keyword(&mut self, clause: NodeId, head: &str, entries: &[u16]) {
        let words = vocabulary();
        let mut keywords: Vec<&str> = Vec::new();
        for &e in entries {
            if let Some(k) = words.entry(e).ludeme.keyword
                && !keywords.contains(&k)
            {
                keywords.push(k);
            }
        }
        keywords.sort_unstable();
        let list = listed(&keywords, 12);
        let Some(&first) = self.tree.node(clause).children.get(1) else {
            self.report(clause, "E0303", &format!("`({head})` lacks the word that says which"), |p| {
                p.wanted(format!("one of {list}"))
            });
            return;
        };
        let given = self.tree.node(first);
        let message = match &given.kind {
            Kind::Word(word) if given.label.is_none() => format!("there is no `{head} {word}`"),
            _ => format!("`{head}` must be followed by the word that says which"),
        };
        let mut tries = Vec::new();
        if let Kind::Word(word) = &given.kind {
            let second = self.tree.node(clause).children.get(2).map(|&id| &self.tree.node(id).kind);
            let both = match second {
                Some(Kind::Word(second)) => format!("{word} {second}"),
                _ => word.to_string(),
            };
            let mut close = similar(word, keywords.iter().copied());
            close.extend(similar(&both, keywords.iter().copied()));
            let mut seen = Vec::new();
            close.retain(|k| !seen.contains(k) && (seen.push(*k), true).1);
            tries.extend(close.into_iter().map(|k| format!("`({head} {k} …)`")));
        }
        self.report(first, "E0303", &message, |p| {
            if tries.is_empty() { p.wanted(format!("one of {list}")) } else { did_you_mean(p, &tries) }
        });
    }

    /// Whether `arg` is the word after the head of a clause whose head is usually followed by a keyword, and no word
    /// of a list that may stand there comes nearer: then it is a keyword that went wrong.
    fn is_lost_keyword(&self, clause: NodeId, arg: NodeId, entries: &[u16], places: &[Place<'_>]) -> bool {
        let node = self.tree.node(arg);
        let Kind::Word(word) = &node.kind else { return false };
        let known: Vec<&str> = places.iter().flat_map(|(p, _)| words_of(p.ty)).collect();
        node.label.is_none()
            && self.tree.node(clause).children.get(1) == Some(&arg)
            && entries.iter().any(|&e| vocabulary().entry(e).ludeme.keyword.is_some())
            && similar(word, known).is_empty()
    }

    /// How near an argument that does not fit comes to fitting.
    fn nearly(&self, arg: NodeId, param: &Param) -> usize {
        let node = self.tree.node(arg);
        match &node.kind {
            Kind::Set if param.array > 0 => {
                node.children.iter().take_while(|&&item| self.fits(item, param.ty, param.array - 1)).count()
            }
            Kind::Word(word) => usize::from(!similar(word, words_of(param.ty)).is_empty()),
            Kind::Set | Kind::Call | Kind::Fragment | Kind::Hole(_) => 0,
            Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => 0,
        }
    }

    /// Says why a clause is none of these entries: the one that gets furthest is explained. Gives the argument
    /// that was blamed, if it was one.
    fn blame(&mut self, clause: NodeId, entries: &[u16]) -> Option<NodeId> {
        let words = vocabulary();
        let mut best: Option<(usize, usize, usize, u16, Vec<usize>)> = None;
        for &index in entries {
            let entry = words.entry(index);
            let Some(args) = arguments(self.tree, clause, entry) else { continue };
            let params = entry.ludeme.params;
            let reach = reach(params, args.len(), &mut |a, p| self.fits_param(args[a], &params[p]));
            let depth = entry.keywords.len() + reach.placed;
            // At the same distance an entry that knows the argument's label, or that only lacks something
            // at the end, explains more.
            let next = args.get(reach.placed).map(|&a| self.tree.node(a).label.as_deref());
            let knows = match next {
                None => 2,
                Some(label) => usize::from(reach.wanted.iter().any(|&p| params[p].label == label)),
            };
            // Then one whose parameter the argument nearly fits: the first items of a list, a misspelt word.
            let nearly = args.get(reach.placed).map_or(0, |&arg| {
                reach.wanted.iter().map(|&p| self.nearly(arg, &params[p])).max().unwrap_or(0)
            });
            if best.as_ref().is_none_or(|b| (b.0, b.1, b.2) < (depth, knows, nearly)) {
                best = Some((depth, knows, nearly, index, reach.wanted));
            }
        }
        let (_, _, _, index, wanted) = best?;
        let entry = words.entry(index);
        let args = arguments(self.tree, clause, entry)?;
        let params = entry.ludeme.params;
        let placed = reach(params, args.len(), &mut |a, p| self.fits_param(args[a], &params[p])).placed;
        let name = name_of(entry.ludeme);
        let Some(&arg) = args.get(placed) else {
            let missing = listed_params(wanted.iter().map(|&p| &params[p]));
            self.report(clause, "E0305", &format!("`({name} …)` is not complete"), |p| {
                p.wanted(missing).help(format!("its form is {}", short_signature(entry.ludeme)))
            });
            return None;
        };
        let label = self.tree.node(arg).label.clone();
        let places: Vec<Place<'_>> = wanted
            .iter()
            .map(|&p| &params[p])
            .filter(|p| p.label == label.as_deref())
            .map(|p| (p, p.array))
            .collect();
        let form = format!("the form is {}", short_signature(entry.ludeme));
        // Everything with this head that could stand in this place, whatever its keyword.
        let gives = gives_of(entries);
        let same_kind: Vec<u16> = words
            .of_head(entry.ludeme.head)
            .iter()
            .copied()
            .filter(|&e| gives.contains(&words.entry(e).ludeme.gives))
            .collect();
        match label {
            Some(label) if places.is_empty() => {
                let labels: Vec<&str> = params.iter().filter_map(|p| p.label).collect();
                if labels.contains(&label.as_str()) {
                    let message = format!("`{label}:` cannot stand here in `{name}`");
                    self.report(arg, "E0309", &message, |p| {
                        p.wanted("arguments in the order of the parameters, and only one of those that exclude each other")
                            .help(form)
                    });
                } else {
                    let tries: Vec<String> =
                        similar(&label, labels.iter().copied()).iter().map(|l| format!("`{l}:`")).collect();
                    let wanted = if labels.is_empty() {
                        format!("`{name}` has no labelled parameters")
                    } else {
                        format!("one of {}", listed(&labels, 12))
                    };
                    let message = format!("`{name}` has no parameter `{label}:`");
                    self.report(arg, "E0306", &message, |p| {
                        let p = did_you_mean(p.wanted(wanted), &tries);
                        if p.help.is_none() { p.help(form) } else { p }
                    });
                }
            }
            None if places.is_empty() => {
                let found = self.show(arg);
                // Perhaps only the label is missing.
                let labelled = params.iter().find(|p| p.label.is_some() && self.fits(arg, p.ty, p.array));
                let help = match labelled.and_then(|p| p.label) {
                    Some(label) => format!("perhaps a label is missing: `{label}:{found}`"),
                    None => form,
                };
                let message = format!("`{name}` has no place for `{found}` here");
                self.report(arg, "E0304", &message, |p| p.help(help));
            }
            None if self.is_lost_keyword(clause, arg, &same_kind, &places) => {
                self.unknown_keyword(clause, entry.ludeme.head, &same_kind);
            }
            None => {
                // Perhaps only the label is missing.
                let fits = |p: &&Param| p.label.is_some() && self.fits(arg, p.ty, p.array);
                let kind = &self.tree.node(arg).kind;
                match params.iter().find(fits).and_then(|p| p.label) {
                    Some(label) if !matches!(kind, Kind::Word(_)) => {
                        let found = self.show(arg);
                        let message = format!("`{name}` has no place for `{found}` here");
                        let help = format!("perhaps a label is missing: `{label}:{found}`");
                        self.report(arg, "E0304", &message, |p| p.help(help));
                    }
                    Some(_) | None => self.misfit(arg, &places),
                }
            }
            Some(_) => self.misfit(arg, &places),
        }
        Some(arg)
    }

    /// Says why an argument fits none of these places.
    fn misfit(&mut self, arg: NodeId, places: &[Place<'_>]) {
        let node = self.tree.node(arg);
        let found = self.show(arg);
        let wanted = listed_params_at(places);
        match &node.kind {
            Kind::Set => {
                let inner: Vec<Place<'_>> =
                    places.iter().filter(|(_, d)| *d > 0).map(|&(p, d)| (p, d - 1)).collect();
                if inner.is_empty() {
                    self.report(
                        arg,
                        "E0313",
                        &format!("`{found}` is a list, but one value is wanted"),
                        |p| {
                            p.wanted(wanted).help("take the braces away, or combine the values with a ludeme")
                        },
                    );
                    return;
                }
                let items = &node.children;
                let wrapped = |&(p, d): &Place<'_>| d > 0 && items.iter().all(|&i| self.fits(i, p.ty, d - 1));
                if !items.is_empty() && inner.iter().any(wrapped) {
                    let message = format!("`{found}` is one list where a list of lists is wanted");
                    self.report(arg, "E0313", &message, |p| {
                        p.wanted(wanted).help(format!("put another pair of braces around it: `{{{found}}}`"))
                    });
                    return;
                }
                // The furthest place: the one whose first misfit comes last.
                let mut furthest = 0;
                for &(param, depth) in &inner {
                    let good = items.iter().take_while(|&&i| self.fits(i, param.ty, depth)).count();
                    furthest = furthest.max(good);
                }
                let Some(&item) = items.get(furthest) else { return };
                let left: Vec<Place<'_>> = inner
                    .iter()
                    .copied()
                    .filter(|(p, d)| items.iter().take(furthest).all(|&i| self.fits(i, p.ty, *d)))
                    .collect();
                self.misfit(item, &left);
            }
            Kind::Call if places.iter().any(|(_, d)| *d == 0) => {
                let words = vocabulary();
                let could: Vec<u16> = self.tree.head(arg).map_or(&[][..], |h| words.of_head(h)).to_vec();
                let could: Vec<u16> = could
                    .into_iter()
                    .filter(|&e| {
                        let given = words.entry(e).ludeme.gives;
                        places.iter().any(|(p, d)| *d == 0 && accepts(p.ty, given))
                            && arguments(self.tree, arg, words.entry(e)).is_some()
                    })
                    .collect();
                if could.is_empty() {
                    let is = self.kinds_of(arg);
                    let message = format!("`{found}` is {is}, which does not fit here");
                    let help = conversion(&self.guesses[arg.0 as usize].gives, places);
                    self.report(arg, "E0302", &message, |p| {
                        let p = p.wanted(wanted);
                        match help {
                            Some(help) => p.help(help),
                            None => p,
                        }
                    });
                } else {
                    let _ = self.blame(arg, &could);
                }
            }
            Kind::Call | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) | Kind::Word(_)
                if places.iter().any(|&(p, d)| d > 0 && self.fits(arg, p.ty, 0)) =>
            {
                self.report(arg, "E0313", &format!("`{found}` stands alone where a list is wanted"), |p| {
                    p.wanted(wanted).help(format!("put braces around it: `{{{found}}}`"))
                });
            }
            Kind::Word(word) => {
                let known: Vec<&str> = places.iter().flat_map(|(p, _)| words_of(p.ty)).collect();
                let tries: Vec<String> =
                    similar(word, known.iter().copied()).iter().map(|w| format!("`{w}`")).collect();
                let (code, message) = if known.is_empty() {
                    ("E0302", format!("the word `{word}` does not fit here"))
                } else {
                    ("E0307", format!("the word `{word}` is not one of those that fit here"))
                };
                let help = if tries.is_empty() { words_help(word, places) } else { None };
                self.report(arg, code, &message, |p| {
                    let p = did_you_mean(p.wanted(wanted), &tries);
                    match help {
                        Some(help) => p.help(help),
                        None => p,
                    }
                });
            }
            Kind::Call | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) | Kind::Fragment | Kind::Hole(_) => {
                let is = self.kinds_of(arg);
                let given = literal_types(&node.kind);
                let help = conversion(&given, places).or_else(|| unquote(&node.kind, places));
                self.report(arg, "E0302", &format!("`{found}` is {is}, which does not fit here"), |p| {
                    let p = p.wanted(wanted);
                    match help {
                        Some(help) => p.help(help),
                        None => p,
                    }
                });
            }
        }
    }

    /// What a node is, in words.
    fn kinds_of(&self, id: NodeId) -> String {
        match &self.tree.node(id).kind {
            Kind::Call => {
                let gives = &self.guesses[id.0 as usize].gives;
                let mut names: Vec<&str> = Vec::new();
                for ty in gives {
                    if !names.contains(&ty.describe()) {
                        names.push(ty.describe());
                    }
                }
                if names.is_empty() { "something unknown".into() } else { names.join(" or ") }
            }
            Kind::Set => "a list".into(),
            Kind::Fragment | Kind::Hole(_) => "a hole".into(),
            Kind::Word(_) => "a word".into(),
            Kind::Int(_) => "a whole number".into(),
            Kind::Float(_) => "a decimal number".into(),
            Kind::Text(_) => "a quoted text".into(),
        }
    }

    /// The node as text, shortened.
    fn show(&self, id: NodeId) -> String {
        const WIDTH: usize = 40;
        enum Piece {
            Node(NodeId, bool),
            Str(&'static str),
        }
        let mut text = String::new();
        let mut todo = vec![Piece::Node(id, false)];
        while let Some(piece) = todo.pop() {
            if text.chars().count() > WIDTH {
                text = text.chars().take(WIDTH - 1).collect();
                text.push('…');
                break;
            }
            let (id, labelled) = match piece {
                Piece::Str(s) => {
                    text.push_str(s);
                    continue;
                }
                Piece::Node(id, labelled) => (id, labelled),
            };
            let node = self.tree.node(id);
            if let (Some(label), true) = (&node.label, labelled) {
                let _ = write!(text, "{label}:");
            }
            match &node.kind {
                Kind::Word(word) => text.push_str(word),
                Kind::Int(n) => {
                    let _ = write!(text, "{n}");
                }
                Kind::Float(x) => text.push_str(x),
                Kind::Text(t) => {
                    let _ = write!(text, "\"{t}\"");
                }
                Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) => {
                    let (open, close) = match node.kind {
                        Kind::Call => ("(", ")"),
                        Kind::Set => ("{", "}"),
                        _ => ("[", "]"),
                    };
                    text.push_str(open);
                    todo.push(Piece::Str(close));
                    for (i, &child) in node.children.iter().enumerate().rev() {
                        todo.push(Piece::Node(child, true));
                        if i > 0 {
                            todo.push(Piece::Str(" "));
                        }
                    }
                }
            }
        }
        text
    }
}

fn gives_of(entries: &[u16]) -> Vec<Ty> {
    let mut gives = Vec::new();
    for &e in entries {
        let ty = vocabulary().entry(e).ludeme.gives;
        if !gives.contains(&ty) {
            gives.push(ty);
        }
    }
    gives
}

fn did_you_mean(problem: Problem, tries: &[String]) -> Problem {
    match tries {
        [] => problem,
        [one] => problem.help(format!("did you mean {one}?")),
        [most @ .., last] => problem.help(format!("did you mean {} or {last}?", most.join(", "))),
    }
}

fn listed(words: &[&str], most: usize) -> String {
    let shown: Vec<String> = words.iter().take(most).map(|w| format!("`{w}`")).collect();
    let more = words.len().saturating_sub(most);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

/// The head and keyword of an entry.
fn name_of(ludeme: &Ludeme) -> String {
    match ludeme.keyword {
        Some(keyword) => format!("{} {keyword}", ludeme.head),
        None => ludeme.head.to_string(),
    }
}

/// The form of an entry on one line: `(is Line [SiteType] length [through:int | throughAny:region])`.
pub fn signature(ludeme: &Ludeme) -> String {
    form(ludeme, usize::MAX)
}

/// The form as a message has room for it: optional parameters at the end give way to an ellipsis.
fn short_signature(ludeme: &Ludeme) -> String {
    form(ludeme, 80)
}

fn form(ludeme: &Ludeme, width: usize) -> String {
    let mut text = format!("`({}", name_of(ludeme));
    let params = ludeme.params;
    let last_needed = params.iter().rposition(|p| !p.optional && p.or_group == 0);
    let mut i = 0;
    while i < params.len() {
        if text.chars().count() > width && last_needed.is_none_or(|last| i > last) {
            text.push_str(" …");
            break;
        }
        let group = params[i].or_group;
        let end = if group == 0 {
            i + 1
        } else {
            i + params[i..].iter().take_while(|p| p.or_group == group).count()
        };
        let members: Vec<String> = params[i..end].iter().map(type_of).collect();
        let optional = params[i..end].iter().any(|p| p.optional);
        let inner = members.join(" | ");
        if optional {
            let _ = write!(text, " [{inner}]");
        } else if members.len() > 1 {
            let _ = write!(text, " <{inner}>");
        } else {
            let _ = write!(text, " {inner}");
        }
        i = end;
    }
    text.push_str(")`");
    text
}

fn type_of(param: &Param) -> String {
    let mut text = String::new();
    if let Some(label) = param.label {
        let _ = write!(text, "{label}:");
    }
    let depth = usize::from(param.array);
    let _ = write!(text, "{}{}{}", "{".repeat(depth), param.ty, "}".repeat(depth));
    text
}

fn listed_params<'p>(params: impl Iterator<Item = &'p Param>) -> String {
    let places: Vec<Place<'p>> = params.map(|p| (p, p.array)).collect();
    listed_params_at(&places)
}

/// What could stand here. One thing is described in full; of several only the kinds are named.
fn listed_params_at(places: &[Place<'_>]) -> String {
    const SHOWN: usize = 4;
    let mut all: Vec<String> = Vec::new();
    for (param, depth) in places {
        let text = describe_param(param, *depth, places.len() == 1);
        if !all.contains(&text) {
            all.push(text);
        }
    }
    let more = all.len().saturating_sub(SHOWN);
    all.truncate(SHOWN);
    let text = all.join(", or ");
    if more > 0 { format!("{text}, or {more} other things") } else { text }
}

/// A type in a few words; a short list of words is written out.
fn describe_type(ty: Ty) -> String {
    const SHOWN: usize = 8;
    match ty {
        Ty::Enum(def) if def.values.len() <= SHOWN => {
            let words: Vec<&str> = def.values.iter().map(|(word, _)| *word).collect();
            match words[..] {
                [one] => format!("`{one}`"),
                _ => format!("one of {}", listed(&words, SHOWN)),
            }
        }
        Ty::Enum(def) => {
            let words: Vec<&str> = def.values.iter().map(|(word, _)| *word).collect();
            format!("a word of {}: {}", def.name, listed(&words, 4))
        }
        _ => ty.describe().to_string(),
    }
}

fn describe_param(param: &Param, depth: u8, in_full: bool) -> String {
    let one = describe_type(param.ty);
    let mut text = match depth {
        0 => one,
        1 => format!("a list in braces, each {one}"),
        _ => format!("a list of lists in braces, each {one}"),
    };
    if let Some(label) = param.label {
        text = format!("`{label}:` {text}");
    }
    if in_full && !param.doc.is_empty() {
        let _ = write!(text, " ({})", param.doc);
    }
    text
}

/// What a literal is by itself.
fn literal_types(kind: &Kind) -> Vec<Ty> {
    match kind {
        Kind::Int(_) => vec![Ty::IntLit],
        Kind::Float(_) => vec![Ty::FloatLit],
        Kind::Text(_) => vec![Ty::Text],
        Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) | Kind::Word(_) => Vec::new(),
    }
}

/// Nothing converts silently; says how to convert aloud.
fn conversion(given: &[Ty], places: &[Place<'_>]) -> Option<String> {
    let has = |ty| given.iter().any(|&g| accepts(ty, g));
    let wants = |ty| places.iter().any(|(p, _)| p.ty == ty);
    let help = if has(Ty::Int) && wants(Ty::Region) {
        "make a region of a site with `(sites {site})`"
    } else if has(Ty::Region) && wants(Ty::IntArray) {
        "make a list of a region with `(array region)`"
    } else if has(Ty::Int) && wants(Ty::Range) {
        "make a range of a number with `(exact number)` or `(range from to)`"
    } else if has(Ty::Int) && wants(Ty::Bool) {
        "make a condition with a comparison, such as `(= number 1)`"
    } else if has(Ty::Float) && wants(Ty::Int) {
        "make a whole number of a decimal one with `(toInt number)`"
    } else if has(Ty::Int) && wants(Ty::Player) {
        "make a player of a number with `(player number)`"
    } else if has(Ty::Region) && wants(Ty::Int) {
        "a region is a set of sites: take one of them with `(regionSite region index:0)`, or count them with `(count Sites in:region)`"
    } else if has(Ty::Moves) && wants(Ty::NonDecision) {
        "a decision cannot follow a move: use the effect of the same name without `move`"
    } else {
        return None;
    };
    Some(help.to_string())
}

/// A word or number that somebody put into quotes.
fn unquote(kind: &Kind, places: &[Place<'_>]) -> Option<String> {
    let Kind::Text(text) = kind else { return None };
    let is_word = places.iter().any(|(p, _)| words_of(p.ty).contains(&text.as_str()));
    let is_number = text.parse::<i64>().is_ok() && places.iter().any(|(p, _)| accepts(p.ty, Ty::IntLit));
    (is_word || is_number).then(|| format!("write it without quotes: `{text}`"))
}

/// Words that are known elsewhere and often misplaced.
fn words_help(word: &str, places: &[Place<'_>]) -> Option<String> {
    let wants_int = places.iter().any(|(p, _)| p.ty == Ty::Int);
    if places.iter().any(|(p, _)| p.ty == Ty::Text) {
        return Some(format!("a name stands in quotes: `\"{word}\"`"));
    }
    let help = match word {
        "Mover" if wants_int => "the player to move, as a number, is `(mover)`",
        "Next" if wants_int => "the next player, as a number, is `(next)`",
        "Prev" if wants_int => "the player before, as a number, is `(prev)`",
        _ if wants_int && ludarium_ludemes::enums::ROLE_TYPE.index_of(word).is_some() => {
            return Some(format!("the number of a player is `(id {word})`"));
        }
        _ => return None,
    };
    Some(help.to_string())
}
