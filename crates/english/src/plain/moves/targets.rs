//! Where a move begins and ends, and what happens there.

use super::super::facts::{node_of, text_of};
use super::super::say::Say;
use super::super::writer::{Np, Writer};
use super::{COUNT_ANEW, gerund};
use crate::grammar::{self};
use ludarium_ludemes::checked::{Arg, CheckedId};

/// Where a move goes: `to an empty square`, and what happens there.
pub struct Target {
    pub text: String,
    pub effect: Option<Say>,
    /// What must hold besides, when it is too long to stand in the sentence.
    pub needs: Option<super::super::conditions::Condition>,
}

impl Target {
    pub fn plain(text: impl Into<String>) -> Target {
        Target { text: text.into(), effect: None, needs: None }
    }
}

impl<'a> Writer<'a> {
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
    pub fn target(&mut self, id: CheckedId, apart: bool) -> Target {
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
    pub fn finish_with(
        &mut self,
        id: CheckedId,
        text: String,
        needs: Option<super::super::conditions::Condition>,
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

    pub fn finish(&mut self, id: CheckedId, text: String, effects: Vec<Option<Say>>) -> Say {
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

    pub fn origin(&mut self, id: CheckedId) -> String {
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

    /// `(to …)` inside a template.
    pub fn part_site(&mut self, arg: &'a Arg, from: bool) -> Np {
        match node_of(Some(arg)) {
            Some(id) if from => Np::one(self.origin_of(id)),
            Some(id) => Np::one(self.target_of(id)),
            None => Np::one(text_of(Some(arg)).unwrap_or("")),
        }
    }
}
