//! What each clause was made into, noted while a game is put together. Only those who watch rules being evaluated want it:
//! with it a part of a rule can be traced to the clause that it came from. Nothing here changes what is made.

use crate::checked::CheckedId;
use ludarium_board::GraphSpec;
use ludarium_engine::kernel::walk::Part;
use ludarium_engine::kernel::{Bool, Float, Int, IntArr, Moves, Range, Region, Start};

/// A part of the rules, by value.
#[derive(Clone, Debug, PartialEq)]
pub enum Made {
    Bool(Bool),
    Int(Int),
    IntArr(IntArr),
    Float(Float),
    Region(Region),
    Moves(Box<Moves>),
}

impl Made {
    /// Is it the same as this part?
    pub fn is(&self, part: Part<'_>) -> bool {
        match (self, part) {
            (Made::Bool(a), Part::Bool(b)) => a == b,
            (Made::Int(a), Part::Int(b)) => a == b,
            (Made::IntArr(a), Part::IntArr(b)) => a == b,
            (Made::Float(a), Part::Float(b)) => a == b,
            (Made::Region(a), Part::Region(b)) => a == b,
            // Every clause of moves has a number of its own.
            (Made::Moves(a), Part::Moves(b)) => a.rule == b.rule,
            (
                Made::Bool(_)
                | Made::Int(_)
                | Made::IntArr(_)
                | Made::Float(_)
                | Made::Region(_)
                | Made::Moves(_),
                _,
            ) => false,
        }
    }
}

/// A clause that was worked out.
#[derive(Clone, Debug)]
pub struct Note {
    pub clause: CheckedId,
    /// Nothing where the clause is no value, no region and no moves.
    pub made: Option<Made>,
    /// The clauses that were worked out for it, in order, as places in [`Notes::all`].
    pub within: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub all: Vec<Note>,
    /// Those that were not worked out for another.
    pub roots: Vec<usize>,
    open: Vec<usize>,
}

impl Notes {
    /// A clause is about to be worked out: the answer is its place.
    pub fn begin(&mut self, clause: CheckedId) -> usize {
        let at = self.all.len();
        match self.open.last() {
            Some(&outer) => self.all[outer].within.push(at),
            None => self.roots.push(at),
        }
        self.all.push(Note { clause, made: None, within: Vec::new() });
        self.open.push(at);
        at
    }

    pub fn end(&mut self, at: usize, made: Option<Made>) {
        self.open.pop();
        self.all[at].made = made;
    }
}

/// What a clause can be made into.
pub trait Notable {
    fn noted(&self) -> Option<Made>;
}

macro_rules! notable {
    ($($kind:ident)*) => {
        $(impl Notable for $kind {
            fn noted(&self) -> Option<Made> {
                Some(Made::$kind(self.clone()))
            }
        })*
    };
}

notable!(Bool Int IntArr Float Region);

impl Notable for Moves {
    fn noted(&self) -> Option<Made> {
        Some(Made::Moves(Box::new(self.clone())))
    }
}

macro_rules! not_notable {
    ($($kind:ty),*) => {
        $(impl Notable for $kind {
            fn noted(&self) -> Option<Made> {
                None
            }
        })*
    };
}

not_notable!(i64, Range, GraphSpec, Vec<Start>);
