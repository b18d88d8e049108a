//! Lines, chains and loops.

use super::super::facts::{int_of, node_of};
use super::super::writer::{Clause, Np, Writer};
use crate::grammar::{self, Number, verb};
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

impl<'a> Writer<'a> {
    pub fn is_line(&mut self, id: CheckedId, denied: bool) -> Clause {
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
                let words = super::super::words::direction_words(self, a);
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
        let ids: Vec<CheckedId> = super::super::facts::items_of(Some(whats))
            .into_iter()
            .map(|a| node_of(Some(a)))
            .collect::<Option<_>>()?;
        let names: Vec<String> = ids
            .iter()
            .map(|id| super::super::facts::text_of(self.peek(*id, "name")).map(|n| self.piece_words(n).1))
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

    pub fn is_connected(&mut self, id: CheckedId, denied: bool) -> Clause {
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

    pub fn is_loop(&mut self, id: CheckedId, denied: bool) -> Clause {
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

    /// A path of edges.
    pub fn is_path(&mut self, id: CheckedId, denied: bool) -> Clause {
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

    /// Pieces along a walk.
    pub fn is_pattern(&mut self, id: CheckedId, denied: bool) -> Clause {
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

    /// Given pieces in given places.
    pub fn is_target(&mut self, id: CheckedId, denied: bool) -> Clause {
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
}
