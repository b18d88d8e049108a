//! A trace: what was evaluated, as a tree of clauses with their values. Plain data in one list, parents before children.

use ludarium_engine::{Game, SiteType};
use ludarium_ludemes::checked::CheckedId;
use ludarium_play::naming::site_name;
use ludarium_play::why::values::Is;

/// What came out of a clause.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Is(Is),
    /// A region was only asked for one site.
    Has {
        site: i32,
        has: bool,
    },
    /// So many moves, and the names of the first.
    Moves {
        count: usize,
        names: Vec<String>,
    },
    /// Does the end rule ask for a result?
    Ends(bool),
    /// The position was changed.
    Done,
    /// The trace was cut before it came out.
    Unknown,
}

impl Value {
    /// As people read it.
    pub fn words(&self, game: &Game) -> String {
        match self {
            Value::Is(is) => is.words(game),
            Value::Has { site, has } => {
                let name = site_name(game, game.site_type, *site);
                format!("{} {name}", if *has { "has" } else { "lacks" })
            }
            Value::Moves { count: 0, .. } => "no moves".to_owned(),
            Value::Moves { count, names } => {
                let more = if names.len() < *count { " …" } else { "" };
                let noun = if *count == 1 { "move" } else { "moves" };
                format!("{count} {noun}: {}{more}", names.join(" "))
            }
            Value::Ends(true) => "applies".to_owned(),
            Value::Ends(false) => "does not apply".to_owned(),
            Value::Done => "done".to_owned(),
            Value::Unknown => "?".to_owned(),
        }
    }

    /// Did the clause fire: a condition that holds, moves that were given, an end rule that applies?
    pub fn fired(&self) -> bool {
        match self {
            Value::Is(Is::Truth(truth)) => *truth,
            Value::Is(Is::Number(_) | Is::Decimal(_)) => true,
            Value::Is(Is::Sites(list) | Is::Numbers(list)) => !list.is_empty(),
            Value::Has { has, .. } => *has,
            Value::Moves { count, .. } => *count > 0,
            Value::Ends(applies) => *applies,
            Value::Done => true,
            Value::Unknown => false,
        }
    }
}

/// A register that a clause was evaluated with, where it differs from the clause around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    pub name: &'static str,
    pub value: i32,
    /// Is the value a site?
    pub site: bool,
}

impl Register {
    pub fn words(&self, game: &Game) -> String {
        let kind: SiteType = game.site_type;
        let named = self.site && self.value >= 0;
        let value = if named { site_name(game, kind, self.value) } else { self.value.to_string() };
        format!("{}={value}", self.name)
    }
}

/// One evaluation of a clause, or a change of the position.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Nothing for a change of the position.
    pub clause: Option<CheckedId>,
    /// What is done, for a change of the position.
    pub action: Option<String>,
    /// The how-manieth part of a rule this was, counted from the beginning of the evaluation.
    pub number: u64,
    pub parent: Option<usize>,
    pub depth: usize,
    pub registers: Vec<Register>,
    /// Inside a move that is only tried out.
    pub trial: bool,
    pub value: Value,
}

/// How much of an evaluation is kept.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub entries: usize,
    pub depth: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { entries: 20_000, depth: 64 }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub entries: Vec<Entry>,
    /// So many evaluations of clauses were left out.
    pub left_out: u64,
    /// Parts of rules that were evaluated, and how many of them are clauses by themselves.
    pub parts: u64,
    pub parts_with_clause: u64,
}

impl Trace {
    pub fn children(&self, of: Option<usize>) -> Vec<usize> {
        (0..self.entries.len()).filter(|&i| self.entries[i].parent == of).collect()
    }

    /// The entry that comes next on the same level, or on the nearest one outside.
    pub fn after(&self, at: usize) -> Option<usize> {
        let depth = self.entries.get(at)?.depth;
        (at + 1..self.entries.len()).find(|&i| self.entries[i].depth <= depth)
    }
}
