//! Applies the rules that stand beside the ludemes to a checked description: which concepts each clause shows, and
//! from where they come. Knows the forms of rules and nothing of any particular ludeme.

use crate::taxonomy::{self, Set, id};
use ludarium_ludemes::checked::{Arg, Checked, CheckedId, CheckedNode, Value};
use ludarium_ludemes::concept::{Rule, Test, WORDS};
use ludarium_syntax::NodeId;
use std::collections::BTreeMap;

/// What every clause of a description shows.
pub struct Shown<'c> {
    checked: &'c Checked,
    players: usize,
    /// Sites of the board: vertices, edges, cells, and those of the kind that the game is played on.
    sites: [usize; 4],
    /// By clause: everything it shows, what stands inside included.
    sets: Vec<Set>,
    /// What the rules of the pieces show.
    pieces: Set,
}

/// A place that gives a concept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The clause or word.
    pub at: NodeId,
}

/// Entries that make components, with the parameter that says how the component moves.
const COMPONENTS: [&str; 5] = ["piece [item]", "tile", "card [item]", "die", "domino"];

impl<'c> Shown<'c> {
    pub fn of(checked: &'c Checked, players: usize, sites: [usize; 4]) -> Shown<'c> {
        let sets = vec![Set::default(); checked.nodes.len()];
        let mut shown = Shown { checked, players, sites, sets, pieces: Set::default() };
        shown.walk();
        // What pieces may do stands before the rules that let them move, but may itself speak of pieces.
        let mut pieces = Set::default();
        for node in checked.nodes.iter().filter(|node| COMPONENTS.contains(&node.entry.id)) {
            if let Some(arg) = node.entry.slot("generator").and_then(|slot| node.args[slot].as_ref()) {
                pieces.join(&shown.arg(arg));
            }
        }
        shown.pieces = pieces;
        shown.walk();
        shown
    }

    /// What the whole description shows.
    pub fn all(&self) -> Set {
        self.sets[self.checked.root.0 as usize]
    }

    /// What one clause shows, what stands inside included.
    pub fn of_clause(&self, clause: CheckedId) -> Set {
        self.sets[clause.0 as usize]
    }

    /// What each clause adds by its own rules, by place, what stands inside it or in the rules of pieces left out.
    pub fn own_by_place(&self) -> BTreeMap<NodeId, Set> {
        let mut found: BTreeMap<NodeId, Set> = BTreeMap::new();
        for (i, node) in self.checked.nodes.iter().enumerate() {
            found.entry(node.at).or_default().join(&self.own_but(CheckedId(i as u32), &Set::default()));
        }
        found
    }

    /// What the clauses of the metadata show by their own rules. Regions and directions there say how things are
    /// drawn, not how they are played.
    pub fn looks(&self) -> Set {
        let mut set = Set::default();
        for (i, node) in self.checked.nodes.iter().enumerate() {
            if is_metadata(node) {
                set.join(&self.own(CheckedId(i as u32)));
            }
        }
        set
    }

    /// The clauses of the metadata that give a concept.
    pub fn places_of_looks(&self, concept: u16, limit: usize) -> Vec<Place> {
        let nodes = self.checked.nodes.iter().enumerate();
        let giving = nodes.filter(|(i, n)| is_metadata(n) && self.own(CheckedId(*i as u32)).has(concept));
        giving.map(|(_, node)| Place { at: node.at }).take(limit).collect()
    }

    /// Inner clauses come after outer ones in the arena.
    fn walk(&mut self) {
        for index in (0..self.checked.nodes.len()).rev() {
            self.sets[index] = self.clause(CheckedId(index as u32), &[]);
        }
    }

    /// What a clause shows, without what stands at the hidden paths.
    fn clause(&self, clause: CheckedId, hidden: &[&str]) -> Set {
        let node = self.checked.node(clause);
        let mut set = self.inside(node, hidden);
        apply(node.entry.concepts, &mut |rule| match rule {
            Rule::Turns(list) => {
                if let Some((from, to)) = list.iter().find(|(from, _)| set.has_name(from)) {
                    set.take(id(from));
                    to.iter().for_each(|name| set.add_name(name));
                }
            }
            Rule::Shows(_)
            | Rule::When(..)
            | Rule::Hides(_)
            | Rule::HidesAll
            | Rule::Also(_)
            | Rule::MovesOfPieces
            | Rule::Ends(_) => {}
        });
        set.join(&self.own(clause));
        set
    }

    /// What the arguments show.
    fn inside(&self, node: &CheckedNode, hidden: &[&str]) -> Set {
        let mut set = Set::default();
        let mut hides: Vec<&str> = hidden.to_vec();
        let mut all = false;
        apply(node.entry.concepts, &mut |rule| match rule {
            Rule::Hides(paths) => hides.extend(*paths),
            Rule::HidesAll => all = true,
            Rule::Shows(_)
            | Rule::When(..)
            | Rule::Turns(_)
            | Rule::Also(_)
            | Rule::MovesOfPieces
            | Rule::Ends(_) => {}
        });
        if all {
            return set;
        }
        for (param, arg) in node.entry.params.iter().zip(&node.args) {
            let Some(arg) = arg else { continue };
            if hides.contains(&param.name) {
                continue;
            }
            let below: Vec<&str> = hides
                .iter()
                .filter_map(|path| {
                    path.split_once('/').filter(|(first, _)| *first == param.name).map(|x| x.1)
                })
                .collect();
            if below.is_empty() {
                set.join(&self.arg(arg));
            } else if let Value::Node(child) = &arg.value {
                set.join(&self.clause(*child, &below));
            }
        }
        set
    }

    /// What an argument shows.
    fn arg(&self, arg: &Arg) -> Set {
        let mut set = Set::default();
        for member in arg.members() {
            match member.value {
                Value::Node(child) => set.join(&self.sets[child.0 as usize]),
                Value::Enum(..) => set.add(word_shows(&member.value)),
                Value::Array(_)
                | Value::Int(_)
                | Value::Float(_)
                | Value::Bool(_)
                | Value::Text(_)
                | Value::Hole(..) => {}
            }
        }
        set
    }

    /// What a clause adds by its own rules.
    fn own(&self, clause: CheckedId) -> Set {
        self.own_but(clause, &self.pieces)
    }

    /// The same, with this for what the rules of the pieces show.
    fn own_but(&self, clause: CheckedId, pieces: &Set) -> Set {
        let node = self.checked.node(clause);
        let mut set = Set::default();
        apply(node.entry.concepts, &mut |rule| match rule {
            Rule::Shows(names) => names.iter().for_each(|name| set.add_name(name)),
            Rule::When(tests, names) => {
                if tests.iter().all(|test| self.holds(node, test)) {
                    names.iter().for_each(|name| set.add_name(name));
                }
            }
            Rule::MovesOfPieces => {
                if self.find(node, "moves").is_none() {
                    set.join(pieces);
                }
            }
            Rule::Ends(kinds) => self.ends(node, kinds, &mut set),
            Rule::Hides(_) | Rule::HidesAll | Rule::Turns(_) | Rule::Also(_) => {}
        });
        set
    }

    /// The argument at a path.
    fn find<'n>(&'n self, node: &'n CheckedNode, path: &str) -> Option<&'n Arg> {
        let (first, rest) = path.split_once('/').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let arg = node.entry.slot(first).and_then(|slot| node.args[slot].as_ref())?;
        let Some(rest) = rest else { return Some(arg) };
        arg.value.clause().and_then(|child| self.find(self.checked.node(child), rest))
    }

    fn holds(&self, node: &CheckedNode, test: &Test) -> bool {
        let shows = |arg: &Arg, names: &[&str]| {
            let set = self.arg(arg);
            names.iter().any(|name| set.has_name(name))
        };
        match test {
            Test::Given(path) => self.find(node, path).is_some(),
            Test::Missing(path) => self.find(node, path).is_none(),
            Test::Word(path, words) => self.find(node, path).is_some_and(|arg| is_word(arg, words)),
            Test::Inside(path, names) => self.find(node, path).is_some_and(|arg| shows(arg, names)),
            Test::Each(path, names) => match self.find(node, path).map(|arg| &arg.value) {
                Some(Value::Array(items)) => items.iter().all(|item| shows(item, names)),
                Some(_) | None => false,
            },
            Test::Clause(path, ids) => self.find(node, path).is_some_and(|arg| {
                matches!(&arg.value, Value::Node(child) if ids.contains(&self.checked.node(*child).entry.id))
            }),
            Test::Within(path, ids) => self.find(node, path).is_some_and(|arg| self.within(arg, ids)),
            Test::Number(path, least, most) => self.find(node, path).is_some_and(|arg| {
                let fits = |arg: &Arg| number(self.checked, arg).is_some_and(|n| (*least..=*most).contains(&n));
                match &arg.value {
                    Value::Array(items) => items.iter().any(fits),
                    Value::Node(_)
                    | Value::Int(_)
                    | Value::Float(_)
                    | Value::Bool(_)
                    | Value::Text(_)
                    | Value::Enum(..)
                    | Value::Hole(..) => fits(arg),
                }
            }),
            Test::Items(path, n) => match self.find(node, path).map(|arg| &arg.value) {
                Some(Value::Array(items)) => match items.first().map(|first| &first.value) {
                    Some(Value::Array(inner)) => inner.len() == *n,
                    Some(_) | None => items.len() == *n,
                },
                Some(_) | None => false,
            },
            Test::OnBoard(path) => self.find(node, path).is_some_and(|arg| self.sites_named(node, arg).0),
            Test::OffBoard(path) => self.find(node, path).is_some_and(|arg| self.sites_named(node, arg).1),
            Test::Here(names) => {
                let inside = self.inside(node, &[]);
                names.iter().any(|name| inside.has_name(name))
            }
            Test::NotSmall(path) => {
                self.find(node, path).is_some_and(|arg| number(self.checked, arg).is_none_or(|n| n > 1))
            }
            Test::Same(a, b) => match (self.find(node, a), self.find(node, b)) {
                (Some(a), Some(b)) => {
                    number(self.checked, a).is_some() && number(self.checked, a) == number(self.checked, b)
                }
                (None, _) | (_, None) => false,
            },
            Test::TextHas(path, part) => self
                .find(node, path)
                .is_some_and(|arg| matches!(&arg.value, Value::Text(text) if text.contains(part))),
            Test::Any(tests) => tests.iter().any(|test| self.holds(node, test)),
            Test::All(tests) => tests.iter().all(|test| self.holds(node, test)),
            Test::Not(test) => !self.holds(node, test),
        }
    }

    /// Whether an argument names sites on the board, and sites beside it.
    fn sites_named(&self, node: &CheckedNode, arg: &Arg) -> (bool, bool) {
        let kind = self.find(node, "type").and_then(|arg| arg.value.word());
        let sites = self.sites[match kind {
            Some("Vertex") => 0,
            Some("Edge") => 1,
            Some("Cell") => 2,
            Some(_) | None => 3,
        }] as i64;
        let (mut on, mut off) = (false, false);
        let mut todo = vec![arg];
        while let Some(arg) = todo.pop() {
            match &arg.value {
                Value::Array(items) => todo.extend(items),
                // A list of sites by number; other regions are of the board.
                Value::Node(child) if self.checked.node(*child).entry.id == "sites#3" => {
                    todo.extend(self.checked.node(*child).args.iter().flatten());
                }
                Value::Node(_) if self.within(arg, &["sites Hand", "handSite"]) => off = true,
                Value::Node(_) | Value::Int(_) => match number(self.checked, arg) {
                    Some(site) if site >= sites => off = true,
                    Some(_) | None => on = true,
                },
                Value::Float(_) | Value::Bool(_) | Value::Text(_) | Value::Enum(..) | Value::Hole(..) => {
                    on = true
                }
            }
        }
        (on, off)
    }

    /// Whether such a clause stands in the argument.
    fn within(&self, arg: &Arg, ids: &[&str]) -> bool {
        arg.clauses()
            .any(|id| self.checked.clauses_within(id).any(|id| ids.contains(&self.checked.node(id).entry.id)))
    }

    /// Endings: what the condition shows, joined with for whom the result is what.
    fn ends(&self, node: &CheckedNode, kinds: &[(&[&str], &[&str], &str)], set: &mut Set) {
        let Some(condition) = self.find(node, "test").or_else(|| self.find(node, "if")) else { return };
        let shown = self.arg(condition);
        let who = self.find(node, "result/who").and_then(|arg| arg.value.word());
        let what = self.find(node, "result/result").and_then(|arg| arg.value.word());
        let by_score = self.find(node, "result").is_some_and(|arg| self.arg(arg).has_name("Scoring"));
        let two = self.players == 2;
        // Who wins is who moved, or the other of two who loses.
        let outcome = match (what, who) {
            (Some("Win"), Some("Mover")) => Some("Win"),
            (Some("Win"), Some("Next")) if two => Some("Loss"),
            (Some("Loss"), Some("Mover")) => Some("Loss"),
            (Some("Loss"), Some("Next")) if two => Some("Win"),
            (Some("Draw"), Some(_)) => Some("Draw"),
            (_, _) => None,
        };
        for (all, none, stem) in kinds {
            if !all.iter().all(|name| shown.has_name(name)) || none.iter().any(|name| shown.has_name(name)) {
                continue;
            }
            // One ending is called by its stem alone; other stems name the condition, which stands inside.
            let end = format!("{stem}End");
            set.add_name(if taxonomy::by_name(&end).is_some() { &end } else { stem });
            if let Some(outcome) = outcome {
                set.add_name(&format!("{stem}{outcome}"));
            }
            // Filling a place is a goal of a named player, not only of who moves.
            if *stem == "Fill" && what == Some("Win") && who.is_some_and(names_a_player) {
                set.add_name("FillWin");
            }
            if *stem == "NoOwnPieces" && by_score {
                set.add_name("NoOwnPiecesWin");
            }
        }
        if two && matches!((what, who), (Some("Win"), Some("Next")) | (Some("Loss"), Some("Mover"))) {
            set.add_name("Misere");
        }
    }

    /// The places that give a concept: the outermost clauses whose own rules give it, and words that do.
    pub fn places(&self, concept: u16, limit: usize) -> Vec<Place> {
        let mut found = Vec::new();
        let mut todo = vec![self.checked.root];
        let mut seen = vec![false; self.checked.nodes.len()];
        while let Some(clause) = todo.pop() {
            if std::mem::replace(&mut seen[clause.0 as usize], true) || found.len() >= limit {
                continue;
            }
            let node = self.checked.node(clause);
            let given_by_pieces = self.pieces.has(concept)
                && node.entry.concepts.iter().any(|rule| matches!(rule, Rule::MovesOfPieces));
            if self.own(clause).has(concept) && !given_by_pieces {
                found.push(Place { at: node.at });
                continue;
            }
            let turned = self.sets[clause.0 as usize].has(concept) && !self.inside(node, &[]).has(concept);
            if turned && !given_by_pieces {
                found.push(Place { at: node.at });
                continue;
            }
            let mut inner: Vec<CheckedId> = Vec::new();
            let mut args: Vec<&Arg> = node.args.iter().flatten().rev().collect();
            while let Some(arg) = args.pop() {
                match &arg.value {
                    Value::Node(child) => inner.push(*child),
                    Value::Array(items) => args.extend(items.iter().rev()),
                    Value::Enum(..) if word_shows(&arg.value) == concept => found.push(Place { at: arg.at }),
                    Value::Enum(..)
                    | Value::Int(_)
                    | Value::Float(_)
                    | Value::Bool(_)
                    | Value::Text(_)
                    | Value::Hole(..) => {}
                }
            }
            // How pieces move counts where they are let move; its place is with the piece.
            let component = COMPONENTS.contains(&node.entry.id);
            todo.extend(
                inner.into_iter().rev().filter(|c| component || self.sets[c.0 as usize].has(concept)),
            );
            if clause == self.checked.root && self.pieces.has(concept) {
                let pieces = (0..self.checked.nodes.len())
                    .filter(|&i| COMPONENTS.contains(&self.checked.nodes[i].entry.id))
                    .filter_map(|i| self.find(&self.checked.nodes[i], "generator"))
                    .filter_map(|arg| arg.value.clause())
                    .filter(|c| self.sets[c.0 as usize].has(concept));
                todo.extend(pieces);
            }
        }
        found.dedup();
        found.truncate(limit);
        found
    }
}

fn is_metadata(node: &CheckedNode) -> bool {
    let families =
        ludarium_ludemes::FOLDERS.iter().find(|(name, _)| *name == "metadata").map_or(&[][..], |f| f.1);
    families.iter().any(|family| family.iter().any(|entry| std::ptr::eq(*entry, node.entry)))
}

/// Calls back with every rule, shared lists unfolded.
fn apply(rules: &'static [Rule], then: &mut dyn FnMut(&'static Rule)) {
    for rule in rules {
        if let Rule::Also(shared) = rule {
            apply(shared, then);
        } else {
            then(rule);
        }
    }
}

/// The concept that a word shows wherever it stands; 0 for none.
fn word_shows(value: &Value) -> u16 {
    let Value::Enum(list, _) = value else { return 0 };
    let word = value.word();
    WORDS
        .iter()
        .find(|(name, w, _)| *name == list.name && Some(*w) == word)
        .map_or(0, |(_, _, concept)| id(concept))
}

fn is_word(arg: &Arg, words: &[&str]) -> bool {
    match &arg.value {
        Value::Enum(..) => arg.value.word().is_some_and(|word| words.contains(&word)),
        Value::Text(text) => words.contains(&text.as_str()),
        Value::Bool(true) => words.contains(&"True"),
        Value::Bool(false) => words.contains(&"False"),
        Value::Array(items) => items.iter().any(|item| is_word(item, words)),
        Value::Node(_) | Value::Int(_) | Value::Float(_) | Value::Hole(..) => false,
    }
}

fn names_a_player(role: &str) -> bool {
    role.strip_prefix('P').is_some_and(|n| n.parse::<u32>().is_ok())
}

/// A number written out, or computed from such.
pub fn number(checked: &Checked, arg: &Arg) -> Option<i64> {
    number_within(checked, arg, 32)
}

fn number_within(checked: &Checked, arg: &Arg, depth: usize) -> Option<i64> {
    let Value::Node(child) = &arg.value else {
        return match &arg.value {
            Value::Int(n) => Some(*n),
            Value::Array(_)
            | Value::Node(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Enum(..)
            | Value::Hole(..) => None,
        };
    };
    let depth = depth.checked_sub(1)?;
    let node = checked.node(*child);
    let mut numbers = Vec::new();
    for arg in node.args.iter().flatten() {
        match &arg.value {
            Value::Array(items) => {
                for item in items {
                    numbers.push(number_within(checked, item, depth)?);
                }
            }
            Value::Int(_)
            | Value::Node(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Enum(..)
            | Value::Hole(..) => numbers.push(number_within(checked, arg, depth)?),
        }
    }
    let (first, rest) = numbers.split_first()?;
    let fold = |f: fn(i64, i64) -> Option<i64>| rest.iter().try_fold(*first, |a, &b| f(a, b));
    match node.entry.head {
        "+" => fold(i64::checked_add),
        "*" => fold(i64::checked_mul),
        "/" => fold(i64::checked_div),
        "%" => fold(i64::checked_rem),
        "^" => fold(|a, b| u32::try_from(b).ok().and_then(|b| a.checked_pow(b))),
        "max" => fold(|a, b| Some(a.max(b))),
        "min" => fold(|a, b| Some(a.min(b))),
        "abs" => first.checked_abs(),
        "-" if rest.is_empty() => first.checked_neg(),
        "-" => fold(i64::checked_sub),
        _ => None,
    }
}

/// The names that rules use and the taxonomy does not have: none, or a rule is misspelt.
pub fn misspelt() -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |what: &str, names: &[&str]| {
        for name in names {
            if taxonomy::by_name(name).is_none() {
                wrong.push(format!("{what}: no concept {name:?}"));
            }
        }
    };
    fn tested(test: &'static Test, check: &mut dyn FnMut(&[&str])) {
        match test {
            Test::Inside(_, names) | Test::Each(_, names) | Test::Here(names) => check(names),
            Test::Any(tests) | Test::All(tests) => tests.iter().for_each(|test| tested(test, check)),
            Test::Not(test) => tested(test, check),
            Test::Given(_)
            | Test::Missing(_)
            | Test::Word(..)
            | Test::Clause(..)
            | Test::Within(..)
            | Test::Number(..)
            | Test::NotSmall(_)
            | Test::Same(..)
            | Test::Items(..)
            | Test::OnBoard(_)
            | Test::OffBoard(_)
            | Test::TextHas(..) => {}
        }
    }
    for entry in ludarium_ludemes::all() {
        apply(entry.concepts, &mut |rule| match rule {
            Rule::Shows(names) => check(entry.id, names),
            Rule::When(tests, names) => {
                check(entry.id, names);
                tests.iter().for_each(|test| tested(test, &mut |names| check(entry.id, names)));
            }
            Rule::Turns(list) => {
                for (from, to) in *list {
                    check(entry.id, &[from]);
                    check(entry.id, to);
                }
            }
            Rule::Ends(kinds) => {
                for (all, none, _) in *kinds {
                    check(entry.id, all);
                    check(entry.id, none);
                }
            }
            Rule::Hides(_) | Rule::HidesAll | Rule::Also(_) | Rule::MovesOfPieces => {}
        });
    }
    for (_, _, name) in WORDS {
        check("words", &[name]);
    }
    wrong
}
