//! What an editor asks about a description. The core is pure functions of a [`Document`] and a position in it: no
//! file, no clock, no connection. [`server`] is the shell around it that speaks the language server protocol; the
//! portal's editor calls the same functions.
//!
//! Answers are the protocol's own types, because every caller hands them on to an editor. Positions are lines and
//! UTF-16 units, as the protocol counts; inside, everything is bytes ([`lines`] converts).

pub mod actions;
pub mod completion;
pub mod diagnostics;
pub mod document;
pub mod figures;
pub mod hints;
pub mod hover;
pub mod lines;
pub mod names;
pub mod navigate;
pub mod outline;
pub mod questions;
pub mod server;
pub mod tokens;
mod usage;

pub use document::Document;
