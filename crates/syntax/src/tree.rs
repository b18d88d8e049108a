//! The expanded tree: what remains of a description when defines, options, rulesets and ranges are gone.
//! An arena: children are indices, so that no depth of nesting can overflow the stack, dropping included.

use crate::span::Span;
use smol_str::SmolStr;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct OriginId(pub u32);

/// How a node came to stand where it stands: it was written in the body of a definition (or in an option's
/// argument) that was used at `used_at`. `outer` continues the chain when that use itself came from a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    pub name: SmolStr,
    pub defined_at: Span,
    pub used_at: Span,
    pub outer: Option<OriginId>,
}

/// What a reconstruction hole allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HoleKind {
    /// `[#]`, with the text after the sign, if any: anything that fits, taken from other games.
    Any,
    /// `[?]`: unknown.
    Unknown,
    /// `[a | b]`: one of the node's children (each alternative is one child; a `Kind::Set` child with no
    /// braces in the text does not occur: an alternative of several nodes is a `Kind::Fragment`).
    OneOf,
    /// `[3..12]`
    Range(i64, i64),
    /// `[+ …]` and `[- …]`: include or exclude what the children name.
    Include,
    Exclude,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `(head argument…)`: the first child is the head, normally a `Word`.
    Call,
    /// `{…}`
    Set,
    /// Several nodes standing where one is expected; only inside holes.
    Fragment,
    /// `[…]`
    Hole(HoleKind),
    /// Anything unquoted that is not a number: heads, enum words, `True`, `Off`.
    Word(SmolStr),
    /// A whole number.
    Int(i64),
    /// A number with a decimal point or exponent, as written.
    Float(SmolStr),
    /// A quoted string, without its quotes, with `\"` resolved to an apostrophe as the language does.
    Text(SmolStr),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub kind: Kind,
    /// `label:` before the node.
    pub label: Option<SmolStr>,
    pub children: Vec<NodeId>,
    /// Where this node is written (inside a definition's body, if it came from one).
    pub span: Span,
    /// The chain of uses that brought it here; `None` for what is written in the game itself.
    pub origin: Option<OriginId>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub origins: Vec<Origin>,
    /// The top-level nodes: normally one, `(game …)` or `(match …)`.
    pub roots: Vec<NodeId>,
}

impl Tree {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
    pub fn origin(&self, id: OriginId) -> &Origin {
        &self.origins[id.0 as usize]
    }
    pub fn children(&self, id: NodeId) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.node(id).children.iter().copied()
    }
    /// The head word of a call: `game` in `(game …)`.
    pub fn head(&self, id: NodeId) -> Option<&str> {
        let node = self.node(id);
        match (&node.kind, node.children.first()) {
            (Kind::Call, Some(&h)) => match &self.node(h).kind {
                Kind::Word(w) if self.node(h).label.is_none() => Some(w),
                _ => None,
            },
            _ => None,
        }
    }
    /// The chain of uses that starts at `origin`, innermost first.
    pub fn origin_chain(&self, origin: Option<OriginId>) -> Vec<Origin> {
        let mut chain = Vec::new();
        let mut next = origin;
        while let Some(id) = next {
            let Some(origin) = self.origins.get(id.0 as usize) else { break };
            chain.push(origin.clone());
            // An origin only ever points at an older one, so the walk ends.
            next = origin.outer.filter(|o| o.0 < id.0);
        }
        chain
    }
    /// Writes one node and what is inside it on one line.
    pub fn print(&self, id: NodeId) -> String {
        let mut out = String::new();
        self.write(&mut out, &[id]);
        out
    }
    /// A flat loop, because a tree may be deeper than the stack.
    fn write(&self, out: &mut String, roots: &[NodeId]) {
        enum Step<'a> {
            Node(NodeId),
            Words(&'a str),
        }
        let mut todo: Vec<Step> = Vec::new();
        let put = |todo: &mut Vec<Step>, ids: &[NodeId], between: &'static str| {
            for (i, &id) in ids.iter().enumerate().rev() {
                todo.push(Step::Node(id));
                if i > 0 {
                    todo.push(Step::Words(between));
                }
            }
        };
        put(&mut todo, roots, " ");
        while let Some(step) = todo.pop() {
            let id = match step {
                Step::Words(words) => {
                    out.push_str(words);
                    continue;
                }
                Step::Node(id) => id,
            };
            let node = self.node(id);
            if let Some(label) = &node.label {
                out.push_str(label);
                out.push(':');
            }
            let (open, between, close) = match &node.kind {
                Kind::Call => ("(", " ", ")"),
                Kind::Set => ("{", " ", "}"),
                Kind::Fragment => ("", " ", ""),
                Kind::Hole(HoleKind::Any) => (if node.children.is_empty() { "[#" } else { "[" }, " ", "]"),
                Kind::Hole(HoleKind::Unknown) => ("[?", " ", "]"),
                Kind::Hole(HoleKind::OneOf) => ("[", " | ", "]"),
                Kind::Hole(HoleKind::Range(a, b)) => {
                    out.push_str(&format!("[{a}..{b}]"));
                    continue;
                }
                Kind::Hole(HoleKind::Include) => ("[+ ", " ", "]"),
                Kind::Hole(HoleKind::Exclude) => ("[- ", " ", "]"),
                Kind::Word(word) | Kind::Float(word) => {
                    out.push_str(word);
                    continue;
                }
                Kind::Int(n) => {
                    out.push_str(&n.to_string());
                    continue;
                }
                Kind::Text(text) => {
                    out.push('"');
                    out.push_str(text);
                    out.push('"');
                    continue;
                }
            };
            out.push_str(open);
            todo.push(Step::Words(close));
            put(&mut todo, &node.children, between);
        }
    }
}

/// The whole tree on one line.
impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = String::new();
        self.write(&mut out, &self.roots);
        f.write_str(&out)
    }
}
