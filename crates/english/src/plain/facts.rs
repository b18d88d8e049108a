//! What must be known of the whole description before a word is said: how many play, what a site is called, what the
//! pieces are, what marks stand for. Found by looking through the checked clauses once.

use crate::Description;
use ludarium_engine::SiteType;
use ludarium_ludemes::checked::{Arg, Checked, CheckedId, Value};
use std::collections::BTreeMap;

/// What a site is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteNoun {
    pub one: &'static str,
    pub many: &'static str,
    pub on: &'static str,
}

pub const SQUARE: SiteNoun = SiteNoun { one: "square", many: "squares", on: "on" };
pub const CELL: SiteNoun = SiteNoun { one: "cell", many: "cells", on: "on" };
pub const POINT: SiteNoun = SiteNoun { one: "point", many: "points", on: "on" };
pub const EDGE: SiteNoun = SiteNoun { one: "edge", many: "edges", on: "on" };
pub const HOLE: SiteNoun = SiteNoun { one: "hole", many: "holes", on: "in" };
pub const SPACE: SiteNoun = SiteNoun { one: "space", many: "spaces", on: "on" };

#[derive(Clone, Debug)]
pub struct Facts {
    pub players: i64,
    /// The names of pieces as declared.
    pub pieces: Vec<String>,
    /// What one piece is called where the kind does not matter.
    pub piece: String,
    pub cell: SiteNoun,
    pub default_type: SiteType,
    pub mancala: bool,
    /// Cells are squares: diagonals are what everybody calls so.
    pub squares: bool,
    /// What is marked as pending is a site.
    pub pending_is_site: bool,
    /// Which sort of thing each variable holds, by its name.
    pub vars: BTreeMap<String, &'static str>,
    /// Some rule asks for the state of a piece, or sets it.
    pub asks_state: bool,
    /// A state of 1 says that a piece has not moved yet.
    pub state_is_unmoved: bool,
    pub teams: bool,
    /// Lines of three let one take off an enemy piece: mills.
    pub mills: bool,
    /// Pieces are placed and never moved.
    pub places_only: bool,
    /// How many dice there are in all.
    pub dice: i64,
    /// What a player's own place is called, with `#` for the noun: a bar, a hand, a base.
    pub home: &'static str,
    /// The count of moves begins again after some of them.
    pub counter_resets: bool,
    /// Captures are among them.
    pub capture_resets: bool,
    /// Moving again is nothing but promotion.
    pub promotes: Option<super::again::Promotes>,
}

/// Every clause with one of these ids, in order.
pub fn clauses_of<'c>(checked: &'c Checked, ids: &'c [&'c str]) -> impl Iterator<Item = CheckedId> + 'c {
    (0..checked.nodes.len() as u32).map(CheckedId).filter(move |id| ids.contains(&checked.node(*id).entry.id))
}

pub fn text_of(arg: Option<&Arg>) -> Option<&str> {
    match arg.map(|a| &a.value) {
        Some(Value::Text(text)) => Some(text),
        Some(
            Value::Node(_)
            | Value::Array(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Enum(..)
            | Value::Hole(..),
        )
        | None => None,
    }
}

pub fn int_of(arg: Option<&Arg>) -> Option<i64> {
    match arg.map(|a| &a.value) {
        Some(Value::Int(n)) => Some(*n),
        Some(
            Value::Node(_)
            | Value::Array(_)
            | Value::Text(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Enum(..)
            | Value::Hole(..),
        )
        | None => None,
    }
}

pub fn node_of(arg: Option<&Arg>) -> Option<CheckedId> {
    match arg.map(|a| &a.value) {
        Some(Value::Node(id)) => Some(*id),
        Some(
            Value::Int(_)
            | Value::Array(_)
            | Value::Text(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Enum(..)
            | Value::Hole(..),
        )
        | None => None,
    }
}

/// The items of an array, or the one value.
pub fn items_of(arg: Option<&Arg>) -> Vec<&Arg> {
    match arg {
        None => Vec::new(),
        Some(Arg { value: Value::Array(items), .. }) => items.iter().collect(),
        Some(one) => vec![one],
    }
}

impl Facts {
    pub fn of(description: &Description<'_>) -> Facts {
        let c = description.game;
        let mut facts = Facts {
            players: 2,
            pieces: Vec::new(),
            piece: "piece".to_string(),
            cell: CELL,
            default_type: description.board.map_or(SiteType::Cell, |g| g.site_type),
            mancala: false,
            squares: false,
            pending_is_site: false,
            vars: BTreeMap::new(),
            asks_state: false,
            state_is_unmoved: false,
            teams: false,
            mills: false,
            places_only: false,
            dice: 0,
            home: "base #",
            counter_resets: false,
            capture_resets: false,
            promotes: super::again::promotes(c),
        };
        for id in clauses_of(c, &["players", "players#2"]) {
            facts.players = match c.node(id).entry.id {
                "players" => items_of(c.arg(id, "players")).len() as i64,
                _ => int_of(c.arg(id, "numPlayers")).unwrap_or(2),
            };
        }
        for id in clauses_of(c, &["piece [item]", "tile", "card [item]", "die", "domino"]) {
            let name = text_of(c.arg(id, "name")).or_else(|| text_of(c.arg(id, "label")));
            if let Some(name) = name
                && !facts.pieces.iter().any(|p| p == name)
            {
                facts.pieces.push(name.to_string());
            }
        }
        let mut kinds: Vec<String> = facts.pieces.iter().map(|p| bare(p).to_string()).collect();
        kinds.dedup();
        if let [one] = kinds.as_slice()
            && one.chars().count() > 2
            && !one.chars().any(|c| c.is_ascii_digit())
        {
            facts.piece = crate::grammar::words_of_name(one);
        }
        facts.look_at_board(description);
        facts.pending_is_site = clauses_of(c, &["set Pending"]).any(|id| {
            c.arg(id, "value").is_some_and(|a| facts.sort_of(c, a) == "site") || c.arg(id, "region").is_some()
        });
        for id in clauses_of(c, &["set Var"]).collect::<Vec<_>>() {
            let name = text_of(c.arg(id, "name")).unwrap_or("").to_string();
            if let Some(value) = c.arg(id, "newValue") {
                let sort = facts.sort_of(c, value);
                facts
                    .vars
                    .entry(name)
                    .and_modify(|s| {
                        if !sort.is_empty() {
                            *s = sort
                        }
                    })
                    .or_insert(sort);
            }
        }
        let set_states: Vec<CheckedId> = clauses_of(c, &["set State"]).collect();
        let placed = clauses_of(c, &["place", "place#2", "place Stack"])
            .filter_map(|id| int_of(c.arg(id, "state")))
            .collect::<Vec<_>>();
        facts.asks_state = clauses_of(c, &["state", "set State", "where", "is Pattern"]).next().is_some();
        facts.state_is_unmoved = !set_states.is_empty()
            && set_states.iter().all(|id| int_of(c.arg(*id, "value")) == Some(0))
            && !placed.is_empty()
            && placed.iter().all(|s| *s == 1);
        facts.teams = clauses_of(c, &["set Team [start]", "set Team [moves]"]).next().is_some();
        facts.mills = clauses_of(c, &["is Line"]).next().is_some()
            && clauses_of(c, &["move Remove"]).next().is_some()
            && clauses_of(c, &["moveAgain"]).next().is_some();
        const MOVING: [&str; 10] = [
            "move",
            "move Step",
            "move Slide",
            "move Hop",
            "move Leap",
            "forEach Piece",
            "move Select",
            "fromTo",
            "step",
            "slide",
        ];
        facts.places_only =
            clauses_of(c, &["move Add"]).next().is_some() && clauses_of(c, &MOVING).next().is_none();
        facts.capture_resets = clauses_of(c, &["remove [moves]"]).any(|id| {
            let then = c.arg(id, "then").map(|arg| arg.clauses().collect::<Vec<_>>()).unwrap_or_default();
            then.iter().any(|t| {
                c.node(*t)
                    .args
                    .iter()
                    .flatten()
                    .flat_map(Arg::clauses)
                    .any(|n| c.node(n).entry.id == "set Counter")
            })
        });
        facts.counter_resets = clauses_of(c, &["set Counter"]).next().is_some();
        facts.dice = clauses_of(c, &["dice"]).map(|id| int_of(c.arg(id, "num")).unwrap_or(1)).sum();
        facts.home = facts.home_of(c);
        facts
    }

    /// What the places of the board are called.
    fn look_at_board(&mut self, description: &Description<'_>) {
        let c = description.game;
        let mut mancala = clauses_of(c, &["mancalaBoard"]);
        self.mancala = mancala.next().is_some();
        let board = clauses_of(c, &["board", "boardless", "surakartaBoard"]).next();
        if let Some(board) = board {
            if let Some(word) = c.arg(board, "use").and_then(|a| a.value.word())
                && description.board.is_none()
            {
                self.default_type = match word {
                    "Vertex" => SiteType::Vertex,
                    "Edge" => SiteType::Edge,
                    _ => SiteType::Cell,
                };
            }
            let tiling = c.arg(board, "tiling").and_then(|a| a.value.word());
            let shapes = c.nodes.iter().map(|n| n.entry.id);
            let mut square = tiling == Some("Square");
            let mut other = tiling.is_some_and(|t| t != "Square");
            for id in shapes {
                let head = id.split([' ', '#']).next().unwrap_or(id);
                match head {
                    "square" | "rectangle" => square = true,
                    "hex" | "tri" | "tiling" | "concentric" | "celtic" | "brick" | "quadhex" | "graph"
                    | "regular" | "wedge" | "spiral" => other = true,
                    _ => {}
                }
            }
            self.squares = square && !other;
        }
        self.cell = if self.mancala {
            HOLE
        } else if self.squares {
            SQUARE
        } else if board.is_none() {
            SPACE
        } else {
            CELL
        };
    }

    /// Since when moves are counted.
    pub fn counted_since(&self) -> &'static str {
        match (self.counter_resets, self.capture_resets) {
            (false, _) => "",
            (true, true) => " since the last capture or other move that begins the count anew",
            (true, false) => " since the count last began anew",
        }
    }

    /// A table without a name gives each player a place. Where pieces are sent there and come back by the dice, it is a bar.
    fn home_of(&self, c: &Checked) -> &'static str {
        let unnamed = |id: CheckedId| c.node(id).entry.id == "mapEntry" && c.arg(id, "name").is_none();
        let inside = |part: Option<&Arg>| {
            let mut todo = part.map(|arg| arg.clauses().collect::<Vec<_>>()).unwrap_or_default();
            while let Some(id) = todo.pop() {
                if unnamed(id) {
                    return true;
                }
                todo.extend(c.node(id).clauses());
            }
            false
        };
        // What comes from a hand enters the board there.
        let from_hand = |id: CheckedId| {
            let from =
                node_of(c.arg(id, "from")).and_then(|f| node_of(c.arg(f, "site").or(c.arg(f, "region"))));
            from.is_some_and(|f| ["handSite", "sites Hand"].contains(&c.node(f).entry.id))
        };
        let sent = clauses_of(c, &["fromTo", "move"]).any(|id| inside(c.arg(id, "to")) && !from_hand(id));
        if sent && self.dice > 0 { "bar" } else { "base #" }
    }

    /// What a number stands for: `site`, `player`, `piece`, or nothing in particular.
    pub fn sort_of(&self, c: &Checked, arg: &Arg) -> &'static str {
        match &arg.value {
            Value::Node(id) => self.sort_of_clause(c, *id),
            Value::Enum(def, _) if def.name == "RoleType" => "player",
            Value::Int(_)
            | Value::Array(_)
            | Value::Text(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Enum(..)
            | Value::Hole(..) => "",
        }
    }

    pub fn sort_of_clause(&self, c: &Checked, id: CheckedId) -> &'static str {
        match c.node(id).entry.id {
            "from [int]"
            | "to [int]"
            | "between [int]"
            | "site"
            | "last From"
            | "last To"
            | "ahead"
            | "coord"
            | "coord#2"
            | "centrePoint"
            | "handSite"
            | "regionSite"
            | "where"
            | "where#2"
            | "track [int]"
            | "trackSite Move"
            | "trackSite FirstSite"
            | "trackSite EndSite"
            | "edge"
            | "edge#2" => "site",
            "mapEntry" => self.sort_of_map(c, text_of(c.arg(id, "name"))),
            "mover" | "next" | "prev" | "who" | "player [int]" => "player",
            "what" | "id [int]" | "id [int]#2" => "piece",
            "value Pending" if self.pending_is_site => "site",
            "var" => self.vars.get(text_of(c.arg(id, "key")).unwrap_or("")).copied().unwrap_or(""),
            "if [int]" => {
                let first = c.arg(id, "valueA").map_or("", |a| self.sort_of(c, a));
                if first.is_empty() { c.arg(id, "valueB").map_or("", |a| self.sort_of(c, a)) } else { first }
            }
            _ => "",
        }
    }

    /// Are the keys of a map the players? Otherwise they are numbers.
    pub fn map_by_player(&self, c: &Checked, map: CheckedId) -> bool {
        let pairs = items_of(c.arg(map, "pairs"));
        let keys = pairs.into_iter().filter_map(|a| node_of(Some(a))).map(|p| c.arg(p, "key"));
        let mut seen = Vec::new();
        for key in keys {
            match int_of(key) {
                Some(n) if n < 1 || n > self.players || seen.contains(&n) => return false,
                Some(n) => seen.push(n),
                // A piece or a name.
                None if node_of(key).is_some() || text_of(key).is_some() => return false,
                None => {}
            }
        }
        c.arg(map, "pairs").is_some()
    }

    /// Are its values sites? They are if any is written as a coordinate, or if it is asked for where a site belongs.
    pub fn map_of_sites(&self, c: &Checked, map: CheckedId) -> bool {
        let name = text_of(c.arg(map, "name"));
        let coordinates =
            items_of(c.arg(map, "pairs")).into_iter().filter_map(|a| node_of(Some(a))).any(|p| {
                ["pair [map pair]#5", "pair [map pair]#6", "pair [map pair]#7"].contains(&c.node(p).entry.id)
            });
        // What the dice are looked up in gives a number.
        let thrown = clauses_of(c, &["mapEntry"])
            .filter(|e| text_of(c.arg(*e, "name")) == name)
            .any(|e| node_of(c.arg(e, "key")).is_some_and(|k| c.node(k).entry.id == "count Pips"));
        if thrown && !coordinates {
            return false;
        }
        let used = c.nodes.iter().any(|node| {
            // Asked whether it is among numbers, it is a number.
            let numbers = node.entry.id == "is In"
                && node.args.iter().zip(node.entry.params).any(|(a, p)| a.is_some() && p.name == "array");
            !numbers
                && node.args.iter().zip(node.entry.params).any(|(arg, param)| {
                    let place = ["at", "site", "from", "to", "siteA", "siteB"].contains(&param.name);
                    let entry = node_of(arg.as_ref()).filter(|n| c.node(*n).entry.id == "mapEntry");
                    place && entry.is_some_and(|e| text_of(c.arg(e, "name")) == name)
                })
        });
        coordinates || used
    }

    pub fn sort_of_map(&self, c: &Checked, name: Option<&str>) -> &'static str {
        let mut best = "site";
        // Without a name the first table is asked.
        let unnamed = clauses_of(c, &["map"]).any(|id| text_of(c.arg(id, "name")).is_none());
        for id in clauses_of(c, &["map"]) {
            if (name.is_none() && !unnamed) || text_of(c.arg(id, "name")) == name {
                if !self.map_by_player(c, id) && !self.map_of_sites(c, id) {
                    best = "";
                }
                for pair in items_of(c.arg(id, "pairs")).into_iter().filter_map(|a| node_of(Some(a))) {
                    let named = c.arg(pair, "value").is_some_and(|v| {
                        let text = text_of(Some(v)).unwrap_or("");
                        let known = self.pieces.iter().any(|p| p == text || p == bare(text));
                        known || self.sort_of(c, v) == "piece"
                    });
                    if named {
                        return "piece";
                    }
                    match c.node(pair).entry.id {
                        "pair [map pair]#3" | "pair [map pair]#8" => best = "player",
                        "pair [map pair]#4" => best = "",
                        _ => {}
                    }
                }
            }
        }
        best
    }
}

/// A piece's name without the number of its owner.
pub fn bare(name: &str) -> &str {
    let cut = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if cut.is_empty() { name } else { cut.trim_end_matches('_') }
}
