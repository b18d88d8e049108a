//! What is needed to play: boards, tracks, hands, dice, pieces, regions, maps. And how it is set up.

mod boards;
mod setup;

use super::facts::{int_of, items_of, node_of, text_of};
use super::writer::Writer;
use crate::document::Sentence;
use crate::grammar::{self, sentence};
use crate::readability;
use ludarium_engine::SiteType;
use ludarium_ludemes::checked::{CheckedId, Value};

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
            "board" | "surakartaBoard" => return self.board_item(id),
            "boardless" => {
                let tiling = self.take(id, "tiling").map(|a| self.np(a, "").text).unwrap_or_default();
                put(format!("There is no board: pieces are laid next to each other on a plane of {tiling}"));
                if self.big_stacks(id) {
                    put("Stacks may grow to any height".to_string());
                }
            }
            "mancalaBoard" => return self.mancala_item(id),
            "hand" => return self.hand_item(id),
            "dice" => return self.dice_item(id),
            "deck" => return self.deck_item(id),
            "regions" => {
                let text = self.region_item(id);
                put(text);
            }
            "map" | "map#2" => {
                let text = self.map_item(id);
                put(text);
            }
            "hints" => return self.hints_item(id),
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

    /// A board, and the tracks on it.
    fn board_item(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let mut out = Vec::new();
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
                format!("The game is played on a board of {size} {}, as in the picture:", self.noun().many),
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
                        let kind =
                            self.take(v, "type").map(|t| self.np(t, "sitetype").text).unwrap_or_default();
                        let range = self.take(v, "range").map(|r| self.np(r, "").text).unwrap_or_default();
                        put(format!("Each {kind} takes a number {range}"));
                    }
                }
            }
        }
        if self.id(id) == "surakartaBoard" {
            let loops =
                self.take(id, "loops").map(|a| format!("{} ", self.np(a, "").text)).unwrap_or_default();
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
        out
    }

    /// A board of holes.
    fn mancala_item(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let mut out = Vec::new();
        let mut put = |text: String| out.push(Sentence::new(sentence(&text), at.clone()));
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
        out
    }

    /// Pieces off the board.
    fn hand_item(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let mut out = Vec::new();
        let mut put = |text: String| out.push(Sentence::new(sentence(&text), at.clone()));
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
        out
    }

    /// Dice, and what they show.
    fn dice_item(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let mut out = Vec::new();
        let mut put = |text: String| out.push(Sentence::new(sentence(&text), at.clone()));
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
            let dice: Vec<String> = items_of(Some(a)).into_iter().map(|d| self.np(d, "").text).collect();
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
                Some((from, d)) => {
                    format!(", numbered from {} to {}", grammar::number(from), grammar::number(from + d - 1))
                }
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
        out
    }

    /// Cards.
    fn deck_item(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let mut out = Vec::new();
        let mut put = |text: String| out.push(Sentence::new(sentence(&text), at.clone()));
        self.take(id, "role");
        let suits = self.take(id, "suits").map(|a| self.np(a, "").text).unwrap_or_else(|| "four".into());
        let by = self.take(id, "cardsBySuit").map(|a| self.np(a, "").text);
        let each = match by {
            Some(n) => format!("{n} cards each"),
            None => "13 cards each".to_string(),
        };
        put(format!("A deck of cards with {suits} suits of {each} is used"));
        let cards: Vec<String> = self.items(id, "cards").into_iter().map(|c| self.np(c, "").text).collect();
        if !cards.is_empty() {
            put(format!("The cards are {}", cards.join("; ")));
        }
        out
    }

    /// The clues of a puzzle.
    fn hints_item(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let mut out = Vec::new();
        let mut put = |text: String| out.push(Sentence::new(sentence(&text), at.clone()));
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
