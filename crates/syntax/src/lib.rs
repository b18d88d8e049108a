//! Text to tree. This crate knows brackets, labels, strings, defines, options, rulesets and ranges;
//! it has never heard of any ludeme, board or rule.
//!
//! Reading order: [`span`] (places in texts), [`tree`] (what the rest of the system reads).

pub mod span;
pub mod tree;

pub use span::{FileId, Span};
pub use tree::{HoleKind, Kind, Node, NodeId, Origin, OriginId, Tree};
