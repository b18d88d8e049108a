//! Moves and effects in words: the shapes of moves by their usual names, captures by their kinds, and how they are
//! put together.

mod captures;
mod carrying;
mod marks;
mod sowing;
mod targets;
mod walking;
mod walks;

pub use walks::{gerund, offset_words, walk_end, walk_words};

use marks::reveals_together;

use super::facts::{int_of, items_of, node_of};
use super::say::Say;
use super::writer::Writer;
use crate::grammar::{self, Number};
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
        let s = self.noun();
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
            "apply#3" => {
                let cond = self.take(id, "if").map(|c| self.condition(c));
                let effect = self.sub_moves(id, "effect");
                match cond {
                    Some(c) if c.text == "never" || effect.is_nothing() => Say::Nothing,
                    Some(c) if c.text == "in any case" => effect,
                    Some(c) => Say::If(c, Box::new(effect), None, here),
                    None => effect,
                }
            }
            "and [moves]" | "and [moves]#2" | "append" | "seq" | "allCombinations" => {
                let all = reveals_together(self.each_moves(id, &["movesA", "movesB", "list", "moves"]));
                if entry.id == "allCombinations" {
                    let mut all = all.into_iter();
                    let first = all.next().unwrap_or(Say::Nothing);
                    let second = all.next().unwrap_or(Say::Nothing);
                    return Say::Then(Box::new(first), Box::new(second));
                }
                Say::All(all)
            }
            "or [moves]" | "or [moves]#2" => {
                let parts: Vec<CheckedId> = ["movesA", "movesB", "list"]
                    .into_iter()
                    .filter(|name| self.has(id, name))
                    .flat_map(|name| items_of(self.peek(id, name)))
                    .filter_map(|a| node_of(Some(a)))
                    .collect();
                if let Some(say) = self.castling(&parts) {
                    ["movesA", "movesB", "list"].into_iter().for_each(|name| {
                        self.take(id, name);
                    });
                    return say;
                }
                let chosen = self.decides_node(id);
                let written: Vec<&'a Arg> = ["movesA", "movesB", "list"]
                    .into_iter()
                    .filter(|name| self.has(id, name))
                    .flat_map(|name| items_of(self.peek(id, name)))
                    .collect();
                if let Some(say) = self.leg_leaps(&written) {
                    for name in ["movesA", "movesB", "list"] {
                        self.take(id, name);
                    }
                    return say;
                }
                let (castling, written) = match self.castling_by_squares(&written) {
                    Some((say, others)) => {
                        for name in ["movesA", "movesB", "list"] {
                            self.take(id, name);
                        }
                        (Some(say), others)
                    }
                    None => (None, written),
                };
                if let Some(castling) = castling {
                    let mut all: Vec<Say> = written.into_iter().map(|a| self.moves(a)).collect();
                    all.push(castling);
                    return Say::Choose(flat(all));
                }
                let all = match self.told_turned(&written) {
                    Some((mut says, others)) => {
                        for name in ["movesA", "movesB", "list"] {
                            self.take(id, name);
                        }
                        says.extend(others.into_iter().map(|a| self.moves(a)));
                        says
                    }
                    None => self.each_moves(id, &["movesA", "movesB", "list"]),
                };
                // Among effects there is nothing to choose: whatever applies happens.
                if chosen { Say::Choose(flat(all)) } else { Say::All(all) }
            }
            "if [moves]" => {
                if let Some(say) = self.if_possible(id).or_else(|| self.promotion_apart(id)) {
                    return say;
                }
                let cond = self.take(id, "condition").map(|c| self.condition(c));
                let yes = self.sub_moves(id, "list");
                let no = if self.has(id, "else") { Some(Box::new(self.sub_moves(id, "else"))) } else { None };
                match cond {
                    Some(_) if yes.is_nothing() && no.as_ref().is_none_or(|n| n.is_nothing()) => Say::Nothing,
                    Some(c) if c.text == "in any case" => yes,
                    Some(c) if c.text == "never" => no.map_or(Say::Nothing, |n| *n),
                    Some(c) => match (yes, no) {
                        // Nested conditions are one condition.
                        (Say::If(inner, yes, None, at), None) if c.parts.len() < 2 || c.all => {
                            Say::If(both(c, inner), yes, None, at)
                        }
                        (yes, no) => Say::If(c, Box::new(yes), no, here),
                    },
                    None => yes,
                }
            }
            "priority" | "priority#2" => {
                let all = self.each_moves(id, &["list", "movesA", "movesB"]);
                let mut parts = all.into_iter().filter(|s| !s.is_nothing()).collect::<Vec<_>>();
                match parts.len() {
                    0 => Say::Nothing,
                    1 => parts.remove(0),
                    _ => Say::Scope(
                        "do the first of the following that is possible (an earlier one is compulsory)"
                            .to_string(),
                        Box::new(Say::All(parts)),
                        here,
                    ),
                }
            }
            "do" => self.do_rule(id),
            "while" => {
                let cond = self.take(id, "condition").map(|c| self.cond(c)).unwrap_or_default();
                let inner = self.sub_moves(id, "moves");
                Say::Scope(format!("as long as {cond}, repeat this"), Box::new(inner), here)
            }
            "max Moves" | "max Captures" | "max Distance" => {
                let inner = self.sub_moves(id, "moves");
                let limit = match entry.id {
                    "max Moves" => match self.take(id, "withValue").map(|a| &a.value) {
                        Some(Value::Bool(true)) => "You must choose the sequence that captures the greatest value.".to_string(),
                        _ => "You must choose a move that begins the longest possible sequence (the greatest number of captures).".to_string(),
                    },
                    "max Captures" => match self.take(id, "withValue").map(|a| &a.value) {
                        Some(Value::Bool(true)) => "You must choose a move that captures the greatest value.".to_string(),
                        _ => "You must choose a move that captures the most pieces.".to_string(),
                    },
                    _ => {
                        let owner = match self.take(id, "owner") {
                            Some(a) => grammar::possessive(&self.np(a, "player").text),
                            None => "the".to_string(),
                        };
                        let track = self.track_words(id, "trackName", &owner);
                        format!("You must use as much of the throw as possible along {track}.")
                    }
                };
                Say::Only(Box::new(inner), limit, here)
            }
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
            "satisfy" => {
                let mut rules = Vec::new();
                for name in ["constraint", "constraints"] {
                    for a in self.items(id, name) {
                        rules.push(Say::Do(self.cond(a), vec![self.place(id)]));
                    }
                }
                if let [Say::Do(one, _)] = rules.as_slice() {
                    return self.did(id, format!("fill in the board so that {one}"));
                }
                Say::Scope(
                    "fill in the board so that all of these hold".to_string(),
                    Box::new(Say::All(rules)),
                    here,
                )
            }
            // -- going through things --
            "forEach Piece" => self.for_each_piece(id),
            "forEach Site [moves]" => {
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
                let kind =
                    region.and_then(|r| node_of(Some(r))).and_then(|r| self.peek_word(r, "resultType"));
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
                        Say::Scope(
                            "if none of these moves is possible".to_string(),
                            Box::new(other),
                            Vec::new(),
                        ),
                    ])
                } else {
                    say
                };
                self.names.site = before;
                say
            }
            "forEach Die" => {
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
            "forEach Direction" => {
                if let Some(say) = self.two_steps(id) {
                    return say;
                }
                let from = match self.take_node(id, "from") {
                    Some(f) => format!(" from {}", self.origin_of(f)),
                    None => String::new(),
                };
                let way =
                    self.take(id, "directions").map_or("in any direction".to_string(), |a| self.direction(a));
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
                Say::Scope(
                    format!("for each {}{from} {way}{between}{conditions}", s.one),
                    Box::new(inner),
                    here,
                )
            }
            "forEach Group" => {
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
            "forEach Level [moves]" => {
                self.said_type(id);
                let at = self.take(id, "site").map(|a| self.np(a, "site").text).unwrap_or_default();
                let order = self
                    .take(id, "stackDirection")
                    .map(|a| format!(", {}", self.np(a, "").text))
                    .unwrap_or_default();
                let inner = self.sub_moves(id, "moves");
                Say::Scope(format!("for each level of the stack {} {at}{order}", s.on), Box::new(inner), here)
            }
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
            // -- moving --
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
            "set Pending" => match self.take(id, "value").or_else(|| self.take(id, "region")) {
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
            },
            "set Var" => {
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
            "set Counter" => match self.take(id, "newValue") {
                Some(a) => {
                    let value = self.np(a, "").text;
                    self.did(id, format!("set the count of moves to {value}"))
                }
                None => self.did(id, COUNT_ANEW),
            },
            "set State" => {
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
            "set Hidden [moves]" | "set Hidden [start]" => {
                let text = self.hidden(id);
                self.did(id, text)
            }
            "take Control" => {
                let of = self
                    .take(id, "of")
                    .or_else(|| self.take(id, "ofNumber"))
                    .map(|a| self.np(a, "player").text);
                let by = self
                    .take(id, "by")
                    .or_else(|| self.take(id, "byNumber"))
                    .map(|a| self.np(a, "player").text);
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
        crate::meter::clauses(arg).into_iter().any(|id| self.decides_node(id))
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
                    todo.extend(crate::meter::clauses(arg));
                }
            }
        }
        false
    }

    /// `(if (can Move A) A B)`: do A if you can, else B.
    fn if_possible(&mut self, id: CheckedId) -> Option<Say> {
        let cond = self.peek_node(id, "condition").filter(|c| self.id(*c) == "can Move")?;
        let (wanted, done) = (self.peek_node(cond, "moves")?, self.peek_node(id, "list")?);
        let shape = |w: &Self, n: CheckedId| w.shape(n);
        if !self.has(id, "else") || shape(self, wanted)? != shape(self, done)? {
            return None;
        }
        self.take(id, "condition");
        self.take(cond, "moves");
        let yes = self.sub_moves(id, "list");
        let no = self.sub_moves(id, "else");
        self.shared.copies.push((done, wanted));
        let here = vec![self.place(id)];
        let parts = vec![yes, no];
        Some(Say::Scope(
            "do the first of the following that is possible (an earlier one is compulsory)".to_string(),
            Box::new(Say::All(parts)),
            here,
        ))
    }

    fn do_rule(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let prior = self.sub_moves(id, "prior");
        let mut say = match self.take(id, "next") {
            Some(a) => {
                let next = self.moves(a);
                Say::Then(Box::new(prior), Box::new(next))
            }
            None => prior,
        };
        if let Some(c) = self.take(id, "ifAfterwards") {
            let clause = self.clause_of(c, false);
            // `your king is not in check` reads best as a prohibition.
            say = match (&clause.subject, clause.predicate.strip_suffix("is not in check")) {
                (Some(king), Some("")) => {
                    let text = format!("You may not make a move that leaves {king} in check.");
                    Say::Only(Box::new(say), text, here)
                }
                _ => {
                    let condition = self.condition(c);
                    Say::Needs(Box::new(say), condition, "A move is allowed only if afterwards", here)
                }
            };
        }
        say
    }

    fn for_each_piece(&mut self, id: CheckedId) -> Say {
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

    /// Is there such a clause anywhere inside?
    pub fn contains(&self, arg: &Arg, wanted: &str) -> bool {
        let mut todo = crate::meter::clauses(arg);
        while let Some(id) = todo.pop() {
            if self.id(id) == wanted {
                return true;
            }
            for arg in self.c.node(id).args.iter().flatten() {
                todo.extend(crate::meter::clauses(arg));
            }
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

/// Choices among choices are one choice.
fn flat(items: Vec<Say>) -> Vec<Say> {
    let mut out = Vec::new();
    for item in items {
        match item {
            Say::Choose(inner) => out.extend(inner),
            Say::Nothing
            | Say::Do(..)
            | Say::All(_)
            | Say::If(..)
            | Say::Then(..)
            | Say::Scope(..)
            | Say::Only(..)
            | Say::Needs(..)
            | Say::Apart(..) => out.push(item),
        }
    }
    out
}

fn both(a: super::conditions::Condition, b: super::conditions::Condition) -> super::conditions::Condition {
    let list = |c: &super::conditions::Condition| {
        if c.parts.is_empty() || !c.all { vec![c.clone()] } else { c.parts.clone() }
    };
    let mut parts = list(&a);
    let text = if b.all || b.parts.is_empty() {
        format!("{} and {}", a.text, b.text)
    } else {
        format!("{} and either {}", a.text, b.text)
    };
    parts.extend(list(&b));
    super::conditions::Condition { text, all: true, parts, implied: None, cases: false }
}
