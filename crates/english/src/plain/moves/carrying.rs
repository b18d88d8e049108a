//! Pieces that are carried, placed, chosen, taken off and promoted.

use super::super::facts::{int_of, node_of};
use super::super::say::Say;
use super::super::writer::Writer;
use super::targets::Target;
use crate::grammar::{self, Number};
use ludarium_ludemes::checked::{CheckedId, Value};

impl<'a> Writer<'a> {
    pub fn carrying(&mut self, id: CheckedId) -> Say {
        let piece = self.facts.piece.clone();
        let from = self.take_node(id, "from");
        let hand = from
            .and_then(|f| self.peek_node(f, "site").or_else(|| self.peek_node(f, "region")))
            .is_some_and(|n| ["handSite", "sites Hand"].contains(&self.id(n)));
        let plain = from.is_some_and(|f| {
            self.peek_node(f, "site").is_some_and(|n| self.id(n) == "from [int]")
                || (!self.has(f, "site") && !self.has(f, "region"))
        });
        let top = from
            .and_then(|f| self.top_of_stack(f))
            .filter(|_| matches!(self.peek(id, "stack").map(|a| &a.value), Some(Value::Bool(true))));
        let from = match (&top, from) {
            (Some((_, from)), _) => from.clone(),
            (None, Some(f)) => self.origin_of(f),
            (None, None) => String::new(),
        };
        let outer_drop = std::mem::replace(&mut self.dropping, hand || from.ends_with("hand"));
        let count = self.take(id, "count");
        let all = count.and_then(|c| node_of(Some(c))).is_some_and(|n| self.id(n) == "count [int]");
        let what = match count {
            Some(c) if all => {
                if let Some(n) = node_of(Some(c)) {
                    self.mark_all(n);
                }
                format!("all {}", grammar::plural(&piece))
            }
            Some(c) => match int_of(Some(c)) {
                Some(1) => grammar::a(&piece),
                Some(n) => format!("{} {}", grammar::number(n), grammar::plural(&piece)),
                None => format!("{} {}", self.np(c, "").text, grammar::plural(&piece)),
            },
            None => grammar::a(&piece),
        };
        let target = match self.take_node(id, "to") {
            // What happens as an effect happens where the move goes.
            Some(t)
                if self.id(id) == "fromTo"
                    && ["site", "region", "if", "effect", "level", "rotations"]
                        .iter()
                        .all(|name| !self.has(t, name)) =>
            {
                self.said_type(t);
                Target::plain(self.names.to.clone())
            }
            Some(t) => self.target(t, true),
            None => Target::plain(String::new()),
        };
        self.dropping = outer_drop;
        let mut notes = String::new();
        match self.take(id, "copy").map(|a| &a.value) {
            Some(Value::Bool(true)) => notes.push_str(" (a copy: the original stays)"),
            Some(Value::Node(n)) => {
                let cond = self.clause(*n, false).text();
                notes.push_str(&format!(" (as a copy if {cond})"));
            }
            _ => {}
        }
        let whole = self.stack_words(id);
        let what = match &top {
            Some((many, _)) => many.clone(),
            None => {
                notes.push_str(whole);
                what
            }
        };
        if let Some(a) = self.take(id, "mover") {
            notes.push_str(&format!(" (a piece of {})", self.np(a, "player").text));
        }
        let into = target.text.ends_with("hand") && !target.text.contains(" from ");
        let to = if into { "into" } else { "to" };
        let dropped =
            from.strip_prefix("any ").and_then(|f| f.split_once(" occupied by ")).and_then(|(_, by)| {
                ["in the hand", "in your hand"]
                    .iter()
                    .find_map(|h| by.strip_suffix(h))
                    .map(|b| b.trim().to_string())
            });
        let text = if let Some(by) = dropped {
            format!("drop {by} from your hand on {}{notes}", target.text)
        } else if hand {
            format!("place {what} from {from} on {}{notes}", target.text)
        } else if target.text == "its owner's hand" && count.is_none() && notes.is_empty() {
            let which =
                if plain { "it".to_string() } else { format!("the {piece} {} {from}", self.noun().on) };
            format!("take {which} off the board, into its owner's hand")
        } else if plain && count.is_none() && top.is_none() {
            format!("move to {}{notes}", target.text)
        } else if plain {
            format!("move {what} to {}{notes}", target.text)
        } else {
            format!("move {what} from {from} {to} {}{notes}", target.text)
        };
        self.finish_with(id, text, target.needs, vec![target.effect])
    }

    /// `(from X level:(- (size Stack at:X) N))`: with all that lies above it, the top N pieces.
    fn top_of_stack(&mut self, from: CheckedId) -> Option<(String, String)> {
        let level = self.peek_node(from, "level").filter(|l| self.id(*l) == "- [int]")?;
        let size = self.peek_node(level, "valueA").filter(|n| self.id(*n) == "size Stack")?;
        let same = self.shape_of(self.peek_node(size, "at")) == self.shape_of(self.peek_node(from, "site"));
        let many = self.peek(level, "valueB")?;
        if !same || self.has(from, "if") || self.has(from, "region") {
            return None;
        }
        self.take(from, "level");
        self.take(level, "valueA");
        self.take(level, "valueB");
        self.mark_all(size);
        self.said_type(from);
        let piece = self.facts.piece.clone();
        let text = match (int_of(Some(many)), self.np(many, "").text) {
            (Some(1), _) => format!("the top {piece}"),
            (_, n) => format!("the top {} ({n} of them)", grammar::plural(&piece)),
        };
        let from = self.take(from, "site").map(|a| self.np(a, "site").text)?;
        Some((text, from))
    }

    pub fn add(&mut self, id: CheckedId) -> Say {
        let claim = self.id(id).ends_with("laim");
        let piece = self.facts.piece.clone();
        let count = self.take(id, "count");
        let what = match self.take_node(id, "what") {
            Some(p) => self.piece_part(p, "apiece").text,
            None if self.facts.pieces.len() <= 1 || !claim => {
                format!("one of your {}", grammar::plural(&piece))
            }
            None => "one of your pieces".to_string(),
        };
        let what = match count {
            Some(c) if int_of(Some(c)) != Some(1) => {
                let n = self.np(c, "").text;
                format!("{n} of these pieces ({what})")
            }
            Some(_) | None => what,
        };
        let target = match self.take_node(id, "to") {
            Some(t) => self.target(t, true),
            None => Target::plain(String::new()),
        };
        let stack = match self.take(id, "stack").map(|a| &a.value) {
            Some(Value::Bool(true)) => " (on top of what is there)",
            _ => "",
        };
        let on = if target.text.ends_with("hand") { "in" } else { self.noun().on };
        let text = if claim && !self.has(id, "what") {
            format!("claim {}{stack}", target.text)
        } else {
            format!("place {what} {on} {}{stack}", target.text)
        };
        self.finish_with(id, text, target.needs, vec![target.effect])
    }

    pub fn select(&mut self, id: CheckedId) -> Say {
        let s = self.noun();
        let from = self.take_node(id, "from").map(|f| self.origin_of(f)).unwrap_or_default();
        let who = match self.take(id, "mover") {
            Some(a) => format!(" (for {})", self.np(a, "player").text),
            None => String::new(),
        };
        // What was chosen is what the rest is about.
        let chosen = format!("the chosen {}", s.one);
        let (text, effect) = match self.take_node(id, "to") {
            Some(t) => {
                let before = std::mem::replace(&mut self.names.from, chosen.clone());
                let target = self.target(t, false);
                self.names.from = before;
                self.names.last_from = chosen;
                self.names.last_to = format!("the second {}", s.one);
                (format!("choose {from}{who}, then {}", target.text), target.effect)
            }
            None => {
                self.names.last_to = chosen.clone();
                self.names.last_from = chosen;
                (format!("choose {from}{who}"), None)
            }
        };
        self.finish(id, text, vec![effect])
    }

    pub fn remove(&mut self, id: CheckedId) -> Say {
        self.said_type(id);
        let s = self.noun();
        let decision = self.id(id) == "move Remove";
        let piece = self.facts.piece.clone();
        let many = grammar::plural(&piece);
        let mut text = match (self.take(id, "site"), self.take(id, "region")) {
            (Some(a), _) => {
                let at = self.np(a, "site").text;
                let on = if at.ends_with("hand") { "in" } else { s.on };
                format!("remove the {piece} {on} {at}")
            }
            (None, Some(r)) => {
                let occupied = node_of(Some(r))
                    .filter(|n| self.id(*n) == "sites Occupied" && !self.has(*n, "container"));
                match occupied {
                    Some(_) if decision => {
                        let one = self.one_of(r);
                        match one.split_once(" occupied by ") {
                            Some((_, by)) => format!("remove {by}"),
                            None => format!("remove the {piece} {} {one}", s.on),
                        }
                    }
                    Some(_) => {
                        let all = self.all_of(r).text;
                        match all.split_once(" occupied by one of ") {
                            Some((_, whose)) => format!("remove all of {whose}"),
                            None => format!("remove every {piece} {} {all}", s.on),
                        }
                    }
                    None if decision => format!("remove the {piece} {} {}", s.on, self.one_of(r)),
                    None => {
                        let all = self.all_of(r);
                        if all.number == Number::One {
                            format!("remove the {piece} {} {}", s.on, all.text)
                        } else {
                            format!("remove all {many} {} {}", s.on, all.text)
                        }
                    }
                }
            }
            (None, None) => format!("remove the {piece}"),
        };
        if let Some(a) = self.take(id, "count") {
            let all = node_of(Some(a)).filter(|n| ["count [int]", "count Cell"].contains(&self.id(*n)));
            let there = all.and_then(|n| self.shape_of(self.peek_node(n, "at")));
            if there.is_some() && there == self.shape_of(self.peek_node(id, "site")) {
                all.into_iter().for_each(|n| self.mark_all(n));
                text = text.replacen(&format!("remove the {piece} "), &format!("remove all {many} "), 1);
                return self.did(id, text);
            }
            let n = self.np(a, "").text;
            text = text.replacen(&format!("remove the {piece} "), &format!("remove {n} of the {many} "), 1);
        }
        if let Some(a) = self.take(id, "level") {
            text.push_str(&format!(" (level {})", self.np(a, "").text));
        }
        if let Some(a) = self.take(id, "at") {
            text.push_str(&format!(", {}", self.np(a, "").text));
        }
        self.did(id, text)
    }

    pub fn promote(&mut self, id: CheckedId) -> Say {
        self.said_type(id);
        let s = self.noun();
        let at = match self.take(id, "site") {
            Some(a) => self.np(a, "site").text,
            None => self.names.to.clone(),
        };
        let what = self.take_node(id, "what").map(|p| self.piece_part(p, "apiece").text).unwrap_or_default();
        let owner = self.take(id, "role").or_else(|| self.take(id, "player"));
        let owner = owner.map(|a| self.np(a, "player"));
        let owner = match owner {
            Some(o) if o.number == Number::You => String::new(),
            Some(o) => format!(" of {}", o.text),
            None => String::new(),
        };
        let which = if at == self.names.last_to && at.ends_with(" just moved to") {
            "the piece just moved".to_string()
        } else {
            format!("the piece {} {at}", s.on)
        };
        if self.facts.pieces.len() == 1 {
            // With one kind of piece there is nothing to rise to: it changes sides.
            let whose = if owner.is_empty() { "one of your own".to_string() } else { format!("one{owner}") };
            return self.did(id, format!("turn {which} into {whose}"));
        }
        self.did(id, format!("promote {which} to {what}{owner}"))
    }
}
