//! What players have names for, recognised by the shape of rules: the opposite hole, castling, leaps in two steps with a leg
//! that can be blocked, what becomes of captured and promoted pieces. No game by its name.

use super::facts::{int_of, items_of, node_of, text_of};
use super::say::Say;
use super::writer::{Np, Writer};
use crate::grammar;
use ludarium_ludemes::checked::{Arg, CheckedId};

/// What a table from pieces to something is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceTable {
    /// Each piece becomes another piece of the other side.
    Captured,
    /// Each piece becomes another piece of its own side.
    Becomes,
    /// Each piece has a place in the hand of the player who takes it.
    Hand,
    /// Each piece has a place in its owner's hand.
    OwnHand,
}

impl<'a> Writer<'a> {
    // -- holes ----------------------------------------------------------------------------------------------

    /// `(if (is Mover P1) (+ X 8) (- X 8))`, `(+ X 8)`, `(- 13 X)`: a hole by its place on the board.
    pub fn hole_across(&mut self, id: CheckedId) -> Option<Np> {
        if !self.facts.mancala {
            return None;
        }
        match self.id(id) {
            "if [int]" => {
                let (plus, minus) = (self.peek_node(id, "valueA")?, self.peek_node(id, "valueB")?);
                let (x, there) = self.shifted(plus)?;
                let (y, back) = self.shifted(minus)?;
                if there != -back || self.shape_of(node_of(Some(x))) != self.shape_of(node_of(Some(y))) {
                    return None;
                }
                let rows = self.rows_across(there)?;
                self.take(id, "valueA");
                self.take(id, "valueB");
                self.mark_all(plus);
                self.mark_all(minus);
                if let Some(c) = self.take_node(id, "condition") {
                    self.mark_all(c);
                }
                let at = self.np(x, "site").text;
                Some(Np::one(self.across_words(rows.abs(), &at)))
            }
            "+ [int]" | "- [int]" => {
                if let Some(sum) = self.sum_of_places(id) {
                    return Some(sum);
                }
                if let Some((x, by)) = self.shifted(id) {
                    let at = self.np(x, "site").text;
                    self.mark_all(id);
                    let many = grammar::number(by.abs());
                    let text = match (self.rows_across(by), by) {
                        (Some(rows), _) => self.across_words(rows.abs(), &at),
                        (None, 1) => format!("the hole after {at}"),
                        (None, -1) => format!("the hole before {at}"),
                        (None, 1..) => format!("the hole {many} places after {at}"),
                        (None, _) => format!("the hole {many} places before {at}"),
                    };
                    return Some(Np::one(text));
                }
                // The two rows together are a constant.
                let whole = int_of(self.peek(id, "valueA"))?;
                let x = self.peek(id, "valueB")?;
                if self.id(id) != "- [int]"
                    || self.facts.sort_of(self.c, x) != "site"
                    || !self.mirrored(whole)
                {
                    return None;
                }
                self.mark_all(id);
                let at = self.np(x, "site").text;
                Some(Np::one(format!("the hole opposite {at}")))
            }
            _ => None,
        }
    }

    /// Places added up as numbers, which nobody can picture: said as numbers.
    fn sum_of_places(&mut self, id: CheckedId) -> Option<Np> {
        let (a, b) = (self.peek(id, "a")?, self.peek(id, "b")?);
        let place = |w: &Self, x: &Arg| w.facts.sort_of(w.c, x) == "site";
        if self.number_of(a).is_some() || self.number_of(b).is_some() || !(place(self, a) || place(self, b)) {
            return None;
        }
        self.take(id, "a");
        self.take(id, "b");
        let (a, b) = (self.np(a, "site").text, self.np(b, "site").text);
        Some(Np::one(format!("the sum of the numbers of {a} and {b}")))
    }

    /// A number that is written out, perhaps as a sum.
    pub fn number_of(&self, arg: &Arg) -> Option<i64> {
        int_of(Some(arg)).or_else(|| super::nouns::constant(self, node_of(Some(arg))?))
    }

    /// A site and how far its number is moved.
    fn shifted(&self, id: CheckedId) -> Option<(&'a Arg, i64)> {
        let place = |arg: &'a Arg| (self.facts.sort_of(self.c, arg) == "site").then_some(arg);
        match self.id(id) {
            "+ [int]" => {
                let (a, b) = (self.peek(id, "a")?, self.peek(id, "b")?);
                match (self.number_of(a), self.number_of(b)) {
                    (None, Some(n)) => Some((place(a)?, n)),
                    (Some(n), None) => Some((place(b)?, n)),
                    (_, _) => None,
                }
            }
            "- [int]" => {
                let n = self.number_of(self.peek(id, "valueB")?)?;
                Some((place(self.peek(id, "valueA")?)?, -n))
            }
            _ => None,
        }
    }

    /// The column and the row of a hole, read off its coordinate.
    fn column_and_row(&self, site: i64) -> Option<(String, i64)> {
        let game = self.d.board?;
        let site = usize::try_from(site).ok().filter(|s| *s < game.board.len(self.facts.default_type))?;
        let label = game.board.label(self.facts.default_type, site);
        let digits = label.find(|c: char| c.is_ascii_digit())?;
        Some((label[..digits].to_string(), label[digits..].parse().ok()?))
    }

    /// By how many rows a shift of the number leads to the same column; the same for all holes of half the board.
    fn rows_across(&self, by: i64) -> Option<i64> {
        let size = self.d.board?.board.len(self.facts.default_type) as i64;
        let mut rows = None;
        let (mut same, mut other) = (0, 0);
        for site in 0..size {
            let (Some((a, row)), Some((b, next))) =
                (self.column_and_row(site), self.column_and_row(site + by))
            else {
                continue;
            };
            if a == b && rows.is_none_or(|r| r == next - row) {
                rows = Some(next - row);
                same += 1;
            } else {
                other += 1;
            }
        }
        // Stores at the ends are no part of a row.
        rows.filter(|r| *r != 0 && same > 2 * other)
    }

    fn mirrored(&self, whole: i64) -> bool {
        let size = self.d.board.map_or(0, |g| g.board.len(self.facts.default_type) as i64);
        let pairs = (0..size).filter_map(|s| self.column_and_row(s).zip(self.column_and_row(whole - s)));
        let (same, other): (Vec<_>, Vec<_>) = pairs.partition(|((a, x), (b, y))| a == b && x != y);
        !same.is_empty() && other.len() * 4 < same.len()
    }

    fn across_words(&self, rows: i64, at: &str) -> String {
        let size = self.d.board.map_or(0, |g| g.board.len(self.facts.default_type) as i64);
        let all = (0..size).filter_map(|s| self.column_and_row(s)).map(|(_, row)| row).max().unwrap_or(2);
        match rows {
            1 if all <= 2 => format!("the hole opposite {at}"),
            1 => format!("the hole across from {at} in the next row"),
            n => format!("the hole across from {at}, {} rows further", grammar::number(n)),
        }
    }

    // -- tables of pieces -----------------------------------------------------------------------------------

    /// What a named table is, if its keys are pieces.
    pub fn piece_table(&self, name: Option<&str>) -> Option<PieceTable> {
        let map = super::facts::clauses_of(self.c, &["map", "map#2"])
            .find(|id| text_of(self.peek(*id, "name")) == name)?;
        let mut kinds = Vec::new();
        let by_piece = self.map_keys(name) == "piece";
        for pair in items_of(self.peek(map, "pairs")).into_iter().filter_map(|a| node_of(Some(a))) {
            let key = self.peek(pair, "key")?;
            let (owner, _) = self
                .piece_named(key)
                .or_else(|| self.piece_numbered(int_of(Some(key)).filter(|_| by_piece)?))?;
            let value = self.peek(pair, "value")?;
            kinds.push(match self.piece_named(value) {
                Some((other, _)) => {
                    if owner == other {
                        PieceTable::Becomes
                    } else {
                        PieceTable::Captured
                    }
                }
                None => {
                    let place = int_of(Some(value)).map(|n| self.site_name(n)).unwrap_or_default();
                    let hand = node_of(Some(value)).is_some_and(|n| self.id(n) == "handSite")
                        || place.ends_with("hand");
                    if !hand {
                        return None;
                    }
                    match !owner.is_empty() && place.ends_with(&format!("Player {owner}'s hand")) {
                        true => PieceTable::OwnHand,
                        false => PieceTable::Hand,
                    }
                }
            });
        }
        let first = *kinds.first()?;
        kinds.iter().all(|k| *k == first).then_some(first)
    }

    /// Whose piece of which name an argument stands for.
    pub fn piece_named(&self, arg: &Arg) -> Option<(String, String)> {
        let known = |text: &str| {
            let base = super::facts::bare(text);
            self.facts.pieces.iter().any(|p| p == text || p == base)
        };
        if let Some(text) = text_of(Some(arg)).filter(|t| known(t)) {
            let (owner, words) = self.piece_words(text);
            return Some((owner.map(|n| n.to_string()).unwrap_or_default(), words));
        }
        let id = node_of(Some(arg))?;
        let name = text_of(self.peek(id, "name")).filter(|t| known(t));
        match self.id(id) {
            "id [int]" => {
                let (owner, words) = self.piece_words(name?);
                Some((owner.map(|n| n.to_string()).unwrap_or_default(), words))
            }
            "id [int]#2" => {
                let who = self.peek_word(id, "who").unwrap_or("").trim_start_matches('P').to_string();
                Some((who, self.piece_words(name?).1))
            }
            _ => None,
        }
    }

    /// Whose piece of which name a number stands for.
    fn piece_numbered(&self, n: i64) -> Option<(String, String)> {
        let component = self.d.board?.components.get(usize::try_from(n).ok().filter(|n| *n > 0)?)?;
        let (owner, words) = self.piece_words(&component.name);
        Some((owner.map(|n| n.to_string()).unwrap_or_default(), words))
    }

    /// The entry of such a table, for the piece at a place.
    pub fn piece_entry(&mut self, id: CheckedId) -> Option<Np> {
        let name = text_of(self.peek(id, "name"));
        let table = self.piece_table(name)?;
        let key = self.peek_node(id, "key").filter(|k| self.id(*k) == "what");
        let words = name.map(grammar::words_of_name).unwrap_or_default();
        self.take(id, "name");
        self.take(id, "key");
        let at = match key {
            Some(k) => {
                let at = self.at_phrase(k);
                format!("the piece {at}")
            }
            None => "it".to_string(),
        };
        Some(Np::one(match table {
            PieceTable::Captured => format!("{at} (as your own)"),
            PieceTable::Becomes => format!("its “{words}” form"),
            PieceTable::Hand => "your hand".to_string(),
            PieceTable::OwnHand => "its owner's hand".to_string(),
        }))
    }

    /// The table itself: `fuhyo → tokin`, once for all players.
    pub fn piece_table_words(&mut self, id: CheckedId) -> Option<String> {
        let name = text_of(self.peek(id, "name"));
        let table = self.piece_table(name)?;
        let words = name.map(grammar::words_of_name).unwrap_or_default();
        let mut pairs: Vec<String> = Vec::new();
        for a in self.items(id, "pairs") {
            let Some(pair) = node_of(Some(a)) else { continue };
            let (key, value) = (self.take(pair, "key"), self.take(pair, "value"));
            let name = |w: &Self, a: Option<&Arg>| a.and_then(|a| w.piece_named(a)).map(|(_, words)| words);
            for node in [key, value].into_iter().filter_map(node_of) {
                self.mark_all(node);
            }
            let key = name(self, key).unwrap_or_default();
            let said = match (table, name(self, value)) {
                (PieceTable::Hand | PieceTable::OwnHand, _) => String::new(),
                (PieceTable::Captured | PieceTable::Becomes, Some(v)) => {
                    if v == key {
                        String::new()
                    } else {
                        format!("{key} → {v}")
                    }
                }
                (PieceTable::Captured | PieceTable::Becomes, None) => String::new(),
            };
            if !said.is_empty() && !pairs.contains(&said) {
                pairs.push(said);
            }
        }
        self.take(id, "name");
        Some(match table {
            PieceTable::Hand => "Captured pieces go to the hand of the player who captures them".to_string(),
            PieceTable::OwnHand => "Pieces that are taken off go to the hand of their owner".to_string(),
            PieceTable::Captured if pairs.is_empty() => {
                "A captured piece becomes the same piece of the player who captures it".to_string()
            }
            PieceTable::Captured => format!(
                "A captured piece becomes the same piece of the player who captures it, except (“{words}”): {}",
                pairs.join("; ")
            ),
            PieceTable::Becomes => format!("The “{words}” forms are: {}", pairs.join("; ")),
        })
    }

    // -- captured pieces in hand --------------------------------------------------------------------------------

    /// `(and {(if (is there a pawn) (add my pawn (to my hand))) … (if enemy (remove (to)))})`: captured pieces go to the
    /// hand of the captor. The removal is handed back; what becomes of the pieces is told once for all.
    pub fn captured_to_hand(&mut self, effect: CheckedId) -> Option<CheckedId> {
        if !["and [moves]", "and [moves]#2"].contains(&self.id(effect)) {
            return None;
        }
        let parts: Vec<CheckedId> = ["movesA", "movesB", "list"]
            .into_iter()
            .filter(|name| self.c.node(effect).entry.slot(name).is_some())
            .flat_map(|name| items_of(self.peek(effect, name)))
            .filter_map(|a| node_of(Some(a)))
            .collect();
        let (removal, bags) = parts.split_last()?;
        let mut becomes = Vec::new();
        for bag in bags {
            if self.id(*bag) != "if [moves]" || self.has(*bag, "else") {
                return None;
            }
            let add = self.peek_node(*bag, "list").filter(|n| self.id(*n) == "add [moves]")?;
            let hand = self.peek_node(add, "to").and_then(|t| self.peek_node(t, "site"));
            hand.filter(|h| self.id(*h) == "handSite")?;
            let kept = self.find_inside(self.peek(add, "what")?, &["id [int]", "id [int]#2"])?;
            let kept = self.piece_words(text_of(self.peek(kept, "name"))?).1;
            let mut todo = vec![self.peek_node(*bag, "condition")?];
            while let Some(n) = todo.pop() {
                if ["id [int]", "id [int]#2"].contains(&self.id(n)) {
                    let taken = self.piece_words(text_of(self.peek(n, "name"))?).1;
                    becomes.push((taken, kept.clone()));
                }
                todo.extend(self.c.node(n).clauses());
            }
        }
        if becomes.is_empty() {
            return None;
        }
        for name in ["movesA", "movesB", "list"] {
            self.take(effect, name);
        }
        for bag in bags {
            self.mark_all(*bag);
        }
        for pair in becomes {
            if !self.into_hand.contains(&pair) {
                self.into_hand.push(pair);
            }
        }
        Some(*removal)
    }

    /// What becomes of captured pieces, where they go to a hand.
    pub fn hand_rule(&self) -> Option<crate::document::Sentence> {
        if self.into_hand.is_empty() {
            return None;
        }
        let changed: Vec<String> = self
            .into_hand
            .iter()
            .filter(|(taken, kept)| taken != kept)
            .map(|(taken, kept)| format!("{} as {}", grammar::a(taken), grammar::a(kept)))
            .collect();
        let lead =
            "A captured piece goes into the hand of the player who takes it, and belongs to that player";
        if changed.is_empty() {
            return Some(crate::document::Sentence::new(format!("{lead}."), Vec::new()));
        }
        let list = changed
            .iter()
            .map(|c| crate::document::Sentence::new(grammar::sentence(c), Vec::new()))
            .collect();
        let text = format!("{lead}. A promoted piece goes there unpromoted:");
        Some(crate::document::Sentence::with_list(text, Vec::new(), list))
    }

    // -- castling -------------------------------------------------------------------------------------------

    /// A choice between moves of one piece, each with another piece that slides after it: castling, told once.
    pub fn castling(&mut self, parts: &[CheckedId]) -> Option<Say> {
        let mut wings = Vec::new();
        for &part in parts {
            let slide = self.castling_slide(part)?;
            wings.push((part, slide));
        }
        if wings.len() < 2 {
            return None;
        }
        let s = self.noun();
        let mut rooks: Vec<String> = Vec::new();
        let mut king = String::new();
        let mut ways: Vec<String> = Vec::new();
        for (part, slide) in &wings {
            let from = self.peek_node(*slide, "from").and_then(|f| self.peek_node(f, "site"))?;
            king = self.map_piece(from);
            let range = self.peek_node(*slide, "between").and_then(|b| self.peek_node(b, "range"));
            let far = range.and_then(|r| int_of(self.peek(r, "value")));
            let then = self.peek(*slide, "then")?;
            let second = self.find_inside(then, &["slide", "fromTo"])?;
            let rook = self.peek_node(second, "from").and_then(|f| self.peek_node(f, "site"))?;
            let rook_name = self.map_piece(rook);
            let way = self.peek(*slide, "directions").map(|a| self.direction(a)).unwrap_or_default();
            let back = self.peek_node(second, "between").and_then(|b| self.peek_node(b, "range"));
            let back = back.and_then(|r| int_of(self.peek(r, "value")));
            let steps = |n: Option<i64>| match n {
                Some(1) => format!("one {}", s.one),
                Some(n) => format!("{} {}", grammar::number(n), s.many),
                None => format!("some {}", s.many),
            };
            ways.push(format!(
                "the king moves {} {way} and the rook there {} the other way",
                steps(far),
                steps(back)
            ));
            if !rooks.contains(&rook_name) {
                rooks.push(rook_name);
            }
            self.mark_all(*part);
        }
        let king = if king.is_empty() { "king".to_string() } else { king };
        let ways: Vec<String> =
            ways.into_iter().map(|w| w.replacen("the king", &format!("the {king}"), 1)).collect();
        let here = wings.iter().map(|(p, _)| self.place(*p)).collect::<Vec<_>>();
        let does = Say::Do(
            format!("castle: move your {king} towards a rook that has not moved yet, and the rook past it"),
            here.clone(),
        );
        let does = Say::Only(Box::new(does), format!("In full: {}", ways.join("; or ")), here.clone());
        let does = Say::Only(
            Box::new(does),
            format!("All {} between the {king} and the rook must be empty", s.many),
            here.clone(),
        );
        Some(Say::Only(
            Box::new(does),
            format!(
                "The {king} may not pass over or end on {} where it would be in check",
                grammar::a(s.one)
            ),
            here,
        ))
    }

    /// The same written with the squares themselves, for each player and wing; other alternatives are handed back.
    pub fn castling_by_squares(&mut self, parts: &[&'a Arg]) -> Option<(Say, Vec<&'a Arg>)> {
        let mut wings = Vec::new();
        let mut others = Vec::new();
        for part in parts {
            match node_of(Some(part)).and_then(|id| Some((id, self.castling_squares(id)?))) {
                Some(wing) => wings.push(wing),
                None => others.push(*part),
            }
        }
        if wings.len() < 2 {
            return None;
        }
        let s = self.noun();
        let test = self.peek(wings[0].0, "condition")?;
        let king = self.find_inside(test, &["is Threatened"])?;
        let king = self.peek(king, "what").map(|a| self.np(a, "name").text)?;
        let king = king.rsplit([' ']).next().unwrap_or("king").to_string();
        let rook = self.standing_on(&wings[0].1[2]).unwrap_or_else(|| "partner".to_string());
        let here: Vec<crate::Place> = wings.iter().map(|(id, _)| self.place(*id)).collect();
        let ways: Vec<String> =
            wings.iter().map(|(_, [a, b, c, d])| format!("{a} to {b} with {c} to {d}")).collect();
        for (id, _) in &wings {
            self.mark_all(*id);
        }
        let mut say = Say::Do(
            format!("castle: move your {king} towards a {rook}, and that {rook} to its other side"),
            here.clone(),
        );
        for text in [
            format!("The {king} and the {rook} move at once: {}", ways.join("; ")),
            format!("Neither the {king} nor that {rook} may have moved before"),
            format!("All {} between them must be empty", s.many),
            format!("The {king} may not be in check on any {} that it leaves, passes over or reaches", s.one),
        ] {
            say = Say::Only(Box::new(say), text, here.clone());
        }
        Some((say, others))
    }

    /// From, to, and the same of the piece that follows, in coordinates.
    fn castling_squares(&self, part: CheckedId) -> Option<[String; 4]> {
        if self.id(part) != "if [moves]" || self.has(part, "else") || !self.facts.state_is_unmoved {
            return None;
        }
        let test = self.peek(part, "condition")?;
        let first = self.peek_node(part, "list").filter(|m| self.id(*m) == "move")?;
        let second = self.find_inside(self.peek(first, "then")?, &["fromTo"])?;
        let place = |clause: CheckedId, end: &str| {
            let site = self.peek_node(self.peek_node(clause, end)?, "site")?;
            text_of(self.peek(site, "coordinate")).map(str::to_string)
        };
        self.find_inside(test, &["is Threatened"])?;
        self.find_inside(test, &["state"])?;
        Some([place(first, "from")?, place(first, "to")?, place(second, "from")?, place(second, "to")?])
    }

    /// What the start puts on a square.
    fn standing_on(&self, coordinate: &str) -> Option<String> {
        super::facts::clauses_of(self.c, &["place", "place#2"]).find_map(|id| {
            let mut todo = vec![id];
            let mut here = false;
            while let Some(n) = todo.pop() {
                for arg in self.c.node(n).args.iter().flatten() {
                    here |= items_of(Some(arg)).into_iter().any(|a| text_of(Some(a)) == Some(coordinate));
                    todo.extend(arg.clauses());
                }
            }
            let item = items_of(self.peek(id, "item")).first().copied();
            here.then(|| text_of(item).map(|t| self.piece_words(t).1)).flatten()
        })
    }

    /// The slide of one wing, perhaps under a condition.
    fn castling_slide(&self, part: CheckedId) -> Option<CheckedId> {
        let slide = match self.id(part) {
            "move Slide" => part,
            "if [moves]" if !self.has(part, "else") => {
                self.peek_node(part, "list").filter(|l| self.id(*l) == "move Slide")?
            }
            _ => return None,
        };
        let from = self.peek_node(slide, "from").and_then(|f| self.peek_node(f, "site"))?;
        let then = self.peek(slide, "then")?;
        let second = self.find_inside(then, &["slide"])?;
        let other = self.peek_node(second, "from").and_then(|f| self.peek_node(f, "site"))?;
        let both = self.id(from) == "mapEntry" && self.id(other) == "mapEntry";
        (both && self.facts.state_is_unmoved).then_some(slide)
    }

    /// `king` for the place that a table calls so.
    fn map_piece(&self, entry: CheckedId) -> String {
        let name = text_of(self.peek(entry, "name")).unwrap_or("");
        let words = grammar::words_of_name(name);
        let known = self.facts.pieces.iter().map(|p| grammar::words_of_name(super::facts::bare(p)));
        known.filter(|p| words.contains(p.as_str())).max_by_key(String::len).unwrap_or(words)
    }

    /// The first clause of one of these kinds anywhere inside.
    pub fn find_inside(&self, arg: &Arg, wanted: &[&str]) -> Option<CheckedId> {
        let mut todo: Vec<CheckedId> = arg.clauses().collect();
        while let Some(id) = todo.pop() {
            if wanted.contains(&self.id(id)) {
                return Some(id);
            }
            todo.extend(self.c.node(id).clauses());
        }
        None
    }

    // -- leaps in two steps ---------------------------------------------------------------------------------

    /// One step, then another outwards, as one move: horses and elephants, whose leg can be blocked.
    pub fn two_steps(&mut self, id: CheckedId) -> Option<Say> {
        if self.peek_node(id, "from").is_some_and(|f| self.has(f, "site")) {
            return None;
        }
        let to = self.peek_node(id, "to")?;
        let second =
            self.inner_direction(self.peek_node(to, "effect").or_else(|| self.peek_node(id, "moves"))?)?;
        let from = self.peek_node(second, "from").and_then(|f| self.peek_node(f, "site"))?;
        if self.id(from) != "to [int]" || self.has(second, "between") || self.has(id, "between") {
            return None;
        }
        let s = self.noun();
        let that = format!("that {}", s.one);
        let first_way = self.take(id, "directions").map_or("in any direction".into(), |a| self.direction(a));
        self.take(id, "from").and_then(|a| node_of(Some(a))).into_iter().for_each(|f| self.mark_all(f));
        self.take(id, "to");
        let before = std::mem::replace(&mut self.names.to, that.clone());
        let leg = self.take(to, "if").map(|c| self.clause_of(c, false));
        self.names.to = before;
        if let Some(e) = self.take_node(to, "effect") {
            self.take(e, "effect");
        }
        self.take(id, "moves");
        let second_way = self.take(second, "directions").map_or("further".into(), |a| self.direction(a));
        self.take(second, "from");
        self.mark_all(from);
        if let Some(f) = self.peek_node(second, "from") {
            self.take(f, "site");
        }
        // What is asked of the landing, wherever it stands.
        let landing = format!("the {} where it lands", s.one);
        let before = std::mem::replace(&mut self.names.to, landing.clone());
        let mut conditions = Vec::new();
        let mut rest = Vec::new();
        if let Some(t) = self.take_node(second, "to") {
            if let Some(c) = self.take(t, "if") {
                conditions.push(self.clause_of(c, false));
            }
            if let Some(e) = self.take_node(t, "effect") {
                rest.push(self.moves_node(e));
            }
        }
        if let Some(m) = self.take_node(second, "moves") {
            let mut inner = m;
            while self.id(inner) == "if [moves]" && !self.has(inner, "else") && !self.has(inner, "then") {
                if let Some(c) = self.take(inner, "condition") {
                    conditions.push(self.clause_of(c, false));
                }
                let Some(next) = self.take_node(inner, "list") else { break };
                inner = next;
            }
            let effect =
                ["move", "fromTo"].contains(&self.id(inner)).then(|| self.peek_node(inner, "to")).flatten();
            match effect {
                Some(t) => {
                    self.take(inner, "from")
                        .and_then(|a| node_of(Some(a)))
                        .into_iter()
                        .for_each(|f| self.mark_all(f));
                    self.take(inner, "to");
                    if let Some(site) = self.take_node(t, "site") {
                        self.mark_all(site);
                    }
                    if let Some(c) = self.take(t, "if") {
                        conditions.push(self.clause_of(c, false));
                    }
                    if let Some(e) = self.take_node(t, "effect") {
                        rest.push(self.moves_node(e));
                    }
                    if let Some(then) = self.take(inner, "then") {
                        rest.push(self.moves(then));
                    }
                }
                None => rest.push(self.moves_node(inner)),
            }
        }
        self.names.to = before;
        let place = vec![self.place(id)];
        let leg = match leg {
            Some(c) if c.subject.as_deref() == Some(that.as_str()) && c.predicate == "is empty" => {
                format!(" to an empty {}", s.one)
            }
            Some(c) if c.subject.as_deref() == Some(that.as_str()) => {
                format!(" to {} that {}", grammar::a(s.one), c.predicate)
            }
            Some(c) if c.text() == "in any case" => " (which may be occupied)".to_string(),
            Some(c) => format!(" (if {})", c.text()),
            None => String::new(),
        };
        let mut text = format!("go one {} {first_way}{leg}, and from there one more {second_way}", s.one);
        let piece = self.facts.piece.clone();
        let free = format!("does not hold one of your {}", grammar::plural(&piece));
        let removal = format!("remove the {piece} {} {landing} (if {landing} holds an enemy {piece})", s.on);
        let mut rest: Vec<Say> = rest.into_iter().filter(|r| !r.is_nothing()).collect();
        if let [only] = conditions.as_slice()
            && only.subject.as_deref() == Some(landing.as_str())
            && only.predicate == free
            && let Some(at) = rest.iter().position(|r| r.inline() == removal)
        {
            rest.remove(at);
            conditions.clear();
            text.push_str(&format!(
                " to a {} that is empty or holds an enemy {piece}, which it captures",
                s.one
            ));
        }
        let mut say = Say::Do(grammar::tidy(&text), place.clone());
        for clause in conditions {
            let said = clause.text();
            if said != "in any case" {
                say = Say::Only(Box::new(say), format!("This is possible only if {said}"), place.clone());
            }
        }
        Some(if rest.is_empty() { say } else { Say::Then(Box::new(say), Box::new(Say::All(rest))) })
    }

    /// The second of two steps, under the effect of the first.
    fn inner_direction(&self, id: CheckedId) -> Option<CheckedId> {
        match self.id(id) {
            "forEach Direction" => Some(id),
            "apply#2" => self.inner_direction(self.peek_node(id, "effect")?),
            _ => None,
        }
    }
}
