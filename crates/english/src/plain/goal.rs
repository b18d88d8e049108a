//! The goal of a game in one sentence, found in its rules of ending. What players have a phrase for is said with it
//! (checkmate, a line, a connection, bearing off); everything else as the condition stands.

use super::facts::node_of;
use super::writer::Writer;
use crate::document::Sentence;
use crate::grammar::{self, sentence};
use crate::readability;
use ludarium_ludemes::checked::CheckedId;

/// A condition that ends the game, and who wins or loses then.
struct Ending {
    rule: CheckedId,
    test: CheckedId,
    /// Reaching it is good for the reader.
    good: bool,
}

impl<'a> Writer<'a> {
    /// What to play for; nothing where the rules do not say.
    pub fn goal(&mut self, ends: &[CheckedId]) -> Option<Sentence> {
        let mut found = Vec::new();
        let mut scores = None;
        for &end in ends {
            self.endings(end, None, &mut found, &mut scores);
        }
        let mut parts: Vec<String> = Vec::new();
        let mut at = Vec::new();
        for ending in &found {
            if parts.len() == 3 {
                break;
            }
            if let Some(text) = self.aim(ending)
                && readability::words(&text) <= 22
                && !parts.contains(&text)
            {
                parts.push(text);
                at.push(self.place(ending.rule));
            }
        }
        if parts.is_empty()
            && let Some((rule, low)) = scores
        {
            parts.push(format!(
                "have the {} score when the game ends",
                if low { "lowest" } else { "highest" }
            ));
            at.push(self.place(rule));
        }
        if parts.is_empty() {
            return None;
        }
        let who = if self.facts.players < 2 { "Your goal is to" } else { "The goal is to" };
        if parts[0].starts_with("Player ") {
            // Each side has a goal of its own.
            let parts: Vec<String> = parts.into_iter().filter(|p| p.starts_with("Player ")).collect();
            let long = parts.iter().map(|p| readability::words(p)).sum::<usize>() > 30;
            let text = if long { parts[0].clone() } else { parts.join("; ") };
            return Some(Sentence::new(sentence(&text), at));
        }
        parts.retain(|p| !p.starts_with("Player "));
        while parts.len() > 1 && parts.iter().map(|p| readability::words(p)).sum::<usize>() > 28 {
            parts.pop();
        }
        Some(Sentence::new(sentence(&format!("{who} {}", grammar::list(&parts, "or to"))), at))
    }

    fn endings(
        &self,
        id: CheckedId,
        outer: Option<CheckedId>,
        found: &mut Vec<Ending>,
        scores: &mut Option<(CheckedId, bool)>,
    ) {
        match self.id(id) {
            "if [end]" => {
                let test = self.peek_node(id, "test");
                if let (Some(result), Some(test)) = (self.peek_node(id, "result"), test) {
                    self.outcome(id, outer.unwrap_or(test), result, found, scores);
                }
                for name in ["sub", "subs"] {
                    for sub in super::facts::items_of(self.peek(id, name))
                        .into_iter()
                        .filter_map(|a| node_of(Some(a)))
                    {
                        self.endings(sub, None, found, scores);
                    }
                }
            }
            "forEach [end]" => {
                let test = self.peek_node(id, "if");
                if let (Some(result), Some(test)) = (self.peek_node(id, "result"), test) {
                    self.outcome(id, test, result, found, scores);
                }
            }
            "byScore" => self.outcome(id, id, id, found, scores),
            _ => {}
        }
    }

    fn outcome(
        &self,
        rule: CheckedId,
        test: CheckedId,
        result: CheckedId,
        found: &mut Vec<Ending>,
        scores: &mut Option<(CheckedId, bool)>,
    ) {
        if self.id(result) == "byScore" {
            let low = matches!(
                self.peek(result, "misere").map(|a| &a.value),
                Some(ludarium_ludemes::checked::Value::Bool(true))
            );
            scores.get_or_insert((rule, low));
            return;
        }
        if self.id(result) != "result" {
            return;
        }
        let who = self.peek_word(result, "who").unwrap_or("");
        let many = self.facts.players > 1;
        let good = match (self.peek_word(result, "result"), who) {
            (Some("Win"), "Mover" | "Player" | "TeamMover") => true,
            (Some("Win"), "P1") if !many => true,
            (Some("Win"), "Next" | "Prev") => false,
            (Some("Loss"), "Next" | "Prev" | "NonMover" | "Enemy") => true,
            (Some("Loss"), "Mover" | "Player") => false,
            // A rule for one side only says what that side plays for.
            (Some("Win"), who) if who.starts_with('P') => true,
            (_, _) => return,
        };
        found.push(Ending { rule, test, good });
    }

    /// The aim in the base form: `checkmate the enemy king`.
    fn aim(&mut self, ending: &Ending) -> Option<String> {
        let test = ending.test;
        let role = self.peek_node(ending.rule, "result").and_then(|r| self.peek_word(r, "who")).unwrap_or("");
        let one_side = role
            .strip_prefix('P')
            .filter(|n| n.chars().all(|c| c.is_ascii_digit()) && self.facts.players > 1);
        if let Some(n) = one_side {
            let text = self.clause(test, false).text();
            let plain = readability::words(&text) <= 20 && !text.contains("condition ");
            return plain.then(|| format!("Player {n} wins if {text}"));
        }
        let text = self.aim_of(test, ending.good)?;
        Some(grammar::tidy(&text))
    }

    fn aim_of(&mut self, test: CheckedId, good: bool) -> Option<String> {
        let piece = self.facts.piece.clone();
        let many = grammar::plural(&piece);
        let opponents = if self.facts.players == 2 { "your opponent's" } else { "the others'" };
        let opponent = if self.facts.players == 2 { "your opponent" } else { "the others" };
        match self.id(test) {
            "and [bool]" | "and [bool]#2" => {
                let inner = self.inside(test);
                let threatened = inner.iter().copied().find(|n| self.id(*n) == "is Threatened");
                let stuck = inner.iter().any(|n| ["can Move", "no Moves"].contains(&self.id(*n)));
                if let (Some(t), true, true) = (threatened, stuck, good) {
                    let name = self
                        .peek(t, "what")
                        .map(|a| self.np(a, "name").text)
                        .unwrap_or_else(|| "king".into());
                    let name =
                        name.rsplit("'s ").next().unwrap_or("king").trim_start_matches("your ").to_string();
                    return Some(format!("checkmate {opponents} {name}"));
                }
                self.plain_aim(test, good)
            }
            "is Line" if good => {
                let n = self.peek(test, "length").map(|a| self.np(a, "").text).unwrap_or_default();
                let exact = matches!(
                    self.peek(test, "exact").map(|a| &a.value),
                    Some(ludarium_ludemes::checked::Value::Bool(true))
                );
                Some(format!("get {}{n} {many} in a row", if exact { "exactly " } else { "" }))
            }
            "no Pieces" => {
                let role = self.peek_word(test, "role").unwrap_or("");
                let name =
                    self.peek(test, "name").map(|a| self.np(a, "names").text).unwrap_or_else(|| many.clone());
                match (role, good) {
                    ("Mover" | "Player", true) if self.has(test, "in") => self.plain_aim(test, good),
                    ("Mover" | "Player", true) => Some(format!("be the first to get rid of all your {name}")),
                    ("Next" | "Enemy" | "NonMover", true) | ("Mover", false) => {
                        Some(format!("capture all of {opponents} {name}"))
                    }
                    (_, _) => self.plain_aim(test, good),
                }
            }
            "no Moves" => {
                let role = self.peek_word(test, "role").unwrap_or("");
                match (role, good) {
                    ("Next" | "Enemy" | "NonMover" | "Player", true) | ("Mover", false) => {
                        Some(format!("leave {opponent} without a legal move"))
                    }
                    ("Mover", true) | ("Next", false) => {
                        Some("be the one who cannot move any more".to_string())
                    }
                    (_, _) => None,
                }
            }
            // Nothing that the other side could do is left.
            "not" if good && self.peek_node(test, "a").is_some_and(|n| self.id(n) == "can Move") => {
                Some(format!("leave {opponent} without a legal move"))
            }
            _ => self.plain_aim(test, good),
        }
    }

    /// The condition as it stands, from the winner's side.
    fn plain_aim(&mut self, test: CheckedId, good: bool) -> Option<String> {
        if !good {
            // To make the other one lose: the condition is about them.
            let mover = std::mem::replace(&mut self.names.mover, self.names.next.clone());
            let next = std::mem::replace(&mut self.names.next, mover.clone());
            let player = std::mem::replace(&mut self.names.player, next.clone());
            let text = self.clause(test, false).text();
            self.names.next = next;
            self.names.mover = mover;
            self.names.player = player;
            return (readability::words(&text) <= 16 && !text.contains("condition "))
                .then(|| format!("reach a position where {text}"));
        }
        let player = std::mem::replace(&mut self.names.player, self.names.mover.clone());
        let clause = self.clause(test, false);
        self.names.player = player;
        let text = clause.text();
        if readability::words(&text) > 18 || text.contains("condition ") || text.contains("holds (") {
            return None;
        }
        let said = match clause.subject.as_deref() {
            Some("you") => {
                let predicate = clause.predicate.replacen("have made ", "make ", 1);
                match predicate.split_once(' ') {
                    Some(("have", rest)) => format!("have {rest}"),
                    Some(("are", rest)) => format!("be {rest}"),
                    Some(("make", rest)) => format!("make {rest}"),
                    Some(_) | None => return Some(format!("reach a position where {text}")),
                }
            }
            Some(subject) if subject.starts_with("a chain of your ") => {
                let predicate = clause.predicate.replacen("connects ", "connect ", 1);
                format!("{predicate} with a chain of your {}", grammar::plural(&self.facts.piece))
            }
            Some(_) | None => match text.strip_prefix("there are ").filter(|_| text.contains(" in your ")) {
                Some(rest) if !rest.starts_with("no ") => format!("get {rest}"),
                Some(_) | None => format!("reach a position where {text}"),
            },
        };
        Some(said)
    }

    /// Every clause inside a condition, but not what somebody could do.
    fn inside(&self, id: CheckedId) -> Vec<CheckedId> {
        let mut all = Vec::new();
        let mut todo = vec![id];
        while let Some(n) = todo.pop() {
            all.push(n);
            if self.id(n) != "can Move" {
                for arg in self.c.node(n).args.iter().flatten() {
                    todo.extend(crate::meter::clauses(arg));
                }
            }
        }
        all
    }

    /// A turn in one sentence, where the rules of it are long: what may be done, without the ifs and buts.
    pub fn outline(&self, moves: CheckedId) -> Option<String> {
        let inner: Vec<CheckedId> = {
            let mut all = Vec::new();
            let mut todo = vec![moves];
            while let Some(n) = todo.pop() {
                all.push(n);
                for (slot, arg) in self.c.node(n).args.iter().enumerate() {
                    let param = &self.c.node(n).entry.params[slot];
                    if let Some(arg) = arg
                        && param.ty != ludarium_ludemes::Ty::Bool
                    {
                        todo.extend(crate::meter::clauses(arg));
                    }
                }
            }
            all
        };
        let has = |ids: &[&str]| inner.iter().any(|n| ids.contains(&self.id(*n)));
        let many = grammar::plural(&self.facts.piece);
        let from_hand = inner.iter().any(|n| ["handSite", "sites Hand"].contains(&self.id(*n)));
        let mut can: Vec<String> = Vec::new();
        if has(&["sow"]) {
            can.push(format!("sow the {many} of one of your holes"));
        } else {
            if has(&["move Add", "move Claim"]) || (from_hand && has(&["move", "fromTo"])) {
                can.push(format!("place one of your {many}"));
            }
            if has(&["forEach Piece", "move Step", "move Slide", "move Hop", "move Leap"]) {
                can.push(format!("move one of your {many}"));
            }
        }
        if has(&["move Remove"]) {
            can.push(format!("take {} off the board", grammar::a(&self.facts.piece)));
        }
        if has(&["move Promote"]) {
            can.push("promote a piece".to_string());
        }
        if has(&["move Pass"]) {
            can.push("pass".to_string());
        }
        if can.len() < 2 && !has(&["roll"]) && !has(&["moveAgain"]) {
            return None;
        }
        if can.is_empty() {
            return None;
        }
        let roll = if has(&["roll"]) { "roll the dice, and then " } else { "" };
        let again = if has(&["moveAgain"]) { "; some moves let you go on" } else { "" };
        Some(format!("in outline: you {roll}{}{again}", grammar::list(&can, "or")))
    }
}

/// The number of phases in words, and their names in order.
pub fn phases_in_outline(titles: &[String]) -> Option<String> {
    (titles.len() > 1).then(|| {
        let quoted: Vec<String> = titles.iter().map(|t| format!("“{t}”")).collect();
        format!(
            "the game has {} phases: {}",
            grammar::number(titles.len() as i64),
            grammar::list(&quoted, "and")
        )
    })
}
