//! Numbers that are not plain game numbers: decimals, board dimensions, ranges.

pub mod dims;
pub mod floats;
pub mod ranges;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[dims::ALL, floats::ALL, ranges::ALL];
