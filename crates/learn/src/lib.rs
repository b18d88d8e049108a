//! For somebody who writes a game.
//!
//! [`finder`] finds ludemes, words, definitions and devices by what they are for; [`lessons`] holds the tutorial of
//! `docs/tutorial`; [`skeletons`] holds games to begin with. This crate knows texts and the vocabulary. It neither
//! compiles nor plays: its tests do, so that every listing and every skeleton is known to work.

pub mod blocks;
pub mod devices;
pub mod finder;
pub mod guide;
pub mod lessons;
pub mod skeletons;
