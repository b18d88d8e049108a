//! What a player tries to reach, in the base form: `checkmate your opponent's king`, `get three stones in a row`. Read off
//! the conditions under which a game is won; the names of the players are those of the winner's side.

use super::facts::{int_of, items_of, node_of};
use super::writer::{Clause, Writer};
use crate::grammar;
use crate::readability;
use ludarium_ludemes::checked::{CheckedId, Value};

/// What is asked besides, and is no aim: whose turn it is, how many moves were made, what the last move was.
const GUARDS: [&str; 10] = [
    "is Mover",
    "is Next",
    "is Prev",
    "all Passed",
    "was Pass",
    "is LastFrom",
    "is LastTo",
    "is Even",
    "is Odd",
    "is Phase",
];

impl<'a> Writer<'a> {
    /// Every way to meet a condition, as something to do.
    pub fn aims(&mut self, test: CheckedId) -> Vec<String> {
        match self.id(test) {
            "or [bool]" | "or [bool]#2" => {
                self.parts_of(test).into_iter().flat_map(|part| self.aims(part)).collect()
            }
            "and [bool]" | "and [bool]#2" => self.aims_together(test),
            _ if self.is_guard(test) => Vec::new(),
            _ => self.aim(test).into_iter().collect(),
        }
    }

    pub fn parts_of(&self, id: CheckedId) -> Vec<CheckedId> {
        ["a", "b", "list"]
            .into_iter()
            .flat_map(|name| items_of(self.peek(id, name)))
            .filter_map(|a| node_of(Some(a)))
            .collect()
    }

    fn aims_together(&mut self, test: CheckedId) -> Vec<String> {
        let inner = self.inside(test);
        let threatened = inner.iter().copied().find(|n| self.id(*n) == "is Threatened");
        let stuck = inner.iter().any(|n| ["can Move", "no Moves"].contains(&self.id(*n)));
        if let (Some(t), true) = (threatened, stuck) {
            return vec![self.checkmate(t)];
        }
        let parts: Vec<CheckedId> =
            self.parts_of(test).into_iter().filter(|part| !self.is_guard(*part)).collect();
        match parts.as_slice() {
            [] => Vec::new(),
            [one] => self.aims(*one),
            several => {
                let aims: Option<Vec<String>> = several.iter().map(|p| self.aim(*p)).collect();
                let plain = self.plain_text(test);
                match aims {
                    // Positions are put together, deeds are listed.
                    Some(aims) if !aims.iter().any(|a| a.starts_with("reach a position")) => {
                        vec![grammar::list(&aims, "and")]
                    }
                    _ => vec![format!("reach a position where {plain}")],
                }
            }
        }
    }

    fn checkmate(&mut self, threatened: CheckedId) -> String {
        let name = self.peek(threatened, "what").map(|a| self.np(a, "name").text);
        let name = name.unwrap_or_else(|| "king".into());
        let name = name.rsplit("'s ").next().unwrap_or("king").trim_start_matches("your ").to_string();
        let whose = if self.facts.players == 2 { "your opponent's" } else { "an opponent's" };
        format!("checkmate {whose} {name}")
    }

    fn is_guard(&self, id: CheckedId) -> bool {
        if self.facts.players < 2 {
            return false;
        }
        let own = match self.id(id) {
            "not" => return self.peek_node(id, "a").is_some_and(|inner| self.is_guard(inner)),
            "=" | "!=" | "<" | "<=" | ">" | ">=" => {
                let inner: Vec<CheckedId> =
                    ["valueA", "valueB"].iter().filter_map(|n| self.peek_node(id, n)).collect();
                let counts = |n: &CheckedId| {
                    self.id(*n).starts_with("count Moves")
                        || self.id(*n).starts_with("count Turns")
                        || self.id(*n) == "counter"
                        || ["mover", "next", "prev"].contains(&self.id(*n))
                };
                return !inner.is_empty() && inner.iter().any(counts);
            }
            own => own,
        };
        GUARDS.contains(&own)
    }

    fn yours(&self, test: CheckedId, name: &str) -> Option<bool> {
        let who = self.role(self.peek_word(test, name)?).text;
        match who.as_str() {
            "you" => Some(true),
            "your opponent" | "the others" | "your opponents" | "the other players" => Some(false),
            _ => None,
        }
    }

    /// One condition as something to do.
    fn aim(&mut self, test: CheckedId) -> Option<String> {
        let many = grammar::plural(&self.facts.piece);
        let two = self.facts.players == 2;
        let (theirs, them) =
            if two { ("your opponent's", "your opponent") } else { ("the others'", "the others") };
        match self.id(test) {
            "or [bool]" | "or [bool]#2" | "and [bool]" | "and [bool]#2" => {
                let aims = self.aims(test);
                (!aims.is_empty()).then(|| grammar::list(&aims, "or"))
            }
            "is Line" if self.line_is_mine(test) => {
                let n = self.peek(test, "length").map(|a| self.np(a, "").text).unwrap_or_default();
                let exact = matches!(self.peek(test, "exact").map(|a| &a.value), Some(Value::Bool(true)));
                Some(format!("get {}{n} {many} in a row", if exact { "exactly " } else { "" }))
            }
            "is Line" if ["what", "whats"].iter().any(|n| self.has(test, n)) => {
                let plain = self.plain_aim(test);
                let n = self.peek(test, "length").map(|a| self.np(a, "").text).unwrap_or_default();
                let certain = format!(
                    "complete a line of {n} {many} of certain kinds, listed under “How the game ends”"
                );
                plain.filter(|p| readability::words(p) <= 16).or(Some(certain))
            }
            "no Pieces" => {
                let name = self.peek(test, "name").map(|a| self.np(a, "names").text).unwrap_or(many);
                match (self.yours(test, "role"), self.has(test, "in")) {
                    (Some(true), false) if self.facts.players < 2 => {
                        Some(format!("get rid of all your {name}"))
                    }
                    (Some(true), false) => Some(format!("be the first to get rid of all your {name}")),
                    (Some(false), false) => Some(format!("capture all of {theirs} {name}")),
                    (_, _) => self.plain_aim(test),
                }
            }
            "no Moves" => match self.yours(test, "role") {
                Some(false) => Some(self.stuck(them)),
                Some(true) => Some("be the one who cannot move any more".to_string()),
                None => self.plain_aim(test),
            },
            // Nothing that the other side could do is left.
            "not" if self.peek_node(test, "a").is_some_and(|n| self.id(n) == "can Move") => {
                Some(self.stuck(them))
            }
            "is Solved" => Some("solve the puzzle: fill in the board so that all its rules hold".to_string()),
            "is Triggered" => {
                let event = self.peek(test, "event").map(|a| self.np(a, "quoted").text)?;
                let mine = self.plain_text(test).ends_with(" you");
                let whose = if mine { "yourself" } else { them };
                Some(format!("bring about the event {event} for {whose}, as told below"))
            }
            "is In" => self.aim_at_place(test).or_else(|| self.plain_aim(test)),
            "=" => self.aim_equal(test).or_else(|| self.plain_aim(test)),
            "all Sites" => self.aim_for_all(test).or_else(|| self.plain_aim(test)),
            _ => self.plain_aim(test),
        }
    }

    /// Without a legal move: where kings may not stay in check, that is checkmate too.
    fn stuck(&mut self, them: &str) -> String {
        let checked = super::facts::clauses_of(self.c, &["do"])
            .filter_map(|d| self.peek(d, "ifAfterwards"))
            .find_map(|after| self.find_inside(after, &["is Threatened"]).filter(|t| self.has(*t, "what")));
        match checked {
            Some(t) => {
                let mate = self.checkmate(t);
                format!("{mate} or otherwise leave {them} without a legal move")
            }
            None => format!("leave {them} without a legal move"),
        }
    }

    fn line_is_mine(&self, test: CheckedId) -> bool {
        let owner = ["who"].iter().find_map(|n| self.peek_word(test, n));
        let named = ["what", "whats"].iter().any(|n| {
            self.c.node(test).entry.slot(n).is_some()
                && self.has(test, n)
                && self.peek_node(test, n).is_none_or(|w| self.id(w) != "mover")
        });
        match owner {
            Some(word) => self.role(word).text == "you" && !named,
            None => self.names.mover.text == "you" && !named,
        }
    }

    /// `(is In (last To) …)`: get a piece there; `(is In (where …) …)`: bring that piece there.
    fn aim_at_place(&mut self, test: CheckedId) -> Option<String> {
        let site = self.peek_node(test, "site")?;
        let region = self.peek(test, "region")?;
        let place = self.one_of(region);
        let place = match place.strip_prefix("any of ").or_else(|| place.strip_prefix("any ")) {
            Some(rest) if place.starts_with("any of ") => format!("one of {rest}"),
            Some(rest) => grammar::a(rest),
            None => place,
        };
        match self.id(site) {
            "last To" | "to [int]" if self.names.mover.text == "you" => {
                let one = self.facts.piece.clone();
                Some(format!("get {} to {place}", super::aims::one_of_yours(&one)))
            }
            "where" | "where#2" => {
                let text = self.np(self.peek(test, "site")?, "site").text;
                let piece = text.split_once(" of ").map(|(_, p)| p.to_string())?;
                piece.starts_with("your ").then(|| format!("bring {piece} to {place}"))
            }
            _ => None,
        }
    }

    /// `(= (where "King" Next) -1)`: the piece is gone. Also counts of pieces and of groups.
    fn aim_equal(&mut self, test: CheckedId) -> Option<String> {
        let (a, b) = (self.peek(test, "valueA")?, self.peek(test, "valueB")?);
        let (node, other) = match (node_of(Some(a)), node_of(Some(b))) {
            (Some(n), _) if int_of(Some(b)).is_some() || ["where", "where#2"].contains(&self.id(n)) => (n, b),
            (_, Some(n)) if int_of(Some(a)).is_some() => (n, a),
            (_, _) => return None,
        };
        let number = int_of(Some(other));
        match (self.id(node), number) {
            ("where" | "where#2", Some(-1)) => {
                let text = self.node(node, "site").text;
                let piece = text.split_once(" of ").map(|(_, p)| p.to_string())?;
                (!piece.starts_with("your ") || piece.starts_with("your opponent"))
                    .then(|| format!("capture {piece}"))
            }
            ("where" | "where#2", _) => {
                let text = self.node(node, "site").text;
                let piece = text.split_once(" of ").map(|(_, p)| p.to_string())?;
                let place = self.np(other, "site").text;
                (piece.starts_with("your ") && !piece.starts_with("your opponent"))
                    .then(|| format!("bring {piece} to {place}"))
            }
            ("count Groups", Some(1)) => {
                let cond = self.peek(node, "if")?;
                let owner = self.find_inside(cond, &["who", "is Friend"])?;
                let friend = self.id(owner) == "is Friend" || self.cond(cond).contains("one of your ");
                // Seen from the other side, the mover's enemies are one's own.
                let enemy = self.contains(cond, "is Enemy");
                let mine = if self.names.mover.text == "you" { friend && !enemy } else { enemy };
                mine.then(|| {
                    format!("join all your {} in one connected group", grammar::plural(&self.facts.piece))
                })
            }
            (_, _) => None,
        }
    }

    /// All own pieces somewhere; nothing left in some holes.
    fn aim_for_all(&mut self, test: CheckedId) -> Option<String> {
        let text = self.plain_text(test);
        let s = self.noun();
        let many = grammar::plural(&self.facts.piece);
        let none = format!(", there are no {many} {} that {}", s.on, s.one);
        let few = format!(", there is at most one {} {} that {}", self.facts.piece, s.on, s.one);
        if let Some(rest) = text.strip_prefix("for each of ") {
            if let Some(place) = rest.strip_suffix(&none) {
                return Some(format!("leave no {many} {} {place}", s.on));
            }
            if let Some(place) = rest.strip_suffix(&few) {
                return Some(format!("leave at most one {} {} each of {place}", self.facts.piece, s.on));
            }
        }
        let own = format!("the {} occupied by one of your ", s.many);
        let (pieces, place) = text.strip_prefix(&own)?.split_once(" are all ")?;
        let place = place.strip_prefix("in ").or_else(|| place.strip_prefix("one of ")).unwrap_or(place);
        Some(format!("bring all your {pieces} to {place}"))
    }

    pub fn plain_text(&mut self, test: CheckedId) -> String {
        self.clause(test, false).text()
    }

    /// The condition as it stands, from the winner's side.
    fn plain_aim(&mut self, test: CheckedId) -> Option<String> {
        let clause = self.clause(test, false);
        let text = clause.text();
        if readability::words(&text) > 22 || text.contains("holds (") {
            return None;
        }
        Some(self.deed(&clause).unwrap_or_else(|| format!("reach a position where {text}")))
    }

    /// A state of affairs as a deed, where there is a verb for it.
    fn deed(&self, clause: &Clause) -> Option<String> {
        let text = clause.text();
        let subject = clause.subject.as_deref();
        match subject {
            Some("you") => {
                let predicate = clause.predicate.replacen("have made ", "make ", 1);
                return match predicate.split_once(' ') {
                    Some(("have", rest)) => Some(format!("have {rest}")),
                    Some(("are", rest)) if !rest.starts_with("not ") => Some(format!("be {rest}")),
                    Some(("make", rest)) => Some(format!("make {rest}")),
                    Some(_) | None => None,
                };
            }
            Some("your opponent" | "the others") => {
                let them = subject.unwrap_or("");
                let few =
                    ["has at most ", "has exactly ", "has fewer than ", "have at most ", "have fewer than "];
                if let Some(lead) = few.iter().find(|l| clause.predicate.starts_with(**l)) {
                    let how =
                        lead.trim_start_matches("has ").trim_start_matches("have ").replace("exactly ", "");
                    return Some(format!("reduce {them} to {how}{}", &clause.predicate[lead.len()..]));
                }
                let none = clause.predicate.strip_prefix("has no ").and_then(|r| r.strip_suffix(" left"));
                return none.map(|what| format!("capture all of {} {what}", grammar::possessive(them)));
            }
            Some("your score") => {
                let deed = match clause.predicate.as_str() {
                    "is more than your opponent's score" => "have more points than your opponent".to_string(),
                    "is at least your opponent's score" => {
                        "have at least as many points as your opponent".to_string()
                    }
                    p => {
                        format!("reach a score of {}", p.strip_prefix("is ")?.trim_start_matches("equal to "))
                    }
                };
                return Some(deed).filter(|d| !d.contains("your opponent's score") && !d.contains(" not "));
            }
            Some(subject) if subject.starts_with("a chain of your ") => {
                let predicate = clause.predicate.replacen("connects ", "connect ", 1);
                return Some(format!(
                    "{predicate} with a chain of your {}",
                    grammar::plural(&self.facts.piece)
                ));
            }
            Some(subject)
                if subject.starts_with("your ") && clause.predicate.starts_with("is on one of ") =>
            {
                return Some(format!("bring {subject} to {}", &clause.predicate["is on ".len()..]));
            }
            Some(subject)
                if subject.starts_with("your ")
                    && !subject.starts_with("your opponent")
                    && clause.predicate.starts_with("fill exactly ") =>
            {
                return Some(format!("fill {} with {subject}", &clause.predicate["fill exactly ".len()..]));
            }
            Some(subject) if subject.starts_with("your ") && clause.predicate.starts_with("form ") => {
                return Some(format!("{} with {subject}", clause.predicate));
            }
            Some(_) | None => {}
        }
        if let Some(rest) = text.strip_prefix("there are no ") {
            let theirs = |whose: &str| {
                let rest =
                    whose.strip_prefix("your opponent's ").or_else(|| whose.strip_prefix("the others' "));
                rest.is_some_and(|r| !r.contains(' '))
            };
            let held = rest.split_once(" occupied by one of ");
            if let Some(own) =
                held.and_then(|(_, whose)| whose.strip_prefix("your ")).filter(|o| !o.contains(' '))
            {
                return Some(format!("be the first to get rid of all your {own}"));
            }
            let held = held.filter(|(_, whose)| theirs(whose));
            if let Some((_, whose)) = held {
                return Some(format!("capture all of {whose}"));
            }
            if rest.contains(" in your opponent's ") || rest.contains(" in the others' ") {
                return Some(format!("leave no {rest}"));
            }
            return None;
        }
        let few = ["there are fewer than ", "there is at most ", "there are at most "];
        let theirs = text.contains(" in your opponent's ") || text.contains(" in the others' ");
        if theirs && few.iter().any(|f| text.starts_with(f)) {
            return text
                .split_once(' ')
                .and_then(|(_, t)| t.split_once(' '))
                .map(|(_, rest)| format!("leave {rest}"));
        }
        // A piece of one's own in some place.
        let there = format!("there is at least one {} occupied by one of your ", self.noun().one);
        if let Some((pieces, place)) = text.strip_prefix(&there).and_then(|r| r.split_once(" that is in ")) {
            return Some(format!("bring one of your {pieces} to {place}"));
        }
        // So many pieces in one place of one's own.
        if let Some((many, place)) =
            text.strip_prefix("there are exactly ").and_then(|r| r.split_once(" on "))
            && (place.starts_with("your ") || place.contains(" of your hand"))
            && !place.starts_with("your opponent")
            && crate::readability::words(many) == 2
        {
            return Some(format!("bring {many} to {place}"));
        }
        let got = text.strip_prefix("there are ").or_else(|| text.strip_prefix("there is "));
        let mine = text.contains(" in your ") && !text.contains(" in your opponent");
        got.filter(|_| mine).map(|rest| format!("get {rest}"))
    }

    /// Every clause inside a condition, but not what somebody could do.
    fn inside(&self, id: CheckedId) -> Vec<CheckedId> {
        let mut all = Vec::new();
        let mut todo = vec![id];
        while let Some(n) = todo.pop() {
            all.push(n);
            if self.id(n) != "can Move" {
                todo.extend(self.c.node(n).clauses());
            }
        }
        all
    }
}

fn one_of_yours(piece: &str) -> String {
    format!("one of your {}", grammar::plural(piece))
}
