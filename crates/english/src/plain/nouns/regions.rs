//! Regions: all of their places, or one of them.

use super::super::facts::{int_of, node_of, text_of};
use super::super::writer::any_of;
use super::super::writer::{Np, Writer};
use super::{compass, constant, plural_predicate};
use crate::grammar::{self, Number};
use ludarium_ludemes::checked::{CheckedId, Value};

impl<'a> Writer<'a> {
    pub fn region_np(&mut self, text: String) -> Np {
        if self.single { Np::one(any_of(&text)) } else { Np::many(text) }
    }

    /// Sites given one by one.
    pub fn listed_sites(&mut self, id: CheckedId) -> Np {
        self.said_type(id);
        let mut texts = Vec::new();
        for name in ["coords", "sites", "array"] {
            for item in self.items(id, name) {
                texts.push(self.np(item, "site").text);
            }
        }
        texts.dedup();
        let mut texts = self.share_noun(texts);
        let single = self.single;
        if texts.len() == 1 {
            return Np::one(texts.remove(0));
        }
        let text = grammar::list(&texts, if single { "or" } else { "and" });
        if single { Np::one(text) } else { Np::many(text) }
    }

    pub fn expand(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        self.said_type(id);
        let steps = self.take(id, "steps");
        let n = match steps {
            Some(a) => int_of(Some(a)).or_else(|| node_of(Some(a)).and_then(|k| constant(self, k))),
            None => Some(1),
        };
        if let Some(k) = steps.and_then(|a| node_of(Some(a)))
            && n.is_some()
        {
            self.mark_all(k);
        }
        let noun = if self.single { s.one } else { s.many };
        let region = self.take(id, "region");
        let side = region.and_then(|r| node_of(Some(r))).map(|r| self.id(r));
        for name in ["container", "containerName"] {
            self.take(id, name);
        }
        let rows = match (side, n) {
            (Some("sites Bottom"), Some(n)) => {
                Some(format!("the {noun} of the {} bottom rows", grammar::number(n + 1)))
            }
            (Some("sites Top"), Some(n)) => {
                Some(format!("the {noun} of the {} top rows", grammar::number(n + 1)))
            }
            (Some("sites Left"), Some(n)) => {
                Some(format!("the {noun} of the {} left-most columns", grammar::number(n + 1)))
            }
            (Some("sites Right"), Some(n)) => {
                Some(format!("the {noun} of the {} right-most columns", grammar::number(n + 1)))
            }
            (_, _) => None,
        };
        if let Some(text) = rows
            && !self.has(id, "directions")
        {
            if let Some(r) = region.and_then(|r| node_of(Some(r))) {
                self.said_type(r);
            }
            return self.region_np(text);
        }
        let centre = match region {
            Some(r) => self.all_of(r).text,
            None => self.take(id, "origin").map(|a| self.np(a, "site").text).unwrap_or_default(),
        };
        let steps = match n {
            Some(1) => "one step".to_string(),
            Some(n) => format!("{} steps", grammar::number(n)),
            None => format!("{} steps", steps.map(|a| self.np(a, "").text).unwrap_or_default()),
        };
        let way = match self.take(id, "directions") {
            Some(a) => format!(" {}", self.direction(a)),
            None => String::new(),
        };
        self.region_np(format!("the {noun} within {steps}{way} of {centre}"))
    }

    /// `(sites Mover "Promotion")`.
    pub fn named_region(&mut self, id: CheckedId) -> Np {
        self.said_type(id);
        let owner = self.take(id, "role").or_else(|| self.take(id, "player"));
        let owner = owner.map(|a| self.np(a, "player"));
        let name = self.take(id, "name");
        let what = match text_of(name) {
            Some(n) => place_called(&self.region_words(n)),
            None if self.facts.mancala => "side".to_string(),
            None => "region".to_string(),
        };
        let s = self.noun();
        let place = match owner {
            Some(o) if o.text == "all players" || o.text == "nobody" || o.text == "each player" => {
                format!("the {what}")
            }
            Some(o) => format!("{} {what}", grammar::possessive(&o.text)),
            None => format!("the {what}"),
        };
        let within = if place.ends_with("side") { "on" } else { "in" };
        if self.single { Np::one(format!("any {} {within} {place}", s.one)) } else { Np::one(place) }
    }

    pub fn occupied(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        let owner = self.take(id, "by").or_else(|| self.take(id, "byRole"));
        let owner = owner.map(|a| self.np(a, "player"));
        let mut kinds: Vec<String> = Vec::new();
        for name in ["component", "componentName", "components"] {
            for item in self.items(id, name) {
                kinds.push(match &item.value {
                    Value::Text(t) => self.piece_words(t).1,
                    // Whose it is, is said with the owner.
                    _ => match self.np(item, "piece").text {
                        own if own.starts_with("your ") => {
                            own.rsplit("'s ").next().unwrap_or("").trim_start_matches("your ").to_string()
                        }
                        other => other,
                    },
                });
            }
        }
        let words = if kinds.is_empty() { self.facts.piece.clone() } else { grammar::list(&kinds, "or") };
        let many: Vec<String> = kinds.iter().map(|k| grammar::plural(k)).collect();
        let many = if kinds.is_empty() { grammar::plural(&words) } else { grammar::list(&many, "and") };
        let by = match &owner {
            None => grammar::a(&words),
            Some(o) if o.text == "all players" || o.text == "each player" => grammar::a(&words),
            Some(o) if o.text == "nobody" => format!("a neutral {words}"),
            Some(o) if o.number == Number::You => format!("one of your {many}"),
            Some(o) => format!("one of {} {many}", grammar::possessive(&o.text)),
        };
        let mut text = format!("the {} occupied by {by}", if self.single { s.one } else { s.many });
        if let Some(a) = self.take(id, "container").or_else(|| self.take(id, "containerName")) {
            match int_of(Some(a)) {
                Some(0) => {}
                // Hands are numbered like their owners.
                _ if self.facts.sort_of(self.c, a) == "player" => {
                    let owner = self.np(a, "player").text;
                    text.push_str(&format!(" in {} hand", grammar::possessive(&owner)));
                }
                _ => match self.np(a, "text").text.as_str() {
                    "Board" => {}
                    other => text.push_str(&format!(" in the {}", grammar::words_of_name(other))),
                },
            }
        }
        if matches!(self.take(id, "top").map(|a| &a.value), Some(Value::Bool(false))) {
            text.push_str(" (at any level of a stack)");
        }
        self.take(id, "on");
        self.region_np(text)
    }

    pub fn around(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        self.said_type(id);
        let single = self.single;
        let noun = if single { s.one } else { s.many };
        let centre = match (self.take(id, "where"), self.take(id, "regionWhere")) {
            (Some(a), _) => self.np(a, "site").text,
            (None, Some(r)) => self.all_of(r).text,
            (None, None) => self.names.to.clone(),
        };
        let kind = match self.take(id, "typeOfRegion").and_then(|a| a.value.word()) {
            Some("Empty") => "empty ",
            Some("NotEmpty") => "occupied ",
            Some("Own" | "NotOwn") => "",
            Some("Enemy") => "enemy-occupied ",
            Some("NotEnemy") => "not enemy-occupied ",
            _ => "",
        };
        let way = match self.take(id, "directions") {
            Some(a) => super::super::words::direction_words(self, a).join(" "),
            None => String::new(),
        };
        let next = match way.as_str() {
            "Orthogonal" => "orthogonally adjacent to",
            "Diagonal" => "diagonally adjacent to",
            _ => "adjacent to",
        };
        let extra = match way.as_str() {
            "" | "Orthogonal" | "Diagonal" | "Adjacent" | "All" => String::new(),
            _ => match self.peek(id, "directions") {
                Some(a) => format!(" ({})", self.direction(a)),
                None => String::new(),
            },
        };
        let mut text = match self.take(id, "distance") {
            Some(a) if int_of(Some(a)) != Some(1) => {
                let d = self.np(a, "").text;
                format!("the {kind}{noun} at a distance of {d} from {centre}{extra}")
            }
            Some(_) | None => {
                // Next to a place that holds a piece is next to the piece.
                let held = format!("the {} occupied by ", s.many);
                let centre = centre.strip_prefix(&held).filter(|p| !p.contains('(')).unwrap_or(&centre);
                format!("the {kind}{noun} {next} {centre}{extra}")
            }
        };
        let own = match self.peek_word(id, "typeOfRegion") {
            Some("Own") => Some(if single { "holds" } else { "hold" }),
            Some("NotOwn") => Some(if single { "does not hold" } else { "do not hold" }),
            Some(_) | None => None,
        };
        if let Some(hold) = own {
            text.push_str(&format!(" that {hold} one of your {}", grammar::plural(&self.facts.piece)));
        }
        if let Some(a) = self.take(id, "if") {
            let that = format!("that {}", s.one);
            let before = std::mem::replace(&mut self.names.to, that.clone());
            let clause = self.clause_of(a, false);
            self.names.to = before;
            match &clause.subject {
                Some(subject) if *subject == that => {
                    let predicate =
                        if single { clause.predicate } else { plural_predicate(&clause.predicate) };
                    text.push_str(&format!(" that {predicate}"));
                }
                Some(_) | None => text.push_str(&format!(" where {}", clause.text())),
            }
        }
        if matches!(self.take(id, "includeSelf").map(|a| &a.value), Some(Value::Bool(true))) {
            text.push_str(&format!(", including {centre}"));
        }
        self.region_np(text)
    }

    /// What is seen from a place along the lines of the board.
    pub fn in_sight(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        self.said_type(id);
        let noun = if self.single { s.one } else { s.many };
        let kind = self.take(id, "lineOfSight").and_then(|a| a.value.word());
        let from = match self.take(id, "at") {
            Some(a) => self.np(a, "site").text,
            None => self.names.to.clone(),
        };
        let way = match self.take(id, "directions") {
            Some(a) => self.direction(a),
            None => "in every direction".to_string(),
        };
        let one_way =
            ["north", "south", "east", "west"].iter().any(|w| way.starts_with(w)) && !way.contains(" or ");
        let text = match (kind, one_way) {
            (Some("Empty"), _) => format!("the empty {noun} {way} of {from}, up to the first piece"),
            (Some("Farthest"), true) => format!("the farthest empty {} {way} of {from}", s.one),
            (Some("Farthest"), false) => format!("the farthest empty {noun} {way} from {from}"),
            (_, true) => format!("the {} of the first piece {way} of {from}", s.one),
            (_, false) => format!("the {noun} of the first piece {way} from {from}"),
        };
        let text = text
            .replace(" orthogonally of ", " orthogonally from ")
            .replace(" diagonally of ", " diagonally from ");
        let text = if one_way { text } else { text.replace(&format!("{way} of "), &format!("{way} from ")) };
        match one_way && kind != Some("Empty") {
            true => Np::one(text),
            false => self.region_np(text),
        }
    }

    pub fn in_direction(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        self.said_type(id);
        let noun = if self.single { s.one } else { s.many };
        let from = match (self.take(id, "from"), self.take(id, "fromRegion")) {
            (Some(a), _) => self.np(a, "site").text,
            (None, Some(r)) => self.all_of(r).text,
            (None, None) => String::new(),
        };
        let way = match self.take(id, "directions") {
            Some(a) => self.direction(a),
            None => "in any direction".to_string(),
        };
        let mut text = match self.take(id, "distance") {
            Some(a) => {
                let n = self.np(a, "").text;
                format!(
                    "the {noun} within {n} {} {way} from {from}",
                    if n == "one" { "step" } else { "steps" }
                )
            }
            None => format!("the {noun} in line {way} from {from}"),
        };
        if matches!(self.take(id, "included").map(|a| &a.value), Some(Value::Bool(true))) {
            text.push_str(" (itself included)");
        }
        if let Some(a) = self.take(id, "stop") {
            let before = std::mem::replace(&mut self.names.to, format!("the next {}", s.one));
            let stop = self.cond(a);
            self.names.to = before;
            let last = match self.take(id, "stopIncluded").map(|a| &a.value) {
                Some(Value::Bool(true)) => " (that one included)",
                _ => "",
            };
            text.push_str(&format!(", as far as the first one where {stop}{last}"));
        }
        self.region_np(text)
    }

    /// Places of a region for which something holds.
    pub fn filtered(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        let before = std::mem::replace(&mut self.names.site, format!("that {}", s.one));
        let region = self.take(id, "region");
        let single = self.single;
        let mut text = match region {
            Some(r) => self.np(r, "").text,
            None => String::new(),
        };
        let clause = self.take(id, "if").map(|c| self.clause_of(c, false)).unwrap_or_default();
        self.names.site = before;
        let that = format!("that {}", s.one);
        text = match &clause.subject {
            Some(subject) if *subject == that => {
                format!(
                    "{text} that {}",
                    if single { clause.predicate } else { plural_predicate(&clause.predicate) }
                )
            }
            Some(_) | None => format!("{text} where {}", clause.text()),
        };
        self.region_np(text)
    }

    /// A region without another.
    pub fn less(&mut self, id: CheckedId) -> Np {
        let source = self.take(id, "source").map(|r| self.np(r, "").text).unwrap_or_default();
        let less = match (self.take(id, "subtraction"), self.take(id, "site")) {
            (Some(r), _) => self.all_of(r).text,
            (None, Some(a)) => self.np(a, "site").text,
            (None, None) => String::new(),
        };
        let less = if self.single && less.ends_with("region") { format!("those in {less}") } else { less };
        self.region_np(format!("{source} other than {less}"))
    }

    /// A row or a column.
    pub fn row_or_column(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        let row = self.id(id) == "sites Row";
        self.said_type(id);
        let index = self.take(id, "index");
        let which = match int_of(index) {
            Some(n) if row => format!("the {} row", grammar::ordinal(n + 1)),
            Some(n) => format!("the {} column", grammar::ordinal(n + 1)),
            None => {
                let text = index.map(|i| self.np(i, "").text).unwrap_or_else(|| "zero".into());
                let word = if row { "row" } else { "column" };
                match text.strip_prefix(&format!("the number of the {word} of ")) {
                    Some(site) => format!("the {word} of {site}"),
                    None => format!("the {word} whose number (from zero) is {text}"),
                }
            }
        };
        self.region_np(format!("the {} of {which}", if self.single { s.one } else { s.many }))
    }

    /// Empty places.
    pub fn empty_sites(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        self.said_type(id);
        let of = match self.take(id, "index") {
            Some(a) => match int_of(Some(a)) {
                Some(0) => String::new(),
                _ => match self.peek_hand(a) {
                    true => format!(" of {}", self.np(a, "site").text),
                    false => format!(" of container {}", self.np(a, "").text),
                },
            },
            None => String::new(),
        };
        let text = format!("the empty {}{of}", if self.single { s.one } else { s.many });
        self.region_np(text)
    }

    /// The places of a side of the board.
    pub fn side(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        self.said_type(id);
        let noun = if self.single { s.one } else { s.many };
        let text = if let Some(a) = self.take(id, "direction") {
            format!("the {noun} on the {} side", compass(a.value.word().unwrap_or("")))
        } else if let Some(a) = self.take(id, "role").or_else(|| self.take(id, "player")) {
            format!("the {noun} on {} side", grammar::possessive(&self.np(a, "player").text))
        } else {
            format!("the {noun} on the sides")
        };
        self.region_np(text)
    }

    /// Places reached by a walk.
    pub fn walked(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        let start = match self.take(id, "index") {
            Some(a) => self.np(a, "site").text,
            None => self.names.from.clone(),
        };
        let walks = self.take(id, "walks").map(|a| self.walks(a)).unwrap_or_default();
        let turned = match self.take(id, "rotations").map(|a| &a.value) {
            Some(Value::Bool(false)) => " (only as seen by the player)",
            _ => "",
        };
        self.said_type(id);
        let text = format!(
            "the {} reached from {start} by going {walks}{turned}",
            if self.single { s.one } else { s.many }
        );
        self.region_np(text)
    }

    /// The places of a track.
    pub fn of_track(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        let owner = match self.take(id, "role").or_else(|| self.take(id, "player")) {
            Some(a) => grammar::possessive(&self.np(a, "player").text),
            None => "the".to_string(),
        };
        let track = self.track_words(id, "name", &owner);
        let from = match self.take(id, "from") {
            Some(a) => format!(" from {}", self.np(a, "site").text),
            None => String::new(),
        };
        let to = match self.take(id, "to") {
            Some(a) => format!(" up to {}", self.np(a, "site").text),
            None => String::new(),
        };
        let text = format!("the {} of {track}{from}{to}", if self.single { s.one } else { s.many });
        self.region_np(text)
    }

    /// A hand.
    pub fn of_hand(&mut self, id: CheckedId) -> Np {
        self.said_type(id);
        let owner = match self.take(id, "role").or_else(|| self.take(id, "player")) {
            Some(a) => match self.np(a, "player").text.as_str() {
                "all players" | "each player" | "nobody" => "the common".to_string(),
                who => grammar::possessive(who),
            },
            None => "your".to_string(),
        };
        self.take(id, "name");
        Np::one(format!("{owner} hand"))
    }

    /// Where pieces stood at the start.
    pub fn of_start(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        let piece = self.take_node(id, "player");
        let what = match piece {
            Some(p) => self.piece_part(p, "names").text,
            None => "pieces".to_string(),
        };
        let what =
            if what.starts_with("the same kind") || what.starts_with("the piece") || what.starts_with("the ")
            {
                "pieces of that kind".to_string()
            } else {
                what
            };
        let text = format!("the starting {} of {what}", if self.single { s.one } else { s.many });
        self.region_np(text)
    }

    /// The places between two others.
    pub fn between_sites(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        self.said_type(id);
        let from = self.take(id, "from").map(|a| self.np(a, "site").text).unwrap_or_default();
        let to = self.take(id, "to").map(|a| self.np(a, "site").text).unwrap_or_default();
        let mut text = format!("the {} between {from} and {to}", if self.single { s.one } else { s.many });
        if let Some(a) = self.take(id, "directions") {
            text.push_str(&format!(" ({})", self.direction(a)));
        }
        let ends: Vec<&str> = [("fromIncluded", "the first"), ("toIncluded", "the last")]
            .into_iter()
            .filter(|(name, _)| matches!(self.take(id, name).map(|a| &a.value), Some(Value::Bool(true))))
            .map(|(_, said)| said)
            .collect();
        if !ends.is_empty() {
            text.push_str(&format!(", including {}", ends.join(" and ")));
        }
        if let Some(a) = self.take(id, "cond") {
            let before = std::mem::replace(&mut self.names.between, format!("that {}", s.one));
            text.push_str(&format!(" where {}", self.cond(a)));
            self.names.between = before;
        }
        self.region_np(text)
    }
}

/// A region's name without the player it ends in: `Home1`, `LastRankP2`.
pub fn without_player(name: &str) -> &str {
    let cut = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if cut.len() == name.len() {
        return name;
    }
    let cut = cut.strip_suffix('P').unwrap_or(cut).trim_end_matches(['_', ' ', '-']);
    if cut.is_empty() { name } else { cut }
}

/// Words that name a place by themselves.
const PLACES: [&str; 22] = [
    "region",
    "zone",
    "area",
    "home",
    "goal",
    "row",
    "side",
    "camp",
    "territory",
    "castle",
    "palace",
    "river",
    "rows",
    "columns",
    "squares",
    "cells",
    "points",
    "holes",
    "traps",
    "corners",
    "throne",
    "bank",
];

/// A region by its name; what does not sound like a place is called a region.
pub fn place_called(words: &str) -> String {
    let place = PLACES.iter().any(|w| words.ends_with(w)) || words.contains(" region ");
    if place { words.to_string() } else { format!("{words} region") }
}
