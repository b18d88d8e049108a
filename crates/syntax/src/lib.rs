//! Text to tree. This crate knows brackets, labels, strings, defines, options, rulesets and ranges;
//! it has never heard of any ludeme, board or rule.
//!
//! The way of a description through this crate:
//!
//! 1. [`lex`] cuts the text into tokens, every byte in exactly one of them;
//! 2. [`brackets`] pairs them, and finds the place where one was lost by the indentation of the lines around it;
//! 3. [`cst`] makes a lossless tree of it, [`parse`];
//! 4. [`options`] reads what can be chosen, and chooses, [`Selection`];
//! 5. [`mod@expand`] works out defines, options, ranges and the conditions of the metadata, [`expand()`];
//! 6. [`tree`] is the result, which the rest of the system reads: an arena of calls, sets, words, numbers, texts and
//!    holes, each with the place where it is written and the chain of uses that brought it to where it stands.
//!
//! Beside that way: [`span`] (places in texts), [`diagnose`] (problems and how they are shown), [`mod@format`] (the
//! same text in a pleasant layout).
//!
//! Promises: nothing here panics, recurses on the depth of a text, or works longer than [`Limits`] allow, whatever the
//! text; the tokens printed one after the other are the text again; the same input always gives the same output.
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

pub use cst::{Parsed, parse, parse_within};
pub use definitions::Defines;
pub use diagnose::{
    Fix, Location, Place, PlainProblem, Problem, Severity, Source, Sources, has_errors, locate, nearest,
    plain, render,
};
pub use expand::{Expanded, Limits, Spent, expand};
pub use format::format;
pub use options::{Chosen, OptionCategory, OptionItem, Ruleset, Selection};
pub use span::{FileId, Span};
pub use tree::{HoleKind, Kind, Node, NodeId, Origin, OriginId, Tree};
