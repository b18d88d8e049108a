//! Pieces by their owners and kinds.

use super::super::writer::{Np, Writer};
use crate::grammar::{self, Number};
use ludarium_ludemes::checked::{CheckedId, Value};

impl<'a> Writer<'a> {
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
}
