//! Regions: sets of sites.

pub mod algebra;
pub mod sites_board;
pub mod sites_listed;
pub mod sites_pieces;
pub mod sites_relations;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] =
    &[algebra::ALL, sites_listed::ALL, sites_relations::ALL, sites_pieces::ALL, sites_board::ALL];
