//! Noun phrases that need more than a template: places of a move, pieces, counts, regions; and directions.

use super::facts::{int_of, items_of, node_of, text_of};
use super::writer::{Np, Writer, any_of};
use crate::grammar::{self, Number};
use ludarium_engine::game::ContainerKind;
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

impl<'a> Writer<'a> {
    pub fn planned_noun(&mut self, id: CheckedId, sort: &'static str) -> Np {
        let s = self.noun_for(id);
        match self.id(id) {
            // -- places of a move --
            "from [int]" => {
                self.take(id, "at");
                Np::one(self.names.from.clone())
            }
            "to [int]" => Np::one(self.names.to.clone()),
            "between [int]" => Np::one(self.names.between.clone()),
            "site" => Np::one(self.names.site.clone()),
            "last To" => {
                self.take(id, "afterConsequence");
                Np::one(self.names.last_to.clone())
            }
            "last From" => {
                self.take(id, "afterConsequence");
                Np::one(self.names.last_from.clone())
            }
            // -- players --
            "mover" => self.names.mover.clone(),
            "next" => self.names.next.clone(),
            "prev" => {
                self.take(id, "type");
                self.names.prev.clone()
            }
            "player [int]" => self.names.player.clone(),
            "player [player]" => match self.take(id, "index") {
                Some(arg) => self.np(arg, "player"),
                None => Np::one("that player"),
            },
            "who" => {
                let at = self.at_phrase(id);
                Np::one(format!("the owner of the {} {at}", self.facts.piece))
            }
            // -- pieces --
            "what" => {
                let at = self.at_phrase(id);
                match sort {
                    "apiece" | "piece" => Np::one(format!("the same kind of piece as the one {at}")),
                    _ => Np::one(format!("the {} {at}", self.facts.piece)),
                }
            }
            "id [int]" => match self.take(id, "name") {
                Some(arg) => self.np(arg, if sort.is_empty() { "apiece" } else { sort }),
                None => Np::one("a piece"),
            },
            "id [int]#2" => {
                let owner = self.take(id, "who").map(|a| self.np(a, "player"));
                let words = match self.take(id, "name") {
                    Some(arg) => self.np(arg, "name").text,
                    None => self.facts.piece.clone(),
                };
                Np::one(self.owned(owner, &words, sort))
            }
            "piece [piece]" => self.piece_part(id, sort),
            // -- values --
            "state" => {
                let at = self.at_phrase(id);
                Np::one(format!("the state of the piece {at}"))
            }
            "value Piece" => {
                let at = self.at_phrase(id);
                Np::one(format!("the value of the piece {at}"))
            }
            "var" => match self.take(id, "key") {
                Some(arg) => Np::one(format!("the {} mark", self.np(arg, "quoted").text)),
                None => Np::one("the marked value"),
            },
            "value Pending" if self.facts.pending_is_site => Np::one(format!("the marked {}", s.one)),
            "value Pending" => Np::one("the pending value"),
            "if [int]" => Np::one(self.one_of_cases(id, sort)),
            "if [ints]" | "if [region]" => self.one_of_regions(id),
            "max [int]#2" | "min [int]#2" => self.extreme(id),
            "counter" => Np::one(format!("the number of moves made{}", self.facts.counted_since())),
            "- [int]" | "- [dim]" => {
                let b = self.take(id, "valueB").map(|b| self.np(b, "").text).unwrap_or_default();
                // A sum is taken away as a whole.
                let sum = b.contains(" plus ") || b.contains(" minus ");
                let b = if sum && !b.starts_with('(') { format!("({b})") } else { b };
                match self.take(id, "valueA") {
                    Some(a) if int_of(Some(a)).is_some() => {
                        Np::one(format!("{} minus {b}", self.np(a, "").text))
                    }
                    Some(a)
                        if int_of(self.peek(id, "valueB")).is_some()
                            || node_of(Some(a))
                                .is_some_and(|n| self.id(n) == "size Stack" && self.facts.mancala) =>
                    {
                        Np::one(format!("{b} less than {}", self.np(a, "").text))
                    }
                    Some(a) => Np::one(format!("{} minus {b}", self.np(a, "").text)),
                    None => Np::one(format!("minus {b}")),
                }
            }
            "+ [dim]" | "+ [dim]#2" => self.joined(id, " plus "),
            "* [dim]" | "* [dim]#2" => self.joined(id, " times "),
            "/ [dim]" => self.joined(id, " divided by "),
            "^ [dim]" => self.joined(id, " to the power of "),
            "max [dim]" | "min [dim]" => {
                let which = if self.id(id).starts_with("max") { "larger" } else { "smaller" };
                Np::one(format!("the {which} of {}", self.joined(id, " and ").text))
            }
            "range" | "exact" | "max [range]" | "min [range]" => Np::one(self.range_words(id, sort)),
            "rotations" => Np::one(self.joined(id, " or ").text),
            // -- sites --
            "ahead" => self.ahead(id),
            "handSite" => {
                let owner = match self.take(id, "player").or_else(|| self.take(id, "role")) {
                    Some(arg) => match self.np(arg, "player").text.as_str() {
                        who if who.starts_with("the state of ") || who.starts_with("the value of ") => {
                            let place = format!("the hand of the player whose number is {who}");
                            return Np::one(place);
                        }
                        who if who.starts_with("the owner of ") => "its owner's".to_string(),
                        "all players" | "each player" | "nobody" => "the common".to_string(),
                        who => grammar::possessive(who),
                    },
                    None => "the".to_string(),
                };
                match self.take(id, "site") {
                    Some(arg) if int_of(Some(arg)) != Some(0) => {
                        let place = self.np(arg, "plusone").text;
                        Np::one(format!("place {place} of {owner} hand"))
                    }
                    Some(_) | None => Np::one(format!("{owner} hand")),
                }
            }
            "mapEntry" => self.map_entry(id),
            "regionSite" => {
                let index = self.take(id, "index");
                let region = self.take(id, "region").map(|r| self.all_of(r)).unwrap_or_default();
                if region.number == Number::One
                    && region.text.starts_with(&format!("the {} of the first piece", s.one))
                {
                    return region;
                }
                let region = region.text;
                match int_of(index) {
                    Some(0) => Np::one(format!("the first of {region}")),
                    Some(n) => Np::one(format!("the {} of {region}", grammar::ordinal(n + 1))),
                    None => {
                        let index = index.map(|i| self.np(i, "").text).unwrap_or_default();
                        Np::one(format!("the one of {region} with number {index}"))
                    }
                }
            }
            "where" => {
                let owner = self.take(id, "player").or_else(|| self.take(id, "role"));
                let owner = owner.map(|a| self.np(a, "player"));
                let words = self.take(id, "namePiece").map(|a| self.np(a, "name").text).unwrap_or_default();
                let owned = self.owned(owner, &words, "thepiece");
                let state = match self.take(id, "state") {
                    Some(a) => format!(" with state {}", self.np(a, "").text),
                    None => String::new(),
                };
                self.said_type(id);
                Np::one(format!("the {} of {owned}{state}", s.one))
            }
            "trackSite Move" => {
                let steps = self.take(id, "steps");
                let text = match steps {
                    Some(a) if int_of(Some(a)) == Some(1) => "one step further".to_string(),
                    Some(a) => match self.np(a, "").text.as_str() {
                        "the number on the die" => "to which the die leads".to_string(),
                        n if n.starts_with("the number on the ") && n.ends_with(" die") => {
                            format!("to which {} leads", &n["the number on ".len()..])
                        }
                        "the number thrown" | "the sum of the dice" | "the throw" => {
                            "to which the throw leads".to_string()
                        }
                        n if int_of(Some(a)).is_some() => format!("{n} steps further"),
                        n => format!("as many steps further as {n}"),
                    },
                    None => "further".to_string(),
                };
                let owner = match self.take(id, "role").or_else(|| self.take(id, "player")) {
                    Some(a) => grammar::possessive(&self.np(a, "player").text),
                    None => "the".to_string(),
                };
                let track = self.track_words(id, "name", &owner);
                let from = match self.take(id, "from") {
                    Some(a) => format!(" from {}", self.np(a, "site").text),
                    None => String::new(),
                };
                Np::one(format!("the {} {text} along {track}{from}", s.one))
            }
            "face" => self.face(id),
            "count Pieces" => Np::one(format!("the number of {}", self.counted_pieces(id, false))),
            "count Pips" => {
                self.take(id, "type");
                let whose = match self.take(id, "role").or_else(|| self.take(id, "of")) {
                    Some(a) => format!("{} ", grammar::possessive(&self.np(a, "player").text)),
                    None => String::new(),
                };
                let name = match self.take(id, "name") {
                    Some(a) => format!(" of {}", self.np(a, "names").text),
                    None => String::new(),
                };
                let within = match self.take(id, "in") {
                    Some(a) => format!(" in {}", self.all_of(a).text),
                    None => String::new(),
                };
                let thrown = match (self.facts.dice, whose.as_str()) {
                    (1, "") => "the number thrown".to_string(),
                    (1, whose) => format!("the number on {whose}die"),
                    (_, "") => "the sum of the dice".to_string(),
                    (_, whose) => format!("the sum of {whose}dice"),
                };
                Np::one(format!("{thrown}{name}{within}"))
            }
            // -- regions --
            "forEach [region]" => {
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
            "forEach [region]#2" => {
                let of = self.take(id, "of").map(|r| self.all_of(r).text).unwrap_or_default();
                let region = self.take(id, "region").map(|r| self.np(r, "").text).unwrap_or_default();
                self.region_np(format!("{region} (for each of {of})"))
            }
            "difference [region]" => {
                let source = self.take(id, "source").map(|r| self.np(r, "").text).unwrap_or_default();
                let less = match (self.take(id, "subtraction"), self.take(id, "site")) {
                    (Some(r), _) => self.all_of(r).text,
                    (None, Some(a)) => self.np(a, "site").text,
                    (None, None) => String::new(),
                };
                let less =
                    if self.single && less.ends_with("region") { format!("those in {less}") } else { less };
                self.region_np(format!("{source} other than {less}"))
            }
            "intersection [region]" | "intersection [region]#2" => {
                let mut parts: Vec<&'a Arg> = Vec::new();
                for name in ["region1", "region2", "regions"] {
                    parts.extend(self.items(id, name));
                }
                self.in_common(&parts)
            }
            "union [region]" | "union [region]#2" => {
                let mut parts: Vec<&'a Arg> = Vec::new();
                for name in ["region1", "region2", "regions"] {
                    parts.extend(self.items(id, name));
                }
                let single = self.single;
                let texts: Vec<String> = parts.into_iter().map(|p| self.np(p, "").text).collect();
                self.region_np(grammar::list(&texts, if single { "or" } else { "and" }))
            }
            "sites Phase" if self.facts.squares && int_of(self.peek(id, "index")).is_some_and(|n| n < 2) => {
                self.said_type(id);
                let same = int_of(self.take(id, "index")) == Some(0);
                let noun = if self.single { s.one } else { s.many };
                let text = if same {
                    format!("the {noun} of the same colour as A1")
                } else {
                    format!("the {noun} of the colour that A1 is not")
                };
                self.region_np(text)
            }
            "sites Phase" => {
                self.said_type(id);
                let class =
                    self.take(id, "index").map(|a| self.np(a, "").text).unwrap_or_else(|| "zero".into());
                let noun = if self.single { s.one } else { s.many };
                self.region_np(format!("the {noun} of colour class {class}"))
            }
            "expand" => self.expand(id),
            "sites Row" | "sites Column" => {
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
            "sites Empty" => {
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
            "sites Side" => {
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
            "sites" => Np::many("no sites at all".replace("sites", s.many)),
            "sites#2" | "sites#3" => self.listed_sites(id),
            "sites#4" => {
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
            "sites#5" => self.named_region(id),
            "sites Track" => {
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
            "sites Hand" => {
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
            "sites Start" => {
                let piece = self.take_node(id, "player");
                let what = match piece {
                    Some(p) => self.piece_part(p, "names").text,
                    None => "pieces".to_string(),
                };
                let what = if what.starts_with("the same kind")
                    || what.starts_with("the piece")
                    || what.starts_with("the ")
                {
                    "pieces of that kind".to_string()
                } else {
                    what
                };
                let text = format!("the starting {} of {what}", if self.single { s.one } else { s.many });
                self.region_np(text)
            }
            "sites Occupied" => self.occupied(id),
            "sites Between" => {
                self.said_type(id);
                let from = self.take(id, "from").map(|a| self.np(a, "site").text).unwrap_or_default();
                let to = self.take(id, "to").map(|a| self.np(a, "site").text).unwrap_or_default();
                let mut text =
                    format!("the {} between {from} and {to}", if self.single { s.one } else { s.many });
                if let Some(a) = self.take(id, "directions") {
                    text.push_str(&format!(" ({})", self.direction(a)));
                }
                let ends: Vec<&str> = [("fromIncluded", "the first"), ("toIncluded", "the last")]
                    .into_iter()
                    .filter(|(name, _)| {
                        matches!(self.take(id, name).map(|a| &a.value), Some(Value::Bool(true)))
                    })
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
            "sites LineOfSight" => self.in_sight(id),
            "sites Around" => self.around(id),
            "sites Direction" => self.in_direction(id),
            _ => Np::one("something not in words"),
        }
    }

    /// What a die shows, by its place among the dice.
    fn face(&mut self, id: CheckedId) -> Np {
        let site = self.take(id, "site");
        let at = int_of(site).or_else(|| {
            let sum = site.and_then(|a| node_of(Some(a)))?;
            constant(self, sum)
        });
        let dice: Vec<_> = self
            .d
            .board
            .map(|g| {
                g.containers.iter().skip(1).filter(|k| matches!(k.kind, ContainerKind::Dice { .. })).collect()
            })
            .unwrap_or_default();
        let place = at.zip(dice.first().filter(|_| dice.len() == 1)).map(|(n, k)| n - k.first as i64);
        match place {
            Some(k) if k >= 0 && k < self.facts.dice => {
                if self.facts.dice == 1 {
                    return Np::one("the number thrown");
                }
                Np::one(format!("the number on the {} die", grammar::ordinal(k + 1)))
            }
            Some(_) | None => {
                let at = site.map(|a| self.np(a, "site").text).unwrap_or_default();
                Np::one(format!("the number shown by the die at {at}"))
            }
        }
    }

    /// `(two if it is your turn, otherwise three)`; cases within cases are one row of cases.
    fn one_of_cases(&mut self, id: CheckedId, sort: &'static str) -> String {
        let mut cases: Vec<String> = Vec::new();
        let mut at = id;
        loop {
            let cond = self.take(at, "condition").map(|c| self.cond(c)).unwrap_or_default();
            let a = self.take(at, "valueA").map(|a| self.np(a, sort).text).unwrap_or_default();
            if cond == "in any case" {
                // Nothing after this case is ever reached.
                self.mark_all(at);
                cases.push(a);
                return format!("({})", cases.join("; otherwise "));
            }
            cases.push(format!("{a} if {cond}"));
            let next = self.peek_node(at, "valueB").filter(|n| self.id(*n) == "if [int]");
            match next.filter(|n| !self.is_shared(*n) && !self.notes.out.contains(n)) {
                Some(next) => {
                    self.take(at, "valueB");
                    at = next;
                }
                None => break,
            }
        }
        let last = self.take(at, "valueB").map(|b| self.np(b, sort).text).unwrap_or_default();
        match cases.as_slice() {
            [one] => format!("({one}, otherwise {last})"),
            all => format!("({}; otherwise {last})", all.join("; ")),
        }
    }

    /// The same for regions and lists of numbers, which may end without another case.
    fn one_of_regions(&mut self, id: CheckedId) -> Np {
        let kind = self.id(id);
        let mut cases: Vec<String> = Vec::new();
        let mut at = id;
        let last = loop {
            let cond = self.take(at, "condition").map(|c| self.cond(c)).unwrap_or_default();
            let ok = self.take(at, "ok").map(|a| self.np(a, "array").text).unwrap_or_default();
            cases.push(format!("{ok} if {cond}"));
            let next = self.peek_node(at, "notOk");
            match next.filter(|n| self.id(*n) == kind && !self.is_shared(*n) && !self.notes.out.contains(n)) {
                Some(next) => {
                    self.take(at, "notOk");
                    at = next;
                }
                None => break self.take(at, "notOk").map(|b| self.np(b, "array").text),
            }
        };
        let last = last.map(|l| format!("; otherwise {l}")).unwrap_or_default();
        let text = format!("({}{last})", cases.join("; "));
        if self.single { Np::one(text) } else { Np::many(text) }
    }

    /// The largest or smallest of many: of places, the last or the first.
    fn extreme(&mut self, id: CheckedId) -> Np {
        let largest = self.id(id).starts_with("max");
        let array = self.take(id, "array");
        let places = array.and_then(|a| node_of(Some(a))).is_some_and(|n| {
            self.id(n) == "array" && self.has(n, "region")
                || self.c.node(n).entry.gives == ludarium_ludemes::Ty::Region
        });
        let text = array.map(|a| self.np(a, "array").text).unwrap_or_default();
        if places {
            return Np::one(format!("the {} of {text}", if largest { "last" } else { "first" }));
        }
        let which = if largest { "largest" } else { "smallest" };
        if let Some(groups) = text.strip_prefix("the sizes of the groups") {
            return Np::one(format!("the size of the {which} group{groups}"));
        }
        if let Some(values) = text.strip_prefix("the values of ") {
            let most = if largest { "greatest" } else { "least" };
            return Np::one(format!("the {most} value of {values}"));
        }
        Np::one(format!("the {} among {text}", if largest { "greatest" } else { "least" }))
    }

    /// `your “outer” track`; a track called `Track` needs no name.
    pub fn track_words(&mut self, id: CheckedId, slot: &str, owner: &str) -> String {
        let name = self.take(id, slot).and_then(|a| text_of(Some(a))).map(track_name);
        match name {
            Some(n) if n.ends_with("clockwise") => format!("{owner} {n} track"),
            Some(n) if n.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ') != "track" => {
                format!("{owner} “{n}” track")
            }
            Some(_) | None => format!("{owner} track"),
        }
    }

    fn region_np(&mut self, text: String) -> Np {
        if self.single { Np::one(any_of(&text)) } else { Np::many(text) }
    }

    fn peek_hand(&self, arg: &'a Arg) -> bool {
        node_of(Some(arg)).is_some_and(|n| self.id(n) == "handSite")
    }

    /// The arguments of a clause, in order, with a word between.
    fn joined(&mut self, id: CheckedId, between: &str) -> Np {
        let names: Vec<&'static str> = self.c.node(id).entry.params.iter().map(|p| p.name).collect();
        let mut texts = Vec::new();
        for name in names {
            for item in self.items(id, name) {
                texts.push(self.np(item, "").text);
            }
        }
        Np::one(texts.join(between))
    }

    /// `on A1`, `in that hole`: where something stands.
    pub fn at_phrase(&mut self, id: CheckedId) -> String {
        let on = self.noun_for(id).on;
        self.said_type(id);
        let at = match self.take(id, "at") {
            Some(arg) => self.np(arg, "site").text,
            None => self.names.to.clone(),
        };
        let level = match self.take(id, "level") {
            Some(arg) => match self.np(arg, "").text.as_str() {
                "zero" => ", at the bottom of the stack".to_string(),
                text => format!(", at level {text}"),
            },
            None => String::new(),
        };
        let on = if at.ends_with("hand") { "in" } else { on };
        format!("{on} {at}{level}")
    }

    /// Somebody's piece: `your king`, `one of your pawns`, `a neutral disc`.
    pub fn owned(&mut self, owner: Option<Np>, words: &str, sort: &str) -> String {
        match owner {
            None => match sort {
                "apiece" => grammar::a(words),
                "thepiece" => format!("the {words}"),
                "names" => grammar::plural(words),
                _ => words.to_string(),
            },
            Some(owner) if owner.text == "nobody" => match sort {
                "apiece" => format!("a neutral {words}"),
                "names" => format!("neutral {}", grammar::plural(words)),
                _ => format!("the neutral {words}"),
            },
            Some(owner) if owner.text == "all players" || owner.text == "each player" => match sort {
                "names" => grammar::plural(words),
                _ => grammar::a(words),
            },
            Some(owner) => {
                let whose = grammar::possessive(&owner.text);
                match sort {
                    "apiece" => format!("{whose} {words}"),
                    "names" => format!("{whose} {}", grammar::plural(words)),
                    _ => format!("{whose} {words}"),
                }
            }
        }
    }

    /// `(piece …)` as part of a move.
    pub fn piece_part(&mut self, id: CheckedId, sort: &'static str) -> Np {
        let mut texts = Vec::new();
        for name in ["nameComponent", "nameComponents"] {
            for item in self.items(id, name) {
                let text = match &item.value {
                    Value::Text(t) => {
                        let (owner, words) = self.piece_words(t);
                        let owner =
                            owner.map(|n| if n == 0 { Np::one("nobody") } else { self.player_numbered(n) });
                        match (sort, owner) {
                            ("names", owner) => self.owned(owner, &words, "names"),
                            (_, None) => grammar::a(&words),
                            (_, Some(o)) if o.text == "nobody" => format!("a neutral {words}"),
                            (_, Some(o)) => {
                                format!("one of {} {}", grammar::possessive(&o.text), grammar::plural(&words))
                            }
                        }
                    }
                    _ => self.np(item, "apiece").text,
                };
                texts.push(text);
            }
        }
        for name in ["component", "components"] {
            for item in self.items(id, name) {
                // The number of a player stands for the first of that player's pieces.
                if self.facts.sort_of(self.c, item) == "player" {
                    let owner = self.np(item, "player").text;
                    let many = grammar::plural(&self.facts.piece);
                    texts.push(format!("one of {} {many}", grammar::possessive(&owner)));
                } else {
                    texts.push(self.np(item, "apiece").text);
                }
            }
        }
        let mut text = grammar::list(&texts, "or");
        if let Some(state) = self.take(id, "state") {
            text.push_str(&format!(" with state {}", self.np(state, "").text));
        }
        Np::one(text)
    }

    /// What `(count Pieces …)` counts: `your pieces on the board`.
    pub fn counted_pieces(&mut self, id: CheckedId, single: bool) -> String {
        self.said_type(id);
        let owner = self.take(id, "role").or_else(|| self.take(id, "of"));
        let owner = owner.map(|a| self.np(a, "player"));
        let words = match self.take(id, "name") {
            Some(a) => match &a.value {
                Value::Text(t) => self.piece_words(t).1,
                _ => self.np(a, "name").text,
            },
            None => self.facts.piece.clone(),
        };
        let many = grammar::plural(&words);
        let mut text = match (owner, single) {
            (Some(o), true) if o.text == "all players" || o.text == "each player" => words,
            (Some(o), false) if o.text == "all players" || o.text == "each player" => many,
            (None, true) => words,
            (None, false) => many,
            (Some(o), true) if o.text == "nobody" => format!("neutral {words}"),
            (Some(o), false) if o.text == "nobody" => format!("neutral {many}"),
            (Some(o), true) if o.number == Number::You => format!("{words} of yours"),
            (Some(o), true) => format!("{words} of {}", o.text),
            (Some(o), false) => format!("{} {many}", grammar::possessive(&o.text)),
        };
        if let Some(a) = self.take(id, "in") {
            let within = self.all_of(a).text;
            match within.strip_prefix("the ").and_then(|w| w.strip_suffix(" of the board")) {
                Some(_) => text.push_str(" on the board"),
                None => text.push_str(&format!(" {} {within}", self.within_word(&within))),
            }
        }
        if let Some(a) = self.take(id, "if") {
            let before = std::mem::replace(&mut self.names.to, "its place".to_string());
            text.push_str(&format!(" for which {}", self.cond(a)));
            self.names.to = before;
        }
        text
    }

    /// `in your hand`, `on the corner squares`.
    pub fn within_word(&self, region: &str) -> &'static str {
        if region.ends_with("hand") || region.ends_with("region") || region.contains("region ") {
            "in"
        } else {
            self.noun().on
        }
    }

    fn ahead(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        self.said_type(id);
        let site = self.take(id, "site").map(|a| self.np(a, "site").text).unwrap_or_default();
        let steps = self.take(id, "steps");
        let far = match steps {
            None => String::new(),
            Some(a) => match int_of(Some(a)) {
                Some(1) => String::new(),
                Some(n) => format!("{} {} ", grammar::number(n), s.many),
                None => format!("{} {} ", self.np(a, "").text, s.many),
            },
        };
        let dir = self.take(id, "directions");
        let words = dir.map(|d| super::words::direction_words(self, d)).unwrap_or_default();
        let text = match (words.as_slice(), far.as_str()) {
            ([one], "") if one == "Backward" => format!("the {} directly behind {site}", s.one),
            ([one], "") if one == "Forward" => format!("the {} directly in front of {site}", s.one),
            ([one], far) if one == "Backward" => format!("the {} {far}behind {site}", s.one),
            ([one], far) if one == "Forward" => format!("the {} {far}in front of {site}", s.one),
            ([one], "") if one == "SameDirection" => {
                format!("the {} next after {site} in the direction of the move", s.one)
            }
            ([one], "") if one == "OppositeDirection" => {
                format!("the {} next to {site}, opposite to the direction of the move", s.one)
            }
            ([], "") if dir.is_none() => format!("the {} directly in front of {site}", s.one),
            ([], far) if dir.is_none() => format!("the {} {far}in front of {site}", s.one),
            (_, far) => {
                let adverb = dir.map(|d| self.direction(d)).unwrap_or_default();
                let bearing = match words.as_slice() {
                    [one] => self.turned.is_none() && compass(one) != "far",
                    _ => false,
                };
                let side = ["to the left", "to the right"].contains(&adverb.as_str());
                match (far, bearing || side) {
                    // `the square north of it`, `the square two squares to the left of it`
                    (far, true) => format!("the {} {far}{adverb} of {site}", s.one),
                    ("", false) => format!("the {} next to {site} {adverb}", s.one),
                    (far, false) => format!("the {} {far}{adverb} from {site}", s.one),
                }
            }
        };
        Np::one(text)
    }

    /// `hole A1, hole B1` are `holes A1, B1`.
    pub fn share_noun(&self, texts: Vec<String>) -> Vec<String> {
        if texts.len() < 2 || !texts.iter().all(|t| t.starts_with("hole ")) {
            return texts;
        }
        let mut out: Vec<String> = texts.iter().map(|t| t["hole ".len()..].to_string()).collect();
        out[0] = format!("holes {}", out[0]);
        out
    }

    /// Sites given one by one.
    fn listed_sites(&mut self, id: CheckedId) -> Np {
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

    fn expand(&mut self, id: CheckedId) -> Np {
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
    fn named_region(&mut self, id: CheckedId) -> Np {
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

    fn occupied(&mut self, id: CheckedId) -> Np {
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

    fn around(&mut self, id: CheckedId) -> Np {
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
            Some(a) => super::words::direction_words(self, a).join(" "),
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
    fn in_sight(&mut self, id: CheckedId) -> Np {
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

    fn in_direction(&mut self, id: CheckedId) -> Np {
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

    /// A range of numbers: `of exactly two`, `between two and five`.
    pub fn range_words(&mut self, id: CheckedId, sort: &str) -> String {
        let value = |w: &mut Self, name: &str| w.take(id, name).map(|a| (int_of(Some(a)), w.np(a, "").text));
        match self.id(id) {
            "exact" => {
                let (_, n) = value(self, "value").unwrap_or_default();
                if sort == "fromto" { n } else { format!("exactly {n}") }
            }
            "max [range]" => format!("at most {}", value(self, "max").unwrap_or_default().1),
            "min [range]" => format!("at least {}", value(self, "min").unwrap_or_default().1),
            _ => {
                let (lo, a) = value(self, "min").unwrap_or_default();
                match value(self, "max") {
                    Some((Some(hi), _)) if hi >= 1_000_000_000 => format!("at least {a}"),
                    Some((hi, b)) if lo == Some(0) && hi.is_some() => format!("at most {b}"),
                    Some((hi, _)) if hi == lo && hi.is_some() => format!("exactly {a}"),
                    Some((_, b)) => format!("from {a} to {b}"),
                    None => format!("exactly {a}"),
                }
            }
        }
    }

    pub fn walks(&mut self, arg: &'a Arg) -> String {
        let walks: Vec<&'a Arg> = items_of(Some(arg));
        let s = self.noun();
        let texts: Vec<String> = walks
            .into_iter()
            .map(|w| {
                let steps = items_of(Some(w));
                match self.facts.squares.then(|| super::moves::walk_end(&steps)) {
                    Some((across, ahead)) if steps.len() > 4 => super::moves::offset_words(across, ahead, &s),
                    Some(_) | None => super::moves::walk_words(&steps, &s),
                }
            })
            .collect();
        if texts.len() > 2 && texts.iter().any(|t| t.contains(", ")) {
            return texts.join("; or ");
        }
        grammar::list(&texts, "or")
    }

    /// Directions as an adverb: `forward`, `orthogonally`, `diagonally forward`.
    pub fn direction(&mut self, arg: &'a Arg) -> String {
        super::words::direction(self, arg)
    }
}

/// `holds a piece` of one square; `hold a piece` of several.
pub fn plural_predicate(predicate: &str) -> String {
    let (verb, rest) = predicate.split_once(' ').unwrap_or((predicate, ""));
    let verb = match verb {
        "is" => "are".to_string(),
        "has" => "have".to_string(),
        "does" => "do".to_string(),
        "was" => "were".to_string(),
        _ if verb.ends_with('s') => grammar::verb(verb, Number::Many, false),
        _ => verb.to_string(),
    };
    let mut text = if rest.is_empty() { verb } else { format!("{verb} {rest}") };
    for before in [" and ", " or ", ", ", " either "] {
        for (one, many) in [("is ", "are "), ("holds ", "hold "), ("has ", "have "), ("does not ", "do not ")]
        {
            text = text.replace(&format!("{before}{one}"), &format!("{before}{many}"));
        }
    }
    text
}

/// The point of the compass in words.
pub fn compass(word: &str) -> &'static str {
    match word {
        "N" => "north",
        "S" => "south",
        "E" => "east",
        "W" => "west",
        "NE" => "north-east",
        "NW" => "north-west",
        "SE" => "south-east",
        "SW" => "south-west",
        "NNE" => "north-north-east",
        "NNW" => "north-north-west",
        "SSE" => "south-south-east",
        "SSW" => "south-south-west",
        "ENE" => "east-north-east",
        "ESE" => "east-south-east",
        "WNW" => "west-north-west",
        "WSW" => "west-south-west",
        _ => "far",
    }
}

/// Sums of numbers that are written out.
pub fn constant(w: &Writer<'_>, id: CheckedId) -> Option<i64> {
    let value = |name: &str| {
        let arg = w.peek(id, name)?;
        if let Value::Float(x) = arg.value {
            return (x.fract() == 0.0 && x.abs() < 1e9).then_some(x as i64);
        }
        int_of(Some(arg)).or_else(|| constant(w, node_of(Some(arg))?))
    };
    match w.id(id) {
        "- [int]" | "- [dim]" | "- [float]" => value("valueA")?.checked_sub(value("valueB")?),
        "+ [int]" | "+ [dim]" | "+ [float]" => value("a")?.checked_add(value("b")?),
        "* [int]" | "* [dim]" | "* [float]" => value("a")?.checked_mul(value("b")?),
        "/ [dim]" => value("a")?.checked_div(value("b")?),
        "/ [float]" => {
            let (a, b) = (value("a")?, value("b")?);
            if b != 0 && a % b == 0 { Some(a / b) } else { None }
        }
        _ => None,
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

/// `TrackCCW` is the anticlockwise track.
pub fn track_name(name: &str) -> String {
    let words = grammar::words_of_name(name);
    let bare = words.trim_start_matches("track ").trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    match bare.to_lowercase().as_str() {
        "cw" => "clockwise".to_string(),
        "ccw" => "anticlockwise".to_string(),
        _ => words,
    }
}
