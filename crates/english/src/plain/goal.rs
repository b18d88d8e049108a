//! The goal of a game in one sentence, found in its rules of ending. Says whose goal it is: everybody's, or one side's where
//! the sides play for different things. What the single aims are called is worked out in `aims`.

use super::facts::{items_of, node_of};
use super::writer::{Np, Writer};
use crate::document::Sentence;
use crate::grammar::{self, sentence};
use crate::readability;
use ludarium_ludemes::checked::{CheckedId, Value};

/// More words than this and a goal is not one sentence any more.
const LONGEST: usize = 32;
/// More ways to win than this are left to the rules of ending.
const MOST: usize = 3;

/// A condition that ends the game, seen by the player who profits from it.
struct Ending {
    rule: CheckedId,
    test: CheckedId,
    /// The number of the player who profits, where the rule names one.
    side: Option<i64>,
    /// The player who has just moved profits; otherwise the opponent does.
    mover: bool,
    /// The player who has just moved loses by it: something to avoid.
    blunder: bool,
}

/// What the rules of ending say about winning.
#[derive(Default)]
struct Endings {
    found: Vec<Ending>,
    /// By score: the rule, what it says about scores, and whether the lowest wins.
    score: Option<(CheckedId, CheckedId, bool)>,
    payoff: Option<CheckedId>,
    /// What a single player must avoid.
    lost: Vec<Ending>,
}

impl<'a> Writer<'a> {
    /// What to play for. `ends` are the rules of ending of the game and of its phases.
    pub fn goal(&mut self, ends: &[CheckedId]) -> Option<Sentence> {
        let mut endings = Endings::default();
        for &end in ends {
            self.endings(end, &mut endings);
        }
        let mut at = Vec::new();
        let mut all: Vec<String> = Vec::new();
        let mut sides: Vec<(i64, Vec<String>)> = Vec::new();
        let mut avoid: Vec<String> = Vec::new();
        for ending in &endings.found {
            let mut aims = self.aims_of_ending(ending);
            if ending.blunder && aims.iter().any(|a| a.starts_with(POSITION)) {
                let own = self.aims_of_ending(&Ending { mover: true, ..*ending });
                avoid.extend(own.iter().map(|a| avoided(a)));
                aims.retain(|a| !a.starts_with(POSITION));
            }
            let into = match ending.side {
                None => &mut all,
                Some(n) => {
                    let known = sides.iter().position(|(side, _)| *side == n).unwrap_or_else(|| {
                        sides.push((n, Vec::new()));
                        sides.len() - 1
                    });
                    &mut sides[known].1
                }
            };
            if !aims.is_empty() {
                at.push(self.place(ending.rule));
            }
            for aim in aims {
                if !into.contains(&aim) {
                    into.push(aim);
                }
            }
        }
        sides.retain(|(_, aims)| !aims.is_empty());
        sides.sort_by_key(|(n, _)| *n);
        // The same for every side is a goal of all.
        let same = sides.len() as i64 == self.facts.players
            && sides.iter().all(|(_, aims)| sides.first().is_some_and(|(_, first)| alike(first, aims)));
        if same && let Some((_, aims)) = sides.first() {
            for aim in aims.iter().filter(|a| !all.contains(a)).cloned().collect::<Vec<_>>() {
                all.push(aim);
            }
            sides.clear();
        }
        if let Some((rule, scores, low)) = endings.score
            && sides.is_empty()
        {
            at.push(self.place(rule));
            all.push(self.best_score(scores, low));
        }
        if let (Some(rule), true) = (endings.payoff, all.is_empty() && sides.is_empty()) {
            at.push(self.place(rule));
            all.push("earn the largest payoff".to_string());
        }
        for aims in std::iter::once(&mut all).chain(sides.iter_mut().map(|(_, aims)| aims)) {
            mate_once(aims);
            // A tie is nothing to play for where there is something else.
            let better = aims.iter().any(|a| !is_tie(a));
            aims.retain(|a| !better || !is_tie(a));
        }
        let text = if sides.is_empty() {
            self.goal_of_all(all, avoid, &endings, ends)
        } else {
            self.goals_of_sides(all, sides)
        };
        Some(Sentence::new(sentence(&text?), at))
    }

    fn goal_of_all(
        &mut self,
        all: Vec<String>,
        avoid: Vec<String>,
        endings: &Endings,
        ends: &[CheckedId],
    ) -> Option<String> {
        let who = if self.facts.players < 2 { "Your goal is to" } else { "The goal is to" };
        let avoid = avoid.first();
        if !all.is_empty() {
            let text = format!("{who} {}", one_of(&all));
            return Some(match avoid {
                Some(a) if readability::words(&text) + readability::words(a) <= LONGEST => {
                    format!("{text}, and to {a}")
                }
                Some(_) | None => text,
            });
        }
        if let Some(a) = avoid {
            return Some(format!("{who} {a}: whoever fails in that loses"));
        }
        if self.facts.players == 1
            && let Some(text) = self.puzzle_goal()
        {
            return Some(format!("{who} {text}"));
        }
        if !endings.lost.is_empty() {
            let lost: Vec<String> = endings.lost.iter().map(|e| self.plain_text(e.test)).collect();
            if let Some(text) = lost.iter().find(|t| readability::words(t) <= 24) {
                return Some(format!("{who} go on as long as you can: you lose if {text}"));
            }
        }
        if let Some(text) = endings.found.iter().find_map(|e| self.aim_in_part(e)) {
            return Some(format!("{who} {text}"));
        }
        if !endings.found.is_empty() {
            return Some(format!(
                "{who} meet the conditions of winning that are told under “How the game ends”"
            ));
        }
        Some(match (self.facts.players, ends.is_empty()) {
            (0, _) => "There is no goal: the game plays by itself".to_string(),
            (1, _) => "Your goal is to go on as long as you can".to_string(),
            (_, true) => {
                "The rules name no goal: nobody wins, and the game goes on as long as you like".to_string()
            }
            (_, false) => "The rules name no goal: the game ends, but nobody wins".to_string(),
        })
    }

    /// Each side with a goal of its own; a side without one plays against that of the other.
    fn goals_of_sides(&self, all: Vec<String>, sides: Vec<(i64, Vec<String>)>) -> Option<String> {
        let mut parts = Vec::new();
        for n in 1..=self.facts.players {
            let mut own =
                sides.iter().find(|(side, _)| *side == n).map(|(_, a)| a.clone()).unwrap_or_default();
            own.extend(all.iter().filter(|a| !own.contains(a)).cloned().collect::<Vec<_>>());
            match own.is_empty() {
                false => {
                    let text = self.said_of(n, &one_of(&own));
                    parts.push(format!("Player {n}'s goal is to {text}"))
                }
                true if self.facts.players == 2 => {
                    parts.push(format!("Player {n}'s goal is to prevent this"))
                }
                true => {}
            }
        }
        // What is prevented is told first.
        parts.sort_by_key(|p| p.ends_with("to prevent this"));
        let long = parts.iter().map(|p| readability::words(p)).sum::<usize>() > LONGEST + 2;
        Some(if long { parts.join(". ") } else { parts.join("; ") })
    }

    /// `your opponent` for a reader who may be either: by number.
    fn said_of(&self, n: i64, text: &str) -> String {
        let other =
            if self.facts.players == 2 { format!("Player {}", 3 - n) } else { "the others".to_string() };
        text.replace("your opponent's", &grammar::possessive(&other))
            .replace("your opponent", &other)
            .replace("your ", "their ")
            .replace(" you have ", " they have ")
            .replace(" you ", " they ")
    }

    /// The highest score, or the most of what the score counts.
    fn best_score(&mut self, scores: CheckedId, low: bool) -> String {
        let (most, highest) = if low { ("fewest", "lowest") } else { ("most", "highest") };
        let first = items_of(self.peek(scores, "scores")).first().and_then(|a| node_of(Some(a)));
        let counted = first.and_then(|f| self.peek(f, "score"));
        self.me = Some(1);
        let text = counted.map(|a| self.np(a, "").text).unwrap_or_default();
        self.me = None;
        let things =
            text.strip_prefix("the number of ").filter(|t| !t.contains(" plus ") && !t.contains('('));
        match things {
            Some(t) if readability::words(t) > 9 || has_letter(t) => {}
            Some(t) => match t.strip_prefix("your ") {
                Some(own) if !own.starts_with("opponent") => {
                    return format!("have the {most} {own} when the game ends");
                }
                None if t.contains(" in your ") && !t.contains(" in your opponent") => {
                    return format!("have the {most} {t} when the game ends");
                }
                Some(_) | None => {}
            },
            None => {}
        }
        format!("have the {highest} score when the game ends")
    }

    /// Puzzles say what to reach by what must hold in the end.
    fn puzzle_goal(&self) -> Option<String> {
        let has = |ids: &[&str]| super::facts::clauses_of(self.c, ids).next().is_some();
        has(&["satisfy"]).then(|| "fill in the board so that all rules of the puzzle hold".to_string())
    }

    /// The ways to win that a rule of ending names, from the side of the winner, in the base form.
    fn aims_of_ending(&mut self, ending: &Ending) -> Vec<String> {
        let names = self.names.clone();
        let other = if self.facts.players == 2 { Np::one("your opponent") } else { Np::many("the others") };
        self.me = ending.side;
        if self.facts.players > 1 {
            let (mover, next) = if ending.mover { (Np::you(), other) } else { (other, Np::you()) };
            self.names.player = mover.clone();
            self.names.mover = mover;
            self.names.prev = next.clone();
            self.names.next = next;
        } else {
            self.names.player = Np::you();
        }
        let mut aims = self.aims(ending.test);
        if self.names.mover.text != "you" {
            // The enemies of the one who moved are one's own pieces.
            let piece = self.facts.piece.clone();
            let own = format!("one of your {}", grammar::plural(&piece));
            for aim in &mut aims {
                *aim = aim
                    .replace(
                        &format!("the enemy {}", grammar::plural(&piece)),
                        &format!("your {}", grammar::plural(&piece)),
                    )
                    .replace(&format!("an enemy {piece}"), &own);
            }
        }
        self.names = names;
        self.me = None;
        aims.retain(|a| readability::words(a) <= 27 && !has_letter(a) && readability::balanced(a));
        aims.into_iter().map(|a| grammar::tidy(&a)).collect()
    }

    /// Where the whole condition is too long to be said at once: its first part that is not.
    fn aim_in_part(&mut self, ending: &Ending) -> Option<String> {
        let mut todo = vec![ending.test];
        while let Some(test) = todo.pop() {
            let parts = self.parts_of(test);
            if parts.is_empty() {
                let found = self.aims_of_ending(&Ending { test, ..*ending });
                let deed = |a: &String| {
                    readability::words(a) <= 20 && !a.starts_with(POSITION) && !a.starts_with("be ")
                };
                if let Some(aim) = found.into_iter().find(deed) {
                    return Some(format!("{aim} (“How the game ends” tells it in full)"));
                }
            }
            todo.extend(parts.into_iter().rev());
        }
        None
    }

    fn endings(&self, id: CheckedId, into: &mut Endings) {
        match self.id(id) {
            "if [end]" => {
                let test = self.peek_node(id, "test");
                if let (Some(result), Some(test)) = (self.peek_node(id, "result"), test) {
                    self.outcome(id, test, result, into);
                }
                for name in ["sub", "subs"] {
                    for sub in items_of(self.peek(id, name)).into_iter().filter_map(|a| node_of(Some(a))) {
                        self.endings(sub, into);
                    }
                }
            }
            "forEach [end]" => {
                let test = self.peek_node(id, "if");
                if let (Some(result), Some(test)) = (self.peek_node(id, "result"), test) {
                    self.outcome(id, test, result, into);
                }
            }
            "byScore" | "payoffs" => self.outcome(id, id, id, into),
            _ => {}
        }
    }

    fn outcome(&self, rule: CheckedId, test: CheckedId, result: CheckedId, into: &mut Endings) {
        match self.id(result) {
            "byScore" => {
                let low = matches!(self.peek(result, "misere").map(|a| &a.value), Some(Value::Bool(true)));
                into.score.get_or_insert((rule, result, low));
                return;
            }
            "payoffs" => {
                into.payoff.get_or_insert(rule);
                return;
            }
            "result" => {}
            _ => return,
        }
        let who = self.peek_word(result, "who").unwrap_or("");
        let numbered = who.strip_prefix('P').or_else(|| who.strip_prefix("Team"));
        let number = numbered.and_then(|n| n.parse::<i64>().ok());
        let (side, mover) = match (self.peek_word(result, "result"), who, number) {
            (Some("Win"), _, _) if self.facts.players < 2 => (None, true),
            (Some("Loss"), _, _) if self.facts.players < 2 => {
                into.lost.push(Ending { rule, test, side: None, mover: true, blunder: true });
                return;
            }
            (Some("Win"), "Next" | "Prev" | "NonMover" | "Enemy", _) => (None, false),
            (Some("Win"), _, None) => (None, true),
            (Some("Win"), _, Some(n)) => (Some(n), true),
            (Some("Loss"), "Next" | "Prev" | "NonMover" | "Enemy", _) => (None, true),
            (Some("Loss"), _, None) => (None, false),
            // With two players, the loss of one is the win of the other.
            (Some("Loss"), _, Some(n)) if self.facts.players == 2 => (Some(3 - n), true),
            (_, _, _) => return,
        };
        let blunder = !mover && self.peek_word(result, "result") == Some("Loss") && who == "Mover";
        into.found.push(Ending { rule, test, side, mover, blunder });
    }
}

/// How an aim begins that is a position and no deed.
const POSITION: &str = "reach a position where ";

/// `make a line of three` as something not to do.
fn avoided(aim: &str) -> String {
    match aim.strip_prefix(POSITION) {
        Some(position) => format!("avoid a position where {position}"),
        None => {
            let (verb, rest) = aim.split_once(' ').unwrap_or((aim, ""));
            let verb = if verb == "get" { "getting".to_string() } else { super::moves::gerund(verb) };
            format!("avoid {verb} {rest}")
        }
    }
}

/// Checkmate is named once, whatever else is won with.
fn mate_once(aims: &mut [String]) {
    let mate = aims.iter().find(|a| a.starts_with("checkmate ") && !a.contains(" or otherwise ")).cloned();
    if let Some(mate) = mate {
        for aim in aims.iter_mut() {
            if let Some(rest) = aim.strip_prefix(&format!("{mate} or otherwise ")) {
                *aim = rest.to_string();
            }
        }
    }
}

fn is_tie(aim: &str) -> bool {
    let Some(position) = aim.strip_prefix(POSITION) else { return false };
    position.split_once("score is ").is_some_and(|(_, rest)| {
        rest.ends_with(" score")
            && !rest.starts_with("more")
            && !rest.starts_with("less")
            && !rest.starts_with("at ")
    })
}

/// Does it speak of something that is told elsewhere under a letter?
fn has_letter(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).any(|w| {
        let letter = w[1].trim_end_matches(['.', ',', ';']);
        let noun = [
            "condition",
            "number",
            "square",
            "squares",
            "cell",
            "cells",
            "point",
            "points",
            "hole",
            "holes",
            "edges",
        ];
        noun.contains(&w[0]) && letter.len() <= 2 && letter.chars().all(|c| c.is_ascii_uppercase())
    })
}

/// Two lists with the same aims, in whatever order.
fn alike(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && a.iter().all(|x| b.contains(x))
}

/// As many aims as go into one sentence; being left without a move comes last.
fn one_of(aims: &[String]) -> String {
    let mut aims = aims.to_vec();
    aims.sort_by_key(|a| a.ends_with("without a legal move"));
    aims.truncate(MOST);
    while aims.len() > 1 && aims.iter().map(|a| readability::words(a)).sum::<usize>() > LONGEST - 4 {
        aims.pop();
    }
    let parts: Vec<String> = aims
        .iter()
        .enumerate()
        .map(|(i, a)| if i == 0 || i + 1 == aims.len() { a.clone() } else { format!("to {a}") })
        .collect();
    grammar::list(&parts, "or to")
}
