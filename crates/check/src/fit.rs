//! The quick pass: which entries each clause can be, bottom-up, and the checked description built from that.

use crate::align::{EMPTY, align, align_around_holes};
use crate::vocabulary::{Entry, vocabulary};
use ludarium_ludemes::checked::{Arg, Checked, CheckedId, CheckedNode, Value};
use ludarium_ludemes::enums::{ABSOLUTE_DIRECTION, COMPASS_DIRECTION, RELATIVE_DIRECTION};
use ludarium_ludemes::ty::same_word;
use ludarium_ludemes::{EnumDef, Ludeme, NUMBER_WORDS, Param, Ty, accepts};
use ludarium_syntax::{Kind, NodeId, Tree};

/// One way to read a clause.
pub struct Reading {
    pub entry: u16,
    /// For each parameter the position among the clause's arguments, or [`EMPTY`].
    pub slots: Vec<u16>,
}

/// For every clause below the root, the entries it can be, in the order in which they are preferred.
pub struct Fits<'a> {
    tree: &'a Tree,
    root: NodeId,
    readings: Vec<Vec<Reading>>,
}

/// The clauses, sets and holes below `root`, children before parents.
pub fn bottom_up(tree: &Tree, root: NodeId) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        order.push(id);
        todo.extend(tree.children(id));
    }
    order.reverse();
    order
}

/// The arguments of a clause, when its head is followed by the words that choose this entry.
pub fn arguments<'t>(tree: &'t Tree, clause: NodeId, entry: &Entry) -> Option<&'t [NodeId]> {
    let children = &tree.node(clause).children;
    let mut rest = children.get(1..)?;
    for keyword in &entry.keywords {
        let (&first, others) = rest.split_first()?;
        let node = tree.node(first);
        match &node.kind {
            Kind::Word(word) if node.label.is_none() && same_word(keyword, word) => rest = others,
            // A hole may stand for the keyword too.
            Kind::Hole(_) if node.label.is_none() => rest = others,
            _ => return None,
        }
    }
    Some(rest)
}

/// A hole, or a clause whose very name is one.
pub fn is_hole(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    match &node.kind {
        Kind::Hole(_) => true,
        Kind::Call => {
            node.children.first().is_some_and(|&head| matches!(tree.node(head).kind, Kind::Hole(_)))
        }
        Kind::Set | Kind::Fragment | Kind::Word(_) | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => false,
    }
}

/// A word, number or text as an argument of this type.
pub fn literal(kind: &Kind, ty: Ty) -> Option<Value> {
    match (kind, ty) {
        (Kind::Int(n), Ty::Int | Ty::Dim | Ty::IntLit) => Some(Value::Int(*n)),
        (Kind::Int(n), Ty::Float | Ty::FloatLit) => Some(Value::Float(*n as f64)),
        (Kind::Float(text), Ty::Float | Ty::FloatLit) => text.parse().ok().map(Value::Float),
        (Kind::Text(text), Ty::Text) => Some(Value::Text(text.clone())),
        (Kind::Word(word), Ty::Int | Ty::Dim | Ty::IntLit) => {
            NUMBER_WORDS.iter().find(|(w, _)| w == word).map(|(_, n)| Value::Int(*n))
        }
        (Kind::Word(word), Ty::Bool | Ty::BoolLit) => {
            if word.eq_ignore_ascii_case("true") {
                Some(Value::Bool(true))
            } else if word.eq_ignore_ascii_case("false") {
                Some(Value::Bool(false))
            } else {
                None
            }
        }
        (Kind::Word(word), Ty::Enum(def)) => enum_word(def, word),
        (Kind::Word(word), Ty::Direction) => {
            enum_word(&ABSOLUTE_DIRECTION, word).or_else(|| enum_word(&RELATIVE_DIRECTION, word))
        }
        (Kind::Word(word), Ty::Facing) => enum_word(&COMPASS_DIRECTION, word),
        _ => None,
    }
}

fn enum_word(def: &'static EnumDef, word: &str) -> Option<Value> {
    def.index_of(word).map(|index| Value::Enum(def, index as u16))
}

impl<'a> Fits<'a> {
    pub fn of(tree: &'a Tree, root: NodeId) -> Fits<'a> {
        let mut fits = Fits { tree, root, readings: Vec::new() };
        fits.readings.resize_with(tree.nodes.len(), Vec::new);
        for id in bottom_up(tree, root) {
            if matches!(tree.node(id).kind, Kind::Call) {
                fits.readings[id.0 as usize] = fits.readings_of(id);
            }
        }
        fits
    }

    fn readings_of(&self, clause: NodeId) -> Vec<Reading> {
        let Some(head) = self.tree.head(clause) else { return Vec::new() };
        let candidates = vocabulary().of_head(head);
        let mut readings = self.readings_among(clause, candidates, false);
        if readings.is_empty() && self.tree.children(clause).any(|c| self.is_hole(c)) {
            readings = self.readings_among(clause, candidates, true);
        }
        readings
    }

    fn readings_among(&self, clause: NodeId, candidates: &[u16], around_holes: bool) -> Vec<Reading> {
        let mut readings = Vec::new();
        for &index in candidates {
            let entry = vocabulary().entry(index);
            let Some(args) = arguments(self.tree, clause, entry) else { continue };
            let params = entry.ludeme.params;
            let mut fits = |a: usize, p: usize| self.fits_param(args[a], &params[p]);
            let slots = if around_holes {
                align_around_holes(params, args.len(), &|a| self.is_hole(args[a]), &mut fits)
            } else {
                align(params, args.len(), &mut fits)
            };
            if let Some(slots) = slots {
                readings.push(Reading { entry: index, slots });
            }
        }
        readings
    }

    fn is_hole(&self, id: NodeId) -> bool {
        is_hole(self.tree, id)
    }

    pub fn fits_param(&self, arg: NodeId, param: &Param) -> bool {
        let label = self.tree.node(arg).label.as_deref();
        // What a hole will hold may bring its own label.
        (label == param.label || label.is_none() && self.is_hole(arg))
            && self.fits(arg, param.ty, param.array)
    }

    /// Whether a node can stand where `ty` is wanted inside `depth` pairs of braces. The recursion goes no
    /// deeper than the braces of a parameter.
    fn fits(&self, id: NodeId, ty: Ty, depth: u8) -> bool {
        let node = self.tree.node(id);
        match &node.kind {
            Kind::Hole(_) => true,
            Kind::Call if self.is_hole(id) => true,
            Kind::Set => depth > 0 && node.children.iter().all(|&item| self.fits(item, ty, depth - 1)),
            Kind::Call => depth == 0 && self.reading(id, ty).is_some(),
            Kind::Word(_) | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => {
                depth == 0 && literal(&node.kind, ty).is_some()
            }
            Kind::Fragment => false,
        }
    }

    fn reading(&self, clause: NodeId, ty: Ty) -> Option<&Reading> {
        let words = vocabulary();
        self.readings[clause.0 as usize].iter().find(|r| accepts(ty, words.entry(r.entry).ludeme.gives))
    }

    /// All entries that a clause can be.
    pub fn entries(&self, clause: NodeId) -> Vec<&'static Ludeme> {
        self.readings[clause.0 as usize].iter().map(|r| vocabulary().entry(r.entry).ludeme).collect()
    }

    /// The whole as something that is `wanted`; `None` if it does not fit.
    pub fn build(&self, wanted: Ty) -> Option<Checked> {
        let reading = self.reading(self.root, wanted)?;
        let mut checked = Checked { nodes: Vec::new(), root: CheckedId(0) };
        let mut todo = Vec::new();
        reserve(&mut checked, &mut todo, self.root, reading);
        while let Some((id, clause, reading)) = todo.pop() {
            let entry = vocabulary().entry(reading.entry);
            let given = arguments(self.tree, clause, entry)?;
            let mut args = Vec::with_capacity(reading.slots.len());
            for (param, &slot) in entry.ludeme.params.iter().zip(&reading.slots) {
                args.push(match slot {
                    EMPTY => None,
                    slot => Some(self.arg(
                        &mut checked,
                        &mut todo,
                        given[slot as usize],
                        param.ty,
                        param.array,
                    )?),
                });
            }
            checked.nodes[id.0 as usize].args = args;
        }
        Some(checked)
    }

    fn arg<'s>(
        &'s self,
        checked: &mut Checked,
        todo: &mut Vec<(CheckedId, NodeId, &'s Reading)>,
        at: NodeId,
        ty: Ty,
        depth: u8,
    ) -> Option<Arg> {
        let node = self.tree.node(at);
        let value = match &node.kind {
            Kind::Hole(_) => Value::Hole(ty, depth),
            Kind::Call if self.is_hole(at) => Value::Hole(ty, depth),
            Kind::Set => {
                let depth = depth.checked_sub(1)?;
                let items = node.children.iter().map(|&item| self.arg(checked, todo, item, ty, depth));
                Value::Array(items.collect::<Option<Vec<_>>>()?)
            }
            Kind::Call => Value::Node(reserve(checked, todo, at, self.reading(at, ty)?)),
            Kind::Word(_) | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => literal(&node.kind, ty)?,
            Kind::Fragment => return None,
        };
        Some(Arg { value, at })
    }
}

/// Makes room for a clause, whose arguments are filled in when its turn comes.
fn reserve<'s>(
    checked: &mut Checked,
    todo: &mut Vec<(CheckedId, NodeId, &'s Reading)>,
    at: NodeId,
    reading: &'s Reading,
) -> CheckedId {
    let id = CheckedId(checked.nodes.len() as u32);
    checked.nodes.push(CheckedNode { entry: vocabulary().entry(reading.entry).ludeme, args: Vec::new(), at });
    todo.push((id, at, reading));
    id
}
