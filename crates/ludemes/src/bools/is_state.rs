//! Conditions on the whole position or its history.

use crate::entry::{BASE, Ludeme, opt};
use crate::enums::REPETITION_TYPE;
use crate::ty::Ty;

pub static IS_REPEAT: Ludeme = Ludeme {
    id: "is Repeat",
    head: "is",
    keyword: Some("Repeat"),
    gives: Ty::Bool,
    doc: "True when the position has occurred before.",
    example: "(is Repeat)",
    params: &[opt(
        "repetition",
        Ty::Enum(&REPETITION_TYPE),
        "what counts as the same position; where the pieces stand, if left out",
    )],
    ..BASE
};

pub static IS_CYCLE: Ludeme = Ludeme {
    id: "is Cycle",
    head: "is",
    keyword: Some("Cycle"),
    gives: Ty::Bool,
    doc: "True when the players go through the same positions with the same moves for the third time.",
    example: "(is Cycle)",
    ..BASE
};

pub static IS_PENDING: Ludeme = Ludeme {
    id: "is Pending",
    head: "is",
    keyword: Some("Pending"),
    gives: Ty::Bool,
    doc: "True when something was marked as pending by the last move.",
    example: "(is Pending)",
    ..BASE
};

pub static IS_FULL: Ludeme = Ludeme {
    id: "is Full",
    head: "is",
    keyword: Some("Full"),
    gives: Ty::Bool,
    doc: "True when no site of the board is empty.",
    example: "(is Full)",
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&IS_REPEAT, &IS_CYCLE, &IS_PENDING, &IS_FULL];
