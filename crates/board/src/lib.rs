//! Boards: graphs of vertices, edges and cells; how they are numbered; which way is north; what lies in line.
//!
//! Pure geometry and topology. This crate has never heard of text, ludemes, pieces or rules. A [`BoardSpec`] says
//! what to build; [`build_board`] builds it; the [`Topology`] inside is plain data that the engine reads in its
//! inner loop.
//!
//! Read the modules in this order: `spec` (what may be asked for), `direction`, `graph` and `build` (making the
//! graph), `measure`, `steps`, `radials` (what it looks like to a piece), `topology` (all of it in tables),
//! `track`, `board`, `symmetry`, `dump`.

pub mod spec;

pub mod direction;
pub mod error;
pub mod geometry;
pub mod num;

pub mod build;
pub mod graph;

pub mod measure;
pub mod radials;
pub mod steps;

pub mod topology;

pub mod board;
pub mod dump;
pub mod symmetry;
pub mod track;

pub use board::{Board, Options, build_board, build_board_with};
pub use build::build;
pub use direction::{Direction, Relation};
pub use dump::dump;
pub use error::{BoardError, Limits};
pub use graph::{Basis, Graph};
pub use measure::Properties;
pub use radials::Radial;
pub use spec::*;
pub use steps::{DirectionSet, Step};
pub use symmetry::{Symmetry, SymmetryKind, symmetries};
pub use topology::{Lists, Part, Topology};
pub use track::Track;
