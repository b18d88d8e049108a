//! Rules that stand in a description several times: told once, under a name, and referred to. Two clauses are the
//! same rule when they are built alike, wherever they are written.

use super::lists::each;
use super::say::{Say, fold};
use super::writer::Writer;
use crate::document::Sentence;
use crate::grammar;
use ludarium_ludemes::Ty;
use ludarium_ludemes::checked::{Arg, CheckedId, Value};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Smaller rules are said again rather than looked up.
const WORTH_A_NAME: usize = 16;
/// So deep may copies lie inside copies.
const NESTED: usize = 6;
/// The same for rules that stand there again and again.
const OFTEN_WORTH_A_NAME: usize = 10;

#[derive(Default, Debug)]
pub struct Shared {
    /// What each clause is built like, and how many clauses it has.
    shapes: Vec<(u64, usize)>,
    /// Shapes that stand in the rules more than once.
    repeated: BTreeMap<u64, usize>,
    /// Those referred to so far, in order: shape, name, where it was met, and what has been told already.
    rules: Vec<Rule>,
    /// Being told right now.
    pub telling: Option<CheckedId>,
    /// Clauses that are told by telling another like them: the one told, and the copy.
    pub copies: Vec<(CheckedId, CheckedId)>,
}

#[derive(Debug)]
struct Rule {
    shape: u64,
    name: String,
    met: Vec<CheckedId>,
    names: super::writer::Names,
}

impl<'a> Writer<'a> {
    /// Looks for what is written more than once.
    pub fn find_shared(&mut self) {
        let c = self.c;
        let mut shapes: Vec<(u64, usize)> = vec![(0, 1); c.nodes.len()];
        // Children stand after their parents, so backwards every child comes first.
        for index in (0..c.nodes.len()).rev() {
            let node = &c.nodes[index];
            let mut hasher = DefaultHasher::new();
            node.entry.id.hash(&mut hasher);
            let mut size = 1;
            for (slot, arg) in node.args.iter().enumerate() {
                if let Some(arg) = arg {
                    slot.hash(&mut hasher);
                    size += hash_arg(arg, &shapes, &mut hasher);
                }
            }
            shapes[index] = (hasher.finish(), size);
        }
        self.shared.shapes = shapes.clone();
        let mut parents: Vec<Option<usize>> = vec![None; c.nodes.len()];
        for (index, node) in c.nodes.iter().enumerate() {
            for arg in node.args.iter().flatten() {
                for child in arg.clauses() {
                    parents[child.0 as usize] = Some(index);
                }
            }
        }
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for (shape, _) in &shapes {
            *counts.entry(*shape).or_default() += 1;
        }
        // A part that is told elsewhere counts as one word here.
        let mut sizes: Vec<usize> = vec![1; c.nodes.len()];
        for index in (0..c.nodes.len()).rev() {
            let shape = &shapes[index].0;
            let node = &c.nodes[index];
            let inner = node.args.iter().flatten().flat_map(Arg::clauses);
            let size = &(1 + inner.map(|child| sizes[child.0 as usize]).sum::<usize>());
            sizes[index] = *size;
            let rule = match node.entry.gives {
                Ty::Moves | Ty::NonDecision => {
                    *size >= WORTH_A_NAME || (*size >= OFTEN_WORTH_A_NAME && counts[shape] > 3)
                }
                Ty::Int => {
                    let track = node.entry.id == "trackSite Move" && counts[shape] > 3;
                    *size >= 7 || (*size >= 4 && counts[shape] > 2) || (track && *size >= 3)
                }
                Ty::Region => *size >= 8,
                Ty::Bool if self.faces(CheckedId(index as u32)) => {
                    sizes[index] = 1;
                    false
                }
                Ty::Bool => *size >= 14,
                _ => false,
            };
            // A part of a larger rule that is repeated as often is no rule of its own.
            let whole = parents[index].is_none_or(|p| counts[&shapes[p].0] < counts[shape]);
            if rule && counts[shape] > 1 && whole {
                self.shared.repeated.insert(*shape, counts[shape]);
                sizes[index] = 1;
            }
        }
    }

    /// Two pieces that see each other, or do not: a few words.
    fn faces(&self, id: CheckedId) -> bool {
        match self.id(id) {
            "not" => self.peek_node(id, "a").is_some_and(|a| self.facing(a).is_some()),
            _ => self.facing(id).is_some(),
        }
    }

    /// What a clause is built like; the same for two that are written alike.
    pub fn shape(&self, id: CheckedId) -> Option<u64> {
        self.shared.shapes.get(id.0 as usize).map(|(shape, _)| *shape)
    }

    pub fn shape_of(&self, id: Option<CheckedId>) -> Option<u64> {
        id.and_then(|id| self.shape(id))
    }

    /// How often a rule stands in the description.
    pub fn times(&self, id: Option<CheckedId>) -> usize {
        self.shape_of(id).and_then(|s| self.shared.repeated.get(&s).copied()).unwrap_or(1)
    }

    /// Is this clause a rule that is told elsewhere?
    pub fn is_shared(&self, id: CheckedId) -> bool {
        let shape = self.shape(id);
        self.shared.telling != Some(id) && shape.is_some_and(|s| self.shared.repeated.contains_key(&s))
    }

    /// A number, a region or a condition that is told elsewhere, by its name.
    pub fn shared_term(&mut self, id: CheckedId) -> Option<String> {
        let index = self.refer(id)?;
        Some(format!("“{}”", self.shared.rules[index].name))
    }

    /// A reference, if this clause is a rule told elsewhere.
    pub fn shared_rule(&mut self, id: CheckedId) -> Option<Say> {
        let index = self.refer(id)?;
        let name = &self.shared.rules[index].name;
        let arg = Arg { value: Value::Node(id), at: self.c.node(id).at };
        let text = if self.decides(&arg) {
            format!("make a move under the rule “{name}”")
        } else {
            format!("apply the rule “{name}”")
        };
        Some(Say::Do(text, vec![self.place(id)]))
    }

    /// Notes that a repeated clause was met, and where it is told.
    fn refer(&mut self, id: CheckedId) -> Option<usize> {
        let (shape, _) = *self.shared.shapes.get(id.0 as usize)?;
        if self.shared.telling == Some(id) || !self.shared.repeated.contains_key(&shape) {
            return None;
        }
        // Told for all directions at once, what depends on the direction cannot be told elsewhere.
        if self.turned.is_some() && self.turns_along(id) {
            return None;
        }
        let known = self.shared.rules.iter().position(|r| r.shape == shape);
        let index = match known {
            Some(i) => i,
            None => {
                let name = self.name_of_rule(id);
                self.shared.rules.push(Rule { shape, name, met: Vec::new(), names: self.names.clone() });
                self.shared.rules.len() - 1
            }
        };
        self.shared.rules[index].met.push(id);
        Some(index)
    }

    /// What players call such a rule.
    fn known_rule(&self, id: CheckedId) -> Option<&'static str> {
        match self.id(id) {
            "directional" => {
                let centre = self.peek_node(id, "from").and_then(|f| self.peek_node(f, "site"));
                match centre.map(|c| self.id(c)) {
                    Some("last To") => Some("Capture by approach"),
                    Some("last From") => Some("Capture by withdrawal"),
                    Some(_) | None => None,
                }
            }
            "custodial" => Some("Custodial capture"),
            "enclose" => Some("Capture by enclosure"),
            "surround" => Some("Capture by surrounding"),
            "intervene" => Some("Capture by intervention"),
            "if [moves]" if !self.has(id, "else") => {
                let again = self.peek_node(id, "list").is_some_and(|l| self.id(l) == "moveAgain");
                let can = self.peek(id, "condition").is_some_and(|c| self.contains(c, "can Move"));
                (again && can).then_some("Going on")
            }
            _ => None,
        }
    }

    /// What players call it, the define it comes from, or a letter.
    fn name_of_rule(&self, id: CheckedId) -> String {
        let tree = self.d.tree;
        let origin = tree.node(self.c.node(id).at).origin;
        let from_define = origin.and_then(|o| tree.origins.get(o.0 as usize)).map(|o| {
            let name = o.name.rsplit('/').next().unwrap_or("");
            grammar::capital(&grammar::words_of_name(name.trim_matches(|c: char| !c.is_alphanumeric())))
        });
        let letter = char::from(b'A' + (self.shared.rules.len() % 26) as u8);
        let name =
            self.known_rule(id).map(str::to_string).or(from_define).filter(|n| speaks(n)).unwrap_or_else(
                || match self.c.node(id).entry.gives {
                    Ty::Int | Ty::Region | Ty::Bool => letter.to_string(),
                    _ => format!("Rule {letter}"),
                },
            );
        if self.shared.rules.iter().any(|r| r.name == name) { format!("{name} {letter}") } else { name }
    }

    /// Every rule that was referred to, and those that these refer to in turn.
    pub fn tell_shared(&mut self) -> Vec<Sentence> {
        let mut out = Vec::new();
        let mut index = 0;
        while index < self.shared.rules.len() && index < 2000 {
            let first = self.shared.rules[index].met[0];
            let name = self.shared.rules[index].name.clone();
            let names = std::mem::replace(&mut self.names, self.shared.rules[index].names.clone());
            let before = self.shared.telling.replace(first);
            let mut whole = match self.c.node(first).entry.gives {
                Ty::Int | Ty::Region => {
                    let np = self.node(first, "");
                    let inner = np.text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
                    let text = inner.filter(|t| crate::readability::balanced(t)).unwrap_or(&np.text);
                    Sentence::new(grammar::sentence(text), Vec::new())
                }
                Ty::Bool => {
                    let text = self.clause(first, false).text();
                    Sentence::new(grammar::sentence(&text), Vec::new())
                }
                _ => fold(self.moves_node(first).lay("")),
            };
            self.shared.telling = before;
            self.names = names;
            whole.text = format!("“{name}”: {}", whole.text);
            whole.at.push(self.place(first));
            out.push(whole);
            index += 1;
        }
        // What was told of one is told of all like it. Copies lie inside copies.
        let rules: Vec<Vec<CheckedId>> = self.shared.rules.iter().rev().map(|r| r.met.clone()).collect();
        for _ in 0..NESTED {
            for (told, copy) in self.shared.copies.clone() {
                self.mark_like(told, copy);
            }
            for met in &rules {
                for copy in met.iter().skip(1) {
                    self.mark_like(met[0], *copy);
                }
            }
        }
        if out.is_empty() {
            return out;
        }
        vec![Sentence::with_list("These rules are used in more than one place:", Vec::new(), out)]
    }
}

/// Mixes an argument in; gives the number of clauses inside.
fn hash_arg(arg: &Arg, shapes: &[(u64, usize)], hasher: &mut DefaultHasher) -> usize {
    match &arg.value {
        Value::Node(id) => {
            let (shape, size) = shapes[id.0 as usize];
            shape.hash(hasher);
            size
        }
        Value::Array(items) => {
            items.len().hash(hasher);
            items.iter().map(|i| hash_arg(i, shapes, hasher)).sum()
        }
        Value::Int(n) => {
            n.hash(hasher);
            0
        }
        Value::Float(x) => {
            x.to_bits().hash(hasher);
            0
        }
        Value::Bool(b) => {
            b.hash(hasher);
            0
        }
        Value::Text(t) => {
            t.hash(hasher);
            0
        }
        Value::Enum(def, index) => {
            def.name.hash(hasher);
            index.hash(hasher);
            0
        }
        Value::Hole(..) => 0,
    }
}

/// A name that a reader can make something of: a few words, no numbers or brackets.
fn speaks(name: &str) -> bool {
    name.len() > 2 && name.len() < 40 && name.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '-')
}

/// How many pieces must say the same before it is said once for all.
const SAID_ONCE: usize = 4;

/// Captures by moving onto an enemy, said once for all pieces that capture so. Pieces that do not are then told to.
pub fn capture_once(w: &Writer<'_>, pieces: &mut [Sentence]) -> Option<Sentence> {
    let s = w.noun();
    let piece = &w.facts.piece;
    let open = format!("that is empty or holds an enemy {piece}, which it captures");
    let steps = [format!(" to a {} {open}", s.one), format!(" onto a {} {open}", s.one)];
    let slide = format!(", or onto the first enemy {piece} in its way, capturing it");
    let mut times = 0;
    let mut at = Vec::new();
    each(pieces, &mut |sentence| {
        let here: usize =
            steps.iter().chain([&slide]).map(|p| sentence.text.matches(p.as_str()).count()).sum();
        times += here;
        if here > 0 {
            at.extend(sentence.at.iter().copied());
        }
    });
    if times < SAID_ONCE {
        return None;
    }
    let slides = format!("over any number of empty {}", s.many);
    each(pieces, &mut |sentence| {
        let parts: Vec<String> = crate::readability::split(&sentence.text)
            .into_iter()
            .map(|text| {
                let short = steps.iter().chain([&slide]).fold(text.clone(), |t, p| t.replace(p.as_str(), ""));
                let short = short.replace(",.", ".").replace(",:", ":");
                let ends = short.ends_with('.') || short.ends_with(':');
                if short == text && text.contains(&slides) && !text.contains("captur") && ends {
                    let (body, stop) = text.split_at(text.len() - 1);
                    return format!("{body}, without capturing{stop}");
                }
                short
            })
            .collect();
        sentence.text = parts.join(" ");
    });
    at.sort_unstable();
    at.dedup();
    let text = format!(
        "Where nothing else is said, a {piece} ends its move on an empty {} or on an enemy {piece}, which it captures",
        s.one
    );
    Some(Sentence::new(grammar::sentence(&text), at))
}
