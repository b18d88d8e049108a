//! Sowing along a track.

use super::super::facts::node_of;
use super::super::say::Say;
use super::super::writer::Writer;
use crate::grammar::{self};
use ludarium_ludemes::checked::{CheckedId, Value};

impl<'a> Writer<'a> {
    pub fn sow(&mut self, id: CheckedId) -> Say {
        self.said_type(id);
        let here = vec![self.place(id)];
        let piece = self.facts.piece.clone();
        let many = grammar::plural(&piece);
        let s = self.noun();
        let start = match self.take(id, "start") {
            Some(a) => self.np(a, "site").text,
            None => self.names.last_to.clone(),
        };
        let count = match self.take(id, "count") {
            Some(a) => {
                let all = node_of(Some(a)).is_some_and(|n| self.id(n) == "count [int]");
                let text = self.np(a, "").text;
                if all { format!("all {many} of {start}") } else { format!("{text} {many} from {start}") }
            }
            None => format!("the {many} of {start}"),
        };
        let per = match self.take(id, "numPerHole") {
            Some(a) => format!("{} in each {}", self.np(a, "").text, s.one),
            None => "one by one".to_string(),
        };
        let owner = match self.take(id, "owner") {
            Some(a) => grammar::possessive(&self.np(a, "player").text),
            None => "the".to_string(),
        };
        let track = self.track_words(id, "trackName", &owner);
        let mut text = format!("sow {count} {per} into the {} that follow along {track}", s.many);
        match self.take(id, "origin").map(|a| &a.value) {
            Some(Value::Bool(true)) => {
                text.push_str(&format!(", beginning with the {} they came from", s.one))
            }
            Some(Value::Node(n)) => {
                let cond = self.clause(*n, false).text();
                text.push_str(&format!(", beginning with the {} they came from if {cond}", s.one));
            }
            _ => {}
        }
        if matches!(self.take(id, "includeSelf").map(|a| &a.value), Some(Value::Bool(false))) {
            text.push_str(&format!(", passing over the {} they came from", s.one));
        }
        let that = format!("that {}", s.one);
        if let Some(a) = self.take(id, "skipIf") {
            let before = std::mem::replace(&mut self.names.to, that.clone());
            let clause = self.clause_of(a, false);
            self.names.to = before;
            text.push_str(&match clause.subject.as_deref() {
                Some(x) if x == that => format!(", passing over any {} that {}", s.one, clause.predicate),
                _ => format!(", passing over any {} where {}", s.one, clause.text()),
            });
        }
        let mut parts = vec![Say::Do(grammar::tidy(&text), here.clone())];
        if let Some(a) = self.take(id, "sowEffect") {
            let before = std::mem::replace(&mut self.names.to, that.clone());
            let effect = self.moves(a);
            self.names.to = before;
            parts.push(Say::Scope(format!("at each {} sown", s.one), Box::new(effect), here.clone()));
        }
        let last = format!("the last {}", s.one);
        let before = std::mem::replace(&mut self.names.to, last.clone());
        let cond = self.take(id, "if").map(|c| self.condition(c));
        let effect = if self.has(id, "apply") { Some(self.sub_moves(id, "apply")) } else { None };
        self.names.to = before;
        let cond = cond.filter(|c| c.text != "in any case");
        match (cond, effect) {
            (Some(c), Some(e)) => parts.push(Say::If(c, Box::new(e), None, here.clone())),
            (None, Some(e)) => parts.push(Say::Scope(format!("for {last}"), Box::new(e), here.clone())),
            (Some(c), None) => parts.push(Say::If(
                c,
                Box::new(Say::Do(format!("capture the {many} of {last}"), here.clone())),
                None,
                here.clone(),
            )),
            (None, None) => {}
        }
        for (name, text) in [
            (
                "backtracking",
                format!(
                    "Do the same with the {} before it, and so on backwards, as long as the condition holds",
                    s.one
                ),
            ),
            (
                "forward",
                format!(
                    "Do the same with the {} after it, and so on forwards, as long as the condition holds",
                    s.one
                ),
            ),
        ] {
            match self.take(id, name).map(|a| &a.value) {
                Some(Value::Bool(true)) => {
                    let last = parts.pop().unwrap_or(Say::Nothing);
                    parts.push(Say::Only(Box::new(last), text, here.clone()));
                }
                Some(Value::Node(n)) => {
                    let cond = self.clause(*n, false).text();
                    let last = parts.pop().unwrap_or(Say::Nothing);
                    parts.push(Say::Only(Box::new(last), format!("{text} and {cond}"), here.clone()));
                }
                _ => {}
            }
        }
        Say::All(parts)
    }
}
