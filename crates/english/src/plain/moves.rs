//! Moves and effects in words: the shapes of moves by their usual names, captures by their kinds, and how they are
//! put together.

use super::facts::{SiteNoun, int_of, items_of, node_of, text_of};
use super::say::Say;
use super::writer::{Np, Writer};
use crate::grammar::{self, Number};
use ludarium_ludemes::checked::{Arg, CheckedId, Value};
use std::borrow::Borrow;

const COUNT_ANEW: &str = "begin the count of moves anew";

/// Where a move goes: `to an empty square`, and what happens there.
struct Target {
    text: String,
    effect: Option<Say>,
    /// What must hold besides, when it is too long to stand in the sentence.
    needs: Option<super::conditions::Condition>,
}

impl Target {
    fn plain(text: impl Into<String>) -> Target {
        Target { text: text.into(), effect: None, needs: None }
    }
}

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

    // -- parts of moves -----------------------------------------------------------------------------------

    /// `(from …)` as a place.
    pub fn origin_of(&mut self, id: CheckedId) -> String {
        self.said_type(id);
        let s = self.noun_for(id);
        let mut text = match (self.take(id, "site"), self.take(id, "region")) {
            (Some(a), _) => self.np(a, "site").text,
            (None, Some(r)) => self.one_of(r),
            (None, None) => self.names.from.clone(),
        };
        if let Some(a) = self.take(id, "level") {
            match self.np(a, "").text.as_str() {
                level if level.starts_with("the top of the stack") => {
                    text.push_str(" (the top of the stack)")
                }
                level => text.push_str(&format!(" (level {level})")),
            }
        }
        if let Some(c) = self.take(id, "if") {
            let that = format!("that {}", s.one);
            let before = std::mem::replace(&mut self.names.from, that.clone());
            let before_site = std::mem::replace(&mut self.names.site, that.clone());
            let clause = self.clause_of(c, false);
            self.names.from = before;
            self.names.site = before_site;
            let clause_text = clause.text();
            text = match &clause.subject {
                Some(subject) if *subject == that => format!("{text} that {}", clause.predicate),
                Some(_) | None => match clause_text.strip_suffix(&format!(" {} {that}", s.on)) {
                    // `there is at least one seed in that hole`
                    Some(rest) if rest.starts_with("there is at least one ") => {
                        format!("{text} that holds at least one {}", &rest["there is at least one ".len()..])
                    }
                    Some(rest) if rest.starts_with("there are ") => {
                        format!("{text} that holds {}", &rest["there are ".len()..])
                    }
                    Some(_) | None => format!("{text} where {clause_text}"),
                },
            };
        }
        text
    }

    /// `(to …)` where nothing but the place matters.
    fn target_of(&mut self, id: CheckedId) -> String {
        let target = self.target(id, false);
        target.text
    }

    /// `(to …)`: where to, under which condition, with which effect. `apart`: long conditions may be handed back.
    fn target(&mut self, id: CheckedId, apart: bool) -> Target {
        self.said_type(id);
        let s = self.noun_for(id);
        let mut that = format!("that {}", s.one);
        if self.names.from == that || self.names.site == that && self.uses_site(id) {
            that = format!("the target {}", s.one);
        }
        let region = match (self.take(id, "site"), self.take(id, "region")) {
            (Some(a), _) => Some(self.np(a, "site").text),
            (None, Some(r)) => Some(self.one_of(r)),
            (None, None) => None,
        };
        let before = std::mem::replace(&mut self.names.to, that.clone());
        let outer_site = self.names.site.clone();
        let mut text = region.clone().unwrap_or_default();
        let mut needs = None;
        let mut clause = self.take(id, "if").map(|c| self.clause_of(c, false));
        if let Some(c) = &clause
            && crate::readability::words(&c.text()) > 16
            && apart
            && let Some(arg) = self.peek(id, "if")
        {
            let condition = self.condition(arg);
            if condition.parts.len() > 1 {
                needs = Some(condition);
                clause = None;
            }
        }
        let base = s.one;
        match clause {
            None if text.is_empty() && needs.is_some() => text = grammar::a(base),
            None if text.is_empty() => text = format!("any {base}"),
            None => {}
            Some(c) if c.text() == "in any case" && text.is_empty() => text = format!("any {base}"),
            Some(c) if c.text() == "in any case" => {}
            Some(c) => {
                let about = c.subject.as_deref() == Some(that.as_str());
                text = match (text.is_empty(), about) {
                    (true, true) if c.predicate == "is empty" => format!("an empty {base}"),
                    (true, true) => format!("{} that {}", grammar::a(base), c.predicate),
                    (true, false) => format!("{}, if {}", grammar::a(base), c.text()),
                    (false, true) if text.starts_with("any ") || text.starts_with("an ") => {
                        if c.predicate == "is empty" && text.starts_with("any empty") {
                            text
                        } else {
                            format!("{text} that {}", c.predicate)
                        }
                    }
                    (false, _) => format!("{text}, if {}", c.text()),
                };
            }
        }
        if let Some(a) = self.take(id, "level") {
            text.push_str(&format!(" (level {})", self.np(a, "").text));
        }
        if let Some(a) = self.take(id, "rotations") {
            text.push_str(&format!(", turned {}", self.np(a, "").text));
        }
        let mut effect = None;
        if let Some(e) = self.take_node(id, "effect") {
            if let Some(said) = self.capture_there(e, &that) {
                let many = grammar::plural(&self.facts.piece);
                let piece = self.facts.piece.clone();
                let open = [
                    format!("does not hold one of your {many}"),
                    "does not hold a piece of your team".to_string(),
                    format!("is empty or holds an enemy {piece}"),
                ];
                let may_be_empty = open.iter().any(|o| text.contains(o.as_str()))
                    || !text.contains(&format!("holds an enemy {piece}"));
                let said = match said.strip_prefix(", capturing it") {
                    // A place that is not one's own may be empty: nothing is captured then.
                    Some(rest) if may_be_empty => {
                        format!(", capturing any {piece} there{rest}")
                    }
                    Some(_) | None => said,
                };
                match open.iter().find(|o| text.contains(o.as_str())) {
                    Some(o) if said.starts_with(", capturing any ") => {
                        let (_, rest) = said.split_once(" there").unwrap_or(("", ""));
                        text = text.replacen(
                            o.as_str(),
                            &format!("is empty or holds an enemy {piece}, which it captures"),
                            1,
                        );
                        text.push_str(rest);
                    }
                    Some(_) | None => text.push_str(&said),
                }
            } else {
                if self.c.node(e).entry.slot("if").is_some() && self.id(e) == "apply" {
                    let cond = self.take(e, "if").map(|c| self.cond(c)).unwrap_or_default();
                    text.push_str(&format!(" (only if {cond})"));
                }
                let say = self.moves_node(e);
                if !say.is_nothing() {
                    effect = Some(say);
                }
            }
        }
        self.names.to = before;
        self.names.site = outer_site;
        Target { text, effect, needs }
    }

    /// Does a target speak of the place that a rule around it goes through?
    fn uses_site(&self, to: CheckedId) -> bool {
        ["site", "region", "if", "effect"]
            .into_iter()
            .filter_map(|name| self.peek(to, name))
            .any(|arg| self.contains(arg, "site"))
    }

    /// `, capturing it`: the piece where the move ends is taken off.
    fn capture_there(&mut self, apply: CheckedId, _that: &str) -> Option<String> {
        if self.id(apply) != "apply#2" {
            return None;
        }
        let effect = self.peek_node(apply, "effect")?;
        let is_removal = |w: &Self, n: CheckedId| {
            w.id(n) == "remove [moves]"
                && w.peek_node(n, "site").is_some_and(|x| w.id(x) == "to [int]")
                && !w.has(n, "count")
                && !w.has(n, "at")
                && !w.has(n, "level")
        };
        let effect = self.captured_to_hand(effect).unwrap_or(effect);
        let (removal, any) = if is_removal(self, effect) {
            (effect, false)
        } else if self.id(effect) == "if [moves]" && !self.has(effect, "else") && !self.has(effect, "then") {
            let list = self.peek_node(effect, "list")?;
            let cond = self.peek_node(effect, "condition")?;
            let enemy = self.id(cond) == "is Enemy" || self.id(cond) == "is Occupied";
            if !is_removal(self, list) || !enemy {
                return None;
            }
            (list, true)
        } else {
            return None;
        };
        self.take(apply, "effect");
        if any {
            self.take(effect, "list");
            if let Some(c) = self.take_node(effect, "condition") {
                self.mark_all(c);
            }
        }
        self.take_node(removal, "site");
        self.said_type(removal);
        let piece = self.facts.piece.clone();
        let mut text =
            if any { format!(", capturing any enemy {piece} there") } else { ", capturing it".to_string() };
        if let Some(then) = self.take(removal, "then") {
            let after = self.moves(then);
            // That captures begin the count anew is told with the count.
            if !after.is_nothing() && after.inline() != COUNT_ANEW {
                text.push_str(&format!(" ({})", gerund(&after.inline())));
            }
        }
        Some(text)
    }

    /// Puts a move together with what happens where it ends.
    fn finish_with(
        &mut self,
        id: CheckedId,
        text: String,
        needs: Option<super::conditions::Condition>,
        effects: Vec<Option<Say>>,
    ) -> Say {
        let say = self.finish(id, text, effects);
        let here = vec![self.place(id)];
        match (needs, say) {
            (Some(c), Say::Then(first, after)) => Say::Then(Box::new(Say::Needs(first, c, "", here)), after),
            (Some(c), say) => Say::Needs(Box::new(say), c, "", here),
            (None, say) => say,
        }
    }

    fn finish(&mut self, id: CheckedId, text: String, effects: Vec<Option<Say>>) -> Say {
        let mut text = text;
        let mut rest = Vec::new();
        for effect in effects.into_iter().flatten() {
            match effect {
                Say::Do(said, _)
                    if crate::readability::words(&said) < 15
                        && crate::readability::words(&said) + crate::readability::words(&text) < 32 =>
                {
                    text.push_str(&format!(", {}", gerund(&said)));
                }
                Say::Nothing
                | Say::Do(..)
                | Say::All(_)
                | Say::Choose(_)
                | Say::If(..)
                | Say::Then(..)
                | Say::Scope(..)
                | Say::Only(..)
                | Say::Needs(..)
                | Say::Apart(..) => {
                    rest.push(effect);
                }
            }
        }
        let say = self.did(id, text);
        if rest.is_empty() { say } else { Say::Then(Box::new(say), Box::new(Say::All(rest))) }
    }

    fn origin(&mut self, id: CheckedId) -> String {
        match self.take_node(id, "from") {
            Some(f) => {
                let text = self.origin_of(f);
                if text == self.names.from || text.starts_with("its ") {
                    String::new()
                } else if text == self.names.last_to && text.ends_with(" just moved to") {
                    " with the piece just moved,".to_string()
                } else {
                    format!(" from {text}")
                }
            }
            None => String::new(),
        }
    }

    fn stack_words(&mut self, id: CheckedId) -> &'static str {
        match self.take(id, "stack").map(|a| &a.value) {
            Some(Value::Bool(true)) => " (the whole stack)",
            _ => "",
        }
    }

    /// A step onto the marked square that takes off a piece which is not there.
    fn en_passant(&mut self, id: CheckedId) -> Option<Say> {
        if !self.facts.pending_is_site || self.has(id, "from") {
            return None;
        }
        let to = self.peek_node(id, "to")?;
        let cond = self.peek(to, "if")?;
        let pending = self.contains(cond, "value Pending") || self.contains(cond, "sites Pending");
        let then = self.peek(id, "then")?;
        let removed = self.contains(then, "remove [moves]") && self.contains(then, "ahead");
        if !pending || !removed || self.has(to, "effect") || self.contains(then, "if [moves]") {
            return None;
        }
        let s = self.noun();
        let way = self.take(id, "directions").map_or("in any direction".to_string(), |a| self.direction(a));
        self.mark_all(id);
        let text = format!(
            "capture en passant: step one {} {way} onto the {} that an enemy piece has just passed over, and remove that piece",
            s.one, s.one
        );
        Some(self.did(id, text))
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

    fn step(&mut self, id: CheckedId) -> Say {
        let s = self.noun();
        let from = self.origin(id);
        let way = self.take(id, "directions").map_or("in any direction".to_string(), |a| self.direction(a));
        let target = match self.take_node(id, "to") {
            Some(t) => self.target(t, true),
            None => Target::plain(String::new()),
        };
        let onto = if target.text.is_empty() {
            String::new()
        } else {
            format!(" {} {}", self.onto(&target.text), target.text)
        };
        let stack = self.stack_words(id);
        let text = format!("step one {}{from} {way}{onto}{stack}", s.one);
        self.finish_with(id, text, target.needs, vec![target.effect])
    }

    fn onto(&self, text: &str) -> &'static str {
        if text.contains(" that holds") || text.contains(" does not hold") {
            if self.facts.mancala { "into" } else { "onto" }
        } else {
            "to"
        }
    }

    /// What may lie between, for slides and the like.
    fn between_words(&mut self, id: CheckedId, with_range: bool) -> String {
        let s = self.noun();
        let mut text = String::new();
        let that = format!("that {}", s.one);
        if with_range && let Some(r) = self.take_node(id, "range") {
            text.push_str(&format!(" ({} of them)", self.range_words(r, "")));
        }
        for (name, said) in [("before", "after up to"), ("after", "followed by up to")] {
            if let Some(a) = self.take(id, name) {
                text.push_str(&format!(" ({said} {} empty {})", self.np(a, "").text, s.many));
            }
        }
        if let Some(c) = self.take(id, "if") {
            let before = std::mem::replace(&mut self.names.between, that.clone());
            let before_to = std::mem::replace(&mut self.names.to, that.clone());
            let clause = self.clause_of(c, false);
            self.names.between = before;
            self.names.to = before_to;
            text.push_str(&match clause.subject.as_deref() {
                Some(subject) if subject == that => match clause.predicate.as_str() {
                    "is empty" => format!(" over empty {}", s.many),
                    p => {
                        let many = super::nouns::plural_predicate(p);
                        if let Some(id) = node_of(Some(c)) {
                            self.remember(id, &format!("that {many}"));
                        }
                        format!(" over {} that {many}", s.many)
                    }
                },
                _ if clause.text() == "in any case" => format!(" over any {}", s.many),
                _ => format!(" over {} where {}", s.many, clause.text()),
            });
        }
        if let Some(a) = self.take(id, "trail") {
            text.push_str(&format!(", leaving {} on each of them", self.np(a, "apiece").text));
        }
        if let Some(e) = self.take_node(id, "effect") {
            let say = self.moves_node(e);
            if !say.is_nothing() {
                text.push_str(&format!(" (and at each of them: {})", say.inline()));
            }
        }
        text
    }

    fn slide(&mut self, id: CheckedId) -> Say {
        let s = self.noun();
        let from = self.origin(id);
        let way = self.take(id, "directions").map(|a| self.direction(a));
        let track = match self.take(id, "track") {
            Some(_) => format!(" along {}", self.track_words(id, "track", "the")),
            None => String::new(),
        };
        let way = match way {
            Some(w) => w,
            None if track.is_empty() => "in any direction".to_string(),
            None => String::new(),
        };
        let mut also_ends = String::new();
        let mut distance = format!("any number of {}", s.many);
        let mut over = format!(" over empty {}", s.many);
        if let Some(b) = self.take_node(id, "between") {
            if let Some(r) = self.take_node(b, "range") {
                let words = self.range_words(r, "");
                let one = words.ends_with(" one");
                distance = format!("{words} {}", if one { s.one } else { s.many });
            }
            let said = self.between_words(b, false);
            if !said.is_empty() {
                over = said;
            }
        }
        let over =
            if over == format!(" over empty {}", s.many) && distance == format!("any number of {}", s.many) {
                distance = format!("over any number of empty {}", s.many);
                String::new()
            } else {
                over
            };
        let mut text = format!("slide{from} {distance} {way}{track}{over}");
        let mut effect = None;
        // Along looped tracks, a plain stop needs the effect's own condition: `False` leaves captures only.
        let captures_only = !track.is_empty()
            && self.peek_node(id, "to").and_then(|t| self.peek_node(t, "effect")).is_some_and(|e| {
                self.id(e) == "apply#3"
                    && matches!(self.peek(e, "if").map(|a| &a.value), Some(Value::Bool(false)))
            });
        if captures_only && let Some(t) = self.take_node(id, "to") {
            let e = self.take_node(t, "effect");
            if let Some(e) = e {
                self.mark_all(e);
            }
            let that = format!("that {}", s.one);
            let before = std::mem::replace(&mut self.names.to, that.clone());
            let clause = self.take(t, "if").map(|c| self.clause_of(c, false)).unwrap_or_default();
            self.names.to = before;
            let what = if clause.subject.as_deref() == Some(that.as_str()) {
                format!("{} that {}", grammar::a(s.one), clause.predicate)
            } else {
                format!("{} where {}", grammar::a(s.one), clause.text())
            };
            text.push_str(&format!(", round at least one loop; the slide must end on {what}, capturing it"));
        } else if let Some(t) = self.take_node(id, "to") {
            let plain_empty = self.peek_node(t, "if").is_some_and(|c| {
                self.id(c) == "is Empty" && self.peek_node(c, "at").is_some_and(|x| self.id(x) == "to [int]")
            });
            let always = matches!(self.peek(t, "if").map(|a| &a.value), Some(Value::Bool(true)));
            if (plain_empty || always) && !self.has(t, "region") && !self.has(t, "site") {
                let target = self.target(t, false);
                if let Some(rest) = target.text.split_once(", capturing") {
                    text.push_str(&format!(", capturing{}", rest.1));
                }
                effect = target.effect;
            } else if self.has(t, "if") || self.has(t, "region") || self.has(t, "site") {
                let target = self.target(t, false);
                let piece = self.facts.piece.clone();
                let enemy = format!("a {} that holds an enemy {piece}", s.one);
                text.push_str(&match target.text.strip_prefix(enemy.as_str()) {
                    Some(rest)
                        if rest == ", capturing it"
                            || rest == format!(", capturing any enemy {piece} there") =>
                    {
                        format!(", or onto the first enemy {piece} in its way, capturing it")
                    }
                    Some(rest) if rest.is_empty() || rest.starts_with(',') => {
                        format!(", or onto the first enemy {piece} in its way{rest}")
                    }
                    Some(_) | None => {
                        let on = self.onto(&target.text).replace("to", "on").replace("onon", "on");
                        also_ends = format!("it may also end {on} {}", target.text);
                        String::new()
                    }
                });
                effect = target.effect;
            } else {
                let target = self.target(t, false);
                effect = target.effect;
            }
        }
        let stack = self.stack_words(id);
        if also_ends.is_empty() {
            return self.finish(id, format!("{text}{stack}"), vec![effect]);
        }
        let here = vec![self.place(id)];
        let say = Say::Only(Box::new(self.did(id, format!("{text}{stack}"))), also_ends, here);
        match effect {
            Some(e) => Say::Then(Box::new(say), Box::new(e)),
            None => say,
        }
    }

    fn hop(&mut self, id: CheckedId) -> Say {
        let s = self.noun();
        let piece = self.facts.piece.clone();
        let from = self.origin(id);
        let way = self.take(id, "directions").map_or("in any direction".to_string(), |a| self.direction(a));
        let mut over = format!("a {piece} on the next {}", s.one);
        let mut notes = String::new();
        let mut effects = Vec::new();
        let mut captured = String::new();
        let mut beyond = "immediately beyond";
        if let Some(b) = self.take_node(id, "between") {
            let that = format!("that {}", s.one);
            let before = std::mem::replace(&mut self.names.between, that.clone());
            let before_to = std::mem::replace(&mut self.names.to, that.clone());
            if let Some(c) = self.peek_node(b, "if").filter(|c| self.fresh_enemy(*c)) {
                self.take(b, "if");
                self.mark_all(c);
                over = format!("an enemy {piece} not jumped yet");
            } else if let Some(c) = self.take(b, "if") {
                let clause = self.clause_of(c, false);
                over = match clause.subject.as_deref() {
                    Some(subject) if subject == that => match clause.predicate.strip_prefix("holds ") {
                        Some(what) if what.contains(" or is ") => {
                            format!("{} that holds {what}", grammar::a(s.one))
                        }
                        Some(what) => what.replace(" or holds ", " or "),
                        None if clause.predicate == "is occupied" => format!("a {piece}"),
                        None if clause.predicate.starts_with("is not one of")
                            && clause.predicate.contains("still to be cleared and holds ") =>
                        {
                            let (_, what) = clause.predicate.split_once(" and holds ").unwrap_or(("", ""));
                            format!("{what} not jumped yet")
                        }
                        None => format!("{} that {}", grammar::a(s.one), clause.predicate),
                    },
                    _ if clause.text() == "in any case" => format!("any {}", s.one),
                    _ => match clause
                        .text()
                        .strip_prefix(&format!("{that} holds "))
                        .and_then(|t| t.split_once(" and "))
                    {
                        Some((what, rest)) => format!("{what} (if {rest})"),
                        None => format!("{} (if {})", grammar::a(s.one), clause.text()),
                    },
                };
            }
            let far = |w: &Self, name| w.peek(b, name).and_then(|a| int_of(Some(a)));
            // A limit that no line of the board reaches is none.
            let longest = self.longest_line();
            let anywhere =
                far(self, "before").zip(far(self, "after")).is_some_and(|(x, y)| x.min(y) + 3 >= longest);
            if anywhere {
                self.take(b, "before");
                self.take(b, "after");
                notes.push_str(" at any distance");
                beyond = "anywhere beyond";
            }
            if let Some(a) = self.take(b, "before").filter(|_| !anywhere) {
                notes.push_str(&match self.np(a, "").text.as_str() {
                    n if n.starts_with("the number of ") => " at any distance".to_string(),
                    "one" => format!(" with at most one empty {} before it", s.one),
                    n => format!(" with at most {n} empty {} before it", s.many),
                });
            }
            if let Some(a) = self.take(b, "after").filter(|_| !anywhere) {
                beyond = match self.np(a, "").text.as_str() {
                    n if n.starts_with("the number of ") => "anywhere beyond",
                    _ => "beyond",
                };
                let words = self.np(a, "").text;
                if beyond == "beyond" {
                    let and = if notes.ends_with(" before it") { " and" } else { " with" };
                    let noun = if words == "one" { s.one } else { s.many };
                    notes.push_str(&format!("{and} at most {words} empty {noun} after it"));
                }
            }
            if let Some(r) = self.take_node(b, "range") {
                let words = self.range_words(r, "");
                if words != "exactly one" {
                    notes.push_str(&format!(" ({words} in a row)"));
                }
            }
            if let Some(a) = self.take(b, "trail") {
                notes.push_str(&format!(", leaving {} on each", self.np(a, "apiece").text));
            }
            if let Some(e) = self.take_node(b, "effect").filter(|e| self.carries_along(*e)) {
                self.mark_all(e);
                captured = format!(", taking the top {piece} of the jumped stack along, under it");
            } else if let Some(e) = self.take_node(b, "effect") {
                let say = self.moves_node(e);
                let inline = say.inline();
                if inline.starts_with("remove ") && inline.contains(&that) {
                    captured = match inline.split_once(&that) {
                        Some((_, rest)) if rest == format!(" (if {that} holds an enemy {piece})") => {
                            format!(", capturing the jumped {piece} if it is an enemy")
                        }
                        Some((_, rest)) => {
                            format!(
                                ", capturing the jumped {piece}{}",
                                rest.replacen(", at the end", " at the end", 1)
                            )
                        }
                        None => format!(", capturing the jumped {piece}"),
                    };
                } else {
                    effects.push(Some(say));
                }
            }
            self.names.between = before;
            self.names.to = before_to;
        }
        if let Some(landing) = self.cannon_landing(id) {
            return self.finish(id, format!("jump{from} {way} over {over}{notes}, {landing}"), effects);
        }
        let target = match self.take_node(id, "to") {
            Some(t) => self.target(t, true),
            None => Target::plain(format!("an empty {}", s.one)),
        };
        let landing = target
            .text
            .replacen("an empty ", "the empty ", 1)
            .replacen("a ", "the ", 1)
            .replacen("any ", "the ", 1);
        let landing = match landing.split_once(s.one) {
            Some((head, tail)) if landing.starts_with("the ") => format!("{head}{} {beyond}{tail}", s.one),
            _ => landing,
        };
        effects.push(target.effect);
        let stack = self.stack_words(id);
        let text = format!("jump{from} {way} over {over}{notes}, landing on {landing}{captured}{stack}");
        self.finish_with(id, text, target.needs, effects)
    }

    /// How many places the longest line of the board has.
    pub fn longest_line(&self) -> i64 {
        *self.longest.get_or_init(|| {
            let Some(game) = self.d.board else { return i64::MAX };
            let kind = self.facts.default_type;
            let lines = (0..game.board.len(kind))
                .flat_map(|site| game.board.radials(kind, site, ludarium_board::Direction::All));
            lines.map(|line| line.len() as i64 + 1).max().unwrap_or(0)
        })
    }

    /// `(and (is Enemy (who at:(between))) (not (is In (between) (sites ToClear))))`.
    fn fresh_enemy(&self, test: CheckedId) -> bool {
        let parts = self.parts_of(test);
        let [a, b] = parts.as_slice() else { return false };
        let enemy = |n: CheckedId| {
            let who = self.peek_node(n, "index").filter(|w| self.id(*w) == "who");
            let at = who.and_then(|w| self.peek_node(w, "at"));
            self.id(n) == "is Enemy" && at.is_some_and(|s| self.id(s) == "between [int]")
        };
        let fresh = |n: CheckedId| {
            let inner = self.peek_node(n, "a").filter(|_| self.id(n) == "not");
            let region = inner.and_then(|i| self.peek_node(i, "region"));
            region.is_some_and(|r| self.id(r) == "sites ToClear")
        };
        self.id(test).starts_with("and [bool]") && (enemy(*a) && fresh(*b) || enemy(*b) && fresh(*a))
    }

    /// `(apply (fromTo (from (between)) (to)))`: what is jumped over joins the jumping stack.
    fn carries_along(&self, apply: CheckedId) -> bool {
        let Some(carry) = self.peek_node(apply, "effect").filter(|e| self.id(*e) == "fromTo") else {
            return false;
        };
        let from = self.peek_node(carry, "from").and_then(|f| self.peek_node(f, "site"));
        let to = self.peek_node(carry, "to");
        from.is_some_and(|f| self.id(f) == "between [int]" || self.id(f) == "between")
            && to.is_some_and(|t| !self.has(t, "site") && !self.has(t, "region") && !self.has(t, "if"))
            && !self.has(carry, "then")
    }

    /// `(to if:empty (apply if:enemy (remove (to))))`: past empty places onto an enemy, which is what it captures.
    fn cannon_landing(&mut self, id: CheckedId) -> Option<String> {
        let to = self.peek_node(id, "to")?;
        let apply = self.peek_node(to, "effect").filter(|e| self.id(*e) == "apply#3")?;
        let stop = self.peek_node(apply, "if")?;
        let spared = self.spared_by(stop)?;
        let effect = self.peek_node(apply, "effect").filter(|e| self.id(*e) == "remove [moves]")?;
        let passed = self.peek_node(to, "if").filter(|c| self.id(*c) == "is Empty")?;
        if self.has(effect, "then") || self.has(effect, "at") || self.has(effect, "count") {
            return None;
        }
        self.take(id, "to");
        self.take(to, "if");
        self.take(to, "effect");
        for clause in [apply, stop, effect, passed] {
            self.mark_all(clause);
        }
        let spared = spared.map(|s| format!(" (unless that is {s})")).unwrap_or_default();
        Some(format!("landing on the first enemy {} behind it{spared}, which it captures", self.facts.piece))
    }

    /// An enemy where the move ends; perhaps of a kind that may not be taken.
    fn spared_by(&mut self, stop: CheckedId) -> Option<Option<String>> {
        if self.id(stop) == "is Enemy" {
            return Some(None);
        }
        let parts = if self.id(stop).starts_with("and [bool]") { self.parts_of(stop) } else { Vec::new() };
        let [enemy, other] = parts.as_slice() else { return None };
        if self.id(*enemy) != "is Enemy" {
            return None;
        }
        let before = std::mem::replace(&mut self.names.to, "it".to_string());
        let clause = self.clause(*other, false);
        self.names.to = before;
        let what = clause.predicate.strip_prefix("does not hold ").filter(|w| !w.contains(" and "))?;
        (clause.subject.as_deref() == Some("it")).then(|| Some(what.to_string()))
    }

    fn leap(&mut self, id: CheckedId) -> Say {
        let s = self.noun();
        let from = self.origin(id);
        let walk = self.take(id, "walk");
        let turned = !matches!(self.take(id, "rotations").map(|a| &a.value), Some(Value::Bool(false)));
        let forward = match self.take(id, "forward") {
            Some(a) => match &a.value {
                Value::Bool(true) => " (only towards the far side)".to_string(),
                Value::Bool(false) => String::new(),
                _ => format!(" (only forwards if {})", self.cond(a)),
            },
            None => String::new(),
        };
        let shape = match walk {
            Some(w) => leap_words(w, &s, turned && self.facts.squares),
            None => String::new(),
        };
        let target = match self.take_node(id, "to") {
            Some(t) => self.target(t, true),
            None => Target::plain(format!("any {}", s.one)),
        };
        let shape = match shape.strip_suffix(',').filter(|_| !forward.is_empty()) {
            Some(open) => format!("{open}{forward},"),
            None => format!("{shape}{forward}"),
        };
        let text = format!("leap{from} {shape} {} {}", self.onto(&target.text), target.text);
        self.finish_with(id, text, target.needs, vec![target.effect])
    }

    fn carrying(&mut self, id: CheckedId) -> Say {
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

    fn add(&mut self, id: CheckedId) -> Say {
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

    fn select(&mut self, id: CheckedId) -> Say {
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

    fn remove(&mut self, id: CheckedId) -> Say {
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

    fn promote(&mut self, id: CheckedId) -> Say {
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

    fn shoot(&mut self, id: CheckedId) -> Say {
        let s = self.noun();
        let what = self.take_node(id, "what").map(|p| self.piece_part(p, "apiece").text).unwrap_or_default();
        let from = match self.take_node(id, "from") {
            Some(f) => self.origin_of(f),
            None => self.names.last_to.clone(),
        };
        let way = self.take(id, "directions").map_or("in any direction".to_string(), |a| self.direction(a));
        let over = match self.take_node(id, "between") {
            Some(b) => self.between_words(b, true),
            None => format!(" over empty {}", s.many),
        };
        let target = match self.take_node(id, "to") {
            Some(t) => self.target(t, false),
            None => Target::plain(format!("an empty {}", s.one)),
        };
        let text = format!("shoot {what} from {from} in a straight line {way}{over} to {}", target.text);
        self.finish(id, text, vec![target.effect])
    }

    fn sow(&mut self, id: CheckedId) -> Say {
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

    // -- captures -------------------------------------------------------------------------------------------

    /// Which pieces an effect on `(between)` is about, and what happens to them. `(noun, effect, range)`.
    fn victims(&mut self, between: Option<CheckedId>) -> (String, Option<Say>, Option<String>) {
        let s = self.noun();
        let piece = self.facts.piece.clone();
        let mut what = format!("enemy {}", grammar::plural(&piece));
        let (mut effect, mut range) = (None, None);
        let that = format!("that {}", s.one);
        if let Some(b) = between {
            let before = std::mem::replace(&mut self.names.between, that.clone());
            let before_to = std::mem::replace(&mut self.names.to, that.clone());
            if let Some(c) = self.take(b, "if") {
                let clause = self.clause_of(c, false);
                what = match clause.subject.as_deref() {
                    Some(x) if x == that => match clause.predicate.as_str() {
                        p if p == format!("holds an enemy {piece}") => what,
                        p if p.starts_with(&format!("holds an enemy {piece} and does not hold "))
                            && p.matches(" and ").count() == 1
                            && !p.contains(" or ") =>
                        {
                            let (_, spared) = p.split_once("does not hold ").unwrap_or(("", ""));
                            format!("{what} other than {spared}")
                        }
                        p if p.starts_with(&format!("holds an enemy {piece} and is not "))
                            && p.matches(" and ").count() == 1
                            && !p.contains(" or ")
                            && !p.contains(" in ") =>
                        {
                            let (_, place) = p.split_once(" and is not ").unwrap_or(("", ""));
                            format!("{what} not on {place}")
                        }
                        p => match p.strip_prefix("holds ") {
                            Some(rest)
                                if rest.starts_with("one of ")
                                    && !rest.contains(" or ")
                                    && !rest.contains(" and ") =>
                            {
                                rest["one of ".len()..].to_string()
                            }
                            _ => format!("pieces on {} that {}", s.many, super::nouns::plural_predicate(p)),
                        },
                    },
                    _ => format!("pieces on {} where {}", s.many, clause.text()),
                };
            }
            if let Some(r) = self.take_node(b, "range") {
                range = Some(self.range_words(r, ""));
            }
            for name in ["before", "after", "trail"] {
                if let Some(a) = self.take(b, name) {
                    let words = self.np(a, "").text;
                    what.push_str(&format!(" ({name} {words})"));
                }
            }
            if let Some(e) = self.take_node(b, "effect") {
                let say = self.moves_node(e);
                let inline = say.inline();
                if inline != format!("remove the {piece} {} {that}", s.on) {
                    effect = Some(say);
                }
            }
            self.names.between = before;
            self.names.to = before_to;
        }
        (what, effect, range)
    }

    fn capture(&mut self, id: CheckedId, name: &str, caught: String, effect: Option<Say>) -> Say {
        match effect {
            None => self.did(id, format!("capture {caught} ({name})")),
            Some(e) => {
                let inline = e.inline();
                if let Some((_, into)) =
                    inline.split_once("promote the piece on that ").filter(|(before, _)| before.is_empty())
                {
                    let into = into.split_once(" to ").map_or("", |(_, what)| what);
                    return self.did(id, format!("turn {caught} into {into} ({name})"));
                }
                if let Some((_, into)) =
                    inline.split_once("turn the piece on that ").filter(|(before, _)| before.is_empty())
                {
                    let into = into.split_once(" into ").map_or("", |(_, what)| what);
                    let into = into.strip_prefix("one of ").unwrap_or(into);
                    return self.did(id, format!("turn {caught} into {into} ({name})"));
                }
                match inline.strip_prefix("remove the ") {
                    Some(rest) if rest.contains(", then ") => {
                        let (_, after) = rest.split_once(", then ").unwrap_or(("", ""));
                        let first = self.did(id, format!("capture {caught} ({name})"));
                        Say::Then(
                            Box::new(first),
                            Box::new(Say::Do(format!("for each of them {after}"), Vec::new())),
                        )
                    }
                    _ => Say::Scope(format!("for {caught} ({name})"), Box::new(e), vec![self.place(id)]),
                }
            }
        }
    }

    fn centre(&mut self, id: CheckedId) -> String {
        match self.take_node(id, "from") {
            Some(f) => self.origin_of(f),
            None => self.names.last_to.clone(),
        }
    }

    /// What must stand at the other end.
    fn partner(&mut self, id: CheckedId, default: &str) -> (String, Option<Say>) {
        let s = self.noun();
        let that = format!("that {}", s.one);
        let piece = self.facts.piece.clone();
        let Some(t) = self.take_node(id, "to") else { return (default.to_string(), None) };
        let before = std::mem::replace(&mut self.names.to, that.clone());
        let mut text = default.to_string();
        if let Some(c) = self.take(t, "if") {
            let clause = self.clause_of(c, false);
            text = match clause.subject.as_deref() {
                Some(x) if x == that => match clause.predicate.strip_prefix("holds ") {
                    Some(what) if what == format!("one of your {}", grammar::plural(&piece)) => {
                        format!("another of your {}", grammar::plural(&piece))
                    }
                    _ => format!("{} that {}", grammar::a(s.one), clause.predicate),
                },
                _ => format!("{} where {}", grammar::a(s.one), clause.text()),
            };
        }
        for name in ["site", "region", "level", "type"] {
            if let Some(a) = self.take(t, name)
                && name != "type"
            {
                text.push_str(&format!(" ({})", self.np(a, "site").text));
            }
        }
        let mut effect = None;
        if let Some(e) = self.take_node(t, "effect") {
            let say = self.moves_node(e);
            let removal = format!("remove the {piece} {} {that}", s.on);
            if say.inline() != removal && !say.is_nothing() {
                effect = Some(say);
            }
        }
        self.names.to = before;
        (text, effect)
    }

    fn way_words(&mut self, id: CheckedId) -> String {
        match self.take(id, "directions") {
            Some(a) => {
                let words = self.direction(a);
                if words == "in any direction" {
                    "in a straight line".to_string()
                } else {
                    format!("{words} in a straight line")
                }
            }
            None => "in a straight line".to_string(),
        }
    }

    fn custodial(&mut self, id: CheckedId) -> Say {
        let at = self.centre(id);
        let way = self.way_words(id);
        let between = self.take_node(id, "between");
        let (what, effect, range) = self.victims(between);
        let (partner, more) =
            self.partner(id, &format!("another of your {}", grammar::plural(&self.facts.piece)));
        let single = matches!(range.as_deref(), Some("at most one" | "exactly one"));
        let how_many = match range.as_deref() {
            Some(r) if !single => format!(" ({r} of them)"),
            Some(_) | None => String::new(),
        };
        let what = if single { each_single(&what) } else { any_such(&what) };
        let at = if at == self.names.last_to {
            format!(
                "the {} just {}",
                self.facts.piece,
                if self.facts.places_only { "placed" } else { "moved" }
            )
        } else {
            at
        };
        let say = self.capture(
            id,
            "custodial capture",
            format!("{what}{how_many} caught {way} between {at} and {partner}"),
            effect,
        );
        also(say, more)
    }

    fn intervene(&mut self, id: CheckedId) -> Say {
        let at = self.centre(id);
        let way = self.way_words(id);
        let between = self.take_node(id, "between");
        let range = match between {
            Some(b) => self.between_words(b, true),
            None => String::new(),
        };
        let (partner, effect) = self.partner(id, &format!("an enemy {}", self.facts.piece));
        let what = partner.replacen("a ", "any ", 1).replacen("an ", "any ", 1);
        let say = self.capture(
            id,
            "capture by intervention",
            format!("the pieces on both sides of {at} {way}{range}, where each side is {what}"),
            effect,
        );
        also(say, None)
    }

    fn enclose(&mut self, id: CheckedId) -> Say {
        self.said_type(id);
        let at = self.centre(id);
        let s = self.noun();
        let way = match self.take(id, "directions") {
            Some(a) => format!(" {}", self.direction(a)),
            None => String::new(),
        };
        let between = self.take_node(id, "between");
        let (what, effect, range) = self.victims(between);
        let range = range.map(|r| format!(" ({r})")).unwrap_or_default();
        let free = match self.take(id, "numException") {
            Some(a) => format!("at most {} empty {}", self.np(a, "").text, s.many),
            None => format!("no empty {} (no liberty)", s.one),
        };
        self.capture(
            id,
            "capture by enclosure",
            format!("every connected group of {what}{range} next to {at} that has {free} next to it{way}"),
            effect,
        )
    }

    fn surround(&mut self, id: CheckedId) -> Say {
        let at = self.centre(id);
        let s = self.noun();
        let near = match self.take(id, "relation").and_then(|a| a.value.word()) {
            Some("Orthogonal") => "orthogonally adjacent",
            Some("Diagonal") => "diagonally adjacent",
            _ => "adjacent",
        };
        let between = self.take_node(id, "between");
        let (what, effect, range) = self.victims(between);
        let range = range.map(|r| format!(" ({r})")).unwrap_or_default();
        let (partner, more) =
            self.partner(id, &format!("another of your {}", grammar::plural(&self.facts.piece)));
        let partner = partner.replacen("another of", "one of", 1);
        let except = match self.take(id, "except") {
            Some(a) if int_of(Some(a)) != Some(0) => format!(" (all but {} of them)", self.np(a, "").text),
            Some(_) | None => String::new(),
        };
        let with = match self.take_node(id, "with") {
            Some(p) => format!(", at least one of which holds {}", self.piece_part(p, "apiece").text),
            None => String::new(),
        };
        let holds = if partner.contains(" that ") || partner.contains(" where ") {
            format!("are each {partner}")
        } else {
            format!("each hold {partner}")
        };
        let say = self.capture(
            id,
            "capture by surrounding",
            format!("any of the {what}{range} near {at} whose {near} {}{except} {holds}{with}", s.many),
            effect,
        );
        also(say, more)
    }

    fn directional(&mut self, id: CheckedId) -> Say {
        // Towards the enemies, or away from them.
        let centre = self.peek_node(id, "from").and_then(|f| self.peek_node(f, "site"));
        let name = match centre.map(|c| self.id(c)) {
            Some("last To") => "capture by approach",
            Some("last From") => "capture by withdrawal",
            Some(_) | None => "capture along the line",
        };
        let at = self.centre(id);
        let way = match self.take(id, "directions") {
            Some(a) => match self.direction(a).as_str() {
                "in the same direction" => "in the direction of the move".to_string(),
                "in the opposite direction" => "in the direction opposite to the move".to_string(),
                other => other.to_string(),
            },
            None => "in the direction of the move".to_string(),
        };
        let (partner, effect) = self.partner(id, &format!("an enemy {}", self.facts.piece));
        let what = match partner.split_once(" that holds ") {
            Some((_, rest)) => rest.to_string(),
            None => partner,
        };
        let line = match what.strip_prefix("an ").or_else(|| what.strip_prefix("a ")) {
            Some(one) if !one.contains(' ') || one.starts_with("enemy ") => grammar::plural(one),
            Some(_) | None => format!("pieces, each of which must be {what},"),
        };
        self.capture(id, name, format!("the unbroken line of {line} that begins next to {at}, {way}"), effect)
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

    /// `(to …)` inside a template.
    pub fn part_site(&mut self, arg: &'a Arg, from: bool) -> Np {
        match node_of(Some(arg)) {
            Some(id) if from => Np::one(self.origin_of(id)),
            Some(id) => Np::one(self.target_of(id)),
            None => Np::one(text_of(Some(arg)).unwrap_or("")),
        }
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

/// `any enemy pieces`, but `any of your pieces`.
fn any_such(what: &str) -> String {
    if what.starts_with("Player") || what.starts_with("your") {
        format!("any of {what}")
    } else {
        format!("any {what}")
    }
}

/// `each single enemy piece`: rows of several are not caught.
fn each_single(what: &str) -> String {
    let apart = [" other than ", " not on "].iter().find_map(|w| what.find(w));
    let (head, rest) = apart.map_or((what, ""), |at| what.split_at(at));
    if head.starts_with("Player") || head.starts_with("your") {
        return format!("each single one of {head}{rest}");
    }
    match head.split_once(" on ") {
        Some((pieces, place)) => {
            let one = grammar::singular(pieces).unwrap_or_else(|| pieces.to_string());
            format!("each single {one} on {place}{rest}")
        }
        None => match grammar::singular(head) {
            Some(one) => format!("each single {one}{rest}"),
            None => format!("each single one of the {head}{rest}"),
        },
    }
}

/// `reveal A of X to Player 1`, `reveal B of X to Player 2` and so on: what is shown of one place to the same players, in
/// one sentence.
fn reveals_together(items: Vec<Say>) -> Vec<Say> {
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

fn also(say: Say, more: Option<Say>) -> Say {
    match more {
        Some(m) => Say::Then(Box::new(say), Box::new(m)),
        None => say,
    }
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

/// `remove the piece` → `removing the piece`.
pub fn gerund(text: &str) -> String {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let said = match verb {
        "set" | "reset" | "put" | "let" | "bet" | "get" => format!("{verb}ting"),
        "flip" | "swap" | "step" | "hop" => format!("{verb}ping"),
        "be" => "being".to_string(),
        "do" => "doing".to_string(),
        _ if verb.ends_with('e') && !verb.ends_with("ee") => format!("{}ing", &verb[..verb.len() - 1]),
        _ => format!("{verb}ing"),
    };
    if rest.is_empty() { said } else { format!("{said} {rest}") }
}

/// A walk of steps and turns in words.
pub fn walk_words<B: Borrow<Arg>>(items: &[B], s: &SiteNoun) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut run = 0;
    let flush = |run: &mut i64, parts: &mut Vec<String>| {
        if *run > 0 {
            parts.push(format!("{} {}", grammar::number(*run), if *run == 1 { s.one } else { s.many }));
            *run = 0;
        }
    };
    for item in items {
        match item.borrow().value.word() {
            Some("F") => run += 1,
            Some("L") => {
                flush(&mut run, &mut parts);
                parts.push("left".to_string());
            }
            Some("R") => {
                flush(&mut run, &mut parts);
                parts.push("right".to_string());
            }
            _ => {}
        }
    }
    flush(&mut run, &mut parts);
    let mut text = String::new();
    for (i, part) in parts.iter().enumerate() {
        let turn = part == "left" || part == "right";
        if i == 0 {
            text = if turn { format!("a turn {part}") } else { format!("{part} ahead") };
        } else if turn {
            text.push_str(&format!(", a turn {part}"));
        } else {
            text.push_str(&format!(", {part}"));
        }
    }
    if text.is_empty() { "nowhere".to_string() } else { text }
}

/// Leaps on a board of squares, by how far they go each way.
fn leap_words(walks: &Arg, s: &SiteNoun, by_vector: bool) -> String {
    let list = items_of(Some(walks));
    if by_vector {
        let mut shapes: Vec<(i64, i64)> = Vec::new();
        for walk in &list {
            let (x, y) = walk_end(&items_of(Some(walk)));
            let (a, b) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
            if !shapes.contains(&(a, b)) {
                shapes.push((a, b));
            }
        }
        // Shapes that are not symmetrical by themselves need both mirror images.
        let mirrored = shapes.iter().all(|(a, b)| *b == 0 || a == b)
            || list.len() >= 2 * shapes.iter().filter(|(a, b)| *b != 0 && a != b).count();
        if mirrored && !shapes.is_empty() {
            let said: Vec<String> = shapes
                .iter()
                .map(|(a, b)| {
                    let n =
                        |k: i64| format!("{} {}", grammar::number(k), if k == 1 { s.one } else { s.many });
                    match (a, b) {
                        (2, 1) => {
                            format!("like a chess knight, two {} straight and one to the side,", s.many)
                        }
                        (a, 0) => format!("{} straight", n(*a)),
                        (a, b) if a == b => format!("{} diagonally", n(*a)),
                        (a, b) => format!("{} straight and {} to the side", n(*a), grammar::number(*b)),
                    }
                })
                .collect();
            return grammar::list(&said, "or");
        }
    }
    let texts: Vec<String> = list.into_iter().map(|w| walk_words(&items_of(Some(w)), s)).collect();
    if texts.len() > 3 && texts.iter().any(|t| t.contains(", ")) {
        return format!("in one of these ways: {};", texts.join("; "));
    }
    grammar::list(&texts, "or")
}

/// Where a walk on squares ends: so many to the right, so many ahead.
pub fn walk_end(steps: &[&Arg]) -> (i64, i64) {
    let (mut x, mut y, mut dx, mut dy) = (0i64, 0i64, 0i64, 1i64);
    for step in steps {
        match step.value.word() {
            Some("F") => {
                x += dx;
                y += dy;
            }
            Some("L") => (dx, dy) = (-dy, dx),
            Some("R") => (dx, dy) = (dy, -dx),
            _ => {}
        }
    }
    (x, y)
}

/// The same in words: `two squares ahead and one to the left`.
pub fn offset_words(across: i64, ahead: i64, s: &SiteNoun) -> String {
    let many = |n: i64| format!("{} {}", grammar::number(n.abs()), if n.abs() == 1 { s.one } else { s.many });
    let forth = if ahead < 0 { "back" } else { "ahead" };
    let side = if across < 0 { "to the left" } else { "to the right" };
    match (ahead, across) {
        (0, 0) => "nowhere".to_string(),
        (0, x) => format!("{} {side}", many(x)),
        (y, 0) => format!("{} {forth}", many(y)),
        (y, x) => format!("{} {forth} and {} {side}", many(y), grammar::number(x.abs())),
    }
}
