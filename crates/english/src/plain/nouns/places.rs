//! Places by where they lie: ahead of another, along a track, in a hand.

use super::super::facts::{int_of, items_of, node_of, text_of};
use super::super::writer::{Np, Writer};
use crate::grammar::{self, Number};
use ludarium_ludemes::checked::{Arg, CheckedId};

impl<'a> Writer<'a> {
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

    pub fn peek_hand(&self, arg: &'a Arg) -> bool {
        node_of(Some(arg)).is_some_and(|n| self.id(n) == "handSite")
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

    /// `in your hand`, `on the corner squares`.
    pub fn within_word(&self, region: &str) -> &'static str {
        if region.ends_with("hand") || region.ends_with("region") || region.contains("region ") {
            "in"
        } else {
            self.noun().on
        }
    }

    pub fn ahead(&mut self, id: CheckedId) -> Np {
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
        let words = dir.map(|d| super::super::words::direction_words(self, d)).unwrap_or_default();
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

    pub fn walks(&mut self, arg: &'a Arg) -> String {
        let walks: Vec<&'a Arg> = items_of(Some(arg));
        let s = self.noun();
        let texts: Vec<String> = walks
            .into_iter()
            .map(|w| {
                let steps = items_of(Some(w));
                match self.facts.squares.then(|| super::super::moves::walk_end(&steps)) {
                    Some((across, ahead)) if steps.len() > 4 => {
                        super::super::moves::offset_words(across, ahead, &s)
                    }
                    Some(_) | None => super::super::moves::walk_words(&steps, &s),
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
        super::super::words::direction(self, arg)
    }

    /// A place in a hand.
    pub fn hand_site(&mut self, id: CheckedId) -> Np {
        let _s = self.noun_for(id);
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

    /// One of the places of a region, by its number.
    pub fn region_site(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
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

    /// The place of a piece.
    pub fn where_piece(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
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

    /// A place further along a track.
    pub fn track_move(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
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
