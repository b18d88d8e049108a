//! Whole numbers: arithmetic, sites, counts, states, scores.

pub mod board;
pub mod cards_and_dice;
pub mod count;
pub mod iterators;
pub mod math;
pub mod size;
pub mod state;
pub mod track_sites;
pub mod values;
pub mod where_things_are;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[
    math::ALL,
    board::ALL,
    where_things_are::ALL,
    cards_and_dice::ALL,
    count::ALL,
    iterators::ALL,
    values::ALL,
    state::ALL,
    size::ALL,
    track_sites::ALL,
];
