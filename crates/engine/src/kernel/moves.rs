//! Moves: what a player may decide, and what follows from it.

use super::{Bool, Effect};
use crate::ctx::RuleId;
use crate::moves::ThenId;

#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    pub kind: MovesKind,
    /// Are these a player's decisions (`(move …)`) or effects?
    pub decision: bool,
    /// What follows each of them.
    pub then: Option<ThenId>,
    /// Which rule of the description this is.
    pub rule: RuleId,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MovesKind {
    Pass,
    /// All the moves of every part.
    Or(Box<[Moves]>),
    /// As effects: all of them.
    And(Box<[Moves]>),
    If {
        cond: Box<Bool>,
        then: Box<Moves>,
        otherwise: Option<Box<Moves>>,
    },
    /// Something other than moving: see [`Effect`].
    Effect(Box<Effect>),
}
