//! What lies on the table: boards, pieces, hands, dice, cards, named regions and maps.

pub mod boards;
pub mod containers;
pub mod pieces;
pub mod regions_and_maps;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[pieces::ALL, boards::ALL, containers::ALL, regions_and_maps::ALL];
