//! What a game is and how it behaves: concepts read off its description with the place of each, figures measured in
//! play with their uncertainty, a verdict on whether it can be played, distances between games, and queries.
//!
//! Pure: descriptions and seeds in, values out. Files, clocks and printing are the business of the shells.

pub mod distance;
pub mod family;
pub mod judged;
pub mod kinds;
mod numbers;
pub mod played;
pub mod playtest;
pub mod profile;
pub mod query;
pub mod rules;
pub mod seats;
pub mod skill;
pub mod stats;
pub mod taxonomy;
pub mod thinking;
pub mod trial;
pub mod verdict;

pub use profile::{Found, Profile, Reason, explained, profile_of};
