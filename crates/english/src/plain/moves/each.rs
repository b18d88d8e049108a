//! Rules for each of something: pieces, places, dice, directions, groups, levels.

use super::super::facts::{int_of, node_of};
use super::super::say::Say;
use super::super::writer::Writer;
use crate::grammar::{self, Number};
use ludarium_ludemes::checked::{CheckedId, Value};

impl<'a> Writer<'a> {
    pub fn for_each_piece(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let owner = self.take(id, "role").or_else(|| self.take(id, "player"));
        let owner = owner.map(|a| self.np(a, "player")).unwrap_or_else(|| self.names.mover.clone());
        let mut kinds = Vec::new();
        for name in ["item", "items"] {
            for a in self.items(id, name) {
                kinds.push(self.np(a, "names").text);
            }
        }
        let many =
            if kinds.is_empty() { grammar::plural(&self.facts.piece) } else { grammar::list(&kinds, "or") };
        let mut place = String::new();
        if let Some(a) = self.take(id, "container").or_else(|| self.take(id, "containerName")) {
            match int_of(Some(a)) {
                Some(0) => {}
                _ => {
                    let text = self.np(a, "text").text;
                    let hand = node_of(Some(a))
                        .is_some_and(|n| ["handSite", "mover", "next"].contains(&self.id(n)))
                        || text.to_lowercase().contains("hand");
                    place = if hand { " in hand".to_string() } else { format!(" in {text}") };
                }
            }
        }
        if let Some(a) = self.take(id, "on")
            && self.facts.default_type.name() != a.value.word().unwrap_or("")
        {
            place.push_str(&format!(" on {}", self.np(a, "sitetypes").text));
        }
        let whose = match owner.text.as_str() {
            "nobody" => "the neutral".to_string(),
            "all players" | "each player" => "the".to_string(),
            _ => grammar::possessive(&owner.text),
        };
        let top = match self.take(id, "top").map(|a| &a.value) {
            Some(Value::Bool(true)) => " (only a piece on top of its stack)",
            _ => "",
        };
        if self.has(id, "moves") {
            let s = self.noun();
            let before = self.names.clone();
            self.names.from = format!("its {}", s.one);
            self.names.last_to = format!("its new {}", s.one);
            let decides = self.peek(id, "moves").is_some_and(|m| self.decides(m));
            let inner = self.sub_moves(id, "moves");
            self.names = before;
            let lead = if decides {
                format!("with one of {whose} {many}{place}{top}")
            } else {
                format!("for each of {whose} {many}{place}{top}")
            };
            return Say::Scope(lead, Box::new(inner), here);
        }
        Say::Do(format!("move one of {whose} {many}{place}{top}"), here)
    }

    /// For each place of a region, or for one of them.
    pub fn for_each_site(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let s = self.noun();
        let region = self.take(id, "region");
        let choice = self.peek(id, "generator").is_some_and(|g| self.decides(g));
        let text = match region {
            Some(r) if choice => format!("for {}", self.one_of(r).replacen("any ", "any one ", 1)),
            Some(r) => {
                let all = self.all_of(r);
                match all.number {
                    Number::Many => format!("for each of {}", all.text),
                    Number::One | Number::You => format!("for each {} in {}", s.one, all.text),
                }
            }
            None => String::new(),
        };
        let kind = region.and_then(|r| node_of(Some(r))).and_then(|r| self.peek_word(r, "resultType"));
        let noun = match kind {
            Some("Cell") => self.facts.cell.one,
            Some("Vertex") => "point",
            Some("Edge") => "edge",
            Some(_) | None => s.one,
        };
        // The place in question is also where its effects go.
        let before = std::mem::replace(&mut self.names.site, format!("that {noun}"));
        let before_to = std::mem::replace(&mut self.names.to, format!("that {noun}"));
        let inner = self.sub_moves(id, "generator");
        self.names.to = before_to;
        let say = Say::Scope(text, Box::new(inner), here);
        let say = if self.has(id, "noMoveYet") {
            let other = self.sub_moves(id, "noMoveYet");
            Say::All(vec![
                say,
                Say::Scope("if none of these moves is possible".to_string(), Box::new(other), Vec::new()),
            ])
        } else {
            say
        };
        self.names.site = before;
        say
    }

    /// For each die.
    pub fn for_each_die(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let mut text = "for each die that you have not used yet".to_string();
        if let Some(a) = self.take(id, "dice") {
            match int_of(Some(a)) {
                Some(0) => {}
                _ => text.push_str(&format!(" (of dice set {})", self.np(a, "").text)),
            }
        }
        if let Some(a) = self.take(id, "if") {
            let cond = self.cond(a);
            if cond != "the number on the die is not zero" {
                text.push_str(&format!(", if {cond}"));
            }
        }
        let inner = self.sub_moves(id, "moves");
        let mut say = Say::Scope(text, Box::new(inner), here.clone());
        if matches!(self.take(id, "combined").map(|a| &a.value), Some(Value::Bool(true))) {
            say = Say::Only(
                Box::new(say),
                "The dice may also be added together for one move.".to_string(),
                here.clone(),
            );
        }
        if matches!(self.take(id, "replayDouble").map(|a| &a.value), Some(Value::Bool(true))) {
            say = Say::Only(Box::new(say), "A double is played twice over.".to_string(), here);
        }
        say
    }

    /// For each place in some directions.
    pub fn for_each_direction(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let s = self.noun();
        if let Some(say) = self.two_steps(id) {
            return say;
        }
        let from = match self.take_node(id, "from") {
            Some(f) => format!(" from {}", self.origin_of(f)),
            None => String::new(),
        };
        let way = self.take(id, "directions").map_or("in any direction".to_string(), |a| self.direction(a));
        let between = match self.take_node(id, "between") {
            Some(b) => self.between_words(b, true),
            None => String::new(),
        };
        let that = format!("the {} there", s.one);
        let before = std::mem::replace(&mut self.names.to, that);
        let mut conditions = String::new();
        if let Some(t) = self.take_node(id, "to")
            && self.has(t, "if")
        {
            let cond = self.take(t, "if").map(|c| self.cond(c)).unwrap_or_default();
            if cond != "in any case" {
                conditions = format!(" where {cond}");
            }
        }
        // What is done there is given with the place, or apart from it.
        let mut parts = Vec::new();
        if let Some(t) = self.peek_node(id, "to") {
            for name in ["site", "region", "level", "type"] {
                if let Some(a) = self.take(t, name)
                    && name != "type"
                {
                    conditions.push_str(&format!(" ({})", self.np(a, "site").text));
                }
            }
            if let Some(e) = self.take_node(t, "effect") {
                if self.id(e) == "apply" {
                    let cond = self.take(e, "if").map(|c| self.cond(c)).unwrap_or_default();
                    conditions.push_str(&format!(" (only if {cond})"));
                }
                parts.push(self.moves_node(e));
            }
        }
        parts.push(self.sub_moves(id, "moves"));
        let inner = Say::All(parts.into_iter().filter(|p| !p.is_nothing()).collect());
        self.names.to = before;
        Say::Scope(format!("for each {}{from} {way}{between}{conditions}", s.one), Box::new(inner), here)
    }

    /// For each connected group.
    pub fn for_each_group(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let s = self.noun();
        let way = match self.take(id, "directions") {
            Some(a) => format!(" (connected {})", self.direction(a)),
            None => String::new(),
        };
        self.said_type(id);
        let cond = match self.take(id, "if") {
            Some(a) => format!(" of {} where {}", s.many, self.cond(a)),
            None => String::new(),
        };
        let inner = self.sub_moves(id, "moves");
        Say::Scope(format!("for each group{way}{cond}"), Box::new(inner), here)
    }

    /// For each level of a stack.
    pub fn for_each_level(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let s = self.noun();
        self.said_type(id);
        let at = self.take(id, "site").map(|a| self.np(a, "site").text).unwrap_or_default();
        let order =
            self.take(id, "stackDirection").map(|a| format!(", {}", self.np(a, "").text)).unwrap_or_default();
        let inner = self.sub_moves(id, "moves");
        Say::Scope(format!("for each level of the stack {} {at}{order}", s.on), Box::new(inner), here)
    }
}
