//! What stands somewhere, whose it is, and where a place lies.

use super::super::facts::{int_of, node_of};
use super::super::writer::{Clause, Np, Writer};
use crate::grammar::{self, Number, verb};
use ludarium_ludemes::checked::{Arg, CheckedId};

impl<'a> Writer<'a> {
    pub fn no_pieces(&mut self, id: CheckedId, denied: bool) -> Clause {
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

    /// The owner of what stands somewhere is a player.
    pub fn held(&mut self, who: CheckedId, player: &'a Arg, denied: bool) -> Clause {
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
    pub fn holder(&mut self, id: CheckedId) -> String {
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

    pub fn kind_held(&mut self, what: CheckedId, piece: &'a Arg, denied: bool) -> Clause {
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

    pub fn is_player(&mut self, id: CheckedId, denied: bool) -> Clause {
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

    pub fn is_in(&mut self, id: CheckedId, denied: bool) -> Clause {
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
            .map(|n| super::super::facts::items_of(self.peek(n, "ints")))
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
        let written: Vec<&Arg> = ["sites", "array"]
            .iter()
            .flat_map(|n| super::super::facts::items_of(self.peek(region, n)))
            .collect();
        let numbers: Option<Vec<String>> =
            written.iter().map(|a| int_of(Some(a)).map(grammar::number)).collect();
        let numbers = numbers.filter(|n| !n.is_empty())?;
        self.mark_all(region);
        Some(grammar::list(&numbers, "or"))
    }

    fn region_is_named(&self, arg: &Arg) -> bool {
        node_of(Some(arg)).is_some_and(|n| self.id(n) == "sites#5")
    }

    pub fn is_threatened(&mut self, id: CheckedId, denied: bool) -> Clause {
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
}
