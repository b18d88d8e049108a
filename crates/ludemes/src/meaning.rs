//! What a ludeme becomes when a description is turned into something that can be played.
//!
//! Each entry of the vocabulary carries one of these beside its signature. A function gets the arguments of the
//! clause ([`Args`]) and the game being built ([`Lower`]) and gives a piece of the engine's kernel.

use crate::lower::{Args, Done, Lower};
use ludarium_board::GraphSpec;
use ludarium_engine::kernel::{Bool, Dir, Float, Int, IntArr, Moves, Range, Region, Start};

/// How an entry lowers to the engine's kernel.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// Nobody has written it yet: a game that uses it can be read and checked, not played.
    Unwritten,
    /// Read by the clause that it stands in (`to`, `from`, `then`, `result` …), or only for people.
    Part,
    Bool(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<Bool>),
    Int(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<Int>),
    Float(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<Float>),
    /// A number fixed when the board is built.
    Dim(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<i64>),
    IntArr(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<IntArr>),
    Range(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<Range>),
    Region(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<Region>),
    Dir(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<Dir>),
    Graph(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<GraphSpec>),
    Moves(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<Moves>),
    Start(for<'a> fn(Args<'a>, &mut Lower<'a>) -> Done<Vec<Start>>),
}
