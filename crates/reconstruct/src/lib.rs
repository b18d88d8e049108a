//! Reconstruction: a description with holes in, whole rulesets out, each playable, each saying where every part of it
//! comes from.
//!
//! Reading order: [`types`] (what holes, donors, fills and candidates are), [`term`] (trees that are easy to change),
//! [`holes`] (reading an incomplete description), [`donors`] (complete rulesets and the index of their parts), [`fit`]
//! (making a borrowed part at home), [`search`] (which combinations are tried, best first), [`gate`] (what a
//! combination must withstand); then [`evidence`], [`scores`], [`history`] and [`report`], which judge and tell.
//!
//! Pure: texts and seeds in, values out. Files, clocks and printing are the business of the shells.

pub mod compose;
pub mod controls;
mod difference;
pub mod donors;
pub mod evidence;
pub mod fit;
pub mod gate;
pub mod ground;
pub mod hard;
pub mod history;
pub mod holes;
pub mod hypotheses;
mod idle;
pub mod meaning;
pub mod plausible;
pub mod policy;
pub mod posterior;
pub mod rank;
pub mod report;
pub mod scores;
pub mod search;
pub mod setup;
pub mod signals;
pub mod term;
pub mod types;
pub mod wear;

pub use donors::Donors;
pub use holes::{Incomplete, read_incomplete};
pub use search::{Found, Settings, reconstruct};
pub use types::{
    Candidate, Context, Donor, DonorId, DonorScores, Figures, Fill, Hole, HoleId, HoleKind, Outcome,
    Rejection, Similarity, Stage,
};
