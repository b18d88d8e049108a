//! The description as a graph of clauses: who stands in whom, which clauses are of which kind.

use crate::Subject;
use crate::finding::{Draft, Finding, Watch, Witness};
use ludarium_engine::Game;
use ludarium_ludemes::checked::{Arg, Checked, CheckedId, CheckedNode, Value};

pub(crate) struct Walk<'a> {
    pub checked: &'a Checked,
    pub game: &'a Game,
    pub metadata: Option<&'a Checked>,
    /// The clause that each clause stands in, and the parameter it fills.
    parents: Vec<Option<(CheckedId, usize)>>,
}

impl<'a> Walk<'a> {
    pub fn new(subject: &Subject<'a>) -> Walk<'a> {
        let checked = subject.checked;
        let parents = checked.parents();
        Walk { checked, game: subject.game, metadata: subject.metadata, parents }
    }

    pub fn node(&self, id: CheckedId) -> &'a CheckedNode {
        self.checked.node(id)
    }

    pub fn id(&self, id: CheckedId) -> &'static str {
        self.node(id).entry.id
    }

    /// All clauses of these kinds, in the order of the description.
    pub fn all(&self, ids: &[&str]) -> Vec<CheckedId> {
        let every = (0..self.checked.nodes.len() as u32).map(CheckedId);
        every.filter(|id| ids.contains(&self.id(*id))).collect()
    }

    pub fn any(&self, ids: &[&str]) -> bool {
        self.checked.nodes.iter().any(|node| ids.contains(&node.entry.id))
    }

    pub fn parent(&self, id: CheckedId) -> Option<(CheckedId, &'static str)> {
        let (parent, slot) = self.parents[id.0 as usize]?;
        Some((parent, self.node(parent).entry.params[slot].name))
    }

    /// The clauses around one, from the inside out.
    pub fn around(&self, id: CheckedId) -> impl Iterator<Item = (CheckedId, &'static str)> {
        std::iter::successors(self.parent(id), |(outer, _)| self.parent(*outer))
    }

    /// Whether a clause stands in another, or is it.
    pub fn within(&self, id: CheckedId, outer: CheckedId) -> bool {
        id == outer || self.around(id).any(|(around, _)| around == outer)
    }

    /// All clauses inside one, itself included. (A clause comes after the one it stands in.)
    pub fn inside(&self, outer: CheckedId) -> Vec<CheckedId> {
        let first = outer.0 as usize;
        let mut is_inside = vec![false; self.parents.len() - first];
        is_inside[0] = true;
        for index in first + 1..self.parents.len() {
            is_inside[index - first] = self.parents[index].is_some_and(|(parent, _)| {
                parent.0 as usize >= first && is_inside[parent.0 as usize - first]
            });
        }
        let every = (first..self.parents.len()).filter(|index| is_inside[index - first]);
        every.map(|index| CheckedId(index as u32)).collect()
    }

    pub fn value(&self, id: CheckedId, name: &str) -> Option<&'a Value> {
        self.checked.arg(id, name).map(|arg| &arg.value)
    }

    pub fn text(&self, id: CheckedId, name: &str) -> Option<&'a str> {
        match self.value(id, name) {
            Some(Value::Text(text)) => Some(text.as_str()),
            _ => None,
        }
    }

    pub fn word(&self, id: CheckedId, name: &str) -> Option<&'static str> {
        self.value(id, name).and_then(Value::word)
    }

    pub fn sub(&self, id: CheckedId, name: &str) -> Option<CheckedId> {
        self.checked.clause(id, name)
    }

    /// The clauses that are an argument: one, or those of a list.
    pub fn subs(&self, id: CheckedId, name: &str) -> Vec<CheckedId> {
        self.checked.clauses(id, name).collect()
    }

    /// All words of strings that stand directly in clauses inside one.
    pub fn texts_in(&self, outer: CheckedId) -> Vec<&'a str> {
        self.inside(outer).into_iter().flat_map(|id| self.texts_of(id)).collect()
    }

    /// The strings that a clause has as arguments.
    pub fn texts_of(&self, id: CheckedId) -> Vec<&'a str> {
        texts(self.node(id))
    }

    /// All strings of the metadata.
    pub fn texts_of_metadata(&self) -> Vec<&'a str> {
        self.metadata.iter().flat_map(|metadata| metadata.nodes.iter()).flat_map(texts).collect()
    }

    /// The words of closed lists that a clause has as arguments, with the name of the list.
    pub fn words_of(&self, id: CheckedId) -> Vec<(&'static str, &'static str)> {
        let members = self.node(id).args.iter().flatten().flat_map(Arg::members);
        let word = |arg: &'a Arg| match &arg.value {
            Value::Enum(def, _) => Some((def.name, arg.value.word()?)),
            Value::Node(_)
            | Value::Array(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Hole(..) => None,
        };
        members.filter_map(word).collect()
    }

    /// The items of the equipment of one kind.
    pub fn items(&self, kinds: &[&str]) -> Vec<CheckedId> {
        let Some(equipment) = self.sub(self.checked.root, "equipment") else { return Vec::new() };
        self.subs(equipment, "items").into_iter().filter(|item| kinds.contains(&self.id(*item))).collect()
    }

    /// The piece whose own rule a clause stands in.
    pub fn piece_around(&self, id: CheckedId) -> Option<CheckedId> {
        self.around(id)
            .find(|(outer, slot)| *slot == "generator" && self.id(*outer) == "piece [item]")
            .map(|(p, _)| p)
    }

    /// The components that a piece of the equipment stands for.
    pub fn components_of(&self, piece: CheckedId) -> Vec<usize> {
        let Some(name) = self.text(piece, "name") else { return Vec::new() };
        let role = self.word(piece, "role");
        (1..self.game.components.len())
            .filter(|c| {
                let component = &self.game.components[*c];
                component.label == name
                    && match role.and_then(|role| role.strip_prefix('P')).and_then(|n| n.parse().ok()) {
                        Some(owner) => component.owner == owner,
                        None => true,
                    }
            })
            .collect()
    }

    /// A clause as ludemes, not longer than a line.
    pub fn short(&self, id: CheckedId) -> String {
        const LONGEST: usize = 70;
        let mut out = String::new();
        self.print(id, &mut out, LONGEST);
        if out.chars().count() > LONGEST {
            out = out.chars().take(LONGEST).collect::<String>() + "…";
        }
        out
    }

    fn print(&self, id: CheckedId, out: &mut String, most: usize) {
        if out.len() > most {
            return;
        }
        let node = self.node(id);
        out.push('(');
        out.push_str(node.entry.head);
        if let Some(keyword) = node.entry.keyword {
            out.push(' ');
            out.push_str(keyword);
        }
        for (param, arg) in node.entry.params.iter().zip(&node.args) {
            let Some(arg) = arg else { continue };
            out.push(' ');
            if let Some(label) = param.label {
                out.push_str(label);
                out.push(':');
            }
            self.print_value(&arg.value, out, most);
        }
        out.push(')');
    }

    /// Stops when the line is full, so that depth is limited by length.
    fn print_value(&self, value: &Value, out: &mut String, most: usize) {
        if out.len() > most {
            return;
        }
        match value {
            Value::Node(id) => self.print(*id, out, most),
            Value::Array(items) => {
                out.push('{');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(' ');
                    }
                    self.print_value(&item.value, out, most);
                }
                out.push('}');
            }
            Value::Int(n) => out.push_str(&n.to_string()),
            Value::Float(x) => out.push_str(&x.to_string()),
            Value::Bool(yes) => out.push_str(if *yes { "True" } else { "False" }),
            Value::Text(text) => {
                out.push('"');
                out.push_str(text);
                out.push('"');
            }
            Value::Enum(def, index) => out.push_str(def.values[*index as usize].0),
            Value::Hole(..) => out.push_str("[?]"),
        }
    }

    /// A finding about clauses of the description.
    pub fn draft<'w>(&self, code: &'static str, at: &[CheckedId], message: String) -> Draft<'w> {
        debug_assert!(crate::finding::code(code).is_some(), "{code} is not in the list");
        let finding = Finding {
            code,
            message,
            at: at.iter().map(|id| self.node(*id).at).collect(),
            rule: at.first().map_or(String::new(), |id| self.short(*id)),
            witness: None,
        };
        Draft { finding, watch: None, only_if_shown: false }
    }

    /// The same, with something to look for in play.
    pub fn draft_to_show<'w>(
        &self,
        code: &'static str,
        at: &[CheckedId],
        message: String,
        watch: Watch<'w>,
    ) -> Draft<'w> {
        Draft { watch: Some(watch), ..self.draft(code, at, message) }
    }

    /// The same, where the position at the start shows it.
    pub fn draft_at_start<'w>(
        &self,
        code: &'static str,
        at: &[CheckedId],
        message: String,
        shows: &str,
    ) -> Draft<'w> {
        let mut draft = self.draft(code, at, message);
        draft.finding.witness = Some(Witness { shows: shows.to_string(), seed: 1, choices: Vec::new() });
        draft
    }
}

/// The strings that a clause has as arguments.
fn texts(node: &CheckedNode) -> Vec<&str> {
    node.args.iter().flatten().flat_map(Arg::members).filter_map(|arg| arg.value.text()).collect()
}
