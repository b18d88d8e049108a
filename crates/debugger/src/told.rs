//! What a debugger shows, as data: for programs, for pages, and for those who print it.

use crate::breakpoint::outermost;
use crate::session::{Run, Session, Stop};
use crate::trace::{Entry, Trace, Value};
use ludarium_ludemes::checked::CheckedId;
use ludarium_play::naming::site_name;
use ludarium_play::why::values::Is;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A clause and where it is written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Clause {
    /// The clause once definitions are worked out; long ones are cut.
    pub text: String,
    /// Where it is written: the description, or a file of definitions.
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Where it stands in the description itself, in bytes from the beginning.
    pub start: u32,
    pub end: u32,
    /// The line of that place.
    pub used_line: u32,
    /// The definitions that brought it there, the innermost first.
    pub through: Vec<String>,
}

/// One evaluation of a clause, or a change of the position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evaluated {
    /// Its number in the evaluation, from 0.
    pub index: usize,
    /// Null for a change of the position.
    pub clause: Option<Clause>,
    /// What changed, for a change of the position.
    pub action: Option<String>,
    pub value: String,
    /// A condition that holds, moves that were given, an end rule that applies.
    pub fired: bool,
    /// What registers it was evaluated with, where they differ from the clause around: `site=e4`.
    pub registers: Vec<String>,
    /// In a move that was only tried out.
    pub trial: bool,
    /// Here we are.
    pub here: bool,
    pub children: Vec<Evaluated>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tree {
    pub roots: Vec<Evaluated>,
    /// So many evaluations were left out.
    pub left_out: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Watched {
    pub expression: String,
    /// Null where the expression is wrong.
    pub value: Option<String>,
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stopped {
    /// The breakpoint as it was written.
    pub breakpoint: String,
    pub event: String,
    pub clause: Option<Clause>,
    /// The move that was being made, or was just made.
    pub by: Option<String>,
    /// The move was made: the position is the one after it.
    pub made: bool,
}

/// What one line of the description did in a run: the most that one of its outermost clauses did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LineCoverage {
    pub line: u32,
    pub evaluated: u64,
    pub fired: u64,
    pub applied: u64,
    /// Clauses of this line that never fired.
    pub silent: Vec<String>,
}

/// How random games went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ran {
    pub games: u64,
    pub plies: u64,
    pub interrupted: bool,
}

/// Where a debugger stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    pub game: String,
    pub seed: u64,
    /// The moves that led here.
    pub moves: Vec<String>,
    pub mover: usize,
    pub over: bool,
    pub legal: Vec<String>,
    pub ran: Option<Ran>,
    pub stopped: Option<Stopped>,
    pub watches: Vec<Watched>,
    pub tree: Option<Tree>,
    pub coverage: Option<Vec<LineCoverage>>,
    /// What could not be done, in words.
    pub problems: Vec<String>,
}

impl Session {
    pub fn told_clause(&self, id: CheckedId) -> Clause {
        let (place, text) = (self.clauses().place(id), self.clauses().text(id));
        Clause {
            text: text.to_owned(),
            file: place.file.clone(),
            line: place.line,
            column: place.column,
            start: place.span.start,
            end: place.span.end,
            used_line: place.used.0,
            through: place.through.clone(),
        }
    }

    /// A trace as a tree of at most so many evaluations; `here` is the entry to point at, which is always among them.
    pub fn told_tree(&self, trace: &Trace, here: Option<usize>, most: usize) -> Tree {
        let n = trace.entries.len();
        let mut shown = vec![false; n];
        shown.iter_mut().take(most).for_each(|s| *s = true);
        let mut around = here;
        while let Some(at) = around.filter(|&at| at < n) {
            shown[at] = true;
            around = trace.entries[at].parent;
        }
        let left_out = trace.left_out + shown.iter().filter(|s| !**s).count() as u64;
        // Children come after their parents: each goes into its parent once its own are in it.
        let mut made: Vec<Option<Evaluated>> = (0..n).map(|_| None).collect();
        let mut roots = Vec::new();
        for at in (0..n).rev().filter(|&at| shown[at]) {
            let entry = &trace.entries[at];
            let mut children = made[at].take().map(|node| node.children).unwrap_or_default();
            children.reverse();
            let node = Evaluated {
                index: at,
                clause: entry.clause.map(|id| self.told_clause(id)),
                action: entry.action.clone(),
                value: self.words_of(entry),
                fired: entry.value.fired(),
                registers: entry.registers.iter().map(|r| r.words(self.game())).collect(),
                trial: entry.trial,
                here: here == Some(at),
                children,
            };
            match entry.parent {
                None => roots.push(node),
                Some(parent) => {
                    let slot = made[parent].get_or_insert_with(Evaluated::empty);
                    slot.children.push(node);
                }
            }
        }
        roots.reverse();
        Tree { roots, left_out }
    }

    /// The value of an entry in words; of clauses that name a site with the name of the site.
    pub fn words_of(&self, entry: &Entry) -> String {
        const SITES: [&str; 6] = ["(from)", "(to)", "(between)", "(site)", "(last From)", "(last To)"];
        let words = entry.value.words(self.game());
        if let (Value::Is(Is::Number(site)), Some(id)) = (&entry.value, entry.clause)
            && *site >= 0
            && SITES.contains(&self.clauses().text(id))
        {
            return format!("{words} ({})", site_name(self.game(), self.game().site_type, *site));
        }
        words
    }

    pub fn told_watches(&self) -> Vec<Watched> {
        let told = self.watches().iter().map(|expression| Watched {
            expression: expression.text.clone(),
            value: Some(self.value_of(expression).words(self.game())),
            problem: None,
        });
        told.collect()
    }

    pub fn told_stop(&self, stop: &Stop) -> Stopped {
        let breakpoint = self.breakpoints().find(|(i, _)| *i == stop.breakpoint).map(|(_, b)| b.clone());
        Stopped {
            breakpoint: breakpoint.as_ref().map(|b| b.text.clone()).unwrap_or_default(),
            event: breakpoint.map(|b| b.event.word().to_owned()).unwrap_or_default(),
            clause: stop.clause.map(|id| self.told_clause(id)),
            by: stop.by.clone(),
            made: stop.made,
        }
    }

    /// What each line of the description did, for lines with clauses that are evaluated in play.
    pub fn told_coverage(&self, coverage: &crate::Coverage) -> Vec<LineCoverage> {
        let mut lines: BTreeMap<u32, (BTreeSet<CheckedId>, LineCoverage)> = BTreeMap::new();
        for id in self.clauses().ids().filter(|&id| self.clauses().is_observable(id)) {
            let (line, text) = (self.clauses().place(id).used.0, self.clauses().text(id));
            let (ids, told) = lines.entry(line).or_default();
            told.line = line;
            ids.insert(id);
            let fired = coverage.counts.get(&id).is_some_and(|counts| counts.fired > 0);
            if !fired && told.silent.len() < 8 && !told.silent.iter().any(|known| known == text) {
                told.silent.push(text.to_owned());
            }
        }
        for (ids, told) in lines.values_mut() {
            // A line is what its outermost clauses are: that a region in a rule is not empty does not make the rule fire.
            for id in outermost(self.clauses(), std::mem::take(ids)) {
                let counts = coverage.counts.get(&id).copied().unwrap_or_default();
                told.evaluated = told.evaluated.max(counts.evaluated);
                told.fired = told.fired.max(counts.fired);
                told.applied = told.applied.max(counts.applied);
            }
        }
        lines.into_values().map(|(_, told)| told).collect()
    }

    /// Where the session stands.
    pub fn report(&self, run: Option<&Run>) -> Report {
        let state = self.state();
        Report {
            game: self.game().name.clone(),
            seed: state.seed(),
            moves: state.history().into_iter().map(|played| played.name).collect(),
            mover: state.mover(),
            over: state.is_over(),
            legal: state.names().into_iter().take(400).collect(),
            ran: run.map(|r| Ran { games: r.games, plies: r.plies, interrupted: r.interrupted }),
            stopped: run.and_then(|r| r.stop.as_ref()).map(|stop| self.told_stop(stop)),
            watches: self.told_watches(),
            tree: None,
            coverage: None,
            problems: Vec::new(),
        }
    }
}

impl Evaluated {
    fn empty() -> Evaluated {
        Evaluated {
            index: 0,
            clause: None,
            action: None,
            value: String::new(),
            fired: false,
            registers: Vec::new(),
            trial: false,
            here: false,
            children: Vec::new(),
        }
    }
}
