//! What a move does beyond moving: captures, changes of state, of turn, of scores. Each generates moves without a
//! decision (or, written as `(move Set …)`, with one: the enclosing [`super::Moves`] says which).

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {}
