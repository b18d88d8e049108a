//! Conditions that players have a short way of saying.

use super::super::facts::{int_of, node_of};
use super::super::writer::{Clause, Writer};
use crate::grammar::{Number, verb};
use ludarium_ludemes::checked::{Arg, CheckedId, Value};

impl<'a> Writer<'a> {
    /// No enemy, or a single one: what backgammon calls a blot.
    pub fn blot(&mut self, word: &str, items: &[(&'a Arg, bool)]) -> Option<String> {
        let [(a, denied), (b, false)] = items else { return None };
        let (enemy, alone) = (node_of(Some(a))?, node_of(Some(b))?);
        let (enemy, denied) = match self.id(enemy) {
            "not" => (self.peek_node(enemy, "a")?, !denied),
            _ => (enemy, *denied),
        };
        let who = self.peek_node(enemy, "index").filter(|w| self.id(*w) == "who")?;
        let (size, limit) = match self.peek_node(alone, "valueA") {
            Some(_) => ("valueA", "valueB"),
            None => ("valueB", "valueA"),
        };
        let size = self
            .peek_node(alone, size)
            .filter(|n| ["size Stack", "count [int]", "count Cell", "count Stack"].contains(&self.id(*n)))?;
        let one = int_of(self.peek(alone, limit)) == Some(1) && ["=", "<=", ">="].contains(&self.id(alone));
        let few = int_of(self.peek(alone, limit)) == Some(2) && ["<", ">"].contains(&self.id(alone));
        let same = self.shape_of(self.peek_node(who, "at")) == self.shape_of(self.peek_node(size, "at"));
        if word != "or" || !denied || self.id(enemy) != "is Enemy" || !(one || few) || !same {
            return None;
        }
        let at = self.holder(who);
        items.iter().filter_map(|(x, _)| node_of(Some(x))).for_each(|n| self.mark_all(n));
        let piece = &self.facts.piece;
        Some(format!("{at} holds no enemy {piece}, or only a single one (a blot)"))
    }

    /// Conditions that players have a short way of saying.
    pub fn idiom_clause(&mut self, id: CheckedId, denied: bool) -> Option<Clause> {
        match self.id(id) {
            "all Sites" if self.peek_node(id, "region").is_some_and(|r| self.id(r) != "sites Hand") => {
                self.all_places(id, denied)
            }
            // The places of somebody's pieces are those of a region.
            "=#2" => self.pieces_fill(id, denied),
            // Every place of a hand is empty.
            "all Sites" => self.empty_hand(id, denied),
            // Someone's legal moves.
            "can Move" => self.has_moves(id, denied),
            _ => None,
        }
    }

    /// Whether the piece just moved can capture on, which the rules of going on tell in full.
    fn jump_again(&mut self, id: CheckedId, moves: CheckedId, denied: bool) -> Option<Clause> {
        let jumps = match self.id(moves) {
            "hop" | "move Hop" => vec![moves],
            "or [moves]" | "or [moves]#2" => ["movesA", "movesB", "list"]
                .into_iter()
                .flat_map(|n| super::super::facts::items_of(self.peek(moves, n)))
                .filter_map(|a| node_of(Some(a)))
                .collect(),
            _ => return None,
        };
        let captures = |w: &Self, jump: CheckedId| {
            let from = w.peek_node(jump, "from").and_then(|f| w.peek_node(f, "site"));
            let between = w.peek_node(jump, "between").and_then(|b| w.peek(b, "if"));
            ["hop", "move Hop"].contains(&w.id(jump))
                && from.is_some_and(|f| w.id(f) == "last To")
                && between.is_some_and(|b| w.contains(b, "is Enemy"))
        };
        let told = super::super::facts::clauses_of(self.c, &["move Hop"])
            .any(|jump| jump != moves && !jumps.contains(&jump) && captures(self, jump));
        if jumps.is_empty() || !told || !jumps.iter().all(|j| captures(self, *j)) {
            return None;
        }
        // A direction that depends on the jump before is said; others stand with the jump itself.
        let written: Vec<&'a Arg> = jumps.iter().filter_map(|j| self.peek(*j, "directions")).collect();
        let ways: Vec<String> = written.into_iter().map(|a| self.direction(a)).collect();
        let bound = ways
            .iter()
            .find(|w| ["direction from", "same direction", "opposite"].iter().any(|x| w.contains(x)));
        let way = bound.map(|w| format!(" {w}")).unwrap_or_default();
        self.take(id, "moves");
        self.mark_all(moves);
        let who = if self.names.last_to.starts_with("its ") { "it" } else { "the piece just moved" };
        Some(Clause::new(
            who,
            format!("{} capture again by such a jump{way}", verb("can", Number::One, denied)),
        ))
    }

    /// `(can Move (do (or {… (forEach Piece Next)}) ifAfterwards:…))`: everything that player may do.
    fn any_move_at_all(&mut self, id: CheckedId, moves: CheckedId, denied: bool) -> Option<Clause> {
        let prior = self.peek_node(moves, "prior").filter(|p| {
            self.id(moves) == "do" && !self.has(moves, "next") && self.id(*p).starts_with("or [moves]")
        })?;
        let parts: Vec<CheckedId> = ["movesA", "movesB", "list"]
            .into_iter()
            .filter(|n| self.has(prior, n))
            .flat_map(|n| super::super::facts::items_of(self.peek(prior, n)))
            .filter_map(|a| node_of(Some(a)))
            .collect();
        let all = parts.iter().copied().find(|p| self.id(*p) == "forEach Piece" && !self.has(*p, "moves"))?;
        let owner = self.peek(all, "role").or_else(|| self.peek(all, "player"));
        let owner = owner.map(|a| self.np(a, "player")).unwrap_or_else(|| self.names.mover.clone());
        let guard = self.take(moves, "ifAfterwards")?;
        let always = self.always_asked(guard);
        let guard = self.clause_of(guard, false).text();
        self.take(id, "moves");
        self.take(moves, "prior");
        self.mark_all(prior);
        let mut text = format!("{} legal move", verb("has a", owner.number, denied));
        if !always {
            text.push_str(&format!(" after which {guard}"));
        }
        Some(Clause::new(&owner.text, text))
    }

    /// Is this asked after every move of a turn, whoever makes it?
    fn always_asked(&self, guard: &Arg) -> bool {
        let Some(guard) = node_of(Some(guard)) else { return false };
        let own = self.shape_for_anybody(guard);
        super::super::facts::clauses_of(self.c, &["play"])
            .filter_map(|p| self.peek(p, "moves"))
            .filter_map(|m| self.find_inside(m, &["do"]))
            .filter_map(|m| self.peek_node(m, "ifAfterwards"))
            .any(|g| self.shape_for_anybody(g) == own)
    }

    /// What a condition is built like, whichever player it is about.
    fn shape_for_anybody(&self, id: CheckedId) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        fn mix(w: &Writer<'_>, arg: &Arg, hasher: &mut DefaultHasher) {
            match &arg.value {
                Value::Node(n) => match w.id(*n) {
                    "mover" | "next" => "player".hash(hasher),
                    _ => w.shape_for_anybody(*n).hash(hasher),
                },
                Value::Array(items) => items.iter().for_each(|i| mix(w, i, hasher)),
                Value::Enum(def, _) if def.name == "RoleType" => "player".hash(hasher),
                Value::Enum(def, index) => (def.name, index).hash(hasher),
                Value::Int(n) => n.hash(hasher),
                Value::Float(x) => x.to_bits().hash(hasher),
                Value::Bool(b) => b.hash(hasher),
                Value::Text(t) => t.hash(hasher),
                Value::Hole(..) => {}
            }
        }
        let node = self.c.node(id);
        let mut hasher = DefaultHasher::new();
        node.entry.id.hash(&mut hasher);
        for (slot, arg) in node.args.iter().enumerate() {
            if let Some(arg) = arg {
                slot.hash(&mut hasher);
                mix(self, arg, &mut hasher);
            }
        }
        hasher.finish()
    }

    /// Something holds of every place of a region.
    pub fn all_places(&mut self, id: CheckedId, denied: bool) -> Option<Clause> {
        let that = format!("that {}", self.noun().one);
        let before = std::mem::replace(&mut self.names.site, that.clone());
        let clause = self.take(id, "if").map(|c| self.clause_of(c, false)).unwrap_or_default();
        self.names.site = before;
        let region = self.take(id, "region").map(|r| self.all_of(r))?;
        let all = if region.number == Number::Many {
            region.text.clone()
        } else {
            format!("the {} in {}", self.noun().many, region.text)
        };
        if clause.subject.as_deref() != Some(that.as_str()) {
            let text = format!("for each of {all}, {}", clause.text());
            return Some(Clause::whole(if denied { format!("it is not so that, {text}") } else { text }));
        }
        let away = clause.predicate.strip_prefix("is not ").filter(|_| !denied);
        let held = all
            .split_once(" occupied by ")
            .filter(|(_, by)| !by.contains(' ') || by.starts_with("one of ") || by.starts_with("a "));
        if let (Some(away), Some((_, by))) = (away, held) {
            let none = match by.strip_prefix("one of ") {
                Some(own) => format!("none of {own}"),
                None => {
                    format!("no {}", by.strip_prefix("a ").or_else(|| by.strip_prefix("an ")).unwrap_or(by))
                }
            };
            let place = away.strip_prefix("one of ").or_else(|| away.strip_prefix("in ")).unwrap_or(away);
            let on = if away.starts_with("in ") { "in" } else { self.noun().on };
            return Some(Clause::new(&none, format!("stands {on} {place}")));
        }
        let predicate = super::super::nouns::plural_predicate(&clause.predicate);
        Some(if denied {
            Clause::whole(format!("not all of {all} {predicate}"))
        } else {
            let predicate = match predicate.strip_prefix("are ") {
                Some(rest) if !rest.starts_with("not ") => {
                    let two = all.contains(" and ") && !all.contains(", ") && !all.starts_with("the ");
                    format!("are {} {rest}", if two { "both" } else { "all" })
                }
                _ => format!("all {predicate}"),
            };
            Clause::new(&all, predicate)
        })
    }

    /// The places of somebody's pieces are those of a region.
    pub fn pieces_fill(&mut self, id: CheckedId, denied: bool) -> Option<Clause> {
        let mut sides = ["regionA", "regionB"];
        let held = |w: &Self, name: &str| {
            w.peek_node(id, name).is_some_and(|n| {
                w.id(n) == "sites Occupied" && !w.has(n, "container") && !w.has(n, "containerName")
            })
        };
        if held(self, sides[1]) {
            sides.swap(0, 1);
        }
        if !held(self, sides[0]) {
            return None;
        }
        let places = self.take(id, sides[0]).map(|r| self.all_of(r).text)?;
        let (_, by) = places.split_once(" occupied by one of ")?;
        let region = self.take(id, sides[1]).map(|r| self.all_of(r).text)?;
        let fill = verb("fill", Number::Many, denied);
        Some(Clause::new(by, format!("{fill} exactly {region}")))
    }

    /// Every place of a hand is empty.
    pub fn empty_hand(&mut self, id: CheckedId, denied: bool) -> Option<Clause> {
        let region = self.peek_node(id, "region").filter(|r| self.id(*r) == "sites Hand")?;
        let cond = self.peek_node(id, "if")?;
        let count = ["valueA", "valueB"].iter().find_map(|n| {
            self.peek_node(cond, n).filter(|c| ["count [int]", "count Cell"].contains(&self.id(*c)))
        });
        let zero = ["valueA", "valueB"].iter().any(|n| int_of(self.peek(cond, n)) == Some(0));
        let empty = self.id(cond) == "is Empty" || (self.id(cond) == "=" && count.is_some() && zero);
        if !empty {
            return None;
        }
        self.take(id, "region");
        self.take(id, "if");
        self.mark_all(cond);
        let hand = self.node(region, "").text;
        Some(Clause::new(&hand, format!("{} empty", verb("is", Number::One, denied))))
    }

    /// Someone's legal moves.
    pub fn has_moves(&mut self, id: CheckedId, denied: bool) -> Option<Clause> {
        let moves = self.peek_node(id, "moves")?;
        if let Some(clause) = self.any_move_at_all(id, moves, denied) {
            return Some(clause);
        }
        if let Some(clause) =
            self.jump_again(id, moves, denied).or_else(|| self.could_go_on(id, moves, denied))
        {
            return Some(clause);
        }
        let (pieces, guard) = match self.id(moves) {
            "forEach Piece" => (moves, None),
            "do" if !self.has(moves, "next") => (
                self.peek_node(moves, "prior").filter(|p| self.id(*p) == "forEach Piece")?,
                self.peek(moves, "ifAfterwards"),
            ),
            _ => return None,
        };
        if self.has(pieces, "moves")
            || self.has(pieces, "item")
            || self.has(pieces, "items")
            || self.has(pieces, "then")
        {
            return None;
        }
        let owner = self.take(pieces, "role").or_else(|| self.take(pieces, "player"));
        let owner = owner.map(|a| self.np(a, "player")).unwrap_or_else(|| self.names.mover.clone());
        self.take(id, "moves");
        self.take(moves, "prior");
        for name in ["container", "containerName", "on", "top"] {
            self.take(pieces, name);
        }
        let mut text = format!("{} legal move", verb("has a", owner.number, denied));
        if guard.is_some()
            && let Some(g) = self.take(moves, "ifAfterwards")
        {
            let clause = self.clause_of(g, false).text();
            // What every move must respect need not be said of legal moves.
            if self.always_asked(g) && !clause.ends_with(" is not in check") {
                return Some(Clause::new(&owner.text, text));
            }
            text.push_str(&match clause.strip_suffix(" is not in check") {
                Some(_) => " that gets it out of check".to_string(),
                None => format!(" after which {clause}"),
            });
        }
        Some(Clause::new(&owner.text, text))
    }
}
