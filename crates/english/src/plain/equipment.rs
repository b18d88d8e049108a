//! What is needed to play: boards, tracks, hands, dice, pieces, regions, maps. And how it is set up.

use super::facts::{int_of, items_of, node_of, text_of};
use super::writer::Writer;
use crate::document::Sentence;
use crate::grammar::{self, sentence};
use crate::readability;
use ludarium_engine::SiteType;
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

/// Where pieces stand at the start, by owner.
#[derive(Default)]
pub struct Standing {
    pub owners: Vec<(String, Vec<String>, Vec<CheckedId>)>,
}

impl<'a> Writer<'a> {
    /// The sentences for one piece of equipment. Pieces are told apart.
    pub fn item(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let mut out = Vec::new();
        let mut put = |text: String| out.push(Sentence::new(sentence(&text), at.clone()));
        match self.id(id) {
            "board" | "surakartaBoard" => {
                let kind = self.facts.default_type;
                self.take(id, "use");
                let graph = self.take(id, "graph");
                let text = graph.map(|g| self.graph(g)).unwrap_or_default();
                let parts = match graph.and_then(|g| node_of(Some(g))) {
                    Some(g) if readability::words(&text) > 20 => self.graph_parts(g),
                    Some(_) | None => Vec::new(),
                };
                if parts.len() > 1 {
                    let size = self.d.board.map_or(0, |g| g.board.len(kind));
                    out.push(Sentence::with_list(
                        format!(
                            "The game is played on a board of {size} {}, as in the picture:",
                            self.noun().many
                        ),
                        at.clone(),
                        parts.iter().map(|p| Sentence::new(sentence(p), at.clone())).collect(),
                    ));
                } else {
                    out.push(Sentence::new(sentence(&format!("The game is played on {text}")), at.clone()));
                }
                let mut put = |text: String| out.push(Sentence::new(sentence(&text), at.clone()));
                let on = match kind {
                    SiteType::Cell => "",
                    SiteType::Vertex => "The pieces stand on the points where lines meet",
                    SiteType::Edge => "The game is played on the edges, the lines between the points",
                };
                if !on.is_empty() {
                    put(on.to_string());
                }
                for name in ["values", "valuesArray"] {
                    if self.c.node(id).entry.slot(name).is_some() {
                        for a in self.items(id, name) {
                            if let Some(v) = node_of(Some(a)) {
                                let kind = self
                                    .take(v, "type")
                                    .map(|t| self.np(t, "sitetype").text)
                                    .unwrap_or_default();
                                let range =
                                    self.take(v, "range").map(|r| self.np(r, "").text).unwrap_or_default();
                                put(format!("Each {kind} takes a number {range}"));
                            }
                        }
                    }
                }
                if self.id(id) == "surakartaBoard" {
                    let loops = self
                        .take(id, "loops")
                        .map(|a| format!("{} ", self.np(a, "").text))
                        .unwrap_or_default();
                    let from = self
                        .take(id, "from")
                        .map(|a| format!(" (the first begins at line {})", self.np(a, "plusone").text))
                        .unwrap_or_default();
                    put(format!("At the corners, {loops}loops join rows and columns{from}"));
                }
                for text in self.tracks(id) {
                    put(text);
                }
                if self.big_stacks(id) {
                    put("Stacks may grow to any height".to_string());
                }
            }
            "boardless" => {
                let tiling = self.take(id, "tiling").map(|a| self.np(a, "").text).unwrap_or_default();
                put(format!("There is no board: pieces are laid next to each other on a plane of {tiling}"));
                if self.big_stacks(id) {
                    put("Stacks may grow to any height".to_string());
                }
            }
            "mancalaBoard" => {
                let rows = self.take(id, "rows").map(|a| self.np(a, "").text).unwrap_or_default();
                let columns = self.take(id, "columns").map(|a| self.np(a, "").text).unwrap_or_default();
                let stores = match self.take(id, "store").and_then(|a| a.value.word()) {
                    Some("None") => " and no stores",
                    Some("Inner") => ", with the stores inside",
                    Some(_) | None => ", with a store at each end",
                };
                let number = match self.take(id, "numStores") {
                    Some(a) => format!(" ({} stores)", self.np(a, "").text),
                    None => String::new(),
                };
                put(format!(
                    "The game is played on a mancala board of {rows} rows of {columns} holes{stores}{number}"
                ));
                for text in self.tracks(id) {
                    put(text);
                }
                self.big_stacks(id);
            }
            "hand" => {
                let who = self.take(id, "role").and_then(|a| a.value.word()).unwrap_or("Each");
                let size = match self.take(id, "size") {
                    Some(a) if int_of(Some(a)) != Some(1) => format!(" with {} places", self.np(a, "").text),
                    Some(_) | None => String::new(),
                };
                put(match who {
                    "Each" => format!(
                        "Each player keeps pieces in hand, off the board{}",
                        size.replace(" with ", ", with ")
                    ),
                    "Shared" | "Neutral" | "All" => format!("There is a common stock of pieces{size}"),
                    other => format!(
                        "{} keeps pieces in hand, off the board{}",
                        self.role(other).text,
                        size.replace(" with ", ", with ")
                    ),
                });
            }
            "dice" => {
                let n = self.take(id, "num");
                let count = int_of(n).unwrap_or(1);
                let d = self.take(id, "d").map(|a| self.np(a, "").text).unwrap_or_else(|| "six".into());
                let mut text = if count == 1 {
                    format!("One {d}-sided die is used")
                } else {
                    format!("{} {d}-sided dice are used", grammar::capital(&grammar::number(count)))
                };
                if let Some(a) = self.take(id, "faces") {
                    text.push_str(&format!(", with the faces {}", self.np(a, "").text));
                }
                if let Some(a) = self.take(id, "facesByDie") {
                    let dice: Vec<String> =
                        items_of(Some(a)).into_iter().map(|d| self.np(d, "").text).collect();
                    text.push_str(&format!(", with the faces {}", dice.join("; ")));
                }
                if let Some(a) = self.take(id, "from") {
                    let sides = int_of(self.peek(id, "d"));
                    text.push_str(&match int_of(Some(a)).zip(sides) {
                        Some((from, 2)) => format!(
                            ", {}showing {} or {}",
                            if count == 1 { "" } else { "each " },
                            grammar::number(from),
                            grammar::number(from + 1)
                        ),
                        Some((from, d)) => format!(
                            ", numbered from {} to {}",
                            grammar::number(from),
                            grammar::number(from + d - 1)
                        ),
                        None => format!(", numbered from {}", self.np(a, "").text),
                    });
                }
                if let Some(a) = self.take(id, "biased") {
                    text.push_str(&format!(", whose faces have the weights {}", self.np(a, "").text));
                }
                match self.take(id, "role").and_then(|a| a.value.word()) {
                    Some("Each") => text.push_str(" by each player"),
                    Some("Shared") | None => {}
                    Some(other) => text.push_str(&format!(" by {}", self.role(other).text)),
                }
                put(text);
            }
            "deck" => {
                self.take(id, "role");
                let suits =
                    self.take(id, "suits").map(|a| self.np(a, "").text).unwrap_or_else(|| "four".into());
                let by = self.take(id, "cardsBySuit").map(|a| self.np(a, "").text);
                let each = match by {
                    Some(n) => format!("{n} cards each"),
                    None => "13 cards each".to_string(),
                };
                put(format!("A deck of cards with {suits} suits of {each} is used"));
                let cards: Vec<String> =
                    self.items(id, "cards").into_iter().map(|c| self.np(c, "").text).collect();
                if !cards.is_empty() {
                    put(format!("The cards are {}", cards.join("; ")));
                }
            }
            "regions" => {
                let text = self.region_item(id);
                put(text);
            }
            "map" | "map#2" => {
                let text = self.map_item(id);
                put(text);
            }
            "hints" => {
                self.take(id, "label");
                self.take(id, "type");
                let records = self.items(id, "records");
                let count = records.len();
                let mut said = Vec::new();
                for r in records {
                    if let Some(h) = node_of(Some(r)) {
                        let mut sites = Vec::new();
                        for name in ["region", "site"] {
                            if self.c.node(h).entry.slot(name).is_some() {
                                for a in self.items(h, name) {
                                    sites.push(self.np(a, "site").text);
                                }
                            }
                        }
                        let value = self
                            .take(h, "hint")
                            .map(|a| format!(": {}", self.np(a, "numbers").text))
                            .unwrap_or_default();
                        said.push(format!("{}{value}", sites.join(" ")));
                    }
                }
                put(format!("There are {} clues: {}", grammar::number(count as i64), said.join("; ")));
            }
            _ => {
                let english = self.english(id);
                if english != "*" && !english.is_empty() {
                    let filled = self.fill(id, english, false, false);
                    put(filled.text);
                }
            }
        }
        out
    }

    fn big_stacks(&mut self, id: CheckedId) -> bool {
        matches!(self.take(id, "largeStack").map(|a| &a.value), Some(Value::Bool(true)))
    }

    fn region_item(&mut self, id: CheckedId) -> String {
        let name = self.take(id, "name");
        let owner = self.take(id, "role");
        let words = text_of(name).map(|n| self.region_words(n));
        let what = match &words {
            Some(w) => super::nouns::place_called(w),
            None if self.facts.mancala => "side".to_string(),
            None => "region".to_string(),
        };
        let subject = match owner.and_then(|a| a.value.word()) {
            Some("All" | "Shared" | "Neutral" | "Each") | None => format!("The {what}"),
            Some(role) => format!("{} {what}", grammar::possessive(&self.role(role).text)),
        };
        let mut parts = Vec::new();
        let sites: Vec<String> =
            self.items(id, "sites").into_iter().map(|a| self.np(a, "site").text).collect();
        let sites = self.share_noun(sites);
        if !sites.is_empty() {
            parts.push(grammar::list(&sites, "and"));
        }
        for name in ["region", "regions"] {
            for a in self.items(id, name) {
                parts.push(self.all_of(a).text);
            }
        }
        for name in ["staticRegion", "staticRegions"] {
            for a in self.items(id, name) {
                parts.push(match a.value.word() {
                    Some("SubGrids") => "the board's square blocks".to_string(),
                    _ => self.np(a, "").text.replace("its ", "the board's "),
                });
            }
        }
        if let Some(a) = self.take(id, "hintRegionLabel") {
            parts.push(format!("the clues {}", self.np(a, "quoted").text));
        }
        let last = what.rsplit(' ').next().unwrap_or("");
        let several = last.ends_with('s') && !last.ends_with("ss");
        if parts.len() > 1 && parts.iter().any(|p| p.contains(" and ")) {
            let consists = if several { "consist" } else { "consists" };
            return format!("{subject} {consists} of: {}", parts.join("; "));
        }
        let list = grammar::list(&parts, "and");
        match (several, list.contains(' ')) {
            (true, _) => format!("{subject} are {list}"),
            (false, false) => format!("{subject} is {list}"),
            (false, true) => format!("{subject} consists of {list}"),
        }
    }

    /// A region's name without the player it ends in; the number stays where several regions of one side are numbered.
    pub fn region_words(&self, name: &str) -> String {
        let cut = super::nouns::without_player(name);
        let role = |id: CheckedId| self.peek_word(id, "role");
        let alike: Vec<CheckedId> = super::facts::clauses_of(self.c, &["regions"])
            .filter(|r| {
                text_of(self.peek(*r, "name")).is_some_and(|n| super::nouns::without_player(n) == cut)
            })
            .collect();
        let by_player = |n: &str| {
            n.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with('P')
                && n.ends_with(|c: char| c.is_ascii_digit())
        };
        let numbered = !by_player(name)
            && alike.iter().any(|a| {
                alike.iter().any(|b| {
                    role(*a) == role(*b) && text_of(self.peek(*a, "name")) != text_of(self.peek(*b, "name"))
                })
            });
        let words = grammar::words_of_name(if numbered { name } else { cut });
        if numbered && words != grammar::words_of_name(cut) {
            let (head, number) = words.rsplit_once(' ').unwrap_or((&words, ""));
            return format!("{head} region {number}");
        }
        words
    }

    fn tracks(&mut self, id: CheckedId) -> Vec<String> {
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

    fn track(&mut self, id: CheckedId) -> String {
        let name = self.take(id, "name").and_then(|a| text_of(Some(a))).map(super::nouns::track_name);
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

    // -- boards ---------------------------------------------------------------------------------------------

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
    fn graph_parts(&mut self, id: CheckedId) -> Vec<String> {
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

    fn dim(&mut self, id: CheckedId, name: &str) -> Option<String> {
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

    fn concentric(&mut self, id: CheckedId, shape: &str) -> String {
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

    // -- pieces ---------------------------------------------------------------------------------------------

    /// Facts about a kind of piece other than how it moves.
    pub fn piece_facts(&mut self, id: CheckedId, name: &str) -> Vec<String> {
        let mut out = Vec::new();
        let has = |w: &Self, p: &str| w.c.node(id).entry.slot(p).is_some() && w.has(id, p);
        let many = grammar::capital(&grammar::plural(name));
        if has(self, "facing")
            && let Some(a) = self.take(id, "facing")
        {
            out.push(format!("{many} face {}", self.direction(a)));
        }
        if has(self, "flips")
            && let Some(f) = self.take_node(id, "flips")
        {
            let a = self.take(f, "flipA").map(|a| self.np(a, "").text).unwrap_or_default();
            let b = self.take(f, "flipB").map(|a| self.np(a, "").text).unwrap_or_default();
            out.push(format!("{many} have two sides, {a} and {b}, and can be flipped"));
        }
        for (p, said) in [("maxState", "state"), ("maxCount", "count"), ("maxValue", "value")] {
            if has(self, p)
                && let Some(a) = self.take(id, p)
            {
                out.push(format!(
                    "The {said} of {} is at most {}",
                    grammar::plural(name),
                    self.np(a, "").text
                ));
            }
        }
        for (p, said) in [
            ("rank", "rank"),
            ("value", "value"),
            ("value2", "second value"),
            ("trumpRank", "rank as trump"),
            ("trumpValue", "value as trump"),
            ("suit", "suit"),
            ("numFaces", "number of faces"),
            ("numSides", "number of sides"),
            ("slotsPerSide", "number of path ends on each side"),
            ("slots", "numbers of path ends on the sides"),
        ] {
            if has(self, p)
                && let Some(a) = self.take(id, p)
            {
                out.push(format!("The {said} of the {name} is {}", self.np(a, "").text));
            }
        }
        if has(self, "cardType")
            && let Some(a) = self.take(id, "cardType")
        {
            out.push(format!("{} is {}", grammar::capital(name), self.np(a, "").text));
        }
        if has(self, "walk")
            && let Some(a) = self.take(id, "walk")
        {
            out.push(format!("The shape of the {name} is drawn by going {}", self.np(a, "walk").text));
        }
        if has(self, "walks")
            && let Some(a) = self.take(id, "walks")
        {
            let walks = self.walks(a).replace(" or ", ", and ");
            out.push(format!("The shape of the {name} is drawn by going {walks}"));
        }
        if has(self, "paths") {
            let paths: Vec<String> =
                self.items(id, "paths").into_iter().map(|p| self.np(p, "").text).collect();
            out.push(format!("The {name} shows {}", grammar::list(&paths, "and")));
        }
        out
    }

    // -- setup ----------------------------------------------------------------------------------------------

    pub fn start_inline(&mut self, arg: &'a Arg) -> String {
        let Some(id) = node_of(Some(arg)) else { return String::new() };
        let mut standing = Standing::default();
        let sentences = self.start_rule(id, &mut standing);
        let mut texts: Vec<String> = sentences.into_iter().map(|s| super::say::lower(&s.text)).collect();
        texts.extend(standing.texts());
        texts.join(" ").trim_end_matches('.').to_string()
    }

    pub fn start_rule(&mut self, id: CheckedId, standing: &mut Standing) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let entry = self.c.node(id).entry;
        let s = self.noun();
        let english = self.english(id);
        if english != "*" && !english.is_empty() {
            let filled = self.fill(id, english, false, false);
            return vec![Sentence::new(sentence(&filled.text), at)];
        }
        match entry.id {
            "place" | "place#2" | "place Stack" => {
                let mut names: Vec<&'a Arg> = self.items(id, "item");
                if entry.slot("items").is_some() {
                    names.extend(self.items(id, "items"));
                }
                let texts: Vec<(Option<i64>, String)> =
                    names.iter().filter_map(|a| text_of(Some(a))).map(|t| self.piece_words(t)).collect();
                let owner = texts.first().and_then(|(o, _)| *o);
                let count = self.take(id, "count");
                let mut counts: Vec<String> = Vec::new();
                if entry.slot("counts").is_some() {
                    for a in self.items(id, "counts") {
                        counts.push(self.np(a, "").text);
                    }
                }
                let (place, many) = self.placed_where(id);
                let plural_kind = |w: &str| grammar::plural(w);
                let kinds: Vec<String> = texts.iter().map(|(_, w)| w.clone()).collect();
                let n = int_of(count);
                let mut what = match (kinds.as_slice(), n) {
                    ([one], None) if count.is_none() => {
                        if many {
                            plural_kind(one)
                        } else {
                            grammar::a(one)
                        }
                    }
                    ([one], Some(1)) => grammar::a(one),
                    ([one], Some(k)) => format!("{} {}", grammar::number(k), plural_kind(one)),
                    (all, _) => {
                        let list: Vec<String> = all.iter().map(|k| grammar::a(k)).collect();
                        grammar::list(&list, "and")
                    }
                };
                if let (Some(c), None) = (count, n) {
                    what = format!(
                        "{} {}",
                        self.np(c, "").text,
                        grammar::plural(kinds.first().map_or("piece", String::as_str))
                    );
                }
                if many && count.is_some() && n != Some(1) && !place.contains("hand") {
                    what = format!("{what} each");
                }
                if entry.id == "place Stack" && n != Some(1) {
                    what = format!("a stack of {what}");
                }
                let mut text = format!("{what}{place}");
                if !counts.is_empty() {
                    text.push_str(&format!(" (in numbers of {})", counts.join(", ")));
                }
                for (name, said) in [("state", "state"), ("rotation", "rotation"), ("value", "value")] {
                    if let Some(a) = self.take(id, name) {
                        if name == "state" && self.facts.state_is_unmoved {
                            text.push_str(" (not moved yet)");
                        } else if name == "state" && !self.facts.asks_state {
                            // No rule asks for it.
                        } else {
                            text.push_str(&format!(" (with {said} {})", self.np(a, "").text));
                        }
                    }
                }
                if let Some(n) = owner {
                    let hand = format!("Player {n}'s hand");
                    text = text.replace(&format!(" in {hand}"), " in hand");
                    // Which place of the hand it is matters to nobody.
                    if let Some((before, after)) = text.split_once(" in place ")
                        && let Some(rest) = after
                            .trim_start_matches(|c: char| c.is_ascii_digit())
                            .strip_prefix(&format!(" of {hand}"))
                    {
                        text = format!("{before} in hand{rest}");
                    }
                }
                let everyone = owner.is_none() && text.ends_with(" in hand");
                standing.put(if everyone { Some(-1) } else { owner }, text, id);
                Vec::new()
            }
            "place Random" | "place Random#2" | "place Random#3" => {
                let mut what = Vec::new();
                for name in ["item", "pieces", "items"] {
                    if entry.slot(name).is_some() {
                        for a in self.items(id, name) {
                            what.push(self.np(a, "apiece").text);
                        }
                    }
                }
                let count = match entry.slot("count").and_then(|_| self.take(id, "count")) {
                    Some(a) => format!(" ({} of each)", self.np(a, "").text),
                    None => String::new(),
                };
                let place = match entry.slot("region").and_then(|_| self.take(id, "region")) {
                    Some(r) => self.all_of(r).text,
                    None => match entry.slot("where").and_then(|_| self.take(id, "where")) {
                        Some(a) => format!("a stack on {}", self.np(a, "site").text),
                        None => "the board".to_string(),
                    },
                };
                let mut extra = String::new();
                for name in ["state", "value"] {
                    if entry.slot(name).is_some()
                        && let Some(a) = self.take(id, name)
                    {
                        extra.push_str(&format!(" (with {name} {})", self.np(a, "").text));
                    }
                }
                if entry.slot("randomOrder").is_some() {
                    self.take(id, "randomOrder");
                }
                self.said_type(id);
                vec![Sentence::new(
                    sentence(&format!(
                        "Place {}{count} at random on {place}{extra}",
                        grammar::list(&what, "and")
                    )),
                    at,
                )]
            }
            "set Count [start]" => {
                self.said_type(id);
                let piece = self.facts.piece.clone();
                let n = self.take(id, "value");
                let place = match (self.take(id, "at"), self.take(id, "to")) {
                    (Some(a), _) => self.np(a, "site").text,
                    (None, Some(r)) => {
                        let all = self.all_of(r);
                        if all.text.starts_with("the ") || all.text.starts_with("holes ") {
                            format!("each of {}", all.text)
                        } else {
                            format!("each {} of {}", s.one, all.text)
                        }
                    }
                    (None, None) => String::new(),
                };
                let count = match int_of(n) {
                    Some(1) => grammar::a(&piece),
                    Some(k) => format!("{} {}", grammar::number(k), grammar::plural(&piece)),
                    None => format!(
                        "{} {}",
                        n.map(|a| self.np(a, "").text).unwrap_or_default(),
                        grammar::plural(&piece)
                    ),
                };
                vec![Sentence::new(sentence(&format!("Put {count} {} {place}", s.on)), at)]
            }
            "set Hidden [start]" => {
                let text = self.hidden(id);
                vec![Sentence::new(sentence(&text), at)]
            }
            _ => Vec::new(),
        }
    }

    /// ` on A1 and H1`, and whether that is several places.
    fn placed_where(&mut self, id: CheckedId) -> (String, bool) {
        let s = self.noun_for(id);
        self.said_type(id);
        let mut sites = Vec::new();
        for name in ["site", "coord", "sites", "coords"] {
            if self.c.node(id).entry.slot(name).is_some() {
                for a in self.items(id, name) {
                    sites.push(self.np(a, "site").text);
                }
            }
        }
        let mut many = sites.len() > 1;
        let mut text = match sites.as_slice() {
            [] => String::new(),
            all => {
                let list = grammar::list(all, "and");
                let on = if list.ends_with("hand") { "in" } else { s.on };
                format!(" {on} {list}")
            }
        };
        if self.c.node(id).entry.slot("region").is_some()
            && let Some(r) = self.take(id, "region")
        {
            let all = self.all_of(r);
            let on = if all.text.ends_with("hand") || all.text.ends_with("region") { "in" } else { s.on };
            many |= all.number == grammar::Number::Many || all.text.ends_with("region");
            text.push_str(&format!(" {on} {}", all.text));
        }
        if self.c.node(id).entry.slot("container").is_some()
            && let Some(a) = self.take(id, "container")
        {
            let name = text_of(Some(a)).unwrap_or("");
            let words = grammar::words_of_name(super::facts::bare(name));
            if words == "hand" {
                text.push_str(" in hand");
            } else {
                text.push_str(&format!(" in the {words}"));
            }
        }
        (text, many)
    }
}

impl Standing {
    fn put(&mut self, owner: Option<i64>, text: String, id: CheckedId) {
        let key = match owner {
            Some(-1) => "Each player".to_string(),
            Some(0) => "Neutral pieces".to_string(),
            Some(n) => format!("Player {n}"),
            None => String::new(),
        };
        match self.owners.iter_mut().find(|(o, _, _)| *o == key) {
            Some((_, texts, ids)) => {
                texts.push(text);
                ids.push(id);
            }
            None => self.owners.push((key, vec![text], vec![id])),
        }
    }

    pub fn texts(&self) -> Vec<String> {
        self.owners
            .iter()
            .map(|(owner, texts, _)| {
                let list = if texts.iter().any(|t| t.contains(" and ") || t.contains(", ")) && texts.len() > 1
                {
                    texts.join("; ")
                } else {
                    grammar::list(texts, "and")
                };
                match owner.as_str() {
                    "" => format!("place {list}"),
                    "Neutral pieces" => format!("neutral pieces: {list}"),
                    owner => format!("{owner} starts with {list}"),
                }
            })
            .collect()
    }
}

/// A coordinate as its column and its row.
fn column_and_row(label: &str) -> Option<(i64, i64)> {
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
            let way = super::nouns::compass(&letters);
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
