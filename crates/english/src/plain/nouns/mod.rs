//! Noun phrases that need more than a template: places of a move, pieces, counts, regions; and directions.

mod numbers;
mod pieces;
mod places;
mod regions;

pub use numbers::constant;
pub use places::{compass, track_name};
pub use regions::{place_called, without_player};

use super::facts::{int_of, node_of};
use super::writer::{Np, Writer};
use crate::grammar::{self, Number};
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
