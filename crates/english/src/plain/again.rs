//! Turns that go on: a move lets its player move again, and a part of the rules says what may be done then. Recognised here:
//! going on with nothing but promotion, and asking whether one could go on.

use super::facts::{clauses_of, items_of, node_of};
use super::say::Say;
use super::writer::{Clause, Writer};
use crate::grammar::{self, verb};
use ludarium_ludemes::checked::{Arg, Checked, CheckedId, Value};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How moving again is meant, where it serves promotion only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotes {
    Must,
    May,
}

/// `(if (is Prev Mover) …)`: what is done by a player who moves again.
fn continued(c: &Checked) -> Vec<CheckedId> {
    clauses_of(c, &["if [moves]"])
        .filter(|id| {
            node_of(c.arg(*id, "condition")).is_some_and(|n| {
                let who = c.arg(n, "role").or_else(|| c.arg(n, "index"));
                let mover = who.is_some_and(|a| {
                    a.value.word() == Some("Mover")
                        || node_of(Some(a)).is_some_and(|m| c.node(m).entry.id == "mover")
                });
                c.node(n).entry.id == "is Prev" && mover
            })
        })
        .collect()
}

/// Is moving again in this game nothing but promoting the piece just moved?
pub fn promotes(c: &Checked) -> Option<Promotes> {
    let parts = continued(c);
    let asked = clauses_of(c, &["is Prev"]).count();
    if parts.is_empty() || asked != parts.len() || parts.iter().any(|p| c.arg(*p, "else").is_none()) {
        return None;
    }
    let mut how = Promotes::Must;
    for part in parts {
        let mut todo = c.arg(part, "list").map(|arg| arg.clauses().collect::<Vec<_>>()).unwrap_or_default();
        let mut promotions = 0;
        while let Some(id) = todo.pop() {
            match c.node(id).entry.id {
                "move Promote" if c.arg(id, "then").is_none() => promotions += 1,
                "move Pass" if c.arg(id, "then").is_none() => how = Promotes::May,
                "or [moves]" | "or [moves]#2" => {
                    for name in ["movesA", "movesB", "list"] {
                        todo.extend(
                            c.arg(id, name).map(|arg| arg.clauses().collect::<Vec<_>>()).unwrap_or_default(),
                        );
                    }
                }
                "if [moves]" => {
                    for name in ["list", "else"] {
                        todo.extend(
                            c.arg(id, name).map(|arg| arg.clauses().collect::<Vec<_>>()).unwrap_or_default(),
                        );
                    }
                }
                _ => return None,
            }
        }
        if promotions == 0 {
            return None;
        }
    }
    Some(how)
}

impl<'a> Writer<'a> {
    /// Promotion told after the rest of a turn instead of before it.
    pub fn promotion_apart(&mut self, id: CheckedId) -> Option<Say> {
        self.facts.promotes?;
        if !continued(self.c).contains(&id) {
            return None;
        }
        if let Some(c) = self.take_node(id, "condition") {
            self.mark_all(c);
        }
        let else_ = self.take(id, "else").map(|a| self.moves(a))?;
        let list = self.take(id, "list").map(|a| self.moves(a))?;
        let lead = "When a move lets you promote the piece you moved,".to_string();
        Some(Say::Apart(Box::new(else_), lead, Box::new(promotions_together(list))))
    }

    /// Do some moves make their player move again, whether that is possible or not?
    pub fn again_always(&self) -> bool {
        let follows = || clauses_of(self.c, &["then"]).filter_map(|t| self.peek_node(t, "moves"));
        let at_once = follows().any(|m| self.id(m) == "moveAgain");
        let unasked = follows().filter(|m| self.id(*m) == "if [moves]").any(|m| {
            let again = self.peek(m, "list").is_some_and(|l| self.contains(l, "moveAgain"));
            again && self.peek(m, "condition").is_some_and(|c| !self.contains(c, "can Move"))
        });
        // Taking something off, promoting and passing are always possible.
        let open = ["move Pass", "move Remove", "move Promote"];
        let parts = continued(self.c);
        let bound = !parts.is_empty()
            && parts
                .iter()
                .all(|p| self.peek(*p, "list").is_some_and(|l| !open.iter().any(|o| self.contains(l, o))));
        self.facts.promotes.is_none() && (at_once || (unasked && bound))
    }

    /// `move again`, by what it is for.
    pub fn again_words(&self) -> &'static str {
        match self.facts.promotes {
            Some(Promotes::Must) => "promote it",
            Some(Promotes::May) => "promote it if you like",
            None => "move again",
        }
    }

    /// `(can Move X)`, where X is what a player who goes on may do.
    pub fn could_go_on(&mut self, id: CheckedId, moves: CheckedId, denied: bool) -> Option<Clause> {
        let own = self.without_then(moves)?;
        let inside = |part: CheckedId| {
            let mut todo = vec![part];
            while let Some(n) = todo.pop() {
                if n == moves {
                    return true;
                }
                todo.extend(self.c.node(n).clauses());
            }
            false
        };
        let same = continued(self.c).into_iter().any(|part| {
            let list =
                self.peek_node(part, "list").filter(|l| !inside(*l) || self.without_then(*l).is_some());
            list.is_some_and(|l| {
                self.alternatives(l).into_iter().any(|one| one == own) || self.without_then(l) == Some(own)
            })
        });
        if !same || clauses_of(self.c, &["phase"]).count() > 1 {
            return None;
        }
        self.take(id, "moves");
        self.mark_all(moves);
        let you = self.names.mover.clone();
        let text = format!(
            "{} go on with the piece just moved, as told under “A turn”",
            verb("can", you.number, denied)
        );
        Some(Clause::new(&you.text, text))
    }

    /// Each alternative of a choice, by what it is built like.
    fn alternatives(&self, id: CheckedId) -> Vec<u64> {
        if !self.id(id).starts_with("or [moves]") {
            return self.without_then(id).into_iter().collect();
        }
        let parts = ["movesA", "movesB", "list"].into_iter().flat_map(|n| items_of(self.peek(id, n)));
        parts.filter_map(|a| node_of(Some(a))).filter_map(|n| self.without_then(n)).collect()
    }

    /// What a rule of moving is built like, without what follows its moves, and without passing.
    fn without_then(&self, id: CheckedId) -> Option<u64> {
        let node = self.c.node(id);
        let name = node.entry.id.strip_prefix("move ").unwrap_or(node.entry.id).to_lowercase();
        if name == "pass" || name == "promote" {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        if node.entry.id.starts_with("or [moves]") {
            let mut all: Vec<u64> = ["movesA", "movesB", "list"]
                .into_iter()
                .flat_map(|n| items_of(self.peek(id, n)))
                .filter_map(|a| node_of(Some(a)))
                .filter_map(|n| self.without_then(n))
                .collect();
            all.sort_unstable();
            if let [one] = all.as_slice() {
                return Some(*one);
            }
            ("or", all).hash(&mut hasher);
            return Some(hasher.finish());
        }
        name.hash(&mut hasher);
        for (slot, arg) in node.args.iter().enumerate() {
            let Some(arg) = arg.as_ref().filter(|_| node.entry.params[slot].name != "then") else { continue };
            node.entry.params[slot].name.hash(&mut hasher);
            self.hash_without_then(arg, &mut hasher);
        }
        Some(hasher.finish())
    }

    fn hash_without_then(&self, arg: &Arg, hasher: &mut DefaultHasher) {
        match &arg.value {
            Value::Node(n) => {
                let moves = matches!(
                    self.c.node(*n).entry.gives,
                    ludarium_ludemes::Ty::Moves | ludarium_ludemes::Ty::NonDecision
                );
                match moves {
                    true => self.without_then(*n).hash(hasher),
                    false => self.shape(*n).hash(hasher),
                }
            }
            Value::Array(items) => items.iter().for_each(|i| self.hash_without_then(i, hasher)),
            Value::Int(n) => n.hash(hasher),
            Value::Float(x) => x.to_bits().hash(hasher),
            Value::Bool(b) => b.hash(hasher),
            Value::Text(t) => t.hash(hasher),
            Value::Enum(def, index) => (def.name, index).hash(hasher),
            Value::Hole(..) => {}
        }
    }
}

/// The piece just moved is what it is all about; to pass is to leave it as it is.
fn said_of_it(say: Say) -> Say {
    match say {
        Say::Do(text, at) if text == "pass" => Say::Do("leave it as it is".to_string(), at),
        Say::Do(text, at)
            if text.starts_with("promote the piece just moved to ") && !text.contains("own hand") =>
        {
            Say::Do(text.replacen("the piece just moved", "it", 1), at)
        }
        Say::If(cond, yes, no, at) => {
            Say::If(cond, Box::new(said_of_it(*yes)), no.map(|n| Box::new(said_of_it(*n))), at)
        }
        Say::Nothing
        | Say::Do(..)
        | Say::All(_)
        | Say::Choose(_)
        | Say::Then(..)
        | Say::Scope(..)
        | Say::Only(..)
        | Say::Needs(..)
        | Say::Apart(..) => say,
    }
}

/// `if it is a pawn, promote it to a tokin; if it is a lance …` as one list of what becomes what.
fn promotions_together(say: Say) -> Say {
    let items = match say {
        Say::Choose(items) => items.into_iter().map(said_of_it).collect(),
        other => return said_of_it(other),
    };
    let items: Vec<Say> = items;
    let become_ = |item: &Say| {
        let Say::If(cond, yes, None, at) = item else { return None };
        let Say::Do(text, _) = &**yes else { return None };
        let from = cond.text.strip_prefix("the piece just moved is ")?;
        let to = text.strip_prefix("promote it to ")?;
        (!from.contains(" and ") && !from.contains(" or ")).then(|| (format!("{from} to {to}"), at.clone()))
    };
    let (mut together, mut places, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for item in items {
        match become_(&item) {
            Some((text, at)) => {
                together.push(text);
                places.extend(at);
            }
            None => rest.push(item),
        }
    }
    if together.len() > 3 {
        let each = together.into_iter().map(|t| Say::Do(t, Vec::new())).collect();
        rest.insert(0, Say::Scope("promote it".to_string(), Box::new(Say::All(each)), places));
    } else if together.len() > 1 {
        let text = format!("promote it ({})", grammar::list(&together, "and"));
        rest.insert(0, Say::Do(text, places));
    } else {
        rest.splice(0..0, together.into_iter().map(|t| Say::Do(format!("promote {t}"), places.clone())));
    }
    Say::Choose(rest)
}
