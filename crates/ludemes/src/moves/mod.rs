//! Decisions: the moves a player chooses from, and the parts they are made of.

pub mod decisions;
pub mod lowering;
pub mod parts;
pub mod set_and_swap;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[set_and_swap::ALL, decisions::ALL, parts::ALL];
