//! The checked description: every clause with the entry it is and its arguments by parameter.
//! Plain data in an arena; comparable, printable, cheap to walk.

use crate::entry::Ludeme;
use crate::ty::{EnumDef, Ty};
use ludarium_syntax::NodeId;
use smol_str::SmolStr;
use std::fmt::{self, Write};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct CheckedId(pub u32);

/// A clause: `args[i]` is the argument for `entry.params[i]`.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedNode {
    pub entry: &'static Ludeme,
    pub args: Vec<Option<Arg>>,
    /// The clause in the tree, for places and origins.
    pub at: NodeId,
}

/// An argument, with the place where it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    pub value: Value,
    pub at: NodeId,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Node(CheckedId),
    Array(Vec<Arg>),
    Int(i64),
    Float(f64),
    Bool(bool),
    Text(SmolStr),
    /// A word of a list, by its position there.
    Enum(&'static EnumDef, u16),
    /// Left open by a reconstruction; the type is what would have to stand here, at this depth of braces.
    Hole(Ty, u8),
}

/// A description that fits the vocabulary. The parent of a node comes before it in the arena.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    pub nodes: Vec<CheckedNode>,
    pub root: CheckedId,
}

impl Checked {
    pub fn node(&self, id: CheckedId) -> &CheckedNode {
        &self.nodes[id.0 as usize]
    }

    pub fn root(&self) -> &CheckedNode {
        self.node(self.root)
    }

    /// Do two arguments say the same, wherever they are written?
    pub fn says_the_same(&self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Node(a), Value::Node(b)) => {
                let (a, b) = (self.node(*a), self.node(*b));
                std::ptr::eq(a.entry, b.entry)
                    && a.args.iter().zip(&b.args).all(|pair| match pair {
                        (Some(a), Some(b)) => self.says_the_same(&a.value, &b.value),
                        (None, None) => true,
                        (Some(_), None) | (None, Some(_)) => false,
                    })
            }
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.says_the_same(&a.value, &b.value))
            }
            (
                Value::Node(_)
                | Value::Array(_)
                | Value::Int(_)
                | Value::Float(_)
                | Value::Bool(_)
                | Value::Text(_)
                | Value::Enum(..)
                | Value::Hole(..),
                _,
            ) => a == b,
        }
    }

    /// The clause that a clause stands in, and in which of its slots; nothing for the root.
    pub fn parents(&self) -> Vec<Option<(CheckedId, usize)>> {
        let mut parents = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for (slot, arg) in node.args.iter().enumerate() {
                for child in arg.iter().flat_map(Arg::clauses) {
                    parents[child.0 as usize] = Some((CheckedId(index as u32), slot));
                }
            }
        }
        parents
    }

    /// A clause and all clauses inside it, in the order in which they are written.
    pub fn clauses_within(&self, id: CheckedId) -> impl Iterator<Item = CheckedId> {
        let mut todo = vec![id];
        std::iter::from_fn(move || {
            let id = todo.pop()?;
            let first = todo.len();
            todo.extend(self.node(id).clauses());
            todo[first..].reverse();
            Some(id)
        })
    }

    /// The argument of the parameter with this name.
    pub fn arg(&self, id: CheckedId, name: &str) -> Option<&Arg> {
        let node = self.node(id);
        node.entry.slot(name).and_then(|slot| node.args[slot].as_ref())
    }

    /// The clause that is the argument of the parameter with this name.
    pub fn clause(&self, id: CheckedId, name: &str) -> Option<CheckedId> {
        self.arg(id, name).and_then(|arg| arg.value.clause())
    }

    /// The clauses that are the argument of the parameter with this name: one, or those of a list.
    pub fn clauses(&self, id: CheckedId, name: &str) -> impl Iterator<Item = CheckedId> {
        self.arg(id, name).into_iter().flat_map(Arg::clauses)
    }
}

impl CheckedNode {
    /// The clauses directly inside this one, as they are written.
    pub fn clauses(&self) -> impl Iterator<Item = CheckedId> {
        self.args.iter().flatten().flat_map(Arg::clauses)
    }
}

impl Arg {
    /// The argument without its braces: itself, or the members of the list, as they are written.
    pub fn members(&self) -> Members<'_> {
        Members(vec![self])
    }

    /// The clauses directly inside, as they are written.
    pub fn clauses(&self) -> impl Iterator<Item = CheckedId> {
        self.members().filter_map(|arg| arg.value.clause())
    }
}

/// See [`Arg::members`].
pub struct Members<'a>(Vec<&'a Arg>);

impl<'a> Iterator for Members<'a> {
    type Item = &'a Arg;
    fn next(&mut self) -> Option<&'a Arg> {
        loop {
            let arg = self.0.pop()?;
            match &arg.value {
                Value::Array(items) => self.0.extend(items.iter().rev()),
                Value::Node(_)
                | Value::Int(_)
                | Value::Float(_)
                | Value::Bool(_)
                | Value::Text(_)
                | Value::Enum(..)
                | Value::Hole(..) => return Some(arg),
            }
        }
    }
}

impl Value {
    /// The clause, if this is one.
    pub fn clause(&self) -> Option<CheckedId> {
        match self {
            Value::Node(id) => Some(*id),
            Value::Array(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Enum(..)
            | Value::Hole(..) => None,
        }
    }

    /// The text in quotes, if this is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            Value::Node(_)
            | Value::Array(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Enum(..)
            | Value::Hole(..) => None,
        }
    }

    /// The word, if this is one.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Value::Enum(def, index) => Some(def.values[*index as usize].0),
            Value::Node(_)
            | Value::Array(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Hole(..) => None,
        }
    }
}

/// What remains to be printed.
enum Piece<'a> {
    Node(CheckedId),
    Arg(&'a Arg),
    Label(&'a str),
    Str(&'static str),
}

/// Prints the description as ludemes again, without layout.
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut todo = vec![Piece::Node(self.root)];
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Str(text) => f.write_str(text)?,
                Piece::Label(label) => write!(f, "{label}:")?,
                Piece::Node(id) => {
                    let node = self.node(id);
                    write!(f, "({}", node.entry.head)?;
                    if let Some(keyword) = node.entry.keyword {
                        write!(f, " {keyword}")?;
                    }
                    todo.push(Piece::Str(")"));
                    for (param, arg) in node.entry.params.iter().zip(&node.args).rev() {
                        if let Some(arg) = arg {
                            todo.push(Piece::Arg(arg));
                            if let Some(label) = param.label {
                                todo.push(Piece::Label(label));
                            }
                            todo.push(Piece::Str(" "));
                        }
                    }
                }
                Piece::Arg(arg) => match &arg.value {
                    Value::Node(id) => todo.push(Piece::Node(*id)),
                    Value::Array(items) => {
                        f.write_char('{')?;
                        todo.push(Piece::Str("}"));
                        for (i, item) in items.iter().enumerate().rev() {
                            todo.push(Piece::Arg(item));
                            if i > 0 {
                                todo.push(Piece::Str(" "));
                            }
                        }
                    }
                    Value::Int(n) => write!(f, "{n}")?,
                    Value::Float(x) => write!(f, "{x:?}")?,
                    Value::Bool(true) => f.write_str("True")?,
                    Value::Bool(false) => f.write_str("False")?,
                    Value::Text(text) => write!(f, "\"{text}\"")?,
                    Value::Enum(def, index) => f.write_str(def.values[*index as usize].0)?,
                    Value::Hole(..) => f.write_str("[?]")?,
                },
            }
        }
        Ok(())
    }
}
