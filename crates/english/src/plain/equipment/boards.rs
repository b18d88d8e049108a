//! Boards by their shapes, and the tracks on them.

use super::super::facts::{int_of, items_of, node_of, text_of};
use super::super::writer::Writer;
use crate::grammar::{self};
use crate::readability;
use ludarium_engine::SiteType;
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

impl<'a> Writer<'a> {
    pub fn tracks(&mut self, id: CheckedId) -> Vec<String> {
        let mut out = Vec::new();
        for name in ["track", "tracks"] {
            if self.c.node(id).entry.slot(name).is_none() {
                continue;
            }
            for a in self.items(id, name) {
                if let Some(t) = node_of(Some(a)) {
                    out.push(self.track(t));
                }
            }
        }
        same_for_all(out, self.facts.players)
    }

    pub fn track(&mut self, id: CheckedId) -> String {
        let name = self.take(id, "name").and_then(|a| text_of(Some(a))).map(super::super::nouns::track_name);
        let mut steps: Vec<String> = Vec::new();
        for a in self.items(id, "track") {
            steps.push(self.np(a, "site").text);
        }
        for a in self.items(id, "trackSteps") {
            steps.push(self.np(a, "site").text);
        }
        if self.c.node(id).entry.slot("trackDirection").is_some()
            && let Some(a) = self.take(id, "trackDirection")
        {
            steps.extend(track_text(self, text_of(Some(a)).unwrap_or("")));
        }
        let steps = self.share_noun(straight_runs(steps));
        let owner = self.take(id, "role").or_else(|| self.take(id, "owner"));
        let owner = owner.map(|a| self.np(a, "player").text);
        let looped = matches!(self.take(id, "loop").map(|a| &a.value), Some(Value::Bool(true)));
        let directed = matches!(self.take(id, "directed").map(|a| &a.value), Some(Value::Bool(true)));
        let whose = match owner {
            Some(o) if o != "nobody" && o != "all players" => format!("{} track", grammar::possessive(&o)),
            _ => "The track".to_string(),
        };
        let plain = |n: &String| n.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ') == "track";
        let turning = name.as_ref().filter(|n| n.ends_with("clockwise")).cloned();
        let whose = match &turning {
            Some(n) => whose.replacen("track", &format!("{n} track"), 1),
            None => whose,
        };
        let named = name.filter(|n| !plain(n) && turning.is_none());
        let name = named.map(|n| format!(" “{n}”")).unwrap_or_default();
        let mut text = format!("{whose}{name} runs {}", steps.join(", "));
        if looped {
            text.push_str(" and round again");
        }
        if directed {
            text.push_str(" (one way only)");
        }
        text
    }

    pub fn graph(&mut self, arg: &'a Arg) -> String {
        match node_of(Some(arg)) {
            Some(id) => self.graph_node(id),
            None => self.np(arg, "").text,
        }
    }

    /// One shape, or several.
    pub fn graph_text(&mut self, arg: &'a Arg) -> String {
        let texts: Vec<String> = items_of(Some(arg)).into_iter().map(|g| self.graph(g)).collect();
        grammar::list(&texts, "and")
    }

    /// A board that is put together, part by part.
    pub fn graph_parts(&mut self, id: CheckedId) -> Vec<String> {
        let mut parts = Vec::new();
        let several: Vec<CheckedId> = ["graphA", "graphB", "graphs"]
            .into_iter()
            .flat_map(|name| items_of(self.peek(id, name)))
            .filter_map(|a| node_of(Some(a)))
            .collect();
        let whole = self.graph_node(id);
        if let [only] = several.as_slice() {
            return self.graph_parts(*only);
        }
        if several.len() > 1 {
            for part in several {
                let text = self.graph_node(part);
                if readability::words(&text) > 24 {
                    parts.extend(self.graph_parts(part));
                } else {
                    parts.push(text);
                }
            }
            if whole.ends_with("joined where they touch") {
                parts.push("the parts are joined where they touch".to_string());
            }
            return parts;
        }
        match self.peek_node(id, "graph") {
            Some(inner) => {
                let text = self.graph_node(inner);
                parts.extend(self.graph_parts(inner));
                let rest = whole.replacen(&text, "", 1);
                let rest = rest.trim().trim_start_matches(',').trim();
                if !rest.is_empty() {
                    parts.push(rest.to_string());
                }
                parts
            }
            None => vec![whole],
        }
    }

    pub fn dim(&mut self, id: CheckedId, name: &str) -> Option<String> {
        let arg = self.take(id, name)?;
        Some(match int_of(Some(arg)) {
            Some(n) => n.to_string(),
            None => self.np(arg, "").text,
        })
    }

    pub fn graph_node(&mut self, id: CheckedId) -> String {
        let entry = self.c.node(id).entry;
        let english = self.english(id);
        if english != "*" && !english.is_empty() {
            let filled = self.fill(id, english, false, false);
            return filled.text;
        }
        let noun = match self.facts.default_type {
            SiteType::Vertex => "points",
            SiteType::Cell | SiteType::Edge => "squares",
        };
        let diagonals = match self.take(id, "diagonals").and_then(|a| a.value.word()) {
            Some("Implied") => ", with diagonal neighbours",
            Some("Solid" | "SolidNoSplit") => ", with both diagonals drawn in every square",
            Some("Alternating") => ", with diagonals drawn in alternate directions",
            Some("Concentric") => ", with diagonals drawn around the centre",
            Some("Radiating") => ", with diagonals drawn outwards from the centre",
            Some(_) | None => "",
        };
        match entry.id {
            "square" | "square Square" | "square Rectangle" | "square NoShape" => {
                let n = self.dim(id, "dim").unwrap_or_default();
                let pyramid = match self.take(id, "pyramidal").map(|a| &a.value) {
                    Some(Value::Bool(true)) => ", on which pieces can be built up as a pyramid",
                    _ => "",
                };
                format!("a board of {n} by {n} {noun}{diagonals}{pyramid}")
            }
            "rectangle" => {
                let rows = self.dim(id, "dimA").unwrap_or_default();
                match self.dim(id, "dimB") {
                    Some(columns) => {
                        format!("a board of {rows} rows and {columns} columns of {noun}{diagonals}")
                            .replace("a board of 1 rows and", "a single row of")
                            .replace(" columns of ", if rows == "1" { " " } else { " columns of " })
                    }
                    None => format!("a board of {rows} by {rows} {noun}{diagonals}"),
                }
            }
            "concentric Square"
            | "concentric Triangle"
            | "concentric Hexagon"
            | "concentric Target"
            | "concentric" => {
                let shape = match entry.id {
                    "concentric Square" => "squares",
                    "concentric Triangle" => "triangles",
                    "concentric Hexagon" => "hexagons",
                    "concentric Target" => "circles",
                    _ => match self.take(id, "sides") {
                        Some(a) => {
                            let sides = self.np_text(a);
                            return self.concentric(id, &format!("polygons with {sides} sides"));
                        }
                        None => "circles",
                    },
                };
                self.concentric(id, shape)
            }
            "graph" => {
                let points = self.items(id, "vertices").len();
                let lines = self.items(id, "edges").len();
                format!("a board of {points} points joined by {lines} lines, as in the picture")
            }
            _ => "a board of its own kind".to_string(),
        }
    }

    pub fn np_text(&mut self, arg: &'a Arg) -> String {
        self.np(arg, "").text
    }

    pub fn concentric(&mut self, id: CheckedId, shape: &str) -> String {
        let rings = self.take(id, "rings").map(|a| self.np(a, "").text).unwrap_or_else(|| "several".into());
        let mut text = format!("a board of {rings} concentric {shape}");
        if self.c.node(id).entry.slot("cells").is_some()
            && let Some(a) = self.take(id, "cells")
        {
            text = format!("a board of concentric rings of {} cells", self.np(a, "").text);
        }
        if let Some(a) = self.take(id, "steps") {
            text.push_str(&format!(" with {} steps around", self.np(a, "").text));
        }
        for (name, yes, no) in [
            (
                "midpoints",
                ", with points at the middle of the sides",
                ", without points at the middle of the sides",
            ),
            (
                "joinMidpoints",
                ", joined at the middle of the sides",
                ", not joined at the middle of the sides",
            ),
            ("joinCorners", ", joined at the corners", ", not joined at the corners"),
            ("stagger", ", staggered", ""),
        ] {
            match self.take(id, name).map(|a| &a.value) {
                Some(Value::Bool(true)) => text.push_str(yes),
                Some(Value::Bool(false)) => text.push_str(no),
                _ => {}
            }
        }
        text
    }
}

/// A coordinate as its column and its row.
pub fn column_and_row(label: &str) -> Option<(i64, i64)> {
    let bare = label.strip_prefix("hole ").unwrap_or(label);
    let digits = bare.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = bare.split_at(digits);
    if letters.is_empty() || letters.len() > 2 || !letters.chars().all(|c| c.is_ascii_uppercase()) {
        return None;
    }
    let column = letters.bytes().fold(0i64, |n, b| n * 26 + i64::from(b - b'A') + 1);
    Some((column, number.parse().ok()?))
}

/// Places in a row that follow one another along a line: `A1 to A6`.
fn straight_runs(steps: Vec<String>) -> Vec<String> {
    let places: Vec<Option<(i64, i64)>> = steps.iter().map(|s| column_and_row(s)).collect();
    let step = |i: usize| {
        let ((a, b), (x, y)) = places.get(i).copied().flatten().zip(places.get(i + 1).copied().flatten())?;
        let way = (x - a, y - b);
        (way.0.abs() + way.1.abs() == 1).then_some(way)
    };
    let mut out = Vec::new();
    let mut from = 0;
    while from < steps.len() {
        let mut to = from;
        while step(to).is_some() && (to == from || step(to) == step(from)) {
            to += 1;
        }
        if to - from >= 2 {
            let end = steps[to].strip_prefix("hole ").unwrap_or(&steps[to]);
            out.push(format!("{} to {end}", steps[from]));
            from = to + 1;
        } else {
            out.push(steps[from].clone());
            from += 1;
        }
    }
    out
}

/// A track that every player has is told once.
fn same_for_all(tracks: Vec<String>, players: i64) -> Vec<String> {
    let way = |text: &str| {
        let (whose, steps) = text.split_once(" runs ")?;
        whose.starts_with("Player ").then(|| steps.to_string())
    };
    let ways: Vec<Option<String>> = tracks.iter().map(|t| way(t)).collect();
    match ways.as_slice() {
        [Some(first), rest @ ..]
            if players > 1
                && ways.len() as i64 == players
                && rest.iter().all(|r| r.as_ref() == Some(first)) =>
        {
            vec![format!("The track is the same for all players and runs {first}")]
        }
        _ => tracks,
    }
}

/// A track written as text: sites, directions and ends, between commas.
fn track_text(w: &Writer<'_>, text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (i, step) in text.split(',').map(str::trim).enumerate() {
        let letters: String = step.chars().take_while(|c| c.is_ascii_alphabetic()).collect();
        let digits: String = step.chars().skip_while(|c| c.is_ascii_alphabetic()).collect();
        if let Ok(n) = step.parse::<i64>() {
            let site = w.site_name(n);
            out.push(if i == 0 { format!("from {site}") } else { format!("to {site}") });
        } else if letters == "End" {
            out.push("off the board at the end".to_string());
        } else if letters.chars().all(|c| c.is_ascii_uppercase()) && !letters.is_empty() {
            let way = super::super::nouns::compass(&letters);
            match digits.parse::<i64>() {
                Ok(n) => out.push(format!("{} {way}", grammar::number(n))),
                Err(_) => out.push(way.to_string()),
            }
        } else {
            out.push(grammar::words_of_name(step));
        }
    }
    out
}
