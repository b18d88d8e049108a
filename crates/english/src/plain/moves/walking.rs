//! Moves from place to place: steps, slides, jumps, leaps and shots.

use super::super::facts::{int_of, node_of};
use super::super::say::Say;
use super::super::writer::Writer;
use super::targets::Target;
use super::walks::leap_words;
use crate::grammar::{self};
use ludarium_ludemes::checked::{CheckedId, Value};

impl<'a> Writer<'a> {
    pub fn stack_words(&mut self, id: CheckedId) -> &'static str {
        match self.take(id, "stack").map(|a| &a.value) {
            Some(Value::Bool(true)) => " (the whole stack)",
            _ => "",
        }
    }

    /// A step onto the marked square that takes off a piece which is not there.
    pub fn en_passant(&mut self, id: CheckedId) -> Option<Say> {
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

    pub fn step(&mut self, id: CheckedId) -> Say {
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

    pub fn onto(&self, text: &str) -> &'static str {
        if text.contains(" that holds") || text.contains(" does not hold") {
            if self.facts.mancala { "into" } else { "onto" }
        } else {
            "to"
        }
    }

    /// What may lie between, for slides and the like.
    pub fn between_words(&mut self, id: CheckedId, with_range: bool) -> String {
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
                        let many = super::super::nouns::plural_predicate(p);
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

    pub fn slide(&mut self, id: CheckedId) -> Say {
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

    pub fn hop(&mut self, id: CheckedId) -> Say {
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
            let (far, landing) = self.hop_distance(b);
            notes.push_str(&far);
            beyond = landing;
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

    /// How far away the hurdle of a jump may be, and how far beyond it the jump ends.
    fn hop_distance(&mut self, b: CheckedId) -> (String, &'static str) {
        let s = self.noun();
        let mut notes = String::new();
        let mut beyond = "immediately beyond";
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
        (notes, beyond)
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

    pub fn leap(&mut self, id: CheckedId) -> Say {
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

    pub fn shoot(&mut self, id: CheckedId) -> Say {
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
}
