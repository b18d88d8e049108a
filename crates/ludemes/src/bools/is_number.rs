//! Conditions on numbers, dice and tiles.

use crate::entry::{BASE, Ludeme, opt};
use crate::ty::Ty;

pub static IS_ODD: Ludeme = Ludeme {
    id: "is Odd",
    head: "is",
    keyword: Some("Odd"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Odd)",
    params: &[opt("value", Ty::Int, "")],
    ..BASE
};

pub static IS_EVEN: Ludeme = Ludeme {
    id: "is Even",
    head: "is",
    keyword: Some("Even"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Even)",
    params: &[opt("value", Ty::Int, "")],
    ..BASE
};

pub static IS_SIDES_MATCH: Ludeme = Ludeme {
    id: "is SidesMatch",
    head: "is",
    keyword: Some("SidesMatch"),
    gives: Ty::Bool,
    doc: "",
    example: "(is SidesMatch)",
    params: &[opt("value", Ty::Int, "")],
    ..BASE
};

pub static IS_PIPS_MATCH: Ludeme = Ludeme {
    id: "is PipsMatch",
    head: "is",
    keyword: Some("PipsMatch"),
    gives: Ty::Bool,
    doc: "",
    example: "(is PipsMatch)",
    params: &[opt("value", Ty::Int, "")],
    ..BASE
};

pub static IS_FLAT: Ludeme = Ludeme {
    id: "is Flat",
    head: "is",
    keyword: Some("Flat"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Flat)",
    params: &[opt("value", Ty::Int, "")],
    ..BASE
};

pub static IS_ANY_DIE: Ludeme = Ludeme {
    id: "is AnyDie",
    head: "is",
    keyword: Some("AnyDie"),
    gives: Ty::Bool,
    doc: "",
    example: "(is AnyDie)",
    params: &[opt("value", Ty::Int, "")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&IS_ODD, &IS_EVEN, &IS_SIDES_MATCH, &IS_PIPS_MATCH, &IS_FLAT, &IS_ANY_DIE];
