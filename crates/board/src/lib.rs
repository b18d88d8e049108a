//! Boards: graphs of vertices, edges and cells; how they are numbered; which way is north; what lies in line.
//!
//! Pure geometry and topology. This crate has never heard of text, ludemes, pieces or rules. A [`GraphSpec`]
//! says what to build; the result is plain data that the engine reads in its inner loop.

pub mod direction;
pub mod spec;
pub mod topology;

pub use direction::{Direction, Relation};
pub use spec::*;
pub use topology::{Board, Topology, Track, build_board, dump};
