//! Conditions.

pub mod all_and_no;
pub mod compare;
pub mod is_number;
pub mod is_player;
pub mod is_shape;
pub mod is_site;
pub mod is_state;
pub mod is_tree;
pub mod logic;
pub mod puzzle;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[
    logic::ALL,
    all_and_no::ALL,
    puzzle::ALL,
    is_site::ALL,
    is_state::ALL,
    is_shape::ALL,
    is_tree::ALL,
    is_player::ALL,
    is_number::ALL,
    compare::ALL,
];
