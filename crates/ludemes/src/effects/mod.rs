//! Effects: what a move does beyond itself, and the operators that combine and filter moves.

pub mod capture_and_change;
pub mod for_each;
pub mod logic;
pub mod lowering;
pub mod movement;
pub mod other;
pub mod requirements;
pub mod set;
pub mod state;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[
    movement::ALL,
    capture_and_change::ALL,
    other::ALL,
    requirements::ALL,
    set::ALL,
    state::ALL,
    for_each::ALL,
    logic::ALL,
];
