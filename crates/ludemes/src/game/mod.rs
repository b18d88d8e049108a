//! The frame of a description: the game itself, its players, its rules and their phases.

pub mod frame;
pub mod match_of_games;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[frame::ALL, match_of_games::ALL];
