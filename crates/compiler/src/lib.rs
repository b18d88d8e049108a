//! From an expanded tree to something that can be played.
//!
//! Reading order: [`check`](mod@check) (which ludeme is each clause), then lowering (being written).

pub mod check;
pub mod reference;

pub use check::{Arg, Checked, CheckedId, CheckedNode, Value, check, check_names, signature, similar};
