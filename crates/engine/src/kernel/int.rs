//! Numbers, lists of numbers and ranges.

use super::{Bool, Region};
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Int {
    Const(i32),
    // ---- what a rule is looking at ----
    From,
    To,
    Between,
    Site,
    Level,
    Value,
    Player,
    // ---- players ----
    Mover,
    Next,
    Prev,
    /// The number that a role stands for.
    Role(Role),
    // ---- the last move ----
    /// Where the last move came from, as its rule says (what followed it does not count).
    LastFrom,
    /// Where the last move went, as its rule says (what followed it does not count).
    LastTo,
    // ---- arithmetic ----
    Add(Box<[Int]>),
    Sub(Box<Int>, Box<Int>),
    If {
        cond: Box<Bool>,
        then: Box<Int>,
        otherwise: Box<Int>,
    },
    // ---- sites ----
    /// The component at a site (at a level, or on top).
    What {
        kind: SiteType,
        site: Box<Int>,
        level: Option<Box<Int>>,
    },
    /// The owner of what stands at a site.
    Who {
        kind: SiteType,
        site: Box<Int>,
        level: Option<Box<Int>>,
    },
    /// The only or first site of a region, `OFF` if there is none.
    FirstSite(Box<Region>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum IntArr {
    List(Box<[Int]>),
    /// The sites of a region, ascending.
    Sites(Box<Region>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Float {
    Const(f64),
    FromInt(Box<Int>),
}

/// Both ends included.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub min: Int,
    pub max: Int,
}
