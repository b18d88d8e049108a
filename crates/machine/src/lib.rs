//! Games as small programs over flat states. A game's rules are lowered once to an intermediate form ([`ir`]), for each
//! player apart; a state ([`layout`], [`state`]) is a fixed number of words that is copied by copying memory. Moves are
//! listed as records and sets, made by collecting actions and committing them in one place ([`run`]).
//!
//! Back ends print the same program: [`interpret`] walks it in safe Rust; the crate `ludarium-jit` makes native code of
//! it. The evaluator of `ludarium-engine` is the judge of both ([`lockstep`]). A rule that has no lowering refuses the
//! whole game by name ([`refuse`]).

pub mod action;
pub mod decode;
pub mod fallback;
pub mod future;
pub mod graphs;
pub mod interpret;
pub mod ir;
pub mod layout;
mod listing;
pub mod lists;
pub mod lockstep;
mod longest;
pub mod lower;
pub mod passes;
mod perft;
pub mod refuse;
pub mod repetition;
pub mod results;
pub mod run;
mod sift;
pub mod stacks;
pub mod state;
pub mod tracks;

pub use lower::{Compiled, Leaf, Reach, compile, compile_watched, compile_with};
pub use passes::{Pass, Passes};
pub use refuse::Refusal;
pub use run::{Code, Machine, Memory, Move};
