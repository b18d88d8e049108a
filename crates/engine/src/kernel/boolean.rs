//! Conditions.

use super::{Int, Region};
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Bool {
    Const(bool),
    And(Box<[Bool]>),
    Or(Box<[Bool]>),
    Not(Box<Bool>),
    Eq(Box<Int>, Box<Int>),
    Ne(Box<Int>, Box<Int>),
    Lt(Box<Int>, Box<Int>),
    Le(Box<Int>, Box<Int>),
    Gt(Box<Int>, Box<Int>),
    Ge(Box<Int>, Box<Int>),
    /// Nothing stands at the site.
    Empty {
        kind: SiteType,
        site: Box<Int>,
    },
    /// The number is one of the region's sites.
    In {
        site: Box<Int>,
        region: Box<Region>,
    },
}
