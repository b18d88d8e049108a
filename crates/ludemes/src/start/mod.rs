//! Start rules: what happens before the first move.

pub mod other;
pub mod place;
pub mod set;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[other::ALL, set::ALL, place::ALL];
