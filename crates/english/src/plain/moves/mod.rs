//! Moves and effects in words: the shapes of moves by their usual names, captures by their kinds, and how they are
//! put together.

mod captures;
mod carrying;
mod each;
mod marks;
mod sowing;
mod structure;
mod targets;
mod walking;
mod walks;

pub use walks::{gerund, offset_words, walk_end, walk_words};

use super::facts::node_of;
use super::say::Say;
use super::writer::Writer;
use crate::grammar::{self};
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

const COUNT_ANEW: &str = "begin the count of moves anew";

impl<'a> Writer<'a> {
    pub fn moves_inline(&mut self, arg: &'a Arg) -> String {
        let id = node_of(Some(arg));
        if let Some(text) = id.and_then(|id| self.noted_moves(id)) {
            return text;
        }
        self.inlining += 1;
        let text = self.moves(arg).inline();
        self.inlining -= 1;
        if let Some(id) = id {
            self.remember(id, &text);
        }
        text
    }

    pub fn moves(&mut self, arg: &'a Arg) -> Say {
        match &arg.value {
            Value::Node(id) => self.moves_node(*id),
            Value::Array(items) => Say::All(items.iter().map(|i| self.moves(i)).collect()),
            Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Text(_) | Value::Enum(..) => {
                Say::Nothing
            }
            Value::Hole(..) => Say::Do("do something that is not known".to_string(), Vec::new()),
        }
    }

    pub fn moves_node(&mut self, id: CheckedId) -> Say {
        if self.depth > 100 {
            return Say::Do("do something too deep for words".to_string(), vec![self.place(id)]);
        }
        if self.inlining > 0
            && let Some(text) = self.noted_moves(id)
        {
            return Say::Do(text, vec![self.place(id)]);
        }
        self.depth += 1;
        let single = std::mem::replace(&mut self.single, false);
        let shared = self.shared_rule(id);
        let say = match shared {
            Some(say) => say,
            None => {
                let passing = if self.id(id) == "move Step" { self.en_passant(id) } else { None };
                match passing {
                    Some(say) => say,
                    None => {
                        let names = self.names.clone();
                        let say = self.moves_inner(id);
                        let say = self.with_then(id, say);
                        // What a choice was called is forgotten with what follows it.
                        self.names = names;
                        say
                    }
                }
            }
        };
        self.single = single;
        self.depth -= 1;
        if self.inlining > 0 {
            self.remember(id, &say.inline());
        }
        say
    }

    /// What follows a move is said after it.
    fn with_then(&mut self, id: CheckedId, say: Say) -> Say {
        if self.c.node(id).entry.slot("then").is_none() || !self.has(id, "then") {
            return say;
        }
        let after = match self.take(id, "then") {
            Some(a) => self.moves(a),
            None => Say::Nothing,
        };
        if after.is_nothing() {
            say
        } else if say.is_nothing() {
            after
        } else {
            Say::Then(Box::new(say), Box::new(after))
        }
    }

    fn did(&self, id: CheckedId, text: impl Into<String>) -> Say {
        let text = grammar::tidy(&text.into());
        Say::Do(changed_by(&text).unwrap_or(text), vec![self.place(id)])
    }

    fn sub_moves(&mut self, id: CheckedId, name: &str) -> Say {
        match self.take(id, name) {
            Some(a) => self.moves(a),
            None => Say::Nothing,
        }
    }

    fn each_moves(&mut self, id: CheckedId, names: &[&str]) -> Vec<Say> {
        let mut all = Vec::new();
        for name in names {
            if self.c.node(id).entry.slot(name).is_some() {
                for a in self.items(id, name) {
                    all.push(self.moves(a));
                }
            }
        }
        all
    }

    fn moves_inner(&mut self, id: CheckedId) -> Say {
        let entry = self.c.node(id).entry;
        let english = self.english(id);
        if entry.id == "moveAgain" {
            return self.did(id, self.again_words());
        }
        if english != "*" && !english.is_empty() {
            let filled = self.fill(id, english, false, false);
            return self.did(id, filled.text);
        }
        let here = vec![self.place(id)];
        let _s = self.noun();
        match entry.id {
            "then" => {
                let say = self.sub_moves(id, "moves");
                self.take(id, "applyAfterAllMoves");
                say
            }
            "apply" => {
                // A condition alone: it was told with the target.
                Say::Nothing
            }
            "apply#2" => self.sub_moves(id, "effect"),
            "apply#3" => self.effect_if(id),
            "and [moves]" | "and [moves]#2" | "append" | "seq" | "allCombinations" => self.together(id),
            "or [moves]" | "or [moves]#2" => self.choice(id),
            "if [moves]" => self.if_rule(id),
            "priority" | "priority#2" => self.priority(id),
            "do" => self.do_rule(id),
            "while" => {
                let cond = self.take(id, "condition").map(|c| self.cond(c)).unwrap_or_default();
                let inner = self.sub_moves(id, "moves");
                Say::Scope(format!("as long as {cond}, repeat this"), Box::new(inner), here)
            }
            "max Moves" | "max Captures" | "max Distance" => self.limited(id),
            "avoidStoredState" => {
                let inner = self.sub_moves(id, "moves");
                Say::Only(
                    Box::new(inner),
                    "The move may not bring back the remembered position.".to_string(),
                    here,
                )
            }
            "firstMoveOnTrack" => {
                let inner = self.sub_moves(id, "moves");
                let owner = match self.take(id, "owner") {
                    Some(a) => grammar::possessive(&self.np(a, "player").text),
                    None => "the".to_string(),
                };
                let track = self.track_words(id, "trackName", &owner);
                Say::Scope(format!("with the first piece along {track} that can"), Box::new(inner), here)
            }
            "random" => {
                let odds: Vec<String> =
                    self.items(id, "probabilities").into_iter().map(|a| self.np(a, "").text).collect();
                let all = self.each_moves(id, &["moves"]);
                Say::Scope(
                    format!("by chance (weights {}), one of these happens", odds.join(" : ")),
                    Box::new(Say::All(all)),
                    here,
                )
            }
            "random#2" => {
                let n = self.take(id, "num").map(|a| self.np(a, "").text).unwrap_or_default();
                let inner = self.sub_moves(id, "moves");
                Say::Scope(format!("chance picks {n} of these moves"), Box::new(inner), here)
            }
            "satisfy" => self.puzzle(id),
            // -- going through things --
            "forEach Piece" => self.for_each_piece(id),
            "forEach Site [moves]" => self.for_each_site(id),
            "forEach Die" => self.for_each_die(id),
            "forEach Direction" => self.for_each_direction(id),
            "forEach Group" => self.for_each_group(id),
            "forEach Level [moves]" => self.for_each_level(id),
            "forEach Team [moves]" => {
                let inner = self.sub_moves(id, "moves");
                Say::Scope("for each team".to_string(), Box::new(inner), here)
            }
            "forEach Player [moves]" | "forEach [moves]" => {
                let who = match self.c.node(id).entry.slot("players").and_then(|_| self.take(id, "players")) {
                    Some(a) => format!("for each of {}", self.np(a, "array").text),
                    None => "for each player".to_string(),
                };
                let inner = self.sub_moves(id, "moves");
                Say::Scope(who, Box::new(inner), here)
            }
            "forEach Value [moves]" => {
                let values = self.take(id, "values").map(|a| self.np(a, "array").text).unwrap_or_default();
                let inner = self.sub_moves(id, "generator");
                Say::Scope(format!("for each number among {values}"), Box::new(inner), here)
            }
            "forEach Value [moves]#2" => {
                let min = self.take(id, "min").map(|a| self.np(a, "").text).unwrap_or_default();
                let max = self.take(id, "max").map(|a| self.np(a, "").text).unwrap_or_default();
                let inner = self.sub_moves(id, "generator");
                Say::Scope(format!("for each number from {min} to {max}"), Box::new(inner), here)
            }
            _ => self.deed_inner(id),
        }
    }

    /// The same for single deeds: moves, captures, marks.
    fn deed_inner(&mut self, id: CheckedId) -> Say {
        match self.id(id) {
            "move Step" | "step" => self.step(id),
            "move Slide" | "slide" => self.slide(id),
            "move Hop" | "hop" => self.hop(id),
            "move Leap" | "leap" => self.leap(id),
            "move" | "fromTo" => self.carrying(id),
            "move Add" | "add [moves]" | "move Claim" | "claim" => self.add(id),
            "move Select" | "select" => self.select(id),
            "move Remove" | "remove [moves]" => self.remove(id),
            "move Promote" | "promote" => self.promote(id),
            "move Shoot" | "shoot" => self.shoot(id),
            "sow" => self.sow(id),
            // -- captures --
            "custodial" => self.custodial(id),
            "intervene" => self.intervene(id),
            "enclose" => self.enclose(id),
            "surround" => self.surround(id),
            "directional" => self.directional(id),
            // -- marks --
            "set Pending" => self.set_pending(id),
            "set Var" => self.set_var(id),
            "set Counter" => match self.take(id, "newValue") {
                Some(a) => {
                    let value = self.np(a, "").text;
                    self.did(id, format!("set the count of moves to {value}"))
                }
                None => self.did(id, COUNT_ANEW),
            },
            "set State" => self.set_state(id),
            "set Hidden [moves]" | "set Hidden [start]" => {
                let text = self.hidden(id);
                self.did(id, text)
            }
            "take Control" => self.take_control(id),
            _ => self.did(id, "do something not in words"),
        }
    }

    /// A player as a number, where a number is asked for.
    pub fn player_or_number(&mut self, arg: &'a Arg) -> String {
        let text = self.np(arg, "").text;
        match self.facts.sort_of(self.c, arg) {
            "player" => format!("the number of {}", if text == "you" { "the player to move" } else { &text }),
            _ => text,
        }
    }

    /// Does it let a player choose, or does it just happen?
    pub fn decides(&self, arg: &Arg) -> bool {
        arg.clauses().any(|id| self.decides_node(id))
    }

    pub fn decides_node(&self, id: CheckedId) -> bool {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            let entry = self.c.node(id).entry;
            if entry.id.starts_with("move") && entry.id != "moveAgain" || entry.id == "forEach Piece" {
                return true;
            }
            for (slot, arg) in self.c.node(id).args.iter().enumerate() {
                // What follows is not the choice, and neither is what is asked.
                if let Some(arg) = arg
                    && entry.params[slot].name != "then"
                    && entry.params[slot].ty != ludarium_ludemes::Ty::Bool
                {
                    todo.extend(arg.clauses());
                }
            }
        }
        false
    }

    /// Is there such a clause anywhere inside?
    pub fn contains(&self, arg: &Arg, wanted: &str) -> bool {
        let mut todo: Vec<CheckedId> = arg.clauses().collect();
        while let Some(id) = todo.pop() {
            if self.id(id) == wanted {
                return true;
            }
            todo.extend(self.c.node(id).clauses());
        }
        false
    }
}

/// `set A to one less than A`: lower A by one.
fn changed_by(text: &str) -> Option<String> {
    let rest = text.strip_prefix("set ")?;
    rest.match_indices(" to ").find_map(|(at, _)| {
        let (what, value) = (&rest[..at], &rest[at + " to ".len()..]);
        if let Some(n) = value.strip_suffix(what).and_then(|v| v.strip_suffix(" less than ")) {
            return Some(format!("lower {what} by {n}"));
        }
        let sum = value.strip_suffix(what).and_then(|v| v.strip_suffix(" plus "));
        let sum = sum.or_else(|| value.strip_prefix(what).and_then(|v| v.strip_prefix(" plus ")));
        sum.map(|n| format!("raise {what} by {n}"))
    })
}
