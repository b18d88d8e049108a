//! Trees that own their parts and are easy to cut, rename and compare. The syntax tree knows where everything is
//! written; a term has forgotten. Depth is bounded by the reader (256 brackets), so functions here may recurse.

use crate::types::HoleId;
use ludarium_syntax::{Kind, NodeId, Tree};
use smol_str::SmolStr;
use std::fmt;
use std::hash::{Hash, Hasher};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// `(head …)`: the first part is the head.
    Call,
    /// `{…}`
    Set,
    Word(SmolStr),
    Int(i64),
    Float(SmolStr),
    Text(SmolStr),
    Hole(HoleId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    pub label: Option<SmolStr>,
    pub shape: Shape,
    pub parts: Vec<Term>,
}

impl Term {
    pub fn new(shape: Shape, parts: Vec<Term>) -> Term {
        Term { label: None, shape, parts }
    }
    pub fn int(n: i64) -> Term {
        Term::new(Shape::Int(n), Vec::new())
    }
    pub fn text(text: impl Into<SmolStr>) -> Term {
        Term::new(Shape::Text(text.into()), Vec::new())
    }
    pub fn word(word: impl Into<SmolStr>) -> Term {
        Term::new(Shape::Word(word.into()), Vec::new())
    }
    /// From a tree. Holes are numbered by `hole`, which is asked for each hole node; a fragment cannot stand outside
    /// of a hole, its parts are put in place.
    pub fn of(tree: &Tree, id: NodeId, hole: &mut dyn FnMut(NodeId) -> HoleId) -> Term {
        let node = tree.node(id);
        let shape = match &node.kind {
            Kind::Call => Shape::Call,
            Kind::Set | Kind::Fragment => Shape::Set,
            Kind::Word(w) => Shape::Word(w.clone()),
            Kind::Int(n) => Shape::Int(*n),
            Kind::Float(f) => Shape::Float(f.clone()),
            Kind::Text(t) => Shape::Text(t.clone()),
            Kind::Hole(_) => {
                let shape = Shape::Hole(hole(id));
                return Term { label: node.label.clone(), shape, parts: Vec::new() };
            }
        };
        let parts = node.children.iter().map(|&child| Term::of(tree, child, hole)).collect();
        Term { label: node.label.clone(), shape, parts }
    }
    /// The head word of a call.
    pub fn head(&self) -> Option<&str> {
        match (&self.shape, self.parts.first()) {
            (Shape::Call, Some(Term { label: None, shape: Shape::Word(w), .. })) => Some(w),
            _ => None,
        }
    }
    /// The parts after the head of a call; all parts of a set.
    pub fn args(&self) -> &[Term] {
        match self.shape {
            Shape::Call => self.parts.get(1..).unwrap_or_default(),
            Shape::Set => &self.parts,
            Shape::Word(_) | Shape::Int(_) | Shape::Float(_) | Shape::Text(_) | Shape::Hole(_) => &[],
        }
    }
    pub fn as_text(&self) -> Option<&str> {
        match &self.shape {
            Shape::Text(t) => Some(t),
            Shape::Call | Shape::Set | Shape::Word(_) | Shape::Int(_) | Shape::Float(_) | Shape::Hole(_) => {
                None
            }
        }
    }
    pub fn as_word(&self) -> Option<&str> {
        match &self.shape {
            Shape::Word(w) => Some(w),
            Shape::Call | Shape::Set | Shape::Text(_) | Shape::Int(_) | Shape::Float(_) | Shape::Hole(_) => {
                None
            }
        }
    }
    pub fn as_int(&self) -> Option<i64> {
        match self.shape {
            Shape::Int(n) => Some(n),
            Shape::Call | Shape::Set | Shape::Text(_) | Shape::Word(_) | Shape::Float(_) | Shape::Hole(_) => {
                None
            }
        }
    }
    /// Calls `visit` for this term and everything in it, parents first.
    pub fn each<'t>(&'t self, visit: &mut dyn FnMut(&'t Term)) {
        visit(self);
        for part in &self.parts {
            part.each(visit);
        }
    }
    /// The same, with the right to change leaves and labels.
    pub fn each_mut(&mut self, visit: &mut dyn FnMut(&mut Term)) {
        visit(self);
        for part in &mut self.parts {
            part.each_mut(visit);
        }
    }
    /// How many nodes it has.
    pub fn size(&self) -> usize {
        1 + self.parts.iter().map(Term::size).sum::<usize>()
    }
    pub fn has_hole(&self) -> bool {
        matches!(self.shape, Shape::Hole(_)) || self.parts.iter().any(Term::has_hole)
    }
    /// The same for equal terms, on every machine and in every run.
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// On one line.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{label}:")?;
        }
        let (open, close) = match &self.shape {
            Shape::Call => ("(", ")"),
            Shape::Set => ("{", "}"),
            Shape::Word(w) | Shape::Float(w) => return f.write_str(w),
            Shape::Int(n) => return write!(f, "{n}"),
            Shape::Text(t) => return write!(f, "\"{t}\""),
            Shape::Hole(_) => return f.write_str("[#]"),
        };
        f.write_str(open)?;
        for (i, part) in self.parts.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{part}")?;
        }
        f.write_str(close)
    }
}

/// Terms from text, for tests.
#[cfg(test)]
pub mod testing {
    use super::*;

    /// What stands inside of the end of a game that says nothing else.
    pub fn terms(text: &str) -> Vec<Term> {
        let game = game(&format!("(game \"x\" (rules (end {text})))"));
        let mut found = Vec::new();
        game.each(&mut |clause| {
            if clause.head() == Some("end") && found.is_empty() {
                found = clause.args().to_vec();
            }
        });
        found
    }

    pub fn game(text: &str) -> Term {
        let parsed = ludarium_syntax::parse(ludarium_syntax::FileId(0), text);
        let limits = ludarium_syntax::Limits::default();
        let (none, any) = (ludarium_play::Defines::none(), ludarium_play::Selection::default());
        let expanded = ludarium_syntax::expand(&parsed, &none, &any, &limits);
        Term::of(&expanded.game, expanded.game.roots[0], &mut |_| HoleId(0))
    }

    /// Terms as text, one after the other.
    pub fn told(terms: &[Term]) -> String {
        terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}
