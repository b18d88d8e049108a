//! Captures by their kinds: between two, by intervention, by enclosure, by surrounding, along a line.

use super::super::facts::int_of;
use super::super::say::Say;
use super::super::writer::Writer;
use crate::grammar::{self};
use ludarium_ludemes::checked::CheckedId;

impl<'a> Writer<'a> {
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
                            _ => format!(
                                "pieces on {} that {}",
                                s.many,
                                super::super::nouns::plural_predicate(p)
                            ),
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

    pub fn capture(&mut self, id: CheckedId, name: &str, caught: String, effect: Option<Say>) -> Say {
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

    pub fn centre(&mut self, id: CheckedId) -> String {
        match self.take_node(id, "from") {
            Some(f) => self.origin_of(f),
            None => self.names.last_to.clone(),
        }
    }

    /// What must stand at the other end.
    pub fn partner(&mut self, id: CheckedId, default: &str) -> (String, Option<Say>) {
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

    pub fn custodial(&mut self, id: CheckedId) -> Say {
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

    pub fn intervene(&mut self, id: CheckedId) -> Say {
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

    pub fn enclose(&mut self, id: CheckedId) -> Say {
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

    pub fn surround(&mut self, id: CheckedId) -> Say {
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

    pub fn directional(&mut self, id: CheckedId) -> Say {
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

pub fn also(say: Say, more: Option<Say>) -> Say {
    match more {
        Some(m) => Say::Then(Box::new(say), Box::new(m)),
        None => say,
    }
}
