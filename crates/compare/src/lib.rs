//! What two games have in common, and where they part. [`rules`] tells which rules differ, in English; [`play`] looks for
//! a witness, a short sequence of moves after which legal moves, positions or results differ; [`figures`] sets figures of
//! play side by side.
//!
//! It knows games and their readings. It knows no files, clocks or terminals: whoever calls it says when to stop.

mod correspondence;
pub mod figures;
mod lockstep;
mod pairing;
pub mod play;
pub mod rules;
mod search;
mod shorten;
mod sites;

pub use correspondence::Correspondence;
pub use figures::{Compared, Figures, compare_figures};
pub use lockstep::Difference;
pub use play::{Bounds, Play, Step, Verdict, Witness, compare_play};
pub use rules::{RuleDifference, Rules, compare_rules};
