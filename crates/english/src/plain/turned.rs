//! Rules written out once for each direction of the compass: told once, for a direction and the one opposite to it. Two
//! clauses are the same rule turned when they differ in nothing but directions, all turned alike, and in the number that
//! the direction bears.

use super::facts::node_of;
use super::say::Say;
use super::writer::Writer;
use crate::grammar;
use ludarium_ludemes::checked::{Arg, CheckedId, Value};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Fewer than this and each is told by itself.
const WORTH_IT: usize = 4;

const COMPASS: [&str; 16] =
    ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];

/// The direction that is being told for all, and the number it bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    way: usize,
    number: Option<i64>,
}

/// A clause, the direction it is written for, and the number it bears.
type Alternative = (CheckedId, usize, Option<i64>);

/// A rule with its directions and its own number taken out.
struct Abstract {
    hash: u64,
    first: Option<usize>,
    number: Option<i64>,
}

impl<'a> Writer<'a> {
    /// Alternatives that are one rule turned, told once. Others are handed back.
    pub fn told_turned(&mut self, parts: &[&'a Arg]) -> Option<(Vec<Say>, Vec<&'a Arg>)> {
        if self.turned.is_some() {
            return None;
        }
        let mut groups: Vec<(u64, Vec<Alternative>)> = Vec::new();
        let mut others: Vec<&'a Arg> = Vec::new();
        for part in parts {
            let found = node_of(Some(part)).map(|id| (id, self.abstracted(id)));
            match found {
                Some((id, Abstract { hash, first: Some(way), number })) => {
                    match groups.iter_mut().find(|(h, _)| *h == hash) {
                        Some((_, all)) => all.push((id, way, number)),
                        None => groups.push((hash, vec![(id, way, number)])),
                    }
                }
                Some(_) | None => others.push(part),
            }
        }
        if !groups.iter().any(|(_, all)| all.len() >= WORTH_IT) {
            return None;
        }
        let mut says = Vec::new();
        for (_, all) in groups {
            let (first, way, number) = all[0];
            if all.len() < WORTH_IT {
                let ids: Vec<CheckedId> = all.iter().map(|(id, _, _)| *id).collect();
                others.extend(parts.iter().filter(|p| node_of(Some(p)).is_some_and(|n| ids.contains(&n))));
                continue;
            }
            let numbered = all.iter().all(|(_, _, n)| n.is_some()) && number.is_some();
            self.turned = Some(Turned { way, number: number.filter(|_| numbered) });
            let inner = self.moves_node(first);
            self.turned = None;
            let ways: Vec<String> =
                all.iter().map(|(_, way, _)| super::nouns::compass(COMPASS[*way]).to_string()).collect();
            let at = all.iter().map(|(id, _, _)| self.place(*id)).collect();
            for (copy, _, _) in all.iter().skip(1) {
                self.shared.copies.push((first, *copy));
            }
            let straight = all.iter().all(|(_, way, _)| way % 4 == 0);
            let lead = match (ways.len(), straight) {
                (8, _) => "in any of the eight directions".to_string(),
                (4, true) => "in any of the four orthogonal directions".to_string(),
                (_, _) => format!("in one of these directions: {}", grammar::list(&ways, "or")),
            };
            says.push(Say::Scope(lead, Box::new(inner), at));
        }
        Some((says, others))
    }

    /// Are these alternatives mostly one rule turned?
    pub fn is_turned(&self, parts: &[&Arg]) -> bool {
        let hashes: Vec<u64> = parts
            .iter()
            .filter_map(|p| node_of(Some(p)))
            .map(|id| self.abstracted(id))
            .filter(|a| a.first.is_some())
            .map(|a| a.hash)
            .collect();
        hashes.iter().any(|h| hashes.iter().filter(|x| *x == h).count() >= WORTH_IT)
    }

    /// A direction of the compass, as the rule told for all of them has it.
    pub fn turned_word(&self, word: &str) -> Option<&'static str> {
        let turned = self.turned.as_ref()?;
        let way = COMPASS.iter().position(|c| *c == word)?;
        match (way + 16 - turned.way) % 16 {
            0 => Some("in that direction"),
            8 => Some("in the opposite direction"),
            2 => Some("diagonally to the right of that direction"),
            4 => Some("to the right of that direction"),
            6 => Some("diagonally back to the right of that direction"),
            10 => Some("diagonally back to the left of that direction"),
            12 => Some("to the left of that direction"),
            14 => Some("diagonally to the left of that direction"),
            _ => None,
        }
    }

    /// The number that the direction bears.
    pub fn turned_number(&self, arg: &Arg) -> Option<&'static str> {
        let own = self.turned.as_ref()?.number?;
        matches!(arg.value, Value::Int(n) if n == own).then_some("that direction")
    }

    /// A number or a region that depends on the direction: told anew for it, wherever else it stands.
    pub fn turns_along(&self, id: CheckedId) -> bool {
        let gives = self.c.node(id).entry.gives;
        matches!(gives, ludarium_ludemes::Ty::Int | ludarium_ludemes::Ty::Region) && self.has_compass(id)
    }

    /// Does a clause name a direction of the compass?
    fn has_compass(&self, id: CheckedId) -> bool {
        let named = |arg: &Arg| {
            let mut todo = vec![arg];
            while let Some(arg) = todo.pop() {
                match &arg.value {
                    Value::Array(items) => todo.extend(items.iter()),
                    Value::Enum(..) => {
                        if arg.value.word().is_some_and(|w| COMPASS.contains(&w)) {
                            return true;
                        }
                    }
                    Value::Node(_)
                    | Value::Int(_)
                    | Value::Float(_)
                    | Value::Bool(_)
                    | Value::Text(_)
                    | Value::Hole(..) => {}
                }
            }
            false
        };
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            for arg in self.c.node(id).args.iter().flatten() {
                if named(arg) {
                    return true;
                }
                todo.extend(arg.clauses());
            }
        }
        false
    }

    fn abstracted(&self, id: CheckedId) -> Abstract {
        let mut found = Abstract { hash: 0, first: None, number: None };
        let mut hasher = DefaultHasher::new();
        self.hash_turned(id, &mut hasher, &mut found);
        found.hash = hasher.finish();
        found
    }

    fn hash_turned(&self, id: CheckedId, hasher: &mut DefaultHasher, found: &mut Abstract) {
        let node = self.c.node(id);
        // What is told elsewhere is told the same for all directions.
        if self.is_shared(id) && !self.turns_along(id) {
            self.shape(id).hash(hasher);
            return;
        }
        node.entry.id.hash(hasher);
        // What a mark is set to or compared with may be the number of the direction.
        let marks = node.entry.id == "set Var"
            || node.args.iter().flatten().any(|a| node_of(Some(a)).is_some_and(|n| self.id(n) == "var"));
        for (slot, arg) in node.args.iter().enumerate() {
            if let Some(arg) = arg {
                slot.hash(hasher);
                self.hash_turned_arg(arg, marks, hasher, found);
            }
        }
    }

    fn hash_turned_arg(&self, arg: &Arg, marks: bool, hasher: &mut DefaultHasher, found: &mut Abstract) {
        match &arg.value {
            Value::Node(id) => self.hash_turned(*id, hasher, found),
            Value::Array(items) => {
                items.len().hash(hasher);
                // The order of a list does not matter: left may stand before right, or after it.
                let mut all = 0u64;
                for item in items {
                    let mut own = DefaultHasher::new();
                    self.hash_turned_arg(item, marks, &mut own, found);
                    all = all.wrapping_add(own.finish());
                }
                all.hash(hasher);
            }
            Value::Int(n) if marks && found.number.is_none_or(|known| known == *n) => {
                found.number = Some(*n);
                "its number".hash(hasher);
            }
            Value::Int(n) => n.hash(hasher),
            Value::Float(x) => x.to_bits().hash(hasher),
            Value::Bool(b) => b.hash(hasher),
            Value::Text(t) => t.hash(hasher),
            Value::Enum(def, index) => {
                def.name.hash(hasher);
                let way = arg.value.word().and_then(|w| COMPASS.iter().position(|c| *c == w));
                match way {
                    Some(way) => {
                        let first = *found.first.get_or_insert(way);
                        ((way + 16 - first) % 16).hash(hasher);
                    }
                    None => index.hash(hasher),
                }
            }
            Value::Hole(..) => {}
        }
    }
}
