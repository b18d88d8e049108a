//! Breakpoints: on which clauses, for which event, under which condition.

use crate::clauses::Clauses;
use ludarium_engine::Ctx;
use ludarium_ludemes::checked::CheckedId;
use ludarium_play::Expression;
use std::collections::BTreeSet;

/// What must happen at a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is evaluated, whatever comes out.
    Evaluated,
    /// A condition holds, moves are given, an end rule applies.
    Fired,
    /// A move that is played came from it, or what it does belongs to that move.
    Applied,
}

impl Event {
    pub fn word(self) -> &'static str {
        match self {
            Event::Evaluated => "evaluated",
            Event::Fired => "fired",
            Event::Applied => "applied",
        }
    }
    pub fn named(word: &str) -> Option<Event> {
        [Event::Evaluated, Event::Fired, Event::Applied].into_iter().find(|e| e.word() == word)
    }
}

#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// As it was written.
    pub text: String,
    pub clauses: BTreeSet<CheckedId>,
    pub event: Event,
    pub condition: Option<Expression>,
}

/// No clause is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchClause {
    pub message: String,
}

impl Breakpoint {
    /// Reads where a breakpoint is meant: `LINE`, `LINE:COLUMN`, the beginning of a clause (`(move Hop`), the head or
    /// keyword of a clause (`remove`), or a part of the name of a definition.
    pub fn read(clauses: &Clauses, text: &str) -> Result<Breakpoint, NoSuchClause> {
        let wanted = text.trim().trim_matches('"').trim();
        let mut numbers = wanted.splitn(2, ':').map(|part| part.trim().parse::<u32>());
        let found = match (numbers.next(), numbers.next()) {
            (Some(Ok(line)), None) => on_line(clauses, line),
            (Some(Ok(line)), Some(Ok(column))) => at_column(clauses, line, column),
            _ => by_text(clauses, wanted),
        };
        if found.is_empty() {
            return Err(NoSuchClause { message: nothing(clauses, wanted) });
        }
        // A rule of moves fires when a move of it is made; that it could be made is seldom news.
        let all_moves = found.iter().all(|&id| is_moves(clauses, id));
        let event = if all_moves { Event::Applied } else { Event::Fired };
        Ok(Breakpoint { text: wanted.to_owned(), clauses: found, event, condition: None })
    }

    /// Does the condition hold at this moment? Without one: yes.
    pub fn holds(&self, ctx: &Ctx<'_>) -> bool {
        self.condition.as_ref().is_none_or(|condition| condition.is_true(&ctx.pos, &ctx.reg, ctx.rng))
    }
}

fn is_moves(clauses: &Clauses, id: CheckedId) -> bool {
    clauses.is_rule(id)
}

/// The outermost clauses that begin on a line and can be seen at work.
fn on_line(clauses: &Clauses, line: u32) -> BTreeSet<CheckedId> {
    let begins = |id: CheckedId| clauses.place(id).used.0 == line;
    outermost(clauses, clauses.ids().filter(|&id| begins(id) && clauses.is_observable(id)).collect())
}

/// The innermost clauses around a column.
fn at_column(clauses: &Clauses, line: u32, column: u32) -> BTreeSet<CheckedId> {
    let before = |id: &CheckedId| {
        let used = clauses.place(*id).used;
        used.0 == line && used.1 <= column
    };
    let found: Vec<CheckedId> = clauses.ids().filter(|id| clauses.is_observable(*id) && before(id)).collect();
    let nearest = found.iter().map(|&id| clauses.place(id).used.1).max();
    outermost(clauses, found.into_iter().filter(|&id| Some(clauses.place(id).used.1) == nearest).collect())
}

pub(crate) fn outermost(clauses: &Clauses, found: BTreeSet<CheckedId>) -> BTreeSet<CheckedId> {
    let inside = |id: CheckedId| {
        let mut around = clauses.parent(id);
        while let Some(outer) = around {
            if found.contains(&outer) {
                return true;
            }
            around = clauses.parent(outer);
        }
        false
    };
    found.iter().copied().filter(|&id| !inside(id)).collect()
}

fn by_text(clauses: &Clauses, wanted: &str) -> BTreeSet<CheckedId> {
    let squeezed = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
    if squeezed.is_empty() {
        return BTreeSet::new();
    }
    let seen: Vec<CheckedId> = clauses.ids().filter(|&id| clauses.is_observable(id)).collect();
    if squeezed.starts_with('(') {
        return seen.into_iter().filter(|&id| clauses.text(id).starts_with(&squeezed)).collect();
    }
    let lower = squeezed.to_lowercase();
    let words: BTreeSet<CheckedId> =
        seen.iter().copied().filter(|&id| first_words(clauses.text(id)).any(|word| word == lower)).collect();
    if !words.is_empty() {
        return words;
    }
    let through =
        |id: CheckedId| clauses.place(id).through.iter().any(|name| name.to_lowercase().contains(&lower));
    outermost(clauses, seen.into_iter().filter(|&id| through(id)).collect())
}

/// Head and keyword of a clause.
fn first_words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.trim_start_matches('(').split([' ', ')', '(']).take(2);
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Why nothing was found, with what there is.
fn nothing(clauses: &Clauses, wanted: &str) -> String {
    if let Ok(line) = wanted.split(':').next().unwrap_or_default().trim().parse::<u32>() {
        let mut lines: Vec<u32> = clauses
            .ids()
            .filter(|&id| clauses.is_observable(id))
            .map(|id| clauses.place(id).used.0)
            .collect();
        lines.sort_unstable();
        lines.dedup();
        let near = lines.iter().min_by_key(|l| l.abs_diff(line));
        let hint = near.map(|l| format!("; the nearest line that has one is {l}")).unwrap_or_default();
        return format!("no clause that is evaluated in play begins on line {line}{hint}");
    }
    let mut heads: Vec<String> = clauses
        .ids()
        .filter(|&id| clauses.is_observable(id))
        .filter_map(|id| first_words(clauses.text(id)).next())
        .collect();
    heads.sort();
    heads.dedup();
    format!("no clause of the rules is {wanted:?}; there are {}", heads.join(", "))
}
