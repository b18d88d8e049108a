//! What can be wrong with a board, each fault by name, found before memory is spent on it.

use std::fmt;

/// How much a description may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most elements of one kind (vertices, edges or cells).
    pub max_sites: usize,
    /// The deepest nesting of operators.
    pub max_depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_sites: 20_000, max_depth: 100 }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum BoardError {
    /// A size is below the least that makes sense.
    TooSmall { what: &'static str, value: i64, least: i64 },
    /// The board would have more elements than allowed.
    TooBig { what: &'static str, count: u64, limit: usize },
    /// A coordinate or factor is not a finite number, or absurdly large.
    BadNumber { what: &'static str, value: f64 },
    /// A number names an element that does not exist.
    NoSuchElement { what: &'static str, index: i64, count: usize },
    /// The shape cannot be cut from this tiling.
    Unsupported { what: &'static str, shape: String },
    /// Operators are nested too deeply.
    TooDeep { limit: usize },
    /// Nothing is left to play on.
    Empty,
    /// A track that cannot be followed.
    Track { track: String, problem: String },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::TooSmall { what, value, least } => {
                write!(f, "{what} is {value}, but must be at least {least}")
            }
            BoardError::TooBig { what, count, limit } => {
                write!(f, "the board would have {count} {what}; the limit is {limit}")
            }
            BoardError::BadNumber { what, value } => {
                write!(f, "{what} is {value}, which is not a usable number")
            }
            BoardError::NoSuchElement { what, index, count } => {
                write!(f, "there is no {what} {index}: the graph has {count}, counted from 0")
            }
            BoardError::Unsupported { what, shape } => write!(f, "{what} cannot have the shape {shape}"),
            BoardError::TooDeep { limit } => write!(f, "the board is nested deeper than {limit} operators"),
            BoardError::Empty => write!(f, "the board has no vertices, so there is nothing to play on"),
            BoardError::Track { track, problem } => write!(f, "track \"{track}\": {problem}"),
        }
    }
}

impl std::error::Error for BoardError {}
