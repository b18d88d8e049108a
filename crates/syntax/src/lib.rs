//! Text to tree. This crate knows brackets, labels, strings, defines, options, rulesets and ranges;
//! it has never heard of any ludeme, board or rule.
//!
//! Reading order: [`span`] (places in texts), [`lex`] (characters to tokens), [`cst`] (tokens to a lossless tree,
//! with [`brackets`] to find lost ones), [`options`] (what can be chosen), [`expand`] (defines, options and ranges
//! worked out), [`tree`] (what the rest of the system reads), [`diagnose`] (problems and how they are shown),
//! [`mod@format`] (the same text in a pleasant layout).
//!
//! ```
//! use ludarium_syntax::{Defines, FileId, Limits, Selection, expand, parse};
//! let library = Defines::from_texts([("Trio", "(define \"Trio\" (is Line 3))")]);
//! let parsed = parse(FileId(0), "(game \"Tiny\" (end (if (\"Trio\") (result Mover Win))))");
//! let whole = expand(&parsed, &library, &Selection::default(), &Limits::default());
//! assert!(whole.problems.is_empty());
//! assert_eq!(whole.game.to_string(), "(game \"Tiny\" (end (if (is Line 3) (result Mover Win))))");
//! ```

pub mod brackets;
mod build;
pub mod cst;
mod definitions;
pub mod diagnose;
pub mod expand;
pub mod format;
pub mod lex;
pub mod options;
pub mod span;
pub mod tree;
mod walk;

pub use cst::{Parsed, parse};
pub use definitions::Defines;
pub use diagnose::{
    Location, Place, PlainProblem, Problem, Severity, Source, Sources, has_errors, locate, nearest, plain,
    render,
};
pub use expand::{Expanded, Limits, Spent, expand};
pub use format::format;
pub use options::{Chosen, OptionCategory, OptionItem, Ruleset, Selection};
pub use span::{FileId, Span};
pub use tree::{HoleKind, Kind, Node, NodeId, Origin, OriginId, Tree};
