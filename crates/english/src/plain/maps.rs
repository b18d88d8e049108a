//! Tables of a description (`map`): what their keys and values stand for, how they are told, and what an entry is called.
//! A number may stand for a player, a piece, a place or itself; which of them is read off the rules that ask the table.

use super::facts::{clauses_of, int_of, items_of, node_of, text_of};
use super::writer::{Np, Writer};
use crate::grammar;
use ludarium_ludemes::checked::{Arg, CheckedId};

impl<'a> Writer<'a> {
    /// What the keys of a table stand for: `player`, `piece`, `site`, or nothing but numbers.
    pub fn map_keys(&self, name: Option<&str>) -> &'static str {
        let mut found = None;
        for entry in clauses_of(self.c, &["mapEntry"]).filter(|e| text_of(self.peek(*e, "name")) == name) {
            let sort = match (self.peek(entry, "keyRole"), self.peek(entry, "key")) {
                (Some(_), _) => "player",
                (None, Some(key)) if self.gives_piece(key) => "piece",
                (None, Some(key)) => self.facts.sort_of(self.c, key),
                (None, None) => continue,
            };
            match found {
                None | Some("") => found = Some(sort),
                Some(known) if sort.is_empty() || known == sort => {}
                Some(_) => return "",
            }
        }
        found.unwrap_or("")
    }

    /// A piece, or an entry of a table of pieces.
    fn gives_piece(&self, arg: &Arg) -> bool {
        let Some(id) = node_of(Some(arg)) else { return false };
        let table = || {
            let name = text_of(self.peek(id, "name"));
            clauses_of(self.c, &["map"])
                .filter(|m| text_of(self.peek(*m, "name")) == name)
                .flat_map(|m| items_of(self.peek(m, "pairs")))
                .filter_map(|a| node_of(Some(a)))
                .filter_map(|p| self.peek(p, "value"))
                .any(|v| self.piece_named(v).is_some())
        };
        match self.id(id) {
            "what" | "id [int]" | "id [int]#2" => true,
            "mapEntry" => table(),
            _ => false,
        }
    }

    /// A key or a value of a table in words.
    fn map_part(&mut self, arg: &'a Arg, sort: &'static str) -> String {
        match (int_of(Some(arg)), sort) {
            (Some(n), "player") => self.literal(n, "player").text,
            (Some(n), "piece") => self.literal(n, "piece").text,
            (Some(n), "site") => self.site_name(n),
            (Some(n), _) => n.to_string(),
            (None, "site") => self.np(arg, "mapvalue").text,
            (None, _) => self.np(arg, if sort.is_empty() { "mapvalue" } else { sort }).text,
        }
    }

    /// Is the table asked for what the dice show?
    fn asked_by_dice(&self, name: Option<&str>) -> bool {
        let mut entries =
            clauses_of(self.c, &["mapEntry"]).filter(|e| text_of(self.peek(*e, "name")) == name).peekable();
        entries.peek().is_some()
            && entries.all(|e| self.peek_node(e, "key").is_some_and(|k| self.id(k) == "count Pips"))
    }

    /// What each throw counts, where it is not what the dice show.
    fn throws(&mut self, id: CheckedId) -> Option<String> {
        let name = text_of(self.peek(id, "name"));
        if !self.asked_by_dice(name) || self.facts.map_of_sites(self.c, id) {
            return None;
        }
        let mut odd = Vec::new();
        let mut all = Vec::new();
        for pair in items_of(self.peek(id, "pairs")).into_iter().filter_map(|a| node_of(Some(a))) {
            let (k, v) = (int_of(self.peek(pair, "key"))?, int_of(self.peek(pair, "value"))?);
            all.push(k);
            if k != v {
                odd.push(format!("{} counts as {}", grammar::number(k), grammar::number(v)));
            }
        }
        self.mark_all(id);
        Some(match odd.is_empty() {
            true => "A throw counts as the sum of the dice".to_string(),
            false if odd.len() == all.len() => {
                format!("Throws count as follows: a sum of {}", odd.join("; "))
            }
            false => format!("A throw counts as the sum of the dice, except: a sum of {}", odd.join("; ")),
        })
    }

    pub fn map_item(&mut self, id: CheckedId) -> String {
        if let Some(text) = self.piece_table_words(id).or_else(|| self.throws(id)) {
            return text;
        }
        let name = self.take(id, "name");
        let s = self.noun();
        let keys = self.map_keys(text_of(name));
        let values = self.facts.sort_of_map(self.c, text_of(name));
        let mut pairs: Vec<(String, String)> = Vec::new();
        for a in self.items(id, "pairs") {
            let Some(pair) = node_of(Some(a)) else { continue };
            let (key, value) = (self.take(pair, "key"), self.take(pair, "value"));
            let landmark = self.take(pair, "landmark").or_else(|| self.take(pair, "keyRole"));
            let key = key.or_else(|| self.take(pair, "role"));
            let by_player = key.is_some_and(|k| int_of(Some(k)).is_none() && node_of(Some(k)).is_none());
            let of = match (by_player, keys) {
                (true, _) => "mapkey",
                (false, "") if self.facts.map_by_player(self.c, id) && values == "site" => "player",
                (false, sort) => sort,
            };
            let key = key.map(|k| self.map_part(k, of)).unwrap_or_default();
            let value = match (value, landmark) {
                (Some(v), _) => self.map_part(v, values),
                (None, Some(l)) => self.np(l, "enum").text,
                (None, None) => String::new(),
            };
            pairs.push((key, value));
        }
        let keys: Vec<String> =
            self.items(id, "keys").into_iter().map(|a| self.np(a, "mapvalue").text).collect();
        let listed: Vec<String> =
            self.items(id, "values").into_iter().map(|a| self.np(a, "mapvalue").text).collect();
        pairs.extend(keys.into_iter().zip(listed));
        let by_player = pairs.iter().all(|(key, _)| key.starts_with("Player ") && !key.contains("'s "));
        let pairs = merged(pairs);
        let arrow = if by_player { ": " } else { " → " };
        let texts: Vec<String> = pairs.iter().map(|(k, v)| format!("{k}{arrow}{v}")).collect();
        let what = match (text_of(name), values) {
            (Some(n), "site") => format!("The “{}” {} are", grammar::words_of_name(n), s.many),
            (Some(n), _) => format!("The “{}” values are", grammar::words_of_name(n)),
            (None, _) if self.facts.mancala && by_player => "The stores are".to_string(),
            (None, "site") if !by_player => format!("These {} are linked", s.many),
            (None, _) if !by_player => "The linked values are".to_string(),
            (None, _) if self.facts.home == "bar" => "The bars, where captured pieces wait, are".to_string(),
            (None, _) => format!("The base {} are", s.many),
        };
        format!("{what}: {}", texts.join("; "))
    }

    pub fn map_entry(&mut self, id: CheckedId) -> Np {
        if let Some(np) = self.piece_entry(id) {
            return np;
        }
        let name = self.take(id, "name");
        if self.asked_by_dice(text_of(name)) && self.facts.sort_of_clause(self.c, id) != "site" {
            if let Some(pips) = self.take_node(id, "key") {
                self.mark_all(pips);
            }
            return Np::one("the throw");
        }
        let key = self.take(id, "key").or_else(|| self.take(id, "keyRole"));
        let s = self.noun();
        let values = self.facts.sort_of_clause(self.c, id);
        let site = values == "site";
        let noun = match values {
            "site" => s.one,
            "piece" => "piece",
            _ => "value",
        };
        let named = text_of(name).map(|n| format!("“{}” {noun}", grammar::words_of_name(n)));
        let own = match &named {
            Some(named) => named.clone(),
            None if !site => format!("linked {noun}"),
            None if self.facts.mancala => "store".to_string(),
            None => self.facts.home.replace('#', s.one),
        };
        let sort = key.map_or("", |k| self.facts.sort_of(self.c, k));
        let text = match key {
            Some(k) if sort == "player" => match self.np(k, "player").text.as_str() {
                who if who.starts_with("the owner of ") => format!("its owner's {own}"),
                who => format!("{} {own}", grammar::possessive(who)),
            },
            Some(k) => match int_of(Some(k)) {
                Some(n) if n >= 1 && n <= self.facts.players => {
                    format!("{} {own}", grammar::possessive(&self.player_numbered(n).text))
                }
                _ => {
                    let what = named.unwrap_or_else(|| format!("linked {noun}"));
                    let key = self.np(k, if sort == "piece" { "thepiece" } else { sort }).text;
                    format!("the {what} for {key}")
                }
            },
            None => format!("the {own}"),
        };
        Np::one(text)
    }
}

/// The same value for a kind of piece of every player is told once for the kind.
fn merged(pairs: Vec<(String, String)>) -> Vec<(String, String)> {
    let kind = |key: &str| key.split_once("'s ").map(|(_, kind)| kind.to_string());
    let mut out: Vec<(String, String)> = Vec::new();
    for (key, value) in &pairs {
        let same = kind(key).filter(|k| {
            let mut all = pairs.iter().filter(|(other, _)| kind(other).as_ref() == Some(k));
            all.clone().count() > 1 && all.all(|(_, v)| v == value)
        });
        let told = (same.unwrap_or_else(|| key.clone()), value.clone());
        if !out.contains(&told) {
            out.push(told);
        }
    }
    out
}
