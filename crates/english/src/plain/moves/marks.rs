//! Marks that rules set: pending places, variables, states; and what players may see.

use super::super::facts::{int_of, node_of};
use super::super::say::Say;
use super::super::writer::Writer;
use crate::grammar::{self};
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

impl<'a> Writer<'a> {
    /// A mark by its name.
    pub fn set_var(&mut self, id: CheckedId) -> Say {
        let name = match self.take(id, "name") {
            Some(a) => format!("the {} mark", self.np(a, "quoted").text),
            None => "the mark".to_string(),
        };
        let text = match self.take(id, "newValue") {
            Some(a) if self.turned_number(a).is_some() => {
                format!("remember that direction{}", name.replace("the ", " as the "))
            }
            Some(a) => {
                let sort = self.facts.sort_of(self.c, a);
                match self.np(a, if sort == "piece" { "thepiece" } else { sort }).text.as_str() {
                    "minus one" | "-1" => format!("clear {name}"),
                    value => format!("set {name} to {value}"),
                }
            }
            None => format!("clear {name}"),
        };
        self.did(id, text)
    }

    /// The state of a piece.
    pub fn set_state(&mut self, id: CheckedId) -> Say {
        let value = self.take(id, "value");
        if self.facts.state_is_unmoved && int_of(value) == Some(0) {
            // A piece that moves has moved: nothing to add.
            self.at_phrase(id);
            return Say::Nothing;
        }
        let at = self.at_phrase(id);
        let value = value.map(|v| self.player_or_number(v)).unwrap_or_default();
        self.did(id, format!("set the state of the piece {at} to {value}"))
    }

    /// Pieces that change hands.
    pub fn take_control(&mut self, id: CheckedId) -> Say {
        let s = self.noun();
        let of = self.take(id, "of").or_else(|| self.take(id, "ofNumber")).map(|a| self.np(a, "player").text);
        let by = self.take(id, "by").or_else(|| self.take(id, "byNumber")).map(|a| self.np(a, "player").text);
        let place = match (self.take(id, "at"), self.take(id, "to")) {
            (Some(a), _) => format!(" {} {}", s.on, self.np(a, "site").text),
            (None, Some(r)) => format!(" {} {}", s.on, self.all_of(r).text),
            (None, None) => String::new(),
        };
        self.said_type(id);
        let text = format!(
            "give {} pieces{place} to {}",
            grammar::possessive(&of.unwrap_or_default()),
            by.unwrap_or_default()
        );
        self.did(id, text)
    }

    /// A place, or something else, that the next move asks for.
    pub fn set_pending(&mut self, id: CheckedId) -> Say {
        let s = self.noun();
        match self.take(id, "value").or_else(|| self.take(id, "region")) {
            Some(a) => {
                let passed = node_of(Some(a)).is_some_and(|n| {
                    self.id(n) == "ahead" && self.peek_word(n, "directions") == Some("Backward")
                });
                let text = if passed {
                    if let Some(n) = node_of(Some(a)) {
                        self.mark_all(n);
                    }
                    format!(
                        "mark the {} it passed over, where it can be captured en passant on the next move",
                        s.one
                    )
                } else if self.facts.sort_of(self.c, a) == "site" {
                    format!("mark {} for the next move", self.np(a, "site").text)
                } else if self.has(id, "region") {
                    format!("mark {} for the next move", self.all_of(a).text)
                } else {
                    format!("keep {} as pending for the next move", self.np(a, "").text)
                };
                self.did(id, text)
            }
            None => self.did(id, "note that something is pending for the next move"),
        }
    }

    pub fn hidden(&mut self, id: CheckedId) -> String {
        self.said_type(id);
        let mut what: Vec<String> = Vec::new();
        for name in ["dataType", "dataTypes"] {
            for a in self.items(id, name) {
                what.push(self.np(a, "hidden").text);
            }
        }
        let what = if what.is_empty() { "what stands".to_string() } else { grammar::list(&what, "and") };
        let s = self.noun();
        let place = match (self.take(id, "at"), self.take(id, "region")) {
            (Some(a), _) => self.np(a, "site").text,
            (None, Some(r)) => self.all_of(r).text,
            (None, None) => String::new(),
        };
        let level = match self.take(id, "level") {
            Some(a) => format!(" (level {})", self.np(a, "").text),
            None => String::new(),
        };
        let to = match self.take(id, "to") {
            Some(a) => Some(a),
            None if self.c.node(id).entry.slot("toRole").is_some() => self.take(id, "toRole"),
            None => None,
        };
        let to = to.map(|a| self.np(a, "player").text).unwrap_or_default();
        let on = if place.ends_with("hand") { "in" } else { s.on };
        match self.take(id, "value") {
            Some(Arg { value: Value::Bool(false), .. }) => {
                format!("reveal {what} {on} {place}{level} to {to}")
            }
            Some(v) if !matches!(v.value, Value::Bool(_)) => {
                let cond = self.cond(v);
                format!("hide {what} {on} {place}{level} from {to} if {cond} (otherwise reveal it)")
            }
            Some(_) | None => format!("hide {what} {on} {place}{level} from {to}"),
        }
    }
}

/// `reveal A of X to Player 1`, `reveal B of X to Player 2` and so on: what is shown of one place to the same players, in
/// one sentence.
pub fn reveals_together(items: Vec<Say>) -> Vec<Say> {
    struct Shown {
        verb: &'static str,
        what: Vec<String>,
        place: String,
        to: Vec<String>,
        at: Vec<crate::Place>,
    }
    let read = |say: &Say| {
        let Say::Do(text, at) = say else { return None };
        for (verb, word) in [("reveal", " to "), ("hide", " from ")] {
            if let Some(rest) = text.strip_prefix(&format!("{verb} "))
                && let Some((head, to)) = rest.rsplit_once(word)
                && let Some((what, place)) = head.split_once(" of the piece ")
                && (!to.contains(' ') || to.starts_with("Player ") || to.starts_with("your "))
            {
                return Some(Shown {
                    verb,
                    what: vec![what.to_string()],
                    place: place.to_string(),
                    to: vec![to.to_string()],
                    at: at.clone(),
                });
            }
        }
        None
    };
    let mut shown: Vec<Shown> = Vec::new();
    let mut out: Vec<Say> = Vec::new();
    let mut after = None;
    for item in items {
        match read(&item) {
            Some(new) => {
                after.get_or_insert(out.len());
                let same = |s: &&mut Shown| (s.verb, &s.place, &s.what) == (new.verb, &new.place, &new.what);
                match shown.iter_mut().find(same) {
                    Some(known) => {
                        known.to.extend(new.to);
                        known.to.sort();
                        known.to.dedup();
                        known.at.extend(new.at);
                    }
                    None => shown.push(new),
                }
            }
            None => out.push(item),
        }
    }
    let mut together: Vec<Shown> = Vec::new();
    for new in shown {
        let same = |s: &&mut Shown| (s.verb, &s.place, &s.to) == (new.verb, &new.place, &new.to);
        match together.iter_mut().find(same) {
            Some(known) => {
                known.what.extend(new.what);
                known.at.extend(new.at);
            }
            None => together.push(new),
        }
    }
    let told: Vec<Say> = together
        .into_iter()
        .map(|s| {
            let word = if s.verb == "reveal" { "to" } else { "from" };
            let to = match s.to.as_slice() {
                [a, b] if a == "Player 1" && b == "Player 2" => "both players".to_string(),
                all => grammar::list(all, "and"),
            };
            let what = grammar::list(&s.what, "and");
            Say::Do(format!("{} {what} of the piece {} {word} {to}", s.verb, s.place), s.at)
        })
        .collect();
    let at = after.unwrap_or(out.len()).min(out.len());
    out.splice(at..at, told);
    out
}
