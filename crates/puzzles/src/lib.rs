//! Puzzles of any game: positions in which exactly one move forces a win, or exactly one move avoids a forced loss. They are
//! found by games between weak players, proven by complete search, graded by how far one must look, and kept as text.
//!
//! Reading order: [`prove`] (what is proven, and how), [`puzzle`] (what a puzzle is, and its text), [`mod@find`] (self-play and
//! choice), [`verify`] (a kept puzzle proven again), [`answer`] (what to say to somebody who tries a move).
//! No clock and no file: shells give those.

pub mod answer;
pub mod find;
pub mod prove;
pub mod puzzle;
mod themes;
pub mod verify;

pub use find::{Made, Order, find};
pub use prove::{Effort, Prover, Unsuitable};
pub use puzzle::{Collection, Puzzle, Task, Theme};
