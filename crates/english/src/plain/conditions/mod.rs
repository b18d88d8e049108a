//! Conditions as clauses, positive or denied. Negation goes inwards as far as it can: nobody says `not (not empty)`.

mod compare;
mod holding;
mod idioms;
mod lists;
mod shapes;

use super::facts::node_of;
use super::writer::{Clause, Writer};
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
            "if [bool]" => self.if_clause(id, denied),
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
            "is Path" => self.is_path(id, denied),
            "is Pattern" => self.is_pattern(id, denied),
            "is Target" => self.is_target(id, denied),
            _ => Clause::whole("a condition not in words holds"),
        }
    }
}
