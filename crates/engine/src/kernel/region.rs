//! Sets of sites.

use super::Int;
use crate::siteset::SiteSet;
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// Sites that do not depend on the position: computed once.
    Fixed(SiteSet),
    /// The sites with these numbers.
    Sites(Box<[Int]>),
    /// Empty sites of the board.
    Empty {
        kind: SiteType,
    },
    Union(Box<[Region]>),
    Intersection(Box<[Region]>),
    Difference(Box<Region>, Box<Region>),
}
