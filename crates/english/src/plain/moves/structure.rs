//! Rules made of rules: several at once, a choice, conditions, the first that is possible, only the best.

use super::super::facts::{items_of, node_of};
use super::super::say::Say;
use super::super::writer::Writer;
use super::marks::reveals_together;
use crate::grammar::{self};
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

impl<'a> Writer<'a> {
    /// An effect under a condition of its own.
    pub fn effect_if(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let cond = self.take(id, "if").map(|c| self.condition(c));
        let effect = self.sub_moves(id, "effect");
        match cond {
            Some(c) if c.text == "never" || effect.is_nothing() => Say::Nothing,
            Some(c) if c.text == "in any case" => effect,
            Some(c) => Say::If(c, Box::new(effect), None, here),
            None => effect,
        }
    }

    /// Several rules at once, or one after the other.
    pub fn together(&mut self, id: CheckedId) -> Say {
        let entry = self.c.node(id).entry;
        let all = reveals_together(self.each_moves(id, &["movesA", "movesB", "list", "moves"]));
        if entry.id == "allCombinations" {
            let mut all = all.into_iter();
            let first = all.next().unwrap_or(Say::Nothing);
            let second = all.next().unwrap_or(Say::Nothing);
            return Say::Then(Box::new(first), Box::new(second));
        }
        Say::All(all)
    }

    /// A choice; castling and rules written out for each direction are told as one.
    pub fn choice(&mut self, id: CheckedId) -> Say {
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

    /// A rule under a condition.
    pub fn if_rule(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
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

    /// The first of several that is possible.
    pub fn priority(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let _s = self.noun();
        let all = self.each_moves(id, &["list", "movesA", "movesB"]);
        let mut parts = all.into_iter().filter(|s| !s.is_nothing()).collect::<Vec<_>>();
        match parts.len() {
            0 => Say::Nothing,
            1 => parts.remove(0),
            _ => Say::Scope(
                "do the first of the following that is possible (an earlier one is compulsory)".to_string(),
                Box::new(Say::All(parts)),
                here,
            ),
        }
    }

    /// Only moves that are the best by some measure.
    pub fn limited(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let entry = self.c.node(id).entry;
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

    /// What must hold when a puzzle is solved.
    pub fn puzzle(&mut self, id: CheckedId) -> Say {
        let here = vec![self.place(id)];
        let mut rules = Vec::new();
        for name in ["constraint", "constraints"] {
            for a in self.items(id, name) {
                rules.push(Say::Do(self.cond(a), vec![self.place(id)]));
            }
        }
        if let [Say::Do(one, _)] = rules.as_slice() {
            return self.did(id, format!("fill in the board so that {one}"));
        }
        Say::Scope("fill in the board so that all of these hold".to_string(), Box::new(Say::All(rules)), here)
    }

    /// `(if (can Move A) A B)`: do A if you can, else B.
    pub fn if_possible(&mut self, id: CheckedId) -> Option<Say> {
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

    pub fn do_rule(&mut self, id: CheckedId) -> Say {
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

fn both(
    a: super::super::conditions::Condition,
    b: super::super::conditions::Condition,
) -> super::super::conditions::Condition {
    let list = |c: &super::super::conditions::Condition| {
        if c.parts.is_empty() || !c.all { vec![c.clone()] } else { c.parts.clone() }
    };
    let mut parts = list(&a);
    let text = if b.all || b.parts.is_empty() {
        format!("{} and {}", a.text, b.text)
    } else {
        format!("{} and either {}", a.text, b.text)
    };
    parts.extend(list(&b));
    super::super::conditions::Condition { text, all: true, parts, implied: None, cases: false }
}
