//! What players may see.

use super::super::say::Say;
use super::super::writer::Writer;
use crate::grammar::{self};
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

impl<'a> Writer<'a> {
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
