//! Lists of conditions: all of them, one of them, case by case.

use super::super::facts::node_of;
use super::super::writer::{Clause, Writer};
use super::Condition;
use crate::grammar::{self, verb};
use crate::readability;
use ludarium_ludemes::checked::{Arg, CheckedId};

impl<'a> Writer<'a> {
    /// A condition that is no list of conditions, but may be told as one.
    pub fn in_parts(&mut self, id: CheckedId, denied: bool, text: String) -> Condition {
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
            .flat_map(|name| super::super::facts::items_of(self.peek(moves, name)))
            .collect();
        if readability::words(text) <= 24 || self.told_elsewhere(moves) || self.is_turned(&written) {
            return Vec::new();
        }
        let who = self.names.mover.clone();
        let can = verb("can", who.number, denied);
        let mut parts = Vec::new();
        for name in ["movesA", "movesB", "list"] {
            for item in super::super::facts::items_of(self.peek(moves, name)) {
                let said = self.moves_inline(item);
                parts.push(Condition::plain(format!("{} {can} {said}", who.text)));
            }
        }
        parts
    }

    pub fn condition_list(&mut self, word: &'static str, items: Vec<(&'a Arg, bool)>) -> Condition {
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

    /// Named once and told in another place.
    pub fn told_elsewhere(&self, id: CheckedId) -> bool {
        self.taken_out(id) || self.is_shared(id)
    }

    /// And-lists in and-lists are one list.
    pub fn flatten(&mut self, arg: &'a Arg, denied: bool) -> Option<(&'static str, Vec<(&'a Arg, bool)>)> {
        self.flatten_node(node_of(Some(arg))?, denied)
    }

    pub fn flatten_node(
        &mut self,
        id: CheckedId,
        denied: bool,
    ) -> Option<(&'static str, Vec<(&'a Arg, bool)>)> {
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

    pub fn listed(&mut self, id: CheckedId, denied: bool) -> Clause {
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

    /// One condition or another, by a third.
    pub fn if_clause(&mut self, id: CheckedId, denied: bool) -> Clause {
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
fn not_all(clauses: &[Clause], word: &str, s: &super::super::facts::SiteNoun) -> Option<String> {
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
