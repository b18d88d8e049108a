//! Conditions as clauses, positive or denied. Negation goes inwards as far as it can: nobody says `not (not empty)`.

use super::facts::{int_of, node_of};
use super::writer::{Clause, Np, Writer};
use crate::document::Sentence;
use crate::grammar::{self, Number, verb};
use crate::readability;
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

/// A condition that may be long enough for a list.
#[derive(Clone)]
pub struct Condition {
    pub text: String,
    /// `true` for all of them, `false` for at least one; empty when it is one clause.
    pub all: bool,
    pub parts: Vec<Condition>,
    /// The same as `if …, then …`: easier to read as an item of a list.
    pub implied: Option<Box<(String, Condition)>>,
    /// The parts are cases: `if …, …`, `otherwise …`.
    pub cases: bool,
}

impl Condition {
    pub fn plain(text: impl Into<String>) -> Condition {
        Condition { text: text.into(), all: true, parts: Vec::new(), implied: None, cases: false }
    }

    /// Too long for one sentence, and a list of several.
    pub fn wants_list(&self) -> bool {
        self.parts.len() > 1 && readability::words(&self.text) > 18
    }

    /// How a list of its parts is announced.
    pub fn announced(&self) -> &'static str {
        match (self.all, self.parts.len()) {
            (_, _) if self.cases => "the following holds",
            (true, 2) => "both of these hold",
            (true, _) => "all of these hold",
            (false, 2) => "one of these holds",
            (false, _) => "at least one of these holds",
        }
    }

    /// The parts as the items of a list; long ones have lists of their own.
    pub fn items(&self) -> Vec<Sentence> {
        self.parts.iter().map(|part| super::say::fold(part.lay_item())).collect()
    }

    /// As an item of a list.
    fn lay_item(&self) -> Vec<Sentence> {
        match &self.implied {
            Some(implied) if readability::words(&self.text) > 10 => {
                let (so, then) = &**implied;
                if then.wants_list() {
                    let text = format!("if {so}, {}:", then.announced());
                    return vec![Sentence::with_list(grammar::sentence(&text), Vec::new(), then.items())];
                }
                vec![Sentence::new(grammar::sentence(&format!("if {so}, {}", then.text)), Vec::new())]
            }
            Some(_) | None => self.lay(""),
        }
    }

    /// As a sentence, or as the head of a list.
    pub fn lay(&self, lead: &str) -> Vec<Sentence> {
        if self.wants_list() {
            let text = super::say::begin(lead, &format!("{}:", self.announced()));
            return vec![Sentence::with_list(grammar::sentence(&text), Vec::new(), self.items())];
        }
        let text = self.text.strip_prefix("either ").filter(|_| lead.is_empty()).unwrap_or(&self.text);
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        let text = inner.filter(|t| readability::balanced(t) && lead.is_empty()).unwrap_or(text);
        vec![Sentence::new(grammar::sentence(&super::say::begin(lead, text)), Vec::new())]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Compare {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Compare {
    fn denied(self) -> Compare {
        match self {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => Compare::AtLeast,
            Compare::AtMost => Compare::More,
            Compare::More => Compare::AtMost,
            Compare::AtLeast => Compare::Less,
        }
    }
    fn turned(self) -> Compare {
        match self {
            Compare::Equal => Compare::Equal,
            Compare::NotEqual => Compare::NotEqual,
            Compare::Less => Compare::More,
            Compare::AtMost => Compare::AtLeast,
            Compare::More => Compare::Less,
            Compare::AtLeast => Compare::AtMost,
        }
    }
}

impl<'a> Writer<'a> {
    pub fn cond(&mut self, arg: &'a Arg) -> String {
        self.clause_of(arg, false).text()
    }

    /// The condition, in parts where it is a list of conditions.
    pub fn condition(&mut self, arg: &'a Arg) -> Condition {
        if let Some(id) = node_of(Some(arg))
            && let Some(clause) = self.noted_condition(id, false)
        {
            return Condition::plain(clause.text());
        }
        self.condition_denied(arg, false)
    }

    /// The same of a clause that has no argument at hand.
    pub fn condition_of(&mut self, arg: &Arg) -> Condition {
        // The clause lives as long as the description; only the argument around it is made here.
        match node_of(Some(arg)) {
            Some(id) => match self.flatten_node(id, false) {
                Some((word, items)) => self.condition_list(word, items),
                None => {
                    let text = self.clause(id, false).text();
                    self.in_parts(id, false, text)
                }
            },
            None => Condition::plain(""),
        }
    }

    fn condition_denied(&mut self, arg: &'a Arg, denied: bool) -> Condition {
        if let Some(id) = node_of(Some(arg))
            && self.told_elsewhere(id)
        {
            return Condition::plain(self.clause_of(arg, denied).text());
        }
        match self.flatten(arg, denied) {
            Some((word, items)) => self.condition_list(word, items),
            None => {
                let text = self.clause_of(arg, denied).text();
                match node_of(Some(arg)) {
                    Some(id) => self.in_parts(id, denied, text),
                    None => Condition::plain(text),
                }
            }
        }
    }

    /// A condition that is no list of conditions, but may be told as one.
    fn in_parts(&mut self, id: CheckedId, denied: bool, text: String) -> Condition {
        let cases = self.cases_in(id, denied, &text);
        if !cases.is_empty() {
            return Condition { text, all: true, parts: cases, implied: None, cases: true };
        }
        let parts = self.choices_in(id, denied, &text);
        Condition { text, all: denied, parts, implied: None, cases: false }
    }

    /// `if A, B; if C, D; otherwise E`: case by case, where there are several.
    fn cases_in(&mut self, id: CheckedId, denied: bool, text: &str) -> Vec<Condition> {
        let (mut id, mut denied) = (id, denied);
        while self.id(id) == "not"
            && let Some(inner) = self.peek_node(id, "a")
        {
            (id, denied) = (inner, !denied);
        }
        if self.id(id) != "if [bool]" || readability::words(text) <= 24 {
            return Vec::new();
        }
        let mut cases = Vec::new();
        let mut at = id;
        loop {
            let (Some(cond), Some(ok), Some(no)) =
                (self.peek(at, "condition"), self.peek(at, "ok"), self.peek(at, "notOk"))
            else {
                return Vec::new();
            };
            let (cond, ok) = (self.cond(cond), self.clause_of(ok, denied).text());
            cases.push(Condition::plain(format!("if {cond}, {ok}")));
            match node_of(Some(no)).filter(|n| self.id(*n) == "if [bool]" && !self.told_elsewhere(*n)) {
                Some(next) => at = next,
                None => {
                    let last = self.clause_of(no, denied).text();
                    cases.push(Condition::plain(format!("otherwise, {last}")));
                    break;
                }
            }
        }
        let plain = |c: &Condition| !c.text.ends_with(", never") && !c.text.ends_with("in any case");
        if cases.len() > 2 && cases.iter().all(plain) { cases } else { Vec::new() }
    }

    /// `you can jump or step`: each of the things one can do, where they are many.
    fn choices_in(&mut self, id: CheckedId, denied: bool, text: &str) -> Vec<Condition> {
        let Some(moves) = self.peek_node(id, "moves").filter(|m| {
            self.id(id) == "can Move" && self.id(*m).starts_with("or [moves]") && !self.has(*m, "then")
        }) else {
            return Vec::new();
        };
        let written: Vec<&Arg> = ["movesA", "movesB", "list"]
            .into_iter()
            .flat_map(|name| super::facts::items_of(self.peek(moves, name)))
            .collect();
        if readability::words(text) <= 24 || self.told_elsewhere(moves) || self.is_turned(&written) {
            return Vec::new();
        }
        let who = self.names.mover.clone();
        let can = verb("can", who.number, denied);
        let mut parts = Vec::new();
        for name in ["movesA", "movesB", "list"] {
            for item in super::facts::items_of(self.peek(moves, name)) {
                let said = self.moves_inline(item);
                parts.push(Condition::plain(format!("{} {can} {said}", who.text)));
            }
        }
        parts
    }

    fn condition_list(&mut self, word: &'static str, items: Vec<(&'a Arg, bool)>) -> Condition {
        if let Some(text) = self.blot(word, &items) {
            return Condition::plain(text);
        }
        let clauses: Vec<Clause> = items.iter().map(|(a, d)| self.part_of_list(a, *d, word)).collect();
        let parts: Vec<Condition> = items.iter().map(|(a, d)| self.condition_denied(a, *d)).collect();
        // What is always or never so decides the list, or says nothing in it.
        let (deciding, idle) =
            if word == "and" { ("never", "in any case") } else { ("in any case", "never") };
        if clauses.iter().any(|c| c.text() == deciding) {
            return Condition::plain(deciding);
        }
        let keep: Vec<bool> = clauses.iter().map(|c| c.text() != idle).collect();
        if keep.iter().all(|k| !k) {
            return Condition::plain(idle);
        }
        let kept = |i: usize| keep[i];
        let clauses: Vec<Clause> =
            clauses.into_iter().enumerate().filter(|(i, _)| kept(*i)).map(|(_, c)| c).collect();
        let parts: Vec<Condition> =
            parts.into_iter().enumerate().filter(|(i, _)| kept(*i)).map(|(_, c)| c).collect();
        let mut parts = parts;
        let mut at = 1;
        while at < parts.len() {
            match of_either(&parts[at - 1].text, &parts[at].text, word).filter(|_| self.facts.players == 2) {
                Some(text) => {
                    parts[at - 1] = Condition::plain(text);
                    parts.remove(at);
                }
                None => at += 1,
            }
        }
        if let Some(text) = not_all(&clauses, word, &self.noun()) {
            return Condition::plain(text);
        }
        let clauses = if self.facts.players == 2 { either_side(clauses, word) } else { clauses };
        let text = join(clauses, word).text();
        if parts.len() == 1 {
            return parts.into_iter().next().unwrap_or_else(|| Condition::plain(text));
        }
        let implied = if word == "or" { self.implication(&items) } else { None };
        Condition { text, all: word == "and", parts, implied, cases: false }
    }

    /// `not A, or B` is `if A, then B`, where A names a kind of piece or another thing that may or may not be so.
    fn implication(&mut self, items: &[(&'a Arg, bool)]) -> Option<Box<(String, Condition)>> {
        let denied = |w: &Self, arg: &Arg, d: bool| match node_of(Some(arg)).map(|n| w.id(n)) {
            Some("not") => !d,
            Some("!=") => !d,
            Some("no Pieces" | "no Moves") | None => false,
            Some(_) => d,
        };
        let at = items.iter().position(|(a, d)| denied(self, a, *d))?;
        let (first, sense) = items[at];
        let rest: Vec<(&'a Arg, bool)> =
            items.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, x)| *x).collect();
        let so = self.clause_of(first, !sense).text();
        let then = match rest.as_slice() {
            [] => return None,
            [(a, d)] => self.condition_denied(a, *d),
            several => self.condition_list("or", several.to_vec()),
        };
        Some(Box::new((so, then)))
    }

    /// No enemy, or a single one: what backgammon calls a blot.
    fn blot(&mut self, word: &str, items: &[(&'a Arg, bool)]) -> Option<String> {
        let [(a, denied), (b, false)] = items else { return None };
        let (enemy, alone) = (node_of(Some(a))?, node_of(Some(b))?);
        let (enemy, denied) = match self.id(enemy) {
            "not" => (self.peek_node(enemy, "a")?, !denied),
            _ => (enemy, *denied),
        };
        let who = self.peek_node(enemy, "index").filter(|w| self.id(*w) == "who")?;
        let (size, limit) = match self.peek_node(alone, "valueA") {
            Some(_) => ("valueA", "valueB"),
            None => ("valueB", "valueA"),
        };
        let size = self
            .peek_node(alone, size)
            .filter(|n| ["size Stack", "count [int]", "count Cell", "count Stack"].contains(&self.id(*n)))?;
        let one = int_of(self.peek(alone, limit)) == Some(1) && ["=", "<=", ">="].contains(&self.id(alone));
        let few = int_of(self.peek(alone, limit)) == Some(2) && ["<", ">"].contains(&self.id(alone));
        let same = self.shape_of(self.peek_node(who, "at")) == self.shape_of(self.peek_node(size, "at"));
        if word != "or" || !denied || self.id(enemy) != "is Enemy" || !(one || few) || !same {
            return None;
        }
        let at = self.holder(who);
        items.iter().filter_map(|(x, _)| node_of(Some(x))).for_each(|n| self.mark_all(n));
        let piece = &self.facts.piece;
        Some(format!("{at} holds no enemy {piece}, or only a single one (a blot)"))
    }

    /// Named once and told in another place.
    fn told_elsewhere(&self, id: CheckedId) -> bool {
        self.taken_out(id) || self.is_shared(id)
    }

    /// And-lists in and-lists are one list.
    fn flatten(&mut self, arg: &'a Arg, denied: bool) -> Option<(&'static str, Vec<(&'a Arg, bool)>)> {
        self.flatten_node(node_of(Some(arg))?, denied)
    }

    fn flatten_node(&mut self, id: CheckedId, denied: bool) -> Option<(&'static str, Vec<(&'a Arg, bool)>)> {
        if self.facing(id).is_some() {
            return None;
        }
        let own = match self.id(id) {
            "and [bool]" | "and [bool]#2" => "and",
            "or [bool]" | "or [bool]#2" => "or",
            "not" => {
                let inner = self.take(id, "a")?;
                return self.flatten(inner, !denied);
            }
            _ => return None,
        };
        let mut items: Vec<&'a Arg> = Vec::new();
        for name in ["a", "b", "list"] {
            if self.has(id, name) {
                items.extend(self.items(id, name));
            }
        }
        let word = match (own, denied) {
            ("and", false) | ("or", true) => "and",
            _ => "or",
        };
        let mut flat = Vec::new();
        for item in items {
            match self.peek_word_of(item, denied) {
                Some(inner) if inner == word && !self.item_elsewhere(item) => {
                    match self.flatten(item, denied) {
                        Some((_, more)) => flat.extend(more),
                        None => flat.push((item, denied)),
                    }
                }
                Some(_) | None => flat.push((item, denied)),
            }
        }
        Some((word, flat))
    }

    fn item_elsewhere(&self, item: &Arg) -> bool {
        node_of(Some(item)).is_some_and(|id| self.told_elsewhere(id))
    }

    /// Whether an argument is an and-list or an or-list, once negations are pushed in.
    fn peek_word_of(&self, arg: &Arg, denied: bool) -> Option<&'static str> {
        let mut id = node_of(Some(arg))?;
        let mut denied = denied;
        loop {
            if self.facing(id).is_some() {
                return None;
            }
            match (self.id(id), denied) {
                ("and [bool]" | "and [bool]#2", false) | ("or [bool]" | "or [bool]#2", true) => {
                    return Some("and");
                }
                ("and [bool]" | "and [bool]#2", true) | ("or [bool]" | "or [bool]#2", false) => {
                    return Some("or");
                }
                ("not", _) => {
                    id = self.peek_node(id, "a")?;
                    denied = !denied;
                }
                _ => return None,
            }
        }
    }

    pub fn clause_of(&mut self, arg: &'a Arg, denied: bool) -> Clause {
        match &arg.value {
            Value::Node(id) => self.clause(*id, denied),
            Value::Bool(b) => Clause::whole(if *b != denied { "in any case" } else { "never" }),
            Value::Array(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::Enum(..) => {
                Clause::whole(self.np(arg, "").text)
            }
            Value::Hole(..) => Clause::whole("something holds that is not known"),
        }
    }

    pub fn clause(&mut self, id: CheckedId, denied: bool) -> Clause {
        if self.depth > 100 {
            return Clause::whole("something too deep for words holds");
        }
        if let Some(name) = self.shared_term(id) {
            return Clause::new(&format!("the condition {name}"), verb("holds", Number::One, denied));
        }
        if let Some(clause) = self.noted_condition(id, denied) {
            return clause;
        }
        self.depth += 1;
        let single = std::mem::replace(&mut self.single, false);
        let clause = self.clause_inner(id, denied);
        self.single = single;
        self.depth -= 1;
        self.remember(id, &clause.text());
        if clause.subject.is_some() {
            self.remember(id, &clause.predicate);
        }
        clause
    }

    fn clause_inner(&mut self, id: CheckedId, denied: bool) -> Clause {
        if let Some((a, b)) = self.facing(id) {
            self.mark_all(id);
            let ends: Vec<String> = [a, b]
                .into_iter()
                .map(|n| self.node(n, "site").text)
                .map(|t| t.split_once(" of ").map(|(_, piece)| piece.to_string()).unwrap_or(t))
                .collect();
            let open = verb("face", Number::Many, denied);
            return Clause::new(
                &grammar::list(&ends, "and"),
                format!("{open} each other on an open line, with nothing between them"),
            );
        }
        if let Some(clause) = self.idiom_clause(id, denied) {
            return clause;
        }
        let entry = self.c.node(id).entry;
        let english = self.english(id);
        if english != "*" && !english.is_empty() {
            let filled = self.fill(id, english, denied, false);
            return match filled.subject {
                Some(subject) => {
                    let predicate = filled.text[subject.len()..].trim().to_string();
                    Clause { subject: Some(subject), predicate }
                }
                None => Clause::whole(filled.text),
            };
        }
        match entry.id {
            "not" => match self.take(id, "a") {
                Some(a) => self.clause_of(a, !denied),
                None => Clause::default(),
            },
            "and [bool]" | "and [bool]#2" | "or [bool]" | "or [bool]#2" => self.listed(id, denied),
            "xor" => {
                let a = self.take(id, "a").map(|a| self.cond(a)).unwrap_or_default();
                let b = self.take(id, "b").map(|b| self.cond(b)).unwrap_or_default();
                Clause::whole(if denied {
                    format!("either both or neither of these hold: {a}; {b}")
                } else {
                    format!("either {a} or {b}, but not both")
                })
            }
            "if [bool]" => {
                let cond = self.take(id, "condition").map(|c| self.cond(c)).unwrap_or_default();
                let ok = self.take(id, "ok").map(|c| self.clause_of(c, denied).text()).unwrap_or_default();
                match self.take(id, "notOk") {
                    Some(n) => match self.clause_of(n, denied).text().as_str() {
                        "in any case" if ok == "never" => {
                            let clause = self.peek(id, "condition").map(|c| self.clause_of(c, true));
                            clause.unwrap_or_default()
                        }
                        "in any case" => Clause::whole(format!("{ok} whenever {cond}")),
                        "never" if ok == "in any case" => Clause::whole(cond),
                        "never" if ok == "never" => Clause::whole("never"),
                        "never" => Clause::whole(format!("{cond} and {ok}")),
                        no if ok == "never" => Clause::whole(format!("{no}, unless {cond}")),
                        no if ok == "in any case" => Clause::whole(format!("{cond}, or else {no}")),
                        no => match no.strip_prefix("(if ").and_then(|n| n.strip_suffix(')')) {
                            Some(rest) => Clause::whole(format!("(if {cond}, {ok}; if {rest})")),
                            None => Clause::whole(format!("(if {cond}, {ok}; otherwise {no})")),
                        },
                    },
                    None if denied => Clause::whole(format!("({ok} or it is not so that {cond})")),
                    None if ok == "never" => Clause::whole("never"),
                    None if ok == "in any case" => Clause::whole(cond),
                    None => Clause::whole(format!("{cond} and {ok}")),
                }
            }
            "can Move" => {
                let text = self.take(id, "moves").map(|m| self.moves_inline(m)).unwrap_or_default();
                let mover = self.names.mover.clone();
                Clause::new(&mover.text, format!("{} {text}", verb("can", mover.number, denied)))
            }
            "all Sites" => {
                let region = self.take(id, "region").map(|r| self.all_of(r).text).unwrap_or_default();
                let cond = self.take(id, "if").map(|c| self.cond(c)).unwrap_or_default();
                let lead = if denied { "it is not so that " } else { "" };
                Clause::whole(format!("{lead}for each {} of {region}, {cond}", self.noun().one))
            }
            "no Pieces" => self.no_pieces(id, denied),
            "=" | "!=" | "<" | "<=" | ">" | ">=" => self.compare(id, denied),
            "is Mover" | "is Next" | "is Prev" | "is Friend" | "is Enemy" => self.is_player(id, denied),
            "is In" => self.is_in(id, denied),
            "is Pending" => Clause::whole(if self.facts.pending_is_site {
                format!("{} {} marked by the last move", if denied { "no" } else { "a" }, self.noun().one)
                    .replace(" marked", " is marked")
            } else if denied {
                "nothing is pending from the move just made".to_string()
            } else {
                "something is pending from the move just made".to_string()
            }),
            "is Threatened" => self.is_threatened(id, denied),
            "is Line" => self.is_line(id, denied),
            "is Connected" | "is Blocked" => self.is_connected(id, denied),
            "is Loop" => self.is_loop(id, denied),
            "is Path" => {
                self.said_type(id);
                let who = self.take(id, "role").or_else(|| self.take(id, "player"));
                let who = who.map(|a| self.np(a, "player")).unwrap_or_else(Np::you);
                let length = self.take(id, "length").map(|a| self.np(a, "").text).unwrap_or_default();
                let edges = if length.ends_with("one") { "edge" } else { "edges" };
                let kind = match self.take(id, "closed").map(|a| &a.value) {
                    Some(Value::Bool(true)) => "a closed path",
                    _ => "a path",
                };
                let from = match self.take(id, "from") {
                    Some(a) => format!(" from {}", self.np(a, "site").text),
                    None => String::new(),
                };
                Clause::new(
                    &who.text,
                    format!("{} {kind} of {length} {edges}{from}", verb("has", who.number, denied)),
                )
            }
            "is Pattern" => {
                self.said_type(id);
                let walk = self.take(id, "walk").map(|a| self.np(a, "walk").text).unwrap_or_default();
                let from = match self.take(id, "from").or_else(|| self.take(id, "froms")) {
                    Some(a) => format!(", starting from {}", self.np(a, "site").text),
                    None => String::new(),
                };
                let what = match self.take(id, "what").or_else(|| self.take(id, "whats")) {
                    Some(a) => format!(", made of {}", self.np(a, "apiece").text),
                    None => String::new(),
                };
                Clause::new(
                    "pieces of one kind",
                    format!("{} this pattern{from}{what}: {walk}", verb("form", Number::Many, denied)),
                )
            }
            "is Target" => {
                for name in ["container", "containerName"] {
                    self.take(id, name);
                }
                let pieces: Vec<String> = self
                    .items(id, "configuration")
                    .into_iter()
                    .map(|a| match int_of(Some(a)) {
                        Some(0) => "empty".to_string(),
                        _ => self.np(a, "piece").text,
                    })
                    .collect();
                let mut sites: Vec<String> = Vec::new();
                for name in ["specificSite", "specificSites"] {
                    for a in self.items(id, name) {
                        sites.push(self.np(a, "site").text);
                    }
                }
                let place = if sites.is_empty() {
                    "the board, site by site".replace("site", self.noun().one)
                } else {
                    grammar::list(&sites, "and")
                };
                Clause::new(&place, format!("{} {}", verb("holds", Number::One, denied), pieces.join(", ")))
            }
            _ => Clause::whole("a condition not in words holds"),
        }
    }

    /// Conditions that players have a short way of saying.
    fn idiom_clause(&mut self, id: CheckedId, denied: bool) -> Option<Clause> {
        match self.id(id) {
            "all Sites" if self.peek_node(id, "region").is_some_and(|r| self.id(r) != "sites Hand") => {
                let that = format!("that {}", self.noun().one);
                let before = std::mem::replace(&mut self.names.site, that.clone());
                let clause = self.take(id, "if").map(|c| self.clause_of(c, false)).unwrap_or_default();
                self.names.site = before;
                let region = self.take(id, "region").map(|r| self.all_of(r))?;
                let all = if region.number == Number::Many {
                    region.text.clone()
                } else {
                    format!("the {} in {}", self.noun().many, region.text)
                };
                if clause.subject.as_deref() != Some(that.as_str()) {
                    let text = format!("for each of {all}, {}", clause.text());
                    return Some(Clause::whole(if denied {
                        format!("it is not so that, {text}")
                    } else {
                        text
                    }));
                }
                let away = clause.predicate.strip_prefix("is not ").filter(|_| !denied);
                let held = all
                    .split_once(" occupied by ")
                    .filter(|(_, by)| !by.contains(' ') || by.starts_with("one of ") || by.starts_with("a "));
                if let (Some(away), Some((_, by))) = (away, held) {
                    let none = match by.strip_prefix("one of ") {
                        Some(own) => format!("none of {own}"),
                        None => format!(
                            "no {}",
                            by.strip_prefix("a ").or_else(|| by.strip_prefix("an ")).unwrap_or(by)
                        ),
                    };
                    let place =
                        away.strip_prefix("one of ").or_else(|| away.strip_prefix("in ")).unwrap_or(away);
                    let on = if away.starts_with("in ") { "in" } else { self.noun().on };
                    return Some(Clause::new(&none, format!("stands {on} {place}")));
                }
                let predicate = super::nouns::plural_predicate(&clause.predicate);
                Some(if denied {
                    Clause::whole(format!("not all of {all} {predicate}"))
                } else {
                    let predicate = match predicate.strip_prefix("are ") {
                        Some(rest) if !rest.starts_with("not ") => {
                            let two =
                                all.contains(" and ") && !all.contains(", ") && !all.starts_with("the ");
                            format!("are {} {rest}", if two { "both" } else { "all" })
                        }
                        _ => format!("all {predicate}"),
                    };
                    Clause::new(&all, predicate)
                })
            }
            // The places of somebody's pieces are those of a region.
            "=#2" => {
                let mut sides = ["regionA", "regionB"];
                let held = |w: &Self, name: &str| {
                    w.peek_node(id, name).is_some_and(|n| {
                        w.id(n) == "sites Occupied" && !w.has(n, "container") && !w.has(n, "containerName")
                    })
                };
                if held(self, sides[1]) {
                    sides.swap(0, 1);
                }
                if !held(self, sides[0]) {
                    return None;
                }
                let places = self.take(id, sides[0]).map(|r| self.all_of(r).text)?;
                let (_, by) = places.split_once(" occupied by one of ")?;
                let region = self.take(id, sides[1]).map(|r| self.all_of(r).text)?;
                let fill = verb("fill", Number::Many, denied);
                Some(Clause::new(by, format!("{fill} exactly {region}")))
            }
            // Every place of a hand is empty.
            "all Sites" => {
                let region = self.peek_node(id, "region").filter(|r| self.id(*r) == "sites Hand")?;
                let cond = self.peek_node(id, "if")?;
                let count = ["valueA", "valueB"].iter().find_map(|n| {
                    self.peek_node(cond, n).filter(|c| ["count [int]", "count Cell"].contains(&self.id(*c)))
                });
                let zero = ["valueA", "valueB"].iter().any(|n| int_of(self.peek(cond, n)) == Some(0));
                let empty = self.id(cond) == "is Empty" || (self.id(cond) == "=" && count.is_some() && zero);
                if !empty {
                    return None;
                }
                self.take(id, "region");
                self.take(id, "if");
                self.mark_all(cond);
                let hand = self.node(region, "").text;
                Some(Clause::new(&hand, format!("{} empty", verb("is", Number::One, denied))))
            }
            // Someone's legal moves.
            "can Move" => {
                let moves = self.peek_node(id, "moves")?;
                if let Some(clause) = self.any_move_at_all(id, moves, denied) {
                    return Some(clause);
                }
                if let Some(clause) =
                    self.jump_again(id, moves, denied).or_else(|| self.could_go_on(id, moves, denied))
                {
                    return Some(clause);
                }
                let (pieces, guard) = match self.id(moves) {
                    "forEach Piece" => (moves, None),
                    "do" if !self.has(moves, "next") => (
                        self.peek_node(moves, "prior").filter(|p| self.id(*p) == "forEach Piece")?,
                        self.peek(moves, "ifAfterwards"),
                    ),
                    _ => return None,
                };
                if self.has(pieces, "moves")
                    || self.has(pieces, "item")
                    || self.has(pieces, "items")
                    || self.has(pieces, "then")
                {
                    return None;
                }
                let owner = self.take(pieces, "role").or_else(|| self.take(pieces, "player"));
                let owner = owner.map(|a| self.np(a, "player")).unwrap_or_else(|| self.names.mover.clone());
                self.take(id, "moves");
                self.take(moves, "prior");
                for name in ["container", "containerName", "on", "top"] {
                    self.take(pieces, name);
                }
                let mut text = format!("{} legal move", verb("has a", owner.number, denied));
                if guard.is_some()
                    && let Some(g) = self.take(moves, "ifAfterwards")
                {
                    let clause = self.clause_of(g, false).text();
                    // What every move must respect need not be said of legal moves.
                    if self.always_asked(g) && !clause.ends_with(" is not in check") {
                        return Some(Clause::new(&owner.text, text));
                    }
                    text.push_str(&match clause.strip_suffix(" is not in check") {
                        Some(_) => " that gets it out of check".to_string(),
                        None => format!(" after which {clause}"),
                    });
                }
                Some(Clause::new(&owner.text, text))
            }
            _ => None,
        }
    }

    /// Whether the piece just moved can capture on, which the rules of going on tell in full.
    fn jump_again(&mut self, id: CheckedId, moves: CheckedId, denied: bool) -> Option<Clause> {
        let jumps = match self.id(moves) {
            "hop" | "move Hop" => vec![moves],
            "or [moves]" | "or [moves]#2" => ["movesA", "movesB", "list"]
                .into_iter()
                .flat_map(|n| super::facts::items_of(self.peek(moves, n)))
                .filter_map(|a| node_of(Some(a)))
                .collect(),
            _ => return None,
        };
        let captures = |w: &Self, jump: CheckedId| {
            let from = w.peek_node(jump, "from").and_then(|f| w.peek_node(f, "site"));
            let between = w.peek_node(jump, "between").and_then(|b| w.peek(b, "if"));
            ["hop", "move Hop"].contains(&w.id(jump))
                && from.is_some_and(|f| w.id(f) == "last To")
                && between.is_some_and(|b| w.contains(b, "is Enemy"))
        };
        let told = super::facts::clauses_of(self.c, &["move Hop"])
            .any(|jump| jump != moves && !jumps.contains(&jump) && captures(self, jump));
        if jumps.is_empty() || !told || !jumps.iter().all(|j| captures(self, *j)) {
            return None;
        }
        // A direction that depends on the jump before is said; others stand with the jump itself.
        let written: Vec<&'a Arg> = jumps.iter().filter_map(|j| self.peek(*j, "directions")).collect();
        let ways: Vec<String> = written.into_iter().map(|a| self.direction(a)).collect();
        let bound = ways
            .iter()
            .find(|w| ["direction from", "same direction", "opposite"].iter().any(|x| w.contains(x)));
        let way = bound.map(|w| format!(" {w}")).unwrap_or_default();
        self.take(id, "moves");
        self.mark_all(moves);
        let who = if self.names.last_to.starts_with("its ") { "it" } else { "the piece just moved" };
        Some(Clause::new(
            who,
            format!("{} capture again by such a jump{way}", verb("can", Number::One, denied)),
        ))
    }

    /// `(can Move (do (or {… (forEach Piece Next)}) ifAfterwards:…))`: everything that player may do.
    fn any_move_at_all(&mut self, id: CheckedId, moves: CheckedId, denied: bool) -> Option<Clause> {
        let prior = self.peek_node(moves, "prior").filter(|p| {
            self.id(moves) == "do" && !self.has(moves, "next") && self.id(*p).starts_with("or [moves]")
        })?;
        let parts: Vec<CheckedId> = ["movesA", "movesB", "list"]
            .into_iter()
            .filter(|n| self.has(prior, n))
            .flat_map(|n| super::facts::items_of(self.peek(prior, n)))
            .filter_map(|a| node_of(Some(a)))
            .collect();
        let all = parts.iter().copied().find(|p| self.id(*p) == "forEach Piece" && !self.has(*p, "moves"))?;
        let owner = self.peek(all, "role").or_else(|| self.peek(all, "player"));
        let owner = owner.map(|a| self.np(a, "player")).unwrap_or_else(|| self.names.mover.clone());
        let guard = self.take(moves, "ifAfterwards")?;
        let always = self.always_asked(guard);
        let guard = self.clause_of(guard, false).text();
        self.take(id, "moves");
        self.take(moves, "prior");
        self.mark_all(prior);
        let mut text = format!("{} legal move", verb("has a", owner.number, denied));
        if !always {
            text.push_str(&format!(" after which {guard}"));
        }
        Some(Clause::new(&owner.text, text))
    }

    /// Is this asked after every move of a turn, whoever makes it?
    fn always_asked(&self, guard: &Arg) -> bool {
        let Some(guard) = node_of(Some(guard)) else { return false };
        let own = self.shape_for_anybody(guard);
        super::facts::clauses_of(self.c, &["play"])
            .filter_map(|p| self.peek(p, "moves"))
            .filter_map(|m| self.find_inside(m, &["do"]))
            .filter_map(|m| self.peek_node(m, "ifAfterwards"))
            .any(|g| self.shape_for_anybody(g) == own)
    }

    /// What a condition is built like, whichever player it is about.
    fn shape_for_anybody(&self, id: CheckedId) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        fn mix(w: &Writer<'_>, arg: &Arg, hasher: &mut DefaultHasher) {
            match &arg.value {
                Value::Node(n) => match w.id(*n) {
                    "mover" | "next" => "player".hash(hasher),
                    _ => w.shape_for_anybody(*n).hash(hasher),
                },
                Value::Array(items) => items.iter().for_each(|i| mix(w, i, hasher)),
                Value::Enum(def, _) if def.name == "RoleType" => "player".hash(hasher),
                Value::Enum(def, index) => (def.name, index).hash(hasher),
                Value::Int(n) => n.hash(hasher),
                Value::Float(x) => x.to_bits().hash(hasher),
                Value::Bool(b) => b.hash(hasher),
                Value::Text(t) => t.hash(hasher),
                Value::Hole(..) => {}
            }
        }
        let node = self.c.node(id);
        let mut hasher = DefaultHasher::new();
        node.entry.id.hash(&mut hasher);
        for (slot, arg) in node.args.iter().enumerate() {
            if let Some(arg) = arg {
                slot.hash(&mut hasher);
                mix(self, arg, &mut hasher);
            }
        }
        hasher.finish()
    }

    /// A part of a list of conditions; a list within a list says so.
    fn part_of_list(&mut self, arg: &'a Arg, denied: bool, word: &str) -> Clause {
        let inner = self.peek_word_of(arg, denied).filter(|_| !self.item_elsewhere(arg));
        let clause = self.clause_of(arg, denied);
        let lead = match (inner, word) {
            (Some("or"), "and") => "either ",
            (_, _) => return clause,
        };
        match clause.subject {
            Some(s) => Clause { subject: Some(s), predicate: format!("{lead}{}", clause.predicate) },
            None => Clause::whole(format!("{lead}{}", clause.predicate)),
        }
    }

    fn listed(&mut self, id: CheckedId, denied: bool) -> Clause {
        // The argument that holds this clause is not at hand: its own lists are flattened one by one.
        let own = if self.id(id).starts_with("and") { "and" } else { "or" };
        let word = match (own, denied) {
            ("and", false) | ("or", true) => "and",
            _ => "or",
        };
        let mut items: Vec<&'a Arg> = Vec::new();
        for name in ["a", "b", "list"] {
            if self.has(id, name) {
                items.extend(self.items(id, name));
            }
        }
        let mut flat: Vec<(&'a Arg, bool)> = Vec::new();
        for item in items {
            match self.peek_word_of(item, denied) {
                Some(inner) if inner == word && !self.item_elsewhere(item) => {
                    match self.flatten(item, denied) {
                        Some((_, more)) => flat.extend(more),
                        None => flat.push((item, denied)),
                    }
                }
                Some(_) | None => flat.push((item, denied)),
            }
        }
        if let Some(text) = self.blot(word, &flat) {
            return Clause::whole(text);
        }
        let clauses = flat.into_iter().map(|(item, denied)| self.part_of_list(item, denied, word)).collect();
        join(if self.facts.players == 2 { either_side(clauses, word) } else { clauses }, word)
    }

    fn no_pieces(&mut self, id: CheckedId, denied: bool) -> Clause {
        self.said_type(id);
        let who = self.take(id, "role").or_else(|| self.take(id, "of"));
        let who = who.map(|a| self.np(a, "player"));
        let words = match self.take(id, "name") {
            Some(a) => self.np(a, "names").text,
            None => grammar::plural(&self.facts.piece),
        };
        let place = match self.take(id, "in") {
            Some(a) => {
                let region = self.all_of(a).text;
                format!(" {} {region}", self.within_word(&region))
            }
            None => " left".to_string(),
        };
        match who {
            Some(w) if w.text != "all players" && w.text != "each player" && w.text != "nobody" => {
                let has = verb("has", w.number, false);
                Clause::new(
                    &w.text,
                    if denied {
                        format!("still {has} {words}{place}")
                    } else {
                        format!("{has} no {words}{place}")
                    },
                )
            }
            Some(_) | None => Clause::whole(if denied {
                format!("there are still {words}{place}")
            } else {
                format!("there are no {words}{place}")
            }),
        }
    }

    fn compare(&mut self, id: CheckedId, denied: bool) -> Clause {
        let how = match self.id(id) {
            "=" => Compare::Equal,
            "!=" => Compare::NotEqual,
            "<" => Compare::Less,
            "<=" => Compare::AtMost,
            ">" => Compare::More,
            _ => Compare::AtLeast,
        };
        let how = if denied { how.denied() } else { how };
        let a = self.take(id, "valueA");
        let b = if self.c.node(id).entry.slot("roleB").is_some() {
            self.take(id, "valueB").or_else(|| self.take(id, "roleB"))
        } else {
            self.take(id, "valueB")
        };
        let (Some(a), Some(b)) = (a, b) else { return Clause::default() };
        // A number first is the other way round from how people speak.
        let literal = |x: &Arg| int_of(Some(x)).is_some();
        let simple = |w: &Self, x: &Arg| {
            literal(x)
                || node_of(Some(x)).is_some_and(|n| {
                    ["mover", "next", "prev", "id [int]", "id [int]#2", "value Pending"].contains(&w.id(n))
                })
        };
        let (a, b, how) =
            if simple(self, a) && !simple(self, b) { (b, a, how.turned()) } else { (a, b, how) };
        if let Some(n) = node_of(Some(a)) {
            match (self.id(n), how) {
                ("who", Compare::Equal | Compare::NotEqual) => {
                    return self.held(n, b, how == Compare::NotEqual);
                }
                ("what", Compare::Equal | Compare::NotEqual) => {
                    return self.kind_held(n, b, how == Compare::NotEqual);
                }
                ("state", Compare::Equal | Compare::NotEqual)
                    if self.facts.state_is_unmoved && int_of(Some(b)).is_some_and(|s| s < 2) =>
                {
                    let unmoved = (int_of(Some(b)) == Some(1)) == (how == Compare::Equal);
                    let at = self.at_phrase(n);
                    let subject = format!("the piece {at}");
                    return Clause::new(
                        &subject,
                        if unmoved { "has not moved yet" } else { "has already moved" },
                    );
                }
                ("count Sites", Compare::Equal | Compare::NotEqual) if self.none_among(n, b).is_some() => {
                    let (all, some) = self.none_among(n, b).unwrap_or((n, n));
                    let own = self.all_in(all);
                    let among = self.all_in(some);
                    if let Some(other) = node_of(Some(b)) {
                        self.mark_all(other);
                    }
                    self.mark_all(n);
                    let none = if how == Compare::Equal { "none" } else { "at least one" };
                    return Clause::whole(format!("{none} of {own} is one of {among}"));
                }
                ("abs [int]", Compare::Equal | Compare::NotEqual) if int_of(Some(b)).is_some() => {
                    if let Some(clause) =
                        self.rows_away(n, int_of(Some(b)).unwrap_or(0), how == Compare::NotEqual)
                    {
                        return clause;
                    }
                }
                ("row" | "column", Compare::Equal | Compare::NotEqual)
                    if node_of(Some(b)).is_some_and(|m| self.id(m) == self.id(n)) =>
                {
                    if let Some(clause) = self.same_line(n, b, how == Compare::NotEqual) {
                        return clause;
                    }
                }
                // More steps than there can be: no way at all.
                ("count Steps", Compare::Equal | Compare::NotEqual | Compare::Less | Compare::AtLeast)
                    if int_of(Some(b)).is_some_and(|k| k >= 1_000_000) =>
                {
                    let none = matches!(how, Compare::Equal | Compare::AtLeast);
                    return self.way_open(n, none);
                }
                (_, _) if int_of(Some(b)).is_some_and(|k| k >= 1_000_000_000) => {
                    let left = self.np(a, "");
                    let none = matches!(how, Compare::Equal | Compare::AtLeast | Compare::More);
                    return Clause::new(&left.text, format!("{} limit", verb("has a", left.number, none)));
                }
                ("counter", _) => {
                    if let Some(k) = self.number_of(b) {
                        self.mark_all(n);
                        if let Some(sum) = node_of(Some(b)) {
                            self.mark_all(sum);
                        }
                        let moves = if k == 1 { "move" } else { "moves" };
                        let many = grammar::number(k);
                        let since = self.facts.counted_since();
                        return Clause::whole(match how {
                            Compare::Equal => format!("{many} {moves} have been made{since}"),
                            Compare::NotEqual => format!("not exactly {many} {moves} have been made{since}"),
                            Compare::Less => format!("fewer than {many} {moves} have been made{since}"),
                            Compare::AtMost => format!("at most {many} {moves} have been made{since}"),
                            Compare::More => format!("more than {many} {moves} have been made{since}"),
                            Compare::AtLeast => format!("at least {many} {moves} have been made{since}"),
                        });
                    }
                }
                ("count Groups", _) if int_of(Some(b)).is_some() && self.has(n, "if") => {
                    if let Some(clause) = self.groups_of(n, how, int_of(Some(b)).unwrap_or(0)) {
                        return clause;
                    }
                }
                ("count Pieces", _) => {
                    if let Some(k) = int_of(Some(b)) {
                        let (text, single) = amount(how, k);
                        let owner = self.peek(n, "role").or_else(|| self.peek(n, "of"));
                        let owner = owner.map(|a| self.np(a, "player"));
                        let noun = self.counted_pieces(n, single);
                        // `you have more than three markers`
                        if let Some(o) = owner
                            && !["all players", "each player", "nobody"].contains(&o.text.as_str())
                        {
                            let whose = format!("{} ", grammar::possessive(&o.text));
                            let of = if o.number == Number::You {
                                " of yours".to_string()
                            } else {
                                format!(" of {}", o.text)
                            };
                            let noun = match noun.strip_prefix(whose.as_str()) {
                                Some(rest) => rest.to_string(),
                                None => noun.replacen(&of, "", 1),
                            };
                            let many = text.replacen("there are ", "", 1).replacen("there is ", "", 1);
                            return Clause::new(
                                &o.text,
                                format!("{} {many} {noun}", verb("has", o.number, false)),
                            );
                        }
                        return Clause::whole(format!("{text} {noun}"));
                    }
                }
                (_, _) => {
                    let template = self.english(n);
                    let counts = template.starts_with("the number of ") && template.contains('^');
                    // Counted things: `there are at least three …`
                    if counts && int_of(Some(b)) == Some(0) && how == Compare::AtLeast {
                        self.mark_all(n);
                        return Clause::whole("in any case");
                    }
                    if let (true, Some(k)) = (counts, int_of(Some(b))) {
                        let (text, single) = amount(how, k);
                        let filled = self.fill(n, template, false, single);
                        let noun = filled.text.trim_start_matches("the number of ").to_string();
                        // `squares on the squares next to it` are the squares next to it.
                        let site = self.noun();
                        let (own, many) = (if single { site.one } else { site.many }, site.many);
                        let noun = match noun.strip_prefix(&format!("{own} {} the ", site.on)) {
                            Some(rest) if rest.starts_with(many) || rest.contains(&format!(" {many}")) => {
                                rest.replacen(many, own, 1)
                            }
                            Some(_) | None => noun,
                        };
                        let noun = if single { one_of_many(&noun) } else { noun };
                        return Clause::whole(format!("{text} {noun}"));
                    }
                }
            }
        }
        let sort = match self.facts.sort_of(self.c, a) {
            "" => self.facts.sort_of(self.c, b),
            s => s,
        };
        // Sites are numbered from nought: below that is nowhere.
        if sort == "site" && int_of(Some(b)) == Some(0) && matches!(how, Compare::Less | Compare::AtLeast) {
            let left = self.np(a, sort);
            let off = how == Compare::Less;
            return Clause::new(&left.text, if off { "is off the board" } else { "is on the board" });
        }
        // A player's number compared with a number of another kind.
        let number = |w: &Self, x: &Arg| {
            node_of(Some(x)).is_some_and(|n| ["state", "value Piece", "count [int]"].contains(&w.id(n)))
        };
        if number(self, a) && self.facts.sort_of(self.c, b) == "player" {
            let left = self.np(a, "");
            let right = self.player_or_number(b);
            let is = verb("is", Number::One, how == Compare::NotEqual);
            if matches!(how, Compare::Equal | Compare::NotEqual) {
                return Clause::new(&left.text, format!("{is} {right}"));
            }
        }
        if let Some(way) = self.turned_number(b)
            && matches!(how, Compare::Equal | Compare::NotEqual)
        {
            let mark = self.np(a, sort).text;
            let is = verb("is", Number::One, how == Compare::NotEqual);
            return Clause::new(way, format!("{is} the remembered one ({mark})"));
        }
        let left = self.np(a, sort);
        let right = match (int_of(Some(b)), sort) {
            (Some(0), "piece") => Np::one("nothing"),
            _ => self.np(b, if sort == "piece" { "apiece" } else { sort }),
        };
        // A player, or the number of a player's piece, is the mover: it is that player's turn.
        if right.text == "you"
            && left.text.starts_with("Player ")
            && let Some(n) = left.text.split([' ', '\'']).nth(1)
            && matches!(how, Compare::Equal | Compare::NotEqual)
        {
            let is = verb("is", Number::One, how == Compare::NotEqual);
            return Clause::whole(format!("it {is} Player {n}'s turn"));
        }
        let is = |denied| verb("is", left.number, denied);
        let right = right.text.trim_end_matches(',').to_string();
        let predicate = match how {
            // Places are numbered: one comes before or after another.
            Compare::Less if sort == "site" => {
                format!("{} before {right}", verb("comes", left.number, false))
            }
            Compare::AtMost if sort == "site" => {
                format!("{} after {right}", verb("comes", left.number, true))
            }
            Compare::More if sort == "site" => format!("{} after {right}", verb("comes", left.number, false)),
            Compare::AtLeast if sort == "site" => {
                format!("{} before {right}", verb("comes", left.number, true))
            }
            Compare::Equal => format!("{} {right}", is(false)),
            Compare::NotEqual => format!("{} {right}", is(true)),
            Compare::Less => format!("{} less than {right}", is(false)),
            Compare::AtMost => format!("{} at most {right}", is(false)),
            Compare::More => format!("{} more than {right}", is(false)),
            Compare::AtLeast => format!("{} at least {right}", is(false)),
        };
        Clause::new(&left.text, predicate)
    }

    /// `your discs form exactly one connected group`.
    fn groups_of(&mut self, groups: CheckedId, how: Compare, n: i64) -> Option<Clause> {
        if self.has(groups, "throughAny") || self.has(groups, "min") || self.has(groups, "isVisible") {
            return None;
        }
        let that = format!("that {}", self.noun().one);
        let before = std::mem::replace(&mut self.names.to, that.clone());
        let clause = self.peek(groups, "if").map(|c| self.clause_of(c, false));
        self.names.to = before;
        let clause = clause.filter(|c| c.subject.as_deref() == Some(that.as_str()))?;
        let held = clause.predicate.strip_prefix("holds ")?;
        let subject = match held.strip_prefix("one of ") {
            Some(own) if !own.contains(" or ") && !own.contains(" and ") => own.to_string(),
            Some(_) => return None,
            None => format!(
                "the {}",
                grammar::plural(held.strip_prefix("an ").or_else(|| held.strip_prefix("a "))?)
            ),
        };
        if subject.split_whitespace().count() > 4 {
            return None;
        }
        self.take(groups, "if");
        self.said_type(groups);
        let way = match self.take(groups, "directions") {
            Some(a) => format!(" (connected {})", self.direction(a)),
            None if self.facts.squares => " (diagonals connect too)".to_string(),
            None => String::new(),
        };
        let (many, single) = amount(how, n);
        let many = many.replacen("there are ", "", 1).replacen("there is ", "", 1);
        let noun = if single { "connected group" } else { "connected groups" };
        Some(Clause::new(&subject, format!("form {many} {noun}{way}")))
    }

    /// `(= 2 (abs (- (row of:(to)) (row of:(from)))))`: so many rows away.
    fn rows_away(&mut self, abs: CheckedId, n: i64, denied: bool) -> Option<Clause> {
        let less = self.peek_node(abs, "value").filter(|m| self.id(*m) == "- [int]")?;
        let (a, b) = (self.peek_node(less, "valueA")?, self.peek_node(less, "valueB")?);
        let word = self.id(a);
        if !["row", "column"].contains(&word) || self.id(b) != word {
            return None;
        }
        self.mark_all(abs);
        let a = self.peek(a, "of").map(|x| self.np(x, "site").text)?;
        let b = self.peek(b, "of").map(|x| self.np(x, "site").text)?;
        let many = if n == 1 { word.to_string() } else { format!("{word}s") };
        Some(Clause::new(
            &a,
            format!("{} {} {many} away from {b}", verb("is", Number::One, denied), grammar::number(n)),
        ))
    }

    /// Two places in one row or column; where pieces are named by their places, the pieces.
    fn same_line(&mut self, line: CheckedId, other: &'a Arg, denied: bool) -> Option<Clause> {
        let other = node_of(Some(other))?;
        let word = self.id(line);
        let end = |w: &mut Self, of: CheckedId| {
            let text = w.take(of, "of").map(|x| w.np(x, "site").text)?;
            let place = format!("the {} of ", w.noun().one);
            Some(text.strip_prefix(&place).map(str::to_string).unwrap_or(text))
        };
        let (a, b) = (end(self, line)?, end(self, other)?);
        Some(Clause::new(&a, format!("{} in the same {word} as {b}", verb("is", Number::One, denied))))
    }

    /// As many as without some: none is among those. The region, and what is taken away from it.
    fn none_among(&self, count: CheckedId, other: &Arg) -> Option<(CheckedId, CheckedId)> {
        let other = node_of(Some(other)).filter(|n| self.id(*n) == "count Sites")?;
        let all = self.peek_node(count, "in")?;
        let less = self.peek_node(other, "in").filter(|n| self.id(*n) == "difference [region]")?;
        let source = self.peek_node(less, "source")?;
        let same = self.shape(source).is_some() && self.shape(source) == self.shape(all);
        Some((all, self.peek_node(less, "subtraction")?)).filter(|_| same)
    }

    fn all_in(&mut self, region: CheckedId) -> String {
        let single = std::mem::replace(&mut self.single, false);
        let text = self.node(region, "").text;
        self.single = single;
        text
    }

    /// `Player 1's pawn can still reach Player 1's region`.
    fn way_open(&mut self, id: CheckedId, none: bool) -> Clause {
        let s = self.noun_for(id);
        self.said_type(id);
        let end = |w: &mut Self, one: &str, many: &str| match (w.take(id, one), w.take(id, many)) {
            (Some(a), _) => w.np(a, "site").text,
            (None, Some(r)) => w.all_of(r).text,
            (None, None) => String::new(),
        };
        let from = end(self, "site1", "region1");
        let to = end(self, "site2", "region2");
        let near = match self.take(id, "relation").and_then(|a| a.value.word()) {
            Some("Orthogonal") => " of orthogonal steps",
            Some("Diagonal") => " of diagonal steps",
            Some(_) | None => "",
        };
        let step = match self.take(id, "step") {
            Some(m) => {
                let before = std::mem::replace(&mut self.names.from, format!("each {} on the way", s.one));
                let text = format!(" (each step: {})", self.moves_inline(m));
                self.names.from = before;
                text
            }
            None => String::new(),
        };
        let turned = match self.take(id, "newRotation") {
            Some(a) => format!(" (turning to {})", self.np(a, "").text),
            None => String::new(),
        };
        let open = if none { "there is no path" } else { "a path remains open" };
        Clause::whole(format!("{open}{near} from {from} to {to}{turned}{step}"))
    }

    /// The owner of what stands somewhere is a player.
    fn held(&mut self, who: CheckedId, player: &'a Arg, denied: bool) -> Clause {
        let site = self.holder(who);
        let piece = self.facts.piece.clone();
        let many = grammar::plural(&piece);
        let other = node_of(Some(player)).filter(|n| self.id(*n) == "who");
        if let Some(other) = other {
            let there = self.holder(other);
            let text = format!(
                "{} the same owner as the {piece} {} {there}",
                verb("has", Number::One, denied),
                self.noun().on
            );
            return Clause::new(&format!("the {piece} {} {site}", self.noun().on), text);
        }
        let owner = self.np(player, "player");
        let holds = verb("holds", Number::One, denied);
        let what = match owner.text.as_str() {
            "nobody" if site.ends_with("hand") => {
                return Clause::new(&site, verb("is", Number::One, denied) + " empty");
            }
            "nobody" => {
                return Clause::new(
                    &site,
                    if denied {
                        format!("holds a player's {piece}")
                    } else {
                        format!("holds no player's {piece}")
                    },
                );
            }
            "you" => format!("one of your {many}"),
            _ => format!("one of {} {many}", grammar::possessive(&owner.text)),
        };
        Clause::new(&site, format!("{holds} {what}"))
    }

    /// The site of a `(who …)` or `(what …)`, as the subject of a sentence.
    fn holder(&mut self, id: CheckedId) -> String {
        self.said_type(id);
        let at = match self.take(id, "at") {
            Some(arg) => self.np(arg, "site").text,
            None => self.names.to.clone(),
        };
        match self.take(id, "level") {
            Some(arg) => match self.np(arg, "").text {
                // The top is what one sees.
                top if top == format!("the top of the stack {} {at}", self.noun().on) => at,
                level => format!("level {level} of {at}"),
            },
            None => at,
        }
    }

    fn kind_held(&mut self, what: CheckedId, piece: &'a Arg, denied: bool) -> Clause {
        if let Some(other) = node_of(Some(piece)).filter(|n| self.id(*n) == "what") {
            let at = self.at_phrase(what);
            let there = self.at_phrase(other);
            let subject = format!("the piece {at}");
            return Clause::new(
                &subject,
                format!("{} of the same kind as the piece {there}", verb("is", Number::One, denied)),
            );
        }
        let site = self.holder(what);
        if int_of(Some(piece)) == Some(0) {
            return Clause::new(&site, verb("is", Number::One, denied) + " empty");
        }
        // The number of a player stands for that player's piece.
        if self.facts.sort_of(self.c, piece) == "player" {
            let owner = self.np(piece, "player");
            let many = grammar::plural(&self.facts.piece);
            let what = format!("one of {} {many}", grammar::possessive(&owner.text));
            return Clause::new(&site, format!("{} {what}", verb("holds", Number::One, denied)));
        }
        let named = self.np(piece, "apiece");
        let moved = site == self.names.last_to && site.ends_with(" just moved to");
        if moved || (self.dropping && site == self.names.from) {
            let subject = if moved { "the piece just moved" } else { "the piece dropped" };
            let kind = match named.text.strip_prefix("your ") {
                Some(own) if !own.starts_with("opponent") => grammar::a(own),
                Some(_) | None => named.text,
            };
            return Clause::new(subject, format!("{} {kind}", verb("is", Number::One, denied)));
        }
        Clause::new(&site, format!("{} {}", verb("holds", Number::One, denied), named.text))
    }

    fn is_player(&mut self, id: CheckedId, denied: bool) -> Clause {
        let which = self.id(id);
        let index = self.take(id, "index").or_else(|| self.take(id, "role"));
        let Some(index) = index else { return Clause::default() };
        let piece = self.facts.piece.clone();
        let many = grammar::plural(&piece);
        let who = node_of(Some(index)).filter(|n| self.id(*n) == "who");
        if let Some(who) = who {
            let site = self.holder(who);
            let holds = verb("holds", Number::One, denied);
            let two = self.facts.players == 2;
            let what = match which {
                "is Mover" => format!("one of your {many}"),
                "is Friend" if self.facts.teams => "a piece of your team".to_string(),
                "is Friend" => format!("one of your {many}"),
                "is Enemy" => format!("an enemy {piece}"),
                "is Next" if two => format!("an enemy {piece}"),
                "is Next" => format!("a {piece} of the next player"),
                _ => format!("a {piece} of the previous player"),
            };
            return Clause::new(&site, format!("{holds} {what}"));
        }
        if which == "is Prev" {
            let player = self.np(index, "player");
            if player.number == Number::You {
                return Clause::whole(if denied {
                    "you are not already in the middle of your turn"
                } else {
                    "you are continuing your turn"
                });
            }
            return Clause::new(
                &player.text,
                format!("{} the previous move", verb("made", player.number, denied)),
            );
        }
        let player = self.np(index, "player");
        match which {
            "is Mover" => {
                if player.number == Number::You {
                    return Clause::new("it", format!("{} your turn", verb("is", Number::One, denied)));
                }
                Clause::new(
                    "it",
                    format!("{} {} turn", verb("is", Number::One, denied), grammar::possessive(&player.text)),
                )
            }
            "is Next" => {
                Clause::new(&player.text, format!("{} next to move", verb("is", player.number, denied)))
            }
            "is Friend" => {
                Clause::new(&player.text, format!("{} on your side", verb("is", player.number, denied)))
            }
            _ => Clause::new(
                &player.text,
                format!("{} an opponent of yours", verb("is", player.number, denied)),
            ),
        }
    }

    fn is_in(&mut self, id: CheckedId, denied: bool) -> Clause {
        let site = self.take(id, "site").or_else(|| self.take(id, "sites"));
        let region = self.take(id, "region");
        let array = self.take(id, "array");
        let sort = match (site, array) {
            (_, None) => "site",
            (Some(s), Some(_)) => self.facts.sort_of(self.c, s),
            (None, Some(_)) => "",
        };
        let left = match site {
            Some(s) => self.np(s, sort),
            None => Np::one(self.names.to.clone()),
        };
        let is = verb("is", left.number, denied);
        // A number among numbers that are written out.
        let written: Option<Vec<String>> = array
            .and_then(|a| node_of(Some(a)))
            .filter(|n| self.id(*n).starts_with("array") && self.has(*n, "ints") && sort.is_empty())
            .map(|n| super::facts::items_of(self.peek(n, "ints")))
            .and_then(|items| items.into_iter().map(|i| int_of(Some(i)).map(grammar::number)).collect());
        if let (Some(numbers), Some(a)) = (written, array)
            && let Some(n) = node_of(Some(a))
        {
            self.mark_all(n);
            return Clause::new(&left.text, format!("{is} {}", grammar::list(&numbers, "or")));
        }
        if let Some(a) = array {
            let list = self.np(a, "array").text;
            return Clause::new(&left.text, format!("{is} among {list}"));
        }
        let Some(region) = region else { return Clause::default() };
        if node_of(Some(region)).is_some_and(|r| self.id(r) == "sites Empty" && !self.has(r, "index")) {
            if let Some(r) = node_of(Some(region)) {
                self.said_type(r);
            }
            return Clause::new(&left.text, format!("{is} empty"));
        }
        if let Some(numbers) = self.plain_numbers(site, region) {
            return Clause::new(&left.text, format!("{is} {numbers}"));
        }
        if node_of(Some(region)).is_some_and(|r| self.id(r) == "sites Board") {
            if let Some(r) = node_of(Some(region)) {
                self.said_type(r);
            }
            let who = if left.text.starts_with("its ") { "it" } else { &left.text };
            return Clause::new(who, format!("{is} on the board"));
        }
        let whole = self.all_of(region);
        if whole.text.ends_with("of pieces of that kind") && left.text.starts_with("its ") {
            let not = if denied { "does not stand" } else { "stands" };
            return Clause::new("it", format!("{not} where such a piece stood at the start"));
        }
        let text = if whole.number == Number::Many {
            format!("{is} one of {}", whole.text)
        } else if whole.text.ends_with("region")
            || whole.text.ends_with("hand")
            || whole.text.contains("region ")
        {
            format!("{is} in {}", whole.text)
        } else if self.region_is_named(region) {
            let within = if whole.text.ends_with("side") { "on" } else { "in" };
            format!("{is} {within} {}", whole.text)
        } else {
            format!("{is} {}", whole.text)
        };
        Clause::new(&left.text, text)
    }

    /// A number that is no place, looked for among numbers that are written as places.
    fn plain_numbers(&mut self, site: Option<&'a Arg>, region: &'a Arg) -> Option<String> {
        let left = node_of(site)?;
        let region = node_of(Some(region)).filter(|r| ["sites#2", "sites#3"].contains(&self.id(*r)))?;
        let number = ["count Pips", "mapEntry", "var", "value Player", "value Piece", "state"]
            .contains(&self.id(left));
        if !number || self.facts.sort_of_clause(self.c, left) == "site" {
            return None;
        }
        let written: Vec<&Arg> =
            ["sites", "array"].iter().flat_map(|n| super::facts::items_of(self.peek(region, n))).collect();
        let numbers: Option<Vec<String>> =
            written.iter().map(|a| int_of(Some(a)).map(grammar::number)).collect();
        let numbers = numbers.filter(|n| !n.is_empty())?;
        self.mark_all(region);
        Some(grammar::list(&numbers, "or"))
    }

    fn region_is_named(&self, arg: &Arg) -> bool {
        node_of(Some(arg)).is_some_and(|n| self.id(n) == "sites#5")
    }

    fn is_threatened(&mut self, id: CheckedId, denied: bool) -> Clause {
        self.said_type(id);
        let what = self.take(id, "what").map(|a| self.np(a, "apiece").text);
        let at = self.take(id, "at").map(|a| self.np(a, "site").text);
        let within = self.take(id, "in").map(|a| self.all_of(a).text);
        let by = match self.take(id, "moves") {
            Some(m) => format!(" (by a move of this kind: {})", self.moves_inline(m)),
            None => String::new(),
        };
        let king = what.as_ref().is_some_and(|w| w.ends_with("king"));
        let (would, threat) =
            if king { ("be in check", "in check") } else { ("be threatened", "threatened") };
        match (what, at, within) {
            (Some(w), Some(at), _) => {
                let modal = if denied { "would not" } else { "would" };
                Clause::new(&w, format!("{modal} {would} {} {at}{by}", self.noun().on))
            }
            (Some(w), None, Some(r)) => {
                let modal = if denied { "would not" } else { "would" };
                Clause::new(&w, format!("{modal} {would} {} {r}{by}", self.noun().on))
            }
            (Some(w), None, None) => {
                Clause::new(&w, format!("{} {threat}{by}", verb("is", Number::One, denied)))
            }
            (None, Some(at), _) => {
                Clause::new(&at, format!("{} under attack{by}", verb("is", Number::One, denied)))
            }
            (None, None, Some(r)) => {
                Clause::new(&r, format!("{} under attack{by}", verb("is", Number::Many, denied)))
            }
            (None, None, None) => Clause::new(
                "any of your pieces",
                format!("{} threatened{by}", verb("is", Number::One, denied)),
            ),
        }
    }

    fn is_line(&mut self, id: CheckedId, denied: bool) -> Clause {
        self.said_type(id);
        let length = self.take(id, "length").map(|a| self.np(a, "").text).unwrap_or_default();
        let exact = matches!(self.take(id, "exact").map(|a| &a.value), Some(Value::Bool(true)));
        let who = self.take(id, "who").map(|a| self.np(a, "player"));
        let mut kind = String::new();
        for name in ["what", "whats"] {
            if self.c.node(id).entry.slot(name).is_some()
                && let Some(a) = self.take(id, name)
                // The number of the mover stands for the mover's own piece.
                && node_of(Some(a)).is_none_or(|n| self.id(n) != "mover")
            {
                kind = match self.kinds_alike(a) {
                    Some(word) => format!(" made of {word} pieces"),
                    None => format!(" made of {}", self.np(a, "apieceor").text),
                };
            }
        }
        let way = match self.take(id, "directions") {
            Some(a) => {
                let words = super::words::direction_words(self, a);
                match words.join(" ").as_str() {
                    "Orthogonal" => "orthogonal ".to_string(),
                    "Diagonal" => "diagonal ".to_string(),
                    "All" | "Adjacent" => String::new(),
                    _ => format!("{} ", "straight"),
                }
            }
            None => String::new(),
        };
        let direction = match self.peek(id, "directions") {
            Some(a) if way == "straight " => format!(" ({})", self.direction(a)),
            Some(_) | None => String::new(),
        };
        let mut tail = String::new();
        let mut part_of = None;
        if let Some(a) = self.take(id, "through") {
            let at = self.np(a, "site").text;
            if at != self.names.last_to {
                // Without a player, it is the line of whoever stands there.
                if who.is_none() && kind.is_empty() {
                    part_of = Some(at);
                } else {
                    tail.push_str(&format!(" through {at}"));
                }
            }
        }
        if let Some(a) = self.take(id, "throughAny") {
            let region = self.all_of(a).text;
            let much = match self.take(id, "throughHowMuch") {
                Some(n) => format!("{} of ", self.np(n, "").text),
                None => "any of ".to_string(),
            };
            tail.push_str(&format!(" through {much}{region}"));
        }
        if matches!(self.take(id, "contiguous").map(|a| &a.value), Some(Value::Bool(false))) {
            tail.push_str(" (gaps are allowed)");
        }
        if let Some(a) = self.take(id, "if") {
            let that = format!("each {} of it", self.noun().one);
            let before = std::mem::replace(&mut self.names.to, that);
            tail.push_str(&format!(" in which {}", self.cond(a)));
            self.names.to = before;
        }
        for (name, said) in [
            ("byLevel", " (counting along the levels of stacks too)"),
            ("top", " (only the tops of stacks count)"),
            ("isVisible", " (only pieces that nothing covers count)"),
        ] {
            match self.take(id, name).map(|a| &a.value) {
                Some(Value::Bool(true)) => tail.push_str(said),
                Some(Value::Node(_)) => tail.push_str(said),
                _ => {}
            }
        }
        if matches!(self.take(id, "useOpposites").map(|a| &a.value), Some(Value::Bool(false))) {
            tail.push_str(" (counted in one direction only)");
        }
        let exactly = if exact { "exactly " } else { "" };
        // Where the board has room for longer lines, they count too.
        let room = int_of(self.peek(id, "length")).is_some_and(|n| n < self.longest_line() && n > 3);
        let length = if !exact && room && !self.facts.mills { format!("{length} or more") } else { length };
        let line = format!("{way}line of {exactly}{length}{kind}{direction}{tail}");
        let line = if self.facts.mills && length == "three" && kind.is_empty() {
            format!("mill ({way}line of {exactly}{length}{direction}){tail}")
        } else {
            line
        };
        if let Some(at) = part_of {
            let line = grammar::a(&line);
            return Clause::new(&at, format!("{} part of {line}", verb("is", Number::One, denied)));
        }
        match who {
            Some(w) if w.text == "all players" || w.text == "each player" => Clause::whole(format!(
                "{} {line} of pieces",
                if denied { "there is no" } else { "there is a" }
            )),
            Some(w) if w.number != Number::You => {
                let has = verb("has", w.number, false);
                let line = if denied { format!("no {line}") } else { grammar::a(&line) };
                Clause::new(&w.text, format!("{has} {line}"))
            }
            Some(_) | None => {
                let you = self.names.mover.clone();
                let have = if you.number == Number::One { "has" } else { "have" };
                let line = grammar::a(&line);
                Clause::new(
                    &you.text,
                    if denied { format!("{have} not made {line}") } else { format!("{have} made {line}") },
                )
            }
        }
    }

    /// The word that these pieces, and no others of the game, have in their names: `tall`, `dark`.
    fn kinds_alike(&mut self, whats: &'a Arg) -> Option<String> {
        let ids: Vec<CheckedId> = super::facts::items_of(Some(whats))
            .into_iter()
            .map(|a| node_of(Some(a)))
            .collect::<Option<_>>()?;
        let names: Vec<String> = ids
            .iter()
            .map(|id| super::facts::text_of(self.peek(*id, "name")).map(|n| self.piece_words(n).1))
            .collect::<Option<_>>()?;
        let all: Vec<String> = self.facts.pieces.iter().map(|p| self.piece_words(p).1).collect();
        let has = |name: &str, word: &str| name.split(' ').any(|w| w == word);
        let word = names.first()?.split(' ').find(|word| {
            names.len() > 2
                && names.iter().all(|n| has(n, word))
                && all.iter().filter(|n| has(n, word)).all(|n| names.contains(n))
        })?;
        let word = word.to_string();
        ids.into_iter().for_each(|id| self.mark_all(id));
        Some(word)
    }

    fn is_connected(&mut self, id: CheckedId, denied: bool) -> Clause {
        self.said_type(id);
        let blocked = self.id(id) == "is Blocked";
        let number = self.take(id, "number").map(|a| self.np(a, "").text);
        let at = self.take(id, "at").map(|a| self.np(a, "site").text);
        let way = match self.take(id, "directions") {
            Some(a) => format!(" (connected {})", self.direction(a)),
            None => String::new(),
        };
        let (mut owner, mut targets) = (Np::you(), String::new());
        if let Some(a) = self.take(id, "role") {
            owner = self.np(a, "player");
            targets = format!("{} regions", grammar::possessive(&owner.text));
        } else if let Some(a) = self.take(id, "regionType") {
            targets = match a.value.word() {
                Some("Sides") => "sides of the board".to_string(),
                Some("SidesNoCorners") => "sides of the board (corners belong to neither side)".to_string(),
                Some("Corners") => "corners of the board".to_string(),
                _ => self.np(a, "").text.replace("its ", ""),
            };
            targets = match &number {
                Some(n) => format!("{n} {targets}"),
                None => format!("all {targets}"),
            };
        } else {
            let parts: Vec<String> =
                self.items(id, "regions").into_iter().map(|r| self.all_of(r).text).collect();
            targets.push_str(&grammar::list(&parts, "and"));
        }
        if let (Some(n), true) = (&number, self.has(id, "role") || self.has(id, "regions")) {
            targets = format!("{n} of {targets}");
        }
        let at = match at {
            Some(a) if a != self.names.last_to => format!(" through {a}"),
            _ => String::new(),
        };
        if blocked {
            return Clause::new(
                &owner.text,
                format!(
                    "{} cut off for good from connecting {targets}{way}{at}",
                    verb("is", owner.number, denied)
                ),
            );
        }
        let subject =
            format!("a chain of {} {}", grammar::possessive(&owner.text), grammar::plural(&self.facts.piece));
        Clause::new(&subject, format!("{} {targets}{way}{at}", verb("connects", Number::One, denied)))
    }

    fn is_loop(&mut self, id: CheckedId, denied: bool) -> Clause {
        self.said_type(id);
        let mut tail = String::new();
        if let Some(a) = self.take(id, "surround").or_else(|| self.take(id, "surroundList")) {
            let who = self.np(a, "player").text;
            tail.push_str(&match who.as_str() {
                "nobody" => format!(" around at least one empty {}", self.noun().one),
                _ => format!(" around at least one piece of {who}"),
            });
        }
        if let Some(a) = self.take(id, "directions") {
            tail.push_str(&format!(" (connected {})", self.direction(a)));
        }
        let owner = match self.take(id, "colour") {
            Some(a) => self.np(a, "player"),
            None => self.names.mover.clone(),
        };
        if let Some(a) = self.take(id, "start") {
            tail.push_str(&format!(" through {}", self.np(a, "site").text));
        }
        if let Some(a) = self.take(id, "regionStart") {
            tail.push_str(&format!(" through any of {}", self.all_of(a).text));
        }
        let path = matches!(self.take(id, "path").map(|a| &a.value), Some(Value::Bool(true)));
        let subject = if path {
            "the lines drawn on the tiles".to_string()
        } else {
            format!("{} {}", grammar::possessive(&owner.text), grammar::plural(&self.facts.piece))
        };
        Clause::new(&subject, format!("{} a closed loop{tail}", verb("form", Number::Many, denied)))
    }
}

/// `there are at least three`, and whether one thing follows.
fn amount(how: Compare, n: i64) -> (String, bool) {
    let word = grammar::number(n);
    let (text, single) = match (how, n) {
        (Compare::Equal, 0) | (Compare::Less, 1) | (Compare::AtMost, 0) => {
            ("there are no".to_string(), false)
        }
        (Compare::Equal, 1) => ("there is exactly one".to_string(), true),
        (Compare::Equal, _) => (format!("there are exactly {word}"), false),
        (Compare::NotEqual, 0) | (Compare::More, 0) | (Compare::AtLeast, 1) => {
            ("there is at least one".to_string(), true)
        }
        (Compare::NotEqual, 1) => ("there are none or several".to_string(), false),
        (Compare::NotEqual, _) => (format!("there are not exactly {word}"), false),
        (Compare::Less, _) => (format!("there are fewer than {word}"), false),
        (Compare::AtMost, 1) => ("there is at most one".to_string(), true),
        (Compare::AtMost, _) => (format!("there are at most {word}"), false),
        (Compare::More, 1) => ("there is more than one".to_string(), true),
        (Compare::More, _) => (format!("there are more than {word}"), false),
        (Compare::AtLeast, _) => (format!("there are at least {word}"), false),
    };
    (text, single)
}

/// Clauses in a list: a subject said once serves those that follow with the same.
pub fn join(clauses: Vec<Clause>, word: &str) -> Clause {
    // What is always or never so decides the list, or says nothing in it.
    let (deciding, idle) = if word == "and" { ("never", "in any case") } else { ("in any case", "never") };
    if clauses.iter().any(|c| c.text() == deciding) {
        return Clause::whole(deciding);
    }
    let clauses: Vec<Clause> = match clauses.iter().any(|c| c.text() != idle) {
        true => clauses.into_iter().filter(|c| c.text() != idle).collect(),
        false => clauses,
    };
    let Some(first) = clauses.first().cloned() else { return Clause::default() };
    let shared = first.subject.is_some() && clauses.iter().all(|c| c.subject == first.subject);
    if shared {
        let predicates: Vec<String> = clauses.into_iter().map(|c| c.predicate).collect();
        return Clause { subject: first.subject, predicate: listed_with(&predicates, word) };
    }
    let mut texts: Vec<String> = Vec::new();
    let mut last: Option<String> = None;
    for clause in clauses {
        if clause.subject.is_some() && clause.subject == last {
            texts.push(clause.predicate);
        } else {
            last = clause.subject.clone();
            texts.push(clause.text());
        }
    }
    texts.dedup();
    Clause::whole(listed_with(&texts, word))
}

/// `Player 1's cannon` and `Player 2's cannon` in one list are any cannon. Nothing where the two say different things.
fn of_either(a: &str, b: &str, word: &str) -> Option<String> {
    let verb = if word == "and" { "does not hold " } else { "holds " };
    let (head, one) = a.split_once(&format!("{verb}Player 1's "))?;
    let (tail, two) = b.split_once(&format!("{verb}Player 2's "))?;
    let plain = one == two && !one.contains(' ') && head == tail;
    plain.then(|| format!("{head}{verb}{}", grammar::a(one)))
}

/// The same in a list of clauses.
fn either_side(mut clauses: Vec<Clause>, word: &str) -> Vec<Clause> {
    let mut at = 1;
    while at < clauses.len() {
        let (a, b) = (&clauses[at - 1], &clauses[at]);
        let merged = of_either(&a.predicate, &b.predicate, word).filter(|_| a.subject == b.subject);
        match merged {
            Some(predicate) => {
                clauses[at - 1].predicate = predicate;
                clauses.remove(at);
            }
            None => at += 1,
        }
    }
    clauses
}

/// `A does not hold X, or B does not hold X, or C …`: A, B and C do not all hold X.
fn not_all(clauses: &[Clause], word: &str, s: &super::facts::SiteNoun) -> Option<String> {
    if word != "or" || clauses.len() < 3 {
        return None;
    }
    let predicate = &clauses[0].predicate;
    let what = predicate.strip_prefix("does not hold ")?;
    let subjects: Vec<Vec<&str>> = clauses
        .iter()
        .filter(|c| c.predicate == *predicate)
        .map(|c| c.subject.as_deref().map(|t| t.split(' ').collect()))
        .collect::<Option<_>>()?;
    let shortest = subjects.iter().map(Vec::len).min()?;
    let first = &subjects[0];
    let head = (0..shortest).take_while(|i| subjects.iter().all(|t| t[*i] == first[*i])).count();
    let tail = (0..shortest - head)
        .take_while(|i| subjects.iter().all(|t| t[t.len() - 1 - i] == first[first.len() - 1 - i]))
        .count();
    if subjects.len() != clauses.len() || head < 2 || first[head - 1] != s.one {
        return None;
    }
    let middle: Vec<String> = subjects.iter().map(|t| t[head..t.len() - tail].join(" ")).collect();
    let (lead, end) = (first[..head - 1].join(" "), first[first.len() - tail..].join(" "));
    let text = format!("{lead} {} {} {end} do not all hold {what}", s.many, grammar::list(&middle, "and"));
    Some(grammar::tidy(&text))
}

/// Lists with `and` inside a list with `or` are kept apart by commas.
fn listed_with(parts: &[String], word: &str) -> String {
    // `is one, is four or is five`: the verb once.
    let same = |p: &String| p.strip_prefix("is ").filter(|r| !r.contains(' ')).map(str::to_string);
    if word == "or"
        && parts.len() > 1
        && let Some(values) = parts.iter().map(same).collect::<Option<Vec<String>>>()
        && values.iter().all(|v| v != "empty" && v != "occupied")
    {
        return format!("is {}", grammar::list(&values, word));
    }
    let apart = word == "or" && parts.iter().any(|p| p.contains(" and "));
    if apart { parts.join(", or ") } else { grammar::list(parts, word) }
}

/// `square that are empty` for one of them.
fn one_of_many(noun: &str) -> String {
    [(" that are ", " that is "), (" that hold ", " that holds "), (" that have ", " that has ")]
        .into_iter()
        .fold(noun.to_string(), |text, (many, one)| match text.find('(') {
            // What stands in brackets keeps its number.
            Some(at) => text[..at].replace(many, one) + &text[at..],
            None => text.replace(many, one),
        })
}
