//! How a game ends, and how one phase gives way to the next.

use super::{Bool, Float, Int};
use crate::types::Role;

#[derive(Clone, Debug, PartialEq)]
pub enum EndRule {
    /// When the condition holds: the first of `cases` that applies, else `result`.
    If { cond: Bool, cases: Box<[EndRule]>, result: Option<Outcome> },
    /// Whenever the rules are checked.
    Always(Outcome),
    /// For each player in turn (all but the mover where the role says so), with `(player)` standing for them.
    ForEachPlayer { role: Role, cond: Bool, result: Outcome },
    /// For each track in turn, with `(track)` standing for it.
    ForEachTrack { cond: Bool, result: Outcome },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Result {
        who: Role,
        result: ResultKind,
    },
    /// By score; the given final scores are set first; `misere`: the lowest wins.
    ByScore {
        finals: Box<[(Role, Int)]>,
        misere: Option<Bool>,
    },
    Payoffs(Box<[(Role, Float)]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    Win,
    Loss,
    Draw,
    Tie,
    Abandon,
    Crash,
}

/// When the condition holds (or there is none), the player goes on to the phase with that index; `None` is the
/// phase after this one, cyclically.
#[derive(Clone, Debug, PartialEq)]
pub struct NextPhase {
    pub role: Role,
    pub cond: Option<Bool>,
    pub phase: Option<usize>,
}
