//! Directions, absolute and relative to how a piece faces.

use super::Bool;
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Dir {
    Absolute(Box<[Direction]>),
    If { cond: Box<Bool>, then: Box<Dir>, otherwise: Box<Dir> },
}
